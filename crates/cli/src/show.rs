//! A position or a record as text.

use crate::board;
use crate::replay::read_record;
use anyhow::{Context, Result, bail};
use forbidden_stars::notation::slug;
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
    let mut code = ExitCode::SUCCESS;
    let game = if is_record(&text) {
        let record = read_record(catalogue, &text, out)?;
        let header = &record.header;
        writeln!(out, "# record of {} by engine {}, catalogue {}", header.game, header.engine, header.catalogue)?;
        writeln!(out, "# factions {}, {} choices", header.options.factions.join(", "), record.choices.len())?;
        let mut game = record.begin(catalogue, &mut Deaf)?;
        for index in 0..record.choices.len() {
            if let Err(error) = record.step(&mut game, index, &mut Deaf) {
                writeln!(out, "# {error}")?;
                code = ExitCode::FAILURE;
                break;
            }
        }
        writeln!(out, "# {}", if game.is_over() { "the game is over".to_owned() } else { game.breadcrumb() })?;
        game
    } else {
        read_position(catalogue, &arguments.file, &text)?.start(Chance::from_number(0), &mut Deaf)
    };
    match &arguments.seat {
        None => out.write_all(position::write(&game).as_bytes())?,
        Some(faction) => {
            let viewer = Viewer::Seat(seat_of(&game, faction)?);
            out.write_all(board::text(catalogue, &ForbiddenStars::view(&game, viewer), viewer).as_bytes())?;
        }
    }
    Ok(code)
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
    let seat = game.catalogue.faction(&slug(faction)).and_then(|faction| game.table.seat_of_faction(faction));
    match seat {
        Some(seat) => Ok(seat),
        None => bail!("nobody plays “{faction}” in this game"),
    }
}
