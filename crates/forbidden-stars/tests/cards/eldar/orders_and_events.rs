//! Order upgrades, events and the Dominate ability of the Eldar.

use crate::battles::{BOARD, asked, event_of, fight, offered, order_of, side};
use crate::common::{Scenario, scenario};

fn order(kind: &str, position: &str, dice: &str) -> Scenario {
    order_of("eldar", kind, position, dice)
}

fn event(card: &str, position: &str) -> Scenario {
    event_of("eldar", card, position)
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
