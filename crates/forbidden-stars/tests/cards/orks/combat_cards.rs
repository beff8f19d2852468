//! Combat cards of the Evil Sunz.

use super::{dice, orks_hold, orks_play};
use crate::common::{Scenario, scenario};
use forbidden_stars::board::Looking;
use forbidden_stars::combat;
use forbidden_stars::components::Face;

/// Combat tokens: offence, defence.
fn tokens(battle: &Scenario, faction: &str) -> [u8; 2] {
    let there = battle.game.table.battle();
    there.side(there.side_of(battle.seat(faction)).expect("a player of this combat")).tokens
}

/// Offence and defence values.
fn values(battle: &Scenario, faction: &str) -> [u8; 2] {
    let side = battle.game.table.battle().side_of(battle.seat(faction)).expect("a player of this combat");
    [Face::Offence, Face::Defence].map(|face| combat::value(battle.game.look(), side, face))
}

/// Standing and routed units of a side in the combat, reinforcement tokens included.
fn units(battle: &Scenario, faction: &str) -> (u8, u8) {
    let table = &battle.game.table;
    let force = table.force(table.battle().area, battle.seat(faction));
    (force.standing_units(), force.routed_units())
}

/// The card of the Orks is resolved; Chaos is asked about its own.
fn is_resolved(battle: &Scenario) {
    assert_eq!(battle.prompt(), "World Eaters: Dark Faith: use this ability");
}

/// Gives a token of each kind; the opponent rerolls a die that the Orks pick; an Onslaught may be destroyed, then the
/// opponent destroys a unit of his choice.
/// card: Gretchin
#[test]
fn gretchin_annoy_and_ram() {
    let mut battle = orks_play("gretchin", "battle: orks ork-boyz attack chaos 2 cultist", "OO | DM | O");
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!(tokens(&battle, "orks"), [1, 1]);
    assert_eq!(battle.choices(), ["accept", "decline"], "each paragraph on its own");
    battle.play("accept");
    assert_eq!(battle.prompt(), "Evil Sunz: Gretchin: choose a die to reroll");
    assert_eq!(battle.choices(), ["die defence", "die morale"]);
    battle.play("die morale");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "chaos"), [1, 1, 0]);
    battle.all_dice_used();

    let fleets = "battle: orks onslaught-attack-ship, onslaught-attack-ship routed attack chaos iconoclast-destroyer, repulsive-grand-cruiser routed";
    let mut fleet = orks_play("gretchin", fleets, "O | DD");
    fleet.play("decline\ndecline");
    assert_eq!(tokens(&fleet, "orks"), [0, 0]);
    assert_eq!(
        fleet.choices(),
        ["unit onslaught-attack-ship 2A.SW", "unit onslaught-attack-ship 2A.SW routed", "decline"]
    );
    fleet.play("unit onslaught-attack-ship 2A.SW routed");
    assert_eq!(fleet.prompt(), "World Eaters: Gretchin: destroy a unit");
    assert_eq!(fleet.choices(), ["unit iconoclast-destroyer 2A.SW", "unit repulsive-grand-cruiser 2A.SW routed"]);
    fleet.play("unit repulsive-grand-cruiser 2A.SW routed");
    is_resolved(&fleet);
    assert_eq!(fleet.at("2A.SW"), "orks onslaught-attack-ship; chaos iconoclast-destroyer");

    let reinforced = "battle: orks kill-kroozer attack chaos iconoclast-destroyer\norks assets reinforcement";
    let mut reinforced = orks_hold("gretchin", reinforced, "DDD | DD");
    reinforced.play("amount 1\norks: card gretchin\nchaos: card dark-faith\ndecline\ndecline");
    assert_eq!(reinforced.choices(), ["unit orks-reinforcement 2A.SW", "decline"], "in a void a token is an Onslaught");

    let mut declined = orks_play("gretchin", fleets, "O | DD");
    declined.play("decline\ndecline\ndecline");
    is_resolved(&declined);
}

/// Rolls a die; the top card of the opponent's combat deck, never one of his hand, is shown and shuffled back, and its icons
/// count to the end of the round. [card-clarifications.mek-boyz.1]
/// card: Mek Boyz
#[test]
fn mek_boyz_borrow_icons_for_a_round() {
    let mut battle = orks_play("mek-boyz", "battle: orks ork-boyz attack chaos 2 cultist", "DD | DD | D");
    let hand = |battle: &Scenario| battle.game.table.player(battle.seat("chaos")).hand.len();
    let held = hand(&battle);
    battle.play("accept");
    assert_eq!(dice(&battle, "orks"), [0, 3, 0]);
    assert_eq!(values(&battle, "orks"), [0, 3]);
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    is_resolved(&battle);
    assert!(battle.log().contains("World Eaters discards Impure Zeal"), "the top of the deck: {}", battle.log());
    assert_eq!((hand(&battle), held), (4, 4), "the hand is left alone");
    assert_eq!(battle.game.table.player(battle.seat("chaos")).deck.len(), 5, "shuffled back");
    assert_eq!(values(&battle, "orks"), [1, 4], "Impure Zeal shows one of each");
    battle.play("decline");
    assert_eq!(battle.prompt(), "Evil Sunz: choose a combat card");
    assert_eq!(values(&battle, "orks"), [0, 3], "only this round");
    battle.all_dice_used();

    let mut without = orks_play("mek-boyz", "battle: orks nob attack chaos 2 cultist", "DD | DD");
    without.play("decline");
    is_resolved(&without);
}

/// Morale icons borrowed in the last round are gone before the winner is determined. [card-clarifications.mek-boyz.1]
/// card: Mek Boyz
#[test]
fn borrowed_morale_never_decides_a_combat() {
    let mut battle = scenario(
        "battle: orks ork-boyz attack chaos helbrute
         orks assets none
         orks deck ard-boyz, ard-boyz, mek-boyz, slugga-boyz, slugga-boyz
         chaos deck khornes-rage, khornes-rage, impure-zeal, impure-zeal, foul-worship, dark-faith",
        "DD | DDD",
    );
    battle.play("orks: card ard-boyz\nchaos: card khornes-rage");
    battle.play("orks: card ard-boyz\nchaos: card khornes-rage");
    battle.play("orks: card mek-boyz\nchaos: card impure-zeal\ndecline\naccept");
    let log = battle.log();
    assert!(log.contains("World Eaters discards Dark Faith"), "{log}");
    // Boyz 1 and the icon of Mek Boyz; a Helbrute has 3.
    assert!(log.contains("Morale 2 against 3"), "{log}");
}

/// The Orks must reroll their offence dice, the opponent one of his for each unrouted Ork Boyz.
/// card: 'Ard Boyz
#[test]
fn ard_boyz_blunt_both_attacks() {
    let armies = "battle: orks 2 ork-boyz, ork-boyz routed attack chaos 3 cultist, helbrute routed";
    let battle = orks_play("ard-boyz", armies, "OODM | OOO | OM | DD");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "orks"), [1, 1, 2], "both offence dice once, together");
    assert_eq!(dice(&battle, "chaos"), [1, 2, 0], "one for each unrouted Boyz");
    battle.all_dice_used();

    let nobz = orks_play("ard-boyz", "battle: orks nob attack chaos 3 cultist", "DM | OOO");
    is_resolved(&nobz);
    assert_eq!(dice(&nobz, "chaos"), [3, 0, 0], "nobody without Boyz");

    let armies = "battle: orks nob attack chaos 3 cultist\norks assets reinforcement";
    let mut reinforced = orks_hold("ard-boyz", armies, "DM | OOO | D");
    reinforced.play("amount 1\norks: card ard-boyz\nchaos: card dark-faith");
    assert_eq!(dice(&reinforced, "chaos"), [2, 1, 0], "a reinforcement token counts as Boyz");
}

/// The Orks must reroll their defence dice, the opponent one of his for each unrouted Ork Boyz.
/// card: Shoota Boyz
#[test]
fn shoota_boyz_break_both_defences() {
    let armies = "battle: orks 2 ork-boyz attack chaos cultist, helbrute routed";
    let battle = orks_play("shoota-boyz", armies, "ODDM | D | OO | M");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "orks"), [3, 0, 1]);
    assert_eq!(dice(&battle, "chaos"), [0, 0, 1], "as many as there are");
    battle.all_dice_used();

    let routed = orks_play("shoota-boyz", "battle: orks nob, ork-boyz routed attack chaos cultist", "OO | D");
    is_resolved(&routed);
    assert_eq!(dice(&routed, "chaos"), [0, 1, 0]);
}

/// Both players must reroll their morale dice; with Ork Boyz or an Onslaught a unit is rallied.
/// card: Slugga Boyz
#[test]
fn slugga_boyz_shake_morale() {
    let armies = "battle: orks ork-boyz, nob routed attack chaos 2 cultist";
    let mut battle = orks_play("slugga-boyz", armies, "OM | MM | D | OD");
    assert_eq!((dice(&battle, "orks"), dice(&battle, "chaos")), ([1, 1, 0], [1, 1, 0]));
    assert_eq!(battle.choices(), ["unit nob pergam routed", "decline"]);
    battle.play("unit nob pergam routed");
    is_resolved(&battle);
    assert_eq!(battle.at("pergam"), "orks ork-boyz, nob; chaos 2 cultist");
    battle.all_dice_used();

    let nobz = "battle: orks nob, ork-boyz routed attack chaos 2 cultist";
    is_resolved(&orks_play("slugga-boyz", nobz, "OO | DD"));
}

/// Rallies a unit; each unrouted Ork Boyz or Onslaught gives an offence token, the one just rallied too.
/// card: Waaagh!!!!
#[test]
fn waaagh_rallies_and_charges() {
    let armies = "battle: orks nob, 2 ork-boyz routed attack chaos 2 cultist";
    let mut battle = orks_play("waaagh", armies, "DD | DD");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam routed", "decline"]);
    battle.play("unit ork-boyz pergam routed\naccept");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "orks"), [1, 0]);

    let mut declined = orks_play("waaagh", armies, "DD | DD");
    declined.play("decline");
    is_resolved(&declined);
    assert_eq!(tokens(&declined, "orks"), [0, 0], "no unrouted Boyz, no requisite");

    let fleet = "battle: orks 2 onslaught-attack-ship attack chaos iconoclast-destroyer";
    let mut fleet = orks_play("waaagh", fleet, "DD | DD");
    fleet.play("accept");
    assert_eq!(tokens(&fleet, "orks"), [2, 0]);
}

/// A free reinforcement token joins; then, with more unrouted units, the opponent routs a unit unless he spends a morale die.
/// card: Sea of Green
#[test]
fn sea_of_green_overwhelms() {
    let armies = "battle: orks 2 ork-boyz attack chaos cultist, chaos-space-marine";
    let mut battle = orks_play("sea-of-green", armies, "DDDD | DDDM");
    assert_eq!(battle.choices(), ["accept", "decline"]);
    battle.play("accept");
    assert_eq!(units(&battle, "orks"), (3, 0), "the token counts for the condition");
    assert_eq!(dice(&battle, "orks"), [0, 4, 0], "and brings no die");
    battle.play("accept");
    assert_eq!(battle.prompt(), "World Eaters: Sea of Green: spend dice to prevent the effect");
    assert_eq!(battle.choices(), ["die morale", "decline"]);
    battle.play("decline");
    assert_eq!(battle.choices(), ["unit cultist pergam", "unit chaos-space-marine pergam"]);
    battle.play("unit cultist pergam");
    is_resolved(&battle);
    assert_eq!(units(&battle, "chaos"), (1, 1));

    let mut paid = orks_play("sea-of-green", armies, "DDDD | DDDM");
    paid.play("accept\naccept\ndie morale");
    is_resolved(&paid);
    assert_eq!((units(&paid, "chaos"), dice(&paid, "chaos")), ((2, 0), [0, 3, 0]));

    let mut as_many = orks_play("sea-of-green", armies, "DDDD | DDDM");
    as_many.play("decline");
    is_resolved(&as_many);
}

/// Nobody is asked to pay for a rout that cannot happen.
/// card: Sea of Green
#[test]
fn sea_of_green_asks_nothing_of_a_bastion() {
    for army in ["bastion", "bastion, cultist routed"] {
        let armies = format!("battle: orks 2 ork-boyz attack chaos {army}");
        let mut battle = orks_play("sea-of-green", &armies, "DDDD | DM");
        battle.play("accept");
        is_resolved(&battle);
        assert_eq!(dice(&battle, "chaos"), [0, 1, 1], "{army}");
    }
}

/// The opponent must reroll all his defence or offence dice; with a Nob or Onslaught there is a token of that kind.
/// card: Mega Nobz
/// card: Biker Nobz
#[test]
fn nobz_make_the_opponent_reroll() {
    let armies = "battle: orks nob attack chaos chaos-space-marine, cultist";
    let mut mega = orks_play("mega-nobz", armies, "DM | DDOM | OM");
    assert_eq!((dice(&mega, "chaos"), dice(&mega, "orks")), ([2, 0, 2], [0, 1, 1]));
    assert_eq!(mega.choices(), ["accept", "decline"]);
    mega.play("accept");
    is_resolved(&mega);
    assert_eq!(tokens(&mega, "orks"), [0, 1]);
    mega.all_dice_used();

    let mut bikers = orks_play("biker-nobz", armies, "OM | OODM | DM");
    assert_eq!((dice(&bikers, "chaos"), dice(&bikers, "orks")), ([0, 2, 2], [1, 0, 1]));
    bikers.play("accept");
    is_resolved(&bikers);
    assert_eq!(tokens(&bikers, "orks"), [1, 0]);
    bikers.all_dice_used();

    for card in ["mega-nobz", "biker-nobz"] {
        is_resolved(&orks_play(card, "battle: orks ork-boyz attack chaos cultist", "DD | M"));
    }
}

/// Both players must reroll all dice; then for the rest of the combat the Orks gain what the opponent gains, twice with two
/// copies and once again when one is discarded. [card-clarifications.weirdboyz.1]
/// card: Weirdboyz
#[test]
fn weirdboyz_copy_tokens() {
    let position = "battle: orks 2 ork-boyz attack ultramarines land-raider
        orks assets none
        orks pairs weirdboyz, mek-boyz, ard-boyz, shoota-boyz, slugga-boyz
        orks deck weirdboyz, weirdboyz, ard-boyz, slugga-boyz, mek-boyz
        ultramarines assets none
        ultramarines pairs ambush, break-the-line, reconnaissance, faith-in-the-emperor, fury-of-the-ultramar
        ultramarines deck ambush, ambush, break-the-line, faith-in-the-emperor, reconnaissance";
    let first_round = "orks: card weirdboyz\nultramarines: card ambush";
    let mut twice = scenario(position, "OOOO | MMM | DDDD | DDD || DDDD | DDD");
    twice.play(first_round);
    assert_eq!((dice(&twice, "orks"), dice(&twice, "ultramarines")), ([0, 4, 0], [0, 3, 0]), "no choice");
    assert_eq!(twice.choices(), ["accept", "decline"]);
    twice.play("accept");
    twice.take_log();
    twice.play("accept");
    assert!(twice.take_log().contains("Evil Sunz has 2 offence and 0 defence tokens"));
    twice.play("orks: card weirdboyz\nultramarines: card ambush\naccept\naccept");
    assert!(twice.take_log().contains("Evil Sunz has 4 offence and 0 defence tokens"));
    twice.all_dice_used();

    let mut discarded = scenario(position, "OOOO | MMM | DDDD | DDD || DDDD | DDD");
    discarded.play(first_round).play("accept\ndecline");
    discarded.play("orks: card weirdboyz\nultramarines: card break-the-line\naccept\naccept");
    assert_eq!(discarded.prompt(), "Evil Sunz: Break the Line: discard a faceup card");
    discarded.play("card weirdboyz");
    discarded.take_log();
    discarded.play("orks: card ard-boyz\nultramarines: card ambush\naccept");
    let log = discarded.take_log();
    assert!(log.contains("Evil Sunz has 2 offence and 0 defence tokens"), "{log}");

    let mut declined = scenario(position, "OOOO | MMM | DDDD | DDD");
    declined.play(first_round).play("decline\naccept");
    assert!(!declined.log().contains("Evil Sunz has 2 offence"), "{}", declined.log());
}

/// The copies are gains of the Ork player: what forbids them stops them. [card-clarifications.weirdboyz.2]
/// card: Weirdboyz
#[test]
fn weirdboyz_obey_what_forbids_tokens() {
    let position = "battle: eldar 2 aspect-warrior attack orks 2 ork-boyz
        eldar assets none
        eldar pairs fire-dragons-vengeance, swooping-hawks, ranger-support, striking-scorpions, command-of-the-autarch
        eldar deck fire-dragons-vengeance, fire-dragons-vengeance, swooping-hawks, ranger-support, striking-scorpions
        orks assets none
        orks pairs weirdboyz, mek-boyz, ard-boyz, shoota-boyz, slugga-boyz
        orks deck weirdboyz, ard-boyz, slugga-boyz, slugga-boyz, mek-boyz";
    for (lasting, copied) in [("decline", "has 0 offence and 2 defence"), ("accept", "has 0 offence and 0 defence")] {
        let mut battle = scenario(position, "DDDD | DDDD || DDDD | DDDD");
        battle.play("eldar: card fire-dragons-vengeance\norks: card weirdboyz\ndecline\ndecline\naccept");
        battle.take_log();
        battle.play(&format!("eldar: card fire-dragons-vengeance\norks: card ard-boyz\n{lasting}\naccept"));
        let log = battle.take_log();
        assert!(log.contains(&format!("Evil Sunz {copied} tokens")), "{lasting}: {log}");
    }
}

/// A free reinforcement token joins; with a Battlewagon or Kill Kroozer and more unrouted units there are 2 tokens of each kind.
/// card: Party Wagon
#[test]
fn party_wagon_brings_friends() {
    let armies = "battle: orks battlewagon attack chaos cultist, helbrute routed";
    let mut battle = orks_play("party-wagon", armies, "DDD | D");
    battle.play("accept");
    assert_eq!(units(&battle, "orks"), (2, 0));
    assert_eq!(battle.game.table.asset_supply, [12, 12, 11], "from the supply");
    battle.play("accept");
    is_resolved(&battle);
    assert_eq!(tokens(&battle, "orks"), [2, 2]);

    let mut alone = orks_play("party-wagon", armies, "DDD | D");
    alone.play("decline");
    is_resolved(&alone);
    assert_eq!(tokens(&alone, "orks"), [0, 0], "as many unrouted units are not more");

    let mut no_wagon = orks_play("party-wagon", "battle: orks 2 nob attack chaos cultist", "DDDD | D");
    no_wagon.play("accept");
    is_resolved(&no_wagon);
}

/// Gives 3 offence tokens, and the opponent may retreat one of his units.
/// card: Rokkit Wagon
#[test]
fn rokkit_wagon_lets_them_run() {
    let armies = "battle: orks battlewagon attack chaos cultist, helbrute routed";
    let mut battle = orks_play("rokkit-wagon", armies, "DDD | D");
    battle.play("accept");
    assert_eq!(tokens(&battle, "orks"), [3, 0]);
    assert_eq!(battle.prompt(), "World Eaters: Rokkit Wagon: retreat a unit");
    assert_eq!(battle.choices(), ["unit cultist pergam", "unit helbrute pergam routed", "decline"]);
    battle.play("unit cultist pergam\narea laodicea");
    assert_eq!(battle.at("laodicea"), "chaos cultist routed");
    assert_eq!(battle.at("pergam"), "orks battlewagon; chaos helbrute routed");

    let mut stays = orks_play("rokkit-wagon", armies, "DDD | D");
    stays.play("accept\ndecline");
    is_resolved(&stays);
    assert_eq!(tokens(&stays, "orks"), [3, 0]);

    let mut declined = orks_play("rokkit-wagon", armies, "DDD | D");
    declined.play("decline");
    is_resolved(&declined);
    assert_eq!(tokens(&declined, "orks"), [0, 0], "no tokens, no retreat");

    is_resolved(&orks_play("rokkit-wagon", "battle: orks nob attack chaos cultist", "DD | D"));
}

/// Discards a faceup card of the opponent's: none in the attacker's first round, in the defender's the attacker's card.
/// card: Snapper Gargant
#[test]
fn snapper_gargant_bites_a_card() {
    let armies = "battle: orks gargant attack chaos cultist";
    let mut attack = orks_play("snapper-gargant", armies, "DDD | D");
    is_resolved(&attack);
    attack.play("decline\nunit cultist pergam");
    assert!(attack.log().contains("Evil Sunz wins"), "{}", attack.log());

    let armies = "battle: chaos helbrute attack orks gargant";
    let mut defence = orks_hold("snapper-gargant", armies, "DDD | DDD");
    defence.play("orks: card snapper-gargant\nchaos: card khornes-rage");
    assert_eq!(values(&defence, "chaos"), [1, 3]);
    assert_eq!(defence.choices(), ["card khornes-rage", "decline"]);
    defence.play("card khornes-rage");
    assert_eq!(values(&defence, "chaos"), [0, 3], "its icon is gone");
    assert!(defence.log().contains("World Eaters discards Khorne's Rage"));

    let mut nobz = orks_hold("snapper-gargant", "battle: chaos helbrute attack orks battlewagon", "DDD | DDD");
    nobz.play("orks: card snapper-gargant\nchaos: card khornes-rage");
    assert_eq!(nobz.prompt(), "World Eaters: choose who suffers 1 damage", "{}", nobz.log());
}

/// The picked unit is destroyed unless its owner spends as many dice, of any face, as its command level; a level 0 unit is
/// safe for nothing. [card-clarifications.smasher-gargant.1]
/// card: Smasher Gargant
#[test]
fn smasher_gargant_wants_dice_or_units() {
    let armies = "battle: orks gargant attack chaos cultist, helbrute routed, chaos-space-marine";
    let mut battle = orks_play("smasher-gargant", armies, "DDD | DDMO");
    battle.play("accept");
    assert_eq!(
        battle.choices(),
        ["unit cultist pergam", "unit chaos-space-marine pergam", "unit helbrute pergam routed"]
    );
    battle.play("unit helbrute pergam routed");
    assert_eq!(battle.prompt(), "World Eaters: Smasher Gargant: spend a die for the unit, or it is destroyed");
    assert_eq!(battle.choices(), ["die offence", "die defence", "die morale", "decline"]);
    battle.play("die offence");
    assert_eq!(battle.choices(), ["die defence", "die morale"], "half a price is none");
    battle.play("die morale");
    is_resolved(&battle);
    assert_eq!(dice(&battle, "chaos"), [0, 2, 0]);
    assert_eq!(units(&battle, "chaos"), (2, 1));

    let mut unpaid = orks_play("smasher-gargant", armies, "DDD | DDMO");
    unpaid.play("accept\nunit chaos-space-marine pergam\ndecline");
    is_resolved(&unpaid);
    assert_eq!(unpaid.at("pergam"), "orks gargant; chaos cultist, helbrute routed");

    let mut worthless = orks_play("smasher-gargant", armies, "DDD | DDMO");
    worthless.play("accept\nunit cultist pergam");
    is_resolved(&worthless);
    assert_eq!((units(&worthless, "chaos"), dice(&worthless, "chaos")), ((2, 1), [1, 2, 1]));

    let poor = "battle: orks gargant attack chaos cultist, helbrute routed";
    let mut poor = orks_play("smasher-gargant", poor, "DDD | D");
    poor.play("accept\nunit helbrute pergam routed");
    is_resolved(&poor);
    assert_eq!(poor.at("pergam"), "orks gargant; chaos cultist", "one die does not pay for level 2");
}
