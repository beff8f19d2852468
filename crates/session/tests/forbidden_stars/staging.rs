//! Batches: all or none, up to where one may look, and as previewed.

use crate::common::{Player, choose, legal, own, refusal, text, walk};
use kernel::{Seat, Viewer};
use session::{BATCH_LIMIT, By, Entry, Made, Refusal};

/// An illegal third choice: nothing has happened, not even the first two.
#[test]
fn a_batch_is_made_whole_or_not_at_all() {
    let mut tried = 0;
    walk(0..4, |table, player| {
        let Some(seat) = player.one_asked(table.game()) else { return false };
        let Some(mut batch) = two_choices(table, seat, player) else { return false };
        let before = kernel::fingerprint(table.game());
        batch.push("no such choice".to_owned());
        assert!(matches!(refusal(table, seat, &batch), Refusal::Illegal(_) | Refusal::Stopped(_)));

        let mut copy = table.clone();
        let made = batch.iter().map(|choice| Made { seat: seat.0, choice: choice.clone(), by: By::Person }).collect();
        assert!(copy.apply(&Entry::Choose { made }, 5_000).is_err());
        assert_eq!((kernel::fingerprint(copy.game()), copy.sequence()), (before, table.sequence()));
        assert_eq!(copy.page(own(seat)).page, table.page(own(seat)).page);
        tried += 1;
        tried == 40
    });
    assert!(tried >= 20, "{tried} batches of three were tried");
}

fn two_choices(table: &crate::common::Table, seat: Seat, player: &mut Player) -> Option<Vec<String>> {
    let first = text(table.game(), player.pick(table.game(), seat));
    let after = table.preview(seat, std::slice::from_ref(&first), own(seat)).ok()?.page;
    let options = after.prompt.filter(|_| after.stop.is_none())?.options;
    let second = options[player.below(options.len())].id.clone();
    Some(vec![first, second])
}

/// Nobody decides on what he has not seen: behind dice, a reveal or another seat's decision nothing is staged.
#[test]
fn nothing_is_staged_behind_a_stop() {
    let mut reasons = std::collections::BTreeSet::new();
    let mut tried = 0;
    walk(0..8, |table, player| {
        let Some(seat) = player.one_asked(table.game()) else { return false };
        let choice = text(table.game(), player.pick(table.game(), seat));
        let page = table.preview(seat, std::slice::from_ref(&choice), own(seat)).expect("it is legal").page;
        let Some(reason) = page.stop else { return false };
        if page.prompt.is_none() {
            for next in [choice.as_str(), "done", "accept", "card none"] {
                let refused = refusal(table, seat, &[choice.clone(), next.to_owned()]);
                assert_eq!(refused, Refusal::Stopped(reason.clone()));
            }
            tried += 1;
        }
        reasons.insert(reason);
        false
    });
    assert!(tried > 100, "{tried} stops were tried");
    let expected = ["another seat decides next", "dice will be rolled", "something will be revealed"];
    assert!(expected.iter().all(|reason| reasons.contains(*reason)), "{reasons:?}");
}

/// What a batch is shown to lead to, it leads to.
#[test]
fn a_batch_goes_where_its_preview_was() {
    let mut looked = 0;
    walk(0..4, |table, player| {
        let Some(seat) = player.one_asked(table.game()) else { return false };
        let mut batch: Vec<String> = Vec::new();
        let mut shown = table.page(own(seat));
        while batch.len() < 6
            && let Some(prompt) = &shown.page.prompt
        {
            batch.push(prompt.options[player.below(prompt.options.len())].id.clone());
            shown = table.preview(seat, &batch, own(seat)).expect("the prompt offered it");
            assert_eq!(
                shown.page.staged.iter().map(|staged| &staged.id).collect::<Vec<_>>(),
                batch.iter().collect::<Vec<_>>()
            );
        }
        let mut after = table.clone();
        after.apply(&choose(table, seat, &batch).expect("it was previewed"), 0).expect("it is legal");
        let viewer = Viewer::Seat(seat);
        let passed = (table.step()..=after.step())
            .any(|step| after.at_step(step).is_some_and(|past| past.view(viewer) == shown.view));
        assert!(passed, "the match never was as previewed after {batch:?}");
        looked += 1;
        looked == 300
    });
    assert!(looked >= 200);
}

#[test]
fn a_batch_has_an_end() {
    let table = crate::common::table(0);
    let seat = table.game().next_question().expect("somebody is asked").seat;
    let choice = text(table.game(), legal(table.game(), seat)[0]);
    let refused = refusal(&table, seat, &vec![choice; BATCH_LIMIT + 1]);
    assert_eq!(refused.to_string(), "That is too much at once: confirm some of it first.");
    assert_eq!(refusal(&table, seat, &[]).to_string(), "Choose something first.");
    assert_eq!(refusal(&table, Seat(7), &["done".to_owned()]).to_string(), "There is no seat 7 at this table.");
    assert!(table.preview(Seat(7), &[], own(Seat(0))).is_err());
}

/// Others are not asked: neither their choices nor mine for them.
#[test]
fn nobody_answers_for_another() {
    let table = crate::common::table(0);
    let asked = table.game().next_question().expect("somebody is asked").seat;
    let choice = text(table.game(), legal(table.game(), asked)[0]);
    let other = Seat((asked.0 + 1) % table.seats());
    assert_eq!(refusal(&table, other, &[choice]).to_string(), "It is not your turn to decide.");
}
