//! Random games held against the laws that every game must pass.

use crate::numbers;
use crate::runs::{End, Threads, many};
use crate::seating::fill;
use crate::tables::{Share, table};
use crate::tournament::ending_title;
use anyhow::{Error, Result};
use serde::Serialize;
use shelf::{Lawful, Offer, SecretsTally, Shelf, Title, Wish};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use testkit::laws::{Thoroughness, law};

/// How many of the components that are used least are listed.
const LEAST: usize = 10;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    title: String,
    /// How many games
    #[arg(long, default_value_t = 60, value_parser = numbers::count, allow_negative_numbers = true)]
    games: u64,
    /// Only games of so many seats; all numbers in turn if not said
    #[arg(long, value_name = "NUMBER")]
    seats: Option<u8>,
    /// In so many games it is also checked that nothing hidden gets out: like matches are compared, in all that anybody is
    /// shown [default: every tenth game]
    #[arg(long, value_name = "NUMBER", value_parser = numbers::seed, allow_negative_numbers = true)]
    secrets: Option<u64>,
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

#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    #[serde(rename = "interrupted")]
    end: End,
    first_seed: u64,
    decisions: usize,
    concealed_games: usize,
    concealed_games_that_varied: usize,
    secrets: SecretsTally,
    endings: BTreeMap<String, usize>,
    stuck: usize,
    broken: Vec<String>,
    /// How often each component was used, by kind and name.
    uses: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    never_used: Vec<&'static str>,
    #[serde(skip)]
    offer: Offer,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let title = shelf.find(&arguments.title).map_err(Error::msg)?;
    let tables = Tables::new(&title.offer(), arguments.seats);
    fill(title, &tables.wish(0).0, 0)?;
    let secrets = arguments.secrets.unwrap_or(arguments.games.div_ceil(10));
    let mut tally = Tally::new(title);
    let one = |number| check(title, arguments, &tables, number, secrets);
    let end = many(arguments.games, arguments.threads, one, |result| tally.add(result))?;
    let report = tally.report(end, arguments.seed);
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(report.end.status(&report.broken))
}

/// All ways to set up a game in turn: every value of every option, every number of seats, every mix of sides.
struct Tables {
    /// Ids, each with its values.
    options: Vec<(String, Vec<String>)>,
    seats: Vec<u8>,
}

impl Tables {
    fn new(offer: &Offer, seats: Option<u8>) -> Tables {
        let options = offer.options.iter().filter(|option| !option.values.is_empty());
        let values = options.map(|it| (it.id.clone(), it.values.iter().map(|value| value.id.clone()).collect()));
        let range = offer.seats;
        Tables {
            options: values.collect(),
            seats: seats.map_or((range.least..=range.most).collect(), |seats| vec![seats]),
        }
    }

    /// The wish of the game with this number, and the number of the mix of sides.
    fn wish(&self, number: u64) -> (Wish, u64) {
        let mut rest = number;
        let mut next = |count: usize| {
            let digit = rest % count as u64;
            rest /= count as u64;
            digit as usize
        };
        let mut wish = Wish::default();
        for (id, values) in &self.options {
            wish = wish.with(id, &values[next(values.len())]);
        }
        wish.seats = Some(self.seats[next(self.seats.len())]);
        (wish, rest)
    }
}

/// One game that broke no law.
struct Kept {
    game: Lawful,
    secrets: SecretsTally,
}

/// A broken law.
struct Broken {
    is_stuck: bool,
    sentence: String,
}

fn check(title: &dyn Title, arguments: &Arguments, tables: &Tables, number: u64, secrets: u64) -> Result<Kept, Broken> {
    let seed = arguments.seed.wrapping_add(number);
    let broken =
        |law: &str, reason: String| Broken { is_stuck: false, sentence: format!("seed {seed}: {law}; but {reason}") };
    let (wish, mix) = tables.wish(number);
    let wish = title.fill(&wish, mix).map_err(|reason| broken(law::BEGINS, reason))?;
    let thoroughness = if arguments.full { Thoroughness::FULL } else { Thoroughness::QUICK };
    let game = title.check_laws(&wish, seed, thoroughness).map_err(|found| Broken {
        is_stuck: [law::ENDS, law::ASKED, law::ANSWERABLE].contains(&found.law),
        sentence: found.to_string(),
    })?;
    let mut compared = SecretsTally::default();
    if number < secrets {
        // Nothing that a panic may have left half done is used again.
        let checked = catch_unwind(AssertUnwindSafe(|| title.check_secrets(seed, &mut compared)));
        checked
            .map_err(|_| broken(law::NO_PANIC, "they did while secrets were compared".to_owned()))?
            .map_err(|reason| broken("nobody is shown what is hidden from them", reason))?;
    }
    Ok(Kept { game, secrets: compared })
}

/// Games so far.
struct Tally {
    games: usize,
    decisions: usize,
    concealed: usize,
    varied: usize,
    secrets: SecretsTally,
    stuck: usize,
    endings: BTreeMap<String, usize>,
    broken: Vec<String>,
    /// As kind and name, and how often each was used.
    components: Vec<(&'static str, &'static str)>,
    uses: Vec<u64>,
    offer: Offer,
}

impl Tally {
    fn new(title: &dyn Title) -> Self {
        let components = title.components();
        Tally {
            games: 0,
            decisions: 0,
            concealed: 0,
            varied: 0,
            secrets: SecretsTally::default(),
            stuck: 0,
            endings: BTreeMap::new(),
            broken: Vec::new(),
            uses: vec![0; components.len()],
            components,
            offer: title.offer(),
        }
    }

    fn add(&mut self, result: Result<Kept, Broken>) {
        self.games += 1;
        match result {
            Ok(Kept { game, secrets }) => {
                self.decisions += game.decisions;
                self.concealed += game.concealed;
                self.varied += game.varied;
                self.secrets.add(secrets);
                *self.endings.entry(game.ending).or_default() += 1;
                self.uses.iter_mut().zip(game.uses).for_each(|(all, of_game)| *all += of_game);
            }
            Err(broken) => {
                self.stuck += usize::from(broken.is_stuck);
                self.broken.push(broken.sentence);
            }
        }
    }

    fn report(self, end: End, first_seed: u64) -> Report {
        let mut uses: BTreeMap<&'static str, BTreeMap<&'static str, u64>> = BTreeMap::new();
        for (&(kind, name), &times) in self.components.iter().zip(&self.uses) {
            *uses.entry(kind).or_default().entry(name).or_default() += times;
        }
        let unused = uses.values().flatten().filter(|(_, times)| **times == 0).map(|(name, _)| *name).collect();
        Report {
            games: self.games,
            end,
            first_seed,
            decisions: self.decisions,
            concealed_games: self.concealed,
            concealed_games_that_varied: self.varied,
            secrets: self.secrets,
            endings: self.endings,
            stuck: self.stuck,
            broken: self.broken,
            uses,
            never_used: unused,
            offer: self.offer,
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
        if self.secrets.pairs > 0 {
            writeln!(
                f,
                "{} pairs of matches compared that somebody cannot tell apart, of which {} differed on the table",
                self.secrets.pairs, self.secrets.varied
            )?;
        }
        writeln!(f, "laws broken: {}; stuck games: {}", self.broken.len(), self.stuck)?;
        for broken in &self.broken {
            writeln!(f, "  {broken}")?;
        }
        let mut ends = table(&["how it ended", "games", "share"]);
        for (ending, &games) in &self.endings {
            ends.add_row([
                ending_title(&self.offer, ending),
                games.to_string(),
                Share::new(games, self.games).to_string(),
            ]);
        }
        writeln!(f, "\n{}", ends.trim_fmt())?;
        if self.uses.is_empty() {
            return Ok(());
        }
        for (kind, uses) in &self.uses {
            let words: Vec<String> = uses.iter().map(|(name, times)| format!("{name} {times}")).collect();
            let total: u64 = uses.values().sum();
            writeln!(f, "\n{} {kind}, used {total} times: {}", uses.len(), words.join(", "))?;
        }
        let mut least: Vec<(&str, u64)> = self.uses.values().flatten().map(|(&name, &times)| (name, times)).collect();
        least.sort_by_key(|&(name, times)| (times, name));
        let least: Vec<String> = least.iter().take(LEAST).map(|(name, times)| format!("{name} {times}")).collect();
        writeln!(f, "\nleast used: {}", least.join(", "))?;
        let never = if self.never_used.is_empty() { "none".to_owned() } else { self.never_used.join(", ") };
        writeln!(f, "never used: {never}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every way of the shelf's first game comes in turn, and all can be played.
    #[test]
    fn all_set_ups_come_in_turn() {
        let title = games::SHELF.first();
        let offer = title.offer();
        let tables = Tables::new(&offer, None);
        let ways: usize =
            offer.options.iter().map(|option| option.values.len()).product::<usize>() * tables.seats.len();
        let wishes: BTreeSet<String> = (0..ways as u64).map(|number| format!("{:?}", tables.wish(number).0)).collect();
        assert_eq!(wishes.len(), ways);
        for number in 0..ways as u64 {
            let (wish, mix) = tables.wish(number);
            fill(title, &wish, mix).expect("it can be played");
        }
    }
}
