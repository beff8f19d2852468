//! The cards of the Evil Sunz.

use crate::common::{Scenario, scenario};
use forbidden_stars::board::Looking;
use forbidden_stars::combat;
use forbidden_stars::components::Face;

const STARTING: [&str; 5] = ["gretchin", "mek-boyz", "ard-boyz", "shoota-boyz", "slugga-boyz"];

/// A combat in which the Orks play a card against Dark Faith, whose first question is a good place to stop and look:
/// attacking Orks have resolved their card by then.
fn orks_play(card: &str, position: &str, dice: &str) -> Scenario {
    let mut battle = orks_hold(card, position, dice);
    battle.play(&format!("orks: card {card}\nchaos: card dark-faith"));
    battle
}

/// The same before cards are chosen.
fn orks_hold(card: &str, position: &str, dice: &str) -> Scenario {
    let others: Vec<&str> = STARTING.into_iter().filter(|&other| other != card).take(4).collect();
    let others = others.join(", ");
    let assets = if position.contains("orks assets") { "" } else { "orks assets none" };
    scenario(
        &format!(
            "{position}
             {assets}
             orks pairs {card}, {others}
             orks deck {card}, {card}, {others}
             chaos deck dark-faith, dark-faith, khornes-rage, khornes-rage, foul-worship, impure-zeal"
        ),
        dice,
    )
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
        battle.all_dice_used();
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

/// Two systems, one above the other: Pergam and Laodicea with voids below them; below those Thylin and Xinghua, whose voids
/// lie at the far side. Chaos has an order waiting, so that the Operations Phase goes on.
fn operations(order: &str, pieces: &str, dice: &str) -> Scenario {
    scenario(
        &format!(
            "players orks chaos
             phase operations
             first orks
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             orders 5A: orks {order}
             orders 2A: chaos advance
             {pieces}"
        ),
        dice,
    )
}

/// Nothing more happens in the turn of the Orks.
fn turn_is_over(game: &Scenario) {
    assert_eq!(game.prompt(), "World Eaters: reveal an order");
}

/// Cards that ask nothing as long as there are only defence dice, no routed unit, and a Helbrute alone for Chaos.
const QUIET: &str = "orks assets none
    orks deck ard-boyz, ard-boyz, slugga-boyz, slugga-boyz, mek-boyz
    chaos deck khornes-rage, khornes-rage, impure-zeal, impure-zeal, foul-worship";

const QUIET_ROUNDS: &str = "orks: card ard-boyz
    chaos: card khornes-rage
    orks: card ard-boyz
    chaos: card khornes-rage
    orks: card slugga-boyz
    chaos: card impure-zeal";

/// One uncontrolled void counts as friendly for the paths of two ground units, together with friendly areas.
/// [card-clarifications.ork-roks.1]
/// card: Ork Roks
#[test]
fn ork_roks_carry_two_units_through_one_void() {
    let pieces = "at pergam: orks 3 ork-boyz
        at 2A.SE: orks onslaught-attack-ship
        at laodicea: chaos city
        orks upgrades ork-roks";
    let mut advance = operations("advance", pieces, "");
    advance.play("system 5A\nresolve");
    assert_eq!(advance.choices(), ["upgrade ork-roks", "done"]);
    advance.play("upgrade ork-roks\ndone");
    assert_eq!(
        advance.choices(),
        ["move ork-boyz pergam thylin via 2A.SW", "move ork-boyz pergam xinghua via 2A.SW", "done"]
    );
    advance.play("move ork-boyz pergam xinghua via 2A.SW\nmove ork-boyz pergam xinghua via 2A.SW");
    turn_is_over(&advance);
    assert_eq!(
        (advance.at("xinghua"), advance.at("pergam")),
        ("orks 2 ork-boyz".to_owned(), "orks ork-boyz".to_owned())
    );

    let mut two_voids = operations("advance", &pieces.replace("at 2A.SE: orks onslaught-attack-ship", ""), "");
    two_voids.play("system 5A\nresolve\nupgrade ork-roks");
    assert_eq!(two_voids.choices(), ["move ork-boyz pergam thylin via 2A.SW", "done"], "not through two empty voids");

    let enemy_void = format!("{pieces}\nat 2A.SW: chaos iconoclast-destroyer");
    let mut enemy_void = operations("advance", &enemy_void, "");
    enemy_void.play("system 5A\nresolve\nupgrade ork-roks\ndone");
    turn_is_over(&enemy_void);

    let mut unused = operations("advance", pieces, "");
    unused.play("system 5A\nresolve\ndone\ndone");
    turn_is_over(&unused);
}

/// Beaten units that came through the empty void have no way back, and defenders do not get one either; with a ship there
/// they do. [card-clarifications.ork-roks.2, card-clarifications.ork-roks.3]
/// card: Ork Roks
#[test]
fn ork_roks_never_help_a_retreat() {
    let pieces = format!(
        "at pergam: orks 2 ork-boyz, factory
         at thylin: chaos helbrute
         orks upgrades ork-roks
         {QUIET}"
    );
    let mut beaten = operations("advance", &pieces, "DDDD | DDD");
    beaten.play("system 5A\nresolve\nupgrade ork-roks");
    beaten.play("move ork-boyz pergam thylin via 2A.SW\nmove ork-boyz pergam thylin via 2A.SW");
    beaten.play(QUIET_ROUNDS);
    assert!(beaten.log().contains("World Eaters wins on Thylin"), "{}", beaten.log());
    turn_is_over(&beaten);
    assert_eq!((beaten.at("thylin"), beaten.at("pergam")), ("chaos helbrute".to_owned(), "orks factory".to_owned()));

    let contest = |ship: &str| {
        format!(
            "players orks chaos
             phase battle
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             at pergam: orks factory
             at thylin: orks ork-boyz
             at thylin: chaos helbrute
             contest thylin orks from pergam
             {ship}
             {QUIET}"
        )
    };
    let mut bridged = scenario(&contest("at 2A.SW: orks onslaught-attack-ship"), "DD | DDD");
    bridged.play(QUIET_ROUNDS);
    assert_eq!(bridged.choices(), ["area pergam"], "the origin counts if a path leads there");
    let mut cut_off = scenario(&contest("orks upgrades ork-roks"), "DD | DDD");
    cut_off.play(QUIET_ROUNDS);
    assert_eq!(cut_off.at("thylin"), "chaos helbrute");

    let defenders = |ship: &str| {
        format!(
            "players orks chaos
             phase battle
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             tile 1A at 1 1 turn 0
             at pergam: orks factory
             at thylin: orks ork-boyz routed
             at thylin: chaos helbrute
             contest thylin chaos from nicea
             orks upgrades ork-roks
             {ship}"
        )
    };
    let on_foot = scenario(&defenders(""), "");
    assert_eq!(on_foot.choices(), ["area xinghua"]);
    let shipped = scenario(&defenders("at 2A.SW: orks onslaught-attack-ship"), "");
    assert_eq!(shipped.choices(), ["area pergam"]);
}

/// The Strategize token is resolved as another order, with its upgrades, and goes back to the play area.
/// [card-clarifications.green-tide.1]
/// card: The Green Tide
#[test]
fn green_tide_turns_strategize_into_something_else() {
    let pieces = "at thylin: orks factory, ork-boyz
        at pergam: chaos cultist
        orks materiel 2
        orks upgrades the-green-tide, werk-fasta";
    let mut tide = operations("strategize", pieces, "");
    tide.play("system 5A");
    assert_eq!(tide.choices(), ["upgrade the-green-tide", "done"]);
    tide.play("upgrade the-green-tide");
    assert_eq!(tide.choices(), ["order deploy", "order dominate", "order advance"]);
    tide.play("order deploy");
    assert_eq!(tide.choices(), ["upgrade werk-fasta", "done"], "an upgrade for Deploy");
    tide.play("done\nbuy ork-boyz thylin\ndone");
    turn_is_over(&tide);
    assert_eq!(tide.at("thylin"), "orks factory, 2 ork-boyz");
    assert_eq!((tide.fact("orks", "resolved"), tide.fact("orks", "on-deck")), ("strategize".to_owned(), String::new()));

    let mut plain = operations("strategize", pieces, "");
    plain.play("system 5A\ndone\ndone");
    turn_is_over(&plain);
    assert_eq!(plain.fact("orks", "on-deck"), "strategize");
}

/// The structure is bought before any unit, and a factory works at once.
/// card: Werk Fasta!
#[test]
fn werk_fasta_builds_before_it_musters() {
    let pieces = "at thylin: orks ork-boyz
        at pergam: chaos cultist
        orks materiel 4
        orks assets none
        orks upgrades werk-fasta";
    let mut fast = operations("deploy", pieces, "");
    fast.play("system 5A\nresolve\nupgrade werk-fasta");
    assert_eq!(fast.choices(), ["build factory thylin", "build city thylin", "build bastion thylin", "done"]);
    fast.play("build factory thylin");
    assert_eq!(fast.prompt(), "Evil Sunz: buy a unit (up to 4 more)");
    fast.play("buy ork-boyz thylin\ndone");
    turn_is_over(&fast);
    assert_eq!(
        (fast.at("thylin"), fast.fact("orks", "materiel")),
        ("orks factory, 2 ork-boyz".to_owned(), "0".to_owned())
    );

    let mut slow = operations("deploy", pieces, "");
    slow.play("system 5A\nresolve\ndone");
    assert_eq!(slow.prompt(), "Evil Sunz: buy a structure", "no factory, no units");
    slow.play("build factory thylin");
    turn_is_over(&slow);

    let mut later = operations("deploy", pieces, "");
    later.play("system 5A\nresolve\nupgrade werk-fasta\ndone");
    assert_eq!(later.prompt(), "Evil Sunz: buy a structure", "not used, the structure comes last");
}

/// A void of the Orks beside Thylin, with a target there.
fn strike(upgrade: &str, target: &str, dice: &str) -> Scenario {
    let pieces = format!(
        "at 5A.SW: orks kill-kroozer
         at xinghua: orks factory
         at thylin: chaos {target}
         at pergam: chaos city
         orks materiel 5
         orks upgrades {upgrade}"
    );
    let mut game = operations("advance", &pieces, dice);
    game.play("system 5A\nresolve\ndone");
    game
}

/// Adds a die to the strike; for any die the Orks gain and the opponent loses a materiel.
/// card: Lootin'!
#[test]
fn lootin_takes_materiel() {
    let aim = "strike 5A.SW thylin";
    let mut loot = strike("lootin", "cultist\nchaos materiel 3", "ODDM");
    loot.play(aim);
    assert_eq!(loot.choices(), ["upgrade lootin", "done"]);
    loot.play("upgrade lootin");
    assert_eq!(dice(&loot, "orks"), [1, 2, 1]);
    loot.play("upgrade lootin");
    assert_eq!(loot.choices(), ["die offence", "die defence", "die morale"], "any face");
    loot.play("die defence");
    assert_eq!((loot.fact("orks", "materiel"), loot.fact("chaos", "materiel")), ("6".to_owned(), "2".to_owned()));
    loot.play("unit cultist thylin");
    turn_is_over(&loot);
    loot.all_dice_used();

    let mut broke = strike("lootin", "cultist\nchaos materiel 0", "DDDD");
    broke.play(aim).play("upgrade lootin\nupgrade lootin");
    assert_eq!((broke.fact("orks", "materiel"), broke.fact("chaos", "materiel")), ("6".to_owned(), "0".to_owned()));

    let mut unused = strike("lootin", "cultist\nchaos materiel 3", "DDD");
    unused.play(aim).play("done");
    turn_is_over(&unused);
    assert_eq!(unused.fact("orks", "materiel"), "5");
}

/// The strike may aim at a bastion; for a morale die an asset token of the opponent changes hands, or is lost if the Orks
/// have three already.
/// card: Stealin'!
#[test]
fn stealin_takes_assets() {
    let mut theft = strike("stealin", "bastion\nchaos assets 2 cache, forge", "DDM");
    theft.play("strike 5A.SW thylin");
    assert_eq!(theft.fact("orks", "upgrades"), "stealin used");
    assert_eq!(theft.choices(), ["upgrade stealin", "done"]);
    theft.play("upgrade stealin");
    assert_eq!(theft.choices(), ["asset forge", "asset cache"]);
    theft.play("asset forge");
    turn_is_over(&theft);
    assert_eq!(theft.fact("orks", "assets"), "1 forge, 1 reinforcement");
    assert_eq!(theft.fact("chaos", "assets"), "2 cache");

    let mut full = strike("stealin", "bastion\nchaos assets cache\norks assets 3 cache", "DDM");
    full.play("strike 5A.SW thylin\nupgrade stealin\nasset cache");
    assert_eq!((full.fact("orks", "assets"), full.fact("chaos", "assets")), ("3 cache".to_owned(), "none".to_owned()));

    let mut nothing = strike("stealin", "bastion\nchaos assets none", "DDM");
    nothing.play("strike 5A.SW thylin");
    turn_is_over(&nothing);

    turn_is_over(&strike("lootin", "bastion", ""));
}

/// One ground unit is bought at full price onto a friendly world of the active system, without a factory; assets just
/// collected pay. [card-clarifications.ork-spores.1]
/// card: Ork Spores
#[test]
fn ork_spores_grow_on_friendly_worlds() {
    let board = |pieces: &str| {
        format!(
            "players orks chaos
             phase operations
             first orks
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             orders 2A: orks dominate
             orders 5A: chaos advance
             at thylin: chaos city
             orks materiel 6
             orks assets none
             {pieces}"
        )
    };
    let mut spores = scenario(&board("at pergam: orks city\nat 2A.SW: orks onslaught-attack-ship"), "");
    spores.play("system 2A\nresolve\naccept");
    // Level 1; Pergam's fresh forge token bridges the level of the Battlewagon. Laodicea is nobody's.
    assert_eq!(spores.choices(), ["buy ork-boyz pergam", "buy nob pergam", "buy battlewagon pergam"]);
    spores.play("buy battlewagon pergam");
    assert_eq!(spores.prompt(), "World Eaters: reveal an order", "one unit only");
    assert_eq!(
        (spores.at("pergam"), spores.fact("orks", "materiel")),
        ("orks city, battlewagon".to_owned(), "2".to_owned())
    );
    assert_eq!(spores.fact("orks", "assets"), "none", "the forge token is spent");

    let mut cache = scenario(&board("at pergam: orks ork-boyz\norks materiel 0\norks assets cache"), "");
    cache.play("system 2A\nresolve\naccept");
    assert_eq!(cache.choices(), ["buy ork-boyz pergam cache"]);

    let mut declined = scenario(&board("at pergam: orks city"), "");
    declined.play("system 2A\nresolve\ndecline");
    assert_eq!(declined.at("pergam"), "orks city");

    let nowhere = "at xinghua: orks city\nat 2A.SW: orks onslaught-attack-ship";
    let mut nowhere = scenario(&board(nowhere), "");
    nowhere.play("system 2A\nresolve");
    assert_eq!(nowhere.prompt(), "World Eaters: reveal an order", "no friendly world in the system");
}

/// At the end of the damage step of an own combat on a world, destroys any structure there; in a combat of others it is of no
/// use. [card-clarifications.teer-it-down.1]
/// card: Teer It Down!
#[test]
fn teer_it_down_wrecks_a_structure() {
    let armies = "battle: orks nob attack chaos bastion, city, cultist\norks scheme teer-it-down";
    let mut battle = orks_play("ard-boyz", armies, "DD | DDD");
    battle.play("decline");
    assert_eq!(battle.prompt(), "Evil Sunz: use a scheme after damage");
    assert_eq!(battle.choices(), ["scheme", "done"]);
    battle.play("scheme");
    assert_eq!(battle.choices(), ["structure city pergam", "structure bastion pergam"]);
    battle.play("structure bastion pergam");
    assert_eq!(battle.at("pergam"), "orks nob; chaos city, cultist");
    assert_eq!(battle.fact("orks", "scheme"), "");

    let bare = "battle: orks nob attack chaos cultist\norks scheme teer-it-down";
    let mut bare = orks_play("ard-boyz", bare, "DD | D");
    bare.play("decline");
    assert_eq!(bare.prompt(), "Evil Sunz: choose a combat card", "nothing to tear down");

    let mut others = scenario(
        "players orks chaos ultramarines
         battle: chaos helbrute attack ultramarines bastion
         at thylin: orks nob
         orks scheme teer-it-down
         chaos deck khornes-rage, khornes-rage, impure-zeal, impure-zeal, foul-worship
         ultramarines assets none
         ultramarines deck ambush, ambush",
        "DDD | DD",
    );
    others.play("chaos: card khornes-rage\nultramarines: card ambush\ndecline");
    assert!(others.log().contains("Execution round 2"), "damage was assessed without the Orks: {}", others.log());
    assert_eq!(others.fact("orks", "scheme"), "teer-it-down");
    assert_ne!(others.asked(), others.seat("orks"));
}

/// While buying a unit, the card takes off 1 materiel for each reinforcement token, which stay; with Deploy and Ork Spores.
/// card: Warboss
#[test]
fn warboss_counts_reinforcements() {
    let pieces = "at thylin: orks factory
        at pergam: chaos cultist
        orks materiel 1
        orks assets 2 reinforcement
        orks scheme warboss";
    let mut deploy = operations("deploy", pieces, "");
    deploy.play("system 5A\nresolve");
    let units: Vec<String> = deploy.choices();
    assert_eq!(
        units,
        [
            "buy ork-boyz thylin scheme",
            "buy ork-boyz xinghua scheme",
            "buy onslaught-attack-ship 5A.SE scheme",
            "buy onslaught-attack-ship 5A.SW scheme",
            "done"
        ],
        "2 less 2 is free; at full price he can buy nothing"
    );
    deploy.play("buy ork-boyz thylin scheme");
    assert_eq!((deploy.fact("orks", "materiel"), deploy.fact("orks", "scheme")), ("1".to_owned(), String::new()));
    assert_eq!(deploy.fact("orks", "assets"), "2 reinforcement");
    assert_eq!(deploy.choices(), ["done"], "only one unit");

    let spores = "at thylin: orks ork-boyz
        at pergam: chaos cultist
        orks materiel 0
        orks assets 2 reinforcement
        orks scheme warboss";
    let mut dominate = operations("dominate", spores, "");
    dominate.play("system 5A\nresolve\naccept");
    assert_eq!(dominate.choices(), ["buy ork-boyz thylin scheme"]);

    let cache = pieces.replace("assets 2 reinforcement", "assets forge, cache, reinforcement");
    let mut cache = operations("deploy", &cache, "");
    cache.play("system 5A\nresolve");
    assert!(cache.offers("buy nob thylin cache scheme"), "3 less 2 less 1: {:?}", cache.choices());
    assert!(cache.offers("buy nob thylin cache") && !cache.offers("buy nob thylin scheme"));

    let none = pieces.replace("assets 2 reinforcement", "assets none").replace("materiel 1", "materiel 2");
    let mut none = operations("deploy", &none, "");
    none.play("system 5A\nresolve");
    assert!(none.offers("buy ork-boyz thylin") && !none.offers("buy ork-boyz thylin scheme"));
}

/// When an enemy unit is routed in an own combat, it may be destroyed instead.
/// card: Gitz Dem!
#[test]
fn gitz_dem_finishes_the_routed() {
    let armies = "battle: orks 2 ork-boyz attack chaos helbrute, chaos-space-marine\norks scheme gitz-dem";
    let mut damage = orks_play("ard-boyz", armies, "DDOO | DDDDMM | OO");
    damage.play("decline");
    assert_eq!(
        damage.prompt(),
        "Evil Sunz: choose a combat card",
        "two offence against four defence: {}",
        damage.log()
    );
    assert_eq!(damage.fact("orks", "scheme"), "gitz-dem");

    let mut hit = orks_play("shoota-boyz", armies, "OOOO | MMMMMM");
    hit.play("decline\nunit helbrute pergam");
    assert_eq!(hit.prompt(), "World Eaters: choose who suffers 2 damage");
    hit.play("unit chaos-space-marine pergam");
    assert_eq!(hit.prompt(), "Evil Sunz: use a scheme on the routed unit");
    assert_eq!(hit.choices(), ["scheme", "done"]);
    hit.play("scheme");
    assert!(hit.log().contains("Chaos Space Marine destroyed on Pergam"), "{}", hit.log());
    assert_eq!(hit.fact("orks", "scheme"), "");

    let by_card = "battle: orks 2 ork-boyz attack chaos helbrute\norks scheme gitz-dem";
    let mut by_card = orks_play("sea-of-green", by_card, "DDDD | DDD");
    by_card.play("accept\naccept\nunit helbrute pergam");
    assert_eq!(by_card.prompt(), "Evil Sunz: use a scheme on the routed unit");
    by_card.play("scheme");
    assert!(by_card.log().contains("Helbrute destroyed on Pergam"), "{}", by_card.log());

    let own = "battle: chaos chaos-space-marine attack orks nob, ork-boyz\norks scheme gitz-dem";
    let mut own = orks_hold("ard-boyz", own, "DDD | MMMM");
    own.play("orks: card ard-boyz\nchaos: card khornes-rage\naccept\nunit nob pergam");
    assert_eq!(own.fact("orks", "scheme"), "gitz-dem", "own units are no enemies");
    assert!(!own.prompt().contains("scheme on the routed"), "{}", own.prompt());
}

/// Instead of revealing an order, an Advance Order is resolved in a system with two own units, which is its active system;
/// upgrades work, no token is used. [card-clarifications.mob-up.1]
/// card: Mob Up!
#[test]
fn mob_up_advances_without_a_token() {
    let pieces = "at pergam: orks ork-boyz, nob
        at thylin: orks ork-boyz routed
        at 5A.SW: orks onslaught-attack-ship
        at 2A.SE: orks onslaught-attack-ship
        at xinghua: chaos cultist
        orks upgrades ork-roks
        orks scheme mob-up";
    let mut mob = operations("deploy", pieces, "");
    assert_eq!(mob.choices(), ["system 5A", "scheme"]);
    mob.play("scheme");
    assert_eq!(mob.choices(), ["system 2A", "system 5A"], "routed units and ships count");
    mob.play("system 5A");
    assert_eq!(mob.choices(), ["upgrade ork-roks", "done"]);
    mob.play("upgrade ork-roks\nmove onslaught-attack-ship 2A.SE 5A.SE\nmove ork-boyz pergam thylin via 2A.SW\ndone\ndecline");
    turn_is_over(&mob);
    assert_eq!(mob.at("thylin"), "orks ork-boyz, ork-boyz routed");
    assert_eq!((mob.fact("orks", "scheme"), mob.fact("orks", "resolved")), (String::new(), String::new()));
    assert_eq!(mob.game.table.orders.len(), 2, "no token was revealed or moved");

    let alone = "at pergam: orks nob\nat thylin: orks city\nat xinghua: chaos cultist\norks scheme mob-up";
    assert_eq!(operations("deploy", alone, "").choices(), ["system 5A"], "nowhere two units");
}

/// The Refresh Phase with an event card to be drawn by the Orks.
fn refresh(event: &str, pieces: &str) -> Scenario {
    let mut refresh = scenario(
        &format!(
            "players orks chaos
             phase refresh
             first orks
             tile 2A at 0 0 turn 0
             tile 5A at 0 1 turn 0
             orks on-deck strategize
             orks events {event}
             {pieces}"
        ),
        "",
    );
    refresh.play(&format!("event {event}"));
    refresh
}

/// Gains 2 materiel; a player loses an asset of his own choice.
/// card: Lootin' 'n Stealin'
#[test]
fn lootin_n_stealin_costs_somebody_an_asset() {
    let pieces = "at 5A.SW: orks onslaught-attack-ship
        at pergam: orks ork-boyz
        at xinghua: chaos cultist
        orks materiel 5
        chaos assets cache, forge";
    let mut event = refresh("lootin-n-stealin", pieces);
    assert_eq!(event.choices(), ["accept", "decline"]);
    event.play("accept");
    assert_eq!(event.fact("orks", "materiel"), "7");
    assert_eq!(event.choices(), ["player orks", "player chaos"]);
    event.play("player chaos");
    assert_eq!(event.prompt(), "World Eaters: Lootin' 'n Stealin': choose an asset to lose");
    assert_eq!(event.choices(), ["asset forge", "asset cache"]);
    event.play("asset cache");
    assert_eq!(event.fact("chaos", "assets"), "1 forge");
    assert_eq!(event.fact("orks", "assets"), "1 reinforcement", "the Orks do not get it");
}

/// Two free Ork Boyz go to a friendly world with a Nob, or one to any friendly world.
/// card: Letz Get Fightin'
#[test]
fn letz_get_fightin_gathers_around_nobz() {
    let pieces = "at pergam: orks nob\nat laodicea: orks city\nat xinghua: chaos cultist";
    let mut event = refresh("letz-get-fightin", pieces);
    assert_eq!(event.choices(), ["option 1", "option 2", "decline"]);
    event.play("option 1");
    assert_eq!(event.choices(), ["free ork-boyz pergam"]);
    event.play("free ork-boyz pergam");
    assert_eq!(event.at("pergam"), "orks 2 ork-boyz, nob");

    let mut single = refresh("letz-get-fightin", pieces);
    single.play("option 2");
    assert_eq!(single.choices(), ["free ork-boyz pergam", "free ork-boyz laodicea"]);
    single.play("free ork-boyz laodicea");
    assert_eq!(single.at("laodicea"), "orks city, ork-boyz");

    let without = pieces.replace("orks nob", "orks battlewagon");
    assert_eq!(refresh("letz-get-fightin", &without).choices(), ["option 2", "decline"]);
}

/// Takes a unit from any world to any uncontrolled world, across storms.
/// card: How We Getz Here?
#[test]
fn how_we_getz_here_needs_no_path() {
    let pieces = "at pergam: orks nob, ork-boyz
        at 2A.SW: orks onslaught-attack-ship
        at xinghua: chaos cultist";
    let mut event = refresh("how-we-getz-here", pieces);
    assert_eq!(event.choices(), ["unit ork-boyz pergam", "unit nob pergam", "decline"], "no ship");
    event.play("unit nob pergam");
    assert_eq!(event.choices(), ["area laodicea", "area thylin"], "uncontrolled worlds only");
    event.play("area thylin");
    assert_eq!((event.at("thylin"), event.at("pergam")), ("orks nob".to_owned(), "orks ork-boyz".to_owned()));
}

/// Gains 2 reinforcement tokens, up to three.
/// card: Moar Boyz!
#[test]
fn moar_boyz_stop_at_three() {
    let pieces = "at pergam: orks nob\nat xinghua: chaos cultist";
    let mut event = refresh("moar-boyz", &format!("{pieces}\norks assets none"));
    event.play("accept");
    assert_eq!(event.fact("orks", "assets"), "2 reinforcement");
    let mut full = refresh("moar-boyz", &format!("{pieces}\norks assets 2 reinforcement"));
    full.play("accept");
    assert_eq!(full.fact("orks", "assets"), "3 reinforcement");
}
