//! What `orrery tune` needs of an adviser: its weights as plain numbers, and what they are multiplied with.

use crate::Hosted;
use kernel::{Game, Rules, Seat};

/// An adviser whose outlook is the softmax of weights times features, so that the weights can be fitted to games.
#[derive(Debug)]
pub struct Tunable<H: Hosted> {
    /// What each weight is called.
    pub names: fn() -> Vec<String>,
    pub weights: fn(&H::Adviser) -> Vec<f32>,
    pub adviser: fn(&[f32]) -> H::Adviser,
    /// How a seat stands: as many numbers as there are weights. Empty for a seat that is out of the game.
    pub features: fn(&Game<H::Rules>, Seat) -> Vec<f32>,
    /// How telling the table is at this question: always looked at, or one time in so many; never at 0.
    #[expect(clippy::type_complexity, reason = "the types are the game's own")]
    pub telling: fn(&Game<H::Rules>, <H::Rules as Rules>::Decision) -> usize,
}

// Not derived: that would ask the same of the game.
impl<H: Hosted> Clone for Tunable<H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hosted> Copy for Tunable<H> {}
