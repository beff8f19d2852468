//! Matches that come back from the store: as they were, or, where rules have changed, from the last snapshot.

use super::*;
use crate::bus;
use crate::store::{MatchState, NewMatch, SqliteStore};
use kernel::{Seat, SeatSet};
use session::{By, Made, Settings, Sitting};
use shelf::{Have, Wish};

fn at_noon() -> i64 {
    1_000_000
}

async fn hall(folder: &std::path::Path) -> Arc<Hall> {
    let store = SqliteStore::open(folder).await.expect("the store opens");
    let bus = bus::open(None).await.expect("the bus opens");
    Hall::new(Arc::new(store), bus, false, at_noon, games::SHELF)
}

/// A table for two persons, in the store.
async fn laid(hall: &Arc<Hall>) -> MatchId {
    laid_by(hall, kernel::ENGINE_VERSION).await
}

async fn laid_by(hall: &Arc<Hall>, engine: &str) -> MatchId {
    let settings = Settings::of(vec![Sitting::person("Ann"), Sitting::person("Bo")]);
    let wish = Wish { seats: Some(2), ..Wish::default() };
    let table = hall.shelf.first().set_up(&wish, [7; 32], settings.clone(), 0).expect("a table");
    let id = MatchId::random();
    let new = NewMatch {
        id: id.clone(),
        game: table.game().to_owned(),
        created: 0,
        header: table.header().replace(kernel::ENGINE_VERSION, engine),
        settings: to_json(&KeptSettings::of(&*table, settings, None)),
        state: MatchState::Running,
        listed: false,
        waits_for_bot: false,
        wakes: None,
        keys: Vec::new(),
    };
    hall.store.create_match(new).await.expect("the match is made");
    id
}

/// Whoever is asked takes the first answer.
async fn choose(hall: &Arc<Hall>, id: &MatchId) -> Result<(), Fault> {
    let live = hall.live(id).await?;
    let (seat, answer) = {
        let table = live.table.read().await;
        let seat = table.seats_asked()[0];
        let looking =
            session::Looking { viewer: kernel::Viewer::Seat(seat), now: 0, log_from: u32::MAX, present: SeatSet::NONE };
        let page = table.page(looking, &Have::default());
        (seat, page.prompt.expect("it is asked").options[0].id.clone())
    };
    hall.change(id, None, move |table, at| {
        table.choose(seat, std::slice::from_ref(&answer), By::Person, at).map(Into::into)
    })
    .await
    .map(|_| ())
}

async fn play(hall: &Arc<Hall>, id: &MatchId, decisions: u32) {
    for _ in 0..decisions {
        choose(hall, id).await.expect("it is legal");
    }
}

#[tokio::test]
async fn a_match_comes_back_from_the_store_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = hall(folder.path()).await;
    let id = laid(&first).await;
    play(&first, &id, 12).await;
    let before = first.live(&id).await.expect("it is there").table.read().await.record();
    first.store.close().await;
    let second = hall(folder.path()).await;
    let after = second.live(&id).await.expect("it is there").table.read().await.record();
    assert_eq!(before, after);
}

#[tokio::test]
async fn what_was_taken_back_is_gone_when_a_match_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = hall(folder.path()).await;
    let id = laid(&first).await;
    let mut taken_back = 0;
    for _ in 0..30 {
        play(&first, &id, 1).await;
        let seat = first.live(&id).await.expect("it is there").table.read().await.seats_asked()[0];
        for seat in [seat, Seat(1 - seat.0)] {
            taken_back +=
                u32::from(first.change(&id, None, move |table, _| table.undo(seat).map(Into::into)).await.is_ok());
        }
        play(&first, &id, 1).await;
    }
    assert!(taken_back > 3, "{taken_back}");
    let whole = |table: &dyn AnyMatch| {
        let viewer = kernel::Viewer::Seat(Seat(0));
        let looking = session::Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE };
        (table.record(), to_json(&table.page(looking, &Have::default())))
    };
    let before = whole(&**first.live(&id).await.expect("it is there").table.read().await);
    first.store.close().await;
    let second = hall(folder.path()).await;
    let after = whole(&**second.live(&id).await.expect("it is there").table.read().await);
    assert_eq!(before, after);
}

#[tokio::test]
async fn a_match_that_the_rules_no_longer_take_goes_on_from_its_last_snapshot() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = hall(folder.path()).await;
    let id = laid(&first).await;
    play(&first, &id, SNAPSHOT_EVERY + 2).await;
    // As if the next choice had been made under rules that allowed it.
    let made = vec![Made { seat: 0, choice: "tile 1A turn 0 at 9 9".to_owned(), by: By::Person }];
    let entry = Entry::Choose { made };
    let update = MatchUpdate::only(MatchState::Running);
    let expected = i64::from(SNAPSHOT_EVERY) + 2;
    first.store.append(&id, expected, vec![to_json(&entry)], 0, update).await.expect("it is appended");
    first.store.close().await;

    let second = hall(folder.path()).await;
    let live = second.live(&id).await.expect("it goes on");
    let table = live.table.read().await;
    let looking = session::Looking { viewer: kernel::Viewer::Spectator, now: 0, log_from: 0, present: SeatSet::NONE };
    let notice = table.page(looking, &Have::default()).notice.expect("it is marked");
    assert!(notice.contains("The rules have changed"), "{notice}");
    assert_eq!(i64::from(table.sequence()), expected + 2, "the journal says where it goes on");
    drop(table);
    play(&second, &id, 3).await;
    let record = live.table.read().await.step();
    second.store.close().await;

    let third = hall(folder.path()).await;
    let again = third.live(&id).await.expect("it goes on again").table.read().await.step();
    assert_eq!(record, again, "once is enough");
}

/// Rules that take every choice and yet lead elsewhere are other rules too: the newest snapshot tells.
#[tokio::test]
async fn a_match_that_would_go_another_way_goes_on_from_its_last_snapshot() {
    for (engine, goes_on_elsewhere) in [("0.0.1", true), (kernel::ENGINE_VERSION, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let first = hall(folder.path()).await;
        let id = laid_by(&first, engine).await;
        play(&first, &id, 5).await;
        let before = first.live(&id).await.expect("it is there").table.read().await.snapshot();
        play(&first, &id, 1).await;
        // As if the sixth choice had done nothing under the rules of then.
        let (sequence, step) = {
            let live = first.live(&id).await.expect("it is there");
            let table = live.table.read().await;
            (i64::from(table.sequence()), table.step())
        };
        let bytes = [step.to_le_bytes().to_vec(), before].concat();
        let snapshot = store::Snapshot { sequence, engine: engine.to_owned(), bytes };
        first.store.save_snapshot(&id, snapshot).await.expect("it is kept");
        first.store.close().await;

        let second = hall(folder.path()).await;
        let live = second.live(&id).await.expect("it goes on");
        let table = live.table.read().await;
        let looking =
            session::Looking { viewer: kernel::Viewer::Spectator, now: 0, log_from: 0, present: SeatSet::NONE };
        let notice = table.page(looking, &Have::default()).notice;
        assert_eq!(notice.is_some(), goes_on_elsewhere, "{notice:?}");
    }
}

/// Whoever hangs up in the middle of a choice leaves the table as the store has it, and the others hear of it.
#[tokio::test]
async fn a_change_goes_on_though_the_one_who_asked_hangs_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(folder.path()).await;
    let id = laid(&hall).await;
    for made in 1..=20 {
        let live = hall.live(&id).await.expect("it is there");
        let mut news = live.listen();
        let mut choosing = Box::pin(choose(&hall, &id));
        for _ in 0..made % 5 {
            assert!(futures::poll!(&mut choosing).is_pending());
        }
        drop(choosing);
        // Perhaps it had not come as far as the hall.
        let told = tokio::time::timeout(std::time::Duration::from_millis(300), news.changed()).await.is_ok();
        let kept = hall.store.find_match(&id).await.expect("it is there").sequence;
        assert_eq!(i64::from(live.table.read().await.sequence()), kept);
        assert_eq!(i64::from(news.borrow().sequence), kept, "told: {told}");
    }
    assert!(hall.store.find_match(&id).await.expect("it is there").sequence > 5, "choices were made");
}

#[tokio::test]
async fn a_stale_request_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(folder.path()).await;
    let id = laid(&hall).await;
    play(&hall, &id, 2).await;
    let fault =
        hall.change(&id, Some(1), |table, _| table.undo(Seat(0)).map(Into::into)).await.expect_err("it is too late");
    assert_eq!(fault.sequence, Some(2));
    assert_eq!(hall.live(&id).await.expect("it is there").table.read().await.sequence(), 2);
}

#[tokio::test]
async fn those_who_listen_stay_at_a_table_whose_write_failed() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open_limited(folder.path(), 200).await.expect("the store opens");
    let bus = bus::open(None).await.expect("the bus opens");
    let hall = Hall::new(Arc::new(store), bus, false, at_noon, games::SHELF);
    let id = laid(&hall).await;
    let before = hall.live(&id).await.expect("it is there");
    let news = before.listen();
    // Talk fills the disk, down to the last corner.
    for length in [4_000, 1] {
        let line = || store::NewChatLine { at: 0, seat: None, name: String::new(), text: "x".repeat(length) };
        while hall.store.say(&id, line()).await.is_ok() {}
    }
    let mut acknowledged = 0;
    let fault = loop {
        match choose(&hall, &id).await {
            Ok(()) => acknowledged += 1,
            Err(fault) => break fault,
        }
        assert!(acknowledged < 100, "the disk is never full");
    };
    assert_eq!(fault.status, axum::http::StatusCode::SERVICE_UNAVAILABLE, "{fault:?}");
    let after = hall.live(&id).await.expect("it can still be looked at");
    assert!(Arc::ptr_eq(&before, &after), "another table would never be heard by those who listen at this one");
    assert_eq!(after.table.read().await.sequence(), acknowledged);
    assert_eq!(news.borrow().sequence, acknowledged);
}
