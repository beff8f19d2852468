//! Nothing that people wait for grows with the length of a match: six play one of ten thousand choices.

use crate::client::Client;
use crate::report::{Report, Times};
use crate::server::{Orrery, Server};
use crate::table::{Chair, Table};
use crate::wire::Page;
use anyhow::{Context, Result};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The program: `cargo build --release --example with_marathon` makes target/release/examples/with_marathon
    #[command(flatten)]
    orrery: Orrery,
    /// How long the match is
    #[arg(long, default_value_t = 10_000)]
    choices: u32,
    /// How many times more something may cost at the end than at the beginning
    #[arg(long, default_value_t = 1.3)]
    most: f64,
    /// The most that opening it after a restart may take, in milliseconds
    #[arg(long, default_value_t = 300.0, value_name = "MS")]
    opening: f64,
}

/// As many entries are measured at either end.
const STRETCH: u32 = 200;
/// The first stretch is over at this entry.
const EARLY: u32 = 300;
const OPENINGS: usize = 7;

/// What is measured at one end.
#[derive(Debug, Default)]
struct Costs {
    choice: Times,
    page: Times,
    step: Times,
}

pub async fn run(arguments: &Arguments) -> Result<Report> {
    let mut report = Report::of("marathon");
    let mut server = Server::start(&arguments.orrery, None).await?;
    let mut table = Table::marathon(&server.client).await?;
    let (early, late) = (Costs::default(), Costs::default());
    for entry in 1..=arguments.choices {
        let costs = match entry {
            entry if (EARLY - STRETCH..EARLY).contains(&entry) => Some(&early),
            entry if entry > arguments.choices - STRETCH => Some(&late),
            _ => None,
        };
        go_on(&server.client, &mut table, entry, costs).await?;
    }
    report.count("choices", arguments.choices as usize);
    report.count("viewers", table.chairs.len());
    for (name, early, late) in [
        ("a choice", &early.choice, &late.choice),
        ("a page", &early.page, &late.page),
        ("a step", &early.step, &late.step),
    ] {
        report.times(&format!("{name}, at entry {EARLY}"), early);
        report.times(&format!("{name}, at the end"), late);
        let ratio = late.quantile(0.5) / early.quantile(0.5).max(1e-9);
        report.promise(
            format!("{name} costs at most {} times as much (ratio {ratio:.2})", arguments.most),
            ratio <= arguments.most,
        );
    }
    let opened = Times::default();
    let chair = &table.chairs[0];
    for _ in 0..OPENINGS {
        server.kill().await?;
        server.restart().await?;
        let reply = server.client.get(&format!("/api/matches/{}/page", chair.id), &chair.key).await?;
        reply.read::<Page>()?;
        opened.note(reply.took);
    }
    report.times("opened after a restart", &opened);
    let usual = opened.quantile(0.5);
    report.promise(format!("opened within {} ms (median {usual:.0})", arguments.opening), usual <= arguments.opening);
    report.none_of("failures that the server speaks of", &server.panics());
    Ok(report)
}

/// Whoever is asked chooses; then all six fetch what is new, and one looks back a little.
async fn go_on(client: &Client, table: &mut Table, entry: u32, costs: Option<&Costs>) -> Result<()> {
    let seat = ((entry - 1) % 6) as usize;
    let chair = &mut table.chairs[seat];
    if chair.prompt.is_none() {
        chair.look(client).await??;
    }
    let answers = &chair.prompt.as_ref().context("nobody is asked where it is their turn")?.options;
    let answer = answers[(entry as usize / 7) % answers.len()].id.clone();
    let reply = chair.choose(client, vec![answer]).await?;
    chair.see(&reply.read()?);
    let Some(costs) = costs else {
        return Ok(());
    };
    costs.choice.note(reply.took);
    for chair in &mut table.chairs {
        let (reply, _) = chair.look(client).await??;
        costs.page.note(reply.took);
    }
    let chair: &Chair = &table.chairs[0];
    let step = entry.saturating_sub(1 + entry % 50);
    let path = format!("/api/matches/{}/steps/{step}?log={}", chair.id, chair.log_end);
    let reply = client.get(&path, &chair.key).await?;
    reply.read::<Page>()?;
    costs.step.note(reply.took);
    Ok(())
}
