//! Event cards and Warp Storms.

use crate::common::{Scenario, check, scenario};
use expect_test::expect;
use forbidden_stars::board::Looking;
use forbidden_stars::components::StormIcon;
use forbidden_stars::refresh::targets;
use forbidden_stars::table::{Edge, Lie};

/// A Refresh Phase of Chaos, who goes first, and Ultramarines on two home tiles.
fn refresh(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players chaos ultramarines\nphase refresh\ntile 12A at 0 0 turn 0\ntile 10A at 1 0 turn 0
             at purge: chaos cultist\nat argovia: ultramarines scout\n{lines}"
        ),
        "",
    )
}

/// A Refresh Phase on a single tile.
fn one_tile(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players chaos ultramarines\nphase refresh\ntile 12A at 0 0 turn 0
             at purge: chaos cultist\nat noatun: ultramarines scout\n{lines}"
        ),
        "",
    )
}

fn cards(scenario: &Scenario, faction: &str) -> Vec<String> {
    scenario.fact(faction, "events").split(", ").map(str::to_owned).collect()
}

/// Any drawn card may be chosen, even if its icon moves no storm; then none moves. [event-cards.choose.1, warp-storms-moving.must.3]
#[test]
fn a_card_whose_icon_moves_nothing_may_be_chosen() {
    let mut step = one_tile(
        "storm 12A-north
         chaos on-deck deploy, advance
         chaos events touched-by-the-warp, spoils-of-war
         ultramarines events exterminatus",
    );
    assert_eq!(step.choices(), ["event touched-by-the-warp", "event spoils-of-war"]);
    step.play("event touched-by-the-warp");
    assert_eq!(step.choices(), ["accept", "decline"], "sideways would leave the board, so no storm is asked for");
    step.play("decline");
    assert_eq!(step.asked(), step.seat("ultramarines"), "the storm has not moved and is there for the next player");
    assert!(step.offers("storm 12A-north 12A-east"), "{:?}", step.choices());
}

/// If every storm has moved, nothing is moved. [warp-storms-moving.must.3, warp-storms-moving.once.1]
#[test]
fn moved_storms_stay_where_they_are() {
    let step = refresh("storm 12A-north moved\nstorm 10A-north moved");
    assert_eq!(step.game.table.round, 2, "nobody was asked");
    assert!(!step.log().contains("moves a Warp Storm"));
}

/// The ability may be declined, the storm icon may not. [event-cards.ability.1]
#[test]
fn the_ability_is_optional_and_the_storm_is_not() {
    let mut step =
        refresh("storm 12A-west\nchaos on-deck deploy\nchaos events spoils-of-war\nultramarines events exterminatus");
    step.play("event spoils-of-war");
    assert!(step.choices().iter().all(|choice| choice.starts_with("storm 12A-west ")), "{:?}", step.choices());
    let only = step.choices()[0].clone();
    step.play(&only);
    assert_eq!(step.choices(), ["accept", "decline"]);
    step.play("decline");
    assert_eq!(step.fact("chaos", "assets"), "none");
    assert!(step.log().contains("World Eaters moves the Warp Storm"));
}

/// A tactic takes effect at once and returns to the deck. [event-cards.tactic.1]
#[test]
fn a_tactic_works_at_once_and_returns() {
    let mut step = refresh("chaos on-deck deploy\nchaos events spoils-of-war");
    step.play("event spoils-of-war\naccept");
    assert_eq!(step.fact("chaos", "assets"), "1 forge, 1 reinforcement");
    assert_eq!(cards(&step, "chaos").len(), 8);
    assert!(cards(&step, "chaos").contains(&"spoils-of-war".to_owned()));
}

/// Both players plan all four orders in their own system; Chaos places first.
fn plan(step: &mut Scenario) {
    while step.choices()[0].starts_with("place ") {
        let home = if step.asked() == step.seat("chaos") { "12A" } else { "10A" };
        let choices = step.choices();
        let next = choices.iter().find(|choice| choice.ends_with(home)).expect("a place at home").clone();
        step.play(&next);
    }
}

/// A scheme lies faceup in the play area and is offered at its moment, in later rounds too. [event-cards.scheme.1, event-cards.scheme.2]
#[test]
fn a_scheme_waits_for_its_moment() {
    let mut step = refresh(
        "at noatun: ultramarines scout
         chaos on-deck deploy\nchaos events blight-of-nurgle\nround 1",
    );
    step.play("event blight-of-nurgle");
    assert_eq!(step.choices(), ["accept", "decline"]);
    step.play("accept");
    assert_eq!(step.fact("chaos", "scheme"), "blight-of-nurgle");
    assert!(!cards(&step, "chaos").contains(&"blight-of-nurgle".to_owned()));
    let chaos = step.seat("chaos");
    assert!(step.view("ultramarines").players[chaos.index()].scheme.is_some(), "it lies open");
    let mut rounds_offered = Vec::new();
    while step.game.table.round < 4 {
        if step.choices()[0].starts_with("place ") {
            plan(&mut step);
        }
        if step.offers("scheme") && !rounds_offered.contains(&step.game.table.round) {
            rounds_offered.push(step.game.table.round);
        }
        let choices = step.choices();
        let wanted = ["divert", "done", "decline"];
        let next = choices.iter().find(|choice| wanted.contains(&choice.as_str())).unwrap_or(&choices[0]).clone();
        step.play(&next);
    }
    assert_eq!(rounds_offered, [2, 3]);
    assert_eq!(step.fact("chaos", "scheme"), "blight-of-nurgle", "unused, it stays");
    plan(&mut step);
    while !step.offers("scheme") {
        step.play("system 10A\ndone");
    }
    step.play("scheme\nunit scout noatun");
    assert_eq!((step.fact("chaos", "scheme").as_str(), cards(&step, "chaos").len()), ("", 8), "used, it is discarded");
    assert_eq!(step.at("noatun"), "ultramarines scout routed");
}

/// A declined scheme is shuffled back, and an earlier one stays in play. [event-cards.scheme.3]
#[test]
fn a_declined_scheme_goes_back_to_the_deck() {
    let mut step = refresh("chaos scheme seduced-by-chaos\nchaos on-deck deploy\nchaos events blight-of-nurgle");
    step.play("event blight-of-nurgle");
    assert!(
        step.prompt().ends_with("put Blight of Nurgle into play in place of Seduced by Chaos"),
        "{}",
        step.prompt()
    );
    step.play("decline");
    assert_eq!(step.fact("chaos", "scheme"), "seduced-by-chaos");
    assert_eq!(cards(&step, "chaos").len(), 7);
    assert!(cards(&step, "chaos").contains(&"blight-of-nurgle".to_owned()));
}

/// A scheme may be used in the step in which it was played. [event-cards.scheme.4]
#[test]
fn a_new_scheme_answers_a_later_players_storm() {
    let lines = "storm 12A-west\nstorm 10A-east\nchaos on-deck deploy\nchaos events prayer-to-the-dark-gods\nultramarines events exterminatus\n";
    let mut step = refresh(lines);
    step.play("event prayer-to-the-dark-gods");
    let own = step.choices()[0].clone();
    step.play(&own);
    step.play("accept");
    assert_eq!(step.asked(), step.seat("ultramarines"));
    let theirs = step.choices()[0].clone();
    step.play(&theirs);
    assert_eq!(step.asked(), step.seat("chaos"));
    assert_eq!(step.choices(), ["scheme", "done"]);
    step.play("scheme");
    let from: Vec<&str> = theirs.split(' ').collect();
    let prefix = format!("storm {} ", from[1]);
    assert!(
        step.choices().len() > 2 && step.choices().iter().all(|choice| choice.starts_with(&prefix)),
        "that storm, in any direction"
    );
    let mut declined = refresh(lines);
    declined.play("event prayer-to-the-dark-gods");
    declined.play(&own);
    declined.play("decline");
    declined.play(&theirs);
    assert!(!declined.offers("scheme"), "not in play, not offered");
}

/// A new scheme discards the old one unused; other players keep theirs. [event-cards.scheme.5, event-cards.scheme.2, discarding-cards.general.1]
#[test]
fn a_new_scheme_discards_the_old_one() {
    let mut step = refresh(
        "chaos scheme seduced-by-chaos
         ultramarines scheme exterminatus
         chaos on-deck deploy
         chaos events blight-of-nurgle",
    );
    let before = cards(&step, "chaos").len();
    step.play("event blight-of-nurgle\naccept");
    assert_eq!(step.fact("chaos", "scheme"), "blight-of-nurgle");
    assert!(cards(&step, "chaos").contains(&"seduced-by-chaos".to_owned()));
    assert_eq!((before, cards(&step, "chaos").len()), (6, 7), "one card was drawn, the old scheme came back");
    assert!(step.log().contains("World Eaters discards Seduced by Chaos"), "it is shown to all");
    assert!(!step.log().contains("uses Seduced by Chaos"));
    assert_eq!(step.fact("ultramarines", "scheme"), "exterminatus");
}

/// A discarded card is shown to all and at once shuffled into its deck. [discarding-cards.general.1]
#[test]
fn a_discarded_card_is_shuffled_in() {
    let deck = "seduced-by-chaos, prayer-to-the-dark-gods, through-the-warp, spoils-of-war, incantation-of-tzeentch, \
                prophets-and-signs, touched-by-the-warp";
    let mut turn = scenario(
        &format!(
            "players chaos ultramarines\nphase operations\ntile 12A at 0 0 turn 0\ntile 10A at 1 0 turn 0
             at purge: chaos cultist\nat noatun: ultramarines scout\norders 12A: chaos dominate
             chaos scheme blight-of-nurgle\nchaos events {deck}"
        ),
        "",
    );
    assert_eq!(turn.fact("chaos", "events"), deck);
    turn.play("scheme");
    assert!(turn.log().contains("World Eaters discards Blight of Nurgle"));
    let after = cards(&turn, "chaos");
    assert_eq!(after.len(), 8, "while its ability is still being resolved");
    let others: Vec<String> = after.into_iter().filter(|card| card != "blight-of-nurgle").collect();
    assert_ne!(others.join(", "), deck, "the others do not lie as before");
}

/// In a combat the owner picks, among the units of that combat only. [event-cards.combat.1, event-cards.choice.1]
#[test]
fn a_scheme_in_combat_touches_only_units_there() {
    let mut battle = scenario(
        "battle: chaos 2 chaos-space-marine attack ultramarines 2 space-marine, land-raider
         at laodicea: ultramarines scout
         chaos scheme seduced-by-chaos
         chaos deck dark-faith\nultramarines deck faith-in-the-emperor",
        "DDDDDD DDDDDDD",
    );
    battle.play("chaos: card dark-faith\nultramarines: card faith-in-the-emperor\ndecline\ndecline\ndecline");
    assert_eq!(
        (battle.asked(), battle.choices()),
        (battle.seat("chaos"), vec!["scheme".to_owned(), "done".to_owned()])
    );
    battle.play("scheme");
    assert_eq!(battle.asked(), battle.seat("chaos"), "the owner of the card picks");
    assert_eq!(battle.choices(), ["unit space-marine pergam", "unit land-raider pergam"]);
    battle.play("unit land-raider pergam");
    assert!(battle.at("pergam").contains("land-raider routed"));
}

/// Where a card names another player, he chooses. [event-cards.choice.1]
#[test]
fn the_robbed_player_picks_what_he_loses() {
    let mut step = scenario(
        "players orks chaos
         phase refresh
         tile 11A at 0 0 turn 0
         at vimur: orks nob
         at da-green-rock: chaos cultist
         chaos assets forge, cache
         orks on-deck deploy
         orks events lootin-n-stealin",
        "",
    );
    step.play("event lootin-n-stealin\naccept");
    assert_eq!(
        (step.asked(), step.choices()),
        (step.seat("orks"), vec!["player orks".to_owned(), "player chaos".to_owned()])
    );
    step.play("player chaos");
    assert_eq!(
        (step.asked(), step.choices()),
        (step.seat("chaos"), vec!["asset forge".to_owned(), "asset cache".to_owned()])
    );
    step.play("asset cache");
    assert_eq!(step.fact("chaos", "assets"), "1 forge");
}

/// Ork ground units and ships on both sides of a tile edge.
fn border(storm: &str) -> Scenario {
    let mut order = scenario(
        &format!(
            "players orks chaos
             phase operations
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             at pergam: orks nob
             at laodicea: orks ork-boyz
             at 5A.SW: orks onslaught-attack-ship
             at 2A.SE: orks onslaught-attack-ship
             at xinghua: chaos cultist
             orders 5A: orks advance
             {storm}"
        ),
        "",
    );
    order.play("system 5A\nresolve");
    order
}

/// A storm covers a whole tile edge and lets nobody through, in either direction; inside a tile it hinders nobody.
/// [warp-storms.block.1, warp-storms.position.1, warp-storms.inside.1]
#[test]
fn no_unit_moves_through_a_storm() {
    let open = border("");
    assert!(open.offers("move onslaught-attack-ship 2A.SE 5A.SE"), "{:?}", open.choices());
    let closed = border("storm 2A-south");
    assert!(
        closed.choices().iter().all(|choice| !choice.contains(" 2A.")),
        "both voids of the edge: {:?}",
        closed.choices()
    );
    assert!(closed.offers("move onslaught-attack-ship 5A.SW 5A.SE"), "inside the tile nothing is in the way");
    let elsewhere = border("storm 2A-north");
    assert!(elsewhere.offers("move onslaught-attack-ship 2A.SE 5A.SE"));
}

/// The same edge is closed from the other side, for ground units, and for a retreat. [warp-storms.block.1]
#[test]
fn storms_stop_ground_units_and_retreats() {
    let position = |storm: &str| {
        format!(
            "players orks chaos
             phase operations
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             tile 7A at 0 -2 turn 0
             at pergam: orks nob
             at xinghua: orks ork-boyz
             at thylin: chaos cultist
             at lilivara: chaos cultist
             orders 2A: orks advance
             orders 5A: orks advance
             {storm}"
        )
    };
    let mut open = scenario(&position(""), "");
    open.play("system 2A\nresolve");
    assert!(
        open.offers("move ork-boyz xinghua laodicea") && open.offers("move ork-boyz xinghua pergam"),
        "{:?}",
        open.choices()
    );
    let mut closed = scenario(&position("storm 2A-north"), "");
    closed.play("system 2A\nresolve");
    assert_eq!(closed.choices(), ["move nob pergam laodicea", "done"], "only inside the tile");
    // A beaten defender may not retreat across the covered edge either.
    for (storm, expected) in [("", vec!["area lilivara"]), ("storm 7A-west", vec![])] {
        let text = "players orks chaos
            tile 2A at 0 0 turn 0
            tile 7A at 1 0 turn 0
            at pergam: orks nob
            at laodicea: chaos cultist routed
            at lilivara: chaos cultist
            phase operations
            orders 2A: orks advance\n";
        let mut retreat = scenario(&format!("{text}{storm}"), "");
        retreat.play("system 2A\nresolve\nmove nob pergam laodicea");
        let offered: Vec<String> = retreat.choices().into_iter().filter(|choice| choice.starts_with("area")).collect();
        assert_eq!(offered, expected, "{}", retreat.log());
    }
}

/// Every unmoved storm, in both directions of the icon, as far as the board allows. [warp-storms-moving.choice.1, warp-storms-moving.edge.1]
#[test]
fn the_player_picks_a_storm_and_a_direction() {
    let four = "players chaos ultramarines\nphase refresh
        tile 12A at 0 0 turn 0\ntile 10A at 1 0 turn 0\ntile 2A at 0 1 turn 0\ntile 5A at 1 1 turn 0
        at purge: chaos cultist\nat argovia: ultramarines scout\n";
    let menu = |lines: &str, top: &str| {
        let mut choices = scenario(&format!("{four}{lines}\nchaos events {top}"), "").choices();
        choices.sort();
        choices
    };
    // Across: Blight of Nurgle. The storm on the outer edge has one way only, onto the board. [warp-storms-moving.must.2]
    assert_eq!(
        menu("storm 2A-north\nstorm 10A-north", "blight-of-nurgle"),
        ["storm 10A-north 5A-north", "storm 2A-north 12A-north", "storm 2A-north 2A-south"]
    );
    // Sideways: Seduced by Chaos.
    assert_eq!(
        menu("storm 10A-west\nstorm 12A-west", "seduced-by-chaos"),
        ["storm 10A-west 5A-west", "storm 12A-west 2A-west"]
    );
    // A moved storm is not offered. [warp-storms-moving.once.1]
    assert_eq!(
        menu("storm 2A-north\nstorm 10A-north moved", "blight-of-nurgle"),
        ["storm 2A-north 12A-north", "storm 2A-north 2A-south"]
    );
    // Nor is an edge with another storm. [warp-storms-moving.occupied.1]
    assert_eq!(menu("storm 2A-north\nstorm 12A-north moved", "blight-of-nurgle"), ["storm 2A-north 2A-south"]);
}

/// If a storm can go in one direction only, that one is taken, onto an outer edge but never off the board.
/// [warp-storms-moving.must.2, warp-storms-moving.edge.1, warp-storms-moving.occupied.1]
#[test]
fn blocked_directions_are_not_offered() {
    let outer = one_tile("storm 12A-north\nchaos events blight-of-nurgle");
    assert_eq!(outer.choices(), ["storm 12A-north 12A-south"]);
    let occupied = one_tile(
        "storm 12A-north\nstorm 12A-south moved\nchaos events blight-of-nurgle\nultramarines events adeptus-mechanicus",
    );
    assert_eq!(occupied.game.table.round, 2, "across, the only free storm has nowhere to go for either player");
    assert!(!occupied.log().contains("moves a Warp Storm"));
}

/// A storm that cannot move is not offered if another can. [warp-storms-moving.must.1]
#[test]
fn a_movable_storm_must_be_moved() {
    let step =
        refresh("storm 12A-north\nstorm 10A-west\nchaos events seduced-by-chaos\nultramarines events exterminatus");
    // Sideways: the storm between the tiles would leave the board in both directions.
    assert_eq!(step.choices(), ["storm 12A-north 10A-north"]);
}

/// A storm moves once a phase; the second player takes another. [warp-storms-moving.once.1]
#[test]
fn a_storm_moves_once_a_phase() {
    let mut step = refresh(
        "storm 12A-north\nstorm 10A-south\nchaos events blight-of-nurgle\nultramarines events heroic-intervention",
    );
    step.play("storm 12A-north 12A-south");
    assert_eq!(step.asked(), step.seat("ultramarines"));
    assert_eq!(step.choices(), ["storm 10A-south 10A-north"]);
    assert!(step.game.table.storms.iter().any(|storm| storm.moved), "it is marked");
}

/// Eight directions in four opposite pairs, read relative to the token. [warp-storms-moving.geometry.1, warp-storms-moving.geometry.2]
#[test]
fn an_icon_is_read_relative_to_the_token() {
    let horizontal = |col, row| Edge { lie: Lie::Horizontal, col, row };
    let vertical = |col, row| Edge { lie: Lie::Vertical, col, row };
    let (c, r) = (5, 7);
    let expected = [
        (horizontal(c, r), StormIcon::Across, [horizontal(c, r - 1), horizontal(c, r + 1)]),
        (horizontal(c, r), StormIcon::Sideways, [horizontal(c - 1, r), horizontal(c + 1, r)]),
        (horizontal(c, r), StormIcon::TurnLeft, [vertical(c, r - 1), vertical(c + 1, r)]),
        (horizontal(c, r), StormIcon::TurnRight, [vertical(c, r), vertical(c + 1, r - 1)]),
        (vertical(c, r), StormIcon::Across, [vertical(c - 1, r), vertical(c + 1, r)]),
        (vertical(c, r), StormIcon::Sideways, [vertical(c, r - 1), vertical(c, r + 1)]),
        (vertical(c, r), StormIcon::TurnLeft, [horizontal(c - 1, r + 1), horizontal(c, r)]),
        (vertical(c, r), StormIcon::TurnRight, [horizontal(c - 1, r), horizontal(c, r + 1)]),
    ];
    for (from, icon, mut to) in expected {
        let mut found = targets(from, icon);
        found.sort();
        to.sort();
        assert_eq!(found, to, "{icon:?} from {from:?}");
    }
}

/// The icons on a board of nine tiles, from its middle. [warp-storms-moving.geometry.1, warp-storms-moving.geometry.2]
#[test]
fn storms_move_by_icon_on_the_board() {
    let mut board = String::from("players chaos ultramarines\nphase refresh\n");
    for (index, code) in ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "12A"].iter().enumerate() {
        board += &format!("tile {code} at {} {} turn 0\n", index % 3, index / 3);
    }
    board += "at purge: chaos cultist\nat nicea: ultramarines scout\n";
    let menu = |storm: &str, top: &str| scenario(&format!("{board}storm {storm}\nchaos events {top}"), "").choices();
    // Blight of Nurgle: across. Seduced by Chaos: sideways. Through the Warp: turn left. Prayer: turn right.
    let cases = [
        ("5A-north", "blight-of-nurgle", ["2A-north", "8A-north"]),
        ("5A-north", "seduced-by-chaos", ["4A-north", "6A-north"]),
        ("5A-north", "through-the-warp", ["2A-west", "6A-west"]),
        ("5A-north", "prayer-to-the-dark-gods", ["3A-west", "5A-west"]),
        ("5A-west", "blight-of-nurgle", ["4A-west", "6A-west"]),
        ("5A-west", "seduced-by-chaos", ["2A-west", "8A-west"]),
        ("5A-west", "through-the-warp", ["7A-north", "5A-north"]),
        ("5A-west", "prayer-to-the-dark-gods", ["4A-north", "8A-north"]),
    ];
    for (storm, top, expected) in cases {
        assert_eq!(menu(storm, top), expected.map(|to| format!("storm {storm} {to}")), "{top}");
    }
}

/// One storm move for each player still in the game. [warp-storms-moving.count.1]
#[test]
fn eliminated_players_move_no_storm() {
    let mut step = scenario(
        "players ultramarines chaos orks eldar
         phase refresh
         tile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0\ntile 11A at 0 1 turn 0\ntile 9A at 1 1 turn 0
         at argovia: ultramarines scout\nat purge: chaos cultist\nat lycium: eldar aspect-warrior
         orks eliminated
         storm 10A-north\nstorm 10A-west\nstorm 12A-south\nstorm 9A-west",
        "",
    );
    let mut movers = Vec::new();
    while step.game.table.round == 1 {
        movers.push(step.asked());
        let next = step.choices()[0].clone();
        step.play(&next);
    }
    assert_eq!(movers, ["ultramarines", "chaos", "eldar"].map(|faction| step.seat(faction)));
    let look = step.game.look();
    assert_eq!(look.table.storms.len(), 4);
    assert!(look.table.storms.iter().all(|storm| look.is_tile_edge(storm.edge)), "each lies on one edge of a tile");
}

/// A whole event step of two players, in the words of the log. [refresh-phase.events.1]
#[test]
fn two_event_steps_in_words() {
    check(
        "players chaos ultramarines
         phase refresh
         tile 12A at 0 0 turn 0
         tile 10A at 1 0 turn 0
         at purge: chaos cultist
         at argovia: ultramarines scout
         storm 12A-west
         storm 10A-east
         chaos on-deck deploy
         chaos events spoils-of-war
         ultramarines on-deck deploy
         ultramarines events heroic-intervention",
        "",
        "event spoils-of-war
         ?
         storm 12A-west 12A-north
         accept
         event heroic-intervention
         storm 10A-east 10A-west
         option 2
         free scout argovia",
        expect![[r#"
              Refresh Phase
              World Eaters gains 1 materiel
              Ultramarines gains 1 materiel
              All units rally
              World Eaters draws 1 event card
            > chaos: event spoils-of-war
              World Eaters chooses Spoils of War
            ? World Eaters: move a Warp Storm: storm 12A-west 12A-north | storm 10A-east 10A-south
            > chaos: storm 12A-west 12A-north
              World Eaters moves the Warp Storm west of 12A to the edge north of 12A
            > chaos: accept
              World Eaters gains a forge token
              World Eaters gains a reinforcement token
              Ultramarines draws 1 event card
            > ultramarines: event heroic-intervention
              Ultramarines chooses Heroic Intervention
            > ultramarines: storm 10A-east 10A-west
              Ultramarines moves the Warp Storm east of 10A to the edge between 12A and 10A
            > ultramarines: option 2
            > ultramarines: free scout argovia
              Ultramarines places a Scout on Argovia
              — Round 2 —
              Planning Phase"#]],
    );
}
