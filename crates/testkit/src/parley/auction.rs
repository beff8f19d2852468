//! An auction of one favour.

use super::{Choice, Decision, Event, Moment, Parley, Table, Window};
use kernel::{Flow, Play, Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// All bid at once for one favour. [auction.seal]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Auction {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    SealBids,
    LayBids,
    RevealBids,
    GrantFavour,
    Close,
}

impl Auction {
    pub fn run(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        match self.step {
            Step::SealBids => {
                play.table.supply -= 1;
                play.table.stake += 1;
                self.ask_each(play.table.in_order(), |_| Decision::SealBid, Step::LayBids)
            }
            Step::LayBids => {
                for seat in play.table.in_order() {
                    lay_bid(play, seat);
                }
                self.call(Window::new(play.table, Moment::WhenBidsSealed), Step::RevealBids)
            }
            Step::RevealBids => {
                for seat in play.table.in_order() {
                    reveal_bid(play, seat);
                }
                self.then(Step::GrantFavour)
            }
            Step::GrantFavour => match highest_bidder(play.table) {
                Some(seat) => {
                    win_favour(play, seat);
                    self.call(Window::new(play.table, Moment::AfterFavourWon), Step::Close)
                }
                None => self.then(Step::Close),
            },
            Step::Close => {
                for seat in play.table.in_order() {
                    take_back_bid(play, seat);
                }
                play.table.lost += std::mem::take(&mut play.table.stake);
                self.done()
            }
        }
    }

    /// Broken off: the bids go back to their owners. [auction.close]
    pub fn close(&mut self) {
        self.step = Step::Close;
    }
}

fn lay_bid(play: &mut Play<'_, Parley>, seat: Seat) {
    if let Some(Choice::Bid(card)) = play.answer_of(seat) {
        let seen = play.table.hands[seat.index()].take(card).expect("only a card in hand may be bid");
        play.table.bids[seat.index()].put(seen.what, seen.by);
        play.tell(Event::Laid { seat });
    }
}

fn reveal_bid(play: &mut Play<'_, Parley>, seat: Seat) {
    if let Some(seen) = play.table.bids[seat.index()].draw(SeatSet::EVERYBODY) {
        play.table.bids[seat.index()].put(seen.what, seen.by);
        play.tell(Event::Revealed { seat, card: seen.what });
    }
}

/// The first clockwise from the speaker of those who bid highest. [auction.reveal]
fn highest_bidder(table: &Table) -> Option<Seat> {
    let highest = table.seats().filter_map(|seat| table.bid(seat)).map(|card| card.value()).max()?;
    table.in_order().find(|&seat| table.bid(seat).is_some_and(|card| card.value() == highest))
}

fn win_favour(play: &mut Play<'_, Parley>, seat: Seat) {
    let bid = play.table.bids[seat.index()].draw(SeatSet::EVERYBODY).expect("the winner has a bid on the table");
    play.table.discard.put(bid.what, bid.by);
    play.table.stake -= 1;
    play.table.favours[seat.index()] += 1;
    play.tell(Event::Won { seat });
}

/// A bid that was revealed stays known to all who saw it.
fn take_back_bid(play: &mut Play<'_, Parley>, seat: Seat) {
    if let Some(bid) = play.table.bids[seat.index()].draw(SeatSet::NONE) {
        play.table.hands[seat.index()].put(bid.what, bid.by);
        play.tell(Event::TookBack { seat });
    }
}

kernel::verbs!(Parley, Auction, Step);
