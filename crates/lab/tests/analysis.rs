//! Analyses of games whose best play is known.

use kernel::{Chance, Deaf, Record, RecordError, Seat};
use lab::analysis::{Analysis, Study, Thoroughness, analyse, svg};
use testkit::nim::{Ignorance, Nim, Options};
use testkit::pennies::{self, Pennies};

const THOROUGHNESS: Thoroughness = Thoroughness { iterations: 2_000, seed: 3 };

/// A game of Nim with these choices, the players in turn.
fn nim(heaps: &[u8], choices: &[&str]) -> Record<Nim> {
    let mut record = Record::new(&(), &Options { heaps: heaps.to_vec() }, &Chance::from_number(0));
    for (number, choice) in choices.iter().enumerate() {
        record.push(Seat(number as u8 % 2), (*choice).to_owned());
    }
    record
}

fn analysis(record: &Record<Nim>) -> Analysis {
    analyse(&(), record, &Ignorance, THOROUGHNESS, |_, _| true).expect("a sound record")
}

#[test]
fn a_blunder_costs_the_game() {
    // Leaving two equal heaps wins; taking a whole heap loses.
    let found = analysis(&nim(&[2, 3], &["take 3 from 1", "take 2 from 0"]));
    let worst = found.worst();
    assert_eq!((worst[0].number, worst[0].seat), (1, 0));
    assert_eq!(worst[0].best, "take 1 from 1");
    assert!(worst[0].cost > 0.8 && worst[0].best_chance > Some(0.9), "{worst:?}");
    assert!(worst[0].chosen_chance.is_some_and(|chance| chance < 0.1), "{worst:?}");
    assert_eq!(found.winners, [1]);
    // After the blunder both can tell who wins, and the reply wins at once.
    assert!(found.decisions[0].chances[1] > 0.9, "{found:?}");
    assert_eq!(found.decisions[1].chances, [0.0, 1.0]);
    assert!(found.average_costs()[0] > 0.8 && found.average_costs()[1] < 0.05);
}

#[test]
fn the_right_move_costs_nothing() {
    let found = analysis(&nim(&[2, 3], &["take 1 from 1", "take 2 from 0", "take 2 from 1"]));
    assert!(found.complete && found.decisions.len() == 3, "{found:?}");
    assert!(found.decisions.iter().all(|weighed| weighed.cost < 0.05), "{found:?}");
    assert_eq!(found.winners, [0]);
}

/// Forced choices are no decisions.
#[test]
fn only_decisions_are_weighed_up() {
    let found = analysis(&nim(&[1, 1], &["take 1 from 0", "take 1 from 1"]));
    let numbers: Vec<usize> = found.decisions.iter().map(|weighed| weighed.number).collect();
    assert_eq!((numbers, found.choices), (vec![1], 2));
}

#[test]
fn the_same_on_any_number_of_threads() {
    let record = nim(&[3, 4, 5], &["take 1 from 0", "take 4 from 1", "take 2 from 2", "take 2 from 0"]);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("some threads");
        pool.install(|| analysis(&record))
    };
    assert_eq!(on(1), on(3));
    assert!(on(2).winners.is_empty(), "the game is not over");
}

#[test]
fn what_is_stopped_is_not_complete() {
    let record = nim(&[3, 4, 5], &["take 1 from 0", "take 4 from 1", "take 2 from 2", "take 2 from 0"]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let thoroughness = Thoroughness { iterations: 50, seed: 0 };
    let found = pool.install(|| analyse(&(), &record, &Ignorance, thoroughness, |done, of| (done, of) != (2, 4)));
    let found = found.expect("a sound record");
    assert!(!found.complete && found.decisions.len() == 2 && found.decisions_in_all == 4, "{found:?}");
    assert_eq!(found.decisions.iter().map(|weighed| weighed.number).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_record_that_diverges_is_refused() {
    let record = nim(&[2, 3], &["take 9 from 1"]);
    let error = Study::new(&(), &record).expect_err("there are only three");
    assert!(matches!(error, RecordError::Diverged { line: 2, .. }), "{error}");
}

/// What was sealed at the same moment is not known: both sides of the coin are as good as the equilibrium.
#[test]
fn nobody_is_blamed_for_not_guessing() {
    for [matcher, hider] in [["heads", "tails"], ["tails", "heads"], ["tails", "tails"]] {
        let mut record: Record<Pennies> = Record::new(&(), &pennies::Options {}, &Chance::from_number(0));
        record.push(pennies::MATCHER, matcher.to_owned());
        record.push(pennies::HIDER, hider.to_owned());
        record.replay(&(), &mut Deaf).expect("a sound record");
        let found = analyse(&(), &record, &pennies::Stakes, THOROUGHNESS, |_, _| true).expect("a sound record");
        for weighed in &found.decisions {
            // A guess that turned out wrong lost everything, but it was no mistake.
            let fair = if weighed.seat == 0 { pennies::VALUE } else { 1.0 - pennies::VALUE };
            let best = weighed.best_chance.expect("both sides were looked at often");
            assert!((best - fair).abs() < 0.1 && weighed.cost < 0.1, "{weighed:?}");
        }
    }
}

/// What the search has hardly looked at is unknown, and costs nothing.
#[test]
fn what_was_hardly_looked_at_is_unknown() {
    let with = |iterations, choice: &str| {
        let mut record: Record<Pennies> = Record::new(&(), &pennies::Options {}, &Chance::from_number(0));
        record.push(pennies::MATCHER, choice.to_owned());
        let thoroughness = Thoroughness { iterations, seed: 3 };
        analyse(&(), &record, &pennies::Stakes, thoroughness, |_, _| true).expect("a sound record")
    };
    let differences = ["heads", "tails"].map(|choice| {
        let hasty = with(3, choice);
        let weighed = &hasty.decisions[0];
        assert_eq!((weighed.chosen_chance, weighed.cost), (None, 0.0), "{weighed:?}");
        assert_eq!(hasty.average_costs(), [0.0, 0.0]);
        assert!(with(2_000, choice).decisions[0].chosen_chance.is_some());
        weighed.difference
    });
    // What the search itself would have done costs nothing for sure.
    assert!(differences.contains(&Some(0.0)) && differences.contains(&None), "{differences:?}");
}

/// Chance makes a choice look better or worse than the search's; on the average that is nothing.
#[test]
fn differences_count_to_both_sides() {
    let mut found = analysis(&nim(&[2, 3], &["take 1 from 1", "take 2 from 0", "take 2 from 1"]));
    for (weighed, difference) in found.decisions.iter_mut().zip([Some(0.3), None, Some(-0.3)]) {
        (weighed.seat, weighed.difference) = (0, difference);
    }
    assert_eq!(found.average_costs(), [0.0, 0.0]);
}

#[test]
fn the_curve_shows_every_seat() {
    let found = analysis(&nim(&[2, 3], &["take 3 from 1", "take 2 from 0"]));
    let picture = svg(&found, &["Ada".to_owned(), "Charles".to_owned()]).expect("it can be drawn");
    assert!(picture.starts_with("<svg") && picture.contains("Ada") && picture.contains("Charles"), "{picture}");
    assert!(picture.matches("<polyline").count() >= 2, "{picture}");
}
