//! How a battle may end.

use crate::INTERRUPTED;
use crate::quote::brief;
use crate::replay::read_record;
use crate::runs::{End, Threads};
use crate::show::{is_record, read_file, read_position, seat_of};
use crate::tables::table;
use anyhow::{Context, Result, bail};
use bots::Kind;
use forbidden_stars::Catalogue;
use forbidden_stars::table::Side;
use kernel::Deaf;
use lab::odds::{Battle, Figures, Method, Odds, Policies, SideFigures, draw, exact, reinforced};
use lab::statistics::Share;
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The battle: "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion", or a file: a position at the start of a
    /// combat, or a record that ends in the middle of one
    battle: String,
    /// Who chooses for both sides: random, greedy, search:2000
    #[arg(long, default_value = "random", value_name = "BOT")]
    policy: Kind,
    /// Who chooses for the attacker
    #[arg(long, value_name = "BOT")]
    attacker: Option<Kind>,
    /// Who chooses for the defender
    #[arg(long, value_name = "BOT")]
    defender: Option<Kind>,
    /// Fight until the standard error of the attacker's share is no more than this, in percentage points [default: 0.5]
    #[arg(long, value_name = "POINTS", conflicts_with = "battles")]
    precision: Option<f64>,
    /// Fight this many battles
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    battles: Option<u64>,
    /// Of a record: respect what this faction can know; if not said, the one that is asked first
    #[arg(long = "as", value_name = "FACTION")]
    seen_by: Option<String>,
    /// Show what one more unit of each kind would change
    #[arg(long)]
    what_if: bool,
    /// Walk through everything that can happen instead of fighting; for tiny battles and random choices
    #[arg(long, conflicts_with_all = ["precision", "battles", "policy", "attacker", "defender"])]
    exact: bool,
    /// The seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the odds into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Exact odds give up beyond this; it is a few seconds' work.
const MOST_SITUATIONS: usize = 200_000;

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let battle = read_battle(&arguments.battle, arguments.seen_by.as_deref())?;
    let goal = goal(arguments)?;
    let report = if arguments.exact { walk(&battle, arguments)? } else { fight(&battle, arguments, goal)? };
    if let Some(path) = &arguments.svg {
        let drawing = draw(&report.figures, &brief(&title(&arguments.battle)))?;
        std::fs::write(path, drawing).with_context(|| format!("the file {} cannot be written", path.display()))?;
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(report.end.status(&report.figures.broken))
}

/// A battle in words, or a file that has one.
fn read_battle(text: &str, seen_by: Option<&str>) -> Result<Battle> {
    let catalogue = Catalogue::standard();
    let path = Path::new(text);
    let in_words = text.to_lowercase().contains(" attack ") && !path.exists();
    if !in_words {
        if !path.exists() {
            bail!(
                "“{text}” is neither a file nor a battle; write orrery odds \"orks 2 nob attack ultramarines 2 scout\", \
                 or name a position or a record"
            );
        }
        let content = read_file(path)?;
        if is_record(&content) {
            let game = read_record(catalogue, &content)?.replay(catalogue, &mut Deaf)?;
            let seat = seen_by.map(|faction| seat_of(&game, faction)).transpose()?;
            return Ok(Battle::in_game(&game, seat)?);
        }
        refuse_knowledge(seen_by)?;
        return Ok(Battle::in_position(read_position(catalogue, path, &content)?)?);
    }
    refuse_knowledge(seen_by)?;
    Ok(Battle::described(catalogue, text)?)
}

fn refuse_knowledge(seen_by: Option<&str>) -> Result<()> {
    if seen_by.is_some() {
        bail!("--as is for a record: at the start of a battle nobody has seen a card yet; leave it out");
    }
    Ok(())
}

/// The name under which a battle is drawn: its words, or its file.
fn title(battle: &str) -> String {
    let path = Path::new(battle);
    let file = path.file_name().filter(|_| path.exists()).map(|name| name.to_string_lossy().into_owned());
    file.unwrap_or_else(|| battle.to_owned())
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    Battles(u64),
    /// A standard error of the attacker's share.
    Precision(f64),
}

fn goal(arguments: &Arguments) -> Result<Goal> {
    if let Some(battles) = arguments.battles {
        return Ok(Goal::Battles(battles));
    }
    let points = arguments.precision.unwrap_or(0.5);
    if !(0.001..=50.0).contains(&points) {
        bail!("a precision of {points} percentage points is out of reach or none; choose one from 0.001 to 50");
    }
    Ok(Goal::Precision(points / 100.0))
}

/// Whether precision is reached is looked at after each slice. Their size is fixed, so that the clock decides nothing.
fn slice(policies: Policies) -> u64 {
    if policies == Policies::default() { 500 } else { 20 }
}

/// Hears Ctrl-C. A second one ends the program at once.
#[derive(Clone, Debug)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    pub fn listen() -> Result<Interruption> {
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            if heard.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
        })
        .context("Ctrl-C cannot be listened to")?;
        Ok(Interruption(stop))
    }

    fn is_heard(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Fights until the goal is reached or somebody interrupts; `each` is shown the odds after every slice.
pub fn sharpen(
    odds: &mut Odds,
    goal: Goal,
    pool: &rayon::ThreadPool,
    interruption: &Interruption,
    mut each: impl FnMut(&Odds),
) -> End {
    // A battle that breaks is counted and reported; its panic says nothing more.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut end = End::Complete;
    loop {
        let (slice, fought) = (slice(odds.policies()), odds.fought());
        let more = match goal {
            Goal::Battles(battles) => slice.min(battles - fought.min(battles)),
            Goal::Precision(error) if fought > 0 && odds.precision() <= error => 0,
            Goal::Precision(_) => slice,
        };
        if more == 0 {
            break;
        }
        if interruption.is_heard() {
            end = End::Interrupted;
            break;
        }
        pool.install(|| odds.sharpen_in_parallel(more));
        each(odds);
    }
    std::panic::set_hook(hook);
    end
}

/// Everything there is to say about the battle.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(rename = "interrupted")]
    end: End,
    seed: u64,
    #[serde(flatten)]
    figures: Figures,
    /// Of the battle itself, without the changed ones.
    seconds: f64,
    battles_per_second: Option<f64>,
    /// How long the first figure took.
    first_figure_seconds: Option<f64>,
    what_if: Vec<Change>,
}

/// What one more unit would change.
#[derive(Debug, Serialize)]
struct Change {
    side: &'static str,
    one_more: String,
    attacker_wins: Share,
    /// Of the attacker's share.
    change: f64,
    standard_error: f64,
}

fn walk(battle: &Battle, arguments: &Arguments) -> Result<Report> {
    let began = Instant::now();
    let figures = exact(battle, MOST_SITUATIONS)?;
    let seconds = began.elapsed().as_secs_f64();
    let mut what_if = Vec::new();
    if arguments.what_if {
        for more in reinforced(battle) {
            let changed = exact(&more.battle, MOST_SITUATIONS)
                .with_context(|| format!("with one more {} there is no exact answer", more.unit))?;
            what_if.push(Change::new(more.side, more.unit, &figures, changed.attacker.wins));
        }
    }
    let end = End::Complete;
    let seed = arguments.seed;
    Ok(Report { end, seed, figures, seconds, battles_per_second: None, first_figure_seconds: None, what_if })
}

fn fight(battle: &Battle, arguments: &Arguments, goal: Goal) -> Result<Report> {
    let policies = Policies {
        attacker: arguments.attacker.unwrap_or(arguments.policy),
        defender: arguments.defender.unwrap_or(arguments.policy),
    };
    let (pool, interruption) = (arguments.threads.pool()?, Interruption::listen()?);
    let began = Instant::now();
    let mut odds = Odds::new(battle.clone(), policies, arguments.seed);
    let mut first = None;
    let mut progress = Progress::new();
    let mut end = sharpen(&mut odds, goal, &pool, &interruption, |odds| {
        first.get_or_insert_with(|| began.elapsed().as_secs_f64());
        progress.show(odds, "");
    });
    let seconds = began.elapsed().as_secs_f64();
    let figures = odds.figures();
    let mut what_if = Vec::new();
    if arguments.what_if && end == End::Complete {
        // As many battles as there were: the changes are then about as sharp as the odds themselves.
        for more in reinforced(battle) {
            let mut changed = Odds::new(more.battle, policies, arguments.seed);
            let show = |odds: &Odds| progress.show(odds, &format!(" with one more {}", more.unit));
            end = sharpen(&mut changed, Goal::Battles(odds.fought()), &pool, &interruption, show);
            if end == End::Interrupted {
                break;
            }
            what_if.push(Change::new(more.side, more.unit.clone(), &figures, changed.figures().attacker.wins));
        }
    }
    progress.clear();
    Ok(Report {
        end,
        seed: arguments.seed,
        figures,
        seconds,
        battles_per_second: Some(odds.fought() as f64 / seconds.max(1e-9)),
        first_figure_seconds: first,
        what_if,
    })
}

impl Change {
    fn new(side: Side, one_more: String, before: &Figures, after: Share) -> Change {
        let before = before.attacker.wins;
        Change {
            side: match side {
                Side::Attacker => "attacker",
                Side::Defender => "defender",
            },
            one_more,
            attacker_wins: after,
            change: after.share - before.share,
            standard_error: before.standard_error.hypot(after.standard_error),
        }
    }
}

/// The figure so far, on standard error, and only where that is a terminal.
struct Progress {
    is_shown: bool,
    last: Option<Instant>,
}

impl Progress {
    fn new() -> Progress {
        Progress { is_shown: std::io::stderr().is_terminal(), last: None }
    }

    fn show(&mut self, odds: &Odds, what: &str) {
        // The first at once, then ten a second.
        if !self.is_shown || self.last.is_some_and(|last| last.elapsed().as_millis() < 100) {
            return;
        }
        self.last = Some(Instant::now());
        let wins = odds.figures().attacker.wins;
        // Nobody is left to tell if even this cannot be printed.
        let _ = write!(std::io::stderr(), "\r\x1b[Kattacker wins {wins}{what} ({} battles)", wins.of);
    }

    fn clear(&self) {
        if self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let figures = &self.figures;
        match figures.method {
            Method::Fought { battles } => {
                let speed = self.battles_per_second.unwrap_or_default();
                let so_far = self.end.remark();
                writeln!(
                    f,
                    "{battles} battles from seed {} in {:.2} s, {speed:.0} a second{so_far}",
                    self.seed, self.seconds
                )?;
            }
            Method::Exact { situations } => {
                writeln!(f, "exact, {situations} situations in {:.2} s", self.seconds)?;
            }
        }
        if let Some(faction) = &figures.as_seen_by {
            writeln!(f, "as {faction} can know it; what is hidden is dealt anew for each battle")?;
        }
        let mut ends = table(&["", "share", "policy", "units lost"]);
        for (role, side) in [("attacker", &figures.attacker), ("defender", &figures.defender)] {
            let losses = number(side.losses.mean, side.losses.standard_error, 3, figures.method);
            let name = format!("{role} wins ({})", side.faction);
            ends.add_row([name, share(side.wins, figures.method), side.policy.clone(), losses]);
        }
        let nobody = share(figures.nobody_wins, figures.method);
        ends.add_row(["nobody wins".to_owned(), nobody, String::new(), String::new()]);
        writeln!(f, "\n{}", ends.trim_fmt())?;
        for side in [&figures.attacker, &figures.defender] {
            write_side(f, side, figures.method)?;
        }
        if !self.what_if.is_empty() {
            let mut changes = table(&["one more", "attacker wins", "change in points"]);
            for change in &self.what_if {
                let points = number(100.0 * change.change, 100.0 * change.standard_error, 2, figures.method);
                let sign = if change.change > 0.0 { "+" } else { "" };
                changes.add_row([
                    format!("{} ({})", change.one_more, change.side),
                    share(change.attacker_wins, figures.method),
                    format!("{sign}{points}"),
                ]);
            }
            writeln!(f, "\n{}", changes.trim_fmt())?;
        }
        for number in &figures.broken {
            writeln!(f, "broken: battle {number} from seed {} could not be finished", self.seed)?;
        }
        Ok(())
    }
}

fn write_side(f: &mut std::fmt::Formatter<'_>, side: &SideFigures, method: Method) -> std::fmt::Result {
    let mut lost = table(&[&format!("{} loses", side.faction), "of", "in a battle"]);
    for kind in &side.losses_by_kind {
        lost.add_row([
            kind.kind.clone(),
            kind.of.to_string(),
            number(kind.lost.mean, kind.lost.standard_error, 3, method),
        ]);
    }
    writeln!(f, "\n{}", lost.trim_fmt())?;
    let mut left = table(&[&format!("{} has left", side.faction), "share", ""]);
    for (units, survivors) in side.survivors.iter().enumerate() {
        let bar = "█".repeat((30.0 * survivors.share).round() as usize);
        let units = if units == 1 { "1 unit".to_owned() } else { format!("{units} units") };
        left.add_row([units, share(*survivors, method), bar]);
    }
    if let Some(column) = left.column_mut(2) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    writeln!(f, "\n{}", left.trim_fmt())
}

fn share(share: Share, method: Method) -> String {
    match method {
        Method::Fought { .. } => format!("{:.1} % ± {:.2}", 100.0 * share.share, 100.0 * share.standard_error),
        Method::Exact { .. } => format!("{:.4} %", 100.0 * share.share),
    }
}

fn number(mean: f64, error: f64, digits: usize, method: Method) -> String {
    match method {
        Method::Fought { .. } => format!("{mean:.digits$} ± {error:.digits$}"),
        Method::Exact { .. } => format!("{mean:.4}"),
    }
}
