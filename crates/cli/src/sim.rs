//! Bots play many games, and the results say something about the game.

use crate::battle;
use crate::numbers;
use crate::odds::game_of_battle;
use crate::runs::{End, Threads, many};
use crate::seating::{Seating, fill};
use crate::tables::table;
use crate::tournament::{ending_title, round};
use anyhow::{Context, Error, Result, bail};
use hosted::{Advised, Player, Share};
use lab::archive::{MAGIC, Writer};
use lab::simulation::{Keep, Report, Tally};
use lab::statistics::Distribution;
use serde::Serialize;
use shelf::{Offer, Shelf, Title, Wish};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(after_help = "With `--option ID=all`, the values of that option take turns.")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    title: Option<String>,
    /// Fight one battle again and again instead, told in words
    #[arg(long, conflicts_with_all = ["sides", "seats", "options", "bots", "archive"])]
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

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    match (&arguments.battle, &arguments.title) {
        (Some(text), name) => {
            let title = game_of_battle(shelf, name.as_deref())?;
            let battles = arguments.games.unwrap_or(10_000);
            let battles = battle::fight(title, text, battles, arguments.seed, arguments.threads)?;
            print(&battles, arguments, out)?;
            Ok(battles.end.status(&battles.broken))
        }
        (None, Some(name)) => {
            let (printed, written) = simulate_all(shelf.find(name).map_err(Error::msg)?, arguments)?;
            // Whatever became of the archive, the games were played.
            print(&printed, arguments, out)?;
            written?;
            Ok(printed.end.status(&printed.report.broken))
        }
        (None, None) => {
            bail!("name a game (orrery sim {}) or a battle (orrery sim --battle …)", shelf.first().name())
        }
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
fn simulate_all(title: &'static dyn Title, arguments: &Arguments) -> Result<(Printed, Result<()>)> {
    let tables = Tables::new(title, arguments)?;
    // What is wrong with the tables or the bots is said once, before the first game.
    let seats = tables.wish(0)?.sides.len();
    for number in 1..tables.wishes.len() {
        tables.wish(number as u64)?;
    }
    let players = seated(title, &arguments.bots, seats)?;
    let by_seat: Vec<&Advised> = players.iter().cycle().take(seats).collect();
    let names: Vec<String> = by_seat.iter().map(|player| player.name.clone()).collect();
    let mut archive = arguments.archive.as_deref().map(|path| Archive::create(path, title, &names)).transpose()?;
    let keep = if archive.is_some() { Keep::Records } else { Keep::Results };
    let mut tally = Tally::default();
    let one = |number: u64| {
        let wish = tables.wish(number).expect("the first games were legal too");
        title.simulate(number + 1, wish, arguments.seed.wrapping_add(number), &by_seat, keep)
    };
    let mut written = Ok(());
    let mut played = 0;
    let end = many(arguments.games.unwrap_or(100), arguments.threads, one, |result| {
        if let (Some(archive), Ok(Some(kept))) = (&mut archive, result.as_ref().map(|game| game.kept.as_ref()))
            && written.is_ok()
        {
            written = archive.writer.push_frame(kept);
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
    Ok((Printed { report: tally.report(arguments.seed, names), played, end, offer: title.offer() }, written))
}

/// One bot for all seats, or one for each.
fn seated(title: &dyn Title, bots: &[Player], seats: usize) -> Result<Vec<Advised>> {
    if bots.len() != 1 && bots.len() != seats {
        bail!("{} bots do not fill {seats} seats; name one for all of them, or one for each", bots.len());
    }
    Ok(bots.iter().map(|player| title.advised(player)).collect::<Result<_, _>>()?)
}

/// The tables at which the games are played.
struct Tables {
    title: &'static dyn Title,
    /// One wish for all games, or several in turn.
    wishes: Vec<Wish>,
}

/// The value of an option that stands for all of them.
const ALL: &str = "all";

impl Tables {
    /// Where the seats are not counted otherwise, the bots count them.
    fn new(title: &'static dyn Title, arguments: &Arguments) -> Result<Tables> {
        let mut wish = arguments.seating.wish(title)?;
        if wish.seats.is_none() && wish.sides.is_empty() && arguments.bots.len() > 1 {
            wish.seats = Some(u8::try_from(arguments.bots.len()).unwrap_or(u8::MAX));
        }
        let mut wishes = vec![wish];
        for option in title.offer().options {
            if wishes[0].option(&option.id) == Some(ALL) {
                let with = |wish: &Wish| -> Vec<Wish> {
                    option.values.iter().map(|value| wish.clone().with(&option.id, &value.id)).collect()
                };
                wishes = wishes.iter().flat_map(with).collect();
            }
        }
        Ok(Tables { title, wishes })
    }

    fn wish(&self, number: u64) -> Result<Wish> {
        let count = self.wishes.len() as u64;
        fill(self.title, &self.wishes[(number % count) as usize], number / count)
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
    fn create(path: &'a Path, title: &dyn Title, names: &[String]) -> Result<Self> {
        let stamp = title.stamp(names.to_vec());
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
    #[serde(skip)]
    offer: Offer,
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
        wins(f, "winner", &report.wins_by_side, &report.wins_by_seat, seat)?;
        // One way alone would be the same table again.
        for (set_up, games) in report.set_ups.iter().filter(|_| report.set_ups.len() > 1) {
            let title = format!("with {set_up}");
            wins(f, &title, &games.wins_by_side, &games.wins_by_seat, seat)?;
        }
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &games) in &report.endings {
            let share = Share::new(games as f64, report.games).to_string();
            ends.add_row([ending_title(&self.offer, ending), games.to_string(), share]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        rounds(f, report, &self.offer)?;
        for broken in &report.broken {
            writeln!(f, "broken: {broken}")?;
        }
        Ok(())
    }
}

fn wins(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    sides: &BTreeMap<String, Share>,
    seats: &[Share],
    seat: impl Fn(usize) -> String,
) -> fmt::Result {
    let mut wins = table(&[title, "won", "of", "share (95 %)"]);
    let mut row = |name: String, share: &Share| {
        wins.add_row([name, round(share.count), share.of.to_string(), share.with_interval()]);
    };
    sides.iter().for_each(|(side, share)| row(side.clone(), share));
    seats.iter().enumerate().for_each(|(number, share)| row(seat(number), share));
    writeln!(f, "\n{}", wins.trim_fmt())
}

/// Which games were over after each round, who won those, and the score that everybody had by then.
fn rounds(f: &mut fmt::Formatter<'_>, report: &Report, offer: &Offer) -> fmt::Result {
    let sides: Vec<&str> = report.wins_by_side.keys().map(String::as_str).collect();
    let won: Vec<String> = sides.iter().map(|side| format!("{side} won")).collect();
    let won: Vec<&str> = won.iter().map(String::as_str).collect();
    let score = format!("{} after round", offer.score_word);
    let mut decided = table(&[&["rounds played", "games", "share"], &won[..]].concat());
    let mut scores = table(&[&[score.as_str(), "games that reached it"], &sides[..]].concat());
    for (number, of_round) in &report.rounds {
        let share = |side: &&str| of_round.wins_by_side.get(*side).map_or(String::new(), Share::to_string);
        let mut row = vec![number.to_string(), round(of_round.decided.count), of_round.decided.to_string()];
        row.extend(sides.iter().map(share));
        if of_round.decided.count > 0.0 {
            decided.add_row(row);
        }
        let mean = |side: &&str| of_round.mean_scores.get(*side).map_or(String::new(), |it| format!("{it:.2}"));
        let reached = vec![number.to_string(), of_round.games.to_string()];
        scores.add_row([reached, sides.iter().map(mean).collect()].concat());
    }
    writeln!(f, "\n{}\n\n{}", decided.trim_fmt(), scores.trim_fmt())?;
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
