//! Chaos effects beyond the vocabulary.

use super::{Part, SpecialEffect, SpecialQuestion, Step, each_movable, level_zero_in_system, level_zero_row};
use crate::board::{Look, Looking};
use crate::cards::resolve::{Resolve, Source};
use crate::combat::rout::Rout;
use crate::components::{OrderKind, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::UNIT_KINDS;
use crate::orders::purchase::{self, Discount};
use crate::orders::strategize::{self, BuyUpgrade, Terms};
use crate::pieces;
use crate::refresh::each_storm_move;
use crate::table::{EventId, StormMove};
use crate::{Flow, Play};
use kernel::{Seat, SeatSet, Verbs};

/// A unit from any world joins the combat on this one, of a command level up to the Cultists in the system.
pub fn chaos_united(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Unit { area, unit, .. } = play.answer() else { unreachable!("units are offered") };
    let here = play.table.battle().area;
    pieces::shift_unit(play, you, unit.row(), area, here);
    special.done()
}

pub fn list_chaos_united(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = look.table.battle.as_ref().filter(|battle| look.is_world(battle.area)) else { return };
    let most = level_zero_in_system(look, at.you, battle.area.system());
    for area in look.table.areas().filter(|&area| area != battle.area && look.is_world(area)) {
        each_movable(look, at.you, area, 0, &mut |row| {
            if look.stats(at.you, row).level <= most {
                each(Choice::Unit { area, unit: look.kind(at.you, row), routed: false, hurt: 0 });
            }
        });
    }
}

/// Two order tokens go from the play area to the event deck.
pub fn favour_of_the_dark_gods(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if let Step::Answered(_) = special.step {
        let Choice::Order(kind) = play.answer() else { unreachable!("orders are offered") };
        let orders = &mut play.table.player_mut(you).orders;
        // A token that lies faceup anyway goes before one that the others have not seen.
        if orders.resolved[kind.index()] > 0 {
            orders.resolved[kind.index()] -= 1;
        } else {
            orders.unplaced[kind.index()] -= 1;
        }
        orders.on_deck[kind.index()] += 1;
        play.tell(Event::OrdersOnDeck { seat: you, kind });
        special.at.count += 1;
        special.at.row = kind.index() as u8;
    }
    let orders = play.table.player(you).orders;
    let left: u8 = orders.resolved.iter().chain(&orders.unplaced).sum();
    if special.at.count == 2 || left == 0 { special.done() } else { special.question(you, Part::First) }
}

pub fn list_favour_of_the_dark_gods(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let orders = look.player(at.you).orders;
    let there = |kind: OrderKind| orders.resolved[kind.index()] + orders.unplaced[kind.index()] > 0;
    let mut later = OrderKind::ALL.into_iter().filter(|kind| kind.index() >= usize::from(at.row) && there(*kind));
    let first = later.next();
    // The pair is named in one order; if nothing is left behind the first, any token will do.
    if let Some(first) = first {
        std::iter::once(first).chain(later).for_each(|kind| each(Choice::Order(kind)));
    } else {
        OrderKind::ALL.into_iter().filter(|&kind| there(kind)).for_each(|kind| each(Choice::Order(kind)));
    }
}

/// One unit of command level 2 or less, cheaper by the Cultists in the system, into a friendly area there.
/// [card-clarifications.dread-ritual.2, card-clarifications.dread-ritual.3]
pub fn dread_ritual(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Buy { unit, area, cache, scheme } = play.answer() else { unreachable!("purchases are offered") };
    let granted = level_zero_in_system(play.look(), you, area.system());
    purchase::buy_unit(play, you, unit, area, Discount { cache, scheme, granted });
    special.done()
}

pub fn list_dread_ritual(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    let granted = level_zero_in_system(look, at.you, order.system);
    for area in order.system.areas().filter(|&area| look.is_friendly(area, at.you)) {
        for row in (0..UNIT_KINDS).filter(|&row| look.stats(at.you, row).level <= 2 && look.fits(at.you, row, area)) {
            purchase::each_unit(look, at.you, row, area, granted, each);
        }
    }
}

/// The player on the world destroys one of his units or structures there. [card-clarifications.complete-destruction.1]
pub fn complete_destruction(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let enemy = play.table.strike().against;
    if special.step == Step::Begin {
        return special.question(enemy, Part::First);
    }
    match play.answer() {
        Choice::Unit { area, unit, routed, .. } => pieces::destroy_unit(play, enemy, unit.row(), routed, area),
        Choice::Structure { area, structure } => pieces::destroy_structure(play, enemy, structure, area),
        _ => unreachable!("units and structures are offered"),
    }
    special.done()
}

pub fn list_complete_destruction(look: Look<'_>, each: &mut dyn FnMut(Choice)) {
    let Some(strike) = look.table.strike else { return };
    let (area, enemy) = (strike.world, strike.against);
    let force = look.force(area, enemy);
    for (row, routed, _) in force.groups() {
        each(Choice::Unit { area, unit: look.kind(enemy, row), routed, hurt: 0 });
    }
    for structure in StructureKind::ALL.into_iter().filter(|&kind| force.structures(kind) > 0) {
        each(Choice::Structure { area, structure });
    }
}

/// An enemy unit is routed in a system with an own unit.
pub fn blight_of_nurgle(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    match special.step {
        Step::Begin => special.question(special.at.you, Part::First),
        Step::Answered(_) => {
            let Choice::Unit { area, unit, .. } = play.answer() else { unreachable!("units are offered") };
            let owner = play.table.seat_of_faction(unit.faction()).expect("units on the board have a player");
            special.call(Rout::new(owner, unit.row(), area), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

pub fn list_blight_of_nurgle(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    for system in look.table.systems() {
        if !system.areas().any(|area| look.force(area, at.you).has_units()) {
            continue;
        }
        for enemy in look.table.all_seats().filter(|&seat| seat != at.you) {
            for area in system.areas() {
                each_movable(look, enemy, area, 0, &mut |row| {
                    each(Choice::Unit { area, unit: look.kind(enemy, row), routed: false, hurt: 0 });
                });
            }
        }
    }
}

/// The announced storm move does not happen; the same storm goes elsewhere. [card-clarifications.prayer-to-the-dark-gods.1]
pub fn prayer_to_the_dark_gods(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::Storm { from, to } = play.answer() else { unreachable!("storms are offered") };
    play.table.storm_move = Some(StormMove { by: you, from, to });
    special.done()
}

pub fn list_prayer_to_the_dark_gods(look: Look<'_>, each: &mut dyn FnMut(Choice)) {
    if let Some(storm) = look.table.storm_move {
        each_storm_move(look, None, Some(storm.from), each);
    }
}

/// Three more event cards; one is resolved, the others are discarded. [card-clarifications.incantation-of-tzeentch.1]
pub fn incantation_of_tzeentch(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin => {
            let player = play.table.player_mut(you);
            for _ in 0..3 {
                if let Some(seen) = player.events.draw(SeatSet::only(you)) {
                    player.further_events.put(seen.what, seen.by);
                }
            }
            let cards = player.further_events.len() as u8;
            if cards == 0 {
                return special.done();
            }
            play.tell(Event::EventsDrawn { seat: you, cards });
            special.question(you, Part::First)
        }
        Step::Answered(Part::First) => {
            let Choice::Event(event) = play.answer() else { unreachable!("events are offered") };
            discard_further(play, you, Some(event));
            play.tell(Event::EventChosen { seat: you, event });
            if play.catalogue.event_facts(event).scheme.is_some() {
                return special.question(you, Part::Second);
            }
            special.call(Resolve::new(you, Source::Event(event)), Step::Resumed)
        }
        Step::Answered(_) => {
            if play.answer() == Choice::Accept
                && let Some(seen) = play.table.player_mut(you).further_events.draw(SeatSet::NONE)
            {
                pieces::play_scheme(play, you, seen.what);
            }
            special.then(Step::Resumed)
        }
        Step::Resumed => {
            discard_further(play, you, None);
            special.done()
        }
    }
}

/// Discards the further event cards, but for one that is kept, faceup. [visibility.events.3]
fn discard_further(play: &mut Play<'_>, you: Seat, kept: Option<EventId>) {
    let player = play.table.player_mut(you);
    let kept = kept.and_then(|event| player.further_events.take(event));
    while let Some(seen) = play.table.player_mut(you).further_events.draw(SeatSet::NONE) {
        pieces::discard_event(play, you, seen.what);
    }
    if let Some(seen) = kept {
        play.table.player_mut(you).further_events.put(seen.what, SeatSet::EVERYBODY);
    }
}

pub fn list_incantation_of_tzeentch(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        look.player(at.you).further_events.iter().for_each(|event| each(Choice::Event(event)));
    } else {
        [Choice::Accept, Choice::Decline].into_iter().for_each(each);
    }
}

/// A Cultist dies for a free upgrade, of a level up to the storms around its system. [card-clarifications.touched-by-the-warp.2]
pub fn touched_by_the_warp(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin => special.question(you, Part::First),
        Step::Answered(_) => {
            let Choice::Unit { area, unit, routed, .. } = play.answer() else { unreachable!("units are offered") };
            let terms = free_terms(play.look(), area);
            pieces::destroy_unit(play, you, unit.row(), routed, area);
            special.call(BuyUpgrade::offered(you, terms), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

fn free_terms(look: Look<'_>, area: crate::table::Area) -> Terms {
    let storms = look.storms_around(area.system());
    Terms { combat: true, order: true, free_up_to: Some(storms), ..Terms::default() }
}

pub fn list_touched_by_the_warp(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let row = level_zero_row(look, at.you);
    for area in look.table.areas() {
        let force = look.force(area, at.you);
        if force.of(row) == 0 || !strategize::any_upgrade(look, at.you, free_terms(look, area)) {
            continue;
        }
        for routed in [false, true].into_iter().filter(|&routed| force.count(row, routed) > 0) {
            each(Choice::Unit { area, unit: look.kind(at.you, row), routed, hurt: 0 });
        }
    }
}
