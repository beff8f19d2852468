//! Bots play many games, and the results say something about the game.

use crate::battle;
use crate::numbers;
use crate::runs::{End, Threads, many};
use crate::seating::{Seating, known_game};
use crate::tables::table;
use crate::tournament::round;
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars, Options};
use lab::archive::{MAGIC, Stamp, Writer};
use lab::player::{Advised, Player};
use lab::simulation::{Keep, Report, Tally, simulate};
use lab::statistics::{Distribution, Share};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(after_help = "With `--map both`, games on the introductory map and on maps built freely take turns.")]
pub struct Arguments {
    /// The game: forbidden-stars
    game: Option<String>,
    /// Fight one battle again and again instead: "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion"
    #[arg(long, conflicts_with_all = ["factions", "seats", "map", "bots", "archive"])]
    battle: Option<String>,
    /// How many games (100) or battles (10000)
    #[arg(long, value_parser = numbers::count, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Who plays: one bot for all seats, or one for each seat: random, greedy, search:100ms, search:2000; greedy@FILE
    /// plays with the weights in that file
    #[arg(long, value_delimiter = ',', value_name = "BOT,BOT", default_value = "random")]
    bots: Vec<Player>,
    #[command(flatten)]
    seating: Seating,
    /// The seed of the first game; the next has the next number
    #[arg(long, default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Keep the records of all games in this new file, for `orrery replay`
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    if let Some(name) = &arguments.game {
        known_game(name)?;
    }
    match (&arguments.battle, &arguments.game) {
        (Some(text), _) => {
            let battles = battle::fight(text, arguments.games.unwrap_or(10_000), arguments.seed, arguments.threads)?;
            print(&battles, arguments, out)?;
            Ok(battles.end.status(&battles.broken))
        }
        (None, Some(_)) => {
            let (printed, written) = simulate_all(arguments)?;
            // Whatever became of the archive, the games were played.
            print(&printed, arguments, out)?;
            written?;
            Ok(printed.end.status(&printed.report.broken))
        }
        (None, None) => bail!("name a game (orrery sim forbidden-stars) or a battle (orrery sim --battle …)"),
    }
}

fn print(report: &(impl Serialize + fmt::Display), arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// The report, and whether the archive could be written.
fn simulate_all(arguments: &Arguments) -> Result<(Printed, Result<()>)> {
    let catalogue = Catalogue::standard();
    let tables = Tables::new(arguments)?;
    // What is wrong with the tables or the bots is said once, before the first game.
    let seats = tables.options(catalogue, 0)?.factions.len();
    tables.options(catalogue, 1)?;
    let players = seated(&arguments.bots, seats)?;
    let by_seat: Vec<&Advised> = players.iter().cycle().take(seats).collect();
    let names: Vec<String> = by_seat.iter().map(|player| player.name.clone()).collect();
    let mut archive = arguments.archive.as_deref().map(|path| Archive::create(path, catalogue, &names)).transpose()?;
    let keep = if archive.is_some() { Keep::Records } else { Keep::Results };
    let mut tally = Tally::default();
    let one = |number: u64| {
        let options = tables.options(catalogue, number).expect("the first games had legal options too");
        simulate(catalogue, number + 1, options, arguments.seed.wrapping_add(number), &by_seat, keep)
    };
    let mut written = Ok(());
    let mut played = 0;
    let end = many(arguments.games.unwrap_or(100), arguments.threads, one, |result| {
        if let (Some(archive), Ok(Some(kept))) = (&mut archive, result.as_ref().map(|game| game.kept.as_ref()))
            && written.is_ok()
        {
            written = archive.writer.push(kept);
        }
        played += 1;
        tally.add(result.as_ref());
    })?;
    let written = match archive {
        None => Ok(()),
        Some(archive) => written.and_then(|()| archive.writer.finish().map(|_| ())).with_context(|| {
            format!("the archive {} cannot be written to its end; use the report alone", archive.path.display())
        }),
    };
    Ok((Printed { report: tally.report(arguments.seed, names), played, end }, written))
}

/// One bot for all seats, or one for each.
fn seated(bots: &[Player], seats: usize) -> Result<Vec<Advised>> {
    if bots.len() != 1 && bots.len() != seats {
        bail!("{} bots do not fill {seats} seats; name one for all of them, or one for each", bots.len());
    }
    Ok(bots.iter().map(Player::advised).collect::<Result<_, _>>()?)
}

/// The tables at which the games are played.
struct Tables {
    /// One seating for all games, or two in turn.
    seatings: Vec<Seating>,
}

impl Tables {
    /// Where the seats are not counted otherwise, the bots count them. Both maps are played in turn with `--map both`.
    fn new(arguments: &Arguments) -> Result<Tables> {
        let mut seating = arguments.seating.clone();
        if seating.seats.is_none() && seating.factions.is_empty() && arguments.bots.len() > 1 {
            seating.seats = Some(arguments.bots.len());
        }
        let on = |map: &str| Seating { map: Some(map.to_owned()), ..seating.clone() };
        let seatings = match seating.map.as_deref() {
            Some("both") => vec![on("introductory"), on("free")],
            Some("introductory" | "free") | None => vec![seating],
            Some(other) => bail!("there is no map “{other}”; choose introductory, free or both"),
        };
        Ok(Tables { seatings })
    }

    fn options(&self, catalogue: &'static Catalogue, number: u64) -> Result<Options> {
        let count = self.seatings.len() as u64;
        self.seatings[(number % count) as usize].options(catalogue, number / count)
    }
}

/// An archive being written.
struct Archive<'a> {
    writer: Writer<BufWriter<File>>,
    path: &'a Path,
}

/// Where an archive may be written: a new file or an empty one, which nobody else is writing.
fn open_archive(path: &Path) -> Result<File> {
    let cannot = || format!("the archive {} cannot be written", path.display());
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).with_context(cannot)?;
    // A device has neither a lock nor anything to lose.
    if !file.metadata().with_context(cannot)?.is_file() {
        return Ok(file);
    }
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            bail!("another program is writing the archive {}; wait for it, or name another file", path.display());
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
    }
    let mut first = Vec::new();
    Read::by_ref(&mut file).take(MAGIC.len() as u64).read_to_end(&mut first).with_context(cannot)?;
    if first == MAGIC {
        bail!("{} is an archive already and stays as it is; name another file, or move it away", path.display());
    }
    if !first.is_empty() {
        bail!("{} is another kind of file and stays as it is; name another", path.display());
    }
    Ok(file)
}

impl<'a> Archive<'a> {
    fn create(path: &'a Path, catalogue: &'static Catalogue, names: &[String]) -> Result<Self> {
        let stamp = Stamp::new::<ForbiddenStars>(catalogue, names.to_vec());
        let writer = Writer::new(BufWriter::new(open_archive(path)?), &stamp);
        let writer = writer.with_context(|| format!("the archive {} cannot be written", path.display()))?;
        Ok(Archive { writer, path })
    }
}

/// The report, and whether it is whole.
#[derive(Debug, Serialize)]
struct Printed {
    #[serde(flatten)]
    report: Report,
    /// The first so many games of the run, broken ones included.
    played: u64,
    #[serde(rename = "interrupted")]
    end: End,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        let games = numbers::of(report.games, "game");
        writeln!(f, "{games} from seed {}{}", report.first_seed, self.end.remark())?;
        if self.end == End::Interrupted && self.played > 0 {
            writeln!(f, "These are the first games of the run: `--games {}` plays the same again.", self.played)?;
        }
        let mut bots = report.bots.clone();
        bots.dedup();
        writeln!(f, "bots: {}", bots.join(", "))?;
        writeln!(f, "decisions per game: {}", report.decisions_per_game)?;
        bars(f, &report.decisions_per_game)?;
        writeln!(f, "legal choices per decision: {}", report.choices_per_decision)?;
        bars(f, &report.choices_per_decision)?;
        writeln!(f, "forced (one legal choice): {:.1} % of the decisions", 100.0 * report.forced.share)?;
        let seat = |seat: usize| match bots.len() {
            1 => format!("seat {}", seat + 1),
            _ => format!("seat {} ({})", seat + 1, report.bots[seat]),
        };
        wins(f, "winner", &report.wins_by_faction, &report.wins_by_seat, seat)?;
        // One map alone would be the same table again.
        for (map, games) in report.set_ups.iter().filter(|_| report.set_ups.len() > 1) {
            let title = format!("on the {map} map");
            wins(f, &title, &games.wins_by_faction, &games.wins_by_seat, seat)?;
        }
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &games) in &report.endings {
            let share = Share::new(games as f64, report.games).to_string();
            ends.add_row([ending.title().to_owned(), games.to_string(), share]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        rounds(f, report)?;
        for broken in &report.broken {
            writeln!(f, "broken: {broken}")?;
        }
        Ok(())
    }
}

fn wins(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    factions: &BTreeMap<String, Share>,
    seats: &[Share],
    seat: impl Fn(usize) -> String,
) -> fmt::Result {
    let mut wins = table(&[title, "won", "of", "share (95 %)"]);
    let mut row = |name: String, share: &Share| {
        wins.add_row([name, round(share.count), share.of.to_string(), share.with_interval()]);
    };
    factions.iter().for_each(|(faction, share)| row(faction.clone(), share));
    seats.iter().enumerate().for_each(|(number, share)| row(seat(number), share));
    writeln!(f, "\n{}", wins.trim_fmt())
}

/// Which games were over after each round, who won those, and how many objectives everybody had by then.
fn rounds(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let factions: Vec<&str> = report.wins_by_faction.keys().map(String::as_str).collect();
    let won: Vec<String> = factions.iter().map(|faction| format!("{faction} won")).collect();
    let won: Vec<&str> = won.iter().map(String::as_str).collect();
    let mut decided = table(&[&["rounds played", "games", "share"], &won[..]].concat());
    let mut objectives = table(&[&["objectives after round", "games that reached it"], &factions[..]].concat());
    for (number, of_round) in &report.rounds {
        let share = |faction: &&str| of_round.wins_by_faction.get(*faction).map_or(String::new(), Share::to_string);
        let mut row = vec![number.to_string(), round(of_round.decided.count), of_round.decided.to_string()];
        row.extend(factions.iter().map(share));
        if of_round.decided.count > 0.0 {
            decided.add_row(row);
        }
        let mean =
            |faction: &&str| of_round.mean_objectives.get(*faction).map_or(String::new(), |it| format!("{it:.2}"));
        let reached = vec![number.to_string(), of_round.games.to_string()];
        objectives.add_row([reached, factions.iter().map(mean).collect()].concat());
    }
    writeln!(f, "\n{}\n\n{}", decided.trim_fmt(), objectives.trim_fmt())?;
    writeln!(f, "Games that were over before a round do not count in it, so the mean may fall from round to round.")
}

/// The longest bar of a histogram, in letters.
const LONGEST_BAR: u64 = 40;

fn bars(f: &mut fmt::Formatter<'_>, numbers: &Distribution) -> fmt::Result {
    let most = numbers.histogram.iter().map(|bar| bar.count).max().unwrap_or(1);
    let range = |from: u64, to: u64| if from == to { from.to_string() } else { format!("{from}–{to}") };
    for bar in &numbers.histogram {
        let length = (bar.count * LONGEST_BAR).div_ceil(most.max(1)) as usize;
        let share = 100.0 * bar.count as f64 / numbers.count as f64;
        writeln!(f, "  {:>9} {:5.1} % {}", range(bar.from, bar.to), share, "#".repeat(length))?;
    }
    Ok(())
}
