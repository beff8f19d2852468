//! What a bot weighs up: one choice, or a bundle of them.

use kernel::{Advice, Deaf, Game, Rules, Seat, Seated};

/// One choice, or a chain of choices with one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<C, B> {
    Choice(C),
    Bundle(B),
}

/// Everything that can be done here: each choice, then each bundle.
pub fn list<R: Rules, A: Advice<R>>(
    advice: &A,
    game: &Game<R>,
    seat: Seat,
    decision: R::Decision,
    choices: &[R::Choice],
    bundles: &mut Vec<A::Bundle>,
    out: &mut Vec<Action<R::Choice, A::Bundle>>,
) {
    out.clear();
    out.extend(choices.iter().map(|&choice| Action::Choice(choice)));
    bundles.clear();
    advice.bundles(game, seat, decision, choices, bundles);
    out.extend(bundles.iter().map(|&bundle| Action::Bundle(bundle)));
}

/// The bundle a bot is in the middle of. It goes on by itself while nobody else has a say.
#[derive(Clone, Copy, Debug)]
pub struct Plan<B> {
    bundle: B,
    /// How many choices had been heard when the bundle was begun.
    heard: usize,
}

impl<B: Copy> Plan<B> {
    pub fn new<R: Rules>(bundle: B, seated: &Seated<'_, R>) -> Self {
        Plan { bundle, heard: seated.heard().len() }
    }

    /// The next choice of the bundle, if nothing has been heard since it was begun but our own choices, and it still fits.
    /// A choice of ours that left no trace is not missed.
    pub fn go_on<R: Rules, A: Advice<R, Bundle = B>>(
        &self,
        advice: &A,
        imagined: &Game<R>,
        seated: &Seated<'_, R>,
        choices: &[R::Choice],
    ) -> Option<R::Choice> {
        let seat = seated.seat();
        if seated.heard().len() < self.heard || seated.heard().skip(self.heard).any(|(by, _)| by != seat) {
            return None;
        }
        advice.next_of(self.bundle, imagined, seat, seated.decision()?, choices)
    }
}

/// Takes the choices of a bundle in an imagined game, one after the other.
pub fn follow<R: Rules, A: Advice<R>>(
    advice: &A,
    bundle: A::Bundle,
    game: &mut Game<R>,
    seat: Seat,
    choices: &mut Vec<R::Choice>,
    mut before: impl FnMut(&Game<R>, R::Choice),
) {
    while let Some(decision) = game.question_of(seat) {
        game.choices(seat, choices);
        let Some(choice) = advice.next_of(bundle, game, seat, decision, choices) else { return };
        before(game, choice);
        game.take(seat, choice, &mut Deaf);
    }
}
