//! What a seat hears of the answers at its table.

use kernel::{Chance, Deaf, Game, History, Seated};
use testkit::pennies::{HIDER, MATCHER, Options, Pennies, Side};

/// Nobody hears of a sealed answer before the last is in, and then everybody in the order of the questions: who was the
/// quickest is nobody's business.
#[test]
fn sealed_answers_are_heard_together() {
    let mut game = Game::<Pennies>::new(&(), &Options {}, Chance::from_number(0), &mut Deaf).expect("a game");
    let mut history = History::default();
    for (seat, side, heard) in
        [(HIDER, Side::Tails, vec![]), (MATCHER, Side::Heads, vec![(MATCHER, Side::Heads), (HIDER, Side::Tails)])]
    {
        history.note(&game, seat, side);
        for listener in [MATCHER, HIDER] {
            assert_eq!(Seated::new(&game, &history, listener).heard().collect::<Vec<_>>(), heard);
        }
        game.choose(seat, side, &mut Deaf).expect("both are asked");
    }
}
