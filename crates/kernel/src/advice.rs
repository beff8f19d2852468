//! What a game says to those who want to play it well. The rules never read it.

use crate::{Game, MAX_SEATS, Plain, Rules, Seat};
use std::fmt::Debug;

/// How a game stands for each seat: its chance of winning, in [0, 1].
pub type Outlook = [f32; MAX_SEATS];

/// An adviser to bots. It is shown imagined games only, so it may look at all of them.
pub trait Advice<R: Rules>: Clone + Debug + Send + Sync + 'static {
    /// A chain of choices with one purpose: move everything in reach, buy as many as can be paid.
    type Bundle: Plain;

    /// Each seat's chance of winning.
    fn evaluate(&self, game: &Game<R>) -> Outlook;

    /// What a finished game was worth to each seat. In most games the winners share one; where it matters by how much
    /// somebody wins, the adviser says so.
    fn outcome(&self, game: &Game<R>) -> Outlook {
        outcome(game)
    }

    /// How promising each choice looks before anything is tried: as many positive numbers, onto `out`.
    fn weigh(&self, game: &Game<R>, seat: Seat, decision: R::Decision, choices: &[R::Choice], out: &mut Vec<f32>);

    /// Is this a moment at which `evaluate` can be trusted? A play-out goes on until then.
    fn is_quiet(&self, game: &Game<R>) -> bool;

    /// The bundles that may be begun here, onto `out`.
    fn bundles(
        &self,
        _game: &Game<R>,
        _seat: Seat,
        _decision: R::Decision,
        _choices: &[R::Choice],
        _out: &mut Vec<Self::Bundle>,
    ) {
    }

    /// The next choice of a bundle; none if it is finished or does not fit here. What it returns is among `choices`.
    fn next_of(
        &self,
        _bundle: Self::Bundle,
        _game: &Game<R>,
        _seat: Seat,
        _decision: R::Decision,
        _choices: &[R::Choice],
    ) -> Option<R::Choice> {
        None
    }
}

/// The outlook of a finished game: the winners share one.
pub fn outcome<R: Rules>(game: &Game<R>) -> Outlook {
    let winners = game.winners();
    let mut outlook = [0.0; MAX_SEATS];
    for seat in winners.iter().filter(|seat| seat.index() < MAX_SEATS) {
        outlook[seat.index()] = 1.0 / winners.len() as f32;
    }
    outlook
}
