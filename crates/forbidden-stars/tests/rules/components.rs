//! Components and their limits, free units, discards, and what is printed.

use crate::common::{Scenario, new_game, scenario};
use forbidden_stars::board::{Looking, Standing};
use forbidden_stars::components::{Compass, Corner, Face, PrintedArea};
use forbidden_stars::table::{Area, System};
use forbidden_stars::{Catalogue, ForbiddenStars, MapChoice};
use kernel::Rules;

/// An Operations Phase on the home tiles of Ultramarines and Chaos.
fn operations(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players ultramarines chaos\nphase operations\ntile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0\n{lines}"
        ),
        "",
    )
}

fn offers_any(scenario: &Scenario, start: &str) -> bool {
    scenario.choices().iter().any(|choice| choice.starts_with(start))
}

fn conserved(scenario: &Scenario) {
    ForbiddenStars::conserved(&scenario.game).expect("every component has its place");
}

/// Ten factories stand; with them gone from the supply nobody can build one. [component-limitations.general.1, component-limitations.structures.1]
#[test]
fn the_eleventh_factory_cannot_be_built() {
    let board = |factories: &str| {
        let mut order = operations(&format!(
            "at turaci: ultramarines 3 factory
             at argovia: ultramarines {factories}
             at noatun: chaos 3 factory
             at purge: chaos factory
             at venefirous: chaos cultist
             chaos materiel 9
             first chaos
             orders 12A: chaos deploy"
        ));
        order.play("system 12A\nresolve\ndone");
        conserved(&order);
        order
    };
    let none_left = board("3 factory");
    assert_eq!(none_left.game.table.structure_supply, [0, 15, 10]);
    assert_eq!(none_left.choices().iter().filter(|choice| choice.contains("factory")).count(), 0);
    assert!(none_left.offers("build city venefirous") && none_left.offers("build bastion venefirous"));
    assert!(board("2 factory").offers("build factory venefirous"), "the tenth can be built");
}

const NINE_EACH: &str = "at turaci: ultramarines 3 factory, 3 bastion, scout
    at argovia: ultramarines 2 factory, scout
    at illedrias: ultramarines city
    at noatun: chaos 3 factory, 2 bastion, cultist
    at purge: chaos 3 city, bastion
    ultramarines materiel 9
    first chaos
    orders 10A: ultramarines deploy, chaos advance\n";

/// With nine structures nobody builds a tenth, and what he captures is destroyed; its owner gets his token back.
/// [component-limitations.control-tokens.1, component-limitations.control-tokens.2, destroy.structure.1]
#[test]
fn nine_control_tokens_are_the_limit() {
    // Owner of nine structures: no structure is offered.
    let mut full =
        operations(&NINE_EACH.replace("ultramarines deploy, chaos advance", "chaos advance, ultramarines deploy"));
    full.play("system 10A\nresolve\ndone");
    assert!(!offers_any(&full, "build "), "{:?}", full.choices());
    // Chaos, with nine of its own, takes the world with the city.
    let mut order = operations(NINE_EACH);
    let (ultramarines, chaos) = (order.seat("ultramarines"), order.seat("chaos"));
    assert_eq!([ultramarines, chaos].map(|seat| order.game.table.player(seat).control_tokens), [0, 0]);
    let cities = order.game.table.structure_supply[1];
    order.play("system 10A\nresolve\nmove cultist noatun illedrias");
    assert_eq!(order.at("illedrias"), "chaos cultist", "{}", order.log());
    assert_eq!(order.game.table.structure_supply[1], cities + 1);
    assert_eq!([ultramarines, chaos].map(|seat| order.game.table.player(seat).control_tokens), [1, 0]);
    conserved(&order);
}

/// The token that came back can be used again. [component-limitations.control-tokens.1]
#[test]
fn a_returned_control_token_allows_another_structure() {
    let lines = "at turaci: ultramarines 3 factory, 3 bastion, 2 city, scout
        at argovia: ultramarines scout
        at illedrias: ultramarines city
        at noatun: chaos cultist
        at purge: chaos cultist
        ultramarines materiel 9
        orders 10A: ultramarines deploy, ultramarines deploy\n";
    let mut before = operations(&format!("first ultramarines\n{lines}"));
    before.play("system 10A\nresolve\ndone");
    assert!(!offers_any(&before, "build "), "Argovia has no structure, but there is no token: {:?}", before.choices());
    let mut after = operations(&format!(
        "first chaos\n{}",
        lines.replace("ultramarines deploy, ultramarines deploy", "ultramarines deploy, chaos advance")
    ));
    after.play("system 10A\nresolve\nmove cultist noatun illedrias\ndone");
    after.play("system 10A\nresolve\ndone");
    assert!(after.offers("build city argovia"), "{:?}", after.choices());
}

/// With too few tokens the captor chooses what to keep; the rest is destroyed. [component-limitations.control-tokens.3]
#[test]
fn the_captor_chooses_which_structures_to_keep() {
    let position = |chaos: &str| {
        format!(
            "at turaci: ultramarines scout
             at illedrias: ultramarines city, factory
             at noatun: chaos {chaos}, cultist
             at purge: chaos 3 city
             first chaos
             orders 10A: chaos advance"
        )
    };
    let mut order = operations(&position("3 factory, 2 bastion"));
    order.play("system 10A\nresolve\nmove cultist noatun illedrias");
    assert_eq!(order.asked(), order.seat("chaos"));
    assert_eq!(order.choices(), ["structure factory illedrias", "structure city illedrias"]);
    order.play("structure city illedrias");
    assert_eq!(order.at("illedrias"), "chaos city, cultist");
    conserved(&order);
    let mut enough = operations(&position("3 factory, bastion"));
    enough.play("system 10A\nresolve\nmove cultist noatun illedrias");
    assert_eq!(enough.at("illedrias"), "chaos factory, city, cultist", "with two free tokens nothing is asked");
}

const HORDE: &str = "battle: chaos 3 chaos-space-marine, helbrute attack ultramarines land-raider
    chaos deck khornes-rage, foul-worship, foul-worship, dark-faith, impure-zeal
    ultramarines deck ambush, ambush, blessed-power-armour, blessed-power-armour, faith-in-the-emperor\n";

fn dice_of(scenario: &Scenario, faction: &str) -> [u8; 3] {
    scenario.game.table.dice(scenario.seat(faction))
}

/// Eight dice at most; a gain beyond that rolls nothing, and after a loss dice can be gained again.
/// [component-limitations.dice.1, component-limitations.dice.2, component-limitations.dice.3]
#[test]
fn nobody_has_more_than_eight_dice() {
    // Combat values: 3 × 3 + 3 = 12 against 3.
    let mut battle = scenario(HORDE, "DDDDDDDO | DDD");
    battle.all_dice_used();
    assert_eq!(dice_of(&battle, "chaos"), [1, 7, 0]);
    // At eight, the extra die of Foul Worship is not rolled: the script is empty.
    battle.play("chaos: card foul-worship\nultramarines: card ambush");
    assert_eq!(battle.asked(), battle.seat("ultramarines"), "there is nothing for Chaos to use");
    assert_eq!(dice_of(&battle, "chaos"), [1, 7, 0], "{}", battle.log());
    // Spent in round 1, gained in round 2.
    let mut battle = scenario(HORDE, "DDDDDDDO | DDD | M");
    battle.play("chaos: card khornes-rage\nultramarines: card ambush\naccept");
    assert_eq!(dice_of(&battle, "chaos"), [0, 7, 0]);
    while !battle.offers("card foul-worship") {
        let next = battle.choices().into_iter().next_back().expect("something to choose");
        battle.play(&next);
    }
    battle.play("chaos: card foul-worship\nultramarines: card ambush\naccept");
    assert_eq!(dice_of(&battle, "chaos"), [0, 7, 1], "{}", battle.log());
}

/// Twenty combat tokens and more can be gained in a round. [component-limitations.combat-tokens.1]
#[test]
fn combat_tokens_are_not_limited() {
    let mut battle = scenario(
        "battle: ultramarines 3 warlord-titan attack chaos chaos-reaver-titan, 2 helbrute
         ultramarines pairs emperors-might, ambush, reconnaissance, hold-the-line, glory-and-death
         ultramarines deck emperors-might
         ultramarines scheme adeptus-mechanicus
         ultramarines assets 3 forge
         chaos deck dark-faith",
        "OOOOOOOO | DDDDDDDD",
    );
    battle.play("ultramarines: card emperors-might\nchaos: card dark-faith");
    while battle.asked() == battle.seat("ultramarines") && battle.offers("accept") {
        battle.play("accept");
    }
    while !battle.offers("scheme") {
        battle.play("decline");
    }
    battle.play("scheme");
    let tokens = battle.game.table.battle().sides[0].tokens;
    assert_eq!(tokens, [16, 5], "{}", battle.log());
}

/// A die has three offence, two defence and one morale face; cards show the same three icons.
/// [component-limitations.dice.4, combat-icons.kinds.1]
#[test]
fn dice_and_cards_show_three_icons() {
    let faces = Face::ALL.map(|face| Face::DIE.iter().filter(|&&other| other == face).count());
    assert_eq!((faces, Face::DIE.len()), ([3, 2, 1], 6));
    for faction in &Catalogue::standard().factions {
        for (shown, icon) in [
            (faction.combat_cards.iter().any(|card| card.icons.offence > 0), "offence"),
            (faction.combat_cards.iter().any(|card| card.icons.defence > 0), "defence"),
            (faction.combat_cards.iter().any(|card| card.icons.morale > 0), "morale"),
        ] {
            assert!(shown, "no card of {} shows {icon}", faction.id);
        }
    }
    // Icons of dice and cards are added up: one offence die and one offence icon against a bare Scout.
    let mut battle = scenario(
        "battle: chaos cultist attack ultramarines scout
         chaos deck khornes-rage\nultramarines deck faith-in-the-emperor",
        "O M",
    );
    battle.play("chaos: card khornes-rage\nultramarines: card faith-in-the-emperor\ndecline\ndecline\ndecline");
    assert!(battle.log().contains("Ultramarines suffers 2 damage"), "{}", battle.log());
}

/// Fourteen pairs of combat cards, eight events, five upgrades, six objectives, two order tokens of each kind. [component-limitations.faction-cards.1]
#[test]
fn every_faction_has_its_set_of_cards() {
    for faction in &Catalogue::standard().factions {
        let counts =
            [faction.combat_cards.len(), faction.events.len(), faction.order_upgrades.len(), faction.objectives.len()];
        assert_eq!(counts, [14, 8, 5, 6], "{}", faction.id);
    }
    let game = new_game(&["ultramarines", "chaos", "orks", "eldar"], MapChoice::Introductory, 1);
    for seat in game.game.table.all_seats() {
        let player = game.game.table.player(seat);
        assert_eq!((player.orders.unplaced, player.deck.len(), player.events.len()), ([2; 4], 10, 8));
        for card in player.deck.iter() {
            assert_eq!(player.deck.iter().filter(|&other| other == card).count(), 2, "each card twice");
        }
    }
}

/// Six Space Marines stand on the board, two of them on Illedrias, which has room for two units.
const CROWD: &str = "at turaci: ultramarines factory, city, 4 space-marine
    at illedrias: ultramarines 2 space-marine
    at purge: chaos cultist
    ultramarines materiel 9
    orders 10A: ultramarines deploy, ultramarines deploy\n";

/// Nobody destroys his own units at will, but whoever overfills an area picks what goes; it returns to the reserve and can be bought again.
/// [destroy.voluntary.1, destroy.unit.1]
#[test]
fn a_destroyed_unit_returns_to_the_reserve() {
    let mut order = operations(CROWD);
    assert!(!offers_any(&order, "unit "));
    order.play("system 10A\nresolve");
    assert!(!offers_any(&order, "unit ") && !offers_any(&order, "buy space-marine"), "none is left in the reserve");
    order.play("buy scout illedrias\ndone\ndone");
    assert_eq!(order.choices(), ["unit scout illedrias", "unit space-marine illedrias"], "old units may be picked");
    let marine = 2;
    let seat = order.seat("ultramarines");
    assert_eq!(order.game.table.player(seat).reserve[marine], 0);
    order.play("unit space-marine illedrias");
    assert_eq!(order.game.table.player(seat).reserve[marine], 1);
    conserved(&order);
    order.play("system 10A\nresolve");
    assert!(offers_any(&order, "buy space-marine"));
}

/// A destroyed reinforcement token returns to the supply at once and no longer fights. [destroy.reinforcement.1]
#[test]
fn a_destroyed_reinforcement_returns_to_the_supply() {
    let mut battle = scenario(
        "battle: chaos 2 chaos-space-marine attack ultramarines 2 scout
         ultramarines assets 2 reinforcement
         chaos deck khornes-rage\nultramarines deck faith-in-the-emperor",
        "OOOOOO | DD",
    );
    let supply = battle.game.table.asset_supply[2];
    battle.play("amount 2\nchaos: card khornes-rage\nultramarines: card faith-in-the-emperor\ndecline");
    while !offers_any(&battle, "unit ultramarines-reinforcement") {
        battle.play("decline");
    }
    let tokens = battle.game.table.force(battle.game.table.battle().area, battle.seat("ultramarines")).units();
    assert_eq!((battle.game.table.asset_supply[2], tokens), (supply, 4));
    battle.play("unit ultramarines-reinforcement pergam");
    let tokens = battle.game.table.force(battle.game.table.battle().area, battle.seat("ultramarines")).units();
    assert_eq!((battle.game.table.asset_supply[2], tokens), (supply + 1, 3), "{}", battle.log());
    conserved(&battle);
}

/// A combat card discarded in a combat is shown and shuffled into the deck at once, where it can be drawn again.
/// [discarding-cards.combat.1, discarding-cards.general.1, discarding-cards.no-pile.1]
#[test]
fn a_discarded_combat_card_can_be_drawn_again() {
    let mut battle = scenario(
        "battle: orks gargant attack eldar 2 warlock-titan
         orks pairs snapper-gargant, gretchin, mek-boyz, shoota-boyz, slugga-boyz
         orks deck shoota-boyz, snapper-gargant, mek-boyz, gretchin, slugga-boyz
         eldar pairs holofield-emitter, howling-banshees, striking-scorpions, ranger-support, hit-and-run
         eldar deck ranger-support, holofield-emitter, howling-banshees, howling-banshees, holofield-emitter",
        "DDD | DDDDDDDD",
    );
    battle.play("amount 0\norks: card slugga-boyz\neldar: card ranger-support");
    while !battle.offers("card snapper-gargant") {
        let next = battle.choices().into_iter().next_back().expect("something to choose");
        battle.play(&next);
    }
    let deck =
        |battle: &Scenario| -> Vec<String> { battle.fact("eldar", "deck").split(", ").map(str::to_owned).collect() };
    let before = deck(&battle);
    assert_eq!(before.len(), 5);
    battle.play("orks: card snapper-gargant\neldar: card holofield-emitter\ncard ranger-support");
    assert!(battle.log().contains("discards Ranger Support"), "{}", battle.log());
    let after = deck(&battle);
    assert_eq!((after.len(), after.iter().filter(|card| *card == "ranger-support").count()), (6, 2));
    assert_ne!(after[1..], before, "it is shuffled in, not laid on top");
    conserved(&battle);
    // Holofield Emitter of the defender, resolved after that, draws from this deck.
    let seat = battle.seat("eldar");
    let hand = battle.game.table.player(seat).hand.len();
    battle.play("accept");
    assert_eq!((deck(&battle), battle.game.table.player(seat).hand.len()), (after[1..].to_vec(), hand + 1));
    conserved(&battle);
}

/// Every card is in a deck, a hand, in play or among the upgrades, at every moment of random games. [discarding-cards.no-pile.1]
#[test]
fn there_are_no_discard_piles() {
    for seed in 0..2 {
        let mut game =
            new_game(&["eldar", "orks", "chaos", "ultramarines"], MapChoice::Introductory, seed).game.clone();
        let mut picks = kernel::Chance::from_number(seed);
        let mut events: Vec<forbidden_stars::Event> = Vec::new();
        while let Some(question) = game.next_question() {
            ForbiddenStars::conserved(&game).expect("cards are conserved");
            let mut choices = Vec::new();
            game.choices(question.seat, &mut choices);
            let choice = choices[picks.below(choices.len() as u32) as usize];
            game.choose(question.seat, choice, &mut events).expect("offered choices apply");
        }
    }
}

/// A Refresh Phase in which Ultramarines resolve Heroic Intervention.
fn intervention(lines: &str) -> Scenario {
    let mut step = scenario(
        &format!(
            "players ultramarines chaos\nphase refresh\ntile 10A at 0 0 turn 0\ntile 12A at 1 0 turn 0
             at purge: chaos cultist\nultramarines on-deck deploy\nultramarines events heroic-intervention\n{lines}"
        ),
        "",
    );
    step.play("event heroic-intervention");
    step
}

/// A free unit costs nothing, needs no command level and goes where the card says. [free-units.cost.1, free-units.location.1]
#[test]
fn a_free_unit_goes_where_its_card_says() {
    let mut step =
        intervention("at turaci: ultramarines factory\nultramarines materiel 0\nat argovia: ultramarines scout");
    assert_eq!(step.fact("ultramarines", "materiel"), "1", "the income of Argovia");
    step.play("option 1");
    assert_eq!(step.choices(), ["free space-marine turaci"], "only a friendly world with a structure");
    step.play("free space-marine turaci");
    assert_eq!(
        (step.at("turaci").as_str(), step.fact("ultramarines", "materiel").as_str()),
        ("ultramarines factory, space-marine", "1")
    );
    assert_eq!(step.game.look().command_level(step.seat("ultramarines")), 0);
    let mut scout = intervention("at turaci: ultramarines factory\nat argovia: ultramarines scout");
    scout.play("option 2");
    assert_eq!(scout.choices(), ["free scout turaci", "free scout argovia"], "any friendly world");
}

/// Without a piece in the reserve nothing is placed. [free-units.supply.1]
#[test]
fn a_free_unit_needs_a_piece_in_the_reserve() {
    let all_marines = "at turaci: ultramarines factory, 4 space-marine\nat argovia: ultramarines 2 space-marine";
    let step = intervention(all_marines);
    assert_eq!(step.choices(), ["option 2", "decline"], "no Space Marine is left, Scouts are");
    let all = format!("{all_marines}\nat illedrias: ultramarines 6 scout");
    let step = intervention(&all);
    assert!(!offers_any(&step, "option") && !offers_any(&step, "free"), "{:?}", step.choices());
}

fn for_the_emperor(lines: &str) -> Scenario {
    let mut order = operations(&format!(
        "at purge: chaos cultist\nultramarines materiel 1\norders 10A: ultramarines dominate\n{lines}"
    ));
    order.play("system 10A\nresolve");
    order
}

/// A free unit that replaces a routed one stands. [free-units.replace.1, free-units.replace.2]
#[test]
fn a_replacement_is_unrouted() {
    let mut order = for_the_emperor("at argovia: ultramarines scout routed");
    order.play("accept\noption 1\nunit scout argovia routed");
    assert_eq!(order.at("argovia"), "ultramarines space-marine", "{}", order.log());
    let seat = order.seat("ultramarines");
    assert_eq!(order.game.table.player(seat).reserve[0], 6, "the Scout is back in the reserve");
    // With all Space Marines on the board the Scout stays.
    let stuck = for_the_emperor(
        "at argovia: ultramarines scout routed\nat turaci: ultramarines 3 space-marine, 3 land-raider\nat illedrias: ultramarines 3 space-marine, 3 land-raider",
    );
    assert!(!offers_any(&stuck, "unit scout") && !offers_any(&stuck, "option"), "{:?}", stuck.choices());
    assert_eq!(stuck.at("argovia"), "ultramarines scout routed");
}

/// A replaced reinforcement token goes to the supply. [free-units.replace.2]
#[test]
fn a_replaced_token_returns_to_the_supply() {
    let mut battle = scenario(
        "battle: chaos helbrute attack ultramarines land-raider
         chaos assets reinforcement
         chaos pairs mark-of-tzeentch, dark-faith, foul-worship, impure-zeal, lure-of-chaos
         chaos deck mark-of-tzeentch\nultramarines deck ambush",
        "DDM | DDD",
    );
    let supply = battle.game.table.asset_supply[2];
    battle.play("amount 1\nchaos: card mark-of-tzeentch\nultramarines: card ambush\naccept");
    assert_eq!(battle.choices(), ["unit chaos-reinforcement pergam", "decline"], "the token counts as a Cultist");
    battle.play("unit chaos-reinforcement pergam");
    assert_eq!(battle.game.table.asset_supply[2], supply + 1);
    assert!(battle.at("pergam").starts_with("chaos chaos-space-marine, helbrute"), "{}", battle.at("pergam"));
    conserved(&battle);
}

/// A unit placed in a combat brings no dice but counts its morale; a losing attacker retreats with all of them together.
/// [free-units.combat-dice.1, golden-rules.precedence.5]
#[test]
fn a_unit_placed_in_a_combat_brings_no_dice() {
    let fight = |placed: bool| {
        let mut battle = scenario(
            "battle: chaos helbrute attack ultramarines 3 land-raider
             chaos deck lure-of-chaos, dark-faith, dark-faith, foul-worship, impure-zeal
             ultramarines deck ambush, ambush, blessed-power-armour, faith-in-the-emperor, reconnaissance",
            "DDD | DDDDDDDD",
        );
        battle.play("chaos: card lure-of-chaos\nultramarines: card ambush");
        battle.play(if placed { "accept\ndecline\nfree cultist pergam" } else { "decline" });
        battle
    };
    let mut battle = fight(true);
    assert_eq!(dice_of(&battle, "chaos"), [0, 3, 0], "no die for the Cultist");
    assert_eq!(battle.at("pergam").split("; ").next(), Some("chaos cultist, helbrute"));
    let finish = |battle: &mut Scenario| {
        while !offers_any(battle, "area ") {
            for faction in ["chaos", "ultramarines"] {
                let seat = battle.seat(faction);
                if let Some(card) = battle.choices_of(seat).into_iter().find(|choice| choice.starts_with("card ")) {
                    battle.play(&format!("{faction}: {card}"));
                }
            }
            while battle.game.question_of(battle.asked()).is_some()
                && !offers_any(battle, "card ")
                && !offers_any(battle, "area ")
            {
                let next = battle.choices().into_iter().next_back().expect("something to choose");
                battle.play(&next);
            }
        }
    };
    finish(&mut battle);
    let morale =
        |battle: &Scenario| battle.log().lines().find(|line| line.contains("Morale ")).expect("counted").to_owned();
    let with = morale(&battle);
    let mut without = fight(false);
    finish(&mut without);
    let number =
        |line: &str| line.split_whitespace().nth(1).and_then(|word| word.parse::<u8>().ok()).expect("a number");
    assert_eq!(number(&with), number(&morale(&without)) + 2, "the Cultist's morale of 2 counts");
    battle.play("area xinghua");
    assert_eq!(
        (battle.at("xinghua").as_str(), battle.at("pergam").as_str()),
        ("chaos cultist routed, helbrute routed", "ultramarines 3 land-raider")
    );
}

/// Routed units roll no dice, even alone beside a bastion. [golden-rules.precedence.4]
#[test]
fn routed_units_roll_no_dice() {
    let battle = scenario("battle: chaos cultist attack ultramarines 2 scout routed, bastion", "D | DD");
    battle.all_dice_used();
    assert_eq!(dice_of(&battle, "ultramarines"), [0, 2, 0], "the bastion alone");
}

fn vengeance(attack: &str) -> Scenario {
    let mut battle = scenario(
        &format!(
            "battle: eldar 2 wraithguard attack ultramarines space-marine
             eldar pairs fire-dragons-vengeance, ranger-support, howling-banshees, striking-scorpions, hit-and-run
             eldar deck {attack}\nultramarines deck blessed-power-armour"
        ),
        "DDDD | OO",
    );
    battle.play(&format!("eldar: card {attack}\nultramarines: card blessed-power-armour\naccept"));
    while battle.asked() == battle.seat("eldar") {
        battle.play("decline");
    }
    battle
}

/// "Cannot" beats "may". [golden-rules.precedence.3]
#[test]
fn a_prohibition_beats_a_permission() {
    let gain = |mut battle: Scenario| {
        if battle.offers("accept") {
            battle.play("accept");
        }
        battle.game.table.battle.map_or(0, |battle| battle.sides[1].tokens[1])
    };
    assert_eq!(gain(vengeance("ranger-support")), 2, "Blessed Power Armour gives two defence tokens");
    assert_eq!(gain(vengeance("fire-dragons-vengeance")), 0);
}

/// A card overrides the rules: Wraithbone Singers allow a second structure. [golden-rules.precedence.2]
#[test]
fn a_card_overrides_the_rules() {
    let deploy = |lines: &str| {
        let mut order = scenario(
            &format!(
                "players eldar chaos\nphase operations\ntile 9A at 0 0 turn 0\ntile 12A at 1 0 turn 0
                 at iyanden: eldar factory, aspect-warrior\nat lycium: eldar aspect-warrior\nat purge: chaos cultist
                 eldar materiel 9\norders 9A: eldar deploy\n{lines}"
            ),
            "",
        );
        order.play("system 9A\nresolve\ndone");
        order
    };
    let without = deploy("");
    assert!(without.offers("build city lycium") && !without.choices().iter().any(|choice| choice.contains("iyanden")));
    let mut with = deploy("eldar upgrades wraithbone-singers");
    assert!(!with.offers("build factory iyanden beside"), "only of another kind");
    with.play("build city iyanden beside");
    assert_eq!(with.at("iyanden"), "eldar factory, city, aspect-warrior");
}

/// Units cost what their owner's sheet says, upgrades what is printed on them. [cost.sources.1]
#[test]
fn prices_are_printed() {
    let paid = |materiel: u8, buy: &str| {
        let mut order = operations(&format!(
            "at turaci: ultramarines factory, city\nat purge: chaos cultist\nultramarines materiel {materiel}\norders 10A: ultramarines deploy"
        ));
        order.play("system 10A\nresolve");
        let offered = order.offers(buy);
        if offered {
            order.play(buy);
        }
        (offered, order.fact("ultramarines", "materiel"))
    };
    assert_eq!(paid(9, "buy space-marine turaci"), (true, "6".to_owned()), "three for a Space Marine");
    assert!(!paid(2, "buy space-marine turaci").0);
    assert_eq!(paid(9, "buy scout turaci"), (true, "7".to_owned()));
    let mut order = operations(
        "at turaci: ultramarines city\nat purge: chaos cultist\nultramarines materiel 5\norders 10A: ultramarines strategize",
    );
    order.play("system 10A\nupgrade rain-of-fire");
    assert_eq!(order.fact("ultramarines", "materiel"), "4", "one for Rain of Fire");
}

/// A factory costs 2, a city 3, a bastion 2, and no forge token. [cost.structures.1]
#[test]
fn structures_cost_the_same_on_every_sheet() {
    for faction in &Catalogue::standard().factions {
        assert_eq!(faction.structure_costs, [2, 3, 2], "{}", faction.id);
    }
    let deploy = |lines: &str| {
        let mut order = operations(&format!(
            "at argovia: ultramarines scout\nat purge: chaos cultist\norders 10A: ultramarines deploy\n{lines}"
        ));
        order.play("system 10A\nresolve");
        order
    };
    let two = deploy("ultramarines materiel 2");
    assert_eq!(two.choices(), ["build factory argovia", "build bastion argovia", "done"]);
    let mut cache = deploy("ultramarines materiel 1\nultramarines assets cache");
    cache.play("build city argovia cache");
    assert_eq!(
        (cache.at("argovia").as_str(), cache.fact("ultramarines", "assets").as_str()),
        ("ultramarines city, scout", "none")
    );
}

/// Four tiles in a row and one below, for orders of the Planning Phase.
fn planning(lines: &str) -> Scenario {
    scenario(
        &format!(
            "players ultramarines chaos
             tile 10A at 0 0 turn 0\ntile 2A at 1 0 turn 0\ntile 5A at 1 1 turn 0\ntile 12A at 2 0 turn 0\ntile 4A at 0 1 turn 0
             at argovia: ultramarines scout\nat purge: chaos cultist\n{lines}"
        ),
        "",
    )
}

/// A tile is one system with one stack; systems that share an edge are adjacent, those that meet at a corner are not, storm or no storm.
/// [systems.definition.1, adjacency.systems.1, adjacency.systems.2, adjacency.systems.3]
#[test]
fn orders_go_to_systems_that_share_an_edge() {
    for storm in ["", "storm 10A-east"] {
        let game = planning(storm);
        let systems: Vec<String> = game
            .choices()
            .iter()
            .filter_map(|choice| choice.strip_prefix("place deploy ").map(str::to_owned))
            .collect();
        assert_eq!(systems, ["10A", "2A", "4A"], "each once; 5A only touches the corner");
        let look = game.game.look();
        let (home, east, corner) = (System(0), System(1), System(2));
        assert!(look.are_adjacent(home, east) && !look.are_adjacent(home, corner));
    }
}

/// Anybody may place orders on a home tile; an empty area of one's own is uncontrolled. [systems.faction-icon.1]
#[test]
fn a_home_tile_belongs_to_nobody() {
    let mut game = planning("at laodicea: chaos cultist\nfirst chaos");
    assert!(game.offers("place advance 10A"), "the home tile of Ultramarines: {:?}", game.choices());
    game.play("place advance 10A");
    let look = game.game.look();
    let turaci = Area::new(System(0), Corner::NW);
    assert!(
        look.standing(turaci, game.seat("chaos")) == Standing::Uncontrolled
            && !look.is_friendly(turaci, game.seat("ultramarines"))
    );
}

/// Each side of a tile has a code of its own, and nothing else hangs on it. [systems.code.1]
#[test]
fn tile_codes_only_name_tiles() {
    let catalogue = Catalogue::standard();
    let mut codes: Vec<&str> = catalogue.map.sides.iter().map(|side| side.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 24);
    for tile in 1..=12 {
        assert_eq!(catalogue.sides_of(tile).count(), 2, "tile {tile}");
    }
    // 5A and 5B differ in names and icons; both have two worlds in the north and two voids in the south.
    let moves = |code: &str, worlds: [&str; 2]| {
        let mut order = scenario(
            &format!(
                "players orks chaos\nphase operations\ntile {code} at 0 0 turn 0\ntile 12A at 1 0 turn 0
                 at {}: orks nob\nat purge: chaos cultist\norders {code}: orks advance",
                worlds[0]
            ),
            "",
        );
        order.play(&format!("system {code}\nresolve"));
        order.choices().join("\n").replace(worlds[0], "west").replace(worlds[1], "east")
    };
    assert_eq!(moves("5A", ["thylin", "xinghua"]), moves("5B", ["broeskyr", "naraka"]));
}

/// Areas are quadrants: neighbours share a border, within the tile or across an edge, never only a corner.
/// [adjacency.areas.1, adjacency.areas.2, adjacency.areas.3]
#[test]
fn areas_are_quadrants() {
    let game = scenario(
        "players ultramarines chaos\ntile 10A at 1 0 turn 0\ntile 12A at 0 0 turn 0\nat argovia: ultramarines scout\nat purge: chaos cultist",
        "",
    );
    let look = game.game.look();
    let (here, west) = (System(0), System(1));
    let mut neighbours: Vec<(Area, Option<Compass>)> = look.borders(Area::new(here, Corner::NW)).collect();
    neighbours.sort();
    let mut expected = vec![
        (Area::new(here, Corner::NE), None),
        (Area::new(here, Corner::SW), None),
        (Area::new(west, Corner::NE), Some(Compass::West)),
    ];
    expected.sort();
    assert_eq!(neighbours, expected, "not the south-east, and nothing to the north");
    // A unit alone cannot step across the middle: Lemnos and Torcerus lie in opposite corners of 10B.
    let mut order = scenario(
        "players ultramarines chaos\nphase operations\ntile 10B at 0 0 turn 0\ntile 12A at 1 0 turn 0
         at lemnos: ultramarines scout\nat purge: chaos cultist\norders 10B: ultramarines advance",
        "",
    );
    order.play("system 10B\nresolve");
    assert_eq!(order.choices(), ["move scout lemnos albrechts-hold", "done"]);
    // Turned a quarter, each area goes to the next quadrant clockwise, and its neighbours with it.
    for (turn, corner, next) in
        [(0, Corner::NW, "albrechts-hold"), (1, Corner::NE, "albrechts-hold"), (2, Corner::SE, "albrechts-hold")]
    {
        let turned = scenario(
            &format!(
                "players ultramarines chaos\ntile 10B at 0 0 turn {turn}\ntile 12A at 1 0 turn 0
                 at lemnos: ultramarines scout\nat purge: chaos cultist"
            ),
            "",
        );
        let look = turned.game.look();
        let lemnos = Area::new(System(0), corner);
        assert!(!look.force(lemnos, turned.seat("ultramarines")).is_empty(), "turned {turn} times");
        let names = forbidden_stars::notation::Names::of(look);
        assert!(look.borders(lemnos).any(|(area, _)| names.area(area) == next));
        let crosses = look.borders(lemnos).any(|(area, _)| area.system() == System(1));
        assert_eq!(
            crosses,
            matches!(corner, Corner::NE | Corner::SE),
            "the tile in the east borders its eastern areas"
        );
    }
}

/// A storm stops movement only: what is placed in an adjacent system comes across. [adjacency.areas.4, adjacency.systems.3]
#[test]
fn areas_across_a_storm_stay_adjacent() {
    let board = |order: &str| {
        let mut game = scenario(
            &format!(
                "players chaos ultramarines\nphase operations\ntile 12A at 0 0 turn 0\ntile 10A at 1 0 turn 0
                 at venefirous: chaos 2 cultist\nat argovia: ultramarines scout\nstorm 12A-east\norders {order}"
            ),
            "",
        );
        let system = order.split(':').next().expect("a system");
        game.play(&format!("system {system}\nresolve"));
        game
    };
    let mut taint = board("12A: chaos dominate");
    taint.play("unit cultist venefirous");
    assert!(taint.offers("area turaci"), "{:?}", taint.choices());
    let advance = board("10A: chaos advance");
    assert!(!offers_any(&advance, "move cultist"), "Turaci borders on Venefirous, but a storm lies between");
}

/// A tile may be placed with either side up and in four rotations, on a square grid. [setup.tiles.3, setup.build.5]
#[test]
fn tiles_are_placed_on_a_grid() {
    let mut game = new_game(&["ultramarines", "chaos"], MapChoice::Free, 5);
    let cells = |choices: &[String]| {
        let mut cells: Vec<String> =
            choices.iter().filter_map(|choice| choice.split_once(" at ").map(|(_, cell)| cell.to_owned())).collect();
        cells.sort();
        cells.dedup();
        cells
    };
    let choices = game.choices();
    let cell = cells(&choices)[0].clone();
    let there = choices.iter().filter(|choice| choice.ends_with(&format!(" at {cell}"))).count();
    assert_eq!(there, 3 * 2 * 4, "three tiles, two sides, four rotations");
    let first = choices.iter().find(|choice| choice.ends_with(" at 0 0")).expect("the first tile goes to 0 0").clone();
    game.play(&first);
    while !game.choices()[0].starts_with("tile ") {
        let next = game.choices().into_iter().next_back().expect("something to choose");
        game.play(&next);
    }
    assert_eq!(cells(&game.choices()), ["-1 0", "0 -1", "0 1", "1 0"], "whole edges aligned, no half steps");
}

/// Objective spaces are on worlds, two on every side. [setup.objectives.8]
#[test]
fn objective_spaces_are_on_worlds() {
    let catalogue = Catalogue::standard();
    for (index, side) in catalogue.map.sides.iter().enumerate() {
        let facts = catalogue.side(index as u8);
        let spaces = facts.areas.iter().filter(|area| area.objective).count();
        let worlds =
            side.areas.iter().filter(|area| matches!(area, PrintedArea::World { objective: true, .. })).count();
        assert_eq!((spaces, worlds), (2, 2), "{}", side.code);
        assert!(facts.areas.iter().all(|area| !area.objective || area.is_world), "{}", side.code);
    }
}
