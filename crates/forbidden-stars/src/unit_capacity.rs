//! Unit capacity: after an order, and at the end of the event step, the excess is destroyed.

use crate::answers::PickedUnit;
use crate::board::{Look, Looking};
use crate::decisions::{Choice, Decision};
use crate::frame::procedure;
use crate::pieces;
use crate::table::Area;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// Players in turn order destroy units of their choice until every area is within capacity. [unit-capacity.timing.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitCapacity {
    step: Step,
    seat: Seat,
    area: Area,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    FindExcess,
    Destroy,
}

procedure!(UnitCapacity, Step);

impl UnitCapacity {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::FindExcess => match excess(play.look()) {
                None => self.done(),
                Some((seat, area)) => {
                    (self.seat, self.area) = (seat, area);
                    self.ask(seat, Decision::DestroyExcess { area }, Step::Destroy)
                }
            },
            Step::Destroy => {
                let PickedUnit { unit, posture, .. } = play.answer().unit();
                pieces::destroy_unit(play, self.seat, unit.row(), posture, self.area);
                self.then(Step::FindExcess)
            }
        }
    }
}

fn excess(look: Look<'_>) -> Option<(Seat, Area)> {
    look.table.turn_order().find_map(|seat| {
        look.table
            .areas()
            .find(|&area| {
                let force = look.force(area, seat);
                force.has_units() && force.units() > look.facts(area).capacity
            })
            .map(|area| (seat, area))
    })
}

/// Any unit there, routed or not. [unit-capacity.excess.2]
pub fn list_units(look: Look<'_>, seat: Seat, area: Area, out: &mut Vec<Choice>) {
    for (row, posture, _) in look.force(area, seat).groups() {
        out.push(Choice::Unit { area, unit: look.kind(seat, row), posture, hurt: 0 });
    }
}
