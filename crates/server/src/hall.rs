//! The hall: tables that are being played at, brought in from the store when somebody asks for them.

mod kept;
mod opening;
mod presence;

pub use kept::{KeptSettings, update_of};

use crate::bots;
use crate::bus::{self, Bus, Hint};
use crate::fault::Fault;
use crate::store::{self, AccountSeat, Handover, MatchId, MatchUpdate, Store, StoreError};
use opening::read_entry;
use presence::Present;
use serde::{Deserialize, Serialize};
use session::{Entry, Refusal};
use shelf::{AnyMatch, Shelf};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{RwLock, Semaphore, watch};

/// Tables that nobody looks at are put away beyond this number.
const ROOM: usize = 256;
/// A snapshot is kept every so many entries.
const SNAPSHOT_EVERY: u32 = 10;
/// Entries that are read from the store at once.
const PAGE: i64 = 2_000;
/// Matches that may be loaded at once.
const LOADERS: usize = 16;

/// All the tables, and what they stand on.
#[derive(Debug)]
pub struct Hall {
    pub store: Arc<dyn Store>,
    pub bus: Arc<dyn Bus>,
    /// The games that can be played here.
    pub shelf: Shelf,
    /// Other nodes may change matches too.
    pub is_cluster: bool,
    /// What this node is called on the bus.
    node: String,
    now: fn() -> i64,
    live: Mutex<HashMap<MatchId, Arc<Live>>>,
    /// No match is loaded twice; few wait for another one's load.
    loading: [tokio::sync::Mutex<()>; LOADERS],
    /// How many bots may think at once.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Tables that wait for a bot.
    pub(crate) awaited_bots: AtomicU32,
    /// The door for tables of bots alone.
    pub(crate) spectacles: Arc<Semaphore>,
}

/// A table somebody sits at or looks at.
pub struct Live {
    pub id: MatchId,
    pub table: RwLock<Box<dyn AnyMatch>>,
    news: watch::Sender<News>,
    presence: Mutex<Present>,
    used: AtomicI64,
    /// A bot is thinking already.
    pub(crate) driven: AtomicBool,
    /// A write failed, and whether it is in the store is not known.
    doubted: AtomicBool,
    /// Counts how often a seat changed hands: whoever listens has to say again who he is.
    hands: AtomicU64,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What those who listen are told: where the match is, not what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    pub sequence: u32,
    /// Lines of chat.
    pub chat: i64,
    /// Seats from which somebody has the page open.
    pub present: Vec<u8>,
}

/// What somebody wants to change.
pub enum Deed {
    /// What is to be taken.
    Entry(Entry),
    /// What was taken already on a copy, and the match after it.
    Done(Entry, Box<dyn AnyMatch>),
}

impl std::fmt::Debug for Deed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Deed::Entry(entry) | Deed::Done(entry, _)) = self;
        f.debug_tuple("Deed").field(entry).finish()
    }
}

impl From<Entry> for Deed {
    fn from(entry: Entry) -> Deed {
        Deed::Entry(entry)
    }
}

impl From<(Entry, Box<dyn AnyMatch>)> for Deed {
    fn from((entry, after): (Entry, Box<dyn AnyMatch>)) -> Deed {
        Deed::Done(entry, after)
    }
}

/// A change that is on disk. Everybody at the table hears of it, and bots begin to think, when this is let go: the one
/// who made it has his answer first, and does not share the machine with those who fetch theirs.
#[derive(Debug)]
pub struct Changed {
    hall: Arc<Hall>,
    pub live: Arc<Live>,
    sequence: u32,
}

impl Drop for Changed {
    fn drop(&mut self) {
        self.live.is_at(self.sequence);
        self.hall.bus.publish(&self.live.id, Hint::Sequence(i64::from(self.sequence)));
        bots::drive(&self.hall, &self.live);
    }
}

impl Hall {
    pub fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        is_cluster: bool,
        now: fn() -> i64,
        shelf: Shelf,
    ) -> Arc<Hall> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Hall {
            store,
            bus,
            shelf,
            is_cluster,
            node: MatchId::random().to_string(),
            now,
            live: Mutex::default(),
            loading: Default::default(),
            // A core stays free for those who wait for a page.
            awaited_bots: AtomicU32::new(0),
            thinkers: Arc::new(Semaphore::new((cores - 1).max(1))),
            spectacles: Arc::new(Semaphore::new(1)),
        })
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.now)()
    }

    fn known(&self, id: &MatchId) -> Option<Arc<Live>> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()?;
        live.used.store(self.now(), Ordering::Relaxed);
        Some(live)
    }

    /// The table with this id, as new as the store knows it.
    pub async fn live(self: &Arc<Self>, id: &MatchId) -> Result<Arc<Live>, Fault> {
        if let Some(live) = self.known(id) {
            let doubted = live.doubted.swap(false, Ordering::AcqRel);
            if (self.is_cluster || doubted)
                && let Err(fault) = self.catch_up(&live).await
            {
                live.doubted.fetch_or(doubted, Ordering::AcqRel);
                return Err(fault);
            }
            return Ok(live);
        }
        let _one_at_a_time = self.loader(id).lock().await;
        if let Some(live) = self.known(id) {
            return Ok(live);
        }
        let (kept, table) = self.load(id).await?;
        let news = News { sequence: table.sequence(), chat: kept.chats, present: Vec::new() };
        let live = Arc::new(Live {
            id: id.clone(),
            table: RwLock::new(table),
            news: watch::Sender::new(news),
            presence: Mutex::default(),
            used: AtomicI64::new(self.now()),
            driven: AtomicBool::new(false),
            doubted: AtomicBool::new(false),
            hands: AtomicU64::new(0),
        });
        self.keep(&live);
        bots::drive(self, &live);
        Ok(live)
    }

    fn loader(&self, id: &MatchId) -> &tokio::sync::Mutex<()> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        &self.loading[hasher.finish() as usize % LOADERS]
    }

    /// Keeps the table at hand, and puts away those that nobody has used for longest.
    fn keep(&self, live: &Arc<Live>) {
        let mut all = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(live.id.clone(), live.clone());
        if all.len() <= ROOM {
            return;
        }
        let mut idle: Vec<(i64, MatchId)> = all
            .values()
            .filter(|live| Arc::strong_count(live) == 1)
            .map(|live| (live.used.load(Ordering::Relaxed), live.id.clone()))
            .collect();
        idle.sort();
        let surplus = all.len() - ROOM;
        for (_, id) in idle.into_iter().take(surplus) {
            all.remove(&id);
        }
    }

    async fn append(
        &self,
        id: &MatchId,
        after: &dyn AnyMatch,
        expected: i64,
        entry: &Entry,
        handover: Option<Handover>,
        at: i64,
    ) -> Result<(), StoreError> {
        let is_changed = match entry {
            Entry::Choose { .. } | Entry::Undo { .. } | Entry::Renew { .. } | Entry::Rebase { .. } => after.is_over(),
            Entry::Sit { .. } | Entry::StandIn { .. } | Entry::Return { .. } => true,
        };
        let settings = if is_changed {
            let kept = self.store.find_match(id).await?;
            let kept = serde_json::from_str(&kept.settings);
            let kept = kept.unwrap_or_else(|_| KeptSettings::of(after, after.settings().clone(), None));
            Some(to_json(&KeptSettings { now: after.settings().clone(), winners: after.winners(), ..kept }))
        } else {
            None
        };
        let update = MatchUpdate { settings, handover, ..update_of(after) };
        self.store.append(id, expected, vec![to_json(entry)], at, update).await.map(|_| ())
    }

    /// Changes a match: what `make` decides on is on disk before anybody is told, or nothing has happened at all.
    /// `expected` is the sequence that the one who asks has seen. The others hear of it when the answer is let go.
    ///
    /// It goes on though the one who asked hangs up meanwhile: what is in the store is at the table too.
    pub async fn change(
        self: &Arc<Self>,
        id: &MatchId,
        expected: Option<u32>,
        make: impl Fn(&dyn AnyMatch, i64) -> Result<Deed, Refusal> + Send + 'static,
    ) -> Result<Changed, Fault> {
        let (hall, id) = (self.clone(), id.clone());
        let changed = tokio::spawn(async move { hall.change_now(&id, expected, make, None).await });
        changed.await.map_err(|_| Fault::broken("That failed. Look at the table again before you go on."))?
    }

    /// Changes a match and who holds a seat of it, both or neither.
    pub async fn seat(
        self: &Arc<Self>,
        id: &MatchId,
        make: impl Fn(&dyn AnyMatch, i64) -> Result<Deed, Refusal>,
        handover: Handover,
    ) -> Result<Changed, Fault> {
        let changed = self.change_now(id, None, make, Some(handover)).await?;
        changed.live.hands.fetch_add(1, Ordering::AcqRel);
        Ok(changed)
    }

    /// Hands a seat over, if `allow`, which sees the table and whose accounts sit there, has nothing against it; nobody
    /// sits down or gets up meanwhile.
    pub async fn hand_over<T>(
        self: &Arc<Self>,
        id: &MatchId,
        handover: Handover,
        allow: impl Fn(&dyn AnyMatch, &[AccountSeat]) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let live = self.live(id).await?;
        let mut table = live.table.write().await;
        // Another node may have been quicker; then it is looked at anew.
        for _ in 0..5 {
            let accounts = self.store.accounts_in(id).await?;
            let allowed = allow(&**table, &accounts)?;
            let update = MatchUpdate { handover: Some(handover.clone()), ..update_of(&**table) };
            match self.store.append(id, i64::from(table.sequence()), Vec::new(), self.now(), update).await {
                Ok(_) => {
                    live.hands.fetch_add(1, Ordering::AcqRel);
                    return Ok(allowed);
                }
                Err(StoreError::Conflict { .. }) => self.read_on(&live, &mut table).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(Fault::busy("Too much happens at this table. Please try again."))
    }

    async fn change_now(
        self: &Arc<Self>,
        id: &MatchId,
        expected: Option<u32>,
        make: impl Fn(&dyn AnyMatch, i64) -> Result<Deed, Refusal>,
        handover: Option<Handover>,
    ) -> Result<Changed, Fault> {
        let live = self.live(id).await?;
        let mut table = live.table.write().await;
        if expected.is_some_and(|expected| expected > table.sequence()) {
            self.read_on(&live, &mut table).await?;
        }
        if let Some(expected) = expected
            && expected != table.sequence()
        {
            return Err(Refusal::Stale { sequence: table.sequence() }.into());
        }
        let at = self.now();
        // A fault in the rules must not take the table down, nor anything else.
        let tried = catch_unwind(AssertUnwindSafe(|| match make(&**table, at)? {
            Deed::Done(entry, next) => Ok((entry, next)),
            Deed::Entry(entry) => {
                let mut next = table.copy();
                next.apply(&entry, at)?;
                Ok((entry, next))
            }
        }));
        let (entry, next) = match tried {
            Ok(result) => result.map_err(|refusal: Refusal| Fault::from(refusal))?,
            Err(_) => {
                tracing::error!(match_id = %id, sequence = table.sequence(), "the rules failed on a choice");
                return Err(Fault::broken("The rules failed on that choice. Nothing has changed; please report it."));
            }
        };
        match self.append(id, &*next, i64::from(table.sequence()), &entry, handover, at).await {
            Ok(()) => {}
            Err(StoreError::Conflict { .. }) => {
                self.read_on(&live, &mut table).await?;
                return Err(Refusal::Stale { sequence: table.sequence() }.into());
            }
            Err(error @ StoreError::Taken(_)) => return Err(error.into()),
            Err(error) => {
                // Whether it is written is not known; the next who asks reads on in the store. The table stays, and with
                // it those who listen at it: they would never hear of another one.
                live.doubted.store(true, Ordering::Release);
                return Err(error.into());
            }
        }
        if let Entry::Choose { made } = &entry {
            crate::metrics::CHOICES.add(made.len() as u64);
        }
        let before = std::mem::replace(&mut *table, next);
        let sequence = table.sequence();
        crate::notices::turns_began(self, id, &*before, &**table, at);
        if sequence.is_multiple_of(SNAPSHOT_EVERY) || (table.is_over() && !before.is_over()) {
            self.keep_snapshot(&live, &**table);
        }
        drop(table);
        Ok(Changed { hall: self.clone(), live, sequence })
    }

    /// A cache, for a version of the rules that no longer takes the journal: nobody waits for it.
    fn keep_snapshot(self: &Arc<Self>, live: &Arc<Live>, table: &dyn AnyMatch) {
        let snapshot = store::Snapshot {
            sequence: i64::from(table.sequence()),
            engine: kernel::ENGINE_VERSION.to_owned(),
            // The step in front: the sequence counts other entries too.
            bytes: [table.step().to_le_bytes().to_vec(), table.snapshot()].concat(),
        };
        let (store, id) = (self.store.clone(), live.id.clone());
        tokio::spawn(async move {
            if let Err(error) = store.save_snapshot(&id, snapshot).await {
                tracing::warn!(match_id = %id, %error, "no snapshot was kept");
            }
        });
    }

    /// Reads what others have appended.
    async fn read_on(self: &Arc<Self>, live: &Arc<Live>, table: &mut Box<dyn AnyMatch>) -> Result<(), Fault> {
        let entries = self.store.journal(&live.id, i64::from(table.sequence()), PAGE).await?;
        for kept in &entries {
            let entry: Entry = read_entry(kept)?;
            if table.apply(&entry, kept.at).is_err() {
                // Another node goes on under other rules: its journal says where.
                (_, *table) = self.load(&live.id).await?;
                break;
            }
        }
        if !entries.is_empty() {
            live.is_at(table.sequence());
        }
        Ok(())
    }

    /// Other nodes write too: makes sure that we have what they wrote.
    pub async fn catch_up(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), Fault> {
        let kept = self.store.find_match(&live.id).await?;
        live.chat_is_at(kept.chats);
        if kept.sequence > i64::from(live.table.read().await.sequence()) {
            let mut table = live.table.write().await;
            self.read_on(live, &mut table).await?;
        }
        Ok(())
    }

    /// A line of chat was said.
    pub fn said(&self, live: &Live, number: i64) {
        live.chat_is_at(number);
        self.bus.publish(&live.id, Hint::Chat(number));
    }

    /// Hears what is going on at a table, here or on another node.
    pub async fn heard(self: &Arc<Self>, id: &MatchId, hint: Hint) {
        let known = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        let Some(live) = known else { return };
        match hint {
            Hint::Sequence(sequence) => {
                if i64::from(live.news.borrow().sequence) < sequence {
                    self.bring_up_to_date(&live).await;
                }
            }
            Hint::Chat(number) => live.chat_is_at(number),
            Hint::Presence(presence) if presence.node == self.node => {}
            Hint::Presence(bus::Presence { node, seats, .. }) => live.others_are_present(node, seats),
        }
    }

    async fn bring_up_to_date(self: &Arc<Self>, live: &Arc<Live>) {
        if let Err(fault) = self.catch_up(live).await {
            tracing::warn!(match_id = %live.id, ?fault, "a match could not be brought up to date");
        }
    }

    /// All tables at hand are brought up to date: some messages were missed.
    pub async fn heard_nothing(self: &Arc<Self>) {
        let all: Vec<Arc<Live>> = self.live.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for live in all {
            self.bring_up_to_date(&live).await;
        }
    }

    pub fn tables_at_hand(&self) -> usize {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

pub fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}

#[cfg(test)]
mod tests;
