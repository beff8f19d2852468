//! Retreats: where units may go, and what becomes of them.

use super::rout::cannot_rout;
use crate::board::{Look, Looking, StormsBlock};
use crate::decisions::Decision;
use crate::events::Event;
use crate::force::{Force, Posture, TOKENS};
use crate::frame::procedure;
use crate::pieces;
use crate::table::{Area, AreaSet, Side, System};
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// All units of one retreat go to one area; without any they are destroyed. [retreats.same-area.1, retreats.none.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    step: Step,
    seat: Seat,
    area: Area,
    /// One unit, row and posture; all of them otherwise.
    unit: Option<(u8, Posture)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Offer,
    Go,
}

procedure!(Retreat, Step);

impl Retreat {
    pub fn all(seat: Seat, area: Area) -> Self {
        Retreat { step: Step::Offer, seat, area, unit: None }
    }

    pub fn one(seat: Seat, area: Area, row: usize, posture: Posture) -> Self {
        Retreat { step: Step::Offer, seat, area, unit: Some((row as u8, posture)) }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, area) = (self.seat, self.area);
        match self.step {
            Step::Offer => {
                if !play.table.force(area, seat).has_units() {
                    return self.done();
                }
                let row = self.unit.map(|(row, _)| row);
                if destinations(play.look(), seat, area, row).is_empty() {
                    for (row, posture) in self.leaving(play.table.force(area, seat)) {
                        pieces::destroy_unit(play, seat, row, posture, area);
                    }
                    return self.done();
                }
                self.ask(seat, Decision::RetreatTo { area, row }, Step::Go)
            }
            Step::Go => {
                let to = play.answer().area();
                // Retreated units become routed, unless they cannot. [retreats.routed.1]
                let stays_up = cannot_rout(play.look(), seat, area);
                for (row, posture) in self.leaving(play.table.force(area, seat)) {
                    play.table.force_mut(area, seat).remove(row, posture);
                    play.table.force_mut(to, seat).add(row, if stays_up { posture } else { Posture::Routed });
                }
                play.tell(Event::Retreats { seat, from: area, to });
                self.done()
            }
        }
    }

    /// Each unit that leaves: row and posture.
    fn leaving(&self, force: Force) -> impl Iterator<Item = (usize, Posture)> + use<> {
        let one = self.unit.map(|(row, posture)| (usize::from(row), posture));
        let all = one.is_none();
        force
            .groups()
            .filter(move |_| all)
            .flat_map(|(row, posture, count)| (0..count).map(move |_| (row, posture)))
            .chain(one)
    }
}

/// The areas to which `seat` may retreat from a contested area. [retreats.mid-combat.1]
pub fn destinations(look: Look<'_>, seat: Seat, area: Area, row: Option<u8>) -> AreaSet {
    let battle = look.table.battle();
    let on_world = look.is_world(area);
    debug_assert!(row.is_none_or(|row| usize::from(row) == TOKENS || look.fits(seat, usize::from(row), area)));
    match battle.side_of(seat) {
        Some(Side::Attacker) => attacker_destinations(look, seat, area),
        _ => {
            let reachable = defender_destinations(look, seat, area, on_world);
            // Friendly areas first; uncontrolled ones only if there is none. [retreats.defender.1]
            let friendly: AreaSet = reachable.iter().filter(|&to| look.is_friendly(to, seat)).collect();
            if friendly.is_empty() { reachable } else { friendly }
        }
    }
}

/// One of the areas whence a unit came by Advance Order. [retreats.attacker.1, retreats.attacker.2]
fn attacker_destinations(look: Look<'_>, seat: Seat, area: Area) -> AreaSet {
    let battle = look.table.battle();
    if !battle.advanced {
        return AreaSet::default();
    }
    // [retreats.attacker.4, retreats.attacker.6]
    battle
        .origins
        .iter()
        .filter(|&origin| look.holder_against(origin, seat).is_none() && can_reach(look, seat, area, origin))
        .collect()
}

/// Friendly or uncontrolled, here or next door, not where the attackers came from. [retreats.defender.2, retreats.defender.3]
fn defender_destinations(look: Look<'_>, seat: Seat, area: Area, on_world: bool) -> AreaSet {
    let battle = look.table.battle();
    let here = area.system();
    let whence = |system: System| system != here && battle.origins.iter().any(|origin| origin.system() == system);
    std::iter::once(here)
        .chain(look.adjacent_systems(here))
        .filter(|&system| !whence(system))
        .flat_map(System::areas)
        .filter(|&to| {
            to != area
                && look.is_world(to) == on_world
                && !battle.origins.contains(to)
                && look.holder_against(to, seat).is_none()
                && can_reach(look, seat, area, to)
        })
        .collect()
}

/// Ground units need a path through two systems, ships an edge without storm. [retreats.path.3, retreats.storm.1]
fn can_reach(look: Look<'_>, seat: Seat, area: Area, to: Area) -> bool {
    let systems = [area.system(), to.system()];
    if !look.is_world(area) {
        return systems[0] == systems[1] || look.is_open(systems[0], systems[1]);
    }
    let mut passable = look.friendly_areas(systems, seat);
    passable.insert(area);
    look.reach(area, passable, systems, StormsBlock::Yes).contains(to)
}

/// May units of `seat` be picked for a retreat at all? [retreats.mid-combat.5]
pub fn can_be_picked(look: Look<'_>, seat: Seat) -> bool {
    let battle = look.table.battle();
    battle.side_of(seat) == Some(Side::Defender) || battle.advanced
}
