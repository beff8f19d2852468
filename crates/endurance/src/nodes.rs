//! Two servers on one database: choices go to either, news reaches everybody, and one of them may die.

use crate::client::Client;
use crate::listeners::{Ears, Listeners, NEWS};
use crate::luck::Luck;
use crate::players::Players;
use crate::report::Report;
use crate::server::{Orrery, Server};
use crate::table::{Company, Table};
use crate::wire::Summary;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    #[arg(long, default_value_t = 50)]
    matches: usize,
    /// How long both play, how long one is dead, and how long both play again
    #[arg(long, default_value_t = 12)]
    seconds: u64,
    /// How long players think before each choice, in milliseconds; 0 asks for all that the servers can do
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    thinks: u64,
    /// Tables of bots alone, begun on the server that dies
    #[arg(long, default_value_t = 4)]
    bot_tables: usize,
}

/// Bots of a dead server go on within this time.
const BOTS: Duration = Duration::from_secs(10);

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("nodes");
    let Some(database) = arguments.orrery.database.clone() else {
        bail!("several servers share a PostgreSQL database; say which with --database");
    };
    if arguments.orrery.bus.is_none() {
        bail!("several servers tell each other over NATS; say where with --bus");
    }
    let mut servers = [Server::start(&arguments.orrery, None).await?, Server::start(&arguments.orrery, None).await?];
    let clients: Vec<Client> = servers.iter().map(|server| server.client.clone()).collect();
    // Every fourth table has bots: they answer on whichever server heard last.
    let companies: Vec<Company> =
        (0..arguments.matches).map(|number| if number % 4 == 3 { Company::Mixed } else { Company::Apart }).collect();
    let thinks = Duration::from_millis(arguments.thinks);
    let players = Players::start(clients.clone(), &companies, thinks, seed).await?;
    let listeners = Listeners::open(&clients, players.tables());
    let mut luck = Luck::of(seed, 5);
    tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;

    let mut bot_tables = Vec::new();
    for _ in 0..arguments.bot_tables {
        bot_tables.push(Table::new(&clients[1], Company::Bots("search:100ms")).await?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    servers[1].kill().await?;
    let died = Instant::now();
    players.event();
    let slowest = bots_go_on(&database, &clients[0], &bot_tables, died).await?;
    tokio::time::sleep(Duration::from_secs(arguments.seconds).saturating_sub(died.elapsed())).await;
    let alone = players.acknowledged().iter().filter(|ack| ack.at > died).count();
    servers[1].restart().await?;
    players.event();
    tokio::time::sleep(Duration::from_secs(arguments.seconds) + Duration::from_millis(luck.between(0, 500))).await;

    let acknowledged = players.acknowledged();
    let homebodies: Vec<String> = players.homebodies().map(str::to_owned).collect();
    let witnesses = players.conclude(&mut report).await?;
    let ids: Vec<(String, String)> =
        witnesses.iter().map(|witness| (witness.table.id.clone(), witness.table.chairs[0].key.clone())).collect();
    let news = listeners.close().await;
    let (delays, missed) = news.delays(&acknowledged, Ears::AtTheOther);
    let at_home = acknowledged.iter().filter(|ack| homebodies.contains(&ack.id));
    let (by_bus, _) = news.delays(at_home, Ears::AtTheOther);
    report.count("choices while one server was dead", alone);
    report.times("news at the other server", &delays);
    report.times("news at a server that nobody asks", &by_bus);
    report.figure(
        "bots of the dead server go on after",
        slowest.map_or(f64::NAN, |slowest| slowest.as_secs_f64()),
        "s",
    );
    let latest = delays.quantile(1.0);
    let in_time = missed.is_empty() && latest <= NEWS.as_secs_f64() * 1e3;
    report.promise(format!("news at the other server within a second (latest {latest:.1} ms)"), in_time);
    report.none_of("news that never came", &missed);
    report.promise("bots of a dead server go on within 10 s", slowest.is_some_and(|slowest| slowest <= BOTS));
    report.promise("play goes on while one server is dead", alone > 0);
    let mut apart = Vec::new();
    for (id, key) in &ids {
        let [here, there] = [sequence(&clients[0], id, key).await?, sequence(&clients[1], id, key).await?];
        if here != there && still_differ(&clients, id, key).await? {
            apart.push(format!("match {id} is at {here} on one server and at {there} on the other"));
        }
    }
    report.none_of("matches on which the servers disagree", &apart);
    match journals(&database).await {
        Ok(wrong) => report.none_of("journals with gaps or doubles", &wrong),
        Err(error) => report.note(format!("journals were not counted by SQL: {error}")),
    }
    for server in &servers {
        report.none_of("failures that a server speaks of", &server.panics());
    }
    Ok(report)
}

/// Where bots play on, two questions one after the other may differ; asked again, the first answer must be no further.
async fn still_differ(clients: &[Client], id: &str, key: &str) -> Result<bool> {
    let first = sequence(&clients[0], id, key).await?;
    let second = sequence(&clients[1], id, key).await?;
    let third = sequence(&clients[0], id, key).await?;
    Ok(!(first..=third).contains(&second))
}

async fn sequence(client: &Client, id: &str, key: &str) -> Result<u32> {
    Ok(client.get(&format!("/api/matches/{id}"), key).await?.read::<Summary>()?.sequence)
}

/// Watches the journal, not the other server: whoever asks it for a page would wake the bots himself.
async fn bots_go_on(database: &str, other: &Client, tables: &[Table], died: Instant) -> Result<Option<Duration>> {
    let ids: Vec<String> = tables.iter().map(|table| format!("'{}'", table.id)).collect();
    if ids.is_empty() {
        return Ok(Some(Duration::ZERO));
    }
    let query = format!("SELECT id, sequence FROM matches WHERE id IN ({}) ORDER BY id", ids.join(","));
    let Ok(before) = sql(database, &query).await else {
        // Without a look at the journal: after that time every table must have moved on.
        let mut first = Vec::new();
        tokio::time::sleep(BOTS).await;
        for table in tables {
            first.push(sequence(other, &table.id, "").await?);
        }
        return Ok(first.iter().all(|&sequence| sequence > 0).then(|| died.elapsed()));
    };
    let count = |rows: &str| -> BTreeMap<String, u32> {
        rows.lines()
            .filter_map(|row| row.split_once('|'))
            .filter_map(|(id, n)| Some((id.to_owned(), n.parse().ok()?)))
            .collect()
    };
    let before = count(&before);
    while died.elapsed() < BOTS * 2 {
        let now = count(&sql(database, &query).await?);
        if before.iter().all(|(id, sequence)| now.get(id) > Some(sequence)) {
            return Ok(Some(died.elapsed()));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(None)
}

/// Every journal counts from 1 without gaps, and every match knows its last number.
async fn journals(database: &str) -> Result<Vec<String>> {
    let query = "SELECT m.id, m.sequence, count(j.sequence), count(DISTINCT j.sequence), coalesce(max(j.sequence), 0) \
                 FROM matches m LEFT JOIN journal j ON j.match_id = m.id GROUP BY m.id, m.sequence \
                 HAVING count(j.sequence) <> m.sequence OR count(DISTINCT j.sequence) <> m.sequence \
                 OR coalesce(max(j.sequence), 0) <> m.sequence";
    Ok(sql(database, query).await?.lines().map(|row| format!("match|sequence|entries|distinct|last: {row}")).collect())
}

async fn sql(database: &str, query: &str) -> Result<String> {
    let output = tokio::process::Command::new("psql").args([database, "-Atc", query]).output();
    let output = output.await.context("there is no psql")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}
