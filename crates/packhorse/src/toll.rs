//! The moment at which others may respond to a pack.

use crate::crossing::open_pack;
use crate::{Card, Choice, Decision, Event, Packhorse, Procedure, Table, cards};
use kernel::{Answer, Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// All others decide at once; the first from the sender's left is heard. [toll.demand]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeToll {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Demand,
    Take,
}

impl TakeToll {
    pub fn run(&mut self, play: &mut Play<'_, Packhorse>) -> Flow<Packhorse> {
        match self.step {
            Step::Demand => {
                let could = others(play.table).filter(|&seat| could_demand(play.table, seat));
                self.ask_each(could, |_| Decision::DemandToll, Step::Take)
            }
            Step::Take => match others(play.table).find(|&seat| play.answer_of(seat) == Some(Choice::Demand)) {
                Some(seat) => {
                    take_toll(play, seat);
                    self.cut_short(Procedure::Crossing)
                }
                None => self.done(),
            },
        }
    }
}

/// Clockwise from the sender's left.
fn others(table: &Table) -> impl Iterator<Item = Seat> + use<> {
    table.reins.clockwise(table.traders).skip(1)
}

/// Could this seat hold a toll, for all that everybody knows? If only those were asked who hold one, being asked would
/// tell.
fn could_demand(table: &Table, seat: Seat) -> bool {
    let open = table.stalls.iter().flat_map(|stall| stall.iter()).chain(table.discard.iter());
    !table.hands[seat.index()].is_empty() && open.filter(|&card| card == Card::Toll).count() < cards::TOLLS
}

/// [toll.take]
fn take_toll(play: &mut Play<'_, Packhorse>, seat: Seat) {
    let toll = play.table.hands[seat.index()].take(Card::Toll).expect("only who holds a toll may demand it");
    play.table.discard.put(toll.what, SeatSet::EVERYBODY);
    play.tell(Event::TookToll { seat });
    open_pack(play, seat);
}

/// What everybody hears of an answer: the first demand. A pass, or a demand that came too late, leaves no trace.
pub fn heard(answers: &[Answer<Choice>], which: usize) -> Option<Choice> {
    let first = answers.iter().position(|answer| answer.choice == Choice::Demand);
    (first == Some(which)).then_some(Choice::Demand)
}

kernel::verbs!(Packhorse, TakeToll, Step);
