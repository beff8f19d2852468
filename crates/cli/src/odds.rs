//! How a battle may end.

use crate::examples::battle_of;
use crate::numbers;
use crate::output::{Kind, Output};
use crate::quote::brief;
use crate::records::read_record;
use crate::replay::remark;
use crate::runs::{End, Run, Threads};
use crate::seating::seat_of;
use crate::show::{is_record, looked_at, no_position, read_file};
use crate::tables::table;
use crate::{INTERRUPTED, complain};
use anyhow::{Error, Result, bail};
use hosted::{Advised, Figures, Method, NotExact, Odds, Player, Policies, Share, SideFigures};
use indicatif::ProgressStyle;
use kernel::{Seat, Side};
use lab::odds::draw;
use serde::Serialize;
use shelf::{Shelf, Title};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The battle in words; or a file: a position at the start of one, or a record that ends in the middle of one
    battle: String,
    /// The game that words or a position are of; the first that knows any if not said. A record says it itself
    #[arg(long, value_name = "GAME")]
    of: Option<String>,
    /// Who chooses for both sides: random, greedy, search:2000 with a number of iterations for each decision, or
    /// greedy@FILE with the weights in that file
    #[arg(long, default_value = "random", value_name = "BOT")]
    policy: Player,
    /// Who chooses for the attacker
    #[arg(long, value_name = "BOT")]
    attacker: Option<Player>,
    /// Who chooses for the defender
    #[arg(long, value_name = "BOT")]
    defender: Option<Player>,
    /// Fight until the standard error of the attacker's share is no more than this, in percentage points, from 0.01 to 50
    /// [default: 0.5]
    #[arg(long, value_name = "POINTS", conflicts_with = "battles")]
    precision: Option<f64>,
    /// Fight this many battles
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    battles: Option<u64>,
    /// Of a record: respect what this side can know; if not said, the one that is asked first
    #[arg(long = "as", value_name = "SIDE")]
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

/// Exact odds give up beyond this; it is a few seconds' work and 250 MB.
const MOST_SITUATIONS: usize = 200_000;

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    check_precision(arguments)?;
    let picture = arguments.svg.as_deref().map(|path| Output::new(path, Kind::Picture)).transpose()?;
    let Scene { title, mut odds } = read_battle(arguments, shelf, out)?;
    let policies = policies(title, arguments)?;
    let goal = goal(arguments, &policies);
    odds.begin(policies, arguments.seed);
    let (run, pool) = (Run::start(0, 0)?, arguments.threads.pool()?);
    run.bar.set_style(ProgressStyle::with_template("{msg}").expect("the template is well formed"));
    let work = Work { arguments, run: &run };
    let report = if arguments.exact { work.walk(&*odds)? } else { Some(work.fight(&mut *odds, goal, &pool)) };
    drop(run);
    let Some(report) = report else {
        complain(&NotExact::Interrupted.to_string());
        return Ok(ExitCode::from(INTERRUPTED));
    };
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    if let Some(picture) = picture {
        picture.write(&draw(&report.figures, &brief(&heading(&arguments.battle)))?)?;
    }
    Ok(report.end.status(&report.figures.broken))
}

/// A battle, and the game it is of.
struct Scene {
    title: &'static dyn Title,
    odds: Box<dyn Odds>,
}

/// A battle in words, or a file that has one.
fn read_battle(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<Scene> {
    let (text, seen_by) = (&arguments.battle, arguments.seen_by.as_deref());
    let path = Path::new(text);
    if path.exists() {
        let content = read_file(path)?;
        if is_record(&content) {
            return read_record_of_battle(arguments, shelf, &content, out);
        }
        refuse_knowledge(seen_by)?;
        let title = game_of_battle(shelf, arguments.of.as_deref())?;
        // What stands in it may be no position, or one that is no battle.
        title.rewrite(&content).map_err(|reason| no_position(path, reason))?;
        return Ok(Scene { title, odds: title.odds_of_position(&content).map_err(Error::msg)? });
    }
    if !text.trim().contains(' ') {
        let example = battle_of(shelf).map_or(String::new(), |battle| format!("write orrery odds \"{battle}\", or "));
        bail!("“{text}” is neither a file nor a battle; {example}name a position or a record");
    }
    refuse_knowledge(seen_by)?;
    let title = game_of_battle(shelf, arguments.of.as_deref())?;
    Ok(Scene { title, odds: title.odds_of(text).map_err(Error::msg)? })
}

/// The battle in the middle of which a record ends.
fn read_record_of_battle(arguments: &Arguments, shelf: Shelf, text: &str, out: &mut dyn Write) -> Result<Scene> {
    let found = read_record(shelf, text)?;
    let title = found.title;
    if let Some(name) = &arguments.of
        && shelf.find(name).map_err(Error::msg)?.name() != title.name()
    {
        bail!("this is a record of {}; leave out --of {name}", title.name());
    }
    let table = found.what.open(&looked_at).map_err(Error::msg)?;
    let seat: Option<Seat> = arguments.seen_by.as_ref().map(|side| seat_of(title, &*table, side)).transpose()?;
    let odds = table.odds_in(seat).map_err(Error::msg)?;
    // Whoever reads JSON wants nothing else.
    if arguments.json {
        remark(&*found.what, &mut std::io::stderr())?;
    } else {
        remark(&*found.what, out)?;
    }
    Ok(Scene { title, odds })
}

/// The game with this name, or the first that has odds.
pub fn game_of_battle(shelf: Shelf, name: Option<&str>) -> Result<&'static dyn Title> {
    match name {
        Some(name) => shelf.find(name).map_err(Error::msg),
        None => Ok(shelf.titles().find(|title| title.offer().odds_example.is_some()).unwrap_or(shelf.first())),
    }
}

fn refuse_knowledge(seen_by: Option<&str>) -> Result<()> {
    if seen_by.is_some() {
        bail!("--as is for a record: at the start of a battle nobody has seen a card yet; leave it out");
    }
    Ok(())
}

/// The name under which a battle is drawn: its words, or its file.
fn heading(battle: &str) -> String {
    let path = Path::new(battle);
    let file = path.file_name().filter(|_| path.exists()).map(|name| name.to_string_lossy().into_owned());
    file.unwrap_or_else(|| battle.to_owned())
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    Battles(u64),
    /// A standard error of the attacker's share. It is looked at each time so many more battles are over, so that the
    /// clock decides nothing.
    Precision {
        error: f64,
        every: u64,
    },
}

/// The standard error that is good enough where nobody says otherwise, in percentage points.
const PRECISION: f64 = 0.5;

fn check_precision(arguments: &Arguments) -> Result<()> {
    if !(0.01..=50.0).contains(&arguments.precision.unwrap_or(PRECISION)) {
        bail!("odds are sharpened to a precision from 0.01 to 50 percentage points; choose one of those");
    }
    Ok(())
}

fn goal(arguments: &Arguments, policies: &Policies) -> Goal {
    match arguments.battles {
        Some(battles) => Goal::Battles(battles),
        None => Goal::Precision {
            error: arguments.precision.unwrap_or(PRECISION) / 100.0,
            every: if policies.are_blind() { 500 } else { 20 },
        },
    }
}

/// The bots with their weights.
fn policies(title: &dyn Title, arguments: &Arguments) -> Result<Policies> {
    let advised = |player: &Option<Player>| -> Result<Advised> {
        let advised = title.advised(player.as_ref().unwrap_or(&arguments.policy))?;
        if !advised.kind().is_reproducible() {
            bail!(
                "“{}” goes by the clock, and the odds would depend on the machine; name a number of iterations, as in \
                 search:2000",
                advised.name
            );
        }
        Ok(advised)
    };
    Ok(Policies { attacker: advised(&arguments.attacker)?, defender: advised(&arguments.defender)? })
}

/// Fights until the goal is reached or somebody interrupts, which is looked at many times a second if the battles are not
/// longer than that; then `each` is shown the odds, too.
pub fn sharpen(
    odds: &mut dyn Odds,
    goal: Goal,
    pool: &rayon::ThreadPool,
    is_stopped: impl Fn() -> bool,
    mut each: impl FnMut(&dyn Odds),
) -> End {
    let threads = pool.current_num_threads() as u64;
    let mut stretch = threads;
    loop {
        let fought = odds.fought();
        let until = match goal {
            Goal::Battles(battles) => battles,
            Goal::Precision { error, every } if fought > 0 && fought.is_multiple_of(every) => {
                let is_enough = odds.precision() <= error || odds.is_hopeless();
                if is_enough { fought } else { fought + every }
            }
            Goal::Precision { every, .. } => fought.next_multiple_of(every).max(every),
        };
        if fought >= until {
            return End::Complete;
        }
        if is_stopped() {
            return End::Interrupted;
        }
        let (began, more) = (Instant::now(), stretch.min(until - fought));
        pool.install(|| odds.sharpen_in_parallel(more));
        stretch = next_stretch(more, began.elapsed(), threads);
        each(odds);
    }
}

/// How many battles are fought at a stretch if `battles` took so long: a tenth of a second's work, and one battle for
/// each thread at least. At first nobody knows how long a battle takes, so it grows step by step.
fn next_stretch(battles: u64, took: Duration, threads: u64) -> u64 {
    let tenth = battles as f64 * 0.1 / took.as_secs_f64().max(1e-9);
    (tenth as u64).clamp(threads, threads.max(battles.saturating_mul(4)))
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

/// What one more unit would change. Nothing is known where only the battle without it is small enough for exact odds.
#[derive(Debug, Serialize)]
struct Change {
    side: &'static str,
    one_more: String,
    attacker_wins: Option<Share>,
    /// Of the attacker's share.
    change: Option<f64>,
    standard_error: Option<f64>,
    not_exact: Option<String>,
}

/// What is to be done, and who may interrupt it.
struct Work<'a> {
    arguments: &'a Arguments,
    run: &'a Run,
}

impl Work<'_> {
    /// The exact odds; none if somebody interrupts before they are there.
    fn walk(&self, odds: &dyn Odds) -> Result<Option<Report>> {
        let is_stopped = || self.run.is_stopped();
        self.run.bar.set_message("walking through all that can happen");
        let began = Instant::now();
        let figures = match odds.exact(MOST_SITUATIONS, &is_stopped) {
            Err(NotExact::Interrupted) => return Ok(None),
            figures => figures?,
        };
        let seconds = began.elapsed().as_secs_f64();
        let (mut what_if, mut end) = (Vec::new(), End::Complete);
        let others = if self.arguments.what_if { odds.reinforced() } else { Vec::new() };
        for more in others {
            self.run.bar.set_message(format!("walking through all that can happen with one more {}", more.unit));
            let wins = match more.odds.exact(MOST_SITUATIONS, &is_stopped) {
                Err(NotExact::Interrupted) => {
                    end = End::Interrupted;
                    break;
                }
                changed => changed.map(|figures| figures.attacker.wins),
            };
            what_if.push(Change::new(more.side, more.unit, &figures, wins));
        }
        Ok(Some(Report {
            end,
            seed: self.arguments.seed,
            figures,
            seconds,
            battles_per_second: None,
            first_figure_seconds: None,
            what_if,
        }))
    }

    fn fight(&self, odds: &mut dyn Odds, goal: Goal, pool: &rayon::ThreadPool) -> Report {
        let is_stopped = || self.run.is_stopped();
        self.run.bar.set_message("no battle is over yet");
        let seed = self.arguments.seed;
        let began = Instant::now();
        let mut first = None;
        let mut end = sharpen(odds, goal, pool, is_stopped, |odds| {
            first.get_or_insert_with(|| began.elapsed().as_secs_f64());
            self.show(odds, "");
        });
        let seconds = began.elapsed().as_secs_f64();
        let figures = odds.figures();
        let mut what_if = Vec::new();
        if self.arguments.what_if && end == End::Complete {
            // As many battles as there were: the changes are then about as sharp as the odds themselves.
            for mut more in odds.reinforced() {
                let show = |odds: &dyn Odds| self.show(odds, &format!(" with one more {}", more.unit));
                end = sharpen(&mut *more.odds, Goal::Battles(odds.fought()), pool, is_stopped, show);
                if end == End::Interrupted {
                    break;
                }
                let wins = more.odds.figures().attacker.wins;
                what_if.push(Change::new(more.side, more.unit, &figures, Ok(wins)));
            }
        }
        Report {
            end,
            seed,
            figures,
            seconds,
            battles_per_second: Some(odds.fought() as f64 / seconds.max(1e-9)),
            first_figure_seconds: first,
            what_if,
        }
    }

    /// The figure so far, where somebody sits at a terminal.
    fn show(&self, odds: &dyn Odds, what: &str) {
        if !self.run.bar.is_hidden() {
            let wins = odds.figures().attacker.wins;
            self.run.bar.set_message(format!("attacker wins {wins}{what} ({})", numbers::of(wins.of, "battle")));
        }
    }
}

impl Change {
    fn new(side: Side, one_more: String, before: &Figures, after: Result<Share, NotExact>) -> Change {
        let before = before.attacker.wins;
        let wins = after.as_ref().ok().copied();
        Change {
            side: match side {
                Side::Attacker => "attacker",
                Side::Defender => "defender",
            },
            one_more,
            attacker_wins: wins,
            change: wins.map(|wins| wins.share - before.share),
            standard_error: wins.map(|wins| before.standard_error.hypot(wins.standard_error)),
            not_exact: after.err().map(|reason| reason.to_string()),
        }
    }

    fn row(&self, method: Method) -> [String; 3] {
        let dash = || "–".to_owned();
        let points = self.change.zip(self.standard_error).map_or_else(dash, |(change, error)| {
            let sign = if change > 0.0 { "+" } else { "" };
            format!("{sign}{}", number(100.0 * change, 100.0 * error, 2, method))
        });
        let wins = self.attacker_wins.map_or_else(dash, |wins| share(wins, method));
        [format!("{} ({})", self.one_more, self.side), wins, points]
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
                    "{} from seed {} in {:.2} s, {speed:.0} a second{so_far}",
                    numbers::of(battles, "battle"),
                    self.seed,
                    self.seconds
                )?;
            }
            Method::Exact { situations } => {
                let so_far = self.end.remark();
                writeln!(f, "exact, {} in {:.2} s{so_far}", numbers::of(situations, "situation"), self.seconds)?;
            }
        }
        if let Some(side) = &figures.as_seen_by {
            writeln!(f, "as {side} can know it; what is hidden is dealt anew for each battle")?;
        }
        let mut ends = table(&["", "share", "policy", "units lost"]);
        for (role, side) in [("attacker", &figures.attacker), ("defender", &figures.defender)] {
            let losses = number(side.losses.mean, side.losses.standard_error, 3, figures.method);
            let name = format!("{role} wins ({})", side.side);
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
                changes.add_row(change.row(figures.method));
            }
            writeln!(f, "\n{}", changes.trim_fmt())?;
            if self.what_if.iter().any(|change| change.not_exact.is_some()) {
                writeln!(f, "–: no exact odds, the battle is too large with that unit; without --exact it is fought")?;
            }
        }
        if figures.nobody_wins.of == 0 && !figures.broken.is_empty() {
            writeln!(
                f,
                "no battle could be finished, so there are no odds; that is a fault of the rules, please report the \
                 battle with its seed"
            )?;
        }
        for number in &figures.broken {
            writeln!(f, "broken: battle {number} from seed {} could not be finished", self.seed)?;
        }
        Ok(())
    }
}

fn write_side(f: &mut std::fmt::Formatter<'_>, side: &SideFigures, method: Method) -> std::fmt::Result {
    let mut lost = table(&[&format!("{} loses", side.side), "of", "in a battle"]);
    for kind in &side.losses_by_kind {
        lost.add_row([
            kind.kind.clone(),
            kind.of.to_string(),
            number(kind.lost.mean, kind.lost.standard_error, 3, method),
        ]);
    }
    writeln!(f, "\n{}", lost.trim_fmt())?;
    let mut left = table(&[&format!("{} has left", side.side), "share", ""]);
    for (units, survivors) in side.survivors.iter().enumerate() {
        let bar = "█".repeat((30.0 * survivors.share).round() as usize);
        left.add_row([numbers::of(units as u64, "unit"), share(*survivors, method), bar]);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Stretches are cut by the clock: single battles if they are long, ever more of them if they are short.
    #[test]
    fn slow_battles_are_fought_one_by_one() {
        assert_eq!(next_stretch(2, Duration::from_secs(10), 2), 2);
        assert_eq!(next_stretch(200, Duration::from_secs(1), 2), 20);
        assert_eq!(next_stretch(2, Duration::from_micros(100), 2), 8);
        assert_eq!(next_stretch(1, Duration::ZERO, 2), 4);
        assert_eq!(next_stretch(2, Duration::from_millis(1), 16), 16);
    }

    /// A battle that the rules can never finish.
    struct Hopeless(u64);

    impl Odds for Hopeless {
        fn begin(&mut self, _policies: Policies, _seed: u64) {
            self.0 = 0;
        }
        fn sharpen(&mut self, times: u64) {
            self.0 += times;
        }
        fn sharpen_in_parallel(&mut self, times: u64) {
            self.0 += times;
        }
        fn fought(&self) -> u64 {
            self.0
        }
        fn precision(&self) -> f64 {
            1.0
        }
        fn is_hopeless(&self) -> bool {
            self.0 >= 100
        }
        fn figures(&self) -> Figures {
            unreachable!("nobody asks how it ends")
        }
        fn exact(&self, _most: usize, _is_stopped: &dyn Fn() -> bool) -> Result<Figures, NotExact> {
            Err(NotExact::Interrupted)
        }
        fn may_be_exact(&self) -> bool {
            false
        }
        fn what_if(&self) -> Vec<hosted::Altered> {
            Vec::new()
        }
        fn reinforced(&self) -> Vec<hosted::Altered> {
            Vec::new()
        }
        fn in_words(&self) -> Option<String> {
            None
        }
        fn left_out(&self) -> Vec<String> {
            Vec::new()
        }
        fn seats(&self) -> Option<[Seat; 2]> {
            None
        }
        fn copy(&self) -> Box<dyn Odds> {
            Box::new(Hopeless(self.0))
        }
    }

    #[test]
    fn battles_that_all_break_come_to_an_end() {
        let mut odds = Hopeless(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
        let end = sharpen(&mut odds, Goal::Precision { error: 0.1, every: 500 }, &pool, || false, |_| ());
        assert_eq!((end, odds.fought()), (End::Complete, 500));
    }
}
