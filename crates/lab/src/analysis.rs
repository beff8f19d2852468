//! A recorded game gone through again: how it stood after each decision, and which decisions cost most.
//!
//! Each decision is weighed up by a search that knows what its seat knew then, and no more. What a choice was worth is
//! judged before the dice that followed it: good luck is no merit.
//!
//! Each seat's chance of winning is what that seat itself could tell at the time. Since they know different things, the
//! chances need not add up to one.

mod curve;

pub use curve::svg;

use bots::search::{Grower, Settings};
use bots::{Budget, Noise, Search};
use kernel::{Advice, Chance, Deaf, Game, History, MAX_SEATS, Record, RecordError, Rules, Seat, Seated};
use rayon::prelude::*;
use serde::Serialize;

/// How thoroughly a game is gone through. The same effort and seed give the same analysis, on however many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughness {
    /// Iterations of the search for each decision.
    pub iterations: u32,
    pub seed: u64,
}

impl Default for Thoroughness {
    fn default() -> Self {
        Thoroughness { iterations: 5_000, seed: 0 }
    }
}

/// Of the iterations, this part goes into each of the two choices that are compared, and into each seat's chance.
const PART: u32 = 4;

/// With fewer visits nothing is known about a choice that cannot be looked at alone.
const FEWEST_VISITS: u32 = 16;

/// How many of the search's favourites are kept.
const FAVOURITES: usize = 3;

/// A whole game gone through, or as much of it as there was time for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    pub game: String,
    pub seats: u8,
    pub iterations: u32,
    pub seed: u64,
    /// Choices in the record, forced ones included.
    pub choices: usize,
    /// How many decisions there are in the record; if it was interrupted, the first of them were weighed up.
    pub decisions_in_all: usize,
    /// All decisions were weighed up.
    pub complete: bool,
    pub decisions: Vec<Weighed>,
    /// Who has won; nobody if the record ends before the game.
    pub winners: Vec<u8>,
}

/// One decision that could have been made otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weighed {
    /// Which choice of the record it is, from 1.
    pub number: usize,
    pub seat: u8,
    /// What was asked.
    pub question: String,
    /// How many choices there were.
    pub offered: usize,
    pub chosen: String,
    /// The seat's chance of winning with what it chose, before what followed from it. None if the search has hardly
    /// looked at it.
    pub chosen_chance: Option<f32>,
    /// What the search would have done, or what was chosen if that was no worse.
    pub best: String,
    pub best_chance: Option<f32>,
    /// By how much the search's choice was better than what was chosen. Chance makes it vary to both sides, so it may
    /// be below 0. None if one of the two is unknown.
    pub difference: Option<f32>,
    /// What the choice cost: the difference where it is above 0.
    pub cost: f32,
    /// What the search looked at most, with the share of its iterations.
    pub favourites: Vec<Favourite>,
    /// After the choice and all that followed from it, each seat's chance of winning as that seat could tell.
    pub chances: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Favourite {
    pub choice: String,
    pub share: f32,
    pub chance: f32,
}

/// Goes through a record on all threads at hand. `go_on` is told after each decision how many are done of how many, and
/// may stop the work; what is done by then is the analysis.
pub fn analyse<R: Rules, A: Advice<R>>(
    catalogue: &'static R::Catalogue,
    record: &Record<R>,
    advice: &A,
    thoroughness: Thoroughness,
    go_on: impl Fn(usize, usize) -> bool + Sync,
) -> Result<Analysis, RecordError> {
    let study = Study::new(catalogue, record)?;
    let done = std::sync::atomic::AtomicUsize::new(0);
    let stopped = std::sync::atomic::AtomicBool::new(false);
    use std::sync::atomic::Ordering::Relaxed;
    let next = std::sync::atomic::AtomicUsize::new(0);
    // Threads share out the work as they like, but take the decisions in order: what is stopped has no holes.
    let weigh = |_| {
        if stopped.load(Relaxed) {
            return None;
        }
        let index = next.fetch_add(1, Relaxed);
        let weighed = study.weigh(index, advice, thoroughness);
        if !go_on(done.fetch_add(1, Relaxed) + 1, study.len()) {
            stopped.store(true, Relaxed);
        }
        Some(weighed)
    };
    let decisions: Vec<Option<Weighed>> = (0..study.len()).into_par_iter().map(weigh).collect();
    let mut decisions: Vec<Weighed> = decisions.into_iter().flatten().collect();
    decisions.sort_by_key(|weighed| weighed.number);
    Ok(study.conclude(thoroughness, decisions))
}

/// A record laid out for analysis: every decision with more than one choice.
#[derive(Debug)]
pub struct Study<R: Rules> {
    moments: Vec<Moment<R>>,
    choices: usize,
    end: Game<R>,
}

/// Before a decision, what was decided, and where that led.
#[derive(Debug)]
struct Moment<R: Rules> {
    number: usize,
    seat: Seat,
    choice: R::Choice,
    before: Game<R>,
    after: Game<R>,
}

impl<R: Rules> Study<R> {
    pub fn new(catalogue: &'static R::Catalogue, record: &Record<R>) -> Result<Self, RecordError> {
        let mut game = record.begin(catalogue, &mut Deaf)?;
        let mut moments = Vec::new();
        let mut offered = Vec::new();
        for (index, (seat, text)) in record.choices.iter().enumerate() {
            let before = game.clone();
            record.step(&mut game, index, &mut Deaf)?;
            before.choices(*seat, &mut offered);
            // A choice that was just made can be read; so this only leaves out what was forced.
            if offered.len() > 1
                && let Ok(choice) = R::parse_choice(&before, text)
            {
                moments.push(Moment { number: index + 1, seat: *seat, choice, before, after: game.clone() });
            }
        }
        Ok(Study { moments, choices: record.choices.len(), end: game })
    }

    /// How many decisions there are to weigh up.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Weighs up the decision with this index. It depends on nothing but the arguments.
    pub fn weigh<A: Advice<R>>(&self, index: usize, advice: &A, thoroughness: Thoroughness) -> Weighed {
        let moment = &self.moments[index];
        let (seat, before) = (moment.seat, &moment.before);
        let history = History::default();
        let seated = Seated::new(before, &history, seat);
        let settings = Settings::new(Budget::Iterations(thoroughness.iterations.max(1)));
        // Decisions are weighed up in any order, so each has a seed of its own.
        let mut seeds = Noise::from_number(thoroughness.seed.wrapping_add((index as u64) << 32));
        let thought = Search::with_settings(advice.clone(), settings, seeds.number()).think(&seated);
        let best = thought.options.first().map_or(moment.choice, |option| option.choice);
        let part = (thoroughness.iterations / PART).max(1);
        let seed = seeds.number();
        let chance_with = |choice| {
            // What is sealed is not known to those who reply to it. Looked at alone it would be, in every imagined game;
            // so the search has the last word, which has tried everything there.
            if before.questions().len() > 1 {
                let tried = thought.options.iter().find(|option| option.choice == choice);
                return tried.filter(|option| option.visits >= FEWEST_VISITS).map(|option| option.outlook);
            }
            // Both are judged on the same imagined games, so that only the choice makes a difference.
            let judged = judge(advice, settings, part, seed, &seated, |game| game.take(seat, choice, &mut Deaf));
            Some(judged[seat.index()])
        };
        let [chosen_chance, best_chance] = [moment.choice, best].map(chance_with);
        let seed = seeds.number();
        let chances = (0..before.seats()).map(|index| {
            if moment.after.is_over() {
                return advice.outcome(&moment.after)[usize::from(index)];
            }
            let seated = Seated::new(&moment.after, &history, Seat(index));
            judge(advice, settings, part, seed, &seated, |_| {})[usize::from(index)]
        });
        let chances = chances.collect();
        let print = |choice| R::print_choice(before, choice);
        let mut offered = Vec::new();
        before.choices(seat, &mut offered);
        let decision = before.question_of(seat).expect("who has chosen was asked");
        let visits: u32 = thought.options.iter().map(|option| option.visits).sum();
        let favourites = thought.options.iter().take(FAVOURITES).map(|option| Favourite {
            choice: print(option.choice),
            share: option.visits as f32 / visits.max(1) as f32,
            chance: option.outlook,
        });
        // The favourite of a search may still be the worse of the two when both are looked at again.
        let difference = if moment.choice == best {
            Some(0.0)
        } else {
            best_chance.zip(chosen_chance).map(|(best, chosen)| best - chosen)
        };
        let chosen_is_best = difference.is_some_and(|difference| difference <= 0.0);
        Weighed {
            number: moment.number,
            seat: seat.0,
            question: R::describe_decision(before, seat, decision),
            offered: offered.len(),
            chosen: print(moment.choice),
            chosen_chance,
            best: print(if chosen_is_best { moment.choice } else { best }),
            best_chance: if chosen_is_best { chosen_chance } else { best_chance },
            difference,
            cost: difference.map_or(0.0, |difference| difference.max(0.0)),
            favourites: favourites.collect(),
            chances,
        }
    }

    /// Puts the decisions that were weighed up together, in the order of the record.
    pub fn conclude(&self, thoroughness: Thoroughness, decisions: Vec<Weighed>) -> Analysis {
        Analysis {
            game: R::NAME.to_owned(),
            seats: self.end.seats(),
            iterations: thoroughness.iterations,
            seed: thoroughness.seed,
            choices: self.choices,
            decisions_in_all: self.moments.len(),
            complete: decisions.len() == self.moments.len(),
            decisions,
            winners: if self.end.is_over() {
                self.end.winners().iter().map(|seat| seat.0).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// How the game stands after `then`, over so many imagined games that the seat could not tell from the true one.
fn judge<R: Rules, A: Advice<R>>(
    advice: &A,
    settings: Settings,
    iterations: u32,
    seed: u64,
    seated: &Seated<'_, R>,
    then: impl Fn(&mut Game<R>),
) -> [f32; MAX_SEATS] {
    let mut chance = Chance::from_number(seed);
    let mut grower = Grower::new(advice.clone(), settings, seed);
    for _ in 0..iterations {
        let mut imagined = seated.conceal(&mut chance);
        imagined.unseal();
        then(&mut imagined);
        grower.iterate(imagined, 0);
    }
    grower.outlook()
}

impl Analysis {
    /// The decisions that cost most, the worst first.
    pub fn worst(&self) -> Vec<&Weighed> {
        let mut worst: Vec<&Weighed> = self.decisions.iter().filter(|weighed| weighed.cost > 0.0).collect();
        worst.sort_by(|one, other| other.cost.total_cmp(&one.cost).then(one.number.cmp(&other.number)));
        worst
    }

    /// What the decisions of each seat cost on the average, as far as that is known. Differences to both sides count, so
    /// that chance alone adds up to nothing; who chose better than the search is below 0.
    pub fn average_costs(&self) -> Vec<f32> {
        let average = |seat: u8| {
            let of_seat = self.decisions.iter().filter(|weighed| weighed.seat == seat);
            let differences: Vec<f32> = of_seat.filter_map(|weighed| weighed.difference).collect();
            differences.iter().sum::<f32>() / differences.len().max(1) as f32
        };
        (0..self.seats).map(average).collect()
    }
}
