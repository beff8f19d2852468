//! What keeps one visitor from using up what all need.

use crate::fault::Fault;
use crate::store::AccountId;
use axum::Router;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::{KeyExtractor, PeerIpKeyExtractor};
use tower_governor::{GovernorError, GovernorLayer};

/// Puts a limit on how many requests one address makes: this many a second in the long run, ten times as many at once.
pub fn against_floods(router: Router, a_second: u32) -> Router {
    let config = GovernorConfigBuilder::default()
        .key_extractor(ByHousehold)
        .period(Duration::from_secs(1) / a_second.max(1))
        .burst_size(a_second.saturating_mul(10).max(1))
        .finish()
        .expect("neither period nor burst is zero");
    let limiter = config.limiter().clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            limiter.retain_recent();
        }
    });
    let layer = GovernorLayer::new(config).error_handler(|_| {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "That was too much at once. Please wait a moment.").into_response()
    });
    router.layer(layer)
}

/// What counts as one address. Who has one of IPv6 has all that begin alike.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() >> 64 << 64)),
        short => short,
    }
}

/// Whose requests are counted together.
#[derive(Clone, Copy, Debug)]
struct ByHousehold;

impl KeyExtractor for ByHousehold {
    type Key = IpAddr;

    fn extract<T>(&self, request: &Request<T>) -> Result<IpAddr, GovernorError> {
        PeerIpKeyExtractor.extract(request).map(household)
    }
}

/// Doors in front of everything that takes long.
#[derive(Debug)]
pub struct Guard {
    odds: Arc<Semaphore>,
    studies: Arc<Semaphore>,
    passwords: Arc<Semaphore>,
    /// None where nobody is held back.
    tables: Option<DefaultKeyedRateLimiter<IpAddr>>,
    trials: DefaultKeyedRateLimiter<AccountId>,
    /// None where nobody is held back.
    trials_from: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// None where nobody is held back.
    guesses: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// Hashing takes much memory on purpose, and a thread keeps what it had: so there are as many as may hash at once.
    hashers: rayon::ThreadPool,
}

/// Who waits longer than this is asked to come back.
const PATIENCE: Duration = Duration::from_secs(20);

/// Beyond so many, those who have been quiet long enough, and are as good as new, are forgotten.
const MANY: usize = 10_000;
/// Passwords that are hashed at once.
const HASHERS: usize = 2;
/// Passwords that one address may try at once, and how often another.
const GUESSES: NonZeroU32 = NonZeroU32::new(10).expect("ten is more than none");
const GUESS_EVERY: Duration = Duration::from_secs(2);
const TRIALS: NonZeroU32 = NonZeroU32::new(5).expect("five is more than none");
/// How often one address may set up another table when it has used up its stock.
const TABLE_EVERY: Duration = Duration::from_secs(10);

impl Guard {
    /// With a limit, one address may set up as many tables at once as it may make requests in a second.
    pub fn new(flood_limit: Option<u32>) -> Guard {
        let door = |width| Arc::new(Semaphore::new(width));
        let limit = flood_limit.and_then(NonZeroU32::new);
        let every = |period| Quota::with_period(period).expect("it is longer than nothing");
        let hashers = rayon::ThreadPoolBuilder::new().num_threads(HASHERS).thread_name(|_| "password".to_owned());
        Guard {
            odds: door(1),
            studies: door(1),
            passwords: door(HASHERS),
            tables: limit.map(|limit| RateLimiter::keyed(every(TABLE_EVERY).allow_burst(limit))),
            trials: RateLimiter::keyed(Quota::per_minute(TRIALS)),
            trials_from: limit.map(|_| RateLimiter::keyed(Quota::per_minute(TRIALS))),
            guesses: limit.map(|_| RateLimiter::keyed(every(GUESS_EVERY).allow_burst(GUESSES))),
            hashers: hashers.build().expect("threads can be had"),
        }
    }

    /// Lets somebody try out his notifications: whoever gets them may not have asked for them. Many accounts of one person
    /// do not help him.
    pub fn trial(&self, account: &AccountId, address: Option<IpAddr>) -> Result<(), Fault> {
        let from_there =
            self.trials_from.as_ref().zip(address).is_none_or(|(trials, address)| admits(trials, &address));
        if from_there && admits(&self.trials, account) {
            return Ok(());
        }
        let sentence = format!("{TRIALS} trials a minute are enough. Please wait a moment.");
        Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, sentence))
    }

    /// Lets somebody set up a table, if he has not set up too many.
    pub fn table(&self, address: Option<IpAddr>) -> Result<(), Fault> {
        let (Some(tables), Some(address)) = (&self.tables, address) else { return Ok(()) };
        if admits(tables, &address) {
            return Ok(());
        }
        let sentence = "That is a lot of tables. Play at one of them, and come back for another in a while.";
        Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, sentence))
    }

    /// Odds: one at a time. As with the other doors, the permit goes into the work: whoever hangs up does not end it.
    pub async fn odds(&self) -> Result<OwnedSemaphorePermit, Fault> {
        enter(&self.odds).await
    }

    /// The chances of a finished game: one at a time, and nobody who asks for odds waits for them.
    pub async fn study(&self) -> Result<OwnedSemaphorePermit, Fault> {
        enter(&self.studies).await
    }

    /// Does work with a password, which is slow on purpose. Nobody tries out many.
    pub async fn password<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        if let (Some(guesses), Some(address)) = (&self.guesses, address)
            && !admits(guesses, &address)
        {
            let sentence = "These are too many passwords at once. Please wait a moment.";
            return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, sentence));
        }
        let thinker = enter(&self.passwords).await?;
        let (tell, told) = oneshot::channel();
        self.hashers.spawn(move || {
            let _thinker = thinker;
            // Whoever has hung up does not want to know.
            let _is_heard = tell.send(work());
        });
        told.await.map_err(|_| Fault::busy("Please try again."))
    }
}

/// Counts one more of this key, if it has not had enough.
fn admits<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> bool {
    if limiter.len() > MANY {
        limiter.retain_recent();
    }
    limiter.check_key(key).is_ok()
}

async fn enter(door: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Fault> {
    match tokio::time::timeout(PATIENCE, door.clone().acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Fault::busy("Too many ask for this at once. Please try again in a while.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_one_address_of_ipv6_has_many() {
        let read = |text: &str| household(text.parse().expect("an address"));
        assert_eq!(read("2001:db8:1:2:aaaa::1"), read("2001:db8:1:2:bbbb:cc::2"));
        assert_ne!(read("2001:db8:1:2::1"), read("2001:db8:1:3::1"));
        assert_eq!(read("::ffff:10.1.2.3"), read("10.1.2.3"));
        assert_ne!(read("10.1.2.3"), read("10.1.2.4"));
    }

    #[test]
    fn many_accounts_of_one_person_try_out_no_more_than_one() {
        let guard = Guard::new(Some(20));
        let here = Some(IpAddr::from([10, 0, 0, 1]));
        let tried = (0..20).filter(|_| guard.trial(&AccountId::random(), here).is_ok()).count();
        assert_eq!(tried, TRIALS.get() as usize);
        guard.trial(&AccountId::random(), Some(IpAddr::from([10, 0, 0, 2]))).expect("somebody else may");
    }
}
