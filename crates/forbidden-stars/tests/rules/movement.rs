//! Moving ground units and ships: paths, storms, and where each may stand.

use crate::common::{Scenario, scenario};

/// The active system 2A (NW Pergam 5, NE Laodicea 1, voids SE and SW) with 5A to the north (voids NW and NE,
/// SE Thylin 4, SW Xinghua 2) and 3A to the east (void NW, NE Azernikh 2, void SE, SW Lytheria 4).
/// Xinghua borders Pergam, Thylin borders Laodicea, Lytheria borders the void 2A.SE.
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    tile 3A at 1 0 turn 0
    orders 2A: ultramarines advance
    orders 5A: chaos strategize
    at azernikh: chaos bastion
";

/// The Ultramarines resolve an Advance Order in 2A.
fn advance(pieces: &str) -> Scenario {
    let mut game = scenario(&format!("{BOARD}{pieces}"), "");
    game.play("system 2A\nresolve");
    game
}

/// The same, past the ships.
fn ground(pieces: &str) -> Scenario {
    let mut game = advance(pieces);
    end_ships(&mut game);
    game
}

/// Stops moving ships, where more could move.
fn end_ships(game: &mut Scenario) {
    if game.prompt() == "Ultramarines: move a ship" {
        game.play("done");
    }
}

fn moves(game: &Scenario) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with("move ")).collect()
}

const FROM_LYTHERIA: &str = "move scout lytheria laodicea";

/// A path leads over friendly areas, worlds and voids alike; its end need not be friendly.
/// [moving-ground-units.path.1, moving-ground-units.path.2, moving-ground-units.path.3]
#[test]
fn a_path_leads_over_friendly_areas() {
    let game =
        ground("at lytheria: ultramarines scout\nat 2A.SE: ultramarines strike-cruiser\nat laodicea: chaos cultist");
    assert_eq!(moves(&game), [FROM_LYTHERIA], "one friendly void lies between, the end is an enemy world");
    let game = ground(
        "at lytheria: ultramarines scout
         at 2A.SE: ultramarines strike-cruiser
         at laodicea: ultramarines space-marine routed",
    );
    assert_eq!(moves(&game), ["move scout lytheria pergam", FROM_LYTHERIA], "world, void, world, world");
}

/// Between adjacent worlds ground units need nothing else. [moving-ground-units.path.4]
#[test]
fn adjacent_worlds_need_no_ships() {
    let game = ground("at pergam: ultramarines scout");
    assert_eq!(moves(&game), ["move scout pergam laodicea"]);
    let game = ground("at thylin: ultramarines scout");
    assert_eq!(moves(&game), ["move scout thylin laodicea"]);
}

/// Uncontrolled, enemy and contested areas cannot be crossed. [moving-ground-units.path.5]
#[test]
fn only_friendly_areas_are_crossed() {
    let open = ground("at lytheria: ultramarines scout\nat 2A.SE: ultramarines strike-cruiser");
    assert!(open.offers(FROM_LYTHERIA));
    let pergam = "at pergam: ultramarines scout\n";
    let empty_void = ground(&format!("{pergam}at lytheria: ultramarines scout"));
    assert_eq!(moves(&empty_void), ["move scout pergam laodicea"]);
    let enemy_void = ground(&format!("{pergam}at lytheria: ultramarines scout\nat 2A.SE: chaos iconoclast-destroyer"));
    assert_eq!(moves(&enemy_void), ["move scout pergam laodicea"]);
    let empty_world = ground("at xinghua: ultramarines scout");
    assert_eq!(moves(&empty_world), ["move scout xinghua pergam"], "Laodicea lies beyond");
    let enemy_world = ground("at xinghua: ultramarines scout\nat pergam: chaos cultist");
    assert_eq!(moves(&enemy_world), ["move scout xinghua pergam"], "Laodicea lies beyond");

    let mut contested_void = advance(&format!(
        "{pergam}at lytheria: ultramarines scout
         at 2A.SW: ultramarines strike-cruiser
         at 2A.SE: chaos iconoclast-destroyer"
    ));
    contested_void.play("move strike-cruiser 2A.SW 2A.SE");
    end_ships(&mut contested_void);
    assert_eq!(moves(&contested_void), ["move scout pergam laodicea"], "the void just made contested is not crossed");
}

/// A Warp Storm stops a step even between adjacent worlds. [moving-ground-units.path.6]
#[test]
fn storms_stop_ground_units() {
    let pieces = "at xinghua: ultramarines scout\nat pergam: ultramarines scout";
    let open = ground(pieces);
    assert!(open.offers("move scout xinghua pergam"));
    let stormy = ground(&format!("{pieces}\nstorm 2A-north"));
    assert_eq!(moves(&stormy), ["move scout pergam laodicea"]);
}

/// Ground units move at the same time: a world that is left may be crossed, one only entered may not.
/// [moving-ground-units.path.7]
#[test]
fn paths_are_judged_before_ground_units_move() {
    let mut left = ground("at pergam: ultramarines scout\nat xinghua: ultramarines scout");
    left.play("move scout pergam laodicea");
    assert!(left.offers("move scout xinghua laodicea"), "through Pergam, which nobody holds any more");
    let mut entered = ground("at xinghua: ultramarines 2 scout");
    entered.play("move scout xinghua pergam");
    assert_eq!(moves(&entered), ["move scout xinghua pergam"], "Pergam was not friendly at the start");
}

/// Paths are judged after the ships have moved. [moving-ground-units.path.8]
#[test]
fn paths_are_judged_after_ships_moved() {
    let mut entered = advance("at lytheria: ultramarines scout\nat 2A.SW: ultramarines strike-cruiser");
    entered.play("move strike-cruiser 2A.SW 2A.SE");
    end_ships(&mut entered);
    assert!(entered.offers(FROM_LYTHERIA));
    let mut left = advance(
        "at lytheria: ultramarines scout\nat pergam: ultramarines scout\nat 2A.SE: ultramarines strike-cruiser",
    );
    left.play("move strike-cruiser 2A.SE 2A.SW");
    end_ships(&mut left);
    assert!(!left.offers(FROM_LYTHERIA));
}

/// A path stays in the unit's own system and the active one. [moving-ground-units.path.9]
#[test]
fn paths_make_no_detour_through_third_systems() {
    // Thylin borders Solanum to its east, that borders the void 3A.NW, and that borders Laodicea.
    let pieces = "tile 4A at 1 -1 turn 2
        at thylin: ultramarines scout
        at solanum: ultramarines scout
        at 3A.NW: ultramarines strike-cruiser";
    let open = ground(pieces);
    assert_eq!(moves(&open), ["move scout thylin laodicea"], "next door");
    let stormy = ground(&format!("{pieces}\nat pergam: ultramarines scout\nstorm 2A-north"));
    assert_eq!(moves(&stormy), ["move scout pergam laodicea"], "not around the storm");
}

/// Any number of units passes through a friendly area. [moving-ground-units.path.10]
#[test]
fn one_ship_lets_many_pass() {
    let mut game = ground("at lytheria: ultramarines 5 scout\nat 2A.SE: ultramarines strike-cruiser");
    for _ in 0..5 {
        game.play(FROM_LYTHERIA);
    }
    assert_eq!(game.at("laodicea"), "ultramarines 5 scout");
}

/// A move of ground units ends on a world of the active system. [moving-ground-units.destination.1, voids.ground-units.1]
#[test]
fn ground_units_end_on_a_world_of_the_active_system() {
    let mut game = ground(
        "at pergam: ultramarines scout
         at xinghua: ultramarines scout
         at 2A.SE: ultramarines strike-cruiser
         at 2A.SW: ultramarines strike-cruiser",
    );
    assert_eq!(
        moves(&game),
        ["move scout pergam laodicea", "move scout xinghua pergam", "move scout xinghua laodicea"]
    );
    game.play("! move scout pergam xinghua\n! move scout xinghua thylin\n! move scout pergam 2A.SW");
}

/// Placing a ground unit needs no path and ignores storms; it lands on a world. [moving-ground-units.place.1, voids.ground-units.1]
#[test]
fn placing_needs_no_path() {
    let mut game = scenario(
        "players chaos ultramarines
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         storm 2A-north
         orders 2A: chaos dominate
         at pergam: chaos 2 cultist
         at xinghua: chaos cultist
         at laodicea: ultramarines scout",
        "",
    );
    game.play("system 2A\nresolve");
    assert_eq!(game.choices(), ["unit cultist pergam", "decline"]);
    game.play("unit cultist pergam");
    assert_eq!(game.choices(), ["area thylin", "area xinghua"], "worlds beyond the storm, no voids");
    game.play("area thylin");
    assert_eq!(game.at("thylin"), "chaos cultist");
}

/// Ships behind a storm on the edge of the active system do not move; those inside it do. [moving-ships.storm.1]
#[test]
fn storms_stop_ships() {
    let pieces = "at 5A.NW: ultramarines strike-cruiser
        at 2A.SE: ultramarines strike-cruiser
        at pergam: ultramarines scout";
    let open = advance(pieces);
    assert!(open.offers("move strike-cruiser 5A.NW 2A.SE"));
    let stormy = advance(&format!("{pieces}\nstorm 2A-north"));
    assert_eq!(moves(&stormy), ["move strike-cruiser 2A.SE 2A.SW"]);
    let elsewhere = advance(&format!("{pieces}\nstorm 2A-east"));
    assert!(elsewhere.offers("move strike-cruiser 5A.NW 2A.SE"));
}

/// The Eldar defend Pergam or the void 2A.SW with this card against attackers from 5A, who do nothing.
fn defence(battle: &str, dice: &str, card: &str) -> Scenario {
    let mut game = scenario(
        &format!(
            "battle: {battle}
             tile 3A at 1 0 turn 0
             chaos deck dark-faith, dark-faith
             eldar deck {card}, {card}"
        ),
        dice,
    );
    game.play(&format!("chaos: card dark-faith\neldar: card {card}"));
    while game.asked() == game.seat("chaos") {
        game.play("decline");
    }
    game
}

const ON_PERGAM: &str = "chaos 2 cultist attack eldar 2 aspect-warrior";
const IN_THE_VOID: &str = "chaos iconoclast-destroyer attack eldar 2 hellebore-frigate";

/// A card that moves ground units is stopped by storms; its text says where to. [moving-ground-units.ability.1]
#[test]
fn an_ability_that_moves_obeys_storms() {
    let at_choice = |battle: &str| {
        let mut game = defence(battle, "DD | MMMM", "hit-and-run");
        game.play("accept\naccept");
        moves(&game)
    };
    let laodicea = "move aspect-warrior pergam laodicea";
    assert_eq!(at_choice(ON_PERGAM), [laodicea, "move aspect-warrior pergam xinghua"]);
    assert_eq!(at_choice(&format!("{ON_PERGAM}\nstorm 2A-north")), [laodicea]);
}

/// Cards and retreats keep ground units out of voids. [voids.ground-units.1]
#[test]
fn ground_units_never_end_in_a_void() {
    // Pergam borders the empty void 2A.SW; the attackers came from 5A.
    let mut moved = defence(ON_PERGAM, "DD | MMMM", "hit-and-run");
    moved.play("accept\naccept");
    assert!(!moved.offers("move aspect-warrior pergam 2A.SW"));
    let mut retreated = defence(ON_PERGAM, "DD | MMMM", "ranger-support");
    retreated.play("unit aspect-warrior pergam");
    assert_eq!(retreated.choices(), ["area laodicea"], "2A.SW is next door too");
}

/// Cards and retreats keep ships away from worlds. [worlds.ships.1]
#[test]
fn ships_never_end_on_a_world() {
    let mut moved = defence(IN_THE_VOID, "DD | MMMMMM", "hit-and-run");
    moved.play("accept\naccept");
    assert_eq!(moves(&moved), ["move hellebore-frigate 2A.SW 2A.SE"], "Pergam is next door too");
    let mut retreated = defence(IN_THE_VOID, "DD | MMMMMM", "ranger-support");
    retreated.play("unit hellebore-frigate 2A.SW");
    assert_eq!(retreated.choices(), ["area 2A.SE", "area 3A.NW", "area 3A.SE"]);
}

/// Ships move and are bought into voids only. [worlds.ships.1]
#[test]
fn ships_move_and_are_deployed_in_voids() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines deploy
             at pergam: ultramarines factory
             at 2A.SE: ultramarines strike-cruiser"
        ),
        "",
    );
    game.play("system 2A\nresolve");
    let ships: Vec<String> = game.choices().into_iter().filter(|choice| choice.starts_with("buy strike")).collect();
    assert_eq!(ships, ["buy strike-cruiser 2A.SE", "buy strike-cruiser 2A.SW"]);
    game.play("! buy strike-cruiser pergam\ndone\nsystem 5A\nsystem 2A\nresolve");
    assert_eq!(moves(&game), ["move strike-cruiser 2A.SE 2A.SW"]);
    game.play("! move strike-cruiser 2A.SE pergam");
}

/// Placing a ship needs no path, ignores storms and is for voids only. [moving-ships.place.1, worlds.ships.1]
#[test]
fn ships_are_placed_in_voids() {
    let mut game = scenario(
        "players eldar chaos
         phase refresh
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         storm 2A-north moved
         eldar on-deck strategize
         eldar events outcasts-returned
         at pergam: eldar aspect-warrior
         at laodicea: chaos cultist
         at 2A.SE: chaos iconoclast-destroyer",
        "",
    );
    game.play("event outcasts-returned\noption 1");
    assert_eq!(
        game.choices(),
        ["free hellebore-frigate 2A.SW", "free hellebore-frigate 5A.NW", "free hellebore-frigate 5A.NE"],
        "uncontrolled voids, also where no Eldar ship could go, and no world"
    );
}
