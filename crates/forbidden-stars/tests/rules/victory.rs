//! Winning, ties, and elimination.

use crate::common::{Scenario, scenario};
use forbidden_stars::{Event, describe};

/// The factions that have won, once the game is over.
fn winners(scenario: &Scenario) -> Vec<String> {
    assert!(scenario.game.is_over(), "the game goes on: {}", scenario.log());
    let table = &scenario.game.table;
    let name = |seat| scenario.game.catalogue.factions[usize::from(table.player(seat).faction)].id.clone();
    scenario.game.winners().iter().map(name).collect()
}

/// A Refresh Phase of two players with a scout on Argovia and a cultist on Purge.
fn two_players(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players ultramarines chaos\nphase refresh\ntile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0
             at argovia: ultramarines scout\nat purge: chaos cultist\n{lines}"
        ),
        "",
    )
}

/// A Refresh Phase of three players on three home tiles.
fn three_players(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players ultramarines chaos orks\nphase refresh
             tile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0\ntile 11A at 2 0 turn 0
             at argovia: ultramarines scout\nat purge: chaos cultist\nat vimur: orks nob\n{lines}"
        ),
        "",
    )
}

/// As many own tokens as players began win; with one fewer the game goes on. [winning.target.1]
#[test]
fn the_target_is_the_number_of_players() {
    let two = two_players("ultramarines objectives 1\nobjective argovia ultramarines");
    assert_eq!(winners(&two), ["ultramarines"]);
    assert_eq!(describe::victory(&two.game), "with 2 objective tokens");
    assert!(!two_players("objective argovia ultramarines").game.is_over());
    let four = "players ultramarines chaos orks eldar\nphase refresh
        tile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0\ntile 11A at 2 0 turn 0\ntile 9A at 3 0 turn 0
        at argovia: ultramarines scout\nat purge: chaos cultist\nat vimur: orks nob\nat lycium: eldar aspect-warrior
        objective lycium eldar\n";
    assert_eq!(winners(&scenario(&format!("{four}eldar objectives 3"), "")), ["eldar"]);
    assert!(!scenario(&format!("{four}eldar objectives 2"), "").game.is_over());
}

/// With a winner in step 1 the rest of the phase is not played. [winning.timing.1]
#[test]
fn a_winning_collection_ends_the_game_at_once() {
    let won = two_players(
        "ultramarines objectives 1\nobjective argovia ultramarines\nultramarines materiel 5\nchaos materiel 5",
    );
    assert_eq!(winners(&won), ["ultramarines"]);
    assert_eq!((won.fact("ultramarines", "materiel").as_str(), won.fact("chaos", "materiel").as_str()), ("5", "5"));
    assert_eq!(won.events().last(), Some(&Event::Won(won.game.winners())));
}

/// Among several who reach the target the one with the most tokens wins. [winning.tie.1]
#[test]
fn more_tokens_beat_fewer() {
    let tokens = "objective argovia ultramarines\nobjective purge chaos\nultramarines objectives 3\nchaos objectives 2";
    // Chaos has more worlds and units, but that comes second.
    assert_eq!(winners(&three_players(&format!("{tokens}\nat noatun: chaos 2 cultist"))), ["ultramarines"]);
}

const BOTH_REACH: &str =
    "objective argovia ultramarines\nobjective purge chaos\nultramarines objectives 1\nchaos objectives 1\n";

/// With equal tokens the most friendly worlds win. [winning.tie.2]
#[test]
fn more_worlds_beat_fewer() {
    let worlds = "at noatun: chaos city";
    let crowd = "at illedrias: ultramarines 2 scout\nat noatun: chaos city\nat venefirous: chaos city";
    assert_eq!(winners(&two_players(&format!("{BOTH_REACH}{worlds}"))), ["chaos"]);
    assert_eq!(winners(&two_players(&format!("{BOTH_REACH}{crowd}"))), ["chaos"], "three worlds beat three units");
}

/// With equal worlds the most units on the board win; structures and the reserve do not count. [winning.tie.3]
#[test]
fn more_units_beat_fewer() {
    let units = "at 10A.SE: ultramarines strike-cruiser\nat argovia: ultramarines bastion\nat purge: chaos factory";
    assert_eq!(winners(&two_players(&format!("{BOTH_REACH}{units}"))), ["ultramarines"], "ships count");
    let structures = "at purge: chaos factory\nat purge: chaos cultist routed\nat argovia: ultramarines bastion, city";
    assert_eq!(
        winners(&two_players(&format!("{BOTH_REACH}{structures}"))),
        ["chaos"],
        "structures do not, routed units do"
    );
}

/// If everything is equal, the victory is shared. [winning.tie.4]
#[test]
fn a_full_tie_is_shared() {
    assert_eq!(winners(&two_players(BOTH_REACH)), ["ultramarines", "chaos"]);
}

/// After round 8 the most tokens win, ties broken the same way. [winning.round-eight.1]
#[test]
fn after_eight_rounds_the_most_tokens_win() {
    let tokens =
        "round 8\nultramarines objectives 2\nchaos objectives 1\norks objectives 1\nat noatun: chaos 2 cultist";
    assert_eq!(winners(&three_players(tokens)), ["ultramarines"]);
    let tied = "round 8\nultramarines objectives 1\nchaos objectives 1\nat noatun: chaos cultist
        at gelsenkirchen: orks nob\nat da-green-rock: orks nob";
    let told = "when the last round is over, with 1 objective token, 2 worlds and 2 units";
    assert_eq!(describe::victory(&three_players(tied).game), told);
    assert_eq!(winners(&three_players(tied)), ["chaos"], "the worlds of a player with fewer tokens do not count");
    assert!(!three_players(&tokens.replace("round 8", "round 7")).game.is_over());
}

/// The events of round 8 are played, and what they do counts. [winning.round-eight.2]
#[test]
fn the_last_event_can_decide_the_tie_break() {
    let lines = "round 8\nultramarines on-deck deploy\nultramarines events heroic-intervention";
    let mut placed = two_players(lines);
    placed.play("event heroic-intervention\noption 2\nfree scout argovia");
    assert_eq!(winners(&placed), ["ultramarines"]);
    let mut declined = two_players(lines);
    declined.play("event heroic-intervention\ndecline");
    assert_eq!(winners(&declined), ["ultramarines", "chaos"]);
}

/// Tokens that reach the target at another time than step 1 of Refresh win as soon as the effect is over. [winning.timing.2]
#[test]
fn tokens_gained_during_operations_win_there() {
    let with_tokens = |tokens: u8| {
        let mut game = scenario(
            &format!(
                "players ultramarines chaos\nphase operations\ntile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0
                 at argovia: ultramarines scout\nat purge: chaos cultist
                 orders 10A: ultramarines dominate\norders 12A: chaos dominate\nultramarines objectives {tokens}"
            ),
            "",
        );
        game.play("system 10A\ndivert");
        game
    };
    assert!(!with_tokens(1).game.is_over());
    assert_eq!(winners(&with_tokens(2)), ["ultramarines"]);
}

/// Ultramarines hold a single world with nothing but a city; Chaos stands next to it.
const LAST_WORLD: &str = "phase operations
    first chaos
    tile 10A at 0 0 turn 0
    tile 12A at 1 0 turn 0
    tile 11A at 2 0 turn 0
    at illedrias: ultramarines city
    at 10A.SE: ultramarines 2 strike-cruiser
    at noatun: chaos cultist
    at purge: chaos cultist
    at vimur: orks nob
    objective illedrias chaos
    objective purge ultramarines
    objective venefirous ultramarines
    storm 10A-west
    ultramarines materiel 9
    ultramarines assets 2 forge, cache
    ultramarines upgrades crusade
    ultramarines scheme exterminatus
    ultramarines on-deck strategize
    chaos objectives 1
    orders 10A: orks deploy, ultramarines dominate, chaos advance
    orders 12A: orks dominate, ultramarines deploy\n";

const ATTACK: &str = "system 10A\nresolve\nmove cultist noatun illedrias";
const CONQUEST: &str = "system 10A\nresolve\nmove cultist noatun illedrias\ndone";

fn conquered() -> Scenario {
    let mut game = scenario(&format!("players ultramarines chaos orks\n{LAST_WORLD}"), "");
    game.play(CONQUEST);
    game
}

/// Without a friendly world a player is out, whatever else he has. [player-elimination.condition.1]
#[test]
fn a_player_without_a_world_is_eliminated() {
    let game = conquered();
    assert_eq!(game.at("illedrias"), "chaos city, cultist", "{}", game.log());
    assert!(game.game.table.eliminated.contains(game.seat("ultramarines")));
    let mut kept =
        scenario(&format!("players ultramarines chaos orks\n{LAST_WORLD}at turaci: ultramarines scout routed"), "");
    kept.play(CONQUEST);
    assert!(kept.game.table.eliminated.is_empty(), "one routed Scout on a world is enough");
}

/// All his components leave the game; shared ones and foreign ones stay in it.
/// [player-elimination.components.1, player-elimination.objectives.1, player-elimination.supply.1, player-elimination.storms.1]
#[test]
fn an_eliminated_players_components_are_removed() {
    let game = conquered();
    let seat = game.seat("ultramarines");
    let table = &game.game.table;
    assert_eq!(game.at("10A.SE"), "");
    assert!(table.orders.iter().all(|token| token.owner != seat));
    let player = table.player(seat);
    assert_eq!((player.upgrades, player.scheme, player.deck.len(), player.events.len()), (0, None, 0, 0));
    assert_eq!((player.materiel, player.orders.on_deck, player.reserve), (0, [0; 4], [0; 6]));
    let tokens: Vec<_> = table.areas().filter_map(|area| table.objective(area)).collect();
    assert_eq!(tokens, [game.seat("chaos")], "his own tokens are gone, the Chaos token on his world lies there");
    assert_eq!((table.asset_supply, game.fact("orks", "assets").as_str()), ([12, 12, 11], "1 reinforcement"));
    assert_eq!(table.storms.len(), 1);
    assert_eq!(table.structure_supply[1], 14, "the city was captured");
}

/// Tokens beneath his order tokens move up. [player-elimination.tokens.1]
#[test]
fn the_tokens_beneath_his_orders_move_up() {
    let mut game = conquered();
    assert_eq!(game.asked(), game.seat("orks"));
    assert_eq!(game.choices(), ["system 10A", "system 12A"]);
    game.play("system 12A");
}

/// The target stays what it was, and the token on his former world still counts. [player-elimination.target.1, player-elimination.objectives.1]
#[test]
fn elimination_does_not_lower_the_target() {
    let mut game = conquered();
    game.play("system 12A\ndivert\nsystem 10A\ndivert");
    while game.game.table.round == 1 {
        let next = game.choices()[0].clone();
        game.play(&next);
    }
    assert_eq!(game.fact("chaos", "objectives"), "2", "the token on Illedrias was collected");
    assert!(!game.game.is_over(), "two of three tokens");
}

/// He is passed over everywhere, and cannot win. [player-elimination.out.1]
#[test]
fn an_eliminated_player_takes_no_further_part() {
    let gone = "players ultramarines chaos orks\nfirst orks
        tile 12A at 1 0 turn 0\ntile 11A at 2 0 turn 0
        at purge: chaos cultist\nat vimur: orks nob
        ultramarines eliminated\nstorm 12A-north\n";
    let mut planning = scenario(gone, "");
    let out = planning.seat("ultramarines");
    let mut asked = Vec::new();
    while planning.game.table.round == 1 {
        asked.push(planning.asked());
        // Orders are put aside; every other question takes its first answer.
        let choices = planning.choices();
        let next = choices.iter().find(|choice| *choice == "divert").unwrap_or(&choices[0]).clone();
        planning.play(&next);
    }
    assert!(asked.len() > 16 && !asked.contains(&out), "planning, operations and refresh went by without him");
    assert_eq!(
        planning.game.table.first_player,
        planning.seat("chaos"),
        "the token passed over him: {}",
        planning.log()
    );
    let end = scenario(&format!("{gone}phase refresh\nround 8").replace("storm 12A-north\n", ""), "");
    assert_eq!(winners(&end), ["chaos", "orks"]);
}

/// The only player left wins at once. [player-elimination.last.1]
#[test]
fn the_last_player_wins_at_once() {
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         first chaos
         tile 10A at 0 0 turn 0
         tile 12A at 1 0 turn 0
         at illedrias: ultramarines city
         at 10A.SE: ultramarines strike-cruiser
         at noatun: chaos cultist
         at purge: chaos cultist
         ultramarines objectives 1
         orders 10A: chaos dominate, chaos advance",
        "",
    );
    game.play(CONQUEST);
    assert_eq!(winners(&game), ["chaos"]);
    assert!(!game.log().contains("Refresh Phase"), "an order was still to be resolved");
}

/// Chaos leaves its last world to attack a Scout and a Warlord Titan.
const LAST_STAND: &str = "phase operations
    first chaos
    tile 10A at 0 0 turn 0
    tile 12A at 1 0 turn 0
    tile 11A at 2 0 turn 0
    at noatun: chaos cultist
    at vimur: orks nob
    orders 10A: orks deploy, chaos advance\n";

/// The test is made when the order is over, never in the middle. [player-elimination.timing.1]
#[test]
fn elimination_waits_for_the_end_of_the_order() {
    let mut game = scenario(
        &format!(
            "players ultramarines chaos orks\n{LAST_STAND}at illedrias: ultramarines warlord-titan
             chaos deck khornes-rage\nultramarines deck ambush"
        ),
        "O OOO",
    );
    game.play(ATTACK);
    assert!(game.game.table.eliminated.is_empty(), "Chaos holds no friendly world, but fights");
    game.play("chaos: card khornes-rage\nultramarines: card ambush\ndecline\naccept");
    assert!(game.game.table.eliminated.is_empty(), "{}", game.log());
    game.play("unit cultist illedrias");
    assert!(game.game.table.eliminated.is_empty(), "the last Cultist is gone, but the combat is not over");
    game.play("unit warlord-titan illedrias");
    game.all_dice_used();
    assert!(game.game.table.eliminated.contains(game.seat("chaos")));
    assert_eq!(game.asked(), game.seat("orks"));
}

/// If nobody would be left, nobody is eliminated and the tie-breaks decide. [player-elimination.all.1]
#[test]
fn if_all_would_be_eliminated_the_tie_breaks_decide() {
    let position = "players ultramarines chaos
        phase operations
        first chaos
        tile 10A at 0 0 turn 0
        tile 12A at 1 0 turn 0
        at illedrias: ultramarines scout
        at noatun: chaos cultist
        orders 10A: chaos advance
        chaos deck khornes-rage\nultramarines deck ambush\n";
    let fight = "chaos: card khornes-rage\nultramarines: card ambush\naccept\naccept\ndecline\nunit cultist illedrias\nunit scout illedrias";
    for (lines, expected) in [
        ("", vec!["ultramarines", "chaos"]),
        ("at 12A.SE: chaos iconoclast-destroyer", vec!["chaos"]),
        ("at 12A.SE: chaos iconoclast-destroyer\nultramarines objectives 1", vec!["ultramarines"]),
    ] {
        let mut game = scenario(&format!("{position}{lines}"), "O O");
        game.play("system 10A\nresolve");
        if game.offers("move iconoclast-destroyer 12A.SE 10A.SE") {
            game.play("done");
        }
        game.play("move cultist noatun illedrias");
        game.play(fight);
        game.all_dice_used();
        assert_eq!(winners(&game), expected, "{}", game.log());
        assert!(game.game.table.eliminated.is_empty());
    }
}
