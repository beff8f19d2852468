//! Assessing and suffering damage.

use super::{bastion, rout::Rout, value};
use crate::board::{Look, Looking};
use crate::cards::response::Moment;
use crate::cards::vocabulary::{LastingRule, Permit};
use crate::components::{Face, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::Posture;
use crate::frame::procedure;
use crate::pieces;
use crate::table::{Area, BASTION, Hurt, Side};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Both values are fixed, then the attacker suffers, then the defender. [combat.assess-damage.4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssessDamage {
    step: Step,
    /// Damage to attacker and defender.
    damage: [u8; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    BeforeDamage(Side),
    FixValues,
    Suffer(Side),
    AfterDamage(Side),
    Over,
}

procedure!(AssessDamage, Step);

impl AssessDamage {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = |side: Side| play.table.battle().seat(side);
        match self.step {
            Step::Begin => self.then(Step::BeforeDamage(Side::Attacker)),
            Step::BeforeDamage(side) => {
                let next = match side {
                    Side::Attacker => Step::BeforeDamage(Side::Defender),
                    Side::Defender => Step::FixValues,
                };
                self.call(Window::new(Moment::DamageStarts { of: side }, seat(side)), next)
            }
            Step::FixValues => {
                let look = play.look();
                self.damage = Side::BOTH.map(|side| {
                    value(look, side.other(), Face::Offence).saturating_sub(value(look, side, Face::Defence))
                });
                self.then(Step::Suffer(Side::Attacker))
            }
            Step::Suffer(side) => {
                let damage = self.damage[side as usize];
                let next = match side {
                    Side::Attacker => Step::Suffer(Side::Defender),
                    Side::Defender => Step::AfterDamage(Side::Attacker),
                };
                let seat = seat(side);
                play.tell(Event::Suffers { seat, damage });
                self.call_if(damage > 0, SufferDamage::combat(seat, side, damage), next)
            }
            Step::AfterDamage(side) => {
                let next = match side {
                    Side::Attacker => Step::AfterDamage(Side::Defender),
                    Side::Defender => Step::Over,
                };
                self.call(Window::new(Moment::DamageEnds { of: side }, seat(side)), next)
            }
            Step::Over => self.done(),
        }
    }
}

/// Damage is suffered one unit at a time; the picked one takes all it can. [damage.excess.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SufferDamage {
    step: SufferStep,
    seat: Seat,
    /// The side in a combat; none in an orbital strike.
    side: Option<Side>,
    left: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SufferStep {
    #[default]
    Offer,
    Suffer,
}

procedure!(SufferDamage, SufferStep);

impl SufferDamage {
    pub fn combat(seat: Seat, side: Side, damage: u8) -> Self {
        SufferDamage { seat, side: Some(side), left: damage, step: SufferStep::Offer }
    }

    pub fn strike(seat: Seat, damage: u8) -> Self {
        SufferDamage { seat, side: None, left: damage, step: SufferStep::Offer }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, side) = (self.seat, self.side);
        match self.step {
            // Damage beyond the last target is lost. [combat.assess-damage.6]
            SufferStep::Offer if self.left == 0 || !each_sufferer(play.look(), seat, side, |_| ()) => self.done(),
            SufferStep::Offer => self.ask(seat, Decision::AssignDamage { side, left: self.left }, SufferStep::Suffer),
            SufferStep::Suffer => {
                let area = place(play.look(), side);
                match play.answer() {
                    Choice::Structure { .. } => {
                        let health = bastion(play.look(), seat).health;
                        if self.hit(
                            play,
                            BASTION,
                            Posture::Standing,
                            hurt_of(play.look(), side, BASTION, Posture::Standing),
                            health,
                        ) {
                            pieces::destroy_structure(play, seat, StructureKind::Bastion, area);
                        }
                        self.then(SufferStep::Offer)
                    }
                    Choice::Unit { unit, posture, hurt, .. } => {
                        let row = unit.row();
                        if side.is_none() {
                            play.table.strike_mut().first_to_suffer = None;
                        }
                        let health = play.look().stats_at(seat, row, area).health;
                        if self.hit(play, row as u8, posture, hurt, health) {
                            pieces::destroy_unit(play, seat, row, posture, area);
                            return self.then(SufferStep::Offer);
                        }
                        // Damaged in a combat: routed. In a strike: forgotten. [damage.rout.1, orbital-strike.damage.2]
                        let routs = side.is_some() || play.table.permits(Permit::StrikeRouts);
                        self.call_if(routs && !posture.is_routed(), Rout::new(seat, row, area), SufferStep::Offer)
                    }
                    _ => unreachable!("units and bastions are offered"),
                }
            }
        }
    }

    /// Puts the remaining damage on one target that carries `hurt` already; `true` if that destroys it. [damage.destroy.1]
    fn hit(&mut self, play: &mut Play<'_>, row: u8, posture: Posture, hurt: u8, health: u8) -> bool {
        let needed = health - hurt;
        if self.left >= needed {
            self.left -= needed;
            self.note(play, row, posture, hurt, None);
            return true;
        }
        let damage = hurt + self.left;
        self.left = 0;
        self.note(play, row, posture, hurt, Some(damage));
        false
    }

    /// Damage adds up within an execution round. [damage.persist.1, damage.persist.2]
    fn note(&mut self, play: &mut Play<'_>, row: u8, posture: Posture, before: u8, after: Option<u8>) {
        let Some(side) = self.side else { return };
        let list = &mut play.table.battle_mut().side_mut(side).hurt;
        if let Some(at) =
            list.iter().position(|hurt| hurt.row == row && hurt.posture == posture && hurt.damage == before)
        {
            list.remove(at);
        }
        if let Some(damage) = after
            && list.len() < list.capacity()
        {
            list.push(Hurt { row, posture, damage });
        }
    }
}

/// Where the damage falls.
fn place(look: Look<'_>, side: Option<Side>) -> Area {
    match side {
        Some(_) => look.table.battle().area,
        None => look.table.strike().world,
    }
}

/// The least damage that a target of this kind carries.
fn hurt_of(look: Look<'_>, side: Option<Side>, row: u8, posture: Posture) -> u8 {
    let Some(side) = side else { return 0 };
    let list = look.table.battle().side(side).hurt;
    list.iter().filter(|hurt| hurt.row == row && hurt.posture == posture).map(|hurt| hurt.damage).min().unwrap_or(0)
}

pub fn list_sufferers(look: Look<'_>, seat: Seat, side: Option<Side>, out: &mut Vec<Choice>) {
    each_sufferer(look, seat, side, |choice| out.push(choice));
}

/// Bastions and unrouted units; routed ones only when nothing else is left. [damage.assign.1, damage.assign.2]
fn each_sufferer(look: Look<'_>, seat: Seat, side: Option<Side>, mut each: impl FnMut(Choice)) -> bool {
    let area = place(look, side);
    let force = look.force(area, seat);
    let mut found = false;
    let mut offer = |choice| {
        found = true;
        each(choice);
    };
    // A marked unit suffers first of all.
    if side.is_none()
        && let Some((row, posture)) = look.table.strike().first_to_suffer
    {
        offer(Choice::Unit { area, unit: look.kind(seat, usize::from(row)), posture, hurt: 0 });
        return true;
    }
    if force.has_bastion() {
        offer(Choice::Structure { area, structure: StructureKind::Bastion });
    }
    let spared = side.is_some_and(|_| {
        Side::BOTH.into_iter().any(|any| look.table.battle().rules(any, LastingRule::NoDamageToUnits) > 0)
    });
    if spared {
        return found;
    }
    let only_routed = force.standing_units() == 0 && !force.has_bastion();
    let suffering = if only_routed { Posture::Routed } else { Posture::Standing };
    for (row, posture, count) in force.groups().filter(|&(_, posture, _)| posture == suffering) {
        let unit = look.kind(seat, row);
        let hurts = side.map(|side| look.table.battle().side(side).hurt);
        let mut carriers = 0;
        if let Some(hurts) = hurts {
            for hurt in hurts.iter().filter(|hurt| usize::from(hurt.row) == row && hurt.posture == posture) {
                carriers += 1;
                offer(Choice::Unit { area, unit, posture, hurt: hurt.damage });
            }
        }
        if carriers < count {
            offer(Choice::Unit { area, unit, posture, hurt: 0 });
        }
    }
    found
}
