//! A preview shows nothing that its seat may not see: it is the same in every game the seat cannot tell from this one.

use crate::common::{Table, choose, games, json, legal, own, text, walk, with_game};
use forbidden_stars::ForbiddenStars;
use kernel::{Presentation, Rules, Seat, Viewer};
use session::Refusal;

#[test]
fn a_preview_does_not_depend_on_what_its_seat_cannot_know() {
    let (mut previews, mut varied) = (0, 0);
    walk(games(6), |table, player| {
        if player.below(6) != 0 {
            return false;
        }
        for question in table.game().open_questions() {
            let seat = question.seat;
            let other = ForbiddenStars::conceal(table.game(), seat, &mut player.chance());
            varied += usize::from(other.table != table.game().table);
            let (one, other) = (with_game(table, table.game()), with_game(table, &other));
            let choices = legal(table.game(), seat);
            for _ in 0..4 {
                let mut batch = vec![text(table.game(), choices[player.below(choices.len())])];
                check(&one, &other, seat, &batch);
                // And one further.
                let options = one.preview(seat, &batch, own(seat)).ok().and_then(|shown| shown.page.prompt);
                if let Some(prompt) = options {
                    batch.push(prompt.options[player.below(prompt.options.len())].id.clone());
                    check(&one, &other, seat, &batch);
                }
                previews += 1;
            }
        }
        false
    });
    assert!(previews > 500 && varied > 100, "{previews} previews, {varied} games that differ");
}

fn check(one: &Table, other: &Table, seat: Seat, batch: &[String]) {
    let shown = |table: &Table| -> Result<(String, _), Refusal> {
        let shown = table.preview(seat, batch, own(seat))?;
        Ok((json(&shown.page), shown.view))
    };
    assert_eq!(shown(one), shown(other), "seat {seat:?} learns something by staging {batch:?}");
}

/// Whoever looks over somebody's shoulder sees his own view of it and gets no prompt.
#[test]
fn a_preview_puts_its_question_to_its_seat_only() {
    let table = crate::common::table(0);
    let asked = table.game().next_question().expect("somebody is asked").seat;
    let other = Viewer::Seat(Seat((asked.0 + 1) % table.seats()));
    let shown = table.preview(asked, &[], crate::common::looking(other)).expect("nothing is staged");
    assert_eq!(shown.page.prompt, None);
}

/// Given an order that is placed while another seat places next, the one who places it sees it on the board before he
/// confirms.
#[test]
fn what_is_placed_is_seen_though_another_seat_decides_next() {
    let mut seen = 0;
    walk(0..3, |table, player| {
        let Some(seat) = player.one_asked(table.game()) else { return false };
        let choice = player.pick(table.game(), seat);
        let text = text(table.game(), choice);
        let shown = table.preview(seat, std::slice::from_ref(&text), own(seat)).expect("it is legal");
        if shown.page.stop.as_deref() == Some("another seat decides next") && text.starts_with("place ") {
            let mut after = table.game().clone();
            after.take(seat, choice, &mut kernel::Deaf);
            assert_eq!(shown.view, ForbiddenStars::view(&after, Viewer::Seat(seat)));
            assert_ne!(shown.view, table.view(Viewer::Seat(seat)));
            seen += 1;
        }
        false
    });
    assert!(seen > 20, "{seen} orders were placed");
}

/// Who would fight is known before the choice is made, and is who fights when it is.
#[test]
fn the_battle_that_a_choice_begins_is_told_in_words() {
    let mut told = 0;
    walk(games(8), |table, _| {
        for question in table.game().open_questions() {
            for choice in legal(table.game(), question.seat) {
                let batch = [text(table.game(), choice)];
                let page = table.preview(question.seat, &batch, own(question.seat)).expect("it is legal").page;
                let Some(ahead) = page.ahead else { continue };
                assert_eq!(ForbiddenStars::scene_in_words(table.game()), None);
                let mut fought = table.clone();
                let entry = choose(table, question.seat, &batch).expect("it is legal");
                fought.apply(&entry, 0).expect("it was just made");
                assert_eq!(ForbiddenStars::scene_in_words(fought.game()), Some(ahead));
                told += 1;
            }
        }
        false
    });
    assert!(told > 20, "{told}");
}
