//! The adviser of a game that has nobody better: whoever has the higher score stands better.

use crate::Hosted;
use kernel::{Advice, Game, MAX_SEATS, Outlook, Rules, Seat};
use std::marker::PhantomData;

/// Advice by score alone.
#[derive(Debug)]
pub struct Plain<H>(PhantomData<fn() -> H>);

impl<H> Default for Plain<H> {
    fn default() -> Self {
        Plain(PhantomData)
    }
}

impl<H> Clone for Plain<H> {
    fn clone(&self) -> Self {
        Plain(PhantomData)
    }
}

impl<H: Hosted> Advice<H::Rules> for Plain<H> {
    type Bundle = ();

    /// Each seat's share of all scores, where everybody begins with a little.
    fn evaluate(&self, game: &Game<H::Rules>) -> Outlook {
        let scores = H::progress(game).scores;
        let least = scores.iter().copied().min().unwrap_or(0);
        let mut outlook = [0.0; MAX_SEATS];
        for (chance, score) in outlook.iter_mut().zip(&scores) {
            *chance = (score - least + 1) as f32;
        }
        let total: f32 = outlook.iter().sum();
        outlook.map(|chance| chance / total.max(1.0))
    }

    fn weigh(
        &self,
        _game: &Game<H::Rules>,
        _seat: Seat,
        _decision: <H::Rules as Rules>::Decision,
        choices: &[<H::Rules as Rules>::Choice],
        out: &mut Vec<f32>,
    ) {
        out.extend(choices.iter().map(|_| 1.0));
    }

    /// Nobody knows: a play-out goes on to the end, or as far as the search lets it.
    fn is_quiet(&self, _game: &Game<H::Rules>) -> bool {
        false
    }
}
