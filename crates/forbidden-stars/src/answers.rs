//! Answers, read as what was offered: `play.answer().area()`.

use crate::components::{Asset, Face, OrderKind, StructureKind};
use crate::decisions::Choice;
use crate::force::Posture;
use crate::table::{Area, CardId, Edge, EventId, System, UnitKind};

/// A unit that was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedUnit {
    pub area: Area,
    pub unit: UnitKind,
    pub posture: Posture,
    /// Damage it carries.
    pub hurt: u8,
}

/// A structure that was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedStructure {
    pub area: Area,
    pub structure: StructureKind,
}

/// A unit that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedUnit {
    pub from: Area,
    pub unit: UnitKind,
    pub to: Area,
}

/// A unit that is bought, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    pub unit: UnitKind,
    pub area: Area,
    pub cache: bool,
    pub scheme: bool,
}

/// A side of a tile, turned by so many quarters, at a column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    pub side: u8,
    pub rotation: u8,
    pub col: i8,
    pub row: i8,
}

/// Reads an answer as what was offered. Only offered choices are made, so nothing else can come.
macro_rules! readers {
    ($( $(#[$doc:meta])* $name:ident: $pattern:pat => $value:expr, $type:ty; )+) => {
        impl Choice {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $name(self) -> $type {
                    match self {
                        $pattern => $value,
                        other => other.was_not_offered(stringify!($name)),
                    }
                }
            )+

            fn was_not_offered(self, offered: &str) -> ! {
                unreachable!("this question offers only a choice of {offered}, and {self:?} is none")
            }
        }
    };
}

readers! {
    amount: Choice::Amount(amount) => amount, u8;
    area: Choice::Area(area) => area, Area;
    asset: Choice::Asset(asset) => asset, Asset;
    branch: Choice::Branch(branch) => branch, u8;
    card: Choice::Card(card) => card, CardId;
    edge: Choice::Edge(edge) => edge, Edge;
    event: Choice::Event(event) => event, EventId;
    face: Choice::Face(face) => face, Face;
    faction: Choice::Faction(faction) => faction, u8;
    moved_unit: Choice::Move { from, unit, to, .. } => MovedUnit { from, unit, to }, MovedUnit;
    order: Choice::Order(kind) => kind, OrderKind;
    pair: Choice::Pair(card) => card, CardId;
    /// A free unit, and where it goes.
    placed_unit: Choice::PlaceUnit { unit, area } => (unit, area), (UnitKind, Area);
    /// An order for a system.
    placed_order: Choice::PlaceOrder { kind, system } => (kind, system), (OrderKind, System);
    /// A faction's objective token, and where it goes.
    placed_objective: Choice::PutObjective { faction, area } => (faction, area), (u8, Area);
    placed_tile: Choice::Tile { side, rotation, col, row } => PlacedTile { side, rotation, col, row }, PlacedTile;
    purchase: Choice::Buy { unit, area, cache, scheme } => Purchase { unit, area, cache, scheme }, Purchase;
    /// Where a storm lies, and where it goes.
    storm: Choice::Storm { from, to } => (from, to), (Edge, Edge);
    structure: Choice::Structure { area, structure } => PickedStructure { area, structure }, PickedStructure;
    system: Choice::System(system) => system, System;
    /// A stack's system, and the token's height in it.
    token: Choice::Token { system, height } => (system, height), (System, u8);
    unit: Choice::Unit { area, unit, posture, hurt } => PickedUnit { area, unit, posture, hurt }, PickedUnit;
}
