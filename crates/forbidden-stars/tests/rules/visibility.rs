//! Who may see what. Most tests compare two games that differ only in a hidden part.

use crate::common::{Scenario, scenario};
use forbidden_stars::components::OrderKind;
use forbidden_stars::{Decision, Event, ForbiddenStars, View};
use kernel::{Rules, Sight, Viewer};

const BOARD: &str = "players ultramarines chaos
    tile 10A at 0 0 turn 0
    tile 1A at 1 0 turn 0
    tile 12A at 2 0 turn 0
    at turaci: ultramarines factory
    at purge: chaos factory
";

fn on_board(more: &str) -> Scenario {
    scenario(&format!("{BOARD}{more}"), "")
}

/// What a viewer is told of everything that happened.
fn told(events: &[Event], viewer: Viewer) -> Vec<Event> {
    events.iter().filter_map(|event| event.told_to(viewer)).collect()
}

/// Both players and somebody who only looks on.
fn viewers(game: &Scenario) -> Vec<Viewer> {
    let seats = game.game.table.all_seats().map(Viewer::Seat);
    seats.chain([Viewer::Spectator]).collect()
}

fn views(game: &Scenario) -> Vec<View> {
    viewers(game).into_iter().map(|viewer| ForbiddenStars::view(&game.game, viewer)).collect()
}

/// What a player has been told since the game began.
fn heard(game: &Scenario, faction: &str) -> Vec<Event> {
    told(game.events(), Viewer::Seat(game.seat(faction)))
}

/// The player cannot tell the two games apart: neither by what he sees nor by what he has heard.
#[track_caller]
fn alike(faction: &str, one: &Scenario, other: &Scenario) {
    assert!(one.game.table != other.game.table, "the games differ");
    assert_eq!(one.view(faction), other.view(faction));
    assert_eq!(heard(one, faction), heard(other, faction));
}

fn decision(game: &Scenario) -> Decision {
    game.game.next_question().expect("somebody is asked").decision
}

fn kinds(view: &View) -> Vec<Sight<OrderKind>> {
    view.orders.iter().map(|token| token.kind).collect()
}

/// A player may look at his own tokens on top of a stack; below another nobody may look, not even the owner.
/// [visibility.order-tokens.1, visibility.order-tokens.2]
#[test]
fn own_tokens_on_top_are_seen() {
    let game = on_board(
        "phase operations
         orders 10A: ultramarines advance, chaos dominate
         orders 1A: ultramarines deploy, ultramarines strategize",
    );
    use Sight::{Back, Face};
    let own = game.view("ultramarines");
    assert_eq!(kinds(&own), [Back, Back, Back, Face(OrderKind::Strategize)]);
    let remembered: Vec<Option<OrderKind>> = own.orders.iter().map(|token| token.remembered).collect();
    assert_eq!(
        remembered,
        [Some(OrderKind::Advance), None, Some(OrderKind::Deploy), None],
        "what he knows is kept beside what lies on the board"
    );
    assert_eq!(kinds(&game.view("chaos")), [Back, Face(OrderKind::Dominate), Back, Back]);
}

/// The kinds of facedown tokens are hidden from opponents, on the board and in the play area; owners, numbers and
/// sequence are public. [visibility.order-tokens.3, visibility.order-tokens.4, visibility.order-tokens.5]
#[test]
fn kinds_of_facedown_tokens_are_hidden() {
    let position = |top: &str, below: &str| {
        on_board(&format!(
            "phase operations
             first chaos
             orders 10A: ultramarines {below}, chaos dominate, ultramarines {top}
             orders 12A: chaos deploy"
        ))
    };
    let (one, other) = (position("advance", "deploy"), position("strategize", "dominate"));
    alike("chaos", &one, &other);
    assert_ne!(one.view("ultramarines"), other.view("ultramarines"));
    let spectator = |game: &Scenario| ForbiddenStars::view(&game.game, Viewer::Spectator);
    assert_eq!(spectator(&one), spectator(&other));
    let (ultramarines, chaos) = (one.seat("ultramarines"), one.seat("chaos"));
    for view in views(&one) {
        let stack: Vec<_> = view.orders.iter().filter(|token| token.system.0 == 0).map(|token| token.owner).collect();
        assert_eq!(stack, [ultramarines, chaos, ultramarines]);
        assert_eq!(view.players[ultramarines.index()].unplaced, 6);
    }
    assert_eq!(one.view("chaos").players[ultramarines.index()].unplaced_kinds, None);
    assert_eq!(one.view("ultramarines").players[ultramarines.index()].unplaced_kinds, Some([1, 2, 2, 1]));
}

/// During the Planning Phase, too, opponents see only how many tokens are left. [visibility.order-tokens.5]
#[test]
fn unplaced_tokens_are_hidden_while_planning() {
    let position = |kind: &str| {
        let mut game = on_board("phase planning\nfirst chaos");
        game.play(&format!("place {kind} 12A"));
        game
    };
    let (one, other) = (position("advance"), position("strategize"));
    alike("ultramarines", &one, &other);
    let chaos = one.seat("chaos").index();
    let seen = &one.view("ultramarines").players[chaos];
    assert_eq!((seen.unplaced, seen.unplaced_kinds), (7, None));
    let own = &one.view("ultramarines").players[one.seat("ultramarines").index()];
    assert_eq!((own.unplaced, own.unplaced_kinds), (8, Some([2; 4])));
}

/// A revealed kind is public, and stays so after the order until the tokens are taken back for the next Planning Phase.
/// [visibility.order-tokens.6]
#[test]
fn revealed_kinds_stay_public() {
    let mut game = on_board(
        "phase operations
         orders 10A: ultramarines strategize, ultramarines deploy, ultramarines advance
         orders 12A: chaos dominate
         ultramarines events adeptus-mechanicus, emperors-champion
         first ultramarines",
    );
    let seat = game.seat("ultramarines").index();
    let single = |index: usize| {
        let mut tokens = [0; 4];
        tokens[index] = 1;
        tokens
    };
    game.play("system 10A");
    for view in views(&game) {
        assert_eq!(view.orders[2].kind, Sight::Face(OrderKind::Advance));
    }
    game.play("divert\nsystem 12A\ndivert");
    for view in views(&game) {
        assert_eq!(view.players[seat].on_deck, single(OrderKind::Advance.index()));
    }
    game.play("system 10A\nresolve\ndone");
    for view in views(&game) {
        assert_eq!(view.players[seat].resolved, single(OrderKind::Deploy.index()));
    }
    game.play("system 10A\ndone");
    assert_eq!(decision(&game), Decision::ChooseEvent);
    for view in views(&game) {
        let mut resolved = [1; 4];
        resolved[OrderKind::Dominate.index()] = 0;
        assert_eq!(view.players[seat].resolved, resolved, "also while event cards are drawn");
    }
    game.play("event adeptus-mechanicus\ndecline");
    while decision(&game) != Decision::PlaceOrder {
        let choices = game.choices();
        let dull = choices.iter().find(|choice| *choice == "decline" || *choice == "done").unwrap_or(&choices[0]);
        game.play(dull);
    }
    for view in views(&game) {
        assert_eq!((view.players[seat].resolved, view.players[seat].unplaced), ([0; 4], 8));
    }
}

/// Two Space Marines advance on two Cultists; these are the top cards of the defender.
fn advance(defender: &str) -> Scenario {
    let mut game = scenario(
        &format!(
            "players ultramarines chaos
             phase operations
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             at xinghua: ultramarines 2 space-marine, factory
             at pergam: chaos 2 cultist
             at laodicea: chaos city
             orders 2A: ultramarines advance
             orders 5A: chaos deploy
             ultramarines deck ambush, ambush, faith-in-the-emperor, faith-in-the-emperor, reconnaissance
             chaos deck {defender}
             first ultramarines"
        ),
        "OOOO DM",
    );
    game.play("system 2A\nresolve\nmove space-marine xinghua pergam\nmove space-marine xinghua pergam");
    game
}

/// Cards in hand are hidden from the opponent; he sees how many there are. [visibility.combat-hand.1]
#[test]
fn hands_are_hidden() {
    let one = advance("foul-worship, foul-worship, dark-faith, dark-faith, impure-zeal");
    let other = advance("khornes-rage, khornes-rage, lure-of-chaos, lure-of-chaos, impure-zeal");
    alike("ultramarines", &one, &other);
    assert_ne!(one.view("chaos"), other.view("chaos"));
    let chaos = one.seat("chaos").index();
    assert_eq!(one.view("ultramarines").players[chaos].hand, [Sight::Back; 5]);
    assert!(one.view("chaos").players[chaos].hand.iter().all(|card| matches!(card, Sight::Face(_))));
}

/// A chosen card stays facedown until its owner reveals it: the attacker resolves his without knowing the defender's.
/// [visibility.combat-hand.2]
#[test]
fn chosen_cards_stay_facedown() {
    let choose = |card: &str| {
        let mut game = advance("foul-worship, foul-worship, dark-faith, dark-faith, impure-zeal");
        game.play(&format!("chaos: card {card}"));
        game
    };
    let (mut one, mut other) = (choose("foul-worship"), choose("dark-faith"));
    assert_eq!(one.view("ultramarines"), other.view("ultramarines"), "only that he has chosen is seen");
    assert_ne!(one.view("chaos"), other.view("chaos"));
    one.play("ultramarines: card ambush");
    other.play("ultramarines: card ambush");
    assert!(matches!(decision(&one), Decision::Effect(_)), "Ambush is being resolved");
    alike("ultramarines", &one, &other);
    let facedown = |game: &Scenario, viewer: &str| {
        let battle = game.view(viewer).battle.expect("a combat is being fought");
        (battle.sides[0].facedown, battle.sides[1].facedown)
    };
    assert_eq!(facedown(&one, "ultramarines"), (None, Some(Sight::Back)));
    assert!(matches!(facedown(&one, "chaos"), (None, Some(Sight::Face(_)))));
    one.play("accept");
    other.play("accept");
    let (one, other) = (one.view("ultramarines"), other.view("ultramarines"));
    assert_ne!(one.battle, other.battle, "then the defender reveals");
}

/// The order of decks is hidden from everybody, their sizes are public. [visibility.decks.1]
#[test]
fn the_order_of_decks_is_hidden() {
    let one = on_board(
        "phase planning
         ultramarines deck ambush, reconnaissance, ambush
         chaos events spoils-of-war, prophets-and-signs",
    );
    let other = on_board(
        "phase planning
         ultramarines deck reconnaissance, ambush, ambush
         chaos events prophets-and-signs, spoils-of-war",
    );
    alike("ultramarines", &one, &other);
    alike("chaos", &one, &other);
    for view in views(&one) {
        assert!(view.players.iter().all(|player| (player.deck, player.event_deck) == (10, 8)));
    }
}

/// Everybody may read the upgrade decks, and is told which upgrades are bought and which pair leaves.
/// [visibility.decks.2, visibility.decks.3]
#[test]
fn upgrades_are_open() {
    let mut game = on_board("phase operations\norders 10A: ultramarines strategize\norders 12A: chaos deploy");
    let pairs = |game: &Scenario, seat: usize| {
        let seen: Vec<(u16, u8)> =
            views(game).iter().map(|view| (view.players[seat].pairs, view.players[seat].upgrades)).collect();
        assert!(seen.iter().all(|view| *view == seen[0]), "all see the same");
        seen[0]
    };
    let seat = game.seat("ultramarines");
    let before = pairs(&game, seat.index());
    assert_eq!((before.0.count_ones(), before.1), (5, 0), "nine pairs and five order upgrades are left to buy");
    game.play("system 10A\npair hold-the-line\npair ambush\nupgrade rain-of-fire");
    let after = pairs(&game, seat.index());
    assert_eq!((after.0.count_ones(), after.1.count_ones()), (5, 1));
    assert_ne!(after.0, before.0);
    for viewer in viewers(&game) {
        let lines: Vec<String> = told(game.events(), viewer)
            .iter()
            .filter(|event| matches!(event, Event::PairGained { .. } | Event::UpgradeGained { .. }))
            .map(|event| ForbiddenStars::describe_event(&game.game, event))
            .collect();
        assert_eq!(
            lines,
            ["Ultramarines puts Hold the Line into the combat deck for Ambush", "Ultramarines gains Rain of Fire"]
        );
    }
}

/// Opponents see how many event cards are drawn and which one is chosen, at once and before the storm moves; the others
/// go back unseen. [visibility.events.1, visibility.events.2, visibility.events.3]
#[test]
fn only_the_chosen_event_is_shown() {
    let drawn = |others: &str| {
        on_board(&format!(
            "phase refresh
             first ultramarines
             storm 1A-north
             ultramarines on-deck strategize, strategize, deploy
             ultramarines events adeptus-mechanicus, {others}
             chaos events spoils-of-war"
        ))
    };
    let mut one = drawn("emperors-champion, exterminatus");
    let mut other = drawn("rites-of-battle, heroic-intervention");
    let seat = one.seat("ultramarines").index();
    assert_eq!(decision(&one), Decision::ChooseEvent);
    alike("chaos", &one, &other);
    assert_ne!(one.view("ultramarines"), other.view("ultramarines"));
    let seen = &one.view("chaos").players[seat];
    assert_eq!((seen.drawn_events.clone(), seen.event, seen.event_deck), (vec![Sight::Back; 3], None, 5));
    assert_eq!(one.choices().len(), 3);

    one.play("event adeptus-mechanicus");
    other.play("event adeptus-mechanicus");
    assert!(matches!(decision(&one), Decision::MoveStorm { .. }));
    alike("chaos", &one, &other);
    let seen = &one.view("chaos").players[seat];
    let chosen = seen.event.expect("the chosen card lies faceup");
    assert_eq!(one.game.catalogue.event(chosen).name, "Adeptus Mechanicus");
    assert_eq!(seen.drawn_events, [Sight::Back; 2]);

    let storm = one.choices()[0].clone();
    for game in [&mut one, &mut other] {
        game.play(&storm).play("decline");
    }
    alike("chaos", &one, &other);
    let seen = &one.view("chaos").players[seat];
    assert_eq!((seen.drawn_events.len(), seen.event_deck), (0, 8));
    let named: Vec<Event> = heard(&one, "chaos")
        .into_iter()
        .filter(|event| {
            matches!(
                event,
                Event::EventChosen { seat, .. } | Event::EventRevealed { seat, .. } | Event::EventDiscarded { seat, .. }
                    if *seat == one.seat("ultramarines")
            )
        })
        .collect();
    assert_eq!(named, [Event::EventChosen { seat: one.seat("ultramarines"), event: chosen }]);
}

/// Everything kept in play areas is public. [visibility.play-area.1]
#[test]
fn play_areas_are_public() {
    let game = on_board(
        "phase operations
         orders 10A: ultramarines deploy
         orders 12A: chaos deploy
         at argovia: ultramarines 2 scout, city
         ultramarines materiel 9
         ultramarines assets 2 forge, cache
         ultramarines objectives 1
         ultramarines upgrades crusade, drop-pods used
         ultramarines scheme exterminatus",
    );
    let seat = game.seat("ultramarines");
    let player = game.game.table.player(seat);
    for view in views(&game) {
        let seen = &view.players[seat.index()];
        assert_eq!((seen.materiel, seen.assets, seen.objectives), (9, [2, 1, 0], 1));
        assert_eq!((seen.upgrades.count_ones(), seen.used_upgrades.count_ones()), (2, 1));
        assert_eq!((seen.upgrades, seen.used_upgrades), (player.upgrades, player.used_upgrades));
        let scheme = seen.scheme.expect("a scheme lies in play");
        assert_eq!(game.game.catalogue.event(scheme).name, "Exterminatus");
        assert_eq!((seen.control_tokens, seen.reserve.clone()), (7, vec![4, 3, 6, 6, 3, 3]));
    }
}

/// Dice and combat tokens of both sides are open, grouped by icon. [visibility.dice.1]
#[test]
fn dice_and_tokens_are_open() {
    let mut game = advance("foul-worship, foul-worship, dark-faith, dark-faith, impure-zeal");
    let sides = |game: &Scenario| {
        let seen: Vec<Vec<([u8; 3], [u8; 2])>> = views(game)
            .into_iter()
            .map(|view| view.battle.expect("a combat is being fought"))
            .map(|battle| battle.sides.iter().map(|side| (side.dice, side.tokens)).collect())
            .collect();
        assert!(seen.iter().all(|view| *view == seen[0]));
        seen[0].clone()
    };
    assert_eq!(sides(&game), [([4, 0, 0], [0, 0]), ([0, 1, 1], [0, 0])]);
    game.play("ultramarines: card ambush\nchaos: card foul-worship\naccept");
    assert_eq!(sides(&game), [([4, 0, 0], [2, 0]), ([0, 1, 1], [0, 0])]);
}

/// Cards left in hand at the end of a combat are not shown. [visibility.unused-combat-cards.1]
#[test]
fn unused_cards_are_not_shown() {
    let fight = |deck: &str| {
        let mut game = advance(deck);
        game.play("ultramarines: card ambush\nchaos: card foul-worship\naccept\ndecline");
        while matches!(decision(&game), Decision::AssignDamage { .. }) {
            let suffers = game.choices()[0].clone();
            game.play(&suffers);
        }
        game.all_dice_used();
        assert_eq!(
            (decision(&game), game.at("pergam").as_str()),
            (Decision::RevealOrder, "ultramarines 2 space-marine")
        );
        game
    };
    let one = fight("foul-worship, foul-worship, dark-faith, dark-faith, impure-zeal");
    let other = fight("foul-worship, khornes-rage, khornes-rage, lure-of-chaos, lure-of-chaos");
    alike("ultramarines", &one, &other);
    let shown: Vec<String> = heard(&one, "ultramarines")
        .iter()
        .filter(|event| {
            matches!(event, Event::CardRevealed { .. } | Event::CardDiscarded { .. } | Event::CardForIcons { .. })
        })
        .map(|event| ForbiddenStars::describe_event(&one.game, event))
        .collect();
    assert_eq!(shown, ["Ultramarines reveals Ambush", "World Eaters reveals Foul Worship"]);
    // Of his own hand he hears each card, of the other's how many there are.
    let hands: Vec<String> = heard(&one, "ultramarines")
        .iter()
        .filter(|event| matches!(event, Event::CardDealt { .. } | Event::HandDrawn { .. } | Event::CardDrawn { .. }))
        .map(|event| ForbiddenStars::describe_event(&one.game, event))
        .collect();
    assert!(hands[..5].iter().all(|line| line.starts_with("Ultramarines draws ")), "{hands:?}");
    assert_eq!(hands[5..], ["World Eaters draws 5 combat cards"]);
}
