use server::store::*;

use crate::place::{Place, a_match, an_account, new_match, running};

pub async fn a_match_is_found_as_it_was_created(place: Place) {
    let store = place.open().await;
    let new = NewMatch { wakes: Some(77), waits_for_bot: true, state: MatchState::Running, ..new_match(1_000) };
    store.create_match(new.clone()).await.expect("a match is created");

    let expected = Match {
        id: new.id.clone(),
        game: new.game,
        created: 1_000,
        updated: 1_000,
        header: new.header,
        settings: new.settings,
        state: MatchState::Running,
        sequence: 0,
        chats: 0,
        listed: true,
        waits_for_bot: true,
        wakes: Some(77),
    };
    assert_eq!(store.find_match(&new.id).await, Ok(expected.clone()));
    assert_eq!(store.settled_match(&new.id).await, Ok(expected.clone()));

    // And after the store was closed and opened again.
    store.close().await;
    assert_eq!(store.find_match(&new.id).await, Err(StoreError::Unavailable));
    assert_eq!(place.open().await.find_match(&new.id).await, Ok(expected));
}

pub async fn an_unknown_match_is_not_found(place: Place) {
    let store = place.open().await;
    let id = MatchId::random();
    assert_eq!(store.find_match(&id).await, Err(StoreError::NotFound));
    assert_eq!(store.settled_match(&id).await, Err(StoreError::NotFound));
    assert_eq!(store.delete_match(&id).await, Err(StoreError::NotFound));
    assert_eq!(store.journal(&id, 0, 10).await, Ok(vec![]));
    assert_eq!(store.add_key(&id, key("Ann", 1)).await, Err(StoreError::NotFound));
    let line = NewChatLine { at: 1, seat: None, name: "Ann".into(), text: "Hello?".into() };
    assert_eq!(store.say(&id, line).await, Err(StoreError::NotFound));
    let snapshot = Snapshot { sequence: 1, engine: "1".into(), bytes: vec![] };
    assert_eq!(store.save_snapshot(&id, snapshot).await, Err(StoreError::NotFound));
}

pub async fn an_id_is_used_once(place: Place) {
    let store = place.open().await;
    let new = new_match(1_000);
    store.create_match(new.clone()).await.expect("a match is created");
    let again = store.create_match(NewMatch { game: "other".into(), ..new.clone() }).await;
    assert!(matches!(again, Err(StoreError::Taken(_))), "{again:?}");
    assert_eq!(store.find_match(&new.id).await.map(|it| it.game), Ok(new.game));
}

pub async fn a_deleted_match_leaves_nothing_behind(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let key = key("Ann", 1);
    store.append(&id, 0, vec!["1".into()], 10, running()).await.expect("nobody else appends");
    store.add_key(&id, key.clone()).await.expect("the key is new");

    store.delete_match(&id).await.expect("it was there");

    assert_eq!(store.find_match(&id).await, Err(StoreError::NotFound));
    assert_eq!(store.journal(&id, 0, 10).await, Ok(vec![]));
    assert_eq!(store.find_key(key.hash).await, Ok(None));
}

pub async fn the_newest_two_snapshots_are_kept(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let snapshot = |sequence, engine: &str| Snapshot { sequence, engine: engine.into(), bytes: vec![0, 255, 7] };
    assert_eq!(store.latest_snapshot(&id).await, Ok(None));

    for (sequence, engine) in [(20, "1"), (40, "1"), (60, "2"), (30, "1")] {
        store.save_snapshot(&id, snapshot(sequence, engine)).await.expect("the match is there");
    }

    // Whichever engine made it; the late one at 30 came too late to stay.
    assert_eq!(store.latest_snapshot(&id).await, Ok(Some(snapshot(60, "2"))));
    store.save_snapshot(&id, snapshot(80, "1")).await.expect("the match is there");
    assert_eq!(store.latest_snapshot(&id).await, Ok(Some(snapshot(80, "1"))));

    // The same again with other bytes replaces it.
    let better = Snapshot { bytes: vec![1; 100_000], ..snapshot(80, "2") };
    store.save_snapshot(&id, better.clone()).await.expect("the match is there");
    assert_eq!(store.latest_snapshot(&id).await, Ok(Some(better)));
}

pub async fn a_key_opens_its_match(place: Place) {
    let store = place.open().await;
    let ann = key("Ann", 0b101);
    let new = NewMatch { keys: vec![ann.clone()], ..new_match(1_000) };
    store.create_match(new.clone()).await.expect("a match is created");
    let bo = SeatKey { role: Role::Spectator, ..key("Bo", 0) };
    store.add_key(&new.id, bo.clone()).await.expect("the key is new");

    assert_eq!(store.find_key(ann.hash).await, Ok(Some((new.id.clone(), ann.clone()))));
    assert_eq!(store.find_key(Token::random().hash()).await, Ok(None));
    let again = store.add_key(&new.id, bo.clone()).await;
    assert!(matches!(again, Err(StoreError::Taken(_))), "{again:?}");
    let mut both = vec![ann.clone(), bo.clone()];
    both.sort_by_key(|key| key.hash);
    assert_eq!(store.keys_of(&new.id).await, Ok(both));

    store.remove_key(&new.id, ann.hash).await.expect("it is there");
    assert_eq!(store.find_key(ann.hash).await, Ok(None));
    assert_eq!(store.keys_of(&new.id).await, Ok(vec![bo]));
}

pub async fn a_match_without_its_keys_is_not_created(place: Place) {
    let store = place.open().await;
    let bad = SeatKey { label: "\0".into(), ..key("", 1) };
    let new = NewMatch { keys: vec![key("Ann", 1), bad], ..new_match(1_000) };
    assert!(store.create_match(new.clone()).await.is_err());
    assert_eq!(store.find_match(&new.id).await, Err(StoreError::NotFound));
    assert_eq!(store.find_key(new.keys[0].hash).await, Ok(None));
}

pub async fn lines_of_chat_are_numbered(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let line = |text: &str| NewChatLine { at: 3, seat: Some(1), name: "Ann".into(), text: text.into() };
    let speakers = (0..20).map(|number| store.say(&id, line(&number.to_string())));

    let mut numbers: Vec<i64> =
        futures::future::join_all(speakers).await.into_iter().map(|said| said.expect("the match is there")).collect();

    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    assert_eq!(store.find_match(&id).await.map(|it| it.chats), Ok(20));
    let spectator = NewChatLine { seat: None, ..line("Well played.") };
    assert_eq!(store.say(&id, spectator).await, Ok(21));
    let last = ChatLine { number: 21, at: 3, seat: None, name: "Ann".into(), text: "Well played.".into() };
    assert_eq!(store.chat(&id, 20, 10).await, Ok(vec![last]));
    assert_eq!(store.chat(&id, 0, 5).await.map(|lines| lines.len()), Ok(5));
}

fn key(label: &str, seats: i64) -> SeatKey {
    SeatKey { hash: Token::random().hash(), seats, role: Role::Player, label: label.into() }
}

/// Two nodes may let two people have it at once: what one has done meanwhile, the other finds here.
pub async fn a_seat_changes_hands_only_from_whoever_has_it(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let (ann, bo) = (an_account(&*store, "Ann").await, an_account(&*store, "Bo").await);
    let [first, second, third] = ["first", "second", "third"].map(|label| key(label, 1));
    store.add_key(&id, first.clone()).await.expect("the key is new");
    let hand = async |by: &SeatKey, key: Option<&SeatKey>, account: Option<&AccountId>| {
        let handover = Handover { seat: 0, by: Some(by.hash), key: key.cloned(), account: account.cloned() };
        store.append(&id, 0, vec![], 10, MatchUpdate { handover: Some(handover), ..running() }).await
    };
    assert_eq!(hand(&first, Some(&second), None).await, Ok(0));
    assert_eq!(store.find_key(first.hash).await, Ok(None), "the new key is in its place");
    // By a key that is void nobody sits down.
    let void = hand(&first, None, Some(&ann)).await;
    assert!(matches!(void, Err(StoreError::Taken(_))), "{void:?}");
    assert_eq!(hand(&second, None, Some(&ann)).await, Ok(0));
    // Where Ann sits, nobody else does, and no other key opens her seat.
    for taken in [hand(&second, None, Some(&bo)).await, hand(&second, Some(&third), None).await] {
        assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
    }
    assert_eq!(store.find_key(third.hash).await, Ok(None));
    assert!(matches!(store.find_key(second.hash).await, Ok(Some(_))));
    assert_eq!(hand(&second, Some(&third), Some(&ann)).await, Ok(0), "she may have another herself");
    let sitting = AccountSeat { account: ann, match_id: id.clone(), seat: 0 };
    assert_eq!(store.accounts_in(&id).await, Ok(vec![sitting]));
}
