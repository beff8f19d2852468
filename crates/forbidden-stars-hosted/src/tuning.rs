//! The adviser's weights as plain numbers: those of the first round, then those of the last.

use crate::Shelved;
use forbidden_stars::advice::standing::{PARTS, Part, of_all};
use forbidden_stars::advice::weights::lateness;
use forbidden_stars::advice::{Adviser, Weights};
use forbidden_stars::board::Looking;
use forbidden_stars::{Decision, Game};
use hosted::Tunable;
use kernel::Seat;

pub const TUNABLE: Tunable<Shelved> = Tunable { names, weights, adviser, features, telling };

fn names() -> Vec<String> {
    let names = |when: &str| Part::ALL.map(|part| format!("{}, {when}", part.name()));
    names("early").into_iter().chain(names("late")).collect()
}

fn weights(adviser: &Adviser) -> Vec<f32> {
    let weights = adviser.weights();
    weights.early.iter().chain(&weights.late).copied().collect()
}

fn adviser(numbers: &[f32]) -> Adviser {
    let mut weights = Weights { early: [0.0; PARTS], late: [0.0; PARTS] };
    weights.early.copy_from_slice(&numbers[..PARTS]);
    weights.late.copy_from_slice(&numbers[PARTS..]);
    Adviser::new(weights)
}

fn features(game: &Game, seat: Seat) -> Vec<f32> {
    if !game.table.is_in(seat) {
        return Vec::new();
    }
    let late = lateness(game.table.round);
    let standing = of_all(game.look())[seat.index()];
    let early = standing.iter().map(|part| part * (1.0 - late));
    early.chain(standing.iter().map(|part| part * late)).collect()
}

/// The start of each round, and of many turns.
fn telling(game: &Game, decision: Decision) -> usize {
    match decision {
        Decision::PlaceOrder if game.table.orders.is_empty() => 1,
        Decision::RevealOrder => 3,
        _ => 0,
    }
}
