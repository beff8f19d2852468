//! Whatever a legal choice points at is there to be pointed at.

use crate::{page, play, tables};
use bots::Kind;
use forbidden_stars::{ForbiddenStars, Game};
use kernel::{Presentation, Seat, Viewer};
use std::collections::BTreeSet;

#[test]
fn every_piece_of_a_legal_choice_is_drawn() {
    let mut met = BTreeSet::new();
    for (seed, options) in tables().iter().enumerate() {
        for kind in [Kind::Random, Kind::Greedy] {
            let mut count = 0;
            play(options, kind, seed as u64, |game, seat| {
                count += 1;
                // Every third question: the sum of the steps meets all kinds.
                if count % 3 == 0 {
                    met.extend(check(game, seat));
                }
            });
        }
    }
    let kinds: Vec<&str> = met.iter().map(String::as_str).collect();
    let wanted = [
        "area",
        "asset",
        "card",
        "cell",
        "die",
        "edge",
        "event",
        "order",
        "player",
        "reserve",
        "storm",
        "structure",
        "supply",
        "system",
        "tile",
        "unit",
        "upgrade",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}

/// The kinds of pieces that the choices of this question point at.
fn check(game: &Game, seat: Seat) -> BTreeSet<String> {
    let page = page(game, Viewer::Seat(seat));
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let decision = game.question_of(seat).expect("the seat is asked");
    let mut kinds = BTreeSet::new();
    for choice in choices {
        for piece in ForbiddenStars::pieces(game, seat, decision, choice) {
            assert!(
                page.contains(&format!("data-piece=\"{piece}\"")),
                "{piece} is not drawn, but {choice:?} answers {decision:?}"
            );
            kinds.extend(piece.split_once(':').map(|(kind, _)| kind.to_owned()));
        }
    }
    kinds
}
