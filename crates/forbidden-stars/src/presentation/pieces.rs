//! The pieces that a choice or an event points at.

use crate::Game;
use crate::board::{Look, Looking};
use crate::cards::vocabulary::Who;
use crate::components::{Asset, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::notation::{Names, slug};
use crate::table::{Area, CardId, EventId, UnitKind, UpgradeId};
use kernel::Seat;

pub fn of_choice(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> Vec<String> {
    let ids = Ids::of(game.look());
    match choice {
        Choice::Done
        | Choice::Accept
        | Choice::Decline
        | Choice::Resolve
        | Choice::Divert
        | Choice::Top
        | Choice::Bottom
        | Choice::Amount(_)
        | Choice::Branch(_) => Vec::new(),
        Choice::Scheme => game.table.player(seat).scheme.map(|scheme| ids.event(scheme)).into_iter().collect(),
        Choice::Tile { side, col, row, .. } => {
            vec![format!("tile:{}", game.catalogue.side_names(side).code), format!("cell:{col},{row}")]
        }
        Choice::PutUnit { unit, area } | Choice::Buy { unit, area, .. } | Choice::PlaceUnit { unit, area } => {
            vec![ids.reserve(unit), ids.area(area)]
        }
        Choice::PutStructure { structure, area }
        | Choice::Build { structure, area, .. }
        | Choice::BuildBeside { structure, area, .. } => vec![format!("supply:{}", structure.id()), ids.area(area)],
        Choice::PutObjective { faction, area } => vec![ids.player(faction), ids.area(area)],
        Choice::Edge(edge) => vec![format!("edge:{}", ids.names.edge(edge))],
        Choice::PlaceOrder { kind, system } => {
            vec![format!("order:{}", kind.id()), format!("system:{}", ids.names.system(system))]
        }
        Choice::System(system) => {
            let kind = if decision == Decision::RevealOrder { "stack" } else { "system" };
            vec![format!("{kind}:{}", ids.names.system(system))]
        }
        Choice::Upgrade(upgrade) => vec![ids.upgrade(upgrade)],
        Choice::Pair(card) | Choice::Card(card) => vec![ids.card(card)],
        Choice::Asset(asset) => vec![ids.asset(asset)],
        Choice::Move { from, unit, to, via } => {
            let way = via.map(|void| ids.area(void));
            [ids.unit(unit, from)].into_iter().chain(way).chain([ids.area(to)]).collect()
        }
        Choice::Strike { void, world } => vec![ids.area(void), ids.area(world)],
        Choice::Area(area) => vec![ids.area(area)],
        Choice::Unit { area, unit, posture, hurt } => {
            let routed = if posture.is_routed() { ".routed" } else { "" };
            let hurt = if hurt > 0 { format!(".hurt{hurt}") } else { String::new() };
            vec![format!("{}{routed}{hurt}", ids.unit(unit, area))]
        }
        Choice::Structure { area, structure } => vec![ids.structure(structure, area)],
        Choice::Face(face) => vec![format!("die:{}.{}", dice_owner(game, seat, decision).0, face.id())],
        Choice::Event(event) => vec![ids.event(event)],
        Choice::Storm { from, to } => {
            vec![format!("storm:{}", ids.names.edge(from)), format!("edge:{}", ids.names.edge(to))]
        }
        Choice::Order(kind) => vec![format!("order:{}", kind.id())],
        Choice::Token { system, height } => vec![format!("token:{}.{}", ids.names.system(system), height + 1)],
        Choice::Faction(faction) => vec![ids.player(faction)],
    }
}

/// Whose dice a question is about.
fn dice_owner(game: &Game, seat: Seat, decision: Decision) -> Seat {
    let Decision::Effect(at) = decision else { return seat };
    match game.catalogue.program.word(at.pc).whose_dice() {
        Who::You | Who::Both => at.you,
        Who::Enemy => game.table.opponent(at.you).unwrap_or(at.you),
    }
}

pub fn of_event(game: &Game, event: &Event) -> Vec<String> {
    let ids = Ids::of(game.look());
    let area = |area: Area| vec![ids.area(area)];
    let stack = |system| vec![format!("stack:{}", ids.names.system(system))];
    match *event {
        Event::TilePlaced { system, .. } => vec![format!("system:{}", ids.names.system(system))],
        Event::UnitPut { area: at, .. }
        | Event::StructurePut { area: at, .. }
        | Event::ObjectivePut { area: at, .. }
        | Event::UnitBought { area: at, .. }
        | Event::StructureBuilt { area: at, .. }
        | Event::StructureReplaced { area: at, .. }
        | Event::UnitPlaced { area: at, .. }
        | Event::UnitReplaced { area: at, .. }
        | Event::CombatBegins { area: at, .. }
        | Event::Routed { area: at, .. }
        | Event::Rallied { area: at, .. }
        | Event::RalliedAll { area: at, .. }
        | Event::Destroyed { area: at, .. }
        | Event::StructureDestroyed { area: at, .. }
        | Event::CombatWon { area: at, .. }
        | Event::NobodyWins { area: at }
        | Event::Captured { area: at, .. }
        | Event::ObjectiveCollected { area: at, .. } => area(at),
        Event::UnitMoved { from, to, .. } | Event::Retreats { from, to, .. } => vec![ids.area(from), ids.area(to)],
        Event::StrikeBegins { void, world, .. } => vec![ids.area(void), ids.area(world)],
        Event::StormPut { edge, .. } => vec![format!("edge:{}", ids.names.edge(edge))],
        Event::StormMoved { from, to, .. } => {
            vec![format!("edge:{}", ids.names.edge(from)), format!("edge:{}", ids.names.edge(to))]
        }
        Event::OrderPlaced { system, .. }
        | Event::OrderRevealed { system, .. }
        | Event::TokenShifted { system, .. } => stack(system),
        Event::UpgradeUsed { upgrade, .. } | Event::UpgradeGained { upgrade, .. } => vec![ids.upgrade(upgrade)],
        Event::SchemeUsed { scheme, .. } | Event::SchemeInPlay { scheme, .. } => vec![ids.event(scheme)],
        Event::PairGained { gained, removed, .. } => vec![ids.card(gained), ids.card(removed)],
        Event::CardDrawn { card: Some(card), .. }
        | Event::CardDealt { card, .. }
        | Event::CardRevealed { card, .. }
        | Event::CardForIcons { card, .. }
        | Event::CardDiscarded { card, .. }
        | Event::LookedAt { card: Some(card), .. } => vec![ids.card(card)],
        Event::EventChosen { event, .. } | Event::EventRevealed { event, .. } | Event::EventDiscarded { event, .. } => {
            vec![ids.event(event)]
        }
        Event::FirstPlayer(_)
        | Event::RoundBegins(_)
        | Event::PhaseBegins(_)
        | Event::OrderDiverted { .. }
        | Event::ResolvedAs { .. }
        | Event::OrdersOnDeck { .. }
        | Event::MaterielGained { .. }
        | Event::MaterielLost { .. }
        | Event::AssetGained { .. }
        | Event::AssetLost { .. }
        | Event::ExecutionRound(_)
        | Event::Rolled { .. }
        | Event::DiceNow { .. }
        | Event::Tokens { .. }
        | Event::HandDrawn { .. }
        | Event::CardDrawn { card: None, .. }
        | Event::Reinforced { .. }
        | Event::LookedAt { card: None, .. }
        | Event::Suffers { .. }
        | Event::Morale { .. }
        | Event::AllRally
        | Event::EventsDrawn { .. }
        | Event::Eliminated(_)
        | Event::Won(_) => Vec::new(),
    }
}

/// Ids of pieces.
struct Ids<'a> {
    names: Names<'a>,
}

impl<'a> Ids<'a> {
    fn of(look: Look<'a>) -> Self {
        Ids { names: Names::of(look) }
    }

    fn area(&self, area: Area) -> String {
        format!("area:{}", self.names.area(area))
    }

    fn unit(&self, unit: UnitKind, area: Area) -> String {
        format!("unit:{}@{}", self.names.unit(unit), self.names.area(area))
    }

    fn structure(&self, structure: StructureKind, area: Area) -> String {
        format!("structure:{}@{}", structure.id(), self.names.area(area))
    }

    fn reserve(&self, unit: UnitKind) -> String {
        format!("reserve:{}", self.names.unit(unit))
    }

    fn asset(&self, asset: Asset) -> String {
        format!("asset:{}", asset.id())
    }

    fn player(&self, faction: u8) -> String {
        format!("player:{}", self.names.faction(faction))
    }

    fn card(&self, card: CardId) -> String {
        format!("card:{}", self.names.card(card))
    }

    fn upgrade(&self, upgrade: UpgradeId) -> String {
        format!("upgrade:{}", slug(&self.names.catalogue.upgrade(upgrade).name))
    }

    fn event(&self, event: EventId) -> String {
        format!("event:{}", slug(&self.names.catalogue.event(event).name))
    }
}
