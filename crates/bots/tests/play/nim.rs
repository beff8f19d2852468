//! Nim, where nothing is hidden and the best play is known.

use crate::search;
use bots::{Bot, Kind, play};
use kernel::{Chance, Deaf, Game, History, Seat, Seated};
use testkit::nim::{Choice, Ignorance, Nim, Options};

pub fn begin(heaps: &[u8]) -> Game<Nim> {
    Game::new(&(), &Options { heaps: heaps.to_vec() }, Chance::from_number(0), &mut Deaf).expect("these heaps are fine")
}

/// Positions that are won for the first player.
const WON: [&[u8]; 12] = [
    &[3],
    &[1, 2],
    &[2, 3],
    &[2, 4],
    &[3, 5],
    &[1, 1, 1],
    &[1, 2, 2],
    &[1, 2, 4],
    &[1, 3, 3],
    &[2, 2, 3],
    &[2, 3, 3],
    &[1, 1, 2, 3],
];

/// Enough to play all of those perfectly.
const ENOUGH: u32 = 4_000;

/// Takes so many that the heaps add up to nothing; one counter where that cannot be.
struct Perfect;

impl Bot<Nim> for Perfect {
    fn choose(&mut self, seated: &Seated<'_, Nim>) -> Choice {
        let heaps = seated.view().heaps;
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut choices = Vec::new();
        seated.choices(&mut choices);
        let winning = |choice: &&Choice| {
            let heap = heaps[usize::from(choice.heap)];
            sum ^ heap == heap - choice.count
        };
        choices.iter().find(winning).copied().unwrap_or(choices[0])
    }
}

/// Does a search with so many iterations find a winning move here?
fn finds_the_win(heaps: &[u8], iterations: u32, seed: u64) -> bool {
    let mut game = begin(heaps);
    let history = History::default();
    let choice = search(Ignorance, iterations, seed).choose(&Seated::new(&game, &history, Seat(0)));
    game.choose(Seat(0), choice, &mut Deaf).expect("a bot plays by the rules");
    game.table.nim_sum() == 0
}

#[test]
fn a_won_position_is_kept_won() {
    for heaps in WON {
        assert!(begin(heaps).table.nim_sum() != 0, "{heaps:?} is lost for whoever begins");
        for seed in 0..3 {
            assert!(finds_the_win(heaps, ENOUGH, seed), "{heaps:?} with seed {seed}");
        }
    }
}

#[test]
fn won_games_are_won_against_anybody() {
    for (number, heaps) in WON.iter().enumerate() {
        let seed = number as u64;
        let others: [Box<dyn Bot<Nim>>; 2] = [Box::new(Perfect), Kind::Random.seat(&Ignorance, seed)];
        for other in others {
            let mut game = begin(heaps);
            let mut bots: [Box<dyn Bot<Nim>>; 2] = [Box::new(search(Ignorance, ENOUGH, seed)), other];
            play(&mut game, &mut bots, &mut Deaf, |_| {}).expect("bots play by the rules");
            assert!(game.winners().contains(Seat(0)), "{heaps:?}");
        }
    }
}

/// Nobody wins a lost position against perfect play, so the search must not either: the opponent is no straw man.
#[test]
fn lost_games_are_lost_against_perfect_play() {
    for heaps in [&[1, 1][..], &[2, 4, 6], &[1, 4, 5]] {
        let mut game = begin(heaps);
        let mut bots: [Box<dyn Bot<Nim>>; 2] = [Box::new(search(Ignorance, 500, 1)), Box::new(Perfect)];
        play(&mut game, &mut bots, &mut Deaf, |_| {}).expect("bots play by the rules");
        assert!(game.winners().contains(Seat(1)), "{heaps:?}");
    }
}

#[test]
fn strength_grows_with_iterations() {
    let positions: [&[u8]; 6] = [&[3, 5], &[4, 5], &[1, 2, 4], &[1, 3, 5], &[2, 2, 3], &[2, 3, 3]];
    let found = |iterations| {
        let all = positions.iter().flat_map(|heaps| (0..5).map(move |seed| (*heaps, seed)));
        all.filter(|&(heaps, seed)| finds_the_win(heaps, iterations, seed)).count()
    };
    let counts = [10, 300, 10_000].map(found);
    assert!(counts[0] + 3 < counts[1] && counts[1] + 3 < counts[2] && counts[2] >= 27, "{counts:?} of 30");
}
