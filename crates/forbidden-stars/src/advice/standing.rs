//! How a seat stands, part by part, in the words of a player: objectives, reach, materiel, armies, upgrades, orders, threats.

use super::prospects::{self, Field, Ways};
use crate::board::Look;
use crate::components::{Asset, OrderKind, StructureKind};
use crate::table::{MATERIEL_LIMIT, MAX_PLAYERS};
use kernel::Seat;

/// The parts of a standing. Each is about 1 where there is much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Own objective tokens collected, of those that win the game.
    Objectives,
    /// Own tokens on worlds held now: they are collected at the end of the round.
    Held,
    /// Own tokens that an Advance Order would be enough for, by the chance to win them.
    Reach,
    /// The same, where the Advance Order lies already.
    Poised,
    /// How near the ground units are to own tokens out of reach, by the way they would have to go.
    Near,
    Worlds,
    /// Materiel from worlds each round.
    Income,
    Materiel,
    GroundForces,
    Fleet,
    Factories,
    Cities,
    Bastions,
    Forges,
    Caches,
    Reinforcements,
    OrderUpgrades,
    CombatCards,
    Scheme,
    /// What the orders on the board promise, by kind.
    DeployOrders,
    StrategizeOrders,
    DominateOrders,
    AdvanceOrders,
    /// Worlds that an enemy could take, by what they are worth and his chance.
    Threatened,
    /// The same, where he may have an Advance Order.
    UnderAttack,
}

pub const PARTS: usize = 25;

impl Part {
    pub const ALL: [Part; PARTS] = [
        Part::Objectives,
        Part::Held,
        Part::Reach,
        Part::Poised,
        Part::Near,
        Part::Worlds,
        Part::Income,
        Part::Materiel,
        Part::GroundForces,
        Part::Fleet,
        Part::Factories,
        Part::Cities,
        Part::Bastions,
        Part::Forges,
        Part::Caches,
        Part::Reinforcements,
        Part::OrderUpgrades,
        Part::CombatCards,
        Part::Scheme,
        Part::DeployOrders,
        Part::StrategizeOrders,
        Part::DominateOrders,
        Part::AdvanceOrders,
        Part::Threatened,
        Part::UnderAttack,
    ];

    /// As in a file of weights.
    pub fn name(self) -> &'static str {
        match self {
            Part::Objectives => "objectives",
            Part::Held => "held",
            Part::Reach => "reach",
            Part::Poised => "poised",
            Part::Near => "near",
            Part::Worlds => "worlds",
            Part::Income => "income",
            Part::Materiel => "materiel",
            Part::GroundForces => "ground-forces",
            Part::Fleet => "fleet",
            Part::Factories => "factories",
            Part::Cities => "cities",
            Part::Bastions => "bastions",
            Part::Forges => "forges",
            Part::Caches => "caches",
            Part::Reinforcements => "reinforcements",
            Part::OrderUpgrades => "order-upgrades",
            Part::CombatCards => "combat-cards",
            Part::Scheme => "scheme",
            Part::DeployOrders => "deploy-orders",
            Part::StrategizeOrders => "strategize-orders",
            Part::DominateOrders => "dominate-orders",
            Part::AdvanceOrders => "advance-orders",
            Part::Threatened => "threatened",
            Part::UnderAttack => "under-attack",
        }
    }

    pub fn names() -> Vec<&'static str> {
        Part::ALL.iter().map(|part| part.name()).collect()
    }
}

/// One number for each part.
pub type Standing = [f32; PARTS];

/// How every seat stands.
pub fn of_all(look: Look<'_>) -> [Standing; MAX_PLAYERS] {
    let field = Field::of(look);
    let mut standings = [[0.0; PARTS]; MAX_PLAYERS];
    for seat in look.turn_order() {
        standings[seat.index()] = of(look, &field, seat);
    }
    standings
}

fn of(look: Look<'_>, field: &Field, seat: Seat) -> Standing {
    let mut standing = [0.0; PARTS];
    let mut add = |part: Part, amount: f32| standing[part as usize] += amount;
    let player = look.player(seat);
    add(Part::Objectives, f32::from(player.objectives) / f32::from(look.seats));
    add(Part::Materiel, f32::from(player.materiel) / f32::from(MATERIEL_LIMIT));
    add(Part::Forges, f32::from(player.has(Asset::Forge)) / 3.0);
    add(Part::Caches, f32::from(player.has(Asset::Cache)) / 3.0);
    add(Part::Reinforcements, f32::from(player.has(Asset::Reinforcement)) / 3.0);
    add(Part::OrderUpgrades, player.upgrades.count_ones() as f32 / 3.0);
    add(Part::CombatCards, prospects::deck_worth(look, seat));
    add(Part::Scheme, if player.scheme.is_some() { 1.0 } else { 0.0 });
    let mut ways = None;
    for area in look.areas() {
        let strength = field.strength(area, seat);
        let owns_token = look.objective(area) == Some(seat);
        let control = field.control(area, seat);
        if strength == 0.0 && control == 0.0 && !owns_token {
            continue;
        }
        let facts = look.facts(area);
        add(if facts.is_world { Part::GroundForces } else { Part::Fleet }, strength / 30.0);
        if !facts.is_world {
            continue;
        }
        if owns_token {
            add(Part::Held, control);
            if control < 0.5 {
                let chance = prospects::chance_to_take(look, field, seat, area);
                if chance > 0.0 {
                    let advances = prospects::has_order(look, seat, OrderKind::Advance, area.system());
                    add(if advances { Part::Poised } else { Part::Reach }, chance);
                } else {
                    add(Part::Near, ways.get_or_insert_with(|| Ways::of(look, field, seat)).nearness(area));
                }
            }
        }
        if control == 0.0 {
            continue;
        }
        let force = look.force(area, seat);
        let worth = prospects::worth(look, area, seat);
        add(Part::Worlds, control / 8.0);
        add(Part::Income, control * f32::from(facts.materiel) / 10.0);
        add(Part::Factories, control * f32::from(force.structures(StructureKind::Factory)) / 2.0);
        add(Part::Cities, control * f32::from(force.structures(StructureKind::City)) / 3.0);
        add(Part::Bastions, control * f32::from(force.structures(StructureKind::Bastion)) / 2.0);
        let (later, now) = field.threat(look, area, seat);
        add(Part::Threatened, worth * control * later);
        add(Part::UnderAttack, worth * control * now);
    }
    for token in look.table.orders.iter().filter(|token| token.owner == seat && !token.revealed) {
        let part = match token.kind {
            OrderKind::Deploy => Part::DeployOrders,
            OrderKind::Strategize => Part::StrategizeOrders,
            OrderKind::Dominate => Part::DominateOrders,
            OrderKind::Advance => Part::AdvanceOrders,
        };
        add(part, prospects::promise(look, field, seat, token.kind, token.system));
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_own_place_and_name() {
        for (index, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, index);
            assert_eq!(Part::ALL.iter().filter(|other| other.name() == part.name()).count(), 1);
        }
    }
}
