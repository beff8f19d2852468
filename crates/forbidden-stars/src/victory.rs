//! Winning, losing, ties and elimination.

use crate::Play;
use crate::board::{Look, Looking};
use crate::components::StructureKind;
use crate::events::Event;
use kernel::{Seat, SeatSet};

/// Does anybody have as many own tokens as players began? Then the winners are noted. [winning.target.1]
pub fn is_won(play: &mut Play<'_>) -> bool {
    let table = &*play.table;
    let target = table.seats;
    let reached: SeatSet = table.turn_order().filter(|&seat| table.player(seat).objectives >= target).collect();
    if reached.is_empty() {
        return false;
    }
    play.table.winners = best(play.look(), reached);
    true
}

/// At the end: most tokens, then the tie-breaks, among those still in. [winning.round-eight.1]
pub fn rank(play: &mut Play<'_>) {
    let still_in: SeatSet = play.table.turn_order().collect();
    play.table.winners = best(play.look(), still_in);
}

/// Most tokens, most friendly worlds, most units on the board; then the victory is shared. [winning.tie.1, winning.tie.4]
fn best(look: Look<'_>, among: SeatSet) -> SeatSet {
    let score =
        |seat: Seat| (look.player(seat).objectives, look.friendly_worlds(seat).count(), look.units_on_board(seat));
    let top = among.iter().map(score).max();
    among.iter().filter(|&seat| Some(score(seat)) == top).collect()
}

/// Players without a friendly world leave the game; `true` if that ends it. [player-elimination.condition.1]
pub fn eliminate(play: &mut Play<'_>) -> bool {
    let look = play.look();
    let out: SeatSet = look.table.turn_order().filter(|&seat| look.friendly_worlds(seat).next().is_none()).collect();
    if out.is_empty() {
        return false;
    }
    let remaining = play.table.turn_order().count() - out.len();
    if remaining == 0 {
        // Nobody is eliminated by it: the tie-breaks decide. [player-elimination.all.1]
        rank(play);
        return true;
    }
    for seat in out.iter() {
        remove_player(play, seat);
    }
    if remaining == 1 {
        play.table.winners = play.table.turn_order().collect();
        return true;
    }
    false
}

/// All his components leave the game; shared ones return to the supply. [player-elimination.components.1]
fn remove_player(play: &mut Play<'_>, seat: Seat) {
    let table = &mut *play.table;
    table.eliminated.insert(seat);
    table.orders.retain(|token| token.owner != seat);
    for area in table.areas() {
        let force = std::mem::take(table.force_mut(area, seat));
        for kind in StructureKind::ALL {
            table.structure_supply[kind.index()] += force.structures(kind);
        }
        if table.objective(area) == Some(seat) {
            table.set_objective(area, None);
        }
    }
    let player = &mut table.players[seat.index()];
    for asset in 0..3 {
        table.asset_supply[asset] += std::mem::take(&mut player.assets[asset]);
    }
    let faction = player.faction;
    *player = crate::table::Player { faction, ..Default::default() };
    play.tell(Event::Eliminated(seat));
}
