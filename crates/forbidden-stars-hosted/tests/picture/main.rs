//! The laws of a picture, on games that bots play.

mod legality;
mod markup;

use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options, Position};
use forbidden_stars_hosted::Shelved;
use hosted::Hosted;
use kernel::{Chance, Deaf, Rules, Seat, Viewer};

/// Games in which everything happens sooner or later: boards built by the players, and the first map.
fn tables() -> Vec<Options> {
    let table =
        |factions: &[&str], map| Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map };
    vec![
        table(&["ultramarines", "orks", "eldar", "chaos"], MapChoice::Free),
        table(&["orks", "eldar"], MapChoice::Free),
        table(&["eldar", "chaos", "ultramarines"], MapChoice::Free),
        table(&["chaos", "ultramarines"], MapChoice::Introductory),
    ]
}

/// Lets bots play, and shows each question to `see` before it is answered.
fn play(options: &Options, kind: bots::Kind, seed: u64, mut see: impl FnMut(&Game, Seat)) {
    let mut game =
        Game::new(Catalogue::standard(), options, Chance::from_number(seed), &mut Deaf).expect("legal options");
    let mut bots: Vec<_> =
        (0..game.seats()).map(|seat| kind.seat(&Adviser::default(), seed + u64::from(seat))).collect();
    bots::play(&mut game, &mut bots, &mut Deaf, |at| see(at.game, at.seat)).expect("bots play by the rules");
}

/// All fragments that a seat is sent, one after the other.
fn page(game: &Game, viewer: Viewer) -> String {
    let view = ForbiddenStars::view(game, viewer);
    Shelved::fragments(game.catalogue, &view, viewer).into_iter().map(|(_, markup)| markup).collect()
}

fn position(text: &str) -> Game {
    let position = Position::read(Catalogue::standard(), text).expect("a sound position");
    position.start(Chance::from_number(1), &mut Deaf)
}
