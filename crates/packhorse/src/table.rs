//! Every component, and where it is.

use crate::cards::{CARDS, Card, DECK, TOLLS};
use kernel::{Objection, Pile, Seat, SeatSet};
use serde::{Deserialize, Serialize};

pub const MAX_TRADERS: usize = 4;

/// Who sits where, clockwise.
pub const TRADERS: [&str; MAX_TRADERS] = ["First trader", "Second trader", "Third trader", "Fourth trader"];

/// A stall that is worth so much closes the fair. [fair.goal]
pub const GOAL: u8 = 12;

/// Three cards, and the one that is drawn before a pack is sent.
const LARGEST_HAND: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub traders: u8,
    /// Who holds the reins.
    pub reins: Seat,
    pub deck: Pile<Card, CARDS>,
    pub hands: [Pile<Card, LARGEST_HAND>; MAX_TRADERS],
    /// The pack that is on its way.
    pub bridge: Pile<Card, 1>,
    pub stalls: [Pile<Card, CARDS>; MAX_TRADERS],
    /// Tolls that were taken.
    pub discard: Pile<Card, TOLLS>,
}

impl Table {
    /// The box unpacked, nothing shuffled or dealt yet.
    pub fn set_up(traders: u8) -> Table {
        let mut table = Table { traders, ..Table::default() };
        for (card, copies) in DECK {
            for _ in 0..copies {
                table.deck.put(card, SeatSet::NONE);
            }
        }
        table
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat(0).clockwise(self.traders)
    }

    /// What lies at a stall. [cards.worth]
    pub fn worth(&self, seat: Seat) -> u8 {
        self.stalls[seat.index()].iter().map(Card::worth).sum()
    }

    /// Compares the table with the box.
    pub fn count(&self) -> Result<(), Objection> {
        let hands = self.hands.iter().flat_map(|hand| hand.iter());
        let stalls = self.stalls.iter().flat_map(|stall| stall.iter());
        let on_the_way = self.deck.iter().chain(self.bridge.iter());
        let cards: Vec<Card> = on_the_way.chain(hands).chain(stalls).chain(self.discard.iter()).collect();
        for (card, copies) in DECK {
            let found = cards.iter().filter(|&&other| other == card).count();
            if found != usize::from(copies) {
                return Err(format!("there are {found} cards “{card}”, not {copies}").into());
            }
        }
        Ok(())
    }
}
