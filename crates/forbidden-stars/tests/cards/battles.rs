//! Battles, orders and events of Eldar and Ultramarines, and what is looked at in them.

use crate::common::{Scenario, scenario};
use forbidden_stars::board::Looking;
use forbidden_stars::combat;
use forbidden_stars::components::Face;

const ELDAR: [&str; 5] =
    ["hit-and-run", "howling-banshees", "striking-scorpions", "ranger-support", "command-of-the-autarch"];
const ULTRAMARINES: [&str; 5] =
    ["ambush", "reconnaissance", "fury-of-the-ultramar", "blessed-power-armour", "faith-in-the-emperor"];

/// Eldar and Ultramarines on two tiles. 2A: Pergam, Laodicea, then two voids; 5A north of it: two voids, then Xinghua
/// and Thylin. Pergam borders on Laodicea and Xinghua, Laodicea on Thylin.
pub const BOARD: &str = "players eldar ultramarines
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2";

/// A deck with both copies of `card` on top.
fn deck(faction: &str, starting: [&str; 5], card: &str) -> String {
    let others: Vec<&str> = starting.into_iter().filter(|&other| other != card).take(4).collect();
    let [first, second, third, fourth] = others[..] else { unreachable!("four other pairs are left") };
    format!(
        "{faction} pairs {card}, {first}, {second}, {third}, {fourth}
         {faction} deck {card}, {card}, {first}, {second}, {third}"
    )
}

/// A battle in which both sides have drawn a hand with two of these cards.
pub fn prepared(position: &str, dice: &str, eldar: &str, ultramarines: &str) -> Scenario {
    let eldar = deck("eldar", ELDAR, eldar);
    let ultramarines = deck("ultramarines", ULTRAMARINES, ultramarines);
    scenario(&format!("{position}\n{eldar}\n{ultramarines}"), dice)
}

/// A battle in which both sides have played these cards in the first round.
pub fn fight(position: &str, dice: &str, eldar: &str, ultramarines: &str) -> Scenario {
    let mut battle = prepared(position, dice, eldar, ultramarines);
    battle.play(&format!("eldar: card {eldar}\nultramarines: card {ultramarines}"));
    battle
}

/// What a side counts in combat or strike: dice, then combat tokens. `OOM + DD`.
pub fn side(scenario: &Scenario, faction: &str) -> String {
    let letters = |counts: &[u8]| -> String {
        counts.iter().zip(["O", "D", "M"]).map(|(&count, letter)| letter.repeat(usize::from(count))).collect()
    };
    let seat = scenario.seat(faction);
    let dice = letters(&scenario.game.table.dice(seat));
    let fights = scenario.game.table.battle.as_ref().and_then(|battle| Some((battle, battle.side_of(seat)?)));
    match fights.map(|(battle, side)| letters(&battle.side(side).tokens)) {
        Some(tokens) if !tokens.is_empty() => format!("{dice} + {tokens}"),
        _ => dice,
    }
}

/// Offence, defence and morale on a side's faceup cards.
pub fn icons(scenario: &Scenario, faction: &str) -> [u8; 3] {
    let side = scenario.game.table.battle().side_of(scenario.seat(faction)).expect("it fights");
    Face::ALL.map(|face| combat::icons(scenario.game.look(), side, face))
}

pub fn hand(scenario: &Scenario, faction: &str) -> usize {
    scenario.game.table.player(scenario.seat(faction)).hand.len()
}

pub fn offered(scenario: &Scenario) -> String {
    scenario.choices().join(" | ")
}

/// Is this faction asked next?
pub fn asked(scenario: &Scenario, faction: &str) -> bool {
    scenario.asked() == scenario.seat(faction)
}

/// An order of this faction in 2A, revealed and being resolved.
pub fn order_of(faction: &str, kind: &str, position: &str, dice: &str) -> Scenario {
    let start = format!("{BOARD}\nphase operations\nfirst {faction}\norders 2A: {faction} {kind}");
    let mut game = scenario(&format!("{start}\n{position}"), dice);
    game.play("system 2A");
    if kind != "strategize" {
        game.play("resolve");
    }
    game
}

/// A Refresh Phase in which this faction has chosen this event card.
pub fn event_of(faction: &str, card: &str, position: &str) -> Scenario {
    let start = format!("{BOARD}\nphase refresh\nfirst {faction}\n{faction} on-deck strategize");
    let mut game = scenario(&format!("{start}\n{faction} events {card}\n{position}"), "");
    game.play(&format!("event {card}"));
    game
}
