//! The whole game: turns, until the deck is empty or a stall is worth enough.

use crate::{Crossing, Event, Packhorse};
use kernel::{Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// Cards dealt to each trader. [fair.setup]
const HAND: u8 = 3;

/// [fair.turn]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fair {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Deal,
    TakeTurn,
    Close,
}

impl Fair {
    /// A fair that has begun, for a table laid out by hand.
    pub fn begun() -> Fair {
        Fair { step: Step::TakeTurn }
    }

    pub fn run(&mut self, play: &mut Play<'_, Packhorse>) -> Flow<Packhorse> {
        match self.step {
            Step::Deal => {
                play.table.deck.shuffle(play.chance);
                for seat in play.table.seats() {
                    (0..HAND).for_each(|_| draw(play, seat));
                }
                self.then(Step::TakeTurn)
            }
            Step::TakeTurn if play.table.deck.is_empty() => self.then(Step::Close),
            Step::TakeTurn => {
                draw(play, play.table.reins);
                self.call(Crossing::default(), Step::TakeTurn)
            }
            Step::Close => {
                play.tell(Event::Closed);
                self.done()
            }
        }
    }

    /// A stall is worth enough. [fair.goal]
    pub fn close(&mut self) {
        self.step = Step::Close;
    }
}

fn draw(play: &mut Play<'_, Packhorse>, seat: Seat) {
    let drawn = play.table.deck.draw(SeatSet::only(seat)).expect("nobody draws from an empty deck");
    play.table.hands[seat.index()].put(drawn.what, drawn.by);
    play.tell(Event::Drew { seat, card: Some(drawn.what) });
}

kernel::verbs!(Packhorse, Fair, Step);
