use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use server::store::*;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};

use crate::place::{Place, a_match, an_account, assert_sound, new_match, running};

pub async fn a_backup_restores_into_an_equal_store_of_either_kind(place: Place) {
    let store = place.open().await;
    fill(&*store).await;
    let file = place.folder.path().join("backup.sqlite");
    store.backup(&file).await.expect("there is room");
    let expected = contents(&file).await;
    for table in ["matches", "journal", "snapshots", "seat_keys", "chat", "accounts", "logins", "api_keys"] {
        assert!(expected.contains(&format!("\n{table}|")), "{table} is not in the backup");
    }
    for table in ["account_seats", "notification_settings", "outbox"] {
        assert!(expected.contains(&format!("\n{table}|")), "{table} is not in the backup");
    }

    for other in Place::all().await {
        let restored = other.open().await;
        restored.restore(&file).await.expect("it is empty");
        let again = other.folder.path().join("again.sqlite");
        restored.backup(&again).await.expect("there is room");
        assert_eq!(contents(&again).await, expected);
        // It is alive: what comes next fits behind what was restored.
        let id = a_match(&*restored).await;
        assert_eq!(restored.append(&id, 0, vec!["1".into()], 1, running()).await, Ok(1));
    }
}

pub async fn a_backup_while_others_append_is_one_moment(place: Place) {
    let store = place.open().await;
    let matches = futures::future::join_all((0..8).map(|_| a_match(&*store))).await;
    let stop = Arc::new(AtomicBool::new(false));
    let appending: Vec<_> = matches
        .iter()
        .map(|id| {
            let (store, id, stop) = (store.clone(), id.clone(), stop.clone());
            tokio::spawn(async move {
                let mut sequence = 0;
                while !stop.load(Ordering::Relaxed) {
                    let appended = store.append(&id, sequence, vec!["0".into(), "0".into()], 1, running()).await;
                    sequence = appended.expect("nobody else appends, and a backup keeps nobody waiting long");
                }
                sequence
            })
        })
        .collect();

    for number in 0..5 {
        let before = futures::future::join_all(matches.iter().map(|id| store.find_match(id))).await;
        let file = place.folder.path().join(format!("{number}.sqlite"));
        store.backup(&file).await.expect("there is room");
        let other = Place::sqlite();
        let restored = other.open().await;
        restored.restore(&file).await.expect("it is empty");
        for (id, before) in matches.iter().zip(before) {
            assert_sound(&*restored, id).await;
            let sequence = restored.find_match(id).await.expect("it is in the backup").sequence;
            assert!(sequence >= before.expect("it is there").sequence, "the backup is older than its beginning");
        }
    }

    stop.store(true, Ordering::Relaxed);
    for (appending, id) in appending.into_iter().zip(&matches) {
        let sequence = appending.await.expect("it went well");
        assert!(sequence > 0);
        assert_sound(&*store, id).await;
    }
}

pub async fn a_backup_overwrites_nothing(place: Place) {
    let store = place.open().await;
    let file = place.folder.path().join("there");
    std::fs::write(&file, "precious").expect("there is room");
    let refused = store.backup(&file).await.expect_err("it is there");
    assert!(refused.to_string().ends_with("is there already and is not overwritten."), "{refused}");
    assert_eq!(std::fs::read_to_string(&file).ok().as_deref(), Some("precious"));
}

pub async fn a_restore_refuses_a_store_that_is_not_empty(place: Place) {
    let store = place.open().await;
    let file = place.folder.path().join("backup.sqlite");
    store.backup(&file).await.expect("there is room");
    an_account(&*store, "Ann").await;
    let refused = store.restore(&file).await.expect_err("somebody is there");
    assert_eq!(refused.to_string(), "This database is not empty. A backup can only be restored into an empty one.");
    assert!(store.account_named("Ann").await.expect("it is looked up").is_some());
}

pub async fn a_restore_refuses_other_files(place: Place) {
    let store = place.open().await;
    let text = place.folder.path().join("text");
    std::fs::write(&text, "no database at all, but long enough to look like one".repeat(100)).expect("there is room");
    let missing = place.folder.path().join("missing");
    for file in [&text, &missing] {
        let refused = store.restore(file).await.expect_err("it is no backup");
        assert!(refused.to_string().ends_with("is not a backup that can be read."), "{refused}");
    }
    let other = place.folder.path().join("other.sqlite");
    let mut connection = connect(&other).await;
    sqlx::query("CREATE TABLE birds (name TEXT)").execute(&mut connection).await.expect("there is room");
    let refused = store.restore(&other).await.expect_err("it is no backup");
    assert!(refused.to_string().ends_with("is a database of some other program."), "{refused}");
    // And it goes on as if nothing had been.
    a_match(&*store).await;
}

/// Something in every table, some of it unusual.
async fn fill(store: &dyn Store) {
    let ann = an_account(store, "Ann 🚀").await;
    for number in 0..200 {
        let label = format!("Seat {number}");
        let key = SeatKey { hash: Token::random().hash(), seats: i64::MIN, role: Role::Host, label };
        let new = NewMatch { keys: vec![key], wakes: Some(number).filter(|it| it % 2 == 0), ..new_match(number) };
        store.create_match(new.clone()).await.expect("a match is created");
        let entries = (0..number % 7).map(|entry| format!("\"שלום {entry}\"")).collect();
        let update = MatchUpdate { waits_for_bot: number % 3 == 0, listed: Some(number % 5 == 0), ..running() };
        store.append(&new.id, 0, entries, number, update).await.expect("nobody else appends");
        if number % 20 == 0 {
            let bytes = (0..100_000_i64).map(|byte| (byte * number) as u8).collect();
            let snapshot = Snapshot { sequence: 1, engine: "7".into(), bytes };
            store.save_snapshot(&new.id, snapshot).await.expect("the match is there");
            let seat = AccountSeat { account: ann.clone(), match_id: new.id.clone(), seat: number };
            store.take_seat(seat).await.expect("both are there");
            let line = NewChatLine { at: 1, seat: None, name: "Ann".into(), text: "a\nb".into() };
            store.say(&new.id, line).await.expect("the match is there");
        }
    }
    store
        .log_in(Token::random().hash(), &store.find_account(&ann).await.expect("it is there"), 9)
        .await
        .expect("the account is there");
    let hash = Token::random().hash();
    let key = ApiKey { hash, account: ann.clone(), label: "Bot".into(), created: 1, last_used: None };
    store.create_api_key(key).await.expect("the account is there");
    store.set_notification_settings(&ann, "{}".into()).await.expect("the account is there");
    for to in [Addressee::Account(ann), Addressee::Webhook("https://example.org".into())] {
        let (id, kind, payload) = (NoticeId::random(), "your-turn".into(), "{}".into());
        let notice = Notice { id, to, kind, payload, due: 5, tries: 0, last_error: None };
        store.post(vec![notice]).await.expect("it is posted");
    }
    store.claim_notices(10, 20, 1).await.expect("one is claimed");
}

/// Everything in a backup as text, one row a line, whatever order the rows have in the file.
async fn contents(file: &Path) -> String {
    let mut connection = connect(file).await;
    let columns = sqlx::query(
        "SELECT t.name AS name, group_concat('quote(' || c.name || ')', ' || '','' || ') AS columns
         FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' GROUP BY t.name ORDER BY t.name",
    );
    let mut contents = String::new();
    for table in columns.fetch_all(&mut connection).await.expect("it is a database") {
        let (name, columns): (String, String) = (table.get("name"), table.get("columns"));
        let rows = sqlx::query(AssertSqlSafe(format!("SELECT {columns} FROM {name} ORDER BY 1")));
        for row in rows.fetch_all(&mut connection).await.expect("the table is there") {
            contents.push_str(&format!("\n{name}|{}", row.get::<String, _>(0)));
        }
    }
    contents
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    options.connect().await.expect("it can be opened")
}
