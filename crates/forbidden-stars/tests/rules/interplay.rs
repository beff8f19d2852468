//! Rules that meet: what single chapters do not show.

use crate::common::{Scenario, scenario};
use forbidden_stars::{ForbiddenStars, view};
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
