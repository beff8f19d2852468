//! What is printed: one deck.

use serde::{Deserialize, Serialize};

/// [cards.worth]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Card {
    #[default]
    Toll,
    Ware(u8),
}

/// Which cards are in the deck, and how many of each.
pub const DECK: [(Card, u8); 5] =
    [(Card::Ware(1), 6), (Card::Ware(2), 5), (Card::Ware(3), 4), (Card::Ware(4), 3), (Card::Toll, TOLLS as u8)];

pub const CARDS: usize = 24;
pub const TOLLS: usize = 6;

impl Card {
    pub fn worth(self) -> u8 {
        match self {
            Card::Toll => 0,
            Card::Ware(number) => number,
        }
    }
}
