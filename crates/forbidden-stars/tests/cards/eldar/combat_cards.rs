//! Combat cards of the Eldar.

use crate::battles::{asked, fight, hand, icons, offered, side};
use crate::common::scenario;
use kernel::SeatSet;

/// Two offence tokens; for a morale die one unrouted unit moves next door, to a friendly or uncontrolled area. [card-clarifications.hit-and-run.1]
/// card: Hit and Run
#[test]
fn hit_and_run_moves_one_unit_next_door() {
    let position = "battle: eldar aspect-warrior, wraithguard, aspect-warrior routed attack ultramarines space-marine";
    let mut battle = fight(position, "OOOM | DD", "hit-and-run", "ambush");
    assert_eq!(offered(&battle), "accept | decline");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOOM + OO");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOO + OO", "the move is paid");
    // Thylin lies diagonally, the routed unit stays.
    assert_eq!(
        offered(&battle),
        "move aspect-warrior pergam laodicea | move wraithguard pergam laodicea | move aspect-warrior pergam xinghua | move wraithguard pergam xinghua"
    );
    battle.play("move aspect-warrior pergam xinghua");
    assert_eq!(battle.at("xinghua"), "eldar aspect-warrior");
    assert!(asked(&battle, "ultramarines"), "one unit for each copy of the card");
}

/// Neither an enemy area nor one behind a Warp Storm is open; without a morale die or a way out the ability is not offered. [card-clarifications.hit-and-run.1]
#[test]
fn hit_and_run_shuns_enemies_and_storms() {
    let army = "battle: eldar aspect-warrior attack ultramarines space-marine\n";
    let mut storm = fight(&format!("{army}storm 2A-north"), "MM | DD", "hit-and-run", "ambush");
    storm.play("decline\naccept");
    assert_eq!(offered(&storm), "move aspect-warrior pergam laodicea");

    let mut enemy = fight(&format!("{army}at laodicea: ultramarines scout"), "MM | DD", "hit-and-run", "ambush");
    enemy.play("decline\naccept");
    assert_eq!(offered(&enemy), "move aspect-warrior pergam xinghua");

    let closed = format!("{army}storm 2A-north\nat laodicea: ultramarines scout");
    let mut closed = fight(&closed, "MM | DD", "hit-and-run", "ambush");
    closed.play("decline");
    assert!(asked(&closed, "ultramarines"), "nowhere to go: not offered");

    let mut poor = fight(army, "OO | DD", "hit-and-run", "ambush");
    poor.play("accept");
    assert!(asked(&poor, "ultramarines"), "no morale die: not offered");
}

/// A ship moves to a void only. [card-clarifications.hit-and-run.1]
#[test]
fn hit_and_run_takes_ships_to_voids() {
    let mut battle =
        fight("battle: eldar frigate attack ultramarines strike-cruiser", "MMM | DD", "hit-and-run", "ambush");
    battle.play("decline\naccept");
    assert_eq!(offered(&battle), "move hellebore-frigate 2A.SW 2A.SE");
}

/// When the last unit has run, its side still deals damage and suffers none; the combat ends after that step. [card-clarifications.hit-and-run.2]
#[test]
fn hit_and_run_of_the_last_unit_still_deals_damage() {
    let mut battle = fight(
        "battle: eldar aspect-warrior attack ultramarines scout, space-marine",
        "OM | OOD",
        "hit-and-run",
        "faith-in-the-emperor",
    );
    battle.play("accept\naccept\nmove aspect-warrior pergam laodicea\ndecline\ndecline");
    // Die, card and two tokens against one die.
    assert_eq!(battle.prompt(), "Ultramarines: choose who suffers 3 damage");
    battle.play("unit space-marine pergam");
    assert_eq!(battle.at("laodicea"), "eldar aspect-warrior");
    assert_eq!(battle.at("pergam"), "ultramarines scout");
    assert!(battle.log().ends_with("Ultramarines wins on Pergam"));
}

/// One more die; for a morale die the opponent must rout a unit of his choice.
/// card: Howling Banshees
#[test]
fn howling_banshees_let_the_opponent_choose_whom_to_rout() {
    let position = "battle: eldar aspect-warrior attack ultramarines scout, space-marine, scout routed";
    let mut battle = fight(position, "MM | DDD | O", "howling-banshees", "ambush");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OMM");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OM");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "unit scout pergam | unit space-marine pergam");
    battle.play("unit space-marine pergam");
    assert_eq!(battle.at("pergam"), "eldar aspect-warrior; ultramarines scout, scout routed, space-marine routed");
    battle.all_dice_used();

    // With nobody left to rout the price cannot be paid for nothing.
    let position = "battle: eldar aspect-warrior attack ultramarines scout routed, bastion";
    let mut battle = fight(position, "MM | DD", "howling-banshees", "ambush");
    battle.play("decline");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability");
}

/// One more die; the opponent loses a die of his choice, at no cost.
/// card: Striking Scorpions
#[test]
fn striking_scorpions_cost_the_opponent_a_die() {
    let position = "battle: eldar aspect-warrior attack ultramarines scout, space-marine";
    let mut battle = fight(position, "OO | ODD | D", "striking-scorpions", "ambush");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOD");
    battle.play("accept");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "die offence | die defence");
    battle.play("die offence");
    assert_eq!(side(&battle, "ultramarines"), "DD");
    assert_eq!(side(&battle, "eldar"), "OOD", "nothing was paid");
    battle.all_dice_used();

    // The requisite counts unrouted units only.
    let position = "battle: eldar wraithguard, aspect-warrior routed attack ultramarines scout";
    let mut battle = fight(position, "OO | O", "striking-scorpions", "ambush");
    battle.play("decline");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability");
}

/// The attacker gains a token of each kind; the defender may retreat one unit, which ends routed.
/// card: Ranger Support
#[test]
fn ranger_support_depends_on_the_side() {
    let mut attack =
        fight("battle: eldar falcon attack ultramarines space-marine", "OOO | OO", "ranger-support", "ambush");
    attack.play("accept");
    assert_eq!(side(&attack, "eldar"), "OOO + OD");
    assert!(asked(&attack, "ultramarines"), "no retreat for the attacker");

    let position = "battle: ultramarines space-marine attack eldar falcon, wraithguard routed";
    let mut defence = fight(position, "OO | DDD", "ranger-support", "ambush");
    defence.play("ultramarines: decline");
    assert_eq!(offered(&defence), "unit wraithguard pergam routed | unit falcon pergam | decline");
    defence.play("unit falcon pergam");
    // Not towards Xinghua, whence the attackers came.
    assert_eq!(offered(&defence), "area laodicea");
    defence.play("area laodicea");
    assert_eq!(defence.at("laodicea"), "eldar falcon routed");
    assert_eq!(side(&defence, "eldar"), "DDD", "no tokens for the defender");

    let mut stays = fight(position, "OO | DDD", "ranger-support", "ambush");
    stays.play("decline\ndecline");
    assert_eq!(stays.at("pergam"), "ultramarines space-marine; eldar wraithguard routed, falcon");
}

/// Rallies a unit or gives a morale die; then a card of the hand is played for its icons, which count to the end of the combat, morale included. [card-clarifications.extra-card.1]
/// card: Command of the Autarch
#[test]
fn command_of_the_autarch_plays_a_card_for_its_icons() {
    let position = "battle: eldar wraithguard, aspect-warrior routed attack ultramarines space-marine";
    let mut battle = fight(position, "MM | MM", "command-of-the-autarch", "ambush");
    assert_eq!(offered(&battle), "option 1 | option 2 | decline");
    battle.play("option 1");
    assert_eq!(offered(&battle), "unit aspect-warrior pergam routed");
    battle.play("unit aspect-warrior pergam routed");
    assert_eq!(
        offered(&battle),
        "card command-of-the-autarch | card hit-and-run | card howling-banshees | card striking-scorpions | decline"
    );
    battle.play("card striking-scorpions");
    assert!(asked(&battle, "ultramarines"), "its abilities are ignored");
    assert_eq!((icons(&battle, "eldar"), hand(&battle, "eldar")), ([0, 1, 0], 3));
    battle.play("decline");
    assert!(battle.log().ends_with("Execution round 2"));
    assert_eq!(icons(&battle, "eldar"), [0, 1, 0], "they still count in round 2");
}

/// The morale icon of an extra card counts in the final comparison. [card-clarifications.extra-card.1]
#[test]
fn extra_card_counts_for_the_winner() {
    let mut battle = scenario(
        "battle: eldar falcon attack ultramarines land-raider
         eldar deck command-of-the-autarch, ranger-support, striking-scorpions, striking-scorpions, hit-and-run
         ultramarines deck ambush, ambush, blessed-power-armour, blessed-power-armour, faith-in-the-emperor",
        "DDM | DDM",
    );
    battle.play(
        "eldar: card command-of-the-autarch
         ultramarines: card blessed-power-armour
         decline
         card ranger-support
         ultramarines: decline
         eldar: card striking-scorpions
         ultramarines: card blessed-power-armour
         eldar: decline
         ultramarines: decline
         eldar: card striking-scorpions
         ultramarines: card faith-in-the-emperor
         eldar: decline
         ultramarines: decline",
    );
    // Falcon 3, die 1, Ranger Support 1, against Land Raider 3, die 1, Faith in the Emperor 1.
    assert!(battle.log().contains("Morale 5 against 5"), "{}", battle.log());
}

/// An extra card can be discarded like any faceup card, and its icons go with it. [card-clarifications.extra-card.1]
#[test]
fn extra_card_can_be_discarded() {
    let mut battle = fight(
        "battle: eldar falcon attack ultramarines land-raider",
        "DDD | DDD",
        "command-of-the-autarch",
        "break-the-line",
    );
    battle.play("decline\ncard striking-scorpions");
    assert_eq!(icons(&battle, "eldar"), [0, 1, 0]);
    battle.play("accept");
    assert_eq!(offered(&battle), "card striking-scorpions | card command-of-the-autarch");
    battle.play("card striking-scorpions");
    assert_eq!(icons(&battle, "eldar"), [0, 0, 0]);
}

/// With an empty hand there is no extra card. [card-clarifications.extra-card.1]
#[test]
fn no_extra_card_from_an_empty_hand() {
    let mut battle =
        fight("battle: eldar falcon attack ultramarines space-marine", "DDD | DD", "command-of-the-autarch", "ambush");
    let seat = battle.seat("eldar");
    let player = battle.game.table.player_mut(seat);
    while let Some(seen) = player.hand.draw(SeatSet::NONE) {
        player.deck.put(seen.what, SeatSet::NONE);
    }
    battle.play("option 2");
    assert_eq!(side(&battle, "eldar"), "DDDM");
    assert!(asked(&battle, "ultramarines"));
}

/// The attacked opponent gains no defence tokens this round; the Eldar gain two of their own on either side.
/// card: Fire Dragon's Vengeance
#[test]
fn fire_dragons_vengeance_forbids_defence_tokens() {
    let position = "battle: eldar aspect-warrior attack ultramarines land-raider, scout";
    let mut battle = fight(position, "MM | MMMM", "fire-dragons-vengeance", "blessed-power-armour");
    battle.play("accept\naccept");
    assert_eq!(side(&battle, "eldar"), "MM + DD");
    battle.play("ultramarines: accept");
    assert_eq!(side(&battle, "ultramarines"), "MMMM");
    // Two offence icons against one defence icon: dice and icons are not touched.
    assert_eq!(battle.prompt(), "Ultramarines: choose who suffers 1 damage");
    battle.play("unit land-raider pergam");
    battle.play("eldar: card hit-and-run\nultramarines: card blessed-power-armour\neldar: decline\neldar: decline");
    battle.take_log();
    battle.play("ultramarines: accept");
    let log = battle.take_log();
    assert!(log.contains("Ultramarines has 0 offence and 2 defence tokens"), "the next round is free: {log}");
}

/// The ban is the attacker's, and may be declined.
/// card: Fire Dragon's Vengeance
#[test]
fn fire_dragons_vengeance_forbids_nothing_in_defence() {
    let position = "battle: ultramarines land-raider attack eldar aspect-warrior";
    let mut battle = fight(position, "MMM | MM", "fire-dragons-vengeance", "blessed-power-armour");
    battle.play("ultramarines: accept");
    assert_eq!(side(&battle, "ultramarines"), "MMM + DD");
    battle.play("eldar: accept");
    let log = battle.take_log();
    assert!(log.contains("Craftworld Iyanden has 0 offence and 2 defence tokens"), "the unit ability: {log}");
    assert!(log.contains("Ultramarines suffers 0 damage") && log.ends_with("Execution round 2"), "{log}");

    let position = "battle: eldar falcon attack ultramarines land-raider";
    let mut declined = fight(position, "MMM | MMM", "fire-dragons-vengeance", "blessed-power-armour");
    declined.play("decline\nultramarines: accept");
    assert!(declined.log().contains("Ultramarines has 0 offence and 2 defence tokens"));
}

/// In defence the opponent loses three offence tokens, or as many as he has; for a morale die the Eldar gain two.
/// card: Swooping Hawks
#[test]
fn swooping_hawks_take_offence_tokens() {
    let position = "battle: ultramarines land-raider attack eldar aspect-warrior";
    let mut battle = fight(position, "MMM | MM", "swooping-hawks", "ambush");
    battle.play("ultramarines: accept");
    assert_eq!(side(&battle, "ultramarines"), "MMM + OO");
    battle.play("eldar: accept");
    assert_eq!(side(&battle, "ultramarines"), "MMM");
    battle.play("eldar: accept");
    assert_eq!(side(&battle, "eldar"), "M + OO");

    let position = "battle: eldar aspect-warrior attack ultramarines land-raider";
    let mut attack = fight(position, "MM | MMM", "swooping-hawks", "ambush");
    attack.play("accept");
    assert_eq!(side(&attack, "eldar"), "M + OO", "attacking, only the unit ability is offered");

    let mut poor = fight(position, "OO | MMM", "swooping-hawks", "ambush");
    assert!(asked(&poor, "ultramarines"), "no morale die: nothing is offered");
    poor.play("decline");
}

/// No more than three are lost.
/// card: Swooping Hawks
#[test]
fn swooping_hawks_leave_the_rest() {
    let position = "battle: ultramarines warlord-titan attack eldar aspect-warrior";
    let mut battle = fight(position, "OOM | OO", "swooping-hawks", "emperors-might");
    battle.play("ultramarines: decline\naccept\naccept");
    assert_eq!(side(&battle, "ultramarines"), "M + OOOO");
    battle.play("eldar: accept");
    assert!(battle.log().contains("Ultramarines has 1 offence and 0 defence tokens"));
}

/// A rolled or a morale die; up to two defence dice become offence; the opponent routs a unit of his unless he pays a morale die.
/// card: Wraithguard Advance
#[test]
fn wraithguard_advance_offers_the_opponent_a_way_out() {
    let position = "battle: eldar wraithguard, wraithguard attack ultramarines scout, land-raider";
    let mut battle = fight(position, "DDDM | MMDD | D", "wraithguard-advance", "fury-of-the-ultramar");
    assert_eq!(offered(&battle), "option 1 | option 2 | decline");
    battle.play("option 1");
    assert_eq!(side(&battle, "eldar"), "DDDDM");
    assert_eq!(offered(&battle), "die defence | done");
    battle.play("die defence\ndie defence");
    assert_eq!(side(&battle, "eldar"), "OODDM", "two are the most");
    battle.play("accept");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "die morale | decline");
    battle.play("die morale");
    assert_eq!(side(&battle, "ultramarines"), "DDM");
    assert_eq!(battle.at("pergam"), "eldar 2 wraithguard; ultramarines scout, land-raider");
    battle.all_dice_used();

    let mut battle = fight(position, "DDDM | MMDD", "wraithguard-advance", "fury-of-the-ultramar");
    battle.play("option 2");
    assert_eq!(side(&battle, "eldar"), "DDDMM");
    battle.play("done\naccept\nultramarines: decline");
    assert_eq!(offered(&battle), "unit scout pergam | unit land-raider pergam");
    battle.play("unit scout pergam");
    assert_eq!(battle.at("pergam"), "eldar 2 wraithguard; ultramarines scout routed, land-raider");
}

/// An opponent without morale dice is not asked, and one with nobody to rout pays nothing.
/// card: Wraithguard Advance
#[test]
fn wraithguard_advance_against_the_poor() {
    let mut battle = fight(
        "battle: eldar wraithguard attack ultramarines scout, bastion",
        "OO | DDD",
        "wraithguard-advance",
        "ambush",
    );
    battle.play("decline\naccept");
    assert_eq!(offered(&battle), "unit scout pergam");
    battle.play("unit scout pergam");
    assert_eq!(battle.at("pergam"), "eldar wraithguard; ultramarines bastion, scout routed");

    let mut battle = fight(
        "battle: eldar wraithguard attack ultramarines scout routed, bastion",
        "OO | MM",
        "wraithguard-advance",
        "ambush",
    );
    battle.play("decline");
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability");
    assert_eq!(side(&battle, "ultramarines"), "MM");
}

/// A rolled or a morale die; up to two offence dice become defence; a morale die rallies a unit.
/// card: Wraithguard Support
#[test]
fn wraithguard_support_rallies_for_a_morale_die() {
    let position = "battle: eldar wraithguard, falcon routed attack ultramarines space-marine";
    let mut battle = fight(position, "OO | DD", "wraithguard-support", "ambush");
    battle.play("option 2");
    assert_eq!(offered(&battle), "die offence | done");
    battle.play("die offence\ndone");
    assert_eq!(side(&battle, "eldar"), "ODM");
    battle.play("accept");
    assert_eq!(offered(&battle), "unit falcon pergam routed");
    battle.play("unit falcon pergam routed");
    assert_eq!(side(&battle, "eldar"), "OD");
    assert_eq!(battle.at("pergam"), "eldar wraithguard, falcon; ultramarines space-marine");
    battle.all_dice_used();

    let position = "battle: eldar wraithguard attack ultramarines space-marine";
    let mut nobody = fight(position, "OO | DD | M", "wraithguard-support", "ambush");
    nobody.play("option 1\ndone");
    assert!(asked(&nobody, "ultramarines"), "nobody to rally: not offered");
    assert_eq!(side(&nobody, "eldar"), "OOM");
}

/// Any number of morale dice become offence; attacking two offence tokens, defending the opponent loses five defence tokens.
/// card: Fire Prism
#[test]
fn fire_prism_depends_on_the_side() {
    let position = "battle: eldar falcon attack ultramarines space-marine";
    let mut attack = fight(position, "MMM | DD", "fire-prism", "ambush");
    assert_eq!(offered(&attack), "die morale | done");
    attack.play("die morale\ndie morale\ndie morale");
    assert_eq!(side(&attack, "eldar"), "OOO");
    attack.play("accept");
    assert_eq!(side(&attack, "eldar"), "OOO + OO");
    assert!(asked(&attack, "ultramarines"));

    let position = "battle: ultramarines land-raider attack eldar falcon";
    let mut defence = fight(position, "MMM | OOO", "fire-prism", "blessed-power-armour");
    defence.play("ultramarines: accept");
    assert_eq!(side(&defence, "ultramarines"), "MMM + DD");
    defence.play("eldar: accept");
    assert_eq!(side(&defence, "ultramarines"), "MMM", "as many as he has");
    assert_eq!(side(&defence, "eldar"), "OOO", "no offence tokens in defence");
}

/// Moves unrouted units of command level 0 and 1 to one area that shares a border, and gives a die and defence tokens unless the opponent pays. [card-clarifications.wave-serpent.2]
/// card: Wave Serpent
#[test]
fn wave_serpent_carries_light_units_next_door() {
    let position =
        "battle: eldar falcon, aspect-warrior, wraithguard, aspect-warrior routed attack ultramarines 2 space-marine";
    let mut battle = fight(position, "MMMOOOO | MDDD | O", "wave-serpent", "ambush");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOOOOMMM");
    battle.play("accept");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "die morale | decline");
    battle.play("decline");
    assert_eq!(side(&battle, "eldar"), "OOOOOMMM + DDD");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOOOOMM + DDD");
    // Not Thylin, which lies diagonally.
    assert_eq!(offered(&battle), "area laodicea | area xinghua");
    battle.play("area xinghua");
    assert_eq!(offered(&battle), "unit aspect-warrior pergam | unit wraithguard pergam");
    battle.play("unit aspect-warrior pergam");
    assert_eq!(offered(&battle), "unit wraithguard pergam | done");
    battle.play("done");
    assert_eq!(battle.at("xinghua"), "eldar aspect-warrior");
    battle.all_dice_used();

    let mut storm = fight(&format!("{position}\nstorm 2A-north"), "MMMOOOO | MDDD", "wave-serpent", "ambush");
    storm.play("decline\naccept\nultramarines: die morale");
    assert_eq!(side(&storm, "ultramarines"), "DDD");
    assert_eq!(side(&storm, "eldar"), "OOOOMMM", "he has paid: no tokens");
    storm.play("accept");
    assert_eq!(offered(&storm), "area laodicea");
}

/// An opponent without morale dice is not asked; defending, the Eldar may carry units into an enemy area too.
/// card: Wave Serpent
#[test]
fn wave_serpent_against_an_opponent_without_morale() {
    let position = "battle: ultramarines space-marine attack eldar falcon, aspect-warrior
        at laodicea: ultramarines city";
    let mut battle = fight(position, "DD | MMMMM", "wave-serpent", "ambush");
    battle.play("ultramarines: decline\ndecline\neldar: accept");
    assert_eq!(side(&battle, "eldar"), "MMMMM + DDD");
    battle.play("accept\narea laodicea\nunit aspect-warrior pergam");
    assert_eq!(battle.at("laodicea"), "ultramarines city; eldar aspect-warrior");
    assert!(battle.log().ends_with("Execution round 2"), "the new combat waits");
}

/// A falcon alone has nobody to carry.
/// card: Wave Serpent
#[test]
fn wave_serpent_needs_somebody_to_carry() {
    let mut battle =
        fight("battle: eldar falcon attack ultramarines space-marine", "MMM | DD", "wave-serpent", "ambush");
    battle.play("decline\ndecline");
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability");
}

/// Two copies may make only one area contested between them; its combat follows the present one. [card-clarifications.wave-serpent.1, card-clarifications.wave-serpent.2]
#[test]
fn wave_serpents_open_one_new_combat() {
    let mut battle = fight(
        "players eldar ultramarines
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         tile 6A at -1 0 turn 0
         battle: eldar falcon, 2 aspect-warrior attack ultramarines scout
         at laodicea: ultramarines scout
         at xinghua: ultramarines scout",
        "MMMMMMM | M | O | OO O",
        "wave-serpent",
        "blessed-power-armour",
    );
    battle.play("decline\ndecline\naccept");
    assert_eq!(offered(&battle), "area laodicea | area xinghua | area kaunas");
    battle.play("area laodicea\nunit aspect-warrior pergam\ndone\nultramarines: decline");
    battle.play("eldar: card wave-serpent\nultramarines: card fury-of-the-ultramar\naccept\ndecline\naccept");
    assert_eq!(offered(&battle), "area laodicea | area kaunas");
    battle.play("area kaunas\nunit aspect-warrior pergam");
    assert_eq!(battle.at("kaunas"), "eldar aspect-warrior");
    assert!(!battle.log().contains("Combat on Laodicea"));
    // Two icons and a die against one icon destroy the Scout.
    battle.play("unit scout pergam");
    assert!(battle.log().contains("Combat on Laodicea: Craftworld Iyanden attacks Ultramarines"), "{}", battle.log());
}

/// The area may belong to a third player; the new combat is with him, and with fresh hands. [card-clarifications.wave-serpent.2]
#[test]
fn wave_serpent_into_the_arms_of_a_third_player() {
    let mut battle = fight(
        "players eldar ultramarines orks
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         battle: eldar falcon, aspect-warrior attack ultramarines scout
         at laodicea: orks ork-boyz
         orks assets none
         orks deck gretchin, gretchin, shoota-boyz, shoota-boyz, slugga-boyz",
        "OOOOM | M | MM OO",
        "wave-serpent",
        "ambush",
    );
    battle.play("decline\ndecline\naccept\narea laodicea\nunit aspect-warrior pergam");
    battle.play("ultramarines: decline\nultramarines: decline\nunit scout pergam");
    let log = battle.take_log();
    assert!(log.contains("Craftworld Iyanden wins on Pergam"), "{log}");
    assert!(log.contains("Combat on Laodicea: Craftworld Iyanden attacks"), "{log}");
    assert_eq!(["eldar", "orks", "ultramarines"].map(|faction| hand(&battle, faction)), [5, 5, 0]);
}

/// Five units are the most that a second copy can bring to the area made contested. [card-clarifications.wave-serpent.1, combat.attackers-cap.1]
#[test]
fn wave_serpents_bring_five_attackers_at_most() {
    let mut battle = fight(
        "battle: ultramarines 2 strike-cruiser attack eldar void-stalker, 6 frigate
         at 2A.SE: ultramarines strike-cruiser",
        "DDDD | MMMMMMMM",
        "wave-serpent",
        "ambush",
    );
    battle.play("ultramarines: decline\nultramarines: decline\ndecline\naccept\narea 2A.SE");
    battle.play(&"unit hellebore-frigate 2A.SW\n".repeat(5));
    assert_eq!(battle.at("2A.SE"), "ultramarines strike-cruiser; eldar 5 hellebore-frigate");
    assert!(battle.log().ends_with("Execution round 2"), "the sixth stays");
    battle.play("eldar: card wave-serpent\nultramarines: card ambush\nultramarines: decline\nultramarines: decline");
    battle.play("decline\ndecline");
    assert!(battle.log().ends_with("Execution round 3"), "the area is full and no other is near");
}

/// After the own unit is routed no unit of either side suffers damage for the rest of the round. [card-clarifications.spiritseers-guidance.1]
/// card: Spiritseer's Guidance
#[test]
fn spiritseers_guidance_spares_both_sides() {
    let position = "battle: eldar wraithguard, aspect-warrior attack ultramarines space-marine";
    let mut battle = fight(position, "OOOO | OO", "spiritseers-guidance", "ambush");
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "OOOOM");
    assert_eq!(offered(&battle), "unit aspect-warrior pergam | unit wraithguard pergam | decline");
    battle.play("unit wraithguard pergam\nultramarines: decline");
    assert_eq!(battle.at("pergam"), "eldar aspect-warrior, wraithguard routed; ultramarines space-marine");
    assert!(battle.log().ends_with("Execution round 2"), "nobody was asked to suffer: {}", battle.log());
    // The next round is dangerous again.
    battle.play("eldar: card hit-and-run\nultramarines: card ambush\ndecline\ndecline\nultramarines: decline");
    assert_eq!(battle.prompt(), "Craftworld Iyanden: choose who suffers 3 damage");

    let mut declined = fight(position, "OOOO | OO", "spiritseers-guidance", "ambush");
    declined.play("decline\ndecline\nultramarines: decline");
    assert_eq!(declined.prompt(), "Craftworld Iyanden: choose who suffers 2 damage");
}

/// A Spiritseer's Guidance that is discarded protects nobody. [combat-card-resolution.discard.1]
#[test]
fn spiritseers_guidance_discarded_is_over() {
    let position = "battle: eldar wraithguard, aspect-warrior attack ultramarines land-raider";
    let mut battle = fight(position, "OOOO | OOO", "spiritseers-guidance", "break-the-line");
    battle.play("decline\nunit aspect-warrior pergam\nultramarines: accept\neldar: card spiritseers-guidance");
    assert_eq!(battle.prompt(), "Craftworld Iyanden: choose who suffers 4 damage");
    assert_eq!(battle.at("pergam"), "eldar aspect-warrior routed, wraithguard; ultramarines land-raider");
}

/// Without an unrouted unit to rout there is no protection; bastions are never protected. [card-clarifications.spiritseers-guidance.2]
#[test]
fn spiritseers_guidance_does_not_cover_bastions() {
    let mut battle = fight(
        "battle: eldar wraithguard, falcon attack ultramarines scout, bastion",
        "OOOOM | OOO",
        "spiritseers-guidance",
        "ambush",
    );
    battle.play("decline\nunit wraithguard pergam\nultramarines: decline\nultramarines: decline");
    assert_eq!(battle.prompt(), "Ultramarines: choose who suffers 5 damage");
    assert_eq!(offered(&battle), "structure bastion pergam");
    battle.play("structure bastion pergam");
    assert_eq!(battle.at("pergam"), "eldar wraithguard routed, falcon; ultramarines scout", "the excess is lost");

    let mut routed = fight(
        "battle: ultramarines space-marine attack eldar wraithguard routed, bastion",
        "OO | DD",
        "spiritseers-guidance",
        "ambush",
    );
    routed.play("ultramarines: decline\neldar: accept");
    assert_eq!(side(&routed, "eldar"), "DDM");
    assert!(!routed.log().contains("routed on"), "nobody could be routed");
}

/// A die and a card; the card just drawn may be the one played for its icons. [card-clarifications.extra-card.1]
/// card: Holofield Emitter
#[test]
fn holofield_emitter_draws_and_plays() {
    let mut battle = scenario(
        "battle: eldar warlock-titan attack ultramarines space-marine
         eldar pairs holofield-emitter, hit-and-run, howling-banshees, striking-scorpions, ranger-support
         eldar deck holofield-emitter, holofield-emitter, hit-and-run, howling-banshees, striking-scorpions, ranger-support
         ultramarines deck ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor",
        "DDDD | DD | M",
    );
    battle.play("eldar: card holofield-emitter\nultramarines: card ambush\naccept");
    assert_eq!(side(&battle, "eldar"), "DDDDM");
    assert_eq!((hand(&battle, "eldar"), icons(&battle, "eldar")), (4, [1, 2, 1]));
    battle.play("accept");
    assert_eq!(hand(&battle, "eldar"), 5);
    assert!(battle.offers("card hit-and-run") && battle.offers("decline"));
    battle.play("card ranger-support");
    assert_eq!((hand(&battle, "eldar"), icons(&battle, "eldar")), (4, [1, 3, 2]));
    assert!(asked(&battle, "ultramarines"), "none of its abilities is resolved");
    assert_eq!(side(&battle, "eldar"), "DDDDM");
    battle.all_dice_used();

    let mut without =
        fight("battle: eldar falcon attack ultramarines space-marine", "DDD | DD", "holofield-emitter", "ambush");
    without.play("decline\ndecline");
    assert!(asked(&without, "ultramarines"), "no titan, no extra card");
}

/// The opponent discards at random from his hand; he then gives four offence tokens or a faceup card of the Eldar player's choice. [card-clarifications.psychic-lance.1]
/// card: Psychic Lance
#[test]
fn psychic_lance_of_the_attacker() {
    let position = "battle: eldar warlock-titan attack ultramarines space-marine";
    let mut battle = fight(position, "DDDD | DD | O", "psychic-lance", "ambush");
    battle.play("accept");
    assert_eq!((side(&battle, "eldar").as_str(), hand(&battle, "ultramarines")), ("ODDDD", 4));
    battle.play("accept");
    assert_eq!(hand(&battle, "ultramarines"), 3);
    battle.play("accept");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "accept | decline");
    // He has no faceup card yet, and may allow it all the same.
    battle.play("accept");
    assert_eq!(side(&battle, "eldar"), "ODDDD", "no tokens");
    assert_eq!(battle.prompt(), "Ultramarines: Ambush: use this ability");
    battle.all_dice_used();

    let mut refused = fight(position, "DDDD | DD", "psychic-lance", "ambush");
    refused.play("decline\ndecline\naccept\nultramarines: decline");
    assert_eq!(side(&refused, "eldar"), "DDDD + OOOO");
    assert_eq!(hand(&refused, "ultramarines"), 4);
}

/// Of several faceup cards the Eldar player picks the one to discard.
/// card: Psychic Lance
#[test]
fn psychic_lance_of_the_defender() {
    let position = "battle: ultramarines land-raider attack eldar warlock-titan";
    let mut battle = fight(position, "DDD | DDDD", "psychic-lance", "ambush");
    battle.play("ultramarines: decline\ndecline\ndecline\neldar: decline");
    battle.play("eldar: card psychic-lance\nultramarines: card fury-of-the-ultramar\nultramarines: decline");
    battle.play("eldar: decline\neldar: decline\neldar: accept\nultramarines: accept");
    assert!(asked(&battle, "eldar"));
    assert_eq!(offered(&battle), "card ambush | card fury-of-the-ultramar");
    assert_eq!(icons(&battle, "ultramarines"), [2, 0, 0]);
    battle.play("card ambush");
    assert_eq!(icons(&battle, "ultramarines"), [1, 0, 0]);
    assert_eq!(side(&battle, "eldar"), "DDDD");
}

/// In a void the ships on the list give the unit ability, and only those.
#[test]
fn ships_meet_the_requisites_of_the_eldar() {
    let (frigate, stalker) = (("frigate", "MMM"), ("void-stalker", "MMMM"));
    for card in ["hit-and-run", "howling-banshees", "striking-scorpions", "fire-dragons-vengeance", "swooping-hawks"] {
        assert_eq!(prompts(card, frigate), prompts(card, stalker) + 1, "{card}");
    }
    for card in ["fire-prism", "holofield-emitter", "psychic-lance"] {
        assert_eq!(prompts(card, stalker), prompts(card, frigate) + 1, "{card}");
    }
    let carried = prompts("wave-serpent", ("void-stalker, frigate", "MMMMMMM"));
    assert_eq!(carried, prompts("wave-serpent", frigate) + 1);
    for card in ["wraithguard-advance", "wraithguard-support"] {
        let fleets = [("frigate, frigate routed", "OMD"), ("void-stalker, frigate routed", "OMDD")];
        assert_eq!(fleets.map(|fleet| prompts(card, fleet)), [3, 3], "{card}");
    }
}

/// How many abilities of a card are offered to these attackers, all declined.
fn prompts(card: &str, (fleet, dice): (&str, &str)) -> usize {
    let position = format!("battle: eldar {fleet} attack ultramarines 2 strike-cruiser");
    let mut battle = fight(&position, &format!("{dice} | DDMM"), card, "ambush");
    let mut count = 0;
    while asked(&battle, "eldar") {
        let refusal = ["decline", "done"].into_iter().find(|refusal| battle.offers(refusal));
        battle.play(refusal.unwrap_or_else(|| panic!("{}", battle.prompt())));
        count += 1;
    }
    count
}
