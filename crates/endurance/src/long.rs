//! Long games are opened by a server that has never seen them, and scrubbed through.

use crate::client::Client;
use crate::luck::{Haste, Luck};
use crate::report::{Report, Times};
use crate::server::{Orrery, Server};
use crate::table::{Company, Table};
use crate::wire::Page;
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    /// How long a game should be
    #[arg(long, default_value_t = 1_500)]
    decisions: u32,
    /// How many games are played by bots to find a long one
    #[arg(long, default_value_t = 16)]
    games: usize,
    /// How often somebody takes a choice back in the game with second thoughts
    #[arg(long, default_value_t = 300)]
    undos: u32,
    /// How often the server is started anew to open each game
    #[arg(long, default_value_t = 10)]
    openings: usize,
    /// The most that opening one may take, in milliseconds
    #[arg(long, default_value_t = 100.0, value_name = "MS")]
    most: f64,
}

/// So many steps are looked at.
const STEPS: usize = 60;

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("open");
    let mut server = Server::start(&arguments.orrery, None).await?;
    let long = longest(&server.client, arguments.games).await?;
    let second_thoughts = second_thoughts(&server.client, &mut Luck::of(seed, 7), arguments.undos).await?;
    let decisions = long.chairs[0].step;
    if decisions < arguments.decisions {
        report.note(format!(
            "no game had {} decisions; the longest of {} had {decisions}, and its time is taken in proportion",
            arguments.decisions, arguments.games
        ));
    }
    let proportion = f64::from(arguments.decisions.max(decisions)) / f64::from(decisions.max(1));
    for (name, table, proportion) in
        [("long game", &long, proportion), ("game with second thoughts", &second_thoughts, 1.0)]
    {
        report.count(&format!("{name}: decisions"), table.chairs[0].step as usize);
        report.count(&format!("{name}: entries in the journal"), table.chairs[0].sequence as usize);
        let cold = opened(&mut server, table, arguments.openings, name, &mut report).await?;
        // The median: a computer that others use as well has slow moments of its own.
        let usual = cold.quantile(0.5) * proportion;
        report.promise(
            format!("{name}: opened within {} ms (median {usual:.1})", arguments.most),
            usual <= arguments.most,
        );
        scrubbed(&server.client, table, &mut Luck::of(seed, 3), name, &mut report).await?;
    }
    report.none_of("failures that the server speaks of", &server.panics());
    Ok(report)
}

/// The longest of some games that quick bots have played to the end: they make more of a game than chance does.
async fn longest(client: &Client, games: usize) -> Result<Table> {
    let mut tables = Vec::new();
    for _ in 0..games {
        tables.push(Table::new(client, Company::Bots("greedy")).await?);
    }
    let began = Instant::now();
    loop {
        for table in &mut tables {
            table.chairs[0].look(client).await??;
        }
        if tables.iter().all(|table| table.chairs[0].is_over) {
            break;
        }
        if began.elapsed() > Duration::from_secs(300) {
            bail!("the bots have not finished {games} games within five minutes");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    tables.into_iter().max_by_key(|table| table.chairs[0].step).context("at least one game was played")
}

/// A game in which somebody takes back whatever he can, until he has done so this often.
async fn second_thoughts(client: &Client, luck: &mut Luck, undos: u32) -> Result<Table> {
    let mut table = Table::new(client, Company::Together).await?;
    // Late in the game: whoever plays on from the middle has more to take back.
    table.play(client, luck, Haste::Some, 300).await?;
    let chair = &mut table.chairs[0];
    let mut left = undos;
    while let Some(answer) = chair.prompt.as_ref().and_then(|prompt| luck.answer(prompt, Haste::None)) {
        let reply = chair.choose(client, vec![answer]).await?;
        chair.see(&reply.read()?);
        if chair.can_undo && left > 0 {
            left -= 1;
            chair.see(&chair.undo(client).await?.read()?);
        }
        if chair.prompt.is_none() {
            chair.look(client).await??;
        }
    }
    Ok(table)
}

/// How long it takes a server that has just started to show the whole page.
async fn opened(server: &mut Server, table: &Table, openings: usize, name: &str, report: &mut Report) -> Result<Times> {
    let chair = &table.chairs[0];
    let whole = format!("/api/matches/{}/page", chair.id);
    let (cold, warm) = (Times::default(), Times::default());
    for _ in 0..openings {
        server.kill().await?;
        server.restart().await?;
        for times in [&cold, &warm] {
            let reply = server.client.get(&whole, &chair.key).await?;
            reply.read::<Page>()?;
            times.note(reply.took);
        }
    }
    report.times(&format!("{name}: opened cold"), &cold);
    report.times(&format!("{name}: opened again"), &warm);
    Ok(cold)
}

async fn scrubbed(client: &Client, table: &Table, luck: &mut Luck, name: &str, report: &mut Report) -> Result<()> {
    let chair = &table.chairs[0];
    let times = Times::default();
    for _ in 0..STEPS {
        let step = luck.below(chair.step as usize);
        let reply = client.get(&format!("/api/matches/{}/steps/{step}", chair.id), &chair.key).await?;
        reply.read::<Page>()?;
        times.note(reply.took);
    }
    report.times(&format!("{name}: any step"), &times);
    Ok(())
}
