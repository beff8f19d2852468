//! Every component, and where it is.

mod ids;
mod in_progress;

pub use ids::{Area, AreaSet, CardId, Edge, EventId, Lie, System, UnitKind, UpgradeId};
pub use in_progress::{
    BASTION, Battle, BattleSide, Contest, Faceup, Hurt, JustRouted, Movement, OrderInProgress, StormMove, Strike,
};

use crate::cards::vocabulary::Permit;
use crate::components::{Asset, Compass, Face, OrderKind, StructureKind};
use crate::force::{Force, UNIT_KINDS};
pub use kernel::Side;
use kernel::{FewSeats, List, Seat, SeatSet};
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
