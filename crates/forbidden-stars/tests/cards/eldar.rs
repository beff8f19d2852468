//! Every component of the Eldar.

use crate::common::{Scenario, scenario};
use forbidden_stars::board::Looking;
use forbidden_stars::combat;
use forbidden_stars::components::Face;
use kernel::SeatSet;

const ELDAR: [&str; 5] =
    ["hit-and-run", "howling-banshees", "striking-scorpions", "ranger-support", "command-of-the-autarch"];
const ULTRAMARINES: [&str; 5] =
    ["ambush", "reconnaissance", "fury-of-the-ultramar", "blessed-power-armour", "faith-in-the-emperor"];

/// Eldar and Ultramarines on two tiles. 2A: Pergam, Laodicea, then two voids; 5A north of it: two voids, then Xinghua
/// and Thylin. Pergam borders on Laodicea and Xinghua, Laodicea on Thylin.
pub const BOARD: &str = "players eldar ultramarines
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2";

/// A deck with both copies of `card` on top.
fn deck(faction: &str, starting: [&str; 5], card: &str) -> String {
    let others: Vec<&str> = starting.into_iter().filter(|&other| other != card).take(4).collect();
    let [first, second, third, fourth] = others[..] else { unreachable!("four other pairs are left") };
    format!(
        "{faction} pairs {card}, {first}, {second}, {third}, {fourth}
         {faction} deck {card}, {card}, {first}, {second}, {third}"
    )
}

/// A battle in which both sides have drawn a hand with two of these cards.
pub fn prepared(position: &str, dice: &str, eldar: &str, ultramarines: &str) -> Scenario {
    let eldar = deck("eldar", ELDAR, eldar);
    let ultramarines = deck("ultramarines", ULTRAMARINES, ultramarines);
    scenario(&format!("{position}\n{eldar}\n{ultramarines}"), dice)
}

/// A battle in which both sides have played these cards in the first round.
pub fn fight(position: &str, dice: &str, eldar: &str, ultramarines: &str) -> Scenario {
    let mut battle = prepared(position, dice, eldar, ultramarines);
    battle.play(&format!("eldar: card {eldar}\nultramarines: card {ultramarines}"));
    battle
}

/// What a side counts in combat or strike: dice, then combat tokens. `OOM + DD`.
pub fn side(scenario: &Scenario, faction: &str) -> String {
    let letters = |counts: &[u8]| -> String {
        counts.iter().zip(["O", "D", "M"]).map(|(&count, letter)| letter.repeat(usize::from(count))).collect()
    };
    let seat = scenario.seat(faction);
    let dice = letters(&scenario.game.table.dice(seat));
    let fights = scenario.game.table.battle.as_ref().and_then(|battle| Some((battle, battle.side_of(seat)?)));
    match fights.map(|(battle, side)| letters(&battle.side(side).tokens)) {
        Some(tokens) if !tokens.is_empty() => format!("{dice} + {tokens}"),
        _ => dice,
    }
}

/// Offence, defence and morale on a side's faceup cards.
pub fn icons(scenario: &Scenario, faction: &str) -> [u8; 3] {
    let side = scenario.game.table.battle().side_of(scenario.seat(faction)).expect("it fights");
    Face::ALL.map(|face| combat::icons(scenario.game.look(), side, face))
}

pub fn hand(scenario: &Scenario, faction: &str) -> usize {
    scenario.game.table.player(scenario.seat(faction)).hand.len()
}

pub fn offered(scenario: &Scenario) -> String {
    scenario.choices().join(" | ")
}

/// Is this faction asked next?
pub fn asked(scenario: &Scenario, faction: &str) -> bool {
    scenario.asked() == scenario.seat(faction)
}

/// An order of this faction in 2A, revealed and being resolved.
pub fn order_of(faction: &str, kind: &str, position: &str, dice: &str) -> Scenario {
    let start = format!("{BOARD}\nphase operations\nfirst {faction}\norders 2A: {faction} {kind}");
    let mut game = scenario(&format!("{start}\n{position}"), dice);
    game.play("system 2A");
    if kind != "strategize" {
        game.play("resolve");
    }
    game
}

/// A Refresh Phase in which this faction has chosen this event card.
pub fn event_of(faction: &str, card: &str, position: &str) -> Scenario {
    let start = format!("{BOARD}\nphase refresh\nfirst {faction}\n{faction} on-deck strategize");
    let mut game = scenario(&format!("{start}\n{faction} events {card}\n{position}"), "");
    game.play(&format!("event {card}"));
    game
}

fn order(kind: &str, position: &str, dice: &str) -> Scenario {
    order_of("eldar", kind, position, dice)
}

fn event(card: &str, position: &str) -> Scenario {
    event_of("eldar", card, position)
}

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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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
    battle.all_dice_used();
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

/// The strike rolls one more die; for a morale die the Eldar name the enemy unit that suffers first.
/// card: Tactical Strikes
#[test]
fn tactical_strikes_choose_who_suffers_first() {
    let position = "at 2A.SW: eldar frigate
        at pergam: ultramarines scout, space-marine, scout routed
        eldar upgrades tactical-strikes";
    let mut strike = order("advance", position, "OOMM");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "upgrade tactical-strikes | done");
    strike.play("upgrade tactical-strikes");
    assert_eq!(side(&strike, "eldar"), "OOMM", "three dice of the Frigate and one more");
    assert_eq!(strike.fact("eldar", "upgrades"), "tactical-strikes used");
    strike.play("upgrade tactical-strikes");
    assert_eq!(offered(&strike), "unit scout pergam | unit scout pergam routed | unit space-marine pergam");
    strike.play("unit scout pergam routed");
    assert_eq!(offered(&strike), "unit scout pergam routed", "two damage, and only one place for it");
    strike.play("unit scout pergam routed");
    assert_eq!(strike.at("pergam"), "ultramarines scout, space-marine");
    strike.all_dice_used();

    let mut declined = order("advance", position, "OOM");
    declined.play("done\nstrike 2A.SW pergam\ndone");
    assert_eq!(offered(&declined), "unit scout pergam | unit space-marine pergam");
    declined.all_dice_used();
}

/// Without a morale die nobody can be named; a bastion is no unit and cannot be named.
/// card: Tactical Strikes
#[test]
fn tactical_strikes_need_a_morale_die_and_a_unit() {
    let position = "at 2A.SW: eldar frigate
        at pergam: ultramarines scout
        eldar upgrades tactical-strikes";
    let mut poor = order("advance", position, "ODDD");
    poor.play("done\nstrike 2A.SW pergam\nupgrade tactical-strikes");
    assert_eq!(poor.prompt(), "Ultramarines: choose who suffers 1 damage");
    poor.all_dice_used();

    let position = "at 2A.SW: eldar frigate
        at pergam: ultramarines scout, bastion
        eldar upgrades tactical-strikes, strafing-run";
    let mut bastion = order("advance", position, "OMMM");
    bastion.play("done\nstrike 2A.SW pergam\nupgrade tactical-strikes\nupgrade tactical-strikes");
    assert_eq!(offered(&bastion), "unit scout pergam");
}

/// A second structure of another kind may be bought for a world that has exactly one. [card-clarifications.wraithbone-singers.1]
/// card: Wraithbone Singers
#[test]
fn wraithbone_singers_add_a_second_structure() {
    let position = "at pergam: eldar city
        at laodicea: eldar factory, bastion
        eldar materiel 6
        eldar upgrades wraithbone-singers";
    let mut deploy = order("deploy", position, "");
    deploy.play("done");
    // Not another city, not a third structure on Laodicea.
    assert_eq!(offered(&deploy), "build factory pergam beside | build bastion pergam beside | done");
    deploy.play("build bastion pergam beside");
    assert_eq!(deploy.at("pergam"), "eldar city, bastion");
    assert_eq!(deploy.fact("eldar", "materiel"), "4", "it is bought");
    assert_eq!(deploy.fact("eldar", "upgrades"), "wraithbone-singers used");

    let used = position.replace("singers", "singers used");
    let mut used =
        order("deploy", &format!("{used}\norders 5A: ultramarines advance\nat thylin: ultramarines scout"), "");
    used.play("done");
    assert_eq!(used.prompt(), "Ultramarines: reveal an order", "no world without structure, no offer");
}

/// Whoever captures a world with two structures keeps both. [card-clarifications.wraithbone-singers.1]
#[test]
fn both_structures_of_a_world_are_captured() {
    let mut game = scenario(
        &format!(
            "{BOARD}\nphase operations\nfirst ultramarines\norders 2A: ultramarines advance
             at pergam: eldar factory, city
             at laodicea: eldar aspect-warrior
             at xinghua: ultramarines scout"
        ),
        "",
    );
    game.play("system 2A\nresolve\nmove scout xinghua pergam");
    assert_eq!(game.at("pergam"), "ultramarines factory, city, scout");
}

/// Strategize needs no presence in the system: both kinds of upgrade may be bought. [card-clarifications.farseers.1]
/// card: Farseers
#[test]
fn farseers_strategize_from_afar() {
    let position = "at thylin: eldar city
        at xinghua: ultramarines scout
        orders 5A: ultramarines advance
        eldar materiel 6
        eldar upgrades farseers";
    let mut order_with = order("strategize", position, "");
    assert_eq!(offered(&order_with), "upgrade farseers | done");
    order_with.play("upgrade farseers");
    assert!(order_with.offers("pair swooping-hawks") && order_with.offers("upgrade tactical-strikes"));
    order_with.play("pair swooping-hawks\npair hit-and-run\nupgrade tactical-strikes");
    assert_eq!(order_with.fact("eldar", "upgrades"), "tactical-strikes, farseers used");
    assert!(order_with.fact("eldar", "pairs").contains("swooping-hawks"));
    assert_eq!(order_with.fact("eldar", "materiel"), "3");

    let mut declined = order("strategize", position, "");
    declined.play("done");
    assert_eq!(declined.prompt(), "Ultramarines: reveal an order", "without presence nothing is on sale");

    let present = order("strategize", &format!("{position}\nat pergam: eldar aspect-warrior"), "");
    assert_eq!(present.prompt(), "Craftworld Iyanden: take an upgrade", "with presence the card is not offered");
}

/// After a combat of the order, here a lost one, one orbital strike follows in the active system.
/// card: Corsair Raid
#[test]
fn corsair_raid_follows_a_combat() {
    let position = "at 2A.SE: eldar frigate
        orders 5A: ultramarines advance
        at xinghua: eldar aspect-warrior
        at thylin: eldar city
        at pergam: ultramarines space-marine
        at laodicea: ultramarines scout
        eldar upgrades corsair-raid, tactical-strikes
        eldar deck ranger-support, ranger-support, hit-and-run, hit-and-run, howling-banshees
        ultramarines deck ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor";
    let mut advance = order("advance", position, "MM | OO | OOM");
    advance.play("done\nmove aspect-warrior xinghua pergam\neldar: card ranger-support\nultramarines: card ambush");
    advance.play("decline\nultramarines: decline\nunit aspect-warrior pergam");
    assert!(advance.log().contains("Ultramarines wins on Pergam"));
    assert_eq!(offered(&advance), "upgrade corsair-raid | done");
    advance.play("upgrade corsair-raid");
    assert_eq!(offered(&advance), "strike 2A.SE laodicea | decline");
    advance.play("strike 2A.SE laodicea");
    assert_eq!(offered(&advance), "upgrade tactical-strikes | done", "the strike may use its own upgrades");
    advance.play("done\nunit scout laodicea");
    assert_eq!(advance.at("laodicea"), "");
    assert_eq!(advance.fact("eldar", "upgrades"), "tactical-strikes, corsair-raid used");
    advance.all_dice_used();
}

/// An order without combat has its one strike; the raid never adds a second. [card-clarifications.corsair-raid.1]
/// card: Corsair Raid
#[test]
fn corsair_raid_does_not_follow_a_strike() {
    let mut advance = order(
        "advance",
        "at 2A.SE: eldar frigate
         at thylin: eldar city
         at laodicea: ultramarines 2 scout
         orders 5A: ultramarines advance
         eldar upgrades corsair-raid",
        "OOM",
    );
    advance.play("done\nstrike 2A.SE laodicea\nunit scout laodicea");
    assert_eq!(advance.prompt(), "Ultramarines: reveal an order");
    assert_eq!(advance.fact("eldar", "upgrades"), "corsair-raid");
    advance.all_dice_used();
}

/// A bastion does not prevent the strike; for two defence dice ships leave for one void next door, and all dice still count. [card-clarifications.strafing-run.1]
/// card: Strafing Run
#[test]
fn strafing_run_strikes_and_leaves() {
    let position = "at 2A.SW: eldar 2 frigate
        at 2A.SE: eldar void-stalker, frigate routed
        at 5A.NE: ultramarines strike-cruiser
        at pergam: ultramarines scout, bastion
        eldar upgrades strafing-run";
    let mut strike = order("advance", position, "OOODDM");
    strike.play("done");
    // The Void Stalker's void borders on no enemy world.
    assert_eq!(offered(&strike), "strike 2A.SW pergam | decline");
    strike.play("strike 2A.SW pergam");
    assert_eq!(strike.fact("eldar", "upgrades"), "strafing-run used", "aiming at the bastion takes the upgrade");
    assert_eq!(offered(&strike), "upgrade strafing-run | done");
    strike.play("upgrade strafing-run");
    assert_eq!(side(&strike, "eldar"), "OOOM");
    // Enemy ships hold the other void.
    assert_eq!(offered(&strike), "area 5A.NW");
    strike.play("area 5A.NW");
    assert_eq!(offered(&strike), "unit void-stalker 2A.SE | unit hellebore-frigate 2A.SW");
    strike.play("unit void-stalker 2A.SE\nunit hellebore-frigate 2A.SW");
    assert_eq!(offered(&strike), "unit hellebore-frigate 2A.SW | done");
    strike.play("unit hellebore-frigate 2A.SW");
    assert_eq!(strike.at("5A.NW"), "eldar 2 hellebore-frigate, void-stalker");
    assert_eq!(strike.prompt(), "Ultramarines: choose who suffers 3 damage");
    assert_eq!(offered(&strike), "structure bastion pergam | unit scout pergam");
    strike.play("structure bastion pergam");
    assert_eq!(strike.at("pergam"), "ultramarines scout");
    strike.all_dice_used();
}

/// Ships already named in a later void leave no empty question behind.
/// card: Strafing Run
#[test]
fn strafing_run_asks_only_where_ships_are_left() {
    let position = "at 2A.SW: eldar frigate
        at 2A.SE: eldar frigate
        at pergam: ultramarines scout
        eldar upgrades strafing-run";
    let mut strike = order("advance", position, "ODD");
    strike.play("done\nstrike 2A.SW pergam\nupgrade strafing-run\nupgrade strafing-run\narea 5A.NW");
    strike.play("unit hellebore-frigate 2A.SW");
    assert_eq!(strike.prompt(), "Ultramarines: choose who suffers 1 damage");
    strike.all_dice_used();

    let used = position.replace("scout", "scout, bastion").replace("run", "run used");
    let mut used = order("advance", &format!("{used}\nat thylin: eldar city\norders 5A: ultramarines advance"), "");
    used.play("done");
    assert_eq!(used.prompt(), "Ultramarines: reveal an order", "used up, it opens no bastion");

    let mut storm = order("advance", &format!("{position}\nstorm 2A-north"), "ODD");
    storm.play("done\nstrike 2A.SW pergam\nupgrade strafing-run");
    assert_eq!(storm.prompt(), "Ultramarines: choose who suffers 1 damage", "behind the storm there is no way out");
}

/// All units of the combat, routed ones too, go to one friendly area as they are; a bastion stays. [card-clarifications.farsight.1]
/// card: Farsight
#[test]
fn farsight_takes_all_units_away() {
    let position = "battle: ultramarines space-marine attack eldar wraithguard, aspect-warrior routed, bastion
        at thylin: eldar factory
        eldar scheme farsight";
    let mut battle = fight(position, "OO | DDDD", "ranger-support", "ambush");
    battle.play("ultramarines: accept\neldar: decline");
    assert!(asked(&battle, "eldar"));
    assert_eq!(offered(&battle), "scheme | done");
    battle.play("scheme");
    assert_eq!(offered(&battle), "area thylin");
    battle.play("area thylin");
    assert_eq!(battle.at("thylin"), "eldar factory, aspect-warrior routed, wraithguard");
    assert_eq!(battle.at("pergam"), "ultramarines space-marine; eldar bastion");
    assert_eq!(battle.fact("eldar", "scheme"), "");

    let mut kept = fight(position, "OO | DDDD", "ranger-support", "ambush");
    kept.play("ultramarines: decline\neldar: decline\ndone");
    assert_eq!(kept.fact("eldar", "scheme"), "farsight");
    assert_eq!(kept.at("thylin"), "eldar factory");

    // A friendly void is no place for ground units.
    let nowhere = position.replace("at thylin: eldar factory", "at 5A.NE: eldar frigate");
    let mut nowhere = fight(&nowhere, "OO | DDDD", "ranger-support", "ambush");
    nowhere.play("ultramarines: decline\neldar: decline");
    assert!(nowhere.log().ends_with("Execution round 2"));
}

/// Each assess damage step has its own start, a second one too.
/// card: Farsight
#[test]
fn farsight_before_the_second_damage_step() {
    let position = "battle: ultramarines land-raider attack eldar 2 wraithguard
        at thylin: eldar factory
        eldar scheme farsight";
    let mut battle = fight(position, "OOO | MMMM", "ranger-support", "armoured-advance");
    battle.play("decline\naccept\neldar: decline\ndone\nunit wraithguard pergam");
    assert_eq!(offered(&battle), "scheme | done");
    battle.play("scheme\narea thylin");
    assert_eq!(battle.at("thylin"), "eldar factory, wraithguard");
    assert!(battle.log().contains("Ultramarines wins on Pergam"));
}

/// In place of an order any unrouted units of one area go to one friendly or uncontrolled area, never into a combat. [card-clarifications.warp-gate.1]
/// card: Warp Gate
#[test]
fn warp_gate_takes_units_elsewhere() {
    let position = format!(
        "{BOARD}\nphase operations\norders 2A: eldar advance\norders 5A: ultramarines advance
        at pergam: eldar 2 aspect-warrior, falcon, wraithguard routed
        at laodicea: ultramarines scout
        at 2A.SW: eldar frigate
        at 5A.NE: ultramarines strike-cruiser
        storm 2A-north
        eldar scheme warp-gate"
    );
    let mut game = scenario(&position, "");
    assert_eq!(offered(&game), "system 2A | scheme");
    game.play("scheme");
    assert_eq!(offered(&game), "area pergam | area 2A.SW");
    game.play("area pergam");
    assert_eq!(offered(&game), "area thylin | area xinghua");
    game.play("area thylin");
    assert_eq!(offered(&game), "unit aspect-warrior pergam | unit falcon pergam");
    game.play("unit aspect-warrior pergam\nunit falcon pergam");
    assert_eq!(game.at("thylin"), "eldar aspect-warrior, falcon");
    assert_eq!(game.at("pergam"), "eldar aspect-warrior, wraithguard routed");
    assert_eq!(game.prompt(), "Ultramarines: reveal an order", "it was the whole turn");
    assert_eq!(game.fact("eldar", "scheme"), "");
    assert!(!game.log().contains("Combat"));

    let mut ships = scenario(&position, "");
    ships.play("scheme\narea 2A.SW");
    assert_eq!(offered(&ships), "area 2A.SE | area 5A.NW");
}

/// When planning ends an own order token goes to the top or the bottom of its stack.
/// card: Outmanoeuvre
#[test]
fn outmanoeuvre_shifts_an_own_token() {
    let position = format!(
        "{BOARD}\nphase planning
        at pergam: eldar aspect-warrior
        at thylin: ultramarines scout
        orders 2A: ultramarines advance, eldar dominate, ultramarines deploy
        orders 5A: ultramarines dominate
        eldar resolved advance, advance, deploy, deploy, strategize, strategize, dominate
        ultramarines resolved advance, deploy, strategize, strategize, dominate
        eldar scheme outmanoeuvre"
    );
    let stack = |game: &Scenario| {
        let text = forbidden_stars::position::write(&game.game);
        text.lines().find_map(|line| line.strip_prefix("orders 2A: ").map(str::to_owned)).unwrap_or_default()
    };
    let mut game = scenario(&position, "");
    assert_eq!(offered(&game), "scheme | done");
    game.play("scheme");
    assert_eq!(offered(&game), "token 2A 2", "his own tokens only");
    game.play("token 2A 2");
    assert_eq!(offered(&game), "top | bottom");
    game.play("top");
    assert_eq!(stack(&game), "ultramarines advance, ultramarines deploy, eldar dominate");

    let mut game = scenario(&position, "");
    game.play("scheme\ntoken 2A 2\nbottom");
    assert_eq!(stack(&game), "eldar dominate, ultramarines advance, ultramarines deploy");
}

/// In a strike any dice are rolled again, together; then one die of the chosen face is added.
/// card: Vicious Raids
#[test]
fn vicious_raids_reroll_and_add_a_die() {
    let position = "at 2A.SW: eldar frigate
        at pergam: ultramarines land-raider
        eldar scheme vicious-raids";
    let mut strike = order("advance", position, "ODM | OO");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "scheme | done");
    strike.play("scheme");
    assert_eq!(offered(&strike), "die offence | die defence | die morale | done");
    strike.play("die defence\ndie morale\ndone");
    assert_eq!(side(&strike, "eldar"), "OOO");
    assert_eq!(offered(&strike), "option 1 | option 2 | option 3");
    strike.play("option 1");
    assert_eq!(strike.prompt(), "Ultramarines: choose who suffers 4 damage");
    assert_eq!(strike.fact("eldar", "scheme"), "");
    strike.all_dice_used();
}

/// A combat upgrade for one materiel less for each friendly world with a city; the command level still binds.
/// card: Path of the Warrior
#[test]
fn path_of_the_warrior_makes_combat_upgrades_cheaper() {
    let position = "at pergam: eldar 2 city
        at thylin: eldar city
        at xinghua: ultramarines scout
        eldar materiel 1";
    let mut game = event("path-of-the-warrior", position);
    assert_eq!(game.fact("eldar", "materiel"), "2");
    // Three cities, two worlds: a card of four costs two, a card of six is too dear.
    assert_eq!(
        offered(&game),
        "pair fire-dragons-vengeance | pair swooping-hawks | pair wraithguard-advance | pair wraithguard-support | pair fire-prism | pair wave-serpent | pair spiritseers-guidance | decline"
    );
    game.play("pair wave-serpent\npair hit-and-run");
    assert_eq!(game.fact("eldar", "materiel"), "0");
    assert!(game.fact("eldar", "pairs").contains("wave-serpent"));

    let mut low =
        event("path-of-the-warrior", "at pergam: eldar city\nat xinghua: ultramarines scout\neldar materiel 14");
    assert!(low.offers("pair swooping-hawks") && !low.offers("pair wave-serpent"));
    low.play("decline");
    assert_eq!(low.fact("eldar", "materiel"), "14");
}

/// A free Frigate, or one from its void, goes to an uncontrolled void.
/// card: Outcasts Returned
#[test]
fn outcasts_returned_find_an_uncontrolled_void() {
    let position = "at 2A.SW: eldar frigate, void-stalker
        at 2A.SE: ultramarines strike-cruiser
        at pergam: eldar factory
        at thylin: ultramarines factory";
    let mut free = event("outcasts-returned", position);
    assert_eq!(offered(&free), "option 1 | option 2 | decline");
    free.play("option 1");
    assert_eq!(offered(&free), "free hellebore-frigate 5A.NW | free hellebore-frigate 5A.NE");
    free.play("free hellebore-frigate 5A.NE");
    assert_eq!(free.at("5A.NE"), "eldar hellebore-frigate");
    assert_eq!(free.at("2A.SW"), "eldar hellebore-frigate, void-stalker");

    let mut moved = event("outcasts-returned", position);
    moved.play("option 2");
    assert_eq!(offered(&moved), "unit hellebore-frigate 2A.SW");
    moved.play("unit hellebore-frigate 2A.SW");
    assert_eq!(offered(&moved), "area 5A.NW | area 5A.NE");
    moved.play("area 5A.NW");
    assert_eq!(moved.at("5A.NW"), "eldar hellebore-frigate");
    assert_eq!(moved.at("2A.SW"), "eldar void-stalker");
}

/// For one materiel a city on a friendly or uncontrolled world without structure or Eldar objective; it is the Eldar player's. [card-clarifications.exodite-colony.1]
/// card: Exodite Colony
#[test]
fn exodite_colony_founds_a_city() {
    let position = "at pergam: eldar factory
        at laodicea: ultramarines scout
        objective xinghua eldar
        eldar materiel 1";
    let mut game = event("exodite-colony", position);
    assert_eq!(offered(&game), "accept | decline");
    game.play("accept");
    assert_eq!(offered(&game), "area thylin", "not beside the factory, not with the enemy, not on the objective");
    game.play("area thylin");
    assert_eq!(game.at("thylin"), "eldar city", "it is friendly now");
    assert_eq!(game.fact("eldar", "materiel"), "0");

    let poor = event("exodite-colony", "at pergam: eldar factory\nat laodicea: ultramarines scout\neldar materiel 0");
    assert_eq!(poor.at("thylin"), "");
    assert!(!poor.log().contains("Exodite Colony: "), "without materiel there is no offer");
    assert_eq!(poor.prompt(), "Ultramarines: place an order token");
}

/// Two forge tokens, within the limit of three.
/// card: Legacy of Vaul
#[test]
fn legacy_of_vaul_gives_forge_tokens() {
    let position = "at pergam: eldar factory\nat laodicea: ultramarines scout";
    let mut game = event("legacy-of-vaul", position);
    game.play("accept");
    assert_eq!(game.fact("eldar", "assets"), "2 forge");

    let mut rich = event("legacy-of-vaul", &format!("{position}\neldar assets 2 forge"));
    rich.play("accept");
    assert_eq!(rich.fact("eldar", "assets"), "3 forge");
}

/// Dominate takes one unrouted unit from a world of the active system to a friendly world of any system, without path. [card-clarifications.webway-portal.1]
/// card: Webway Portal
#[test]
fn webway_portal_needs_no_path() {
    let position = "at pergam: eldar aspect-warrior, wraithguard, falcon routed
        at laodicea: eldar factory
        at 2A.SW: eldar frigate
        at thylin: eldar city
        at 5A.NE: ultramarines strike-cruiser
        storm 2A-north";
    let mut game = order("dominate", position, "");
    assert_eq!(game.fact("eldar", "assets"), "1 forge", "assets come first");
    assert_eq!(offered(&game), "unit aspect-warrior pergam | unit wraithguard pergam | decline");
    game.play("unit wraithguard pergam");
    // Xinghua is uncontrolled.
    assert_eq!(offered(&game), "area laodicea | area thylin");
    game.play("area thylin");
    assert_eq!(game.at("thylin"), "eldar city, wraithguard");
    assert_eq!(game.at("pergam"), "eldar aspect-warrior, falcon routed");

    let mut declined = order("dominate", position, "");
    declined.play("decline");
    assert_eq!(declined.at("thylin"), "eldar city");
}
