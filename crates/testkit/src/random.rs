//! Players who pick at random.

use kernel::{Chance, Game, Rules, Seat};

/// How a random player picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every choice is as likely as any other.
    Uniform,
    /// Choices weigh what the game's [`Rules::curiosity`] says: such games get to where equal weights hardly ever do.
    Explorer,
}

impl Style {
    /// One of `offered`, which is what the seat may choose; none if that is nothing.
    pub fn pick<R: Rules>(
        self,
        game: &Game<R>,
        seat: Seat,
        offered: &[R::Choice],
        chance: &mut Chance,
    ) -> Option<R::Choice> {
        let decision = game.question_of(seat).filter(|_| self == Style::Explorer);
        let weigh = |choice| decision.map_or(1, |decision| R::curiosity(game, seat, decision, choice));
        let bound = offered.iter().map(|&choice| weigh(choice)).sum();
        let mut left = if bound > 0 { chance.below(bound) } else { return None };
        offered.iter().copied().find(|&choice| {
            let weight = weigh(choice);
            let is_here = left < weight;
            left = left.saturating_sub(weight);
            is_here
        })
    }
}
