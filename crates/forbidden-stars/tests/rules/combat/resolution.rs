//! How a combat ends: early, or by morale; captures and clean-up.

use super::{deck_size, hand_size, morale, operations, quiet_round, standing, supply, times};
use crate::common::{Scenario, scenario};
use expect_test::expect;
use forbidden_stars::board::Standing;
use forbidden_stars::components::Asset;

fn control_tokens(game: &Scenario, faction: &str) -> u8 {
    game.game.table.player(game.seat(faction)).control_tokens
}

const LAST_WARRIOR: &str = "battle: chaos chaos-space-marine attack eldar aspect-warrior
    chaos deck khornes-rage, khornes-rage, dark-faith, dark-faith, foul-worship
    eldar deck ranger-support, ranger-support, hit-and-run, hit-and-run, howling-banshees";

/// A side that has left still deals its damage and suffers none; when the round ends it has lost. [combat.assess-damage.5, combat.assess-damage.6, combat.early-end.7, retreats.mid-combat.2]
#[test]
fn a_side_that_retreated_deals_damage_but_suffers_none() {
    let mut battle = scenario(LAST_WARRIOR, "OOO | OO");
    battle.play("chaos: card khornes-rage\neldar: card ranger-support\ndecline\ndecline\nunit aspect-warrior pergam\narea laodicea");
    assert_eq!(battle.choices(), ["unit chaos-space-marine pergam"]);
    battle.play("unit chaos-space-marine pergam");
    expect![[r#"
        > eldar: area laodicea
          Craftworld Iyanden retreats from Pergam to Laodicea
          World Eaters suffers 2 damage
        > chaos: unit chaos-space-marine pergam
          Chaos Space Marine routed on Pergam
          Craftworld Iyanden suffers 3 damage
          World Eaters wins on Pergam"#]]
    .assert_eq(battle.log().split_once("unit aspect-warrior pergam\n").expect("the retreat").1);
    assert_eq!(battle.at("laodicea"), "eldar aspect-warrior routed");
}

/// A unit moved out of a combat is not routed, suffers nothing and takes no further part. [combat.leave.1]
#[test]
fn a_unit_that_moves_out_is_safe() {
    let mut battle = scenario(LAST_WARRIOR, "OOO | OM");
    battle.play("chaos: card khornes-rage\neldar: card hit-and-run\ndecline\ndecline\ndecline\naccept");
    battle.play("move aspect-warrior pergam laodicea\nunit chaos-space-marine pergam");
    assert_eq!(battle.at("laodicea"), "eldar aspect-warrior");
    assert_eq!(times(&battle, "suffers"), 2, "damage is assessed all the same");
    assert_eq!(times(&battle, "World Eaters wins on Pergam"), 1);
    assert_eq!(times(&battle, "Execution round"), 1);
}

/// Whoever is left alone after damage wins: no further round, no morale. [combat.early-end.1]
#[test]
fn the_last_side_standing_wins() {
    let mut battle = scenario(LAST_WARRIOR, "OOM | DD");
    quiet_round(&mut battle, "chaos: card khornes-rage\neldar: card howling-banshees");
    assert_eq!(times(&battle, "Execution round"), 1);
    assert_eq!(times(&battle, "Morale"), 0);
    assert_eq!(times(&battle, "World Eaters wins on Pergam"), 1);
}

const DESPAIR: &str = "
    chaos pairs death-and-despair, khornes-rage, dark-faith, foul-worship, impure-zeal
    chaos deck death-and-despair, death-and-despair, dark-faith, dark-faith, foul-worship
    ultramarines deck ambush, ambush, fury-of-the-ultramar, reconnaissance, reconnaissance";

/// A side wiped out by a card still reveals its own, and damage is assessed. [combat.early-end.2]
#[test]
fn the_round_is_finished_without_the_defender() {
    let mut battle = scenario(&format!("battle: chaos cultist attack ultramarines scout\n{DESPAIR}"), "D | O");
    battle.play("chaos: card death-and-despair\nultramarines: card ambush\noption 2\naccept\nunit scout pergam\ndone");
    assert_eq!(times(&battle, "Ultramarines reveals Ambush"), 1);
    battle.play("accept\nunit cultist pergam");
    assert_eq!(times(&battle, "World Eaters suffers 3 damage"), 1);
    assert_eq!(times(&battle, "Nobody wins"), 1);
}

/// When the last units of both sides go before damage, only the clean-up is left. [combat.early-end.8, combat.early-end.4]
#[test]
fn the_round_ends_when_both_sides_are_gone() {
    let mut battle = scenario(&format!("battle: chaos cultist attack ultramarines scout\n{DESPAIR}"), "D | O");
    battle.play("chaos: card death-and-despair\nultramarines: card ambush\noption 2\naccept\nunit scout pergam");
    assert!(battle.offers("accept"), "the ability is finished first");
    battle.play("accept\nunit cultist pergam");
    assert_eq!(times(&battle, "Ultramarines reveals"), 0);
    assert_eq!(times(&battle, "suffers"), 0);
    assert_eq!(times(&battle, "Nobody wins on Pergam"), 1);
    assert_eq!((deck_size(&battle, "chaos"), deck_size(&battle, "ultramarines")), (10, 10));
    assert!(battle.game.next_question().is_none());
}

/// A bastion, a routed unit or a reinforcement token is presence enough to fight on. [combat.early-end.5, combat.early-end.6]
#[test]
fn bastions_routed_units_and_tokens_fight_on() {
    let second_round = |defence: &str, hits: &str| {
        let mut battle = scenario(
            &format!(
                "battle: orks battlewagon attack ultramarines {defence}
                 orks assets none
         orks deck slugga-boyz, slugga-boyz, shoota-boyz, gretchin, gretchin
                 ultramarines deck fury-of-the-ultramar, fury-of-the-ultramar, ambush, ambush, reconnaissance
                 ultramarines assets 1 reinforcement"
            ),
            if defence == "scout" { "OOD | O" } else { "OOO | OOO" },
        );
        if battle.offers("amount 1") {
            battle.play(if defence == "scout" { "amount 1" } else { "amount 0" });
        }
        quiet_round(&mut battle, "orks: card slugga-boyz\nultramarines: card fury-of-the-ultramar");
        battle.play(hits);
        battle.log().contains("Execution round 2")
    };
    // Four damage: the Scout is gone, the bastion holds.
    assert!(second_round("bastion, scout", "unit scout pergam\nstructure bastion pergam"));
    // Four damage: a Scout is gone, the Space Marine is routed.
    assert!(second_round("scout, space-marine", "unit scout pergam\nunit space-marine pergam"));
    // Three damage: the Scout is gone, a token is left, routed.
    assert!(second_round("scout", "unit scout pergam\nunit ultramarines-reinforcement pergam"));
}

/// Damage on units is forgotten at the end of each round. [combat.end-of-round.2, damage.rout.1, damage.rout.2]
#[test]
fn damage_is_forgotten_at_the_end_of_the_round() {
    let mut battle = scenario(
        "battle: orks ork-boyz attack ultramarines space-marine
         orks assets none
         orks deck slugga-boyz, slugga-boyz, ard-boyz, ard-boyz, gretchin
         ultramarines deck faith-in-the-emperor, faith-in-the-emperor, ambush, ambush, reconnaissance",
        "OD | OO",
    );
    quiet_round(&mut battle, "orks: card slugga-boyz\nultramarines: card faith-in-the-emperor");
    quiet_round(&mut battle, "orks: card gretchin\nultramarines: card faith-in-the-emperor");
    assert_eq!(times(&battle, "Ultramarines suffers 2 damage"), 2);
    assert!(battle.at("pergam").contains("space-marine routed"));
}

// Resolution.

/// Morale: dice, faceup cards, unrouted units and bastions; routed units add none. [combat.determine-winner.1, combat-card-resolution.icons.1]
#[test]
fn morale_is_summed_from_dice_cards_units_and_bastions() {
    let mut battle = scenario(
        "battle: chaos chaos-space-marine attack ultramarines scout, scout routed, bastion
         chaos deck foul-worship, foul-worship, khornes-rage, impure-zeal, impure-zeal
         ultramarines deck faith-in-the-emperor, fury-of-the-ultramar, fury-of-the-ultramar, ambush, ambush",
        "DDD | MMD",
    );
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card faith-in-the-emperor");
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card fury-of-the-ultramar");
    // Two dice, one icon of the first round, two of the Scout, two of the bastion.
    assert_eq!(morale(&battle, "ultramarines"), 2 + 1 + 2 + 2);
    assert_eq!(morale(&battle, "chaos"), 2);
    quiet_round(&mut battle, "chaos: card khornes-rage\nultramarines: card fury-of-the-ultramar");
    assert_eq!(times(&battle, "Morale 2 against 7"), 1);
}

/// Orks and Ultramarines face each other for three rounds without using an ability.
fn stand_off(attack: &str, defence: &str, dice: &str) -> Scenario {
    let mut battle = scenario(
        &format!(
            "battle: orks {attack} attack ultramarines {defence}
             orks assets none
             orks deck gretchin, gretchin, mek-boyz, mek-boyz, slugga-boyz
             ultramarines deck reconnaissance, reconnaissance, blessed-power-armour, blessed-power-armour, ambush"
        ),
        dice,
    );
    for cards in [
        "orks: card gretchin\nultramarines: card reconnaissance",
        "orks: card gretchin\nultramarines: card reconnaissance",
        "orks: card mek-boyz\nultramarines: card blessed-power-armour",
    ] {
        battle.play(cards);
        while battle.game.next_question().is_some() && battle.offers("decline") {
            battle.play("decline");
        }
    }
    battle
}

/// More morale wins, a tie goes to the defender; the loser retreats and structures change hands only to a winning attacker. [combat.determine-winner.2, combat.determine-winner.3, combat.capture.1, combat.capture.2, combat.capture.3, bastions.no-rout.1]
#[test]
fn the_higher_morale_wins_and_the_defender_wins_ties() {
    // Three dice, Mek Boyz 1, Nob 2, Ork Boyz 1 against Space Marine 3, bastion 2.
    let mut won = stand_off("nob, ork-boyz", "space-marine, bastion, city", "MMMD | DDDD");
    assert_eq!(times(&won, "Morale 7 against 5"), 1);
    let (orks, ultramarines) = (control_tokens(&won, "orks"), control_tokens(&won, "ultramarines"));
    assert_eq!(won.asked(), won.seat("ultramarines"));
    assert!(won.at("pergam").contains("ultramarines city, bastion, space-marine"), "not captured before the retreat");
    won.play("area laodicea");
    assert_eq!(won.at("pergam"), "orks city, bastion, ork-boyz, nob");
    assert_eq!(won.at("laodicea"), "ultramarines space-marine routed");
    assert_eq!((control_tokens(&won, "orks"), control_tokens(&won, "ultramarines")), (orks - 2, ultramarines + 2));

    let mut tied = stand_off("nob, ork-boyz", "space-marine, bastion, city", "MDDD | DDDD");
    assert_eq!(times(&tied, "Morale 5 against 5"), 1);
    assert_eq!(tied.asked(), tied.seat("orks"));
    tied.play("area xinghua");
    assert_eq!(tied.at("pergam"), "ultramarines city, bastion, space-marine");
    assert_eq!(tied.at("xinghua"), "orks ork-boyz routed, nob routed");
    assert_eq!(times(&tied, "captures"), 0);
}

/// An attacker left with tokens only still captures; then the tokens leave, and nobody holds a bare world. [combat.capture.4, combat.clean-up.1, combat.determine-winner.4, reinforcement-tokens.unit.1]
#[test]
fn a_token_captures_and_leaves() {
    let fight = |structures: &str| {
        let mut battle = scenario(
            &format!(
                "battle: ultramarines scout attack eldar aspect-warrior{structures}
                 ultramarines assets 1 reinforcement
                 ultramarines deck ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor
                 eldar deck howling-banshees, howling-banshees, hit-and-run, hit-and-run, ranger-support"
            ),
            "O | OO",
        );
        let before = supply(&battle, Asset::Reinforcement);
        battle.play("amount 1");
        assert_eq!(morale(&battle, "ultramarines"), 2 + 2, "the token has the Scout's morale");
        battle.play("ultramarines: card ambush\neldar: card howling-banshees\ndecline\ndecline\ndecline");
        // Three damage: the Scout takes two, the token one.
        battle.play("unit scout pergam\nunit ultramarines-reinforcement pergam");
        assert_eq!(morale(&battle, "ultramarines"), 0, "a routed token has none");
        battle.play("unit aspect-warrior pergam");
        assert_eq!(times(&battle, "Ultramarines wins on Pergam"), 1);
        assert_eq!(supply(&battle, Asset::Reinforcement), before + 1);
        assert_eq!(battle.fact("ultramarines", "assets"), "none");
        battle
    };
    let city = fight(", city");
    assert_eq!(times(&city, "Ultramarines captures the city"), 1);
    assert_eq!(city.at("pergam"), "ultramarines city");
    let bare = fight("");
    assert_eq!(standing(&bare, "pergam", "ultramarines"), Standing::Uncontrolled);
}

/// A defender left with tokens only keeps what his structures hold. [combat.clean-up.4]
#[test]
fn a_defender_with_tokens_only_keeps_his_structures() {
    let fight = |structures: &str| {
        let mut battle = scenario(
            &format!(
                "battle: eldar aspect-warrior attack ultramarines scout{structures}
                 ultramarines assets 1 reinforcement
                 ultramarines deck ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor
                 eldar deck howling-banshees, howling-banshees, hit-and-run, hit-and-run, ranger-support"
            ),
            "OO | O",
        );
        battle.play("amount 1\neldar: card howling-banshees\nultramarines: card ambush\ndecline\ndecline\ndecline");
        battle.play("unit aspect-warrior pergam\nunit scout pergam\nunit ultramarines-reinforcement pergam");
        assert_eq!(times(&battle, "Ultramarines wins on Pergam"), 1);
        battle
    };
    assert_eq!(fight(", city").at("pergam"), "ultramarines city");
    assert_eq!(standing(&fight(""), "pergam", "ultramarines"), Standing::Uncontrolled);
}

/// Retreat, capture, clean-up; then the order ends and capacity is tested. [combat.end.1]
#[test]
fn capacity_is_tested_after_the_combat() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at thylin: chaos 2 cultist, chaos-space-marine
             at illedrias: ultramarines scout, factory
             at pergam: ultramarines scout
             orders 10A: chaos advance
             chaos deck foul-worship, foul-worship, dark-faith, khornes-rage, khornes-rage
             ultramarines deck reconnaissance, reconnaissance, blessed-power-armour, ambush, ambush",
        ),
        "DDDDD | D",
    );
    game.play("system 10A\nresolve");
    game.play("move cultist thylin illedrias\nmove cultist thylin illedrias\nmove chaos-space-marine thylin illedrias");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut game, "chaos: card dark-faith\nultramarines: card blessed-power-armour");
    let log = game.log();
    assert!(log.find("Ultramarines retreats") < log.find("World Eaters captures the factory"));
    assert_eq!(game.prompt(), "World Eaters: destroy a unit beyond the capacity of Illedrias");
    assert_eq!((deck_size(&game, "chaos"), hand_size(&game, "chaos")), (10, 0), "the clean-up is done");
}
