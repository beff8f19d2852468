//! Unit capacity: what an area can hold, and when that is tested.

use crate::common::{Scenario, scenario};
use forbidden_stars::board::Looking;
use forbidden_stars::notation::Names;

/// The active system 2A (NW Pergam 5, NE Laodicea 1, voids SE and SW) with 5A to the north (voids NW and NE,
/// SE Thylin 4, SW Xinghua 2). Thylin borders Laodicea, Xinghua borders Pergam.
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    orders 2A: ultramarines advance
    orders 5A: chaos deploy
";

fn game(pieces: &str) -> Scenario {
    scenario(&format!("{BOARD}{pieces}"), "")
}

/// A world's capacity is printed on it, a void's is three. [unit-capacity.value.1, voids.capacity.1]
#[test]
fn capacity_is_printed_and_three_in_voids() {
    let game = game("at pergam: ultramarines scout\nat thylin: chaos cultist");
    let names = Names::of(game.game.look());
    let capacity = |area: &str| game.game.look().facts(names.read_area(area).expect("an area of the board")).capacity;
    assert_eq!(["pergam", "laodicea", "2A.SE", "2A.SW", "thylin", "xinghua"].map(capacity), [5, 1, 3, 3, 4, 2]);
}

/// Four own ships are one too many for a void, three are not. [voids.capacity.1, unit-capacity.excess.1]
#[test]
fn a_void_holds_three_ships() {
    let pieces = "at pergam: ultramarines city\nat thylin: chaos cultist\nat 5A.NW: ultramarines 3 strike-cruiser\n";
    let mut four = game(&format!("{pieces}at 2A.SE: ultramarines battle-barge"));
    four.play("system 2A\nresolve");
    for _ in 0..3 {
        four.play("move strike-cruiser 5A.NW 2A.SE");
    }
    assert_eq!(four.choices(), ["unit strike-cruiser 2A.SE", "unit battle-barge 2A.SE"]);
    four.play("unit strike-cruiser 2A.SE");
    assert_eq!(four.at("2A.SE"), "ultramarines 2 strike-cruiser, battle-barge");
    assert_eq!(four.prompt(), "World Eaters: reveal an order");
    let mut three = game(pieces);
    three.play("system 2A\nresolve");
    for _ in 0..3 {
        three.play("move strike-cruiser 5A.NW 2A.SE");
    }
    assert_eq!(three.prompt(), "World Eaters: reveal an order");
}

/// The owner destroys units of his choice, routed or not, as many as needed and no more.
/// [unit-capacity.excess.1, unit-capacity.excess.2]
#[test]
fn the_owner_chooses_what_to_destroy() {
    // Xinghua holds two.
    let mut game = game("at xinghua: ultramarines 2 scout, space-marine, scout routed\nat thylin: chaos cultist");
    game.play("system 2A\nresolve\ndone");
    assert_eq!(game.asked(), game.seat("ultramarines"));
    let all = ["unit scout xinghua", "unit scout xinghua routed", "unit space-marine xinghua"];
    assert_eq!(game.choices(), all);
    game.play("unit scout xinghua");
    assert_eq!(game.choices(), all, "one more has to go; nobody may stop here");
    game.play("unit space-marine xinghua");
    assert_eq!(game.at("xinghua"), "ultramarines scout, scout routed");
    assert_eq!(game.prompt(), "World Eaters: reveal an order", "a third is not destroyed");
}

/// Structures never count. [unit-capacity.structures.1]
#[test]
fn structures_do_not_count() {
    let mut game = game("at xinghua: ultramarines bastion, 2 scout\nat thylin: chaos cultist");
    game.play("system 2A\nresolve\ndone");
    assert_eq!(game.prompt(), "World Eaters: reveal an order");
}

/// Overfull areas are accepted during the order, in movement and combat, and settled right after it.
/// [unit-capacity.timing.1, unit-capacity.player.1]
#[test]
fn capacity_is_tested_after_the_order() {
    let mut game = scenario(
        &format!("{BOARD}at pergam: ultramarines 2 scout\nat laodicea: chaos cultist\nat thylin: chaos cultist"),
        "OO | D",
    );
    game.play("system 2A\nresolve\nmove scout pergam laodicea\nmove scout pergam laodicea");
    game.all_dice_used();
    assert!(game.game.table.battle.is_some(), "two attackers fight on a world for one");
    assert_eq!(game.at("laodicea"), "ultramarines 2 scout; chaos cultist");
}

/// A winner above the capacity of what he took loses the excess after the capture.
/// [unit-capacity.capture.1, unit-capacity.timing.1]
#[test]
fn a_winner_loses_the_excess() {
    let mut game = game(
        "at pergam: ultramarines 3 scout, 2 space-marine
         at laodicea: chaos city
         at thylin: chaos cultist",
    );
    game.play("system 2A\nresolve");
    game.play("move scout pergam laodicea\nmove scout pergam laodicea\nmove scout pergam laodicea");
    game.play("move space-marine pergam laodicea\nmove space-marine pergam laodicea");
    assert_eq!(game.at("laodicea"), "ultramarines city, 3 scout, 2 space-marine", "captured first");
    assert_eq!(game.choices(), ["unit scout laodicea", "unit space-marine laodicea"]);
    game.play("unit scout laodicea\nunit space-marine laodicea\nunit scout laodicea\nunit scout laodicea");
    assert_eq!(game.at("laodicea"), "ultramarines city, space-marine");
    assert_eq!(game.prompt(), "World Eaters: reveal an order");
}

/// All players are tested after an order, the first player first. [unit-capacity.timing.2]
#[test]
fn the_first_player_destroys_first() {
    for (first, second) in [("ultramarines", "chaos"), ("chaos", "ultramarines")] {
        let mut game = game(&format!(
            "first {first}
             turn ultramarines
             at pergam: ultramarines 3 scout
             at laodicea: chaos 2 cultist routed
             at thylin: chaos 3 cultist"
        ));
        game.play("system 2A\nresolve\nmove scout pergam laodicea\nmove scout pergam laodicea\ndone");
        if game.prompt().contains("retreat") {
            game.play("area thylin");
        }
        assert_eq!(game.at("thylin"), "chaos 3 cultist, 2 cultist routed");
        let excess = |faction: &str| if faction == "chaos" { "unit cultist thylin" } else { "unit scout laodicea" };
        assert_eq!(game.asked(), game.seat(first));
        game.play(excess(first));
        assert_eq!(game.asked(), game.seat(second));
        game.play(excess(second));
        assert_eq!(game.prompt(), "World Eaters: reveal an order");
    }
}

/// What a retreat overfills is settled after the order, not at once. [unit-capacity.timing.3]
#[test]
fn a_retreat_overfills_until_the_order_ends() {
    let mut game = scenario(
        "players chaos eldar
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: chaos advance
         orders 5A: eldar deploy
         at xinghua: chaos 2 chaos-space-marine
         at pergam: eldar 2 aspect-warrior
         at laodicea: eldar aspect-warrior
         chaos deck dark-faith, dark-faith
         eldar deck ranger-support, ranger-support",
        "OOOOOO | MMMM",
    );
    game.play("system 2A\nresolve");
    game.play("move chaos-space-marine xinghua pergam\nmove chaos-space-marine xinghua pergam");
    game.all_dice_used();
    game.play("chaos: card dark-faith\neldar: card ranger-support");
    while game.asked() == game.seat("chaos") {
        game.play("decline");
    }
    game.play("unit aspect-warrior pergam\narea laodicea");
    assert!(game.game.table.battle.is_some(), "the combat goes on");
    assert_eq!(game.at("laodicea"), "eldar aspect-warrior, aspect-warrior routed", "one too many, for now");
    game.play("unit aspect-warrior pergam");
    assert!(game.game.table.battle.is_none());
    assert_eq!(game.choices(), ["unit aspect-warrior laodicea", "unit aspect-warrior laodicea routed"]);
}

/// What events overfill is settled once, after the last player's event. [unit-capacity.timing.4]
#[test]
fn events_are_settled_after_the_last_player() {
    let mut game = scenario(
        "players chaos ultramarines
         phase refresh
         tile 2A at 0 0 turn 0
         at laodicea: chaos helbrute
         at pergam: ultramarines scout
         chaos on-deck strategize
         chaos events prophets-and-signs
         ultramarines on-deck strategize
         ultramarines events exterminatus",
        "",
    );
    game.play("event prophets-and-signs\noption 1\nfree cultist laodicea");
    assert_eq!(game.at("laodicea"), "chaos 2 cultist, helbrute");
    assert_eq!(game.asked(), game.seat("ultramarines"), "the next player's event comes first");
    game.play("event exterminatus\naccept");
    assert_eq!(game.asked(), game.seat("chaos"));
    assert_eq!(game.choices(), ["unit cultist laodicea", "unit helbrute laodicea"]);
    game.play("unit cultist laodicea\nunit cultist laodicea");
    assert_eq!(game.prompt(), "Ultramarines: place an order token", "the next round");
}

/// Committed reinforcement tokens are gone before the test. [unit-capacity.reinforcements.1]
#[test]
fn reinforcements_do_not_count() {
    // Xinghua holds two.
    let mut game = scenario(
        "players chaos eldar
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 5A: eldar deploy, chaos advance
         at pergam: chaos 2 chaos-space-marine
         at xinghua: eldar aspect-warrior
         at thylin: eldar city
         chaos assets 2 reinforcement
         chaos deck dark-faith, dark-faith
         eldar deck ranger-support, ranger-support",
        "OOOOOO | DD",
    );
    game.play("system 5A\nresolve");
    game.play("move chaos-space-marine pergam xinghua\nmove chaos-space-marine pergam xinghua\namount 2");
    game.play("chaos: card dark-faith\neldar: card ranger-support");
    game.play("decline\ndecline\nunit aspect-warrior xinghua");
    game.all_dice_used();
    assert_eq!(game.at("xinghua"), "chaos 2 chaos-space-marine");
    assert_eq!(game.prompt(), "Craftworld Iyanden: reveal an order", "nothing is destroyed");
}
