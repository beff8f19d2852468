//! A recorded game gone through again: chances, mistakes, a curve.

use crate::quote::brief;
use crate::replay::{read_record, remark};
use crate::runs::{End, Threads, many};
use crate::show::read_file;
use crate::tables::table;
use anyhow::{Context, Result, bail};
use bots::{Budget, Kind};
use comfy_table::CellAlignment;
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, describe};
use kernel::Deaf;
use lab::analysis::{Analysis, Study, Thoroughness, Weighed, svg};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record
    file: PathBuf,
    /// Who judges: a search with a number of iterations for each decision
    #[arg(long, value_name = "BOT", default_value = "search:5000")]
    bot: String,
    /// The seed of the search; the same seed gives the same analysis
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many of the most costly decisions are listed
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    worst: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw each seat's chance over the game into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// An analysis with the names of those who played.
#[derive(Serialize)]
struct Report<'a> {
    players: &'a [String],
    interrupted: End,
    #[serde(flatten)]
    analysis: &'a Analysis,
    /// What the decisions of each seat cost on the average.
    average_costs: Vec<f32>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let iterations = iterations_of(&arguments.bot)?;
    if let Some(path) = &arguments.svg {
        gives_way(path)?;
    }
    let catalogue = Catalogue::standard();
    let record = read_record(catalogue, &read_file(&arguments.file)?)?;
    let study = Study::new(catalogue, &record)?;
    if study.is_empty() {
        bail!("there is nothing to weigh up in {}: nobody had a choice yet", arguments.file.display());
    }
    // Whoever reads JSON wants nothing else.
    if arguments.json {
        remark(catalogue, &record, &mut std::io::stderr())?;
    } else {
        remark(catalogue, &record, out)?;
    }
    let game = record.begin(catalogue, &mut Deaf)?;
    let players: Vec<String> = game.table.all_seats().map(|seat| describe::player(&game, seat).to_owned()).collect();
    let thoroughness = Thoroughness { iterations, seed: arguments.seed };
    let adviser = Adviser::default();
    let mut decisions: Vec<Weighed> = Vec::new();
    let weigh = |index: u64| study.weigh(index as usize, &adviser, thoroughness);
    let end = many(study.len() as u64, arguments.threads, weigh, |weighed| decisions.push(weighed))?;
    let analysis = study.conclude(thoroughness, decisions);
    if arguments.json {
        let average_costs = analysis.average_costs();
        let report = Report { players: &players, interrupted: end, analysis: &analysis, average_costs };
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        print(&analysis, study.len(), &players, arguments.worst, end, out)?;
    }
    if let Some(path) = &arguments.svg {
        let picture = svg(&analysis, &players).map_err(anyhow::Error::msg)?;
        fs::write(path, picture).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(end.status::<()>(&[]))
}

fn iterations_of(bot: &str) -> Result<u32> {
    match bot.parse::<Kind>()? {
        Kind::Search(Budget::Iterations(iterations)) => Ok(iterations),
        Kind::Search(Budget::Time(_)) | Kind::Random | Kind::Greedy => {
            bail!("“{bot}” cannot judge; name a search with a number of iterations for each decision, as search:5000")
        }
    }
}

/// Only an older picture, or an empty file, gives way to a new one.
fn gives_way(path: &Path) -> Result<()> {
    match fs::read(path) {
        Ok(bytes) if bytes.is_empty() || bytes.starts_with(b"<svg") => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Ok(_) | Err(_) => bail!("{} is another kind of file and stays as it is", path.display()),
    }
}

fn print(
    analysis: &Analysis,
    decisions: usize,
    players: &[String],
    worst: usize,
    end: End,
    out: &mut dyn Write,
) -> Result<()> {
    let name = |seat: u8| players.get(usize::from(seat)).map_or("?", String::as_str);
    writeln!(
        out,
        "{} of {decisions} decisions weighed up, {} iterations each, seed {}{}",
        analysis.decisions.len(),
        analysis.iterations,
        analysis.seed,
        end.remark()
    )?;
    writeln!(out, "Chances are per cent, after the choice and what followed, each as that seat itself could tell.\n")?;
    let mut header = vec!["choice", "who", "chose"];
    header.extend(players.iter().map(String::as_str));
    header.push("cost");
    let mut rows = table(&header);
    for (column, alignment) in [CellAlignment::Right, CellAlignment::Left, CellAlignment::Left].into_iter().enumerate()
    {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(alignment);
        }
    }
    for weighed in &analysis.decisions {
        let mut row = vec![weighed.number.to_string(), name(weighed.seat).to_owned(), brief(&weighed.chosen)];
        row.extend(weighed.chances.iter().map(|&chance| percent(chance)));
        row.push(if weighed.cost > 0.0 { percent(weighed.cost) } else { String::new() });
        rows.add_row(row);
    }
    writeln!(out, "{}", rows.trim_fmt())?;
    let mistakes = analysis.worst();
    writeln!(out)?;
    match mistakes[..] {
        [] => writeln!(out, "Nothing better was found for any decision.")?,
        _ if worst == 0 => {}
        _ => writeln!(out, "What cost most:")?,
    }
    for weighed in mistakes.into_iter().take(worst) {
        writeln!(
            out,
            "  choice {}, {}: “{}” gave {} %; “{}” would have given {} %",
            weighed.number,
            name(weighed.seat),
            weighed.chosen,
            percent(weighed.chosen_chance),
            weighed.best,
            percent(weighed.best_chance),
        )?;
    }
    for (seat, cost) in (0..).zip(analysis.average_costs()) {
        writeln!(out, "{} lost {} % a decision on the average.", name(seat), percent(cost))?;
    }
    match &analysis.winners[..] {
        [] => writeln!(out, "The record ends before the game.")?,
        winners => {
            let names: Vec<&str> = winners.iter().map(|&seat| name(seat)).collect();
            writeln!(out, "Winner: {}.", names.join(" and "))?;
        }
    }
    Ok(())
}

fn percent(share: f32) -> String {
    format!("{:.1}", 100.0 * share)
}
