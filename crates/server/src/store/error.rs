use thiserror::Error;

/// Why the store did not do what it was asked for. Each message is a sentence that a stranger may read;
/// what the database said goes to the log.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Somebody else appended first. Nothing was written.
    #[error("The match has moved on to entry {sequence}.")]
    Conflict { sequence: i64 },
    #[error("There is no such thing here.")]
    NotFound,
    /// A name or an id that has to be unique is already used. Nothing was written.
    #[error("{0}")]
    Taken(&'static str),
    /// The database cannot be reached, is too busy, or has no room left. The same request may work later.
    /// After an append it says that nothing was acknowledged: whoever repeats it with the same expected
    /// sequence learns by the conflict if it got through after all.
    #[error("Nothing can be loaded or saved at the moment. Please try again in a while.")]
    Unavailable,
    #[error("{0}")]
    Broken(String),
}

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let database = error.as_database_error();
        if database.is_some_and(|it| it.is_foreign_key_violation()) {
            // What the row would belong to is not there, or was deleted a moment ago.
            StoreError::NotFound
        } else if database.is_some_and(|it| it.is_unique_violation()) {
            StoreError::Taken("This is there already.")
        } else if passes(&error) {
            tracing::warn!(%error, "the database is not available");
            StoreError::Unavailable
        } else {
            tracing::error!(%error, "the database refused a statement");
            StoreError::Broken("The server has a problem with its database. It was written to the log.".into())
        }
    }
}

/// Is it a trouble that may be over when the same is tried later?
fn passes(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default();
            if database.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
                code.parse::<i32>().is_ok_and(|extended| sqlite_passes(extended & 0xFF))
            } else {
                postgres_passes(&code)
            }
        }
        _ => false,
    }
}

/// Primary result codes of SQLite: PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN.
fn sqlite_passes(code: i32) -> bool {
    matches!(code, 3 | 5 | 6 | 7 | 8 | 10 | 13 | 14)
}

/// Classes of SQLSTATE: connection lost, transaction to be repeated, out of resources (also a full disk),
/// shut down or starting up, system error. 25006 is a server that only reads, 25P04 one that ran out of time.
fn postgres_passes(code: &str) -> bool {
    ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class)) || matches!(code, "25006" | "25P04")
}
