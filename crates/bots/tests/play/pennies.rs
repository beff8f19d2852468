//! Answers sealed at the same moment: nobody looks, and nobody believes that the other looks.

use crate::search;
use bots::Bot;
use kernel::{Chance, Deaf, Game, History, Seat, Seated};
use testkit::pennies::{HEADS, HIDER, MATCHER, Options, Pennies, Side, Stakes, VALUE};

const ITERATIONS: u32 = 400;

fn begin(seed: u64) -> Game<Pennies> {
    Game::new(&(), &Options {}, Chance::from_number(seed), &mut Deaf).expect("a game")
}

fn choose(game: &Game<Pennies>, seat: Seat, iterations: u32, seed: u64) -> Side {
    search(Stakes, iterations, seed).choose(&Seated::new(game, &History::default(), seat))
}

/// Whoever is asked first, both show heads as often as cannot be exploited.
#[test]
fn both_mix_as_the_equilibrium_does() {
    const ROUNDS: u64 = 400;
    for order in [[MATCHER, HIDER], [HIDER, MATCHER]] {
        let mut heads = [0.0f32; 2];
        let mut paid = 0.0;
        for round in 0..ROUNDS {
            let mut game = begin(round);
            for seat in order {
                let side = choose(&game, seat, ITERATIONS, 2 * round + u64::from(seat.0));
                heads[seat.index()] += f32::from(side == Side::Heads) / ROUNDS as f32;
                game.choose(seat, side, &mut Deaf).expect("a bot plays by the rules");
            }
            paid += f32::from(game.table.pay()) / 3.0 / ROUNDS as f32;
        }
        assert!(heads.iter().all(|heads| (heads - HEADS).abs() < 0.1), "{order:?}: heads {heads:?}");
        // Whoever looked would win everything: nothing or all of it would be paid.
        assert!((paid - VALUE).abs() < 0.1, "{order:?}: {paid} of the stakes are paid");
    }
}

/// A sealed answer changes nothing for whoever answers after it.
#[test]
fn nobody_looks_at_a_sealed_answer() {
    for (first, second) in [(MATCHER, HIDER), (HIDER, MATCHER)] {
        for seed in 0..40 {
            let answers = [Side::Heads, Side::Tails].map(|side| {
                let mut game = begin(seed);
                game.choose(first, side, &mut Deaf).expect("both are asked");
                choose(&game, second, 50, seed)
            });
            assert_eq!(answers[0], answers[1], "seed {seed}");
        }
    }
}
