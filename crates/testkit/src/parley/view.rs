//! What each envoy may see, and games it could not tell from the true one.

use super::{Card, Choice, Parley, Resolving};
use kernel::{Chance, Game, Seat, SeatSet, Sight, Viewer, deal_anew};
use serde::Serialize;

/// The table as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct View {
    pub speaker: Seat,
    /// How many cards are left to draw.
    pub deck: usize,
    pub discard: Vec<Card>,
    pub hands: Vec<Vec<Sight<Card>>>,
    pub bids: Vec<Option<Sight<Card>>>,
    pub resolving: Vec<Resolving>,
    pub favours: Vec<u8>,
    pub supply: u8,
    pub lost: u8,
    /// Who has sealed a bid that is not laid yet.
    pub sealed: SeatSet,
    /// The viewer's own.
    pub own_sealed: Option<Choice>,
}

pub fn view(game: &Game<Parley>, viewer: Viewer) -> View {
    let table = &game.table;
    let mut view = View {
        speaker: table.speaker,
        deck: table.deck.len(),
        discard: table.discard.iter().collect(),
        resolving: table.resolving.to_vec(),
        supply: table.supply,
        lost: table.lost,
        sealed: table.seats().filter(|&seat| game.has_answered(seat)).collect(),
        ..View::default()
    };
    for seat in table.seats() {
        view.hands.push(table.hands[seat.index()].sight(viewer).collect());
        view.bids.push(table.bids[seat.index()].sight(viewer).next());
        view.favours.push(table.favours[seat.index()]);
    }
    if let Viewer::Seat(seat) = viewer {
        view.own_sealed = game.sealed_answer_of(seat);
    }
    view
}

/// Deals every card that `seat` has not seen anew among the places where such cards lie; others seal new bids.
pub fn conceal(game: &Game<Parley>, seat: Seat, chance: &mut Chance) -> Game<Parley> {
    let mut imagined = game.clone();
    let table = &mut imagined.table;
    let in_hands = table.hands.iter_mut().flat_map(|hand| hand.unseen_by(seat));
    let in_bids = table.bids.iter_mut().flat_map(|bid| bid.unseen_by(seat));
    deal_anew(table.deck.unseen_by(seat).chain(in_hands).chain(in_bids), chance);
    imagined.seal_anew(seat, chance);
    imagined.chance = chance.split();
    imagined
}

/// Deals every card that nobody has seen anew.
pub fn renew(game: &Game<Parley>, mut chance: Chance) -> Game<Parley> {
    let mut renewed = game.clone();
    let table = &mut renewed.table;
    let in_hands = table.hands.iter_mut().flat_map(|hand| hand.unseen());
    let in_bids = table.bids.iter_mut().flat_map(|bid| bid.unseen());
    deal_anew(table.deck.unseen().chain(in_hands).chain(in_bids), &mut chance);
    renewed.chance = chance;
    renewed
}
