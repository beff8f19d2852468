//! Every component of the Ultramarines.

use crate::common::{Scenario, scenario};
use crate::eldar::{BOARD, asked, event_of, fight, hand, icons, offered, order_of, prepared, side};
use forbidden_stars::components::StructureKind;
use kernel::Sight;

fn order(kind: &str, position: &str, dice: &str) -> Scenario {
    order_of("ultramarines", kind, position, dice)
}

fn event(card: &str, position: &str) -> Scenario {
    event_of("ultramarines", card, position)
}

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
    declined.all_dice_used();
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
    battle.all_dice_used();
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
    without.all_dice_used();
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
    battle.all_dice_used();
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

/// The strike rolls one more die, and one morale die may become offence.
/// card: Rain of Fire
#[test]
fn rain_of_fire_adds_a_die_and_turns_one() {
    let position = "at 2A.SW: ultramarines strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar wraithguard, falcon
        ultramarines upgrades rain-of-fire";
    let mut strike = order("advance", position, "OMM");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | done");
    strike.play("upgrade rain-of-fire");
    assert_eq!(side(&strike, "ultramarines"), "OMM");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | done");
    strike.play("upgrade rain-of-fire");
    assert_eq!(offered(&strike), "die morale | done");
    strike.play("die morale");
    assert_eq!(side(&strike, "ultramarines"), "OOM", "one and no more");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 2 damage");
    assert_eq!(strike.fact("ultramarines", "upgrades"), "rain-of-fire used");
    strike.all_dice_used();

    let mut declined = order("advance", position, "OM");
    declined.play("done\nstrike 2A.SW pergam\ndone");
    assert_eq!(declined.prompt(), "Craftworld Iyanden: choose who suffers 1 damage", "two dice, none turned");
    declined.all_dice_used();
}

/// A combat that the order starts where no world is friendly gives a reinforcement token before dice are rolled; it may be used at once or kept. [card-clarifications.crusade.1]
/// card: Crusade
#[test]
fn crusade_gives_a_token_as_the_combat_starts() {
    let position = "at xinghua: ultramarines 2 scout, land-raider
        at thylin: ultramarines factory
        at 2A.SW: ultramarines strike-cruiser
        at pergam: eldar falcon
        ultramarines upgrades crusade";
    let mut advance = order("advance", position, "OOO | DDD");
    advance.play("done\nmove land-raider xinghua pergam");
    assert!(!advance.log().contains("rolls"));
    assert_eq!(offered(&advance), "upgrade crusade | done");
    advance.play("upgrade crusade");
    assert_eq!(advance.fact("ultramarines", "assets"), "1 reinforcement");
    assert_eq!(offered(&advance), "amount 0 | amount 1", "usable in this combat");
    advance.play("amount 0");
    assert_eq!(advance.fact("ultramarines", "assets"), "1 reinforcement", "or kept");
    assert_eq!(advance.fact("ultramarines", "upgrades"), "crusade used");
    advance.all_dice_used();
}

/// Also when the combat is won at once; not with a friendly world in the system, and never beyond three tokens. [card-clarifications.crusade.1]
/// card: Crusade
#[test]
fn crusade_needs_a_system_without_friendly_world() {
    let position = "at xinghua: ultramarines 2 scout, land-raider
        at thylin: ultramarines factory
        at pergam: eldar factory
        orders 5A: eldar dominate
        ultramarines upgrades crusade";
    let mut at_once = order("advance", &format!("{position}\nat laodicea: eldar falcon"), "");
    at_once.play("move land-raider xinghua pergam\nupgrade crusade");
    assert_eq!(at_once.fact("ultramarines", "assets"), "1 reinforcement");
    assert_eq!(at_once.at("pergam"), "ultramarines factory, land-raider");

    let mut friendly =
        order("advance", &format!("{position}\nat laodicea: ultramarines scout\nat 2A.SE: eldar frigate"), "");
    friendly.play("move land-raider xinghua pergam");
    assert!(!friendly.log().contains("Crusade"));
    assert_eq!(friendly.at("pergam"), "ultramarines factory, land-raider");

    let holding = |tokens: u8| {
        let position = format!("{position}\nat laodicea: eldar falcon\nultramarines assets {tokens} reinforcement");
        let mut holding = order("advance", &position, "");
        holding.play("move land-raider xinghua pergam");
        holding
    };
    let mut third = holding(2);
    third.play("upgrade crusade");
    assert_eq!(third.fact("ultramarines", "assets"), "3 reinforcement");
    let full = holding(3);
    assert_eq!(offered(&full), "system 5A", "not offered: a fourth token cannot be gained");
    assert_eq!(full.at("pergam"), "ultramarines factory, land-raider");
    assert_eq!(full.fact("ultramarines", "assets"), "3 reinforcement");
}

/// When a Strategize Order is revealed one own structure of the system may become another kind, free of charge. [card-clarifications.direct-the-faithful.1]
/// card: Direct the Faithful
#[test]
fn direct_the_faithful_exchanges_a_structure() {
    let position = "at pergam: ultramarines factory
        at thylin: ultramarines city
        at laodicea: eldar city
        orders 5A: eldar dominate
        ultramarines materiel 0
        ultramarines upgrades direct-the-faithful";
    let mut game = order("strategize", position, "");
    let table = |game: &Scenario| {
        let seat = game.seat("ultramarines");
        (game.game.table.structure_supply, game.game.table.player(seat).control_tokens)
    };
    let (before, control) = table(&game);
    assert_eq!(offered(&game), "upgrade direct-the-faithful | done");
    game.play("upgrade direct-the-faithful");
    assert_eq!(offered(&game), "structure factory pergam", "not the city of another system");
    game.play("structure factory pergam");
    assert_eq!(offered(&game), "structure city pergam | structure bastion pergam");
    game.play("structure city pergam");
    assert_eq!(game.at("pergam"), "ultramarines city");
    let (after, same) = table(&game);
    let [factory, city] = [StructureKind::Factory, StructureKind::City].map(StructureKind::index);
    assert_eq!((after[factory], after[city]), (before[factory] + 1, before[city] - 1));
    assert_eq!(same, control, "the control token stays");
    assert_eq!(game.prompt(), "Craftworld Iyanden: reveal an order");

    let mut none = order("strategize", position, "");
    none.game.table.structure_supply[city] = 0;
    none.play("upgrade direct-the-faithful\nstructure factory pergam");
    assert_eq!(offered(&none), "structure bastion pergam", "no city is left in the supply");

    let mut declined = order("strategize", position, "");
    declined.play("done");
    assert_eq!(declined.at("pergam"), "ultramarines factory");
}

/// For the order all own bastions of the system count as factories, for one unit less each. [card-clarifications.recruitment-worlds.1, card-clarifications.recruitment-worlds.2]
/// card: Recruitment Worlds
#[test]
fn recruitment_worlds_turn_bastions_into_factories() {
    let deploy = |worlds: &str| {
        // 7A: Lilivara of capacity 3, Remscheid of capacity 2.
        let mut game = scenario(
            &format!(
                "players ultramarines eldar
                 tile 7A at 0 0 turn 0
                 tile 5A at 0 -1 turn 2
                 phase operations
                 orders 7A: ultramarines deploy
                 at thylin: eldar factory
                 orders 5A: eldar dominate
                 ultramarines materiel 14
                 ultramarines upgrades recruitment-worlds
                 {worlds}"
            ),
            "",
        );
        game.play("system 7A\nresolve");
        game
    };
    let mut two = deploy("at lilivara: ultramarines bastion\nat remscheid: ultramarines bastion");
    assert_eq!(offered(&two), "upgrade recruitment-worlds | done");
    two.play("upgrade recruitment-worlds");
    assert_eq!(two.prompt(), "Ultramarines: buy a unit (up to 3 more)", "3 + 2 - 2");
    assert!(two.offers("buy scout lilivara"));

    let mut both = deploy("at lilivara: ultramarines bastion, factory");
    both.play("upgrade recruitment-worlds");
    assert_eq!(both.prompt(), "Ultramarines: buy a unit (up to 5 more)", "3 + 3 - 1");

    let mut declined = deploy("at lilivara: ultramarines bastion, factory\nat remscheid: ultramarines bastion");
    declined.play("done");
    assert_eq!(declined.prompt(), "Ultramarines: buy a unit (up to 3 more)", "the factory alone");

    let mut without = deploy("at lilivara: ultramarines bastion\nat remscheid: ultramarines bastion");
    without.play("done");
    assert_eq!(without.prompt(), "Craftworld Iyanden: reveal an order", "no factory, no units");

    let useless = deploy("at lilivara: ultramarines factory");
    assert_eq!(useless.prompt(), "Ultramarines: buy a unit (up to 3 more)", "without a bastion it is not offered");
}

/// Two defence dice place one Space Marine, once; a lone city is captured at once. [card-clarifications.drop-pods.1, card-clarifications.drop-pods.2, card-clarifications.drop-pods.3]
/// card: Drop Pods
#[test]
fn drop_pods_capture_a_lone_city() {
    let position = "at 2A.SW: ultramarines battle-barge
        at 2A.SE: ultramarines strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar city
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let mut strike = order("advance", position, "DDDD");
    strike.play("done");
    assert_eq!(offered(&strike), "strike 2A.SW pergam | decline", "Laodicea is uncontrolled");
    strike.play("strike 2A.SW pergam\nupgrade drop-pods");
    assert_eq!(offered(&strike), "upgrade drop-pods | done");
    strike.play("upgrade drop-pods");
    assert_eq!(offered(&strike), "free space-marine pergam");
    assert_eq!(side(&strike, "ultramarines"), "DD");
    strike.play("free space-marine pergam");
    assert_eq!(strike.at("pergam"), "ultramarines city, space-marine");
    assert!(!strike.log().contains("draws"), "won without cards");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: reveal an order");
    strike.all_dice_used();

    let mut kept = order("advance", position, "DDDD");
    kept.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\ndone");
    assert_eq!(kept.at("pergam"), "eldar city");
}

/// The combat of a landed unit is one that the order starts. [card-clarifications.crusade.1]
#[test]
fn crusade_follows_drop_pods() {
    let position = "at 2A.SW: ultramarines battle-barge
        at thylin: ultramarines factory
        at pergam: eldar city
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods, crusade";
    let mut strike = order("advance", position, "DDDD");
    strike.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\nupgrade drop-pods\nfree space-marine pergam");
    assert_eq!(offered(&strike), "upgrade crusade | done");
    strike.play("upgrade crusade");
    assert_eq!(strike.fact("ultramarines", "assets"), "1 reinforcement");
}

/// The damage of the strike is settled first; then the landed unit attacks. [card-clarifications.drop-pods.2]
#[test]
fn drop_pods_start_a_combat_after_the_strike() {
    let position = "at 2A.SW: ultramarines battle-barge, strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar wraithguard, aspect-warrior
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let mut strike = order("advance", position, "ODDMMM | OO | OO");
    strike.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\nupgrade drop-pods\nfree space-marine pergam");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 1 damage");
    assert!(!strike.log().contains("Combat"));
    strike.play("unit aspect-warrior pergam");
    assert!(strike.log().contains("Combat on Pergam: Ultramarines attacks Craftworld Iyanden"));
    assert_eq!(strike.at("pergam"), "eldar wraithguard; ultramarines space-marine");
    strike.all_dice_used();
}

/// A lone bastion fights the landed unit, unless the strike has destroyed it. [card-clarifications.drop-pods.3]
#[test]
fn drop_pods_against_a_lone_bastion() {
    let position = "at 2A.SW: ultramarines battle-barge, strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar bastion
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let script = "done\nstrike 2A.SW pergam\nupgrade drop-pods\nfree space-marine pergam\nstructure bastion pergam";
    let mut destroyed = order("advance", position, "OOODDM");
    destroyed.play(script);
    assert_eq!(destroyed.at("pergam"), "ultramarines space-marine");
    assert!(!destroyed.log().contains("Combat"));
    destroyed.all_dice_used();

    let mut fought = order("advance", position, "OODDMM | OO | DD");
    fought.play(script);
    assert!(fought.log().contains("Combat on Pergam: Ultramarines attacks Craftworld Iyanden"));
    assert_eq!(fought.at("pergam"), "eldar bastion; ultramarines space-marine");
    fought.all_dice_used();

    let mut used = order("advance", &position.replace("drop-pods", "drop-pods used"), "");
    used.play("done");
    assert_eq!(used.prompt(), "Craftworld Iyanden: reveal an order", "used up, it opens no bastion");
}

/// Before damage: two defence tokens and one for each forge token, which are counted and kept.
/// card: Adeptus Mechanicus
#[test]
fn adeptus_mechanicus_counts_forge_tokens() {
    let position = "battle: eldar falcon attack ultramarines land-raider
        ultramarines scheme adeptus-mechanicus
        ultramarines assets 2 forge";
    let mut battle = fight(position, "OOO | MMM", "hit-and-run", "ambush");
    battle.play("eldar: decline\nultramarines: decline");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "scheme | done");
    battle.play("scheme\nunit falcon pergam");
    let log = battle.log();
    assert!(log.contains("Ultramarines has 0 offence and 4 defence tokens"), "{log}");
    assert!(log.contains("Ultramarines suffers 0 damage"), "{log}");
    assert_eq!(battle.fact("ultramarines", "assets"), "2 forge");
    assert_eq!(battle.fact("ultramarines", "scheme"), "");
}

/// Before damage one own unit of the combat rallies.
/// card: Emperor's Champion
#[test]
fn emperors_champion_rallies_a_unit_of_the_combat() {
    let position = "battle: eldar falcon attack ultramarines scout, land-raider routed, space-marine routed
        at thylin: ultramarines scout routed
        ultramarines scheme emperors-champion";
    let mut battle = fight(position, "DDD | D", "hit-and-run", "fury-of-the-ultramar");
    battle.play("eldar: decline\nultramarines: decline\nscheme");
    assert_eq!(offered(&battle), "unit space-marine pergam routed | unit land-raider pergam routed");
    battle.play("unit land-raider pergam routed");
    assert_eq!(battle.at("pergam"), "eldar falcon; ultramarines scout, space-marine routed, land-raider");
    assert_eq!(battle.fact("ultramarines", "scheme"), "");

    let nobody = "battle: eldar falcon attack ultramarines scout\nultramarines scheme emperors-champion";
    let mut nobody = fight(nobody, "DDD | D", "hit-and-run", "fury-of-the-ultramar");
    nobody.play("eldar: decline\nultramarines: decline");
    assert!(nobody.log().ends_with("Execution round 2"), "nobody to rally: not offered");
}

/// In place of an order all own units of one system rally.
/// card: Unwavering Resolve
#[test]
fn unwavering_resolve_rallies_a_system() {
    let position = format!(
        "{BOARD}\nphase operations\nfirst ultramarines
         orders 2A: ultramarines advance\norders 5A: eldar advance
         at pergam: ultramarines 2 scout routed, space-marine
         at 2A.SW: ultramarines strike-cruiser routed
         at laodicea: eldar falcon routed
         at xinghua: ultramarines scout routed
         ultramarines scheme unwavering-resolve"
    );
    let mut game = scenario(&position, "");
    assert_eq!(offered(&game), "system 2A | scheme");
    game.play("scheme");
    assert_eq!(offered(&game), "system 2A | system 5A");
    game.play("system 2A");
    assert_eq!(game.at("pergam"), "ultramarines 2 scout, space-marine");
    assert_eq!(game.at("2A.SW"), "ultramarines strike-cruiser");
    assert_eq!(game.at("laodicea"), "eldar falcon routed");
    assert_eq!(game.at("xinghua"), "ultramarines scout routed");
    assert_eq!(game.prompt(), "Craftworld Iyanden: reveal an order", "it was the whole turn");
}

/// Declared before the roll, it turns every die of the strike to offence.
/// card: Exterminatus
#[test]
fn exterminatus_turns_every_die_to_offence() {
    let position = "at 2A.SW: ultramarines battle-barge
        at thylin: ultramarines factory
        at pergam: eldar falcon, wraithguard
        orders 5A: eldar dominate
        ultramarines upgrades rain-of-fire
        ultramarines scheme exterminatus";
    let mut strike = order("advance", position, "DDMMM");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | scheme | done");
    strike.play("scheme\nupgrade rain-of-fire");
    assert_eq!(side(&strike, "ultramarines"), "OOOOO", "the extra die as well");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 5 damage");
    assert_eq!(strike.fact("ultramarines", "scheme"), "");
    strike.all_dice_used();

    let mut kept = order("advance", position, "DDMM");
    kept.play("done\nstrike 2A.SW pergam\ndone");
    assert_eq!(kept.fact("ultramarines", "scheme"), "exterminatus");
    assert_eq!(kept.at("pergam"), "eldar wraithguard, falcon");
    kept.all_dice_used();
}

/// An order upgrade for one materiel less for each friendly world with a bastion; the command level still binds.
/// card: Rites of Battle
#[test]
fn rites_of_battle_make_order_upgrades_cheaper() {
    let position = "at pergam: ultramarines bastion, city
        at 5A.NE: eldar frigate
        at thylin: eldar factory
        ultramarines materiel 1";
    let mut game = event("rites-of-battle", position);
    assert_eq!(game.fact("ultramarines", "materiel"), "1");
    // Level 1; two materiel less one.
    assert_eq!(
        offered(&game),
        "upgrade rain-of-fire | upgrade crusade | upgrade direct-the-faithful | upgrade recruitment-worlds | decline"
    );
    game.play("upgrade crusade");
    assert_eq!(game.fact("ultramarines", "materiel"), "0");
    assert_eq!(game.fact("ultramarines", "upgrades"), "crusade");

    let mut declined = event("rites-of-battle", position);
    declined.play("decline");
    assert_eq!(declined.fact("ultramarines", "upgrades"), "");
}

/// A Space Marine on a friendly world with a structure, or a Scout on any friendly world.
/// card: Heroic Intervention
#[test]
fn heroic_intervention_places_a_free_unit() {
    let position = "at pergam: ultramarines city
        at xinghua: ultramarines land-raider
        at thylin: eldar factory";
    let mut marine = event("heroic-intervention", position);
    assert_eq!(offered(&marine), "option 1 | option 2 | decline");
    marine.play("option 1");
    assert_eq!(offered(&marine), "free space-marine pergam");
    marine.play("free space-marine pergam");
    assert_eq!(marine.at("pergam"), "ultramarines city, space-marine");

    let mut scout = event("heroic-intervention", position);
    scout.play("option 2");
    assert_eq!(offered(&scout), "free scout pergam | free scout xinghua");
    scout.play("free scout xinghua");
    assert_eq!(scout.at("xinghua"), "ultramarines scout, land-raider");
}

/// A friendly world gives its assets, or materiel equal to its value.
/// card: Work of the Righteous
#[test]
fn work_of_the_righteous_harvests_a_world() {
    let position = "at pergam: ultramarines city
        at xinghua: ultramarines scout
        at thylin: eldar factory
        ultramarines materiel 0";
    let mut assets = event("work-of-the-righteous", position);
    let income = assets.fact("ultramarines", "materiel");
    assert_eq!(offered(&assets), "accept | decline");
    assets.play("accept");
    assert_eq!(offered(&assets), "area pergam | area xinghua", "friendly worlds only");
    assets.play("area pergam");
    assert_eq!(offered(&assets), "option 1 | option 2");
    assets.play("option 1");
    assert_eq!(assets.fact("ultramarines", "assets"), "1 forge");
    assert_eq!(assets.fact("ultramarines", "materiel"), income);

    let mut materiel = event("work-of-the-righteous", position);
    materiel.play("accept\narea xinghua\noption 2");
    assert_eq!(materiel.fact("ultramarines", "assets"), "none");
    assert_eq!((income.as_str(), materiel.fact("ultramarines", "materiel").as_str()), ("2", "4"));
}

/// A prosperity icon is an asset of the owner's choice.
/// card: Work of the Righteous
#[test]
fn work_of_the_righteous_on_a_prosperous_world() {
    let position = "tile 8A at 1 0 turn 0
        at squall: ultramarines city
        at thylin: eldar factory
        ultramarines assets 3 cache";
    let mut game = event("work-of-the-righteous", position);
    game.play("accept\narea squall\noption 1");
    assert_eq!(offered(&game), "asset forge | asset reinforcement", "three caches are the most");
    game.play("asset forge");
    assert_eq!(game.fact("ultramarines", "assets"), "1 forge, 3 cache");
}

/// A free bastion on a friendly world without structure, or for two materiel on one without bastion, beside another structure. [card-clarifications.the-emperor-protects.1]
/// card: The Emperor Protects
#[test]
fn the_emperor_protects_builds_a_bastion() {
    let position = "at pergam: ultramarines city
        at laodicea: ultramarines bastion
        at xinghua: ultramarines scout
        at thylin: eldar factory
        ultramarines materiel 2";
    let mut free = event("the-emperor-protects", position);
    assert_eq!(free.fact("ultramarines", "materiel"), "7");
    assert_eq!(offered(&free), "option 1 | option 2 | decline");
    free.play("option 1");
    assert_eq!(offered(&free), "area xinghua");
    free.play("area xinghua");
    assert_eq!(free.at("xinghua"), "ultramarines bastion, scout");
    assert_eq!(free.fact("ultramarines", "materiel"), "7");

    let mut paid = event("the-emperor-protects", position);
    paid.play("option 2");
    assert_eq!(offered(&paid), "area pergam | area xinghua", "not where a bastion stands");
    paid.play("area pergam");
    assert_eq!(paid.at("pergam"), "ultramarines city, bastion");
    assert_eq!(paid.fact("ultramarines", "materiel"), "5");

    let poor = event(
        "the-emperor-protects",
        "at pergam: ultramarines city\nat thylin: eldar factory\nultramarines materiel 1",
    );
    assert!(
        !poor.log().contains("builds") && !poor.prompt().contains("The Emperor Protects"),
        "two materiel are missing"
    );
}

/// Dominate replaces a Scout or a Space Marine for one materiel, whatever the command level; a cache token does not pay. [card-clarifications.for-the-emperor.1]
/// card: For the Emperor
#[test]
fn for_the_emperor_replaces_a_unit() {
    let position = "at pergam: ultramarines scout, scout routed, space-marine
        at xinghua: ultramarines scout
        at thylin: eldar factory
        orders 5A: eldar dominate";
    let rich = format!("{position}\nultramarines materiel 1");
    let mut scout = order("dominate", &rich, "");
    assert_eq!(scout.fact("ultramarines", "assets"), "1 forge", "assets come first");
    assert_eq!(offered(&scout), "accept | decline");
    scout.play("accept");
    assert_eq!(offered(&scout), "option 1 | option 2");
    scout.play("option 1");
    assert_eq!(offered(&scout), "unit scout pergam | unit scout pergam routed", "the active system only");
    scout.play("unit scout pergam routed");
    assert_eq!(scout.at("pergam"), "ultramarines scout, 2 space-marine", "the new unit stands");
    assert_eq!(scout.fact("ultramarines", "materiel"), "0");
    assert_eq!(scout.fact("ultramarines", "assets"), "1 forge", "no forge token is needed");

    let mut raider = order("dominate", &rich, "");
    raider.play("accept\noption 2\nunit space-marine pergam");
    assert_eq!(raider.at("pergam"), "ultramarines scout, scout routed, land-raider");

    let many = format!("{rich}\nat laodicea: ultramarines 5 space-marine");
    let mut many = order("dominate", &many, "");
    many.play("accept");
    assert_eq!(offered(&many), "option 2", "no Space Marine is left in the reserve");

    let poor = order("dominate", &format!("{position}\nultramarines materiel 0\nultramarines assets 1 cache"), "");
    assert_eq!(poor.prompt(), "Craftworld Iyanden: reveal an order", "without materiel it is not offered");
    assert_eq!(poor.at("pergam"), "ultramarines scout, scout routed, space-marine");
}
