use std::pin::Pin;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{mpsc, oneshot};

use super::Run;
use crate::store::{Result, StoreError};

/// The one connection that writes. What is asked for while it is busy is written together next: many writes,
/// one transaction, one wait for the disk. Still each succeeds or fails alone, and none is answered before
/// all of them are on the disk.
#[derive(Debug)]
pub(super) struct Writer {
    orders: mpsc::Sender<Order>,
}

impl Writer {
    pub fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Writer {
        let (orders, received) = mpsc::channel(1024);
        let (written, is_written) = mpsc::channel(1);
        tokio::spawn(checkpoint(options.clone(), is_written));
        tokio::spawn(work(options, Some(connection), received, written));
        Writer { orders }
    }

    /// Runs in a transaction. It may be run again from the start if its neighbours spoil the first attempt,
    /// so `run` only borrows what it is given.
    pub async fn write<A: Send + Sync + 'static, T: Send + 'static>(&self, given: A, run: Run<A, T>) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let write = Write { given, run, outcome: Err(StoreError::Unavailable), reply };
        self.orders.send(Order::Write(Box::new(write))).await.map_err(|_| StoreError::Unavailable)?;
        answer.await.unwrap_or(Err(StoreError::Unavailable))
    }

    /// Returns when all that was ordered before is written.
    pub async fn close(&self) {
        let (closed, is_closed) = oneshot::channel();
        if self.orders.send(Order::Close(closed)).await.is_ok() {
            // An error means that the writer is gone, which is what we wait for.
            is_closed.await.ok();
        }
    }
}

enum Order {
    Write(Box<dyn Attempt>),
    Close(oneshot::Sender<()>),
}

/// More would let the first of them wait too long for the last.
const AT_ONCE: usize = 64;

/// Another process that wants to write looks every so often whether it can. It would never find the database free
/// if this one had always something to write.
const WITHOUT_A_BREAK: Duration = Duration::from_millis(40);
const BREAK: Duration = Duration::from_millis(3);

async fn work(
    options: SqliteConnectOptions,
    mut connection: Option<SqliteConnection>,
    mut orders: mpsc::Receiver<Order>,
    written: mpsc::Sender<()>,
) {
    let mut received = Vec::with_capacity(AT_ONCE);
    let mut busy_since = Instant::now();
    while orders.recv_many(&mut received, AT_ONCE).await > 0 {
        let mut writes = Vec::with_capacity(received.len());
        let mut closing = None;
        for order in received.drain(..) {
            match order {
                Order::Write(write) => writes.push(write),
                Order::Close(closed) => closing = Some(closed),
            }
        }
        if !writes.is_empty() {
            connection = perform(&options, connection, &mut writes).await;
        }
        writes.into_iter().for_each(|write| write.answer());
        // If it is full, somebody is about to look anyway.
        written.try_send(()).ok();
        if orders.is_empty() {
            busy_since = Instant::now();
        } else if busy_since.elapsed() > WITHOUT_A_BREAK {
            tokio::time::sleep(BREAK).await;
            busy_since = Instant::now();
        }
        if let Some(closed) = closing {
            drop(orders);
            if let Some(connection) = connection {
                close(connection).await;
            }
            // Nobody may be waiting any more.
            closed.send(()).ok();
            return;
        }
    }
}

/// Carries what was written from the log over into the database, on a connection of its own, since it takes longer
/// than many writes together. Nobody waits for it: when it falls behind, the writer does it himself at the size of log
/// that `wal_autocheckpoint` says.
async fn checkpoint(options: SqliteConnectOptions, mut is_written: mpsc::Receiver<()>) {
    let mut connection = None;
    while is_written.recv().await.is_some() {
        tokio::time::sleep(EVERY).await;
        if connection.is_none() {
            connection = options.connect().await.ok();
        }
        if let Some(open) = &mut connection
            && let Err(error) = execute(open, "PRAGMA wal_checkpoint(PASSIVE)").await
        {
            tracing::warn!(%error, "the log could not be carried over");
            connection = None;
        }
    }
}

const EVERY: Duration = Duration::from_millis(500);

async fn close(connection: SqliteConnection) {
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database could not be closed");
    }
}

/// Gives the connection back if it can be used on.
async fn perform(
    options: &SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    writes: &mut [Box<dyn Attempt>],
) -> Option<SqliteConnection> {
    let opened = match connection {
        Some(connection) => Ok(connection),
        None => options.connect().await.map_err(StoreError::from),
    };
    let mut connection = match opened {
        Ok(connection) => connection,
        Err(error) => {
            writes.iter_mut().for_each(|write| write.fail(error.clone()));
            return None;
        }
    };
    if writes.len() > 1 && together(&mut connection, writes).await.is_ok() {
        return Some(connection);
    }
    let mut is_sound = roll_back(&mut connection).await;
    for write in writes {
        if is_sound {
            is_sound = alone(&mut connection, write.as_mut()).await;
        } else {
            write.fail(StoreError::Unavailable);
        }
    }
    is_sound.then_some(connection)
}

/// All in one transaction. An error means that nothing was written, whoever caused it: SQLite gives up the whole
/// transaction when the disk is full.
async fn together(connection: &mut SqliteConnection, writes: &mut [Box<dyn Attempt>]) -> Result<()> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    for write in writes {
        execute(connection, "SAVEPOINT write").await?;
        if !write.run(connection).await {
            execute(connection, "ROLLBACK TO write").await?;
        }
        execute(connection, "RELEASE write").await?;
    }
    execute(connection, "COMMIT").await
}

/// Is the connection still good for the next one?
async fn alone(connection: &mut SqliteConnection, write: &mut dyn Attempt) -> bool {
    if let Err(error) = execute(connection, "BEGIN IMMEDIATE").await {
        write.fail(error);
        return roll_back(connection).await;
    }
    if write.run(connection).await {
        match execute(connection, "COMMIT").await {
            Ok(()) => return true,
            Err(error) => write.fail(error),
        }
    }
    roll_back(connection).await
}

/// Leaves no transaction open, whether one is or SQLite has given it up already.
async fn roll_back(connection: &mut SqliteConnection) -> bool {
    // This fails when none is open, and then the next statement tells whether all is well.
    sqlx::query("ROLLBACK").execute(&mut *connection).await.ok();
    let begun = execute(connection, "BEGIN").await;
    begun.is_ok() && execute(connection, "ROLLBACK").await.is_ok()
}

async fn execute(connection: &mut SqliteConnection, statement: &'static str) -> Result<()> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

struct Write<A, T> {
    given: A,
    run: Run<A, T>,
    outcome: Result<T>,
    reply: oneshot::Sender<Result<T>>,
}

/// A write of whatever kind.
trait Attempt: Send {
    /// Did it succeed?
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>>;
    fn fail(&mut self, error: StoreError);
    fn answer(self: Box<Self>);
}

impl<A: Send + Sync, T: Send> Attempt for Write<A, T> {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
        Box::pin(async move {
            self.outcome = (self.run)(&self.given, connection).await;
            self.outcome.is_ok()
        })
    }

    fn fail(&mut self, error: StoreError) {
        self.outcome = Err(error);
    }

    fn answer(self: Box<Self>) {
        // Whoever asked may have left.
        self.reply.send(self.outcome).ok();
    }
}
