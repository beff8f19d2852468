//! Orbital strikes.

use crate::common::{Scenario, scenario};
use forbidden_stars::Catalogue;
use forbidden_stars::components::UpgradeMoment;

/// The active system 2A: NW Pergam beside the void SW, NE Laodicea beside the void SE; Lytheria in 3A borders 2A.SE.
const BOARD: &str = "players ultramarines chaos eldar
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    tile 3A at 1 0 turn 0
    at xinghua: ultramarines scout routed
    at azernikh: chaos bastion
    at thylin: eldar wraithguard
    orders 5A: chaos strategize
";

/// An Advance Order in 2A, past all movement.
fn strike(faction: &str, pieces: &str, dice: &str) -> Scenario {
    let mut game = scenario(&format!("{BOARD}first {faction}\norders 2A: {faction} advance\n{pieces}"), dice);
    game.play("system 2A\nresolve");
    while game.prompt().contains(": move a ") {
        game.play("done");
    }
    game
}

fn ultramarines(pieces: &str, dice: &str) -> Scenario {
    strike("ultramarines", pieces, dice)
}

const ONE_SHIP: &str = "at 2A.SE: ultramarines strike-cruiser\n";

fn is_over(game: &Scenario) -> bool {
    game.prompt() == "World Eaters: reveal an order"
}

/// A strike is optional; declining it ends the order. [orbital-strike.when.1]
#[test]
fn a_strike_may_be_declined() {
    let mut game = ultramarines(&format!("{ONE_SHIP}at laodicea: chaos cultist"), "");
    assert_eq!(game.choices(), ["strike 2A.SE laodicea", "decline"]);
    game.play("decline");
    assert!(is_over(&game));
    assert_eq!(game.at("laodicea"), "chaos cultist");
}

/// There is no strike in an order with a combat. [orbital-strike.when.1]
#[test]
fn no_strike_after_a_combat() {
    let mut game = scenario(
        &format!(
            "{BOARD}{ONE_SHIP}orders 2A: ultramarines advance
             at 2A.SW: ultramarines strike-cruiser
             at pergam: chaos city
             at lytheria: ultramarines scout
             at laodicea: chaos city"
        ),
        "",
    );
    game.play("system 2A\nresolve\ndone\nmove scout lytheria laodicea");
    assert_eq!(game.at("laodicea"), "ultramarines city, scout");
    assert!(is_over(&game), "no strike on Pergam: {}", game.prompt());
}

/// Void and world are adjacent areas of the active system. [orbital-strike.target.1]
#[test]
fn void_and_world_are_neighbours_in_the_active_system() {
    let game = ultramarines(
        "at 2A.SE: ultramarines strike-cruiser
         at 2A.SW: ultramarines strike-cruiser
         at pergam: chaos cultist
         at laodicea: chaos cultist
         at lytheria: chaos cultist",
        "",
    );
    assert_eq!(game.choices(), ["strike 2A.SE laodicea", "strike 2A.SW pergam", "decline"]);
}

/// A strike uses the ships of one void only. [orbital-strike.target.1]
#[test]
fn a_strike_uses_one_void() {
    // Smyrna on 1A has a void on either side.
    let mut game = scenario(
        &format!(
            "{BOARD}tile 1A at -1 0 turn 0
             orders 1A: ultramarines advance
             at 1A.NE: ultramarines strike-cruiser
             at 1A.SW: ultramarines battle-barge
             at smyrna: chaos cultist"
        ),
        "OD",
    );
    game.play("system 1A\nresolve\ndone");
    assert_eq!(game.choices(), ["strike 1A.NE smyrna", "strike 1A.SW smyrna", "decline"]);
    game.play("strike 1A.NE smyrna\nunit cultist smyrna");
}

/// Bastion worlds are targets only with the upgrade that allows it. [orbital-strike.target.2, orbital-strike.upgrades.3]
#[test]
fn bastion_worlds_need_an_upgrade() {
    let pieces = format!("{ONE_SHIP}at laodicea: chaos bastion, cultist");
    assert!(is_over(&ultramarines(&pieces, "")), "nothing to strike");
    let game = ultramarines(&format!("{pieces}\nultramarines upgrades drop-pods"), "");
    assert_eq!(game.choices(), ["strike 2A.SE laodicea", "decline"]);
    let used = ultramarines(&format!("{pieces}\nultramarines upgrades drop-pods used"), "");
    assert!(is_over(&used));
}

/// A world with cities or factories alone may be chosen; nothing happens to it. [orbital-strike.target.3]
#[test]
fn a_lone_city_is_unharmed() {
    let mut game = ultramarines(&format!("{ONE_SHIP}at laodicea: chaos city"), "OO");
    game.play("strike 2A.SE laodicea");
    game.all_dice_used();
    assert_eq!(game.at("laodicea"), "chaos city");
    assert!(is_over(&game));
}

/// Uncontrolled and friendly worlds are no targets. [orbital-strike.target.4]
#[test]
fn only_enemy_worlds_are_targets() {
    let game = ultramarines(
        "at 2A.SE: ultramarines strike-cruiser
         at 2A.SW: ultramarines strike-cruiser
         at pergam: ultramarines city
         objective laodicea chaos",
        "",
    );
    assert!(is_over(&game), "asked: {}", game.prompt());
}

/// The unrouted ships of the void roll their combat values. [orbital-strike.dice.1]
#[test]
fn unrouted_ships_roll() {
    let mut game = ultramarines(
        "at 2A.SE: ultramarines strike-cruiser, battle-barge, strike-cruiser routed
         at laodicea: chaos city",
        "DDD DDD",
    );
    game.play("strike 2A.SE laodicea");
    game.all_dice_used();
    let routed = ultramarines("at 2A.SE: ultramarines strike-cruiser routed\nat laodicea: chaos city", "");
    assert!(is_over(&routed), "a void with routed ships only does not strike");
}

/// At most eight dice are rolled and gained together. [orbital-strike.dice.2]
#[test]
fn eight_dice_at_most() {
    let mut game = ultramarines(
        "at 2A.SE: ultramarines strike-cruiser, 2 battle-barge
         at laodicea: chaos city
         ultramarines upgrades rain-of-fire",
        "DDDD DDDD",
    );
    game.play("strike 2A.SE laodicea\nupgrade rain-of-fire");
}

/// A die gained at eight is ignored; below that it counts. [orbital-strike.dice.2]
#[test]
fn a_gain_at_eight_dice_is_ignored() {
    let raid = |ships: &str, dice: &str| {
        let pieces = format!("at 2A.SE: eldar {ships}\nat laodicea: chaos helbrute\neldar scheme vicious-raids");
        let mut game = strike("eldar", &pieces, dice);
        game.play("strike 2A.SE laodicea\nscheme\ndone");
        game.all_dice_used();
        game
    };
    let full = raid("2 void-stalker", "DDDD DDDD");
    assert!(full.log().contains("World Eaters suffers 0 damage"), "{}", full.log());
    let mut four = raid("void-stalker", "DDDD");
    four.play("option 1");
    assert!(four.log().contains("World Eaters suffers 1 damage"), "{}", four.log());
}

/// Offence harms; defence and morale do nothing. [orbital-strike.damage.1]
#[test]
fn offence_is_the_damage() {
    let mut game = ultramarines(
        "at 2A.SE: ultramarines strike-cruiser, battle-barge\nat laodicea: chaos chaos-space-marine",
        "OOO DD M",
    );
    game.play("strike 2A.SE laodicea");
    game.all_dice_used();
    assert!(game.log().contains("World Eaters suffers 3 damage"), "{}", game.log());
    game.play("unit chaos-space-marine laodicea");
    assert_eq!(game.at("laodicea"), "");
}

/// A unit that survives is not routed, and its damage is forgotten. [orbital-strike.damage.2]
#[test]
fn survivors_stand() {
    let pieces = format!("{ONE_SHIP}orders 2A: ultramarines advance\nat laodicea: chaos chaos-space-marine");
    let mut game = ultramarines(&pieces, "OO | OO");
    for _ in 0..2 {
        game.play("strike 2A.SE laodicea\nunit chaos-space-marine laodicea");
        assert_eq!(game.at("laodicea"), "chaos chaos-space-marine", "two damage on three health");
        if is_over(&game) {
            game.play("system 5A\nsystem 2A\nresolve\ndone");
        }
    }
}

/// The owner assigns the damage: unrouted units first, all that remains on one at a time. [orbital-strike.damage.3]
#[test]
fn the_owner_assigns_damage() {
    let pieces = "at 2A.SW: ultramarines 2 strike-cruiser
        at pergam: chaos cultist, chaos-space-marine, helbrute routed";
    let mut game = ultramarines(pieces, "OOO D");
    game.play("strike 2A.SW pergam");
    assert_eq!(game.asked(), game.seat("chaos"));
    let offer = ["unit cultist pergam", "unit chaos-space-marine pergam"];
    assert_eq!(game.choices(), offer, "the routed Helbrute is shielded");
    game.play("unit cultist pergam\nunit chaos-space-marine pergam");
    game.all_dice_used();
    assert_eq!(game.at("pergam"), "chaos chaos-space-marine, helbrute routed", "the last damage is ignored");
    let mut game = ultramarines(pieces, "OOO D");
    game.play("strike 2A.SW pergam\nunit chaos-space-marine pergam");
    game.all_dice_used();
    assert_eq!(game.at("pergam"), "chaos cultist, helbrute routed");
}

/// Cities and factories have no health and take no damage. [structures.city-factory-health.1]
#[test]
fn cities_are_not_offered_for_damage() {
    let mut game = ultramarines(&format!("{ONE_SHIP}at laodicea: chaos city, chaos-space-marine"), "OO");
    game.play("strike 2A.SE laodicea");
    assert_eq!(game.choices(), ["unit chaos-space-marine laodicea"]);
}

/// Upgrades are declared before the roll; afterwards none is. [orbital-strike.upgrades.1]
#[test]
fn upgrades_are_declared_before_the_roll() {
    let pieces = format!("{ONE_SHIP}at laodicea: chaos helbrute\nultramarines upgrades rain-of-fire");
    let mut game = ultramarines(&pieces, "MM");
    game.play("strike 2A.SE laodicea");
    assert_eq!(game.choices(), ["upgrade rain-of-fire", "done"]);
    game.play("done");
    game.all_dice_used();
    assert!(is_over(&game), "the morale dice stay what they are: {}", game.prompt());
    assert_eq!(game.fact("ultramarines", "upgrades"), "rain-of-fire");
}

/// Several upgrades serve one strike, each once per round. [orbital-strike.upgrades.2]
#[test]
fn several_upgrades_serve_one_strike() {
    let pieces = format!(
        "{ONE_SHIP}orders 2A: ultramarines advance
         at laodicea: chaos 2 helbrute
         ultramarines upgrades rain-of-fire, drop-pods"
    );
    let mut game = ultramarines(&pieces, "DDM | DD");
    game.play("strike 2A.SE laodicea\nupgrade rain-of-fire\nupgrade drop-pods");
    assert_eq!(game.choices(), ["upgrade rain-of-fire", "upgrade drop-pods", "done"], "both abilities are at hand");
    game.play("done\nunit helbrute laodicea");
    assert_eq!(game.fact("ultramarines", "upgrades"), "rain-of-fire used, drop-pods used");
    game.play("system 5A\nsystem 2A\nresolve\ndone\nstrike 2A.SE laodicea");
    game.all_dice_used();
    assert!(!game.prompt().contains("declare upgrades"), "neither serves a second strike of the round");
}

/// Each faction has two strike upgrades, one of which permits a strike on a bastion world.
/// [orbital-strike.upgrades.3, order-upgrade-cards.orbital.1]
#[test]
fn one_upgrade_of_each_faction_strikes_bastions() {
    for faction in &Catalogue::standard().factions {
        let of_strikes: Vec<bool> = faction
            .order_upgrades
            .iter()
            .filter(|upgrade| upgrade.moment == UpgradeMoment::Strike)
            .map(|upgrade| upgrade.strikes_bastions)
            .collect();
        assert_eq!(of_strikes.len(), 2, "{}", faction.name);
        assert_eq!(of_strikes.iter().filter(|&&bastions| bastions).count(), 1, "{}", faction.name);
    }
}

/// A bastion struck with the upgrade suffers like a unit and is destroyed at its health. [orbital-strike.upgrades.3]
#[test]
fn a_bastion_suffers_like_a_unit() {
    let pieces = "at 2A.SW: ultramarines 2 strike-cruiser
        at pergam: chaos bastion, cultist
        ultramarines upgrades drop-pods";
    let mut game = ultramarines(pieces, "OOO D");
    game.play("strike 2A.SW pergam");
    assert_eq!(game.fact("ultramarines", "upgrades"), "drop-pods used", "aiming declares it");
    assert_eq!(game.choices(), ["structure bastion pergam", "unit cultist pergam"]);
    game.play("structure bastion pergam");
    game.all_dice_used();
    assert_eq!(game.at("pergam"), "chaos cultist");
    let mut game = ultramarines(pieces, "OO DM");
    game.play("strike 2A.SW pergam\nstructure bastion pergam");
    game.all_dice_used();
    assert_eq!(game.at("pergam"), "chaos bastion, cultist", "two damage do not destroy it");
}

/// Dice spent for an ability cause no damage. [orbital-strike.upgrades.4]
#[test]
fn dice_spent_cause_no_damage() {
    let mut game = scenario(
        "players orks chaos
         phase operations
         tile 2A at 0 0 turn 0
         orders 2A: orks advance
         at 2A.SW: orks kill-kroozer
         at pergam: chaos 2 cultist
         at laodicea: orks city
         orks materiel 0
         chaos materiel 3
         orks upgrades lootin",
        "OOOO",
    );
    game.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam\nupgrade lootin\nupgrade lootin");
    game.all_dice_used();
    assert!(game.log().contains("World Eaters suffers 3 damage"), "one of four offence dice was spent: {}", game.log());
    game.play("unit cultist pergam\nunit cultist pergam");
    assert_eq!(game.at("pergam"), "chaos cultist");
}

/// A world emptied of units stays with the owner of its structures, or becomes uncontrolled. [orbital-strike.aftermath.1]
#[test]
fn structures_hold_an_emptied_world() {
    let mut game = ultramarines(&format!("{ONE_SHIP}at laodicea: chaos city, cultist"), "OO");
    game.play("strike 2A.SE laodicea\nunit cultist laodicea");
    game.all_dice_used();
    assert_eq!(game.at("laodicea"), "chaos city");
    let mut game = ultramarines(&format!("{ONE_SHIP}at laodicea: chaos cultist"), "OO");
    game.play("strike 2A.SE laodicea\nunit cultist laodicea");
    assert_eq!(game.at("laodicea"), "");
}

/// Who loses his last world to a strike is eliminated after the order. [orbital-strike.aftermath.1]
#[test]
fn elimination_follows_the_order() {
    let mut game = scenario(
        "players ultramarines chaos eldar
         phase operations
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: ultramarines advance
         orders 5A: eldar strategize, chaos deploy
         at xinghua: ultramarines city
         at thylin: eldar city
         at 2A.SE: ultramarines strike-cruiser
         at laodicea: chaos cultist",
        "OO",
    );
    game.play("system 2A\nresolve\ndone\nstrike 2A.SE laodicea");
    assert!(game.game.table.is_in(game.seat("chaos")));
    game.play("unit cultist laodicea");
    assert!(!game.game.table.is_in(game.seat("chaos")));
}

/// A strike is not a combat: no hand is drawn, no token committed, nobody retreats and nothing is captured.
/// [orbital-strike.not-combat.1]
#[test]
fn a_strike_is_not_a_combat() {
    let mut game = ultramarines(
        &format!(
            "{ONE_SHIP}at laodicea: chaos city, cultist
             chaos assets 2 reinforcement
             ultramarines assets 2 reinforcement
             ultramarines upgrades crusade"
        ),
        "OO",
    );
    game.play("strike 2A.SE laodicea");
    assert!(game.game.table.battle.is_none());
    assert_eq!(game.choices(), ["unit cultist laodicea"]);
    game.play("unit cultist laodicea");
    game.all_dice_used();
    assert_eq!(game.fact("chaos", "assets"), "2 reinforcement");
    assert_eq!(game.at("laodicea"), "chaos city");
    assert_eq!(game.fact("ultramarines", "upgrades"), "crusade", "an upgrade for combats is not offered");
}
