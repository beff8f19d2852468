//! Orbital strike: ships of one void against one enemy world.

use crate::board::{Look, Looking, Standing};
use crate::cards::response::{self, Moment};
use crate::cards::vocabulary::Permit;
use crate::combat::Contests;
use crate::combat::damage::SufferDamage;
use crate::components::{Face, UpgradeMoment};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::UNIT_KINDS;
use crate::frame::procedure;
use crate::pieces;
use crate::table::{Area, Strike, System};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Aim, declare upgrades, roll, use abilities, damage. [orbital-strike.when.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OrbitalStrike {
    step: Step,
    seat: Seat,
    system: System,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Offer,
    Aim,
    Roll,
    UseAbilities,
    Damage,
    Aftermath,
    Over,
}

procedure!(OrbitalStrike, Step);

impl OrbitalStrike {
    pub fn new(seat: Seat, system: System) -> Self {
        OrbitalStrike { seat, system, ..OrbitalStrike::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Offer if !can_strike(play.look(), seat, self.system) => self.done(),
            Step::Offer => self.ask(seat, Decision::OrbitalStrike { system: self.system }, Step::Aim),
            Step::Aim => {
                let Choice::Strike { void, world } = play.answer() else { return self.done() };
                let against = play.look().holder_against(world, seat).expect("an enemy world was chosen");
                play.table.strike = Some(Strike { void, world, by: seat, against, ..Strike::default() });
                play.tell(Event::StrikeBegins { seat, void, world });
                if play.table.force(world, against).has_bastion() {
                    // Aiming at a bastion declares the upgrade that allows it.
                    let upgrade = bastion_upgrade(play.look(), seat).expect("offered only with the upgrade at hand");
                    response::declare_strike_upgrade(play, seat, upgrade);
                }
                self.call(Window::new(Moment::StrikeDeclared, seat), Step::Roll)
            }
            Step::Roll => {
                let dice = dice(play.look(), seat) + extra_dice(play.look(), seat);
                pieces::roll_dice(play, seat, dice);
                if play.table.permits(Permit::StrikeAllOffence) {
                    let rolled = play.table.dice_count(seat);
                    play.table.strike_mut().dice = [rolled, 0, 0];
                    pieces::tell_dice(play, seat);
                }
                self.then(Step::UseAbilities)
            }
            Step::UseAbilities => self.call(Window::new(Moment::StrikeRolled, seat), Step::Damage),
            Step::Damage => {
                // Defence and morale do nothing. [orbital-strike.damage.1]
                let damage = play.table.die(seat, Face::Offence);
                let against = play.table.strike().against;
                play.tell(Event::Suffers { seat: against, damage });
                self.call(SufferDamage::strike(against, damage), Step::Aftermath)
            }
            Step::Aftermath => {
                play.table.strike = None;
                if let Some(order) = &mut play.table.order {
                    order.forbid(Permit::StrikeRouts);
                    order.forbid(Permit::StrikeAllOffence);
                }
                // Units that the strike has landed fight now. [card-clarifications.drop-pods.2]
                let look = play.look();
                let mut contests = look.table.contests;
                contests.retain(|contest| look.holder_against(contest.area, contest.attacker).is_some());
                play.table.contests = contests;
                self.call(Contests::new(seat), Step::Over)
            }
            Step::Over => self.done(),
        }
    }
}

/// Summed combat value of the unrouted ships in the void. [orbital-strike.dice.1]
fn dice(look: Look<'_>, seat: Seat) -> u8 {
    void_dice(look, seat, look.table.strike().void)
}

fn void_dice(look: Look<'_>, seat: Seat, void: Area) -> u8 {
    let force = look.force(void, seat);
    (0..UNIT_KINDS).map(|row| force.standing(row) * look.stats(seat, row).combat).sum()
}

/// Dice added by the upgrades declared.
fn extra_dice(look: Look<'_>, seat: Seat) -> u8 {
    response::declared_upgrades(look, seat).map(|upgrade| look.catalogue.upgrade(upgrade).strike_dice).sum()
}

/// An upgrade at hand that lets a strike aim at bastions. [orbital-strike.upgrades.3]
fn bastion_upgrade(look: Look<'_>, seat: Seat) -> Option<crate::table::UpgradeId> {
    response::ready_upgrades(look, seat, UpgradeMoment::Strike)
        .find(|&upgrade| look.catalogue.upgrade(upgrade).strikes_bastions)
}

pub fn can_strike(look: Look<'_>, seat: Seat, system: System) -> bool {
    each_target(look, seat, system).next().is_some()
}

/// A void with unrouted ships and an adjacent enemy world of the same system. [orbital-strike.target.1]
fn each_target(look: Look<'_>, seat: Seat, system: System) -> impl Iterator<Item = Choice> {
    let bastions_too = bastion_upgrade(look, seat).is_some();
    system.areas().filter(move |&void| !look.is_world(void) && void_dice(look, seat, void) > 0).flat_map(move |void| {
        look.borders(void)
            .filter(move |&(world, edge)| {
                edge.is_none()
                    && look.is_world(world)
                    && look.standing(world, seat) == Standing::Enemy
                    && (bastions_too || !look.table.all_seats().any(|other| look.force(world, other).has_bastion()))
            })
            .map(move |(world, _)| Choice::Strike { void, world })
    })
}

pub fn list_targets(look: Look<'_>, seat: Seat, system: System, out: &mut Vec<Choice>) {
    out.extend(each_target(look, seat, system));
}
