//! Events, for those who show a log: whose they are, how deep they lie, and what cannot be taken back after them.

use crate::events::Event;
use kernel::{Barrier, Depth, Scene, Seat};

pub fn barrier(event: &Event) -> Option<Barrier> {
    match event {
        Event::Rolled { .. } => Some(Barrier::DiceRolled),
        Event::CardDrawn { .. } | Event::CardDealt { .. } | Event::HandDrawn { .. } | Event::EventsDrawn { .. } => {
            Some(Barrier::CardsDrawn)
        }
        Event::OrderRevealed { .. }
        | Event::CardRevealed { .. }
        | Event::CardForIcons { .. }
        | Event::LookedAt { .. }
        | Event::EventChosen { .. }
        | Event::EventRevealed { .. } => Some(Barrier::Revealed),
        _ => None,
    }
}

pub fn depth(event: &Event) -> Depth {
    match event {
        Event::RoundBegins(_) | Event::Won(_) => Depth::Round,
        Event::PhaseBegins(_) => Depth::Phase,
        Event::OrderPlaced { .. }
        | Event::OrderRevealed { .. }
        | Event::CombatBegins { .. }
        | Event::StrikeBegins { .. }
        | Event::TilePlaced { .. }
        | Event::EventsDrawn { .. } => Depth::Turn,
        _ => Depth::Detail,
    }
}

pub fn scene(event: &Event) -> Option<Scene> {
    match event {
        Event::CombatBegins { .. } => Some(Scene::Begins),
        Event::CombatWon { .. } | Event::NobodyWins { .. } => Some(Scene::Ends),
        _ => None,
    }
}

pub fn doer(event: &Event) -> Option<Seat> {
    match *event {
        Event::FirstPlayer(seat)
        | Event::TilePlaced { seat, .. }
        | Event::UnitPut { seat, .. }
        | Event::StructurePut { seat, .. }
        | Event::ObjectivePut { owner: seat, .. }
        | Event::StormPut { seat, .. }
        | Event::OrderPlaced { seat, .. }
        | Event::OrderRevealed { seat, .. }
        | Event::OrderDiverted { seat, .. }
        | Event::ResolvedAs { seat, .. }
        | Event::OrdersOnDeck { seat, .. }
        | Event::TokenShifted { seat, .. }
        | Event::UpgradeUsed { seat, .. }
        | Event::SchemeUsed { seat, .. }
        | Event::UnitBought { seat, .. }
        | Event::StructureBuilt { seat, .. }
        | Event::StructureReplaced { seat, .. }
        | Event::UpgradeGained { seat, .. }
        | Event::PairGained { seat, .. }
        | Event::MaterielGained { seat, .. }
        | Event::MaterielLost { seat, .. }
        | Event::AssetGained { seat, .. }
        | Event::AssetLost { seat, .. }
        | Event::UnitMoved { seat, .. }
        | Event::UnitPlaced { seat, .. }
        | Event::UnitReplaced { seat, .. }
        | Event::StrikeBegins { seat, .. }
        | Event::CombatBegins { attacker: seat, .. }
        | Event::Rolled { seat, .. }
        | Event::DiceNow { seat, .. }
        | Event::Tokens { seat, .. }
        | Event::HandDrawn { seat, .. }
        | Event::CardDrawn { seat, .. }
        | Event::CardDealt { seat, .. }
        | Event::Reinforced { seat, .. }
        | Event::CardRevealed { seat, .. }
        | Event::CardForIcons { seat, .. }
        | Event::CardDiscarded { seat, .. }
        | Event::LookedAt { by: seat, .. }
        | Event::Suffers { seat, .. }
        | Event::Routed { seat, .. }
        | Event::Rallied { seat, .. }
        | Event::RalliedAll { seat, .. }
        | Event::Destroyed { seat, .. }
        | Event::StructureDestroyed { seat, .. }
        | Event::Retreats { seat, .. }
        | Event::CombatWon { seat, .. }
        | Event::Captured { seat, .. }
        | Event::ObjectiveCollected { seat, .. }
        | Event::EventsDrawn { seat, .. }
        | Event::EventChosen { seat, .. }
        | Event::EventRevealed { seat, .. }
        | Event::SchemeInPlay { seat, .. }
        | Event::EventDiscarded { seat, .. }
        | Event::StormMoved { seat, .. }
        | Event::Eliminated(seat) => Some(seat),
        Event::RoundBegins(_)
        | Event::PhaseBegins(_)
        | Event::ExecutionRound(_)
        | Event::Morale { .. }
        | Event::NobodyWins { .. }
        | Event::AllRally
        | Event::Won(_) => None,
    }
}
