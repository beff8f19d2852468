//! Chaos effects beyond the vocabulary.

use super::{Part, Special, SpecialEffect, SpecialQuestion, Step, each_movable, level_zero_in_system, level_zero_row};
use crate::answers::{PickedUnit, Purchase};
use crate::board::{Look, Looking};
use crate::cards::resolve::{Resolve, Source};
use crate::combat::rout::Rout;
use crate::components::{OrderKind, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::{Posture, UNIT_KINDS};
use crate::orders::purchase::{self, Discount};
use crate::orders::strategize::{self, BuyUpgrade, Terms};
use crate::pieces;
use crate::refresh::each_storm_move;
use crate::table::{EventId, StormMove};
use crate::{Flow, Play};
use kernel::{Seat, SeatSet, Verbs};

/// What this faction adds to the list of all special effects.
pub(super) const SPECIALS: &[Special] = &[
    CHAOS_UNITED,
    FAVOUR_OF_THE_DARK_GODS,
    DREAD_RITUAL,
    COMPLETE_DESTRUCTION,
    BLIGHT_OF_NURGLE,
    PRAYER_TO_THE_DARK_GODS,
    INCANTATION_OF_TZEENTCH,
    TOUCHED_BY_THE_WARP,
];

/// A unit from any world joins the combat on this one, of a command level up to the Cultists in the system.
const CHAOS_UNITED: Special = Special {
    list: list_chaos_united,
    questions: &["bring a unit to this world"],
    ..Special::new("chaos_united", chaos_united)
};

fn chaos_united(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let PickedUnit { area, unit, .. } = play.answer().unit();
    let here = play.table.battle().area;
    pieces::shift_unit(play, you, unit.row(), area, here);
    special.done()
}

fn list_chaos_united(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = look.table.battle.as_ref().filter(|battle| look.is_world(battle.area)) else { return };
    let most = level_zero_in_system(look, at.you, battle.area.system());
    for area in look.table.areas().filter(|&area| area != battle.area && look.is_world(area)) {
        each_movable(look, at.you, area, 0, &mut |row| {
            if look.stats(at.you, row).level <= most {
                each(Choice::Unit { area, unit: look.kind(at.you, row), posture: Posture::Standing, hurt: 0 });
            }
        });
    }
}

/// Two order tokens go from the play area to the event deck.
const FAVOUR_OF_THE_DARK_GODS: Special = Special {
    list: list_favour_of_the_dark_gods,
    is_possible: Some(has_two_orders),
    questions: &["choose an order token for the event deck"],
    ..Special::new("favour_of_the_dark_gods", favour_of_the_dark_gods)
};

fn favour_of_the_dark_gods(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if let Step::Answered(_) = special.step {
        let kind = play.answer().order();
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

fn has_two_orders(look: Look<'_>, you: Seat) -> bool {
    let orders = look.player(you).orders;
    orders.unplaced.iter().chain(&orders.resolved).sum::<u8>() >= 2
}

fn list_favour_of_the_dark_gods(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
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
const DREAD_RITUAL: Special =
    Special { list: list_dread_ritual, questions: &["buy a unit"], ..Special::new("dread_ritual", dread_ritual) };

fn dread_ritual(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Purchase { unit, area, cache, scheme } = play.answer().purchase();
    let granted = level_zero_in_system(play.look(), you, area.system());
    purchase::buy_unit(play, you, unit, area, Discount { cache, scheme, granted });
    special.done()
}

fn list_dread_ritual(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    let granted = level_zero_in_system(look, at.you, order.system);
    for area in order.system.areas().filter(|&area| look.is_friendly(area, at.you)) {
        for row in (0..UNIT_KINDS).filter(|&row| look.stats(at.you, row).level <= 2 && look.fits(at.you, row, area)) {
            purchase::each_unit(look, at.you, row, area, granted, each);
        }
    }
}

/// The player on the world destroys one of his units or structures there. [card-clarifications.complete-destruction.1]
const COMPLETE_DESTRUCTION: Special = Special {
    list: list_complete_destruction,
    questions: &["destroy a unit or structure"],
    ..Special::new("complete_destruction", complete_destruction)
};

fn complete_destruction(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let enemy = play.table.strike().against;
    if special.step == Step::Begin {
        return special.question(enemy, Part::First);
    }
    match play.answer() {
        Choice::Unit { area, unit, posture, .. } => pieces::destroy_unit(play, enemy, unit.row(), posture, area),
        Choice::Structure { area, structure } => pieces::destroy_structure(play, enemy, structure, area),
        _ => unreachable!("units and structures are offered"),
    }
    special.done()
}

fn list_complete_destruction(look: Look<'_>, _seat: Seat, _at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(strike) = look.table.strike else { return };
    let (area, enemy) = (strike.world, strike.against);
    let force = look.force(area, enemy);
    for (row, posture, _) in force.groups() {
        each(Choice::Unit { area, unit: look.kind(enemy, row), posture, hurt: 0 });
    }
    for structure in StructureKind::ALL.into_iter().filter(|&kind| force.structures(kind) > 0) {
        each(Choice::Structure { area, structure });
    }
}

/// An enemy unit is routed in a system with an own unit.
const BLIGHT_OF_NURGLE: Special = Special {
    list: list_blight_of_nurgle,
    questions: &["rout an enemy unit"],
    ..Special::new("blight_of_nurgle", blight_of_nurgle)
};

fn blight_of_nurgle(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    match special.step {
        Step::Begin => special.question(special.at.you, Part::First),
        Step::Answered(_) => {
            let PickedUnit { area, unit, .. } = play.answer().unit();
            let owner = play.table.seat_of_faction(unit.faction()).expect("units on the board have a player");
            special.call(Rout::new(owner, unit.row(), area), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

fn list_blight_of_nurgle(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    for system in look.table.systems() {
        if !system.areas().any(|area| look.force(area, at.you).has_units()) {
            continue;
        }
        for enemy in look.table.all_seats().filter(|&seat| seat != at.you) {
            for area in system.areas() {
                each_movable(look, enemy, area, 0, &mut |row| {
                    each(Choice::Unit { area, unit: look.kind(enemy, row), posture: Posture::Standing, hurt: 0 });
                });
            }
        }
    }
}

/// The announced storm move does not happen; the same storm goes elsewhere. [card-clarifications.prayer-to-the-dark-gods.1]
const PRAYER_TO_THE_DARK_GODS: Special = Special {
    list: list_prayer_to_the_dark_gods,
    is_possible: Some(|_, _| true),
    questions: &["move the storm elsewhere"],
    ..Special::new("prayer_to_the_dark_gods", prayer_to_the_dark_gods)
};

fn prayer_to_the_dark_gods(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let (from, to) = play.answer().storm();
    play.table.storm_move = Some(StormMove { by: you, from, to });
    special.done()
}

fn list_prayer_to_the_dark_gods(look: Look<'_>, _seat: Seat, _at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if let Some(storm) = look.table.storm_move {
        each_storm_move(look, None, Some(storm.from), each);
    }
}

/// Three more event cards; one is resolved, the others are discarded. [card-clarifications.incantation-of-tzeentch.1]
const INCANTATION_OF_TZEENTCH: Special = Special {
    list: list_incantation_of_tzeentch,
    is_possible: Some(|look, you| !look.player(you).events.is_empty()),
    questions: &["choose an event card", "put the scheme into play"],
    ..Special::new("incantation_of_tzeentch", incantation_of_tzeentch)
};

fn incantation_of_tzeentch(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
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
            let event = play.answer().event();
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

fn list_incantation_of_tzeentch(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        look.player(at.you).further_events.iter().for_each(|event| each(Choice::Event(event)));
    } else {
        [Choice::Accept, Choice::Decline].into_iter().for_each(each);
    }
}

/// A Cultist dies for a free upgrade, of a level up to the storms around its system. [card-clarifications.touched-by-the-warp.2]
const TOUCHED_BY_THE_WARP: Special = Special {
    list: list_touched_by_the_warp,
    questions: &["destroy a Cultist"],
    ..Special::new("touched_by_the_warp", touched_by_the_warp)
};

fn touched_by_the_warp(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin => special.question(you, Part::First),
        Step::Answered(_) => {
            let PickedUnit { area, unit, posture, .. } = play.answer().unit();
            let terms = free_terms(play.look(), area);
            pieces::destroy_unit(play, you, unit.row(), posture, area);
            special.call(BuyUpgrade::offered(you, terms), Step::Resumed)
        }
        Step::Resumed => special.done(),
    }
}

fn free_terms(look: Look<'_>, area: crate::table::Area) -> Terms {
    let storms = look.storms_around(area.system());
    Terms { free_up_to: Some(storms), ..Terms::UPGRADE }
}

fn list_touched_by_the_warp(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let row = level_zero_row(look, at.you);
    for area in look.table.areas() {
        let force = look.force(area, at.you);
        if force.of(row) == 0 || !strategize::any_upgrade(look, at.you, free_terms(look, area)) {
            continue;
        }
        for posture in Posture::BOTH.into_iter().filter(|&posture| force.count(row, posture) > 0) {
            each(Choice::Unit { area, unit: look.kind(at.you, row), posture, hurt: 0 });
        }
    }
}
