use std::collections::BTreeSet;

use server::store::*;
use tokio::task::JoinSet;

use crate::place::{Place, a_match, assert_sound, running, whole_journal};

pub async fn entries_come_back_in_order(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;

    assert_eq!(store.append(&id, 0, vec!["\"a\"".into()], 10, running()).await, Ok(1));
    assert_eq!(store.append(&id, 1, vec!["\"b\"".into(), "\"c\"".into()], 20, running()).await, Ok(3));

    let entry = |sequence, entry: &str, at| Entry { sequence, entry: entry.into(), at };
    let all = [entry(1, "\"a\"", 10), entry(2, "\"b\"", 20), entry(3, "\"c\"", 20)];
    assert_eq!(store.journal(&id, 0, 100).await, Ok(all.to_vec()));
    assert_eq!(store.journal(&id, 1, 1).await, Ok(all[1..2].to_vec()));
    assert_eq!(store.journal(&id, 3, 100).await, Ok(vec![]));
}

pub async fn an_append_updates_the_match(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let before = store.find_match(&id).await.expect("it is there");

    let update = MatchUpdate {
        state: MatchState::Over,
        waits_for_bot: true,
        wakes: Some(99),
        settings: Some("{}".into()),
        listed: Some(false),
        handover: None,
    };
    store.append(&id, 0, vec!["1".into()], 50, update).await.expect("nobody else appends");

    let after = store.find_match(&id).await.expect("it is there");
    let expected = Match {
        updated: 50,
        settings: "{}".into(),
        state: MatchState::Over,
        sequence: 1,
        listed: false,
        waits_for_bot: true,
        wakes: Some(99),
        ..before
    };
    assert_eq!(after, expected);

    // What the next update leaves out stays, what it says goes.
    store.append(&id, 1, vec!["2".into()], 60, running()).await.expect("nobody else appends");
    let last = store.find_match(&id).await.expect("it is there");
    let expected =
        Match { updated: 60, state: MatchState::Running, sequence: 2, waits_for_bot: false, wakes: None, ..after };
    assert_eq!(last, expected);
}

pub async fn a_late_append_learns_where_the_match_is(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    store.append(&id, 0, vec!["1".into(), "2".into()], 10, running()).await.expect("nobody else appends");
    let before = store.find_match(&id).await;

    let conflict = Err(StoreError::Conflict { sequence: 2 });
    for expected in [0, 1, 3, -1] {
        assert_eq!(store.append(&id, expected, vec!["late".into()], 20, running()).await, conflict);
    }

    assert_eq!(store.find_match(&id).await, before);
    assert_eq!(whole_journal(&*store, &id).await.len(), 2);
    let unknown = MatchId::random();
    assert_eq!(store.append(&unknown, 0, vec!["1".into()], 20, running()).await, Err(StoreError::NotFound));
}

pub async fn an_append_without_entries_only_updates(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let before = store.find_match(&id).await.expect("it is there");
    assert_eq!(store.append(&id, 0, vec![], before.updated + 30, running()).await, Ok(0));
    let after = store.find_match(&id).await.expect("it is there");
    // Nobody has played, so it was not played later.
    assert_eq!((after.sequence, after.updated, after.state), (0, before.updated, MatchState::Running));
}

pub async fn of_sixteen_who_race_each_gets_his_own_sequence(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;

    let mut racers = JoinSet::new();
    for racer in 0..16 {
        let (store, id) = (store.clone(), id.clone());
        racers.spawn(async move {
            let mut mine = Vec::new();
            let mut sequence = 0;
            while mine.len() < 20 {
                match store.append(&id, sequence, vec![format!("[{racer}]")], 10, running()).await {
                    Ok(reached) => {
                        mine.push(reached);
                        sequence = reached;
                    }
                    Err(StoreError::Conflict { sequence: present }) => sequence = present,
                    Err(error) => panic!("an append failed: {error}"),
                }
            }
            (racer, mine)
        });
    }

    let mut taken = BTreeSet::new();
    while let Some(done) = racers.join_next().await {
        let (racer, mine) = done.expect("no racer panics");
        let journal = whole_journal(&*store, &id).await;
        for sequence in mine {
            assert_eq!(journal[sequence as usize - 1].entry, format!("[{racer}]"));
            assert!(taken.insert(sequence), "{sequence} was acknowledged twice");
        }
    }
    assert_eq!(taken, (1..=320).collect());
    assert_sound(&*store, &id).await;
}

pub async fn of_sixteen_who_append_at_the_same_sequence_one_succeeds(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    for round in 0..20 {
        let mut racers = JoinSet::new();
        for racer in 0..16 {
            let (store, id) = (store.clone(), id.clone());
            racers.spawn(async move { store.append(&id, round, vec![format!("{racer}")], 10, running()).await });
        }
        let outcomes = racers.join_all().await;
        let won = outcomes.iter().filter(|outcome| **outcome == Ok(round + 1)).count();
        let lost = outcomes.iter().filter(|it| **it == Err(StoreError::Conflict { sequence: round + 1 })).count();
        assert_eq!((won, lost), (1, 15), "{outcomes:?}");
    }
    assert_sound(&*store, &id).await;
}

pub async fn two_stores_share_one_database(place: Place) {
    let stores = [place.open().await, place.open().await];
    let id = a_match(&*stores[0]).await;

    let mut racers = JoinSet::new();
    for racer in 0..8 {
        let (store, id) = (stores[racer % 2].clone(), id.clone());
        racers.spawn(async move {
            let mut sequence = 0;
            let mut left = 20;
            while left > 0 {
                match store.append(&id, sequence, vec!["0".into()], 10, running()).await {
                    Ok(reached) => {
                        sequence = reached;
                        left -= 1;
                    }
                    Err(StoreError::Conflict { sequence: present }) => sequence = present,
                    Err(error) => panic!("an append failed: {error}"),
                }
            }
        });
    }
    racers.join_all().await;

    for store in stores {
        assert_sound(&*store, &id).await;
        assert_eq!(store.find_match(&id).await.map(|it| it.sequence), Ok(160));
    }
}
