use std::path::Path;

use futures::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Row as _};
use tokio::sync::mpsc;

use super::{Connection, Row};
use crate::store::backup::{Backup, Kind, Piece, TABLES, Table, Value};
use crate::store::migrations::{MIGRATIONS, Migration};
use crate::store::*;

pub async fn check(from: &mut Connection) -> Result<()> {
    sqlx::query("SELECT 1").fetch_one(from).await?;
    Ok(())
}

/// Runs the migrations that the database has not seen yet. The caller keeps others away from it meanwhile.
pub async fn migrate(to: &mut Connection, text: fn(&Migration) -> &'static str) -> Result<()> {
    sqlx::query("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)").execute(&mut *to).await?;
    let row = sqlx::query("SELECT COALESCE(MAX(number), 0) AS newest FROM migrations").fetch_one(&mut *to).await?;
    let newest: i64 = row.try_get("newest")?;
    if MIGRATIONS.iter().all(|migration| migration.number < newest) {
        return Err(StoreError::Broken("This database was written by a newer version of the program.".into()));
    }
    for migration in MIGRATIONS.iter().filter(|migration| migration.number > newest) {
        sqlx::raw_sql(text(migration)).execute(&mut *to).await?;
        sqlx::query("INSERT INTO migrations (number) VALUES ($1)").bind(migration.number).execute(&mut *to).await?;
    }
    Ok(())
}

/// Fills this database, which has to be empty, from a backup.
pub async fn restore(to: &mut Connection, file: &Path) -> Result<()> {
    for table in TABLES {
        let any = sqlx::query(AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", table.name)));
        if any.fetch_optional(&mut *to).await?.is_some() {
            return Err(StoreError::Broken(
                "This database is not empty. A backup can only be restored into an empty one.".into(),
            ));
        }
    }
    let mut backup = Backup::open(file).await?;
    let (pieces, received) = mpsc::channel(2);
    let (read, written) = tokio::join!(backup.read_all(pieces), insert_all(to, received));
    backup.close().await;
    read.and(written)
}

/// Reads every row of every table, in an order in which they can be inserted.
pub async fn read_all(from: &mut Connection, pieces: mpsc::Sender<Piece>) -> Result<()> {
    for table in TABLES {
        let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(&mut *from);
        let mut piece = Piece::of(table);
        while let Some(row) = rows.try_next().await? {
            piece.rows.push(read_values(&row, table)?);
            if piece.is_full() && pieces.send(std::mem::replace(&mut piece, Piece::of(table))).await.is_err() {
                // Whoever inserts has stopped, and says why.
                return Ok(());
            }
        }
        if !piece.rows.is_empty() && pieces.send(piece).await.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

pub async fn insert_all(to: &mut Connection, mut pieces: mpsc::Receiver<Piece>) -> Result<()> {
    while let Some(piece) = pieces.recv().await {
        let mut insert = sqlx::query(AssertSqlSafe(piece.insert()));
        for value in piece.rows.into_iter().flatten() {
            insert = match value {
                Value::Text(text) => insert.bind(text),
                Value::Number(number) => insert.bind(number),
                Value::Truth(truth) => insert.bind(truth),
                Value::Bytes(bytes) => insert.bind(bytes),
            };
        }
        insert.execute(&mut *to).await?;
    }
    Ok(())
}

fn read_values(row: &Row, table: &Table) -> Result<Vec<Value>, sqlx::Error> {
    let values = table.columns.iter().map(|(column, kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(*column)?),
            Kind::Number => Value::Number(row.try_get(*column)?),
            Kind::Truth => Value::Truth(row.try_get(*column)?),
            Kind::Bytes => Value::Bytes(row.try_get(*column)?),
        })
    });
    values.collect()
}
