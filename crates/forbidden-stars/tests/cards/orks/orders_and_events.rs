//! Order upgrades, events and the Dominate ability of the Evil Sunz.

use super::{dice, orks_hold, orks_play};
use crate::common::{Scenario, scenario};

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
