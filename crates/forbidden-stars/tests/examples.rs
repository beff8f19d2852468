//! The worked examples printed in Learn to Play.

mod common;

use common::{Scenario, check, new_game, scenario};
use expect_test::expect;
use forbidden_stars::{Choice, MapChoice};

/// "Winning the game": with two players, two objective tokens win. [winning.target.1]
#[test]
fn two_players_play_to_two_objectives() {
    let objectives = |collected: u8| {
        scenario(
            &format!(
                "players ultramarines chaos
                 phase refresh
                 tile 10A at 0 0 turn 0
                 tile 5A at 0 -1 turn 2
                 at argovia: ultramarines scout
                 at xinghua: chaos cultist
                 objective argovia ultramarines
                 ultramarines objectives {collected}"
            ),
            "",
        )
    };
    assert!(objectives(1).log().contains("Victory for Ultramarines"));
    assert!(!objectives(0).log().contains("Victory"));
}

/// "Advance Order example": a ship opens the void, and three moves of ground units follow. [advance-order.steps.1, moving-ground-units.path.1]
#[test]
fn advance_order_example() {
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         tile 10A at 0 0 turn 2
         tile 5A at -1 0 turn 0
         at 5A.SW: ultramarines strike-cruiser
         at xinghua: ultramarines 2 space-marine, scout
         at illedrias: ultramarines scout
         at thylin: chaos cultist
         orders 10A: ultramarines advance
         orders 5A: chaos advance",
        "",
    );
    // 1. and 2. The order is revealed; the Strike Cruiser moves into the void, before any ground unit.
    game.play("system 10A\nresolve");
    assert_eq!(game.choices(), ["move strike-cruiser 5A.SW 10A.NW", "done"]);
    game.play("move strike-cruiser 5A.SW 10A.NW");
    // 3. to 5. All moves happen together; those inside the system are named first.
    game.play(
        "move scout illedrias turaci
         move scout xinghua illedrias
         move space-marine xinghua argovia
         move space-marine xinghua argovia",
    );
    assert_eq!(game.at("10A.NW"), "ultramarines strike-cruiser");
    assert_eq!(game.at("argovia"), "ultramarines 2 space-marine", "upper right, through the void");
    assert_eq!(game.at("illedrias"), "ultramarines scout", "lower left, through the void");
    assert_eq!(game.at("turaci"), "ultramarines scout", "lower right, next door");
    assert_eq!(game.at("xinghua"), "");
}

/// Without the ship there is no path through the void. [moving-ground-units.path.1]
#[test]
fn advance_order_example_without_the_ship() {
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         tile 10A at 0 0 turn 2
         tile 5A at -1 0 turn 0
         at 5A.SW: ultramarines strike-cruiser
         at xinghua: ultramarines space-marine
         at illedrias: ultramarines scout
         orders 10A: ultramarines advance",
        "",
    );
    game.play("system 10A\nresolve\ndone");
    assert!(game.choices().iter().all(|choice| !choice.starts_with("move space-marine")));
}

/// "Roll dice": two Land Raiders roll six dice. [combat.roll-dice.1]
#[test]
fn two_land_raiders_roll_six_dice() {
    let battle = scenario("battle: ultramarines 2 land-raider attack chaos cultist", "OODDMM | O");
    battle.all_dice_used();
    assert!(battle.log().contains("Ultramarines rolls 2 offence, 2 defence, 2 morale"));
}

/// "Reinforcement tokens": on a world a token of the Ultramarines is a Scout. [reinforcement-tokens.kind.1, combat-card-resolution.requisite.5]
#[test]
fn a_token_of_the_ultramarines_is_a_scout() {
    let mut battle = scenario(
        "battle: ultramarines space-marine attack chaos helbrute
         ultramarines assets 1 reinforcement
         ultramarines deck ambush
         chaos deck dark-faith",
        "MM | MMM",
    );
    battle.play("amount 1\nultramarines: card ambush\nchaos: card dark-faith\ndecline");
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability", "the ability for Scouts");
}

/// "Suffering damage": two Scouts suffer three damage. [damage.assign.1, damage.destroy.1, damage.excess.1, damage.rout.1]
#[test]
fn damage_example() {
    check(
        "battle: chaos chaos-space-marine attack ultramarines 2 scout
         chaos deck dark-faith
         ultramarines deck faith-in-the-emperor",
        "OOO | MM",
        "chaos: card dark-faith
         ultramarines: card faith-in-the-emperor
         decline
         decline
         decline
         unit scout pergam
         ?
         unit scout pergam",
        expect![[r#"
              Combat on Pergam: World Eaters attacks Ultramarines
              World Eaters rolls 3 offence, 0 defence, 0 morale
              Ultramarines rolls 0 offence, 0 defence, 2 morale
              World Eaters draws 5 combat cards
              Ultramarines draws 5 combat cards
              Execution round 1
            > chaos: card dark-faith
            > ultramarines: card faith-in-the-emperor
              World Eaters reveals Dark Faith
            > chaos: decline
              Ultramarines reveals Faith in the Emperor
            > ultramarines: decline
            > ultramarines: decline
              World Eaters suffers 0 damage
              Ultramarines suffers 3 damage
            > ultramarines: unit scout pergam
              Scout destroyed on Pergam
            ? Ultramarines: choose who suffers 1 damage: unit scout pergam
            > ultramarines: unit scout pergam
              Scout routed on Pergam
              Execution round 2"#]],
    );
}

/// "Combat example", parts I and II: Ultramarines attack Eldar, two execution rounds. [combat-card-resolution.boxes.1, combat.assess-damage.3, combat.end-of-round.1, damage.excess.1]
#[test]
fn combat_example() {
    check(
        "battle: ultramarines space-marine, scout attack eldar aspect-warrior, wraithguard
         ultramarines deck blessed-power-armour, faith-in-the-emperor
         eldar deck howling-banshees, hit-and-run",
        "OOM | OODM | M | M",
        "ultramarines: card blessed-power-armour
         eldar: card howling-banshees
         accept
         die offence
         done
         accept
         accept
         unit scout pergam
         ultramarines: card faith-in-the-emperor
         eldar: card hit-and-run
         accept
         option 1
         unit scout pergam routed
         accept
         ?
         decline
         unit scout pergam
         unit space-marine pergam",
        expect![[r#"
              Combat on Pergam: Ultramarines attacks Craftworld Iyanden
              Ultramarines rolls 2 offence, 0 defence, 1 morale
              Craftworld Iyanden rolls 2 offence, 1 defence, 1 morale
              Ultramarines draws 5 combat cards
              Craftworld Iyanden draws 5 combat cards
              Execution round 1
            > ultramarines: card blessed-power-armour
            > eldar: card howling-banshees
              Ultramarines reveals Blessed Power Armour
            > ultramarines: accept
              Ultramarines has 0 offence and 2 defence tokens
            > ultramarines: die offence
              Ultramarines has 1 offence, 1 defence, 1 morale
            > ultramarines: done
              Craftworld Iyanden reveals Howling Banshees
            > eldar: accept
              Craftworld Iyanden rolls 0 offence, 0 defence, 1 morale
            > eldar: accept
              Craftworld Iyanden has 2 offence, 1 defence, 1 morale
            > ultramarines: unit scout pergam
              Scout routed on Pergam
              Ultramarines suffers 0 damage
              Craftworld Iyanden suffers 0 damage
              Execution round 2
            > ultramarines: card faith-in-the-emperor
            > eldar: card hit-and-run
              Ultramarines reveals Faith in the Emperor
            > ultramarines: accept
              Ultramarines rolls 0 offence, 0 defence, 1 morale
            > ultramarines: option 1
            > ultramarines: unit scout pergam routed
              Scout rallied on Pergam
              Craftworld Iyanden reveals Hit and Run
            > eldar: accept
              Craftworld Iyanden has 2 offence and 0 defence tokens
            ? Craftworld Iyanden: Hit and Run: use this ability: accept | decline
            > eldar: decline
              Ultramarines suffers 4 damage
            > ultramarines: unit scout pergam
              Scout destroyed on Pergam
            > ultramarines: unit space-marine pergam
              Space Marine routed on Pergam
              Craftworld Iyanden suffers 0 damage
              Execution round 3"#]],
    );
}

/// "Tile placement example": the Eldar player, sixth of a four-player game, has eight places; three at the ends are closed. [setup.board-size.3]
#[test]
fn tile_placement_example() {
    let factions = ["orks", "eldar", "ultramarines", "chaos"];
    let mut game = (0..100)
        .map(|seed| new_game(&factions, MapChoice::Free, seed))
        .find(|game| game.asked() == game.seat("orks"))
        .expect("some seed lets the Orks begin");
    for cell in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)] {
        place_tile(&mut game, cell);
    }
    assert_eq!(game.asked(), game.seat("eldar"));
    let mut cells: Vec<(i8, i8)> = tiles(&game).into_iter().map(|(cell, _)| cell).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells, [(0, -1), (0, 2), (1, -1), (1, 1), (2, -1), (2, 1), (3, -1), (3, 1)]);
}

/// The cells offered for a tile, each with its choice.
fn tiles(game: &Scenario) -> Vec<((i8, i8), Choice)> {
    let mut choices = Vec::new();
    game.game.choices(game.asked(), &mut choices);
    let cell = |choice| match choice {
        Choice::Tile { col, row, .. } => Some(((col, row), choice)),
        _ => None,
    };
    choices.into_iter().filter_map(cell).collect()
}

/// Places a tile at this cell, and forces and objectives as they come.
fn place_tile(game: &mut Scenario, cell: (i8, i8)) {
    let (_, tile) = tiles(game).into_iter().find(|&(place, _)| place == cell).expect("the cell is open");
    game.game.take(game.asked(), tile, &mut Vec::new());
    while tiles(game).is_empty() {
        let mut choices = Vec::new();
        game.game.choices(game.asked(), &mut choices);
        let choice = choices.first().expect("a choice");
        game.game.take(game.asked(), *choice, &mut Vec::new());
    }
}
