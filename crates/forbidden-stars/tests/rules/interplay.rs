//! Rules that meet: what single chapters do not show.

use crate::common::{Scenario, scenario};
use forbidden_stars::{Decision, ForbiddenStars, view};
use kernel::{Chance, Rules, Sight, Viewer};

/// An event card chosen through Incantation of Tzeentch lies open while it is resolved: everybody sees it, and nobody can
/// imagine another one in its place; the cards drawn with it were hidden until the choice.
/// [visibility.events.1, visibility.events.3, card-clarifications.incantation-of-tzeentch.1]
#[test]
fn a_card_chosen_by_incantation_is_open() {
    let mut game = scenario(
        "players chaos orks
         phase refresh
         first chaos
         tile 2A at 0 0 turn 0
         tile 5A at 0 -1 turn 2
         at pergam: chaos cultist, city
         at xinghua: orks nob
         chaos on-deck strategize
         chaos events incantation-of-tzeentch, spoils-of-war, seduced-by-chaos, touched-by-the-warp",
        "",
    );
    game.play("event incantation-of-tzeentch\naccept");
    let chaos = game.seat("chaos");
    let further = |game: &Scenario, viewer: Viewer| {
        ForbiddenStars::view(&game.game, viewer).players[chaos.index()].further_events.clone()
    };
    let others = [Viewer::Seat(game.seat("orks")), Viewer::Spectator];
    for viewer in others {
        assert_eq!(further(&game, viewer), [Sight::Back; 3]);
    }
    game.play("event seduced-by-chaos");
    assert_eq!(game.choices(), ["accept", "decline"]);
    for viewer in others {
        assert!(matches!(further(&game, viewer)[..], [Sight::Face(event)]
            if game.game.catalogue.event(event).name == "Seduced by Chaos"));
    }
    let known: Vec<_> = game.game.table.player(chaos).further_events.iter().collect();
    for seed in 0..20 {
        let imagined = view::conceal(&game.game, game.seat("orks"), &mut Chance::from_number(seed));
        assert_eq!(imagined.table.player(chaos).further_events.iter().collect::<Vec<_>>(), known);
    }
}

/// Two units that use up the permit of Ork Roks cannot leave a sixth unit on a world from which nobody can make room.
/// [advance-order.cap.1, advance-order.cap.3, card-clarifications.ork-roks.1]
#[test]
fn ork_roks_respect_the_cap_of_five() {
    let roks = |pieces: &str| {
        let mut game = scenario(
            &format!(
                "players orks chaos
                 phase operations
                 tile 3A at 0 0 turn 0
                 tile 2A at 1 0 turn 0
                 at pergam: chaos bastion
                 orders 3A: orks advance
                 orders 2A: chaos strategize
                 orks upgrades ork-roks
                 {pieces}"
            ),
            "",
        );
        game.play("system 3A\nresolve\nupgrade ork-roks");
        game
    };
    let cross = "move ork-boyz azernikh lytheria via 3A.SE";
    let mut full = roks("at azernikh: orks 2 ork-boyz\nat lytheria: orks 4 nob");
    full.play(cross);
    assert!(!full.offers(cross), "five are there, and no crossing is left for one of them");
    assert!(full.offers("done"));

    let mut exchange = roks("at azernikh: orks 2 ork-boyz\nat lytheria: orks 4 nob, ork-boyz");
    exchange.play(cross);
    assert!(!exchange.offers("done"), "one of six has to leave");
    exchange.play("move nob lytheria azernikh via 3A.SE");
    assert_eq!(exchange.at("azernikh"), "orks ork-boyz, nob");
}

/// In a combat the attacker's effects of a moment come first: having passed, he cannot wait for what the defender does and
/// then use his own after all. [simultaneous-effects.order.2]
#[test]
fn an_attacker_who_passes_does_not_respond_to_the_defender() {
    let mut battle = scenario(
        "battle: ultramarines space-marine attack eldar wraithguard
         at laodicea: eldar aspect-warrior
         eldar scheme farsight
         ultramarines scheme adeptus-mechanicus
         ultramarines deck faith-in-the-emperor
         eldar deck howling-banshees",
        "DD | DD",
    );
    battle.play("ultramarines: card faith-in-the-emperor\neldar: card howling-banshees");
    while battle.offers("decline") {
        battle.play("decline");
    }
    battle.play("ultramarines: done\neldar: scheme\narea laodicea");
    let question = battle.game.next_question().map(|question| question.decision);
    assert!(!matches!(question, Some(Decision::Respond(_))), "{question:?}");
    assert_eq!(battle.fact("ultramarines", "scheme"), "adeptus-mechanicus");
}
