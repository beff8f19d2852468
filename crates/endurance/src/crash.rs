//! The server is killed at any moment, or its database is: what was acknowledged stays.

use crate::listeners::{Ears, Listeners};
use crate::luck::Luck;
use crate::players::Players;
use crate::report::{Report, Times};
use crate::server::{Orrery, Server};
use crate::table::Company;
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    /// How often something is killed
    #[arg(long, default_value_t = 100)]
    kills: usize,
    /// Matches that are played meanwhile, each as fast as it goes
    #[arg(long, default_value_t = 12)]
    matches: usize,
    /// Stop and start PostgreSQL with these commands instead of killing the server
    #[arg(long, num_args = 2, value_names = ["STOP", "START"], requires = "database")]
    postgres_control: Vec<String>,
    /// How long PostgreSQL stays away each time, in seconds
    #[arg(long, default_value_t = 5)]
    away: u64,
}

/// The server waits so many seconds for a connection. A shorter outage may pass without anybody being told.
const WAITED_OUT: u64 = 3;

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("crash");
    let mut server = Server::start(&arguments.orrery, None).await?;
    let mut luck = Luck::of(seed, 4);
    let companies = vec![Company::Apart; arguments.matches];
    let players = Players::start(vec![server.client.clone()], &companies, Duration::ZERO, seed).await?;
    let listeners = Listeners::open(std::slice::from_ref(&server.client), players.tables());
    let back = Times::default();
    let mut quiet = Vec::new();
    let mut goes_on = true;
    for kill in 0..arguments.kills {
        tokio::time::sleep(Duration::from_millis(luck.between(30, 900))).await;
        let before = players.tally();
        match &arguments.postgres_control[..] {
            [stop, start] => {
                order(stop).await?;
                tokio::time::sleep(Duration::from_secs(arguments.away)).await;
                order(start).await?;
                let began = Instant::now();
                players.event();
                let busy = players.tally().busy - before.busy;
                if busy == 0 {
                    quiet.push(format!("outage {kill}: nobody was told"));
                }
                goes_on &= goes_on_after(&players, began, &back).await;
            }
            _ => {
                server.kill().await?;
                back.note(server.restart().await?);
                players.event();
            }
        }
    }
    goes_on &= goes_on_after(&players, Instant::now(), &Times::default()).await;
    let (delays, missed) = listeners.close().await.delays(&players.acknowledged(), Ears::AtTheSame);
    players.conclude(&mut report).await?;
    report.times("news", &delays);
    report.none_of("news that never came", &missed);
    report.count("kills", arguments.kills);
    let until = if arguments.postgres_control.is_empty() { "until the server is back" } else { "until play goes on" };
    report.times(until, &back);
    if !arguments.postgres_control.is_empty() && arguments.away > WAITED_OUT {
        report.none_of("outages without a 503", &quiet);
    }
    report.promise("play goes on within 30 s of everything being up again", goes_on);
    report.none_of("failures that the server speaks of", &server.panics());
    Ok(report)
}

/// Waits until some choice is acknowledged again, and notes how long that took.
async fn goes_on_after(players: &Players, began: Instant, back: &Times) -> bool {
    const LONGEST: Duration = Duration::from_secs(30);
    let before = players.tally().made;
    while players.tally().made == before {
        if began.elapsed() > LONGEST {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    back.note(began.elapsed());
    true
}

async fn order(command: &str) -> Result<()> {
    let status = tokio::process::Command::new("sh")
        .args(["-c", command])
        .stdout(std::process::Stdio::null())
        .status()
        .await
        .with_context(|| format!("“{command}” cannot be run"))?;
    if !status.success() {
        bail!("“{command}” ended with {status}");
    }
    Ok(())
}
