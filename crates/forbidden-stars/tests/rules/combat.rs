//! Combat, from the roll to the clean-up; contested areas and the states of areas.

mod cards;
mod resolution;

use crate::common::{Scenario, new_game, scenario};
use expect_test::expect;
use forbidden_stars::board::{Looking, Standing};
use forbidden_stars::components::{Asset, Face};
use forbidden_stars::notation::Names;
use forbidden_stars::table::{Area, Side};
use forbidden_stars::{MapChoice, combat};
use kernel::Seat;

/// A system with three neighbours: 5A to the north, 2A to the east (7A behind it), 4A to the west.
pub const BOARD: &str = "
    tile 10A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    tile 2A at 1 0 turn 0
    tile 7A at 2 0 turn 0
    tile 4A at -1 0 turn 0
";

/// A position on the board above, ready to fight.
pub fn board(players: &str, rest: &str) -> String {
    format!("players {players}\nphase battle\n{BOARD}\n{rest}")
}

/// The same board in the Operations Phase.
pub fn operations(players: &str, rest: &str) -> String {
    format!("players {players}\nphase operations\n{BOARD}\n{rest}")
}

/// Declines every ability and does what leaves no choice, until there is something to choose.
pub fn decline_all(game: &mut Scenario) {
    while game.game.next_question().is_some() && !game.prompt().contains("combat card") {
        let choices = game.choices();
        let choice = choices.iter().find(|&choice| choice == "decline" || choice == "done");
        match choice.or(choices.first().filter(|_| choices.len() == 1)) {
            Some(choice) => game.play(choice),
            None => return,
        };
    }
}

/// One execution round in which nobody uses an ability.
pub fn quiet_round(game: &mut Scenario, cards: &str) {
    game.play(cards);
    decline_all(game);
}

/// A player's dice, as letters.
pub fn dice(game: &Scenario, faction: &str) -> String {
    let dice = game.game.table.dice(game.seat(faction));
    "ODM".chars().zip(dice).flat_map(|(letter, count)| (0..count).map(move |_| letter)).collect()
}

/// Offence and defence tokens.
pub fn tokens(game: &Scenario, faction: &str) -> [u8; 2] {
    game.game.table.battle().side(side(game, faction)).tokens
}

pub fn side(game: &Scenario, faction: &str) -> Side {
    game.game.table.battle().side_of(game.seat(faction)).expect("the faction fights in this combat")
}

/// Offence or defence value.
pub fn value(game: &Scenario, faction: &str, face: Face) -> u8 {
    combat::value(game.game.look(), side(game, faction), face)
}

pub fn morale(game: &Scenario, faction: &str) -> u8 {
    combat::morale(game.game.look(), side(game, faction))
}

/// How often a line that contains these words stands in the log.
pub fn times(game: &Scenario, words: &str) -> usize {
    game.log().lines().filter(|line| line.contains(words)).count()
}

pub fn deck_size(game: &Scenario, faction: &str) -> usize {
    game.game.table.player(game.seat(faction)).deck.len()
}

pub fn hand_size(game: &Scenario, faction: &str) -> usize {
    game.game.table.player(game.seat(faction)).hand.len()
}

pub fn supply(game: &Scenario, asset: Asset) -> u8 {
    game.game.table.asset_supply[asset.index()]
}

pub fn area(game: &Scenario, name: &str) -> Area {
    Names::of(game.game.look()).read_area(name).expect("an area of the board")
}

fn standing(game: &Scenario, name: &str, faction: &str) -> Standing {
    game.game.look().standing(area(game, name), game.seat(faction))
}

// The start of a combat.

/// Without unrouted unit or bastion the defender loses at once, and his units retreat. [combat.auto-win.1, combat.auto-win.2]
#[test]
fn routed_defenders_lose_at_once_and_retreat() {
    let mut battle = scenario(
        "battle: chaos cultist attack ultramarines 2 scout routed, city
         chaos assets 1 reinforcement
         ultramarines assets 1 reinforcement
         ultramarines deck ambush, fury-of-the-ultramar, ambush, reconnaissance",
        "",
    );
    assert_eq!(battle.choices(), ["area laodicea"]);
    assert_eq!(standing(&battle, "pergam", "ultramarines"), Standing::Contested, "the city is not captured yet");
    battle.play("area laodicea");
    expect![[r#"
          Combat on Pergam: World Eaters attacks Ultramarines
          World Eaters wins on Pergam
        > ultramarines: area laodicea
          Ultramarines retreats from Pergam to Laodicea
          World Eaters captures the city on Pergam"#]]
    .assert_eq(&battle.log());
    assert_eq!(battle.at("laodicea"), "ultramarines 2 scout routed");
    assert_eq!(battle.at("pergam"), "chaos city, cultist");
    assert!(battle.fact("ultramarines", "deck").starts_with("ambush, fury-of-the-ultramar, ambush, reconnaissance,"));
    assert_eq!(battle.fact("chaos", "assets"), "1 reinforcement");
}

/// Routed defenders of a lost combat who cannot retreat are destroyed. [combat.auto-win.2]
#[test]
fn routed_defenders_without_retreat_are_destroyed() {
    let battle = scenario(
        "battle: chaos cultist attack ultramarines 2 scout routed
         at laodicea: chaos cultist",
        "",
    );
    assert_eq!(times(&battle, "Scout destroyed on Pergam"), 2);
    assert_eq!(battle.at("pergam"), "chaos cultist");
}

/// A city or factory alone is captured without a fight. [combat.auto-win.3]
#[test]
fn a_factory_alone_is_captured() {
    let battle = scenario("battle: chaos cultist attack ultramarines factory", "");
    assert_eq!(battle.at("pergam"), "chaos factory, cultist");
    assert_eq!(times(&battle, "draws"), 0);
    assert_eq!(deck_size(&battle, "chaos"), 10);
    let city = scenario("battle: chaos cultist attack ultramarines city", "");
    assert_eq!(city.at("pergam"), "chaos city, cultist");
}

/// A bastion fights on its own; routed units beside it roll nothing and stay. [combat.bastion-alone.1, rout-rally.restrict.1, combat.draw.1]
#[test]
fn a_lone_bastion_fights() {
    let battle = scenario("battle: chaos cultist attack ultramarines bastion, scout routed", "O | DM");
    battle.all_dice_used();
    assert_eq!((dice(&battle, "chaos").as_str(), dice(&battle, "ultramarines").as_str()), ("O", "DM"));
    for faction in ["chaos", "ultramarines"] {
        assert_eq!((hand_size(&battle, faction), deck_size(&battle, faction)), (5, 5));
    }
    assert!(battle.at("pergam").contains("bastion, scout routed"));
    let alone = scenario("battle: chaos cultist attack ultramarines bastion", "O | DM");
    alone.all_dice_used();
    assert!(!alone.choices_of(alone.seat("ultramarines")).is_empty(), "the bastion's owner chooses a card");
}

/// Only the defender can lose automatically; routed attackers fight, without dice. [combat.auto-win.4, rout-rally.restrict.1]
#[test]
fn routed_attackers_still_fight() {
    let mut battle = scenario(
        "battle: chaos cultist routed attack orks ork-boyz
         orks assets none
         orks deck slugga-boyz, slugga-boyz, ard-boyz, ard-boyz, gretchin
         chaos deck dark-faith, dark-faith, foul-worship, foul-worship, lure-of-chaos",
        "DD",
    );
    battle.all_dice_used();
    assert_eq!(dice(&battle, "chaos"), "");
    // Slugga Boyz: one damage, which a routed Cultist survives.
    quiet_round(&mut battle, "chaos: card dark-faith\norks: card slugga-boyz");
    quiet_round(&mut battle, "chaos: card foul-worship\norks: card ard-boyz");
    quiet_round(&mut battle, "chaos: card dark-faith\norks: card ard-boyz");
    assert_eq!(times(&battle, "Execution round"), 3);
    assert_eq!(times(&battle, "Morale 2 against 1"), 1);
}

/// Effects at the start of a combat come before the dice and count against the limit of eight. [combat.start.2]
#[test]
fn a_die_gained_at_the_start_takes_a_place_among_the_eight() {
    let position = operations(
        "chaos ultramarines",
        "at xinghua: chaos 3 chaos-space-marine
         at turaci: ultramarines scout
         orders 10A: chaos advance
         chaos scheme through-the-warp",
    );
    let mut game = scenario(&position, "OOOOOOO | O");
    game.play(
        "system 10A
         resolve
         scheme
         move chaos-space-marine xinghua turaci
         move chaos-space-marine xinghua turaci
         move chaos-space-marine xinghua turaci",
    );
    game.all_dice_used();
    assert_eq!(dice(&game, "chaos"), "OOOOOOOM");
    let log = game.log();
    assert!(log.find("0 offence, 0 defence, 1 morale") < log.find("World Eaters rolls 7 offence"));
}

/// The die belongs to him whose order starts the combat, not to whoever attacks in a later one. [combat.start.2, contested-areas.nested.1]
#[test]
fn a_combat_that_a_card_starts_gives_no_die() {
    let position = operations(
        "chaos eldar",
        &format!(
            "at xinghua: chaos cultist
             at turaci: eldar aspect-warrior, falcon
             at illedrias: chaos 2 cultist
             orders 10A: chaos advance
             chaos scheme through-the-warp
             {}",
            SERPENT.replace("contest turaci chaos from xinghua", "")
        ),
    );
    let mut game = scenario(&position, "D | OOOOM | DD | DD");
    game.play("system 10A\nresolve\nscheme\nmove cultist xinghua turaci");
    assert_eq!(dice(&game, "chaos"), "DM");
    game.play("chaos: card foul-worship\neldar: card wave-serpent\ndecline\ndecline\ndecline\naccept\narea illedrias");
    game.play("unit aspect-warrior turaci");
    decline_all(&mut game);
    game.all_dice_used();
    assert_eq!(times(&game, "Combat on Illedrias"), 1);
    assert_eq!((dice(&game, "eldar").as_str(), dice(&game, "chaos").as_str()), ("DD", "DD"));
}

/// A combat that is won at once gives no start-of-combat die, and a routed defender no way out. [combat.start.1]
#[test]
fn nothing_starts_in_a_combat_won_at_once() {
    let position = operations(
        "chaos eldar",
        "at xinghua: chaos cultist
         at turaci: eldar wraithguard routed
         at pergam: eldar aspect-warrior
         orders 10A: chaos advance
         chaos scheme through-the-warp
         eldar scheme farsight",
    );
    let mut game = scenario(&position, "");
    game.play("system 10A\nresolve\nscheme\nmove cultist xinghua turaci\n");
    assert_eq!(times(&game, "1 morale"), 0);
    assert_eq!(times(&game, "Farsight"), 0);
    assert!(game.prompt().contains("retreat from"), "{}", game.prompt());
    assert!(!game.offers("scheme"));
}

// Preparation.

/// Unrouted units and bastions roll; routed units and ships next door do not. [combat.roll-dice.1, combat.roll-dice.2, combat.roll-dice.4, combat.participants.1]
#[test]
fn unrouted_units_and_bastions_roll() {
    let battle = scenario(
        "battle: chaos cultist attack ultramarines scout, space-marine, scout routed
         at 2A.SW: ultramarines battle-barge",
        "M | ODD",
    );
    battle.all_dice_used();
    // The attacker's dice come first, and nobody is asked in between.
    assert_eq!((dice(&battle, "chaos").as_str(), dice(&battle, "ultramarines").as_str()), ("M", "ODD"));
    let fort = scenario("battle: chaos cultist attack ultramarines bastion, scout", "O | ODD");
    fort.all_dice_used();
    assert_eq!(dice(&fort, "ultramarines"), "ODD");
}

/// Dice stay when the units that brought them are gone. [combat.roll-dice.3]
#[test]
fn dice_outlive_their_units() {
    let mut battle = scenario(
        "battle: orks nob attack eldar 2 aspect-warrior, wraithguard
         orks assets none
         orks deck shoota-boyz, shoota-boyz, ard-boyz, ard-boyz, gretchin
         eldar deck hit-and-run, hit-and-run, ranger-support, ranger-support, howling-banshees",
        "OM | DDMMMM",
    );
    battle.play(
        "orks: card shoota-boyz
         eldar: card hit-and-run
         decline
         accept
         move wraithguard pergam laodicea
         unit nob pergam
         unit aspect-warrior pergam",
    );
    assert_eq!(battle.prompt(), "Evil Sunz: choose a combat card");
    assert_eq!(battle.at("pergam"), "orks nob routed; eldar aspect-warrior");
    assert_eq!(dice(&battle, "eldar"), "DDMMM", "only the die that was spent is gone");
}

/// The attacker commits tokens first, knowing his hand and all dice; the defender sees how many. [combat.reinforce.1, reinforcement-tokens.use.1, reinforcement-tokens.use.2, reinforcement-tokens.dice.1]
#[test]
fn the_attacker_reinforces_first() {
    let mut battle = scenario(
        "battle: chaos 2 cultist attack ultramarines scout, scout routed
         chaos assets 3 reinforcement
         ultramarines assets 3 reinforcement",
        "OO | D",
    );
    battle.all_dice_used();
    assert_eq!(battle.asked(), battle.seat("chaos"));
    assert_eq!(battle.choices(), ["amount 0", "amount 1", "amount 2"]);
    assert_eq!(hand_size(&battle, "chaos"), 5);
    battle.play("amount 2");
    assert_eq!(battle.asked(), battle.seat("ultramarines"));
    assert_eq!(times(&battle, "World Eaters commits 2 reinforcement tokens"), 1);
    assert_eq!(battle.choices(), ["amount 0", "amount 1", "amount 2"], "a routed unit counts");
    battle.play("amount 1");
    assert_eq!((dice(&battle, "chaos").as_str(), dice(&battle, "ultramarines").as_str()), ("OO", "D"));
    assert_eq!(battle.fact("chaos", "assets"), "1 reinforcement");
}

/// A bastion alone brings no token; beside a routed unit it brings one. [reinforcement-tokens.use.1, reinforcement-tokens.use.2]
#[test]
fn tokens_need_plastic_units() {
    let alone =
        scenario("battle: chaos cultist attack ultramarines bastion\nultramarines assets 3 reinforcement", "O | DD");
    assert!(alone.prompt().contains("combat card"));
    let beside = scenario(
        "battle: chaos cultist attack ultramarines bastion, scout routed\nultramarines assets 3 reinforcement",
        "O | DD",
    );
    assert_eq!(beside.asked(), beside.seat("ultramarines"));
    assert_eq!(beside.choices(), ["amount 0", "amount 1"]);
}

// Execution.

/// Both choose in secret before anything is revealed; the attacker resolves first; three rounds. [combat.rounds.1, combat.choose-card.1, combat.resolve-cards.1]
#[test]
fn three_rounds_of_choose_resolve_assess() {
    let mut battle = scenario(
        "battle: chaos chaos-space-marine attack ultramarines space-marine
         chaos deck dark-faith, dark-faith, foul-worship, lure-of-chaos, impure-zeal
         ultramarines deck fury-of-the-ultramar, fury-of-the-ultramar, faith-in-the-emperor, ambush, ambush",
        "MMM | MM",
    );
    battle.play("ultramarines: card fury-of-the-ultramar");
    assert_eq!(times(&battle, "reveals"), 0);
    assert_eq!(battle.choices(), ["card dark-faith", "card foul-worship", "card lure-of-chaos", "card impure-zeal"]);
    assert_eq!(battle.asked(), battle.seat("chaos"));
    battle.play("chaos: card dark-faith");
    decline_all(&mut battle);
    quiet_round(&mut battle, "chaos: card dark-faith\nultramarines: card fury-of-the-ultramar");
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card faith-in-the-emperor");
    assert_eq!(times(&battle, "World Eaters reveals"), 3);
    assert_eq!(times(&battle, "Ultramarines reveals"), 3);
    assert_eq!(times(&battle, "Morale"), 1);
    let log = battle.log();
    assert!(log.find("World Eaters reveals Dark Faith") < log.find("Ultramarines reveals Fury of the Ultramar"));
}

/// A card must be chosen while the hand has one; with an empty hand the side plays none and damage goes on. [combat.choose-card.2]
#[test]
fn an_empty_hand_plays_nothing() {
    let mut battle = scenario(
        "battle: orks nob attack ultramarines space-marine
         orks assets none
         orks deck shoota-boyz, shoota-boyz, ard-boyz, gretchin, ard-boyz
         ultramarines deck fury-of-the-ultramar",
        "MM | MM",
    );
    // No printed card empties a hand in two rounds: four cards are put back by hand.
    let seat = battle.seat("ultramarines");
    let player = battle.game.table.player_mut(seat);
    let fury = player.hand.iter().next().expect("a hand of five");
    while player.hand.len() > 1 {
        let card = player.hand.iter().last().expect("cards are left");
        let seen = player.hand.take(card).expect("the card is in the hand");
        player.deck.put(seen.what, kernel::SeatSet::NONE);
    }
    assert_eq!(player.hand.iter().next(), Some(fury));
    assert_eq!(battle.choices_of(seat), ["card fury-of-the-ultramar"], "declining is not offered");
    quiet_round(&mut battle, "orks: card shoota-boyz\nultramarines: card fury-of-the-ultramar");
    assert_eq!(battle.asked(), battle.seat("orks"));
    assert!(battle.choices_of(seat).is_empty());
    quiet_round(&mut battle, "orks: card gretchin");
    assert_eq!(times(&battle, "Ultramarines reveals"), 1);
    assert_eq!(times(&battle, "Ultramarines suffers 2 damage"), 2);
    assert_eq!(times(&battle, "Evil Sunz suffers 1 damage"), 2);
    assert_eq!(times(&battle, "Execution round 3"), 1);
}

/// What the attacker's card does is done before the defender reveals his. [combat.resolve-cards.1]
#[test]
fn a_unit_routed_by_the_attacker_meets_no_requisite() {
    let ambush = |attackers: &str| {
        let mut battle = scenario(
            &format!(
                "battle: chaos {attackers} attack ultramarines scout, land-raider
                 chaos deck khornes-rage, khornes-rage, dark-faith, dark-faith, foul-worship
                 ultramarines deck ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor"
            ),
            "MMM | MMMM",
        );
        battle.play("chaos: card khornes-rage\nultramarines: card ambush");
        if attackers == "chaos-space-marine" {
            battle.play("accept\nunit scout pergam");
        }
        battle.play("accept");
        battle.offers("accept")
    };
    assert!(ambush("helbrute"), "an unrouted Scout allows the unit ability");
    assert!(!ambush("chaos-space-marine"), "the Scout is routed before Ambush is revealed");
}

/// Offence and defence: dice, tokens, and faceup cards of this and earlier rounds, not the hand. [combat.assess-damage.1, combat.assess-damage.2, combat.end-of-round.1, combat.end-of-round.3, combat-card-resolution.icons.3]
#[test]
fn dice_tokens_and_faceup_cards_add_up() {
    let mut battle = scenario(
        "battle: ultramarines space-marine, scout routed attack orks battlewagon
         ultramarines deck ambush, ambush, blessed-power-armour, blessed-power-armour, faith-in-the-emperor
         orks assets none
         orks deck mek-boyz, mek-boyz, slugga-boyz, gretchin, gretchin",
        "OO | DDD",
    );
    battle.play("ultramarines: card ambush\norks: card mek-boyz\naccept");
    assert_eq!(value(&battle, "ultramarines", Face::Offence), 2 + 2 + 1);
    battle.play("decline\nunit battlewagon pergam");
    assert_eq!(tokens(&battle, "ultramarines"), [0, 0], "tokens went back at the end of the round");
    battle.play("ultramarines: card ambush\norks: card gretchin\naccept");
    assert_eq!(value(&battle, "ultramarines", Face::Offence), 2 + 2 + 1 + 1);
    assert_eq!(value(&battle, "ultramarines", Face::Defence), 0, "cards in hand do not count");
    battle.play("decline\ndecline\nunit battlewagon pergam routed");
    battle.play("ultramarines: card blessed-power-armour\norks: card gretchin\naccept");
    assert_eq!(value(&battle, "ultramarines", Face::Offence), 2 + 1 + 1, "earlier cards count, used or not");
    assert_eq!(value(&battle, "ultramarines", Face::Defence), 2 + 1);
    assert_eq!(value(&battle, "orks", Face::Defence), 3, "only the dice");
}

/// Damage is the opponent's offence minus one's own defence, never below zero. [combat.assess-damage.3]
#[test]
fn defence_reduces_damage() {
    let suffered = |offence: &str, defence: &str| {
        let mut battle = scenario(
            "battle: orks 3 ork-boyz attack ultramarines space-marine, space-marine routed, warlord-titan
             orks assets none
         orks deck slugga-boyz, slugga-boyz, gretchin, gretchin, mek-boyz
             ultramarines deck faith-in-the-emperor, faith-in-the-emperor, ambush, ambush, reconnaissance",
            &format!("{offence} | {defence}"),
        );
        quiet_round(&mut battle, "orks: card slugga-boyz\nultramarines: card faith-in-the-emperor");
        let log = battle.log();
        let line =
            log.lines().rfind(|line| line.contains("Ultramarines suffers")).expect("damage is assessed").to_owned();
        line.trim().to_owned()
    };
    // Slugga Boyz adds one offence.
    assert_eq!(suffered("OODDDD", "DDDDD"), "Ultramarines suffers 0 damage");
    assert_eq!(suffered("OOOOOD", "DDOOO"), "Ultramarines suffers 4 damage");
}

/// Both values are fixed first: wiped out attackers still deal their damage; without a winner the city stays, and the decks are whole. [combat.assess-damage.4, combat.early-end.3, combat.early-end.4, combat.clean-up.2, combat.clean-up.3]
#[test]
fn both_sides_may_destroy_each_other() {
    let mut battle = scenario(
        "battle: chaos chaos-space-marine attack eldar aspect-warrior, city
         chaos deck khornes-rage, khornes-rage, dark-faith, dark-faith, foul-worship
         eldar deck howling-banshees, howling-banshees, hit-and-run, hit-and-run, ranger-support",
        "OOO | OO",
    );
    quiet_round(&mut battle, "chaos: card khornes-rage\neldar: card howling-banshees");
    let log = battle.log();
    assert!(log.find("Chaos Space Marine destroyed on Pergam") < log.find("Aspect Warrior destroyed on Pergam"));
    assert_eq!(times(&battle, "Nobody wins on Pergam"), 1);
    assert_eq!(times(&battle, "captures"), 0);
    assert_eq!(battle.at("pergam"), "eldar city");
    assert_eq!(standing(&battle, "pergam", "eldar"), Standing::Friendly);
    assert_eq!((deck_size(&battle, "chaos"), deck_size(&battle, "eldar")), (10, 10));
    assert!(battle.game.table.battle.is_none(), "dice and tokens are gone with the combat");

    let mut ships = scenario(
        "battle: chaos iconoclast-destroyer attack eldar hellebore-frigate
         chaos deck khornes-rage, khornes-rage, dark-faith, dark-faith, foul-worship
         eldar deck howling-banshees, howling-banshees, hit-and-run, hit-and-run, ranger-support",
        "OO | OOO",
    );
    quiet_round(&mut ships, "chaos: card khornes-rage\neldar: card howling-banshees");
    assert_eq!(standing(&ships, "2A.SW", "eldar"), Standing::Uncontrolled);
    assert_eq!((deck_size(&ships, "chaos"), deck_size(&ships, "eldar")), (10, 10));
}

// Who takes part.

/// Five attackers at most: an Advance Order offers no sixth, nor does a card. [combat.attackers-cap.1]
#[test]
fn five_units_attack_at_most() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at xinghua: chaos 3 cultist
             at thylin: chaos 3 chaos-space-marine
             at turaci: ultramarines bastion
             orders 10A: chaos advance",
        ),
        "OOOOOOOO | OO",
    );
    game.play("system 10A\nresolve");
    for _ in 0..3 {
        game.play("move chaos-space-marine thylin turaci");
    }
    game.play("move cultist xinghua turaci");
    assert!(game.offers("move cultist xinghua turaci"));
    game.play("move cultist xinghua turaci");
    assert!(game.offers("move cultist xinghua illedrias"), "the third Cultist could go elsewhere");
    assert!(!game.offers("move cultist xinghua turaci"));
    game.play("! move cultist xinghua turaci\ndone");
    assert_eq!(times(&game, "Combat on Turaci"), 1);
}

/// The Eldar defend Turaci against Chaos, with an enemy world next door.
pub const SERPENT: &str = "contest turaci chaos from xinghua
    eldar pairs wave-serpent, hit-and-run, howling-banshees, ranger-support, striking-scorpions
    eldar deck wave-serpent, hit-and-run, howling-banshees, hit-and-run, ranger-support
    chaos deck foul-worship, foul-worship, dark-faith, khornes-rage, khornes-rage";

/// A card that attacks another world brings five units at most. [combat.attackers-cap.1]
#[test]
fn five_units_attack_by_card_at_most() {
    let mut game = scenario(
        &board(
            "chaos eldar",
            &format!(
                "at turaci: chaos cultist
                 at turaci: eldar 4 aspect-warrior, 2 wraithguard, falcon
                 at illedrias: chaos 2 cultist
                 {SERPENT}"
            ),
        ),
        "D | MMMMMMMM",
    );
    game.play("chaos: card foul-worship\neldar: card wave-serpent\ndecline\ndecline\naccept\narea illedrias");
    for _ in 0..4 {
        game.play("unit aspect-warrior turaci");
    }
    assert!(game.offers("unit wraithguard turaci"));
    game.play("unit wraithguard turaci");
    assert!(!game.offers("unit wraithguard turaci"));
    assert_eq!(game.at("illedrias"), "chaos 2 cultist; eldar 4 aspect-warrior, wraithguard");
}

// Contested areas.

/// An area made contested by a card waits for the end of the present combat; then it is fought over, with full decks. [contested-areas.combat.1, contested-areas.nested.1]
#[test]
fn a_second_combat_follows_the_first() {
    let mut game = scenario(
        &board(
            "chaos eldar",
            &format!(
                "at turaci: chaos cultist
                 at turaci: eldar aspect-warrior, falcon
                 at illedrias: chaos 2 cultist
                 {SERPENT}"
            ),
        ),
        "D | MMMMO | DD | DD",
    );
    game.play("chaos: card foul-worship\neldar: card wave-serpent\ndecline\ndecline\ndecline\naccept\narea illedrias");
    game.play("unit aspect-warrior turaci");
    assert_eq!(times(&game, "Combat on Illedrias"), 0);
    for cards in
        ["chaos: card foul-worship\neldar: card ranger-support", "chaos: card dark-faith\neldar: card hit-and-run"]
    {
        quiet_round(&mut game, cards);
    }
    let log = game.log();
    assert!(
        log.find("Craftworld Iyanden wins on Turaci") < log.find("Combat on Illedrias: Craftworld Iyanden attacks")
    );
    assert_eq!(times(&game, "Combat on Illedrias"), 1);
    assert_eq!((deck_size(&game, "chaos"), hand_size(&game, "chaos")), (5, 5), "drawn anew from ten");
}

/// Where one effect makes several areas contested, the acting player picks the order of the combats. [contested-areas.limit.1]
#[test]
fn several_combats_are_fought_in_the_order_chosen() {
    let mut game = scenario(
        &board(
            "chaos ultramarines",
            "at turaci: chaos cultist
             at turaci: ultramarines factory
             at illedrias: chaos cultist
             at illedrias: ultramarines city
             contest turaci chaos
             contest illedrias chaos",
        ),
        "",
    );
    assert_eq!(game.asked(), game.seat("chaos"));
    assert_eq!(game.choices(), ["area turaci", "area illedrias"]);
    game.play("area illedrias");
    let log = game.log();
    assert!(log.find("captures the city on Illedrias") < log.find("Combat on Turaci"));
    assert_eq!(times(&game, "captures"), 2);
}

/// Units landed by an orbital strike fight as soon as the strike is over; who placed them attacks. [contested-areas.combat.1, combat.roles.1]
#[test]
fn landed_units_fight_at_once() {
    let mut game = scenario(
        &operations(
            "ultramarines chaos",
            "at 10A.SE: ultramarines strike-cruiser
             at illedrias: chaos cultist
             orders 10A: ultramarines advance
             ultramarines upgrades drop-pods",
        ),
        "DD | MM | D",
    );
    game.play("system 10A\nresolve\nstrike 10A.SE illedrias\nupgrade drop-pods\nupgrade drop-pods\n");
    game.play("free space-marine illedrias");
    game.all_dice_used();
    assert_eq!(times(&game, "Combat on Illedrias: Ultramarines attacks World Eaters"), 1);
}

/// Only the two players of a combat use schemes in it, and only their units are reached. [combat.effects-by-others.1, combat.third-party.1]
#[test]
fn a_third_player_stays_out() {
    let position = |attacker: &str, unit: &str, card: &str| {
        board(
            "chaos ultramarines orks",
            &format!(
                "at turaci: {attacker} {unit}
                 at turaci: ultramarines scout
                 at illedrias: orks ork-boyz
                 contest turaci {attacker} from xinghua
                 orks assets none
                 orks scheme gitz-dem
                 chaos pairs death-and-despair, khornes-rage, dark-faith, foul-worship, impure-zeal
                 chaos deck {card}, foul-worship, foul-worship, dark-faith, dark-faith
                 orks deck shoota-boyz, slugga-boyz, slugga-boyz, gretchin, gretchin
                 ultramarines deck fury-of-the-ultramar, ambush, ambush, reconnaissance, reconnaissance"
            ),
        )
    };
    let mut rout = scenario(&position("chaos", "chaos-space-marine", "khornes-rage"), "MMM | M");
    rout.play("chaos: card khornes-rage\nultramarines: card fury-of-the-ultramar\naccept\nunit scout turaci");
    assert_eq!(times(&rout, "Scout routed on Turaci"), 1);
    assert_ne!(rout.asked(), rout.seat("orks"));
    // The same scheme is offered to its owner when he fights himself.
    let mut own = scenario(&position("orks", "ork-boyz", "khornes-rage"), "OM | M");
    own.play(
        "orks: card gretchin\nultramarines: card ambush\ndecline\ndecline\ndecline\ndecline\nunit ork-boyz turaci",
    );
    own.play("unit scout turaci");
    assert_eq!(own.choices(), ["scheme", "done"]);
    let mut despair = scenario(&position("chaos", "chaos-space-marine", "death-and-despair"), "DDD | D");
    despair.play("chaos: card death-and-despair\nultramarines: card fury-of-the-ultramar\noption 2\naccept");
    assert_eq!(despair.choices(), ["unit scout turaci"]);
}

// Simultaneous effects.

/// In a combat the attacker is asked first, whoever is first player; his ability is finished before the next begins. [simultaneous-effects.order.2, simultaneous-effects.whole.1]
#[test]
fn the_attacker_responds_first() {
    for (attacker, defender) in [("eldar", "ultramarines"), ("ultramarines", "eldar")] {
        let unit = |faction: &str| if faction == "eldar" { "wraithguard" } else { "space-marine" };
        let mut battle = scenario(
            &format!(
                "battle: {attacker} {} attack {defender} {}
                 at laodicea: eldar aspect-warrior
                 first {defender}
                 eldar scheme farsight
                 ultramarines scheme adeptus-mechanicus
                 ultramarines deck faith-in-the-emperor
                 eldar deck howling-banshees",
                unit(attacker),
                unit(defender)
            ),
            "DD | DD",
        );
        battle.play("eldar: card howling-banshees\nultramarines: card faith-in-the-emperor");
        while battle.offers("decline") {
            battle.play("decline");
        }
        assert_eq!(battle.asked(), battle.seat(attacker));
        assert_eq!(battle.choices(), ["scheme", "done"]);
        battle.play("scheme");
        if attacker == "eldar" {
            // Farsight still asks for its place before the defender is asked for anything.
            assert_eq!(battle.asked(), battle.seat("eldar"));
            assert_eq!(battle.choices(), ["area laodicea"]);
            battle.play("area laodicea");
        }
        assert_eq!(battle.asked(), battle.seat(defender));
        assert_eq!(battle.choices(), ["scheme", "done"]);
    }
}

/// Outside a combat the first player's effects go first, then clockwise. [simultaneous-effects.order.1]
#[test]
fn the_first_players_effects_go_first() {
    for (first, order) in
        [("ultramarines", ["Ultramarines", "World Eaters"]), ("chaos", ["World Eaters", "Ultramarines"])]
    {
        let mut game = scenario(
            &format!(
                "players ultramarines chaos
                 phase refresh
                 first {first}
                 {BOARD}
                 at turaci: ultramarines scout
                 at xinghua: chaos cultist
                 ultramarines on-deck deploy
                 chaos on-deck deploy
                 ultramarines events heroic-intervention
                 chaos events spoils-of-war"
            ),
            "",
        );
        assert_eq!(game.asked(), game.seat(first));
        while !(game.log().contains("Ultramarines chooses") && game.log().contains("World Eaters chooses")) {
            let choice = game.choices().last().expect("a choice").clone();
            game.play(&choice);
        }
        let log = game.log();
        let [one, other] = order.map(|name| log.find(&format!("{name} chooses")).expect("both choose an event"));
        assert!(one < other);
    }
}

/// A player with several effects at one moment picks the order himself and finishes each. [simultaneous-effects.own.1, simultaneous-effects.whole.1]
#[test]
fn a_player_orders_his_own_effects() {
    let strike = || {
        let mut game = scenario(
            &operations(
                "eldar chaos",
                "at 10A.SE: eldar hellebore-frigate
                 at illedrias: chaos cultist, chaos-space-marine
                 orders 10A: eldar advance
                 eldar upgrades tactical-strikes
                 eldar scheme vicious-raids",
            ),
            "MMMM",
        );
        game.play("system 10A\nresolve\nstrike 10A.SE illedrias\nupgrade tactical-strikes");
        assert_eq!(game.choices(), ["upgrade tactical-strikes", "scheme", "done"]);
        game
    };
    let mut upgrade_first = strike();
    upgrade_first.play("upgrade tactical-strikes");
    assert_eq!(upgrade_first.choices(), ["unit cultist illedrias", "unit chaos-space-marine illedrias"]);
    upgrade_first.play("unit cultist illedrias");
    assert_eq!(upgrade_first.choices(), ["scheme", "done"]);
    let mut scheme_first = strike();
    scheme_first.play("scheme");
    assert!(!scheme_first.offers("upgrade tactical-strikes"));
}

// The states of areas.

/// Units and structures, routed units too, decide what an area is to a player; objective tokens do not. [areas.type.1, areas.friendly.1, areas.enemy.1, areas.uncontrolled.1, areas.uncontrolled.2, areas.contested.1, areas.routed.1]
#[test]
fn areas_are_friendly_enemy_uncontrolled_or_contested() {
    let game = scenario(
        &board(
            "ultramarines chaos",
            "at turaci: ultramarines city
             at illedrias: ultramarines scout
             at illedrias: chaos factory
             at argovia: chaos factory
             at 10A.SE: ultramarines strike-cruiser routed
             objective pergam ultramarines
             contest illedrias ultramarines",
        ),
        "",
    );
    assert_eq!(standing(&game, "turaci", "ultramarines"), Standing::Friendly);
    assert_eq!(standing(&game, "turaci", "chaos"), Standing::Enemy);
    assert_eq!(standing(&game, "argovia", "ultramarines"), Standing::Enemy);
    assert_eq!(standing(&game, "10A.SE", "ultramarines"), Standing::Friendly);
    for faction in ["ultramarines", "chaos"] {
        assert_eq!(standing(&game, "pergam", faction), Standing::Uncontrolled);
        assert_eq!(standing(&game, "2A.SW", faction), Standing::Uncontrolled);
    }
    for system in game.game.table.systems() {
        assert_eq!(system.areas().count(), 4);
    }
    let contested = scenario("battle: ultramarines scout attack chaos bastion, factory", "M | MM");
    assert_eq!(standing(&contested, "pergam", "ultramarines"), Standing::Contested);
    assert_eq!(standing(&contested, "pergam", "chaos"), Standing::Contested);
}

/// No area ever holds three factions, and none stays contested once its effect is settled. [areas.two-factions.1]
#[test]
fn an_area_holds_one_faction_between_orders() {
    let mut combats = 0;
    for seed in 0..20 {
        let mut game = new_game(&["eldar", "orks", "ultramarines", "chaos"], MapChoice::Introductory, seed);
        let mut pick = seed as usize;
        for _ in 0..3000 {
            if game.game.next_question().is_none() {
                break;
            }
            pick = pick.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let seat = game.asked();
            let mut choices = Vec::new();
            game.game.choices(seat, &mut choices);
            game.game.take(seat, choices[(pick >> 33) % choices.len()], &mut Vec::new());
            let table = &game.game.table;
            combats += usize::from(table.battle.is_some());
            let settled = table.battle.is_none() && table.contests.is_empty() && table.order.is_none();
            let most = table.areas().map(|area| owners(&game, area)).max().unwrap_or(0);
            assert!(most <= if settled { 1 } else { 2 });
        }
    }
    assert!(combats > 100, "{combats} decisions of combats");
}

fn owners(game: &Scenario, area: Area) -> usize {
    let table = &game.game.table;
    table.all_seats().filter(|&seat: &Seat| !table.force(area, seat).is_empty()).count()
}
