//! Random bots play many games, and the results are counted.

use crate::battle;
use crate::runs::{End, Threads, many};
use crate::seating::{Seating, known_game};
use crate::tables::{Share, Spread, table};
use anyhow::{Result, bail};
use forbidden_stars::table::LAST_ROUND;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, Options};
use kernel::Deaf;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use testkit::laws::{Broken, play_out};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game: forbidden-stars
    game: Option<String>,
    /// Fight one battle again and again instead: "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion"
    #[arg(long, conflicts_with_all = ["factions", "seats", "map"])]
    battle: Option<String>,
    /// How many games (100) or battles (10000)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    seating: Seating,
    /// The seed of the first game; the next has the next number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
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
            let report = simulate(arguments)?;
            print(&report, arguments, out)?;
            Ok(report.end.status(&report.broken))
        }
        (None, None) => bail!("name a game (orrery sim forbidden-stars) or a battle (orrery sim --battle …)"),
    }
}

fn print(report: &(impl Serialize + std::fmt::Display), arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Objectives,
    Elimination,
    LastRound,
}

impl Ending {
    pub fn of(game: &Game) -> Ending {
        let table = &game.table;
        if table.all_seats().any(|seat| table.player(seat).objectives >= table.seats) {
            Ending::Objectives
        } else if table.round < LAST_ROUND || table.turn_order().count() < 2 {
            Ending::Elimination
        } else {
            Ending::LastRound
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Ending::Objectives => "all objectives collected",
            Ending::Elimination => "everybody else eliminated",
            Ending::LastRound => "end of round 8",
        }
    }
}

/// One finished game.
struct Finished {
    factions: Vec<String>,
    /// Seats, of which each is in `factions`.
    winners: Vec<usize>,
    decisions: usize,
    round: u8,
    ending: Ending,
}

/// Everything there is to say about the games.
#[derive(Debug, Serialize)]
pub struct Report {
    games: usize,
    #[serde(rename = "interrupted")]
    end: End,
    first_seed: u64,
    decisions_per_game: Spread,
    rounds_played: BTreeMap<u8, usize>,
    /// Games won, of those the faction took part in; a shared victory counts for each winner.
    wins_by_faction: BTreeMap<String, Share>,
    wins_by_seat: Vec<Share>,
    endings: BTreeMap<Ending, usize>,
    broken: Vec<String>,
}

fn simulate(arguments: &Arguments) -> Result<Report> {
    let catalogue = Catalogue::standard();
    // What is wrong with the table is said once, before the first game.
    arguments.seating.options(catalogue, 0)?;
    let mut tally = Tally::default();
    let one = |number| {
        let options = arguments.seating.options(catalogue, number).expect("the first game had legal options too");
        play_one(catalogue, &options, arguments.seed.wrapping_add(number))
    };
    let end = many(arguments.games.unwrap_or(100), arguments.threads, one, |result| tally.add(result))?;
    Ok(tally.report(end, arguments.seed))
}

fn play_one(catalogue: &'static Catalogue, options: &Options, seed: u64) -> Result<Finished, Broken> {
    let mut decisions = 0;
    let game = play_out::<ForbiddenStars>(catalogue, options, seed, &mut Deaf, |_, _, _, _| decisions += 1)?;
    Ok(Finished {
        factions: options.factions.clone(),
        winners: game.winners().iter().map(|seat| seat.index()).collect(),
        decisions,
        round: game.table.round,
        ending: Ending::of(&game),
    })
}

/// Games so far. Of each pair of counts, the first is games won and the second games played.
#[derive(Default)]
struct Tally {
    decisions: Vec<usize>,
    by_faction: BTreeMap<String, (usize, usize)>,
    by_seat: Vec<(usize, usize)>,
    rounds_played: BTreeMap<u8, usize>,
    endings: BTreeMap<Ending, usize>,
    broken: Vec<String>,
}

impl Tally {
    fn add(&mut self, result: Result<Finished, Broken>) {
        let game = match result {
            Ok(game) => game,
            Err(broken) => return self.broken.push(broken.to_string()),
        };
        self.decisions.push(game.decisions);
        *self.rounds_played.entry(game.round).or_default() += 1;
        *self.endings.entry(game.ending).or_default() += 1;
        self.by_seat.resize(game.factions.len(), (0, 0));
        for (seat, faction) in game.factions.into_iter().enumerate() {
            let won = usize::from(game.winners.contains(&seat));
            for (wins, games) in [self.by_faction.entry(faction).or_default(), &mut self.by_seat[seat]] {
                *wins += won;
                *games += 1;
            }
        }
    }

    fn report(self, end: End, first_seed: u64) -> Report {
        let share = |(wins, games)| Share::new(wins, games);
        Report {
            games: self.decisions.len(),
            end,
            first_seed,
            decisions_per_game: Spread::of(self.decisions),
            rounds_played: self.rounds_played,
            wins_by_faction: self.by_faction.into_iter().map(|(name, counts)| (name, share(counts))).collect(),
            wins_by_seat: self.by_seat.into_iter().map(share).collect(),
            endings: self.endings,
            broken: self.broken,
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let so_far = self.end.remark();
        writeln!(f, "{} games from seed {}{so_far}", self.games, self.first_seed)?;
        writeln!(f, "decisions per game: {}", self.decisions_per_game)?;
        let mut wins = table(&["winner", "won", "of", "share"]);
        for (faction, share) in &self.wins_by_faction {
            wins.add_row([faction.clone(), share.count.to_string(), share.of.to_string(), share.to_string()]);
        }
        for (seat, share) in self.wins_by_seat.iter().enumerate() {
            let name = format!("seat {}", seat + 1);
            wins.add_row([name, share.count.to_string(), share.of.to_string(), share.to_string()]);
        }
        writeln!(f, "\n{}", wins.trim_fmt())?;
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &games) in &self.endings {
            let share = Share::new(games, self.games).to_string();
            ends.add_row([ending.title().to_owned(), games.to_string(), share]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        let mut rounds = table(&["rounds played", "games", "share"]);
        for (round, &games) in &self.rounds_played {
            rounds.add_row([round.to_string(), games.to_string(), Share::new(games, self.games).to_string()]);
        }
        writeln!(f, "\n{}", rounds.trim_fmt())?;
        for broken in &self.broken {
            writeln!(f, "broken: {broken}")?;
        }
        Ok(())
    }
}
