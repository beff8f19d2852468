//! The cards of the World Eaters.

mod combat_cards;
mod orders_and_events;

use crate::common::{Scenario, scenario};

const STARTING: [&str; 5] = ["khornes-rage", "foul-worship", "impure-zeal", "dark-faith", "lure-of-chaos"];

/// A combat in which Chaos plays a card against Mek Boyz, whose first question is a good place to stop and look:
/// an attacking Chaos player has resolved his card by then.
fn chaos_plays(card: &str, position: &str, dice: &str) -> Scenario {
    let others: Vec<&str> = STARTING.into_iter().filter(|&other| other != card).take(4).collect();
    let others = others.join(", ");
    let mut battle = scenario(
        &format!(
            "{position}
             chaos pairs {card}, {others}
             chaos deck {card}, {card}, {others}
             orks assets none
             orks deck mek-boyz, mek-boyz, gretchin, gretchin, ard-boyz"
        ),
        dice,
    );
    battle.play(&format!("chaos: card {card}\norks: card mek-boyz"));
    battle
}

/// Dice by face: offence, defence, morale.
fn dice(battle: &Scenario, faction: &str) -> [u8; 3] {
    battle.game.table.dice(battle.seat(faction))
}
