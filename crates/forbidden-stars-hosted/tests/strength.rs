//! Each bot is worth more than the one before. Counted in iterations, so that the same games are played everywhere;
//! `docs/forbidden-stars/bots.md` has the figures from many games.

use bots::Kind;
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Deaf, Seat};
use rayon::prelude::*;

/// Games won by the first of two bots: every pair of factions, both seats, on maps that they build themselves.
fn wins(bots: [&str; 2], games: usize) -> f32 {
    let kinds: [Kind; 2] = bots.map(|name| name.parse().expect("a bot's name"));
    let one = |number: usize| {
        let factions = ["ultramarines", "chaos", "orks", "eldar"];
        let (first, step) = (number / 2 % 4, 1 + number / 8 % 3);
        let seated = [factions[first], factions[(first + step) % 4]].map(str::to_owned);
        let options = Options { factions: seated.to_vec(), map: MapChoice::Free };
        let chance = Chance::from_number(number as u64 / 2);
        let mut game = Game::new(Catalogue::standard(), &options, chance, &mut Deaf).expect("a legal table");
        let seat = number % 2;
        let bot =
            |at: usize| kinds[(at + seat) % 2].seat::<ForbiddenStars, _>(&Adviser::default(), (2 * number + at) as u64);
        bots::play(&mut game, &mut [bot(0), bot(1)], &mut Deaf, |_| {}).expect("bots make legal choices");
        kernel::outcome(&game)[Seat(seat as u8).index()]
    };
    (0..games).into_par_iter().map(one).sum()
}

#[test]
fn greedy_beats_random() {
    let won = wins(["greedy", "random"], 48);
    assert!(won >= 44.0, "{won} of 48");
}

#[test]
fn search_beats_greedy() {
    let won = wins(["search:60", "greedy"], 8);
    assert!(won >= 7.0, "{won} of 8");
}
