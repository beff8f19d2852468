//! Weights for random play that goes where uniform play hardly ever gets: cities, dear upgrades, battles, strikes.
//!
//! Not advice: an explorer plays badly, but it has seen every card. The laws are checked on its games too.

use crate::Game;
use crate::board::{Look, Looking, Standing};
use crate::components::{OrderKind, StructureKind};
use crate::decisions::{Choice, Decision};
use kernel::Seat;

/// How much likelier than others an explorer makes this choice.
pub fn weigh(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> u32 {
    let look = game.look();
    match (decision, choice) {
        (Decision::PlaceOrder, Choice::PlaceOrder { kind, system }) => {
            let present = look.is_present(system, seat);
            match kind {
                OrderKind::Deploy | OrderKind::Strategize if present => 6,
                OrderKind::Advance => 4,
                OrderKind::Dominate if present => 2,
                _ => 1,
            }
        }
        (Decision::ResolveOrDivert, Choice::Resolve) => 12,
        // Cities first: they open everything else.
        (Decision::BuyUnit { .. }, Choice::Done) if look.command_level(seat) < 3 => 60,
        (Decision::BuyUnit { .. }, Choice::Buy { unit, .. }) => {
            let stats = look.catalogue.stats(unit);
            1 + 6 * u32::from(stats.level) + if stats.is_ship { 6 } else { 0 }
        }
        (Decision::BuyStructure, Choice::Build { structure, .. } | Choice::BuildBeside { structure, .. }) => {
            if structure == StructureKind::City {
                40
            } else {
                2
            }
        }
        (Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_), choice) => dearness(look, choice),
        (Decision::RemovePair, Choice::Pair(card)) => 8 - 2 * u32::from(look.catalogue.card(card).level),
        (Decision::ChooseCombatCard, Choice::Card(card)) => 1 + 6 * u32::from(look.catalogue.card(card).level),
        (Decision::MoveShip | Decision::MoveGroundUnit, Choice::Move { to, .. }) => {
            if look.standing(to, seat) == Standing::Enemy { 8 } else { 1 }
        }
        (Decision::OrbitalStrike { .. }, Choice::Strike { world, .. }) => {
            let fortified = look.table.all_seats().any(|other| look.force(world, other).has_bastion());
            if fortified { 40 } else { 4 }
        }
        (Decision::Respond(_), Choice::Upgrade(_) | Choice::Scheme) => 4,
        (Decision::PlayScheme, Choice::Accept) => 3,
        _ => 2,
    }
}

/// The higher an upgrade's command level, the better.
fn dearness(look: Look<'_>, choice: Choice) -> u32 {
    let level = match choice {
        Choice::Pair(card) if look.catalogue.card(card).starting => return 1,
        Choice::Pair(card) => look.catalogue.card(card).level,
        Choice::Upgrade(upgrade) => look.catalogue.upgrade(upgrade).level + 1,
        _ => return 2,
    };
    2 * 4u32.pow(u32::from(level))
}
