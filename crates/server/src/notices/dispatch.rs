//! The dispatcher: takes notices out of the outbox when they are due and has them carried. Each node runs one.

use super::carrier::{Carrier, Post};
use super::letter::{Letter, Waits};
use super::{Channel, Waiting, Wishes, people_asked, wishes_of};
use crate::Config;
use crate::hall::{Hall, to_json};
use crate::store::{AccountId, Addressee, MatchId, Notice, StoreError};
use axum::http::StatusCode;
use futures::StreamExt as _;
use kernel::Seat;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Sends what is due, for ever.
pub async fn dispatch(hall: Arc<Hall>, config: Arc<Config>) {
    let every = config.notices.gather.max(Duration::from_millis(10)).as_millis() as i64;
    let dispatcher = Dispatcher::new(hall.clone(), Arc::new(Post::new(&config)), config.public_url());
    let mut tidied = 0;
    loop {
        // All nodes wake at the same moments, so that turns are gathered and not picked up one by one.
        let pause = every - hall.now().rem_euclid(every);
        tokio::time::sleep(Duration::from_millis(pause.unsigned_abs())).await;
        let now = hall.now();
        // What came just now waits for the next time: something else may come with it.
        if let Err(error) = dispatcher.deliver(now - every / 2, now).await {
            tracing::warn!(%error, "no notices could be taken out of the outbox");
        }
        if now - tidied > HOUR {
            tidied = now;
            let _tidied = hall.store.forget_done_notices(now - 7 * DAY).await;
            let _tidied = hall.store.forget_expired_logins(now).await;
        }
    }
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// By then whoever took notices out of the outbox has sent them, or is gone.
const LEASE: i64 = 10 * MINUTE;
/// As many are taken at once.
const LIMIT: i64 = 200;
/// As many are sent at once.
const AT_ONCE: usize = 8;

#[derive(Debug)]
pub struct Dispatcher {
    hall: Arc<Hall>,
    carrier: Arc<dyn Carrier>,
    url: String,
}

/// Notices for one person by one way, which become one letter.
#[derive(Debug)]
struct Bundle {
    account: AccountId,
    channel: Channel,
    notices: Vec<Notice>,
}

impl Dispatcher {
    /// `url` is how others reach this server.
    pub fn new(hall: Arc<Hall>, carrier: Arc<dyn Carrier>, url: String) -> Dispatcher {
        Dispatcher { hall, carrier, url }
    }

    /// Sends what was due at a moment a little ago.
    pub async fn deliver(&self, due: i64, now: i64) -> Result<(), StoreError> {
        loop {
            let claimed = self.hall.store.claim_notices(due, now + LEASE, LIMIT).await?;
            let is_last = (claimed.len() as i64) < LIMIT;
            let bundles = self.bundles(claimed).await?;
            futures::stream::iter(bundles)
                .for_each_concurrent(AT_ONCE, |bundle| async move {
                    if let Err(error) = self.send(&bundle, now).await {
                        // The lease runs out, and then it is tried again.
                        tracing::warn!(%error, "a notice could not be sent");
                    }
                })
                .await;
            if is_last {
                return Ok(());
            }
        }
    }

    async fn bundles(&self, notices: Vec<Notice>) -> Result<Vec<Bundle>, StoreError> {
        let mut bundles: BTreeMap<(AccountId, Channel), Vec<Notice>> = BTreeMap::new();
        for notice in notices {
            let channel = Channel::ALL.into_iter().find(|channel| channel.kind() == notice.kind);
            match (&notice.to, channel) {
                (Addressee::Account(account), Some(channel)) => {
                    bundles.entry((account.clone(), channel)).or_default().push(notice);
                }
                (Addressee::Account(_), None) | (Addressee::Webhook(_), _) => {
                    let reason = "This server sends no such notices.".to_owned();
                    self.hall.store.not_delivered(&notice.id, reason, None).await?;
                }
            }
        }
        let bundle = |((account, channel), notices)| Bundle { account, channel, notices };
        Ok(bundles.into_iter().map(bundle).collect())
    }

    async fn send(&self, bundle: &Bundle, now: i64) -> Result<(), StoreError> {
        let wishes = wishes_of(&self.hall, &bundle.account).await?;
        let Some(wishes) = wishes.filter(|wishes| wishes.channels().any(|channel| channel == bundle.channel)) else {
            return self.done(bundle).await;
        };
        if let Some(morning) = wishes.quiet.and_then(|quiet| quiet.over_at(now)) {
            return self.put_off(bundle, "It waits for the end of the quiet hours.", morning).await;
        }
        let games = match self.waiting(bundle).await? {
            Some(games) if games.is_empty() => return self.done(bundle).await,
            Some(games) => games,
            None => return self.put_off(bundle, "The match could not be looked at.", now + MINUTE).await,
        };
        match self.carry(&wishes, bundle.channel, Letter::your_turn(games)).await {
            Ok(()) => self.arrived(bundle, now).await,
            Err(reason) => self.failed(bundle, &reason, now).await,
        }
    }

    /// The games that still wait for the one who is written to; none if that cannot be said now.
    async fn waiting(&self, bundle: &Bundle) -> Result<Option<Vec<Waits>>, StoreError> {
        let mut games: Vec<Waits> = Vec::new();
        for notice in &bundle.notices {
            let Ok(waiting) = serde_json::from_str::<Waiting>(&notice.payload) else { continue };
            let Ok(id) = waiting.id.parse::<MatchId>() else { continue };
            if games.iter().any(|game| game.id == waiting.id) {
                continue;
            }
            let live = match self.hall.live(&id).await {
                Ok(live) => live,
                Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return Ok(None),
                // A match that is gone or broken waits for nobody.
                Err(_) => continue,
            };
            let seat = Seat(waiting.seat);
            let owns = self
                .hall
                .store
                .accounts_in(&id)
                .await?
                .iter()
                .any(|taken| taken.account == bundle.account && taken.seat == i64::from(seat.0));
            let table = live.table.read().await;
            if owns && people_asked(&**table).contains(seat) && !live.present().contains(seat) {
                let name = match &table.settings().name {
                    name if name.is_empty() => title(&self.hall, table.game()),
                    name => name.clone(),
                };
                games.push(Waits { url: format!("{}/match/{id}", self.url), id: waiting.id, name });
            }
        }
        Ok(Some(games))
    }

    async fn carry(&self, wishes: &Wishes, channel: Channel, letter: Letter) -> Result<(), String> {
        let (carrier, wishes) = (self.carrier.clone(), wishes.clone());
        let carried = tokio::task::spawn_blocking(move || carrier.carry(&wishes, channel, &letter)).await;
        carried.unwrap_or_else(|_| Err("the message could not be sent".to_owned()))
    }

    async fn done(&self, bundle: &Bundle) -> Result<(), StoreError> {
        for notice in &bundle.notices {
            self.hall.store.delivered(&notice.id).await?;
        }
        Ok(())
    }

    async fn put_off(&self, bundle: &Bundle, reason: &str, until: i64) -> Result<(), StoreError> {
        for notice in &bundle.notices {
            self.hall.store.not_delivered(&notice.id, reason.to_owned(), Some(until)).await?;
        }
        Ok(())
    }

    async fn arrived(&self, bundle: &Bundle, now: i64) -> Result<(), StoreError> {
        self.done(bundle).await?;
        let kept = self.hall.store.notification_settings(&bundle.account).await?;
        let error = kept.and_then(|kept| kept.last_error);
        if error.is_some_and(|error| error.starts_with(bundle.channel.title())) {
            self.hall.store.set_notification_error(&bundle.account, None, now).await?;
        }
        Ok(())
    }

    async fn failed(&self, bundle: &Bundle, reason: &str, now: i64) -> Result<(), StoreError> {
        let firsts = bundle.notices.iter().filter_map(|notice| serde_json::from_str::<Waiting>(&notice.payload).ok());
        let since = firsts.map(|waiting| waiting.first).min().unwrap_or(now);
        let title = bundle.channel.title();
        if now - since < DAY {
            self.put_off(bundle, reason, now + pause_after(now - since)).await?;
            let error = format!("{title}{reason}. It is tried again.");
            return self.hall.store.set_notification_error(&bundle.account, Some(error), now).await;
        }
        for notice in &bundle.notices {
            self.hall.store.not_delivered(&notice.id, reason.to_owned(), None).await?;
        }
        if let Some(mut wishes) = wishes_of(&self.hall, &bundle.account).await? {
            wishes.off.push(bundle.channel);
            self.hall.store.set_notification_settings(&bundle.account, to_json(&wishes)).await?;
        }
        let error = format!("{title}{reason}. It has failed for a day and is switched off now.");
        self.hall.store.set_notification_error(&bundle.account, Some(error), now).await
    }
}

/// How long to wait after so long a time of failures: a minute, then twice as long each time, at most an hour.
pub fn pause_after(failing_for: i64) -> i64 {
    let minutes = failing_for.max(0) / MINUTE + 1;
    (MINUTE << minutes.ilog2().min(6)).min(HOUR)
}

fn title(hall: &Hall, game: &str) -> String {
    hall.shelf.find(game).map_or_else(|_| game.to_owned(), |title| title.offer().title)
}
