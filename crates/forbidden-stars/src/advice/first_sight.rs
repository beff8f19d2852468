//! How promising a choice looks before anything is tried. Tree search tries the promising first, and play-outs follow
//! these odds.

use super::prospects::{self, Field, fighting_worth};
use crate::board::{Look, Standing};
use crate::cards::resolve::{Source, requisite_met};
use crate::components::{Face, OrderKind, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::force::Posture;
use crate::table::{Area, CardId};
use kernel::Seat;

/// One number a choice; only their proportions matter.
pub fn weigh(look: Look<'_>, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<f32>) {
    match decision {
        Decision::PlaceOrder => {
            let field = Field::of(look);
            out.extend(choices.iter().map(|&choice| order(look, &field, seat, choice)));
        }
        Decision::MoveGroundUnit => {
            let field = Field::of(look);
            out.extend(choices.iter().map(|&choice| ground_move(look, &field, seat, choice)));
        }
        _ => out.extend(choices.iter().map(|&choice| other(look, seat, decision, choice))),
    }
}

/// Orders that promise nothing are hardly ever right, a second one of a kind in a system seldom.
fn order(look: Look<'_>, field: &Field, seat: Seat, choice: Choice) -> f32 {
    let Choice::PlaceOrder { kind, system } = choice else { return 1.0 };
    let promise = prospects::promise(look, field, seat, kind, system);
    let again = if prospects::has_order(look, seat, kind, system) { 0.3 } else { 1.0 };
    let eager = match kind {
        OrderKind::Advance => 4.0,
        OrderKind::Deploy => 3.0,
        OrderKind::Strategize => 1.5,
        OrderKind::Dominate => 1.5,
    };
    0.02 + again * eager * promise * promise
}

fn ground_move(look: Look<'_>, field: &Field, seat: Seat, choice: Choice) -> f32 {
    let Choice::Move { from, to, .. } = choice else { return 0.4 };
    let draw = |area: Area| match look.objective(area) {
        Some(owner) if owner == seat => 3.0,
        Some(_) => 1.0,
        None => 0.4 + 0.2 * f32::from(look.facts(area).materiel),
    };
    // The last to leave a world with a token gives it up.
    let stays = if look.objective(from).is_some() && look.force(from, seat).units() == 1 { 3.0 } else { 0.0 };
    let risk = match look.standing(to, seat) {
        Standing::Enemy => prospects::chance_to_take(look, field, seat, to).max(0.05),
        Standing::Friendly => 0.3,
        Standing::Uncontrolled | Standing::Contested => 1.0,
    };
    let bold = if look.movement.contested == Some(to) { 4.0 } else { 1.0 };
    (0.05 + bold * draw(to) * risk * risk) / (1.0 + stays)
}

fn other(look: Look<'_>, seat: Seat, decision: Decision, choice: Choice) -> f32 {
    match (decision, choice) {
        (Decision::ResolveOrDivert, Choice::Resolve) => 6.0,
        (Decision::RevealOrder, Choice::Scheme) => 0.5,
        (Decision::BuyUnit { .. }, Choice::Done) => 0.3,
        (Decision::BuyUnit { .. }, Choice::Buy { unit, cache, .. }) => {
            let stats = look.catalogue.stats(unit);
            let eager = fighting_worth(stats.combat, stats.health) * if stats.is_ship { 0.3 } else { 1.0 };
            if cache { 0.5 * eager } else { eager }
        }
        (Decision::BuyStructure, Choice::Done) => 0.5,
        (
            Decision::BuyStructure,
            Choice::Build { structure, cache, .. } | Choice::BuildBeside { structure, cache, .. },
        ) => {
            let eager = match structure {
                StructureKind::City if look.command_level(seat) < 3 => 3.0,
                StructureKind::City => 0.5,
                StructureKind::Factory if look.structures_of(seat, StructureKind::Factory) < 3 => 1.5,
                StructureKind::Factory => 0.3,
                StructureKind::Bastion => 0.5,
            };
            if cache { 0.6 * eager } else { eager }
        }
        (Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_), Choice::Pair(card)) => {
            1.0 + f32::from(look.catalogue.card(card).level)
        }
        (Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_), Choice::Upgrade(upgrade)) => {
            1.0 + 0.5 * f32::from(look.catalogue.upgrade(upgrade).level)
        }
        (Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_), _) => 0.3,
        (Decision::RemovePair, Choice::Pair(card)) => {
            let facts = look.catalogue.card(card);
            if facts.starting { 4.0 } else { 1.0 / (1.0 + f32::from(facts.level)) }
        }
        (Decision::MoveShip, Choice::Done) => 1.0,
        (Decision::MoveShip, Choice::Move { to, .. }) => match look.standing(to, seat) {
            Standing::Enemy => 0.2,
            Standing::Friendly => 0.2,
            Standing::Uncontrolled | Standing::Contested => 0.6,
        },
        (Decision::OrbitalStrike { .. }, Choice::Strike { .. }) => 4.0,
        (Decision::Reinforce, Choice::Amount(count)) => 1.0 + f32::from(count),
        (Decision::ChooseCombatCard, Choice::Card(card)) => combat_card(look, seat, card),
        (Decision::AssignDamage { left, .. }, Choice::Unit { area, unit, posture, hurt }) => {
            let owner = look.seat_of_faction(unit.faction()).unwrap_or(seat);
            sufferer(look, owner, area, unit.row(), posture, hurt, left)
        }
        (Decision::SaveRouted, Choice::Accept) => 3.0,
        (Decision::RetreatTo { .. }, Choice::Area(area)) => 1.0 + prospects::worth(look, area, seat),
        (Decision::Respond(_), Choice::Upgrade(_) | Choice::Scheme) => 3.0,
        (Decision::PlayScheme, Choice::Accept) => 3.0,
        _ => 1.0,
    }
}

/// Icons that count now, and an ability whose requisite is met. Shields are wanted where the other has rolled hits.
fn combat_card(look: Look<'_>, seat: Seat, card: CardId) -> f32 {
    let facts = look.catalogue.card(card);
    let Some(battle) = look.table.battle.as_ref() else { return 1.0 };
    let icons: u8 = facts.icons.iter().sum();
    let mut eager = 1.0 + 0.7 * f32::from(icons) + 0.5 * f32::from(facts.level);
    if !facts.unit.is_empty() && requisite_met(look, seat, Source::Combat(card)) {
        eager += 1.5;
    }
    if let Some(side) = battle.side_of(seat) {
        let hits = battle.side(side.other()).dice[Face::Offence.index()];
        eager += 0.15 * f32::from(facts.icons[Face::Defence.index()]) * f32::from(hits.min(4));
    }
    eager * eager
}

/// A unit that stands the damage is only routed; of those that are lost, the cheapest.
fn sufferer(look: Look<'_>, owner: Seat, area: Area, row: usize, posture: Posture, hurt: u8, left: u8) -> f32 {
    let stats = look.stats_at(owner, row, area);
    let dies = left + hurt >= stats.health;
    let loss = fighting_worth(stats.combat, stats.health);
    match (dies, posture) {
        (false, Posture::Routed) => 8.0,
        (false, Posture::Standing) => 4.0,
        (true, Posture::Routed) => 3.0 / (0.5 + loss),
        (true, Posture::Standing) => 2.0 / (0.5 + loss),
    }
}
