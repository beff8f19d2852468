//! A pack crosses the bridge.

use crate::{Choice, Decision, Event, Packhorse, TakeToll};
use kernel::{Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// Sent, perhaps taken on the way, opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Crossing {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Load,
    Send,
    Open,
    Close,
}

impl Crossing {
    pub fn run(&mut self, play: &mut Play<'_, Packhorse>) -> Flow<Packhorse> {
        match self.step {
            Step::Load => self.ask(play.table.reins, Decision::SendPack, Step::Send),
            Step::Send => {
                send_pack(play);
                self.call(TakeToll::default(), Step::Open)
            }
            Step::Open => {
                open_pack(play, play.table.reins);
                self.then(Step::Close)
            }
            // [crossing.close]
            Step::Close => {
                play.table.reins = play.table.reins.left(play.table.traders);
                self.done()
            }
        }
    }

    /// The pack was taken: the reins pass on all the same. [crossing.close]
    pub fn close(&mut self) {
        self.step = Step::Close;
    }
}

/// [crossing.send]
fn send_pack(play: &mut Play<'_, Packhorse>) {
    let seat = play.table.reins;
    let Choice::Send(card) = play.answer() else { panic!("whoever sends a pack is offered nothing but cards") };
    let pack = play.table.hands[seat.index()].take(card).expect("only a card in hand may be sent");
    play.table.bridge.put(pack.what, pack.by);
    play.tell(Event::Sent { seat, card: Some(card) });
}

/// Opens the pack at a stall, before everybody. [crossing.open]
pub fn open_pack(play: &mut Play<'_, Packhorse>, seat: Seat) {
    let pack = play.table.bridge.draw(SeatSet::EVERYBODY).expect("a pack is on the bridge until it is opened");
    play.table.stalls[seat.index()].put(pack.what, pack.by);
    play.tell(Event::Opened { seat, card: pack.what });
}

kernel::verbs!(Packhorse, Crossing, Step);
