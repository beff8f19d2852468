//! What outlives the process: matches with their journals, keys, chat, accounts, the outbox.
//!
//! The primary key of the journal is the lock: any node, any process may append to any match, and of two
//! that append at the same sequence one is told that it came too late.

mod backup;
mod error;
mod kept;
mod migrations;
mod postgres;
mod sqlite;
mod token;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;

pub use error::{Result, StoreError};
pub use kept::*;
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
pub use token::{AccountId, MatchId, NotAnId, NoticeId, Token, TokenHash};

/// Everything that is stored, in SQLite or in PostgreSQL.
///
/// What a call has answered with `Ok` is on the disk. A call that failed has changed nothing.
#[async_trait]
pub trait Store: std::fmt::Debug + Send + Sync {
    // Matches and their journals.

    async fn create_match(&self, new: NewMatch) -> Result<()>;

    async fn find_match(&self, id: &MatchId) -> Result<Match>;

    /// The match when nothing that was begun for it is under way any more: a server that died may have left a choice
    /// that the database is just about to keep.
    async fn settled_match(&self, id: &MatchId) -> Result<Match>;

    /// Takes the match and all that belongs to it away.
    async fn delete_match(&self, id: &MatchId) -> Result<()>;

    /// Writes the entries behind `expected`, the sequence that the caller knows, and answers with the new one.
    /// All of it happens or nothing; `Conflict` says where the match has got to meanwhile.
    ///
    /// Without entries only the update is made. Two such updates can overwrite each other, so whatever
    /// somebody else may change at the same time (settings, say) comes with an entry.
    async fn append(
        &self,
        id: &MatchId,
        expected: i64,
        entries: Vec<String>,
        at: i64,
        update: MatchUpdate,
    ) -> Result<i64>;

    /// Entries with a sequence greater than `after`, in order.
    async fn journal(&self, id: &MatchId, after: i64, limit: i64) -> Result<Vec<Entry>>;

    /// Keeps the newest two of a match.
    async fn save_snapshot(&self, id: &MatchId, snapshot: Snapshot) -> Result<()>;

    /// The newest, whichever engine made it.
    async fn latest_snapshot(&self, id: &MatchId) -> Result<Option<Snapshot>>;

    // Lists of matches.

    /// Open and listed matches that somebody has touched since, the newest first.
    async fn lobby(&self, touched_since: i64, after: Option<Cursor>, limit: i64) -> Result<Vec<Match>>;

    /// Matches in which the account has a seat, the newest first.
    async fn matches_of(&self, account: &AccountId, after: Option<Cursor>, limit: i64) -> Result<Vec<MyMatch>>;

    /// Matches that wait for a bot or whose clock has run out, and that nobody has touched since `quiet_since`.
    async fn matches_to_go_on_with(&self, now: i64, quiet_since: i64, limit: i64) -> Result<Vec<Match>>;

    // Seat keys.

    async fn add_key(&self, id: &MatchId, key: SeatKey) -> Result<()>;

    /// Which match and which seats the key opens.
    async fn find_key(&self, hash: TokenHash) -> Result<Option<(MatchId, SeatKey)>>;

    async fn keys_of(&self, id: &MatchId) -> Result<Vec<SeatKey>>;

    async fn remove_key(&self, id: &MatchId, hash: TokenHash) -> Result<()>;

    // Chat.

    /// Answers with the number of the line; the first is 1.
    async fn say(&self, id: &MatchId, line: NewChatLine) -> Result<i64>;

    /// Lines with a number greater than `after`, in order.
    async fn chat(&self, id: &MatchId, after: i64, limit: i64) -> Result<Vec<ChatLine>>;

    // Accounts.

    /// `Taken` when somebody has the name, in upper or lower case.
    async fn create_account(&self, account: Account) -> Result<()>;

    async fn find_account(&self, id: &AccountId) -> Result<Account>;

    async fn account_named(&self, name: &str) -> Result<Option<Account>>;

    /// Logs out everywhere, too. `NotFound` where there is no such account, or `old` is not its password any more.
    async fn set_password(&self, id: &AccountId, old: String, new: String) -> Result<()>;

    /// Takes the account and all that belongs to it away; matches stay.
    async fn delete_account(&self, id: &AccountId) -> Result<()>;

    /// `NotFound` where the account is gone or has another password meanwhile.
    async fn log_in(&self, hash: TokenHash, account: &Account, expires: i64) -> Result<()>;

    /// Whose login it is, while it has not expired.
    async fn logged_in(&self, hash: TokenHash, now: i64) -> Result<Option<Account>>;

    async fn log_out(&self, hash: TokenHash) -> Result<()>;

    async fn log_out_everywhere(&self, account: &AccountId) -> Result<()>;

    async fn forget_expired_logins(&self, now: i64) -> Result<()>;

    /// `Taken` when the account has as many as it may have.
    async fn create_api_key(&self, key: ApiKey) -> Result<()>;

    /// Whose key it is; notes that it was used.
    async fn use_api_key(&self, hash: TokenHash, now: i64) -> Result<Option<Account>>;

    async fn api_keys_of(&self, account: &AccountId) -> Result<Vec<ApiKey>>;

    async fn remove_api_key(&self, account: &AccountId, hash: TokenHash) -> Result<()>;

    async fn take_seat(&self, seat: AccountSeat) -> Result<()>;

    async fn leave_seat(&self, seat: AccountSeat) -> Result<()>;

    /// Which accounts sit in the match, by seat.
    async fn accounts_in(&self, id: &MatchId) -> Result<Vec<AccountSeat>>;

    // Notifications.

    async fn notification_settings(&self, account: &AccountId) -> Result<Option<NotificationSettings>>;

    /// Forgets the last error too: it was one of the old settings.
    async fn set_notification_settings(&self, account: &AccountId, settings: String) -> Result<()>;

    /// Notes what went wrong, or with `None` that all is well again.
    async fn set_notification_error(&self, account: &AccountId, error: Option<String>, at: i64) -> Result<()>;

    async fn post(&self, notices: Vec<Notice>) -> Result<()>;

    /// Takes notices that are due. Until `lease_until` no other node gets them; whoever neither delivers
    /// a notice nor reports a failure until then has lost it to the next who asks. Where several ask at once one may
    /// get fewer than there are, and asks again later.
    async fn claim_notices(&self, now: i64, lease_until: i64, limit: i64) -> Result<Vec<Notice>>;

    async fn delivered(&self, id: &NoticeId) -> Result<()>;

    /// It is tried again at `due`, or with `None` given up.
    async fn not_delivered(&self, id: &NoticeId, error: String, due: Option<i64>) -> Result<()>;

    /// Removes delivered and given up notices that were due before.
    async fn forget_done_notices(&self, due_before: i64) -> Result<()>;

    // Upkeep.

    /// Can the database be reached?
    async fn check(&self) -> Result<()>;

    /// Writes everything, as it is at one moment, into a new SQLite file. Play goes on meanwhile.
    async fn backup(&self, file: &Path) -> Result<()>;

    /// Fills an empty store from a backup, whichever database it was made from.
    async fn restore(&self, file: &Path) -> Result<()>;

    /// Finishes what was begun and lets the database go. Later calls answer `Unavailable`.
    async fn close(&self);
}

/// Opens a PostgreSQL database (`postgres://…`) or a folder with an SQLite database, which is made if need be.
pub async fn open(place: &str) -> Result<Arc<dyn Store>> {
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        Ok(Arc::new(PostgresStore::open(place).await?))
    } else {
        Ok(Arc::new(SqliteStore::open(Path::new(place)).await?))
    }
}
