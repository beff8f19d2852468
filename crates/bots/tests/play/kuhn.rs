//! Kuhn poker, whose equilibria are known: how much could somebody win who knew the strategy that a search has learnt?

use bots::Budget;
use bots::search::{Grower, Mixing, Settings, hear};
use kernel::{Chance, Deaf, Game, Seat};
use testkit::kuhn::{Card, Choice, Decision, Kuhn, Options, Stakes};

/// How likely each card is bet, or called with, at the twelve information sets.
#[derive(Debug)]
struct Strategy {
    /// The first player opens.
    open: [f64; 3],
    /// The first player has checked, and is bet against.
    answer: [f64; 3],
    /// The second player after a check.
    follow: [f64; 3],
    /// The second player after a bet.
    defend: [f64; 3],
}

impl Strategy {
    fn of(grower: &Grower<Kuhn, Stakes>) -> Strategy {
        let share = |seat: Seat, card: Card, said: &[(Seat, Choice)], decision, wanted: Choice| {
            let mut heard = 0;
            for other in [Seat(0), Seat(1)] {
                heard = hear(heard, other, Choice::Look(if other == seat { card } else { Card::default() }));
            }
            for &(by, choice) in said {
                heard = hear(heard, by, choice);
            }
            let tried = grower.strategy(heard, seat, decision);
            let all: u32 = tried.iter().map(|(_, visits)| visits).sum();
            let those: u32 = tried.iter().filter(|(choice, _)| *choice == wanted).map(|(_, visits)| visits).sum();
            // Where it never came to, anything goes.
            if all == 0 { 0.5 } else { f64::from(those) / f64::from(all) }
        };
        let (first, second) = (Seat(0), Seat(1));
        let checked = [(first, Choice::Check)];
        let raised = [(first, Choice::Check), (second, Choice::Bet)];
        let bet = [(first, Choice::Bet)];
        Strategy {
            open: Card::ALL.map(|card| share(first, card, &[], Decision::CheckOrBet, Choice::Bet)),
            answer: Card::ALL.map(|card| share(first, card, &raised, Decision::CallOrFold, Choice::Call)),
            follow: Card::ALL.map(|card| share(second, card, &checked, Decision::CheckOrBet, Choice::Bet)),
            defend: Card::ALL.map(|card| share(second, card, &bet, Decision::CallOrFold, Choice::Call)),
        }
    }

    /// What the best reply of each side wins against the other side's strategy, on the average of both, in antes a hand.
    /// Zero where nobody can be exploited.
    fn exploitability(&self) -> f64 {
        (self.best_first() + self.best_second()) / 2.0
    }

    /// The most that a first player can win against this second player.
    fn best_first(&self) -> f64 {
        let of_card = |mine: usize| {
            let [mut bet, mut check_call, mut check_fold] = [0.0f64; 3];
            for other in (0..3).filter(|&other| other != mine) {
                let wins = if mine > other { 1.0 } else { -1.0 };
                let (raise, call) = (self.follow[other], self.defend[other]);
                bet += call * 2.0 * wins + (1.0 - call);
                check_call += raise * 2.0 * wins + (1.0 - raise) * wins;
                check_fold += -raise + (1.0 - raise) * wins;
            }
            bet.max(check_call).max(check_fold)
        };
        (0..3).map(of_card).sum::<f64>() / 6.0
    }

    /// The most that a second player can win against this first player.
    fn best_second(&self) -> f64 {
        let of_card = |mine: usize| {
            let [mut call, mut fold, mut raise, mut check] = [0.0f64; 4];
            for other in (0..3).filter(|&other| other != mine) {
                let wins = if mine > other { 1.0 } else { -1.0 };
                let (opens, answers) = (self.open[other], self.answer[other]);
                call += opens * 2.0 * wins;
                fold -= opens;
                raise += (1.0 - opens) * (answers * 2.0 * wins + (1.0 - answers));
                check += (1.0 - opens) * wins;
            }
            call.max(fold) + raise.max(check)
        };
        (0..3).map(of_card).sum::<f64>() / 6.0
    }
}

/// Grows one strategy over many deals; how exploitable it is at each of these numbers of iterations.
fn learn(settings: Settings, seed: u64, stops: &[u32]) -> Vec<f64> {
    let mut grower = Grower::new(Stakes, settings, seed);
    let mut deals = Chance::from_number(seed);
    let mut iterations = 0;
    let mut found = Vec::new();
    for &stop in stops {
        while iterations < stop {
            let deal = Game::<Kuhn>::new(&(), &Options {}, deals.split(), &mut Deaf).expect("three cards can be dealt");
            grower.iterate(deal, 0);
            iterations += 1;
        }
        found.push(Strategy::of(&grower).exploitability());
    }
    found
}

/// The yardstick itself: Kuhn's equilibria cannot be exploited, and other strategies by as much as is known.
#[test]
fn the_equilibria_of_kuhn_cannot_be_exploited() {
    for bluff in [0.0, 0.1, 0.2, 1.0 / 3.0] {
        let equilibrium = Strategy {
            open: [bluff, 0.0, 3.0 * bluff],
            answer: [0.0, bluff + 1.0 / 3.0, 1.0],
            follow: [1.0 / 3.0, 0.0, 1.0],
            defend: [0.0, 1.0 / 3.0, 1.0],
        };
        assert!(equilibrium.exploitability().abs() < 1e-9, "{bluff}: {}", equilibrium.exploitability());
        assert!((equilibrium.best_first() + 1.0 / 18.0).abs() < 1e-9);
    }
    let timid = Strategy { open: [0.0; 3], answer: [0.0; 3], follow: [0.0; 3], defend: [0.0; 3] };
    assert_eq!((timid.best_first(), timid.best_second()), (1.0, 1.0));
}

#[test]
fn a_search_that_mixes_comes_near_an_equilibrium() {
    for seed in 0..4 {
        let settings = Settings { mixing: Mixing::Always, ..Settings::new(Budget::Iterations(1)) };
        let found = learn(settings, seed, &[100, 2_000, 20_000, 200_000]);
        assert!(found.is_sorted_by(|before, after| before > after), "seed {seed}: {found:?}");
        assert!(found[1] < 0.15 && found[2] < 0.06 && found[3] < 0.02, "seed {seed}: {found:?}");
    }
}

/// Always to take what looks best is not best against somebody who can guess, however curious one is.
#[test]
fn a_search_that_never_mixes_stays_exploitable() {
    for curiosity in [1.5, 5.0] {
        for seed in 0..4 {
            let settings = Settings { mixing: Mixing::Never, curiosity, ..Settings::new(Budget::Iterations(1)) };
            let found = learn(settings, seed, &[200_000]);
            assert!(found[0] > 0.03, "curiosity {curiosity}, seed {seed}: {found:?}");
        }
    }
}

/// Somebody has sealed an answer before the search begins: the last answer still opens all of them.
#[test]
fn a_moment_that_was_half_answered_is_heard_when_it_is_over() {
    let settings = Settings { mixing: Mixing::Always, ..Settings::new(Budget::Iterations(1)) };
    let mut grower = Grower::new(Stakes, settings, 1);
    let mut game = Game::<Kuhn>::new(&(), &Options {}, Chance::from_number(1), &mut Deaf).expect("a deal");
    let card = game.table.card(Seat(0)).expect("everybody has a card");
    game.choose(Seat(0), Choice::Look(card), &mut Deaf).expect("everybody looks at his card");
    for _ in 0..10 {
        grower.iterate(game.clone(), 0);
    }
    let heard = hear(0, Seat(1), Choice::Look(Card::default()));
    let visits: u32 = grower.strategy(heard, Seat(0), Decision::CheckOrBet).iter().map(|(_, visits)| visits).sum();
    assert_eq!(visits, 10);
}
