use sqlx::Row as _;

use super::{Connection, Row, read_hash, storable};
use crate::store::*;

pub async fn create(to: &mut Connection, account: &Account) -> Result<()> {
    storable(&account.name)?;
    let written = sqlx::query(
        "INSERT INTO accounts (id, name, folded, password, created) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(account.id.as_str())
    .bind(&account.name)
    .bind(folded(&account.name))
    .bind(&account.password)
    .bind(account.created)
    .execute(to)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Taken("Somebody has this name already.")) } else { Ok(()) }
}

pub async fn find(from: &mut Connection, id: &AccountId) -> Result<Account> {
    let row = sqlx::query("SELECT id, name, password, created FROM accounts WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(from)
        .await?;
    match row {
        Some(row) => Ok(read_account(&row)?),
        None => Err(StoreError::NotFound),
    }
}

pub async fn named(from: &mut Connection, name: &str) -> Result<Option<Account>> {
    // No account has such a name, and PostgreSQL would not even look.
    if storable(name).is_err() {
        return Ok(None);
    }
    let row = sqlx::query("SELECT id, name, password, created FROM accounts WHERE folded = $1")
        .bind(folded(name))
        .fetch_optional(from)
        .await?;
    row.map(|row| Ok(read_account(&row)?)).transpose()
}

pub async fn set_password(to: &mut Connection, id: &AccountId, old: &str, new: &str) -> Result<()> {
    let written = sqlx::query("UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2")
        .bind(id.as_str())
        .bind(old)
        .bind(new)
        .execute(&mut *to)
        .await?;
    if written.rows_affected() == 0 { Err(StoreError::NotFound) } else { log_out_everywhere(to, id).await }
}

pub async fn delete(to: &mut Connection, id: &AccountId) -> Result<()> {
    let written = sqlx::query("DELETE FROM accounts WHERE id = $1").bind(id.as_str()).execute(to).await?;
    if written.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The password is looked at again: it may have been changed while it was tried.
pub async fn log_in(to: &mut Connection, hash: TokenHash, account: &Account, expires: i64) -> Result<()> {
    let written = sqlx::query(
        "INSERT INTO logins (hash, account_id, expires)
         SELECT $1, id, CAST($3 AS BIGINT) FROM accounts WHERE id = $2 AND password = $4",
    )
    .bind(hash.0.as_slice())
    .bind(account.id.as_str())
    .bind(expires)
    .bind(&account.password)
    .execute(to)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

pub async fn logged_in(from: &mut Connection, hash: TokenHash, now: i64) -> Result<Option<Account>> {
    let row = sqlx::query(
        "SELECT id, name, password, created FROM accounts
         WHERE id = (SELECT account_id FROM logins WHERE hash = $1 AND expires > $2)",
    )
    .bind(hash.0.as_slice())
    .bind(now)
    .fetch_optional(from)
    .await?;
    row.map(|row| Ok(read_account(&row)?)).transpose()
}

pub async fn log_out(to: &mut Connection, hash: TokenHash) -> Result<()> {
    sqlx::query("DELETE FROM logins WHERE hash = $1").bind(hash.0.as_slice()).execute(to).await?;
    Ok(())
}

pub async fn log_out_everywhere(to: &mut Connection, account: &AccountId) -> Result<()> {
    sqlx::query("DELETE FROM logins WHERE account_id = $1").bind(account.as_str()).execute(to).await?;
    Ok(())
}

pub async fn forget_expired_logins(to: &mut Connection, now: i64) -> Result<()> {
    sqlx::query("DELETE FROM logins WHERE expires <= $1").bind(now).execute(to).await?;
    Ok(())
}

pub async fn create_api_key(to: &mut Connection, key: &ApiKey) -> Result<()> {
    storable(&key.label)?;
    let held = sqlx::query("SELECT COUNT(*) AS held FROM api_keys WHERE account_id = $1")
        .bind(key.account.as_str())
        .fetch_one(&mut *to)
        .await?;
    if held.try_get::<i64, _>("held")? >= MOST_API_KEYS {
        return Err(StoreError::Taken("20 keys are enough."));
    }
    sqlx::query("INSERT INTO api_keys (hash, account_id, label, created, last_used) VALUES ($1, $2, $3, $4, $5)")
        .bind(key.hash.0.as_slice())
        .bind(key.account.as_str())
        .bind(&key.label)
        .bind(key.created)
        .bind(key.last_used)
        .execute(to)
        .await?;
    Ok(())
}

pub async fn find_api_key(from: &mut Connection, hash: TokenHash) -> Result<Option<(ApiKey, Account)>> {
    let row = sqlx::query("SELECT hash, account_id, label, created, last_used FROM api_keys WHERE hash = $1")
        .bind(hash.0.as_slice())
        .fetch_optional(&mut *from)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let key = read_api_key(&row)?;
    match find(from, &key.account).await {
        Ok(account) => Ok(Some((key, account))),
        // It was deleted between the two statements.
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

pub async fn note_use(to: &mut Connection, hash: TokenHash, now: i64) -> Result<()> {
    sqlx::query("UPDATE api_keys SET last_used = $2 WHERE hash = $1")
        .bind(hash.0.as_slice())
        .bind(now)
        .execute(to)
        .await?;
    Ok(())
}

pub async fn api_keys_of(from: &mut Connection, account: &AccountId) -> Result<Vec<ApiKey>> {
    let rows = sqlx::query(
        "SELECT hash, account_id, label, created, last_used FROM api_keys WHERE account_id = $1
         ORDER BY created, hash",
    )
    .bind(account.as_str())
    .fetch_all(from)
    .await?;
    rows.iter().map(|row| Ok(read_api_key(row)?)).collect()
}

pub async fn remove_api_key(to: &mut Connection, account: &AccountId, hash: TokenHash) -> Result<()> {
    sqlx::query("DELETE FROM api_keys WHERE account_id = $1 AND hash = $2")
        .bind(account.as_str())
        .bind(hash.0.as_slice())
        .execute(to)
        .await?;
    Ok(())
}

pub async fn take_seat(to: &mut Connection, seat: &AccountSeat) -> Result<()> {
    sqlx::query("INSERT INTO account_seats (account_id, match_id, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(seat.account.as_str())
        .bind(seat.match_id.as_str())
        .bind(seat.seat)
        .execute(to)
        .await?;
    Ok(())
}

pub async fn leave_seat(to: &mut Connection, seat: &AccountSeat) -> Result<()> {
    sqlx::query("DELETE FROM account_seats WHERE account_id = $1 AND match_id = $2 AND seat = $3")
        .bind(seat.account.as_str())
        .bind(seat.match_id.as_str())
        .bind(seat.seat)
        .execute(to)
        .await?;
    Ok(())
}

pub async fn sitting_in(from: &mut Connection, id: &MatchId) -> Result<Vec<AccountSeat>> {
    let rows = sqlx::query(
        "SELECT account_id, match_id, seat FROM account_seats WHERE match_id = $1 ORDER BY seat, account_id",
    )
    .bind(id.as_str())
    .fetch_all(from)
    .await?;
    let seats = rows.iter().map(|row| {
        Ok(AccountSeat {
            account: AccountId::stored(row.try_get("account_id")?),
            match_id: MatchId::stored(row.try_get("match_id")?),
            seat: row.try_get("seat")?,
        })
    });
    seats.collect()
}

/// Names that fold alike are the same name.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

fn read_account(row: &Row) -> Result<Account, sqlx::Error> {
    Ok(Account {
        id: AccountId::stored(row.try_get("id")?),
        name: row.try_get("name")?,
        password: row.try_get("password")?,
        created: row.try_get("created")?,
    })
}

fn read_api_key(row: &Row) -> Result<ApiKey, sqlx::Error> {
    Ok(ApiKey {
        hash: read_hash(row)?,
        account: AccountId::stored(row.try_get("account_id")?),
        label: row.try_get("label")?,
        created: row.try_get("created")?,
        last_used: row.try_get("last_used")?,
    })
}
