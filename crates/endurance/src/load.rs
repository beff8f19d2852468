//! Many tables at once: choices at a steady rate, and everybody else fetches the page when told of news.

use crate::client::Client;
use crate::line::Line;
use crate::luck::{Haste, Luck};
use crate::report::{Report, Times};
use crate::server::{Orrery, Server, Usage, usage};
use crate::table::{Chair, Company, Table};
use crate::wire::Page;
use anyhow::{Context, Result};
use futures::stream::{self, StreamExt, TryStreamExt};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    /// Ask this server instead of starting one
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The process of that server, to see what it uses
    #[arg(long, requires = "url")]
    pid: Option<u32>,
    #[arg(long, default_value_t = 200)]
    matches: usize,
    /// Pages that are open; spread evenly over the seats of all matches
    #[arg(long, default_value_t = 800)]
    sockets: usize,
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Choices a second, of all players together
    #[arg(long, default_value_t = 20)]
    rate: u32,
    /// The most that 99 of 100 answers to a choice may take, in milliseconds
    #[arg(long, default_value_t = 100.0, value_name = "MS")]
    most_p99: f64,
    /// Begin all games anew instead of somewhere in the middle
    #[arg(long)]
    fresh: bool,
}

/// What all players share.
#[derive(Debug, Default)]
struct Measured {
    /// From when the choice should have been sent.
    choices: Times,
    /// How much of that was ours.
    late: Times,
    pages: Times,
    /// From the answer to the one who chose until another at the table has the new page.
    spread: Times,
    errors: Mutex<Vec<String>>,
    stale: AtomicU32,
    skipped: AtomicU32,
    is_on: AtomicBool,
}

/// A table under load.
#[derive(Debug)]
struct Busy {
    chairs: Vec<Mutex<Chair>>,
    /// The newest sequence that was acknowledged, and when.
    newest: Mutex<(u32, Option<Instant>)>,
    /// One choice at a time: more would only be refused.
    chooses: AtomicBool,
}

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("load");
    let server = match &arguments.url {
        Some(_) => None,
        None => Some(Server::start(&arguments.orrery, None).await?),
    };
    let client = match (&arguments.url, &server) {
        (Some(url), _) => Client::of(url),
        (None, server) => server.as_ref().context("a server was started")?.client.clone(),
    };
    let used = || -> Option<Usage> {
        match (&server, arguments.pid) {
            (Some(server), _) => server.usage().ok(),
            (None, Some(pid)) => usage(pid).ok(),
            (None, None) => None,
        }
    };
    let began = Instant::now();
    let tables = lay(&client, arguments.matches, arguments.fresh, seed).await?;
    let tables: Arc<Vec<Busy>> = Arc::new(tables.into_iter().map(Busy::of).collect());
    report.figure("setting up", began.elapsed().as_secs_f64(), "s");
    let measured = Arc::new(Measured::default());
    let listening = open_sockets(&client, &tables, &measured, arguments.sockets).await;
    // Everybody has looked once before the clock starts.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (before, own_before) = (used(), usage(std::process::id())?);
    measured.is_on.store(true, Ordering::Release);
    let began = Instant::now();
    choose_steadily(&client, &tables, &measured, arguments, seed).await;
    let lasted = began.elapsed().as_secs_f64();
    measured.is_on.store(false, Ordering::Release);
    let (after, own_after) = (used(), usage(std::process::id())?);
    let open = listening.iter().filter(|task| !task.is_finished()).count();
    for task in &listening {
        task.abort();
    }
    report.count("matches", tables.len());
    report.count("sockets open at the end", open);
    report.figure("choices", measured.choices.len() as f64 / lasted, "a second");
    report.figure("pages", measured.pages.len() as f64 / lasted, "a second");
    report.times("answer to a choice", &measured.choices);
    report.times("sent too late", &measured.late);
    report.times("page", &measured.pages);
    report.times("news until shown", &measured.spread);
    report.count("too late (409)", measured.stale.load(Ordering::Relaxed) as usize);
    report.count("moments with nobody to choose", measured.skipped.load(Ordering::Relaxed) as usize);
    if let (Some(before), Some(after)) = (before, after) {
        let busy = after.processor.saturating_sub(before.processor).as_secs_f64() / lasted;
        report.figure("server: processor", busy * 100.0, "% of one core");
        let own = own_after.processor.saturating_sub(own_before.processor).as_secs_f64() / lasted;
        report.figure("this program: processor", own * 100.0, "% of one core");
        report.figure("server: memory", after.memory_mb, "MB");
        report.figure("server: most memory", after.peak_mb, "MB");
    }
    report.promise(format!("all {} sockets stay open", arguments.sockets), open == arguments.sockets);
    let p99 = measured.choices.quantile(0.99);
    report.promise(format!("99 of 100 answers within {} ms ({p99:.1})", arguments.most_p99), p99 <= arguments.most_p99);
    report.none_of("errors", &measured.errors.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(server) = &server {
        report.none_of("failures that the server speaks of", &server.panics());
    }
    Ok(report)
}

/// Sets up tables, a few at a time: at the beginning of a game, or spread over one.
pub async fn lay(client: &Client, number: usize, fresh: bool, seed: u64) -> Result<Vec<Table>> {
    const AT_ONCE: usize = 8;
    let long = if fresh { None } else { Some(long_game(client, seed).await?) };
    let mut luck = Luck::of(seed, 0);
    // Not at its very end: every table must have something to choose.
    let steps: Vec<u32> = (0..number)
        .map(|_| long.as_ref().map_or(0, |long| luck.below(long.chairs[0].step as usize * 9 / 10) as u32))
        .collect();
    stream::iter(steps)
        .map(|step| {
            let long = &long;
            async move {
                match long {
                    Some(long) => long.fork(client, step, Company::Apart).await,
                    None => Table::new(client, Company::Apart).await,
                }
            }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

/// A game that was played to its end by chance.
async fn long_game(client: &Client, seed: u64) -> Result<Table> {
    let mut table = Table::new(client, Company::Together).await?;
    table.play(client, &mut Luck::of(seed, u64::MAX), Haste::Some, 5_000).await?;
    Ok(table)
}

impl Busy {
    fn of(table: Table) -> Busy {
        Busy {
            chairs: table.chairs.into_iter().map(Mutex::new).collect(),
            newest: Mutex::default(),
            chooses: AtomicBool::new(false),
        }
    }

    fn chair(&self, number: usize) -> Chair {
        self.chairs[number].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn see(&self, number: usize, page: &Page) {
        self.chairs[number].lock().unwrap_or_else(PoisonError::into_inner).see(page);
    }
}

impl Measured {
    fn went_wrong(&self, what: String) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Acquire)
    }
}

async fn open_sockets(
    client: &Client,
    tables: &Arc<Vec<Busy>>,
    measured: &Arc<Measured>,
    number: usize,
) -> Vec<tokio::task::JoinHandle<()>> {
    let places = (0..).flat_map(|chair| (0..tables.len()).map(move |table| (table, chair % 4)));
    let mut listening = Vec::new();
    for (table, chair) in places.take(number) {
        let (client, tables, measured) = (client.clone(), tables.clone(), measured.clone());
        listening.push(tokio::spawn(async move {
            if let Err(error) = listen(&client, &tables[table], chair, &measured).await {
                measured.went_wrong(format!("a socket: {error}"));
            }
        }));
        // A browser at a time, if a quick one.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    listening
}

/// Does what the page in a browser does: fetches itself when the sequence is newer than what it shows.
async fn listen(client: &Client, table: &Busy, number: usize, measured: &Measured) -> Result<()> {
    let chair = table.chair(number);
    let mut line = Line::open(client, &chair.id, &chair.key).await?;
    loop {
        let news = line.next().await?;
        let chair = table.chair(number);
        if news.sequence <= chair.sequence && chair.sequence > 0 {
            continue;
        }
        let reply = client.get(&chair.page_path(), &chair.key).await?;
        let page: Page = reply.read()?;
        table.see(number, &page);
        if measured.is_on() {
            measured.pages.note(reply.took);
            let newest = *table.newest.lock().unwrap_or_else(PoisonError::into_inner);
            if let (sequence, Some(at)) = newest
                && sequence == page.sequence
            {
                measured.spread.note(at.elapsed());
            }
        }
    }
}

async fn choose_steadily(
    client: &Client,
    tables: &Arc<Vec<Busy>>,
    measured: &Arc<Measured>,
    arguments: &Arguments,
    seed: u64,
) {
    let mut luck = Luck::of(seed, 1);
    let mut ticks = beat(Duration::from_secs(1) / arguments.rate.max(1), Duration::from_secs(arguments.seconds));
    let mut choosing = tokio::task::JoinSet::new();
    // Measured from when the choice should have been sent, so that a queue of ours cannot hide a slow server.
    while let Some(due) = ticks.recv().await {
        let Some((table, chair, answer)) = somebody(tables, &mut luck) else {
            measured.skipped.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        let (client, tables, measured) = (client.clone(), tables.clone(), measured.clone());
        choosing.spawn(async move {
            choose(&client, &tables[table], chair, answer, due, &measured).await;
            tables[table].chooses.store(false, Ordering::Release);
        });
        while choosing.try_join_next().is_some() {}
    }
    while choosing.join_next().await.is_some() {}
}

/// The moments at which something is due. Kept by a thread of its own: the runtime's timers are late by a millisecond or
/// two, which would be counted as the server's.
fn beat(period: Duration, lasts: Duration) -> mpsc::UnboundedReceiver<Instant> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        let began = Instant::now();
        let mut due = began;
        while due < began + lasts {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if sender.send(due).is_err() {
                return;
            }
            due += period;
        }
    });
    receiver
}

/// A table, a chair at it that is asked, and an answer.
fn somebody(tables: &[Busy], luck: &mut Luck) -> Option<(usize, usize, String)> {
    for _ in 0..50 {
        let number = luck.below(tables.len());
        let table = &tables[number];
        if table.chooses.load(Ordering::Acquire) {
            continue;
        }
        let newest = table.newest.lock().unwrap_or_else(PoisonError::into_inner).0;
        let first = luck.below(table.chairs.len());
        for turn in 0..table.chairs.len() {
            let chair = (first + turn) % table.chairs.len();
            let seen = table.chairs[chair].lock().unwrap_or_else(PoisonError::into_inner);
            if seen.sequence < newest || seen.sequence == 0 {
                continue;
            }
            if let Some(answer) = seen.prompt.as_ref().and_then(|prompt| luck.answer(prompt, Haste::Some)) {
                table.chooses.store(true, Ordering::Release);
                return Some((number, chair, answer));
            }
        }
    }
    None
}

async fn choose(client: &Client, table: &Busy, number: usize, answer: String, due: Instant, measured: &Measured) {
    let chair = table.chair(number);
    measured.late.note(due.elapsed());
    let reply = match chair.choose(client, vec![answer]).await {
        Ok(reply) => reply,
        Err(lost) => return measured.went_wrong(format!("a choice: {lost}")),
    };
    let answered = Instant::now();
    if reply.status == 409 {
        measured.stale.fetch_add(1, Ordering::Relaxed);
        return;
    }
    match reply.read::<Page>() {
        Ok(page) => {
            measured.choices.note(answered - due);
            *table.newest.lock().unwrap_or_else(PoisonError::into_inner) = (page.sequence, Some(answered));
            table.see(number, &page);
        }
        Err(error) => measured.went_wrong(format!("a choice: {error}")),
    }
}
