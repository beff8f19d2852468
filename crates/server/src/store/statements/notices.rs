use sqlx::Row as _;

use super::{Connection, Row, storable, undecodable};
use crate::store::*;

pub async fn settings(from: &mut Connection, account: &AccountId) -> Result<Option<NotificationSettings>> {
    let row = sqlx::query("SELECT settings, last_error, failed_at FROM notification_settings WHERE account_id = $1")
        .bind(account.as_str())
        .fetch_optional(from)
        .await?;
    let settings = row.map(|row| {
        Ok(NotificationSettings {
            settings: row.try_get("settings")?,
            last_error: row.try_get("last_error")?,
            failed_at: row.try_get("failed_at")?,
        })
    });
    settings.transpose()
}

pub async fn set_settings(to: &mut Connection, account: &AccountId, settings: &str) -> Result<()> {
    sqlx::query(
        "INSERT INTO notification_settings (account_id, settings) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings, last_error = NULL, failed_at = NULL",
    )
    .bind(account.as_str())
    .bind(settings)
    .execute(to)
    .await?;
    Ok(())
}

pub async fn set_error(to: &mut Connection, account: &AccountId, error: &Option<String>, at: i64) -> Result<()> {
    sqlx::query("UPDATE notification_settings SET last_error = $2, failed_at = $3 WHERE account_id = $1")
        .bind(account.as_str())
        .bind(error.as_deref().map(legible))
        .bind(error.as_ref().map(|_| at))
        .execute(to)
        .await?;
    Ok(())
}

pub async fn post(to: &mut Connection, notices: &[Notice]) -> Result<()> {
    for notice in notices {
        let (account, webhook) = match &notice.to {
            Addressee::Account(account) => (Some(account.as_str()), None),
            Addressee::Webhook(address) => (None, Some(address.as_str())),
        };
        storable(webhook.unwrap_or_default())?;
        sqlx::query(
            "INSERT INTO outbox (id, account_id, webhook, kind, payload, due, leased, tries, last_error, done)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9)",
        )
        .bind(notice.id.as_str())
        .bind(account)
        .bind(webhook)
        .bind(&notice.kind)
        .bind(&notice.payload)
        .bind(notice.due)
        .bind(notice.tries)
        .bind(notice.last_error.as_deref().map(legible))
        .bind(false)
        .execute(&mut *to)
        .await?;
    }
    Ok(())
}

/// The lease is asked for twice: of two nodes that picked the same row, the second waits for the first
/// and then looks at the outer condition again, not at the inner one.
pub async fn claim(to: &mut Connection, now: i64, lease_until: i64, limit: i64) -> Result<Vec<Notice>> {
    let rows = sqlx::query(
        "UPDATE outbox SET leased = $2, tries = tries + 1
         WHERE id IN (SELECT id FROM outbox WHERE NOT done AND due <= $1 AND leased <= $1 ORDER BY due, id LIMIT $3)
             AND NOT done AND leased <= $1
         RETURNING id, account_id, webhook, kind, payload, due, tries, last_error",
    )
    .bind(now)
    .bind(lease_until)
    .bind(limit)
    .fetch_all(to)
    .await?;
    let mut notices = rows.iter().map(read_notice).collect::<Result<Vec<_>, sqlx::Error>>()?;
    notices.sort_by(|a, b| (a.due, &a.id).cmp(&(b.due, &b.id)));
    Ok(notices)
}

pub async fn delivered(to: &mut Connection, id: &NoticeId) -> Result<()> {
    sqlx::query("UPDATE outbox SET done = $2, last_error = NULL WHERE id = $1")
        .bind(id.as_str())
        .bind(true)
        .execute(to)
        .await?;
    Ok(())
}

pub async fn not_delivered(to: &mut Connection, id: &NoticeId, error: &str, due: &Option<i64>) -> Result<()> {
    sqlx::query("UPDATE outbox SET last_error = $2, due = COALESCE($3, due), leased = 0, done = $4 WHERE id = $1")
        .bind(id.as_str())
        .bind(legible(error))
        .bind(*due)
        .bind(due.is_none())
        .execute(to)
        .await?;
    Ok(())
}

pub async fn forget_done(to: &mut Connection, due_before: i64) -> Result<()> {
    sqlx::query("DELETE FROM outbox WHERE done AND due < $1").bind(due_before).execute(to).await?;
    Ok(())
}

/// Whatever a stranger's server answered is noted, even what cannot be stored as it is.
fn legible(error: &str) -> String {
    error.replace('\0', " ")
}

fn read_notice(row: &Row) -> Result<Notice, sqlx::Error> {
    let id: String = row.try_get("id")?;
    let account: Option<String> = row.try_get("account_id")?;
    let webhook: Option<String> = row.try_get("webhook")?;
    let to = match (account, webhook) {
        (Some(account), None) => Addressee::Account(AccountId::stored(account)),
        (None, Some(address)) => Addressee::Webhook(address),
        (Some(_), Some(_)) | (None, None) => return Err(undecodable("the addressee of a notice", &id)),
    };
    Ok(Notice {
        id: NoticeId::stored(id),
        to,
        kind: row.try_get("kind")?,
        payload: row.try_get("payload")?,
        due: row.try_get("due")?,
        tries: row.try_get("tries")?,
        last_error: row.try_get("last_error")?,
    })
}
