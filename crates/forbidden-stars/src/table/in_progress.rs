//! What lies on the table while something is going on: a combat, an order, a movement, an orbital strike.

use super::{Area, AreaSet, CardId, Edge, System};
use crate::cards::vocabulary::{LastingRule, Permit};
use crate::components::OrderKind;
use crate::force::{Force, Posture};
use kernel::{List, Seat, Seen, Side};
use serde::{Deserialize, Serialize};

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
