//! Instruction counts under valgrind: the same figures as `orrery bench`, without the noise of the machine.
//!
//! `cargo bench --package bench` needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

use forbidden_stars::{Catalogue, Choice, Game, MapChoice, Options};
use gungraun::{library_benchmark, library_benchmark_group, main};
use kernel::{Chance, Deaf};
use std::hint::black_box;

/// A game of the introductory map, `decisions` random choices in.
fn game_after(seats: usize, decisions: usize) -> Game {
    let factions = ["ultramarines", "chaos", "orks", "eldar"][..seats].iter().map(|id| (*id).to_owned()).collect();
    let options = Options { factions, map: MapChoice::Introductory };
    let mut game =
        Game::new(Catalogue::standard(), &options, Chance::from_number(1), &mut Deaf).expect("legal options");
    play(&mut game, decisions);
    game
}

fn play(game: &mut Game, decisions: usize) -> usize {
    let mut choices: Vec<Choice> = Vec::with_capacity(1024);
    let mut noise = 88_172_645_463_325_252_u64;
    for made in 0..decisions {
        let Some(question) = game.next_question() else { return made };
        game.choices(question.seat, &mut choices);
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        let choice = choices[((noise >> 32) as usize * choices.len()) >> 32];
        game.take(question.seat, choice, &mut Deaf);
    }
    decisions
}

#[library_benchmark]
#[bench::four_seats(args = (4, 100), setup = game_after)]
fn clone(game: Game) -> Game {
    black_box(&game).clone()
}

// A hundred decisions, listing included, early and late in a game.
#[library_benchmark]
#[bench::two_seats_early(args = (2, 0), setup = game_after)]
#[bench::two_seats_late(args = (2, 180), setup = game_after)]
#[bench::four_seats_early(args = (4, 0), setup = game_after)]
#[bench::four_seats_late(args = (4, 400), setup = game_after)]
fn hundred_decisions(mut game: Game) -> usize {
    black_box(play(&mut game, 100))
}

#[library_benchmark]
#[bench::two_seats(args = (2, 0), setup = game_after)]
#[bench::four_seats(args = (4, 0), setup = game_after)]
fn whole_game(mut game: Game) -> usize {
    black_box(play(&mut game, usize::MAX))
}

library_benchmark_group!(name = engine; benchmarks = clone, hundred_decisions, whole_game);
main!(library_benchmark_groups = engine);
