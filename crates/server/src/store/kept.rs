//! What is kept. Moments are milliseconds since 1970; JSON is text that the store does not look into.

use super::token::{AccountId, MatchId, NoticeId, TokenHash};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub id: MatchId,
    pub game: String,
    pub created: i64,
    /// When the last entry or update came.
    pub updated: i64,
    /// JSON: game, engine, catalogue hash, seed, options. Never changes.
    pub header: String,
    /// JSON: seats, clocks, name, visibility.
    pub settings: String,
    pub state: MatchState,
    /// How many entries the journal has, which is the number of the last one.
    pub sequence: i64,
    /// How many lines of chat there are.
    pub chats: i64,
    /// Is it shown in the lobby while it is open?
    pub listed: bool,
    pub waits_for_bot: bool,
    /// When a clock runs out next.
    pub wakes: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchState {
    /// Waiting for players.
    Open,
    Running,
    Over,
}

impl MatchState {
    pub fn as_str(self) -> &'static str {
        match self {
            MatchState::Open => "open",
            MatchState::Running => "running",
            MatchState::Over => "over",
        }
    }

    pub(super) fn stored(text: &str) -> Option<MatchState> {
        [MatchState::Open, MatchState::Running, MatchState::Over].into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Debug, Clone)]
pub struct NewMatch {
    pub id: MatchId,
    pub game: String,
    pub created: i64,
    pub header: String,
    pub settings: String,
    pub state: MatchState,
    pub listed: bool,
    pub waits_for_bot: bool,
    pub wakes: Option<i64>,
    /// Keys that are there from the start, so that no match exists which nobody can open.
    pub keys: Vec<SeatKey>,
}

/// What an append changes in the match besides its journal.
#[derive(Debug, Clone)]
pub struct MatchUpdate {
    pub state: MatchState,
    pub waits_for_bot: bool,
    pub wakes: Option<i64>,
    /// `None` leaves them as they are.
    pub settings: Option<String>,
    /// `None` leaves it as it is.
    pub listed: Option<bool>,
    pub handover: Option<Handover>,
}

impl MatchUpdate {
    /// Nobody is waited for, and all the rest stays as it is.
    pub fn only(state: MatchState) -> MatchUpdate {
        MatchUpdate { state, waits_for_bot: false, wakes: None, settings: None, listed: None, handover: None }
    }
}

/// A seat changes hands, together with whatever else an append changes or not at all. Where an account sits already that
/// is not `account`, nothing is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub seat: i64,
    /// The key by which it is done: where that opens nothing any more, nothing is done.
    pub by: Option<TokenHash>,
    /// Opens the seat from now on, in place of every other key of a player to it alone. `None` leaves the keys as they are.
    pub key: Option<SeatKey>,
    /// Sits there from now on.
    pub account: Option<AccountId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub sequence: i64,
    /// JSON.
    pub entry: String,
    pub at: i64,
}

/// A saved game, a cache: the journal is the truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub sequence: i64,
    /// Which engine can read it.
    pub engine: String,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatKey {
    pub hash: TokenHash,
    /// A bit for each seat that the key opens.
    pub seats: i64,
    pub role: Role,
    pub label: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Host,
    Player,
    Spectator,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Host => "host",
            Role::Player => "player",
            Role::Spectator => "spectator",
        }
    }

    pub(super) fn stored(text: &str) -> Option<Role> {
        [Role::Host, Role::Player, Role::Spectator].into_iter().find(|role| role.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChatLine {
    pub at: i64,
    /// `None` is nobody who sits there: the table itself.
    pub seat: Option<i64>,
    pub name: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    pub number: i64,
    pub at: i64,
    pub seat: Option<i64>,
    pub name: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// Unique, upper and lower case being the same.
    pub name: String,
    /// The hash of it, as argon2 writes it.
    pub password: String,
    pub created: i64,
}

/// The most API keys of one account.
pub const MOST_API_KEYS: i64 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    pub hash: TokenHash,
    pub account: AccountId,
    pub label: String,
    pub created: i64,
    /// To the minute.
    pub last_used: Option<i64>,
}

/// A seat of a match that belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSeat {
    pub account: AccountId,
    pub match_id: MatchId,
    pub seat: i64,
}

/// A match of somebody who asks for his matches, and his seats in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyMatch {
    pub the_match: Match,
    pub seats: Vec<i64>,
}

/// Where a page of a list ended: the next one begins behind it. Lists of matches start with the newest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub created: i64,
    pub id: MatchId,
}

impl Match {
    /// The cursor of a page that ends with this match.
    pub fn cursor(&self) -> Cursor {
        Cursor { created: self.created, id: self.id.clone() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationSettings {
    /// JSON.
    pub settings: String,
    /// What went wrong last, for the one whose notifications they are.
    pub last_error: Option<String>,
    pub failed_at: Option<i64>,
}

/// A notification that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub id: NoticeId,
    pub to: Addressee,
    pub kind: String,
    /// JSON.
    pub payload: String,
    pub due: i64,
    /// How often it was claimed.
    pub tries: i64,
    pub last_error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addressee {
    Account(AccountId),
    /// An address that is told of everything, whoever is meant.
    Webhook(String),
}
