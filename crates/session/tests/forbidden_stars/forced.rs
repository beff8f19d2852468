//! Questions are answered for somebody only where everybody can see that there is one answer.

use crate::common::{Player, Table, games, legal, options, people, seats, table_with, walk, walk_on};
use forbidden_stars::{ForbiddenStars, Game};
use kernel::{Presentation, Rules, Seat};
use session::Settings;
use std::collections::BTreeMap;

/// If the number of answers is public, it is the same in every game that another seat cannot tell from this one.
#[test]
fn a_public_number_of_answers_depends_on_nothing_hidden() {
    let (mut checked, mut varied) = (0, 0);
    let mut broken: BTreeMap<String, usize> = BTreeMap::new();
    walk_on(games(16), table_that_asks, |table, player| {
        let game = table.game();
        for question in game.open_questions() {
            if !is_public(game, question.seat) {
                continue;
            }
            let answers = legal(game, question.seat).len();
            let others = seats(table).into_iter().filter(|&seat| seat != question.seat);
            for other in others {
                for _ in 0..2 {
                    let imagined = ForbiddenStars::conceal(game, other, &mut player.chance());
                    checked += 1;
                    varied += usize::from(imagined.table != game.table);
                    if legal(&imagined, question.seat).len() != answers || !is_public(&imagined, question.seat) {
                        let kind = format!("{:?}", question.decision);
                        *broken.entry(kind).or_default() += 1;
                    }
                }
            }
        }
        false
    });
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(checked > 1_000 && varied > 1_000, "{checked} games looked at, {varied} of them different");
}

fn is_public(game: &Game, seat: Seat) -> bool {
    game.question_of(seat).is_some_and(|decision| ForbiddenStars::is_answer_count_public(game, seat, decision))
}

/// Nothing is answered for anybody here.
fn table_that_asks(seed: u64) -> Table {
    table_with(seed, Settings { answers_forced: false, ..people(&options(seed)) })
}

/// A table may agree that everybody is asked everything.
#[test]
fn nothing_is_forced_where_the_table_does_not_want_it() {
    let mut table = table_that_asks(0);
    let mut player = Player::new(0);
    for _ in 0..400 {
        let Some((_, entry)) = player.decide(&table) else { break };
        let session::Entry::Choose { made } = &entry else { panic!("a decision is made by choosing") };
        assert_eq!(made.len(), 1);
        table.apply(&entry, 0).expect("an entry just made can be taken");
        assert_eq!(table.forced(), None);
    }
}

/// Where it does, nobody is ever asked what everybody can answer.
#[test]
fn what_is_forced_is_answered_at_once() {
    let mut forced = 0;
    walk(0..3, |table, _| {
        if let [question] = table.game().questions() {
            let is_forced = legal(table.game(), question.seat).len() == 1 && is_public(table.game(), question.seat);
            assert!(!is_forced || table.sequence() == 0);
        }
        forced += usize::from(table.step() > table.sequence());
        false
    });
    assert!(forced > 0);
}
