//! SQLite: a folder with one file. One connection writes, some others read.

// The same statements for both databases: that is the point.
#[allow(clippy::duplicate_mod)]
#[path = "statements/mod.rs"]
pub(super) mod statements;
mod writer;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};

use self::statements::upkeep;
use self::writer::Writer;
use super::backup::{Draft, make_private, text_of};
use super::{Result, StoreError};

type Connection = SqliteConnection;
type Run<A, T> = for<'a> fn(&'a A, &'a mut Connection) -> Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;
type Row = SqliteRow;
type ThisStore = SqliteStore;

/// Nobody is waited for: a server that died writes nothing any more.
const AFTER_WRITERS: &str = "SELECT id FROM matches WHERE id = $1";

/// A database in a folder of this machine.
#[derive(Debug)]
pub struct SqliteStore {
    options: SqliteConnectOptions,
    readers: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Makes the folder and the database if they are not there.
    pub async fn open(folder: &Path) -> Result<SqliteStore> {
        SqliteStore::open_with(folder, None).await
    }

    /// With a bound on the size of the file, in pages of 4096 bytes. Beyond it the disk counts as full.
    pub async fn open_limited(folder: &Path, pages: u32) -> Result<SqliteStore> {
        SqliteStore::open_with(folder, Some(pages)).await
    }

    async fn open_with(folder: &Path, pages: Option<u32>) -> Result<SqliteStore> {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Broken(format!("The folder {} cannot be made: {error}.", folder.display())))?;
        let file = folder.join("orrery.sqlite");
        make_private(&file)?;
        let options = options(file, pages);
        let mut tries = 0;
        let connection = loop {
            tries += 1;
            match prepare(&options).await {
                // Processes that make the same database at the same moment are in each other's way.
                Err(StoreError::Unavailable) if tries < 20 => tokio::time::sleep(Duration::from_millis(100)).await,
                Err(StoreError::Unavailable) => {
                    return Err(StoreError::Broken(format!(
                        "The database in {} cannot be opened. The log says why.",
                        folder.display()
                    )));
                }
                prepared => break prepared?,
            }
        };
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(3))
            .idle_timeout(None)
            .max_lifetime(None)
            // A reader is in this process; there is no network over which it could be lost.
            .test_before_acquire(false)
            .connect_lazy_with(options.clone().pragma("query_only", "ON"));
        Ok(SqliteStore { writer: Writer::start(options.clone(), connection), options, readers })
    }

    async fn read<A: Sync + ?Sized, T>(&self, given: &A, run: Run<A, T>) -> Result<T> {
        let mut reader = self.readers.acquire().await?;
        run(given, &mut reader).await
    }

    async fn write<A: Send + Sync + 'static, T: Send + 'static>(&self, given: A, run: Run<A, T>) -> Result<T> {
        self.writer.write(given, run).await
    }

    async fn backup_into(&self, file: &Path) -> Result<()> {
        let draft = Draft::of(file)?;
        let mut connection = self.options.connect().await?;
        sqlx::query("VACUUM INTO $1").bind(text_of(&draft.aside)?).execute(&mut connection).await?;
        connection.close().await?;
        draft.finish()
    }

    async fn restore_from(&self, file: &Path) -> Result<()> {
        self.write(file.to_owned(), |file: &PathBuf, to| Box::pin(upkeep::restore(to, file))).await
    }

    async fn shut(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}

/// The connection of the writer, to tables as they are now.
async fn prepare(options: &SqliteConnectOptions) -> Result<Connection> {
    let mut connection = options.connect().await?;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await?;
    upkeep::migrate(&mut connection, |migration| migration.sqlite).await?;
    sqlx::query("COMMIT").execute(&mut connection).await?;
    Ok(connection)
}

fn options(file: PathBuf, pages: Option<u32>) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // What was acknowledged is on the disk, also when the power fails.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // 64 MiB; long before that the log is carried over beside the writing.
        .pragma("wal_autocheckpoint", "16384")
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    match pages {
        Some(pages) => options.pragma("max_page_count", pages.to_string()),
        None => options,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[tokio::test]
    async fn only_its_owner_reads_a_database_and_its_backup() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path()).await.expect("it is opened");
        store.backup_into(&folder.path().join("backup")).await.expect("it is written");
        let files = std::fs::read_dir(folder.path()).expect("it is there").map(|file| file.expect("a file"));
        for file in files {
            let mode = file.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?} {mode:o}", file.file_name());
        }
    }
}
