use sqlx::Row as _;

use super::{Connection, storable};
use crate::store::*;

/// The match counts its lines, so that two who speak at once get two numbers.
pub async fn say(to: &mut Connection, id: &MatchId, line: &NewChatLine) -> Result<i64> {
    storable(&line.name)?;
    storable(&line.text)?;
    let counted = sqlx::query("UPDATE matches SET chats = chats + 1 WHERE id = $1 RETURNING chats")
        .bind(id.as_str())
        .fetch_optional(&mut *to)
        .await?
        .ok_or(StoreError::NotFound)?;
    let number: i64 = counted.try_get("chats")?;
    sqlx::query("INSERT INTO chat (match_id, number, at, seat, name, text) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(id.as_str())
        .bind(number)
        .bind(line.at)
        .bind(line.seat)
        .bind(&line.name)
        .bind(&line.text)
        .execute(to)
        .await?;
    Ok(number)
}

pub async fn lines(from: &mut Connection, id: &MatchId, after: i64, limit: i64) -> Result<Vec<ChatLine>> {
    let rows = sqlx::query(
        "SELECT number, at, seat, name, text FROM chat WHERE match_id = $1 AND number > $2 ORDER BY number LIMIT $3",
    )
    .bind(id.as_str())
    .bind(after)
    .bind(limit)
    .fetch_all(from)
    .await?;
    let lines = rows.iter().map(|row| {
        Ok(ChatLine {
            number: row.try_get("number")?,
            at: row.try_get("at")?,
            seat: row.try_get("seat")?,
            name: row.try_get("name")?,
            text: row.try_get("text")?,
        })
    });
    lines.collect()
}
