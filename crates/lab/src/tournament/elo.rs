//! Strength on the scale of Elo, fitted to all results at once.

use serde::Serialize;

/// Two-sided 95 %.
const Z: f64 = 1.959_963_985;

/// A factor of ten in the odds is 400 points.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Elo {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
}

/// One comparison of two names within a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Meetings of one set depend on each other: the same game, or the same seed with the seats changed.
    pub set: u64,
    pub one: usize,
    pub other: usize,
    /// What `one` had of it: 1 if he won and the other did not, a half if they won together.
    pub score: f64,
}

/// The ratings of `names` names that explain the meetings best (Bradley and Terry, by maximum likelihood).
///
/// What is counted: in each game every winner has beaten everybody who did not win, whatever place that was, and
/// those who win together have drawn. Two losers are not compared, nor is a name with itself. So a game of four seats
/// counts as three meetings, of which all are the winner's.
///
/// A drawn meeting of every two names is added, so that a clean sweep has a finite rating. The intervals are the wider
/// of two: from the Fisher information, and from the spread between sets, because the meetings of one game are not
/// independent. They are relative to the anchor, whose rating is 0 for sure; without an anchor the mean is 0.
pub fn fit(names: usize, meetings: &[Meeting], anchor: Option<usize>) -> Vec<Elo> {
    if names < 2 {
        return vec![Elo::default(); names];
    }
    // Scores and numbers of meetings, by pair.
    let mut score = vec![vec![0.5; names]; names];
    let mut met = vec![vec![1.0; names]; names];
    for meeting in meetings {
        let Meeting { one, other, .. } = *meeting;
        score[one][other] += meeting.score;
        score[other][one] += 1.0 - meeting.score;
        met[one][other] += 1.0;
        met[other][one] += 1.0;
    }
    let strength = climb(&score, &met);
    let inverse = invert(&information(&strength, &met));
    let spread = spread_between_sets(&strength, meetings);
    // Everything is relative to the first name; move it to the anchor.
    let weight = |name: usize| match anchor {
        Some(anchor) => f64::from(u8::from(name == anchor)),
        None => 1.0 / names as f64,
    };
    let zero: f64 = (0..names).map(|name| weight(name) * strength[name]).sum();
    let rating = |name: usize| {
        let direction: Vec<f64> = (1..names).map(|other| f64::from(u8::from(other == name)) - weight(other)).collect();
        // The variance of a difference: x' V x, with V the inverse information, and with it around the spread.
        let through = product(&inverse, &direction);
        let fisher = dot(&direction, &through);
        let between = dot(&through, &product(&spread, &through));
        let half = SCALE * Z * fisher.max(between).max(0.0).sqrt();
        let rating = SCALE * (strength[name] - zero);
        Elo { rating, low: rating - half, high: rating + half }
    };
    (0..names).map(rating).collect()
}

fn expected(one: f64, other: f64) -> f64 {
    1.0 / (1.0 + (other - one).exp())
}

/// Newton's method; the likelihood has one peak.
fn climb(score: &[Vec<f64>], met: &[Vec<f64>]) -> Vec<f64> {
    let names = score.len();
    let mut strength = vec![0.0; names];
    for _ in 0..200 {
        let slope: Vec<f64> = (1..names)
            .map(|one| {
                let others = (0..names).filter(|&other| other != one);
                others.map(|other| score[one][other] - met[one][other] * expected(strength[one], strength[other])).sum()
            })
            .collect();
        let step = product(&invert(&information(&strength, met)), &slope);
        // A long step may overshoot where the likelihood is flat.
        let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
        let shorter = 1.0 / longest.max(1.0);
        for (name, part) in step.iter().enumerate() {
            strength[name + 1] += part * shorter;
        }
        if longest < 1e-10 {
            break;
        }
    }
    strength
}

/// The Fisher information about all names but the first.
fn information(strength: &[f64], met: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let names = strength.len();
    let mut information = vec![vec![0.0; names - 1]; names - 1];
    for one in 1..names {
        for other in (0..names).filter(|&other| other != one) {
            let chance = expected(strength[one], strength[other]);
            let part = met[one][other] * chance * (1.0 - chance);
            information[one - 1][one - 1] += part;
            if other > 0 {
                information[one - 1][other - 1] -= part;
            }
        }
    }
    information
}

/// How far each set pulls the ratings of all names but the first, squared and added up.
fn spread_between_sets(strength: &[f64], meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let names = strength.len();
    let mut spread = vec![vec![0.0; names - 1]; names - 1];
    for set in meetings.chunk_by(|one, next| one.set == next.set) {
        let mut pull = vec![0.0; names];
        for meeting in set {
            let surprise = meeting.score - expected(strength[meeting.one], strength[meeting.other]);
            pull[meeting.one] += surprise;
            pull[meeting.other] -= surprise;
        }
        for one in 1..names {
            for other in 1..names {
                spread[one - 1][other - 1] += pull[one] * pull[other];
            }
        }
    }
    spread
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Gauss and Jordan. The matrix is symmetric and positive: every two names have met at least in the drawn meeting.
fn invert(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut left: Vec<Vec<f64>> = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let factor = left[pivot][pivot].max(f64::MIN_POSITIVE);
        for column in 0..size {
            left[pivot][column] /= factor;
            right[pivot][column] /= factor;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for column in 0..size {
                left[row][column] -= factor * left[pivot][column];
                right[row][column] -= factor * right[pivot][column];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `wins` of `of` meetings, each a set of its own, spread evenly.
    fn meetings(one: usize, other: usize, wins: u64, of: u64) -> Vec<Meeting> {
        let score = |number: u64| f64::from(u8::from(number * wins / of != (number + 1) * wins / of));
        (0..of).map(|number| Meeting { set: number, one, other, score: score(number) }).collect()
    }

    #[track_caller]
    fn close(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() < tolerance, "{found} is not {wanted}");
    }

    /// Three wins in four are 400 log10 3 = 190.8 points; the standard error is 173.7 / √(n p q).
    #[test]
    fn three_of_four() {
        let elo = fit(2, &meetings(1, 0, 3000, 4000), Some(0));
        assert_eq!(elo[0], Elo::default());
        close(elo[1].rating, 190.85, 0.1);
        close(elo[1].high - elo[1].rating, 1.96 * 173.72 / (4000.0f64 * 0.75 * 0.25).sqrt(), 0.1);
        let centred = fit(2, &meetings(1, 0, 3000, 4000), None);
        close(centred[1].rating, 95.42, 0.1);
        close(centred[0].rating, -95.42, 0.1);
    }

    /// Who has ten to one against the second, who has ten to one against the third, is 800 points above the third.
    #[test]
    fn ratings_add_up() {
        let all = [meetings(0, 1, 10_000, 11_000), meetings(1, 2, 10_000, 11_000)].concat();
        let elo = fit(3, &all, Some(2));
        close(elo[0].rating, 800.0, 3.0);
        close(elo[1].rating, 400.0, 2.0);
    }

    /// One against three alike, in games of four: a quarter of the wins is equal strength, and the interval is that of
    /// one result a game (173.7 / √(n p q) for the odds of winning), not of three.
    #[test]
    fn a_game_of_four_is_one_result() {
        let games = 4000;
        let all: Vec<Meeting> = (0..games)
            .flat_map(|game| {
                let won = game % 4 == 0;
                let count = if won { 3 } else { 1 };
                (0..count).map(move |_| Meeting { set: game, one: 1, other: 0, score: f64::from(u8::from(won)) })
            })
            .collect();
        let elo = fit(2, &all, Some(0));
        close(elo[1].rating, 0.0, 0.1);
        close(elo[1].high, 1.96 * 173.72 / (4000.0f64 * 0.25 * 0.75).sqrt(), 0.1);
    }

    #[test]
    fn a_clean_sweep_is_finite_and_uncertain() {
        let elo = fit(2, &meetings(0, 1, 400, 400), Some(1));
        assert!(elo[0].rating > 1000.0 && elo[0].high.is_finite() && elo[0].high - elo[0].rating > 300.0, "{elo:?}");
        assert_eq!(fit(1, &[], None), [Elo::default()]);
        let unknown = fit(2, &[], Some(0));
        assert!(unknown[1].rating == 0.0 && unknown[1].high > 300.0);
    }
}
