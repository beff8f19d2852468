//! A position or a record as text.

use crate::board;
use crate::replay::{read_record, remark};
use crate::seating::faction_id;
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars, Game, Position, position};
use kernel::{Chance, Deaf, Rules, Seat, Viewer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A position or a record; the first line says which
    file: PathBuf,
    /// Show what this faction may see, instead of everything
    #[arg(long, value_name = "FACTION")]
    seat: Option<String>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let catalogue = Catalogue::standard();
    let text = read_file(&arguments.file)?;
    if is_record(&text) {
        return show_record(arguments, &text, out);
    }
    let position = read_position(catalogue, &arguments.file, &text)?;
    match &arguments.seat {
        None => out.write_all(position.write().as_bytes())?,
        Some(faction) => {
            let game = position.start(Chance::from_number(0), &mut Deaf);
            show_view(&game, seat_of(&game, faction)?, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The header in comments, then the position in which the record ends.
fn show_record(arguments: &Arguments, text: &str, out: &mut dyn Write) -> Result<ExitCode> {
    let catalogue = Catalogue::standard();
    let record = read_record(catalogue, text)?;
    let mut game = record.begin(catalogue, &mut Deaf)?;
    let seat = arguments.seat.as_ref().map(|faction| seat_of(&game, faction)).transpose()?;
    let divergence = (0..record.choices.len()).find_map(|index| record.step(&mut game, index, &mut Deaf).err());
    remark(catalogue, &record, out)?;
    let header = &record.header;
    writeln!(out, "# record of {} by engine {}, catalogue {}", header.game, header.engine, header.catalogue)?;
    writeln!(out, "# factions {}, {} choices", header.options.factions.join(", "), record.choices.len())?;
    if let Some(error) = &divergence {
        writeln!(out, "# the record diverges: {error}")?;
    }
    writeln!(out, "# {}", if game.is_over() { "the game is over".to_owned() } else { game.breadcrumb() })?;
    match seat {
        None => out.write_all(position::write(&game).as_bytes())?,
        Some(seat) => show_view(&game, seat, out)?,
    }
    Ok(if divergence.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show_view(game: &Game, seat: Seat, out: &mut dyn Write) -> Result<()> {
    let viewer = Viewer::Seat(seat);
    let view = ForbiddenStars::view(game, viewer);
    out.write_all(board::text(game.catalogue, &view, viewer).as_bytes())?;
    Ok(())
}

/// A record starts with a line of JSON, a position does not.
pub fn is_record(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

pub fn read_file(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("the file {} cannot be read", path.display()))
}

pub fn read_position(catalogue: &'static Catalogue, path: &Path, text: &str) -> Result<Position> {
    Position::read(catalogue, text).with_context(|| format!("{} is not a position", path.display()))
}

pub fn seat_of(game: &Game, faction: &str) -> Result<Seat> {
    let id = faction_id(game.catalogue, faction);
    let seat = game.catalogue.faction(&id).and_then(|faction| game.table.seat_of_faction(faction));
    match seat {
        Some(seat) => Ok(seat),
        None => bail!("nobody plays “{faction}” in this game"),
    }
}
