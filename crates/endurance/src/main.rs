//! What a server must bear: many tables at once, many that lie idle, long games, crashes, full disks, several nodes.
//! Everything is tried from outside, over HTTP, against a program that was built for release.

#![forbid(unsafe_code)]

mod client;
mod crash;
mod full_disk;
mod idle;
mod line;
mod listeners;
mod load;
mod long;
mod luck;
mod marathon;
mod nodes;
mod players;
mod report;
mod server;
mod table;
mod wire;
mod witness;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(about = "Tries what a server must bear. Says what was measured; fails if a promise is broken.")]
struct Arguments {
    /// The same seed tries the same things, as far as the clock allows
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Print figures as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    test: Test,
}

#[derive(Debug, Subcommand)]
enum Test {
    /// Many tables at once, choices at a steady rate
    Load(load::Arguments),
    /// Many matches that nobody plays: how much memory?
    Idle(idle::Arguments),
    /// A long game, opened by a server that has just started
    Open(long::Arguments),
    /// A match of ten thousand choices with six viewers: does anything grow with its length?
    Marathon(marathon::Arguments),
    /// The server, or its database, is killed again and again under load
    Crash(crash::Arguments),
    /// Two servers on one PostgreSQL and one NATS
    Nodes(nodes::Arguments),
    /// The disk is full for a while
    FullDisk(full_disk::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let seed = arguments.seed;
    let mut report = runtime.block_on(async {
        match &arguments.test {
            Test::Load(load) => load::run(load, seed).await,
            Test::Idle(idle) => idle::run(idle, seed).await,
            Test::Open(open) => long::run(open, seed).await,
            Test::Marathon(marathon) => marathon::run(marathon).await,
            Test::Crash(crash) => crash::run(crash, seed).await,
            Test::Nodes(nodes) => nodes::run(nodes, seed).await,
            Test::FullDisk(full) => full_disk::run(full, seed).await,
        }
    })?;
    report.finish();
    if arguments.json {
        println!("{:#}", report.json());
    } else {
        print!("{}", report.text());
    }
    Ok(if report.is_kept() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
