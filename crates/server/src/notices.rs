//! Telling people that it is their turn.

use crate::api::App;
use crate::games::Table;
use crate::hall::Hall;
use crate::store::{Account, MatchId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// How somebody wants to be told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    pub webhook: Option<Webhook>,
    /// A mail address.
    pub mail: Option<String>,
    pub quiet: Option<QuietHours>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    pub url: String,
    pub format: Format,
    /// Stands before the message, for a mention.
    #[serde(default)]
    pub prefix: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    Discord,
    Slack,
    Raw,
}

/// Hours, by the clock of the one who sleeps, during which nothing is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    #[schema(minimum = 0, maximum = 23)]
    pub from: u8,
    #[schema(minimum = 0, maximum = 23)]
    pub to: u8,
    /// Minutes that his clock is ahead of UTC.
    #[schema(minimum = -840, maximum = 840)]
    pub zone_offset_minutes: i32,
}

impl Wishes {
    pub fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Somebody is asked who was not asked before.
pub fn turns_began(_hall: &Arc<Hall>, _id: &MatchId, _before: &dyn Table, _now: &dyn Table, _at: i64) {}

/// Sends a message now.
pub async fn try_out(_app: &App, _account: &Account) -> Result<String, String> {
    Err("Nothing can be sent yet.".to_owned())
}
