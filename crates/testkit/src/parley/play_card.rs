//! Playing a trick, and what each trick does.

use super::court::draw;
use super::{Card, Choice, Decision, Event, Moment, Parley, Procedure, Resolving, Trick, Window};
use kernel::{Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// Announced, answered, resolved unless cancelled, discarded. [cards.play]
///
/// The trick lies on the table as `resolving`. A veto is played in the same way, on top of what it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayCard {
    seat: Seat,
    trick: Trick,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Announce,
    Resolve,
    Discard,
}

impl PlayCard {
    pub fn new(seat: Seat, trick: Trick) -> PlayCard {
        PlayCard { seat, trick, step: Step::Announce }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub fn trick(&self) -> Trick {
        self.trick
    }

    pub fn run(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        match self.step {
            Step::Announce => {
                let hand = &mut play.table.hands[self.seat.index()];
                hand.take(Card::Trick(self.trick)).expect("only a trick in hand may be played");
                play.table.resolving.push(Resolving { trick: self.trick, by: self.seat, cancelled: false });
                play.tell(Event::Played { seat: self.seat, trick: self.trick });
                let cards = play.table.resolving.len() as u8;
                self.call(Window::new(play.table, Moment::WhenCardPlayed { cards }), Step::Resolve)
            }
            Step::Resolve if play.table.card_being_played().cancelled => self.then(Step::Discard),
            Step::Resolve => self.take_effect(play),
            Step::Discard => {
                let played = play.table.resolving.pop().expect("a trick lies on the table until it is discarded");
                play.table.discard.put(Card::Trick(played.trick), SeatSet::EVERYBODY);
                self.done()
            }
        }
    }

    fn take_effect(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        match self.trick {
            // [cards.veto]
            Trick::Veto => {
                let [.., answered, _veto] = play.table.resolving.as_mut_slice() else {
                    panic!("a veto is played only in answer to another card");
                };
                answered.cancelled = true;
                let trick = answered.trick;
                play.tell(Event::Cancelled { trick });
                self.then(Step::Discard)
            }
            // [cards.scandal]
            Trick::Scandal => {
                play.tell(Event::BrokenOff);
                self.cut_short(Procedure::Auction)
            }
            // [cards.windfall]
            Trick::Windfall => {
                draw(play, self.seat, 2);
                self.then(Step::Discard)
            }
            Trick::Spy => self.call(Spy::new(self.seat), Step::Discard),
        }
    }

    /// Whatever broke off, the trick is discarded.
    pub fn close(&mut self) {
        self.step = Step::Discard;
    }
}

/// The trick on a card, if it is one.
pub fn trick(card: Card) -> Option<Trick> {
    match card {
        Card::Gift(_) => None,
        Card::Trick(trick) => Some(trick),
    }
}

/// A spy looks at one other hand. [cards.spy]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spy {
    seat: Seat,
    step: SpyStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpyStep {
    ChooseHand,
    Look,
}

impl Spy {
    pub fn new(seat: Seat) -> Spy {
        Spy { seat, step: SpyStep::ChooseHand }
    }

    pub fn run(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        match self.step {
            SpyStep::ChooseHand => self.ask(self.seat, Decision::ChooseHand, SpyStep::Look),
            SpyStep::Look => {
                let Choice::LookAt(hand) = play.answer() else { panic!("a spy is offered nothing but hands") };
                play.table.hands[hand.index()].show(self.seat);
                play.tell(Event::LookedAt { seat: self.seat, hand });
                self.done()
            }
        }
    }
}

kernel::verbs!(Parley, PlayCard, Step);
kernel::verbs!(Parley, Spy, SpyStep);
