//! Bots compete, and their strength is reported.

use crate::runs::{End, Threads, as_they_finish};
use crate::seating::{Seating, known_game};
use crate::tables::table;
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars, MapChoice, Options};
use kernel::{ENGINE_VERSION, Rules};
use lab::player::{Advised, Player};
use lab::statistics::Share;
use lab::tournament::{Journal, Plan, Played, Report, Terms, csv, play_fixture};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game: forbidden-stars
    game: String,
    /// Who plays: random, greedy, search:100ms (time for a decision), search:2000 (iterations), separated by commas.
    /// As many as there are seats sit down together; of more, all selections meet in turn
    #[arg(long, value_delimiter = ',', value_name = "BOT,BOT", required = true)]
    bots: Vec<Player>,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    seating: Seating,
    /// The seed of the first set of games; the next has the next number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// A folder for the journal and the reports. The same command with the same folder goes on where it stopped
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write all games as a table, a row for each seat
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the plots into this folder: strength.svg, factions.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    known_game(&arguments.game)?;
    let catalogue = Catalogue::standard();
    // What is wrong with the table or the bots is said once, before the first game.
    let first = options(catalogue, &arguments.seating, 0)?;
    let players: Vec<Advised> = arguments.bots.iter().map(Player::advised).collect::<Result<_, _>>()?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let seats = first.factions.len();
    let plan = Plan::new(names.len(), seats, arguments.seed);
    for folder in arguments.out.iter().chain(&arguments.svg) {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    let (mut journal, mut games) = match &arguments.out {
        None => (None, Vec::new()),
        Some(folder) => {
            let terms = terms(catalogue, arguments, &players, &first);
            let opened = Journal::open(&folder.join("journal.jsonl"), &terms, |number| plan.fixture(number))?;
            (Some(opened.0), opened.1)
        }
    };
    let done: BTreeSet<u64> = games.iter().map(|game| game.game - 1).collect();
    let one = |number| {
        let fixture = plan.fixture(number);
        let options = options(catalogue, &arguments.seating, fixture.table).expect("the first table was legal too");
        play_fixture(catalogue, &fixture, options, &players)
    };
    let missing = (0..arguments.games).filter(|number| !done.contains(number));
    let end = as_they_finish(arguments.games, done.len() as u64, missing, arguments.threads, one, |game| {
        if let Some(journal) = &mut journal {
            journal.push(&game)?;
        }
        games.push(game);
        Ok(())
    })?;
    let report = Report::new(&names, seats, arguments.games, arguments.seed, &plan, &games);
    let printed = Printed { report, end };
    write_files(arguments, &printed, &games)?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&printed)?)?;
    } else {
        write!(out, "{printed}")?;
        if let (End::Interrupted, Some(folder)) = (end, &arguments.out) {
            writeln!(out, "\nThe same command goes on from {}.", folder.display())?;
        }
    }
    Ok(end.status(&printed.report.broken))
}

/// The table with this number. Factions that were named go round it.
fn options(catalogue: &'static Catalogue, seating: &Seating, table: u64) -> Result<Options> {
    let mut options = seating.options(catalogue, table)?;
    if !seating.factions.is_empty() {
        let seats = options.factions.len();
        options.factions.rotate_left((table % seats as u64) as usize);
    }
    Ok(options)
}

fn terms(catalogue: &'static Catalogue, arguments: &Arguments, players: &[Advised], first: &Options) -> Terms {
    Terms {
        tournament: ForbiddenStars::NAME.to_owned(),
        engine: ENGINE_VERSION.to_owned(),
        catalogue: kernel::hex(&ForbiddenStars::catalogue_hash(catalogue)),
        bots: players.iter().map(|player| player.name.clone()).collect(),
        weights: players.iter().map(Advised::fingerprint).collect(),
        seats: first.factions.len(),
        factions: if arguments.seating.factions.is_empty() { Vec::new() } else { first.factions.clone() },
        map: match first.map {
            MapChoice::Introductory => "introductory".to_owned(),
            MapChoice::Free => "free".to_owned(),
        },
        games: arguments.games,
        seed: arguments.seed,
    }
}

/// Everything that was asked for: all of it into the folder of the tournament, or one by one.
fn write_files(arguments: &Arguments, printed: &Printed, games: &[Played]) -> Result<()> {
    let report = &printed.report;
    if let Some(folder) = &arguments.out {
        write_file(&folder.join("report.json"), &format!("{}\n", serde_json::to_string_pretty(printed)?))?;
        write_file(&folder.join("games.csv"), &csv(games))?;
    }
    if let Some(file) = &arguments.csv {
        write_file(file, &csv(games))?;
    }
    for folder in arguments.out.iter().chain(&arguments.svg) {
        write_file(&folder.join("strength.svg"), &lab::plots::strength(report)?)?;
        write_file(&folder.join("factions.svg"), &lab::plots::factions(report)?)?;
    }
    Ok(())
}

/// Writes beside the file and then takes its place, so that there is never half a file.
fn write_file(path: &Path, text: &str) -> Result<()> {
    let Some(name) = path.file_name() else { bail!("{} names no file", path.display()) };
    let mut unfinished = name.to_owned();
    unfinished.push(".unfinished");
    let unfinished = path.with_file_name(unfinished);
    std::fs::write(&unfinished, text)
        .and_then(|()| std::fs::rename(&unfinished, path))
        .with_context(|| format!("the file {} cannot be written", path.display()))
}

/// The report, and whether it is whole.
#[derive(Debug, Serialize)]
struct Printed {
    #[serde(flatten)]
    report: Report,
    #[serde(rename = "interrupted")]
    end: End,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Printed { report, end } = self;
        let (games, planned, seats) = (report.games, report.planned, report.seats);
        writeln!(f, "{games} of {planned} games at {seats} seats from seed {}{}", report.first_seed, end.remark())?;
        let mut strength = table(&["bot", "won", "of", "share (95 %)", "fair", "Elo (95 %)"]);
        for bot in &report.bots {
            let elo = bot.elo;
            strength.add_row([
                bot.name.clone(),
                round(bot.won.count),
                bot.won.of.to_string(),
                bot.won.with_interval(),
                format!("{:.1} %", 100.0 * bot.fair_share),
                format!("{:+.0} ({:+.0} to {:+.0})", elo.rating, elo.low, elo.high),
            ]);
        }
        writeln!(f, "\n{}", strength.trim_fmt())?;
        let factions: Vec<(String, Option<Share>)> =
            report.wins_by_faction.iter().map(|(name, share)| (name.clone(), Some(*share))).collect();
        let by_faction = |name: &String| report.bots.iter().map(|bot| bot.by_faction.get(name).copied()).collect();
        self.compare(f, "faction", factions.iter().map(|(name, all)| (name.clone(), *all, by_faction(name))))?;
        let seats = report.wins_by_seat.iter().enumerate().map(|(seat, all)| {
            let bots = report.bots.iter().map(|bot| bot.by_seat.get(seat).copied()).collect();
            (format!("seat {}", seat + 1), Some(*all), bots)
        });
        self.compare(f, "seat", seats)?;
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &count) in &report.endings {
            ends.add_row([ending.title().to_owned(), count.to_string(), Share::new(count as f64, games).to_string()]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        let mut times = table(&["ms for a decision", "decisions", "mean", "p50", "p99", "p99.9", "max"]);
        for bot in &report.bots {
            let Some(of) = report.decision_times.get(&bot.name) else { continue };
            let numbers = [of.mean_ms, of.p50_ms, of.p99_ms, of.p999_ms, of.max_ms];
            let mut row = vec![bot.name.clone(), of.decisions.to_string()];
            row.extend(numbers.map(|number| format!("{number:.3}")));
            times.add_row(row);
        }
        writeln!(f, "\n{}", times.trim_fmt())?;
        let (illegal, stuck, panicked) = (report.illegal, report.stuck, report.panicked);
        writeln!(f, "\nillegal choices: {illegal}; stuck games: {stuck}; games ended by a panic: {panicked}")?;
        for broken in &report.broken {
            writeln!(f, "broken: {broken}")?;
        }
        Ok(())
    }
}

impl Printed {
    /// A table with a column for everybody and one for each bot.
    fn compare(
        &self,
        f: &mut fmt::Formatter<'_>,
        what: &str,
        rows: impl Iterator<Item = (String, Option<Share>, Vec<Option<Share>>)>,
    ) -> fmt::Result {
        let names: Vec<&str> = self.report.bots.iter().map(|bot| bot.name.as_str()).collect();
        let mut shares = table(&[&[what, "everybody"], &names[..]].concat());
        for (name, all, bots) in rows {
            let mut row = vec![name];
            row.extend([all].into_iter().chain(bots).map(|share| share.map_or(String::new(), |it| it.with_interval())));
            shares.add_row(row);
        }
        writeln!(f, "\n{}", shares.trim_fmt())
    }
}

/// Whole numbers without a fraction; shared victories with one.
pub fn round(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.2}") }
}
