//! A moment at which players may respond.

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
    fn ask_response(seat: Seat, moment: Self::Moment) -> Self::Decision;
    /// The ability chosen; `None` to pass.
    fn response(choice: Self::Choice) -> Option<Self::Ability>;
    fn use_ability(seat: Seat, ability: Self::Ability, moment: Self::Moment) -> Self::Frame;
}

/// Seats respond clockwise from the first until all pass in a row. A response may open windows of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window<M> {
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
    pub fn new(moment: M, first: Seat) -> Self {
        Window { moment, turn: first, passes: 0, step: Step::Offer }
    }

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
