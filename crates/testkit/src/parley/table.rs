//! Every component, and where it is.

use super::{Card, Catalogue, Trick};
use kernel::{List, Pile, Seat, SeatSet};
use serde::{Deserialize, Serialize};

pub const MAX_ENVOYS: usize = 6;

/// No deck is larger.
const MAX_CARDS: usize = 42;

/// No more cards answer one another: each answer to an answer is a veto, and there are eight.
const MAX_RESOLVING: usize = 9;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub envoys: u8,
    pub speaker: Seat,
    pub deck: Pile<Card, MAX_CARDS>,
    pub discard: Pile<Card, MAX_CARDS>,
    pub hands: [Pile<Card, MAX_CARDS>; MAX_ENVOYS],
    /// Before each envoy, the bid it has laid.
    pub bids: [Pile<Card, 1>; MAX_ENVOYS],
    /// Tricks that are being played, each an answer to the one before.
    pub resolving: List<[Resolving; MAX_RESOLVING]>,
    pub favours: [u8; MAX_ENVOYS],
    pub supply: u8,
    /// The favour being auctioned.
    pub stake: u8,
    /// Favours that nobody won.
    pub lost: u8,
}

/// A trick on the table, announced and not yet discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolving {
    pub trick: Trick,
    pub by: Seat,
    pub cancelled: bool,
}

impl Default for Resolving {
    fn default() -> Self {
        Resolving { trick: Trick::Veto, by: Seat(0), cancelled: false }
    }
}

impl Table {
    /// The box unpacked, nothing shuffled or dealt yet. [court.setup]
    pub fn set_up(catalogue: &Catalogue, envoys: u8) -> Table {
        let mut table = Table { envoys, supply: catalogue.favours, ..Table::default() };
        for &(card, copies) in catalogue.deck {
            for _ in 0..copies {
                table.deck.put(card, SeatSet::NONE);
            }
        }
        table
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.envoys).map(Seat)
    }

    /// Clockwise from the speaker.
    pub fn in_order(&self) -> impl Iterator<Item = Seat> + use<> {
        self.speaker.clockwise(self.envoys)
    }

    /// The bid that `seat` has laid.
    pub fn bid(&self, seat: Seat) -> Option<Card> {
        self.bids[seat.index()].top()
    }

    /// The trick announced last.
    pub fn card_being_played(&self) -> &Resolving {
        self.resolving.last().expect("a trick lies on the table while it is being played")
    }

    /// Compares the table with the box.
    pub fn count_against(&self, catalogue: &Catalogue) -> Result<(), String> {
        let hidden = self.deck.iter().chain(self.hands.iter().flat_map(|hand| hand.iter()));
        let bids = self.bids.iter().flat_map(|bid| bid.iter());
        let resolving = self.resolving.iter().map(|resolving| Card::Trick(resolving.trick));
        let cards: Vec<Card> = hidden.chain(self.discard.iter()).chain(bids).chain(resolving).collect();
        for &(card, copies) in catalogue.deck {
            let found = cards.iter().filter(|&&other| other == card).count();
            if found != usize::from(copies) {
                return Err(format!("there are {found} cards “{card}”, not {copies}"));
            }
        }
        let favours = self.favours.iter().sum::<u8>() + self.supply + self.stake + self.lost;
        if favours != catalogue.favours {
            return Err(format!("there are {favours} favours, not {}", catalogue.favours));
        }
        Ok(())
    }
}
