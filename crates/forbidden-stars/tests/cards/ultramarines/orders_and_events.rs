//! Order upgrades, events and the Dominate ability of the Ultramarines.

use crate::battles::{BOARD, asked, event_of, fight, offered, order_of, side};
use crate::common::{Scenario, scenario};
use forbidden_stars::components::StructureKind;

fn order(kind: &str, position: &str, dice: &str) -> Scenario {
    order_of("ultramarines", kind, position, dice)
}

fn event(card: &str, position: &str) -> Scenario {
    event_of("ultramarines", card, position)
}

/// The strike rolls one more die, and one morale die may become offence.
/// card: Rain of Fire
#[test]
fn rain_of_fire_adds_a_die_and_turns_one() {
    let position = "at 2A.SW: ultramarines strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar wraithguard, falcon
        ultramarines upgrades rain-of-fire";
    let mut strike = order("advance", position, "OMM");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | done");
    strike.play("upgrade rain-of-fire");
    assert_eq!(side(&strike, "ultramarines"), "OMM");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | done");
    strike.play("upgrade rain-of-fire");
    assert_eq!(offered(&strike), "die morale | done");
    strike.play("die morale");
    assert_eq!(side(&strike, "ultramarines"), "OOM", "one and no more");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 2 damage");
    assert_eq!(strike.fact("ultramarines", "upgrades"), "rain-of-fire used");
    strike.all_dice_used();

    let mut declined = order("advance", position, "OM");
    declined.play("done\nstrike 2A.SW pergam\ndone");
    assert_eq!(declined.prompt(), "Craftworld Iyanden: choose who suffers 1 damage", "two dice, none turned");
}

/// A combat that the order starts where no world is friendly gives a reinforcement token before dice are rolled; it may be used at once or kept. [card-clarifications.crusade.1]
/// card: Crusade
#[test]
fn crusade_gives_a_token_as_the_combat_starts() {
    let position = "at xinghua: ultramarines 2 scout, land-raider
        at thylin: ultramarines factory
        at 2A.SW: ultramarines strike-cruiser
        at pergam: eldar falcon
        ultramarines upgrades crusade";
    let mut advance = order("advance", position, "OOO | DDD");
    advance.play("done\nmove land-raider xinghua pergam");
    assert!(!advance.log().contains("rolls"));
    assert_eq!(offered(&advance), "upgrade crusade | done");
    advance.play("upgrade crusade");
    assert_eq!(advance.fact("ultramarines", "assets"), "1 reinforcement");
    assert_eq!(offered(&advance), "amount 0 | amount 1", "usable in this combat");
    advance.play("amount 0");
    assert_eq!(advance.fact("ultramarines", "assets"), "1 reinforcement", "or kept");
    assert_eq!(advance.fact("ultramarines", "upgrades"), "crusade used");
}

/// Also when the combat is won at once; not with a friendly world in the system, and never beyond three tokens. [card-clarifications.crusade.1]
/// card: Crusade
#[test]
fn crusade_needs_a_system_without_friendly_world() {
    let position = "at xinghua: ultramarines 2 scout, land-raider
        at thylin: ultramarines factory
        at pergam: eldar factory
        orders 5A: eldar dominate
        ultramarines upgrades crusade";
    let mut at_once = order("advance", &format!("{position}\nat laodicea: eldar falcon"), "");
    at_once.play("move land-raider xinghua pergam\nupgrade crusade");
    assert_eq!(at_once.fact("ultramarines", "assets"), "1 reinforcement");
    assert_eq!(at_once.at("pergam"), "ultramarines factory, land-raider");

    let mut friendly =
        order("advance", &format!("{position}\nat laodicea: ultramarines scout\nat 2A.SE: eldar frigate"), "");
    friendly.play("move land-raider xinghua pergam");
    assert!(!friendly.log().contains("Crusade"));
    assert_eq!(friendly.at("pergam"), "ultramarines factory, land-raider");

    let holding = |tokens: u8| {
        let position = format!("{position}\nat laodicea: eldar falcon\nultramarines assets {tokens} reinforcement");
        let mut holding = order("advance", &position, "");
        holding.play("move land-raider xinghua pergam");
        holding
    };
    let mut third = holding(2);
    third.play("upgrade crusade");
    assert_eq!(third.fact("ultramarines", "assets"), "3 reinforcement");
    let full = holding(3);
    assert_eq!(offered(&full), "system 5A", "not offered: a fourth token cannot be gained");
    assert_eq!(full.at("pergam"), "ultramarines factory, land-raider");
    assert_eq!(full.fact("ultramarines", "assets"), "3 reinforcement");
}

/// When a Strategize Order is revealed one own structure of the system may become another kind, free of charge. [card-clarifications.direct-the-faithful.1]
/// card: Direct the Faithful
#[test]
fn direct_the_faithful_exchanges_a_structure() {
    let position = "at pergam: ultramarines factory
        at thylin: ultramarines city
        at laodicea: eldar city
        orders 5A: eldar dominate
        ultramarines materiel 0
        ultramarines upgrades direct-the-faithful";
    let mut game = order("strategize", position, "");
    let table = |game: &Scenario| {
        let seat = game.seat("ultramarines");
        (game.game.table.structure_supply, game.game.table.player(seat).control_tokens)
    };
    let (before, control) = table(&game);
    assert_eq!(offered(&game), "upgrade direct-the-faithful | done");
    game.play("upgrade direct-the-faithful");
    assert_eq!(offered(&game), "structure factory pergam", "not the city of another system");
    game.play("structure factory pergam");
    assert_eq!(offered(&game), "structure city pergam | structure bastion pergam");
    game.play("structure city pergam");
    assert_eq!(game.at("pergam"), "ultramarines city");
    let (after, same) = table(&game);
    let [factory, city] = [StructureKind::Factory, StructureKind::City].map(StructureKind::index);
    assert_eq!((after[factory], after[city]), (before[factory] + 1, before[city] - 1));
    assert_eq!(same, control, "the control token stays");
    assert_eq!(game.prompt(), "Craftworld Iyanden: reveal an order");

    let mut none = order("strategize", position, "");
    none.game.table.structure_supply[city] = 0;
    none.play("upgrade direct-the-faithful\nstructure factory pergam");
    assert_eq!(offered(&none), "structure bastion pergam", "no city is left in the supply");

    let mut declined = order("strategize", position, "");
    declined.play("done");
    assert_eq!(declined.at("pergam"), "ultramarines factory");
}

/// For the order all own bastions of the system count as factories, for one unit less each. [card-clarifications.recruitment-worlds.1, card-clarifications.recruitment-worlds.2]
/// card: Recruitment Worlds
#[test]
fn recruitment_worlds_turn_bastions_into_factories() {
    let deploy = |worlds: &str| {
        // 7A: Lilivara of capacity 3, Remscheid of capacity 2.
        let mut game = scenario(
            &format!(
                "players ultramarines eldar
                 tile 7A at 0 0 turn 0
                 tile 5A at 0 -1 turn 2
                 phase operations
                 orders 7A: ultramarines deploy
                 at thylin: eldar factory
                 orders 5A: eldar dominate
                 ultramarines materiel 14
                 ultramarines upgrades recruitment-worlds
                 {worlds}"
            ),
            "",
        );
        game.play("system 7A\nresolve");
        game
    };
    let mut two = deploy("at lilivara: ultramarines bastion\nat remscheid: ultramarines bastion");
    assert_eq!(offered(&two), "upgrade recruitment-worlds | done");
    two.play("upgrade recruitment-worlds");
    assert_eq!(two.prompt(), "Ultramarines: buy a unit (up to 3 more)", "3 + 2 - 2");
    assert!(two.offers("buy scout lilivara"));

    let mut both = deploy("at lilivara: ultramarines bastion, factory");
    both.play("upgrade recruitment-worlds");
    assert_eq!(both.prompt(), "Ultramarines: buy a unit (up to 5 more)", "3 + 3 - 1");

    let mut declined = deploy("at lilivara: ultramarines bastion, factory\nat remscheid: ultramarines bastion");
    declined.play("done");
    assert_eq!(declined.prompt(), "Ultramarines: buy a unit (up to 3 more)", "the factory alone");

    let mut without = deploy("at lilivara: ultramarines bastion\nat remscheid: ultramarines bastion");
    without.play("done");
    assert_eq!(without.prompt(), "Craftworld Iyanden: reveal an order", "no factory, no units");

    let useless = deploy("at lilivara: ultramarines factory");
    assert_eq!(useless.prompt(), "Ultramarines: buy a unit (up to 3 more)", "without a bastion it is not offered");
}

/// Two defence dice place one Space Marine, once; a lone city is captured at once. [card-clarifications.drop-pods.1, card-clarifications.drop-pods.2, card-clarifications.drop-pods.3]
/// card: Drop Pods
#[test]
fn drop_pods_capture_a_lone_city() {
    let position = "at 2A.SW: ultramarines battle-barge
        at 2A.SE: ultramarines strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar city
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let mut strike = order("advance", position, "DDDD");
    strike.play("done");
    assert_eq!(offered(&strike), "strike 2A.SW pergam | decline", "Laodicea is uncontrolled");
    strike.play("strike 2A.SW pergam\nupgrade drop-pods");
    assert_eq!(offered(&strike), "upgrade drop-pods | done");
    strike.play("upgrade drop-pods");
    assert_eq!(offered(&strike), "free space-marine pergam");
    assert_eq!(side(&strike, "ultramarines"), "DD");
    strike.play("free space-marine pergam");
    assert_eq!(strike.at("pergam"), "ultramarines city, space-marine");
    assert!(!strike.log().contains("draws"), "won without cards");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: reveal an order");
    strike.all_dice_used();

    let mut kept = order("advance", position, "DDDD");
    kept.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\ndone");
    assert_eq!(kept.at("pergam"), "eldar city");
}

/// The combat of a landed unit is one that the order starts. [card-clarifications.crusade.1]
#[test]
fn crusade_follows_drop_pods() {
    let position = "at 2A.SW: ultramarines battle-barge
        at thylin: ultramarines factory
        at pergam: eldar city
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods, crusade";
    let mut strike = order("advance", position, "DDDD");
    strike.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\nupgrade drop-pods\nfree space-marine pergam");
    assert_eq!(offered(&strike), "upgrade crusade | done");
    strike.play("upgrade crusade");
    assert_eq!(strike.fact("ultramarines", "assets"), "1 reinforcement");
}

/// The damage of the strike is settled first; then the landed unit attacks. [card-clarifications.drop-pods.2]
#[test]
fn drop_pods_start_a_combat_after_the_strike() {
    let position = "at 2A.SW: ultramarines battle-barge, strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar wraithguard, aspect-warrior
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let mut strike = order("advance", position, "ODDMMM | OO | OO");
    strike.play("done\nstrike 2A.SW pergam\nupgrade drop-pods\nupgrade drop-pods\nfree space-marine pergam");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 1 damage");
    assert!(!strike.log().contains("Combat"));
    strike.play("unit aspect-warrior pergam");
    assert!(strike.log().contains("Combat on Pergam: Ultramarines attacks Craftworld Iyanden"));
    assert_eq!(strike.at("pergam"), "eldar wraithguard; ultramarines space-marine");
}

/// A lone bastion fights the landed unit, unless the strike has destroyed it. [card-clarifications.drop-pods.3]
#[test]
fn drop_pods_against_a_lone_bastion() {
    let position = "at 2A.SW: ultramarines battle-barge, strike-cruiser
        at thylin: ultramarines factory
        at pergam: eldar bastion
        at xinghua: eldar falcon
        orders 5A: eldar dominate
        ultramarines upgrades drop-pods";
    let script = "done\nstrike 2A.SW pergam\nupgrade drop-pods\nfree space-marine pergam\nstructure bastion pergam";
    let mut destroyed = order("advance", position, "OOODDM");
    destroyed.play(script);
    assert_eq!(destroyed.at("pergam"), "ultramarines space-marine");
    assert!(!destroyed.log().contains("Combat"));
    destroyed.all_dice_used();

    let mut fought = order("advance", position, "OODDMM | OO | DD");
    fought.play(script);
    assert!(fought.log().contains("Combat on Pergam: Ultramarines attacks Craftworld Iyanden"));
    assert_eq!(fought.at("pergam"), "eldar bastion; ultramarines space-marine");
    fought.all_dice_used();

    let mut used = order("advance", &position.replace("drop-pods", "drop-pods used"), "");
    used.play("done");
    assert_eq!(used.prompt(), "Craftworld Iyanden: reveal an order", "used up, it opens no bastion");
}

/// Before damage: two defence tokens and one for each forge token, which are counted and kept.
/// card: Adeptus Mechanicus
#[test]
fn adeptus_mechanicus_counts_forge_tokens() {
    let position = "battle: eldar falcon attack ultramarines land-raider
        ultramarines scheme adeptus-mechanicus
        ultramarines assets 2 forge";
    let mut battle = fight(position, "OOO | MMM", "hit-and-run", "ambush");
    battle.play("eldar: decline\nultramarines: decline");
    assert!(asked(&battle, "ultramarines"));
    assert_eq!(offered(&battle), "scheme | done");
    battle.play("scheme\nunit falcon pergam");
    let log = battle.log();
    assert!(log.contains("Ultramarines has 0 offence and 4 defence tokens"), "{log}");
    assert!(log.contains("Ultramarines suffers 0 damage"), "{log}");
    assert_eq!(battle.fact("ultramarines", "assets"), "2 forge");
    assert_eq!(battle.fact("ultramarines", "scheme"), "");
}

/// Before damage one own unit of the combat rallies.
/// card: Emperor's Champion
#[test]
fn emperors_champion_rallies_a_unit_of_the_combat() {
    let position = "battle: eldar falcon attack ultramarines scout, land-raider routed, space-marine routed
        at thylin: ultramarines scout routed
        ultramarines scheme emperors-champion";
    let mut battle = fight(position, "DDD | D", "hit-and-run", "fury-of-the-ultramar");
    battle.play("eldar: decline\nultramarines: decline\nscheme");
    assert_eq!(offered(&battle), "unit space-marine pergam routed | unit land-raider pergam routed");
    battle.play("unit land-raider pergam routed");
    assert_eq!(battle.at("pergam"), "eldar falcon; ultramarines scout, space-marine routed, land-raider");
    assert_eq!(battle.fact("ultramarines", "scheme"), "");

    let nobody = "battle: eldar falcon attack ultramarines scout\nultramarines scheme emperors-champion";
    let mut nobody = fight(nobody, "DDD | D", "hit-and-run", "fury-of-the-ultramar");
    nobody.play("eldar: decline\nultramarines: decline");
    assert!(nobody.log().ends_with("Execution round 2"), "nobody to rally: not offered");
}

/// In place of an order all own units of one system rally.
/// card: Unwavering Resolve
#[test]
fn unwavering_resolve_rallies_a_system() {
    let position = format!(
        "{BOARD}\nphase operations\nfirst ultramarines
         orders 2A: ultramarines advance\norders 5A: eldar advance
         at pergam: ultramarines 2 scout routed, space-marine
         at 2A.SW: ultramarines strike-cruiser routed
         at laodicea: eldar falcon routed
         at xinghua: ultramarines scout routed
         ultramarines scheme unwavering-resolve"
    );
    let mut game = scenario(&position, "");
    assert_eq!(offered(&game), "system 2A | scheme");
    game.play("scheme");
    assert_eq!(offered(&game), "system 2A | system 5A");
    game.play("system 2A");
    assert_eq!(game.at("pergam"), "ultramarines 2 scout, space-marine");
    assert_eq!(game.at("2A.SW"), "ultramarines strike-cruiser");
    assert_eq!(game.at("laodicea"), "eldar falcon routed");
    assert_eq!(game.at("xinghua"), "ultramarines scout routed");
    assert_eq!(game.prompt(), "Craftworld Iyanden: reveal an order", "it was the whole turn");
}

/// Declared before the roll, it turns every die of the strike to offence.
/// card: Exterminatus
#[test]
fn exterminatus_turns_every_die_to_offence() {
    let position = "at 2A.SW: ultramarines battle-barge
        at thylin: ultramarines factory
        at pergam: eldar falcon, wraithguard
        orders 5A: eldar dominate
        ultramarines upgrades rain-of-fire
        ultramarines scheme exterminatus";
    let mut strike = order("advance", position, "DDMMM");
    strike.play("done\nstrike 2A.SW pergam");
    assert_eq!(offered(&strike), "upgrade rain-of-fire | scheme | done");
    strike.play("scheme\nupgrade rain-of-fire");
    assert_eq!(side(&strike, "ultramarines"), "OOOOO", "the extra die as well");
    assert_eq!(strike.prompt(), "Craftworld Iyanden: choose who suffers 5 damage");
    assert_eq!(strike.fact("ultramarines", "scheme"), "");
    strike.all_dice_used();

    let mut kept = order("advance", position, "DDMM");
    kept.play("done\nstrike 2A.SW pergam\ndone");
    assert_eq!(kept.fact("ultramarines", "scheme"), "exterminatus");
    assert_eq!(kept.at("pergam"), "eldar wraithguard, falcon");
}

/// An order upgrade for one materiel less for each friendly world with a bastion; the command level still binds.
/// card: Rites of Battle
#[test]
fn rites_of_battle_make_order_upgrades_cheaper() {
    let position = "at pergam: ultramarines bastion, city
        at 5A.NE: eldar frigate
        at thylin: eldar factory
        ultramarines materiel 1";
    let mut game = event("rites-of-battle", position);
    assert_eq!(game.fact("ultramarines", "materiel"), "1");
    // Level 1; two materiel less one.
    assert_eq!(
        offered(&game),
        "upgrade rain-of-fire | upgrade crusade | upgrade direct-the-faithful | upgrade recruitment-worlds | decline"
    );
    game.play("upgrade crusade");
    assert_eq!(game.fact("ultramarines", "materiel"), "0");
    assert_eq!(game.fact("ultramarines", "upgrades"), "crusade");

    let mut declined = event("rites-of-battle", position);
    declined.play("decline");
    assert_eq!(declined.fact("ultramarines", "upgrades"), "");
}

/// A Space Marine on a friendly world with a structure, or a Scout on any friendly world.
/// card: Heroic Intervention
#[test]
fn heroic_intervention_places_a_free_unit() {
    let position = "at pergam: ultramarines city
        at xinghua: ultramarines land-raider
        at thylin: eldar factory";
    let mut marine = event("heroic-intervention", position);
    assert_eq!(offered(&marine), "option 1 | option 2 | decline");
    marine.play("option 1");
    assert_eq!(offered(&marine), "free space-marine pergam");
    marine.play("free space-marine pergam");
    assert_eq!(marine.at("pergam"), "ultramarines city, space-marine");

    let mut scout = event("heroic-intervention", position);
    scout.play("option 2");
    assert_eq!(offered(&scout), "free scout pergam | free scout xinghua");
    scout.play("free scout xinghua");
    assert_eq!(scout.at("xinghua"), "ultramarines scout, land-raider");
}

/// A friendly world gives its assets, or materiel equal to its value.
/// card: Work of the Righteous
#[test]
fn work_of_the_righteous_harvests_a_world() {
    let position = "at pergam: ultramarines city
        at xinghua: ultramarines scout
        at thylin: eldar factory
        ultramarines materiel 0";
    let mut assets = event("work-of-the-righteous", position);
    let income = assets.fact("ultramarines", "materiel");
    assert_eq!(offered(&assets), "accept | decline");
    assets.play("accept");
    assert_eq!(offered(&assets), "area pergam | area xinghua", "friendly worlds only");
    assets.play("area pergam");
    assert_eq!(offered(&assets), "option 1 | option 2");
    assets.play("option 1");
    assert_eq!(assets.fact("ultramarines", "assets"), "1 forge");
    assert_eq!(assets.fact("ultramarines", "materiel"), income);

    let mut materiel = event("work-of-the-righteous", position);
    materiel.play("accept\narea xinghua\noption 2");
    assert_eq!(materiel.fact("ultramarines", "assets"), "none");
    assert_eq!((income.as_str(), materiel.fact("ultramarines", "materiel").as_str()), ("2", "4"));
}

/// A prosperity icon is an asset of the owner's choice.
/// card: Work of the Righteous
#[test]
fn work_of_the_righteous_on_a_prosperous_world() {
    let position = "tile 8A at 1 0 turn 0
        at squall: ultramarines city
        at thylin: eldar factory
        ultramarines assets 3 cache";
    let mut game = event("work-of-the-righteous", position);
    game.play("accept\narea squall\noption 1");
    assert_eq!(offered(&game), "asset forge | asset reinforcement", "three caches are the most");
    game.play("asset forge");
    assert_eq!(game.fact("ultramarines", "assets"), "1 forge, 3 cache");
}

/// A free bastion on a friendly world without structure, or for two materiel on one without bastion, beside another structure. [card-clarifications.the-emperor-protects.1]
/// card: The Emperor Protects
#[test]
fn the_emperor_protects_builds_a_bastion() {
    let position = "at pergam: ultramarines city
        at laodicea: ultramarines bastion
        at xinghua: ultramarines scout
        at thylin: eldar factory
        ultramarines materiel 2";
    let mut free = event("the-emperor-protects", position);
    assert_eq!(free.fact("ultramarines", "materiel"), "7");
    assert_eq!(offered(&free), "option 1 | option 2 | decline");
    free.play("option 1");
    assert_eq!(offered(&free), "area xinghua");
    free.play("area xinghua");
    assert_eq!(free.at("xinghua"), "ultramarines bastion, scout");
    assert_eq!(free.fact("ultramarines", "materiel"), "7");

    let mut paid = event("the-emperor-protects", position);
    paid.play("option 2");
    assert_eq!(offered(&paid), "area pergam | area xinghua", "not where a bastion stands");
    paid.play("area pergam");
    assert_eq!(paid.at("pergam"), "ultramarines city, bastion");
    assert_eq!(paid.fact("ultramarines", "materiel"), "5");

    let poor = event(
        "the-emperor-protects",
        "at pergam: ultramarines city\nat thylin: eldar factory\nultramarines materiel 1",
    );
    assert!(
        !poor.log().contains("builds") && !poor.prompt().contains("The Emperor Protects"),
        "two materiel are missing"
    );
}

/// Dominate replaces a Scout or a Space Marine for one materiel, whatever the command level; a cache token does not pay. [card-clarifications.for-the-emperor.1]
/// card: For the Emperor
#[test]
fn for_the_emperor_replaces_a_unit() {
    let position = "at pergam: ultramarines scout, scout routed, space-marine
        at xinghua: ultramarines scout
        at thylin: eldar factory
        orders 5A: eldar dominate";
    let rich = format!("{position}\nultramarines materiel 1");
    let mut scout = order("dominate", &rich, "");
    assert_eq!(scout.fact("ultramarines", "assets"), "1 forge", "assets come first");
    assert_eq!(offered(&scout), "accept | decline");
    scout.play("accept");
    assert_eq!(offered(&scout), "option 1 | option 2");
    scout.play("option 1");
    assert_eq!(offered(&scout), "unit scout pergam | unit scout pergam routed", "the active system only");
    scout.play("unit scout pergam routed");
    assert_eq!(scout.at("pergam"), "ultramarines scout, 2 space-marine", "the new unit stands");
    assert_eq!(scout.fact("ultramarines", "materiel"), "0");
    assert_eq!(scout.fact("ultramarines", "assets"), "1 forge", "no forge token is needed");

    let mut raider = order("dominate", &rich, "");
    raider.play("accept\noption 2\nunit space-marine pergam");
    assert_eq!(raider.at("pergam"), "ultramarines scout, scout routed, land-raider");

    let many = format!("{rich}\nat laodicea: ultramarines 5 space-marine");
    let mut many = order("dominate", &many, "");
    many.play("accept");
    assert_eq!(offered(&many), "option 2", "no Space Marine is left in the reserve");

    let poor = order("dominate", &format!("{position}\nultramarines materiel 0\nultramarines assets 1 cache"), "");
    assert_eq!(poor.prompt(), "Craftworld Iyanden: reveal an order", "without materiel it is not offered");
    assert_eq!(poor.at("pergam"), "ultramarines scout, scout routed, space-marine");
}
