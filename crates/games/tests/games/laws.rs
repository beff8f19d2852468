//! The laws of `testkit`, on games of every title.

use crate::shelf;
use shelf::Wish;
use testkit::laws::Thoroughness;

/// Games of each number of seats and each way to set up.
const GAMES: u64 = 2;

#[test]
fn every_game_keeps_the_laws() {
    for title in shelf().titles() {
        let range = title.offer().seats;
        for seats in range.least..=range.most {
            for number in 0..GAMES {
                let wish =
                    title.fill(&Wish { seats: Some(seats), ..Wish::default() }, number).expect("so many may play");
                let lawful = title.check_laws(&wish, number, Thoroughness::QUICK);
                let lawful = lawful.unwrap_or_else(|broken| panic!("{}, {wish:?}: {broken}", title.name()));
                let endings = title.offer().endings;
                assert!(lawful.decisions > 0 && endings.iter().any(|it| it.id == lawful.ending), "{lawful:?}");
            }
        }
    }
}
