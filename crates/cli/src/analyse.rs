//! A recorded game gone through again: chances, mistakes, a curve.

use crate::numbers;
use crate::output::{self, Output};
use crate::quote::brief;
use crate::records::{Content, read, read_record};
use crate::replay::remark;
use crate::runs::{End, Threads, many};
use crate::tables::table;
use anyhow::{Error, Result, bail};
use bots::{Budget, Kind};
use comfy_table::CellAlignment;
use hosted::Player;
use lab::analysis::{Analysis, Thoroughness, Weighed, svg};
use serde::Serialize;
use shelf::Shelf;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record, or an archive of many
    file: PathBuf,
    /// The game with this number in an archive
    #[arg(long, value_name = "NUMBER", value_parser = numbers::count, allow_negative_numbers = true)]
    game: Option<u64>,
    /// Who judges: a search with a number of iterations for each decision; search:5000@FILE judges with the weights in
    /// that file
    #[arg(long, value_name = "BOT", default_value = "search:5000")]
    bot: Player,
    /// The seed of the search; the same seed gives the same analysis
    #[arg(long, default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// How many of the most costly decisions are listed
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = numbers::seed,
        allow_negative_numbers = true)]
    worst: u64,
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
    /// What the decisions of each seat cost on the average, differences to both sides counted.
    average_costs: Vec<f32>,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let iterations = iterations_of(&arguments.bot)?;
    let picture = arguments.svg.as_deref().map(|path| Output::new(path, output::Kind::Picture)).transpose()?;
    let found = match read(shelf, &arguments.file, arguments.game)? {
        Content::Record(found) => found,
        // Which says what is wrong with it.
        Content::Other(text) => read_record(shelf, &text)?,
    };
    let record = &*found.what;
    let judge = found.title.advised(&arguments.bot)?;
    let study = record.study().map_err(Error::msg)?;
    if study.is_empty() {
        bail!("there is nothing to weigh up in {}: nobody had a choice yet", arguments.file.display());
    }
    // Whoever reads JSON wants nothing else.
    if arguments.json {
        remark(record, &mut std::io::stderr())?;
    } else {
        remark(record, out)?;
    }
    let players = study.players();
    let thoroughness = Thoroughness { iterations, seed: arguments.seed };
    let mut decisions: Vec<Weighed> = Vec::new();
    let weigh = |index: u64| study.weigh(index as usize, &judge, thoroughness);
    let end = many(study.len() as u64, arguments.threads, weigh, |weighed| decisions.push(weighed))?;
    let analysis = study.conclude(thoroughness, decisions);
    let printed = if arguments.json {
        let average_costs = analysis.average_costs();
        let report = Report { players: &players, interrupted: end, analysis: &analysis, average_costs };
        serde_json::to_string_pretty(&report).map_err(Into::into).and_then(|json| Ok(writeln!(out, "{json}")?))
    } else {
        print(&analysis, &players, arguments.worst, end, out)
    };
    // Whoever stops reading the report may still want the picture.
    if let Some(picture) = picture {
        picture.write(&svg(&analysis, &players).map_err(Error::msg)?)?;
    }
    printed?;
    Ok(end.status::<()>(&[]))
}

fn iterations_of(bot: &Player) -> Result<u32> {
    match bot.kind {
        Kind::Search(Budget::Iterations(iterations)) => Ok(iterations),
        Kind::Search(Budget::Time(_)) | Kind::Random | Kind::Greedy => {
            bail!("“{bot}” cannot judge; name a search with a number of iterations for each decision, as search:5000")
        }
    }
}

fn print(analysis: &Analysis, players: &[String], worst: u64, end: End, out: &mut dyn Write) -> Result<()> {
    let name = |seat: u8| players.get(usize::from(seat)).map_or("?", String::as_str);
    writeln!(
        out,
        "{}{} of {} decisions weighed up, {} iterations each, seed {}{}",
        if analysis.complete { "" } else { "the first " },
        analysis.decisions.len(),
        analysis.decisions_in_all,
        analysis.iterations,
        analysis.seed,
        end.remark()
    )?;
    writeln!(out, "Chances are per cent, after the choice and what followed, each as that seat itself could tell.")?;
    writeln!(
        out,
        "A cost is in percentage points: what a choice gave is judged before what followed, such as dice and replies, so \
         it is another number than the chance after it. A ? is a choice that was hardly looked at.\n"
    )?;
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
        row.push(match weighed.difference {
            None => "?".to_owned(),
            Some(_) if weighed.cost > 0.0 => percent(weighed.cost),
            Some(_) => String::new(),
        });
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
    for weighed in mistakes.into_iter().take(usize::try_from(worst).unwrap_or(usize::MAX)) {
        let chance = |chance: Option<f32>| chance.map_or("?".to_owned(), percent);
        writeln!(
            out,
            "  choice {}, {}: “{}” gave {} %; “{}” would have given {} %",
            weighed.number,
            name(weighed.seat),
            weighed.chosen,
            chance(weighed.chosen_chance),
            weighed.best,
            chance(weighed.best_chance),
        )?;
    }
    for (seat, cost) in (0..).zip(analysis.average_costs()) {
        let verb = if cost < 0.0 { "gained" } else { "lost" };
        let points = percent(cost.abs());
        writeln!(
            out,
            "{} {verb} {points} points a decision on the average, against the search's choices.",
            name(seat)
        )?;
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
