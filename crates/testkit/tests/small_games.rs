//! The games with known answers pass the laws.

use kernel::{Chance, Deaf, Game, Seat};
use testkit::kuhn::{self, Card, Kuhn};
use testkit::laws::{Thoroughness, assert_laws};
use testkit::nim::{self, Nim};
use testkit::pennies::{self, HIDER, MATCHER, Pennies, Side};

#[test]
fn the_laws_hold_in_nim() {
    for heaps in [vec![1], vec![3, 4, 5], vec![2, 2, 7, 15, 1, 4]] {
        let tally = assert_laws::<Nim>(&(), &nim::Options { heaps }, 0..20, Thoroughness::FULL);
        assert_eq!(tally.varied, 0, "nothing is hidden in Nim");
    }
}

#[test]
fn the_laws_hold_in_kuhn_poker() {
    let tally = assert_laws::<Kuhn>(&(), &kuhn::Options {}, 0..200, Thoroughness::FULL);
    assert!(tally.varied * 3 > tally.concealed, "two cards are hidden from everybody: {tally:?}");
}

#[test]
fn the_laws_hold_in_matching_pennies() {
    let tally = assert_laws::<Pennies>(&(), &pennies::Options {}, 0..50, Thoroughness::FULL);
    assert!(tally.varied > 0, "{tally:?}");
}

/// [nim.setup]
#[test]
fn heaps_that_cannot_be() {
    for (heaps, reason) in [
        (vec![], "Nim is played with one to 6 heaps, not 0"),
        (vec![1; 7], "Nim is played with one to 6 heaps, not 7"),
        (vec![3, 0], "a heap has one to 15 counters, not 0"),
        (vec![16], "a heap has one to 15 counters, not 16"),
    ] {
        let begun = Game::<Nim>::new(&(), &nim::Options { heaps }, Chance::from_number(0), &mut Deaf);
        assert_eq!(begun.map(|_| ()), Err(reason.into()));
    }
}

/// Who takes the last counter wins. [nim.winner]
#[test]
fn the_last_counter_wins() {
    let heaps = nim::Options { heaps: vec![2, 1] };
    let mut game = Game::<Nim>::new(&(), &heaps, Chance::from_number(0), &mut Deaf).expect("two heaps");
    for (seat, heap, count) in [(0, 0, 1), (1, 1, 1), (0, 0, 1)] {
        game.choose(Seat(seat), nim::Choice { heap, count }, &mut Deaf).expect("a legal move");
    }
    assert!(game.is_over() && game.winners().iter().eq([Seat(0)]));
}

/// What every way through a hand of poker costs. [kuhn.answer, kuhn.showdown]
#[test]
fn chips_change_hands() {
    use kuhn::Choice::{Bet, Call, Check, Fold};
    let ways: [(&[kuhn::Choice], i8, Option<i8>); 5] = [
        (&[Check, Check], 1, None),
        (&[Check, Bet, Fold], -1, Some(-1)),
        (&[Check, Bet, Call], 2, None),
        (&[Bet, Fold], 1, Some(1)),
        (&[Bet, Call], 2, None),
    ];
    for seed in 0..20 {
        for (way, stake, folded) in ways {
            let chance = Chance::from_number(seed);
            let mut game = Game::<Kuhn>::new(&(), &kuhn::Options {}, chance, &mut Deaf).expect("a deal");
            let cards = [Seat(0), Seat(1)].map(|seat| game.table.card(seat).expect("everybody has a card"));
            for (seat, card) in [Seat(0), Seat(1)].into_iter().zip(cards) {
                game.choose(seat, kuhn::Choice::Look(card), &mut Deaf).expect("everybody looks at his card");
            }
            for &choice in way {
                let seat = game.next_question().expect("the hand goes on").seat;
                game.choose(seat, choice, &mut Deaf).expect("a legal choice");
            }
            assert!(game.is_over(), "{way:?}");
            let showdown = if cards[0] > cards[1] { stake } else { -stake };
            let gain = folded.unwrap_or(showdown);
            assert_eq!((game.table.gain(Seat(0)), game.table.gain(Seat(1))), (gain, -gain), "{cards:?} {way:?}");
        }
    }
    assert!(Card::Jack < Card::Queen && Card::Queen < Card::King);
}

/// [pennies.pay, pennies.winner]
#[test]
fn pennies_pay() {
    for (shown, pay, winner) in [
        ([Side::Heads, Side::Heads], 3, MATCHER),
        ([Side::Tails, Side::Tails], 2, MATCHER),
        ([Side::Heads, Side::Tails], 0, HIDER),
        ([Side::Tails, Side::Heads], 0, HIDER),
    ] {
        let mut game =
            Game::<Pennies>::new(&(), &pennies::Options {}, Chance::from_number(0), &mut Deaf).expect("a game");
        game.choose(MATCHER, shown[0], &mut Deaf).expect("both are asked");
        game.choose(HIDER, shown[1], &mut Deaf).expect("both are asked");
        assert_eq!(game.table.pay(), pay);
        assert!(game.winners().iter().eq([winner]));
    }
}
