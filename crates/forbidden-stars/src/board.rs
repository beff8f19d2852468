//! Reading the table: areas and their states, adjacency, paths, storms, values.

use crate::cards::vocabulary::Permit;
use crate::catalogue::{AreaFacts, Catalogue, Stats};
use crate::components::{Compass, Corner, StructureKind};
use crate::force::{TOKENS, UNIT_KINDS};
use crate::table::{Area, AreaSet, Edge, Lie, MOVEMENT_CAP, Side, System, Table, UnitKind};
use kernel::Seat;
use std::ops::Deref;

/// The table with its catalogue: everything that can be read off, nothing that can be changed.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub table: &'a Table,
    pub catalogue: &'static Catalogue,
}

impl Deref for Look<'_> {
    type Target = Table;

    fn deref(&self) -> &Table {
        self.table
    }
}

/// Things with a table and a catalogue.
pub trait Looking {
    fn look(&self) -> Look<'_>;
}

impl Looking for kernel::Play<'_, crate::ForbiddenStars> {
    fn look(&self) -> Look<'_> {
        Look { table: self.table, catalogue: self.catalogue }
    }
}

impl Looking for kernel::Game<crate::ForbiddenStars> {
    fn look(&self) -> Look<'_> {
        Look { table: &self.table, catalogue: self.catalogue }
    }
}

/// What an area is to a player. [areas.friendly.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Friendly,
    Enemy,
    Uncontrolled,
    Contested,
}

impl<'a> Look<'a> {
    pub fn facts(&self, area: Area) -> &'static AreaFacts {
        let tile = self.table.tile(area.system());
        let printed = (area.0 % 4 + 4 - tile.rotation) % 4;
        &self.catalogue.side(tile.side).areas[usize::from(printed)]
    }

    pub fn is_world(&self, area: Area) -> bool {
        self.facts(area).is_world
    }

    pub fn kind(&self, seat: Seat, row: usize) -> UnitKind {
        UnitKind::new(self.player(seat).faction, row)
    }

    pub fn stats(&self, seat: Seat, row: usize) -> &'static Stats {
        self.catalogue.stats(self.kind(seat, row))
    }

    /// A unit's numbers where it stands: a reinforcement token is a ship in a void. [reinforcement-tokens.kind.1]
    pub fn stats_at(&self, seat: Seat, row: usize, area: Area) -> &'static Stats {
        if row == TOKENS {
            self.catalogue.stats(self.catalogue.token_stands_for(self.player(seat).faction, self.is_world(area)))
        } else {
            self.stats(seat, row)
        }
    }

    /// The row a unit counts as: a reinforcement token counts as the unit it stands for.
    pub fn row_at(&self, seat: Seat, row: usize, area: Area) -> usize {
        if row == TOKENS {
            self.catalogue.token_stands_for(self.player(seat).faction, self.is_world(area)).row()
        } else {
            row
        }
    }

    pub fn is_ship(&self, seat: Seat, row: usize) -> bool {
        self.stats(seat, row).is_ship
    }

    /// Ships in voids, ground units on worlds. [voids.ground-units.1, worlds.ships.1]
    pub fn fits(&self, seat: Seat, row: usize, area: Area) -> bool {
        self.is_ship(seat, row) != self.is_world(area)
    }

    pub fn standing(&self, area: Area, seat: Seat) -> Standing {
        let mine = !self.force(area, seat).is_empty();
        let theirs = self.table.all_seats().any(|other| other != seat && !self.force(area, other).is_empty());
        match (mine, theirs) {
            (true, false) => Standing::Friendly,
            (false, true) => Standing::Enemy,
            (false, false) => Standing::Uncontrolled,
            (true, true) => Standing::Contested,
        }
    }

    pub fn is_friendly(&self, area: Area, seat: Seat) -> bool {
        self.standing(area, seat) == Standing::Friendly
    }

    /// The one opponent who has something in an area.
    pub fn holder_against(&self, area: Area, seat: Seat) -> Option<Seat> {
        self.table.all_seats().find(|&other| other != seat && !self.force(area, other).is_empty())
    }

    pub fn friendly_worlds(&self, seat: Seat) -> impl Iterator<Item = Area> + use<'a> {
        let look = *self;
        look.table.areas().filter(move |&area| {
            !look.force(area, seat).is_empty() && look.is_world(area) && look.is_friendly(area, seat)
        })
    }

    /// Does `seat` have anything in this system?
    pub fn is_present(&self, system: System, seat: Seat) -> bool {
        self.forces[system.index()].iter().any(|corner| !corner[seat.index()].is_empty())
    }

    pub fn neighbour(&self, system: System, compass: Compass) -> Option<System> {
        self.tile(system).neighbours[compass as usize]
    }

    pub fn adjacent_systems(&self, system: System) -> impl Iterator<Item = System> + use<'a> {
        let neighbours = self.table.tile(system).neighbours;
        neighbours.into_iter().flatten()
    }

    pub fn are_adjacent(&self, one: System, other: System) -> bool {
        self.tile(one).neighbours.contains(&Some(other))
    }

    /// The way from one system to an adjacent one.
    pub fn direction(&self, from: System, to: System) -> Option<Compass> {
        Compass::ALL.into_iter().find(|&compass| self.neighbour(from, compass) == Some(to))
    }

    /// The areas that share a border with this one, and the tile edge that lies between, if any. [adjacency.areas.1]
    pub fn borders(&self, area: Area) -> impl Iterator<Item = (Area, Option<Compass>)> + use<'a> {
        use Compass::{East, North, South, West};
        let system = area.system();
        let [within, across] = match area.corner() {
            Corner::NW => [[Corner::NE, Corner::SW], [Corner::SW, Corner::NE]],
            Corner::NE => [[Corner::NW, Corner::SE], [Corner::SE, Corner::NW]],
            Corner::SE => [[Corner::SW, Corner::NE], [Corner::NE, Corner::SW]],
            Corner::SW => [[Corner::SE, Corner::NW], [Corner::NW, Corner::SE]],
        };
        let edges = match area.corner() {
            Corner::NW => [North, West],
            Corner::NE => [North, East],
            Corner::SE => [South, East],
            Corner::SW => [South, West],
        };
        let look = *self;
        let inner = within.into_iter().map(move |corner| (Area::new(system, corner), None));
        let outer = edges.into_iter().zip(across).filter_map(move |(compass, corner)| {
            let next = look.neighbour(system, compass)?;
            Some((Area::new(next, corner), Some(compass)))
        });
        inner.chain(outer)
    }

    /// Areas of the same terrain that share a border not covered by a storm.
    pub fn next_door(&self, area: Area) -> impl Iterator<Item = Area> + use<'a> {
        let look = *self;
        look.borders(area)
            .filter(move |&(_, edge)| edge.is_none_or(|compass| !look.is_stormy(area.system(), compass)))
            .map(|(next, _)| next)
            .filter(move |&next| look.is_world(next) == look.is_world(area))
    }

    pub fn edge(&self, system: System, compass: Compass) -> Edge {
        self.tile(system).edge(compass)
    }

    /// A tile lies at this column and row.
    pub fn system_at(&self, col: i8, row: i8) -> Option<System> {
        self.table.systems().find(|&system| (self.tile(system).col, self.tile(system).row) == (col, row))
    }

    /// The edge belongs to a tile on the board. [warp-storms-moving.edge.1]
    pub fn is_tile_edge(&self, edge: Edge) -> bool {
        let beyond = match edge.lie {
            Lie::Horizontal => self.system_at(edge.col, edge.row - 1),
            Lie::Vertical => self.system_at(edge.col - 1, edge.row),
        };
        beyond.is_some() || self.system_at(edge.col, edge.row).is_some()
    }

    /// Every tile edge once, in a fixed order.
    pub fn all_edges(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> =
            self.table.systems().flat_map(|system| Compass::ALL.map(|compass| self.edge(system, compass))).collect();
        edges.sort();
        edges.dedup();
        edges
    }

    pub fn has_storm(&self, edge: Edge) -> bool {
        self.storms.iter().any(|storm| storm.edge == edge)
    }

    /// A Warp Storm lies on this edge of the system. [warp-storms.block.1]
    pub fn is_stormy(&self, system: System, compass: Compass) -> bool {
        self.has_storm(self.edge(system, compass))
    }

    /// Storms on the four edges of a system.
    pub fn storms_around(&self, system: System) -> u8 {
        Compass::ALL.iter().filter(|&&compass| self.is_stormy(system, compass)).count() as u8
    }

    /// Ships can pass between two adjacent systems. [moving-ships.storm.1]
    pub fn is_open(&self, from: System, to: System) -> bool {
        self.direction(from, to).is_some_and(|compass| !self.is_stormy(from, compass))
    }

    /// The areas that ground units reach from `start` through `passable` areas of two systems. [moving-ground-units.path.1]
    pub fn reach(&self, start: Area, passable: AreaSet, systems: [System; 2], storms_block: StormsBlock) -> AreaSet {
        let mut reached = AreaSet::default();
        let mut open = [start; 8];
        let mut count = 1;
        let mut entered = AreaSet::default();
        entered.insert(start);
        while count > 0 {
            count -= 1;
            let here = open[count];
            for (next, edge) in self.borders(here) {
                let blocked = matches!(edge, Some(compass)
                    if storms_block == StormsBlock::Yes && self.is_stormy(here.system(), compass));
                if blocked || !systems.contains(&next.system()) {
                    continue;
                }
                reached.insert(next);
                // Only eight areas lie in two systems, so the list of open ones never overflows.
                if passable.contains(next) && !entered.contains(next) {
                    entered.insert(next);
                    open[count] = next;
                    count += 1;
                }
            }
        }
        reached
    }

    /// Areas of two systems that are friendly to `seat` now.
    pub fn friendly_areas(&self, systems: [System; 2], seat: Seat) -> AreaSet {
        systems.into_iter().flat_map(System::areas).filter(|&area| self.is_friendly(area, seat)).collect()
    }

    /// Number of cities on the board. [command-level.value.1]
    pub fn command_level(&self, seat: Seat) -> u8 {
        self.structures_of(seat, StructureKind::City)
    }

    /// A seat's units on the board, structures not counted.
    pub fn units_on_board(&self, seat: Seat) -> u8 {
        self.table.areas().map(|area| self.force(area, seat).units()).sum()
    }

    /// A combat has at most five attackers when it starts, whatever caused it. [combat.attackers-cap.1]
    pub fn has_room_for_attackers(&self, area: Area, seat: Seat) -> bool {
        let joins_combat = self.battle.is_some_and(|battle| battle.area == area);
        joins_combat
            || matches!(self.standing(area, seat), Standing::Friendly | Standing::Uncontrolled)
            || self.force(area, seat).units() < MOVEMENT_CAP
    }

    /// The system that "this system" means: of the combat, of the strike, of the order. [active-system.definition.3]
    pub fn this_system(&self) -> Option<System> {
        if let Some(battle) = &self.battle {
            return Some(battle.area.system());
        }
        self.order.map(|order| order.system).or(self.active_system)
    }

    /// The area that "here" means: contested, or struck.
    pub fn here(&self) -> Option<Area> {
        self.battle.map(|battle| battle.area).or(self.strike.map(|strike| strike.world))
    }

    /// Units of one side in the combat.
    pub fn battle_force(&self, side: Side) -> crate::force::Force {
        let battle = self.table.battle();
        self.force(battle.area, battle.seat(side))
    }

    /// Rows of the sheet that have a standing unit in the area, reinforcement tokens counted as what they stand for.
    pub fn standing_rows(&self, area: Area, seat: Seat) -> u8 {
        let force = self.force(area, seat);
        let mut rows = (0..UNIT_KINDS).filter(|&row| force.standing(row) > 0).fold(0, |set, row| set | 1 << row);
        if force.standing(TOKENS) > 0 {
            rows |= 1 << self.row_at(seat, TOKENS, area);
        }
        rows
    }

    /// Standing units of these rows, reinforcement tokens counted as what they stand for.
    pub fn standing_of(&self, area: Area, seat: Seat, rows: u8) -> u8 {
        let force = self.force(area, seat);
        let plastic: u8 = (0..UNIT_KINDS).filter(|&row| rows & (1 << row) != 0).map(|row| force.standing(row)).sum();
        let tokens = force.standing(TOKENS);
        if tokens > 0 && rows & (1 << self.row_at(seat, TOKENS, area)) != 0 { plastic + tokens } else { plastic }
    }

    /// Ground units may cross storms in the order at hand.
    pub fn storms_block_ground(&self) -> StormsBlock {
        if self.permits(Permit::UnitsCrossStorms) { StormsBlock::No } else { StormsBlock::Yes }
    }

    /// Ships may cross storms in the order at hand.
    pub fn storms_block_ships(&self) -> StormsBlock {
        if self.permits(Permit::UnitsCrossStorms) || self.permits(Permit::ShipsCrossStorms) {
            StormsBlock::No
        } else {
            StormsBlock::Yes
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StormsBlock {
    Yes,
    No,
}
