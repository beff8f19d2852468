use sqlx::Row as _;

use super::{Connection, Row, read_hash, storable, undecodable};
use crate::store::*;

pub async fn add(to: &mut Connection, id: &MatchId, key: &SeatKey) -> Result<()> {
    storable(&key.label)?;
    let written = sqlx::query(
        "INSERT INTO seat_keys (match_id, hash, seats, role, label) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(id.as_str())
    .bind(key.hash.0.as_slice())
    .bind(key.seats)
    .bind(key.role.as_str())
    .bind(&key.label)
    .execute(to)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Taken("This key is known already.")) } else { Ok(()) }
}

pub async fn find(from: &mut Connection, hash: TokenHash) -> Result<Option<(MatchId, SeatKey)>> {
    let row = sqlx::query("SELECT match_id, hash, seats, role, label FROM seat_keys WHERE hash = $1 LIMIT 1")
        .bind(hash.0.as_slice())
        .fetch_optional(from)
        .await?;
    row.map(|row| Ok((MatchId::stored(row.try_get("match_id")?), read_key(&row)?))).transpose()
}

pub async fn of(from: &mut Connection, id: &MatchId) -> Result<Vec<SeatKey>> {
    let rows = sqlx::query("SELECT hash, seats, role, label FROM seat_keys WHERE match_id = $1 ORDER BY hash")
        .bind(id.as_str())
        .fetch_all(from)
        .await?;
    rows.iter().map(|row| Ok(read_key(row)?)).collect()
}

pub async fn remove(to: &mut Connection, id: &MatchId, hash: TokenHash) -> Result<()> {
    sqlx::query("DELETE FROM seat_keys WHERE match_id = $1 AND hash = $2")
        .bind(id.as_str())
        .bind(hash.0.as_slice())
        .execute(to)
        .await?;
    Ok(())
}

fn read_key(row: &Row) -> Result<SeatKey, sqlx::Error> {
    let role: &str = row.try_get("role")?;
    Ok(SeatKey {
        hash: read_hash(row)?,
        seats: row.try_get("seats")?,
        role: Role::stored(role).ok_or_else(|| undecodable("the role of a key", role))?,
        label: row.try_get("label")?,
    })
}
