//! A position or a record as text, and its board as a picture.

use crate::examples::sides_of;
use crate::numbers;
use crate::output::{Kind, Output};
use crate::quote::brief;
use crate::records::{Content, Found, read};
use crate::replay::remark;
use crate::seating::seat_of;
use anyhow::{Context, Error, Result, bail};
use kernel::{Seat, Viewer};
use lab::archive::MAGIC;
use picture::Theme;
use session::{Settings, Sitting};
use shelf::{AnyMatch, AnyRecord, Shelf, Title};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A position, a record, or an archive of records
    file: PathBuf,
    /// The game with this number in an archive
    #[arg(long, value_name = "NUMBER", value_parser = numbers::count, allow_negative_numbers = true)]
    game: Option<u64>,
    /// The game that a position is of; the first that has positions if not said. A record says it itself
    #[arg(long, value_name = "GAME")]
    of: Option<String>,
    /// Show what this side may see, instead of everything
    #[arg(long = "as", visible_alias = "seat", value_name = "SIDE")]
    seen_by: Option<String>,
    /// Draw the board into this file: what the side may see, or else what everybody may
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Light lines on a dark ground, or ink on paper
    #[arg(long, value_name = "night|chart", value_parser = theme, default_value = "night", requires = "svg")]
    theme: Theme,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let drawing = arguments.svg.as_deref().map(|path| Output::new(path, Kind::Picture)).transpose()?;
    let text = match read(shelf, &arguments.file, arguments.game)? {
        Content::Record(found) => return show_record(arguments, &found, drawing, out),
        Content::Other(text) => text,
    };
    let title = game_of_position(shelf, arguments.of.as_deref())?;
    let rewritten = title.rewrite(&text).map_err(|reason| no_position(&arguments.file, reason))?;
    if arguments.seen_by.is_none() && drawing.is_none() {
        out.write_all(rewritten.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = title.from_position(&text, 0, &looked_at).map_err(|reason| no_position(&arguments.file, reason))?;
    let seat = arguments.seen_by.as_ref().map(|side| seat_of(title, &*table, side)).transpose()?;
    match seat {
        None => out.write_all(rewritten.as_bytes())?,
        Some(seat) => out.write_all(table.in_text(Viewer::Seat(seat)).as_bytes())?,
    }
    draw(arguments, &*table, seat, drawing)?;
    Ok(ExitCode::SUCCESS)
}

/// Where nobody plays, all seats are alike.
pub fn looked_at(seats: u8) -> Settings {
    Settings::of(vec![Sitting::here(""); usize::from(seats)])
}

/// The game with this name, or the first that has positions.
fn game_of_position(shelf: Shelf, name: Option<&str>) -> Result<&'static dyn Title> {
    match name {
        Some(name) => shelf.find(name).map_err(Error::msg),
        None => Ok(shelf.titles().find(|title| title.has_positions()).unwrap_or(shelf.first())),
    }
}

pub fn no_position(path: &Path, reason: String) -> Error {
    Error::msg(reason).context(format!("{} is not a position", path.display()))
}

/// The board as this seat sees it, or as somebody beside the table does.
fn draw(arguments: &Arguments, table: &dyn AnyMatch, seat: Option<Seat>, drawing: Option<Output>) -> Result<()> {
    let Some(drawing) = drawing else { return Ok(()) };
    drawing.write(&table.svg(seat.map_or(Viewer::Spectator, Viewer::Seat), arguments.theme))
}

fn theme(text: &str) -> Result<Theme, String> {
    let found = Theme::ALL.into_iter().find(|theme| theme.id() == text);
    found.ok_or_else(|| format!("there is no theme “{text}”; there are night and chart"))
}

/// The header in comments, then the position in which the record ends.
fn show_record(
    arguments: &Arguments,
    found: &Found<Box<dyn AnyRecord>>,
    drawing: Option<Output>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (title, record) = (found.title, &*found.what);
    if let Some(name) = arguments.of.as_ref().filter(|name| **name != title.name()) {
        bail!("{} is a record of {}; leave out --of {name}", arguments.file.display(), title.name());
    }
    let (table, divergence) = record.open_as_far_as_it_goes(&looked_at).map_err(Error::msg)?;
    let seat = arguments.seen_by.as_ref().map(|side| seat_of(title, &*table, side)).transpose()?;
    remark(record, out)?;
    writeln!(out, "# record of {} by engine {}, catalogue {}", title.name(), record.engine(), record.catalogue())?;
    let (sides, choices) = (record.wish().sides.join(", "), numbers::of(record.len() as u64, "choice"));
    writeln!(out, "# {} {sides}, {choices}", sides_of(title))?;
    if let Some(reason) = &divergence {
        writeln!(out, "# the record diverges: {}", brief(reason))?;
    }
    writeln!(out, "# {}", if table.is_over() { "the game is over".to_owned() } else { table.breadcrumb() })?;
    if title.has_positions() && !table.is_over() && !table.position_is_whole() {
        writeln!(
            out,
            "# not between two turns: nobody can go on from this text, for a position has no dice, hands or moves"
        )?;
    }
    let text = match (seat, table.position()) {
        (Some(seat), _) => table.in_text(Viewer::Seat(seat)),
        (None, Some(position)) => position,
        (None, None) => {
            writeln!(out, "# {} has no positions as text; this is what everybody sees", title.offer().title)?;
            table.in_text(Viewer::Spectator)
        }
    };
    out.write_all(text.as_bytes())?;
    draw(arguments, &*table, seat, drawing)?;
    Ok(if divergence.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
    if bytes.starts_with(&MAGIC) {
        bail!(
            "{0} is an archive of many games; `orrery replay {0} --game NUMBER --save RECORD` writes one of them out",
            path.display()
        );
    }
    String::from_utf8(bytes).ok().with_context(|| format!("the file {} cannot be read: it is not text", path.display()))
}
