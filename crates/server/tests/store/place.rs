use std::sync::Arc;

use server::store::*;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

/// Somewhere that a store can be opened, and opened again.
pub struct Place {
    /// For the database, if it is SQLite, and for the files of the test.
    pub folder: TempDir,
    postgres: Option<String>,
}

impl Place {
    pub fn sqlite() -> Place {
        Place { folder: tempfile::tempdir().expect("there is room for a folder"), postgres: None }
    }

    /// A schema of its own, so that tests run beside each other. `None` without a server to test with.
    pub async fn postgres() -> Option<Place> {
        let server = std::env::var("ORRERY_TEST_POSTGRES").ok()?;
        let schema = format!("test_{}", MatchId::random());
        let mut connection = PgConnection::connect(&server).await.expect("ORRERY_TEST_POSTGRES is a server that runs");
        let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {schema}"));
        sqlx::query(create).execute(&mut connection).await.expect("the server lets us make a schema");
        connection.close().await.expect("the connection was good until now");
        let separator = if server.contains('?') { '&' } else { '?' };
        let address = format!("{server}{separator}options=-c%20search_path%3D{schema}");
        Some(Place { postgres: Some(address), ..Place::sqlite() })
    }

    pub fn address(&self) -> String {
        match &self.postgres {
            Some(address) => address.clone(),
            None => self.folder.path().join("data").to_str().expect("temporary folders have plain names").into(),
        }
    }

    pub async fn open(&self) -> Arc<dyn Store> {
        open(&self.address()).await.expect("the place is good")
    }

    /// Empty places of both kinds, as far as they can be had.
    pub async fn all() -> Vec<Place> {
        let mut places = vec![Place::sqlite()];
        places.extend(Place::postgres().await);
        places
    }
}

/// A match that was created at the moment, open and listed.
pub fn new_match(created: i64) -> NewMatch {
    NewMatch {
        id: MatchId::random(),
        game: "parley".into(),
        created,
        header: r#"{"seed":7}"#.into(),
        settings: r#"{"seats":4}"#.into(),
        state: MatchState::Open,
        listed: true,
        waits_for_bot: false,
        wakes: None,
        keys: Vec::new(),
    }
}

pub async fn a_match(store: &dyn Store) -> MatchId {
    let new = new_match(1_000);
    let id = new.id.clone();
    store.create_match(new).await.expect("a match is created");
    id
}

pub fn running() -> MatchUpdate {
    MatchUpdate::only(MatchState::Running)
}

pub async fn an_account(store: &dyn Store, name: &str) -> AccountId {
    let account = Account { id: AccountId::random(), name: name.into(), password: "$argon2id$…".into(), created: 5 };
    let id = account.id.clone();
    store.create_account(account).await.expect("an account is created");
    id
}

/// The whole journal, however long.
pub async fn whole_journal(store: &dyn Store, id: &MatchId) -> Vec<Entry> {
    store.journal(id, 0, i64::MAX).await.expect("the journal is read")
}

/// Nothing is missing and nothing is twice, and the match knows how many entries there are. Somebody may
/// be appending meanwhile.
pub async fn assert_sound(store: &dyn Store, id: &MatchId) {
    let sequence = async || store.find_match(id).await.expect("the match is there").sequence;
    let before = sequence().await;
    let found: Vec<i64> = whole_journal(store, id).await.iter().map(|entry| entry.sequence).collect();
    let after = sequence().await;
    let count = found.len() as i64;
    assert_eq!(found, (1..=count).collect::<Vec<_>>());
    assert!((before..=after).contains(&count), "{count} entries, but the match says {before} to {after}");
}
