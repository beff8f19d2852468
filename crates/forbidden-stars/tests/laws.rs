//! The laws of `testkit` on random games of every size, and the golden hash.

use expect_test::expect;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options, Position, position};
use kernel::{Chance, Deaf};
use testkit::laws::{Thoroughness, assert_laws, golden_hash, play_out};

fn options(factions: &[&str], map: MapChoice) -> Options {
    Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map }
}

fn tables() -> Vec<Options> {
    vec![
        options(&["ultramarines", "chaos"], MapChoice::Introductory),
        options(&["orks", "ultramarines", "chaos"], MapChoice::Introductory),
        options(&["eldar", "orks", "ultramarines", "chaos"], MapChoice::Introductory),
        options(&["eldar", "orks"], MapChoice::Free),
        options(&["chaos", "orks", "eldar"], MapChoice::Free),
        options(&["ultramarines", "eldar", "chaos", "orks"], MapChoice::Free),
    ]
}

/// Offered choices apply and others are refused, components are conserved, views hide what they must, records replay.
/// [areas.two-factions.1, component-limitations.structures.1, discarding-cards.no-pile.1]
#[test]
fn laws_hold_on_random_games() {
    for table in tables() {
        let tally = assert_laws::<ForbiddenStars>(Catalogue::standard(), &table, 0..12, Thoroughness::QUICK);
        assert!(tally.varied * 2 > tally.concealed, "concealing changes what is hidden: {tally:?}");
    }
}

/// Ten seeded games end alike on every machine and in every build.
#[test]
fn golden_hash_of_ten_games() {
    let mut hashes = Vec::new();
    for (seed, table) in (0..10).zip(tables().into_iter().cycle()) {
        hashes.push(golden_hash::<ForbiddenStars>(Catalogue::standard(), &table, [seed]).expect("a whole game"));
    }
    expect![[r#"
        69eb807eaae73dd7
        cdf297b355fc7783
        05712d4fac82c539
        68127e77921af19b
        8c45b5087a89ba76
        9a29a35ee008b775
        ba53d10f6003d28d
        b5826e10e8fdcb2e
        daf93d0cd5fac4c0
        81cbd4265e8d2f68"#]]
    .assert_eq(&hashes.join("\n"));
}

/// A position written down between two turns reads back to the same table.
#[test]
fn positions_read_back() {
    let mut compared = 0;
    for (seed, table) in (0..12).zip(tables().into_iter().cycle()) {
        let compare = |game: &Game| {
            let text = position::write(game);
            let read = Position::read(Catalogue::standard(), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let again = read.start(Chance::from_number(0), &mut Deaf);
            assert_eq!(position::write(&again), text);
            assert!(again.table == game.table, "{text}");
        };
        play_out::<ForbiddenStars>(Catalogue::standard(), &table, seed, &mut Deaf, |game, _, _, _| {
            let question = game.next_question().map(|question| question.decision);
            let first_placement = game.table.orders.is_empty();
            if question == Some(forbidden_stars::Decision::RevealOrder)
                || (question == Some(forbidden_stars::Decision::PlaceOrder) && first_placement)
            {
                compare(game);
                compared += 1;
            }
        })
        .expect("a whole game");
    }
    assert!(compared > 200, "{compared}");
}

/// A game fits into four kibibytes: table, stack and chance.
#[test]
fn a_game_is_small() {
    assert!(std::mem::size_of::<Game>() <= 4096, "{} bytes", std::mem::size_of::<Game>());
}
