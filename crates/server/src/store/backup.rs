//! Backups: an SQLite file with all tables, whichever database they came from.

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tokio::sync::mpsc;

use super::sqlite::statements::upkeep;
use super::{Result, StoreError};

/// A copy of a backup, brought to the present schema. The backup itself is only read.
pub(super) struct Backup {
    copy: PathBuf,
    connection: SqliteConnection,
}

impl Backup {
    pub async fn open(file: &Path) -> Result<Backup> {
        let not_ours = |error| {
            tracing::warn!(%error, "a file is not a backup");
            StoreError::Broken(format!("{} is not a backup that can be read.", file.display()))
        };
        let options = SqliteConnectOptions::new().filename(file).read_only(true).disable_statement_logging();
        let mut original = options.connect().await.map_err(not_ours)?;
        let row = sqlx::query("PRAGMA application_id").fetch_one(&mut original).await.map_err(not_ours)?;
        if row.try_get::<i64, _>(0)? != OURS {
            return Err(StoreError::Broken(format!("{} is a database of some other program.", file.display())));
        }
        let copy = std::env::temp_dir().join(format!("orrery-restore-{}.sqlite", super::NoticeId::random()));
        make_private(&copy)?;
        sqlx::query("VACUUM INTO $1").bind(text_of(&copy)?).execute(&mut original).await.map_err(not_ours)?;
        original.close().await?;
        let connection = prepare(&copy).await?;
        Ok(Backup { copy, connection })
    }

    pub async fn read_all(&mut self, pieces: mpsc::Sender<Piece>) -> Result<()> {
        upkeep::read_all(&mut self.connection, pieces).await
    }

    pub async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "the copy of a backup could not be closed");
        }
        remove(&self.copy);
    }
}

/// 'ORRY', as the first migration has it.
const OURS: i64 = 0x4F52_5259;

/// A backup that is being written, under another name until it is complete.
pub(super) struct Draft {
    pub aside: PathBuf,
    file: PathBuf,
}

impl Draft {
    pub fn of(file: &Path) -> Result<Draft> {
        if file.exists() {
            return Err(StoreError::Broken(format!("{} is there already and is not overwritten.", file.display())));
        }
        let mut aside = file.as_os_str().to_owned();
        aside.push(".part");
        let draft = Draft { aside: aside.into(), file: file.into() };
        remove(&draft.aside);
        make_private(&draft.aside)?;
        Ok(draft)
    }

    /// On the disk with the right name, or not at all.
    pub fn finish(self) -> Result<()> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let finished = std::fs::File::open(&self.aside)
            .and_then(|written| written.sync_all())
            .and_then(|()| std::fs::rename(&self.aside, &self.file))
            .and_then(|()| std::fs::File::open(folder)?.sync_all());
        finished.map_err(|error| StoreError::Broken(format!("{} cannot be written: {error}.", self.file.display())))
    }
}

/// What is half done is not left behind.
impl Drop for Draft {
    fn drop(&mut self) {
        remove(&self.aside);
    }
}

/// Makes a file, if there is none, that only its owner reads: in it are the seeds of games that are being played. What SQLite
/// writes beside it is for the same readers.
pub(super) fn make_private(file: &Path) -> Result<()> {
    let mut how = std::fs::OpenOptions::new();
    how.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
    match how.open(file) {
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::Broken(format!("{} cannot be written: {error}.", file.display()))),
    }
}

/// Opens a file that nobody else uses and that is thrown away if something fails.
pub(super) async fn prepare(file: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .foreign_keys(true)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    upkeep::migrate(&mut connection, |migration| migration.sqlite).await?;
    Ok(connection)
}

pub(super) fn text_of(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| StoreError::Broken(format!("{} is not a name in Unicode.", path.display())))
}

fn remove(file: &Path) {
    match std::fs::remove_file(file) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, file = %file.display(), "a temporary file could not be removed"),
    }
}

/// Some rows of a table, as many as one statement may insert.
#[derive(Debug)]
pub(super) struct Piece {
    pub table: &'static Table,
    pub rows: Vec<Vec<Value>>,
}

impl Piece {
    pub fn of(table: &'static Table) -> Piece {
        Piece { table, rows: Vec::new() }
    }

    pub fn is_full(&self) -> bool {
        self.rows.len() >= 64
    }

    /// The statement that inserts it, a parameter for each value.
    pub fn insert(&self) -> String {
        let width = self.table.columns.len();
        let row = |first: usize| {
            let values: Vec<_> = (first..first + width).map(|number| format!("${number}")).collect();
            format!("({})", values.join(", "))
        };
        let rows: Vec<_> = (0..self.rows.len()).map(|index| row(index * width + 1)).collect();
        format!("INSERT INTO {} ({}) VALUES {}", self.table.name, self.table.column_list(), rows.join(", "))
    }
}

#[derive(Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Truth(bool),
    Bytes(Vec<u8>),
}

#[derive(Debug)]
pub(super) struct Table {
    pub name: &'static str,
    pub columns: &'static [(&'static str, Kind)],
}

impl Table {
    pub fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.column_list(), self.name)
    }

    fn column_list(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Number,
    Truth,
    Bytes,
}

/// Every table, those that others refer to first.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "matches",
        columns: &[
            ("id", Kind::Text),
            ("game", Kind::Text),
            ("created", Kind::Number),
            ("updated", Kind::Number),
            ("header", Kind::Text),
            ("settings", Kind::Text),
            ("state", Kind::Text),
            ("sequence", Kind::Number),
            ("chats", Kind::Number),
            ("listed", Kind::Truth),
            ("waits_for_bot", Kind::Truth),
            ("wakes", Kind::Number),
        ],
    },
    Table {
        name: "accounts",
        columns: &[
            ("id", Kind::Text),
            ("name", Kind::Text),
            ("folded", Kind::Text),
            ("password", Kind::Text),
            ("created", Kind::Number),
        ],
    },
    Table {
        name: "journal",
        columns: &[("match_id", Kind::Text), ("sequence", Kind::Number), ("entry", Kind::Text), ("at", Kind::Number)],
    },
    Table {
        name: "snapshots",
        columns: &[
            ("match_id", Kind::Text),
            ("sequence", Kind::Number),
            ("engine", Kind::Text),
            ("bytes", Kind::Bytes),
        ],
    },
    Table {
        name: "seat_keys",
        columns: &[
            ("match_id", Kind::Text),
            ("hash", Kind::Bytes),
            ("seats", Kind::Number),
            ("role", Kind::Text),
            ("label", Kind::Text),
        ],
    },
    Table {
        name: "chat",
        columns: &[
            ("match_id", Kind::Text),
            ("number", Kind::Number),
            ("at", Kind::Number),
            ("seat", Kind::Number),
            ("name", Kind::Text),
            ("text", Kind::Text),
        ],
    },
    Table { name: "logins", columns: &[("hash", Kind::Bytes), ("account_id", Kind::Text), ("expires", Kind::Number)] },
    Table {
        name: "api_keys",
        columns: &[
            ("hash", Kind::Bytes),
            ("account_id", Kind::Text),
            ("label", Kind::Text),
            ("created", Kind::Number),
            ("last_used", Kind::Number),
        ],
    },
    Table {
        name: "account_seats",
        columns: &[("account_id", Kind::Text), ("match_id", Kind::Text), ("seat", Kind::Number)],
    },
    Table {
        name: "notification_settings",
        columns: &[
            ("account_id", Kind::Text),
            ("settings", Kind::Text),
            ("last_error", Kind::Text),
            ("failed_at", Kind::Number),
        ],
    },
    Table {
        name: "outbox",
        columns: &[
            ("id", Kind::Text),
            ("account_id", Kind::Text),
            ("webhook", Kind::Text),
            ("kind", Kind::Text),
            ("payload", Kind::Text),
            ("due", Kind::Number),
            ("leased", Kind::Number),
            ("tries", Kind::Number),
            ("last_error", Kind::Text),
            ("done", Kind::Truth),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What is not listed would be missing in every restored database.
    #[tokio::test]
    async fn every_column_of_the_schema_is_in_a_backup() -> Result<()> {
        let mut empty = prepare(Path::new(":memory:")).await?;
        let rows = sqlx::query(
            "SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
             WHERE t.type = 'table' AND t.name <> 'migrations'",
        )
        .fetch_all(&mut empty)
        .await?;
        let there = rows.iter().map(|row| row.try_get(0)).collect::<Result<BTreeSet<String>, sqlx::Error>>()?;
        let copied =
            TABLES.iter().flat_map(|table| table.columns.iter().map(|(name, _)| format!("{}.{name}", table.name)));
        assert_eq!(there, copied.collect());
        Ok(())
    }
}
