//! Refresh Phase: objectives, materiel, rally, events, end of the round.

use crate::common::{Scenario, check, scenario};
use expect_test::expect;
use forbidden_stars::Event;

/// Two home tiles: Turaci, Illedrias (2 materiel) and Argovia (1); Noatun, Venefirous and Purge (1 each).
const BOARD: &str = "tile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0\n";

/// A Refresh Phase on the board above.
fn refresh(lines: &str) -> Scenario {
    scenario(&format!("players ultramarines chaos\nphase refresh\n{BOARD}{lines}"), "")
}

/// The parts of a list in position notation.
fn count(list: &str) -> usize {
    list.split(", ").filter(|item| !item.is_empty()).count()
}

/// Objectives, materiel, rally, events with storms, end of round. [refresh-phase.order.1]
#[test]
fn the_steps_of_the_refresh_phase_come_in_order() {
    check(
        "players orks chaos
         phase refresh
         tile 11A at 0 0 turn 0
         tile 12A at 1 0 turn 0
         tile 2A at 0 1 turn 0
         at vimur: orks nob routed, ork-boyz
         at purge: chaos cultist
         objective vimur orks
         storm 11A-north
         storm 12A-east
         orks materiel 0
         orks on-deck deploy
         orks events how-we-getz-here
         chaos events spoils-of-war",
        "",
        "event how-we-getz-here
         storm 11A-north 11A-west
         unit nob vimur
         area laodicea
         storm 12A-east 12A-south
         ?",
        expect![[r#"
              Refresh Phase
              Evil Sunz collects an objective on Vimur
              Evil Sunz gains 0 materiel
              World Eaters gains 1 materiel
              All units rally
              Evil Sunz draws 1 event card
            > orks: event how-we-getz-here
              Evil Sunz chooses How We Getz Here?
            > orks: storm 11A-north 11A-west
              Evil Sunz moves the Warp Storm north of 11A to the edge west of 11A
            > orks: unit nob vimur
            > orks: area laodicea
              Evil Sunz moves a Nob from Vimur to Laodicea
              World Eaters reveals Spoils of War for its storm
            > chaos: storm 12A-east 12A-south
              World Eaters moves the Warp Storm east of 12A to the edge south of 12A
              — Round 2 —
              Planning Phase
            ? World Eaters: place an order token: place deploy 11A | place strategize 11A | place dominate 11A | place advance 11A | place deploy 12A | place strategize 12A | place dominate 12A | place advance 12A"#]],
    );
}

/// What happens in step 4 is too late for this round's income. [refresh-phase.order.1]
#[test]
fn an_event_cannot_change_the_income_of_its_round() {
    let mut round = scenario(
        "players orks chaos
         phase refresh
         tile 11A at 0 0 turn 0
         tile 2A at 0 1 turn 0
         at vimur: orks nob
         at da-green-rock: chaos cultist
         orks materiel 0
         orks on-deck deploy
         orks events how-we-getz-here",
        "",
    );
    assert_eq!(round.fact("orks", "materiel"), "0", "Vimur is worth nothing");
    round.play("event how-we-getz-here\nunit nob vimur\narea laodicea");
    assert_eq!((round.at("laodicea").as_str(), round.game.table.round), ("orks nob", 2));
    assert_eq!(round.fact("orks", "materiel"), "0", "Laodicea is worth 3, but only from the next round on");
}

/// The first three steps give the same result whoever comes first. [refresh-phase.simultaneous.1]
#[test]
fn steps_one_to_three_are_simultaneous() {
    let results = ["ultramarines chaos", "chaos ultramarines"].map(|seats| {
        ["ultramarines", "chaos"].map(|first| {
            let round = scenario(
                &format!(
                    "players {seats}\nphase refresh\nfirst {first}\n{BOARD}
                     at argovia: ultramarines scout routed\nat purge: chaos 2 cultist routed
                     objective argovia ultramarines\nobjective purge chaos
                     ultramarines materiel 13\nchaos materiel 1"
                ),
                "",
            );
            ["ultramarines", "chaos"].map(|who| {
                let place = if who == "chaos" { "purge" } else { "argovia" };
                [round.fact(who, "materiel"), round.fact(who, "objectives"), round.at(place)]
            })
        })
    });
    let expected =
        [["14", "1", "ultramarines scout"], ["2", "1", "chaos 2 cultist"]].map(|part| part.map(str::to_owned));
    assert_eq!(results, [[expected.clone(), expected.clone()], [expected.clone(), expected]]);
}

const BOTH_HAVE_EVENTS: &str = "at argovia: ultramarines scout
    at purge: chaos cultist
    ultramarines on-deck deploy, advance, advance
    ultramarines events heroic-intervention, exterminatus, rites-of-battle
    chaos on-deck deploy
    chaos events spoils-of-war";

/// Each player finishes his event step before the next one draws. [refresh-phase.events.1, golden-rules.precedence.1]
#[test]
fn the_second_player_draws_after_the_first_is_done() {
    let mut round = refresh(BOTH_HAVE_EVENTS);
    let chaos = round.seat("chaos");
    assert_eq!(round.asked(), round.seat("ultramarines"));
    assert_eq!(round.game.table.player(chaos).drawn_events.len(), 0);
    round.play("event heroic-intervention");
    assert_eq!(round.game.table.player(chaos).drawn_events.len(), 0);
    round.play("option 2\nfree scout argovia");
    assert_eq!(round.asked(), chaos);
    assert_eq!(round.game.table.player(chaos).drawn_events.len(), 1);
    assert_eq!(count(&round.fact("ultramarines", "events")), 8, "the first player's cards are back in his deck");
}

/// One card is drawn for each token on the event deck, and the tokens come back. [refresh-phase.events.2]
#[test]
fn a_card_is_drawn_for_each_token_on_the_event_deck() {
    let round = refresh(BOTH_HAVE_EVENTS);
    assert_eq!(round.choices(), ["event heroic-intervention", "event exterminatus", "event rites-of-battle"]);
    assert_eq!(round.fact("ultramarines", "on-deck"), "");
    assert_eq!(round.fact("ultramarines", "resolved"), "deploy, advance, advance");
}

/// One drawn card is chosen; nobody else ever sees the others. [refresh-phase.events.3, golden-rules.precedence.5]
#[test]
fn unchosen_event_cards_stay_hidden() {
    let mut round = refresh(BOTH_HAVE_EVENTS);
    let seat = round.seat("ultramarines");
    let shown = round.view("chaos").players[seat.index()].drawn_events.clone();
    assert_eq!(shown.len(), 3);
    assert_eq!(
        round.view("ultramarines").players[seat.index()].drawn_events.iter().filter(|one| shown.contains(one)).count(),
        0
    );
    round.play("event heroic-intervention");
    assert!(!round.offers("event exterminatus"), "only one card is chosen");
    round.play("decline");
    assert!(round.log().contains("Ultramarines chooses Heroic Intervention"));
    assert!(!round.log().contains("Exterminatus") && !round.log().contains("Rites of Battle"), "{}", round.log());
}

/// The storm of the chosen card moves before its ability is used. [refresh-phase.events.4]
#[test]
fn the_ability_sees_the_storm_in_its_new_place() {
    let lines = "at argovia: ultramarines scout
        at purge: chaos 2 cultist
        chaos on-deck deploy
        chaos events touched-by-the-warp
        first chaos\n";
    let mut near = refresh(&format!("{lines}storm 10A-north"));
    near.play("event touched-by-the-warp\nstorm 10A-north 12A-north\naccept\nunit cultist purge");
    assert!(near.offers("upgrade from-the-warp"), "one storm beside the Cultist allows level 1: {:?}", near.choices());
    let mut far = refresh(&format!("{lines}storm 12A-north"));
    far.play("event touched-by-the-warp\nstorm 12A-north 10A-north\naccept\nunit cultist purge");
    assert!(!far.offers("upgrade from-the-warp") && far.offers("upgrade fear-from-above"), "{:?}", far.choices());
}

/// All event cards go back into the deck, but for a scheme now in play. [refresh-phase.events.5]
#[test]
fn event_cards_are_shuffled_back() {
    let lines = "at argovia: ultramarines scout\nat purge: chaos cultist\nultramarines on-deck deploy, advance
        ultramarines events exterminatus, work-of-the-righteous";
    let mut tactic = refresh(lines);
    tactic.play("event work-of-the-righteous\ndecline");
    assert_eq!(count(&tactic.fact("ultramarines", "events")), 8);
    let mut scheme = refresh(lines);
    scheme.play("event exterminatus\naccept");
    assert_eq!(count(&scheme.fact("ultramarines", "events")), 7);
    assert!(!scheme.fact("ultramarines", "events").contains("exterminatus"));
}

/// Without tokens only the storm icon of the top card counts. [refresh-phase.events.6]
#[test]
fn without_tokens_the_top_card_moves_a_storm_and_does_nothing_else() {
    for top in ["exterminatus", "heroic-intervention"] {
        let mut round = refresh(&format!(
            "at argovia: ultramarines scout\nat purge: chaos cultist\nstorm 10A-west
             ultramarines events {top}\nchaos events spoils-of-war"
        ));
        assert_eq!(round.asked(), round.seat("ultramarines"));
        assert!(round.choices().iter().all(|choice| choice.starts_with("storm ")), "{:?}", round.choices());
        let only = round.choices()[0].clone();
        round.play(&only);
        assert!(!round.log().contains("places") && !round.log().contains("into play"), "{}", round.log());
        assert_eq!(count(&round.fact("ultramarines", "events")), 8, "{top} is shuffled back");
        assert_eq!(
            (round.fact("ultramarines", "scheme"), round.at("argovia")),
            (String::new(), "ultramarines scout".to_owned())
        );
        assert_eq!(round.game.table.round, 2, "nothing is left to decide: the only storm has moved");
    }
}

/// The card revealed for its storm is shuffled back, not laid on top or below. [refresh-phase.events.6]
#[test]
fn the_revealed_card_is_shuffled_back() {
    let cards = [
        "exterminatus",
        "heroic-intervention",
        "rites-of-battle",
        "unwavering-resolve",
        "emperors-champion",
        "adeptus-mechanicus",
        "work-of-the-righteous",
        "the-emperor-protects",
    ];
    let before = cards.join(", ");
    let round =
        refresh(&format!("at argovia: ultramarines scout\nat purge: chaos cultist\nultramarines events {before}"));
    let after = round.fact("ultramarines", "events");
    assert_eq!(count(&after), 8);
    let below: Vec<&str> = after.split(", ").filter(|card| *card != cards[0]).collect();
    assert_ne!(below, cards[1..], "the others do not lie as before");
}

/// A card that draws more takes what the deck still holds, never the unchosen cards. [refresh-phase.events.7, refresh-phase.events.8]
#[test]
fn more_cards_than_the_deck_holds_are_never_drawn() {
    let mut round = refresh(
        "at argovia: ultramarines scout
         at purge: chaos cultist
         first chaos
         chaos scheme seduced-by-chaos
         chaos on-deck deploy, deploy, strategize, strategize, dominate, advance
         chaos events incantation-of-tzeentch, through-the-warp, prophets-and-signs, touched-by-the-warp, blight-of-nurgle, prayer-to-the-dark-gods",
    );
    assert_eq!((round.choices().len(), round.fact("chaos", "events")), (6, "spoils-of-war".to_owned()));
    round.play("event incantation-of-tzeentch\naccept");
    assert_eq!(round.choices(), ["event spoils-of-war"], "the five unchosen cards are set aside");
    round.play("event spoils-of-war\naccept");
    assert_eq!(round.fact("chaos", "assets"), "1 forge, 1 reinforcement");
    assert_eq!(count(&round.fact("chaos", "events")), 7);
}

/// Last of all the first player token passes, then the round marker advances. [refresh-phase.end.1]
#[test]
fn the_round_ends_with_the_token_and_the_marker() {
    let mut round = refresh(&format!("round 3\n{BOTH_HAVE_EVENTS}"));
    let (ultramarines, chaos) = (round.seat("ultramarines"), round.seat("chaos"));
    round.play("event exterminatus\naccept\nevent spoils-of-war");
    assert_eq!((round.game.table.first_player, round.game.table.round), (ultramarines, 3), "{:?}", round.choices());
    round.play("decline");
    assert_eq!((round.game.table.first_player, round.game.table.round), (chaos, 4));
    assert_eq!(round.asked(), chaos, "the new first player places the first order");
    // In the last round the marker stays, but the token has passed before the game is found to be over.
    let last = refresh("round 8\nat argovia: ultramarines scout\nat purge: chaos cultist");
    assert!(last.game.is_over());
    assert_eq!((last.game.table.first_player, last.game.table.round), (chaos, 8));
}

/// At the end of the round used upgrades turn faceup and every storm may move again. [refresh-phase.end.2]
#[test]
fn upgrades_and_storms_are_ready_again() {
    let mut round = refresh(
        "at argovia: ultramarines scout\nat purge: chaos cultist
         storm 10A-west moved\nstorm 12A-east
         ultramarines upgrades crusade used, drop-pods
         chaos upgrades dread-ritual used
         ultramarines events rites-of-battle
         chaos events blight-of-nurgle",
    );
    assert_eq!(round.fact("ultramarines", "upgrades"), "crusade used, drop-pods");
    assert!(round.choices().iter().all(|choice| choice.starts_with("storm 12A-east ")), "{:?}", round.choices());
    let only = round.choices()[0].clone();
    round.play(&only);
    assert_eq!(round.game.table.round, 2);
    assert_eq!(round.fact("ultramarines", "upgrades"), "crusade, drop-pods");
    assert_eq!(round.fact("chaos", "upgrades"), "dread-ritual");
    assert!(round.game.table.storms.iter().all(|storm| !storm.moved));
}

/// Own tokens on friendly worlds are collected, even from routed units; other tokens and worlds are not.
/// [objective-tokens.collect.1, objective-tokens.collect.2, objective-tokens.collect.3, objective-tokens.collect.4]
#[test]
fn own_tokens_are_collected_from_friendly_worlds() {
    let round = scenario(
        &format!(
            "players ultramarines chaos orks\nphase refresh\n{BOARD}tile 2A at 0 1 turn 0
             at argovia: ultramarines scout routed
             at laodicea: ultramarines city
             at turaci: ultramarines scout
             at purge: chaos cultist
             at noatun: orks nob
             objective argovia ultramarines
             objective laodicea ultramarines
             objective turaci orks
             objective purge ultramarines
             objective illedrias ultramarines"
        ),
        "",
    );
    assert_eq!(round.fact("ultramarines", "objectives"), "2");
    let left: Vec<String> = forbidden_stars::position::write(&round.game)
        .lines()
        .filter(|line| line.starts_with("objective"))
        .map(str::to_owned)
        .collect();
    let expected = ["objective turaci orks", "objective illedrias ultramarines", "objective purge ultramarines"];
    assert_eq!(left, expected, "a foreign token, an uncontrolled world, an enemy world");
    let seat = round.seat("ultramarines");
    for viewer in ["ultramarines", "chaos", "orks"] {
        assert_eq!(round.view(viewer).players[seat.index()].objectives, 2);
    }
}

const RAID: &str = "players ultramarines chaos
    phase operations
    first chaos
    tile 10A at 0 0 turn 0
    tile 12A at 1 0 turn 0
    at turaci: ultramarines scout
    at illedrias: ultramarines city
    at noatun: chaos cultist
    at purge: chaos cultist
    orders 10A: chaos advance\n";

/// Collected tokens stay collected, whatever becomes of the world. [objective-tokens.collect.5]
#[test]
fn losing_the_world_does_not_cost_the_token() {
    let mut round = scenario(&format!("{RAID}objective purge ultramarines\nultramarines objectives 1"), "");
    round.play("system 10A\nresolve\nmove cultist noatun illedrias\ndone");
    assert_eq!(round.at("illedrias"), "chaos city, cultist", "{}", round.log());
    assert_eq!((round.fact("ultramarines", "objectives").as_str(), round.game.table.round), ("1", 2));
}

/// Holding a world earlier in the round gives nothing. [objective-tokens.collect.6]
#[test]
fn tokens_are_collected_in_step_one_only() {
    let mut round = scenario(&format!("{RAID}objective illedrias ultramarines\nobjective argovia chaos"), "");
    assert_eq!(round.fact("ultramarines", "objectives"), "0", "friendly now, but it is the Operations Phase");
    round.play("system 10A\nresolve\nmove cultist noatun illedrias\ndone");
    assert_eq!((round.game.table.round, round.fact("ultramarines", "objectives").as_str()), (2, "0"));
    assert!(!round.events().iter().any(|event| matches!(event, Event::ObjectiveCollected { .. })));
}

/// Income is the sum over friendly worlds, added to what is left. [materiel.gain.1, materiel.persist.1]
#[test]
fn friendly_worlds_pay_their_materiel() {
    let round = refresh(
        "tile 2A at 0 1 turn 0
         at illedrias: ultramarines scout routed
         at argovia: ultramarines bastion
         at laodicea: chaos cultist
         ultramarines materiel 4
         chaos materiel 0",
    );
    assert_eq!(round.fact("ultramarines", "materiel"), "7", "4 left over, 2 for Illedrias, 1 for Argovia");
    assert_eq!(round.fact("chaos", "materiel"), "3", "Laodicea");
}

/// The dial stops at fourteen, for income and for cards. [materiel.cap.1]
#[test]
fn the_dial_stops_at_fourteen() {
    let income = refresh(
        "tile 2A at 0 1 turn 0
         at illedrias: ultramarines scout
         at laodicea: ultramarines scout
         at purge: chaos cultist
         ultramarines materiel 12",
    );
    assert_eq!(income.fact("ultramarines", "materiel"), "14");
    let mut event = scenario(
        "players orks chaos
         phase refresh
         tile 11A at 0 0 turn 0
         at vimur: orks nob
         at da-green-rock: chaos cultist
         orks materiel 13
         orks on-deck deploy
         orks events lootin-n-stealin",
        "",
    );
    event.play("event lootin-n-stealin\naccept");
    assert_eq!(event.fact("orks", "materiel"), "14");
}
