use server::store::*;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::place::{Place, a_match, assert_sound, running};

pub async fn stores_that_are_opened_together_make_one_database(place: Place) {
    let stores = futures::future::join_all((0..6).map(|_| place.open())).await;
    let id = a_match(&*stores[0]).await;
    for (store, sequence) in stores.iter().zip(0..) {
        assert_eq!(store.append(&id, sequence, vec!["1".into()], 1, running()).await, Ok(sequence + 1));
    }
    assert_sound(&*stores[0], &id).await;
}

/// An old program must not write into tables that it does not know.
#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let place = Place::sqlite();
    place.open().await.close().await;
    let file = SqliteConnectOptions::new().filename(place.folder.path().join("data/orrery.sqlite"));
    let mut connection = file.connect().await.expect("it is there");
    sqlx::query("INSERT INTO migrations (number) VALUES (9999)").execute(&mut connection).await.expect("it is ours");
    connection.close().await.expect("nobody else uses it");

    let refused = open(&place.address()).await.expect_err("it is newer");
    assert_eq!(refused.to_string(), "This database was written by a newer version of the program.");
}

#[tokio::test]
async fn a_place_that_cannot_be_is_refused_with_a_sentence() {
    let place = Place::sqlite();
    let file = place.folder.path().join("file");
    std::fs::write(&file, "").expect("there is room");
    let refused = open(&format!("{}/data", file.display())).await.expect_err("a file has no folders");
    assert!(refused.to_string().starts_with("The folder "), "{refused}");
    let refused = open("postgres://[").await.expect_err("it is no address");
    assert!(refused.to_string().starts_with("The address of the database is not"), "{refused}");
}
