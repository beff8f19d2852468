//! What each trader may see, and games that he could not tell from the true one.

use crate::{Card, Packhorse, notation};
use kernel::{Chance, Game, Seat, Sight, Viewer, deal_anew};
use serde::Serialize;

/// The table as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct View {
    /// How many cards are left to draw.
    pub deck: usize,
    /// How many tolls were taken.
    pub discard: usize,
    pub bridge: Option<Sight<Card>>,
    pub traders: Vec<Trader>,
}

/// What one trader has before him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trader {
    pub name: &'static str,
    pub holds_reins: bool,
    /// Has decided, and others have not.
    pub has_answered: bool,
    pub worth: u8,
    pub stall: Vec<Sight<Card>>,
    pub hand: Vec<Sight<Card>>,
}

pub fn view(game: &Game<Packhorse>, viewer: Viewer) -> View {
    let table = &game.table;
    let trader = |seat: Seat| Trader {
        name: notation::name(seat),
        holds_reins: seat == table.reins,
        has_answered: game.has_answered(seat),
        worth: table.worth(seat),
        stall: table.stalls[seat.index()].sight(viewer).collect(),
        hand: table.hands[seat.index()].sight_of_set(viewer),
    };
    View {
        deck: table.deck.len(),
        discard: table.discard.len(),
        bridge: table.bridge.sight(viewer).next(),
        traders: table.seats().map(trader).collect(),
    }
}

/// Deals every card that `seat` has not seen anew among the places where such cards lie; others seal other answers.
pub fn conceal(game: &Game<Packhorse>, seat: Seat, chance: &mut Chance) -> Game<Packhorse> {
    let mut imagined = game.clone();
    let table = &mut imagined.table;
    let in_hands = table.hands.iter_mut().flat_map(|hand| hand.unseen_by(seat));
    deal_anew(table.deck.unseen_by(seat).chain(in_hands).chain(table.bridge.unseen_by(seat)), chance);
    imagined.seal_anew(seat, chance);
    imagined.chance = chance.split();
    imagined
}

/// Deals every card that nobody has seen anew.
pub fn renew(game: &Game<Packhorse>, mut chance: Chance) -> Game<Packhorse> {
    let mut renewed = game.clone();
    deal_anew(renewed.table.deck.unseen(), &mut chance);
    renewed.chance = chance;
    renewed
}
