//! What a player of the game would say to a bot: how it stands, what looks promising, which choices belong together.
//!
//! Not rules: nothing here decides what is legal. An adviser is shown imagined games only, so it may look at all of
//! them.

pub mod bundles;
pub mod first_sight;
pub mod prospects;
pub mod standing;
pub mod weights;

pub use bundles::Bundle;
pub use weights::{Weights, WeightsError};

use crate::board::Looking;
use crate::{Choice, Decision, ForbiddenStars, Game};
use kernel::{Advice, MAX_SEATS, Outlook, Seat};
use std::sync::Arc;

/// The adviser of the default bots, or one with other weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Adviser {
    weights: Arc<Weights>,
}

impl Default for Adviser {
    fn default() -> Self {
        Adviser::new(Weights::standard())
    }
}

impl Adviser {
    pub fn new(weights: Weights) -> Adviser {
        Adviser { weights: Arc::new(weights) }
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Advice<ForbiddenStars> for Adviser {
    type Bundle = Bundle;

    /// The chance of each seat, as its share of all scores' powers of e.
    fn evaluate(&self, game: &Game) -> Outlook {
        let look = game.look();
        let standings = standing::of_all(look);
        let score = |seat: Seat| self.weights.score(look.round, &standings[seat.index()]);
        // Less the best score, so that no power is too large for a number.
        let best = look.turn_order().map(score).fold(f32::NEG_INFINITY, f32::max);
        let mut outlook = [0.0; MAX_SEATS];
        let mut total = 0.0;
        for seat in look.turn_order() {
            let power = (score(seat) - best).exp();
            outlook[seat.index()] = power;
            total += power;
        }
        outlook.map(|power| power / total)
    }

    fn weigh(&self, game: &Game, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<f32>) {
        first_sight::weigh(game.look(), seat, decision, choices, out);
    }

    /// When a round is about to be planned: objectives are collected, everybody has rallied, no order lies on the board.
    fn is_quiet(&self, game: &Game) -> bool {
        game.table.orders.is_empty()
            && game.table.battle.is_none()
            && game.next_question().is_some_and(|question| question.decision == Decision::PlaceOrder)
    }

    fn bundles(&self, game: &Game, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<Bundle>) {
        bundles::list(game.look(), seat, decision, choices, out);
    }

    fn next_of(
        &self,
        bundle: Bundle,
        game: &Game,
        seat: Seat,
        decision: Decision,
        choices: &[Choice],
    ) -> Option<Choice> {
        bundles::next_of(bundle, game.look(), seat, decision, choices)
    }
}
