//! A position or a record as text.

use crate::board;
use crate::quote::brief;
use crate::replay::{read_record, remark};
use crate::seating::faction_id;
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars, Game, Position, position};
use kernel::{Chance, Deaf, Rules, Seat, Viewer};
use std::fs::File;
use std::io::{Read, Write};
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
        writeln!(out, "# the record diverges: {}", brief(&error.to_string()))?;
    }
    writeln!(out, "# {}", if game.is_over() { "the game is over".to_owned() } else { game.breadcrumb() })?;
    if !game.is_over() && !position::stands_between_turns(&game) {
        writeln!(
            out,
            "# not between two turns: nobody can go on from this text, for a position has no dice, hands or moves"
        )?;
    }
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

/// No record or position comes near this size.
const MOST_BYTES: u64 = 64 << 20;

pub fn read_file(path: &Path) -> Result<String> {
    let cannot = || format!("the file {} cannot be read", path.display());
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the file {} is larger than 64 MiB, too large for a record or a position", path.display());
    }
    String::from_utf8(bytes).ok().with_context(|| format!("the file {} cannot be read: it is not text", path.display()))
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
