//! Ids of what lies on the table: small numbers, and sets of them.

use super::{CARDS_PER_FACTION, EVENTS_PER_FACTION, UNITS_PER_FACTION, UPGRADES_PER_FACTION};
use crate::components::Corner;
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

kernel::ids! {
    /// A kind of unit of one faction: seven to a faction, the last being its reinforcement token in a combat. Its row is
    /// that on the faction sheet.
    pub struct UnitKind(u8) = faction * UNITS_PER_FACTION + row: usize;
    /// A combat card: fourteen to a faction. The two copies are alike.
    pub struct CardId(u8) = faction * CARDS_PER_FACTION + index: u8;
    /// An order upgrade: five to a faction.
    pub struct UpgradeId(u8) = faction * UPGRADES_PER_FACTION + index: u8;
    /// An event card: eight to a faction.
    pub struct EventId(u8) = faction * EVENTS_PER_FACTION + index: u8;
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
