//! Matches that were begun and left: they must cost the server next to nothing.

use crate::load::lay;
use crate::luck::{Haste, Luck};
use crate::report::Report;
use crate::server::{Orrery, Server};
use anyhow::Result;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    #[arg(long, default_value_t = 2_000)]
    matches: usize,
    /// Choices that are made in each before it is left
    #[arg(long, default_value_t = 3)]
    decisions: u32,
    /// The most memory that the server may then use, in megabytes
    #[arg(long, default_value_t = 200.0, value_name = "MB")]
    most: f64,
    /// Begin all games anew instead of somewhere in the middle
    #[arg(long)]
    fresh: bool,
}

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("idle");
    let server = Server::start(&arguments.orrery, None).await?;
    report.figure("memory at the start", server.usage()?.memory_mb, "MB");
    let began = Instant::now();
    let tables = lay(&server.client, arguments.matches, arguments.fresh, seed).await?;
    let mut luck = Luck::of(seed, 2);
    for mut table in tables {
        // Whoever is asked has his own key; the others just look.
        for chair in &mut table.chairs {
            chair.look(&server.client).await??;
        }
        for _ in 0..arguments.decisions {
            let asked = table.chairs.iter_mut().find(|chair| chair.prompt.is_some());
            let Some(chair) = asked else { break };
            let answer = chair.prompt.as_ref().and_then(|prompt| luck.answer(prompt, Haste::Some));
            let Some(answer) = answer else { break };
            let reply = chair.choose(&server.client, vec![answer]).await?;
            chair.see(&reply.read()?);
            for chair in &mut table.chairs {
                chair.look(&server.client).await??;
            }
        }
    }
    report.figure("setting up and playing", began.elapsed().as_secs_f64(), "s");
    let busy = server.usage()?;
    report.figure("memory when all were left", busy.memory_mb, "MB");
    tokio::time::sleep(Duration::from_secs(5)).await;
    let rested = server.usage()?;
    report.count("matches", arguments.matches);
    report.figure("memory after five seconds", rested.memory_mb, "MB");
    report.figure("most memory", rested.peak_mb, "MB");
    report.figure(
        "processor while idle",
        (rested.processor - busy.processor).as_secs_f64() / 5.0 * 100.0,
        "% of one core",
    );
    let most = arguments.most;
    report.promise(format!("at most {most} MB ({:.1})", rested.memory_mb), rested.memory_mb <= most);
    report.none_of("failures that the server speaks of", &server.panics());
    Ok(report)
}
