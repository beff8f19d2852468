//! Prices: cache tokens, forge tokens, command level.

use crate::common::{Scenario, new_game, scenario};
use forbidden_stars::MapChoice;
use forbidden_stars::board::Looking;
use forbidden_stars::components::Asset;

/// The active system 2A (NW Pergam 5, NE Laodicea 1, voids SE and SW) with 5A to the north (SE Thylin, SW Xinghua).
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    orders 5A: chaos strategize
    at pergam: ultramarines factory
    at thylin: chaos cultist
    ultramarines assets none
";

/// The Ultramarines resolve a Deploy Order in 2A with so many cities and so much materiel.
fn deploy(cities: u8, materiel: u8, more: &str) -> Scenario {
    let cities = if cities == 0 { String::new() } else { format!("at xinghua: ultramarines {cities} city") };
    let mut game = scenario(
        &format!("{BOARD}orders 2A: ultramarines deploy\nultramarines materiel {materiel}\n{cities}\n{more}"),
        "",
    );
    game.play("system 2A\nresolve");
    game
}

fn offered(game: &Scenario, verb: &str) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with(verb)).collect()
}

fn supply(game: &Scenario, asset: Asset) -> u8 {
    game.game.table.asset_supply[asset.index()]
}

fn materiel(game: &Scenario) -> String {
    game.fact("ultramarines", "materiel")
}

/// A cache token takes two off the price of a unit or structure and returns to the supply. [cache-tokens.use.1]
#[test]
fn a_cache_token_takes_two_off() {
    let mut game = deploy(1, 1, "ultramarines assets cache");
    assert!(!game.offers("buy space-marine pergam"));
    game.play("buy space-marine pergam cache");
    assert_eq!((materiel(&game).as_str(), supply(&game, Asset::Cache)), ("0", 12));

    let mut game = deploy(1, 1, "at laodicea: ultramarines scout\nultramarines assets cache");
    game.play("done");
    assert!(!game.offers("build city laodicea"));
    game.play("build city laodicea cache");
    assert_eq!((materiel(&game).as_str(), supply(&game, Asset::Cache)), ("0", 12));
}

/// One cache token an item at most. [cache-tokens.use.2]
#[test]
fn one_cache_token_an_item() {
    let game = deploy(2, 1, "ultramarines assets 2 cache");
    assert!(!game.offers("buy land-raider pergam cache"), "it would cost 2; two tokens would make it free");
    let game = deploy(2, 2, "ultramarines assets 2 cache");
    assert!(game.offers("buy land-raider pergam cache"));
}

/// Each discounted item needs a token of its own. [cache-tokens.use.3]
#[test]
fn each_item_needs_its_own_cache_token() {
    let mut game = deploy(0, 4, "ultramarines assets cache");
    game.play("buy scout pergam cache");
    assert!(game.offers("buy scout pergam") && !game.offers("buy scout pergam cache"));
    game.play("buy scout pergam");
    assert_eq!(materiel(&game), "2");
}

/// Cache tokens do not discount upgrades, forge tokens do not lower their command level.
/// [cache-tokens.use.4, forge-tokens.command.4]
#[test]
fn tokens_do_not_help_with_upgrades() {
    let strategize = |materiel: u8, more: &str| {
        let mut game = scenario(
            &format!(
                "{BOARD}orders 2A: ultramarines strategize
                 ultramarines materiel {materiel}
                 ultramarines assets 3 cache, 3 forge
                 {more}"
            ),
            "",
        );
        game.play("system 2A");
        game
    };
    let game = strategize(1, "");
    assert_eq!(game.choices(), ["upgrade rain-of-fire", "done"], "no pair for 2, no upgrade of level 1");
    let game = strategize(14, "");
    assert!(!game.offers("upgrade crusade") && game.offers("pair hold-the-line"));
    let game = strategize(14, "at xinghua: ultramarines city");
    assert!(game.offers("upgrade crusade"));
}

/// A price never falls below zero; what is left of the discount is lost. [cache-tokens.use.5]
#[test]
fn prices_do_not_fall_below_zero() {
    let mut game = deploy(0, 3, "ultramarines assets cache");
    game.play("buy scout pergam cache");
    assert_eq!(materiel(&game), "3");

    let mut orks = scenario(
        "players orks chaos
         phase operations
         tile 2A at 0 0 turn 0
         orders 2A: orks deploy
         at pergam: orks factory
         at laodicea: chaos cultist
         orks materiel 3
         orks scheme warboss
         orks assets reinforcement, cache",
        "",
    );
    orks.play("system 2A\nresolve\nbuy ork-boyz pergam cache scheme");
    assert_eq!(orks.fact("orks", "materiel"), "3", "cost 2, one off by the scheme, two by the token");
}

/// Purchases by a card or ability take a cache token too, even one just gained. [cache-tokens.use.6, dominate-order.ability.2]
#[test]
fn granted_purchases_take_cache_tokens() {
    let mut orks = scenario(
        "players orks chaos
         phase operations
         tile 3A at 0 0 turn 0
         orders 3A: orks dominate
         at azernikh: orks nob
         at lytheria: chaos cultist
         orks materiel 0
         orks assets none",
        "",
    );
    orks.play("system 3A\nresolve\naccept");
    assert_eq!(orks.choices(), ["buy ork-boyz azernikh cache"]);
    orks.play("buy ork-boyz azernikh cache");
    assert_eq!(orks.at("azernikh"), "orks ork-boyz, nob");
    assert_eq!(orks.fact("orks", "assets"), "none");
}

/// A replacement is not a purchase: no cache token pays for it. [cache-tokens.use.6]
#[test]
fn replacements_take_no_cache_tokens() {
    let dominate = |materiel: u8| {
        let mut game = scenario(
            &format!(
                "{BOARD}orders 2A: ultramarines dominate
                 at laodicea: ultramarines scout
                 ultramarines materiel {materiel}
                 ultramarines assets 2 cache"
            ),
            "",
        );
        game.play("system 2A\nresolve");
        game
    };
    let poor = dominate(0);
    assert_eq!(poor.prompt(), "World Eaters: reveal an order", "without materiel the ability is not offered");
    let mut rich = dominate(1);
    rich.play("accept\noption 1\nunit scout laodicea");
    assert_eq!(rich.at("laodicea"), "ultramarines space-marine");
    assert_eq!((materiel(&rich).as_str(), rich.fact("ultramarines", "assets").as_str()), ("0", "1 forge, 2 cache"));
}

/// A forge icon in the cost is a forge token, beside the materiel. [forge-tokens.cost.1]
#[test]
fn a_forge_icon_costs_a_forge_token() {
    let game = deploy(2, 14, "");
    assert!(!game.offers("buy battle-barge 2A.SE"));
    let mut game = deploy(2, 14, "ultramarines assets forge");
    assert_eq!(supply(&game, Asset::Forge), 11);
    game.play("buy battle-barge 2A.SE");
    assert_eq!((materiel(&game).as_str(), supply(&game, Asset::Forge)), ("9", 12));
}

/// A forge token lowers the command level a unit needs by one. [forge-tokens.command.1]
#[test]
fn a_forge_token_lowers_the_requirement() {
    assert!(!deploy(1, 14, "").offers("buy land-raider pergam"));
    let mut game = deploy(1, 14, "ultramarines assets forge");
    game.play("buy land-raider pergam");
    assert_eq!(game.fact("ultramarines", "assets"), "none");
    let mut game = deploy(2, 14, "ultramarines assets forge");
    game.play("buy land-raider pergam");
    assert_eq!(game.fact("ultramarines", "assets"), "1 forge", "at the printed level no token is spent");
}

/// By one, not by two. [forge-tokens.command.2]
#[test]
fn a_requirement_is_lowered_once() {
    let game = deploy(0, 14, "ultramarines assets 2 forge");
    assert!(game.offers("buy space-marine pergam") && !game.offers("buy land-raider pergam"));
}

/// Each lowered unit needs its own forge token. [forge-tokens.command.3]
#[test]
fn each_unit_needs_its_own_forge_token() {
    let mut game = deploy(0, 14, "ultramarines assets forge");
    game.play("buy space-marine pergam");
    assert!(!game.offers("buy space-marine pergam"));
    let mut game = deploy(0, 14, "ultramarines assets 2 forge");
    game.play("buy space-marine pergam\nbuy space-marine pergam");
    assert_eq!(game.fact("ultramarines", "assets"), "none");
}

/// Cost and reduction are two tokens. [forge-tokens.command.5]
#[test]
fn cost_and_reduction_are_two_tokens() {
    assert!(!deploy(1, 14, "ultramarines assets forge").offers("buy battle-barge 2A.SE"));
    let mut game = deploy(1, 14, "ultramarines assets 2 forge");
    game.play("buy battle-barge 2A.SE");
    assert_eq!(game.fact("ultramarines", "assets"), "none");
}

/// The printed level stays what it is for a card that limits it. [forge-tokens.command.6]
#[test]
fn the_printed_level_stays() {
    let mut game = scenario(
        "players chaos ultramarines
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: chaos deploy
         at pergam: chaos factory
         at thylin: chaos 2 city
         at xinghua: ultramarines scout
         chaos materiel 14
         chaos assets 3 forge
         chaos upgrades dread-ritual",
        "",
    );
    game.play("system 2A\nresolve");
    assert!(game.offers("buy chaos-reaver-titan pergam"), "a forge token helps in the order itself");
    game.play("done\nupgrade dread-ritual");
    let bought = offered(&game, "buy");
    assert!(bought.contains(&"buy helbrute pergam".to_owned()), "{bought:?}");
    assert!(!bought.iter().any(|choice| choice.contains("titan")), "units of level 2 or less: {bought:?}");
}

fn command_level(game: &Scenario, faction: &str) -> u8 {
    game.game.look().command_level(game.seat(faction))
}

/// Command level is the number of cities: it rises as one is built. [command-level.value.1, command-level.structures.1]
#[test]
fn cities_are_command_level() {
    let mut game = deploy(0, 14, "at laodicea: ultramarines scout");
    assert_eq!(command_level(&game, "ultramarines"), 0);
    game.play("done");
    assert_eq!(
        game.choices(),
        ["build factory laodicea", "build city laodicea", "build bastion laodicea", "done"],
        "structures need no command level"
    );
    game.play("build city laodicea");
    assert_eq!(command_level(&game, "ultramarines"), 1);
}

/// Everybody starts at command level zero. [command-level.value.2]
#[test]
fn command_level_starts_at_zero() {
    let game = new_game(&["ultramarines", "chaos"], MapChoice::Introductory, 1);
    assert_eq!((command_level(&game, "ultramarines"), command_level(&game, "chaos")), (0, 0));
    assert_eq!(offered(&deploy(0, 14, ""), "buy space-marine"), [""; 0]);
}

/// A unit above the buyer's command level is not for sale. [command-level.requirement.1]
#[test]
fn units_need_their_command_level() {
    assert!(!deploy(1, 14, "").offers("buy land-raider pergam"));
    assert!(deploy(2, 14, "").offers("buy land-raider pergam"));
}

/// An upgrade above the buyer's command level is not for sale. [command-level.requirement.2]
#[test]
fn upgrades_need_their_command_level() {
    let strategize = |cities: &str| {
        let mut game =
            scenario(&format!("{BOARD}orders 2A: ultramarines strategize\nultramarines materiel 14\n{cities}"), "");
        game.play("system 2A");
        game
    };
    let none = strategize("");
    assert!(none.offers("upgrade rain-of-fire") && !none.offers("upgrade crusade"));
    let one = strategize("at xinghua: ultramarines city");
    assert!(one.offers("upgrade crusade") && !one.offers("pair show-no-fear"));
    let two = strategize("at xinghua: ultramarines 2 city");
    assert!(two.offers("pair show-no-fear") && !two.offers("pair emperors-might"));
}

/// A captured city raises one player and lowers the other; what is owned stays. [command-level.value.1, command-level.loss.1]
#[test]
fn losing_cities_takes_nothing_back() {
    let mut game = scenario(
        "players chaos ultramarines
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: ultramarines deploy, chaos advance
         orders 5A: chaos deploy
         at xinghua: chaos 2 cultist
         at pergam: ultramarines city
         at laodicea: ultramarines bastion, land-raider
         ultramarines materiel 14
         ultramarines upgrades recruitment-worlds",
        "",
    );
    assert_eq!((command_level(&game, "chaos"), command_level(&game, "ultramarines")), (0, 1));
    game.play("system 2A\nresolve\nmove cultist xinghua pergam\ndone");
    assert_eq!((command_level(&game, "chaos"), command_level(&game, "ultramarines")), (1, 0));
    assert_eq!(game.at("laodicea"), "ultramarines bastion, land-raider");
    game.play("system 2A\nresolve");
    assert!(game.offers("upgrade recruitment-worlds"), "an upgrade of level 1 works on");
}
