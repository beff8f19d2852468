//! Retreats: who goes, where to, and what becomes of those who cannot.

use crate::combat::{SERPENT, board, decline_all, operations, quiet_round, times};
use crate::common::{Scenario, scenario};

/// Routed Scouts on Turaci lose to a Cultist from Xinghua at once and must retreat.
fn turaci_lost(rest: &str) -> Scenario {
    scenario(
        &board(
            "chaos ultramarines",
            &format!(
                "at turaci: chaos cultist
                 at turaci: ultramarines 2 scout routed
                 contest turaci chaos from xinghua
                 {rest}"
            ),
        ),
        "",
    )
}

/// Three rounds without an ability, up to the retreat; the attackers, Chaos, have less morale. Every die shows defence.
fn attackers_lose(rest: &str, rolled: usize) -> Scenario {
    let mut battle = scenario(
        &board(
            "chaos ultramarines",
            &format!(
                "{rest}
                 chaos assets none
                 chaos deck foul-worship, foul-worship, dark-faith
                 ultramarines deck reconnaissance, reconnaissance, blessed-power-armour"
            ),
        ),
        &"D".repeat(rolled),
    );
    for cards in [
        "chaos: card foul-worship\nultramarines: card reconnaissance",
        "chaos: card foul-worship\nultramarines: card reconnaissance",
        "chaos: card dark-faith\nultramarines: card blessed-power-armour",
    ] {
        battle.play(cards);
        while battle.game.next_question().is_some() && battle.offers("decline") {
            battle.play("decline");
        }
    }
    battle.all_dice_used();
    battle
}

// All retreats.

/// The loser's units all go to one area, routed, and may not choose destruction. [retreats.who.1, retreats.same-area.1, retreats.routed.1, retreats.compulsory.1]
#[test]
fn all_units_retreat_to_one_area_routed() {
    let mut battle = attackers_lose(
        "at turaci: chaos 2 cultist
         at turaci: ultramarines land-raider, space-marine
         contest turaci chaos from xinghua, solanum",
        2 + 5,
    );
    assert_eq!(battle.asked(), battle.seat("chaos"));
    assert_eq!(battle.choices(), ["area xinghua", "area solanum"], "areas only");
    battle.play("area solanum");
    assert!(battle.game.next_question().is_none(), "one choice for all");
    assert_eq!(battle.at("solanum"), "chaos 2 cultist routed");
    assert_eq!(battle.at("turaci"), "ultramarines space-marine, land-raider");
}

/// The winner's units stay as they are. [retreats.winner.1, retreats.who.1]
#[test]
fn winning_changes_nothing_for_the_winner() {
    let mut battle = attackers_lose(
        "at turaci: chaos cultist
         at turaci: ultramarines land-raider, scout routed
         contest turaci chaos from xinghua",
        1 + 3,
    );
    battle.play("area xinghua");
    assert_eq!(battle.at("turaci"), "ultramarines scout routed, land-raider");
}

/// Ships retreat as far as the next system's farther void, but not across a storm. [retreats.distance.1, retreats.storm.1]
#[test]
fn ships_retreat_to_any_void_next_door() {
    let ships = |storm: &str| {
        scenario(
            &format!(
                "players chaos ultramarines
                 phase battle
                 tile 10A at 0 0 turn 0
                 tile 5A at 0 -1 turn 2
                 tile 2A at 1 0 turn 0
                 at 10A.SE: chaos iconoclast-destroyer
                 at 10A.SE: ultramarines strike-cruiser routed
                 contest 10A.SE chaos from 5A.NE
                 {storm}"
            ),
            "",
        )
    };
    assert_eq!(ships("").choices(), ["area 2A.SE", "area 2A.SW"]);
    let caught = ships("storm 10A-east");
    assert!(caught.game.next_question().is_none());
    assert_eq!(times(&caught, "Strike Cruiser destroyed"), 1);
}

/// Ground units need a path, and a storm closes a border. [retreats.path.1, retreats.storm.1]
#[test]
fn ground_units_need_a_path() {
    let pergam = "at pergam: ultramarines scout";
    let open = turaci_lost(&format!("{pergam}\nat illedrias: ultramarines scout"));
    assert_eq!(open.choices(), ["area illedrias", "area pergam"]);
    let closed = turaci_lost(pergam);
    assert!(!closed.offers("area pergam"), "Illedrias is not friendly");
    let stormy = turaci_lost(&format!("{pergam}\nat illedrias: ultramarines scout\nstorm 10A-east"));
    assert_eq!(stormy.choices(), ["area illedrias"]);
}

/// A path runs through friendly areas and may end in an uncontrolled one. [retreats.path.2]
#[test]
fn a_path_ends_in_an_uncontrolled_area() {
    let through_the_void = |ship: &str| {
        scenario(
            &board(
                "chaos ultramarines",
                &format!(
                    "at illedrias: chaos cultist
                     at illedrias: ultramarines scout routed
                     at turaci: chaos cultist
                     at pergam: chaos cultist
                     {ship}
                     contest illedrias chaos from thylin"
                ),
            ),
            "",
        )
    };
    assert_eq!(through_the_void("at 10A.SE: ultramarines strike-cruiser").choices(), ["area argovia"]);
    assert_eq!(times(&through_the_void(""), "Scout destroyed"), 1);
}

/// A path uses the two systems only, not a way round. [retreats.path.3]
#[test]
fn no_way_round_through_other_systems() {
    let round = |thylin: &str| {
        scenario(
            &format!(
                "players chaos ultramarines
                 phase battle
                 tile 10A at 0 0 turn 0
                 tile 5A at 0 -1 turn 2
                 tile 2A at 1 0 turn 0
                 tile 8A at 1 -1 turn 0
                 tile 4A at -1 0 turn 0
                 at illedrias: chaos cultist
                 at illedrias: ultramarines scout routed
                 at turaci: chaos cultist
                 at pergam: ultramarines scout
                 at 8A.SW: ultramarines strike-cruiser
                 at escinthia: ultramarines scout
                 at 5A.NE: ultramarines strike-cruiser
                 at 5A.NW: ultramarines strike-cruiser
                 at xinghua: ultramarines scout
                 at thylin: {thylin}
                 contest illedrias chaos from solanum"
            ),
            "",
        )
    };
    assert_eq!(round("chaos cultist").choices(), ["area pergam"], "friendly all the way round, and yet no path");
    assert_eq!(round("ultramarines scout").choices(), ["area thylin", "area xinghua", "area pergam"]);
}

/// A full area is a destination like any other; the excess goes after the order, as its owner chooses. [retreats.capacity.1, retreats.capacity.2, retreats.cap-five.1]
#[test]
fn a_retreat_may_overfill_an_area() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at xinghua: chaos cultist
             at turaci: ultramarines 3 scout routed
             at illedrias: ultramarines 2 space-marine
             orders 10A: chaos advance
             orders 4A: ultramarines deploy",
        ),
        "",
    );
    game.play("system 10A\nresolve\nmove cultist xinghua turaci");
    assert_eq!(game.choices(), ["area illedrias"], "Argovia and Solanum are empty, but Illedrias is friendly");
    game.play("area illedrias");
    for _ in 0..2 {
        assert_eq!(game.choices(), ["unit scout illedrias routed", "unit space-marine illedrias"]);
        game.play("unit scout illedrias routed");
    }
    game.play("unit space-marine illedrias");
    assert_eq!(game.at("illedrias"), "ultramarines scout routed, space-marine");

    let mut crowd = scenario(
        &board(
            "chaos ultramarines",
            "at turaci: chaos cultist
             at turaci: ultramarines 4 scout routed
             at illedrias: ultramarines 2 space-marine
             contest turaci chaos from xinghua",
        ),
        "",
    );
    crowd.play("area illedrias");
    assert_eq!(crowd.at("illedrias"), "ultramarines 4 scout routed, 2 space-marine", "six: no limit of five");
}

/// Who has nowhere to go is destroyed. [retreats.none.1]
#[test]
fn a_surrounded_loser_is_destroyed() {
    let battle = turaci_lost("at illedrias: chaos cultist\nat argovia: chaos cultist\nat solanum: chaos cultist");
    assert_eq!(times(&battle, "Scout destroyed on Turaci"), 2);
    assert!(battle.game.next_question().is_none());
}

/// A retreat makes an uncontrolled world friendly, also for an objective. [retreats.objectives.1]
#[test]
fn a_retreat_can_take_an_objective() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at xinghua: chaos cultist
             at turaci: ultramarines scout routed
             objective argovia ultramarines
             orders 10A: chaos advance
             ultramarines objectives 0",
        ),
        "",
    );
    game.play("system 10A\nresolve\nmove cultist xinghua turaci\narea argovia");
    assert_eq!(times(&game, "Ultramarines collects an objective on Argovia"), 1);
    assert_eq!(game.fact("ultramarines", "objectives"), "1");
}

// Attackers.

/// Attackers go back to an area whence a unit came, and nowhere else; one of their own system will do. [retreats.attacker.1, retreats.attacker.7]
#[test]
fn attackers_return_to_an_origin() {
    let battle = attackers_lose(
        "at turaci: chaos 2 cultist
         at turaci: ultramarines land-raider, space-marine
         at argovia: chaos cultist
         at solanum: chaos cultist
         contest turaci chaos from xinghua, illedrias",
        2 + 5,
    );
    assert_eq!(battle.choices(), ["area illedrias", "area xinghua"], "Argovia and Solanum are friendly but no origins");
}

/// An origin that nobody holds any more is legal, one that an opponent holds is not. [retreats.attacker.4, retreats.attacker.5]
#[test]
fn an_origin_taken_by_an_enemy_is_closed() {
    let back_to = |xinghua: &str| {
        attackers_lose(
            &format!(
                "at turaci: chaos cultist
                 at turaci: ultramarines land-raider
                 {xinghua}
                 contest turaci chaos from xinghua"
            ),
            1 + 3,
        )
    };
    assert_eq!(back_to("").choices(), ["area xinghua"]);
    for taken in ["at xinghua: ultramarines scout", "at xinghua: ultramarines factory"] {
        let battle = back_to(taken);
        assert!(battle.game.next_question().is_none());
        assert_eq!(times(&battle, "Cultist destroyed on Turaci"), 1);
    }
}

/// Whether an origin can be reached is judged when the retreat happens. [retreats.attacker.6]
#[test]
fn the_way_back_must_be_open() {
    let over_the_void = |ships: &str| {
        attackers_lose(
            &format!(
                "at argovia: chaos cultist
                 at argovia: ultramarines land-raider
                 at 2A.SW: chaos iconoclast-destroyer
                 {ships}
                 contest argovia chaos from pergam"
            ),
            1 + 3,
        )
    };
    assert_eq!(over_the_void("at 10A.SE: chaos iconoclast-destroyer").choices(), ["area pergam"]);
    let cut_off = over_the_void("");
    assert_eq!(times(&cut_off, "Cultist destroyed on Argovia"), 1);
    assert!(cut_off.game.next_question().is_none());
}

/// A force without a unit that came by Advance Order cannot retreat. [retreats.attacker.2]
#[test]
fn landed_attackers_are_destroyed() {
    let mut game = scenario(
        &operations(
            "ultramarines chaos",
            "at 10A.SE: ultramarines strike-cruiser
             at turaci: ultramarines scout
             at illedrias: chaos 2 helbrute
             orders 10A: ultramarines advance
             ultramarines upgrades drop-pods
             ultramarines deck reconnaissance, blessed-power-armour, blessed-power-armour
             chaos deck foul-worship, foul-worship, dark-faith",
        ),
        "DD | DD | DDDDDD",
    );
    game.play("system 10A\nresolve\ndone\nstrike 10A.SE illedrias\nupgrade drop-pods\nupgrade drop-pods");
    game.play("free space-marine illedrias");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut game, "chaos: card foul-worship\nultramarines: card blessed-power-armour");
    quiet_round(&mut game, "chaos: card dark-faith\nultramarines: card blessed-power-armour");
    assert_eq!(times(&game, "World Eaters wins on Illedrias"), 1);
    assert_eq!(times(&game, "Space Marine destroyed on Illedrias"), 1);
    assert_eq!(times(&game, "retreats"), 0, "Turaci next door is friendly, and yet no way out");
}

/// Units moved in by a card did not come by Advance Order: when they lose, they are destroyed. [retreats.attacker.8]
#[test]
fn units_that_came_by_wave_serpent_are_destroyed() {
    let mut game = scenario(
        &board(
            "chaos eldar",
            &format!(
                "at turaci: chaos cultist
                 at turaci: eldar 2 wraithguard, falcon
                 at illedrias: chaos 3 helbrute
                 at argovia: eldar aspect-warrior
                 {SERPENT}"
            ),
        ),
        "D | OOOOOOM | DDDD | DDDDDDDD",
    );
    game.play("chaos: card foul-worship\neldar: card wave-serpent\ndecline\ndecline\ndecline\naccept\narea illedrias");
    game.play("unit wraithguard turaci\nunit wraithguard turaci");
    decline_all(&mut game);
    assert_eq!(times(&game, "Craftworld Iyanden wins on Turaci"), 1);
    // The decks are shuffled: any cards will do.
    for _ in 0..3 {
        let cards = ["chaos", "eldar"].map(|faction| {
            let choices = game.choices_of(game.seat(faction));
            format!("{faction}: {}", choices.first().expect("a card in hand"))
        });
        quiet_round(&mut game, &cards.join("\n"));
    }
    game.all_dice_used();
    let log = game.log();
    let (_, end) = log.split_once("World Eaters wins on Illedrias").expect("Chaos wins");
    assert_eq!(end.matches("Wraithguard destroyed on Illedrias").count(), 2);
    assert_eq!(game.at("turaci"), "eldar falcon", "a friendly world next door did not help");
}

/// Nor can such units be picked for a retreat by card of either player. [retreats.mid-combat.5]
#[test]
fn units_that_came_by_card_are_not_picked_for_retreats() {
    let reconnaissance = |from: &str| {
        let mut battle = scenario(
            &board(
                "ultramarines orks",
                &format!(
                    "at illedrias: ultramarines scout, space-marine
                     at illedrias: orks battlewagon
                     contest illedrias ultramarines{from}
                     orks assets none
                     orks pairs rokkit-wagon, gretchin, ard-boyz, shoota-boyz, slugga-boyz
                     orks deck rokkit-wagon
                     ultramarines deck reconnaissance"
                ),
            ),
            "MMM | DDD",
        );
        battle.play("ultramarines: card reconnaissance\norks: card rokkit-wagon\ndecline\ndecline");
        battle
    };
    let mut advanced = reconnaissance(" from turaci");
    assert_eq!(advanced.asked(), advanced.seat("ultramarines"), "a morale die would retreat a unit");
    advanced.play("decline\naccept");
    assert_eq!(
        advanced.choices(),
        ["unit scout illedrias", "unit space-marine illedrias", "decline"],
        "and Rokkit Wagon allows another"
    );
    let mut landed = reconnaissance("");
    assert_eq!(landed.asked(), landed.seat("orks"));
    landed.play("accept");
    assert!(landed.prompt().contains("damage"), "{}", landed.prompt());
}

/// An effect that moves still takes such units out. [retreats.mid-combat.5]
#[test]
fn units_that_came_by_card_can_move_out() {
    let mut battle = scenario(
        &board(
            "eldar chaos",
            "at illedrias: eldar aspect-warrior, wraithguard
             at illedrias: chaos helbrute
             contest illedrias eldar
             eldar deck hit-and-run
             chaos deck foul-worship",
        ),
        "MDDD | DDD",
    );
    battle.play("eldar: card hit-and-run\nchaos: card foul-worship\ndecline\naccept");
    assert!(battle.offers("move wraithguard illedrias turaci"), "{:?}", battle.choices());
}

/// The Ultramarines hold Turaci with `defence` against Chaos, who play Chaos United first and bring somebody from Thylin.
fn united(attack: &str, brought: &str, defence: &str, faces: &str) -> Scenario {
    let mut battle = scenario(
        &board(
            "chaos ultramarines",
            &format!(
                "at turaci: chaos {attack}
                 at turaci: ultramarines {defence}
                 at thylin: chaos {brought}
                 contest turaci chaos from xinghua
                 chaos assets none
                 chaos pairs chaos-united, foul-worship, dark-faith, khornes-rage, impure-zeal
                 chaos deck chaos-united, foul-worship, foul-worship
                 ultramarines deck reconnaissance, reconnaissance, blessed-power-armour"
            ),
        ),
        faces,
    );
    battle.play("chaos: card chaos-united\nultramarines: card reconnaissance\ndecline\naccept");
    battle.play(&format!("unit {brought} thylin"));
    battle
}

/// In a mixed force everybody retreats together. [retreats.attacker.3, retreats.same-area.1]
#[test]
fn a_mixed_force_retreats_together() {
    let mut battle = united("2 chaos-space-marine", "cultist", "2 warlord-titan", "DDDDDD | DDDDDD");
    decline_all(&mut battle);
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card blessed-power-armour");
    assert_eq!(times(&battle, "Morale 7 against 8"), 1);
    assert_eq!(battle.at("xinghua"), "chaos cultist routed, 2 chaos-space-marine routed");
}

/// The force came by Advance Order even if nobody is left of those who did. [retreats.attacker.9]
#[test]
fn a_placed_survivor_retreats_to_the_origin() {
    let mut battle = united("cultist", "chaos-space-marine", "land-raider", "M | OOO");
    decline_all(&mut battle);
    battle.play("unit cultist turaci");
    assert_eq!(times(&battle, "Cultist destroyed on Turaci"), 1);
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card reconnaissance");
    quiet_round(&mut battle, "chaos: card foul-worship\nultramarines: card blessed-power-armour");
    assert_eq!(times(&battle, "Ultramarines wins on Turaci"), 1);
    assert_eq!(battle.at("xinghua"), "chaos chaos-space-marine routed");
}

// Defenders.

/// Friendly areas come first; uncontrolled ones are for those who have none. [retreats.defender.1]
#[test]
fn defenders_prefer_friendly_areas() {
    assert_eq!(turaci_lost("at illedrias: ultramarines scout").choices(), ["area illedrias"]);
    assert_eq!(turaci_lost("").choices(), ["area illedrias", "area argovia", "area solanum"]);
}

/// No farther than the next system. [retreats.defender.2]
#[test]
fn defenders_go_no_farther_than_the_next_system() {
    let battle = turaci_lost(
        "at illedrias: ultramarines scout
         at pergam: ultramarines scout
         at laodicea: ultramarines scout
         at lilivara: ultramarines scout",
    );
    assert_eq!(battle.choices(), ["area illedrias", "area pergam", "area laodicea"], "Lilivara is two systems away");
}

/// Not into a system, nor an area, whence the attackers came. [retreats.defender.3, retreats.defender.4]
#[test]
fn defenders_do_not_go_where_attackers_came_from() {
    let thylin = "at illedrias: ultramarines scout\nat thylin: ultramarines scout";
    assert_eq!(
        turaci_lost(thylin).choices(),
        ["area illedrias"],
        "Thylin is friendly, but lies in the system of Xinghua"
    );
    let from = |origin: &str| {
        scenario(
            &board(
                "chaos ultramarines",
                &format!(
                    "at turaci: chaos cultist
                     at turaci: ultramarines scout routed
                     contest turaci chaos from {origin}"
                ),
            ),
            "",
        )
    };
    assert_eq!(from("illedrias").choices(), ["area argovia", "area xinghua", "area solanum"]);
    assert_eq!(from("argovia").choices(), ["area illedrias", "area xinghua", "area solanum"]);
}

/// Only units that entered the combat count for that. [retreats.defender.5]
#[test]
fn units_that_moved_elsewhere_close_nothing() {
    let mut game = scenario(
        &operations(
            "chaos ultramarines",
            "at 5A.NE: chaos iconoclast-destroyer
             at illedrias: chaos cultist
             at turaci: ultramarines scout routed
             at xinghua: ultramarines scout
             orders 10A: chaos advance
             orders 4A: ultramarines deploy",
        ),
        "",
    );
    game.play("system 10A\nresolve\nmove iconoclast-destroyer 5A.NE 10A.SE\nmove cultist illedrias turaci");
    assert_eq!(game.choices(), ["area xinghua"]);
}

/// Attackers moved by a card count as well. [retreats.defender.4]
#[test]
fn defenders_do_not_go_whence_a_card_brought_attackers() {
    let mut game = scenario(
        &board(
            "chaos eldar",
            &format!(
                "at turaci: chaos 3 chaos-space-marine
                 at turaci: eldar 2 wraithguard, falcon
                 at illedrias: chaos cultist routed
                 {SERPENT}"
            ),
        ),
        "OOOOOOOO | OOOOOOM",
    );
    game.play("chaos: card foul-worship\neldar: card wave-serpent\ndecline\ndecline\naccept\narea illedrias");
    game.play("unit wraithguard turaci\nunit wraithguard turaci");
    // Six damage to Chaos, six to the Falcon.
    game.play("unit chaos-space-marine turaci\nunit chaos-space-marine turaci\nunit falcon turaci");
    assert_eq!(times(&game, "World Eaters wins on Turaci"), 1);
    assert_eq!(times(&game, "Craftworld Iyanden wins on Illedrias"), 1);
    assert_eq!(game.asked(), game.seat("chaos"));
    assert!(!game.offers("area turaci"), "friendly, but the Wraithguard came from there");
    assert!(game.offers("area thylin"));
}

// During a combat.

/// Eldar on Turaci who play Ranger Support against a Cultist from Xinghua.
fn rangers(rest: &str) -> Scenario {
    let mut battle = scenario(
        &board(
            "chaos eldar",
            &format!(
                "at turaci: chaos cultist
                 at turaci: eldar 2 wraithguard, falcon
                 at thylin: eldar aspect-warrior
                 contest turaci chaos from xinghua
                 {rest}
                 chaos assets none
                 eldar assets none
                 chaos deck foul-worship, foul-worship
                 eldar deck ranger-support, ranger-support"
            ),
        ),
        "D | DDDDDDD",
    );
    battle.play("chaos: card foul-worship\neldar: card ranger-support\ndecline");
    assert_eq!(battle.choices(), ["unit wraithguard turaci", "unit falcon turaci", "decline"]);
    battle
}

/// A retreat by card follows the same rules, and each may go elsewhere. [retreats.mid-combat.1, retreats.mid-combat.3]
#[test]
fn retreats_by_card_are_judged_one_by_one() {
    let mut battle = rangers("at illedrias: eldar aspect-warrior\nat argovia: eldar aspect-warrior");
    battle.play("unit wraithguard turaci");
    assert_eq!(battle.choices(), ["area illedrias", "area argovia"], "neither Thylin nor empty Solanum");
    battle.play("area illedrias\nchaos: card foul-worship\neldar: card ranger-support\ndecline");
    battle.play("unit wraithguard turaci\narea argovia");
    assert_eq!(battle.at("illedrias"), "eldar aspect-warrior, wraithguard routed");
    assert_eq!(battle.at("argovia"), "eldar aspect-warrior, wraithguard routed");
}

/// Who retreats by card without a destination is destroyed; he may decline instead. [retreats.mid-combat.4, retreats.none.1]
#[test]
fn a_retreat_by_card_can_be_declined() {
    let mut battle = rangers("at illedrias: chaos cultist\nat argovia: chaos cultist\nat solanum: chaos cultist");
    assert!(battle.offers("decline"));
    battle.play("unit falcon turaci");
    assert_eq!(times(&battle, "Falcon destroyed on Turaci"), 1);
}
