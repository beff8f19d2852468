//! The cards of the World Eaters.

use crate::common::{Scenario, scenario};

const STARTING: [&str; 5] = ["khornes-rage", "foul-worship", "impure-zeal", "dark-faith", "lure-of-chaos"];

/// A combat in which Chaos plays a card against Mek Boyz, whose first question is a good place to stop and look:
/// an attacking Chaos player has resolved his card by then.
fn chaos_plays(card: &str, position: &str, dice: &str) -> Scenario {
    let others: Vec<&str> = STARTING.into_iter().filter(|&other| other != card).take(4).collect();
    let others = others.join(", ");
    let mut battle = scenario(
        &format!(
            "{position}
             chaos pairs {card}, {others}
             chaos deck {card}, {card}, {others}
             orks assets none
             orks deck mek-boyz, mek-boyz, gretchin, gretchin, ard-boyz"
        ),
        dice,
    );
    battle.play(&format!("chaos: card {card}\norks: card mek-boyz"));
    battle
}

/// Dice by face: offence, defence, morale.
fn dice(battle: &Scenario, faction: &str) -> [u8; 3] {
    battle.game.table.dice(battle.seat(faction))
}

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

/// Two systems, one above the other: Pergam and Laodicea with voids below them; above them Xinghua and Thylin, whose voids
/// lie at the far side. Orks have an order waiting, so that the Operations Phase goes on.
fn operations(order: &str, pieces: &str, dice: &str) -> Scenario {
    scenario(
        &format!(
            "players chaos orks
             phase operations
             first chaos
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             orders 2A: chaos {order}
             orders 5A: orks dominate
             {pieces}"
        ),
        dice,
    )
}

/// Adds a die to the strike; for a morale die every unit that suffers damage is routed. Declared before the roll.
/// card: Fear from Above
#[test]
fn fear_from_above_routs_what_it_damages() {
    let pieces = "at 2A.SW: chaos iconoclast-destroyer
        at thylin: chaos city
        at pergam: orks ork-boyz, nob
        chaos upgrades fear-from-above";
    let aim = "system 2A\nresolve\ndone\nstrike 2A.SW pergam";
    let mut strike = operations("advance", pieces, "OOM");
    strike.play(aim);
    assert_eq!(strike.choices(), ["upgrade fear-from-above", "done"]);
    strike.play("upgrade fear-from-above");
    assert_eq!(dice(&strike, "chaos"), [2, 0, 1], "two for the Iconoclast, one for the card");
    assert_eq!(strike.choices(), ["upgrade fear-from-above", "done"]);
    strike.play("upgrade fear-from-above");
    assert_eq!(dice(&strike, "chaos"), [2, 0, 0]);
    strike.play("unit nob pergam");
    assert_eq!(strike.at("pergam"), "orks ork-boyz, nob routed");
    assert_eq!(strike.fact("chaos", "upgrades"), "fear-from-above used");
    strike.all_dice_used();

    let mut unspent = operations("advance", pieces, "OOM");
    unspent.play(aim).play("upgrade fear-from-above\ndone\nunit nob pergam");
    assert_eq!(unspent.at("pergam"), "orks ork-boyz, nob", "damage alone does not rout in a strike");

    let mut no_morale = operations("advance", pieces, "OOO");
    no_morale.play(aim).play("upgrade fear-from-above");
    assert_eq!(no_morale.prompt(), "Evil Sunz: choose who suffers 3 damage");

    let mut undeclared = operations("advance", pieces, "OM");
    undeclared.play(aim).play("done");
    assert_eq!(undeclared.prompt(), "Evil Sunz: choose who suffers 1 damage", "too late after the roll");
}

/// Ships cross storms in this order, ground units do not. [card-clarifications.from-the-warp.1]
/// card: From the Warp
#[test]
fn from_the_warp_is_for_ships() {
    let pieces = "storm 2A-north
        at 5A.NW: chaos iconoclast-destroyer
        at xinghua: chaos chaos-space-marine
        at pergam: orks ork-boyz
        chaos upgrades from-the-warp";
    let mut advance = operations("advance", pieces, "");
    advance.play("system 2A\nresolve");
    assert_eq!(advance.choices(), ["upgrade from-the-warp", "done"]);
    advance.play("upgrade from-the-warp");
    assert!(advance.offers("move iconoclast-destroyer 5A.NW 2A.SW"));
    advance.play("move iconoclast-destroyer 5A.NW 2A.SW");
    assert!(advance.prompt().contains("orbital strike"), "no ground unit can move: {}", advance.prompt());

    let mut unused = operations("advance", pieces, "");
    unused.play("system 2A\nresolve\ndone");
    assert_eq!(unused.prompt(), "Evil Sunz: reveal an order", "the storm stops everybody");

    let calm = pieces.replace("storm 2A-north", "");
    let mut calm = operations("advance", &calm, "");
    calm.play("system 2A\nresolve\ndone\ndone");
    assert!(calm.offers("move chaos-space-marine xinghua pergam"), "without the storm it could");
}

/// On revealing the Strategize Order two order tokens go from the play area to the event deck.
/// card: Favour of the Dark Gods
#[test]
fn favour_of_the_dark_gods_brings_events() {
    let pieces = "at pergam: chaos cultist
        at xinghua: orks nob
        chaos resolved deploy
        chaos materiel 0
        chaos upgrades favour-of-the-dark-gods";
    let mut strategize = operations("strategize", pieces, "");
    strategize.play("system 2A");
    assert_eq!(strategize.choices(), ["upgrade favour-of-the-dark-gods", "done"]);
    strategize.play("upgrade favour-of-the-dark-gods");
    assert_eq!(strategize.choices(), ["order deploy", "order strategize", "order dominate", "order advance"]);
    strategize.play("order deploy\norder advance");
    assert_eq!(strategize.prompt(), "Evil Sunz: reveal an order");
    assert_eq!(strategize.fact("chaos", "on-deck"), "deploy, strategize, advance", "with the revealed token three");
    assert_eq!(strategize.fact("chaos", "resolved"), "");

    let mut unused = operations("strategize", pieces, "");
    unused.play("system 2A\ndone");
    assert_eq!(unused.fact("chaos", "on-deck"), "strategize");
    assert_eq!(unused.fact("chaos", "upgrades"), "favour-of-the-dark-gods");
}

/// After the Deploy Order one unit of level 2 or less may be bought without a factory, into a friendly area of the active
/// system, cheaper by the Cultists there.
/// [card-clarifications.dread-ritual.1, card-clarifications.dread-ritual.2, card-clarifications.dread-ritual.3]
/// card: Dread Ritual
#[test]
fn dread_ritual_needs_cultists_and_no_factory() {
    let pieces = "at pergam: chaos city, 2 cultist, cultist routed
        at 2A.SE: chaos iconoclast-destroyer
        at xinghua: orks nob
        chaos materiel 1
        chaos assets forge
        chaos upgrades dread-ritual";
    let mut deploy = operations("deploy", pieces, "");
    deploy.play("system 2A\nresolve");
    assert_eq!(deploy.choices(), ["upgrade dread-ritual", "done"], "no factory, nothing else to buy");
    deploy.play("upgrade dread-ritual");
    // Level 1: the Helbrute needs the forge token; the Grand Cruiser would need two, the Titan is beyond the card.
    assert_eq!(
        deploy.choices(),
        [
            "buy cultist pergam",
            "buy chaos-space-marine pergam",
            "buy helbrute pergam",
            "buy iconoclast-destroyer 2A.SE"
        ],
        "not on uncontrolled Laodicea, no ship into the empty void"
    );
    deploy.play("buy helbrute pergam");
    assert_eq!(deploy.at("pergam"), "chaos city, 2 cultist, cultist routed, helbrute");
    assert_eq!((deploy.fact("chaos", "materiel"), deploy.fact("chaos", "assets")), ("0".to_owned(), "none".to_owned()));

    let three_levels = "at pergam: chaos city, 2 cultist
        at laodicea: chaos city
        at thylin: chaos city
        at xinghua: orks nob
        chaos materiel 14
        chaos assets 3 forge
        chaos upgrades dread-ritual";
    let mut titan = operations("deploy", three_levels, "");
    titan.play("system 2A\nresolve\nupgrade dread-ritual");
    assert!(titan.offers("buy helbrute pergam"));
    assert!(!titan.choices().iter().any(|choice| choice.contains("titan")), "{:?}", titan.choices());

    let nowhere = "at thylin: chaos city, 2 cultist
        at xinghua: orks nob
        chaos materiel 14
        chaos upgrades dread-ritual";
    let mut stranger = operations("deploy", nowhere, "");
    stranger.play("system 2A\nresolve");
    assert_eq!(stranger.prompt(), "Evil Sunz: reveal an order", "no friendly area in the system");
}

/// The strike may aim at a bastion; for 2 defence dice the player on the world destroys one of his units or structures there,
/// also if only structures are there. [card-clarifications.complete-destruction.1]
/// card: Complete Destruction
#[test]
fn complete_destruction_brings_structures_down() {
    let board = |pieces: &str| {
        format!(
            "at 2A.SW: chaos repulsive-grand-cruiser
             at thylin: chaos city
             at pergam: orks {pieces}
             at xinghua: orks nob
             chaos upgrades complete-destruction"
        )
    };
    let mut bastion = operations("advance", &board("bastion, ork-boyz, nob routed"), "DDOO");
    bastion.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam");
    assert_eq!(bastion.fact("chaos", "upgrades"), "complete-destruction used", "aiming at a bastion is using it");
    assert_eq!(bastion.choices(), ["upgrade complete-destruction", "done"]);
    bastion.play("upgrade complete-destruction");
    assert_eq!(bastion.prompt(), "Evil Sunz: Complete Destruction: destroy a unit or structure");
    assert_eq!(
        bastion.choices(),
        ["unit ork-boyz pergam", "unit nob pergam routed", "structure bastion pergam"],
        "no way to decline"
    );
    bastion.play("unit nob pergam routed");
    assert_eq!(dice(&bastion, "chaos"), [2, 0, 0]);
    assert_eq!(
        bastion.choices(),
        ["structure bastion pergam", "unit ork-boyz pergam"],
        "the bastion suffers like a unit"
    );
    bastion.play("unit ork-boyz pergam");
    assert_eq!(bastion.at("pergam"), "orks bastion");

    let mut city = operations("advance", &board("city"), "DDMM");
    city.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam\nupgrade complete-destruction");
    city.play("upgrade complete-destruction\nstructure city pergam");
    assert_eq!(city.at("pergam"), "");

    let mut one_die = operations("advance", &board("bastion"), "DOOO");
    one_die.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam");
    assert_eq!(one_die.choices(), ["structure bastion pergam"], "one defence die is not enough");
    one_die.play("structure bastion pergam");
    assert_eq!(one_die.at("pergam"), "");

    let without = board("bastion").replace("complete-destruction", "fear-from-above");
    let mut without = operations("advance", &without, "");
    without.play("system 2A\nresolve\ndone");
    assert_eq!(without.prompt(), "Evil Sunz: reveal an order", "a bastion shields the world");
}

/// Instead of revealing an order, routs an enemy unit in a system with an own unit.
/// card: Blight of Nurgle
#[test]
fn blight_of_nurgle_takes_the_place_of_a_turn() {
    let pieces = "at 2A.SW: chaos iconoclast-destroyer routed
        at laodicea: chaos city
        at pergam: orks ork-boyz, nob routed
        at 2A.SE: orks kill-kroozer
        at xinghua: orks nob
        chaos scheme blight-of-nurgle";
    let mut turn = operations("advance", pieces, "");
    assert_eq!(turn.choices(), ["system 2A", "scheme"]);
    turn.play("scheme");
    assert_eq!(turn.choices(), ["unit ork-boyz pergam", "unit kill-kroozer 2A.SE"], "no Chaos unit is near Xinghua");
    turn.play("unit kill-kroozer 2A.SE");
    assert_eq!(turn.at("2A.SE"), "orks kill-kroozer routed");
    assert_eq!(turn.fact("chaos", "scheme"), "", "discarded");
    assert_eq!(turn.prompt(), "Evil Sunz: reveal an order");
    turn.play("system 5A\nresolve\ndecline");
    assert_eq!(turn.choices(), ["system 2A"], "the order token of Chaos is still there");

    let far = pieces.replace("at 2A.SW: chaos iconoclast-destroyer routed", "at thylin: chaos city");
    assert_eq!(operations("advance", &far, "").choices(), ["system 2A"], "a city is no unit");
}

/// Takes an unrouted Cultist of the active system to a friendly or uncontrolled world of an adjacent system, storms or not.
/// [card-clarifications.taint-of-chaos.1]
/// card: Taint of Chaos
#[test]
fn taint_of_chaos_ignores_storms() {
    let pieces = "storm 2A-north
        at pergam: chaos 2 cultist, chaos-space-marine
        at laodicea: chaos cultist routed
        at xinghua: orks nob";
    let mut dominate = operations("dominate", pieces, "");
    dominate.play("system 2A\nresolve");
    assert_eq!(dominate.choices(), ["unit cultist pergam", "decline"]);
    dominate.play("unit cultist pergam");
    assert_eq!(dominate.choices(), ["area thylin"], "not to the enemy's Xinghua, not within the system");
    dominate.play("area thylin");
    assert_eq!(
        (dominate.at("thylin"), dominate.at("pergam")),
        ("chaos cultist".to_owned(), "chaos cultist, chaos-space-marine".to_owned())
    );

    let mut declined = operations("dominate", pieces, "");
    declined.play("system 2A\nresolve\ndecline");
    assert_eq!(declined.prompt(), "Evil Sunz: reveal an order");
}

/// At the end of an assess damage step the Chaos player routs one of his opponent's unrouted units in the contested area;
/// in a combat of others the card is of no use.
/// [card-clarifications.seduced-by-chaos.1, card-clarifications.seduced-by-chaos.2]
/// card: Seduced by Chaos
#[test]
fn seduced_by_chaos_routs_after_damage() {
    let armies = "battle: chaos 2 cultist attack orks ork-boyz, nob, nob routed
        at laodicea: orks battlewagon
        chaos scheme seduced-by-chaos";
    let mut battle = chaos_plays("khornes-rage", armies, "DD | DDDD");
    battle.play("decline\ndecline");
    assert_eq!(battle.prompt(), "World Eaters: use a scheme after damage");
    assert_eq!(battle.choices(), ["scheme", "done"]);
    battle.play("scheme");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "unit nob pergam"]);
    battle.play("unit nob pergam");
    assert_eq!(battle.at("pergam"), "chaos 2 cultist; orks ork-boyz, 2 nob routed");
    assert_eq!(battle.fact("chaos", "scheme"), "");

    let mut others = scenario(
        "players chaos orks ultramarines
         battle: orks ork-boyz attack ultramarines scout
         at thylin: chaos cultist
         chaos scheme seduced-by-chaos
         orks assets none
         ultramarines assets none
         orks deck ard-boyz, ard-boyz, gretchin, gretchin, mek-boyz
         ultramarines deck ambush, ambush",
        "DD | DD | ",
    );
    let first = others.choices_of(others.seat("ultramarines"))[0].clone();
    others.play(&format!("orks: card gretchin\nultramarines: {first}"));
    while !others.log().contains("Execution round 2") {
        assert_ne!(others.asked(), others.seat("chaos"), "not his combat");
        others.play("decline");
    }
    assert_eq!(others.fact("chaos", "scheme"), "seduced-by-chaos");
}

/// In an Advance Order ships and ground units cross storms, and the combat starts with a morale die, storm or no storm.
/// [card-clarifications.through-the-warp.1]
/// card: Through the Warp
#[test]
fn through_the_warp_carries_everybody() {
    let pieces = "storm 2A-north
        at 5A.NW: chaos iconoclast-destroyer
        at xinghua: chaos chaos-space-marine
        at pergam: orks ork-boyz
        orks assets none
        chaos scheme through-the-warp";
    let mut advance = operations("advance", pieces, "OOO | DD");
    advance.play("system 2A\nresolve");
    assert_eq!(advance.choices(), ["scheme", "done"]);
    advance.play("scheme");
    assert!(advance.offers("move iconoclast-destroyer 5A.NW 2A.SE"));
    advance.play("move iconoclast-destroyer 5A.NW 2A.SE\nmove chaos-space-marine xinghua pergam");
    assert_eq!(dice(&advance, "chaos"), [3, 0, 1]);
    advance.all_dice_used();

    let calm = pieces.replace("storm 2A-north", "").replace("at 5A.NW: chaos iconoclast-destroyer", "");
    let mut calm = operations("advance", &calm, "OOO | DD");
    calm.play("system 2A\nresolve\nscheme\nmove chaos-space-marine xinghua pergam");
    assert_eq!(dice(&calm, "chaos"), [3, 0, 1], "no storm was crossed");

    let mut unused = operations("advance", pieces, "");
    unused.play("system 2A\nresolve\ndone");
    assert_eq!(unused.prompt(), "Evil Sunz: reveal an order");
    assert_eq!(unused.fact("chaos", "scheme"), "through-the-warp");
}

/// The Refresh Phase with an event card to be drawn by Chaos.
fn refresh(event: &str, pieces: &str) -> Scenario {
    let mut refresh = scenario(
        &format!(
            "players chaos orks
             phase refresh
             first chaos
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             chaos on-deck strategize
             {pieces}"
        ),
        "",
    );
    refresh.play(&format!("event {event}"));
    refresh
}

const OUTPOSTS: &str = "at pergam: chaos cultist, city\nat xinghua: orks nob";

/// Gains a forge token and a reinforcement token.
/// card: Spoils of War
#[test]
fn spoils_of_war_gives_two_assets() {
    let mut event = refresh("spoils-of-war", &format!("{OUTPOSTS}\nchaos events spoils-of-war"));
    assert_eq!(event.choices(), ["accept", "decline"]);
    event.play("accept");
    assert_eq!(event.fact("chaos", "assets"), "1 forge, 1 reinforcement");
}

/// Draws 3 event cards and resolves the ability of one, not its storm icon; the others are discarded.
/// [card-clarifications.incantation-of-tzeentch.1]
/// card: Incantation of Tzeentch
#[test]
fn incantation_of_tzeentch_moves_one_storm_only() {
    let pieces = format!(
        "{OUTPOSTS}
         storm 2A-west
         storm 5A-east
         chaos scheme blight-of-nurgle
         chaos events incantation-of-tzeentch, spoils-of-war, seduced-by-chaos, touched-by-the-warp"
    );
    let mut event = refresh("incantation-of-tzeentch", &pieces);
    assert_eq!(event.prompt(), "World Eaters: move a Warp Storm");
    let storm = event.choices()[0].clone();
    event.play(&storm).play("accept");
    assert_eq!(
        event.choices(),
        ["event spoils-of-war", "event seduced-by-chaos", "event touched-by-the-warp"],
        "the three cards drawn"
    );
    let mut scheme = refresh("incantation-of-tzeentch", &pieces);
    scheme.play(&storm).play("accept\nevent seduced-by-chaos");
    assert_eq!(scheme.choices(), ["accept", "decline"]);
    scheme.play("accept");
    assert_eq!(scheme.fact("chaos", "scheme"), "seduced-by-chaos", "the earlier scheme is discarded");

    event.take_log();
    event.play("event spoils-of-war\naccept");
    let log = event.take_log();
    assert_eq!(event.fact("chaos", "assets"), "1 forge, 1 reinforcement");
    assert!(log.contains("World Eaters discards Touched by the Warp"), "{log}");
    assert!(log.contains("World Eaters discards Seduced by Chaos"), "{log}");
    assert!(!log.contains("World Eaters moves a Warp Storm"), "{log}");
    assert_eq!(event.prompt(), "Evil Sunz: move a Warp Storm", "the next player's step");
}

/// Two free Cultists go to a friendly world whose system has none, or one to any friendly world.
/// card: Prophets and Signs
#[test]
fn prophets_and_signs_prefers_virgin_systems() {
    let pieces = "at pergam: chaos cultist
        at laodicea: chaos city
        at thylin: chaos chaos-space-marine
        at xinghua: orks nob
        chaos events prophets-and-signs";
    let mut event = refresh("prophets-and-signs", pieces);
    assert_eq!(event.choices(), ["option 1", "option 2", "decline"]);
    event.play("option 1");
    assert_eq!(event.choices(), ["free cultist thylin"], "Pergam's system has a Cultist");
    event.play("free cultist thylin");
    assert_eq!(event.at("thylin"), "chaos 2 cultist, chaos-space-marine");

    let mut single = refresh("prophets-and-signs", pieces);
    single.play("option 2");
    assert_eq!(single.choices(), ["free cultist pergam", "free cultist laodicea", "free cultist thylin"]);
    single.play("free cultist laodicea");
    assert_eq!(single.at("laodicea"), "chaos city, cultist");

    let crowded = pieces.replace("chaos-space-marine", "cultist");
    assert_eq!(refresh("prophets-and-signs", &crowded).choices(), ["option 2", "decline"]);
}

/// A Cultist dies for a free combat or order upgrade, whose level is at most the number of storms around its system,
/// whatever the player's own level. [card-clarifications.touched-by-the-warp.1, card-clarifications.touched-by-the-warp.2]
/// card: Touched by the Warp
#[test]
fn touched_by_the_warp_trades_a_cultist_for_an_upgrade() {
    let pieces = "at pergam: chaos 2 cultist
        at thylin: chaos cultist
        at xinghua: orks nob
        storm 2A-south
        storm 5A-west
        chaos materiel 0
        chaos upgrades fear-from-above
        chaos events touched-by-the-warp";
    let mut event = refresh("touched-by-the-warp", pieces);
    // The card's own icon moves a storm first; Pergam's system then has two storms, Thylin's none.
    event.play("storm 5A-west 2A-west\naccept");
    assert_eq!(event.choices(), ["unit cultist pergam", "unit cultist thylin"]);
    event.play("unit cultist pergam");
    let (pairs, upgrades) = (
        ["mark-of-khorne", "mark-of-nurgle", "mark-of-slaanesh", "mark-of-tzeentch"],
        ["from-the-warp", "favour-of-the-dark-gods", "dread-ritual", "complete-destruction"],
    );
    let level_two = ["inhuman-strength", "daemonic-resilience", "chaos-united"];
    let expected: Vec<String> = pairs
        .iter()
        .chain(&level_two)
        .map(|name| format!("pair {name}"))
        .chain(upgrades.iter().map(|name| format!("upgrade {name}")))
        .collect();
    assert_eq!(event.choices(), expected, "levels 0 to 2, none of level 3, not what he has");
    event.play("pair chaos-united");
    assert_eq!(event.prompt(), "World Eaters: choose the pair that leaves the combat deck");
    event.play("pair dark-faith");
    assert_eq!(event.at("pergam"), "chaos cultist");
    assert_eq!(event.fact("chaos", "pairs"), "khornes-rage, foul-worship, impure-zeal, lure-of-chaos, chaos-united");
    assert_eq!(event.fact("chaos", "materiel"), "1", "income only: the upgrade is free");

    let mut calm = refresh("touched-by-the-warp", pieces);
    calm.play("storm 5A-west 2A-west\naccept\nunit cultist thylin");
    let expected: Vec<String> = pairs.iter().map(|name| format!("pair {name}")).collect();
    assert_eq!(calm.choices(), expected, "without storms level 0");

    let mut declined = refresh("touched-by-the-warp", pieces);
    declined.play("storm 5A-west 2A-west\ndecline");
    assert_eq!(declined.at("pergam"), "chaos 2 cultist");
}

/// When another player moves a storm, Chaos may move it instead, in any of the eight directions onto a free tile edge; it
/// then has moved. Not against the own move. [card-clarifications.prayer-to-the-dark-gods.1]
/// card: Prayer to the Dark Gods
#[test]
fn prayer_to_the_dark_gods_takes_a_storm_over() {
    let pieces = "tile 2A at 0 0 turn 0
        tile 5A at 0 -1 turn 2
        at pergam: chaos cultist
        at xinghua: orks nob
        storm 2A-north
        storm 2A-east
        orks events moar-boyz";
    let position = format!(
        "players orks chaos
         phase refresh
         first orks
         {pieces}
         chaos scheme prayer-to-the-dark-gods
         chaos events spoils-of-war"
    );
    let mut prayer = scenario(&position, "");
    prayer.play("storm 2A-east 5A-east");
    assert_eq!(prayer.prompt(), "World Eaters: use a scheme against the storm's move");
    assert_eq!(prayer.choices(), ["scheme", "done"]);
    prayer.play("scheme");
    assert_eq!(
        prayer.choices(),
        ["storm 2A-east 2A-west", "storm 2A-east 5A-east", "storm 2A-east 2A-south"],
        "the northern edge is taken, the others lie off the board"
    );
    prayer.play("storm 2A-east 2A-south");
    let log = prayer.take_log();
    assert!(log.contains("World Eaters moves a Warp Storm from 2A-east to 2A-south"), "{log}");
    assert!(!log.contains("Evil Sunz moves"), "{log}");
    assert_eq!(prayer.fact("chaos", "scheme"), "");
    let left: Vec<String> = prayer.choices();
    assert!(left.iter().all(|choice| choice.starts_with("storm 2A-north ")), "the other has moved: {left:?}");

    let mut own = scenario(&position.replace("first orks", "first chaos"), "");
    own.play("storm 2A-east 2A-south");
    let log = own.log();
    assert!(log.contains("World Eaters moves a Warp Storm from 2A-east to 2A-south"), "done without a question: {log}");
}

/// A scheme put into play can interrupt a later player's move in the same step.
/// [card-clarifications.prayer-to-the-dark-gods.1]
/// card: Prayer to the Dark Gods
#[test]
fn prayer_to_the_dark_gods_works_at_once() {
    let pieces = format!(
        "{OUTPOSTS}
         storm 2A-east
         storm 5A-east
         chaos events prayer-to-the-dark-gods
         orks events warboss"
    );
    let mut event = refresh("prayer-to-the-dark-gods", &pieces);
    event.play("storm 2A-east 2A-north\naccept");
    assert_eq!(event.prompt(), "Evil Sunz: move a Warp Storm");
    assert_eq!(event.choices(), ["storm 5A-east 5A-west"]);
    event.play("storm 5A-east 5A-west");
    assert_eq!(event.choices(), ["scheme", "done"]);
    event.play("done");
    assert!(event.log().contains("Evil Sunz moves a Warp Storm from 5A-east to 5A-west"));
    assert_eq!(event.fact("chaos", "scheme"), "prayer-to-the-dark-gods");
}

/// The die belongs to the Chaos player's own combat; a combat that follows from it gives the opponent nothing.
/// card: Through the Warp
#[test]
fn through_the_warp_gives_the_opponent_no_die() {
    let mut advance = scenario(
        "players chaos eldar
         phase operations
         first chaos
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: chaos advance
         orders 5A: eldar dominate
         at xinghua: chaos 3 chaos-space-marine
         at laodicea: chaos 2 cultist
         at pergam: eldar falcon, aspect-warrior
         chaos scheme through-the-warp
         chaos deck khornes-rage, khornes-rage, foul-worship, impure-zeal, impure-zeal
         eldar assets none
         eldar pairs wave-serpent, swooping-hawks, ranger-support, striking-scorpions, command-of-the-autarch
         eldar deck wave-serpent, wave-serpent, swooping-hawks, ranger-support, striking-scorpions",
        "OOOOOOO | MMMMM | DD | DD",
    );
    advance.play("system 2A\nresolve\nscheme");
    for _ in 0..3 {
        advance.play("move chaos-space-marine xinghua pergam");
    }
    advance.play("chaos: card khornes-rage\neldar: card wave-serpent\ndecline\ndecline\ndecline\ndecline\naccept");
    advance.play("area laodicea\nunit aspect-warrior pergam\nunit chaos-space-marine pergam\nunit falcon pergam");
    assert!(advance.log().contains("Combat on Laodicea: Craftworld Iyanden attacks"), "{}", advance.log());
    assert_eq!((dice(&advance, "eldar"), dice(&advance, "chaos")), ([0, 2, 0], [0, 2, 0]));
    advance.all_dice_used();
}
