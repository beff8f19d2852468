//! A long game is opened by a server that has never seen it, and scrubbed through.

use crate::luck::{Haste, Luck};
use crate::report::{Report, Times};
use crate::server::{Orrery, Server};
use crate::table::{Company, Table};
use anyhow::{Context, Result};
use std::time::Duration;

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    /// How long the game must be at least
    #[arg(long, default_value_t = 1_500)]
    decisions: u32,
    /// How often the server is started anew to open it
    #[arg(long, default_value_t = 10)]
    openings: usize,
    /// The most that opening it may take, in milliseconds
    #[arg(long, default_value_t = 100.0, value_name = "MS")]
    most: f64,
}

/// So many games are tried to find one that is long enough.
const TRIES: u64 = 30;
/// So many steps are looked at.
const STEPS: usize = 60;

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("open");
    let mut server = Server::start(&arguments.orrery, None).await?;
    let mut luck = Luck::of(seed, 3);
    let mut longest: Option<Table> = None;
    for game in 0..TRIES {
        let mut table = Table::new(&server.client, Company::Together).await?;
        table.play(&server.client, &mut Luck::of(seed, game), Haste::None, arguments.decisions * 2).await?;
        if longest.as_ref().is_none_or(|longest| longest.chairs[0].step < table.chairs[0].step) {
            longest = Some(table);
        }
        if longest.as_ref().is_some_and(|longest| longest.chairs[0].step >= arguments.decisions) {
            break;
        }
    }
    let longest = longest.context("at least one game was played")?;
    let chair = &longest.chairs[0];
    report.count("decisions", chair.step as usize);
    report.count("entries in the journal", chair.sequence as usize);
    report.promise(format!("a game of {} decisions", arguments.decisions), chair.step >= arguments.decisions);

    let whole = format!("/api/matches/{}/page", chair.id);
    let (cold, warm, scrubbed, started) = (Times::default(), Times::default(), Times::default(), Times::default());
    for _ in 0..arguments.openings {
        server.kill().await?;
        started.note(server.restart().await?);
        let reply = server.client.get(&whole, &chair.key).await?;
        reply.read::<crate::wire::Page>()?;
        cold.note(reply.took);
        let reply = server.client.get(&whole, &chair.key).await?;
        warm.note(reply.took);
    }
    for _ in 0..STEPS {
        let step = luck.below(chair.step as usize);
        let path = format!("/api/matches/{}/steps/{step}?seat=0", chair.id);
        let reply = server.client.get(&path, &chair.key).await?;
        reply.read::<crate::wire::Page>()?;
        scrubbed.note(reply.took);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    report.times("until the server is ready", &started);
    report.times("opened cold", &cold);
    report.times("opened again", &warm);
    report.times("any step", &scrubbed);
    let slowest = cold.quantile(1.0);
    report.promise(format!("opened within {} ms (slowest {slowest:.1})", arguments.most), slowest <= arguments.most);
    report.none_of("failures that the server speaks of", &server.panics());
    Ok(report)
}
