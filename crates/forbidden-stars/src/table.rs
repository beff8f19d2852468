//! Every component, and where it is.

use crate::cards::vocabulary::{LastingRule, Permit};
use crate::components::{Asset, Compass, Corner, Face, OrderKind, StructureKind};
use crate::force::{Force, Posture, UNIT_KINDS};
pub use kernel::Side;
use kernel::{FewSeats, List, Seat, SeatSet, Seen};
use serde::{Deserialize, Serialize};

pub const MAX_PLAYERS: usize = 4;
/// Cards of at most four players: who has seen one fits into a byte.
pub type Pile<T, const N: usize> = kernel::Pile<T, N, FewSeats>;
pub const MAX_SYSTEMS: usize = 12;
/// At most this many of each asset token in a play area. [assets.limit.1]
pub const ASSET_LIMIT: u8 = 3;
/// [materiel.cap.1]
pub const MATERIEL_LIMIT: u8 = 14;
/// [component-limitations.dice.1]
pub const DICE_LIMIT: u8 = 8;
/// Units of one player in one area when an Advance movement ends. [advance-order.cap.1]
pub const MOVEMENT_CAP: u8 = 5;
/// [round.structure.3]
pub const LAST_ROUND: u8 = 8;
/// [component-limitations.control-tokens.1]
pub const CONTROL_TOKENS: u8 = 9;
/// Factories, cities, bastions. [component-limitations.structures.1]
pub const STRUCTURE_PIECES: [u8; 3] = [10, 15, 10];
/// Of each kind. [assets.supply.1]
pub const ASSET_PIECES: u8 = 12;
/// [combat.draw.1]
pub const COMBAT_HAND: usize = 5;
/// [combat.rounds.1]
pub const EXECUTION_ROUNDS: u8 = 3;
/// [planning-phase.placement.1]
pub const ORDERS_PER_ROUND: u8 = 4;
pub const UNITS_PER_FACTION: u8 = UNIT_KINDS as u8 + 1;
pub const CARDS_PER_FACTION: u8 = 14;
pub const UPGRADES_PER_FACTION: u8 = 5;
pub const EVENTS_PER_FACTION: u8 = 8;

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

/// A tile on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tile {
    /// Index into the catalogue's tile sides.
    pub side: u8,
    /// Quarter turns clockwise.
    pub rotation: u8,
    pub col: i8,
    pub row: i8,
    /// The systems to the north, east, south and west.
    pub neighbours: [Option<System>; 4],
    /// Whose objective token lies in each corner.
    pub objectives: [Option<Seat>; 4],
}

impl Tile {
    pub fn edge(&self, compass: Compass) -> Edge {
        match compass {
            Compass::North => Edge { lie: Lie::Horizontal, col: self.col, row: self.row },
            Compass::South => Edge { lie: Lie::Horizontal, col: self.col, row: self.row + 1 },
            Compass::West => Edge { lie: Lie::Vertical, col: self.col, row: self.row },
            Compass::East => Edge { lie: Lie::Vertical, col: self.col + 1, row: self.row },
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storm {
    pub edge: Edge,
    pub moved: bool,
}

/// An order token on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OrderToken {
    pub system: System,
    pub owner: Seat,
    pub kind: OrderKind,
    pub revealed: bool,
}

/// A player's eight order tokens that are not on the board, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OrderTokens {
    /// Not placed this round; facedown to the others.
    pub unplaced: [u8; 4],
    /// Revealed this round and back in the play area, faceup.
    pub resolved: [u8; 4],
    /// Faceup on the event deck.
    pub on_deck: [u8; 4],
}

/// A faction's sheet and play area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// Index into the catalogue's factions.
    pub faction: u8,
    pub materiel: u8,
    pub assets: [u8; 3],
    /// Own objective tokens collected.
    pub objectives: u8,
    /// Plastic units not on the board.
    pub reserve: [u8; UNIT_KINDS],
    pub control_tokens: u8,
    pub orders: OrderTokens,
    /// Order upgrades in play, one bit each.
    pub upgrades: u8,
    /// Order upgrades used this round: facedown.
    pub used_upgrades: u8,
    pub scheme: Option<EventId>,
    /// The five pairs of cards that make up the combat deck, one bit each.
    pub pairs: u16,
    pub deck: Pile<CardId, 10>,
    pub hand: Pile<CardId, 10>,
    pub events: Pile<EventId, 8>,
    pub drawn_events: Pile<EventId, 8>,
    /// The event card being resolved, faceup.
    pub event: Option<EventId>,
    /// Event cards drawn by an event card.
    pub further_events: Pile<EventId, 3>,
    /// During set-up: tiles not placed yet, by number.
    pub tiles: List<[u8; 3]>,
    /// During set-up: initial units and structures not placed yet.
    pub to_place: Force,
    /// During set-up: objective tokens of others to place.
    pub holds: [u8; MAX_PLAYERS],
}

impl Player {
    pub fn has_upgrade(&self, index: u8) -> bool {
        self.upgrades & (1 << index) != 0
    }

    pub fn is_upgrade_ready(&self, index: u8) -> bool {
        self.upgrades & !self.used_upgrades & (1 << index) != 0
    }

    pub fn has(&self, asset: Asset) -> u8 {
        self.assets[asset.index()]
    }
}

/// A combat card lying faceup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Faceup {
    pub card: CardId,
    /// The rule its ability has set up.
    pub rule: Option<LastingRule>,
}

/// Damage on a unit or bastion that has survived it so far this round. [damage.persist.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hurt {
    /// Row of the faction sheet; `BASTION` for a bastion.
    pub row: u8,
    pub posture: Posture,
    pub damage: u8,
}

/// In place of a row of the faction sheet: the bastion.
pub const BASTION: u8 = 7;

/// What one side has in a combat, besides its units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BattleSide {
    /// By face.
    pub dice: [u8; 3],
    /// Offence and defence tokens.
    pub tokens: [u8; 2],
    /// Chosen for this round, not revealed yet.
    pub facedown: Option<Seen<CardId>>,
    pub faceup: List<[Faceup; 10]>,
    /// Icons that count for this round only, by face.
    pub borrowed: [u8; 3],
    pub hurt: List<[Hurt; 6]>,
}

/// A combat being fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    pub area: Area,
    pub seats: [Seat; 2],
    pub sides: [BattleSide; 2],
    /// Execution round, from 1.
    pub round: u8,
    /// How the attackers came.
    pub origins: AreaSet,
    /// Did any attacker come by Advance Order? [retreats.attacker.9]
    pub advanced: bool,
    /// Assess damage steps of this round so far.
    pub assessments: u8,
    pub winner: Option<Side>,
}

impl Battle {
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side as usize]
    }

    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.seat(side) == seat)
    }

    pub fn side(&self, side: Side) -> &BattleSide {
        &self.sides[side as usize]
    }

    pub fn side_mut(&mut self, side: Side) -> &mut BattleSide {
        &mut self.sides[side as usize]
    }

    /// How many cards of this side keep `rule` up.
    pub fn rules(&self, side: Side, rule: LastingRule) -> u8 {
        self.side(side).faceup.iter().filter(|faceup| faceup.rule == Some(rule)).count() as u8
    }
}

/// An area that waits for its combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contest {
    pub area: Area,
    pub attacker: Seat,
    pub origins: AreaSet,
    pub advanced: bool,
}

/// The order being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OrderInProgress {
    pub kind: OrderKind,
    pub system: System,
    /// What cards allow, one bit a permit.
    permits: u16,
}

impl OrderInProgress {
    pub fn new(kind: OrderKind, system: System) -> Self {
        OrderInProgress { kind, system, permits: 0 }
    }

    pub fn permits(&self, permit: Permit) -> bool {
        self.permits & (1 << permit as u16) != 0
    }

    pub fn permit(&mut self, permit: Permit) {
        self.permits |= 1 << permit as u16;
    }

    pub fn forbid(&mut self, permit: Permit) {
        self.permits &= !(1 << permit as u16);
    }
}

/// Units on the move in an Advance Order: lifted, and put down together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement {
    /// By corner of the active system.
    pub transit: [Force; 4],
    /// Areas that may be crossed: friendly when the ground units set out.
    pub passable: AreaSet,
    /// The adjacent system units have come from.
    pub from: Option<System>,
    /// The area this order makes contested.
    pub contested: Option<Area>,
    /// Whence units entered it.
    pub origins: AreaSet,
    /// The uncontrolled void crossed by permit, and how many units have crossed it.
    pub roks: Option<Area>,
    pub roks_used: u8,
    /// The last unit lifted; each set of moves is offered in one order only.
    pub last: (u8, u8, u8),
}

/// An orbital strike being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    pub void: Area,
    pub world: Area,
    pub by: Seat,
    pub against: Seat,
    pub dice: [u8; 3],
    /// Upgrades declared before the roll whose ability is still to be used, one bit each.
    pub declared: u8,
    /// The unit that must suffer first: row and posture.
    pub first_to_suffer: Option<(u8, Posture)>,
}

/// A storm that a player has announced to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StormMove {
    pub by: Seat,
    pub from: Edge,
    pub to: Edge,
}

/// A unit that has just been routed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JustRouted {
    pub owner: Seat,
    pub row: u8,
    pub area: Area,
}

/// The whole table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub seats: u8,
    pub round: u8,
    pub first_player: Seat,
    pub active_player: Seat,
    pub eliminated: SeatSet,
    pub winners: SeatSet,
    /// The system where an order token was last turned faceup. [active-system.definition.1]
    pub active_system: Option<System>,
    pub tiles: List<[Tile; MAX_SYSTEMS]>,
    /// By system, corner and seat.
    pub forces: [[[Force; MAX_PLAYERS]; 4]; MAX_SYSTEMS],
    pub storms: List<[Storm; MAX_PLAYERS]>,
    /// Order tokens on the board, system by system, each stack bottom first.
    pub orders: List<[OrderToken; 16]>,
    pub players: [Player; MAX_PLAYERS],
    pub structure_supply: [u8; 3],
    pub asset_supply: [u8; 3],
    pub order: Option<OrderInProgress>,
    pub movement: Movement,
    pub strike: Option<Strike>,
    pub battle: Option<Battle>,
    pub contests: List<[Contest; 4]>,
    /// An area that Wave Serpent has already made contested in this combat. [card-clarifications.wave-serpent.1]
    pub serpent_contest: Option<Area>,
    pub storm_move: Option<StormMove>,
    /// The unit just laid down, while players may respond to that.
    pub just_routed: Option<JustRouted>,
}

impl Table {
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub fn force(&self, area: Area, seat: Seat) -> Force {
        self.forces[area.system().index()][usize::from(area.0 % 4)][seat.index()]
    }

    pub fn force_mut(&mut self, area: Area, seat: Seat) -> &mut Force {
        &mut self.forces[area.system().index()][usize::from(area.0 % 4)][seat.index()]
    }

    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }

    pub fn is_in(&self, seat: Seat) -> bool {
        !self.eliminated.contains(seat)
    }

    /// Players still in the game, clockwise from the first player. [first-player.order.1]
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let eliminated = self.eliminated;
        self.first_player.clockwise(self.seats).filter(move |&seat| !eliminated.contains(seat))
    }

    pub fn systems(&self) -> impl Iterator<Item = System> + use<> {
        (0..self.tiles.len() as u8).map(System)
    }

    pub fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        (0..self.tiles.len() as u8 * 4).map(Area)
    }

    pub fn tile(&self, system: System) -> &Tile {
        &self.tiles[system.index()]
    }

    pub fn objective(&self, area: Area) -> Option<Seat> {
        self.tile(area.system()).objectives[usize::from(area.0 % 4)]
    }

    pub fn set_objective(&mut self, area: Area, owner: Option<Seat>) {
        self.tiles[area.system().index()].objectives[usize::from(area.0 % 4)] = owner;
    }

    /// The combat being fought; only asked while there is one.
    pub fn battle(&self) -> &Battle {
        self.battle.as_ref().expect("a combat is being fought")
    }

    pub fn battle_mut(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a combat is being fought")
    }

    pub fn strike(&self) -> &Strike {
        self.strike.as_ref().expect("an orbital strike is being resolved")
    }

    pub fn strike_mut(&mut self) -> &mut Strike {
        self.strike.as_mut().expect("an orbital strike is being resolved")
    }

    /// The opponent of `seat` in the combat or strike at hand.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        if let Some(battle) = &self.battle {
            return battle.side_of(seat).map(|side| battle.seat(side.other()));
        }
        let strike = self.strike.as_ref()?;
        Some(if strike.by == seat { strike.against } else { strike.by })
    }

    /// The dice of `seat`, by face. None for a player who has none to roll.
    pub fn dice(&self, seat: Seat) -> [u8; 3] {
        if let Some(battle) = &self.battle {
            battle.side_of(seat).map_or([0; 3], |side| battle.side(side).dice)
        } else {
            self.strike.as_ref().filter(|strike| strike.by == seat).map_or([0; 3], |strike| strike.dice)
        }
    }

    pub fn dice_mut(&mut self, seat: Seat) -> &mut [u8; 3] {
        match (&mut self.battle, &mut self.strike) {
            (Some(battle), _) => {
                let side = battle.side_of(seat).expect("only the two players of a combat have dice");
                &mut battle.side_mut(side).dice
            }
            (None, Some(strike)) => &mut strike.dice,
            (None, None) => unreachable!("dice are used in combats and orbital strikes"),
        }
    }

    pub fn dice_count(&self, seat: Seat) -> u8 {
        self.dice(seat).iter().sum()
    }

    pub fn die(&self, seat: Seat, face: Face) -> u8 {
        self.dice(seat)[face.index()]
    }

    pub fn seat_of_faction(&self, faction: u8) -> Option<Seat> {
        self.all_seats().find(|&seat| self.player(seat).faction == faction)
    }

    /// What an order or strike at hand allows.
    pub fn permits(&self, permit: Permit) -> bool {
        self.order.is_some_and(|order| order.permits(permit))
    }

    /// Lays a token on top of its system's stack. [planning-phase.placement.5]
    pub fn put_order_on_top(&mut self, token: OrderToken) {
        let at = self.orders.iter().position(|other| other.system > token.system).unwrap_or(self.orders.len());
        self.orders.insert(at, token);
    }

    /// Slips a token under its system's stack.
    pub fn put_order_below(&mut self, token: OrderToken) {
        let at = self.orders.iter().position(|other| other.system >= token.system).unwrap_or(self.orders.len());
        self.orders.insert(at, token);
    }

    /// The topmost token of a system; only that can be revealed. [stack.top.1]
    pub fn top_order(&self, system: System) -> Option<OrderToken> {
        self.orders.iter().rev().find(|token| token.system == system).copied()
    }

    /// Structures of this kind that `seat` has on the board.
    pub fn structures_of(&self, seat: Seat, kind: StructureKind) -> u8 {
        self.areas().map(|area| self.force(area, seat).structures(kind)).sum()
    }
}
