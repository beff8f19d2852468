use std::time::{Duration, Instant};

use futures::StreamExt as _;
use server::store::*;

use crate::place::{Place, an_account, new_match};

pub async fn the_lobby_shows_open_and_listed_matches_by_page(place: Place) {
    let store = place.open().await;
    let mut expected = Vec::new();
    for created in [10, 30, 20, 20, 20, 40] {
        let new = new_match(created);
        expected.push((created, new.id.clone()));
        store.create_match(new).await.expect("a match is created");
    }
    let hidden = NewMatch { listed: false, ..new_match(50) };
    let begun = NewMatch { state: MatchState::Running, ..new_match(50) };
    for new in [hidden, begun] {
        store.create_match(new).await.expect("a match is created");
    }

    let mut shown = Vec::new();
    let mut after = None;
    loop {
        let page = store.lobby(0, after, 2).await.expect("the lobby is listed");
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.cursor());
        shown.extend(page.into_iter().map(|it| (it.created, it.id)));
    }

    expected.sort();
    expected.reverse();
    assert_eq!(shown, expected);
}

pub async fn the_lobby_forgets_tables_that_nobody_touches(place: Place) {
    let store = place.open().await;
    let (old, touched) = (new_match(10), new_match(20));
    let id = touched.id.clone();
    for new in [old, touched] {
        store.create_match(new).await.expect("a match is created");
    }
    let update = MatchUpdate::only(MatchState::Open);
    store.append(&id, 0, vec!["{}".into()], 500, update).await.expect("somebody has sat down");
    let shown = store.lobby(100, None, 10).await.expect("the lobby is listed");
    assert_eq!(shown.iter().map(|shown| &shown.id).collect::<Vec<_>>(), [&id]);
}

pub async fn my_matches_come_with_my_seats(place: Place) {
    let store = place.open().await;
    let (ann, bo) = (an_account(&*store, "Ann").await, an_account(&*store, "Bo").await);
    let matches = [new_match(10), new_match(20), new_match(30)];
    for new in &matches {
        store.create_match(new.clone()).await.expect("a match is created");
    }
    let seat = |account: &AccountId, at: usize, seat| AccountSeat {
        account: account.clone(),
        match_id: matches[at].id.clone(),
        seat,
    };
    for seat in [seat(&ann, 0, 2), seat(&ann, 0, 0), seat(&ann, 2, 1), seat(&bo, 0, 1), seat(&bo, 0, 1)] {
        store.take_seat(seat).await.expect("both are there");
    }

    let of = async |account, after, limit| {
        let mine = store.matches_of(account, after, limit).await.expect("they are listed");
        mine.into_iter().map(|mine| (mine.the_match.created, mine.seats)).collect::<Vec<_>>()
    };
    assert_eq!(of(&ann, None, 10).await, [(30, vec![1]), (10, vec![0, 2])]);
    assert_eq!(of(&ann, Some(Cursor { created: 30, id: matches[2].id.clone() }), 10).await, [(10, vec![0, 2])]);
    assert_eq!(of(&bo, None, 10).await, [(10, vec![1])]);
    assert_eq!(store.accounts_in(&matches[0].id).await, Ok(vec![seat(&ann, 0, 0), seat(&bo, 0, 1), seat(&ann, 0, 2)]));

    store.leave_seat(seat(&bo, 0, 1)).await.expect("he sat there");
    assert_eq!(of(&bo, None, 10).await, []);
    let nowhere = AccountSeat { match_id: MatchId::random(), ..seat(&bo, 0, 1) };
    assert_eq!(store.take_seat(nowhere).await, Err(StoreError::NotFound));
}

pub async fn matches_to_go_on_with_wait_for_a_bot_or_a_clock(place: Place) {
    let store = place.open().await;
    let new = |created, waits_for_bot, wakes| NewMatch { waits_for_bot, wakes, ..new_match(created) };
    let all = [
        new(10, true, None),       // waits for a bot
        new(20, false, Some(100)), // its clock has run out
        new(30, true, Some(100)),  // both, and is listed once
        new(40, false, Some(200)), // its clock runs
        new(50, false, None),      // waits for a person
        new(60, true, None),       // somebody is at it right now
    ];
    for new in &all {
        store.create_match(new.clone()).await.expect("a match is created");
    }
    let found = async |now, quiet_since, limit| {
        let found = store.matches_to_go_on_with(now, quiet_since, limit).await.expect("they are listed");
        found.into_iter().map(|it| it.created).collect::<Vec<_>>()
    };
    assert_eq!(found(150, 55, 10).await, [10, 20, 30]);
    assert_eq!(found(150, 55, 2).await, [10, 20]);
    assert_eq!(found(99, 55, 10).await, [10, 30]);
    assert_eq!(found(200, 60, 10).await, [10, 20, 30, 40, 60]);
}

pub async fn ten_thousand_matches_are_listed_fast(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    futures::stream::iter(0..10_000)
        .for_each_concurrent(100, async |number| {
            let waits_for_bot = number % 1_000 == 0;
            let settings = "x".repeat(1_000);
            let new = NewMatch { waits_for_bot, settings, listed: number % 2 == 0, ..new_match(number) };
            let match_id = new.id.clone();
            store.create_match(new).await.expect("a match is created");
            if number % 100 == 0 {
                let seat = AccountSeat { account: ann.clone(), match_id, seat: 0 };
                store.take_seat(seat).await.expect("both are there");
            }
        })
        .await;

    let middle = Some(Cursor { created: 5_000, id: MatchId::random() });
    let lobby = best(async || store.lobby(0, middle.clone(), 50).await.expect("it is listed").len()).await;
    assert!(lobby.0 == 50 && lobby.1 < Duration::from_millis(20), "{lobby:?}");
    let waiting = async || store.matches_to_go_on_with(20_000, 20_000, 50).await.expect("they are listed").len();
    let waiting = best(waiting).await;
    assert!(waiting.0 == 10 && waiting.1 < Duration::from_millis(20), "{waiting:?}");
    let mine = best(async || store.matches_of(&ann, None, 50).await.expect("they are listed").len()).await;
    assert!(mine.0 == 50 && mine.1 < Duration::from_millis(40), "{mine:?}");
}

/// The shortest of several, since other tests are running beside this one.
async fn best(list: impl AsyncFn() -> usize) -> (usize, Duration) {
    let mut best = (0, Duration::MAX);
    for _ in 0..10 {
        let from = Instant::now();
        let count = list().await;
        best = (count, best.1.min(from.elapsed()));
    }
    best
}
