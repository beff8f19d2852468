//! Strategize and Dominate Orders: upgrades, combat decks, assets.

use crate::common::{Scenario, scenario};
use forbidden_stars::Catalogue;
use forbidden_stars::board::Looking;
use forbidden_stars::components::Asset;
use forbidden_stars::force::{Posture, TOKENS};
use forbidden_stars::notation::Names;
use kernel::Chance;

/// The Ultramarines in 2A (NW Pergam 5 forge, NE Laodicea 1), Chaos in 5A to the north.
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    orders 5A: chaos advance
    at thylin: chaos cultist
    ultramarines assets none
";

fn strategize(more: &str) -> Scenario {
    let mut game = scenario(&format!("{BOARD}orders 2A: ultramarines strategize\n{more}"), "");
    game.play("system 2A");
    game
}

fn offered(game: &Scenario, verb: &str) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with(verb)).collect()
}

fn is_over(game: &Scenario) -> bool {
    game.prompt() == "World Eaters: reveal an order"
}

fn materiel(game: &Scenario) -> String {
    game.fact("ultramarines", "materiel")
}

/// One order buys at most one combat and one order upgrade, in either order; both are optional.
/// [strategize-order.purchase.1, strategize-order.purchase.4]
#[test]
fn one_upgrade_of_each_kind() {
    let start = || strategize("at pergam: ultramarines scout\nultramarines materiel 14");
    let mut game = start();
    game.play("pair hold-the-line\npair ambush");
    assert_eq!(game.choices(), ["upgrade rain-of-fire", "done"], "no second combat upgrade");
    game.play("upgrade rain-of-fire");
    assert!(is_over(&game));

    let mut game = start();
    game.play("upgrade rain-of-fire");
    assert!(offered(&game, "upgrade").is_empty() && game.offers("pair hold-the-line"));
    game.play("pair hold-the-line\npair ambush");
    assert!(is_over(&game));
    assert_eq!(materiel(&game), "11", "one and two");

    let mut game = start();
    game.play("done");
    assert!(is_over(&game));
    assert_eq!(materiel(&game), "14");
}

/// Buying needs a unit or structure in the system; the token goes to the event deck all the same.
/// [strategize-order.purchase.2, strategize-order.event-deck.1]
#[test]
fn purchases_need_presence() {
    let next_door = strategize("at xinghua: ultramarines scout\nultramarines materiel 14");
    assert!(is_over(&next_door), "nothing is offered: {:?}", next_door.choices());
    assert_eq!(next_door.fact("ultramarines", "on-deck"), "strategize");
    let structure = strategize("at laodicea: ultramarines bastion\nultramarines materiel 14");
    assert!(structure.offers("pair hold-the-line"));
    let ship =
        strategize("at 2A.SE: ultramarines strike-cruiser\nat xinghua: ultramarines city\nultramarines materiel 14");
    assert!(ship.offers("pair hold-the-line"));
}

/// The printed materiel is paid. [strategize-order.purchase.3]
#[test]
fn upgrades_cost_their_printed_materiel() {
    let with = |materiel: u8| {
        strategize(&format!(
            "at pergam: ultramarines scout\nat laodicea: ultramarines 2 city\nultramarines materiel {materiel}"
        ))
    };
    assert!(!with(2).offers("upgrade drop-pods"));
    let mut game = with(3);
    game.play("upgrade drop-pods");
    assert_eq!(materiel(&game), "0");
}

/// Strategize is not diverted; resolved without buying it still counts as resolved. [strategize-order.event-deck.1]
#[test]
fn strategize_is_not_diverted() {
    let mut orks = scenario(
        "players orks chaos
         phase operations
         tile 2A at 0 0 turn 0
         orders 2A: orks strategize
         at pergam: orks nob
         at laodicea: chaos cultist
         orks materiel 0
         orks upgrades the-green-tide",
        "",
    );
    orks.play("system 2A");
    assert_eq!(orks.choices(), ["upgrade the-green-tide", "done"], "no divert; an upgrade of the order is offered");
}

/// Both copies come for one payment, and both copies of a pair of the player's choice go.
/// [combat-cards.upgrade.1, combat-cards.upgrade.2, combat-cards.upgrade.6, combat-cards.deck.1]
#[test]
fn a_pair_replaces_a_pair() {
    let mut game = strategize("at pergam: ultramarines scout\nultramarines materiel 14");
    game.play("pair hold-the-line");
    assert_eq!(
        game.choices(),
        [
            "pair ambush",
            "pair reconnaissance",
            "pair fury-of-the-ultramar",
            "pair blessed-power-armour",
            "pair faith-in-the-emperor"
        ],
        "whole pairs, and not the one just bought"
    );
    game.play("pair reconnaissance");
    assert_eq!(materiel(&game), "12");
    assert_eq!(
        sorted_deck(&game),
        [
            "ambush",
            "ambush",
            "blessed-power-armour",
            "blessed-power-armour",
            "faith-in-the-emperor",
            "faith-in-the-emperor",
            "fury-of-the-ultramar",
            "fury-of-the-ultramar",
            "hold-the-line",
            "hold-the-line"
        ]
    );
}

fn sorted_deck(game: &Scenario) -> Vec<String> {
    let mut deck: Vec<String> = game.fact("ultramarines", "deck").split(", ").map(str::to_owned).collect();
    deck.sort();
    deck
}

/// Removed pairs are for sale again: basic ones for nothing, upgrades at their price and command level.
/// [combat-cards.upgrade.3, combat-cards.upgrade.4, combat-cards.upgrade.5]
#[test]
fn removed_pairs_are_for_sale() {
    let pairs = "ultramarines pairs hold-the-line, ambush, reconnaissance, glory-and-death, show-no-fear\n";
    let mut game = strategize(&format!("{pairs}at pergam: ultramarines scout\nultramarines materiel 0"));
    let basics = ["pair fury-of-the-ultramar", "pair blessed-power-armour", "pair faith-in-the-emperor"];
    assert_eq!(offered(&game, "pair"), basics, "basic pairs cost nothing");
    game.play("pair fury-of-the-ultramar\npair hold-the-line");
    assert!(offered(&game, "pair").is_empty(), "that was the combat upgrade of this order");

    // An upgrade that has left the deck costs its two materiel again.
    let pairs =
        "ultramarines pairs fury-of-the-ultramar, ambush, reconnaissance, glory-and-death, faith-in-the-emperor\n";
    let mut game = strategize(&format!("{pairs}at pergam: ultramarines scout\nultramarines materiel 4"));
    assert!(game.offers("pair hold-the-line") && !game.offers("pair show-no-fear"), "that needs command level 2");
    game.play("pair hold-the-line\npair ambush");
    assert_eq!(materiel(&game), "2");
}

/// After the exchange the removed pair is listed for purchase. [combat-cards.upgrade.3]
#[test]
fn a_removed_pair_returns_to_the_upgrades() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines strategize, chaos deploy, ultramarines strategize
             at pergam: ultramarines scout
             ultramarines materiel 14"
        ),
        "",
    );
    game.play("system 2A");
    assert!(!game.offers("pair ambush"));
    game.play("pair hold-the-line\npair ambush\ndone\nsystem 2A\ndivert\nsystem 2A");
    assert!(game.offers("pair ambush") && !game.offers("pair hold-the-line"));
    game.play("pair ambush\npair hold-the-line");
    assert_eq!(materiel(&game), "12", "a basic pair costs nothing");
    assert!(!game.offers("pair hold-the-line"), "one combat upgrade an order");
}

/// The Ultramarines' deck after the choice, with each of eight seeds.
fn decks_by_seed(game: &Scenario, choice: &str) -> Vec<String> {
    (0..8)
        .map(|seed| {
            let mut after = strategize("at pergam: ultramarines scout");
            after.game = game.game.clone();
            after.game.chance = Chance::from_number(seed);
            after.play(choice);
            after.fact("ultramarines", "deck")
        })
        .collect()
}

/// The order of the deck after a purchase is chance, not insertion. [combat-cards.shuffle.1]
#[test]
fn the_deck_is_shuffled_after_a_purchase() {
    let mut game = strategize("at pergam: ultramarines scout\nultramarines materiel 14");
    game.play("pair hold-the-line");
    let decks = decks_by_seed(&game, "pair ambush");
    assert!(decks.iter().any(|deck| deck != &decks[0]), "the seed decides: {decks:?}");
    assert!(!decks.iter().all(|deck| deck.starts_with("hold-the-line")), "the new pair is not simply on top");
}

/// The whole deck is shuffled after a combat. [combat-cards.shuffle.1, combat-cards.deck.1]
#[test]
fn the_deck_is_shuffled_after_a_combat() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines advance
             at pergam: ultramarines 2 space-marine
             at laodicea: chaos cultist
             ultramarines deck ambush
             chaos deck dark-faith"
        ),
        "OO | D",
    );
    let before = sorted_deck(&game);
    game.play("system 2A\nresolve\nmove space-marine pergam laodicea\ndone");
    game.play("ultramarines: card ambush\nchaos: card dark-faith\naccept\ndecline");
    game.all_dice_used();
    let decks = decks_by_seed(&game, "unit cultist laodicea");
    assert!(decks.iter().any(|deck| deck != &decks[0]), "the seed decides: {decks:?}");
    game.play("unit cultist laodicea");
    assert!(game.game.table.battle.is_none());
    assert_eq!(sorted_deck(&game), before, "all ten cards are back");
}

/// A bought order upgrade lies faceup in the play area and stays there; it is not for sale again.
/// [order-upgrade-cards.purchase.1]
#[test]
fn a_bought_upgrade_stays() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines strategize, ultramarines strategize
             at pergam: ultramarines scout
             ultramarines materiel 14"
        ),
        "",
    );
    game.play("system 2A\nupgrade rain-of-fire\ndone");
    assert_eq!(game.fact("ultramarines", "upgrades"), "rain-of-fire");
    game.play("system 5A\ndivert\nsystem 2A");
    assert!(offered(&game, "upgrade").is_empty());

    let after_refresh = scenario(
        "players ultramarines chaos
         phase refresh
         tile 2A at 0 0 turn 0
         at pergam: ultramarines scout
         at laodicea: chaos cultist
         ultramarines upgrades rain-of-fire, crusade used",
        "",
    );
    assert_eq!(after_refresh.prompt(), "World Eaters: place an order token", "the next round");
    assert_eq!(after_refresh.fact("ultramarines", "upgrades"), "rain-of-fire, crusade");
}

/// An upgrade is offered with orders of its kind, and may be declined. [order-upgrade-cards.use.1]
#[test]
fn upgrades_serve_orders_of_their_kind() {
    let resolve = |order: &str| {
        let mut game = scenario(
            &format!(
                "{BOARD}orders 2A: ultramarines {order}
                 at pergam: ultramarines bastion
                 ultramarines materiel 4
                 ultramarines upgrades recruitment-worlds"
            ),
            "",
        );
        game.play("system 2A\nresolve");
        game
    };
    let mut deploy = resolve("deploy");
    assert_eq!(deploy.choices(), ["upgrade recruitment-worlds", "done"]);
    deploy.play("done");
    assert_eq!(deploy.fact("ultramarines", "upgrades"), "recruitment-worlds", "declined, it stays faceup");
    assert!(is_over(&resolve("dominate")) && is_over(&resolve("advance")));
}

/// Each upgrade works once per round and turns faceup at the end of it. [order-upgrade-cards.use.2]
#[test]
fn upgrades_work_once_a_round() {
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         tile 2A at 0 0 turn 0
         orders 2A: ultramarines deploy, ultramarines deploy
         at pergam: ultramarines bastion
         at laodicea: chaos cultist
         ultramarines materiel 4
         ultramarines upgrades recruitment-worlds",
        "",
    );
    game.play("system 2A\nresolve\nupgrade recruitment-worlds\ndone");
    assert_eq!(game.fact("ultramarines", "upgrades"), "recruitment-worlds used");
    game.play("system 2A\nresolve");
    // The order has nothing to offer without the upgrade, and the round ends.
    assert_eq!(game.prompt(), "World Eaters: place an order token");
    assert_eq!(game.fact("ultramarines", "upgrades"), "recruitment-worlds");
}

/// Not used with one order, it may be used with the next. [order-upgrade-cards.use.2, order-upgrade-cards.use.7]
#[test]
fn an_upgrade_not_used_is_forfeited_for_that_order_only() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines deploy, ultramarines deploy
             at pergam: ultramarines bastion
             ultramarines materiel 4
             ultramarines upgrades recruitment-worlds"
        ),
        "",
    );
    game.play("system 2A\nresolve\ndone");
    assert!(is_over(&game), "without the upgrade there is nothing to buy");
    game.play("system 5A\ndivert\nsystem 2A\nresolve");
    assert!(game.offers("upgrade recruitment-worlds"));
}

/// An upgrade may be used in the round of its purchase. [order-upgrade-cards.use.3]
#[test]
fn an_upgrade_works_in_the_round_of_purchase() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines deploy, ultramarines strategize
             at pergam: ultramarines bastion
             at laodicea: ultramarines city
             ultramarines materiel 4"
        ),
        "",
    );
    game.play("system 2A\nupgrade recruitment-worlds\ndone\nsystem 5A\ndivert\nsystem 2A\nresolve");
    assert!(game.offers("upgrade recruitment-worlds"));
}

/// The Orks in 2A beside a lone Chaos ship.
const ORKS: &str = "players orks chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    orders 5A: chaos advance
    at thylin: chaos cultist
    at pergam: orks 2 nob
";

/// An order resolved as another uses the upgrades of that other kind. [order-upgrade-cards.use.4]
#[test]
fn an_order_resolved_as_another_uses_its_upgrades() {
    let mut game =
        scenario(&format!("{ORKS}orders 2A: orks strategize\norks upgrades the-green-tide, ork-roks, werk-fasta"), "");
    game.play("system 2A\nupgrade the-green-tide");
    assert_eq!(game.choices(), ["order deploy", "order dominate", "order advance"]);
    game.play("order advance");
    assert_eq!(game.choices(), ["upgrade ork-roks", "done"], "an Advance upgrade, and no Deploy upgrade");
}

/// Several upgrades that match an order may all be used on it. [order-upgrade-cards.use.5]
#[test]
fn several_upgrades_serve_one_order() {
    let mut game = scenario(
        &format!(
            "{ORKS}orders 2A: orks advance
             at 2A.SE: orks onslaught-attack-ship
             at laodicea: chaos cultist
             orks upgrades ork-roks, lootin, stealin"
        ),
        "DD",
    );
    game.play("system 2A\nresolve\nupgrade ork-roks\ndone\ndone\nstrike 2A.SE laodicea");
    game.play("upgrade lootin\nupgrade stealin");
    assert_eq!(game.fact("orks", "upgrades"), "ork-roks used, lootin used, stealin used");
}

/// A Strategize upgrade does not serve the order that bought it, but a later one. [order-upgrade-cards.use.6]
#[test]
fn a_new_upgrade_does_not_serve_its_own_order() {
    let mut game = scenario(
        &format!(
            "{ORKS}orders 2A: orks strategize, orks strategize
             at laodicea: orks city
             orks materiel 6"
        ),
        "",
    );
    game.play("system 2A\nupgrade the-green-tide");
    assert!(!game.offers("upgrade the-green-tide"));
    game.play("done\nsystem 5A\ndivert\nsystem 2A");
    assert_eq!(game.choices(), ["upgrade the-green-tide", "done"]);
}

/// A card says when it is used: on reveal, before the step it changes, or after the combat. [order-upgrade-cards.use.7]
#[test]
fn upgrades_have_their_moments() {
    let mut reveal =
        scenario(&format!("{ORKS}orders 2A: orks strategize\norks materiel 6\norks upgrades the-green-tide"), "");
    reveal.play("system 2A");
    assert_eq!(reveal.choices(), ["upgrade the-green-tide", "done"], "on reveal, before anything is bought");
    reveal.play("done");
    assert!(reveal.offers("pair waaagh") && !reveal.offers("upgrade the-green-tide"), "{:?}", reveal.choices());

    let mut before = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines deploy
             at pergam: ultramarines bastion
             at laodicea: ultramarines factory
             ultramarines materiel 14
             ultramarines upgrades recruitment-worlds"
        ),
        "",
    );
    before.play("system 2A\nresolve");
    assert_eq!(before.choices(), ["upgrade recruitment-worlds", "done"]);
    before.play("done\nbuy scout pergam");
    assert!(!before.offers("upgrade recruitment-worlds"));
}

/// Corsair Raid is offered after the combat of an Advance Order, and not without one. [order-upgrade-cards.use.7]
#[test]
fn corsair_raid_follows_a_combat() {
    let position = "players eldar chaos
        phase operations
        tile 2A at 0 0 turn 0
        tile 5A at 0 -1 turn 2
        orders 2A: eldar advance
        orders 5A: chaos advance
        at 2A.SE: eldar hellebore-frigate
        at xinghua: eldar 2 aspect-warrior
        at laodicea: chaos 2 helbrute
        at pergam: chaos city
        eldar upgrades corsair-raid
        ";
    let mut fight = scenario(position, "");
    fight.play("system 2A\nresolve");
    assert!(!fight.offers("upgrade corsair-raid"));
    fight.play("done\nmove aspect-warrior xinghua pergam\ndone");
    assert_eq!(fight.at("pergam"), "eldar city, aspect-warrior");
    assert_eq!(fight.choices(), ["upgrade corsair-raid", "done"]);
    fight.play("upgrade corsair-raid");
    assert!(fight.offers("strike 2A.SE laodicea"), "{:?}", fight.choices());
    let mut peace = scenario(position, "");
    peace.play("system 2A\nresolve\ndone\ndone");
    assert_eq!(peace.choices(), ["strike 2A.SE laodicea", "decline"]);
    peace.play("decline");
    assert!(!peace.offers("upgrade corsair-raid"));
}

/// Strike upgrades are not offered in an Advance Order with a combat. [order-upgrade-cards.orbital.1]
#[test]
fn strike_upgrades_need_a_strike() {
    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines advance
             at pergam: ultramarines 2 scout
             at laodicea: chaos city
             at 2A.SE: ultramarines strike-cruiser
             ultramarines upgrades rain-of-fire, drop-pods"
        ),
        "",
    );
    game.play("system 2A\nresolve\ndone\nmove scout pergam laodicea\ndone");
    assert!(is_over(&game));
    assert_eq!(game.fact("ultramarines", "upgrades"), "rain-of-fire, drop-pods");
}

/// Names on combat cards fit exactly one kind of unit of their faction. [combat-cards.abbreviation.1]
#[test]
fn names_on_cards_fit_one_unit() {
    for faction in &Catalogue::standard().factions {
        for card in &faction.combat_cards {
            for name in card.requires.iter().filter(|&name| name != "bastion") {
                let fits = faction.units.iter().filter(|unit| &unit.id == name).count();
                assert_eq!(fits, 1, "{name} on {}", card.name);
            }
        }
    }
}

/// The Orks dominate a system; only an ability that can do something is offered.
fn dominate(tile: &str, more: &str) -> Scenario {
    let mut game = scenario(
        &format!(
            "players orks chaos
             phase operations
             tile {tile} at 0 0 turn 0
             tile 1A at 1 0 turn 0
             orders {tile}: orks dominate
             orders 1A: chaos advance
             at nicea: chaos city
             at smyrna: orks city
             orks materiel 0
             orks assets none
             {more}"
        ),
        "",
    );
    game.play(&format!("system {tile}\nresolve"));
    game
}

fn supply(game: &Scenario, asset: Asset) -> u8 {
    game.game.table.asset_supply[asset.index()]
}

/// Every friendly world of the system gives its assets; enemy and uncontrolled ones give nothing.
/// [dominate-order.assets.1, dominate-order.assets.2, assets.icons.1]
#[test]
fn friendly_worlds_give_assets() {
    let two = dominate("5B", "at broeskyr: orks nob\nat naraka: orks nob");
    assert_eq!(two.fact("orks", "assets"), "1 cache, 1 reinforcement");
    assert_eq!(
        (supply(&two, Asset::Cache), supply(&two, Asset::Reinforcement), supply(&two, Asset::Forge)),
        (11, 11, 12)
    );
    let enemy = dominate("5B", "at broeskyr: orks nob\nat naraka: chaos cultist");
    assert_eq!(enemy.fact("orks", "assets"), "1 reinforcement");
    let uncontrolled = dominate("5B", "at naraka: orks nob");
    assert_eq!(uncontrolled.fact("orks", "assets"), "1 cache");
}

/// A system without own worlds gives nothing; the order is resolved all the same.
/// [dominate-order.assets.2, dominate-order.presence.1]
#[test]
fn a_system_without_own_worlds_gives_nothing() {
    let game = dominate("5B", "at naraka: chaos cultist");
    assert_eq!(game.fact("orks", "assets"), "none");
    assert_eq!(game.fact("orks", "resolved"), "dominate");
    assert!(is_over(&game));
}

/// The ability of the sheet comes after the assets and may be declined. [dominate-order.ability.1]
#[test]
fn the_ability_may_be_declined() {
    let mut game = dominate("5B", "at naraka: orks nob\norks materiel 2");
    assert_eq!(game.fact("orks", "assets"), "1 cache", "assets first");
    assert_eq!(game.choices(), ["accept", "decline"]);
    game.play("decline");
    assert_eq!((game.fact("orks", "materiel"), game.at("naraka")), ("2".to_owned(), "orks nob".to_owned()));
    assert!(is_over(&game));
}

/// Assets just gained can pay for the ability. [dominate-order.ability.2]
#[test]
fn assets_pay_for_the_ability() {
    // Without a city beyond the one on Smyrna a Battlewagon needs a forge token.
    let mut forge = dominate("7A", "at remscheid: orks nob\norks materiel 4");
    assert_eq!(forge.fact("orks", "assets"), "1 forge, 1 cache");
    forge.play("accept");
    assert!(forge.offers("buy battlewagon remscheid") && forge.offers("buy battlewagon remscheid cache"));
}

/// Only prosperity asks; every order of taking the tokens can be had, and three are the limit.
/// [dominate-order.assets.3, assets.icons.2]
#[test]
fn prosperity_may_come_before_or_after() {
    // Iyanden on 9B has a forge and a prosperity icon.
    let start = || dominate("9B", "at iyanden: orks nob\norks assets 2 forge");
    let mut game = start();
    assert_eq!(game.choices(), ["asset forge", "asset cache", "asset reinforcement"]);
    game.play("asset forge");
    assert_eq!(game.fact("orks", "assets"), "3 forge", "the icon came too late");
    let mut game = start();
    game.play("asset cache");
    assert_eq!(game.fact("orks", "assets"), "3 forge, 1 cache");
    assert!(!game.prompt().contains("asset"), "exactly one");
}

/// A world gives all of its icons. [assets.icons.3]
#[test]
fn a_world_gives_all_its_icons() {
    let two_kinds = dominate("7A", "at remscheid: orks nob");
    assert_eq!(two_kinds.fact("orks", "assets"), "1 forge, 1 cache");
    let twice = dominate("2B", "at terudus: orks nob");
    assert_eq!(twice.fact("orks", "assets"), "2 forge");
}

/// A missing asset icon or materiel value gives nothing. [worlds.attributes.1]
#[test]
fn a_missing_value_gives_nothing() {
    let game = dominate("2B", "at ferrineus: orks nob");
    assert_eq!(game.fact("orks", "assets"), "none");
    let refreshed = scenario(
        "players orks chaos
         phase refresh
         tile 2B at 0 0 turn 0
         at terudus: orks nob
         at ferrineus: chaos cultist
         orks materiel 1
         chaos materiel 1",
        "",
    );
    assert_eq!((refreshed.fact("orks", "materiel"), refreshed.fact("chaos", "materiel")), ("1".into(), "3".into()));
}

/// A player keeps at most three of a kind; more is forfeited and stays in the supply. [assets.limit.1]
#[test]
fn three_of_a_kind_at_most() {
    let full = dominate("2B", "at terudus: orks nob\norks assets 3 forge");
    assert_eq!((full.fact("orks", "assets").as_str(), supply(&full, Asset::Forge)), ("3 forge", 9));
    let two = dominate("2B", "at terudus: orks nob\norks assets 2 forge");
    assert_eq!((two.fact("orks", "assets").as_str(), supply(&two, Asset::Forge)), ("3 forge", 9));
}

/// Prosperity offers only what can be gained, and nothing where all are full. [assets.limit.2]
#[test]
fn prosperity_offers_what_can_be_gained() {
    // The vault on 8B has a prosperity icon alone.
    let vault = "at the-vault-of-st-ravinnusa: orks nob\n";
    let one = dominate("8B", &format!("{vault}orks assets 3 forge, 2 cache, 3 reinforcement"));
    assert_eq!(one.choices(), ["asset cache"]);
    let none = dominate("8B", &format!("{vault}orks assets 3 forge, 3 cache, 3 reinforcement"));
    assert!(!none.prompt().contains("asset"));
    assert_eq!(none.fact("orks", "assets"), "3 forge, 3 cache, 3 reinforcement");
}

/// Every token of a kind: supply, play areas and areas of combat.
fn tokens(game: &Scenario, asset: Asset) -> u8 {
    let table = &game.game.table;
    let held: u8 = table.all_seats().map(|seat| table.player(seat).has(asset)).sum();
    let committed: u8 = match asset {
        Asset::Reinforcement => {
            table.areas().flat_map(|area| table.all_seats().map(move |seat| table.force(area, seat).of(TOKENS))).sum()
        }
        Asset::Forge | Asset::Cache => 0,
    };
    supply(game, asset) + held + committed
}

/// Puts tokens of a play area beside the units of an area, as for a combat.
fn commit(game: &mut Scenario, faction: &str, area: &str, tokens: u8) {
    let seat = game.seat(faction);
    let area = Names::of(game.game.look()).read_area(area).expect("an area of the board");
    for _ in 0..tokens {
        game.game.table.player_mut(seat).assets[Asset::Reinforcement.index()] -= 1;
        game.game.table.force_mut(area, seat).add(TOKENS, Posture::Standing);
    }
}

/// Annieth and Kaunas on 6A give a reinforcement token each; Laodicea is where tokens are committed.
const REINFORCEMENTS: &str = "players orks chaos eldar ultramarines
    phase operations
    tile 6A at 0 0 turn 0
    tile 2A at 1 0 turn 0
    tile 5A at 1 1 turn 0
    orders 6A: orks dominate
    orders 2A: chaos advance
    at kaunas: orks nob
    at laodicea: orks 3 ork-boyz
    at pergam: chaos cultist
    at thylin: eldar aspect-warrior
    at xinghua: ultramarines scout
    orks materiel 0
    orks assets 3 reinforcement
";

/// Tokens committed to a combat do not count for the limit of three. [assets.limit.3]
#[test]
fn committed_tokens_do_not_count() {
    // No card gives tokens to a play area while a combat is fought, so the combat is only set out here.
    let mut game = scenario(REINFORCEMENTS, "");
    commit(&mut game, "orks", "laodicea", 2);
    assert_eq!(game.fact("orks", "assets"), "1 reinforcement");
    game.play("system 6A\nresolve");
    assert_eq!(game.fact("orks", "assets"), "2 reinforcement");
}

/// From an empty supply nobody gains. [assets.supply.1]
#[test]
fn an_empty_supply_gives_nothing() {
    let others = "chaos assets 3 reinforcement\neldar assets 3 reinforcement\nultramarines assets 3 reinforcement";
    let mut game = scenario(&format!("{REINFORCEMENTS}{others}"), "");
    commit(&mut game, "orks", "laodicea", 3);
    assert_eq!(supply(&game, Asset::Reinforcement), 0);
    game.play("system 6A\nresolve");
    assert_eq!(game.fact("orks", "assets"), "none");
    assert_eq!(tokens(&game, Asset::Reinforcement), 12);
}

/// Twelve tokens of each kind are in supply, play areas and combats at all times. [assets.supply.1]
#[test]
fn twelve_tokens_of_a_kind() {
    let all = |game: &Scenario| Asset::ALL.map(|asset| tokens(game, asset));
    let mut gained = dominate("7A", "at remscheid: orks nob\norks materiel 4");
    assert_eq!(all(&gained), [12; 3]);
    gained.play("accept\nbuy battlewagon remscheid cache");
    assert_eq!((all(&gained), gained.fact("orks", "assets").as_str()), ([12; 3], "none"));
    let mut committed = scenario(
        "battle: ultramarines 3 scout attack chaos 3 cultist
         ultramarines assets 3 reinforcement",
        "OOO | DDD",
    );
    committed.play("amount 2");
    assert_eq!((all(&committed), committed.fact("ultramarines", "assets").as_str()), ([12; 3], "1 reinforcement"));
}
