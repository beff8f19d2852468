//! The court: rounds of drawing and bidding until it rises.

use super::{Auction, Card, Event, Parley};
use kernel::{Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// The whole game. [court.round]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Court {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Deal,
    OpenRound,
    PassOffice,
    Rise,
}

impl Court {
    /// A court whose auction is under way, for a position that starts with one.
    pub fn in_session() -> Court {
        Court { step: Step::PassOffice }
    }

    pub fn run(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        match self.step {
            Step::Deal => {
                play.table.deck.shuffle(play.chance);
                for seat in play.table.in_order() {
                    draw(play, seat, play.catalogue.hand);
                }
                self.then(Step::OpenRound)
            }
            Step::OpenRound if play.table.supply == 0 => self.then(Step::Rise),
            Step::OpenRound => {
                for seat in play.table.in_order() {
                    draw(play, seat, 1);
                }
                self.call(Auction::default(), Step::PassOffice)
            }
            Step::PassOffice => {
                play.table.speaker = play.table.speaker.left(play.table.envoys);
                self.then(Step::OpenRound)
            }
            Step::Rise => {
                play.tell(Event::Rose);
                self.done()
            }
        }
    }

    /// Somebody has reached the goal: the court rises. [court.goal]
    pub fn close(&mut self) {
        self.step = Step::Rise;
    }
}

/// `seat` draws cards, as many as the deck still has.
pub fn draw(play: &mut Play<'_, Parley>, seat: Seat, cards: u8) {
    for _ in 0..cards {
        let Some(seen) = play.table.deck.draw(SeatSet::only(seat)) else { return };
        let card: Card = seen.what;
        play.table.hands[seat.index()].put(card, seen.by);
        play.tell(Event::Drew { seat, card: Some(card) });
    }
}

kernel::verbs!(Parley, Court, Step);
