//! Every question, and its answers.

use crate::board::Looking;
use crate::cards::effect::EffectQuestion;
use crate::cards::response::Moment;
use crate::cards::special::SpecialQuestion;
use crate::components::{Asset, Face, OrderKind, StormIcon, StructureKind};
use crate::force::Posture;
use crate::orders::strategize::Terms;
use crate::table::{Area, CardId, Edge, EventId, Side, System, UnitKind, UpgradeId};
use crate::{cards, combat, operations, orders, planning, refresh, setup, unit_capacity};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// A question put to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    PlaceTile,
    PlaceForces,
    PlaceObjective,
    PlaceStorm,
    #[default]
    PlaceOrder,
    /// Which order to reveal, or what to do instead.
    RevealOrder,
    ResolveOrDivert,
    /// May respond to something.
    Respond(Moment),
    BuyUnit {
        left: u8,
        last: (UnitKind, Area),
    },
    BuyStructure,
    /// Which kinds of upgrade are still open.
    BuyUpgrades {
        combat: bool,
        order: bool,
    },
    BuyUpgrade(Terms),
    /// Which pair leaves the combat deck.
    RemovePair,
    TakeProsperity,
    MoveShip,
    MoveGroundUnit,
    OrbitalStrike {
        system: System,
    },
    /// Which contested area is fought over first.
    ChooseContest,
    Reinforce,
    ChooseCombatCard,
    AssignDamage {
        side: Option<Side>,
        left: u8,
    },
    /// Pay a morale die, or a routed unit is destroyed.
    SaveRouted,
    RetreatTo {
        area: Area,
        row: Option<u8>,
    },
    KeepStructure,
    DestroyExcess {
        area: Area,
    },
    ChooseEvent,
    PlayScheme,
    MoveStorm {
        icon: Option<StormIcon>,
        of: Option<Edge>,
    },
    Effect(EffectQuestion),
    Special(SpecialQuestion),
}

/// An answer. Alike things are one choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Enough of this.
    #[default]
    Done,
    Accept,
    Decline,
    Tile {
        side: u8,
        rotation: u8,
        col: i8,
        row: i8,
    },
    PutUnit {
        unit: UnitKind,
        area: Area,
    },
    PutStructure {
        structure: StructureKind,
        area: Area,
    },
    PutObjective {
        faction: u8,
        area: Area,
    },
    Edge(Edge),
    PlaceOrder {
        kind: OrderKind,
        system: System,
    },
    System(System),
    Resolve,
    Divert,
    /// Use the scheme in play.
    Scheme,
    Upgrade(UpgradeId),
    Buy {
        unit: UnitKind,
        area: Area,
        cache: bool,
        scheme: bool,
    },
    Build {
        structure: StructureKind,
        area: Area,
        cache: bool,
    },
    /// Use an upgrade that allows a second structure.
    BuildBeside {
        structure: StructureKind,
        area: Area,
        cache: bool,
    },
    /// Both copies of a combat card.
    Pair(CardId),
    Asset(Asset),
    Move {
        from: Area,
        unit: UnitKind,
        to: Area,
        /// The uncontrolled void crossed by permit.
        via: Option<Area>,
    },
    Strike {
        void: Area,
        world: Area,
    },
    Area(Area),
    Amount(u8),
    Card(CardId),
    Unit {
        area: Area,
        unit: UnitKind,
        posture: Posture,
        /// Damage it carries.
        hurt: u8,
    },
    Structure {
        area: Area,
        structure: StructureKind,
    },
    PlaceUnit {
        unit: UnitKind,
        area: Area,
    },
    Face(Face),
    Branch(u8),
    Event(EventId),
    Storm {
        from: Edge,
        to: Edge,
    },
    Order(OrderKind),
    /// The order token at this height of a stack, from the bottom.
    Token {
        system: System,
        height: u8,
    },
    Top,
    Bottom,
    Faction(u8),
}

/// The legal answers.
pub fn choices(game: &crate::Game, seat: Seat, decision: Decision, out: &mut Vec<Choice>) {
    let look = game.look();
    match decision {
        Decision::PlaceTile => setup::list_tiles(look, seat, out),
        Decision::PlaceForces => setup::list_forces(look, seat, out),
        Decision::PlaceObjective => setup::list_objectives(look, seat, out),
        Decision::PlaceStorm => setup::list_storms(look, out),
        Decision::PlaceOrder => planning::list_orders(look, seat, out),
        Decision::RevealOrder => operations::list_reveals(look, seat, out),
        Decision::ResolveOrDivert => out.extend([Choice::Resolve, Choice::Divert]),
        Decision::Respond(moment) => cards::response::list(look, seat, moment, out),
        Decision::BuyUnit { last, .. } => orders::deploy::list_units(look, seat, last, out),
        Decision::BuyStructure => orders::deploy::list_structures(look, seat, out),
        Decision::BuyUpgrades { combat, order } => {
            orders::strategize::list_upgrades(look, seat, Terms { combat, order, ..Terms::UPGRADE }, out);
            out.push(Choice::Done);
        }
        Decision::BuyUpgrade(terms) => {
            orders::strategize::list_upgrades(look, seat, terms, out);
            if terms.optional {
                out.push(Choice::Decline);
            }
        }
        Decision::RemovePair => orders::strategize::list_pairs(look, seat, out),
        Decision::TakeProsperity => orders::dominate::list_assets(look, seat, out),
        Decision::MoveShip => orders::advance::list_ship_moves(look, seat, out),
        Decision::MoveGroundUnit => orders::advance::list_ground_moves(look, seat, out),
        Decision::OrbitalStrike { system } => {
            orders::strike::list_targets(look, seat, system, out);
            out.push(Choice::Decline);
        }
        Decision::ChooseContest => out.extend(look.table.contests.iter().map(|contest| Choice::Area(contest.area))),
        Decision::Reinforce => out.extend((0..=combat::most_reinforcements(look, seat)).map(Choice::Amount)),
        Decision::ChooseCombatCard => combat::list_hand(look, seat, out),
        Decision::AssignDamage { side, .. } => combat::damage::list_sufferers(look, seat, side, out),
        Decision::SaveRouted => out.extend([Choice::Accept, Choice::Decline]),
        Decision::RetreatTo { area, row } => {
            out.extend(combat::retreat::destinations(look, seat, area, row).iter().map(Choice::Area));
        }
        Decision::KeepStructure => combat::list_captured(look, out),
        Decision::DestroyExcess { area } => unit_capacity::list_units(look, seat, area, out),
        Decision::ChooseEvent => refresh::list_events(look, seat, out),
        Decision::PlayScheme => out.extend([Choice::Accept, Choice::Decline]),
        Decision::MoveStorm { icon, of } => refresh::list_storm_moves(look, icon, of, out),
        Decision::Effect(question) => cards::picks::list(look, seat, question, out),
        Decision::Special(question) => cards::special::list(look, seat, question, out),
    }
}
