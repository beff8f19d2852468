//! Deploy Order: units, then a structure. Factories and structures.

use crate::common::{Scenario, scenario};

/// The active system 2A (NW Pergam 5, NE Laodicea 1, voids SE and SW) with 5A to the north (voids NW and NE,
/// SE Thylin 4, SW Xinghua 2).
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    ultramarines materiel 14
    orders 5A: chaos strategize
";

/// The Ultramarines resolve a Deploy Order in 2A.
fn deploy(pieces: &str) -> Scenario {
    let mut game = scenario(&format!("{BOARD}at thylin: chaos cultist\norders 2A: ultramarines deploy\n{pieces}"), "");
    game.play("system 2A\nresolve");
    game
}

fn offered(game: &Scenario, verb: &str) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with(verb)).collect()
}

fn is_over(game: &Scenario) -> bool {
    game.prompt() == "World Eaters: reveal an order"
}

/// Units are bought where a factory stands in the system; without one only a structure is. [deploy-order.units.1, deploy-order.structure.3]
#[test]
fn units_need_a_factory() {
    let with = deploy("at pergam: ultramarines factory");
    assert_eq!(
        with.choices(),
        ["buy scout pergam", "buy scout laodicea", "buy strike-cruiser 2A.SE", "buy strike-cruiser 2A.SW", "done"]
    );
    let without = deploy("at pergam: ultramarines scout\nat xinghua: ultramarines factory");
    assert_eq!(
        without.choices(),
        ["build factory pergam", "build city pergam", "build bastion pergam", "done"],
        "the factory next door does not count"
    );
}

/// As many units are bought as the worlds with factories have capacity. [deploy-order.units.2]
#[test]
fn the_limit_is_the_capacity_of_factory_worlds() {
    // Xinghua 2 and Thylin 4.
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         ultramarines materiel 14
         orders 5A: ultramarines deploy
         at xinghua: ultramarines factory
         at thylin: ultramarines factory
         at pergam: chaos cultist",
        "",
    );
    game.play("system 5A\nresolve");
    assert!(game.prompt().ends_with("(up to 6 more)"));
    for _ in 0..6 {
        game.play("buy scout thylin");
    }
    assert!(offered(&game, "buy").is_empty(), "a seventh is refused, two materiel are left");
    assert_eq!(game.fact("ultramarines", "materiel"), "2");
}

/// The limit of one factory world is its capacity. [deploy-order.units.2]
#[test]
fn the_limit_ends_the_purchases() {
    let mut game = deploy("at laodicea: ultramarines factory\nat pergam: ultramarines scout");
    game.play("buy scout pergam");
    assert_eq!(offered(&game, "buy"), [""; 0], "Laodicea has capacity 1");
    assert_eq!(game.prompt(), "Ultramarines: buy a structure");
}

/// Units go to friendly and uncontrolled areas of the active system. [deploy-order.units.3]
#[test]
fn units_go_to_friendly_and_uncontrolled_areas() {
    let mut game = deploy(
        "at pergam: ultramarines factory
         at laodicea: chaos cultist
         at 2A.SE: chaos iconoclast-destroyer",
    );
    assert_eq!(offered(&game, "buy"), ["buy scout pergam", "buy strike-cruiser 2A.SW"]);
    game.play("! buy scout laodicea\n! buy scout xinghua\n! buy strike-cruiser 5A.NW\nbuy strike-cruiser 2A.SW");
    assert_eq!(game.at("2A.SW"), "ultramarines strike-cruiser");
}

/// The full cost is paid when a unit is bought. [deploy-order.units.4]
#[test]
fn the_cost_is_paid_at_once() {
    let mut game = deploy(
        "at pergam: ultramarines factory
         at xinghua: ultramarines city
         ultramarines materiel 5",
    );
    game.play("buy space-marine pergam");
    assert_eq!(game.fact("ultramarines", "materiel"), "2");
    assert!(!game.offers("buy space-marine pergam"), "a second one for 3 is refused");
}

/// The forge token of a cost is paid too. [deploy-order.units.4, forge-tokens.cost.1]
#[test]
fn the_forge_token_is_paid_at_once() {
    let mut game = deploy(
        "at pergam: ultramarines factory
         at xinghua: ultramarines city
         at laodicea: ultramarines city
         ultramarines assets forge",
    );
    game.play("buy battle-barge 2A.SE");
    assert_eq!(game.fact("ultramarines", "assets"), "none");
    assert_eq!(game.fact("ultramarines", "materiel"), "9");
    assert!(!game.offers("buy battle-barge 2A.SE"));
}

/// Deployment may exceed capacity; the owner destroys the excess after the order. [deploy-order.units.5]
#[test]
fn deployment_may_exceed_capacity() {
    let mut game = deploy("at pergam: ultramarines factory\nat laodicea: ultramarines space-marine");
    game.play("buy scout laodicea\nbuy scout laodicea\ndone");
    assert_eq!(game.prompt(), "Ultramarines: buy a structure", "the order goes on");
    game.play("done");
    assert_eq!(game.choices(), ["unit scout laodicea", "unit space-marine laodicea"]);
    game.play("unit scout laodicea\nunit scout laodicea");
    assert_eq!(game.at("laodicea"), "ultramarines space-marine");
    assert!(is_over(&game));
}

/// Units are bought one by one: cost, limit and reserve are checked each time, and an area won counts as friendly.
/// [deploy-order.units.6]
#[test]
fn units_are_bought_one_after_another() {
    let mut game = deploy(
        "at pergam: ultramarines factory, 4 scout routed
         at xinghua: ultramarines scout
         ultramarines materiel 7",
    );
    game.play("buy scout laodicea");
    assert_eq!(
        game.choices(),
        ["buy strike-cruiser 2A.SE", "buy strike-cruiser 2A.SW", "done"],
        "the sixth and last Scout is on the board"
    );
    game.play("buy strike-cruiser 2A.SE");
    assert_eq!(game.choices(), ["buy strike-cruiser 2A.SE", "buy strike-cruiser 2A.SW", "done"]);
    game.play("buy strike-cruiser 2A.SE");
    assert_eq!(game.choices(), ["done"], "one materiel is left");
}

/// The cap of five units does not apply to deployment. [deploy-order.units.7]
#[test]
fn six_units_may_be_deployed() {
    let mut game = deploy("at pergam: ultramarines factory, 5 space-marine");
    game.play("buy scout pergam");
    assert_eq!(game.at("pergam"), "ultramarines factory, scout, 5 space-marine");
    game.play("done");
    assert_eq!(game.choices(), ["unit scout pergam", "unit space-marine pergam"]);
    game.play("unit scout pergam");
    assert!(is_over(&game));
}

/// A structure goes on a friendly world of the active system. [deploy-order.structure.1, structures.kinds.1]
#[test]
fn structures_go_on_friendly_worlds() {
    let mut game = deploy(
        "at pergam: ultramarines scout
         at xinghua: ultramarines scout
         at 2A.SE: ultramarines strike-cruiser",
    );
    let on_pergam = ["build factory pergam", "build city pergam", "build bastion pergam", "done"];
    assert_eq!(game.choices(), on_pergam, "not on empty Laodicea, in the void or next door");
    game.play("! build city laodicea\n! build city xinghua\n! build city 2A.SE\nbuild city pergam");
    assert_eq!(game.at("pergam"), "ultramarines city, scout");
    let game = deploy("at pergam: ultramarines scout\nat laodicea: chaos cultist");
    assert_eq!(game.choices(), on_pergam, "not on the enemy's world");
}

/// One structure an order. [deploy-order.structure.2]
#[test]
fn one_structure_an_order() {
    let mut game = deploy("at pergam: ultramarines scout\nat laodicea: ultramarines scout");
    assert!(game.offers("build city laodicea"));
    game.play("build city pergam");
    assert!(is_over(&game), "materiel and room are left");
}

/// An upgrade may let the structure come first; it remains the only one. [deploy-order.structure.2]
#[test]
fn an_early_structure_is_the_only_one() {
    let mut game = scenario(
        "players orks chaos
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: orks deploy
         orders 5A: chaos deploy
         at pergam: orks nob
         at laodicea: orks nob
         at thylin: chaos cultist
         orks materiel 14
         orks upgrades werk-fasta",
        "",
    );
    game.play("system 2A\nresolve\nupgrade werk-fasta\nbuild factory pergam");
    assert!(game.offers("buy ork-boyz pergam"), "the factory works at once");
    game.play("done");
    assert!(is_over(&game), "no second structure on Laodicea: {:?}", game.choices());
}

/// A structure needs a piece in the supply. [deploy-order.structure.4]
#[test]
fn structures_need_a_piece() {
    let mut position = String::from(
        "tile 3A at 1 0 turn 0
         tile 6A at 2 0 turn 0
         tile 9A at 2 -1 turn 0
         at pergam: ultramarines scout
         at xinghua: ultramarines 3 factory
         at kaunas: chaos 3 factory
         at annieth: chaos 3 factory",
    );
    assert!(deploy(&position).offers("build factory pergam"), "one of ten factories is left");
    position.push_str("\nat lycium: chaos factory");
    assert_eq!(deploy(&position).choices(), ["build city pergam", "build bastion pergam", "done"]);
}

/// A structure needs a free control token. [deploy-order.structure.4]
#[test]
fn structures_need_a_control_token() {
    let eight = "at pergam: ultramarines scout
        at laodicea: ultramarines 3 city, 3 bastion
        at xinghua: ultramarines 2 city";
    assert!(deploy(eight).offers("build factory pergam"));
    let nine = deploy(&format!("{eight}, bastion"));
    assert!(is_over(&nine), "all nine control tokens are used: {:?}", nine.choices());
}

/// Units come before the structure: a factory built now makes no units now. [deploy-order.steps.1]
#[test]
fn a_new_factory_makes_no_units_yet() {
    let mut game = deploy("at pergam: ultramarines scout");
    game.play("build factory pergam");
    assert!(is_over(&game));
    let mut game = deploy("at pergam: ultramarines factory\nat laodicea: ultramarines scout");
    assert!(offered(&game, "build").is_empty(), "units first");
    game.play("done");
    assert!(offered(&game, "buy").is_empty());
    game.play("build factory laodicea");
    assert!(is_over(&game));
}

/// A world won by units of this order may receive the structure. [deploy-order.steps.2]
#[test]
fn a_world_just_won_receives_the_structure() {
    let mut game = deploy("at pergam: ultramarines factory");
    game.play("buy scout laodicea\ndone\nbuild city laodicea");
    assert_eq!(game.at("laodicea"), "ultramarines city, scout");
}

/// A purchase granted by an ability needs no factory and no deploy limit, but its cost and level.
/// [deploy-order.card-purchase.1]
#[test]
fn a_granted_purchase_needs_no_factory() {
    let dominate = |more: &str| {
        let mut game = scenario(
            &format!(
                "players orks chaos
                 phase operations
                 tile 2A at 0 0 turn 0
                 orders 2A: orks dominate
                 at laodicea: orks ork-boyz
                 at pergam: chaos cultist
                 orks materiel 2
                 {more}"
            ),
            "",
        );
        game.play("system 2A\nresolve");
        game
    };
    let poor = dominate("orks materiel 1");
    assert!(!poor.offers("accept"), "nothing can be paid: {}", poor.prompt());
    let mut game = dominate("");
    game.play("accept");
    assert_eq!(game.choices(), ["buy ork-boyz laodicea"], "no Nob without a city");
    game.play("buy ork-boyz laodicea");
    assert_eq!(game.fact("orks", "materiel"), "0");
    let mut with_city = dominate("at laodicea: orks city\norks materiel 3");
    with_city.play("accept");
    assert!(with_city.offers("buy nob laodicea"));
}

/// A granted purchase is not counted against the deploy limit. [deploy-order.card-purchase.1]
#[test]
fn a_granted_purchase_is_beyond_the_limit() {
    let mut game = scenario(
        "players chaos ultramarines
         phase operations
         tile 2A at 0 0 turn 0
         orders 2A: chaos deploy
         at laodicea: chaos factory
         at pergam: ultramarines scout
         chaos materiel 4
         chaos upgrades dread-ritual",
        "",
    );
    game.play("system 2A\nresolve\nbuy iconoclast-destroyer 2A.SE");
    assert_eq!(offered(&game, "buy"), [""; 0], "Laodicea has capacity 1");
    game.play("upgrade dread-ritual");
    assert!(game.offers("buy iconoclast-destroyer 2A.SE"), "{:?}", game.choices());
    assert!(!game.offers("buy helbrute laodicea"), "its command level applies");
}

/// A captured factory works for the captor from his next Deploy Order on. [factories.definition.1]
#[test]
fn a_captured_factory_works_for_the_captor() {
    let mut game = scenario(
        &format!(
            "{BOARD}at thylin: chaos cultist
             orders 2A: ultramarines deploy, ultramarines advance
             at xinghua: ultramarines 2 scout
             at pergam: chaos factory"
        ),
        "",
    );
    game.play("system 2A\nresolve\nmove scout xinghua pergam\ndone\nsystem 5A\ndone\nsystem 2A\nresolve");
    assert!(game.offers("buy scout pergam"));
    assert!(game.prompt().ends_with("(up to 5 more)"));
}

/// Two own factories on a world count its capacity twice. [factories.limit.1]
#[test]
fn two_factories_count_twice() {
    let one = deploy("at laodicea: ultramarines factory");
    assert!(one.prompt().ends_with("(up to 1 more)"));
    let two = deploy("at laodicea: ultramarines 2 factory");
    assert!(two.prompt().ends_with("(up to 2 more)"));
}

/// Units already there do not lower the limit. [factories.limit.2]
#[test]
fn units_present_do_not_lower_the_limit() {
    let full = deploy("at pergam: ultramarines factory, 5 scout");
    assert!(full.prompt().ends_with("(up to 5 more)"));
}

/// The limit is fixed when the order starts. [factories.limit.3]
#[test]
fn the_limit_is_fixed_at_the_start() {
    let mut game = deploy("at laodicea: ultramarines 2 factory\nat pergam: ultramarines scout");
    game.play("buy scout pergam");
    assert!(game.prompt().ends_with("(up to 1 more)"));
    game.play("buy scout laodicea");
    assert_eq!(game.prompt(), "Ultramarines: buy a structure");
}

/// One structure a world; this binds free structures too. [structures.one.1]
#[test]
fn one_structure_a_world() {
    let game = deploy("at pergam: ultramarines bastion\nat laodicea: ultramarines scout");
    assert_eq!(offered(&game, "build"), ["build factory laodicea", "build city laodicea", "build bastion laodicea"]);
    let mut game = scenario(
        "players ultramarines chaos
         phase refresh
         tile 2A at 0 0 turn 0
         ultramarines on-deck strategize
         ultramarines events the-emperor-protects
         at pergam: ultramarines factory
         at laodicea: chaos cultist",
        "",
    );
    game.play("event the-emperor-protects");
    assert_eq!(game.choices(), ["option 2", "decline"], "no world is free of structures; the card allows one beside");
    game.play("option 2");
    game.play("area pergam");
    assert_eq!(game.at("pergam"), "ultramarines factory, bastion");
}

/// An upgrade may allow a second structure beside one of another kind. [structures.one.1]
#[test]
fn an_upgrade_allows_a_second_structure() {
    let position = "players eldar chaos
        phase operations
        tile 2A at 0 0 turn 0
        tile 5A at 0 -1 turn 2
        eldar materiel 14
        orders 2A: eldar deploy
        at pergam: eldar bastion
        at xinghua: chaos cultist
        orders 5A: chaos deploy
        ";
    let mut without = scenario(position, "");
    without.play("system 2A\nresolve");
    assert!(is_over(&without));
    let mut with = scenario(&format!("{position}eldar upgrades wraithbone-singers"), "");
    with.play("system 2A\nresolve");
    assert_eq!(with.choices(), ["build factory pergam beside", "build city pergam beside", "done"]);
    with.play("build city pergam beside");
    assert_eq!(with.at("pergam"), "eldar city, bastion");
}

/// Every structure uses one control token of its owner; capture passes it on. [structures.control.1]
#[test]
fn every_structure_uses_a_control_token() {
    let tokens = |game: &Scenario, faction: &str| game.game.table.player(game.seat(faction)).control_tokens;
    let mut game = deploy("at pergam: ultramarines scout");
    assert_eq!(tokens(&game, "ultramarines"), 9);
    game.play("build city pergam");
    assert_eq!(tokens(&game, "ultramarines"), 8);

    let mut game = scenario(
        &format!(
            "{BOARD}orders 2A: ultramarines advance
             at thylin: chaos cultist
             at xinghua: ultramarines 2 scout
             at pergam: chaos factory"
        ),
        "",
    );
    assert_eq!((tokens(&game, "ultramarines"), tokens(&game, "chaos")), (9, 8));
    game.play("system 2A\nresolve\nmove scout xinghua pergam\ndone");
    assert_eq!(game.at("pergam"), "ultramarines factory, scout");
    assert_eq!((tokens(&game, "ultramarines"), tokens(&game, "chaos")), (8, 9));
}

/// A structure alone keeps its world friendly: it yields materiel, assets and objectives. [structures.hold.1]
#[test]
fn a_structure_holds_its_world() {
    let mut game = scenario(
        "players ultramarines chaos
         phase operations
         tile 5B at 0 0 turn 0
         tile 2A at 1 0 turn 0
         orders 5B: ultramarines dominate, ultramarines advance
         at broeskyr: ultramarines city, scout
         objective broeskyr ultramarines
         at pergam: chaos cultist
         ultramarines materiel 0
         ultramarines assets none",
        "",
    );
    game.play("system 5B\nresolve\nmove scout broeskyr naraka\nsystem 5B\nresolve");
    assert_eq!(game.fact("ultramarines", "assets"), "1 cache, 1 reinforcement", "Naraka's and Broeskyr's");
    assert_eq!(game.fact("ultramarines", "materiel"), "2", "one each in the Refresh Phase");
    assert_eq!(game.fact("ultramarines", "objectives"), "1");
    assert_eq!(game.at("broeskyr"), "ultramarines city");
}

/// Structures are neither moved, sold nor given up: no order offers it. [structures.permanent.1]
#[test]
fn structures_are_permanent() {
    let pieces = "at pergam: ultramarines city, scout\nat laodicea: ultramarines scout";
    for order in ["deploy", "dominate", "advance", "strategize"] {
        let mut game = scenario(
            &format!(
                "{BOARD}{pieces}\nat thylin: chaos cultist\norders 2A: ultramarines {order}\nultramarines materiel 1"
            ),
            "",
        );
        game.play("system 2A");
        let mut offers = Vec::new();
        while game.asked() == game.seat("ultramarines") {
            offers.extend(game.choices());
            let last = game.choices().pop().expect("somebody is asked");
            game.play(if game.offers("resolve") { "resolve" } else { &last });
        }
        let touches = |offer: &String| offer.contains("city") || offer.contains("structure") || offer.contains("sell");
        assert!(!offers.iter().any(touches), "{order}: {offers:?}");
        assert!(game.at("pergam").starts_with("ultramarines city"));
    }
}
