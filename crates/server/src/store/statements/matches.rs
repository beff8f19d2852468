use sqlx::Row as _;

use super::{Connection, Row, accounts, keys, storable, undecodable};
use crate::store::*;

/// A match as it stands in a row with these columns.
macro_rules! match_columns {
    () => {
        "id, game, created, updated, header, settings, state, sequence, chats, listed, waits_for_bot, wakes"
    };
}
pub(super) use match_columns;

pub async fn create(to: &mut Connection, new: &NewMatch) -> Result<()> {
    for text in [&new.game, &new.header, &new.settings] {
        storable(text)?;
    }
    let written = sqlx::query(
        "INSERT INTO matches (id, game, created, updated, header, settings, state, sequence, chats, listed,
             waits_for_bot, wakes)
         VALUES ($1, $2, $3, $3, $4, $5, $6, 0, 0, $7, $8, $9)
         ON CONFLICT DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(&new.game)
    .bind(new.created)
    .bind(&new.header)
    .bind(&new.settings)
    .bind(new.state.as_str())
    .bind(new.listed)
    .bind(new.waits_for_bot)
    .bind(new.wakes)
    .execute(&mut *to)
    .await?;
    if written.rows_affected() == 0 {
        return Err(StoreError::Taken("There is a match with this id already."));
    }
    for key in &new.keys {
        keys::add(to, &new.id, key).await?;
    }
    Ok(())
}

pub async fn find(from: &mut Connection, id: &MatchId) -> Result<Match> {
    let row = sqlx::query(concat!("SELECT ", match_columns!(), " FROM matches WHERE id = $1"))
        .bind(id.as_str())
        .fetch_optional(from)
        .await?;
    match row {
        Some(row) => Ok(read_match(&row)?),
        None => Err(StoreError::NotFound),
    }
}

/// Whoever appends has the match's row until that is kept or given up.
pub async fn settle_and_find(from: &mut Connection, id: &MatchId) -> Result<Match> {
    sqlx::query(super::super::AFTER_WRITERS).bind(id.as_str()).fetch_optional(&mut *from).await?;
    find(from, id).await
}

pub async fn delete(to: &mut Connection, id: &MatchId) -> Result<()> {
    let written = sqlx::query("DELETE FROM matches WHERE id = $1").bind(id.as_str()).execute(to).await?;
    if written.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The update comes first: whoever else appends to the same match waits behind it, and finds another sequence
/// when it is his turn.
pub async fn append(
    to: &mut Connection,
    id: &MatchId,
    expected: i64,
    entries: &[String],
    at: i64,
    update: &MatchUpdate,
) -> Result<i64> {
    for text in entries.iter().chain(&update.settings) {
        storable(text)?;
    }
    let reached = expected + entries.len() as i64;
    let written = sqlx::query(
        "UPDATE matches SET sequence = $3, updated = CASE WHEN $3 > $2 THEN $4 ELSE updated END, state = $5, waits_for_bot = $6, wakes = $7,
             settings = COALESCE($8, settings), listed = COALESCE($9, listed)
         WHERE id = $1 AND sequence = $2",
    )
    .bind(id.as_str())
    .bind(expected)
    .bind(reached)
    .bind(at)
    .bind(update.state.as_str())
    .bind(update.waits_for_bot)
    .bind(update.wakes)
    .bind(update.settings.as_ref())
    .bind(update.listed)
    .execute(&mut *to)
    .await?;
    if written.rows_affected() == 0 {
        return Err(StoreError::Conflict { sequence: find(to, id).await?.sequence });
    }
    for (entry, sequence) in entries.iter().zip(expected + 1..) {
        sqlx::query("INSERT INTO journal (match_id, sequence, entry, at) VALUES ($1, $2, $3, $4)")
            .bind(id.as_str())
            .bind(sequence)
            .bind(entry)
            .bind(at)
            .execute(&mut *to)
            .await?;
    }
    if let Some(handover) = &update.handover {
        hand_over(to, id, handover).await?;
    }
    Ok(reached)
}

async fn hand_over(to: &mut Connection, id: &MatchId, handover: &Handover) -> Result<()> {
    if let Some(by) = handover.by
        && keys::find(to, by).await?.is_none()
    {
        return Err(StoreError::Taken("This key no longer opens the seat. Ask the host for a new link."));
    }
    let sitting = accounts::sitting_in(to, id).await?;
    if sitting.iter().any(|taken| taken.seat == handover.seat && Some(&taken.account) != handover.account.as_ref()) {
        return Err(StoreError::Taken("This seat belongs to another account."));
    }
    if let Some(key) = &handover.key {
        sqlx::query("DELETE FROM seat_keys WHERE match_id = $1 AND seats = $2 AND role = $3")
            .bind(id.as_str())
            .bind(key.seats)
            .bind(Role::Player.as_str())
            .execute(&mut *to)
            .await?;
        keys::add(to, id, key).await?;
    }
    if let Some(account) = &handover.account {
        let seat = AccountSeat { account: account.clone(), match_id: id.clone(), seat: handover.seat };
        accounts::take_seat(to, &seat).await?;
    }
    Ok(())
}

pub async fn journal(from: &mut Connection, id: &MatchId, after: i64, limit: i64) -> Result<Vec<Entry>> {
    let rows = sqlx::query(
        "SELECT sequence, entry, at FROM journal WHERE match_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
    )
    .bind(id.as_str())
    .bind(after)
    .bind(limit)
    .fetch_all(from)
    .await?;
    let entries = rows.iter().map(|row| {
        Ok(Entry { sequence: row.try_get("sequence")?, entry: row.try_get("entry")?, at: row.try_get("at")? })
    });
    entries.collect()
}

pub async fn save_snapshot(to: &mut Connection, id: &MatchId, snapshot: &Snapshot) -> Result<()> {
    sqlx::query(
        "INSERT INTO snapshots (match_id, sequence, engine, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (match_id, sequence) DO UPDATE SET engine = excluded.engine, bytes = excluded.bytes",
    )
    .bind(id.as_str())
    .bind(snapshot.sequence)
    .bind(&snapshot.engine)
    .bind(snapshot.bytes.as_slice())
    .execute(&mut *to)
    .await?;
    sqlx::query(
        "DELETE FROM snapshots WHERE match_id = $1 AND sequence < (
             SELECT MIN(sequence) FROM (
                 SELECT sequence FROM snapshots WHERE match_id = $1 ORDER BY sequence DESC LIMIT 2) AS newest)",
    )
    .bind(id.as_str())
    .execute(to)
    .await?;
    Ok(())
}

pub async fn latest_snapshot(from: &mut Connection, id: &MatchId) -> Result<Option<Snapshot>> {
    let row =
        sqlx::query("SELECT sequence, engine, bytes FROM snapshots WHERE match_id = $1 ORDER BY sequence DESC LIMIT 1")
            .bind(id.as_str())
            .fetch_optional(from)
            .await?;
    let snapshot = row.map(|row| {
        Ok(Snapshot {
            sequence: row.try_get("sequence")?,
            engine: row.try_get("engine")?,
            bytes: row.try_get("bytes")?,
        })
    });
    snapshot.transpose()
}

pub(super) fn read_match(row: &Row) -> Result<Match, sqlx::Error> {
    let state: &str = row.try_get("state")?;
    Ok(Match {
        id: MatchId::stored(row.try_get("id")?),
        game: row.try_get("game")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        header: row.try_get("header")?,
        settings: row.try_get("settings")?,
        state: MatchState::stored(state).ok_or_else(|| undecodable("the state of a match", state))?,
        sequence: row.try_get("sequence")?,
        chats: row.try_get("chats")?,
        listed: row.try_get("listed")?,
        waits_for_bot: row.try_get("waits_for_bot")?,
        wakes: row.try_get("wakes")?,
    })
}
