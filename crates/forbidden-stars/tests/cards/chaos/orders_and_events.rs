//! Order upgrades, events and the Dominate ability of the World Eaters.

use super::{chaos_plays, dice};
use crate::common::{Scenario, scenario};

/// Two systems, one above the other: Pergam and Laodicea with voids below them; above them Xinghua and Thylin, whose voids
/// lie at the far side. Orks have an order waiting, so that the Operations Phase goes on.
fn operations(order: &str, pieces: &str, dice: &str) -> Scenario {
    scenario(
        &format!(
            "players chaos orks
             phase operations
             first chaos
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             orders 2A: chaos {order}
             orders 5A: orks dominate
             {pieces}"
        ),
        dice,
    )
}

/// Adds a die to the strike; for a morale die every unit that suffers damage is routed. Declared before the roll.
/// card: Fear from Above
#[test]
fn fear_from_above_routs_what_it_damages() {
    let pieces = "at 2A.SW: chaos iconoclast-destroyer
        at thylin: chaos city
        at pergam: orks ork-boyz, nob
        chaos upgrades fear-from-above";
    let aim = "system 2A\nresolve\ndone\nstrike 2A.SW pergam";
    let mut strike = operations("advance", pieces, "OOM");
    strike.play(aim);
    assert_eq!(strike.choices(), ["upgrade fear-from-above", "done"]);
    strike.play("upgrade fear-from-above");
    assert_eq!(dice(&strike, "chaos"), [2, 0, 1], "two for the Iconoclast, one for the card");
    assert_eq!(strike.choices(), ["upgrade fear-from-above", "done"]);
    strike.play("upgrade fear-from-above");
    assert_eq!(dice(&strike, "chaos"), [2, 0, 0]);
    strike.play("unit nob pergam");
    assert_eq!(strike.at("pergam"), "orks ork-boyz, nob routed");
    assert_eq!(strike.fact("chaos", "upgrades"), "fear-from-above used");
    strike.all_dice_used();

    let mut unspent = operations("advance", pieces, "OOM");
    unspent.play(aim).play("upgrade fear-from-above\ndone\nunit nob pergam");
    assert_eq!(unspent.at("pergam"), "orks ork-boyz, nob", "damage alone does not rout in a strike");

    let mut no_morale = operations("advance", pieces, "OOO");
    no_morale.play(aim).play("upgrade fear-from-above");
    assert_eq!(no_morale.prompt(), "Evil Sunz: choose who suffers 3 damage");

    let mut undeclared = operations("advance", pieces, "OM");
    undeclared.play(aim).play("done");
    assert_eq!(undeclared.prompt(), "Evil Sunz: choose who suffers 1 damage", "too late after the roll");
}

/// Ships cross storms in this order, ground units do not. [card-clarifications.from-the-warp.1]
/// card: From the Warp
#[test]
fn from_the_warp_is_for_ships() {
    let pieces = "storm 2A-north
        at 5A.NW: chaos iconoclast-destroyer
        at xinghua: chaos chaos-space-marine
        at pergam: orks ork-boyz
        chaos upgrades from-the-warp";
    let mut advance = operations("advance", pieces, "");
    advance.play("system 2A\nresolve");
    assert_eq!(advance.choices(), ["upgrade from-the-warp", "done"]);
    advance.play("upgrade from-the-warp");
    assert!(advance.offers("move iconoclast-destroyer 5A.NW 2A.SW"));
    advance.play("move iconoclast-destroyer 5A.NW 2A.SW");
    assert!(advance.prompt().contains("orbital strike"), "no ground unit can move: {}", advance.prompt());

    let mut unused = operations("advance", pieces, "");
    unused.play("system 2A\nresolve\ndone");
    assert_eq!(unused.prompt(), "Evil Sunz: reveal an order", "the storm stops everybody");

    let calm = pieces.replace("storm 2A-north", "");
    let mut calm = operations("advance", &calm, "");
    calm.play("system 2A\nresolve\ndone\ndone");
    assert!(calm.offers("move chaos-space-marine xinghua pergam"), "without the storm it could");
}

/// On revealing the Strategize Order two order tokens go from the play area to the event deck.
/// card: Favour of the Dark Gods
#[test]
fn favour_of_the_dark_gods_brings_events() {
    let pieces = "at pergam: chaos cultist
        at xinghua: orks nob
        chaos resolved deploy
        chaos materiel 0
        chaos upgrades favour-of-the-dark-gods";
    let mut strategize = operations("strategize", pieces, "");
    strategize.play("system 2A");
    assert_eq!(strategize.choices(), ["upgrade favour-of-the-dark-gods", "done"]);
    strategize.play("upgrade favour-of-the-dark-gods");
    assert_eq!(strategize.choices(), ["order deploy", "order strategize", "order dominate", "order advance"]);
    strategize.play("order deploy\norder advance");
    assert_eq!(strategize.prompt(), "Evil Sunz: reveal an order");
    assert_eq!(strategize.fact("chaos", "on-deck"), "deploy, strategize, advance", "with the revealed token three");
    assert_eq!(strategize.fact("chaos", "resolved"), "");

    let mut unused = operations("strategize", pieces, "");
    unused.play("system 2A\ndone");
    assert_eq!(unused.fact("chaos", "on-deck"), "strategize");
    assert_eq!(unused.fact("chaos", "upgrades"), "favour-of-the-dark-gods");
}

/// After the Deploy Order one unit of level 2 or less may be bought without a factory, into a friendly area of the active
/// system, cheaper by the Cultists there.
/// [card-clarifications.dread-ritual.1, card-clarifications.dread-ritual.2, card-clarifications.dread-ritual.3]
/// card: Dread Ritual
#[test]
fn dread_ritual_needs_cultists_and_no_factory() {
    let pieces = "at pergam: chaos city, 2 cultist, cultist routed
        at 2A.SE: chaos iconoclast-destroyer
        at xinghua: orks nob
        chaos materiel 1
        chaos assets forge
        chaos upgrades dread-ritual";
    let mut deploy = operations("deploy", pieces, "");
    deploy.play("system 2A\nresolve");
    assert_eq!(deploy.choices(), ["upgrade dread-ritual", "done"], "no factory, nothing else to buy");
    deploy.play("upgrade dread-ritual");
    // Level 1: the Helbrute needs the forge token; the Grand Cruiser would need two, the Titan is beyond the card.
    assert_eq!(
        deploy.choices(),
        [
            "buy cultist pergam",
            "buy chaos-space-marine pergam",
            "buy helbrute pergam",
            "buy iconoclast-destroyer 2A.SE"
        ],
        "not on uncontrolled Laodicea, no ship into the empty void"
    );
    deploy.play("buy helbrute pergam");
    assert_eq!(deploy.at("pergam"), "chaos city, 2 cultist, cultist routed, helbrute");
    assert_eq!((deploy.fact("chaos", "materiel"), deploy.fact("chaos", "assets")), ("0".to_owned(), "none".to_owned()));

    let three_levels = "at pergam: chaos city, 2 cultist
        at laodicea: chaos city
        at thylin: chaos city
        at xinghua: orks nob
        chaos materiel 14
        chaos assets 3 forge
        chaos upgrades dread-ritual";
    let mut titan = operations("deploy", three_levels, "");
    titan.play("system 2A\nresolve\nupgrade dread-ritual");
    assert!(titan.offers("buy helbrute pergam"));
    assert!(!titan.choices().iter().any(|choice| choice.contains("titan")), "{:?}", titan.choices());

    let nowhere = "at thylin: chaos city, 2 cultist
        at xinghua: orks nob
        chaos materiel 14
        chaos upgrades dread-ritual";
    let mut stranger = operations("deploy", nowhere, "");
    stranger.play("system 2A\nresolve");
    assert_eq!(stranger.prompt(), "Evil Sunz: reveal an order", "no friendly area in the system");
}

/// The strike may aim at a bastion; for 2 defence dice the player on the world destroys one of his units or structures there,
/// also if only structures are there. [card-clarifications.complete-destruction.1]
/// card: Complete Destruction
#[test]
fn complete_destruction_brings_structures_down() {
    let board = |pieces: &str| {
        format!(
            "at 2A.SW: chaos repulsive-grand-cruiser
             at thylin: chaos city
             at pergam: orks {pieces}
             at xinghua: orks nob
             chaos upgrades complete-destruction"
        )
    };
    let mut bastion = operations("advance", &board("bastion, ork-boyz, nob routed"), "DDOO");
    bastion.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam");
    assert_eq!(bastion.fact("chaos", "upgrades"), "complete-destruction used", "aiming at a bastion is using it");
    assert_eq!(bastion.choices(), ["upgrade complete-destruction", "done"]);
    bastion.play("upgrade complete-destruction");
    assert_eq!(bastion.prompt(), "Evil Sunz: Complete Destruction: destroy a unit or structure");
    assert_eq!(
        bastion.choices(),
        ["unit ork-boyz pergam", "unit nob pergam routed", "structure bastion pergam"],
        "no way to decline"
    );
    bastion.play("unit nob pergam routed");
    assert_eq!(dice(&bastion, "chaos"), [2, 0, 0]);
    assert_eq!(
        bastion.choices(),
        ["structure bastion pergam", "unit ork-boyz pergam"],
        "the bastion suffers like a unit"
    );
    bastion.play("unit ork-boyz pergam");
    assert_eq!(bastion.at("pergam"), "orks bastion");

    let mut city = operations("advance", &board("city"), "DDMM");
    city.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam\nupgrade complete-destruction");
    city.play("upgrade complete-destruction\nstructure city pergam");
    assert_eq!(city.at("pergam"), "");

    let mut one_die = operations("advance", &board("bastion"), "DOOO");
    one_die.play("system 2A\nresolve\ndone\nstrike 2A.SW pergam");
    assert_eq!(one_die.choices(), ["structure bastion pergam"], "one defence die is not enough");
    one_die.play("structure bastion pergam");
    assert_eq!(one_die.at("pergam"), "");

    let without = board("bastion").replace("complete-destruction", "fear-from-above");
    let mut without = operations("advance", &without, "");
    without.play("system 2A\nresolve\ndone");
    assert_eq!(without.prompt(), "Evil Sunz: reveal an order", "a bastion shields the world");
}

/// Instead of revealing an order, routs an enemy unit in a system with an own unit.
/// card: Blight of Nurgle
#[test]
fn blight_of_nurgle_takes_the_place_of_a_turn() {
    let pieces = "at 2A.SW: chaos iconoclast-destroyer routed
        at laodicea: chaos city
        at pergam: orks ork-boyz, nob routed
        at 2A.SE: orks kill-kroozer
        at xinghua: orks nob
        chaos scheme blight-of-nurgle";
    let mut turn = operations("advance", pieces, "");
    assert_eq!(turn.choices(), ["system 2A", "scheme"]);
    turn.play("scheme");
    assert_eq!(turn.choices(), ["unit ork-boyz pergam", "unit kill-kroozer 2A.SE"], "no Chaos unit is near Xinghua");
    turn.play("unit kill-kroozer 2A.SE");
    assert_eq!(turn.at("2A.SE"), "orks kill-kroozer routed");
    assert_eq!(turn.fact("chaos", "scheme"), "", "discarded");
    assert_eq!(turn.prompt(), "Evil Sunz: reveal an order");
    turn.play("system 5A\nresolve\ndecline");
    assert_eq!(turn.choices(), ["system 2A"], "the order token of Chaos is still there");

    let far = pieces.replace("at 2A.SW: chaos iconoclast-destroyer routed", "at thylin: chaos city");
    assert_eq!(operations("advance", &far, "").choices(), ["system 2A"], "a city is no unit");
}

/// Takes an unrouted Cultist of the active system to a friendly or uncontrolled world of an adjacent system, storms or not.
/// [card-clarifications.taint-of-chaos.1]
/// card: Taint of Chaos
#[test]
fn taint_of_chaos_ignores_storms() {
    let pieces = "storm 2A-north
        at pergam: chaos 2 cultist, chaos-space-marine
        at laodicea: chaos cultist routed
        at xinghua: orks nob";
    let mut dominate = operations("dominate", pieces, "");
    dominate.play("system 2A\nresolve");
    assert_eq!(dominate.choices(), ["unit cultist pergam", "decline"]);
    dominate.play("unit cultist pergam");
    assert_eq!(dominate.choices(), ["area thylin"], "not to the enemy's Xinghua, not within the system");
    dominate.play("area thylin");
    assert_eq!(
        (dominate.at("thylin"), dominate.at("pergam")),
        ("chaos cultist".to_owned(), "chaos cultist, chaos-space-marine".to_owned())
    );

    let mut declined = operations("dominate", pieces, "");
    declined.play("system 2A\nresolve\ndecline");
    assert_eq!(declined.prompt(), "Evil Sunz: reveal an order");
}

/// At the end of an assess damage step the Chaos player routs one of his opponent's unrouted units in the contested area;
/// in a combat of others the card is of no use.
/// [card-clarifications.seduced-by-chaos.1, card-clarifications.seduced-by-chaos.2]
/// card: Seduced by Chaos
#[test]
fn seduced_by_chaos_routs_after_damage() {
    let armies = "battle: chaos 2 cultist attack orks ork-boyz, nob, nob routed
        at laodicea: orks battlewagon
        chaos scheme seduced-by-chaos";
    let mut battle = chaos_plays("khornes-rage", armies, "DD | DDDD");
    battle.play("decline\ndecline");
    assert_eq!(battle.prompt(), "World Eaters: use a scheme after damage");
    assert_eq!(battle.choices(), ["scheme", "done"]);
    battle.play("scheme");
    assert_eq!(battle.choices(), ["unit ork-boyz pergam", "unit nob pergam"]);
    battle.play("unit nob pergam");
    assert_eq!(battle.at("pergam"), "chaos 2 cultist; orks ork-boyz, 2 nob routed");
    assert_eq!(battle.fact("chaos", "scheme"), "");

    let mut others = scenario(
        "players chaos orks ultramarines
         battle: orks ork-boyz attack ultramarines scout
         at thylin: chaos cultist
         chaos scheme seduced-by-chaos
         orks assets none
         ultramarines assets none
         orks deck ard-boyz, ard-boyz, gretchin, gretchin, mek-boyz
         ultramarines deck ambush, ambush",
        "D | DD",
    );
    let first = others.choices_of(others.seat("ultramarines"))[0].clone();
    others.play(&format!("orks: card gretchin\nultramarines: {first}"));
    while !others.log().contains("Execution round 2") {
        assert_ne!(others.asked(), others.seat("chaos"), "not his combat");
        others.play("decline");
    }
    assert_eq!(others.fact("chaos", "scheme"), "seduced-by-chaos");
}

/// In an Advance Order ships and ground units cross storms, and the combat starts with a morale die, storm or no storm.
/// [card-clarifications.through-the-warp.1]
/// card: Through the Warp
#[test]
fn through_the_warp_carries_everybody() {
    let pieces = "storm 2A-north
        at 5A.NW: chaos iconoclast-destroyer
        at xinghua: chaos chaos-space-marine
        at pergam: orks ork-boyz
        orks assets none
        chaos scheme through-the-warp";
    let mut advance = operations("advance", pieces, "OOO | DD");
    advance.play("system 2A\nresolve");
    assert_eq!(advance.choices(), ["scheme", "done"]);
    advance.play("scheme");
    assert!(advance.offers("move iconoclast-destroyer 5A.NW 2A.SE"));
    advance.play("move iconoclast-destroyer 5A.NW 2A.SE\nmove chaos-space-marine xinghua pergam");
    assert_eq!(dice(&advance, "chaos"), [3, 0, 1]);
    advance.all_dice_used();

    let calm = pieces.replace("storm 2A-north", "").replace("at 5A.NW: chaos iconoclast-destroyer", "");
    let mut calm = operations("advance", &calm, "OOO | DD");
    calm.play("system 2A\nresolve\nscheme\nmove chaos-space-marine xinghua pergam");
    assert_eq!(dice(&calm, "chaos"), [3, 0, 1], "no storm was crossed");

    let mut unused = operations("advance", pieces, "");
    unused.play("system 2A\nresolve\ndone");
    assert_eq!(unused.prompt(), "Evil Sunz: reveal an order");
    assert_eq!(unused.fact("chaos", "scheme"), "through-the-warp");
}

/// The Refresh Phase with an event card to be drawn by Chaos.
fn refresh(event: &str, pieces: &str) -> Scenario {
    let mut refresh = scenario(
        &format!(
            "players chaos orks
             phase refresh
             first chaos
             tile 2A at 0 0 turn 0
             tile 5A at 0 -1 turn 2
             chaos on-deck strategize
             {pieces}"
        ),
        "",
    );
    refresh.play(&format!("event {event}"));
    refresh
}

const OUTPOSTS: &str = "at pergam: chaos cultist, city\nat xinghua: orks nob";

/// Gains a forge token and a reinforcement token.
/// card: Spoils of War
#[test]
fn spoils_of_war_gives_two_assets() {
    let mut event = refresh("spoils-of-war", &format!("{OUTPOSTS}\nchaos events spoils-of-war"));
    assert_eq!(event.choices(), ["accept", "decline"]);
    event.play("accept");
    assert_eq!(event.fact("chaos", "assets"), "1 forge, 1 reinforcement");
}

/// Draws 3 event cards and resolves the ability of one, not its storm icon; the others are discarded.
/// [card-clarifications.incantation-of-tzeentch.1]
/// card: Incantation of Tzeentch
#[test]
fn incantation_of_tzeentch_moves_one_storm_only() {
    let pieces = format!(
        "{OUTPOSTS}
         storm 2A-west
         storm 5A-east
         chaos scheme blight-of-nurgle
         chaos events incantation-of-tzeentch, spoils-of-war, seduced-by-chaos, touched-by-the-warp"
    );
    let mut event = refresh("incantation-of-tzeentch", &pieces);
    assert_eq!(event.prompt(), "World Eaters: move a Warp Storm");
    let storm = event.choices()[0].clone();
    event.play(&storm).play("accept");
    assert_eq!(
        event.choices(),
        ["event spoils-of-war", "event seduced-by-chaos", "event touched-by-the-warp"],
        "the three cards drawn"
    );
    let mut scheme = refresh("incantation-of-tzeentch", &pieces);
    scheme.play(&storm).play("accept\nevent seduced-by-chaos");
    assert_eq!(scheme.choices(), ["accept", "decline"]);
    scheme.play("accept");
    assert_eq!(scheme.fact("chaos", "scheme"), "seduced-by-chaos", "the earlier scheme is discarded");

    event.take_log();
    event.play("event spoils-of-war\naccept");
    let log = event.take_log();
    assert_eq!(event.fact("chaos", "assets"), "1 forge, 1 reinforcement");
    assert!(log.contains("World Eaters discards Touched by the Warp"), "{log}");
    assert!(log.contains("World Eaters discards Seduced by Chaos"), "{log}");
    assert!(!log.contains("World Eaters moves a Warp Storm"), "{log}");
    assert_eq!(event.prompt(), "Evil Sunz: move a Warp Storm", "the next player's step");
}

/// Two free Cultists go to a friendly world whose system has none, or one to any friendly world.
/// card: Prophets and Signs
#[test]
fn prophets_and_signs_prefers_virgin_systems() {
    let pieces = "at pergam: chaos cultist
        at laodicea: chaos city
        at thylin: chaos chaos-space-marine
        at xinghua: orks nob
        chaos events prophets-and-signs";
    let mut event = refresh("prophets-and-signs", pieces);
    assert_eq!(event.choices(), ["option 1", "option 2", "decline"]);
    event.play("option 1");
    assert_eq!(event.choices(), ["free cultist thylin"], "Pergam's system has a Cultist");
    event.play("free cultist thylin");
    assert_eq!(event.at("thylin"), "chaos 2 cultist, chaos-space-marine");

    let mut single = refresh("prophets-and-signs", pieces);
    single.play("option 2");
    assert_eq!(single.choices(), ["free cultist pergam", "free cultist laodicea", "free cultist thylin"]);
    single.play("free cultist laodicea");
    assert_eq!(single.at("laodicea"), "chaos city, cultist");

    let crowded = pieces.replace("chaos-space-marine", "cultist");
    assert_eq!(refresh("prophets-and-signs", &crowded).choices(), ["option 2", "decline"]);
}

/// A Cultist dies for a free combat or order upgrade, whose level is at most the number of storms around its system,
/// whatever the player's own level. [card-clarifications.touched-by-the-warp.1, card-clarifications.touched-by-the-warp.2]
/// card: Touched by the Warp
#[test]
fn touched_by_the_warp_trades_a_cultist_for_an_upgrade() {
    let pieces = "at pergam: chaos 2 cultist
        at thylin: chaos cultist
        at xinghua: orks nob
        storm 2A-south
        storm 5A-west
        chaos materiel 0
        chaos upgrades fear-from-above
        chaos events touched-by-the-warp";
    let mut event = refresh("touched-by-the-warp", pieces);
    // The card's own icon moves a storm first; Pergam's system then has two storms, Thylin's none.
    event.play("storm 5A-west 2A-west\naccept");
    assert_eq!(event.choices(), ["unit cultist pergam", "unit cultist thylin"]);
    event.play("unit cultist pergam");
    let (pairs, upgrades) = (
        ["mark-of-khorne", "mark-of-nurgle", "mark-of-slaanesh", "mark-of-tzeentch"],
        ["from-the-warp", "favour-of-the-dark-gods", "dread-ritual", "complete-destruction"],
    );
    let level_two = ["inhuman-strength", "daemonic-resilience", "chaos-united"];
    let expected: Vec<String> = pairs
        .iter()
        .chain(&level_two)
        .map(|name| format!("pair {name}"))
        .chain(upgrades.iter().map(|name| format!("upgrade {name}")))
        .collect();
    assert_eq!(event.choices(), expected, "levels 0 to 2, none of level 3, not what he has");
    event.play("pair chaos-united");
    assert_eq!(event.prompt(), "World Eaters: choose the pair that leaves the combat deck");
    event.play("pair dark-faith");
    assert_eq!(event.at("pergam"), "chaos cultist");
    assert_eq!(event.fact("chaos", "pairs"), "khornes-rage, foul-worship, impure-zeal, lure-of-chaos, chaos-united");
    assert_eq!(event.fact("chaos", "materiel"), "1", "income only: the upgrade is free");

    let mut calm = refresh("touched-by-the-warp", pieces);
    calm.play("storm 5A-west 2A-west\naccept\nunit cultist thylin");
    let expected: Vec<String> = pairs.iter().map(|name| format!("pair {name}")).collect();
    assert_eq!(calm.choices(), expected, "without storms level 0");

    let mut declined = refresh("touched-by-the-warp", pieces);
    declined.play("storm 5A-west 2A-west\ndecline");
    assert_eq!(declined.at("pergam"), "chaos 2 cultist");
}

/// When another player moves a storm, Chaos may move it instead, in any of the eight directions onto a free tile edge; it
/// then has moved. Not against the own move. [card-clarifications.prayer-to-the-dark-gods.1]
/// card: Prayer to the Dark Gods
#[test]
fn prayer_to_the_dark_gods_takes_a_storm_over() {
    let pieces = "tile 2A at 0 0 turn 0
        tile 5A at 0 -1 turn 2
        at pergam: chaos cultist
        at xinghua: orks nob
        storm 2A-north
        storm 2A-east
        orks events moar-boyz";
    let position = format!(
        "players orks chaos
         phase refresh
         first orks
         {pieces}
         chaos scheme prayer-to-the-dark-gods
         chaos events spoils-of-war"
    );
    let mut prayer = scenario(&position, "");
    prayer.play("storm 2A-east 5A-east");
    assert_eq!(prayer.prompt(), "World Eaters: use a scheme against the storm's move");
    assert_eq!(prayer.choices(), ["scheme", "done"]);
    prayer.play("scheme");
    assert_eq!(
        prayer.choices(),
        ["storm 2A-east 2A-west", "storm 2A-east 5A-east", "storm 2A-east 2A-south"],
        "the northern edge is taken, the others lie off the board"
    );
    prayer.play("storm 2A-east 2A-south");
    let log = prayer.take_log();
    assert!(log.contains("World Eaters moves the Warp Storm east of 2A to the edge south of 2A"), "{log}");
    assert!(!log.contains("Evil Sunz moves"), "{log}");
    assert_eq!(prayer.fact("chaos", "scheme"), "");
    let left: Vec<String> = prayer.choices();
    assert!(left.iter().all(|choice| choice.starts_with("storm 2A-north ")), "the other has moved: {left:?}");

    let mut own = scenario(&position.replace("first orks", "first chaos"), "");
    own.play("storm 2A-east 2A-south");
    let log = own.log();
    assert!(
        log.contains("World Eaters moves the Warp Storm east of 2A to the edge south of 2A"),
        "done without a question: {log}"
    );
}

/// A scheme put into play can interrupt a later player's move in the same step.
/// [card-clarifications.prayer-to-the-dark-gods.1]
/// card: Prayer to the Dark Gods
#[test]
fn prayer_to_the_dark_gods_works_at_once() {
    let pieces = format!(
        "{OUTPOSTS}
         storm 2A-east
         storm 5A-east
         chaos events prayer-to-the-dark-gods
         orks events warboss"
    );
    let mut event = refresh("prayer-to-the-dark-gods", &pieces);
    event.play("storm 2A-east 2A-north\naccept");
    assert_eq!(event.prompt(), "Evil Sunz: move a Warp Storm");
    assert_eq!(event.choices(), ["storm 5A-east 5A-west"]);
    event.play("storm 5A-east 5A-west");
    assert_eq!(event.choices(), ["scheme", "done"]);
    event.play("done");
    let log = event.log();
    assert!(log.contains("Evil Sunz moves the Warp Storm east of 5A to the edge "), "{log}");
    assert_eq!(event.fact("chaos", "scheme"), "prayer-to-the-dark-gods");
}

/// The die belongs to the Chaos player's own combat; a combat that follows from it gives the opponent nothing.
/// card: Through the Warp
#[test]
fn through_the_warp_gives_the_opponent_no_die() {
    let mut advance = scenario(
        "players chaos eldar
         phase operations
         first chaos
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         orders 2A: chaos advance
         orders 5A: eldar dominate
         at xinghua: chaos 3 chaos-space-marine
         at laodicea: chaos 2 cultist
         at pergam: eldar falcon, aspect-warrior
         chaos scheme through-the-warp
         chaos deck khornes-rage, khornes-rage, foul-worship, impure-zeal, impure-zeal
         eldar assets none
         eldar pairs wave-serpent, swooping-hawks, ranger-support, striking-scorpions, command-of-the-autarch
         eldar deck wave-serpent, wave-serpent, swooping-hawks, ranger-support, striking-scorpions",
        "OOOOOOO | MMMMM | DD | DD",
    );
    advance.play("system 2A\nresolve\nscheme");
    for _ in 0..3 {
        advance.play("move chaos-space-marine xinghua pergam");
    }
    advance.play("chaos: card khornes-rage\neldar: card wave-serpent\ndecline\ndecline\ndecline\ndecline\naccept");
    advance.play("area laodicea\nunit aspect-warrior pergam\nunit chaos-space-marine pergam\nunit falcon pergam");
    assert!(advance.log().contains("Combat on Laodicea: Craftworld Iyanden attacks"), "{}", advance.log());
    assert_eq!((dice(&advance, "eldar"), dice(&advance, "chaos")), ([0, 2, 0], [0, 2, 0]));
}
