//! Random games held against the laws that every game must pass.

use crate::runs::{Run, many};
use crate::seating::{Seating, known_game};
use crate::sim::Ending;
use crate::tables::{Share, table};
use crate::uses::Uses;
use anyhow::Result;
use forbidden_stars::{Catalogue, ForbiddenStars};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use testkit::laws::{Broken, Thoroughness, check_game, law};

/// How many of the components that are used least are listed.
const LEAST: usize = 10;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game: forbidden-stars
    game: String,
    /// How many games
    #[arg(long, default_value_t = 60)]
    games: u64,
    /// Only games of so many seats; 2, 3 and 4 in turn if not said
    #[arg(long)]
    seats: Option<usize>,
    /// The seed of the first game; the next has the next number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Check every law at every decision: slow
    #[arg(long)]
    full: bool,
    /// How many threads; as many as there are processors if not said
    #[arg(long)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One game that broke no law.
struct Kept {
    decisions: usize,
    concealed: usize,
    varied: usize,
    ending: Ending,
    uses: Uses,
}

#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    interrupted: bool,
    first_seed: u64,
    decisions: usize,
    concealed_games: usize,
    concealed_games_that_varied: usize,
    endings: BTreeMap<Ending, usize>,
    stuck: usize,
    broken: Vec<String>,
    /// How often each was resolved, by name.
    combat_cards: BTreeMap<&'static str, u64>,
    order_upgrades: BTreeMap<&'static str, u64>,
    events: BTreeMap<&'static str, u64>,
    never_used: Vec<&'static str>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    known_game(&arguments.game)?;
    let catalogue = Catalogue::standard();
    seating(arguments, 0).options(catalogue, 0)?;
    let run = many(arguments.games, arguments.threads, |number| check(catalogue, arguments, number))?;
    let report = add_up(catalogue, run, arguments.seed);
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(if report.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Two, three and four seats in turn, on both maps, every mix of factions.
fn seating(arguments: &Arguments, number: u64) -> Seating {
    let map = if number % 2 == 0 { "introductory" } else { "free" };
    let seats = arguments.seats.unwrap_or([2, 3, 4][(number / 2 % 3) as usize]);
    Seating { factions: Vec::new(), seats: Some(seats), map: Some(map.to_owned()) }
}

fn check(catalogue: &'static Catalogue, arguments: &Arguments, number: u64) -> Result<Kept, Broken> {
    let seed = arguments.seed.wrapping_add(number);
    let options =
        seating(arguments, number).options(catalogue, number / 6).expect("two, three and four seats are legal");
    let thoroughness = if arguments.full { Thoroughness::FULL } else { Thoroughness::QUICK };
    let played = check_game::<ForbiddenStars>(catalogue, &options, seed, thoroughness)?;
    let mut uses = Uses::none(catalogue);
    let game = played.record.replay(catalogue, &mut uses).map_err(|error| Broken {
        law: law::REPLAY,
        seed,
        at_choice: played.decisions,
        breadcrumb: "the end".to_owned(),
        reason: error.to_string(),
    })?;
    Ok(Kept {
        decisions: played.decisions,
        concealed: played.concealed,
        varied: played.varied,
        ending: Ending::of(&game),
        uses,
    })
}

fn add_up(catalogue: &'static Catalogue, run: Run<Result<Kept, Broken>>, first_seed: u64) -> Report {
    let Run { results, interrupted } = run;
    let games = results.len();
    let mut uses = Uses::none(catalogue);
    let (mut decisions, mut concealed, mut varied, mut stuck) = (0, 0, 0, 0);
    let mut endings = BTreeMap::new();
    let mut broken = Vec::new();
    for result in results {
        match result {
            Ok(kept) => {
                decisions += kept.decisions;
                concealed += kept.concealed;
                varied += kept.varied;
                *endings.entry(kept.ending).or_default() += 1;
                uses.add(&kept.uses);
            }
            Err(reason) => {
                stuck += usize::from([law::ENDS, law::ASKED, law::ANSWERABLE].contains(&reason.law));
                broken.push(reason.to_string());
            }
        }
    }
    Report {
        games,
        interrupted,
        first_seed,
        decisions,
        concealed_games: concealed,
        concealed_games_that_varied: varied,
        endings,
        stuck,
        broken,
        never_used: uses.all().into_iter().filter(|(_, times)| *times == 0).map(|(name, _)| name).collect(),
        combat_cards: uses.combat_cards(),
        order_upgrades: uses.order_upgrades(),
        events: uses.events(),
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let so_far = if self.interrupted { " (interrupted)" } else { "" };
        writeln!(f, "{} games from seed {}{so_far}, {} decisions", self.games, self.first_seed, self.decisions)?;
        writeln!(
            f,
            "{} concealed games looked at, of which {} differed from the true one",
            self.concealed_games, self.concealed_games_that_varied
        )?;
        writeln!(f, "laws broken: {}; stuck games: {}", self.broken.len(), self.stuck)?;
        for broken in &self.broken {
            writeln!(f, "  {broken}")?;
        }
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &games) in &self.endings {
            ends.add_row([ending.title().to_owned(), games.to_string(), Share::new(games, self.games).to_string()]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        let kinds =
            [("combat cards", &self.combat_cards), ("upgrades", &self.order_upgrades), ("events", &self.events)];
        for (title, uses) in kinds {
            let words: Vec<String> = uses.iter().map(|(name, times)| format!("{name} {times}")).collect();
            let total: u64 = uses.values().sum();
            writeln!(f, "\n{} {title}, resolved {total} times: {}", uses.len(), words.join(", "))?;
        }
        let mut least: Vec<(&str, u64)> =
            kinds.iter().flat_map(|(_, uses)| uses.iter()).map(|(&n, &t)| (n, t)).collect();
        least.sort_by_key(|&(name, times)| (times, name));
        let least: Vec<String> = least.iter().take(LEAST).map(|(name, times)| format!("{name} {times}")).collect();
        writeln!(f, "\nleast used: {}", least.join(", "))?;
        let never = if self.never_used.is_empty() { "none".to_owned() } else { self.never_used.join(", ") };
        writeln!(f, "never used: {never}")
    }
}
