//! Operations Phase: revealing, resolving and diverting orders; the active system and the active player; units.

use crate::common::{Scenario, check, scenario};
use expect_test::expect;
use forbidden_stars::{Catalogue, Decision, Event};
use kernel::Sight;

/// Four systems in a row: 10A, 1A, 2A, 12A. Ultramarines in the first, Chaos in the last.
const ROW: &str = "players ultramarines chaos
    phase operations
    tile 10A at 0 0 turn 0
    tile 1A at 1 0 turn 0
    tile 2A at 2 0 turn 0
    tile 12A at 3 0 turn 0
    at turaci: ultramarines factory
    at purge: chaos factory
    ultramarines events adeptus-mechanicus, emperors-champion
    chaos events seduced-by-chaos, prayer-to-the-dark-gods
";

fn row(more: &str) -> Scenario {
    scenario(&format!("{ROW}{more}"), "")
}

fn decision(game: &Scenario) -> Decision {
    game.game.next_question().expect("somebody is asked").decision
}

fn is_asked(game: &Scenario, faction: &str) -> bool {
    game.asked() == game.seat(faction)
}

fn active_system(game: &Scenario) -> Option<u8> {
    game.game.table.active_system.map(|system| system.0)
}

/// Two players with free tokens take turns, one token a turn, and may not pass.
/// [operations-phase.turns.1, operations-phase.turns.2]
#[test]
fn players_take_turns() {
    let mut game = row("orders 10A: ultramarines deploy
         orders 1A: ultramarines dominate
         orders 2A: chaos dominate
         orders 12A: chaos deploy
         first chaos");
    for (faction, choices) in [
        ("chaos", &["system 2A", "system 12A"][..]),
        ("ultramarines", &["system 10A", "system 1A"]),
        ("chaos", &["system 12A"]),
        ("ultramarines", &["system 1A"]),
    ] {
        assert!(is_asked(&game, faction));
        assert_eq!(game.choices(), choices, "only own tokens, and no passing");
        assert!(game.try_choose("done").is_err());
        let choice = choices[0].to_owned();
        game.play(&choice).play("divert");
    }
}

/// A turn: choose, flip, resolve, remove; then the next player. [operations-phase.turns.3]
#[test]
fn the_steps_of_a_turn() {
    check(
        &format!(
            "{ROW}orders 10A: ultramarines deploy
             orders 12A: chaos dominate
             at argovia: ultramarines scout
             ultramarines materiel 4"
        ),
        "",
        "?
         system 10A
         ?
         resolve
         buy scout turaci
         done
         build bastion argovia
         ?",
        expect![[r#"
            ? Ultramarines: reveal an order: system 10A
            > ultramarines: system 10A
              Ultramarines reveals deploy in 10A
            ? Ultramarines: resolve the deploy order, or put it on the event deck: resolve | divert
            > ultramarines: resolve
            > ultramarines: buy scout turaci
              Ultramarines buys a Scout on Turaci
            > ultramarines: done
            > ultramarines: build bastion argovia
              Ultramarines builds a bastion on Argovia
            ? World Eaters: reveal an order: system 12A"#]],
    );
}

/// Until the turn is over the revealed token lies on its stack, and the one below is not on top.
/// [operations-phase.turns.4, stack.top.1]
#[test]
fn the_token_lies_on_its_stack_until_removed() {
    let mut game = row("orders 10A: chaos dominate, ultramarines deploy
         orders 12A: chaos deploy
         first ultramarines");
    let below = |game: &Scenario| game.view("chaos").orders[0].kind;
    game.play("system 10A\nresolve");
    assert_eq!(game.game.table.orders.len(), 3);
    let system = game.game.table.active_system.expect("an order was revealed");
    let top = game.game.table.top_order(system).expect("the stack is not empty");
    assert!(top.revealed && top.owner == game.seat("ultramarines"));
    assert_eq!(below(&game), Sight::Back, "not even its owner may look at it yet");
    game.play("done");
    assert_eq!(game.game.table.orders.len(), 2);
    assert!(matches!(below(&game), Sight::Face(_)));
    assert_eq!(game.choices(), ["system 10A", "system 12A"]);
}

/// Resolved Advance, Deploy and Dominate tokens go to the play area, Strategize tokens to the event deck, bought or not.
/// [operations-phase.remove.1, operations-phase.remove.2]
#[test]
fn where_tokens_go() {
    for order in ["advance", "deploy", "dominate"] {
        let mut game = row(&format!("orders 10A: ultramarines {order}\norders 12A: chaos deploy"));
        game.play("system 10A\nresolve");
        while is_asked(&game, "ultramarines") {
            game.play("done");
        }
        assert_eq!(game.fact("ultramarines", "resolved"), order);
        assert_eq!(game.fact("ultramarines", "on-deck"), "");
    }
    for bought in ["done", "upgrade rain-of-fire\ndone"] {
        let mut game = row("orders 10A: ultramarines strategize\norders 12A: chaos deploy");
        game.play("system 10A").play(bought);
        assert!(is_asked(&game, "chaos"));
        assert_eq!(game.fact("ultramarines", "on-deck"), "strategize");
        assert_eq!(game.fact("ultramarines", "resolved"), "");
    }
}

/// A revealed Advance, Deploy or Dominate token may go to the event deck instead, without any effect; that is the turn.
/// [operations-phase.divert.1, operations-phase.turns.3]
#[test]
fn diverted_orders_do_nothing() {
    for order in ["advance", "deploy", "dominate"] {
        let mut game = row(&format!("orders 10A: ultramarines {order}\norders 12A: chaos deploy"));
        game.play("system 10A");
        assert_eq!(game.choices(), ["resolve", "divert"]);
        game.play("divert");
        assert!(is_asked(&game, "chaos"));
        assert_eq!(game.fact("ultramarines", "on-deck"), order);
        assert_eq!(game.fact("ultramarines", "resolved"), "");
        assert_eq!(game.fact("ultramarines", "assets"), "none", "Turaci would have given two reinforcement tokens");
    }
    let mut game = row("orders 10A: ultramarines dominate\norders 12A: chaos deploy\nat argovia: ultramarines scout");
    game.play("system 10A\nresolve");
    assert_eq!(game.fact("ultramarines", "assets"), "2 reinforcement");
    assert!(is_asked(&game, "ultramarines"), "the faction's ability follows");
    let mut game = row("orders 10A: ultramarines strategize\norders 12A: chaos deploy");
    game.play("system 10A");
    assert!(!game.offers("divert"), "a Strategize token goes there anyway");
}

/// Resolve or divert is decided right after the reveal, and not later. [operations-phase.divert.2]
#[test]
fn no_diverting_once_begun() {
    let mut game = row("orders 10A: ultramarines deploy\norders 12A: chaos deploy");
    game.play("system 10A");
    assert_eq!(decision(&game), Decision::ResolveOrDivert);
    assert!(!game.offers("buy scout turaci"));
    game.play("resolve");
    assert!(!game.offers("divert"));
    game.play("buy scout turaci");
    assert!(!game.offers("divert") && game.try_choose("divert").is_err());
}

/// A diverted order triggers no order upgrade. [operations-phase.divert.3]
#[test]
fn diverted_orders_trigger_no_upgrade() {
    let position = "orders 10A: ultramarines deploy
        orders 12A: chaos deploy
        at argovia: ultramarines bastion
        ultramarines upgrades recruitment-worlds";
    let mut resolved = row(position);
    resolved.play("system 10A\nresolve");
    assert!(resolved.offers("upgrade recruitment-worlds"));
    let mut diverted = row(position);
    diverted.play("system 10A\ndivert");
    assert!(is_asked(&diverted, "chaos"));
    assert_eq!(diverted.fact("ultramarines", "upgrades"), "recruitment-worlds");
}

/// A diverted token lies faceup on the deck and counts like a Strategize token when event cards are drawn.
/// [operations-phase.divert.4]
#[test]
fn diverted_tokens_draw_event_cards() {
    let mut game = row("orders 10A: ultramarines strategize, ultramarines deploy\norders 12A: chaos dominate");
    game.play("system 10A\ndivert");
    let seat = game.seat("ultramarines");
    assert_eq!(game.view("chaos").players[seat.index()].on_deck, game.game.table.player(seat).orders.on_deck);
    assert_eq!(game.fact("ultramarines", "on-deck"), "deploy");
    game.play("system 12A\nresolve");
    while is_asked(&game, "chaos") {
        let choice = game.choices()[0].clone();
        game.play(&choice);
    }
    game.play("system 10A\ndone");
    assert!(game.events().contains(&Event::EventsDrawn { seat, cards: 2 }));
    assert_eq!(game.choices(), ["event adeptus-mechanicus", "event emperors-champion"]);
}

/// A player without tokens on the board is passed over, and the phase ends when none is left.
/// [operations-phase.skip.2, operations-phase.skip.3, operations-phase.end.1]
#[test]
fn players_without_tokens_are_passed_over() {
    let mut game = row("orders 10A: chaos dominate, ultramarines deploy
         orders 2A: chaos deploy, chaos advance, ultramarines advance
         orders 1A: ultramarines dominate
         orders 12A: chaos advance
         first ultramarines");
    let mut turns = Vec::new();
    for choice in ["1A", "12A", "2A", "2A", "10A", "10A", "2A"] {
        turns.push(game.asked().index());
        let choice = format!("system {choice}");
        assert!(game.offers(&choice));
        game.play(&choice).play("divert");
    }
    assert_eq!(turns, [0, 1, 0, 1, 0, 1, 1], "the Ultramarines are done first");
    assert_eq!(game.game.table.orders.len(), 0);
    let seat = game.seat("chaos");
    assert_eq!(game.game.table.player(seat).orders.on_deck.iter().sum::<u8>(), 4);
    assert_eq!(decision(&game), Decision::ChooseEvent, "Refresh follows");
}

/// A player whose tokens are all buried is passed over, and loses none of them.
/// [operations-phase.skip.1, operations-phase.skip.3, operations-phase.end.1, stack.top.1]
#[test]
fn players_with_buried_tokens_are_passed_over() {
    let mut game = row("orders 10A: chaos deploy, chaos dominate, ultramarines deploy
         orders 12A: chaos deploy, chaos dominate, ultramarines advance
         orders 1A: ultramarines dominate
         first ultramarines");
    game.play("system 1A\ndivert");
    assert!(is_asked(&game, "ultramarines"), "all tokens of the Chaos player lie below others");
    assert!(game.choices_of(game.seat("chaos")).is_empty());
    game.play("system 10A\ndivert");
    assert!(is_asked(&game, "chaos"));
    assert_eq!(game.choices(), ["system 10A"]);
    game.play("system 10A\ndivert\nsystem 12A\ndivert");
    for system in ["10A", "12A", "12A"] {
        assert!(is_asked(&game, "chaos"), "several turns in a row");
        game.play(&format!("system {system}")).play("divert");
    }
    let seat = game.seat("chaos");
    assert_eq!(game.game.table.player(seat).orders.on_deck.iter().sum::<u8>(), 4);
    assert_eq!(decision(&game), Decision::ChooseEvent);
}

/// An effect instead of revealing is the whole turn: no token moves, and the active system stays.
/// [operations-phase.instead.1, active-system.definition.2]
#[test]
fn an_effect_instead_of_an_order() {
    let mut game = row("orders 10A: ultramarines deploy
         orders 12A: chaos deploy
         at argovia: ultramarines scout routed
         ultramarines scheme unwavering-resolve
         active 2A
         first ultramarines");
    assert_eq!(game.choices(), ["system 10A", "scheme"]);
    game.play("scheme\nsystem 10A");
    assert_eq!(game.at("argovia"), "ultramarines scout");
    assert!(is_asked(&game, "chaos"));
    assert_eq!(game.game.table.orders.len(), 2);
    assert!(game.game.table.orders.iter().all(|token| !token.revealed));
    assert_eq!((game.fact("ultramarines", "resolved"), game.fact("ultramarines", "on-deck")), Default::default());
    assert_eq!(active_system(&game), Some(2), "2A, where a token was last revealed");
}

/// Such an effect needs a token that could be revealed. [operations-phase.instead.2]
#[test]
fn no_effect_instead_of_nothing() {
    let position = |orders: &str| {
        row(&format!(
            "{orders}
             at argovia: ultramarines scout routed
             ultramarines scheme unwavering-resolve
             first ultramarines"
        ))
    };
    assert!(position("orders 10A: chaos deploy, ultramarines deploy").offers("scheme"));
    for orders in ["orders 10A: ultramarines deploy, chaos deploy", "orders 10A: chaos deploy"] {
        let game = position(orders);
        assert!(is_asked(&game, "chaos"), "the turn is skipped");
        assert!(game.choices_of(game.seat("ultramarines")).is_empty());
        assert!(!game.offers("scheme"));
    }
}

/// After such an effect unit capacity and elimination are checked. [operations-phase.instead.3]
#[test]
fn capacity_and_elimination_after_an_effect() {
    let position = "players eldar chaos orks
        phase operations
        tile 9A at 0 0 turn 0
        tile 1A at 1 0 turn 0
        tile 12A at 2 0 turn 0
        at iyanden: eldar factory
        at 9A.SE: eldar 3 hellebore-frigate
        at 9A.SW: eldar hellebore-frigate
        at nicea: orks ork-boyz
        at 12A.SE: chaos iconoclast-destroyer
        orders 9A: eldar deploy
        orders 12A: chaos deploy
        orders 1A: orks deploy
        eldar scheme warp-gate
        first eldar
    ";
    let mut game = scenario(position, "");
    game.play("scheme\narea 9A.SW\narea 9A.SE");
    let choice = game.choices()[0].clone();
    game.play(&choice);
    assert!(is_asked(&game, "eldar") && matches!(decision(&game), Decision::DestroyExcess { .. }));
    assert_eq!(game.choices(), ["unit hellebore-frigate 9A.SE"]);
    game.play("unit hellebore-frigate 9A.SE");
    assert_eq!(game.at("9A.SE"), "eldar 3 hellebore-frigate");
    // Chaos owns no world, and is out before his turn.
    assert!(!game.game.table.is_in(game.seat("chaos")));
    assert!(is_asked(&game, "orks"));
}

/// An order that can do nothing is resolved without effect; tokens may even be placed only to block.
/// [operations-phase.no-effect.1]
#[test]
fn orders_without_effect() {
    let mut game = row("orders 1A: ultramarines strategize, ultramarines deploy\norders 12A: chaos deploy");
    game.play("system 1A\nresolve");
    assert!(is_asked(&game, "chaos"), "nothing can be bought in 1A");
    assert_eq!(game.fact("ultramarines", "resolved"), "deploy");
    assert_eq!(game.fact("ultramarines", "materiel"), "6");
    game.play("system 12A\ndivert\nsystem 1A");
    assert_ne!(decision(&game), Decision::BuyUpgrades { combat: true, order: true }, "no upgrades without presence");
    assert_eq!(game.fact("ultramarines", "materiel"), "6");
    let strategize = Event::EventsDrawn { seat: game.seat("ultramarines"), cards: 1 };
    assert!(game.events().contains(&strategize), "the token went to the event deck");
    let planning = row("phase planning\nfirst ultramarines");
    assert!(planning.offers("place strategize 1A") && planning.offers("place deploy 1A"));
}

/// The active system is where a token was last turned faceup; before the first there is none, and it stays set through
/// the Refresh Phase. [active-system.definition.1, active-system.definition.2]
#[test]
fn the_active_system() {
    let mut game = row("orders 10A: ultramarines deploy\norders 12A: chaos deploy\nfirst ultramarines");
    assert_eq!(active_system(&game), None);
    game.play("system 10A");
    assert_eq!(active_system(&game), Some(0));
    game.play("divert");
    assert_eq!(active_system(&game), Some(0), "until the next reveal");
    game.play("system 12A");
    assert_eq!(active_system(&game), Some(3));
    game.play("divert");
    assert_eq!(decision(&game), Decision::ChooseEvent);
    assert_eq!(active_system(&game), Some(3));
    game.play("event adeptus-mechanicus\ndecline\nevent seduced-by-chaos\ndecline");
    assert_eq!(decision(&game), Decision::PlaceOrder);
    assert_eq!(active_system(&game), Some(3), "and through the next Planning Phase");
}

/// In a combat outside the active system, retreats go by the system of the contested area. [active-system.definition.3]
#[test]
fn a_combat_elsewhere_has_its_own_system() {
    // An automatic win: the defender has only a routed unit, and must retreat.
    let position = |active: &str| {
        scenario(
            &format!(
                "players orks chaos
                 phase battle
                 tile 10A at 0 0 turn 0
                 tile 1A at 1 0 turn 0
                 tile 2A at 2 0 turn 2
                 tile 12A at 3 0 turn 0
                 at purge: orks nob
                 at purge: chaos cultist routed
                 at nicea: chaos factory
                 contest purge orks
                 active {active}"
            ),
            "",
        )
    };
    let far = position("10A");
    assert!(is_asked(&far, "chaos"));
    assert_eq!(far.choices(), ["area pergam", "area noatun"], "in 12A and next to it, not next to 10A");
    assert_eq!(position("12A").choices(), far.choices());
}

/// Combat cards that name the system mean that of the contested area. [active-system.definition.3]
#[test]
fn combat_cards_work_in_the_system_of_the_combat() {
    let mut game = scenario(
        "players chaos orks
         phase battle
         tile 10A at 0 0 turn 0
         tile 1A at 1 0 turn 0
         tile 12A at 2 0 turn 0
         at purge: chaos 2 cultist
         at purge: orks ork-boyz
         contest purge chaos
         active 10A
         orks assets none
         chaos deck dark-faith, dark-faith, impure-zeal, impure-zeal, foul-worship",
        "MM OO",
    );
    let card = game.choices_of(game.seat("orks"))[0].clone();
    game.play(&format!("chaos: card dark-faith\norks: {card}\naccept"));
    assert_eq!(
        game.choices(),
        ["free cultist noatun", "free cultist venefirous", "decline"],
        "worlds of 12A, not of 10A"
    );
}

/// Whoever has an order to place or resolve, an event card to resolve or a storm to move is the active player, and
/// nobody else may act. [active-player.definition.1]
#[test]
fn the_active_player() {
    let only = |game: &Scenario, faction: &str, other: &str| {
        assert!(is_asked(game, faction));
        assert_eq!(game.view(other).active_player, game.seat(faction));
        assert!(game.choices_of(game.seat(other)).is_empty());
    };
    let mut planning = row("phase planning\nfirst chaos");
    only(&planning, "chaos", "ultramarines");
    assert!(planning.try_choose("ultramarines: place deploy 10A").is_err());
    planning.play("place deploy 12A");
    only(&planning, "ultramarines", "chaos");

    let mut game = row("orders 10A: ultramarines deploy
         orders 12A: chaos deploy
         storm 1A-west
         storm 2A-north
         first ultramarines");
    only(&game, "ultramarines", "chaos");
    assert!(game.try_choose("chaos: system 12A").is_err());
    game.play("system 10A\ndivert");
    only(&game, "chaos", "ultramarines");
    game.play("system 12A\ndivert");
    for (faction, other, event) in
        [("ultramarines", "chaos", "adeptus-mechanicus"), ("chaos", "ultramarines", "seduced-by-chaos")]
    {
        assert_eq!(decision(&game), Decision::ChooseEvent);
        only(&game, faction, other);
        assert!(game.try_choose(&format!("{other}: event {event}")).is_err());
        game.play(&format!("event {event}"));
        assert!(matches!(decision(&game), Decision::MoveStorm { .. }));
        only(&game, faction, other);
        let storm = game.choices()[0].clone();
        assert!(game.try_choose(&format!("{other}: {storm}")).is_err());
        game.play(&storm).play("decline");
    }
}

/// Choices that others owe inside a turn do not change the active player. [active-player.definition.2]
#[test]
fn others_answer_in_the_active_players_turn() {
    let mut game = scenario(
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
         chaos deck foul-worship, foul-worship, dark-faith, dark-faith, impure-zeal
         first ultramarines",
        "OOOO DD",
    );
    let active = |game: &Scenario| {
        assert_eq!(game.game.table.active_player, game.seat("ultramarines"));
        assert_eq!(game.view("chaos").active_player, game.seat("ultramarines"));
    };
    game.play("system 2A\nresolve\nmove space-marine xinghua pergam\nmove space-marine xinghua pergam");
    game.play("ultramarines: card ambush");
    assert!(is_asked(&game, "chaos") && decision(&game) == Decision::ChooseCombatCard);
    active(&game);
    game.play("chaos: card foul-worship");
    game.play("accept\ndecline");
    assert!(is_asked(&game, "chaos") && matches!(decision(&game), Decision::AssignDamage { .. }));
    active(&game);
    while is_asked(&game, "chaos") && matches!(decision(&game), Decision::AssignDamage { .. }) {
        let suffers = game.choices()[0].clone();
        game.play(&suffers);
    }
    game.all_dice_used();
    assert_eq!(decision(&game), Decision::RevealOrder);
    assert_eq!(game.view("ultramarines").active_player, game.seat("chaos"), "now his own turn begins");
}

/// A unit is a ship or a ground unit, never a structure. [units.definition.1]
#[test]
fn structures_are_no_units() {
    let mut game = row("orders 10A: ultramarines deploy
         orders 12A: chaos deploy
         at noatun: ultramarines city, scout
         at venefirous: ultramarines bastion
         at 12A.SE: ultramarines strike-cruiser
         at purge: chaos cultist
         chaos scheme blight-of-nurgle
         first chaos");
    game.play("scheme");
    assert_eq!(game.choices(), ["unit scout noatun", "unit strike-cruiser 12A.SE"]);
}

/// A faction has only its own plastic units. [units.supply.1]
#[test]
fn units_run_out() {
    for (faction, total) in [("ultramarines", 27), ("chaos", 27), ("orks", 27), ("eldar", 24)] {
        let catalogue = Catalogue::standard();
        let sheet = &catalogue.factions[usize::from(catalogue.faction(faction).expect("one of the four"))];
        assert_eq!(sheet.units.iter().map(|unit| unit.pieces).sum::<u8>(), total, "{faction}");
    }
    let fleet = "orders 12A: chaos deploy
        orders 2A: chaos deploy
        at 10A.SE: ultramarines 3 strike-cruiser, battle-barge
        first ultramarines
    ";
    let mut all_out = row(&format!("{fleet}orders 10A: ultramarines deploy"));
    all_out.play("system 10A\nresolve");
    assert!(all_out.offers("buy scout turaci"));
    assert!(!all_out.choices().iter().any(|choice| choice.starts_with("buy strike-cruiser")));
    assert!(all_out.try_choose("buy strike-cruiser 10A.SE").is_err());

    let mut one_back = row(&format!("{fleet}orders 10A: ultramarines deploy, ultramarines dominate"));
    one_back.play("system 10A\ndivert\nunit strike-cruiser 10A.SE\nsystem 12A\ndivert\nsystem 10A\nresolve");
    assert!(one_back.offers("buy strike-cruiser 10A.SE"));
}

/// Upgrades are bought with Strategize Orders, not with others. [upgrade-cards.source.1]
#[test]
fn upgrades_are_bought_by_strategizing() {
    let rich = "orders 12A: chaos deploy
        at argovia: ultramarines city
        at illedrias: ultramarines city, scout
        ultramarines materiel 14
        ultramarines assets 3 forge
        first ultramarines
    ";
    let is_upgrade = |choice: &String| choice.starts_with("pair ") || choice.starts_with("upgrade ");
    for order in ["advance", "deploy", "dominate"] {
        let mut game = row(&format!("{rich}orders 10A: ultramarines {order}"));
        game.play("system 10A");
        let mut questions = 0;
        while is_asked(&game, "ultramarines") {
            assert!(!game.choices().iter().any(is_upgrade), "{order}");
            assert!(game.try_choose("upgrade crusade").is_err() && game.try_choose("pair hold-the-line").is_err());
            let choice = game.choices().into_iter().find(|choice| choice == "done");
            let choice = choice.unwrap_or_else(|| game.choices()[0].clone());
            game.play(&choice);
            questions += 1;
        }
        assert!(questions > 1, "{order}");
    }
    let mut game = row(&format!("{rich}orders 10A: ultramarines strategize"));
    game.play("system 10A");
    assert!(game.offers("upgrade crusade") && game.offers("pair hold-the-line"));

    // A card says otherwise.
    let mut game = scenario(
        "players ultramarines chaos
         phase refresh
         tile 10A at 0 0 turn 0
         tile 12A at 1 0 turn 0
         at turaci: ultramarines factory
         at purge: chaos factory
         ultramarines on-deck strategize
         ultramarines events rites-of-battle
         first ultramarines",
        "",
    );
    game.play("event rites-of-battle");
    assert!(game.offers("upgrade rain-of-fire") && !game.choices().iter().any(|choice| choice.starts_with("pair ")));
}
