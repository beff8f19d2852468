//! A moment at which players may respond, one after the other.
//!
//! This window asks clockwise until all pass in a row, so each who could respond costs a wait. Where many could and few do,
//! in a game of hidden hands, a window that asks all at once and seals the answers is better; `testkit`'s Parley has one.

use crate::{Flow, Play, Question, Rules, Seat};
use serde::{Deserialize, Serialize};

/// A game whose cards answer moments.
pub trait Responses: Rules {
    /// Something that happens and can be answered: "ships moved", "when a card is played".
    type Moment: Copy;
    /// A response: a card, an ability.
    type Ability: Copy;

    /// Could `seat` respond, judged by what everybody knows? A seat that could not is not asked.
    fn could_respond(play: &Play<'_, Self>, seat: Seat, moment: Self::Moment) -> bool;
    /// The question whether `seat` responds.
    fn ask_response(seat: Seat, moment: Self::Moment) -> Self::Decision;
    /// The ability chosen; `None` to pass.
    fn response(choice: Self::Choice) -> Option<Self::Ability>;
    /// The procedure that carries a response out.
    fn use_ability(seat: Seat, ability: Self::Ability, moment: Self::Moment) -> Self::Frame;
}

/// Seats respond clockwise from the first until all pass in a row. A response may open windows of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window<M> {
    /// What is responded to.
    pub moment: M,
    turn: Seat,
    passes: u8,
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Step {
    #[default]
    Offer,
    Take,
}

impl<M: Copy> Window<M> {
    /// A window in which `first` is asked first.
    pub fn new(moment: M, first: Seat) -> Self {
        Window { moment, turn: first, passes: 0, step: Step::Offer }
    }

    /// Runs one step.
    pub fn run<R: Responses<Moment = M>>(&mut self, play: &mut Play<'_, R>) -> Flow<R> {
        let seats = R::seats(play.table);
        match self.step {
            Step::Offer => {
                while self.passes < seats {
                    if R::could_respond(play, self.turn, self.moment) {
                        self.step = Step::Take;
                        let decision = R::ask_response(self.turn, self.moment);
                        return Flow::Ask(Question { seat: self.turn, decision });
                    }
                    self.pass(seats);
                }
                Flow::Done
            }
            Step::Take => {
                self.step = Step::Offer;
                match R::response(play.answer()) {
                    Some(ability) => {
                        let seat = self.turn;
                        self.turn = seat.left(seats);
                        self.passes = 0;
                        Flow::Call(R::use_ability(seat, ability, self.moment))
                    }
                    None => {
                        self.pass(seats);
                        Flow::Then
                    }
                }
            }
        }
    }

    fn pass(&mut self, seats: u8) {
        self.passes += 1;
        self.turn = self.turn.left(seats);
    }
}
