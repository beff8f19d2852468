//! The cards of the Evil Sunz.

mod combat_cards;
mod orders_and_events;

use crate::common::{Scenario, scenario};

const STARTING: [&str; 5] = ["gretchin", "mek-boyz", "ard-boyz", "shoota-boyz", "slugga-boyz"];

/// A combat in which the Orks play a card against Dark Faith, whose first question is a good place to stop and look:
/// attacking Orks have resolved their card by then.
fn orks_play(card: &str, position: &str, dice: &str) -> Scenario {
    let mut battle = orks_hold(card, position, dice);
    battle.play(&format!("orks: card {card}\nchaos: card dark-faith"));
    battle
}

/// The same before cards are chosen.
fn orks_hold(card: &str, position: &str, dice: &str) -> Scenario {
    let others: Vec<&str> = STARTING.into_iter().filter(|&other| other != card).take(4).collect();
    let others = others.join(", ");
    let assets = if position.contains("orks assets") { "" } else { "orks assets none" };
    scenario(
        &format!(
            "{position}
             {assets}
             orks pairs {card}, {others}
             orks deck {card}, {card}, {others}
             chaos deck dark-faith, dark-faith, khornes-rage, khornes-rage, foul-worship, impure-zeal"
        ),
        dice,
    )
}

/// Dice by face: offence, defence, morale.
fn dice(battle: &Scenario, faction: &str) -> [u8; 3] {
    battle.game.table.dice(battle.seat(faction))
}
