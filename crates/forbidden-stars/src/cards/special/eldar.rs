//! Eldar effects beyond the vocabulary.

use super::{Part, Special, SpecialEffect, SpecialQuestion, Step, each_movable};
use crate::answers::{MovedUnit, PickedUnit};
use crate::board::{Look, Looking, Standing};
use crate::combat;
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::{Posture, TOKENS};
use crate::orders::strike::{OrbitalStrike, can_strike};
use crate::pieces;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};

/// What this faction adds to the list of all special effects.
pub(super) const SPECIALS: &[Special] =
    &[HIT_AND_RUN, PSYCHIC_LANCE, TACTICAL_STRIKES, CORSAIR_RAID, FARSIGHT, OUTMANOEUVRE];

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
