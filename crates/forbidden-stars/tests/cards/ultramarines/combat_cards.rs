//! Combat cards of the Ultramarines.

use crate::battles::{asked, fight, hand, icons, offered, prepared, side};
use crate::common::{Scenario, scenario};
use kernel::Sight;

/// Two offence tokens; from then on every enemy unit that damage routs is destroyed, unless a morale die is paid for it. [card-clarifications.ambush.1]
/// card: Ambush
#[test]
fn ambush_destroys_what_damage_routs() {
    let position = "battle: ultramarines scout, land-raider attack eldar 2 wraithguard";
    let mut saved = fight(position, "OOMM | MDDD", "striking-scorpions", "ambush");
    saved.play("ultramarines: accept");
    assert_eq!(side(&saved, "ultramarines"), "OOMM + OO");
    saved.play("ultramarines: accept\neldar: decline");
    assert_eq!(saved.prompt(), "Craftworld Iyanden: choose who suffers 1 damage");
    saved.play("unit wraithguard pergam");
    assert_eq!(saved.prompt(), "Craftworld Iyanden: spend a morale die to save the routed unit");
    assert_eq!(offered(&saved), "accept | decline");
    saved.play("accept");
    assert_eq!(saved.at("pergam"), "ultramarines scout, land-raider; eldar wraithguard, wraithguard routed");
    assert_eq!(side(&saved, "eldar"), "DDD");
    saved.all_dice_used();

    let mut refused = fight(position, "OOMM | MDDD", "striking-scorpions", "ambush");
    refused.play("accept\naccept\neldar: decline\nunit wraithguard pergam\ndecline");
    assert_eq!(refused.at("pergam"), "ultramarines scout, land-raider; eldar wraithguard");
    assert_eq!(side(&refused, "eldar"), "DDDM");

    let mut poor = fight(position, "OOOM | DDDD", "striking-scorpions", "ambush");
    poor.play("accept\naccept\neldar: decline\nunit wraithguard pergam");
    assert_eq!(poor.at("pergam"), "ultramarines scout, land-raider; eldar wraithguard", "no die: not asked");

    let mut declined = fight(position, "OOMM | MDDD", "striking-scorpions", "ambush");
    declined.play("accept\ndecline\neldar: decline\nunit wraithguard pergam");
    assert!(declined.log().ends_with("Execution round 2"), "an ability not used asks for nothing");

    let mut unscouted = fight(
        "battle: ultramarines land-raider attack eldar 2 wraithguard",
        "OOO | MDDD",
        "striking-scorpions",
        "ambush",
    );
    unscouted.play("accept");
    assert!(asked(&unscouted, "eldar"), "without Scout or Strike Cruiser there is no ambush");
}

/// A unit routed by a card is ambushed as well, but not one routed before the ambush was laid. [card-clarifications.ambush.1]
#[test]
fn ambush_catches_what_a_card_routs_afterwards() {
    let position = "battle: ultramarines scout, land-raider attack eldar 2 wraithguard";
    let mut after = fight(position, "MMMM | MDDD", "spiritseers-guidance", "ambush");
    after.play("accept\naccept\neldar: decline\nunit wraithguard pergam");
    assert_eq!(after.prompt(), "Craftworld Iyanden: spend a morale die to save the routed unit");
    after.play("decline");
    assert_eq!(after.at("pergam"), "ultramarines scout, land-raider; eldar wraithguard");

    let position = "battle: eldar 2 wraithguard attack ultramarines scout, land-raider";
    let mut before = fight(position, "MDDD | MMMM", "spiritseers-guidance", "ambush");
    before.play("decline\nunit wraithguard pergam\nultramarines: accept\nultramarines: accept");
    assert!(before.log().ends_with("Execution round 2"));
    assert_eq!(before.at("pergam"), "eldar wraithguard, wraithguard routed; ultramarines scout, land-raider");
}

/// A unit that retreats is routed outside the contested area and safe; the ambush ends with the round. [card-clarifications.ambush.1]
#[test]
fn ambush_does_not_reach_beyond_area_and_round() {
    let position = "battle: ultramarines scout, land-raider attack eldar falcon, wraithguard";
    let mut battle = fight(position, "OOOO | MDDDD", "ranger-support", "ambush");
    battle.play("decline\naccept\nunit falcon pergam\narea laodicea");
    assert_eq!(battle.at("laodicea"), "eldar falcon routed");
    assert_eq!(side(&battle, "eldar"), "DDDDM", "nobody asked for a morale die");
    assert!(battle.log().ends_with("Execution round 2"));
    battle.play(
        "eldar: card hit-and-run\nultramarines: card fury-of-the-ultramar\nultramarines: decline\neldar: decline",
    );
    battle.play("unit land-raider pergam");
    // Four dice and two icons against four dice and one icon.
    assert_eq!(battle.prompt(), "Craftworld Iyanden: choose who suffers 1 damage");
    battle.play("unit wraithguard pergam");
    assert!(battle.log().ends_with("Execution round 3"));
    assert_eq!(battle.at("pergam"), "ultramarines scout, land-raider routed; eldar wraithguard routed");
}

/// The attacker looks at the facedown card; tokens of either kind; a morale die retreats a unit.
/// card: Reconnaissance
#[test]
fn reconnaissance_looks_and_withdraws() {
    let position = "battle: ultramarines scout, land-raider attack eldar falcon";
    let mut attack = fight(position, "OOOM | DDD", "hit-and-run", "reconnaissance");
    let facedown = |game: &Scenario| game.view("ultramarines").battle.expect("a combat").sides[1].facedown;
    assert_eq!(facedown(&attack), Some(Sight::Back));
    attack.play("accept");
    assert!(matches!(facedown(&attack), Some(Sight::Face(_))));
    assert!(attack.log().ends_with("Ultramarines sees Hit and Run"));
    assert_eq!(offered(&attack), "option 1 | option 2 | decline");
    attack.play("option 2");
    assert_eq!(side(&attack, "ultramarines"), "OOOM + DD");
    attack.play("accept");
    assert_eq!(side(&attack, "ultramarines"), "OOO + DD");
    assert_eq!(offered(&attack), "unit scout pergam | unit land-raider pergam");
    attack.play("unit scout pergam");
    assert_eq!(offered(&attack), "area xinghua", "back where the attack came from");
    attack.play("area xinghua");
    assert_eq!(attack.at("xinghua"), "ultramarines scout routed");

    let position = "battle: eldar falcon attack ultramarines land-raider";
    let mut defence = fight(position, "DDD | MMM", "hit-and-run", "reconnaissance");
    defence.play("eldar: decline\noption 1");
    assert!(!defence.log().contains("sees"), "the defender looks at nothing");
    // Two tokens against three dice; no Scout, so no retreat either.
    assert!(defence.log().contains("Ultramarines has 2 offence and 0 defence tokens"));
    assert!(defence.log().ends_with("Execution round 2"));
}

/// The opponent rerolls a defence die, then the owner may reroll one; with the unit the opponent loses a defence die or two defence tokens.
/// card: Fury of the Ultramar
#[test]
fn fury_of_the_ultramar_rerolls_defence() {
    let position = "battle: ultramarines space-marine attack eldar falcon";
    let mut battle = fight(position, "DM | DDO | M | O", "hit-and-run", "fury-of-the-ultramar");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "ODM", "the opponent's die is thrown again");
    assert_eq!(offered(&battle), "accept | decline");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OM");
    // No defence tokens to take.
    assert_eq!(offered(&battle), "option 1 | decline");
    battle.play("option 1");
    assert_eq!(side(&battle, "eldar"), "OM");
    battle.all_dice_used();

    let mut own = fight(position, "DM | OOO | O", "hit-and-run", "fury-of-the-ultramar");
    own.play("accept\naccept");
    assert_eq!(side(&own, "ultramarines"), "OM", "the second reroll does not need the first");
    own.all_dice_used();

    let mut declined = fight(position, "DM | DDO | M", "hit-and-run", "fury-of-the-ultramar");
    declined.play("accept\ndecline\ndecline");
    assert_eq!((side(&declined, "ultramarines"), side(&declined, "eldar")), ("DM".to_owned(), "ODM".to_owned()));
}

/// Against tokens the owner takes two of them.
/// card: Fury of the Ultramar
#[test]
fn fury_of_the_ultramar_takes_tokens() {
    let position = "battle: eldar falcon, aspect-warrior attack ultramarines space-marine";
    let mut battle = fight(position, "OOOOD | MM", "fire-dragons-vengeance", "fury-of-the-ultramar");
    battle.play("decline\naccept");
    assert_eq!(side(&battle, "eldar"), "OOOOD + DD");
    battle.play("ultramarines: decline");
    assert_eq!(offered(&battle), "option 1 | option 2 | decline");
    battle.play("option 2");
    assert_eq!(side(&battle, "eldar"), "OOOOD");
}

/// Two defence tokens; with the unit, or a bastion, up to two dice of any face become defence.
/// card: Blessed Power Armour
#[test]
fn blessed_power_armour_turns_dice() {
    let position = "battle: eldar falcon attack ultramarines bastion, land-raider";
    let mut battle = fight(position, "OOO | OOMMM", "hit-and-run", "blessed-power-armour");
    battle.play("eldar: decline\naccept");
    assert_eq!(side(&battle, "ultramarines"), "OOMMM + DD");
    assert_eq!(offered(&battle), "die offence | die morale | done");
    battle.play("die offence");
    assert_eq!(side(&battle, "ultramarines"), "ODMMM + DD");
    battle.play("die morale");
    let log = battle.log();
    assert!(log.contains("Ultramarines has 1 offence, 2 defence, 2 morale"), "two are the most: {log}");

    let position = "battle: ultramarines land-raider attack eldar falcon";
    let mut without = fight(position, "OMM | DDD", "hit-and-run", "blessed-power-armour");
    without.play("accept");
    assert!(asked(&without, "eldar"), "neither bastion nor Space Marine");
}

/// One more die; with the unit a rally or a morale die.
/// card: Faith in the Emperor
#[test]
fn faith_in_the_emperor_rallies_or_inspires() {
    let position = "battle: ultramarines scout, land-raider routed attack eldar falcon";
    let mut battle = fight(position, "O | DDD | M", "hit-and-run", "faith-in-the-emperor");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OM");
    assert_eq!(offered(&battle), "option 1 | option 2 | decline");
    battle.play("option 1\nunit land-raider pergam routed");
    assert_eq!(battle.at("pergam"), "ultramarines scout, land-raider; eldar falcon");
    assert_eq!(side(&battle, "ultramarines"), "OM", "a rallied unit brings no dice");
    battle.all_dice_used();

    let position = "battle: ultramarines scout attack eldar falcon";
    let mut nobody = fight(position, "O | DDD", "hit-and-run", "faith-in-the-emperor");
    nobody.play("decline");
    assert_eq!(offered(&nobody), "option 2 | decline", "nobody to rally");
    nobody.play("option 2");
    assert_eq!(side(&nobody, "ultramarines"), "OM");
}

/// Two defence tokens; in defence a rally; with the unit, or a bastion, a defence or a morale die.
/// card: Hold the Line
#[test]
fn hold_the_line_in_defence_and_attack() {
    let position = "battle: eldar falcon attack ultramarines bastion, scout routed";
    let mut defence = fight(position, "OOO | DD", "hit-and-run", "hold-the-line");
    defence.play("eldar: decline\naccept");
    assert_eq!(side(&defence, "ultramarines"), "DD + DD");
    assert_eq!(offered(&defence), "unit scout pergam routed | decline");
    defence.play("unit scout pergam routed");
    assert_eq!(offered(&defence), "option 1 | option 2 | decline", "a lone bastion is enough");
    defence.play("option 1");
    assert!(defence.log().contains("Ultramarines has 0 offence, 3 defence, 0 morale"));
    assert_eq!(defence.at("pergam"), "eldar falcon; ultramarines bastion, scout");

    let position = "battle: ultramarines space-marine, scout routed attack eldar falcon";
    let mut attack = fight(position, "OO | DDD", "hit-and-run", "hold-the-line");
    attack.play("accept");
    assert_eq!(offered(&attack), "option 1 | option 2 | decline", "no rally for the attacker");
    attack.play("option 2");
    assert_eq!(side(&attack, "ultramarines"), "OOM + DD");
    assert_eq!(attack.at("pergam"), "ultramarines scout routed, space-marine; eldar falcon");
}

/// Two offence tokens; in attack a rally; with the unit the opponent loses a defence or a morale die of the owner's choice.
/// card: Glory and Death
#[test]
fn glory_and_death_in_attack_and_defence() {
    let position = "battle: ultramarines space-marine, scout routed attack eldar falcon";
    let mut attack = fight(position, "OO | DDM", "hit-and-run", "glory-and-death");
    attack.play("accept");
    assert_eq!(side(&attack, "ultramarines"), "OO + OO");
    assert_eq!(offered(&attack), "unit scout pergam routed | decline");
    attack.play("unit scout pergam routed");
    assert_eq!(attack.at("pergam"), "ultramarines scout, space-marine; eldar falcon");
    assert_eq!(offered(&attack), "option 1 | option 2 | decline");
    attack.play("option 2");
    assert_eq!(side(&attack, "eldar"), "DD");

    let position = "battle: eldar falcon attack ultramarines space-marine, scout routed";
    let mut defence = fight(position, "DDO | OO", "hit-and-run", "glory-and-death");
    defence.play("eldar: decline\naccept");
    assert_eq!(offered(&defence), "option 1 | decline", "no rally for the defender, no morale die to take");
    defence.play("option 1");
    assert!(defence.log().contains("Craftworld Iyanden has 1 offence, 1 defence, 0 morale"));
}

/// One more die; for a morale die an unrouted Scout or Space Marine comes from any world, without dice.
/// card: Drop Pod Assault
#[test]
fn drop_pod_assault_brings_a_unit_from_any_world() {
    let position = "battle: ultramarines space-marine attack eldar falcon
        at thylin: ultramarines scout, space-marine, land-raider
        at laodicea: ultramarines scout routed
        storm 2A-north";
    let mut battle = fight(position, "MM | DDD | O", "hit-and-run", "drop-pod-assault");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OMM");
    battle.play("accept");
    assert_eq!(offered(&battle), "unit scout thylin | unit space-marine thylin");
    battle.play("unit scout thylin\narea pergam");
    assert_eq!(battle.at("pergam"), "ultramarines scout, space-marine; eldar falcon");
    assert_eq!(battle.at("thylin"), "ultramarines space-marine, land-raider");
    assert_eq!(side(&battle, "ultramarines"), "OM", "a price, no dice");
    battle.all_dice_used();

    let position = "battle: ultramarines scout attack eldar falcon\nat thylin: ultramarines scout";
    let mut without = fight(position, "M | DDD", "hit-and-run", "drop-pod-assault");
    without.play("decline");
    assert!(asked(&without, "eldar"), "only Space Marines call for drop pods");
}

/// A token for each morale die, chosen one by one; with the unit each morale die spent retreats a unit.
/// card: Veteran Scouts
#[test]
fn veteran_scouts_count_and_spend_morale() {
    let position = "battle: ultramarines 3 scout, land-raider attack eldar falcon";
    let mut battle = fight(position, "MMMDDD | DDD", "hit-and-run", "veteran-scouts");
    battle.play("accept");
    assert_eq!(offered(&battle), "option 1 | option 2");
    battle.play("option 1\noption 2\noption 1");
    assert_eq!(side(&battle, "ultramarines"), "DDDMMM + OOD", "the dice are counted, not spent");
    assert_eq!(offered(&battle), "accept | done");
    battle.play("accept");
    assert_eq!(offered(&battle), "unit scout pergam | unit land-raider pergam");
    battle.play("unit scout pergam\narea xinghua");
    assert_eq!(side(&battle, "ultramarines"), "DDDMM + OOD");
    assert_eq!(offered(&battle), "accept | done");
    battle.play("accept\nunit land-raider pergam\narea xinghua\ndone");
    assert_eq!(battle.at("xinghua"), "ultramarines scout routed, land-raider routed");
    assert_eq!(battle.at("pergam"), "ultramarines 2 scout; eldar falcon");
    assert_eq!(side(&battle, "ultramarines"), "DDDM + OOD");

    let position = "battle: ultramarines scout attack eldar falcon";
    let poor = fight(position, "O | DDD", "hit-and-run", "veteran-scouts");
    assert!(asked(&poor, "eldar"), "without morale dice nothing is offered");
}

/// Units of this side cannot become routed this round, whatever the cause; a morale die rallies all.
/// card: Show No Fear
#[test]
fn show_no_fear_keeps_units_standing() {
    let position = "battle: ultramarines space-marine, 2 scout routed attack eldar 2 falcon";
    let mut battle = fight(position, "MM | OOOOMM", "howling-banshees", "show-no-fear");
    battle.play("accept\naccept");
    assert_eq!(side(&battle, "ultramarines"), "M");
    assert_eq!(battle.at("pergam"), "ultramarines 2 scout, space-marine; eldar 2 falcon");
    battle.play("eldar: decline");
    // Four dice and an icon against two icons.
    assert_eq!(battle.prompt(), "Ultramarines: choose who suffers 3 damage");
    battle.play("unit scout pergam\nunit scout pergam");
    assert_eq!(battle.at("pergam"), "ultramarines scout, space-marine; eldar 2 falcon", "hurt by one, but upright");

    let position = "battle: ultramarines space-marine attack eldar 2 aspect-warrior";
    let mut forced = fight(position, "MM | OOMM", "howling-banshees", "show-no-fear");
    forced.play("accept\neldar: decline");
    assert!(!forced.log().contains("routed"), "the Banshees have nobody to rout and are not paid");
    assert!(forced.log().contains("Ultramarines suffers 1 damage"));

    let mut declined = fight(position, "MM | OOMM", "howling-banshees", "show-no-fear");
    declined.play("decline\neldar: decline\neldar: accept\nunit space-marine pergam");
    assert!(declined.log().contains("Space Marine routed on Pergam"));
}

/// The protection ends with the round.
/// card: Show No Fear
#[test]
fn show_no_fear_is_over_after_the_round() {
    let position = "battle: ultramarines space-marine attack eldar falcon";
    let mut battle = fight(position, "DD | OOO", "hit-and-run", "show-no-fear");
    battle.play("accept\neldar: decline");
    assert!(battle.log().ends_with("Execution round 2"));
    battle.play("eldar: card hit-and-run\nultramarines: card ambush\ndecline\ndecline\nunit space-marine pergam");
    assert_eq!(battle.at("pergam"), "ultramarines space-marine routed; eldar falcon");
}

/// A unit that retreats under this protection is not routed by it.
/// card: Show No Fear
#[test]
fn show_no_fear_covers_a_retreat() {
    let mut battle = scenario(
        "battle: ultramarines space-marine, land-raider attack orks battlewagon
         ultramarines pairs show-no-fear, ambush, reconnaissance, fury-of-the-ultramar, blessed-power-armour
         ultramarines deck show-no-fear, show-no-fear, ambush, reconnaissance, blessed-power-armour
         orks assets none
         orks pairs rokkit-wagon, gretchin, mek-boyz, ard-boyz, shoota-boyz
         orks deck rokkit-wagon, rokkit-wagon, gretchin, gretchin, mek-boyz",
        "DDDDD | OOO",
    );
    battle.play("ultramarines: card show-no-fear\norks: card rokkit-wagon\naccept\norks: accept");
    battle.play("unit land-raider pergam\narea xinghua");
    assert_eq!(battle.at("xinghua"), "ultramarines land-raider");
}

/// Up to three morale dice are traded for offence or defence dice; the opponent then discards a faceup card of his choice. [card-clarifications.break-the-line.1]
/// card: Break the Line
#[test]
fn break_the_line_makes_the_opponent_discard_a_faceup_card() {
    let position = "battle: eldar falcon attack ultramarines land-raider, scout";
    let mut defence = fight(position, "DDD | MMMM", "ranger-support", "break-the-line");
    defence.play("eldar: decline\naccept\noption 1\naccept\noption 2\naccept\noption 1");
    assert_eq!(side(&defence, "ultramarines"), "OODM", "three are the most");
    assert_eq!(icons(&defence, "eldar"), [0, 1, 1]);
    assert_eq!(offered(&defence), "accept | decline");
    defence.play("accept");
    assert!(asked(&defence, "eldar"));
    assert_eq!(offered(&defence), "card ranger-support", "his hand is out of reach");
    defence.play("card ranger-support");
    assert!(defence.log().contains("Craftworld Iyanden discards Ranger Support"));
    assert_eq!(hand(&defence, "eldar"), 4);

    let position = "battle: ultramarines land-raider attack eldar falcon";
    let mut attack = fight(position, "MMM | DDD", "hit-and-run", "break-the-line");
    attack.play("accept\noption 1\ndone");
    assert_eq!(side(&attack, "ultramarines"), "OMM");
    assert!(asked(&attack, "eldar"), "a facedown card is out of reach: nothing to discard");
    assert!(!attack.log().contains("discards"));
}

/// A die spent makes room for the die gained, so eight dice are no obstacle.
/// card: Break the Line
#[test]
fn break_the_line_works_with_eight_dice() {
    let position = "battle: ultramarines 2 land-raider, 2 scout attack eldar falcon";
    let mut battle = fight(position, "MMMMDDDD | DDD", "hit-and-run", "break-the-line");
    assert_eq!(battle.prompt(), "Ultramarines: Break the Line: do it, as often as wanted");
    battle.play("accept\noption 1\ndone");
    assert_eq!(side(&battle, "ultramarines"), "ODDDDMMM");
}

/// In later rounds the opponent picks among all his faceup cards. [card-clarifications.break-the-line.1]
#[test]
fn break_the_line_lets_the_opponent_pick() {
    let position = "battle: ultramarines land-raider attack eldar falcon";
    let mut battle = prepared(position, "DDD | DDD", "swooping-hawks", "break-the-line");
    battle.play("eldar: card swooping-hawks\nultramarines: card ambush\ndecline");
    battle.play("eldar: card hit-and-run\nultramarines: card fury-of-the-ultramar\ndecline\ndecline");
    battle.play("eldar: card swooping-hawks\nultramarines: card break-the-line\naccept");
    assert!(asked(&battle, "eldar"));
    assert_eq!(offered(&battle), "card swooping-hawks | card hit-and-run");
    battle.play("card hit-and-run");
    let log = battle.log();
    assert!(log.contains("Craftworld Iyanden discards Hit and Run"), "{log}");
}

/// Of two faceup copies the opponent gives up the one whose rule is over. [card-clarifications.break-the-line.1]
#[test]
fn break_the_line_leaves_the_copy_that_still_holds() {
    let position = "battle: eldar falcon, aspect-warrior attack ultramarines land-raider
        ultramarines scheme adeptus-mechanicus";
    let mut battle = prepared(position, "DDDDD | DDD", "fire-dragons-vengeance", "break-the-line");
    battle.play("eldar: card fire-dragons-vengeance\nultramarines: card ambush");
    battle.play("accept\ndecline\nultramarines: decline\nultramarines: done");
    battle.play("eldar: card fire-dragons-vengeance\nultramarines: card break-the-line\naccept\ndecline");
    battle.play("ultramarines: accept\neldar: card fire-dragons-vengeance");
    assert_eq!(icons(&battle, "eldar"), [2, 0, 0]);
    battle.play("ultramarines: scheme");
    let log = battle.log();
    assert!(log.contains("Ultramarines has 0 offence and 0 defence tokens"), "the ban of this round stands: {log}");
}

/// A second assess damage step: both sides suffer in both, tokens count in both and go back after the second. [card-clarifications.armoured-advance.1, card-clarifications.armoured-advance.2]
/// card: Armoured Advance
#[test]
fn armoured_advance_assesses_damage_twice() {
    let position = "battle: ultramarines 2 land-raider attack eldar 2 wraithguard, aspect-warrior";
    let mut battle = fight(position, "OOODDD | OOOOMM | M", "fire-dragons-vengeance", "armoured-advance");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OOODDDM");
    battle.play("accept\neldar: accept");
    assert_eq!(side(&battle, "eldar"), "OOOOMM + DD");
    // Six against four, and five against the two tokens: attacker first, twice.
    for _ in 0..2 {
        assert_eq!(battle.prompt(), "Ultramarines: choose who suffers 2 damage");
        battle.play("unit land-raider pergam");
        assert_eq!(battle.prompt(), "Craftworld Iyanden: choose who suffers 3 damage");
        battle.play("unit wraithguard pergam");
    }
    assert!(battle.log().ends_with("Execution round 2"));
    assert_eq!(battle.at("pergam"), "ultramarines 2 land-raider routed; eldar aspect-warrior, 2 wraithguard routed");
    assert_eq!(side(&battle, "eldar"), "OOOOMM", "the tokens have gone back");
}

/// The test for a sole survivor closes each step: after a decisive first one there is no second. [card-clarifications.armoured-advance.3]
#[test]
fn armoured_advance_stops_when_the_enemy_is_gone() {
    let position = "battle: ultramarines land-raider attack eldar aspect-warrior, wraithguard";
    let mut battle = fight(position, "OOO | OOMM", "hit-and-run", "armoured-advance");
    battle.play("decline\naccept\neldar: decline\neldar: decline\nunit land-raider pergam");
    battle.play("unit wraithguard pergam\nunit aspect-warrior pergam");
    assert!(battle.log().contains("Ultramarines wins on Pergam"));
    assert_eq!(battle.log().matches("Ultramarines suffers").count(), 1);

    let mut scouts =
        fight("battle: ultramarines scout attack eldar falcon", "O | DDD", "hit-and-run", "armoured-advance");
    scouts.play("decline");
    assert!(asked(&scouts, "eldar"), "neither Land Raider nor Battle Barge");
}

/// An Armoured Advance that is discarded before the damage adds no second step. [combat-card-resolution.discard.1]
#[test]
fn armoured_advance_discarded_is_over() {
    let position = "battle: ultramarines land-raider attack eldar warlock-titan";
    let mut battle = fight(position, "DDD | OOOO", "psychic-lance", "armoured-advance");
    battle.play("decline\naccept\neldar: decline\neldar: decline\neldar: accept\nultramarines: accept");
    assert_eq!(offered(&battle), "card armoured-advance");
    battle.play("card armoured-advance\nunit land-raider pergam");
    assert!(battle.log().ends_with("Execution round 2"), "{}", battle.log());
}

/// An Ambush that is discarded asks for nothing any more. [combat-card-resolution.discard.1]
#[test]
fn ambush_discarded_is_over() {
    let position = "battle: ultramarines scout, land-raider attack eldar warlock-titan, wraithguard";
    let mut battle = fight(position, "OOOO | MMMMMM", "psychic-lance", "ambush");
    battle.play("decline\naccept\neldar: decline\neldar: decline\neldar: accept\nultramarines: accept\ncard ambush");
    battle.play("unit land-raider pergam\nunit wraithguard pergam");
    assert!(battle.log().ends_with("Execution round 2"), "{}", battle.log());
}

/// Two more dice; with the unit each offence die spent gives two offence tokens.
/// card: Emperor's Might
#[test]
fn emperors_might_trades_dice_for_tokens() {
    let position = "battle: ultramarines warlord-titan attack eldar falcon";
    let mut battle = fight(position, "OOM | DDD | OD", "hit-and-run", "emperors-might");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OOODM");
    assert_eq!(offered(&battle), "accept | done");
    battle.play("accept\naccept\ndone");
    assert_eq!(side(&battle, "ultramarines"), "ODM + OOOO");
    assert_eq!(icons(&battle, "ultramarines"), [3, 0, 0]);
    battle.all_dice_used();

    let mut without =
        fight("battle: ultramarines scout attack eldar falcon", "O | DDD | MM", "hit-and-run", "emperors-might");
    without.play("accept");
    assert!(asked(&without, "eldar"), "neither Warlord Titan nor Battle Barge");
}

/// Two more dice; with the unit all are rallied, then any dice become morale.
/// card: Emperor's Glory
#[test]
fn emperors_glory_rallies_all_and_inspires() {
    let position = "battle: ultramarines warlord-titan, scout routed, space-marine routed attack eldar falcon";
    let mut battle = fight(position, "ODM | DDD | OD", "hit-and-run", "emperors-glory");
    battle.play("accept");
    assert_eq!(side(&battle, "ultramarines"), "OODDM");
    battle.play("accept");
    assert_eq!(battle.at("pergam"), "ultramarines scout, space-marine, warlord-titan; eldar falcon");
    assert_eq!(offered(&battle), "die offence | die defence | done");
    battle.play("die offence\ndie defence\ndone");
    assert_eq!(side(&battle, "ultramarines"), "ODMMM");
    assert_eq!(icons(&battle, "ultramarines"), [0, 2, 2]);
}

/// In a void the ships on the list give the unit ability, and only those.
#[test]
fn ships_meet_the_requisites_of_the_ultramarines() {
    let cruiser = ("strike-cruiser, strike-cruiser routed", "MM");
    let barge = ("battle-barge, strike-cruiser routed", "MMMM");
    for card in ["ambush", "reconnaissance", "fury-of-the-ultramar", "blessed-power-armour", "faith-in-the-emperor"]
        .into_iter()
        .chain(["hold-the-line", "glory-and-death", "veteran-scouts", "show-no-fear"])
    {
        assert_eq!(prompts(card, cruiser), prompts(card, barge) + 1, "{card}");
    }
    for card in ["armoured-advance", "emperors-might", "emperors-glory"] {
        let (cruiser, barge) = (("strike-cruiser", "OO"), ("battle-barge", "OOOO"));
        assert_eq!(prompts(card, barge), prompts(card, cruiser) + 1, "{card}");
    }
    let drop_pods = [prompts("drop-pod-assault", cruiser), prompts("drop-pod-assault", barge)];
    assert_eq!(drop_pods, [1, 1], "no ship calls for drop pods");
}

/// How many abilities of a card are offered to these attackers, all declined.
fn prompts(card: &str, (fleet, dice): (&str, &str)) -> usize {
    let position = format!("battle: ultramarines {fleet} attack eldar 2 frigate");
    let mut battle = fight(&position, &format!("{dice} | DDDMMM"), "hit-and-run", card);
    let mut count = 0;
    while asked(&battle, "ultramarines") {
        let refusal = ["decline", "done"].into_iter().find(|refusal| battle.offers(refusal));
        battle.play(refusal.unwrap_or_else(|| panic!("{}", battle.prompt())));
        count += 1;
    }
    count
}
