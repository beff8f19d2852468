//! SQLite only: its limit on pages fails like a full disk. A full disk of PostgreSQL is PostgreSQL's.

use std::sync::Arc;

use server::store::*;

use crate::place::{Place, a_match, assert_sound, running};

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_refused_and_leaves_nothing_behind() {
    let place = Place::sqlite();
    let store: Arc<dyn Store> = Arc::new(
        SqliteStore::open_limited(place.folder.path(), 200).await.expect("the empty tables fit into the limit"),
    );
    let (filler, id) = (a_match(&*store).await, a_match(&*store).await);

    // Until it is full.
    let mut sequence = 0;
    let refused = loop {
        match store.append(&filler, sequence, vec!["x".repeat(10_000)], 1, running()).await {
            Ok(reached) => sequence = reached,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, StoreError::Unavailable);
    assert_eq!(store.find_match(&filler).await.map(|it| it.sequence), Ok(sequence));
    assert_sound(&*store, &filler).await;

    // One that is too large spoils nothing for those who are written together with it.
    let large = || store.append(&filler, sequence, vec!["x".repeat(1_000_000)], 1, running());
    let small = || store.append(&id, 0, vec!["1".into()], 1, running());
    let (first, fits, second) = tokio::join!(large(), small(), large());
    assert_eq!((first, fits, second), (Err(StoreError::Unavailable), Ok(1), Err(StoreError::Unavailable)));
    assert_sound(&*store, &filler).await;

    // When there is room again it goes on.
    store.delete_match(&filler).await.expect("deleting needs hardly any room");
    assert_eq!(store.append(&id, 1, vec!["x".repeat(100_000)], 1, running()).await, Ok(2));
    assert_sound(&*store, &id).await;
    store.close().await;
    assert_sound(&*open(place.folder.path().to_str().expect("it is plain")).await.expect("it opens"), &id).await;
}
