//! Opponents for every game: random, greedy, tree search.
//!
//! A bot gets a [`Seated`]: what its seat sees, hears and may choose, and imagined games that it could not tell from
//! the true one. It never holds the true game, and it knows no game but through the kernel's [`Advice`].

#![forbid(unsafe_code)]

mod action;
mod greedy;
mod kinds;
mod noise;
mod random;
pub mod search;
mod table;

pub use greedy::Greedy;
pub use kinds::{Kind, UnknownKind};
pub use noise::Noise;
pub use random::Random;
pub use search::{Budget, Search};
pub use table::{Move, play};

use kernel::{Rules, Seated};

/// Somebody who plays.
pub trait Bot<R: Rules>: Send {
    /// The answer to the question put to this seat. A bot is only asked when its seat is.
    fn choose(&mut self, seated: &Seated<'_, R>) -> R::Choice;
}
