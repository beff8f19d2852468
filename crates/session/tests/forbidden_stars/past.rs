//! Looking back: every step as its viewer knew it then.

use crate::common::{Player, Table, looking, own, table, viewers, whole_log};
use kernel::{Depth, Seat, Viewer};
use session::wire::{Page, Undo};

/// The page of a step is the page that was shown then, save for what can be answered.
#[test]
fn every_step_is_shown_as_it_was() {
    for seed in 0..3 {
        let mut table = table(seed);
        let mut player = Player::new(seed);
        let mut shown = vec![(0, pages(&table))];
        while !table.is_over() && shown.len() < 250 {
            player.play(&mut table, 1);
            shown.push((table.step(), pages(&table)));
        }
        for (step, then) in shown {
            let past = table.at_step(step).expect("the game has got that far");
            assert_eq!(past.step(), step);
            for (viewer, then) in viewers(&table).into_iter().zip(then) {
                let now = past.past_page(looking(viewer));
                assert_eq!(now.view, then.0, "at step {step}");
                assert_eq!(answerless(now.page), then.1, "at step {step}");
            }
        }
        assert!(table.at_step(table.step() + 1).is_none());
    }
}

fn pages(table: &Table) -> Vec<(forbidden_stars::View, Page)> {
    let page = |viewer: Viewer| table.page(looking(viewer));
    viewers(table).into_iter().map(page).map(|shown| (shown.view, answerless(shown.page))).collect()
}

/// Without the question, and without where the journal stands.
fn answerless(page: Page) -> Page {
    Page { prompt: None, sequence: 0, undo: Undo { possible: false, reason: String::new() }, ..page }
}

#[test]
fn nothing_can_be_answered_in_the_past() {
    let mut table = table(0);
    Player::new(0).play(&mut table, 10);
    let past = table.at_step(5).expect("the game has got that far");
    let page = past.past_page(own(Seat(0))).page;
    assert_eq!((page.prompt, page.undo.possible), (None, false));
}

/// Marks on the scrubber: in order, and where the log says the same.
#[test]
fn landmarks_stand_where_they_happened() {
    let mut table = table(0);
    Player::new(0).play(&mut table, 10_000);
    let landmarks = table.landmarks();
    assert!(landmarks.iter().any(|(_, depth, _)| *depth == Depth::Round));
    assert!(landmarks.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    let lines = whole_log(&table, Viewer::Spectator);
    for (step, _, label) in landmarks {
        assert!(lines.iter().any(|line| line.step == step && line.text == label), "{label}");
    }
}
