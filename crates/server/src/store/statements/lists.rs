use sqlx::Row as _;

use super::Connection;
use super::matches::{match_columns, read_match};
use crate::store::*;

pub async fn lobby(
    from: &mut Connection,
    touched_since: i64,
    after: &Option<Cursor>,
    limit: i64,
) -> Result<Vec<Match>> {
    let (created, id) = begin_behind(after);
    let rows = sqlx::query(concat!(
        "SELECT ",
        match_columns!(),
        " FROM matches WHERE listed AND state = 'open' AND (created, id) < ($1, $2) AND updated >= $4
         ORDER BY created DESC, id DESC LIMIT $3"
    ))
    .bind(created)
    .bind(id)
    .bind(limit)
    .bind(touched_since)
    .fetch_all(from)
    .await?;
    rows.iter().map(|row| Ok(read_match(row)?)).collect()
}

pub async fn matches_of(
    from: &mut Connection,
    account: &AccountId,
    after: &Option<Cursor>,
    limit: i64,
) -> Result<Vec<MyMatch>> {
    let (created, id) = begin_behind(after);
    let rows = sqlx::query(concat!(
        "SELECT ",
        match_columns!(),
        " FROM matches WHERE id IN (SELECT match_id FROM account_seats WHERE account_id = $1)
             AND (created, id) < ($2, $3)
         ORDER BY created DESC, id DESC LIMIT $4"
    ))
    .bind(account.as_str())
    .bind(created)
    .bind(id)
    .bind(limit)
    .fetch_all(&mut *from)
    .await?;
    let mut mine = Vec::with_capacity(rows.len());
    for row in &rows {
        let the_match = read_match(row)?;
        let seats = sqlx::query("SELECT seat FROM account_seats WHERE account_id = $1 AND match_id = $2 ORDER BY seat")
            .bind(account.as_str())
            .bind(the_match.id.as_str())
            .fetch_all(&mut *from)
            .await?;
        let seats = seats.iter().map(|row| row.try_get("seat")).collect::<Result<_, sqlx::Error>>()?;
        mine.push(MyMatch { the_match, seats });
    }
    Ok(mine)
}

pub async fn to_go_on_with(from: &mut Connection, now: i64, quiet_since: i64, limit: i64) -> Result<Vec<Match>> {
    let rows = sqlx::query(concat!(
        "SELECT ",
        match_columns!(),
        " FROM matches WHERE id IN (
             SELECT id FROM matches WHERE waits_for_bot AND updated <= $2
             UNION SELECT id FROM matches WHERE wakes <= $1 AND updated <= $2)
         ORDER BY updated, id LIMIT $3"
    ))
    .bind(now)
    .bind(quiet_since)
    .bind(limit)
    .fetch_all(from)
    .await?;
    rows.iter().map(|row| Ok(read_match(row)?)).collect()
}

/// The first page begins behind a match that is newer than any.
fn begin_behind(cursor: &Option<Cursor>) -> (i64, &str) {
    cursor.as_ref().map_or((i64::MAX, ""), |cursor| (cursor.created, cursor.id.as_str()))
}
