//! Deploy Order: buy units, then a structure.

use super::purchase::{self, Discount};
use crate::board::{Look, Looking, Standing};
use crate::cards::response::{self, Moment};
use crate::cards::vocabulary::Permit;
use crate::components::{StructureKind, UpgradeMoment};
use crate::decisions::{Choice, Decision};
use crate::force::UNIT_KINDS;
use crate::frame::procedure;
use crate::table::{Area, System, UnitKind};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Units first, then at most one structure. [deploy-order.steps.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    step: Step,
    seat: Seat,
    pub system: System,
    /// Units that may still be bought.
    left: u8,
    /// What was bought last; the same set of units is offered in one order only.
    last: (UnitKind, Area),
    built: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    EarlyStructure,
    BuildEarly,
    Limit,
    OfferUnit,
    BuyUnit,
    OfferStructure,
    BuildStructure,
    Over,
}

procedure!(Deploy, Step);

impl Deploy {
    pub fn new(seat: Seat, system: System) -> Self {
        Deploy { seat, system, ..Deploy::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Begin => self.call(Window::new(Moment::OrderStarts, seat), Step::EarlyStructure),
            Step::EarlyStructure if play.table.permits(Permit::StructureFirst) && any_structure(play, seat) => {
                self.ask(seat, Decision::BuyStructure, Step::BuildEarly)
            }
            Step::EarlyStructure => self.then(Step::Limit),
            Step::BuildEarly => {
                self.build(play);
                self.then(Step::Limit)
            }
            Step::Limit => {
                self.left = deploy_limit(play.look(), seat, self.system);
                self.then(Step::OfferUnit)
            }
            Step::OfferUnit if self.left == 0 => self.then(Step::OfferStructure),
            Step::OfferUnit => {
                let decision = Decision::BuyUnit { left: self.left, last: self.last };
                self.ask(seat, decision, Step::BuyUnit)
            }
            Step::BuyUnit => match play.answer() {
                Choice::Buy { unit, area, cache, scheme } => {
                    purchase::buy_unit(play, seat, unit, area, Discount { cache, scheme, granted: 0 });
                    self.left -= 1;
                    self.last = (unit, area);
                    self.then(Step::OfferUnit)
                }
                _ => self.then(Step::OfferStructure),
            },
            Step::OfferStructure if self.built || !any_structure(play, seat) => self.then(Step::Over),
            Step::OfferStructure => self.ask(seat, Decision::BuyStructure, Step::BuildStructure),
            Step::BuildStructure => {
                self.build(play);
                self.then(Step::Over)
            }
            Step::Over => self.done(),
        }
    }

    fn build(&mut self, play: &mut Play<'_>) {
        let seat = self.seat;
        match play.answer() {
            Choice::Build { structure, area, cache } => {
                self.built = true;
                purchase::buy_structure(play, seat, structure, area, cache);
            }
            Choice::BuildBeside { structure, area, cache } => {
                self.built = true;
                let upgrade = beside_upgrade(play.look(), seat).expect("offered only with the upgrade at hand");
                response::turn_facedown(play, seat, upgrade);
                purchase::buy_structure(play, seat, structure, area, cache);
            }
            _ => {}
        }
    }
}

/// Summed capacity of the worlds with a factory, each counted as often as it has one. [deploy-order.units.2, factories.limit.1]
fn deploy_limit(look: Look<'_>, seat: Seat, system: System) -> u8 {
    let with_bastions = look.table.permits(Permit::BastionsAreFactories);
    system
        .areas()
        .filter(|&area| look.is_friendly(area, seat))
        .map(|area| {
            let force = look.force(area, seat);
            let capacity = look.facts(area).capacity;
            let factories = force.structures(StructureKind::Factory) * capacity;
            let bastions = force.structures(StructureKind::Bastion);
            // [card-clarifications.recruitment-worlds.2]
            if with_bastions { factories + bastions * (capacity - 1) } else { factories }
        })
        .sum()
}

/// Friendly or uncontrolled areas of the active system. [deploy-order.units.3]
// Every listing passes through `decisions::choices`: it is quicker without the long ones inside.
#[inline(never)]
pub fn list_units(look: Look<'_>, seat: Seat, last: (UnitKind, Area), out: &mut Vec<Choice>) {
    let system = look.table.order.expect("a Deploy Order is being resolved").system;
    for row in 0..UNIT_KINDS {
        let unit = look.kind(seat, row);
        for area in system.areas() {
            let open = matches!(look.standing(area, seat), Standing::Friendly | Standing::Uncontrolled);
            if open && look.fits(seat, row, area) && (unit, area) >= last {
                purchase::each_unit(look, seat, row, area, 0, &mut |choice| out.push(choice));
            }
        }
    }
    out.push(Choice::Done);
}

fn any_structure(play: &Play<'_>, seat: Seat) -> bool {
    let mut found = false;
    each_structure(play.look(), seat, |_| found = true);
    found
}

pub fn list_structures(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    each_structure(look, seat, |choice| out.push(choice));
    out.push(Choice::Done);
}

/// A friendly world of the active system without a structure. [deploy-order.structure.1, structures.one.1]
fn each_structure(look: Look<'_>, seat: Seat, mut each: impl FnMut(Choice)) {
    let system = look.table.order.expect("a Deploy Order is being resolved").system;
    for area in system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, seat)) {
        let there = look.force(area, seat);
        for structure in StructureKind::ALL {
            for cache in [false, true] {
                if purchase::structure_price(look, seat, structure, cache).is_none() {
                    continue;
                }
                if !there.has_structures() {
                    each(Choice::Build { structure, area, cache });
                } else if there.structure_count() == 1
                    && there.structures(structure) == 0
                    && beside_upgrade(look, seat).is_some()
                {
                    // [card-clarifications.wraithbone-singers.1]
                    each(Choice::BuildBeside { structure, area, cache });
                }
            }
        }
    }
}

/// An upgrade at hand that allows a second structure.
fn beside_upgrade(look: Look<'_>, seat: Seat) -> Option<crate::table::UpgradeId> {
    response::ready_upgrades(look, seat, UpgradeMoment::BuyStructure).next()
}
