//! Advance Order: what may move, where to, and what follows.

use crate::common::{Scenario, scenario};

/// The active system 2A (NW Pergam 5, NE Laodicea 1, voids SE and SW) with 5A to the north (voids NW and NE,
/// SE Thylin 4, SW Xinghua 2) and 3A to the east (void NW, NE Azernikh 2, void SE, SW Lytheria 4).
/// Xinghua borders Pergam, Thylin borders Laodicea, Lytheria borders the void 2A.SE.
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    tile 3A at 1 0 turn 0
    orders 5A: chaos strategize
    at azernikh: chaos bastion
";

/// The Ultramarines resolve an Advance Order in 2A.
fn advance(pieces: &str) -> Scenario {
    advance_with_dice(pieces, "")
}

fn advance_with_dice(pieces: &str, dice: &str) -> Scenario {
    let mut game = scenario(&format!("{BOARD}orders 2A: ultramarines advance\n{pieces}"), dice);
    game.play("system 2A\nresolve");
    game
}

/// Stops moving ships, where more could move.
fn end_ships(game: &mut Scenario) {
    if game.prompt() == "Ultramarines: move a ship" {
        game.play("done");
    }
}

/// Stops moving altogether, where more could move.
fn end_moves(game: &mut Scenario) {
    end_ships(game);
    if game.prompt() == "Ultramarines: move a ground unit" {
        game.play("done");
    }
}

fn moves(game: &Scenario) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with("move ")).collect()
}

/// Is the next turn's player asked to reveal an order, the present order being over?
fn is_over(game: &Scenario) -> bool {
    game.prompt() == "World Eaters: reveal an order"
}

/// Ships move first, then ground units, then comes combat or an orbital strike. [advance-order.steps.1]
#[test]
fn ships_then_ground_units_then_strike() {
    let mut game = advance(
        "at 2A.SE: ultramarines strike-cruiser
         at xinghua: ultramarines 2 scout
         at laodicea: chaos cultist",
    );
    assert_eq!(game.choices(), ["move strike-cruiser 2A.SE 2A.SW", "done"]);
    game.play("done");
    assert_eq!(game.choices(), ["move scout xinghua pergam", "done"]);
    game.play("move scout xinghua pergam\n! move strike-cruiser 2A.SE 2A.SW");
    assert_eq!(game.choices(), ["move scout xinghua pergam", "done"]);
    game.play("done");
    assert_eq!(game.choices(), ["strike 2A.SE laodicea", "decline"]);
}

/// Ships of the active system and of one adjacent system move, each to a void of its own choice. [advance-order.ships.1]
#[test]
fn ships_come_from_one_adjacent_system() {
    let mut game = advance(
        "at 2A.SE: ultramarines strike-cruiser
         at 5A.NW: ultramarines battle-barge
         at 3A.SE: ultramarines strike-cruiser
         at pergam: ultramarines scout",
    );
    assert!(game.offers("move strike-cruiser 3A.SE 2A.SE") && game.offers("move strike-cruiser 3A.SE 2A.SW"));
    game.play("move strike-cruiser 2A.SE 2A.SW\nmove battle-barge 5A.NW 2A.SE");
    assert_eq!(
        game.prompt(),
        "Ultramarines: move a ground unit",
        "no ship of a second adjacent system is left to move"
    );
    end_moves(&mut game);
    assert_eq!((game.at("2A.SE"), game.at("2A.SW")), both("ultramarines battle-barge", "ultramarines strike-cruiser"));
}

fn both(one: &str, other: &str) -> (String, String) {
    (one.to_owned(), other.to_owned())
}

/// Any number of ships may come; they are not limited to one of each. [advance-order.ships.1]
#[test]
fn any_number_of_ships_moves() {
    let mut game = advance("at 5A.NW: ultramarines 3 strike-cruiser, battle-barge\nat pergam: ultramarines scout");
    game.play(
        "move strike-cruiser 5A.NW 2A.SE
         move strike-cruiser 5A.NW 2A.SE
         move strike-cruiser 5A.NW 2A.SW
         move battle-barge 5A.NW 2A.SW",
    );
    assert_eq!(game.at("2A.SE"), "ultramarines 2 strike-cruiser");
    assert_eq!(game.at("2A.SW"), "ultramarines strike-cruiser, battle-barge");
}

/// Ships need no path, and the voids need not be adjacent. [advance-order.ships.2]
#[test]
fn ships_jump_over_enemy_voids() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 3A: ultramarines advance
             at 2A.SW: ultramarines strike-cruiser
             at 2A.SE: chaos iconoclast-destroyer
             at 3A.NW: chaos iconoclast-destroyer
             at pergam: ultramarines scout"
        ),
        "",
    );
    game.play("system 3A\nresolve\nmove strike-cruiser 2A.SW 3A.SE");
    end_ships(&mut game);
    assert_eq!(game.at("3A.SE"), "ultramarines strike-cruiser");
}

/// A ship ends its move in a void of the active system. [advance-order.ships.3]
#[test]
fn ships_do_not_leave_the_active_system() {
    let mut game = advance(
        "at 2A.SE: ultramarines strike-cruiser
         at 5A.NW: ultramarines strike-cruiser
         at pergam: ultramarines scout",
    );
    assert_eq!(
        moves(&game),
        ["move strike-cruiser 2A.SE 2A.SW", "move strike-cruiser 5A.NW 2A.SE", "move strike-cruiser 5A.NW 2A.SW"]
    );
    game.play(
        "! move strike-cruiser 2A.SE 5A.NW\n! move strike-cruiser 2A.SE 3A.NW\n! move strike-cruiser 5A.NW 5A.NE",
    );
}

/// A scout in each system, and a void that opens the way from the east.
const SCOUTS: &str = "at pergam: ultramarines scout
    at xinghua: ultramarines scout
    at lytheria: ultramarines scout
";

/// Ground units of the active system and of one adjacent system move along legal paths. [advance-order.ground.1]
#[test]
fn ground_units_come_from_one_adjacent_system() {
    let mut game = advance(&format!("{SCOUTS}at 2A.SE: ultramarines strike-cruiser"));
    game.play("done");
    assert_eq!(
        moves(&game),
        [
            "move scout pergam laodicea",
            "move scout xinghua pergam",
            "move scout xinghua laodicea",
            "move scout lytheria laodicea"
        ]
    );
    game.play("move scout pergam laodicea\nmove scout xinghua pergam");
    assert!(!game.offers("move scout lytheria laodicea"), "a second adjacent system is refused");
    end_moves(&mut game);
    assert_eq!((game.at("pergam"), game.at("laodicea")), both("ultramarines scout", "ultramarines scout"));
}

/// Where ships came from an adjacent system, ground units come from there or from the active one. [advance-order.ground.2]
#[test]
fn ground_units_come_from_where_the_ships_came() {
    let mut game = advance(&format!("{SCOUTS}at 5A.NW: ultramarines strike-cruiser"));
    game.play("move strike-cruiser 5A.NW 2A.SE");
    end_ships(&mut game);
    assert!(game.offers("move scout pergam laodicea") && game.offers("move scout xinghua pergam"));
    assert!(!game.offers("move scout lytheria laodicea"));
}

/// Ships that only moved inside the active system do not bind the ground units. [advance-order.ground.3]
#[test]
fn ships_of_the_active_system_do_not_bind_ground_units() {
    let mut game = advance(&format!("{SCOUTS}at 2A.SW: ultramarines strike-cruiser"));
    game.play("move strike-cruiser 2A.SW 2A.SE");
    end_ships(&mut game);
    assert!(game.offers("move scout xinghua pergam") && game.offers("move scout lytheria laodicea"));
    game.play("move scout lytheria laodicea");
    assert!(!game.offers("move scout xinghua pergam"));
}

/// All movement is optional: an order may move nothing and still strike. [advance-order.optional.1]
#[test]
fn an_order_may_move_nothing_and_strike() {
    let mut game = advance_with_dice(
        "at 2A.SE: ultramarines strike-cruiser\nat pergam: ultramarines scout\nat laodicea: chaos cultist",
        "DD",
    );
    assert!(game.offers("done"));
    game.play("done");
    assert!(game.offers("done"));
    game.play("done\nstrike 2A.SE laodicea");
    game.all_dice_used();
    assert_eq!(game.at("2A.SE"), "ultramarines strike-cruiser");
    assert_eq!(game.at("pergam"), "ultramarines scout");
    assert!(is_over(&game));
}

/// After ships have entered an enemy void no enemy world may be entered; other worlds may. [advance-order.contested.1]
#[test]
fn one_area_becomes_contested() {
    let pieces = "at 2A.SE: ultramarines strike-cruiser
        at 2A.SW: chaos iconoclast-destroyer
        at pergam: ultramarines scout
        at xinghua: ultramarines scout
        at laodicea: chaos cultist";
    let mut game = advance(pieces);
    game.play("done");
    assert!(game.offers("move scout pergam laodicea"));
    let mut game = advance(pieces);
    game.play("move strike-cruiser 2A.SE 2A.SW");
    end_ships(&mut game);
    assert_eq!(moves(&game), ["move scout xinghua pergam"]);
}

/// Once one enemy world is entered, another is not; the first still is. [advance-order.contested.1]
#[test]
fn a_second_enemy_world_is_not_entered() {
    let mut game = advance(
        "at pergam: chaos cultist
         at laodicea: chaos cultist
         at xinghua: ultramarines 2 scout
         at thylin: ultramarines 2 scout",
    );
    assert!(game.offers("move scout xinghua pergam"));
    game.play("move scout thylin laodicea");
    let also = ["move scout thylin laodicea", "move scout xinghua laodicea"];
    assert_eq!(moves(&game), also, "Xinghua reaches Laodicea through Thylin; Pergam is not entered as well");
}

/// No area holds more than five of the mover's units when movement ends. [advance-order.cap.1]
#[test]
fn five_units_at_most_end_in_an_area() {
    let mut game = advance("at pergam: ultramarines 2 scout\nat xinghua: ultramarines 4 scout");
    game.play("move scout xinghua pergam\nmove scout xinghua pergam\nmove scout xinghua pergam");
    assert!(!game.offers("move scout xinghua pergam"), "the fourth is refused");
    game.play("done");
    assert_eq!(game.at("pergam"), "ultramarines 5 scout");
    assert!(is_over(&game));
}

/// The five count own routed units and no enemies. [advance-order.cap.1, advance-order.cap.2]
#[test]
fn routed_units_count_and_enemies_do_not() {
    let mut game = advance("at pergam: ultramarines scout routed\nat xinghua: ultramarines 5 scout");
    for _ in 0..4 {
        game.play("move scout xinghua pergam");
    }
    assert!(!game.offers("move scout xinghua pergam"), "five arrivals beside a routed unit are refused");

    let pieces = "at pergam: chaos 5 cultist\nat xinghua: ultramarines 6 scout";
    let mut game = advance_with_dice(pieces, "OOOOO | DDDDD");
    for _ in 0..5 {
        game.play("move scout xinghua pergam");
    }
    game.all_dice_used();
    assert_eq!(game.at("xinghua"), "ultramarines scout", "five attack, however many defend; the sixth stays");
    assert!(game.game.table.battle.is_some());
}

/// Only the end of the movement counts: two may leave a full world and two others enter it. [advance-order.cap.3]
#[test]
fn the_cap_is_tested_when_movement_ends() {
    let mut game = advance("at pergam: ultramarines 5 scout\nat xinghua: ultramarines 2 space-marine");
    game.play(
        "move scout pergam laodicea
         move scout pergam laodicea
         move space-marine xinghua pergam
         move space-marine xinghua pergam",
    );
    assert_eq!(game.at("pergam"), "ultramarines 3 scout, 2 space-marine");
}

/// Full areas may exchange units, and while one of them has too many nobody may stop. [advance-order.cap.3]
#[test]
fn full_areas_exchange_units() {
    let mut game = advance("at pergam: ultramarines 5 scout\nat laodicea: ultramarines 5 space-marine");
    game.play("move scout pergam laodicea");
    assert!(!game.offers("done"), "six units on Laodicea");
    game.play("move space-marine laodicea pergam");
    assert!(game.offers("done"));
    game.play("done");
    assert_eq!(game.at("pergam"), "ultramarines 4 scout, space-marine");
    assert_eq!(game.at("laodicea"), "ultramarines scout, 4 space-marine");
}

/// The cap holds for ships when ship movement ends. [advance-order.cap.1, advance-order.cap.3]
#[test]
fn five_ships_at_most_end_in_a_void() {
    let mut game = advance(
        "at 2A.SE: ultramarines 3 strike-cruiser, battle-barge
         at 5A.NW: ultramarines 2 battle-barge
         at pergam: ultramarines scout",
    );
    game.play("move battle-barge 5A.NW 2A.SE");
    assert_eq!(moves(&game), ["move battle-barge 5A.NW 2A.SW"]);
}

/// A contested area is fought over; nothing else is offered. [advance-order.combat.1]
#[test]
fn combat_is_not_optional() {
    let mut game = advance_with_dice(
        "at 2A.SE: ultramarines strike-cruiser
         at xinghua: ultramarines scout
         at pergam: chaos cultist
         at laodicea: chaos cultist",
        "O | D",
    );
    game.play("done\nmove scout xinghua pergam");
    // The last unit has moved, so the combat starts by itself.
    game.all_dice_used();
    assert!(game.game.table.battle.is_some());
    let choices = game.choices();
    assert!(choices.iter().all(|choice| choice.starts_with("card ")), "no strike, no way out: {choices:?}");
}

/// Without a contested area one orbital strike may follow, and only one. [advance-order.strike.1]
#[test]
fn one_strike_follows_movement() {
    let pieces = "at 2A.SE: ultramarines strike-cruiser\nat laodicea: chaos 5 cultist\nat lytheria: ultramarines scout";
    let mut game = advance_with_dice(pieces, "DD");
    game.play("done\ndone");
    assert_eq!(game.choices(), ["strike 2A.SE laodicea", "decline"]);
    game.play("strike 2A.SE laodicea");
    game.all_dice_used();
    assert!(game.prompt().starts_with("World Eaters: destroy a unit"), "the order is over: {}", game.prompt());
}

/// After a combat, even one won without a fight, no strike is offered. [advance-order.strike.1]
#[test]
fn no_strike_after_a_combat() {
    let mut game = advance(
        "at 2A.SE: ultramarines strike-cruiser
         at xinghua: ultramarines scout
         at pergam: chaos factory
         at laodicea: chaos cultist",
    );
    game.play("done\nmove scout xinghua pergam");
    assert_eq!(game.at("pergam"), "ultramarines factory, scout");
    assert!(is_over(&game), "asked: {}", game.prompt());
}

/// Moving to where a unit stands is not a move and makes no origin for a retreat. [advance-order.zero-length.1]
#[test]
fn staying_is_not_a_move() {
    let mut game = advance("at 2A.SE: ultramarines strike-cruiser\nat pergam: ultramarines scout");
    assert_eq!(game.choices(), ["move strike-cruiser 2A.SE 2A.SW", "done"]);
    game.play("! move strike-cruiser 2A.SE 2A.SE\ndone");
    assert_eq!(game.choices(), ["move scout pergam laodicea", "done"]);
    game.play("! move scout pergam pergam");
    assert!(game.game.table.movement.origins.is_empty());
}

/// A player may leave his last friendly world; elimination waits for the end of the order. [advance-order.vacate.1]
#[test]
fn the_last_world_may_be_left() {
    let mut game = advance_with_dice(
        "at pergam: ultramarines scout
         at laodicea: chaos helbrute
         ultramarines deck reconnaissance
         chaos deck dark-faith",
        "M | OOO",
    );
    game.play("move scout pergam laodicea");
    game.all_dice_used();
    assert_eq!(game.at("pergam"), "");
    assert!(game.game.table.is_in(game.seat("ultramarines")), "he holds no world, but the order is not over");
    game.play("ultramarines: card reconnaissance\nchaos: card dark-faith");
    while game.offers("decline") {
        game.play("decline");
    }
    game.play("unit scout laodicea");
    assert!(!game.game.table.is_in(game.seat("ultramarines")), "now it is");
}

/// A unit may be moved by every Advance Order of a round. [advance-order.repeat.1]
#[test]
fn a_ship_moves_with_every_order() {
    let mut game = advance(
        "orders 5A: ultramarines advance
         at 3A.SE: ultramarines strike-cruiser
         at pergam: ultramarines scout",
    );
    game.play("move strike-cruiser 3A.SE 2A.SE");
    end_moves(&mut game);
    game.play("system 5A\nresolve\nmove strike-cruiser 2A.SE 5A.NE");
    assert_eq!(game.at("5A.NE"), "ultramarines strike-cruiser");
}

/// It fights in each resulting combat. [advance-order.repeat.1]
#[test]
fn a_unit_fights_with_every_order() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines advance, chaos deploy, ultramarines advance
             at xinghua: ultramarines scout
             at pergam: chaos city
             at laodicea: chaos city"
        ),
        "",
    );
    game.play("system 2A\nresolve\nmove scout xinghua pergam");
    game.play("system 2A\ndivert\nsystem 2A\nresolve\nmove scout pergam laodicea");
    assert_eq!(game.at("pergam"), "ultramarines city");
    assert_eq!(game.at("laodicea"), "ultramarines city, scout");
}

/// A routed unit does not move. [advance-order.repeat.1]
#[test]
fn routed_units_do_not_move() {
    let mut game = advance(
        "at 2A.SE: ultramarines strike-cruiser routed
         at pergam: ultramarines scout, scout routed",
    );
    assert_eq!(moves(&game), ["move scout pergam laodicea"], "the ship is not offered");
    game.play("move scout pergam laodicea");
    assert_eq!(game.at("pergam"), "ultramarines scout routed");
}
