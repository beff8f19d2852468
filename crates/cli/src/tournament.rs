//! Bots compete, and their strength is reported.

use crate::numbers;
use crate::output::{Kind, Output};
use crate::runs::{End, Threads, as_they_finish};
use crate::seating::{Seating, fill};
use crate::tables::table;
use anyhow::{Context, Error, Result};
use hosted::{Advised, Player, Share};
use lab::tournament::{Journal, PLAN, Plan, Played, Report, Terms, csv};
use serde::Serialize;
use shelf::{Offer, Shelf, Title, Wish};
use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    title: String,
    /// Who plays: random, greedy, search:100ms (time for a decision), search:2000 (iterations), separated by commas;
    /// greedy@FILE plays with the weights in that file. As many as there are seats sit down together. Of
    /// more, all selections that fill the table meet in turn; fewer take several seats each
    #[arg(long, value_delimiter = ',', value_name = "BOT,BOT", required = true)]
    bots: Vec<Player>,
    /// How many games. Everybody meets everybody in every seat with a multiple of the seats times the line-ups: of four
    /// bots at two seats, 12
    #[arg(long, default_value_t = 100, value_parser = numbers::count, allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    seating: Seating,
    /// The seed of the first set of games; the next has the next number
    #[arg(long, default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
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
    /// Write the plots into this folder: strength.svg, sides.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let title = shelf.find(&arguments.title).map_err(Error::msg)?;
    // What is wrong with the table or the bots is said once, before the first game.
    let wish = arguments.seating.wish(title)?;
    let first = table_of(title, &wish, 0)?;
    let players: Vec<Advised> = arguments.bots.iter().map(|player| title.advised(player)).collect::<Result<_, _>>()?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let seats = first.sides.len();
    let plan = Plan::new(names.len(), seats, arguments.seed);
    for folder in arguments.out.iter().chain(&arguments.svg) {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    let files = Files::new(arguments)?;
    let (mut journal, mut games) = match &arguments.out {
        None => (None, Vec::new()),
        Some(folder) => {
            let terms = terms(title, arguments, &players, &first);
            let opened = Journal::open(&folder.join("journal.jsonl"), &terms, |number| plan.fixture(number))?;
            (Some(opened.0), opened.1)
        }
    };
    let done: BTreeSet<u64> = games.iter().map(|game| game.game - 1).collect();
    let one = |number| {
        let fixture = plan.fixture(number);
        let wish = table_of(title, &wish, fixture.table).expect("the first table was legal too");
        title.play_fixture(&fixture, wish, &players)
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
    let printed = Printed { report, end, offer: title.offer() };
    // Neither a file that cannot be written nor a reader who has gone keeps back the rest.
    let shown = print(arguments, &printed, out);
    files.write(&printed, &games)?;
    shown?;
    Ok(end.status(&printed.report.broken))
}

fn print(arguments: &Arguments, printed: &Printed, out: &mut dyn Write) -> Result<()> {
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(printed)?)?;
    } else {
        write!(out, "{printed}")?;
        if let (End::Interrupted, Some(folder)) = (printed.end, &arguments.out) {
            writeln!(out, "\nThe same command goes on from {}.", folder.display())?;
        }
    }
    Ok(())
}

/// The table with this number. Sides that were named go round it.
fn table_of(title: &dyn Title, wish: &Wish, number: u64) -> Result<Wish> {
    let mut filled = fill(title, wish, number)?;
    if !wish.sides.is_empty() {
        let seats = filled.sides.len();
        filled.sides.rotate_left((number % seats as u64) as usize);
    }
    Ok(filled)
}

fn terms(title: &dyn Title, arguments: &Arguments, players: &[Advised], first: &Wish) -> Terms {
    Terms {
        tournament: title.name().to_owned(),
        engine: title.stamp(Vec::new()).engine,
        catalogue: title.catalogue(),
        bots: players.iter().map(|player| player.name.clone()).collect(),
        weights: players.iter().map(Advised::fingerprint).collect(),
        seats: first.sides.len(),
        sides: if arguments.seating.sides.is_empty() { Vec::new() } else { first.sides.clone() },
        options: first.options.iter().map(|(id, value)| format!("{id}={value}")).collect(),
        games: arguments.games,
        seed: arguments.seed,
        plan: PLAN,
    }
}

/// Everything that was asked for: all of it into the folder of the tournament, or one by one.
struct Files {
    reports: Vec<Output>,
    tables: Vec<Output>,
    strengths: Vec<Output>,
    sides: Vec<Output>,
}

impl Files {
    /// What cannot be written is said before the first game.
    fn new(arguments: &Arguments) -> Result<Files> {
        let all = |paths: Vec<PathBuf>, kind: Kind| -> Result<Vec<Output>> {
            paths.iter().map(|path| Output::new(path, kind)).collect()
        };
        let out = |name: &str| arguments.out.iter().map(|folder| folder.join(name)).collect::<Vec<_>>();
        let plots = |name: &str| arguments.svg.iter().map(|folder| folder.join(name)).chain(out(name)).collect();
        Ok(Files {
            reports: all(out("report.json"), Kind::Report)?,
            tables: all(arguments.csv.iter().cloned().chain(out("games.csv")).collect(), Kind::Games)?,
            strengths: all(plots("strength.svg"), Kind::Picture)?,
            sides: all(plots("sides.svg"), Kind::Picture)?,
        })
    }

    /// Writes what can be written; the first failure is told.
    fn write(&self, printed: &Printed, games: &[Played]) -> Result<()> {
        let report = &printed.report;
        let each = |files: &[Output], content: Result<String>| -> Result<()> {
            if files.is_empty() {
                return Ok(());
            }
            let content = content?;
            files.iter().map(|file| file.write(&content)).fold(Ok(()), Result::and)
        };
        let json = serde_json::to_string_pretty(printed).map(|json| json + "\n");
        let written = [
            each(&self.reports, json.map_err(Into::into)),
            each(&self.tables, Ok(csv(games))),
            each(&self.strengths, lab::plots::strength(report).map_err(Into::into)),
            each(&self.sides, lab::plots::sides(report).map_err(Into::into)),
        ];
        written.into_iter().fold(Ok(()), Result::and)
    }
}

/// The report, and whether it is whole.
#[derive(Debug, Serialize)]
struct Printed {
    #[serde(flatten)]
    report: Report,
    #[serde(rename = "interrupted")]
    end: End,
    #[serde(skip)]
    offer: Offer,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Printed { report, end, offer } = self;
        let (games, planned, seats) = (report.games, report.planned, report.seats);
        let of_all = numbers::of(planned, "game");
        writeln!(f, "{games} of {of_all} at {seats} seats from seed {}{}", report.first_seed, end.remark())?;
        let mut strength = table(&["bot", "won", "of", "share (95 %)", "fair", "Elo (95 %)"]);
        for bot in &report.bots {
            // Of who has not played there is nothing to say.
            let Some(elo) = bot.elo else {
                strength.add_row([bot.name.as_str(), "", "0"]);
                continue;
            };
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
        if !planned.is_multiple_of(report.cycle) {
            writeln!(
                f,
                "Everybody has met everybody in every seat after {0} games; {planned} is no multiple of it, so not all \
                 had the same games. Name --games {1}.",
                report.cycle,
                planned.next_multiple_of(report.cycle)
            )?;
        }
        let sides: Vec<(String, Option<Share>)> =
            report.wins_by_side.iter().map(|(name, share)| (name.clone(), Some(*share))).collect();
        let by_side = |name: &String| report.bots.iter().map(|bot| bot.by_side.get(name).copied()).collect();
        let side_word = offer.side_word.to_lowercase();
        self.compare(f, &side_word, sides.iter().map(|(name, all)| (name.clone(), *all, by_side(name))))?;
        let seats = report.wins_by_seat.iter().enumerate().map(|(seat, all)| {
            let bots = report.bots.iter().map(|bot| bot.by_seat.get(seat).copied()).collect();
            (format!("seat {}", seat + 1), Some(*all), bots)
        });
        self.compare(f, "seat", seats)?;
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &count) in &report.endings {
            ends.add_row([ending_title(offer, ending), count.to_string(), Share::new(count as f64, games).to_string()]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        let mut times = table(&["ms for a decision", "decisions", "mean", "p50", "p99", "p99.9", "max"]);
        for bot in &report.bots {
            let Some(of) = report.decision_times.get(&bot.name) else { continue };
            let all = [of.mean_ms, of.p50_ms, of.p99_ms, of.p999_ms, of.max_ms];
            let mut row = vec![bot.name.clone(), of.decisions.to_string()];
            if of.decisions > 0 {
                row.extend(all.map(|number| format!("{number:.3}")));
            }
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
            let shares_of = [all].into_iter().chain(bots);
            // A share of nothing says nothing.
            let text =
                |share: Option<Share>| share.filter(|it| it.of > 0).map_or(String::new(), |it| it.with_interval());
            row.extend(shares_of.map(text));
            shares.add_row(row);
        }
        writeln!(f, "\n{}", shares.trim_fmt())
    }
}

/// How a game ended, in the words of its offer.
pub fn ending_title(offer: &Offer, id: &str) -> String {
    let found = offer.endings.iter().find(|ending| ending.id == id);
    found.map_or(id, |ending| &ending.title).to_owned()
}

/// Whole numbers without a fraction; shared victories with one.
pub fn round(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.2}") }
}
