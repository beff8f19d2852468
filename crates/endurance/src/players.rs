//! Many witnesses at once, who play on through whatever happens to their servers.

use crate::client::Client;
use crate::luck::Luck;
use crate::report::{Report, Times};
use crate::table::Company;
use crate::witness::{Played, Witness};
use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// The players, and what they have met with so far.
#[derive(Debug)]
pub struct Players {
    shared: Arc<Shared>,
    /// The tables at which play began, with a key to each.
    tables: Vec<(String, String)>,
    tasks: Vec<JoinHandle<Vec<Witness>>>,
}

#[derive(Debug)]
struct Shared {
    /// Servers of the same matches; any of them is asked.
    clients: Vec<Client>,
    thinks: Duration,
    /// Counts what has happened to the servers: after each, memories are compared before play goes on.
    events: AtomicU32,
    stop: AtomicBool,
    made: Times,
    acknowledged: Mutex<Vec<Acknowledged>>,
    lost: AtomicU32,
    compared: AtomicU32,
    busy: Mutex<BTreeMap<String, usize>>,
    wrong: Mutex<Vec<String>>,
}

/// A server has said that a choice is made.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    pub id: String,
    pub sequence: u32,
    /// The server that said so.
    pub node: usize,
    pub at: Instant,
}

/// Where the others only listen, nothing but the bus brings them news.
fn stays_home(number: usize) -> bool {
    number.is_multiple_of(4)
}

/// How many choices were made, and how many refused with 503 and a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    pub made: usize,
    pub busy: usize,
}

impl Players {
    /// Sets up a table for each and lets them play; each thinks this long before every choice.
    pub async fn start(clients: Vec<Client>, companies: &[Company], thinks: Duration, seed: u64) -> Result<Players> {
        let shared = Arc::new(Shared {
            clients,
            thinks,
            events: AtomicU32::new(0),
            stop: AtomicBool::new(false),
            made: Times::default(),
            acknowledged: Mutex::default(),
            lost: AtomicU32::new(0),
            compared: AtomicU32::new(0),
            busy: Mutex::default(),
            wrong: Mutex::default(),
        });
        let (mut tables, mut tasks) = (Vec::new(), Vec::new());
        for (number, &company) in companies.iter().enumerate() {
            let luck = Luck::of(seed, number as u64);
            let witness = Witness::new(&shared.clients[0], company, luck.clone()).await?;
            tables.push((witness.table.id.clone(), witness.table.chairs[0].key.clone()));
            let nodes = if stays_home(number) { 1 } else { shared.clients.len() };
            tasks.push(tokio::spawn(play_on(shared.clone(), nodes, witness, company, luck)));
        }
        Ok(Players { shared, tables, tasks })
    }

    /// The matches whose players ask the first server alone.
    pub fn homebodies(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().enumerate().filter(|(number, _)| stays_home(*number)).map(|(_, (id, _))| id.as_str())
    }

    /// The tables at which play began, with a key to each.
    pub fn tables(&self) -> &[(String, String)] {
        &self.tables
    }

    /// Something has happened to a server.
    pub fn event(&self) {
        self.shared.events.fetch_add(1, Ordering::AcqRel);
    }

    pub fn tally(&self) -> Tally {
        let busy = self.shared.busy.lock().unwrap_or_else(PoisonError::into_inner).values().sum();
        Tally { made: self.shared.made.len(), busy }
    }

    pub fn acknowledged(&self) -> Vec<Acknowledged> {
        self.shared.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends play; everybody says all that he remembers, and then every game must go on.
    pub async fn conclude(self, report: &mut Report) -> Result<Vec<Witness>> {
        self.shared.stop.store(true, Ordering::Release);
        let mut witnesses = Vec::new();
        for task in self.tasks {
            witnesses.extend(task.await?);
        }
        let mut stuck = Vec::new();
        for (number, witness) in witnesses.iter_mut().enumerate() {
            let client = &self.shared.clients[number % self.shared.clients.len()];
            if let Err(error) = witness.testify_to_all(client).await {
                stuck.push(format!("match {} does not open: {error}", witness.table.id));
            } else if !goes_on(witness, client).await {
                stuck.push(format!("match {} does not go on", witness.table.id));
            }
        }
        let shared = &self.shared;
        report.count("matches", witnesses.len());
        report.times("choices acknowledged", &shared.made);
        report.count("requests without an answer", shared.lost.load(Ordering::Relaxed) as usize);
        report.count("times that memories were compared", shared.compared.load(Ordering::Relaxed) as usize);
        report.count("unanswered choices found made", witnesses.iter().map(|witness| witness.found_made).sum());
        report.count("unanswered choices found not made", witnesses.iter().map(|witness| witness.found_not_made).sum());
        for (sentence, times) in shared.busy.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            report.note(format!("503, {times} times: {sentence}"));
        }
        let contradictions: Vec<String> =
            witnesses.iter().flat_map(|witness| witness.contradictions.iter().cloned()).collect();
        report.none_of("acknowledged choices lost, or pasts that changed", &contradictions);
        report.none_of("matches that are broken", &stuck);
        report.none_of(
            "answers other than 503 and a sentence",
            &shared.wrong.lock().unwrap_or_else(PoisonError::into_inner),
        );
        Ok(witnesses)
    }
}

/// A game goes on if another choice is made, by whomever, or is over.
async fn goes_on(witness: &mut Witness, client: &Client) -> bool {
    let before = witness.sequence;
    for _ in 0..100 {
        match witness.play(client).await {
            Played::Made { .. } | Played::Over => return true,
            Played::TooLate | Played::Waits => {
                if witness.sequence > before {
                    return true;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Played::Busy(_) | Played::Lost => tokio::time::sleep(Duration::from_millis(50)).await,
            Played::Wrong(_) => return false,
        }
    }
    false
}

async fn play_on(
    shared: Arc<Shared>,
    nodes: usize,
    mut witness: Witness,
    company: Company,
    mut luck: Luck,
) -> Vec<Witness> {
    let mut finished = Vec::new();
    let mut known = 0;
    while !shared.stop.load(Ordering::Acquire) {
        let node = luck.below(nodes);
        let client = &shared.clients[node];
        let events = shared.events.load(Ordering::Acquire);
        if events != known {
            match witness.testify(client).await {
                Ok(Ok(())) => {
                    known = events;
                    shared.compared.fetch_add(1, Ordering::Relaxed);
                }
                Ok(Err(no)) => shared.met_with(no.played()).await,
                Err(_) => shared.met_with(Played::Lost).await,
            }
            continue;
        }
        let played = witness.play(client).await;
        if let Played::Made { sequence, .. } = &played {
            let id = witness.table.id.clone();
            let acknowledged = Acknowledged { id, sequence: *sequence, node, at: Instant::now() };
            shared.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(acknowledged);
        }
        if let Played::Over = &played
            && let Ok(next) = Witness::new(client, company, luck.clone()).await
        {
            luck.below(2);
            finished.push(std::mem::replace(&mut witness, next));
        }
        shared.met_with(played).await;
    }
    finished.push(witness);
    finished
}

impl Shared {
    /// Counts what a player met with; who was not answered well waits a moment.
    async fn met_with(&self, played: Played) {
        let pause = match played {
            Played::Made { took, .. } => {
                self.made.note(took);
                return tokio::time::sleep(self.thinks).await;
            }
            Played::Over | Played::TooLate => return,
            Played::Waits => 20,
            Played::Lost => {
                self.lost.fetch_add(1, Ordering::Relaxed);
                10
            }
            Played::Busy(sentence) => {
                *self.busy.lock().unwrap_or_else(PoisonError::into_inner).entry(sentence).or_default() += 1;
                100
            }
            Played::Wrong(what) => {
                self.wrong.lock().unwrap_or_else(PoisonError::into_inner).push(what);
                100
            }
        };
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}
