//! Telling people that it is their turn.
//!
//! Whoever is newly asked and does not look gets a notice in the outbox. A little later it is sent, together with
//! whatever else waits for the same person; nothing is sent of a turn that was taken meanwhile.

mod addresses;
mod carrier;
mod dispatch;
mod letter;
mod quiet;
#[cfg(test)]
mod tests;

pub use addresses::Reach;
pub use dispatch::dispatch;
pub use quiet::QuietHours;

use crate::Config;
use crate::api::App;
use crate::hall::{Hall, to_json};
use crate::store::{Account, AccountId, Addressee, MatchId, Notice, NoticeId, StoreError};
use carrier::{Carrier, Post};
use kernel::{Seat, SeatSet};
use letter::Letter;
use serde::{Deserialize, Serialize};
use session::wire::Sitter;
use shelf::AnyMatch;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// How notices are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sending {
    pub reach: Reach,
    /// Turns that begin within this time of each other are told of in one message.
    pub gather: Duration,
}

impl Default for Sending {
    fn default() -> Self {
        Sending { reach: Reach::Public, gather: Duration::from_secs(20) }
    }
}

/// How somebody wants to be told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    pub webhook: Option<Webhook>,
    /// A mail address.
    #[schema(max_length = 254)]
    pub mail: Option<String>,
    pub quiet: Option<QuietHours>,
    /// What is switched off: a whole day's attempts have failed. It is on again when the wishes are kept without it.
    #[schema(max_items = 2)]
    pub off: Vec<Channel>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    #[schema(max_length = 2000, example = "https://chat.example/hooks/1")]
    pub url: String,
    pub format: Format,
    /// Stands before the message, for a mention.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub prefix: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    Discord,
    Slack,
    Raw,
}

/// A way to somebody who is not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    Webhook,
    Mail,
}

impl Channel {
    const ALL: [Channel; 2] = [Channel::Webhook, Channel::Mail];

    /// As the outbox calls it.
    fn kind(self) -> &'static str {
        match self {
            Channel::Webhook => "webhook",
            Channel::Mail => "mail",
        }
    }

    /// How a sentence about its troubles begins.
    fn title(self) -> &'static str {
        match self {
            Channel::Webhook => "Webhook: ",
            Channel::Mail => "Mail: ",
        }
    }
}

const LONGEST_URL: usize = 2_000;
const LONGEST_PREFIX: usize = 80;

impl Wishes {
    /// Says in a sentence what cannot be.
    pub fn check(&self, config: &Config) -> Result<(), String> {
        if let Some(webhook) = &self.webhook {
            if webhook.url.len() > LONGEST_URL {
                return Err(format!("The webhook's address has at most {LONGEST_URL} letters."));
            }
            if webhook.prefix.chars().count() > LONGEST_PREFIX || webhook.prefix.chars().any(char::is_control) {
                return Err(format!("The words before the message are one line of at most {LONGEST_PREFIX} letters."));
            }
            addresses::check(&webhook.url, config.notices.reach)?;
        }
        if let Some(mail) = &self.mail {
            if config.mail.is_none() {
                return Err("This server sends no mail. Leave the mail address empty.".to_owned());
            }
            if mail.parse::<lettre::Address>().is_err() {
                return Err("That is no mail address.".to_owned());
            }
        }
        if self.off.len() > Channel::ALL.len() {
            return Err("There are not as many ways to be switched off.".to_owned());
        }
        self.quiet.as_ref().map_or(Ok(()), QuietHours::check)
    }

    /// The ways that are open.
    fn channels(&self) -> impl Iterator<Item = Channel> {
        let is_set = |channel: &Channel| match channel {
            Channel::Webhook => self.webhook.is_some(),
            Channel::Mail => self.mail.is_some(),
        };
        Channel::ALL.into_iter().filter(is_set).filter(|channel| !self.off.contains(channel))
    }
}

/// What the outbox says of a notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Waiting {
    #[serde(rename = "match")]
    id: String,
    seat: u8,
    /// When it was to be sent first.
    first: i64,
}

/// Somebody is asked who was not asked before. Returns at once.
pub fn turns_began(hall: &Arc<Hall>, id: &MatchId, before: &dyn AnyMatch, now: &dyn AnyMatch, at: i64) {
    let asked_before = people_asked(before);
    let asked: Vec<Seat> = people_asked(now).iter().filter(|&seat| !asked_before.contains(seat)).collect();
    if asked.is_empty() {
        return;
    }
    let (hall, id) = (hall.clone(), id.clone());
    tokio::spawn(async move {
        if let Err(error) = put_in_outbox(&hall, &id, &asked, at).await {
            tracing::warn!(match_id = %id, %error, "nobody will be told of this turn");
        }
    });
}

/// Seats of people that we wait for.
fn people_asked(table: &dyn AnyMatch) -> SeatSet {
    let is_person = |seat: &Seat| {
        table.settings().seats.get(seat.index()).is_some_and(|sitting| match sitting.sitter {
            Sitter::Person | Sitter::Here => true,
            Sitter::Open | Sitter::Bot | Sitter::Stand => false,
        })
    };
    table.seats_asked().into_iter().filter(is_person).collect()
}

async fn put_in_outbox(hall: &Arc<Hall>, id: &MatchId, asked: &[Seat], at: i64) -> Result<(), StoreError> {
    let taken = hall.store.accounts_in(id).await?;
    if taken.is_empty() {
        return Ok(());
    }
    let present = hall.live(id).await.map_or(SeatSet::NONE, |live| live.present());
    let mut notices = Vec::new();
    for seat in asked.iter().filter(|&&seat| !present.contains(seat)) {
        let Some(owner) = taken.iter().find(|taken| taken.seat == i64::from(seat.0)) else { continue };
        let Some(wishes) = wishes_of(hall, &owner.account).await? else { continue };
        let due = wishes.quiet.and_then(|quiet| quiet.over_at(at)).unwrap_or(at);
        let waiting = Waiting { id: id.to_string(), seat: seat.0, first: due };
        notices.extend(wishes.channels().map(|channel| Notice {
            id: NoticeId::random(),
            to: Addressee::Account(owner.account.clone()),
            kind: channel.kind().to_owned(),
            payload: to_json(&waiting),
            due,
            tries: 0,
            last_error: None,
        }));
    }
    if notices.is_empty() { Ok(()) } else { hall.store.post(notices).await }
}

async fn wishes_of(hall: &Hall, account: &AccountId) -> Result<Option<Wishes>, StoreError> {
    let kept = hall.store.notification_settings(account).await?;
    Ok(kept.and_then(|kept| serde_json::from_str(&kept.settings).ok()))
}

/// Sends a message now, by every way that is set. What arrives is switched on again.
pub async fn try_out(app: &App, account: &Account) -> Result<String, String> {
    let away = |error: StoreError| error.to_string();
    let mut wishes = wishes_of(&app.hall, &account.id).await.map_err(away)?.unwrap_or_default();
    let was_off = std::mem::take(&mut wishes.off);
    let channels: Vec<Channel> = wishes.channels().collect();
    if channels.is_empty() {
        return Err("Say first where messages should go.".to_owned());
    }
    let post = Arc::new(Post::new(&app.config));
    let letter = Letter::trial(&account.name, app.config.public_url());
    for &channel in &channels {
        let (post, wishes, letter) = (post.clone(), wishes.clone(), letter.clone());
        let carried = tokio::task::spawn_blocking(move || post.carry(&wishes, channel, &letter)).await;
        let carried = carried.unwrap_or_else(|_| Err("the message could not be sent".to_owned()));
        carried.map_err(|reason| format!("{}{reason}.", channel.title()))?;
    }
    if was_off.is_empty() {
        app.hall.store.set_notification_error(&account.id, None, app.hall.now()).await.map_err(away)?;
    } else {
        app.hall.store.set_notification_settings(&account.id, to_json(&wishes)).await.map_err(away)?;
    }
    Ok(match channels[..] {
        [Channel::Webhook] => "A message went to the webhook.",
        [Channel::Mail] => "A message went out by mail.",
        _ => "A message went to the webhook, and one by mail.",
    }
    .to_owned())
}
