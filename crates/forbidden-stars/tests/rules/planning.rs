//! Planning Phase: placing order tokens; stacks; the round and the first player.

use crate::common::{Scenario, scenario};
use forbidden_stars::events::Phase;
use forbidden_stars::{Catalogue, Choice, Decision, Event, ForbiddenStars, Frame, MapChoice, Options};
use kernel::Seat;
use testkit::laws::play_out;

/// Four systems in a row: 10A, 1A, 2A, 12A. Ultramarines in the first, Orks in the third, Chaos in the fourth.
const ROW: &str = "players ultramarines chaos orks
    tile 10A at 0 0 turn 0
    tile 1A at 1 0 turn 0
    tile 2A at 2 0 turn 0
    tile 12A at 3 0 turn 0
    at turaci: ultramarines factory
    at pergam: orks ork-boyz
    at purge: chaos cultist
    ultramarines events adeptus-mechanicus, unwavering-resolve, emperors-champion, exterminatus
    chaos events blight-of-nurgle, prayer-to-the-dark-gods, seduced-by-chaos, through-the-warp
    orks events teer-it-down, warboss, gitz-dem, mob-up
";

fn row(more: &str) -> Scenario {
    scenario(&format!("{ROW}{more}"), "")
}

fn decision(game: &Scenario) -> Option<Decision> {
    game.game.next_question().map(|question| question.decision)
}

/// The systems in which the player asked may place an order.
fn systems(game: &Scenario) -> Vec<String> {
    let mut systems: Vec<String> =
        game.choices().iter().filter_map(|choice| choice.split(' ').nth(2).map(str::to_owned)).collect();
    systems.dedup();
    systems
}

/// An uneventful answer: orders are placed anywhere and put on the event deck, schemes are not played.
fn idle(game: &mut Scenario) {
    let choices = game.choices();
    let dull = ["divert", "done", "decline"].into_iter().find(|choice| game.offers(choice));
    let choice = dull.map_or_else(|| choices[0].clone(), str::to_owned);
    game.play(&choice);
}

/// Idles on; who was asked this question, one after the other.
fn asked_while(game: &mut Scenario, wanted: Decision) -> Vec<Seat> {
    let mut asked = Vec::new();
    while decision(game) == Some(wanted) {
        asked.push(game.asked());
        idle(game);
    }
    asked
}

/// Idles on until this question comes, or the game is over; who was asked `of` on the way.
fn idle_until(game: &mut Scenario, end: Decision, of: Decision) -> Vec<Seat> {
    let mut asked = Vec::new();
    while decision(game).is_some_and(|decision| decision != end) {
        if decision(game) == Some(of) {
            asked.push(game.asked());
        }
        idle(game);
    }
    asked
}

fn options(factions: &[&str]) -> Options {
    Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map: MapChoice::Introductory }
}

/// In turn order from the first player everybody places one token, four times over; nobody passes or places a fifth.
/// [planning-phase.placement.1, planning-phase.placement.2, first-player.order.1]
#[test]
fn four_tokens_each_in_turn_order() {
    let mut game = row("first chaos");
    let mut placed = Vec::new();
    while decision(&game) == Some(Decision::PlaceOrder) {
        placed.push(game.asked().index());
        assert!(game.choices().iter().all(|choice| choice.starts_with("place ")), "there is no passing");
        assert!(game.try_choose("done").is_err());
        idle(&mut game);
    }
    assert_eq!(placed, [1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(decision(&game), Some(Decision::RevealOrder));
    assert!(game.try_choose("chaos: place dominate 12A").is_err(), "a fifth token");
    assert_eq!(game.game.table.orders.len(), 12);
}

/// A token goes to a system with a unit or structure of its owner, or next to one. [planning-phase.placement.3]
#[test]
fn orders_go_near_own_forces() {
    let mut game = row("first ultramarines");
    assert_eq!(systems(&game), ["10A", "1A"], "2A is two steps away");
    assert!(game.try_choose("place advance 2A").is_err());
    game.play("place advance 1A");
    assert_eq!(systems(&game), ["2A", "12A"]);
    game.play("place advance 12A");
    assert_eq!(systems(&game), ["1A", "2A", "12A"]);
}

/// Presence is any unit, routed or not, ship or ground unit, or any structure. [planning-phase.placement.4]
#[test]
fn any_piece_is_presence() {
    let empty = "players ultramarines chaos
        tile 10A at 0 0 turn 0
        tile 1A at 1 0 turn 0
        tile 2A at 2 0 turn 0
        tile 12A at 3 0 turn 0
        at purge: chaos cultist
        first ultramarines
    ";
    for piece in ["turaci: ultramarines bastion", "turaci: ultramarines city", "10A.SE: ultramarines strike-cruiser"] {
        assert_eq!(systems(&scenario(&format!("{empty}at {piece}"), "")), ["10A", "1A"], "{piece}");
    }
    for piece in ["2A.SE: ultramarines strike-cruiser routed", "pergam: ultramarines scout routed"] {
        assert_eq!(systems(&scenario(&format!("{empty}at {piece}"), "")), ["1A", "2A", "12A"], "{piece}");
    }
}

/// A token placed where others lie goes on top of them, and only the top one can be revealed.
/// [planning-phase.placement.5, stack.top.1]
#[test]
fn later_tokens_lie_on_top() {
    let mut game = row("first orks");
    game.play(
        "orks: place dominate 1A
         ultramarines: place deploy 1A
         chaos: place deploy 12A
         orks: place deploy 2A
         ultramarines: place dominate 10A
         chaos: place dominate 12A",
    );
    idle_until_operations(&mut game, "2A", "10A", "12A");
    assert_eq!(game.asked(), game.seat("orks"));
    assert_eq!(game.choices(), ["system 2A"], "the token in 1A lies below another");
    game.play("system 2A\ndivert");
    assert_eq!(game.choices(), ["system 10A", "system 1A"], "the top one in 1A belongs to the Ultramarines");
    game.play("system 1A\ndivert\nsystem 12A\ndivert");
    assert_eq!(game.choices(), ["system 1A", "system 2A"], "now the one below is on top");
}

/// Every player places what is left to him at home.
fn idle_until_operations(game: &mut Scenario, orks: &str, ultramarines: &str, chaos: &str) {
    while decision(game) == Some(Decision::PlaceOrder) {
        let home = [ultramarines, chaos, orks][game.asked().index()];
        let at_home = |choice: &String| choice.ends_with(home) && !choice.contains("strategize");
        let choice = game.choices().into_iter().find(at_home).expect("home is near");
        game.play(&choice);
    }
}

/// Eight tokens, two of each kind: a third of a kind cannot be placed. [planning-phase.placement.6]
#[test]
fn two_tokens_of_each_kind() {
    let mut game = row("first ultramarines");
    for lap in 0..4 {
        let in_home = |kind: &str| format!("place {kind} 10A");
        let used_up = lap >= 2;
        assert_eq!(game.offers(&in_home("advance")), !used_up);
        for kind in ["strategize", "deploy", "dominate"] {
            assert!(game.offers(&in_home(kind)));
        }
        if used_up {
            assert!(game.try_choose("place advance 10A").is_err());
        }
        game.play(&in_home(if used_up { "deploy" } else { "advance" }));
        idle(&mut game);
        idle(&mut game);
    }
}

/// A player may place all his tokens in one system. [planning-phase.placement.7]
#[test]
fn four_tokens_in_one_system() {
    let mut game = row("first ultramarines");
    for kind in ["advance", "deploy", "dominate", "strategize"] {
        game.play(&format!("place {kind} 10A"));
        idle(&mut game);
        idle(&mut game);
    }
    let ours = game.game.table.orders.iter().filter(|token| token.owner == game.seat("ultramarines"));
    assert_eq!(ours.map(|token| token.system.0).collect::<Vec<_>>(), [0, 0, 0, 0]);
    assert_eq!(game.choices(), ["system 10A"]);
    assert_eq!(game.asked(), game.seat("ultramarines"));
    game.play("system 10A");
    assert_eq!(decision(&game), Some(Decision::BuyUpgrades { combat: true, order: true }), "the last one lies on top");
}

/// A stack has any number of tokens: all sixteen of four players, or one that is its own top. [stack.size.1]
#[test]
fn stacks_of_any_size() {
    let mut game = scenario(
        "players ultramarines chaos orks eldar
         tile 10A at 0 0 turn 0
         tile 1A at 1 0 turn 0
         tile 12A at 0 1 turn 0
         tile 11B at 0 -1 turn 0
         at turaci: ultramarines factory
         at nicea: eldar factory
         at purge: chaos factory
         at golgrim: orks factory
         first eldar",
        "",
    );
    while decision(&game) == Some(Decision::PlaceOrder) {
        let choice = game.choices().into_iter().find(|choice| choice.ends_with(" 10A")).expect("10A is near to all");
        game.play(&choice);
    }
    let tokens = &game.game.table.orders;
    assert_eq!(tokens.len(), 16);
    assert!(tokens.iter().all(|token| token.system.0 == 0));
    let order: Vec<usize> = tokens.iter().map(|token| token.owner.index()).collect();
    assert_eq!(order, [[3, 0, 1, 2]; 4].concat());
    // The last on top is the first to go.
    let mut revealed = Vec::new();
    while decision(&game) == Some(Decision::RevealOrder) {
        revealed.push(game.asked().index());
        assert_eq!(game.choices(), ["system 10A"]);
        game.play("system 10A");
        while !matches!(decision(&game), Some(Decision::RevealOrder | Decision::ChooseEvent)) {
            idle(&mut game);
        }
    }
    assert_eq!(revealed, order.into_iter().rev().collect::<Vec<_>>());

    let single = row("phase operations\nturn chaos\norders 12A: chaos deploy");
    assert_eq!(single.choices(), ["system 12A"]);
}

/// A player with too few tokens places those he has and is skipped after that; so is one with no system to place in.
/// [planning-phase.no-placement.1]
#[test]
fn who_cannot_place_is_skipped() {
    let mut game = row("first ultramarines\nchaos resolved advance, advance, deploy, deploy, dominate");
    let placed: Vec<usize> = asked_while(&mut game, Decision::PlaceOrder).into_iter().map(Seat::index).collect();
    assert_eq!(placed, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2], "three tokens of Chaos, four of the others");

    let mut nowhere = scenario(
        "players ultramarines chaos orks
         tile 10A at 0 0 turn 0
         tile 1A at 1 0 turn 0
         at turaci: ultramarines factory
         at nicea: orks factory
         first ultramarines",
        "",
    );
    let placed: Vec<usize> = asked_while(&mut nowhere, Decision::PlaceOrder).into_iter().map(Seat::index).collect();
    assert_eq!(placed, [0, 2, 0, 2, 0, 2, 0, 2], "Chaos has nothing on the board");
}

/// In every game, survivors can always place four orders, and no token is left on the board when Refresh begins.
/// [planning-phase.no-placement.1, planning-phase.all-resolved.1, operations-phase.end.1, operations-phase.end.2]
#[test]
fn all_orders_placed_are_resolved() {
    for factions in [&["ultramarines", "chaos"][..], &["ultramarines", "chaos", "orks", "eldar"]] {
        for seed in 0..12 {
            let mut placements = [0; 4];
            let mut was_planning = false;
            let check = |game: &forbidden_stars::Game, seat: Seat, offered: &[Choice], _: Choice| {
                assert!(!offered.is_empty());
                let stack = game.stack();
                let planning = stack.iter().any(|frame| matches!(frame, Frame::Planning(_)));
                if planning && !was_planning {
                    placements = [0; 4];
                }
                was_planning = planning;
                match game.question_of(seat) {
                    Some(Decision::PlaceOrder) => placements[seat.index()] += 1,
                    Some(Decision::RevealOrder) => {
                        assert!(game.table.turn_order().all(|seat| placements[seat.index()] == 4));
                    }
                    _ => {}
                }
                if stack.iter().any(|frame| matches!(frame, Frame::Refresh(_))) {
                    assert!(game.table.orders.is_empty());
                }
            };
            play_out::<ForbiddenStars>(Catalogue::standard(), &options(factions), seed, &mut kernel::Deaf, check)
                .unwrap_or_else(|broken| panic!("{broken}"));
        }
    }
}

/// A round is Planning, Operations, Refresh; the first player starts each, and the token then goes to the left.
/// [round.structure.1, round.structure.2, first-player.order.1, first-player.pass.1]
#[test]
fn a_round_in_order() {
    for (first, order) in [("chaos", [1, 2, 0]), ("orks", [2, 0, 1])] {
        let mut game = row(&format!("first {first}\nround 3"));
        assert!(game.try_choose("system 12A").is_err(), "nothing is revealed during planning");
        assert!(game.choices().iter().all(|choice| choice.starts_with("place ")));
        let planning = asked_while(&mut game, Decision::PlaceOrder);
        let operations = idle_until(&mut game, Decision::ChooseEvent, Decision::RevealOrder);
        let refresh = idle_until(&mut game, Decision::PlaceOrder, Decision::ChooseEvent);
        for seats in [&planning[..3], &operations[..3], &refresh] {
            assert_eq!(seats.iter().map(|seat| seat.index()).collect::<Vec<_>>(), order);
        }
        let phases: Vec<&Event> = game
            .events()
            .iter()
            .filter(|event| matches!(event, Event::RoundBegins(_) | Event::PhaseBegins(_)))
            .collect();
        let wanted = [
            Event::RoundBegins(3),
            Event::PhaseBegins(Phase::Planning),
            Event::PhaseBegins(Phase::Operations),
            Event::PhaseBegins(Phase::Refresh),
            Event::RoundBegins(4),
            Event::PhaseBegins(Phase::Planning),
        ];
        assert_eq!(phases, wanted.iter().collect::<Vec<_>>());
        assert_eq!(game.game.table.round, 4);
        assert_eq!(game.game.table.first_player.index(), order[1]);
        assert_eq!(game.asked().index(), order[1]);
    }
}

/// An undecided game ends with round 8. [round.structure.3]
#[test]
fn no_ninth_round() {
    let mut game = row("first chaos\nround 7");
    asked_while(&mut game, Decision::PlaceOrder);
    idle_until(&mut game, Decision::PlaceOrder, Decision::ChooseEvent);
    assert_eq!((game.game.table.round, game.game.is_over()), (8, false));
    asked_while(&mut game, Decision::PlaceOrder);
    idle_until(&mut game, Decision::PlaceOrder, Decision::ChooseEvent);
    assert!(game.game.is_over(), "no Planning Phase follows");
    assert_eq!(game.game.table.round, 8);
    let objectives: Vec<String> = ["ultramarines", "chaos", "orks"].map(|id| game.fact(id, "objectives")).to_vec();
    assert_eq!(objectives, ["0", "0", "0"], "nobody had won before");
}

/// The first player token skips eliminated seats. [first-player.pass.2]
#[test]
fn the_token_skips_the_eliminated() {
    let mut game = scenario(
        "players ultramarines chaos orks
         phase refresh
         tile 10A at 0 0 turn 0
         tile 2A at 1 0 turn 0
         at turaci: ultramarines factory
         at pergam: orks ork-boyz
         chaos eliminated
         first ultramarines",
        "",
    );
    idle_until(&mut game, Decision::PlaceOrder, Decision::ChooseEvent);
    assert_eq!(game.game.table.first_player, game.seat("orks"));
    assert_eq!(game.asked(), game.seat("orks"));
}

/// If the holder of the token is eliminated, his left neighbour starts until the round ends, and then gets the token.
/// [first-player.pass.3]
#[test]
fn an_eliminated_first_player() {
    // The Ultramarines own no world any more; the turn of the Chaos player shows it.
    let mut game = scenario(
        "players ultramarines chaos orks
         phase operations
         tile 10A at 0 0 turn 0
         tile 2A at 1 0 turn 0
         tile 12A at 2 0 turn 0
         at 10A.SE: ultramarines strike-cruiser
         at pergam: orks ork-boyz
         at purge: chaos cultist
         orders 10A: ultramarines deploy
         orders 12A: chaos deploy
         orders 2A: orks deploy
         chaos events blight-of-nurgle
         orks events mob-up
         first ultramarines
         turn chaos",
        "",
    );
    game.play("system 12A\ndivert\nsystem 2A\ndivert");
    assert!(!game.game.table.is_in(Seat(0)));
    let refresh = idle_until(&mut game, Decision::PlaceOrder, Decision::ChooseEvent);
    assert_eq!(refresh, [game.seat("chaos"), game.seat("orks")]);
    assert_eq!(game.game.table.first_player, game.seat("chaos"));
    let planning = asked_while(&mut game, Decision::PlaceOrder);
    assert_eq!(planning[..3], [Seat(1), Seat(2), Seat(1)]);
}
