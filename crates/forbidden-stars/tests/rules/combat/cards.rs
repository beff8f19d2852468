//! Resolving combat cards: ability boxes, requisites, icons, tokens; gaining, losing, converting and spending.

use super::{decline_all, dice, operations, supply, times, tokens, value};
use crate::common::{Scenario, scenario};
use forbidden_stars::components::{Asset, Face};

const CHAOS_UPGRADES: &str = "chaos pairs dark-faith, foul-worship, khornes-rage, ";
const ULTRAMARINES_UPGRADES: &str = "ultramarines pairs ambush, faith-in-the-emperor, fury-of-the-ultramar, ";

/// A battle in which Chaos plays `chaos` and the Ultramarines `ultramarines` in the first round.
fn chaos_attacks(armies: &str, pairs: &str, cards: [&str; 2], faces: &str) -> Scenario {
    let [chaos, ultramarines] = cards;
    let position = format!("battle: {armies}\n{pairs}\nchaos deck {chaos}\nultramarines deck {ultramarines}");
    let mut battle = scenario(&position, faces);
    battle.play(&format!("chaos: card {chaos}\nultramarines: card {ultramarines}"));
    battle
}

/// The Ultramarines attack and play `ultramarines` against `chaos` in the first round.
fn ultramarines_attack(armies: &str, pairs: &str, cards: [&str; 2], faces: &str) -> Scenario {
    let [ultramarines, chaos] = cards;
    chaos_attacks(armies, pairs, [chaos, ultramarines], faces)
}

// Ability boxes.

/// General abilities come first, and each may be declined. [combat-card-resolution.boxes.1, combat-card-resolution.optional.1]
#[test]
fn general_abilities_come_before_unit_abilities() {
    let armour = || {
        ultramarines_attack(
            "ultramarines space-marine attack chaos cultist",
            "",
            ["blessed-power-armour", "dark-faith"],
            "OO | M",
        )
    };
    let mut battle = armour();
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!(tokens(&battle, "ultramarines"), [0, 2], "the general ability is done");
    assert!(battle.offers("die offence"), "and then the unit ability converts dice");
    let mut declined = armour();
    declined.play("decline");
    assert_eq!(tokens(&declined, "ultramarines"), [0, 0]);
    assert_eq!(declined.choices(), ["die offence", "done"], "declining one leaves the other");
    declined.play("done");
    assert_eq!(dice(&declined, "ultramarines"), "OO");
    assert_eq!(declined.asked(), declined.seat("chaos"), "and the other may be declined too");
}

/// What must be done is not offered for declining. [combat-card-resolution.optional.1]
#[test]
fn a_must_ability_cannot_be_declined() {
    let mut battle = scenario(
        "battle: orks ork-boyz, nob attack ultramarines space-marine
         orks assets none
         orks deck ard-boyz
         ultramarines deck faith-in-the-emperor",
        "OOOO | OD | DDDD | D",
    );
    battle.play("orks: card ard-boyz\nultramarines: card faith-in-the-emperor");
    battle.all_dice_used();
    // All four offence dice of the Orks and one of the Space Marine are rerolled; the next question is the defender's.
    assert_eq!((dice(&battle, "orks").as_str(), dice(&battle, "ultramarines").as_str()), ("DDDD", "DD"));
    assert_eq!(battle.asked(), battle.seat("ultramarines"));
}

/// Each paragraph is an ability of its own. [combat-card-resolution.paragraph.1]
#[test]
fn paragraphs_are_declined_one_by_one() {
    let mut battle = ultramarines_attack(
        "ultramarines space-marine, scout routed attack chaos cultist",
        &format!("{ULTRAMARINES_UPGRADES}glory-and-death, hold-the-line"),
        ["glory-and-death", "dark-faith"],
        "OO | O",
    );
    battle.play("decline");
    assert_eq!(tokens(&battle, "ultramarines"), [0, 0]);
    battle.play("unit scout pergam routed");
    assert!(battle.at("pergam").contains("ultramarines scout, space-marine"));
}

/// An ability that is used is resolved to its end. [combat-card-resolution.whole.1]
#[test]
fn an_accepted_ability_is_finished() {
    let mut battle = ultramarines_attack(
        "ultramarines scout, space-marine attack chaos cultist",
        "",
        ["reconnaissance", "dark-faith"],
        "MOO | M",
    );
    battle.play("decline\ndecline\naccept");
    assert_eq!(dice(&battle, "ultramarines"), "OO", "the price is paid");
    assert_eq!(battle.choices(), ["unit scout pergam", "unit space-marine pergam"], "declining comes too late");
}

/// Losses go as far as possible; a price that cannot be paid makes the ability unavailable. [combat-card-resolution.whole.2, gaining-losing.lose.2, gaining-losing.lose.1]
#[test]
fn losses_are_taken_as_far_as_possible() {
    let mut battle = scenario(
        "battle: orks nob attack ultramarines space-marine
         orks assets none
         orks deck gretchin
         ultramarines deck fury-of-the-ultramar",
        "OO | MM",
    );
    battle.play("orks: card gretchin\nultramarines: card fury-of-the-ultramar\naccept\ndecline");
    assert_eq!(tokens(&battle, "orks"), [1, 1]);
    assert_eq!(battle.choices(), ["option 2", "decline"], "without a defence die only tokens can be taken");
    battle.play("option 2");
    assert_eq!(tokens(&battle, "orks"), [1, 0], "two of one: one lost, and no offence token in its place");
    assert_eq!(dice(&battle, "orks"), "OO");

    let rage = |faces| {
        let battle = chaos_attacks(
            "chaos helbrute attack ultramarines scout",
            "",
            ["khornes-rage", "faith-in-the-emperor"],
            faces,
        );
        battle.asked() == battle.seat("chaos")
    };
    assert!(rage("OMM | D"));
    assert!(!rage("DMM | D"), "no offence die, nothing to spend");
}

/// The card's owner chooses, unless the text names the other player. [combat-card-resolution.choice.1, gaining-losing.lose.3, rout-rally.state.1, bastions.not-unit.1]
#[test]
fn the_owner_of_the_card_chooses() {
    let armies = "chaos chaos-reaver-titan attack ultramarines scout, space-marine, land-raider routed, bastion";
    let mut owner = chaos_attacks(
        armies,
        &format!("{CHAOS_UPGRADES}chaos-victorious, impure-zeal"),
        ["chaos-victorious", "faith-in-the-emperor"],
        "OOOO | DDDDD",
    );
    owner.play("decline");
    assert_eq!(owner.asked(), owner.seat("chaos"));
    assert_eq!(
        owner.choices(),
        ["unit scout pergam", "unit space-marine pergam", "decline"],
        "neither the routed unit nor the bastion can be routed"
    );
    let mut named = scenario(
        "battle: eldar aspect-warrior attack ultramarines scout, space-marine
         eldar deck howling-banshees
         ultramarines deck faith-in-the-emperor",
        "MM | DDD",
    );
    named.play("eldar: card howling-banshees\nultramarines: card faith-in-the-emperor\ndecline\naccept");
    assert_eq!(named.asked(), named.seat("ultramarines"));
    assert_eq!(named.choices(), ["unit scout pergam", "unit space-marine pergam"]);

    let mut loss = ultramarines_attack(
        "ultramarines space-marine attack chaos helbrute",
        &format!("{ULTRAMARINES_UPGRADES}glory-and-death, hold-the-line"),
        ["glory-and-death", "dark-faith"],
        "OO | ODM",
    );
    loss.play("decline");
    assert_eq!(loss.asked(), loss.seat("ultramarines"));
    assert_eq!(loss.choices(), ["option 1", "option 2", "decline"]);
    loss.play("option 2");
    assert_eq!(dice(&loss, "chaos"), "OD", "he took the morale die");
}

/// Who cannot give up a unit has not done so: the reward follows without a question. [combat-card-resolution.unless.1]
#[test]
fn a_deal_that_cannot_be_met_is_refused() {
    let play = |card: &str, defence: &str, faces: &str| {
        let pairs = "chaos pairs lure-of-chaos, impure-zeal, chaos-united, daemonic-resilience, dark-faith";
        let mut battle = chaos_attacks(
            &format!("chaos helbrute, cultist attack ultramarines {defence}"),
            pairs,
            [card, "faith-in-the-emperor"],
            faces,
        );
        // Whether to use the ability at all, or its first half.
        let first = if battle.offers("option 1") { "decline" } else { "accept" };
        battle.play(first);
        if card == "daemonic-resilience" {
            battle.play("accept");
        }
        battle
    };
    for defence in ["bastion", "bastion, scout routed"] {
        let lure = play("lure-of-chaos", defence, "OOOO | DD");
        assert_eq!(lure.asked(), lure.seat("chaos"));
        assert_eq!(lure.choices(), ["free cultist pergam"]);
        let united = play("chaos-united", defence, "OOOO | DD");
        assert_eq!(united.asked(), united.seat("chaos"));
        assert_eq!(united.choices(), ["option 1", "option 2", "option 3"]);
        assert_eq!(tokens(&play("impure-zeal", defence, "OOOO | DD"), "chaos"), [1, 0]);
    }
    assert_eq!(tokens(&play("daemonic-resilience", "bastion", "OOOO | DD"), "chaos"), [0, 4]);
    // With a fitting unit the opponent is asked.
    for card in ["lure-of-chaos", "chaos-united", "impure-zeal"] {
        let asked = play(card, "scout", "OOOO | D");
        assert_eq!(asked.asked(), asked.seat("ultramarines"), "{card}");
        assert_eq!(asked.choices(), ["unit scout pergam", "decline"], "{card}");
    }
    let resilience = play("daemonic-resilience", "bastion, scout routed", "OOOO | DD");
    assert_eq!(resilience.asked(), resilience.seat("ultramarines"));
    assert_eq!(resilience.choices(), ["unit scout pergam routed", "decline"]);
}

/// "More morale" on a card compares morale dice only. [combat-card-resolution.compare-morale.1]
#[test]
fn more_morale_means_dice() {
    let rallies = |faces: &str| {
        let battle = chaos_attacks(
            "chaos 3 cultist, chaos-space-marine routed attack ultramarines scout",
            "",
            ["impure-zeal", "faith-in-the-emperor"],
            faces,
        );
        battle.offers("unit chaos-space-marine pergam routed")
    };
    assert!(!rallies("MDD | M"), "more morale on units, but as many dice");
    assert!(rallies("MMD | M"));
}

// Requisites.

/// A unit ability needs one listed unit, unrouted; any of the kinds will do. [combat-card-resolution.requisite.1, combat-card-resolution.requisite.2]
#[test]
fn one_unrouted_listed_unit_is_enough() {
    let offered = |army: &str, faces: &str| {
        let mut battle = ultramarines_attack(
            &format!("ultramarines {army} attack chaos cultist"),
            "",
            ["faith-in-the-emperor", "dark-faith"],
            faces,
        );
        battle.play("decline");
        battle.asked() == battle.seat("ultramarines")
    };
    assert!(offered("space-marine", "MM | M"), "Scouts, Space Marines or Strike Cruisers: the second kind");
    assert!(offered("scout, space-marine routed", "M | M"));
    assert!(!offered("land-raider, scout routed", "MMM | M"));
    assert!(!offered("land-raider", "MMM | M"));
}

/// A bastion satisfies a requisite that lists bastions. [combat-card-resolution.requisite.4]
#[test]
fn a_bastion_satisfies_a_requisite() {
    let unit_ability = |card: &str| {
        let mut battle = chaos_attacks("chaos cultist attack ultramarines bastion", "", ["dark-faith", card], "D | OO");
        battle.play("decline");
        assert_eq!(battle.asked(), battle.seat("ultramarines"));
        battle.play("decline");
        battle.game.table.battle().round == 1 && (battle.offers("decline") || battle.offers("done"))
    };
    assert!(unit_ability("blessed-power-armour"), "lists Bastions");
    assert!(!unit_ability("faith-in-the-emperor"), "does not");
}

/// A reinforcement token satisfies a requisite for the unit it stands for. [combat-card-resolution.requisite.5, reinforcement-tokens.kind.1]
#[test]
fn a_token_satisfies_a_requisite() {
    let ambush = |tokens: u8| {
        let mut battle = scenario(
            "battle: ultramarines space-marine attack chaos helbrute
             ultramarines assets 1 reinforcement
             ultramarines deck ambush
             chaos deck dark-faith",
            "MM | MMM",
        );
        battle.play(&format!("amount {tokens}\nultramarines: card ambush\nchaos: card dark-faith\ndecline"));
        battle.asked() == battle.seat("ultramarines") && battle.offers("accept")
    };
    assert!(ambush(1), "on a world the token is a Scout");
    assert!(!ambush(0));
    let mut fleet = scenario(
        "battle: ultramarines battle-barge attack chaos iconoclast-destroyer
         ultramarines assets 1 reinforcement
         ultramarines deck faith-in-the-emperor
         chaos deck dark-faith",
        "MMMM | MM",
    );
    fleet.play("amount 1\nultramarines: card faith-in-the-emperor\nchaos: card dark-faith\ndecline");
    assert!(fleet.offers("option 2"), "in a void it is a Strike Cruiser");
}

/// The requisite is tested when the ability is about to be resolved, not when the card is revealed. [combat-card-resolution.requisite.6]
#[test]
fn the_requisite_is_tested_at_the_last_moment() {
    let mark = |replaced: &str| {
        let mut battle = chaos_attacks(
            "chaos cultist attack ultramarines scout",
            &format!("{CHAOS_UPGRADES}mark-of-tzeentch, impure-zeal"),
            ["mark-of-tzeentch", "fury-of-the-ultramar"],
            "M | D",
        );
        battle.play("decline");
        battle.play(replaced);
        battle.asked() == battle.seat("chaos") && battle.offers("accept")
    };
    assert!(mark("unit cultist pergam"), "the Chaos Space Marine has just come");
    assert!(!mark("decline"));
}

const WEIRDBOYZ: &str = "battle: orks ork-boyz, nob, gargant attack ultramarines land-raider
    orks assets none
    orks pairs weirdboyz, gretchin, shoota-boyz, ard-boyz, slugga-boyz
    orks deck weirdboyz, gretchin, gretchin, slugga-boyz
    ultramarines pairs break-the-line, ambush, fury-of-the-ultramar, reconnaissance, faith-in-the-emperor
    ultramarines deck fury-of-the-ultramar, ambush, break-the-line, ambush, fury-of-the-ultramar";

/// Played cards last after their units are gone, until they are discarded; what they gave stays. [combat-card-resolution.requisite.3, combat-card-resolution.discard.1, combat-card-resolution.discard.2, combat-card-resolution.icons.2]
#[test]
fn a_lasting_ability_ends_with_its_card() {
    // Weirdboyz rerolls all ten dice; the Land Raider then hits the Ork Boyz.
    let start = || {
        let mut battle = scenario(WEIRDBOYZ, "DDDDDDD | DDD | MMMMMMM | OOD");
        battle.play("orks: card weirdboyz\nultramarines: card fury-of-the-ultramar\naccept");
        battle.all_dice_used();
        decline_all(&mut battle);
        battle.play("unit ork-boyz pergam");
        decline_all(&mut battle);
        assert_eq!(times(&battle, "Ork Boyz destroyed"), 1);
        battle
    };
    let mut lasting = start();
    lasting.play("orks: card gretchin\nultramarines: card ambush\ndecline\ndecline\naccept");
    assert_eq!(tokens(&lasting, "orks"), [2, 0], "copied without any Ork Boyz");

    let mut discarded = start();
    let before = value(&discarded, "orks", Face::Defence);
    discarded.play("orks: card gretchin\nultramarines: card break-the-line\ndecline\ndecline\naccept");
    assert_eq!(discarded.choices(), ["card weirdboyz", "card gretchin"]);
    discarded.play("card weirdboyz");
    decline_all(&mut discarded);
    discarded.play("unit nob pergam");
    decline_all(&mut discarded);
    assert_eq!(value(&discarded, "orks", Face::Defence), before - 1, "its icons are gone");
    assert_eq!(dice(&discarded, "orks"), "MMMMMMM", "dice it rolled stay");
    discarded.play("orks: card gretchin\nultramarines: card ambush\ndecline\ndecline\naccept");
    assert_eq!(tokens(&discarded, "orks"), [0, 0], "nothing is copied any more");
}

// Icons and tokens.

/// Icons count from the moment a card is revealed, also when its abilities are not used. [combat-card-resolution.icons.3, combat-card-resolution.icons.4]
#[test]
fn icons_count_when_the_card_is_revealed() {
    let mut battle =
        chaos_attacks("chaos helbrute attack ultramarines land-raider", "", ["foul-worship", "ambush"], "MMM | MMM");
    assert_eq!(value(&battle, "chaos", Face::Defence), 1, "revealed, not yet resolved");
    assert_eq!(value(&battle, "ultramarines", Face::Offence), 0, "still facedown");
    battle.play("decline");
    assert_eq!(value(&battle, "ultramarines", Face::Offence), 1);
    battle.play("decline");
    assert_eq!(times(&battle, "World Eaters suffers 0 damage"), 1, "Ambush hits, Foul Worship stops it");
}

/// Effects on dice touch neither icons nor tokens, and tokens pay for no die. [combat-card-resolution.icons.5, combat-card-resolution.tokens.2, combat-card-resolution.tokens.1, combat-card-resolution.tokens.3]
#[test]
fn dice_effects_leave_icons_and_tokens_alone() {
    let mut battle = chaos_attacks(
        "chaos chaos-space-marine attack ultramarines space-marine",
        &format!("{CHAOS_UPGRADES}mark-of-nurgle, impure-zeal"),
        ["mark-of-nurgle", "fury-of-the-ultramar"],
        "OOD | MM",
    );
    assert_eq!(value(&battle, "chaos", Face::Defence), 2 + 1);
    // The die is traded for three tokens: two icons and tokens are left, and no die to take or reroll.
    battle.play("accept\ndecline");
    assert_eq!(tokens(&battle, "chaos"), [0, 3]);
    assert_eq!(value(&battle, "chaos", Face::Defence), 2 + 3);
    assert_eq!(battle.asked(), battle.seat("ultramarines"));
    assert_eq!(battle.choices(), ["option 2", "decline"], "only tokens can be taken");

    let mut might = ultramarines_attack(
        "ultramarines warlord-titan attack chaos cultist",
        &format!("{ULTRAMARINES_UPGRADES}emperors-might, reconnaissance"),
        ["emperors-might", "foul-worship"],
        "ODD | D",
    );
    might.play("decline\naccept");
    assert_eq!(tokens(&might, "ultramarines"), [2, 0]);
    assert_eq!(might.asked(), might.seat("chaos"), "offence tokens do not buy more of them");
}

// Gaining and losing, converting, spending.

/// A die with an icon is set to it; an unspecified die is rolled. [gaining-losing.gain.1, gaining-losing.gain.2]
#[test]
fn gained_dice_are_set_or_rolled() {
    let mut battle = chaos_attacks(
        "chaos helbrute attack ultramarines land-raider",
        "",
        ["dark-faith", "faith-in-the-emperor"],
        "OOO | OOO | D",
    );
    battle.play("accept");
    assert_eq!(dice(&battle, "chaos"), "OOOM");
    assert_eq!(battle.game.chance.script_left(), 1, "nothing was rolled for it");
    battle.play("accept");
    assert_eq!(dice(&battle, "ultramarines"), "OOOD");
}

/// A lost die returns to the supply: there is room for another again. [gaining-losing.lose.1, combat-card-resolution.choice.1]
#[test]
fn a_lost_die_makes_room() {
    let defend = |card: &str, units: &str| {
        let mut battle = scenario(
            &format!(
                "battle: eldar {units} attack ultramarines warlord-titan, land-raider, space-marine
                 eldar deck {card}
                 ultramarines deck faith-in-the-emperor"
            ),
            "DD | OOOOOOOO",
        );
        battle.play(&format!("eldar: card {card}\nultramarines: card faith-in-the-emperor\ndecline"));
        battle
    };
    let mut lost = defend("striking-scorpions", "aspect-warrior");
    lost.play("accept");
    assert_eq!(lost.asked(), lost.seat("ultramarines"), "the text lets the opponent choose");
    assert_eq!(lost.choices(), ["die offence"]);
    lost.play("die offence");
    assert_eq!(dice(&lost, "ultramarines").len(), 7);
    assert_eq!(lost.choices(), ["accept", "decline"], "Faith in the Emperor can roll a die");
    let full = defend("striking-scorpions", "wraithguard");
    assert_eq!(dice(&full, "ultramarines").len(), 8);
    assert!(!full.offers("accept"), "eight dice: no room for another");
}

/// Converting turns a die: one less, one more, eight stay eight; without such a die nothing is offered. [convert.die.1, convert.die.2]
#[test]
fn converting_turns_a_die() {
    let mut full = ultramarines_attack(
        "ultramarines space-marine, land-raider, warlord-titan attack chaos cultist",
        "",
        ["blessed-power-armour", "dark-faith"],
        "OOOOOOOM | M",
    );
    full.play("decline\ndie offence");
    assert_eq!(dice(&full, "ultramarines"), "OOOOOODM");
    assert!(full.offers("done"));
    let mut none = ultramarines_attack(
        "ultramarines space-marine attack chaos helbrute",
        "",
        ["blessed-power-armour", "dark-faith"],
        "DD | MMM",
    );
    none.play("decline");
    assert_eq!(none.asked(), none.seat("chaos"), "every die shows defence already");
}

/// A spent die counts for nothing; one's own dice only can be spent. [spend.die.1, spend.own.1]
#[test]
fn a_spent_die_counts_no_more() {
    let mut rage = chaos_attacks(
        "chaos helbrute attack ultramarines land-raider",
        "",
        ["khornes-rage", "faith-in-the-emperor"],
        "OOD | MMM",
    );
    assert_eq!(value(&rage, "chaos", Face::Offence), 2 + 1);
    rage.play("accept");
    assert_eq!(dice(&rage, "chaos"), "OD");
    assert_eq!(value(&rage, "chaos", Face::Offence), 1 + 1 + 3);

    let nurgle = |faces: &str| {
        let battle = chaos_attacks(
            "chaos helbrute attack ultramarines land-raider",
            &format!("{CHAOS_UPGRADES}mark-of-nurgle, impure-zeal"),
            ["mark-of-nurgle", "ambush"],
            faces,
        );
        battle.asked() == battle.seat("chaos")
    };
    assert!(nurgle("OOD | OOO"));
    assert!(!nurgle("OOO | DDD"), "the opponent's defence dice do not pay");
}

/// A price is paid in full or not at all. [spend.full.1]
#[test]
fn a_price_is_paid_in_full() {
    let lands = |faces: &str| {
        let mut game = scenario(
            &operations(
                "ultramarines chaos",
                "at 10A.SE: ultramarines strike-cruiser
                 at illedrias: chaos cultist
                 orders 10A: ultramarines advance
                 ultramarines upgrades drop-pods",
            ),
            faces,
        );
        game.play("system 10A\nresolve\nstrike 10A.SE illedrias\nupgrade drop-pods");
        game.game.next_question().is_some() && game.offers("upgrade drop-pods")
    };
    assert!(lands("DD"));
    assert!(!lands("DM"), "one of two defence dice");
}

const FACTORY: &str = "at turaci: ultramarines factory
    at argovia: ultramarines city
    at illedrias: ultramarines city
    orders 10A: ultramarines deploy";

/// Nobody spends more materiel than his dial shows. [spend.materiel.1]
#[test]
fn materiel_is_spent_from_the_dial() {
    let mut game = scenario(&operations("ultramarines chaos", &format!("{FACTORY}\nultramarines materiel 3")), "");
    game.play("system 10A\nresolve");
    assert!(game.offers("buy space-marine turaci"), "{:?}", game.choices());
    assert!(!game.offers("buy land-raider turaci"));
    game.play("! buy land-raider turaci");
    assert_eq!(game.fact("ultramarines", "materiel"), "3");
    game.play("buy space-marine turaci");
    assert_eq!(game.fact("ultramarines", "materiel"), "0");
}

/// A spent token goes to the supply. [spend.token.1]
#[test]
fn a_spent_token_returns_to_the_supply() {
    let mut game = scenario(
        &operations("ultramarines chaos", &format!("{FACTORY}\nultramarines materiel 9\nultramarines assets 2 forge")),
        "",
    );
    let before = supply(&game, Asset::Forge);
    game.play("system 10A\nresolve\nbuy battle-barge 10A.SE");
    assert_eq!(game.fact("ultramarines", "assets"), "1 forge");
    assert_eq!(supply(&game, Asset::Forge), before + 1);
}
