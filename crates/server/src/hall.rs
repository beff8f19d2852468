//! The hall: tables that are being played at, brought in from the store when somebody asks for them.

use crate::bots;
use crate::bus::{self, Bus, Hint};
use crate::fault::Fault;
use crate::store::{self, AccountId, AccountSeat, Handover, MatchId, MatchState, MatchUpdate, Store, StoreError};
use kernel::{MAX_SEATS, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use session::wire::Sitter;
use session::{Clock, Entry, Refusal, Settings};
use shelf::{AnyMatch, Shelf, sentence};
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

/// The settings of a match as the store keeps them: as it was made, and as it is now.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSettings {
    pub made: Settings,
    pub now: Settings,
    /// Who has won, for lists in which no table is opened; nobody while the game goes on.
    #[serde(default)]
    pub winners: Vec<u8>,
    /// The account that set it up, if one did: it is the host on all its devices.
    #[serde(default)]
    pub host: Option<String>,
}

impl KeptSettings {
    /// Of a table that was made with these.
    pub fn of(table: &dyn AnyMatch, made: Settings, host: Option<&AccountId>) -> KeptSettings {
        KeptSettings {
            made,
            now: table.settings().clone(),
            winners: table.winners(),
            host: host.map(ToString::to_string),
        }
    }
}

impl Hall {
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, is_cluster: bool, now: fn() -> i64, shelf: Shelf) -> Arc<Hall> {
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

    async fn load(self: &Arc<Self>, id: &MatchId) -> Result<(store::Match, Box<dyn AnyMatch>), Fault> {
        let kept = self.store.settled_match(id).await.map_err(|error| match error {
            StoreError::NotFound => Fault::missing("There is no such match here. Check the link."),
            other => other.into(),
        })?;
        let mut entries = Vec::new();
        loop {
            let after = entries.last().map_or(0, |last: &store::Entry| last.sequence);
            let page = self.store.journal(id, after, PAGE).await?;
            let is_last = (page.len() as i64) < PAGE;
            entries.extend(page);
            if is_last {
                break;
            }
        }
        let (game, header, settings, created) =
            (kept.game.clone(), kept.header.clone(), kept.settings.clone(), kept.created);
        let shelf = self.shelf;
        let played = tokio::task::spawn_blocking(move || {
            let settings: KeptSettings = serde_json::from_str(&settings)
                .map_err(|_| Fault::broken("The settings of this match are damaged."))?;
            let title = shelf.find(&game).map_err(|reason| Fault::broken(sentence(&reason)))?;
            let table = title.open(&header, settings.made, created).map_err(Fault::broken)?;
            replay(table, &entries)
        })
        .await
        .map_err(|_| Fault::broken("The rules failed on this match. It is frozen; what was played is kept."))??;
        match played {
            Replayed::Whole(table) => match self.disagreement(id, &*table).await? {
                None => Ok((kept, table)),
                Some(reason) => {
                    let table = self.rebase(id, table, &reason).await?;
                    Ok((kept, table))
                }
            },
            Replayed::Diverged { table, reason } => {
                let table = self.rebase(id, table, &reason).await?;
                Ok((kept, table))
            }
        }
    }

    /// Where the match began under other rules or with other cards: do these rules lead to where those led?
    async fn disagreement(&self, id: &MatchId, table: &dyn AnyMatch) -> Result<Option<String>, Fault> {
        let Some(stranger) = table.stranger() else { return Ok(None) };
        let Some(snapshot) = self.store.latest_snapshot(id).await? else { return Ok(None) };
        let Some((step, bytes)) = snapshot.bytes.split_first_chunk() else { return Ok(None) };
        Ok((!table.agrees_with(u32::from_le_bytes(*step), bytes)).then_some(stranger))
    }

    /// Goes on from the newest snapshot that can be read, and says so in the journal.
    async fn rebase(&self, id: &MatchId, mut table: Box<dyn AnyMatch>, reason: &str) -> Result<Box<dyn AnyMatch>, Fault> {
        // Why they do not stays here: it may name what somebody has laid facedown.
        tracing::error!(match_id = %id, sequence = table.sequence(), "the rules no longer take this match");
        let frozen = || Fault::broken("The rules have changed and no longer take this match. It is frozen.");
        let snapshot = self.store.latest_snapshot(id).await?.ok_or_else(frozen)?;
        let (step, bytes) = snapshot.bytes.split_first_chunk().ok_or_else(frozen)?;
        let entry = table.rebase(u32::from_le_bytes(*step), reason, bytes).map_err(|_| frozen())?;
        let at = self.now();
        table.apply(&entry, at).map_err(|_| frozen())?;
        self.append(id, &*table, i64::from(table.sequence()) - 1, &entry, None, at).await?;
        Ok(table)
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
        let tried = catch_unwind(AssertUnwindSafe(|| {
            match make(&**table, at)? {
                Deed::Done(entry, next) => Ok((entry, next)),
                Deed::Entry(entry) => {
                    let mut next = table.copy();
                    next.apply(&entry, at)?;
                    Ok((entry, next))
                }
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

impl Live {
    /// Changes whenever a seat does.
    pub fn hands(&self) -> u64 {
        self.hands.load(Ordering::Acquire)
    }

    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Seats from which somebody has the page open, here or on another node.
    pub fn present(&self) -> SeatSet {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).seats()
    }

    /// Somebody has opened the page from these seats; gone when the guard is dropped.
    pub fn enter(self: &Arc<Self>, hall: &Arc<Hall>, seats: SeatSet) -> Presence {
        self.count(hall, seats, 1);
        Presence { hall: hall.clone(), live: self.clone(), seats }
    }

    fn count(&self, hall: &Hall, seats: SeatSet, step: i16) {
        let here = {
            let mut present = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
            for seat in seats.iter() {
                present.here[seat.index()] = present.here[seat.index()].saturating_add_signed(step);
            }
            present.bits_here()
        };
        let told = bus::Presence { node: hall.node.clone(), seats: here, spectators: 0 };
        hall.bus.publish(&self.id, Hint::Presence(told));
        self.tell_presence();
    }

    fn others_are_present(&self, node: String, seats: i64) {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).elsewhere.insert(node, seats);
        self.tell_presence();
    }

    fn tell_presence(&self) {
        let present: Vec<u8> = self.present().iter().map(|seat| seat.0).collect();
        self.news.send_if_modified(|news| std::mem::replace(&mut news.present, present.clone()) != present);
    }

    /// Tells it, unless a later change has been told already.
    fn is_at(&self, sequence: u32) {
        self.news.send_if_modified(|news| {
            let is_new = news.sequence < sequence;
            news.sequence = news.sequence.max(sequence);
            is_new
        });
    }

    fn chat_is_at(&self, number: i64) {
        self.news.send_if_modified(|news| {
            let is_new = news.chat < number;
            news.chat = news.chat.max(number);
            is_new
        });
    }
}

/// Who has the page open.
#[derive(Debug, Default)]
struct Present {
    /// How many sockets, by seat.
    here: [u16; MAX_SEATS],
    /// What other nodes say, a bit for each seat.
    elsewhere: HashMap<String, i64>,
}

impl Present {
    fn bits_here(&self) -> i64 {
        (0..MAX_SEATS).filter(|&seat| self.here[seat] > 0).fold(0, |bits, seat| bits | 1 << seat)
    }

    fn seats(&self) -> SeatSet {
        let bits = self.elsewhere.values().fold(self.bits_here(), |bits, seats| bits | seats);
        (0..MAX_SEATS as u8).map(Seat).filter(|seat| bits & (1 << seat.0) != 0).collect()
    }
}

/// Somebody has the page open.
#[derive(Debug)]
pub struct Presence {
    hall: Arc<Hall>,
    live: Arc<Live>,
    seats: SeatSet,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.live.count(&self.hall, self.seats, -1);
    }
}

enum Replayed {
    Whole(Box<dyn AnyMatch>),
    /// The rules would not take all of it. The table has taken what is said about people.
    Diverged {
        table: Box<dyn AnyMatch>,
        reason: String,
    },
}

fn replay(mut table: Box<dyn AnyMatch>, entries: &[store::Entry]) -> Result<Replayed, Fault> {
    let mut read = Vec::with_capacity(entries.len());
    for kept in entries {
        read.push((read_entry(kept)?, kept.at));
    }
    let rebased = read.iter().rposition(|(entry, _)| matches!(entry, Entry::Rebase { .. })).unwrap_or(0);
    let untouched = table.copy();
    let damaged = |_| Fault::broken("The journal of this match is damaged.");
    let taken_back = match table.settings().clock {
        Clock::None => taken_back(&read, rebased),
        // Time that was thought away stays so.
        Clock::Banked { .. } | Clock::Live { .. } => vec![false; read.len()],
    };
    for (index, (entry, at)) in read.iter().enumerate() {
        if index < rebased || taken_back[index] {
            table.pass_over(entry, *at).map_err(damaged)?;
        } else if let Err(refusal) = table.apply(entry, *at) {
            let mut table = untouched;
            for (entry, at) in &read {
                table.pass_over(entry, *at).map_err(damaged)?;
            }
            return Ok(Replayed::Diverged { table, reason: refusal.to_string() });
        }
    }
    Ok(Replayed::Whole(table))
}

/// Which entries are choices that were taken back later, or the taking back: to play them again and again would make a
/// match with many of them slow to open. From the last rebase on.
fn taken_back(entries: &[(Entry, i64)], rebased: usize) -> Vec<bool> {
    let mut gone = vec![false; entries.len()];
    let mut standing: Vec<(usize, u32)> = Vec::new();
    let mut start = 0;
    for (index, (entry, _)) in entries.iter().enumerate().skip(rebased) {
        let step = standing.last().map_or(start, |&(_, step)| step);
        match entry {
            Entry::Choose { made } => standing.push((index, step + made.len() as u32)),
            Entry::Undo { to, .. } => {
                gone[index] = true;
                while let Some((last, _)) = standing.pop_if(|&mut (_, step)| step > *to) {
                    gone[last] = true;
                }
            }
            Entry::Rebase { to, .. } => {
                standing.clear();
                start = *to;
            }
            Entry::Renew { .. } | Entry::Sit { .. } | Entry::StandIn { .. } | Entry::Return { .. } => {}
        }
    }
    gone
}

fn read_entry(kept: &store::Entry) -> Result<Entry, Fault> {
    serde_json::from_str(&kept.entry).map_err(|_| Fault::broken("The journal of this match is damaged."))
}

/// What the store is told of a table besides its journal.
pub fn update_of(table: &dyn AnyMatch) -> MatchUpdate {
    MatchUpdate { waits_for_bot: table.is_bot_asked(), wakes: table.wakes(), ..MatchUpdate::only(state_of(table)) }
}

pub fn state_of(table: &dyn AnyMatch) -> MatchState {
    if table.is_over() {
        MatchState::Over
    } else if table.settings().seats.iter().any(|sitting| sitting.sitter == Sitter::Open) {
        MatchState::Open
    } else {
        MatchState::Running
    }
}

pub fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}

#[cfg(test)]
mod tests;
