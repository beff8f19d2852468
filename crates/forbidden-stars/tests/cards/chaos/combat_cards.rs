//! Combat cards of the World Eaters.

use super::{chaos_plays, dice};
use crate::common::{Scenario, scenario};

/// Combat tokens: offence, defence.
fn tokens(battle: &Scenario, faction: &str) -> [u8; 2] {
    let there = battle.game.table.battle();
    there.side(there.side_of(battle.seat(faction)).expect("a player of this combat")).tokens
}

/// The card of Chaos is resolved; the Orks are asked about theirs.
fn is_resolved(battle: &Scenario) {
    assert_eq!(battle.prompt(), "Evil Sunz: Mek Boyz: use this ability");
}

/// The general ability trades an offence die for 3 offence tokens; the unit ability routs a unit of the opponent's choice
/// unless he spends a defence die.
/// card: Khorne's Rage
#[test]
fn khornes_rage_trades_a_die_and_routs_unless_paid() {
    let armies = "battle: chaos 2 cultist, chaos-space-marine attack orks ork-boyz, nob";
    let mut battle = chaos_plays("khornes-rage", armies, "OODDM | ODMM");
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!((dice(&battle, "chaos"), tokens(&battle, "chaos")), ([1, 2, 1], [3, 0]));
    battle.play("accept");
    assert_eq!(battle.prompt(), "Evil Sunz: Khorne's Rage: spend dice to prevent the effect");
    assert_eq!(battle.choices(), ["die defence", "decline"]);
    battle.play("decline");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "unit nob pergam"]);
    battle.play("unit nob pergam");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "orks"), [1, 1, 2]);
    assert_eq!(battle.at("pergam"), "chaos 2 cultist, chaos-space-marine; orks ork-boyz, nob routed");

    let mut paid = chaos_plays("khornes-rage", armies, "OODDM | ODMM");
    paid.play("decline\naccept\ndie defence");
    is_resolved(&paid);
    assert_eq!((dice(&paid, "orks"), tokens(&paid, "chaos")), ([1, 0, 2], [0, 0]));
    assert_eq!(paid.at("pergam"), "chaos 2 cultist, chaos-space-marine; orks ork-boyz, nob");

    // Without a die to pay there is no way out, and the whole is still an option of the owner.
    let mut unpayable = chaos_plays("khornes-rage", armies, "DDDDM | OOMM");
    assert_eq!(unpayable.choices(), ["accept", "decline"], "no offence die: the unit ability comes first");
    unpayable.play("accept");
    assert_eq!(unpayable.choices(), ["unit ork-boyz pergam", "unit nob pergam"]);

    let without_marine = "battle: chaos 2 cultist, chaos-space-marine routed attack orks ork-boyz, nob";
    is_resolved(&chaos_plays("khornes-rage", without_marine, "DD | OOMM"));
}

/// An opponent without unrouted units has nothing to rout and is not asked to pay. [card-clarifications.khornes-rage.1]
/// card: Khorne's Rage
#[test]
fn khornes_rage_asks_nothing_of_routed_units() {
    let battle = chaos_plays(
        "khornes-rage",
        "battle: chaos chaos-space-marine attack orks bastion, 2 ork-boyz routed",
        "DDM | DD",
    );
    is_resolved(&battle);
    assert_eq!(dice(&battle, "orks"), [0, 2, 0]);
}

/// The general ability rolls a die; the unit ability gives a defence token for each unrouted Cultist or Iconoclast while the
/// opponent has a routed unit.
/// card: Foul Worship
#[test]
fn foul_worship_rolls_a_die_and_shields_cultists() {
    let armies = "battle: chaos 2 cultist, cultist routed attack orks ork-boyz, ork-boyz routed";
    let mut battle = chaos_plays("foul-worship", armies, "OO | DD | M");
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!(dice(&battle, "chaos"), [2, 0, 1]);
    battle.play("accept");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "chaos"), [0, 2]);
    battle.all_dice_used();

    let mut nobody_routed = chaos_plays("foul-worship", "battle: chaos 2 cultist attack orks 2 ork-boyz", "OO | DDDD");
    nobody_routed.play("decline");
    is_resolved(&nobody_routed);
    assert_eq!((dice(&nobody_routed, "chaos"), tokens(&nobody_routed, "chaos")), ([2, 0, 0], [0, 0]));

    let fleets = "battle: chaos 2 iconoclast-destroyer attack orks onslaught-attack-ship, onslaught-attack-ship routed";
    let mut fleet = chaos_plays("foul-worship", fleets, "OOOO | D");
    fleet.play("decline\naccept");
    assert_eq!(tokens(&fleet, "chaos"), [0, 2]);
}

/// With more morale dice a unit is rallied; each unrouted Cultist gives an offence token unless the opponent routs a unit.
/// card: Impure Zeal
#[test]
fn impure_zeal_rallies_and_drives_cultists_on() {
    let armies = "battle: chaos 2 cultist, cultist routed attack orks 2 ork-boyz";
    let mut battle = chaos_plays("impure-zeal", armies, "MO | DDDD");
    assert_eq!(battle.choices(), ["unit cultist pergam routed", "decline"]);
    battle.play("unit cultist pergam routed\naccept");
    assert_eq!(battle.prompt(), "Evil Sunz: Impure Zeal: rout a unit of your own, or refuse");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "decline"]);
    battle.play("decline");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "chaos"), [3, 0]);
    assert_eq!(battle.at("pergam"), "chaos 3 cultist; orks 2 ork-boyz");

    let mut prevented = chaos_plays("impure-zeal", armies, "MO | DDDM");
    assert_eq!(prevented.choices(), ["accept", "decline"], "as many morale dice: nobody is rallied");
    prevented.play("accept\nunit ork-boyz pergam");
    is_resolved(&prevented);
    assert_eq!(tokens(&prevented, "chaos"), [0, 0]);
    assert_eq!(prevented.at("pergam"), "chaos 2 cultist, cultist routed; orks ork-boyz, ork-boyz routed");

    let bastion = "battle: chaos 2 cultist attack orks bastion";
    let mut unopposed = chaos_plays("impure-zeal", bastion, "OO | DD");
    unopposed.play("accept");
    is_resolved(&unopposed);
    assert_eq!(tokens(&unopposed, "chaos"), [2, 0], "a bastion alone cannot rout");
}

/// Gains a morale die; with more morale dice a free Cultist goes to another friendly or uncontrolled world of the system.
/// card: Dark Faith
#[test]
fn dark_faith_spreads_to_another_world() {
    let armies = "battle: chaos 2 cultist attack orks 2 ork-boyz";
    let mut battle = chaos_plays("dark-faith", armies, "OO | DDDD");
    battle.play("accept");
    assert_eq!(dice(&battle, "chaos"), [2, 0, 1]);
    assert_eq!(battle.choices(), ["free cultist laodicea", "decline"], "not on the contested world");
    battle.play("free cultist laodicea");
    is_resolved(&battle);
    assert_eq!(battle.at("laodicea"), "chaos cultist");

    let mut behind = chaos_plays("dark-faith", armies, "OO | DDDM");
    behind.play("accept");
    is_resolved(&behind);

    let enemy_world = format!("{armies}\nat laodicea: orks city");
    let mut shut = chaos_plays("dark-faith", &enemy_world, "OO | DDDD");
    shut.play("accept");
    is_resolved(&shut);

    let fleets = "battle: chaos iconoclast-destroyer attack orks onslaught-attack-ship";
    let mut fleet = chaos_plays("dark-faith", fleets, "OO | D");
    fleet.play("accept");
    assert_eq!(fleet.choices(), ["free cultist pergam", "free cultist laodicea", "decline"]);
}

/// The opponent may rout a unit for a rolled die; otherwise a free Cultist or Iconoclast joins the combat. With one of
/// those the card also gives 2 tokens of either kind.
/// card: Lure of Chaos
#[test]
fn lure_of_chaos_tempts_the_opponent() {
    let armies = "battle: chaos 2 cultist attack orks 2 ork-boyz";
    let mut tempted = chaos_plays("lure-of-chaos", armies, "OO | DDDD | M");
    tempted.play("accept");
    assert_eq!(tempted.choices(), ["unit ork-boyz pergam", "decline"]);
    tempted.play("unit ork-boyz pergam");
    assert_eq!(dice(&tempted, "orks"), [0, 4, 1]);
    assert_eq!(tempted.choices(), ["option 1", "option 2", "decline"]);
    tempted.play("option 2");
    is_resolved(&tempted);
    assert_eq!(tokens(&tempted, "chaos"), [0, 2]);
    assert_eq!(tempted.at("pergam"), "chaos 2 cultist; orks ork-boyz, ork-boyz routed");
    tempted.all_dice_used();

    let mut steadfast = chaos_plays("lure-of-chaos", armies, "OO | DDDD");
    steadfast.play("accept\ndecline\nfree cultist pergam\noption 1");
    is_resolved(&steadfast);
    assert_eq!(tokens(&steadfast, "chaos"), [2, 0]);
    assert_eq!(steadfast.at("pergam"), "chaos 3 cultist; orks 2 ork-boyz");

    let fleets = "battle: chaos repulsive-grand-cruiser attack orks onslaught-attack-ship";
    let mut fleet = chaos_plays("lure-of-chaos", fleets, "OOOO | D");
    fleet.play("accept\ndecline");
    assert_eq!(fleet.choices(), ["free iconoclast-destroyer 2A.SW"], "in a void it is an Iconoclast");
}

/// A lone bastion, or routed units only, cannot prevent the free unit. [card-clarifications.lure-of-chaos.1]
/// card: Lure of Chaos
#[test]
fn lure_of_chaos_cannot_be_prevented_without_units() {
    for army in ["bastion", "bastion, ork-boyz routed"] {
        let armies = format!("battle: chaos 2 cultist attack orks {army}");
        let mut battle = chaos_plays("lure-of-chaos", &armies, "OO | DD");
        battle.play("accept");
        assert_eq!(battle.choices(), ["free cultist pergam"], "{army}");
    }
}

/// At eight dice the opponent may still rout: no die for him, no unit for Chaos. [card-clarifications.lure-of-chaos.2]
/// card: Lure of Chaos
#[test]
fn lure_of_chaos_at_eight_dice() {
    let mut battle =
        chaos_plays("lure-of-chaos", "battle: chaos chaos-space-marine attack orks 4 ork-boyz", "OOO | DDDDDDDD");
    battle.play("accept");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "decline"]);
    battle.play("unit ork-boyz pergam");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "orks"), [0, 8, 0]);
    assert_eq!(battle.at("pergam"), "chaos chaos-space-marine; orks 3 ork-boyz, ork-boyz routed");
}

/// The free unit joins the combat without dice: it meets requisites, takes damage and adds its morale.
/// [card-clarifications.lure-of-chaos.3]
/// card: Lure of Chaos
#[test]
fn the_lured_unit_fights_without_dice() {
    let armies = "battle: chaos chaos-space-marine attack orks ork-boyz";
    let mut battle = chaos_plays("lure-of-chaos", armies, "DDM | OM");
    battle.play("accept\ndecline\nfree cultist pergam");
    assert_eq!(dice(&battle, "chaos"), [0, 2, 1]);
    assert_eq!(battle.choices(), ["option 1", "option 2", "decline"], "the Cultist meets the requisite");
    battle.play("decline");
    is_resolved(&battle);
    battle.play("decline\ndecline");
    battle.play("chaos: card lure-of-chaos\norks: card gretchin\ndecline\ndecline\ndecline\ndecline");
    battle.play("chaos: card foul-worship\norks: card gretchin\ndecline\ndecline\ndecline");
    let morale = battle.log().lines().find(|line| line.contains("Morale")).map(str::trim).map(str::to_owned);
    // Marine 2, Cultist 2, two icons, one die; against Boyz 1, one icon, one die.
    assert_eq!(morale.as_deref(), Some("Morale 7 against 3"));

    let mut hit = chaos_plays("lure-of-chaos", armies, "OMM | OO");
    hit.play("accept\ndecline\nfree cultist pergam\ndecline\ndecline\ndecline");
    assert_eq!(hit.choices(), ["unit cultist pergam", "unit chaos-space-marine pergam"]);
}

/// Trades an offence or morale die for 3 offence tokens; the opponent destroys a routed unit unless he spends a defence die.
/// card: Mark of Khorne
#[test]
fn mark_of_khorne_claims_the_routed() {
    let armies = "battle: chaos chaos-space-marine attack orks 2 ork-boyz, nob routed, ork-boyz routed";
    let mut battle = chaos_plays("mark-of-khorne", armies, "ODM | DDDD");
    battle.play("accept");
    assert_eq!(battle.choices(), ["die offence", "die morale"]);
    battle.play("die morale");
    assert_eq!((dice(&battle, "chaos"), tokens(&battle, "chaos")), ([1, 1, 0], [3, 0]));
    battle.play("accept");
    assert_eq!(battle.choices(), ["die defence", "decline"]);
    battle.play("decline");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam routed", "unit nob pergam routed"], "his pick, routed only");
    battle.play("unit nob pergam routed");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "chaos chaos-space-marine; orks 2 ork-boyz, ork-boyz routed");

    let mut paid = chaos_plays("mark-of-khorne", armies, "DDD | DDDD");
    paid.play("accept\ndie defence");
    is_resolved(&paid);
    assert_eq!(dice(&paid, "orks"), [0, 3, 0]);

    let nobody_routed = "battle: chaos chaos-space-marine attack orks 2 ork-boyz";
    is_resolved(&chaos_plays("mark-of-khorne", nobody_routed, "DDD | DDDD"));
}

/// Trades a defence or morale die for 3 defence tokens, and gives 2 more unless the opponent destroys a routed unit; without
/// a routed enemy unit they come by themselves. [card-clarifications.mark-of-nurgle.1]
/// card: Mark of Nurgle
#[test]
fn mark_of_nurgle_thrives_without_sacrifice() {
    let mut automatic =
        chaos_plays("mark-of-nurgle", "battle: chaos chaos-space-marine attack orks 2 ork-boyz", "ODM | DDDD");
    automatic.play("accept");
    assert_eq!(automatic.choices(), ["die defence", "die morale"]);
    automatic.play("die defence\naccept");
    is_resolved(&automatic);
    assert_eq!((dice(&automatic, "chaos"), tokens(&automatic, "chaos")), ([1, 0, 1], [0, 5]));

    let armies = "battle: chaos chaos-space-marine attack orks 2 ork-boyz, nob routed";
    let mut sacrifice = chaos_plays("mark-of-nurgle", armies, "OOO | DDDD");
    sacrifice.play("accept");
    assert_eq!(sacrifice.prompt(), "Evil Sunz: Mark of Nurgle: destroy a unit of your own, or refuse");
    assert_eq!(sacrifice.choices(), ["unit nob pergam routed", "decline"]);
    sacrifice.play("unit nob pergam routed");
    is_resolved(&sacrifice);
    assert_eq!(tokens(&sacrifice, "chaos"), [0, 0]);
    assert_eq!(sacrifice.at("pergam"), "chaos chaos-space-marine; orks 2 ork-boyz");

    let without = "battle: chaos 2 cultist attack orks 2 ork-boyz";
    is_resolved(&chaos_plays("mark-of-nurgle", without, "OO | DDDD"));
}

/// Rolls a die, then with more morale dice the opponent routs a unit; with a routed enemy unit a free Cultist arrives.
/// card: Mark of Slaanesh
#[test]
fn mark_of_slaanesh_beguiles() {
    let armies = "battle: chaos chaos-space-marine attack orks ork-boyz, nob";
    let mut battle = chaos_plays("mark-of-slaanesh", armies, "ODD | DDDD | M");
    battle.play("accept");
    assert_eq!(battle.choices(), ["accept", "decline"], "the die just rolled counts");
    battle.play("accept");
    assert_eq!(battle.prompt(), "Evil Sunz: Mark of Slaanesh: rout a unit");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "unit nob pergam"], "nothing buys it off");
    battle.play("unit ork-boyz pergam");
    assert_eq!(battle.choices(), ["free cultist pergam", "decline"]);
    battle.play("free cultist pergam");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "chaos cultist, chaos-space-marine; orks ork-boyz routed, nob");
    battle.all_dice_used();

    let mut no_morale = chaos_plays("mark-of-slaanesh", armies, "ODD | DDDD | O");
    no_morale.play("accept");
    is_resolved(&no_morale);

    let cultists = "battle: chaos 2 cultist attack orks ork-boyz, ork-boyz routed";
    let mut without_marine = chaos_plays("mark-of-slaanesh", cultists, "OD | DD");
    without_marine.play("decline");
    is_resolved(&without_marine);
}

/// Gains a morale die; with more morale dice a Cultist becomes a Chaos Space Marine; up to 2 morale dice become offence or
/// defence dice, one by one.
/// card: Mark of Tzeentch
#[test]
fn mark_of_tzeentch_changes_everything() {
    let armies = "battle: chaos 2 cultist, chaos-space-marine attack orks 2 ork-boyz";
    let mut battle = chaos_plays("mark-of-tzeentch", armies, "MMODD | DDDD");
    battle.play("accept");
    assert_eq!(dice(&battle, "chaos"), [1, 2, 3]);
    assert_eq!(battle.choices(), ["unit cultist pergam", "decline"]);
    battle.play("unit cultist pergam");
    assert_eq!(battle.choices(), ["accept", "done"]);
    battle.play("accept");
    assert_eq!(battle.choices(), ["option 1", "option 2"]);
    battle.play("option 1\naccept\noption 2");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "chaos"), [2, 3, 1]);
    assert_eq!(battle.at("pergam"), "chaos cultist, 2 chaos-space-marine; orks 2 ork-boyz");

    let mut declined = chaos_plays("mark-of-tzeentch", armies, "OOODD | DDDM");
    declined.play("decline");
    is_resolved(&declined);
}

/// A spent die makes room for the gained one, so eight dice do not stop the exchange. [component-limitations.dice.3]
/// card: Mark of Tzeentch
#[test]
fn mark_of_tzeentch_exchanges_dice_at_the_limit() {
    let armies = "battle: chaos 3 chaos-space-marine attack orks 2 ork-boyz";
    let mut battle = chaos_plays("mark-of-tzeentch", armies, "OOOOOOMM | DDDD");
    assert_eq!(
        battle.prompt(),
        "World Eaters: Mark of Tzeentch: do it, as often as wanted",
        "no ninth die, no Cultist to replace"
    );
    battle.play("accept\noption 2\naccept\noption 2");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "chaos"), [6, 2, 0]);
}

/// A reinforcement token may be replaced: it goes to the supply, and the Chaos Space Marine is there to stay.
/// [card-clarifications.mark-of-tzeentch.1]
/// card: Mark of Tzeentch
#[test]
fn mark_of_tzeentch_replaces_a_reinforcement_token() {
    let others = "khornes-rage, foul-worship, impure-zeal, dark-faith";
    let mut battle = scenario(
        &format!(
            "battle: chaos chaos-space-marine attack orks ork-boyz
             chaos assets reinforcement
             chaos pairs mark-of-tzeentch, {others}
             chaos deck mark-of-tzeentch, {others}
             orks assets none
             orks deck mek-boyz, mek-boyz, gretchin, gretchin, ard-boyz"
        ),
        "ODM | DD",
    );
    battle.play("amount 1\nchaos: card mark-of-tzeentch\norks: card mek-boyz\naccept");
    assert_eq!(battle.choices(), ["unit chaos-reinforcement pergam", "decline"]);
    assert_eq!(battle.game.table.asset_supply, [12, 12, 11]);
    battle.play("unit chaos-reinforcement pergam");
    assert_eq!(battle.game.table.asset_supply, [12, 12, 12]);
    assert_eq!(battle.at("pergam"), "chaos 2 chaos-space-marine; orks ork-boyz");
    battle.play("done\ndecline\ndecline");
    battle.play("chaos: card khornes-rage\norks: card gretchin\ndecline\ndecline\ndecline\ndecline");
    battle.play("chaos: card dark-faith\norks: card gretchin\ndecline\ndecline\ndecline");
    assert!(battle.log().contains("World Eaters wins on Pergam"), "{}", battle.log());
    battle.play("area laodicea");
    assert_eq!(battle.at("pergam"), "chaos 2 chaos-space-marine");
}

/// A routed Cultist becomes an unrouted Chaos Space Marine; in a void nobody is replaced.
/// [card-clarifications.mark-of-tzeentch.2]
/// card: Mark of Tzeentch
#[test]
fn mark_of_tzeentch_raises_a_routed_cultist_on_worlds_only() {
    let armies = "battle: chaos cultist routed, helbrute attack orks ork-boyz";
    let mut battle = chaos_plays("mark-of-tzeentch", armies, "OOO | DD");
    battle.play("accept");
    assert_eq!(battle.choices(), ["unit cultist pergam routed", "decline"]);
    battle.play("unit cultist pergam routed");
    assert_eq!(battle.at("pergam"), "chaos chaos-space-marine, helbrute; orks ork-boyz");
    assert_eq!(
        battle.prompt(),
        "World Eaters: Mark of Tzeentch: do it, as often as wanted",
        "the new unit meets the requisite"
    );

    let others = "khornes-rage, foul-worship, impure-zeal, dark-faith";
    let mut fleet = scenario(
        &format!(
            "battle: chaos iconoclast-destroyer attack orks onslaught-attack-ship
             chaos assets reinforcement
             chaos pairs mark-of-tzeentch, {others}
             chaos deck mark-of-tzeentch, {others}
             orks assets none
             orks deck mek-boyz, mek-boyz, gretchin, gretchin, ard-boyz"
        ),
        "OO | D",
    );
    fleet.play("amount 1\nchaos: card mark-of-tzeentch\norks: card mek-boyz\naccept");
    assert_eq!(
        fleet.prompt(),
        "World Eaters: Mark of Tzeentch: do it, as often as wanted",
        "straight to the exchange of dice"
    );
    assert_eq!(fleet.choices(), ["accept", "done"]);
}

/// Gains an offence or morale die; an own unit, even the one that meets the requisite, may be destroyed for 4 offence tokens.
/// card: Inhuman Strength
#[test]
fn inhuman_strength_feeds_on_its_own() {
    let armies = "battle: chaos helbrute, cultist routed attack orks ork-boyz";
    let mut battle = chaos_plays("inhuman-strength", armies, "DDD | DD");
    assert_eq!(battle.choices(), ["option 1", "option 2", "decline"]);
    battle.play("option 1");
    assert_eq!(dice(&battle, "chaos"), [1, 3, 0]);
    assert_eq!(battle.choices(), ["unit cultist pergam routed", "unit helbrute pergam", "decline"]);
    battle.play("unit cultist pergam routed");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "chaos"), [4, 0]);
    assert_eq!(battle.at("pergam"), "chaos helbrute; orks ork-boyz");

    let mut declined = chaos_plays("inhuman-strength", armies, "DDD | DD");
    declined.play("option 2\ndecline");
    is_resolved(&declined);
    assert_eq!((dice(&declined, "chaos"), tokens(&declined, "chaos")), ([0, 3, 1], [0, 0]));

    let without = "battle: chaos chaos-space-marine attack orks ork-boyz";
    let mut no_helbrute = chaos_plays("inhuman-strength", without, "DDD | DD");
    no_helbrute.play("decline");
    is_resolved(&no_helbrute);
}

/// Gains a defence or morale die; 4 defence tokens unless the opponent destroys a unit, routed or not.
/// card: Daemonic Resilience
#[test]
fn daemonic_resilience_demands_a_life() {
    let armies = "battle: chaos helbrute attack orks ork-boyz, nob routed";
    let mut battle = chaos_plays("daemonic-resilience", armies, "OOO | DD");
    battle.play("option 1");
    assert_eq!(dice(&battle, "chaos"), [3, 1, 0]);
    battle.play("accept");
    assert_eq!(battle.prompt(), "Evil Sunz: Daemonic Resilience: destroy a unit of your own, or refuse");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "unit nob pergam routed", "decline"]);
    battle.play("decline");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "chaos"), [0, 4]);

    let mut prevented = chaos_plays("daemonic-resilience", armies, "OOO | DD");
    prevented.play("option 2\naccept\nunit ork-boyz pergam");
    is_resolved(&prevented);
    assert_eq!((dice(&prevented, "chaos"), tokens(&prevented, "chaos")), ([3, 0, 1], [0, 0]));
    assert_eq!(prevented.at("pergam"), "chaos helbrute; orks nob routed");

    let mut bastion = chaos_plays("daemonic-resilience", "battle: chaos helbrute attack orks bastion", "OOO | DD");
    bastion.play("decline\naccept");
    is_resolved(&bastion);
    assert_eq!(tokens(&bastion, "chaos"), [0, 4], "a bastion is no unit to destroy");
}

/// The opponent decides about routing before Chaos names the die. [card-clarifications.chaos-united.1]
/// card: Chaos United
#[test]
fn chaos_united_asks_the_opponent_first() {
    let armies = "battle: chaos repulsive-grand-cruiser attack orks onslaught-attack-ship";
    let mut battle = chaos_plays("chaos-united", armies, "OOOO | D");
    battle.play("accept");
    assert_eq!(battle.prompt(), "Evil Sunz: Chaos United: rout a unit of your own, or refuse");
    assert_eq!(battle.choices(), ["unit onslaught-attack-ship 2A.SW", "decline"]);
    battle.play("decline");
    assert_eq!(battle.prompt(), "World Eaters: Chaos United: choose one");
    assert_eq!(battle.choices(), ["option 1", "option 2", "option 3"]);
    battle.play("option 3");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "chaos"), [4, 0, 1]);

    let mut prevented = chaos_plays("chaos-united", armies, "OOOO | D");
    prevented.play("accept\nunit onslaught-attack-ship 2A.SW");
    is_resolved(&prevented);
    assert_eq!(dice(&prevented, "chaos"), [4, 0, 0]);
    assert_eq!(prevented.at("2A.SW"), "chaos repulsive-grand-cruiser; orks onslaught-attack-ship routed");
}

/// Routed units only, or a lone bastion, cannot prevent the die. [card-clarifications.chaos-united.2]
/// card: Chaos United
#[test]
fn chaos_united_cannot_be_prevented_without_units() {
    for army in ["bastion", "bastion, 2 nob routed"] {
        let armies = format!("battle: chaos cultist attack orks {army}");
        let mut battle = chaos_plays("chaos-united", &armies, "O | DD");
        battle.play("accept");
        assert_eq!(battle.prompt(), "World Eaters: Chaos United: choose one", "{army}");
    }
}

/// The unit ability brings an unrouted unit from any world, of a command level up to the Cultists in the system.
/// card: Chaos United
#[test]
fn chaos_united_gathers_up_to_the_number_of_cultists() {
    let board = "battle: chaos cultist attack orks ork-boyz
        at laodicea: chaos cultist routed
        at thylin: chaos helbrute, chaos-reaver-titan, chaos-space-marine routed
        at 5A.NE: chaos iconoclast-destroyer";
    let mut battle = chaos_plays("chaos-united", board, "O | DD");
    battle.play("decline");
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!(battle.choices(), ["unit helbrute thylin"], "level 2 with two Cultists; no ship, no routed unit");
    battle.play("unit helbrute thylin");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "chaos cultist, helbrute; orks ork-boyz");
    assert_eq!(dice(&battle, "chaos"), [1, 0, 0], "no dice for it");

    let fewer = "battle: chaos cultist attack orks ork-boyz\nat thylin: chaos helbrute, chaos-space-marine";
    let mut one_cultist = chaos_plays("chaos-united", fewer, "O | DD");
    one_cultist.play("decline\naccept");
    assert_eq!(one_cultist.choices(), ["unit chaos-space-marine thylin"]);
}

/// Gains 2 dice of a kind; each morale die spent destroys a level 0 unit of either side; with more morale dice a routed enemy
/// unit is destroyed.
/// card: Death and Despair
#[test]
fn death_and_despair_spares_nobody() {
    let armies = "battle: chaos cultist, chaos-reaver-titan attack orks ork-boyz, nob, ork-boyz routed, nob routed";
    let mut battle = chaos_plays("death-and-despair", armies, "OOOOM | DDDD");
    assert_eq!(battle.choices(), ["option 1", "option 2", "decline"]);
    battle.play("option 2");
    assert_eq!(dice(&battle, "chaos"), [4, 0, 3]);
    assert_eq!(battle.choices(), ["accept", "done"], "any number, none included");
    battle.play("accept");
    assert_eq!(
        battle.choices(),
        ["unit cultist pergam", "unit ork-boyz pergam", "unit ork-boyz pergam routed"],
        "level 0 of both sides"
    );
    battle.play("unit ork-boyz pergam\naccept\nunit ork-boyz pergam routed\ndone");
    assert_eq!(dice(&battle, "chaos"), [4, 0, 1]);
    assert_eq!(battle.choices(), ["unit nob pergam routed", "decline"]);
    battle.play("unit nob pergam routed");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "chaos cultist, chaos-reaver-titan; orks nob");

    let mut spent = chaos_plays("death-and-despair", armies, "OOOOM | DDDD");
    spent.play("option 1");
    assert_eq!(dice(&spent, "chaos"), [6, 0, 1]);
    spent.play("accept\nunit cultist pergam");
    is_resolved(&spent);
    assert_eq!(spent.at("pergam"), "chaos chaos-reaver-titan; orks ork-boyz, ork-boyz routed, nob, nob routed");
}

/// Rolls 2 dice, then with more morale dice all enemy level 0 units are routed; with a Titan or Grand Cruiser one more unit
/// of the owner's choice.
/// card: Chaos Victorious
#[test]
fn chaos_victorious_routs_the_masses() {
    let armies = "battle: chaos chaos-reaver-titan attack orks ork-boyz, nob, battlewagon";
    let mut battle = chaos_plays("chaos-victorious", armies, "OOOO | DDDDDDD | MO");
    battle.play("accept");
    assert_eq!(dice(&battle, "chaos"), [5, 0, 1]);
    battle.play("accept");
    assert_eq!(battle.choices(), ["unit nob pergam", "unit battlewagon pergam", "decline"]);
    battle.play("unit battlewagon pergam");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "chaos chaos-reaver-titan; orks ork-boyz routed, nob, battlewagon routed");
    battle.all_dice_used();

    let mut without =
        chaos_plays("chaos-victorious", "battle: chaos helbrute attack orks 2 ork-boyz", "OOO | DDDD | OO");
    without.play("accept");
    is_resolved(&without);
}
