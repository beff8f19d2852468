//! Counting the components against the box.

use crate::board::Look;
use crate::components::{Asset, StructureKind};
use crate::force::{TOKENS, UNIT_KINDS};
use crate::table::{
    ASSET_PIECES, CARDS_PER_FACTION, CONTROL_TOKENS, CardId, EVENTS_PER_FACTION, EventId, STRUCTURE_PIECES,
};
use kernel::Seat;

/// Every component has exactly one place, and there are as many as the box holds.
pub fn conserved(look: Look<'_>) -> Result<(), String> {
    let table = look.table;
    let mut structures = table.structure_supply;
    let mut assets = table.asset_supply;
    for seat in table.all_seats() {
        let player = table.player(seat);
        for asset in 0..3 {
            assets[asset] += player.assets[asset];
        }
        if !table.is_in(seat) {
            continue;
        }
        let mut units = player.reserve;
        let mut control_tokens = player.control_tokens;
        let mut orders: [u8; 4] = std::array::from_fn(|kind| {
            player.orders.unplaced[kind] + player.orders.resolved[kind] + player.orders.on_deck[kind]
        });
        for area in table.areas() {
            let force = table.force(area, seat);
            for row in 0..UNIT_KINDS {
                units[row] += force.of(row);
            }
            assets[Asset::Reinforcement.index()] += force.of(TOKENS);
            for kind in StructureKind::ALL {
                structures[kind.index()] += force.structures(kind);
                control_tokens += force.structures(kind);
            }
            if force.has_units() && table.battle.is_none() && force.of(TOKENS) > 0 {
                return Err(format!("a reinforcement token lies on {area:?} outside a combat"));
            }
        }
        if table.active_player == seat {
            for force in table.movement.transit {
                for (row, count) in units.iter_mut().enumerate() {
                    *count += force.of(row);
                }
            }
        }
        for token in table.orders.iter().filter(|token| token.owner == seat) {
            orders[token.kind.index()] += 1;
        }
        for row in 0..UNIT_KINDS {
            let pieces = look.stats(seat, row).pieces;
            if units[row] != pieces {
                return Err(format!("{seat} has {} pieces of row {row}, the box {pieces}", units[row]));
            }
        }
        if control_tokens != CONTROL_TOKENS {
            return Err(format!("{seat} has {control_tokens} control tokens"));
        }
        if orders != [2; 4] {
            return Err(format!("{seat} has order tokens {orders:?}"));
        }
        cards_conserved(look, seat)?;
    }
    if structures != STRUCTURE_PIECES {
        return Err(format!("structures {structures:?}, the box has {STRUCTURE_PIECES:?}"));
    }
    if assets != [ASSET_PIECES; 3] {
        return Err(format!("asset tokens {assets:?}, the box has {ASSET_PIECES} of each"));
    }
    Ok(())
}

/// Five pairs in the combat deck, hand and combat; eight event cards. [combat-cards.deck.1, discarding-cards.no-pile.1]
fn cards_conserved(look: Look<'_>, seat: Seat) -> Result<(), String> {
    let player = look.player(seat);
    let mut cards: Vec<CardId> = player.deck.iter().chain(player.hand.iter()).collect();
    if let Some(battle) = &look.table.battle
        && let Some(side) = battle.side_of(seat)
    {
        cards.extend(battle.side(side).faceup.iter().map(|faceup| faceup.card));
        cards.extend(battle.side(side).facedown.map(|seen| seen.what));
    }
    for index in 0..CARDS_PER_FACTION {
        let card = CardId::new(player.faction, index);
        let wanted = if player.pairs & (1 << index) != 0 { 2 } else { 0 };
        let found = cards.iter().filter(|&&other| other == card).count();
        if found != wanted {
            return Err(format!("{seat} has {found} copies of combat card {index}, wanted {wanted}"));
        }
    }
    let mut events: Vec<EventId> = player
        .events
        .iter()
        .chain(player.drawn_events.iter())
        .chain(player.further_events.iter())
        .chain(player.scheme)
        .chain(player.event)
        .collect();
    events.sort();
    events.dedup();
    if events.len() != usize::from(EVENTS_PER_FACTION) || player.pairs.count_ones() != 5 {
        return Err(format!("{seat} has {} event cards and {} pairs", events.len(), player.pairs.count_ones()));
    }
    Ok(())
}
