//! The games that can be played here.

use crate::tables::table;
use anyhow::Result;
use shelf::Shelf;
use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Only their names, one on each line
    #[arg(long)]
    names: bool,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    if arguments.names {
        for title in shelf.titles() {
            writeln!(out, "{}", title.name())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = table(&["name", "title", "players", "time", "options"]);
    for offer in shelf.offers() {
        let values = |option: &hosted::OptionOffer| {
            let values: Vec<&str> = option.values.iter().map(|value| value.id.as_str()).collect();
            format!("{}={}", option.id, values.join("|"))
        };
        let options: Vec<String> = offer.options.iter().map(values).collect();
        let players = format!("{} to {}", offer.seats.least, offer.seats.most);
        rows.add_row([offer.name, offer.title, players, offer.time, options.join(" ")]);
    }
    writeln!(out, "{}", rows.trim_fmt())?;
    Ok(ExitCode::SUCCESS)
}
