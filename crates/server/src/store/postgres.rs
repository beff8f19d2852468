//! PostgreSQL: a database that several nodes share.

// The same statements for both databases: that is the point.
#[allow(clippy::duplicate_mod)]
#[path = "statements/mod.rs"]
pub(super) mod statements;

use std::path::Path;
use std::pin::Pin;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::mpsc;
use tokio::time::timeout;

use self::statements::upkeep;
use super::backup::{Draft, prepare};
use super::sqlite::statements::upkeep as sqlite_upkeep;
use super::{Result, StoreError};

type Connection = PgConnection;
type Run<A, T> = for<'a> fn(&'a A, &'a mut Connection) -> Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;
type Row = PgRow;
type ThisStore = PostgresStore;

/// Waits for those who write to the match.
const AFTER_WRITERS: &str = "SELECT id FROM matches WHERE id = $1 FOR SHARE";

/// A database at a `postgres://` address. While it is gone, calls answer `Unavailable`; when it is back they work
/// again.
#[derive(Debug)]
pub struct PostgresStore {
    pool: PgPool,
}

/// How long one waits for a connection, and for an answer.
const FOR_A_CONNECTION: Duration = Duration::from_secs(3);
const FOR_AN_ANSWER: Duration = Duration::from_secs(5);

impl PostgresStore {
    pub async fn open(address: &str) -> Result<PostgresStore> {
        let options = PgConnectOptions::from_str(address).map_err(|error| {
            tracing::error!(%error, "the address of the database");
            StoreError::Broken("The address of the database is not of the form postgres://user@host/database.".into())
        })?;
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(FOR_A_CONNECTION)
            .after_connect(|to, _| {
                // What a machine that fell silent had begun is given up: others may wait for it.
                Box::pin(async { to.execute("SET idle_in_transaction_session_timeout = '60s'").await.map(drop) })
            })
            .connect_lazy_with(options.disable_statement_logging());
        let mut to = pool.begin().await?;
        // Nodes that start together wait for each other here.
        sqlx::query("SELECT pg_advisory_xact_lock(1330795097)").execute(&mut *to).await?;
        upkeep::migrate(&mut to, |migration| migration.postgres).await?;
        to.commit().await?;
        Ok(PostgresStore { pool })
    }

    async fn read<A: Sync + ?Sized, T>(&self, given: &A, run: Run<A, T>) -> Result<T> {
        in_time(async {
            let mut connection = self.pool.acquire().await?;
            run(given, &mut connection).await
        })
        .await
    }

    async fn write<A, T>(&self, given: A, run: Run<A, T>) -> Result<T> {
        in_time(async {
            let mut to = self.pool.begin().await?;
            let answer = run(&given, &mut to).await?;
            to.commit().await?;
            Ok(answer)
        })
        .await
    }

    async fn backup_into(&self, file: &Path) -> Result<()> {
        let draft = Draft::of(file)?;
        let mut to = prepare(&draft.aside).await?;
        // One moment for all tables, while others go on writing.
        let mut from = self.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let (pieces, received) = mpsc::channel(2);
        let (read, written) =
            tokio::join!(upkeep::read_all(&mut from, pieces), sqlite_upkeep::insert_all(&mut to, received));
        read.and(written)?;
        to.close().await?;
        draft.finish()
    }

    async fn restore_from(&self, file: &Path) -> Result<()> {
        let mut to = self.pool.begin().await?;
        upkeep::restore(&mut to, file).await?;
        to.commit().await?;
        Ok(())
    }

    async fn shut(&self) {
        self.pool.close().await;
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(FOR_AN_ANSWER, answer).await {
        Ok(answer) => answer,
        Err(_) => {
            tracing::warn!("the database does not answer");
            Err(StoreError::Unavailable)
        }
    }
}
