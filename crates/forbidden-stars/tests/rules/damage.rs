//! Suffering damage, routing and rallying, bastions, reinforcement tokens.

use crate::combat::{area, board, decline_all, dice, morale, operations, quiet_round, side, supply, times};
use crate::common::{Scenario, scenario};
use forbidden_stars::components::Asset;
use forbidden_stars::force::Posture;
use forbidden_stars::table::{BASTION, Hurt};

/// Ultramarines who suffer `damage` in the first round; they roll `rolled` dice, none of them defence.
fn suffering(defence: &str, rolled: usize, damage: usize) -> Scenario {
    let mut battle = scenario(
        &format!(
            "battle: orks 3 battlewagon attack ultramarines {defence}
             orks assets none
             orks deck gretchin, gretchin, slugga-boyz
             ultramarines deck faith-in-the-emperor, faith-in-the-emperor, ambush"
        ),
        &format!("{} {} | {}", "O".repeat(damage), "D".repeat(8 - damage), "M".repeat(rolled)),
    );
    battle.play("orks: card gretchin\nultramarines: card faith-in-the-emperor");
    while battle.offers("decline") {
        battle.play("decline");
    }
    battle.all_dice_used();
    battle
}

/// Another round like the first.
fn again(battle: &mut Scenario) {
    battle.play("orks: card gretchin\nultramarines: card faith-in-the-emperor");
    while battle.game.next_question().is_some() && battle.offers("decline") {
        battle.play("decline");
    }
}

/// Damage goes to an unrouted unit or a bastion of the sufferer's choice. [damage.assign.1]
#[test]
fn unrouted_units_and_bastions_suffer() {
    let battle = suffering("scout, space-marine, scout routed, bastion", 5, 1);
    assert_eq!(battle.asked(), battle.seat("ultramarines"));
    assert_eq!(battle.choices(), ["structure bastion pergam", "unit scout pergam", "unit space-marine pergam"]);
}

/// Routed units are picked only when nothing else is left. [damage.assign.2]
#[test]
fn routed_units_suffer_last() {
    let mut battle = suffering("scout routed, bastion", 2, 4);
    assert_eq!(battle.choices(), ["structure bastion pergam"]);
    battle.play("structure bastion pergam");
    assert_eq!(battle.choices(), ["unit scout pergam routed"], "one damage is left, and nobody else");
    let mut units = suffering("scout, space-marine routed", 1, 3);
    assert_eq!(units.choices(), ["unit scout pergam"]);
    units.play("unit scout pergam");
    assert_eq!(units.choices(), ["unit space-marine pergam routed"]);
}

/// Damage of at least the health destroys, less routs. [damage.destroy.1, damage.rout.1]
#[test]
fn damage_destroys_or_routs() {
    let mut destroyed = suffering("scout, space-marine", 3, 2);
    destroyed.play("unit scout pergam");
    assert_eq!(times(&destroyed, "Scout destroyed"), 1);
    let mut routed = suffering("scout, space-marine", 3, 1);
    routed.play("unit scout pergam");
    assert_eq!(times(&routed, "Scout destroyed"), 0);
    assert!(routed.at("pergam").contains("scout routed"));
    let mut hurt = suffering("space-marine", 2, 2);
    hurt.play("unit space-marine pergam");
    assert!(hurt.at("pergam").ends_with("ultramarines space-marine routed"));
}

/// Excess damage goes on to others; what a unit can take it takes. [damage.excess.1, damage.excess.2]
#[test]
fn excess_damage_goes_on() {
    let mut battle = suffering("2 scout, space-marine", 4, 5);
    battle.play("unit scout pergam\nunit scout pergam");
    assert_eq!(battle.choices(), ["unit space-marine pergam"]);
    battle.play("unit space-marine pergam");
    assert_eq!(times(&battle, "Scout destroyed"), 2);
    assert!(battle.at("pergam").ends_with("ultramarines space-marine routed"));

    let mut pair = suffering("2 scout", 2, 2);
    pair.play("unit scout pergam");
    assert!(pair.prompt().contains("combat card"), "all of it fell on one");
    assert!(pair.at("pergam").ends_with("ultramarines scout"));
}

/// A routed unit that survives damage stays as it is. [damage.rout.2]
#[test]
fn a_routed_survivor_is_unaffected() {
    let mut battle = suffering("scout", 1, 1);
    battle.play("unit scout pergam");
    again(&mut battle);
    assert_eq!(battle.choices(), ["unit scout pergam routed"]);
    battle.play("unit scout pergam routed");
    assert!(battle.at("pergam").ends_with("ultramarines scout routed"));
    assert_eq!(times(&battle, "Scout routed"), 1);
    assert_eq!(times(&battle, "Execution round 3"), 1);
}

/// Damage of a round adds up on a unit and on a bastion. [damage.persist.1, damage.persist.2]
#[test]
fn damage_adds_up_within_a_round() {
    // No printed card deals damage before the step, so the earlier two are laid on the table.
    let mut battle = scenario(
        "battle: orks ork-boyz attack ultramarines space-marine
         orks deck gretchin
         orks assets none
         ultramarines deck faith-in-the-emperor",
        "OD | MM",
    );
    battle.play("orks: card gretchin\nultramarines: card faith-in-the-emperor");
    let (pergam, seat, side) = (area(&battle, "pergam"), battle.seat("ultramarines"), side(&battle, "ultramarines"));
    let table = &mut battle.game.table;
    let row = table.force(pergam, seat).groups().next().expect("a Space Marine").0;
    table.force_mut(pergam, seat).remove(row, Posture::Standing);
    table.force_mut(pergam, seat).add(row, Posture::Routed);
    table.battle_mut().side_mut(side).hurt.push(Hurt { row: row as u8, posture: Posture::Routed, damage: 2 });
    decline_all(&mut battle);
    assert_eq!(times(&battle, "Ultramarines suffers 1 damage"), 1);
    assert_eq!(times(&battle, "Space Marine destroyed"), 1, "two and one are its three");

    let mut fort = scenario(
        "battle: orks ork-boyz attack ultramarines bastion
         orks deck gretchin
         orks assets none
         ultramarines deck faith-in-the-emperor",
        "OD | MM",
    );
    fort.play("orks: card gretchin\nultramarines: card faith-in-the-emperor");
    let hurt = Hurt { row: BASTION, posture: Posture::Standing, damage: 2 };
    fort.game.table.battle_mut().side_mut(side).hurt.push(hurt);
    decline_all(&mut fort);
    assert_eq!(times(&fort, "bastion destroyed"), 1);
}

/// Across rounds a bastion forgets its damage; it is never routed. [damage.persist.2, damage.bastion.1]
#[test]
fn a_bastion_recovers_between_rounds() {
    let mut battle = suffering("bastion", 2, 2);
    battle.play("structure bastion pergam");
    again(&mut battle);
    battle.play("structure bastion pergam");
    assert_eq!(times(&battle, "bastion destroyed"), 0);
    assert_eq!(times(&battle, "Execution round 3"), 1);
    assert!(battle.at("pergam").ends_with("ultramarines bastion"));
}

/// Land Raiders with Armoured Advance: two offence in each of two assess damage steps.
fn armoured_advance(defence: &str, rolled: &str) -> Scenario {
    let mut battle = scenario(
        &format!(
            "battle: ultramarines land-raider attack chaos {defence}
             ultramarines pairs armoured-advance, ambush, reconnaissance, fury-of-the-ultramar, faith-in-the-emperor
             ultramarines deck armoured-advance
             chaos deck dark-faith"
        ),
        &format!("MMM | {rolled}"),
    );
    battle.play("ultramarines: card armoured-advance\nchaos: card dark-faith\ndecline\naccept\ndecline");
    battle
}

/// Two assess damage steps of one round do not add up. [damage.persist.3]
#[test]
fn a_second_step_counts_for_itself() {
    let mut battle = armoured_advance("chaos-space-marine", "OOO");
    decline_all(&mut battle);
    assert_eq!(times(&battle, "World Eaters suffers 2 damage"), 2);
    assert!(battle.at("pergam").contains("chaos chaos-space-marine routed"), "{}", battle.at("pergam"));
    let mut fort = armoured_advance("bastion", "OO");
    decline_all(&mut fort);
    assert_eq!(times(&fort, "World Eaters suffers 2 damage"), 2);
    assert!(fort.at("pergam").contains("chaos bastion"));
}

/// A unit routed in this round is no target while an unrouted one is left. [damage.rout.3]
#[test]
fn a_unit_just_routed_is_no_target() {
    let mut battle = armoured_advance("2 chaos-space-marine", "MMMMMM");
    battle.play("unit chaos-space-marine pergam");
    assert_eq!(times(&battle, "Chaos Space Marine routed"), 1);
    assert_eq!(times(&battle, "suffers 2 damage"), 2);
    assert_eq!(battle.choices(), ["unit chaos-space-marine pergam"], "the one that is routed is spared");
}

// Routing and rallying.

/// A routed unit is moved by no order and no card. [rout-rally.restrict.2]
#[test]
fn routed_units_do_not_move() {
    let mut advance = scenario(
        &operations(
            "chaos ultramarines",
            "at xinghua: chaos cultist, chaos-space-marine routed
             at turaci: chaos helbrute routed
             orders 10A: chaos advance",
        ),
        "",
    );
    advance.play("system 10A\nresolve");
    assert!(advance.offers("move cultist xinghua turaci"));
    let moved = |name: &str| advance.choices().iter().any(|choice| choice.starts_with(&format!("move {name}")));
    assert!(!moved("chaos-space-marine") && !moved("helbrute"));

    let united = |state: &str| {
        let mut battle = scenario(
            &format!(
                "battle: chaos cultist attack ultramarines scout
                 at thylin: chaos chaos-space-marine{state}
                 chaos pairs chaos-united, dark-faith, foul-worship, khornes-rage, impure-zeal
                 chaos deck chaos-united
                 ultramarines deck faith-in-the-emperor"
            ),
            "M | M",
        );
        battle.play("chaos: card chaos-united\nultramarines: card faith-in-the-emperor\ndecline");
        battle.asked() == battle.seat("chaos")
    };
    assert!(united(""));
    assert!(!united(" routed"), "nobody to be brought");
}

/// Routed units retreat with the others. [rout-rally.restrict.3]
#[test]
fn routed_units_retreat() {
    let mut battle = scenario(
        &board(
            "chaos ultramarines",
            "at turaci: chaos 3 chaos-space-marine
             at turaci: ultramarines scout, space-marine routed
             contest turaci chaos from xinghua
             chaos deck foul-worship, foul-worship, dark-faith
             ultramarines deck reconnaissance, reconnaissance, blessed-power-armour",
        ),
        "DDDDDDDD | D",
    );
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut battle, "chaos: card dark-faith\nultramarines: card blessed-power-armour");
    battle.play("area illedrias");
    assert_eq!(battle.at("illedrias"), "ultramarines scout routed, space-marine routed");
}

/// All routed units rally in the Refresh Phase. [rout-rally.rally.1]
#[test]
fn the_refresh_phase_rallies_everybody() {
    let game = scenario(
        "players ultramarines chaos
         phase refresh
         tile 10A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         at turaci: ultramarines scout routed, scout
         at 10A.SE: ultramarines strike-cruiser routed
         at xinghua: chaos 2 cultist routed",
        "",
    );
    assert_eq!(game.at("turaci"), "ultramarines 2 scout");
    assert_eq!(game.at("10A.SE"), "ultramarines strike-cruiser");
    assert_eq!(game.at("xinghua"), "chaos 2 cultist");
}

/// A unit rallied in a combat counts for morale and requisites, but brings no dice. [rout-rally.rally.2]
#[test]
fn a_rallied_unit_brings_no_dice() {
    let mut battle = scenario(
        "battle: ultramarines space-marine, scout routed attack chaos helbrute
         ultramarines deck faith-in-the-emperor, ambush
         chaos deck dark-faith, dark-faith",
        "DD | DDD",
    );
    battle.play("ultramarines: card faith-in-the-emperor\nchaos: card dark-faith\ndecline");
    let before = morale(&battle, "ultramarines");
    battle.play("option 1\nunit scout pergam routed");
    assert_eq!(morale(&battle, "ultramarines"), before + 2);
    assert_eq!(dice(&battle, "ultramarines"), "DD");
    decline_all(&mut battle);
    battle.play("ultramarines: card ambush\nchaos: card dark-faith\ndecline");
    assert_eq!(battle.asked(), battle.seat("ultramarines"));
    assert!(battle.offers("accept"), "the Scout allows the unit ability of Ambush");
}

/// Routed units can be destroyed, replaced and given up as a price. [rout-rally.destroyable.1]
#[test]
fn routed_units_can_be_destroyed() {
    let play = |card: &str, armies: &str, faces: &str| {
        let mut battle = scenario(
            &format!(
                "battle: {armies}
                 chaos pairs death-and-despair, inhuman-strength, mark-of-tzeentch, dark-faith, foul-worship
                 chaos deck {card}
                 ultramarines deck faith-in-the-emperor"
            ),
            faces,
        );
        battle.play(&format!("chaos: card {card}\nultramarines: card faith-in-the-emperor"));
        battle
    };
    let mut despair =
        play("death-and-despair", "chaos helbrute attack ultramarines land-raider, scout routed", "MMM | DDD");
    despair.play("decline\naccept");
    assert_eq!(despair.choices(), ["unit scout pergam routed"]);
    let mut strength =
        play("inhuman-strength", "chaos helbrute, cultist routed attack ultramarines land-raider", "MMM | DDD");
    strength.play("decline");
    assert!(strength.offers("unit cultist pergam routed"), "{:?}", strength.choices());
    let mut tzeentch =
        play("mark-of-tzeentch", "chaos helbrute, cultist routed attack ultramarines land-raider", "MMM | DDD");
    tzeentch.play("decline");
    assert!(tzeentch.offers("unit cultist pergam routed"));
}

// Reinforcement tokens.

const SEA_OF_GREEN: &str = "battle: orks nob attack ultramarines 2 scout
    orks assets 2 reinforcement
    orks pairs sea-of-green, gretchin, shoota-boyz, ard-boyz, slugga-boyz
    orks deck sea-of-green
    ultramarines deck faith-in-the-emperor";

/// Free tokens come from the supply and may exceed the maximum; an empty supply gives none. [reinforcement-tokens.free.1, reinforcement-tokens.free.2, reinforcement-tokens.use.1]
#[test]
fn free_tokens_come_from_the_supply() {
    let mut battle = scenario(SEA_OF_GREEN, "DD | DD");
    assert_eq!(battle.choices(), ["amount 0", "amount 1"]);
    let before = supply(&battle, Asset::Reinforcement);
    battle.play("amount 1\norks: card sea-of-green\nultramarines: card faith-in-the-emperor\naccept");
    assert_eq!(supply(&battle, Asset::Reinforcement), before - 1);
    assert_eq!(battle.fact("orks", "assets"), "1 reinforcement");
    let fighting = battle.game.table.force(area(&battle, "pergam"), battle.seat("orks")).units();
    assert_eq!(fighting, 3, "a Nob and two tokens");

    let mut empty = scenario(SEA_OF_GREEN, "DD | DD");
    empty.game.table.asset_supply[Asset::Reinforcement.index()] = 0;
    empty.play("amount 0\norks: card sea-of-green\nultramarines: card faith-in-the-emperor");
    assert_eq!(empty.asked(), empty.seat("ultramarines"), "nothing to be had");
}

/// A token retreats with the others and is gone before capacity is tested. [reinforcement-tokens.retreat.1, reinforcement-tokens.unit.1]
#[test]
fn a_token_retreats_and_vanishes() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at xinghua: chaos 3 cultist
             at turaci: ultramarines scout
             at laodicea: chaos cultist
             at illedrias: ultramarines scout
             orders 10A: chaos advance
             orders 4A: ultramarines deploy
             ultramarines assets 1 reinforcement
             chaos assets none
             chaos deck foul-worship, foul-worship, dark-faith
             ultramarines deck reconnaissance, reconnaissance, blessed-power-armour",
        ),
        "DDD | D",
    );
    game.play("system 10A\nresolve");
    for _ in 0..3 {
        game.play("move cultist xinghua turaci");
    }
    game.play("amount 1");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut game, "chaos: card dark-faith\nultramarines: card blessed-power-armour");
    assert_eq!(times(&game, "retreats from Turaci to Illedrias"), 1);
    // Two Scouts fill the capacity of two; the token would have been the third.
    assert_eq!(game.at("illedrias"), "ultramarines scout, scout routed");
    assert_eq!(times(&game, "destroyed"), 0);
}

/// Tokens have no use outside a combat. [reinforcement-tokens.spent.1]
#[test]
fn tokens_are_for_combat_only() {
    for order in ["deploy", "advance", "dominate", "strategize"] {
        let mut game = scenario(
            &operations(
                "ultramarines chaos",
                &format!(
                    "at turaci: ultramarines scout, factory
                     ultramarines assets 3 reinforcement
                     ultramarines materiel 9
                     orders 10A: ultramarines {order}"
                ),
            ),
            "",
        );
        game.play("system 10A");
        for _ in 0..4 {
            if game.game.next_question().is_none() {
                break;
            }
            assert!(game.choices().iter().all(|choice| !choice.contains("reinforcement")), "{order}");
            let choice = game.choices().first().expect("a choice").clone();
            game.play(&choice);
        }
        assert!(game.fact("ultramarines", "assets").contains("3 reinforcement"), "{order}");
    }
}
