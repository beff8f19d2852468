//! Ids of what lies on the table: small numbers, and sets of them.

use super::{CARDS_PER_FACTION, EVENTS_PER_FACTION, UPGRADES_PER_FACTION};
use crate::components::Corner;
use crate::force::UNIT_KINDS;
use serde::{Deserialize, Serialize};

/// A system: a tile on the board, numbered in the order of placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct System(pub u8);

impl System {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn areas(self) -> impl Iterator<Item = Area> {
        (0..4).map(move |corner| Area(self.0 * 4 + corner))
    }
}

/// One of the four areas of a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Area(pub u8);

impl Area {
    pub fn new(system: System, corner: Corner) -> Area {
        Area(system.0 * 4 + corner as u8)
    }

    pub fn system(self) -> System {
        System(self.0 / 4)
    }

    pub fn corner(self) -> Corner {
        Corner::ALL[usize::from(self.0 % 4)]
    }
}

/// A set of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AreaSet(u64);

impl AreaSet {
    pub fn insert(&mut self, area: Area) {
        self.0 |= 1 << area.0;
    }

    pub fn contains(self, area: Area) -> bool {
        self.0 & (1 << area.0) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Area> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Area(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Area> for AreaSet {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> Self {
        let mut set = AreaSet::default();
        for area in areas {
            set.insert(area);
        }
        set
    }
}

/// A kind of unit of one faction: seven to a faction, the last being its reinforcement token in a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitKind(pub u8);

impl UnitKind {
    pub const PER_FACTION: u8 = UNIT_KINDS as u8 + 1;

    pub fn new(faction: u8, kind: usize) -> UnitKind {
        UnitKind(faction * Self::PER_FACTION + kind as u8)
    }

    pub fn faction(self) -> u8 {
        self.0 / Self::PER_FACTION
    }

    /// Its row on the faction sheet.
    pub fn row(self) -> usize {
        usize::from(self.0 % Self::PER_FACTION)
    }
}

/// A combat card: fourteen to a faction. The two copies are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u8);

impl CardId {
    pub fn new(faction: u8, index: u8) -> CardId {
        CardId(faction * CARDS_PER_FACTION + index)
    }

    pub fn faction(self) -> u8 {
        self.0 / CARDS_PER_FACTION
    }

    pub fn index(self) -> u8 {
        self.0 % CARDS_PER_FACTION
    }
}

/// An order upgrade: five to a faction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UpgradeId(pub u8);

impl UpgradeId {
    pub fn new(faction: u8, index: u8) -> UpgradeId {
        UpgradeId(faction * UPGRADES_PER_FACTION + index)
    }

    pub fn faction(self) -> u8 {
        self.0 / UPGRADES_PER_FACTION
    }

    pub fn index(self) -> u8 {
        self.0 % UPGRADES_PER_FACTION
    }
}

/// An event card: eight to a faction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EventId(pub u8);

impl EventId {
    pub fn new(faction: u8, index: u8) -> EventId {
        EventId(faction * EVENTS_PER_FACTION + index)
    }

    pub fn faction(self) -> u8 {
        self.0 / EVENTS_PER_FACTION
    }

    pub fn index(self) -> u8 {
        self.0 % EVENTS_PER_FACTION
    }
}

/// A tile edge: the top (`Horizontal`) or left (`Vertical`) edge of the cell at this column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Edge {
    pub lie: Lie,
    pub col: i8,
    pub row: i8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lie {
    #[default]
    Horizontal,
    Vertical,
}
