//! Weights for a game's adviser, from self-play.
//!
//! [`Tuning::harvest`] lets bots play and notes how every seat stood at telling moments; [`fit`] fits the weights so that
//! the adviser's outlook foretells the winners as well as it can (a softmax regression, drawn a little towards the
//! weights it began with). [`Hunt`] looks for weights that beat one given opponent: a population of weights plays against
//! it, and the best breed (the cross-entropy method).

use bots::{Bot, Kind, Noise, play};
use hosted::{Hosted, Tunable, Wish};
use kernel::{Chance, Deaf, Game, History, Seated};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a table stood, and who won in the end.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of its game.
    pub game: u64,
    /// Of those still in the game, what their weights are multiplied with.
    features: Vec<Vec<f32>>,
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
    pub fn harvest<H: Hosted>(
        &self,
        tunable: Tunable<H>,
        weights: &[f32],
        stop: &AtomicBool,
        done: &(dyn Fn() + Sync),
    ) -> Vec<Sample> {
        let adviser = (tunable.adviser)(weights);
        let games: Vec<Vec<Sample>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                if stop.load(Ordering::Relaxed) {
                    return Vec::new();
                }
                let samples = self.watch(tunable, &adviser, number);
                done();
                samples
            })
            .collect();
        games.into_iter().flatten().collect()
    }

    fn watch<H: Hosted>(&self, tunable: Tunable<H>, adviser: &H::Adviser, number: u64) -> Vec<Sample> {
        let seed = self.seed.wrapping_add(number);
        let range = H::offer().seats;
        // Small tables come twice as often: there are more of them for the same work.
        let sizes: Vec<u8> = [range.least].into_iter().chain((range.least..=range.most).rev()).collect();
        let seats = sizes[number as usize % sizes.len()];
        let mut game = start::<H>(seats, number / sizes.len() as u64, seed);
        let mut noise = Noise::from_number(seed ^ 0x7475_6e65);
        let seats: Vec<_> = (0..game.seats()).map(kernel::Seat).collect();
        let mut bots: Vec<Box<dyn Bot<H::Rules>>> =
            seats.iter().map(|_| self.kind.seat(adviser, noise.number())).collect();
        let mut samples = Vec::new();
        let mut sampled = Vec::new();
        let mut history = History::default();
        let mut choices = Vec::new();
        while let Some(question) = game.next_question() {
            let seat = question.seat;
            let telling = (tunable.telling)(&game, question.decision);
            if telling == 1 || telling > 1 && noise.below(telling) == 0 {
                let all = seats.iter().map(|&seat| (seat, (tunable.features)(&game, seat)));
                let (there, features): (Vec<_>, Vec<_>) = all.filter(|(_, features)| !features.is_empty()).unzip();
                samples.push(Sample { game: number, features, outcome: Vec::new() });
                sampled.push(there);
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
        for (sample, there) in samples.iter_mut().zip(sampled) {
            sample.outcome = there.iter().map(|seat| won[seat.index()]).collect();
        }
        samples
    }

    /// The share of wins of weights against others: in half of the games the one begins, in half the other.
    pub fn wins<H: Hosted>(
        &self,
        tunable: Tunable<H>,
        weights: &[f32],
        opponent: &[f32],
        first: u64,
        stop: &AtomicBool,
    ) -> f64 {
        let advisers = [(tunable.adviser)(weights), (tunable.adviser)(opponent)];
        let won: f64 = (0..self.games)
            .into_par_iter()
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|number| {
                let number = first + number;
                let seed = self.seed.wrapping_add(number / 2);
                let mut game = start::<H>(H::offer().seats.least, number / 2, seed);
                let seats = usize::from(game.seats());
                let swap = number as usize % 2;
                let mut bots: Vec<Box<dyn Bot<H::Rules>>> = (0..seats)
                    .map(|seat| {
                        let seed = seed.wrapping_mul(31).wrapping_add(seat as u64);
                        self.kind.seat(&advisers[(seat + swap) % 2], seed)
                    })
                    .collect();
                match play(&mut game, &mut bots, &mut Deaf, |_| {}) {
                    // Of an odd number of seats the one side has one more, in every second game.
                    Ok(()) => {
                        let won = kernel::outcome(&game);
                        (0..seats).filter(|seat| (seat + swap).is_multiple_of(2)).map(|seat| f64::from(won[seat])).sum()
                    }
                    Err(_) => 0.0,
                }
            })
            .sum();
        won / self.games as f64
    }
}

/// Weights that foretell the winners of these samples better than `from`.
pub fn fit(samples: &[Sample], from: &[f32]) -> Vec<f32> {
    let start: Vec<f64> = from.iter().map(|&weight| f64::from(weight)).collect();
    let mut weights = start.clone();
    let (mut mean, mut square) = (vec![0.0f64; weights.len()], vec![0.0f64; weights.len()]);
    for step in 1..=STEPS {
        let mut slope = slope(samples, &weights);
        for (index, slope) in slope.iter_mut().enumerate() {
            *slope += 2.0 * LOYALTY * (weights[index] - start[index]);
        }
        // Adam: each weight moves at its own pace.
        let pace = 0.05 * (1.0 - 0.9 * step as f64 / STEPS as f64);
        for index in 0..weights.len() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
            square[index] = 0.999 * square[index] + 0.001 * slope[index] * slope[index];
            let m = mean[index] / (1.0 - 0.9f64.powi(step as i32));
            let v = square[index] / (1.0 - 0.999f64.powi(step as i32));
            weights[index] -= pace * m / (v.sqrt() + 1e-8);
        }
    }
    to_weights(&weights)
}

/// How surprised these weights are by the samples' winners.
pub fn surprise(samples: &[Sample], weights: &[f32]) -> Surprise {
    let weights: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
    let of = |sample: &Sample| -> f64 {
        let chances = softmax(&scores(sample, &weights));
        sample.outcome.iter().zip(chances).map(|(&won, chance)| -f64::from(won) * chance.max(1e-9).ln()).sum()
    };
    Surprise(samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64)
}

/// A hunt for weights that beat one opponent: a population of weights plays against it, and the best breed.
#[derive(Clone, Debug)]
pub struct Hunt {
    tuning: Tuning,
    noise: Noise,
    generation: u64,
    /// The middle of the population, and how far it spreads around it.
    centre: Vec<f64>,
    reach: Vec<f64>,
}

impl Hunt {
    pub fn new(tuning: Tuning, from: &[f32]) -> Hunt {
        let centre: Vec<f64> = from.iter().map(|&weight| f64::from(weight)).collect();
        let reach = centre.iter().map(|weight| 0.15 + 0.4 * weight.abs()).collect();
        Hunt { tuning, noise: Noise::from_number(tuning.seed ^ 0x686f_6c65), generation: 0, centre, reach }
    }

    /// The middle of the population.
    pub fn weights(&self) -> Vec<f32> {
        to_weights(&self.centre)
    }

    /// One generation: everybody plays the same games against `opponent`. Returns the share of wins of the new middle in
    /// those games, which flatters it a little. When `stop` is set, nothing has changed.
    pub fn breed<H: Hosted>(&mut self, tunable: Tunable<H>, opponent: &[f32], stop: &AtomicBool) -> f64 {
        let before = self.clone();
        let around = self.centre.iter().zip(&self.reach);
        let litter: Vec<Vec<f64>> = (0..POPULATION)
            .map(|_| around.clone().map(|(middle, reach)| middle + reach * normal(&mut self.noise)).collect())
            .collect();
        let first = self.generation * self.tuning.games;
        let mut ranked: Vec<(f64, Vec<f64>)> = litter
            .into_par_iter()
            .map(|genes| (self.tuning.wins(tunable, &to_weights(&genes), opponent, first, stop), genes))
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let elite = &ranked[..ELITE];
        for index in 0..self.centre.len() {
            let mean = elite.iter().map(|(_, genes)| genes[index]).sum::<f64>() / ELITE as f64;
            let spread = elite.iter().map(|(_, genes)| (genes[index] - mean).powi(2)).sum::<f64>() / ELITE as f64;
            self.centre[index] = 0.3 * self.centre[index] + 0.7 * mean;
            self.reach[index] = 0.3 * self.reach[index] + 0.7 * spread.sqrt().max(0.02);
        }
        self.generation += 1;
        let share = self.tuning.wins(tunable, &self.weights(), opponent, first, stop);
        if stop.load(Ordering::Relaxed) {
            *self = before;
        }
        share
    }
}

const POPULATION: usize = 24;
const ELITE: usize = 6;

fn to_weights(genes: &[f64]) -> Vec<f32> {
    genes.iter().map(|&gene| gene as f32).collect()
}

/// A number from the normal distribution, near enough: twelve of the even one.
fn normal(noise: &mut Noise) -> f64 {
    (0..12).map(|_| f64::from(noise.unit())).sum::<f64>() - 6.0
}

/// The score of each seat.
fn scores(sample: &Sample, weights: &[f64]) -> Vec<f64> {
    let score =
        |features: &Vec<f32>| weights.iter().zip(features).map(|(weight, &part)| weight * f64::from(part)).sum();
    sample.features.iter().map(score).collect()
}

fn slope(samples: &[Sample], weights: &[f64]) -> Vec<f64> {
    let parts = samples.par_chunks(2048).map(|samples| {
        let mut slope = vec![0.0; weights.len()];
        for sample in samples {
            let chances = softmax(&scores(sample, weights));
            for ((features, chance), &won) in sample.features.iter().zip(chances).zip(&sample.outcome) {
                let miss = chance - f64::from(won);
                for (slope, &part) in slope.iter_mut().zip(features) {
                    *slope += miss * f64::from(part);
                }
            }
        }
        slope
    });
    // Summed in the order of the chunks, so that the number of threads does not show.
    let parts: Vec<Vec<f64>> = parts.collect();
    let mut total = vec![0.0; weights.len()];
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

/// A game of so many seats, set up as the game with this number: every value of every option in turn.
fn start<H: Hosted>(seats: u8, number: u64, seed: u64) -> Game<H::Rules> {
    let offer = H::offer();
    let mut wish = Wish { seats: Some(seats), ..Wish::default() };
    let mut rest = number;
    for option in offer.options.iter().filter(|option| !option.values.is_empty()) {
        let values = option.values.len() as u64;
        wish = wish.with(&option.id, &option.values[(rest % values) as usize].id);
        rest /= values;
    }
    let wish = H::fill(&wish, rest).expect("an offered wish can be filled");
    let options = H::options(&wish).expect("a filled wish has options");
    Game::new(H::catalogue(), &options, Chance::from_number(seed), &mut Deaf).expect("these options are in order")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of which the games made up here know the first four.
    const WEIGHTS: usize = 10;

    /// Two seats who differ at random, and winners drawn by a rule that only knows the first two weights.
    fn made_up(number: u64) -> Vec<Sample> {
        let mut noise = Noise::from_number(number);
        (0..6_000)
            .map(|_| {
                let mut part = |index: usize| if index < 4 { noise.unit() } else { 0.0 };
                let features: Vec<Vec<f32>> = (0..2).map(|_| (0..WEIGHTS).map(&mut part).collect()).collect();
                let score = |features: &[f32]| f64::from(3.0 * features[0] - 2.0 * features[1]);
                let chances = softmax(&[score(&features[0]), score(&features[1])]);
                let first = f64::from(noise.unit()) < chances[0];
                let outcome = if first { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
                Sample { game: 0, features, outcome }
            })
            .collect()
    }

    #[test]
    fn a_fit_finds_the_rule_behind_the_winners() {
        let (samples, nothing) = (made_up(1), [0.0; WEIGHTS]);
        let ignorance = surprise(&samples, &nothing).0;
        assert!((ignorance - 2f64.ln()).abs() < 1e-9, "{ignorance}");
        let fitted = fit(&samples, &nothing);
        // On others than it was fitted to.
        assert!(surprise(&made_up(2), &fitted).0 < 0.65);
        assert!(fitted[0] > 1.5 && fitted[1] < -1.0, "{fitted:?}");
        assert!(fitted[2].abs() < 0.6 && fitted[3].abs() < 0.6 && fitted[4] == 0.0, "{fitted:?}");
    }

    #[test]
    fn loyalty_keeps_what_the_games_say_nothing_about() {
        let mut from = [0.0; WEIGHTS];
        from[9] = 1.25;
        assert!((fit(&made_up(1), &from)[9] - 1.25).abs() < 1e-6);
    }
}
