//! Chores of the workspace.

#![forbid(unsafe_code)]

mod citations;
mod components;
mod coverage;
#[cfg(test)]
mod quotes;
mod report;
mod shelf;
mod source;

use clap::{Parser, Subcommand};
use coverage::Demands;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the workspace.")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Collects which clauses are cited in code and tests, and which components are tested, into docs/<game>/coverage.md
    Coverage {
        /// Write nothing; fail if a coverage.md is not up to date
        #[arg(long)]
        check: bool,
        /// Fail if a clause other than a definition lacks a test, a component lacks a test, or a Todo is left
        #[arg(long)]
        strict: bool,
    },
    /// Lists every source file, page, style and script that names a game outside that game's own folders
    Shelf,
}

fn main() -> anyhow::Result<ExitCode> {
    let root = coverage::workspace_root()?;
    let complaints = match Arguments::parse().chore {
        Chore::Coverage { check, strict } => coverage::run(&root, Demands { check, strict })?,
        Chore::Shelf => shelf::run(&root)?,
    };
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
