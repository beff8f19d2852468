//! Which dice, units and areas a word means: read from a card, and looked up on the table.

use super::vocabulary::{AreaState, Areas, Feature, Place, State, Terrain, Units};
use crate::answers::PickedUnit;
use crate::board::{Look, Standing};
use crate::components::{Face, Faction, StructureKind};
use crate::decisions::Choice;
use crate::force::UNIT_KINDS;
use crate::table::{Area, System};
use kernel::Seat;

/// A set of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    pub const ANY: Faces = Faces(0b111);

    /// No face named means any.
    pub fn new(faces: &[Face]) -> Faces {
        if faces.is_empty() { Faces::ANY } else { faces.iter().copied().collect() }
    }

    pub fn contains(self, face: Face) -> bool {
        self.0 & (1 << face.index()) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.contains(face))
    }

    /// Those of them that are wanted.
    pub fn only(self, wanted: impl Fn(Face) -> bool) -> Faces {
        self.iter().filter(|&face| wanted(face)).collect()
    }

    /// Dice of `dice` that show one of these faces.
    pub fn of(self, dice: [u8; 3]) -> u8 {
        self.iter().map(|face| dice[face.index()]).sum()
    }

    /// A die of each of these faces that the owner has.
    pub fn each_die(self, look: Look<'_>, owner: Seat, each: &mut dyn FnMut(Choice)) {
        let dice = look.table.dice(owner);
        self.iter().filter(|face| dice[face.index()] > 0).for_each(|face| each(Choice::Face(face)));
    }
}

impl FromIterator<Face> for Faces {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        Faces(faces.into_iter().fold(0, |set, face| set | 1 << face.index()))
    }
}

/// A set of rows of a faction sheet.
pub type Rows = u8;

const EVERY_ROW: Rows = 0b11_1111;

/// The row of this unit.
pub fn read_row(faction: &Faction, id: &str) -> Result<u8, String> {
    let row = faction.units.iter().position(|unit| unit.id == id);
    row.map(|row| row as u8).ok_or_else(|| format!("no unit “{id}” on the sheet of {}", faction.id))
}

/// The rows of these units; every row when none is named.
pub fn read_rows(faction: &Faction, ids: &[String]) -> Result<Rows, String> {
    if ids.is_empty() {
        return Ok(EVERY_ROW);
    }
    ids.iter().try_fold(0, |set, id| Ok(set | 1 << read_row(faction, id)?))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFilter {
    pub at: Place,
    /// All rows when nothing was named; a reinforcement token counts as its level 0 kind.
    pub rows: Rows,
    pub state: State,
    pub level: u8,
}

impl UnitFilter {
    pub fn read(faction: &Faction, units: &Units) -> Result<UnitFilter, String> {
        Ok(UnitFilter {
            at: units.at,
            rows: read_rows(faction, &units.kinds)?,
            state: units.state,
            level: units.level.unwrap_or(u8::MAX),
        })
    }

    /// All units in this state in the combat.
    pub fn here(state: State) -> UnitFilter {
        UnitFilter { at: Place::Here, rows: EVERY_ROW, state, level: u8::MAX }
    }

    /// Units of `owner` that fit; rows are those of `you`, so they bind own units only.
    pub fn each(self, look: Look<'_>, you: Seat, owner: Seat, each: &mut dyn FnMut(Choice)) {
        let named = you == owner;
        for area in places(look, self.at) {
            let force = look.force(area, owner);
            if !force.has_units() {
                continue;
            }
            for (row, posture, _) in force.groups() {
                let state_fits = match self.state {
                    State::Either => true,
                    State::Standing => !posture.is_routed(),
                    State::Routed => posture.is_routed(),
                };
                let row_fits = !named || self.rows & (1 << look.row_at(owner, row, area)) != 0;
                if state_fits && row_fits && look.stats_at(owner, row, area).level <= self.level {
                    each(Choice::Unit { area, unit: look.kind(owner, row), posture, hurt: 0 });
                }
            }
        }
    }

    pub fn first(self, look: Look<'_>, you: Seat, owner: Seat) -> Option<PickedUnit> {
        let mut first = None;
        self.each(look, you, owner, &mut |choice| {
            first.get_or_insert(choice.unit());
        });
        first
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaFilter {
    at: Place,
    friendly: bool,
    uncontrolled: bool,
    enemy: bool,
    terrain: Terrain,
    with: Features,
    without: Features,
}

impl AreaFilter {
    pub fn read(faction: &Faction, areas: &Areas) -> Result<AreaFilter, String> {
        let open = areas.state.is_empty();
        Ok(AreaFilter {
            at: areas.at,
            friendly: open || areas.state.contains(&AreaState::Friendly),
            uncontrolled: open || areas.state.contains(&AreaState::Uncontrolled),
            enemy: open || areas.state.contains(&AreaState::Enemy),
            terrain: areas.terrain,
            with: Features::read(faction, &areas.with)?,
            without: Features::read(faction, &areas.without)?,
        })
    }

    /// The areas that fit.
    pub fn each(self, look: Look<'_>, you: Seat) -> impl Iterator<Item = Area> {
        places(look, self.at).filter(move |&area| {
            let state = match look.standing(area, you) {
                Standing::Friendly => self.friendly,
                Standing::Uncontrolled => self.uncontrolled,
                Standing::Enemy => self.enemy,
                // Only the area being fought over is contested.
                Standing::Contested => self.at == Place::Here,
            };
            state
                && terrain_fits(look, self.terrain, area)
                && (self.with == Features::default() || self.with.any_in(look, you, area))
                && !self.without.any_in(look, you, area)
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    any_structure: bool,
    /// One bit a kind.
    structures: u8,
    own_objective: bool,
    units: Rows,
    units_in_system: Rows,
}

impl Features {
    fn read(faction: &Faction, list: &[Feature]) -> Result<Features, String> {
        let mut features = Features::default();
        for feature in list {
            match feature {
                Feature::AnyStructure => features.any_structure = true,
                Feature::Structure(kind) => features.structures |= 1 << kind.index(),
                Feature::OwnObjective => features.own_objective = true,
                Feature::Unit(id) => features.units |= 1 << read_row(faction, id)?,
                Feature::UnitInSystem(id) => features.units_in_system |= 1 << read_row(faction, id)?,
            }
        }
        Ok(features)
    }

    /// Does the area have any of these features?
    fn any_in(self, look: Look<'_>, you: Seat, area: Area) -> bool {
        let table = look.table;
        let structure = |kind: StructureKind| {
            self.structures & (1 << kind.index()) != 0
                && table.all_seats().any(|seat| table.force(area, seat).structures(kind) > 0)
        };
        let units_in = |area: Area, rows: Rows| {
            rows != 0 && (0..UNIT_KINDS).any(|row| rows & (1 << row) != 0 && table.force(area, you).of(row) > 0)
        };
        (self.any_structure && table.all_seats().any(|seat| table.force(area, seat).has_structures()))
            || StructureKind::ALL.into_iter().any(structure)
            || (self.own_objective && table.objective(area) == Some(you))
            || units_in(area, self.units)
            || (self.units_in_system != 0 && area.system().areas().any(|other| units_in(other, self.units_in_system)))
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

pub fn terrain_fits(look: Look<'_>, terrain: Terrain, area: Area) -> bool {
    match terrain {
        Terrain::Fitting => true,
        Terrain::World => look.is_world(area),
        Terrain::Void => !look.is_world(area),
    }
}
