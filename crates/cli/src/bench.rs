//! `orrery bench`: how large games are, how fast they play at random, and how fast bots search; all on one core.

use crate::seating::fill;
use anyhow::{Error, Result};
use comfy_table::{Table, presets};
use shelf::{Measured, Shelf, Title, Wish};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The games
    #[arg(value_name = "GAME")]
    titles: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was measured of a game, by the number of seats.
type Report = BTreeMap<u8, Measured>;

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let named: Result<Vec<&dyn Title>, String> = arguments.titles.iter().map(|name| shelf.find(name)).collect();
    let named = named.map_err(Error::msg)?;
    let titles = if named.is_empty() { shelf.titles().collect() } else { named };
    let mut reports: BTreeMap<&str, Report> = BTreeMap::new();
    for title in titles {
        let report = measure(title)?;
        if !arguments.json {
            writeln!(out, "{}", table(title, &report))?;
        }
        reports.insert(title.name(), report);
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&reports)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The smallest table and the largest.
fn measure(title: &dyn Title) -> Result<Report> {
    let range = title.offer().seats;
    let mut report = Report::new();
    for seats in [range.least, range.most] {
        if report.contains_key(&seats) {
            continue;
        }
        eprintln!("measuring {} with {seats} seats …", title.name());
        let wish = fill(title, &Wish { seats: Some(seats), ..Wish::default() }, 0)?;
        report.insert(seats, title.measure(&wish).map_err(Error::msg)?);
    }
    Ok(report)
}

fn table(title: &dyn Title, report: &Report) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    let mut header = vec![format!("{}, random play, one core", title.offer().title)];
    header.extend(report.keys().map(|seats| format!("{seats} seats")));
    table.set_header(header);
    let mut row = |name: &str, value: &dyn Fn(&Measured) -> String| {
        table.add_row(std::iter::once(name.to_owned()).chain(report.values().map(value)));
    };
    row("bytes of a game", &|m| m.game_bytes.to_string());
    row("clone, ns", &|m| format!("{:.0}", m.clone_ns));
    row("decisions per second", &|m| format!("{:.0}", m.decisions_per_s));
    row("games per second", &|m| format!("{:.0}", m.games_per_s));
    row("decisions per game", &|m| format!("{:.0}", m.decisions_per_game));
    row("listing choices, p50 ns", &|m| m.listing_ns.p50.to_string());
    row("listing choices, p99 ns", &|m| m.listing_ns.p99.to_string());
    row("listing choices, p99.9 ns", &|m| m.listing_ns.p999.to_string());
    let rounds: BTreeSet<u8> = report.values().flat_map(|measured| measured.round_ns.keys().copied()).collect();
    for round in rounds {
        let value = |m: &Measured| m.round_ns.get(&round).map_or("–".to_owned(), |ns| format!("{ns:.0}"));
        row(&format!("ns a decision, round {round}"), &value);
    }
    row("search: iterations per second", &|m| format!("{:.0}", m.search.iterations_per_s));
    row("search: tree steps per second", &|m| format!("{:.0}", m.search.tree_steps_per_s));
    row("search: play-out steps per second", &|m| format!("{:.0}", m.search.play_out_steps_per_s));
    row("search: nodes per second", &|m| format!("{:.0}", m.search.nodes_per_s));
    row("search: most nodes in a tree", &|m| m.search.most_nodes.to_string());
    row("search: a tree takes at most, MiB", &|m| format!("{:.0}", m.search.memory_bound_bytes as f64 / 1_048_576.0));
    table
}
