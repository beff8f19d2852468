//! Everything printed: faction sheets, cards, tiles. Read from RON, checked, and shared by all games.

use crate::cards::vocabulary::Ability;
use serde::{Deserialize, Serialize};

/// The three faces of a die, and the icons on cards. [combat-icons.kinds.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Face {
    #[default]
    Offence,
    Defence,
    Morale,
}

impl Face {
    pub const ALL: [Face; 3] = [Face::Offence, Face::Defence, Face::Morale];

    pub fn id(self) -> &'static str {
        ["offence", "defence", "morale"][self as usize]
    }

    /// Three offence, two defence, one morale. [component-limitations.dice.4]
    pub const DIE: [Face; 6] =
        [Face::Offence, Face::Offence, Face::Offence, Face::Defence, Face::Defence, Face::Morale];

    pub fn index(self) -> usize {
        self as usize
    }
}

/// The kinds of asset tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Asset {
    #[default]
    Forge,
    Cache,
    Reinforcement,
}

impl Asset {
    pub const ALL: [Asset; 3] = [Asset::Forge, Asset::Cache, Asset::Reinforcement];

    pub fn id(self) -> &'static str {
        ["forge", "cache", "reinforcement"][self as usize]
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// An icon on a world's banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AssetIcon {
    Forge,
    Cache,
    Reinforcement,
    /// One token of the player's choice.
    Prosperity,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StructureKind {
    #[default]
    Factory,
    City,
    Bastion,
}

impl StructureKind {
    pub const ALL: [StructureKind; 3] = [StructureKind::Factory, StructureKind::City, StructureKind::Bastion];

    pub fn id(self) -> &'static str {
        ["factory", "city", "bastion"][self as usize]
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OrderKind {
    #[default]
    Deploy,
    Strategize,
    Dominate,
    Advance,
}

impl OrderKind {
    pub const ALL: [OrderKind; 4] = [OrderKind::Deploy, OrderKind::Strategize, OrderKind::Dominate, OrderKind::Advance];

    pub fn id(self) -> &'static str {
        ["deploy", "strategize", "dominate", "advance"][self as usize]
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// The drawing on an event card: in which two directions it moves a storm. [warp-storms-moving.geometry.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StormIcon {
    Across,
    Sideways,
    /// Upper left or lower right: cross into either tile and turn left.
    TurnLeft,
    /// Upper right or lower left: cross into either tile and turn right.
    TurnRight,
}

/// One faction, as its file says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// As in notation: one lower-case word.
    pub id: String,
    pub name: String,
    pub race: String,
    pub dominate: Dominate,
    /// Cost of a factory, a city and a bastion.
    pub structure_costs: [u8; 3],
    pub bastion: Fighter,
    /// Six, in the order of the sheet.
    pub units: Vec<Unit>,
    pub initial: InitialForces,
    pub objectives: Vec<String>,
    pub combat_cards: Vec<CombatCard>,
    pub order_upgrades: Vec<OrderUpgrade>,
    pub events: Vec<Event>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dominate {
    pub name: String,
    pub text: String,
    pub effect: Vec<Ability>,
}

/// What counts in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub combat: u8,
    pub health: u8,
    pub morale: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnitClass {
    Ground,
    Ship,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub id: String,
    /// One piece of it: "Scout".
    pub name: String,
    pub plural: String,
    pub class: UnitClass,
    /// Command level.
    pub level: u8,
    pub materiel: u8,
    /// Forge tokens in its cost.
    pub forge: u8,
    pub fighter: Fighter,
    pub pieces: u8,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InitialForces {
    /// Unit id and number.
    pub units: Vec<(String, u8)>,
    pub structures: Vec<(StructureKind, u8)>,
    pub assets: Vec<(Asset, u8)>,
    pub materiel: u8,
}

/// The icons down the left side of a combat card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Icons {
    pub offence: u8,
    pub defence: u8,
    pub morale: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatCard {
    pub name: String,
    /// In the deck from the start.
    #[serde(default)]
    pub starting: bool,
    #[serde(default)]
    pub level: u8,
    #[serde(default)]
    pub materiel: u8,
    #[serde(default)]
    pub icons: Icons,
    /// What the card does, in our words.
    pub text: String,
    #[serde(default)]
    pub general: Vec<Ability>,
    /// Unit ids, or "bastion": one of them must stand in the combat for the unit abilities.
    #[serde(default)]
    pub requires: Vec<String>,
    #[serde(default)]
    pub unit: Vec<Ability>,
}

/// When the owner may use an order upgrade. [order-upgrade-cards.use.7]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UpgradeMoment {
    /// Right after choosing to resolve the revealed token.
    Reveal,
    /// Before the first step of the order.
    Start,
    /// While buying a structure.
    BuyStructure,
    /// When the order starts a combat.
    CombatStart,
    /// When a combat of the order is over.
    AfterCombat,
    /// After the last step of the order.
    End,
    /// Declared before the dice of an orbital strike are rolled; `effect` is used after the roll.
    Strike,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderUpgrade {
    pub name: String,
    pub order: OrderKind,
    pub moment: UpgradeMoment,
    pub level: u8,
    pub materiel: u8,
    pub text: String,
    /// An orbital strike upgrade: dice it adds to the roll.
    #[serde(default)]
    pub strike_dice: u8,
    /// An orbital strike upgrade: the strike may aim at a world with a bastion.
    #[serde(default)]
    pub strikes_bastions: bool,
    pub effect: Vec<Ability>,
}

/// When a scheme in play may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SchemeMoment {
    /// In the Operations Phase, in place of revealing an order.
    InsteadOfOrder,
    /// When the Planning Phase ends.
    PlanningEnds,
    /// While resolving an Advance Order.
    Advance,
    /// While buying a unit.
    BuyUnit,
    DamageStarts,
    DamageEnds,
    /// When an enemy unit is routed in a combat.
    UnitRouted,
    /// Before the dice of an orbital strike are rolled.
    StrikeDeclared,
    /// After the dice of an orbital strike are rolled.
    StrikeRolled,
    /// When another player moves a Warp Storm.
    StormMoves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EventKind {
    Tactic,
    Scheme(SchemeMoment),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub name: String,
    pub kind: EventKind,
    pub storm: StormIcon,
    pub text: String,
    pub effect: Vec<Ability>,
}

/// The map's pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    pub sides: Vec<TileSide>,
    pub introductory: Introductory,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSide {
    /// The printed code: "10A".
    pub code: String,
    pub name: String,
    /// The faction whose icon it carries.
    #[serde(default)]
    pub faction: Option<String>,
    /// NW, NE, SE, SW: clockwise, with the code upright in the SE corner.
    pub areas: [PrintedArea; 4],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PrintedArea {
    Void,
    World {
        name: String,
        capacity: u8,
        #[serde(default)]
        materiel: u8,
        #[serde(default)]
        assets: Vec<AssetIcon>,
        #[serde(default)]
        objective: bool,
    },
}

/// The fixed first map.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Introductory {
    pub tiles: Vec<IntroductoryTile>,
    /// Factions that play, for two, three and four players.
    pub factions: Vec<Vec<String>>,
    /// Tile code and edge, and the smallest number of players that uses it.
    pub storms: Vec<(String, Compass, u8)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntroductoryTile {
    pub code: String,
    pub col: i8,
    pub row: i8,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// Pieces by place on the board after turning: "NW", faction, unit id or structure.
    #[serde(default)]
    pub pieces: Vec<(Corner, String, String)>,
    /// Objective tokens for two, three and four players: place and faction.
    #[serde(default)]
    pub objectives: [Vec<(Corner, String)>; 3],
}

/// An area's corner of its tile, as it lies on the board. Clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Corner {
    #[default]
    NW,
    NE,
    SE,
    SW,
}

impl Corner {
    pub const ALL: [Corner; 4] = [Corner::NW, Corner::NE, Corner::SE, Corner::SW];

    pub fn name(self) -> &'static str {
        ["NW", "NE", "SE", "SW"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Compass {
    #[default]
    North,
    East,
    South,
    West,
}

impl Compass {
    pub const ALL: [Compass; 4] = [Compass::North, Compass::East, Compass::South, Compass::West];

    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    pub fn opposite(self) -> Compass {
        Compass::ALL[(self as usize + 2) % 4]
    }
}
