//! The statements, in the SQL that SQLite and PostgreSQL share. This file is compiled twice, once below each
//! of the two stores, so that they cannot come to differ: `super` says which connection and which rows.

mod accounts;
mod chat;
mod keys;
mod lists;
mod matches;
mod notices;
pub(in crate::store) mod upkeep;

use std::path::Path;

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Connection, Row, ThisStore};
use crate::store::*;

#[async_trait]
impl Store for ThisStore {
    async fn create_match(&self, new: NewMatch) -> Result<()> {
        self.write(new, |new, to| Box::pin(matches::create(to, new))).await
    }

    async fn find_match(&self, id: &MatchId) -> Result<Match> {
        self.read(id, |id, from| Box::pin(matches::find(from, id))).await
    }

    async fn settled_match(&self, id: &MatchId) -> Result<Match> {
        self.read(id, |id, from| Box::pin(matches::settle_and_find(from, id))).await
    }

    async fn delete_match(&self, id: &MatchId) -> Result<()> {
        self.write(id.clone(), |id, to| Box::pin(matches::delete(to, id))).await
    }

    async fn append(
        &self,
        id: &MatchId,
        expected: i64,
        entries: Vec<String>,
        at: i64,
        update: MatchUpdate,
    ) -> Result<i64> {
        self.write((id.clone(), expected, entries, at, update), |(id, expected, entries, at, update), to| {
            Box::pin(matches::append(to, id, *expected, entries, *at, update))
        })
        .await
    }

    async fn journal(&self, id: &MatchId, after: i64, limit: i64) -> Result<Vec<Entry>> {
        self.read(&(id, after, limit), |(id, after, limit), from| Box::pin(matches::journal(from, id, *after, *limit)))
            .await
    }

    async fn save_snapshot(&self, id: &MatchId, snapshot: Snapshot) -> Result<()> {
        self.write((id.clone(), snapshot), |(id, snapshot), to| Box::pin(matches::save_snapshot(to, id, snapshot)))
            .await
    }

    async fn latest_snapshot(&self, id: &MatchId) -> Result<Option<Snapshot>> {
        self.read(id, |id, from| Box::pin(matches::latest_snapshot(from, id))).await
    }

    async fn lobby(&self, touched_since: i64, after: Option<Cursor>, limit: i64) -> Result<Vec<Match>> {
        self.read(&(touched_since, after, limit), |(touched_since, after, limit), from| {
            Box::pin(lists::lobby(from, *touched_since, after, *limit))
        })
        .await
    }

    async fn matches_of(&self, account: &AccountId, after: Option<Cursor>, limit: i64) -> Result<Vec<MyMatch>> {
        self.read(&(account, after, limit), |(account, after, limit), from| {
            Box::pin(lists::matches_of(from, account, after, *limit))
        })
        .await
    }

    async fn matches_to_go_on_with(&self, now: i64, quiet_since: i64, limit: i64) -> Result<Vec<Match>> {
        self.read(&(now, quiet_since, limit), |(now, quiet_since, limit), from| {
            Box::pin(lists::to_go_on_with(from, *now, *quiet_since, *limit))
        })
        .await
    }

    async fn add_key(&self, id: &MatchId, key: SeatKey) -> Result<()> {
        self.write((id.clone(), key), |(id, key), to| Box::pin(keys::add(to, id, key))).await
    }

    async fn find_key(&self, hash: TokenHash) -> Result<Option<(MatchId, SeatKey)>> {
        self.read(&hash, |hash, from| Box::pin(keys::find(from, *hash))).await
    }

    async fn keys_of(&self, id: &MatchId) -> Result<Vec<SeatKey>> {
        self.read(id, |id, from| Box::pin(keys::of(from, id))).await
    }

    async fn remove_key(&self, id: &MatchId, hash: TokenHash) -> Result<()> {
        self.write((id.clone(), hash), |(id, hash), to| Box::pin(keys::remove(to, id, *hash))).await
    }

    async fn say(&self, id: &MatchId, line: NewChatLine) -> Result<i64> {
        self.write((id.clone(), line), |(id, line), to| Box::pin(chat::say(to, id, line))).await
    }

    async fn chat(&self, id: &MatchId, after: i64, limit: i64) -> Result<Vec<ChatLine>> {
        self.read(&(id, after, limit), |(id, after, limit), from| Box::pin(chat::lines(from, id, *after, *limit))).await
    }

    async fn create_account(&self, account: Account) -> Result<()> {
        self.write(account, |account, to| Box::pin(accounts::create(to, account))).await
    }

    async fn find_account(&self, id: &AccountId) -> Result<Account> {
        self.read(id, |id, from| Box::pin(accounts::find(from, id))).await
    }

    async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        self.read(name, |name, from| Box::pin(accounts::named(from, name))).await
    }

    async fn set_password(&self, id: &AccountId, old: String, new: String) -> Result<()> {
        self.write((id.clone(), old, new), |(id, old, new), to| Box::pin(accounts::set_password(to, id, old, new)))
            .await
    }

    async fn delete_account(&self, id: &AccountId) -> Result<()> {
        self.write(id.clone(), |id, to| Box::pin(accounts::delete(to, id))).await
    }

    async fn log_in(&self, hash: TokenHash, account: &Account, expires: i64) -> Result<()> {
        self.write((hash, account.clone(), expires), |(hash, account, expires), to| {
            Box::pin(accounts::log_in(to, *hash, account, *expires))
        })
        .await
    }

    async fn logged_in(&self, hash: TokenHash, now: i64) -> Result<Option<Account>> {
        self.read(&(hash, now), |(hash, now), from| Box::pin(accounts::logged_in(from, *hash, *now))).await
    }

    async fn log_out(&self, hash: TokenHash) -> Result<()> {
        self.write(hash, |hash, to| Box::pin(accounts::log_out(to, *hash))).await
    }

    async fn log_out_everywhere(&self, account: &AccountId) -> Result<()> {
        self.write(account.clone(), |account, to| Box::pin(accounts::log_out_everywhere(to, account))).await
    }

    async fn forget_expired_logins(&self, now: i64) -> Result<()> {
        self.write(now, |now, to| Box::pin(accounts::forget_expired_logins(to, *now))).await
    }

    async fn create_api_key(&self, key: ApiKey) -> Result<()> {
        self.write(key, |key, to| Box::pin(accounts::create_api_key(to, key))).await
    }

    async fn use_api_key(&self, hash: TokenHash, now: i64) -> Result<Option<Account>> {
        let (key, account) = match self.read(&hash, |hash, from| Box::pin(accounts::find_api_key(from, *hash))).await? {
            Some(found) => found,
            None => return Ok(None),
        };
        // A busy key is not worth a write for each request.
        if key.last_used.is_none_or(|used| used + 60_000 <= now) {
            self.write((hash, now), |(hash, now), to| Box::pin(accounts::note_use(to, *hash, *now))).await?;
        }
        Ok(Some(account))
    }

    async fn api_keys_of(&self, account: &AccountId) -> Result<Vec<ApiKey>> {
        self.read(account, |account, from| Box::pin(accounts::api_keys_of(from, account))).await
    }

    async fn remove_api_key(&self, account: &AccountId, hash: TokenHash) -> Result<()> {
        self.write((account.clone(), hash), |(account, hash), to| {
            Box::pin(accounts::remove_api_key(to, account, *hash))
        })
        .await
    }

    async fn take_seat(&self, seat: AccountSeat) -> Result<()> {
        self.write(seat, |seat, to| Box::pin(accounts::take_seat(to, seat))).await
    }

    async fn leave_seat(&self, seat: AccountSeat) -> Result<()> {
        self.write(seat, |seat, to| Box::pin(accounts::leave_seat(to, seat))).await
    }

    async fn accounts_in(&self, id: &MatchId) -> Result<Vec<AccountSeat>> {
        self.read(id, |id, from| Box::pin(accounts::sitting_in(from, id))).await
    }

    async fn notification_settings(&self, account: &AccountId) -> Result<Option<NotificationSettings>> {
        self.read(account, |account, from| Box::pin(notices::settings(from, account))).await
    }

    async fn set_notification_settings(&self, account: &AccountId, settings: String) -> Result<()> {
        self.write((account.clone(), settings), |(account, settings), to| {
            Box::pin(notices::set_settings(to, account, settings))
        })
        .await
    }

    async fn set_notification_error(&self, account: &AccountId, error: Option<String>, at: i64) -> Result<()> {
        self.write((account.clone(), error, at), |(account, error, at), to| {
            Box::pin(notices::set_error(to, account, error, *at))
        })
        .await
    }

    async fn post(&self, notices: Vec<Notice>) -> Result<()> {
        self.write(notices, |notices, to| Box::pin(notices::post(to, notices))).await
    }

    async fn claim_notices(&self, now: i64, lease_until: i64, limit: i64) -> Result<Vec<Notice>> {
        self.write((now, lease_until, limit), |(now, lease_until, limit), to| {
            Box::pin(notices::claim(to, *now, *lease_until, *limit))
        })
        .await
    }

    async fn delivered(&self, id: &NoticeId) -> Result<()> {
        self.write(id.clone(), |id, to| Box::pin(notices::delivered(to, id))).await
    }

    async fn not_delivered(&self, id: &NoticeId, error: String, due: Option<i64>) -> Result<()> {
        self.write((id.clone(), error, due), |(id, error, due), to| {
            Box::pin(notices::not_delivered(to, id, error, due))
        })
        .await
    }

    async fn forget_done_notices(&self, due_before: i64) -> Result<()> {
        self.write(due_before, |due_before, to| Box::pin(notices::forget_done(to, *due_before))).await
    }

    async fn check(&self) -> Result<()> {
        self.read(&(), |(), from| Box::pin(upkeep::check(from))).await
    }

    async fn backup(&self, file: &Path) -> Result<()> {
        self.backup_into(file).await
    }

    async fn restore(&self, file: &Path) -> Result<()> {
        self.restore_from(file).await
    }

    async fn close(&self) {
        self.shut().await;
    }
}

/// PostgreSQL cannot keep a NUL in a text; what one database refuses, the other refuses too.
fn storable(text: &str) -> Result<()> {
    if text.contains('\0') {
        Err(StoreError::Broken("A text with the character NUL cannot be kept.".into()))
    } else {
        Ok(())
    }
}

fn read_hash(row: &Row) -> Result<TokenHash, sqlx::Error> {
    let bytes: &[u8] = row.try_get("hash")?;
    let bytes = bytes.try_into().map_err(|_| undecodable("a hash", "wrong length"))?;
    Ok(TokenHash(bytes))
}

fn undecodable(what: &str, found: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("the database holds {what} that is none: {found}").into())
}
