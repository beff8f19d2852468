//! Weights for the adviser of Forbidden Stars, from self-play.
//!
//! [`Tuning::harvest`] lets bots play and notes how every seat stood at the start of each round and of many turns;
//! [`Tuning::fit`] fits the weights so that the adviser's outlook foretells the winners as well as it can (a softmax
//! regression, drawn a little towards the weights it began with). [`Hunt`] looks for weights that beat one given
//! opponent: a population of weights plays against it, and the best breed (the cross-entropy method).

use bots::{Bot, Kind, Noise, play};
use forbidden_stars::advice::standing::{PARTS, Standing, of_all};
use forbidden_stars::advice::weights::lateness;
use forbidden_stars::advice::{Adviser, Weights};
use forbidden_stars::board::Looking;
use forbidden_stars::{Catalogue, Decision, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Deaf, History, Seat, Seated};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a table stood, and who won in the end.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of its game.
    pub game: u64,
    round: u8,
    /// Of those still in the game.
    seats: Vec<Seat>,
    standings: Vec<Standing>,
    /// The share of the victory of each of them.
    outcome: Vec<f32>,
}

/// Games to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    pub games: u64,
    pub seed: u64,
    /// Who plays.
    pub kind: Kind,
}

/// How well weights foretell the winners: the mean surprise, in natural units. Knowing nothing costs ln 2 with two
/// seats, ln 4 with four.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surprise(pub f64);

/// Now and then a bot that is watched chooses at random, so that unusual tables are learnt from too.
const WHIM: f32 = 0.04;
/// Steps of the fit.
const STEPS: usize = 400;
/// How strongly a fit is drawn towards where it began.
const LOYALTY: f64 = 2e-3;

impl Tuning {
    /// Plays the games and notes how everybody stood. When `stop` is set, the rest is not played.
    pub fn harvest(&self, weights: &Weights, stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Vec<Sample> {
        let adviser = Adviser::new(weights.clone());
        let games: Vec<Vec<Sample>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                if stop.load(Ordering::Relaxed) {
                    return Vec::new();
                }
                let samples = self.watch(&adviser, number);
                done();
                samples
            })
            .collect();
        games.into_iter().flatten().collect()
    }

    fn watch(&self, adviser: &Adviser, number: u64) -> Vec<Sample> {
        let catalogue = Catalogue::standard();
        let seed = self.seed.wrapping_add(number);
        let mut game = begin(catalogue, number, seed);
        let mut noise = Noise::from_number(seed ^ 0x7475_6e65);
        let seats = game.seats();
        let mut bots: Vec<Box<dyn Bot<ForbiddenStars>>> =
            (0..seats).map(|_| self.kind.seat(adviser, noise.number())).collect();
        let mut samples = Vec::new();
        let mut history = History::default();
        let mut choices = Vec::new();
        while let Some(question) = game.next_question() {
            let seat = question.seat;
            let begins = match question.decision {
                Decision::PlaceOrder => game.table.orders.is_empty(),
                Decision::RevealOrder => noise.below(3) == 0,
                _ => false,
            };
            if begins {
                let all = of_all(game.look());
                let seats: Vec<Seat> = game.table.turn_order().collect();
                let standings = seats.iter().map(|seat| all[seat.index()]).collect();
                samples.push(Sample { game: number, round: game.table.round, seats, standings, outcome: Vec::new() });
            }
            let choice = if noise.unit() < WHIM {
                game.choices(seat, &mut choices);
                choices[noise.below(choices.len())]
            } else {
                bots[seat.index()].choose(&Seated::new(&game, &history, seat))
            };
            history.note(&game, seat, choice);
            game.take(seat, choice, &mut Deaf);
        }
        let won = kernel::outcome(&game);
        for sample in &mut samples {
            sample.outcome = sample.seats.iter().map(|seat| won[seat.index()]).collect();
        }
        samples
    }

    /// Weights that foretell the winners of these samples better than `from`.
    pub fn fit(samples: &[Sample], from: &Weights) -> Weights {
        let start: Vec<f64> = from.early.iter().chain(&from.late).map(|&weight| f64::from(weight)).collect();
        let mut weights = start.clone();
        let (mut mean, mut square) = (vec![0.0f64; 2 * PARTS], vec![0.0f64; 2 * PARTS]);
        for step in 1..=STEPS {
            let mut slope = slope(samples, &weights);
            for (index, slope) in slope.iter_mut().enumerate() {
                *slope += 2.0 * LOYALTY * (weights[index] - start[index]);
            }
            // Adam: each weight moves at its own pace.
            let pace = 0.05 * (1.0 - 0.9 * step as f64 / STEPS as f64);
            for index in 0..2 * PARTS {
                mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
                square[index] = 0.999 * square[index] + 0.001 * slope[index] * slope[index];
                let m = mean[index] / (1.0 - 0.9f64.powi(step as i32));
                let v = square[index] / (1.0 - 0.999f64.powi(step as i32));
                weights[index] -= pace * m / (v.sqrt() + 1e-8);
            }
        }
        let mut fitted = from.clone();
        for index in 0..PARTS {
            fitted.early[index] = weights[index] as f32;
            fitted.late[index] = weights[PARTS + index] as f32;
        }
        fitted
    }

    /// How surprised these weights are by the samples' winners.
    pub fn surprise(samples: &[Sample], weights: &Weights) -> Surprise {
        let total: f64 = samples
            .iter()
            .map(|sample| {
                let scores: Vec<f64> =
                    sample.standings.iter().map(|standing| f64::from(weights.score(sample.round, standing))).collect();
                let chances = softmax(&scores);
                sample
                    .outcome
                    .iter()
                    .zip(chances)
                    .map(|(&won, chance)| -f64::from(won) * chance.max(1e-9).ln())
                    .sum::<f64>()
            })
            .sum();
        Surprise(total / samples.len().max(1) as f64)
    }

    /// The share of wins of weights against others: in half of the games the one begins, in half the other.
    pub fn wins(&self, weights: &Weights, opponent: &Weights, first: u64, stop: &AtomicBool) -> f64 {
        let advisers = [Adviser::new(weights.clone()), Adviser::new(opponent.clone())];
        let won: f64 = (0..self.games)
            .into_par_iter()
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|number| {
                let number = first + number;
                let seed = self.seed.wrapping_add(number / 2);
                let mut game = duel(Catalogue::standard(), number / 2, seed);
                let swap = number as usize % 2;
                let mut bots: Vec<Box<dyn Bot<ForbiddenStars>>> = (0..2)
                    .map(|seat| {
                        self.kind.seat(&advisers[(seat + swap) % 2], seed.wrapping_mul(31).wrapping_add(seat as u64))
                    })
                    .collect();
                match play(&mut game, &mut bots, &mut Deaf, |_| {}) {
                    Ok(()) => f64::from(kernel::outcome(&game)[swap]),
                    Err(_) => 0.0,
                }
            })
            .sum();
        won / self.games as f64
    }
}

/// A hunt for weights that beat one opponent: a population of weights plays against it, and the best breed.
#[derive(Clone, Debug)]
pub struct Hunt {
    tuning: Tuning,
    noise: Noise,
    generation: u64,
    /// The middle of the population, and how far it spreads around it; early weights, then late ones.
    centre: Vec<f64>,
    reach: Vec<f64>,
}

impl Hunt {
    pub fn new(tuning: Tuning, from: &Weights) -> Hunt {
        let centre: Vec<f64> = from.early.iter().chain(&from.late).map(|&weight| f64::from(weight)).collect();
        let reach = centre.iter().map(|weight| 0.15 + 0.4 * weight.abs()).collect();
        Hunt { tuning, noise: Noise::from_number(tuning.seed ^ 0x686f_6c65), generation: 0, centre, reach }
    }

    /// The middle of the population.
    pub fn weights(&self) -> Weights {
        to_weights(&self.centre)
    }

    /// One generation: everybody plays the same games against `opponent`. Returns the share of wins of the new middle in
    /// those games, which flatters it a little. When `stop` is set, nothing has changed.
    pub fn breed(&mut self, opponent: &Weights, stop: &AtomicBool) -> f64 {
        let before = self.clone();
        let around = self.centre.iter().zip(&self.reach);
        let litter: Vec<Vec<f64>> = (0..POPULATION)
            .map(|_| around.clone().map(|(middle, reach)| middle + reach * normal(&mut self.noise)).collect())
            .collect();
        let first = self.generation * self.tuning.games;
        let mut ranked: Vec<(f64, Vec<f64>)> = litter
            .into_par_iter()
            .map(|genes| (self.tuning.wins(&to_weights(&genes), opponent, first, stop), genes))
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let elite = &ranked[..ELITE];
        for index in 0..2 * PARTS {
            let mean = elite.iter().map(|(_, genes)| genes[index]).sum::<f64>() / ELITE as f64;
            let spread = elite.iter().map(|(_, genes)| (genes[index] - mean).powi(2)).sum::<f64>() / ELITE as f64;
            self.centre[index] = 0.3 * self.centre[index] + 0.7 * mean;
            self.reach[index] = 0.3 * self.reach[index] + 0.7 * spread.sqrt().max(0.02);
        }
        self.generation += 1;
        let share = self.tuning.wins(&self.weights(), opponent, first, stop);
        if stop.load(Ordering::Relaxed) {
            *self = before;
        }
        share
    }
}

const POPULATION: usize = 24;
const ELITE: usize = 6;

fn to_weights(genes: &[f64]) -> Weights {
    let mut weights = Weights { early: [0.0; PARTS], late: [0.0; PARTS] };
    for index in 0..PARTS {
        weights.early[index] = genes[index] as f32;
        weights.late[index] = genes[PARTS + index] as f32;
    }
    weights
}

/// A number from the normal distribution, near enough: twelve of the even one.
fn normal(noise: &mut Noise) -> f64 {
    (0..12).map(|_| f64::from(noise.unit())).sum::<f64>() - 6.0
}

fn slope(samples: &[Sample], weights: &[f64]) -> Vec<f64> {
    let parts = samples.par_chunks(2048).map(|samples| {
        let mut slope = vec![0.0; 2 * PARTS];
        for sample in samples {
            let late = f64::from(lateness(sample.round));
            let score = |standing: &Standing| -> f64 {
                (0..PARTS)
                    .map(|index| {
                        (weights[index] * (1.0 - late) + weights[PARTS + index] * late) * f64::from(standing[index])
                    })
                    .sum()
            };
            let scores: Vec<f64> = sample.standings.iter().map(score).collect();
            for ((standing, chance), &won) in sample.standings.iter().zip(softmax(&scores)).zip(&sample.outcome) {
                let miss = chance - f64::from(won);
                for index in 0..PARTS {
                    let pull = miss * f64::from(standing[index]);
                    slope[index] += pull * (1.0 - late);
                    slope[PARTS + index] += pull * late;
                }
            }
        }
        slope
    });
    // Summed in the order of the chunks, so that the number of threads does not show.
    let parts: Vec<Vec<f64>> = parts.collect();
    let mut total = vec![0.0; 2 * PARTS];
    for part in parts {
        total.iter_mut().zip(part).for_each(|(total, part)| *total += part);
    }
    total.iter_mut().for_each(|slope| *slope /= samples.len().max(1) as f64);
    total
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
    let total: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / total).collect()
}

/// Two, three and four seats, both kinds of map, all factions.
fn begin(catalogue: &'static Catalogue, number: u64, seed: u64) -> Game {
    let seats = [2, 4, 2, 3][number as usize % 4];
    start(catalogue, seats, number / 4, seed)
}

fn duel(catalogue: &'static Catalogue, number: u64, seed: u64) -> Game {
    start(catalogue, 2, number, seed)
}

fn start(catalogue: &'static Catalogue, seats: usize, number: u64, seed: u64) -> Game {
    let introductory = &catalogue.map.introductory.factions;
    let (map, mut factions) = if number.is_multiple_of(2) {
        (MapChoice::Introductory, introductory[seats - 2].clone())
    } else {
        let mut everybody = introductory.last().expect("the map names its factions").clone();
        let turns = number as usize / 2 % everybody.len();
        everybody.rotate_left(turns);
        // Not always the same neighbours.
        if number / 8 % 2 == 1 {
            everybody.swap(1, 2);
        }
        (MapChoice::Free, everybody[..seats].to_vec())
    };
    // Who begins changes more slowly than who plays, so that every faction begins with every other.
    let turns = match map {
        MapChoice::Introductory => number as usize / 2 % seats,
        MapChoice::Free => number as usize / 16 % seats,
    };
    factions.rotate_left(turns);
    let options = Options { factions, map };
    Game::new(catalogue, &options, Chance::from_number(seed), &mut Deaf).expect("these options are in order")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> Weights {
        Weights { early: [0.0; PARTS], late: [0.0; PARTS] }
    }

    /// Two seats who differ at random, and winners drawn by a rule that only knows the first two parts.
    fn made_up(number: u64) -> Vec<Sample> {
        let mut noise = Noise::from_number(number);
        (0..6_000)
            .map(|_| {
                let standings: Vec<Standing> =
                    (0..2).map(|_| std::array::from_fn(|part| if part < 4 { noise.unit() } else { 0.0 })).collect();
                let score = |standing: &Standing| f64::from(3.0 * standing[0] - 2.0 * standing[1]);
                let chances = softmax(&[score(&standings[0]), score(&standings[1])]);
                let first = f64::from(noise.unit()) < chances[0];
                let outcome = if first { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
                let round = 1 + noise.below(8) as u8;
                Sample { game: 0, round, seats: vec![Seat(0), Seat(1)], standings, outcome }
            })
            .collect()
    }

    #[test]
    fn a_fit_finds_the_rule_behind_the_winners() {
        let samples = made_up(1);
        let ignorance = Tuning::surprise(&samples, &nothing()).0;
        assert!((ignorance - 2f64.ln()).abs() < 1e-9, "{ignorance}");
        let fitted = Tuning::fit(&samples, &nothing());
        // On others than it was fitted to.
        assert!(Tuning::surprise(&made_up(2), &fitted).0 < 0.65);
        for (early, late) in [(fitted.early, fitted.late)] {
            for weights in [early, late] {
                assert!(weights[0] > 1.5 && weights[1] < -1.0, "{weights:?}");
                assert!(weights[2].abs() < 0.6 && weights[3].abs() < 0.6 && weights[4] == 0.0, "{weights:?}");
            }
        }
    }

    #[test]
    fn loyalty_keeps_what_the_games_say_nothing_about() {
        let mut from = nothing();
        from.early[9] = 1.25;
        assert!((Tuning::fit(&made_up(1), &from).early[9] - 1.25).abs() < 1e-6);
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        let tuning = Tuning { games: 4, seed: 1, kind: Kind::Greedy };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
            pool.install(|| {
                let samples = tuning.harvest(&Weights::standard(), &AtomicBool::new(false), &|| {});
                let mut hunt = Hunt::new(Tuning { games: 2, ..tuning }, &Weights::standard());
                let share = hunt.breed(&Weights::standard(), &AtomicBool::new(false));
                (samples.len(), Tuning::fit(&samples, &Weights::standard()), hunt.weights(), share)
            })
        };
        let one = on(1);
        assert!(one.0 > 20 && one.1 != Weights::standard() && one.2 != Weights::standard());
        assert_eq!(one, on(2));
    }

    #[test]
    fn whoever_meets_himself_wins_half() {
        let tuning = Tuning { games: 20, seed: 3, kind: Kind::Greedy };
        let standard = Weights::standard();
        assert_eq!(tuning.wins(&standard, &standard, 0, &AtomicBool::new(false)), 0.5, "both sides of every table");
    }

    #[test]
    fn a_hunt_that_is_stopped_has_not_begun() {
        let mut hunt = Hunt::new(Tuning { games: 2, seed: 3, kind: Kind::Greedy }, &Weights::standard());
        hunt.breed(&Weights::standard(), &AtomicBool::new(true));
        assert_eq!(hunt.weights().write(), Weights::standard().write());
    }
}
