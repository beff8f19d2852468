//! What happened, told to the people at the table. The rules never read it.

use crate::components::{Asset, OrderKind, StructureKind};
use crate::table::{Area, CardId, Edge, EventId, System, UnitKind, UpgradeId};
use kernel::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    Planning,
    Operations,
    Refresh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    FirstPlayer(Seat),
    TilePlaced {
        seat: Seat,
        system: System,
    },
    UnitPut {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    StructurePut {
        seat: Seat,
        structure: StructureKind,
        area: Area,
    },
    ObjectivePut {
        owner: Seat,
        area: Area,
    },
    StormPut {
        seat: Seat,
        edge: Edge,
    },
    RoundBegins(u8),
    PhaseBegins(Phase),
    OrderPlaced {
        seat: Seat,
        system: System,
    },
    OrderRevealed {
        seat: Seat,
        system: System,
        kind: OrderKind,
    },
    OrderDiverted {
        seat: Seat,
        kind: OrderKind,
    },
    ResolvedAs {
        seat: Seat,
        kind: OrderKind,
    },
    OrdersOnDeck {
        seat: Seat,
        kind: OrderKind,
    },
    TokenShifted {
        seat: Seat,
        system: System,
    },
    UpgradeUsed {
        seat: Seat,
        upgrade: UpgradeId,
    },
    SchemeUsed {
        seat: Seat,
        scheme: EventId,
    },
    UnitBought {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    StructureBuilt {
        seat: Seat,
        structure: StructureKind,
        area: Area,
    },
    StructureReplaced {
        seat: Seat,
        old: StructureKind,
        new: StructureKind,
        area: Area,
    },
    UpgradeGained {
        seat: Seat,
        upgrade: UpgradeId,
    },
    PairGained {
        seat: Seat,
        gained: CardId,
        removed: CardId,
    },
    MaterielGained {
        seat: Seat,
        amount: u8,
    },
    MaterielLost {
        seat: Seat,
        amount: u8,
    },
    AssetGained {
        seat: Seat,
        asset: Asset,
    },
    AssetLost {
        seat: Seat,
        asset: Asset,
    },
    UnitMoved {
        seat: Seat,
        unit: UnitKind,
        from: Area,
        to: Area,
    },
    UnitPlaced {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    UnitReplaced {
        seat: Seat,
        old: UnitKind,
        new: UnitKind,
        area: Area,
    },
    StrikeBegins {
        seat: Seat,
        void: Area,
        world: Area,
    },
    CombatBegins {
        area: Area,
        attacker: Seat,
        defender: Seat,
    },
    ExecutionRound(u8),
    Rolled {
        seat: Seat,
        dice: [u8; 3],
    },
    DiceNow {
        seat: Seat,
        dice: [u8; 3],
    },
    Tokens {
        seat: Seat,
        tokens: [u8; 2],
    },
    /// The others hear how many cards there are; the owner has heard of each.
    HandDrawn {
        seat: Seat,
        cards: u8,
    },
    /// A card of the hand that is drawn for a combat. Nobody but its owner hears of it.
    CardDealt {
        seat: Seat,
        card: CardId,
    },
    /// Only the owner learns which card.
    CardDrawn {
        seat: Seat,
        card: Option<CardId>,
    },
    Reinforced {
        seat: Seat,
        tokens: u8,
    },
    CardRevealed {
        seat: Seat,
        card: CardId,
    },
    CardForIcons {
        seat: Seat,
        card: CardId,
    },
    CardDiscarded {
        seat: Seat,
        card: CardId,
    },
    /// Only the one who looks learns which card.
    LookedAt {
        by: Seat,
        card: Option<CardId>,
    },
    Suffers {
        seat: Seat,
        damage: u8,
    },
    Routed {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    Rallied {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    RalliedAll {
        seat: Seat,
        area: Area,
    },
    Destroyed {
        seat: Seat,
        unit: UnitKind,
        area: Area,
    },
    StructureDestroyed {
        seat: Seat,
        structure: StructureKind,
        area: Area,
    },
    Retreats {
        seat: Seat,
        from: Area,
        to: Area,
    },
    Morale {
        attacker: u8,
        defender: u8,
    },
    CombatWon {
        seat: Seat,
        area: Area,
    },
    NobodyWins {
        area: Area,
    },
    Captured {
        seat: Seat,
        structure: StructureKind,
        area: Area,
    },
    ObjectiveCollected {
        seat: Seat,
        area: Area,
    },
    AllRally,
    EventsDrawn {
        seat: Seat,
        cards: u8,
    },
    EventChosen {
        seat: Seat,
        event: EventId,
    },
    EventRevealed {
        seat: Seat,
        event: EventId,
    },
    SchemeInPlay {
        seat: Seat,
        scheme: EventId,
    },
    EventDiscarded {
        seat: Seat,
        event: EventId,
    },
    StormMoved {
        seat: Seat,
        from: Edge,
        to: Edge,
    },
    Eliminated(Seat),
    Won(SeatSet),
}

impl Event {
    /// The event as `viewer` hears of it: a card that only one player sees is masked for the others.
    pub fn told_to(self, viewer: Viewer) -> Option<Event> {
        Some(match self {
            Event::CardDealt { seat, .. } if !viewer.sees_with(seat) => return None,
            Event::HandDrawn { seat, .. } if viewer.sees_with(seat) => return None,
            Event::CardDrawn { seat, .. } if !viewer.sees_with(seat) => Event::CardDrawn { seat, card: None },
            Event::LookedAt { by, .. } if !viewer.sees_with(by) => Event::LookedAt { by, card: None },
            event => event,
        })
    }
}
