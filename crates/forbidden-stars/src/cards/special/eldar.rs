//! Eldar effects beyond the vocabulary.

use super::{Part, Special, SpecialEffect, SpecialQuestion, Step, each_movable};
use crate::answers::{MovedUnit, PickedUnit};
use crate::board::{Look, Looking, Standing, StormsBlock};
use crate::combat;
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::{Posture, TOKENS, UNIT_KINDS};
use crate::orders::strike::{OrbitalStrike, can_strike};
use crate::pieces;
use crate::table::{Area, MOVEMENT_CAP};
use crate::{Flow, Play};
use kernel::{Seat, Verbs};

/// What this faction adds to the list of all special effects.
pub(super) const SPECIALS: &[Special] = &[
    HIT_AND_RUN,
    WAVE_SERPENT,
    PSYCHIC_LANCE,
    TACTICAL_STRIKES,
    CORSAIR_RAID,
    STRAFING_RUN,
    FARSIGHT,
    WARP_GATE,
    OUTMANOEUVRE,
];

/// One unit moves next door. [card-clarifications.hit-and-run.1]
const HIT_AND_RUN: Special =
    Special { list: list_hit_and_run, questions: &["move a unit away"], ..Special::new("hit_and_run", hit_and_run) };

fn hit_and_run(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let MovedUnit { from, unit, to, .. } = play.answer().moved_unit();
    pieces::shift_unit(play, you, unit.row(), from, to);
    special.done()
}

fn list_hit_and_run(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = look.table.battle else { return };
    let from = battle.area;
    for to in look.next_door(from) {
        let open = matches!(look.standing(to, at.you), Standing::Friendly | Standing::Uncontrolled);
        if open {
            each_movable(look, at.you, from, 0, &mut |row| {
                each(Choice::Move { from, unit: look.kind(at.you, row), to, via: None });
            });
        }
    }
}

/// Units of command level 0 and 1 move next door, into an enemy area too. [card-clarifications.wave-serpent.2]
const WAVE_SERPENT: Special = Special {
    list: list_wave_serpent,
    questions: &["choose where to move", "choose a unit to move"],
    ..Special::new("wave_serpent", wave_serpent)
};

fn wave_serpent(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let to = play.answer().area();
            special.at.to = Some(to);
            if play.look().standing(to, you) == Standing::Enemy {
                play.table.serpent_contest = Some(to);
            }
            special.question(you, Part::Second)
        }
        Step::Answered(_) => {
            let to = special.at.to.expect("the place was picked before the units");
            let Choice::Unit { area, unit, .. } = play.answer() else { return special.done() };
            pieces::shift_unit(play, you, unit.row(), area, to);
            pieces::note_contest(play, you, to);
            pieces::note_origin(play, to, area);
            special.at.row = unit.row() as u8;
            let mut more = false;
            list_wave_serpent(play.look(), you, special.at, &mut |choice| more |= choice != Choice::Done);
            if more { special.question(you, Part::Third) } else { special.done() }
        }
    }
}

fn list_wave_serpent(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = look.table.battle else { return };
    let from = battle.area;
    let light = |row: usize| look.stats(at.you, row).level <= 1;
    if at.part == Part::First {
        let mut any = false;
        each_movable(look, at.you, from, 0, &mut |row| any |= light(row));
        for to in look.next_door(from).filter(|_| any) {
            // Only one area may be made contested in this way, by five units. [card-clarifications.wave-serpent.1]
            let enemy = matches!(look.standing(to, at.you), Standing::Enemy | Standing::Contested);
            let allowed = look.table.serpent_contest.is_none_or(|contest| contest == to);
            if !enemy || (allowed && look.force(to, at.you).units() < MOVEMENT_CAP) {
                each(Choice::Area(to));
            }
        }
        return;
    }
    let to = at.to.expect("the place was picked before the units");
    let attacking = look.standing(to, at.you) != Standing::Friendly && look.holder_against(to, at.you).is_some();
    if !attacking || look.force(to, at.you).units() < MOVEMENT_CAP {
        each_movable(look, at.you, from, at.row, &mut |row| {
            if light(row) {
                each(Choice::Unit { area: from, unit: look.kind(at.you, row), posture: Posture::Standing, hurt: 0 });
            }
        });
    }
    if at.part == Part::Third {
        each(Choice::Done);
    }
}

/// Four offence tokens, unless the opponent lets a faceup card of his be discarded. [card-clarifications.psychic-lance.1]
const PSYCHIC_LANCE: Special = Special {
    list: list_psychic_lance,
    is_possible: Some(|_, _| true),
    questions: &["allow a faceup card to be discarded", "discard a faceup card"],
    ..Special::new("psychic_lance", psychic_lance)
};

fn psychic_lance(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    let enemy = play.table.opponent(you).expect("combat cards are played in combat");
    match special.step {
        Step::Begin | Step::Resumed => special.question(enemy, Part::First),
        Step::Answered(Part::First) if play.answer() == Choice::Decline => {
            pieces::gain_tokens(play, you, 4, 0);
            special.done()
        }
        Step::Answered(Part::First) => {
            let side = play.table.battle().side_of(enemy).expect("the opponent fights too");
            if play.table.battle().side(side).faceup.is_empty() {
                return special.done();
            }
            special.question(you, Part::Second)
        }
        Step::Answered(_) => {
            let card = play.answer().card();
            let side = play.table.battle().side_of(enemy).expect("the opponent fights too");
            combat::discard_faceup(play, side, card, you);
            special.done()
        }
    }
}

fn list_psychic_lance(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part == Part::First {
        [Choice::Accept, Choice::Decline].into_iter().for_each(each);
        return;
    }
    let battle = look.table.battle();
    let Some(side) = battle.side_of(at.you) else { return };
    let faceup = battle.side(side.other()).faceup;
    for (index, one) in faceup.iter().enumerate() {
        if !faceup[..index].iter().any(|earlier| earlier.card == one.card) {
            each(Choice::Card(one.card));
        }
    }
}

/// The unit that must suffer damage first.
const TACTICAL_STRIKES: Special = Special {
    list: list_tactical_strikes,
    questions: &["choose who suffers first"],
    ..Special::new("tactical_strikes", tactical_strikes)
};

fn tactical_strikes(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    if special.step == Step::Begin {
        return special.question(special.at.you, Part::First);
    }
    let PickedUnit { unit, posture, .. } = play.answer().unit();
    play.table.strike_mut().first_to_suffer = Some((unit.row() as u8, posture));
    special.done()
}

fn list_tactical_strikes(look: Look<'_>, _seat: Seat, _at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(strike) = look.table.strike else { return };
    for (row, posture, _) in look.force(strike.world, strike.against).groups() {
        each(Choice::Unit { area: strike.world, unit: look.kind(strike.against, row), posture, hurt: 0 });
    }
}

/// An orbital strike after the combat. [card-clarifications.corsair-raid.1]
const CORSAIR_RAID: Special = Special {
    is_possible: Some(|look, you| look.table.order.is_some_and(|order| can_strike(look, you, order.system))),
    ..Special::new("corsair_raid", corsair_raid)
};

fn corsair_raid(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    if special.step == Step::Begin {
        let system = play.table.order.expect("an order is being resolved").system;
        return special.call(OrbitalStrike::new(special.at.you, system), Step::Resumed);
    }
    special.done()
}

/// Ships of the active system move to one void next door. [card-clarifications.strafing-run.1]
const STRAFING_RUN: Special = Special {
    list: list_strafing_run,
    questions: &["choose where to move", "choose a ship to move"],
    ..Special::new("strafing_run", strafing_run)
};

fn strafing_run(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let to = play.answer().area();
            special.at.to = Some(to);
            special.question(you, Part::Second)
        }
        Step::Answered(_) => {
            let Choice::Unit { area, unit, .. } = play.answer() else { return special.done() };
            let to = special.at.to.expect("the place was picked before the ships");
            pieces::shift_unit(play, you, unit.row(), area, to);
            (special.at.area, special.at.row) = (Some(area), unit.row() as u8);
            special.at.part = Part::Third;
            let mut more = false;
            list_strafing_run(play.look(), you, special.at, &mut |choice| more |= choice != Choice::Done);
            if more { special.question(you, Part::Third) } else { special.done() }
        }
    }
}

fn list_strafing_run(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    let voids = || order.system.areas().filter(|&area| !look.is_world(area));
    if at.part == Part::First {
        let ships = voids().any(|area| look.force(area, at.you).standing_units() > 0);
        let neighbours = look
            .adjacent_systems(order.system)
            .filter(|&system| look.storms_block_ships() == StormsBlock::No || look.is_open(order.system, system));
        for to in neighbours.flat_map(crate::table::System::areas).filter(|&to| ships && !look.is_world(to)) {
            if matches!(look.standing(to, at.you), Standing::Friendly | Standing::Uncontrolled) {
                each(Choice::Area(to));
            }
        }
        return;
    }
    each_unit_onward(look, at, voids(), each);
    if at.part == Part::Third {
        each(Choice::Done);
    }
}

/// Standing units of these areas at or after the one picked last, so that each set is named in one order.
fn each_unit_onward(
    look: Look<'_>,
    at: SpecialQuestion,
    areas: impl Iterator<Item = Area>,
    each: &mut dyn FnMut(Choice),
) {
    for area in areas.filter(|&area| at.part == Part::Second || at.area.is_none_or(|last| area >= last)) {
        let from_row = if at.part == Part::Third && at.area == Some(area) { at.row } else { 0 };
        each_movable(look, at.you, area, from_row, &mut |row| {
            each(Choice::Unit { area, unit: look.kind(at.you, row), posture: Posture::Standing, hurt: 0 });
        });
    }
}

/// All units of the combat go to one friendly area, as they are. [card-clarifications.farsight.1]
const FARSIGHT: Special =
    Special { list: list_farsight, questions: &["choose where all units go"], ..Special::new("farsight", farsight) };

fn farsight(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let to = play.answer().area();
    let from = play.table.battle().area;
    let leaving = play.table.force(from, you);
    for row in 0..=TOKENS {
        for posture in Posture::BOTH {
            for _ in 0..leaving.count(row, posture) {
                play.table.force_mut(from, you).remove(row, posture);
                play.table.force_mut(to, you).add(row, posture);
                let unit = play.look().kind(you, row);
                play.tell(Event::UnitMoved { seat: you, unit, from, to });
            }
        }
    }
    special.done()
}

fn list_farsight(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(battle) = look.table.battle else { return };
    if !look.force(battle.area, at.you).has_units() {
        return;
    }
    for to in look.table.areas() {
        if look.is_world(to) == look.is_world(battle.area) && look.is_friendly(to, at.you) {
            each(Choice::Area(to));
        }
    }
}

/// Any unrouted units of one area go to one other, friendly or uncontrolled. [card-clarifications.warp-gate.1]
const WARP_GATE: Special = Special {
    list: list_warp_gate,
    questions: &["choose where units leave", "choose where they go", "choose a unit to take along"],
    ..Special::new("warp_gate", warp_gate)
};

fn warp_gate(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let from = play.answer().area();
            special.at.area = Some(from);
            special.question(you, Part::Second)
        }
        Step::Answered(Part::Second) => {
            let to = play.answer().area();
            special.at.to = Some(to);
            special.question(you, Part::Third)
        }
        Step::Answered(Part::Third) => {
            let Choice::Unit { area, unit, .. } = play.answer() else { return special.done() };
            let to = special.at.to.expect("the place was picked before the units");
            pieces::shift_unit(play, you, unit.row(), area, to);
            special.at.row = unit.row() as u8;
            special.at.count = 1;
            let mut more = false;
            each_movable(play.look(), you, area, special.at.row, &mut |_| more = true);
            if more { special.question(you, Part::Third) } else { special.done() }
        }
    }
}

fn list_warp_gate(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    match (at.part, at.area) {
        (Part::First, _) | (_, None) => {
            for from in look.table.areas() {
                let movable = (0..UNIT_KINDS).any(|row| look.force(from, at.you).standing(row) > 0);
                if movable && gate_targets(look, at.you, from).next().is_some() {
                    each(Choice::Area(from));
                }
            }
        }
        (Part::Second, Some(from)) => gate_targets(look, at.you, from).for_each(|to| each(Choice::Area(to))),
        (Part::Third, Some(area)) => {
            each_movable(look, at.you, area, at.row, &mut |row| {
                each(Choice::Unit { area, unit: look.kind(at.you, row), posture: Posture::Standing, hurt: 0 });
            });
            if at.count > 0 {
                each(Choice::Done);
            }
        }
    }
}

fn gate_targets(look: Look<'_>, you: Seat, from: Area) -> impl Iterator<Item = Area> {
    look.table.areas().filter(move |&to| {
        to != from
            && look.is_world(to) == look.is_world(from)
            && matches!(look.standing(to, you), Standing::Friendly | Standing::Uncontrolled)
    })
}

/// An own order token goes to the top or bottom of its stack.
const OUTMANOEUVRE: Special = Special {
    list: list_outmanoeuvre,
    questions: &["choose an order token to shift", "put it on top or at the bottom of its stack"],
    ..Special::new("outmanoeuvre", outmanoeuvre)
};

fn outmanoeuvre(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let (system, height) = play.answer().token();
            (special.at.row, special.at.count) = (system.0, height);
            special.question(you, Part::Second)
        }
        Step::Answered(_) => {
            let system = crate::table::System(special.at.row);
            let from = play
                .table
                .orders
                .iter()
                .enumerate()
                .filter(|(_, token)| token.system == system)
                .nth(usize::from(special.at.count))
                .map(|(index, _)| index)
                .expect("a token of the stack was chosen");
            let token = play.table.orders.remove(from);
            if play.answer() == Choice::Top {
                play.table.put_order_on_top(token);
            } else {
                play.table.put_order_below(token);
            }
            play.tell(Event::TokenShifted { seat: you, system });
            special.done()
        }
    }
}

fn list_outmanoeuvre(look: Look<'_>, _seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    if at.part != Part::First {
        [Choice::Top, Choice::Bottom].into_iter().for_each(each);
        return;
    }
    for system in look.table.systems() {
        let stack = look.table.orders.iter().filter(|token| token.system == system);
        for (height, token) in stack.enumerate() {
            if token.owner == at.you {
                each(Choice::Token { system, height: height as u8 });
            }
        }
    }
}
