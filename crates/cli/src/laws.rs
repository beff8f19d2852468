//! Random games held against the laws that every game must pass.

use crate::numbers;
use crate::runs::{End, Threads, many};
use crate::seating::{Seating, known_game};
use crate::tables::{Share, table};
use crate::uses::Uses;
use anyhow::Result;
use forbidden_stars::{Catalogue, ForbiddenStars};
use lab::matches::Ending;
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
    #[arg(long, default_value_t = 60, value_parser = numbers::count, allow_negative_numbers = true)]
    games: u64,
    /// Only games of so many seats; 2, 3 and 4 in turn if not said
    #[arg(long)]
    seats: Option<usize>,
    /// The seed of the first game; the next has the next number
    #[arg(long, default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Check every law at every decision: slow
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    threads: Threads,
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
    #[serde(rename = "interrupted")]
    end: End,
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
    let mut tally = Tally::new(catalogue);
    let one = |number| check(catalogue, arguments, number);
    let end = many(arguments.games, arguments.threads, one, |result| tally.add(result))?;
    let report = tally.report(end, arguments.seed);
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(report.end.status(&report.broken))
}

/// Two, three and four seats in turn, on both maps, every mix of factions.
fn seating(arguments: &Arguments, number: u64) -> Seating {
    let map = if number.is_multiple_of(2) { "introductory" } else { "free" };
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

/// Games so far.
struct Tally {
    games: usize,
    decisions: usize,
    concealed: usize,
    varied: usize,
    stuck: usize,
    endings: BTreeMap<Ending, usize>,
    broken: Vec<String>,
    uses: Uses,
}

impl Tally {
    fn new(catalogue: &'static Catalogue) -> Self {
        Tally {
            games: 0,
            decisions: 0,
            concealed: 0,
            varied: 0,
            stuck: 0,
            endings: BTreeMap::new(),
            broken: Vec::new(),
            uses: Uses::none(catalogue),
        }
    }

    fn add(&mut self, result: Result<Kept, Broken>) {
        self.games += 1;
        match result {
            Ok(kept) => {
                self.decisions += kept.decisions;
                self.concealed += kept.concealed;
                self.varied += kept.varied;
                *self.endings.entry(kept.ending).or_default() += 1;
                self.uses.add(&kept.uses);
            }
            Err(broken) => {
                self.stuck += usize::from([law::ENDS, law::ASKED, law::ANSWERABLE].contains(&broken.law));
                self.broken.push(broken.to_string());
            }
        }
    }

    fn report(self, end: End, first_seed: u64) -> Report {
        let never_used = self.uses.all().into_iter().filter(|(_, times)| *times == 0).map(|(name, _)| name).collect();
        Report {
            games: self.games,
            end,
            first_seed,
            decisions: self.decisions,
            concealed_games: self.concealed,
            concealed_games_that_varied: self.varied,
            endings: self.endings,
            stuck: self.stuck,
            broken: self.broken,
            combat_cards: self.uses.combat_cards(),
            order_upgrades: self.uses.order_upgrades(),
            events: self.uses.events(),
            never_used,
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let so_far = self.end.remark();
        let games = numbers::of(self.games as u64, "game");
        writeln!(f, "{games} from seed {}{so_far}, {} decisions", self.first_seed, self.decisions)?;
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
