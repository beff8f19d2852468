//! What an ability could do now, and the answers to each of its questions.

use super::effect::{EffectQuestion, may_decline};
use super::program::{AreaFilter, Features, FlatDeal, FlatStuff, Limit, Op, Paragraph, Pc, Tally, UnitFilter};
use super::resolve::{Source, enemy_can_be_routed};
use super::special;
use super::vocabulary::{Condition, Permit, Place, State, Terrain, Who};
use crate::board::{Look, Standing};
use crate::combat::{retreat, rout};
use crate::components::{Asset, Face};
use crate::decisions::Choice;
use crate::force::{TOKENS, UNIT_KINDS};
use crate::orders::strategize::{self, Terms};
use crate::orders::{dominate, purchase};
use crate::table::{Area, DICE_LIMIT, Side, System};
use kernel::Seat;

/// Whether a condition holds for `you`.
pub fn holds(look: Look<'_>, you: Seat, condition: Condition) -> bool {
    let side = look.table.battle.and_then(|battle| battle.side_of(you));
    let enemy = look.table.opponent(you);
    let force = |seat: Option<Seat>| match (seat, look.here()) {
        (Some(seat), Some(here)) => look.force(here, seat),
        _ => Default::default(),
    };
    match condition {
        Condition::Attacking => side == Some(Side::Attacker),
        Condition::Defending => side == Some(Side::Defender),
        Condition::MoreMoraleDice => {
            let theirs = enemy.map_or(0, |enemy| look.table.die(enemy, Face::Morale));
            look.table.die(you, Face::Morale) > theirs
        }
        Condition::MoreStandingUnits => force(Some(you)).standing_units() > force(enemy).standing_units(),
        Condition::EnemyHasRouted => force(enemy).routed_units() > 0,
        Condition::EnemyHasStanding => enemy_can_be_routed(look, you),
        Condition::OnWorld => look.here().is_some_and(|here| look.is_world(here)),
    }
}

pub(super) fn tally(look: Look<'_>, you: Seat, tally: Tally) -> u8 {
    match tally {
        Tally::Standing(rows) => look.here().map_or(0, |here| look.standing_of(here, you, rows)),
        Tally::MoraleDice => look.table.die(you, Face::Morale),
        Tally::ForgeTokens => look.player(you).has(Asset::Forge),
        Tally::WorldsWith(kind) => {
            look.friendly_worlds(you).filter(|&area| look.force(area, you).structures(kind) > 0).count() as u8
        }
    }
}

pub(super) fn limit_of(look: Look<'_>, you: Seat, limit: Limit) -> u8 {
    match limit {
        Limit::Exactly(count) | Limit::UpTo(count) => count,
        Limit::All => u8::MAX,
        Limit::Per(per) => tally(look, you, per),
    }
}

/// Could this ability be used now? Its condition holds, its price can be paid, and it would do something.
pub fn is_usable(look: Look<'_>, you: Seat, source: Source, paragraph: &Paragraph) -> bool {
    if paragraph.when.is_some_and(|condition| !holds(look, you, condition)) {
        return false;
    }
    let at = EffectQuestion { you, source, ..EffectQuestion::default() };
    range_possible(look, at, paragraph.start, paragraph.end)
}

/// Every price at the front can be paid, and something behind it can happen. [combat-card-resolution.whole.2]
/// While this is tested `at.count` is the number of own dice spent so far: they make room for others.
pub(super) fn range_possible(look: Look<'_>, at: EffectQuestion, start: Pc, end: Pc) -> bool {
    let lines = &look.catalogue.program.lines;
    let you = at.you;
    let mut pc = start;
    let mut spent = at.count;
    let mut leading = true;
    while pc < end {
        let here = EffectQuestion { pc, count: spent, picked: None, ..at };
        match lines[usize::from(pc)].op {
            Op::End | Op::Jump(_) | Op::Again(_) => return false,
            Op::May { .. } | Op::Branch { .. } => {}
            Op::Spend { faces, count } => {
                if faces.of(look.table.dice(you)) < count {
                    return false;
                }
                spent += count;
            }
            Op::Pay(materiel) => {
                if look.player(you).materiel < materiel {
                    return false;
                }
            }
            // Giving up an own unit at the front is a price too.
            Op::Rout { of: Who::You, .. } | Op::Destroy { of: Who::You, .. } if leading && pc + 1 < end => {
                if !op_possible(look, here) {
                    return false;
                }
            }
            Op::If { condition, skip } => {
                if !holds(look, you, condition) {
                    pc = skip;
                    continue;
                }
            }
            Op::Choose { .. } => {
                if anything_to_pick(look, you, here) {
                    return true;
                }
                pc = branches_end(look, pc);
                continue;
            }
            Op::Offer { .. } => return true,
            Op::Repeat { limit, end: after } => {
                if limit_of(look, you, limit) > 0 && range_possible(look, here, pc + 1, after) {
                    return true;
                }
                pc = after;
                continue;
            }
            Op::ForEach { per, end: after } => {
                if tally(look, you, per) > 0 && range_possible(look, here, pc + 1, after) {
                    return true;
                }
                pc = after;
                continue;
            }
            _ => {
                leading = false;
                if op_possible(look, here) {
                    return true;
                }
            }
        }
        pc += 1;
    }
    false
}

/// Behind the last branch of a choice.
pub(super) fn branches_end(look: Look<'_>, pc: Pc) -> Pc {
    let lines = &look.catalogue.program.lines;
    let Op::Branch { end, .. } = lines[usize::from(pc) + 1].op else { unreachable!("branches follow a choice") };
    match lines[usize::from(end)].op {
        Op::Jump(after) => after,
        _ => unreachable!("a branch ends with a jump"),
    }
}

/// Would this word do anything?
fn op_possible(look: Look<'_>, at: EffectQuestion) -> bool {
    let you = at.you;
    let enemy = look.table.opponent(you);
    match look.catalogue.program.lines[usize::from(at.pc)].op {
        Op::Gain { who, what, per } => {
            let times = per.map_or(1, |per| tally(look, you, per));
            let (seat, spent) = if who == Who::Enemy { (enemy.unwrap_or(you), 0) } else { (you, at.count) };
            times > 0
                && match what {
                    FlatStuff::Assets(asset, _) => dominate::can_gain(look, seat, asset),
                    FlatStuff::Rolled(_) | FlatStuff::Dice(..) => look.table.dice_count(seat) < DICE_LIMIT + spent,
                    _ => true,
                }
        }
        Op::Lose { who, what, .. } => {
            let seat = if who == Who::You { Some(you) } else { enemy };
            seat.is_some_and(|seat| match what {
                FlatStuff::AnyDice(_) => look.table.dice_count(seat) > 0,
                FlatStuff::Dice(face, _) => look.table.die(seat, face) > 0,
                FlatStuff::Tokens { offence, defence } => {
                    let tokens = look
                        .table
                        .battle
                        .and_then(|battle| battle.side_of(seat).map(|side| battle.side(side).tokens))
                        .unwrap_or_default();
                    (offence > 0 && tokens[0] > 0) || (defence > 0 && tokens[1] > 0)
                }
                FlatStuff::Materiel(_) => look.player(seat).materiel > 0,
                FlatStuff::Assets(asset, _) => look.player(seat).has(asset) > 0,
                FlatStuff::Rolled(_) => false,
            })
        }
        Op::Reroll { who, faces, .. } => {
            let own = who != Who::Enemy && faces.of(look.table.dice(you)) > 0;
            own || (who != Who::You && enemy.is_some_and(|enemy| faces.of(look.table.dice(enemy)) > 0))
        }
        Op::RallyAll => look.here().is_some_and(|here| look.force(here, you).routed_units() > 0),
        Op::Rout { of, all: true, units, .. } => {
            let owner = if of == Who::You { Some(you) } else { enemy };
            let standing = UnitFilter { state: State::Standing, ..units };
            owner.is_some_and(|owner| first_unit(look, you, owner, standing).is_some())
                && (of != Who::Enemy || enemy_can_be_routed(look, you))
        }
        Op::Destroy { of, all: true, units, .. } => {
            (of != Who::Enemy && first_unit(look, you, you, units).is_some())
                || (of != Who::You && enemy.is_some_and(|enemy| first_unit(look, you, enemy, units).is_some()))
        }
        Op::Reinforce => look.table.asset_supply[Asset::Reinforcement.index()] > 0,
        Op::BuyCombatUpgrade { discount } => can_buy(look, you, discount, Terms::bought(true, false)),
        Op::BuyOrderUpgrade { discount } => can_buy(look, you, discount, Terms::bought(false, true)),
        Op::Draw => !look.player(you).deck.is_empty(),
        Op::DiscardAtRandom => enemy.is_some_and(|enemy| !look.player(enemy).hand.is_empty()),
        Op::LookAtFacedown => look
            .table
            .battle
            .and_then(|battle| battle.side_of(you).map(|side| battle.side(side.other()).facedown.is_some()))
            .unwrap_or(false),
        Op::Lasting(_) => true,
        Op::Permit(permit) => permit_helps(look, you, permit),
        Op::Special(which) => special::possible(look, you, which),
        _ => anything_to_pick(look, you, at),
    }
}

/// Would this permit change anything? One that would not is not offered.
fn permit_helps(look: Look<'_>, you: Seat, permit: Permit) -> bool {
    let system = look.this_system();
    match permit {
        Permit::BastionsAreFactories => {
            system.is_some_and(|system| system.areas().any(|area| look.force(area, you).has_bastion()))
        }
        Permit::StrategizeAnywhere => system.is_some_and(|system| !look.is_present(system, you)),
        Permit::ShipsCrossStorms
        | Permit::UnitsCrossStorms
        | Permit::MoraleDieAtCombatStart
        | Permit::PassUncontrolledVoid
        | Permit::StructureFirst
        | Permit::SecondStructure
        | Permit::StrikeRouts
        | Permit::StrikeAllOffence => true,
    }
}

fn can_buy(look: Look<'_>, you: Seat, discount: Tally, terms: Terms) -> bool {
    let terms = Terms { discount: tally(look, you, discount), ..terms };
    strategize::any_upgrade(look, you, terms)
}

pub(super) fn deal_possible(look: Look<'_>, enemy: Seat, deal: FlatDeal) -> bool {
    let Some(here) = look.here() else { return false };
    let force = look.force(here, enemy);
    match deal {
        FlatDeal::Spend(faces, count) => faces.of(look.table.dice(enemy)) >= count,
        FlatDeal::RoutOwn => force.standing_units() > 0 && !rout::cannot_rout(look, enemy, here),
        FlatDeal::DestroyOwn(State::Routed) => force.routed_units() > 0,
        FlatDeal::DestroyOwn(State::Standing) => force.standing_units() > 0,
        FlatDeal::DestroyOwn(State::Either) => force.has_units(),
    }
}

/// Has the question of this step any answer besides declining?
pub(super) fn anything_to_pick(look: Look<'_>, seat: Seat, at: EffectQuestion) -> bool {
    let mut found = false;
    each_pick(look, seat, at, &mut |_| found = true);
    found
}

/// The answers to the question of this step.
pub fn list(look: Look<'_>, seat: Seat, at: EffectQuestion, out: &mut Vec<Choice>) {
    each_pick(look, seat, at, &mut |choice| out.push(choice));
    let line = &look.catalogue.program.lines[usize::from(at.pc)];
    match line.op {
        Op::May { .. } => out.push(Choice::Decline),
        Op::Repeat { .. } | Op::Convert { .. } => out.push(Choice::Done),
        Op::Reroll { count: Limit::UpTo(_), .. } => out.push(Choice::Done),
        // The opponent's own decision; a deal once begun is finished.
        Op::Offer { .. } if at.count == 0 => out.push(Choice::Decline),
        Op::Retreat { of: Who::Enemy } => out.push(Choice::Decline),
        _ if line.decline.is_some() && may_decline(at) => out.push(Choice::Decline),
        _ => {}
    }
}

fn each_pick(look: Look<'_>, seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
    let you = at.you;
    let enemy = look.table.opponent(you);
    let lines = &look.catalogue.program.lines;
    match lines[usize::from(at.pc)].op {
        Op::May { .. } | Op::Repeat { .. } => each(Choice::Accept),
        Op::Choose { count } => {
            for branch in 0..count {
                let Op::Branch { body, end, .. } = lines[usize::from(at.pc) + 1 + usize::from(branch)].op else {
                    unreachable!("branches follow a choice")
                };
                if range_possible(look, at, body, end) {
                    each(Choice::Branch(branch));
                }
            }
        }
        Op::Offer { deal, .. } => match deal {
            FlatDeal::Spend(faces, _) => each_face(look, seat, faces.iter(), each),
            FlatDeal::RoutOwn => each_unit_of(look, you, seat, here(State::Standing), each),
            FlatDeal::DestroyOwn(state) => each_unit_of(look, you, seat, here(state), each),
        },
        Op::Lose { who, .. } => {
            let owner = if who == Who::You { you } else { enemy.unwrap_or(you) };
            each_face(look, owner, Face::ALL.into_iter(), each);
        }
        Op::Spend { faces, .. } => each_face(look, you, faces.iter(), each),
        Op::Reroll { who, faces, .. } => {
            let owner = if who == Who::Enemy { enemy.unwrap_or(you) } else { you };
            each_face(look, owner, faces.iter(), each);
        }
        Op::Convert { from, to, .. } => {
            // Each set of dice is offered in one order only.
            let last = at.picked.map_or(0, |(_, face)| face);
            let faces = from.iter().filter(|&face| face != to && face.index() >= usize::from(last));
            each_face(look, you, faces, each);
        }
        Op::RallyOne => each_unit_of(look, you, you, here(State::Routed), each),
        Op::Rout { of, units, .. } => {
            let standing = UnitFilter { state: State::Standing, ..units };
            let owner = if of == Who::You { Some(you) } else { enemy };
            if let Some(owner) = owner
                && !look.here().is_some_and(|here| rout::cannot_rout(look, owner, here))
            {
                each_unit_of(look, you, owner, standing, each);
            }
        }
        Op::Destroy { of, units, .. } => {
            if of != Who::Enemy {
                each_unit_of(look, you, you, units, each);
            }
            if let Some(enemy) = enemy.filter(|_| of != Who::You) {
                each_unit_of(look, you, enemy, units, each);
            }
        }
        Op::Retreat { of } => {
            let owner = if of == Who::You { Some(you) } else { enemy };
            if let Some(owner) = owner.filter(|&owner| retreat::can_be_picked(look, owner)) {
                each_unit_of(look, you, owner, here(State::Either), each);
            }
        }
        Op::Place { rows, count, areas } => {
            for row in (0..UNIT_KINDS).filter(|row| rows & (1 << row) != 0 && look.player(you).reserve[*row] > 0) {
                for area in areas_of(look, you, areas) {
                    if look.fits(you, row, area) && has_room(look, you, area, count) {
                        each(Choice::PlaceUnit { unit: look.kind(you, row), area });
                    }
                }
            }
        }
        Op::Relocate { units, from, to } => match at.picked {
            Some((area, row)) => {
                for target in areas_of(look, you, to) {
                    if target != area && look.fits(you, usize::from(row), target) {
                        each(Choice::Area(target));
                    }
                }
            }
            None => each_unit_of(look, you, you, UnitFilter { state: State::Standing, ..units }, &mut |choice| {
                if let Choice::Unit { area, unit, .. } = choice
                    && unit.row() != TOKENS
                    && terrain_fits(look, from, area)
                    && areas_of(look, you, to).any(|target| target != area && look.fits(you, unit.row(), target))
                {
                    each(choice);
                }
            }),
        },
        Op::Replace { units, with } => {
            if look.player(you).reserve[usize::from(with)] > 0 {
                each_unit_of(look, you, you, units, &mut |choice| {
                    // A ground unit's place is no place for a ship.
                    if let Choice::Unit { area, .. } = choice
                        && look.fits(you, usize::from(with), area)
                    {
                        each(choice);
                    }
                });
            }
        }
        Op::Build { kind, areas, beside_another } => {
            if purchase::can_build(look, you, kind) {
                for area in areas_of(look, you, areas) {
                    // [structures.one.1, golden-rules.card-only-deviation.1]
                    if look.is_world(area) && (beside_another || !look.force(area, you).has_structures()) {
                        each(Choice::Area(area));
                    }
                }
            }
        }
        Op::PlayForIcons => {
            let hand = look.player(you).hand;
            each_card(&hand, |hand| hand.iter(), each);
        }
        Op::DiscardFaceup { .. } => {
            if let Some(battle) = &look.table.battle
                && let Some(side) = battle.side_of(you)
            {
                let faceup = battle.side(side.other()).faceup;
                each_card(&faceup, |faceup| faceup.iter().map(|one| one.card), each);
            }
        }
        _ => {}
    }
}

fn here(state: State) -> UnitFilter {
    UnitFilter { at: Place::Here, rows: 0b11_1111, state, level: u8::MAX }
}

fn each_face(look: Look<'_>, owner: Seat, faces: impl Iterator<Item = Face>, each: &mut dyn FnMut(Choice)) {
    let dice = look.table.dice(owner);
    faces.filter(|face| dice[face.index()] > 0).for_each(|face| each(Choice::Face(face)));
}

/// Each different card.
fn each_card<'a, P, I: Iterator<Item = crate::table::CardId>>(
    pile: &'a P,
    cards: impl Fn(&'a P) -> I,
    each: &mut dyn FnMut(Choice),
) {
    for (index, card) in cards(pile).enumerate() {
        if !cards(pile).take(index).any(|earlier| earlier == card) {
            each(Choice::Card(card));
        }
    }
}

/// A combat has at most five attackers when it starts, whatever caused it. [combat.attackers-cap.1]
fn has_room(look: Look<'_>, you: Seat, area: Area, _count: u8) -> bool {
    let joins_combat = look.table.battle.is_some_and(|battle| battle.area == area);
    joins_combat
        || look.standing(area, you) != Standing::Enemy && look.standing(area, you) != Standing::Contested
        || look.force(area, you).units() < crate::table::MOVEMENT_CAP
}

pub(super) fn first_unit(look: Look<'_>, you: Seat, owner: Seat, units: UnitFilter) -> Option<(Area, usize, bool)> {
    let mut first = None;
    each_unit_of(look, you, owner, units, &mut |choice| {
        if let (None, Choice::Unit { area, unit, routed, .. }) = (first, choice) {
            first = Some((area, unit.row(), routed));
        }
    });
    first
}

/// Units of `owner` that fit the filter; rows are those of `you`, so they bind own units only.
pub fn each_unit_of(look: Look<'_>, you: Seat, owner: Seat, units: UnitFilter, each: &mut dyn FnMut(Choice)) {
    let named = you == owner;
    for area in places(look, units.at) {
        let force = look.force(area, owner);
        if !force.has_units() {
            continue;
        }
        for (row, routed, _) in force.groups() {
            let state_fits = match units.state {
                State::Either => true,
                State::Standing => !routed,
                State::Routed => routed,
            };
            let row_fits = !named || units.rows & (1 << look.row_at(owner, row, area)) != 0;
            if state_fits && row_fits && look.stats_at(owner, row, area).level <= units.level {
                each(Choice::Unit { area, unit: look.kind(owner, row), routed, hurt: 0 });
            }
        }
    }
}

/// The areas of a place.
fn places(look: Look<'_>, place: Place) -> impl Iterator<Item = Area> {
    let here = look.here();
    let system = look.this_system();
    look.table.areas().filter(move |&area| match place {
        Place::Here => Some(area) == here,
        Place::ThisSystem => Some(area.system()) == system,
        Place::ElsewhereInThisSystem => Some(area.system()) == system && Some(area) != here,
        Place::AdjacentSystems => system.is_some_and(|system: System| look.are_adjacent(system, area.system())),
        Place::Anywhere => true,
    })
}

fn terrain_fits(look: Look<'_>, terrain: Terrain, area: Area) -> bool {
    match terrain {
        Terrain::Fitting => true,
        Terrain::World => look.is_world(area),
        Terrain::Void => !look.is_world(area),
    }
}

/// The areas that fit the filter.
fn areas_of(look: Look<'_>, you: Seat, areas: AreaFilter) -> impl Iterator<Item = Area> {
    places(look, areas.at).filter(move |&area| {
        let state = match look.standing(area, you) {
            Standing::Friendly => areas.friendly,
            Standing::Uncontrolled => areas.uncontrolled,
            Standing::Enemy => areas.enemy,
            // Only the area being fought over is contested.
            Standing::Contested => areas.at == Place::Here,
        };
        state
            && terrain_fits(look, areas.terrain, area)
            && (areas.with == Features::default() || has_any(look, you, area, areas.with))
            && !has_any(look, you, area, areas.without)
    })
}

/// Does the area have any of these features?
fn has_any(look: Look<'_>, you: Seat, area: Area, features: Features) -> bool {
    let table = look.table;
    let structure = |kind: crate::components::StructureKind| {
        features.structures & (1 << kind.index()) != 0
            && table.all_seats().any(|seat| table.force(area, seat).structures(kind) > 0)
    };
    let units_in = |area: Area, rows: u8| {
        rows != 0 && (0..UNIT_KINDS).any(|row| rows & (1 << row) != 0 && table.force(area, you).of(row) > 0)
    };
    (features.any_structure && table.all_seats().any(|seat| table.force(area, seat).has_structures()))
        || crate::components::StructureKind::ALL.into_iter().any(structure)
        || (features.own_objective && table.objective(area) == Some(you))
        || units_in(area, features.units)
        || (features.units_in_system != 0
            && area.system().areas().any(|other| units_in(other, features.units_in_system)))
}
