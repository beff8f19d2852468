//! Ork effects beyond the vocabulary.

use super::{Part, SpecialEffect, SpecialQuestion, Step};
use crate::board::{Look, Looking};
use crate::components::{Asset, Face, OrderKind, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::UNIT_KINDS;
use crate::orders::advance::Advance;
use crate::orders::purchase::{self, Discount};
use crate::pieces;
use crate::table::{OrderInProgress, Side};
use crate::{Flow, Play};
use kernel::{Seat, SeatSet, Verbs};

/// The top card of the opponent's deck lends its icons for this round. [card-clarifications.mek-boyz.1]
pub fn mek_boyz(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    let enemy = play.table.opponent(you).expect("combat cards are played in combat");
    if let Some(seen) = play.table.player_mut(enemy).deck.draw(SeatSet::NONE) {
        let icons = play.catalogue.card(seen.what).icons;
        let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
        let borrowed = &mut play.table.battle_mut().side_mut(side).borrowed;
        for face in 0..3 {
            borrowed[face] += icons[face];
        }
        pieces::discard_combat_card(play, enemy, seen.what);
    }
    special.done()
}

/// A unit is destroyed unless its owner spends as many dice as its command level. [card-clarifications.smasher-gargant.1]
pub fn smasher_gargant(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    let enemy = play.table.opponent(you).expect("combat cards are played in combat");
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let Choice::Unit { area, unit, routed, .. } = play.answer() else { unreachable!("units are offered") };
            let level = play.look().stats_at(enemy, unit.row(), area).level;
            special.at.area = Some(area);
            special.at.row = unit.row() as u8 + if routed { 16 } else { 0 };
            special.at.count = level;
            if level == 0 {
                return special.done();
            }
            if play.table.dice_count(enemy) < level {
                destroy_picked(special, play, enemy);
                return special.done();
            }
            special.question(enemy, Part::Second)
        }
        Step::Answered(_) => {
            let Choice::Face(face) = play.answer() else {
                destroy_picked(special, play, enemy);
                return special.done();
            };
            pieces::remove_die(play, enemy, face);
            pieces::tell_dice(play, enemy);
            special.at.count -= 1;
            if special.at.count == 0 { special.done() } else { special.question(enemy, Part::Third) }
        }
    }
}

fn destroy_picked(special: &SpecialEffect, play: &mut Play<'_>, enemy: Seat) {
    let area = special.at.area.expect("a unit was picked");
    let (row, routed) = (usize::from(special.at.row % 16), special.at.row >= 16);
    pieces::destroy_unit(play, enemy, row, routed, area);
}

pub fn list_smasher_gargant(look: Look<'_>, seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        let Some((area, enemy)) = look.here().zip(look.table.opponent(at.you)) else { return };
        for (row, routed, _) in look.force(area, enemy).groups() {
            each(Choice::Unit { area, unit: look.kind(enemy, row), routed, hurt: 0 });
        }
        return;
    }
    let dice = look.table.dice(seat);
    Face::ALL.into_iter().filter(|face| dice[face.index()] > 0).for_each(|face| each(Choice::Face(face)));
    if at.part == Part::Second {
        each(Choice::Decline);
    }
}

/// The revealed Strategize is resolved as another order. [card-clarifications.green-tide.1]
pub fn green_tide(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Order(kind) = play.answer() else { unreachable!("orders are offered") };
    let order = play.table.order.as_mut().expect("an order is being resolved");
    order.kind = kind;
    play.tell(Event::ResolvedAs { seat: you, kind });
    special.done()
}

pub fn list_green_tide(each: &mut dyn FnMut(Choice)) {
    [OrderKind::Deploy, OrderKind::Dominate, OrderKind::Advance].into_iter().for_each(|kind| each(Choice::Order(kind)));
}

/// Neither half depends on the other.
pub fn lootin(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let enemy = play.table.strike().against;
    pieces::gain_materiel(play, special.at.you, 1);
    pieces::lose_materiel(play, enemy, 1);
    special.done()
}

/// One asset token of the opponent's is discarded, then gained.
pub fn stealin(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Asset(asset) = play.answer() else { unreachable!("assets are offered") };
    let enemy = play.table.strike().against;
    pieces::give_up_asset(play, enemy, asset);
    pieces::gain_asset(play, you, asset);
    special.done()
}

pub fn list_stealin(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if let Some(enemy) = look.table.opponent(at.you) {
        Asset::ALL.into_iter().filter(|&asset| look.player(enemy).has(asset) > 0).for_each(|a| each(Choice::Asset(a)));
    }
}

/// One ground unit is bought onto a friendly world of the system. [card-clarifications.ork-spores.1]
pub fn ork_spores(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Buy { unit, area, cache, scheme } = play.answer() else { unreachable!("purchases are offered") };
    purchase::buy_unit(play, you, unit, area, Discount { cache, scheme, granted: 0 });
    special.done()
}

pub fn list_ork_spores(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    for area in order.system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, at.you)) {
        for row in (0..UNIT_KINDS).filter(|&row| !look.is_ship(at.you, row)) {
            purchase::each_unit(look, at.you, row, area, 0, each);
        }
    }
}

/// Any structure of the contested world. [card-clarifications.teer-it-down.1]
pub fn teer_it_down(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    if special.step == Step::Begin {
        return special.question(special.at.you, Part::First);
    }
    let Choice::Structure { area, structure } = play.answer() else { unreachable!("structures are offered") };
    let owner = play.table.all_seats().find(|&seat| play.table.force(area, seat).structures(structure) > 0);
    pieces::destroy_structure(play, owner.expect("a structure there was chosen"), structure, area);
    special.done()
}

pub fn list_teer_it_down(look: Look<'_>, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = &look.table.battle else { return };
    let area = battle.area;
    for structure in StructureKind::ALL {
        if Side::BOTH.into_iter().any(|side| look.battle_force(side).structures(structure) > 0) {
            each(Choice::Structure { area, structure });
        }
    }
}

/// The unit just routed is destroyed.
pub fn gitz_dem(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let routed = play.table.just_routed.expect("used when a unit is routed");
    pieces::destroy_unit(play, routed.owner, usize::from(routed.row), true, routed.area);
    special.done()
}

/// An Advance Order without a token, in a system with two own units. [card-clarifications.mob-up.1]
pub fn mob_up(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin => special.question(you, Part::First),
        Step::Answered(_) => {
            let Choice::System(system) = play.answer() else { unreachable!("systems are offered") };
            play.table.order = Some(OrderInProgress::new(OrderKind::Advance, system));
            special.call(Advance::new(you, system), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

pub fn list_mob_up(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let units =
        |system: crate::table::System| -> u8 { system.areas().map(|area| look.force(area, at.you).units()).sum() };
    look.table.systems().filter(|&system| units(system) >= 2).for_each(|system| each(Choice::System(system)));
}

/// A player loses an asset of his own choice. [event-cards.choice.1]
pub fn lootin_n_stealin(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    match special.step {
        Step::Begin | Step::Resumed => special.question(special.at.you, Part::First),
        Step::Answered(Part::First) => {
            let Choice::Faction(faction) = play.answer() else { unreachable!("players are offered") };
            let loser = play.table.seat_of_faction(faction).expect("a player was chosen");
            if play.table.player(loser).assets == [0; 3] {
                return special.done();
            }
            special.at.count = loser.0;
            special.question(loser, Part::Second)
        }
        Step::Answered(_) => {
            let Choice::Asset(asset) = play.answer() else { unreachable!("assets are offered") };
            let loser = Seat(special.at.count);
            pieces::give_up_asset(play, loser, asset);
            special.done()
        }
    }
}

pub fn list_lootin_n_stealin(look: Look<'_>, seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        look.table.turn_order().for_each(|seat| each(Choice::Faction(look.player(seat).faction)));
    } else {
        Asset::ALL.into_iter().filter(|&asset| look.player(seat).has(asset) > 0).for_each(|a| each(Choice::Asset(a)));
    }
}
