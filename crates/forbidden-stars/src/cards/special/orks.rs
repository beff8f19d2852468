//! Ork effects beyond the vocabulary.

use super::{Part, Special, SpecialEffect, SpecialQuestion, Step};
use crate::answers::{PickedStructure, PickedUnit, Purchase};
use crate::board::{Look, Looking};
use crate::components::{Asset, Face, OrderKind, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::{Posture, UNIT_KINDS};
use crate::orders::advance::Advance;
use crate::orders::purchase::{self, Discount};
use crate::pieces;
use crate::table::{OrderInProgress, Side};
use crate::{Flow, Play};
use kernel::{Seat, SeatSet, Verbs};

/// What this faction adds to the list of all special effects.
pub(super) const SPECIALS: &[Special] = &[
    MEK_BOYZ,
    SMASHER_GARGANT,
    GREEN_TIDE,
    STEALIN,
    ORK_SPORES,
    TEER_IT_DOWN,
    GITZ_DEM,
    MOB_UP,
    LOOTIN_N_STEALIN,
    WARBOSS,
];

/// The top card of the opponent's deck lends its icons for this round. [card-clarifications.mek-boyz.1]
const MEK_BOYZ: Special = Special {
    is_possible: Some(|look, you| look.table.opponent(you).is_some_and(|enemy| !look.player(enemy).deck.is_empty())),
    ..Special::new("mek_boyz", mek_boyz)
};

fn mek_boyz(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
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
const SMASHER_GARGANT: Special = Special {
    list: list_smasher_gargant,
    questions: &["choose a unit to destroy", "spend a die for the unit, or it is destroyed"],
    ..Special::new("smasher_gargant", smasher_gargant)
};

fn smasher_gargant(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    let enemy = play.table.opponent(you).expect("combat cards are played in combat");
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let PickedUnit { area, unit, posture, .. } = play.answer().unit();
            let level = play.look().stats_at(enemy, unit.row(), area).level;
            special.at.area = Some(area);
            special.at.row = unit.row() as u8;
            special.at.posture = posture;
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
    pieces::destroy_unit(play, enemy, usize::from(special.at.row), special.at.posture, area);
}

fn list_smasher_gargant(look: Look<'_>, seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        let Some((area, enemy)) = look.here().zip(look.table.opponent(at.you)) else { return };
        for (row, posture, _) in look.force(area, enemy).groups() {
            each(Choice::Unit { area, unit: look.kind(enemy, row), posture, hurt: 0 });
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
const GREEN_TIDE: Special = Special {
    list: list_green_tide,
    is_possible: Some(|_, _| true),
    questions: &["choose the order to resolve instead"],
    ..Special::new("green_tide", green_tide)
};

fn green_tide(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let kind = play.answer().order();
    let order = play.table.order.as_mut().expect("an order is being resolved");
    order.kind = kind;
    play.tell(Event::ResolvedAs { seat: you, kind });
    special.done()
}

fn list_green_tide(_look: Look<'_>, _seat: Seat, _at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    [OrderKind::Deploy, OrderKind::Dominate, OrderKind::Advance].into_iter().for_each(|kind| each(Choice::Order(kind)));
}

/// One asset token of the opponent's is discarded, then gained.
const STEALIN: Special =
    Special { list: list_stealin, questions: &["choose an asset to take"], ..Special::new("stealin", stealin) };

fn stealin(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let asset = play.answer().asset();
    let enemy = play.table.strike().against;
    pieces::give_up_asset(play, enemy, asset);
    pieces::gain_asset(play, you, asset);
    special.done()
}

fn list_stealin(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if let Some(enemy) = look.table.opponent(at.you) {
        Asset::ALL.into_iter().filter(|&asset| look.player(enemy).has(asset) > 0).for_each(|a| each(Choice::Asset(a)));
    }
}

/// One ground unit is bought onto a friendly world of the system. [card-clarifications.ork-spores.1]
const ORK_SPORES: Special =
    Special { list: list_ork_spores, questions: &["buy a unit"], ..Special::new("ork_spores", ork_spores) };

fn ork_spores(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Purchase { unit, area, cache, scheme } = play.answer().purchase();
    purchase::buy_unit(play, you, unit, area, Discount { cache, scheme, granted: 0 });
    special.done()
}

fn list_ork_spores(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    for area in order.system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, at.you)) {
        for row in (0..UNIT_KINDS).filter(|&row| !look.is_ship(at.you, row)) {
            purchase::each_unit(look, at.you, row, area, 0, each);
        }
    }
}

/// Any structure of the contested world. [card-clarifications.teer-it-down.1]
const TEER_IT_DOWN: Special = Special {
    list: list_teer_it_down,
    questions: &["destroy a structure"],
    ..Special::new("teer_it_down", teer_it_down)
};

fn teer_it_down(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    if special.step == Step::Begin {
        return special.question(special.at.you, Part::First);
    }
    let PickedStructure { area, structure } = play.answer().structure();
    let owner = play.table.all_seats().find(|&seat| play.table.force(area, seat).structures(structure) > 0);
    pieces::destroy_structure(play, owner.expect("a structure there was chosen"), structure, area);
    special.done()
}

fn list_teer_it_down(look: Look<'_>, _seat: Seat, _at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = &look.table.battle else { return };
    let area = battle.area;
    for structure in StructureKind::ALL {
        if Side::BOTH.into_iter().any(|side| look.battle_force(side).structures(structure) > 0) {
            each(Choice::Structure { area, structure });
        }
    }
}

/// The unit just routed is destroyed.
const GITZ_DEM: Special = Special { is_possible: Some(|_, _| true), ..Special::new("gitz_dem", gitz_dem) };

fn gitz_dem(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let routed = play.table.just_routed.expect("used when a unit is posture");
    pieces::destroy_unit(play, routed.owner, usize::from(routed.row), Posture::Routed, routed.area);
    special.done()
}

/// An Advance Order without a token, in a system with two own units. [card-clarifications.mob-up.1]
const MOB_UP: Special =
    Special { list: list_mob_up, questions: &["choose a system to advance into"], ..Special::new("mob_up", mob_up) };

fn mob_up(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin => special.question(you, Part::First),
        Step::Answered(_) => {
            let system = play.answer().system();
            play.table.order = Some(OrderInProgress::new(OrderKind::Advance, system));
            special.call(Advance::new(you, system), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

fn list_mob_up(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let units =
        |system: crate::table::System| -> u8 { system.areas().map(|area| look.force(area, at.you).units()).sum() };
    look.table.systems().filter(|&system| units(system) >= 2).for_each(|system| each(Choice::System(system)));
}

/// A player loses an asset of his own choice. [event-cards.choice.1]
const LOOTIN_N_STEALIN: Special = Special {
    list: list_lootin_n_stealin,
    is_possible: Some(|_, _| true),
    questions: &["choose a player, who loses an asset", "choose an asset to lose"],
    ..Special::new("lootin_n_stealin", lootin_n_stealin)
};

fn lootin_n_stealin(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    match special.step {
        Step::Begin | Step::Resumed => special.question(special.at.you, Part::First),
        Step::Answered(Part::First) => {
            let faction = play.answer().faction();
            let loser = play.table.seat_of_faction(faction).expect("a player was chosen");
            if play.table.player(loser).assets == [0; 3] {
                return special.done();
            }
            special.at.count = loser.0;
            special.question(loser, Part::Second)
        }
        Step::Answered(_) => {
            let asset = play.answer().asset();
            let loser = Seat(special.at.count);
            pieces::give_up_asset(play, loser, asset);
            special.done()
        }
    }
}

fn list_lootin_n_stealin(look: Look<'_>, seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        look.table.turn_order().for_each(|seat| each(Choice::Faction(look.player(seat).faction)));
    } else {
        Asset::ALL.into_iter().filter(|&asset| look.player(seat).has(asset) > 0).for_each(|a| each(Choice::Asset(a)));
    }
}

/// Used while buying a unit: its discount is part of the purchase (`orders/purchase.rs`).
const WARBOSS: Special =
    Special { is_possible: Some(|_, _| false), ..Special::new("warboss", |special, _| special.done()) };
