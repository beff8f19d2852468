//! Advance Order: move ships, move ground units, then fight or strike.

use crate::board::{Look, Looking, Standing, StormsBlock};
use crate::cards::response::Moment;
use crate::cards::vocabulary::Permit;
use crate::combat::Contests;
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::{Posture, UNIT_KINDS};
use crate::frame::procedure;
use crate::orders::strike::OrbitalStrike;
use crate::table::{Area, Contest, MOVEMENT_CAP, Movement, System};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Ships, then ground units, then combat or orbital strike. [advance-order.steps.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Advance {
    step: Step,
    seat: Seat,
    pub system: System,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    MoveShips,
    MoveShip,
    ShipsArrive,
    MoveGroundUnits,
    MoveGroundUnit,
    GroundUnitsArrive,
    CombatOrStrike,
    AfterCombat,
    AfterRaid,
    Over,
}

procedure!(Advance, Step);

impl Advance {
    pub fn new(seat: Seat, system: System) -> Self {
        Advance { seat, system, ..Advance::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Begin => {
                play.table.movement = Movement::default();
                self.call(Window::new(Moment::OrderStarts, seat), Step::MoveShips)
            }
            Step::MoveShips if has_moves(play.look(), seat, Class::Ships) => {
                self.ask(seat, Decision::MoveShip, Step::MoveShip)
            }
            Step::MoveShips => self.then(Step::ShipsArrive),
            Step::MoveShip => match play.answer() {
                Choice::Move { from, unit, to, via } => {
                    lift(play, seat, from, unit.row(), to, via);
                    self.then(Step::MoveShips)
                }
                _ => self.then(Step::ShipsArrive),
            },
            Step::ShipsArrive => {
                arrive(play, seat, self.system);
                // Paths are judged now, after the ships and before any ground unit. [moving-ground-units.path.7]
                let look = play.look();
                let passable = look.table.areas().filter(|&area| look.is_friendly(area, seat)).collect();
                play.table.movement.passable = passable;
                play.table.movement.last = (0, 0, 0);
                self.then(Step::MoveGroundUnits)
            }
            Step::MoveGroundUnits if has_moves(play.look(), seat, Class::GroundUnits) => {
                self.ask(seat, Decision::MoveGroundUnit, Step::MoveGroundUnit)
            }
            Step::MoveGroundUnits => self.then(Step::GroundUnitsArrive),
            Step::MoveGroundUnit => match play.answer() {
                Choice::Move { from, unit, to, via } => {
                    lift(play, seat, from, unit.row(), to, via);
                    self.then(Step::MoveGroundUnits)
                }
                _ => self.then(Step::GroundUnitsArrive),
            },
            Step::GroundUnitsArrive => {
                arrive(play, seat, self.system);
                self.then(Step::CombatOrStrike)
            }
            Step::CombatOrStrike => match play.table.movement.contested {
                Some(area) => {
                    let origins = play.table.movement.origins;
                    play.table.contests.push(Contest { area, attacker: seat, origins, advanced: true });
                    self.call(Contests::new(seat), Step::AfterCombat)
                }
                None => self.call(OrbitalStrike::new(seat, self.system), Step::Over),
            },
            Step::AfterCombat => self.call(Window::new(Moment::CombatOver, seat), Step::AfterRaid),
            // A raid's strike may have landed units: their combat follows.
            Step::AfterRaid => self.call(Contests::new(seat), Step::Over),
            Step::Over => {
                play.table.movement = Movement::default();
                self.done()
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Ships,
    GroundUnits,
}

/// Takes a unit off its area; it arrives with the others.
fn lift(play: &mut Play<'_>, seat: Seat, from: Area, row: usize, to: Area, via: Option<Area>) {
    let look = play.look();
    let active = to.system();
    let enters_enemy = look.standing(to, seat) == Standing::Enemy;
    let repairs = count_after(look, seat, from) > MOVEMENT_CAP;
    let unit = look.kind(seat, row);
    play.table.force_mut(from, seat).remove(row, Posture::Standing);
    let movement = &mut play.table.movement;
    movement.transit[usize::from(to.0 % 4)].add(row, Posture::Standing);
    if from.system() != active {
        movement.from = Some(from.system());
    }
    if enters_enemy {
        movement.contested = Some(to);
        movement.origins.insert(from);
    }
    if let Some(void) = via {
        movement.roks = Some(void);
        movement.roks_used += 1;
    }
    // Making room in an overfull area is outside the fixed order of moves.
    if !repairs {
        movement.last = (place_in_order(from, active), row as u8, to.0);
    }
    play.tell(Event::UnitMoved { seat, unit, from, to });
}

/// Areas of the active system come first, so that those who leave make room for those who come.
fn place_in_order(from: Area, active: System) -> u8 {
    if from.system() == active { from.0 % 4 } else { 4 + from.0 }
}

/// Everybody in transit is put down at once.
fn arrive(play: &mut Play<'_>, seat: Seat, system: System) {
    let transit = std::mem::take(&mut play.table.movement.transit);
    for (corner, force) in transit.into_iter().enumerate() {
        play.table.forces[system.index()][corner][seat.index()].join(force);
    }
}

/// Units of `seat` in an area of the active system once everybody has arrived.
fn count_after(look: Look<'_>, seat: Seat, area: Area) -> u8 {
    let arriving = match look.order {
        Some(order) if order.system == area.system() => look.movement.transit[usize::from(area.0 % 4)].units(),
        _ => 0,
    };
    look.force(area, seat).units() + arriving
}

fn has_moves(look: Look<'_>, seat: Seat, class: Class) -> bool {
    let mut found = false;
    each_move(look, seat, class, |_| found = true);
    found
}

pub fn list_ship_moves(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    list_moves(look, seat, Class::Ships, out);
}

pub fn list_ground_moves(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    list_moves(look, seat, Class::GroundUnits, out);
}

fn list_moves(look: Look<'_>, seat: Seat, class: Class, out: &mut Vec<Choice>) {
    each_move(look, seat, class, |choice| out.push(choice));
    if overfull(look, seat).is_none() {
        out.push(Choice::Done);
    }
}

/// An area of the active system that would hold more than five. [advance-order.cap.1]
fn overfull(look: Look<'_>, seat: Seat) -> Option<Area> {
    let system = look.order.expect("an Advance Order is being resolved").system;
    system.areas().find(|&area| count_after(look, seat, area) > MOVEMENT_CAP)
}

fn each_move(look: Look<'_>, seat: Seat, class: Class, mut each: impl FnMut(Choice)) {
    let active = look.order.expect("an Advance Order is being resolved").system;
    let overfull = overfull(look, seat);
    let neighbours = look.table.tile(active).neighbours;
    let sources = std::iter::once(active).chain(neighbours.into_iter().flatten());
    for source in sources {
        // Units may come from one adjacent system only. [advance-order.ships.1, advance-order.ground.2]
        let elsewhere = source != active;
        if elsewhere && look.movement.from.is_some_and(|from| from != source) {
            continue;
        }
        let behind_storm =
            class == Class::Ships && look.storms_block_ships() == StormsBlock::Yes && !look.is_open(source, active);
        if elsewhere && (behind_storm || !look.is_present(source, seat)) {
            continue;
        }
        for from in source.areas() {
            let force = look.force(from, seat);
            if force.standing_units() == 0 || look.is_world(from) != (class == Class::GroundUnits) {
                continue;
            }
            if overfull.is_some_and(|full| full != from) {
                continue;
            }
            let paths = Paths::from(look, seat, class, from, active);
            for to in active.areas() {
                if to == from || look.is_world(to) != look.is_world(from) {
                    continue;
                }
                let Some(ways) = paths.to(to) else { continue };
                if !may_enter(look, seat, from, to, overfull, ways) {
                    continue;
                }
                for row in (0..UNIT_KINDS).filter(|&row| force.standing(row) > 0) {
                    let key = (place_in_order(from, active), row as u8, to.0);
                    if overfull.is_none() && key < look.movement.last {
                        continue;
                    }
                    let unit = look.kind(seat, row);
                    match ways {
                        Ways::Open => each(Choice::Move { from, unit, to, via: None }),
                        Ways::Through(voids) => {
                            voids.iter().for_each(|void| each(Choice::Move { from, unit, to, via: Some(void) }));
                        }
                    }
                }
            }
        }
    }
}

/// One contested area an order, five units an area. [advance-order.contested.1, advance-order.cap.3]
fn may_enter(look: Look<'_>, seat: Seat, from: Area, to: Area, overfull: Option<Area>, ways: Ways) -> bool {
    if look.standing(to, seat) == Standing::Enemy && look.movement.contested.is_some_and(|contested| contested != to) {
        return false;
    }
    if count_after(look, seat, to) < MOVEMENT_CAP {
        return true;
    }
    // Two full areas may exchange units: whoever comes later in the order of moves must then send one back.
    let later = place_in_order(to, to.system()) > place_in_order(from, to.system());
    overfull.is_none() && from.system() == to.system() && later && can_make_room(look, seat, to, ways)
}

/// Will somebody be able to leave a full area that is entered? The way in leads out as well, unless it spends the last
/// crossing of a void by permit.
fn can_make_room(look: Look<'_>, seat: Seat, full: Area, ways: Ways) -> bool {
    if look.force(full, seat).standing_units() == 0 {
        return false;
    }
    if matches!(ways, Ways::Open) || look.movement.roks_used + 1 < CROSSINGS {
        return true;
    }
    let system = full.system();
    let open = look.reach(full, look.movement.passable, [system, system], look.storms_block_ground());
    system.areas().any(|to| {
        to != full && look.is_world(to) && open.contains(to) && may_enter(look, seat, full, to, Some(full), Ways::Open)
    })
}

/// Units that may cross an uncontrolled void by permit. [card-clarifications.ork-roks.1]
const CROSSINGS: u8 = 2;

/// How ground units get somewhere.
#[derive(Clone, Copy)]
enum Ways {
    Open,
    /// Only through one of these uncontrolled voids. [card-clarifications.ork-roks.1]
    Through(crate::table::AreaSet),
}

/// What can be reached from an area.
struct Paths {
    everywhere: bool,
    open: crate::table::AreaSet,
    /// By void of the two systems: what can be reached if it counts as friendly.
    through: [(Area, crate::table::AreaSet); 8],
    voids: usize,
}

impl Paths {
    fn from(look: Look<'_>, seat: Seat, class: Class, from: Area, active: System) -> Paths {
        let mut paths = Paths {
            everywhere: class == Class::Ships,
            open: Default::default(),
            through: [Default::default(); 8],
            voids: 0,
        };
        if paths.everywhere {
            return paths;
        }
        let systems = [from.system(), active];
        let passable = look.movement.passable;
        let storms = look.storms_block_ground();
        paths.open = look.reach(from, passable, systems, storms);
        if look.table.permits(Permit::PassUncontrolledVoid) && look.movement.roks_used < CROSSINGS {
            let voids = systems.into_iter().flat_map(System::areas).filter(|&void| {
                !look.is_world(void)
                    && look.standing(void, seat) == Standing::Uncontrolled
                    && look.movement.roks.is_none_or(|chosen| chosen == void)
            });
            for void in voids {
                if paths.through[..paths.voids].iter().any(|&(known, _)| known == void) {
                    continue;
                }
                let mut with_void = passable;
                with_void.insert(void);
                paths.through[paths.voids] = (void, look.reach(from, with_void, systems, storms));
                paths.voids += 1;
            }
        }
        paths
    }

    fn to(&self, to: Area) -> Option<Ways> {
        if self.everywhere || self.open.contains(to) {
            return Some(Ways::Open);
        }
        let voids: crate::table::AreaSet = self.through[..self.voids]
            .iter()
            .filter(|(_, reached)| reached.contains(to))
            .map(|&(void, _)| void)
            .collect();
        (!voids.is_empty()).then_some(Ways::Through(voids))
    }
}
