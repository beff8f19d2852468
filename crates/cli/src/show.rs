//! A position or a record as text, and its board as a picture.

use crate::board;
use crate::numbers;
use crate::output::{Kind, Output};
use crate::quote::brief;
use crate::records::{Content, read};
use crate::replay::remark;
use crate::seating::faction_id;
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars, Game, Position, position};
use kernel::{Chance, Deaf, Record, Rules, Seat, Viewer};
use lab::archive::MAGIC;
use picture::{Picture, Theme};
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
    /// Show what this faction may see, instead of everything
    #[arg(long = "as", visible_alias = "seat", value_name = "FACTION")]
    seen_by: Option<String>,
    /// Draw the board into this file: what the faction may see, or else what everybody may
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Light lines on a dark ground, or ink on paper
    #[arg(long, value_name = "night|chart", value_parser = theme, default_value = "night", requires = "svg")]
    theme: Theme,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let drawing = arguments.svg.as_deref().map(|path| Output::new(path, Kind::Picture)).transpose()?;
    let catalogue = Catalogue::standard();
    let text = match read(catalogue, &arguments.file, arguments.game)? {
        Content::Record(record) => return show_record(arguments, &record, drawing, out),
        Content::Other(text) => text,
    };
    let position = read_position(catalogue, &arguments.file, &text)?;
    if arguments.seen_by.is_none() && drawing.is_none() {
        out.write_all(position.write().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let game = position.start(Chance::from_number(0), &mut Deaf);
    let seat = arguments.seen_by.as_ref().map(|faction| seat_of(&game, faction)).transpose()?;
    match seat {
        None => out.write_all(position.write().as_bytes())?,
        Some(seat) => show_view(&game, seat, out)?,
    }
    draw(arguments, &game, seat, drawing)?;
    Ok(ExitCode::SUCCESS)
}

/// The board as this seat sees it, or as somebody beside the table does.
fn draw(arguments: &Arguments, game: &Game, seat: Option<Seat>, drawing: Option<Output>) -> Result<()> {
    let Some(drawing) = drawing else { return Ok(()) };
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
    let view = ForbiddenStars::view(game, viewer);
    drawing.write(&ForbiddenStars::svg(game.catalogue, &view, viewer, arguments.theme))
}

fn theme(text: &str) -> Result<Theme, String> {
    let found = Theme::ALL.into_iter().find(|theme| theme.id() == text);
    found.ok_or_else(|| format!("there is no theme “{text}”; there are night and chart"))
}

/// The header in comments, then the position in which the record ends.
fn show_record(
    arguments: &Arguments,
    record: &Record<ForbiddenStars>,
    drawing: Option<Output>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let catalogue = Catalogue::standard();
    let mut game = record.begin(catalogue, &mut Deaf)?;
    let seat = arguments.seen_by.as_ref().map(|faction| seat_of(&game, faction)).transpose()?;
    let divergence = (0..record.choices.len()).find_map(|index| record.step(&mut game, index, &mut Deaf).err());
    remark(catalogue, record, out)?;
    let header = &record.header;
    writeln!(out, "# record of {} by engine {}, catalogue {}", header.game, header.engine, header.catalogue)?;
    let choices = numbers::of(record.choices.len() as u64, "choice");
    writeln!(out, "# factions {}, {choices}", header.options.factions.join(", "))?;
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
    draw(arguments, &game, seat, drawing)?;
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
    if bytes.starts_with(&MAGIC) {
        bail!(
            "{0} is an archive of many games; `orrery replay {0} --game NUMBER --save RECORD` writes one of them out",
            path.display()
        );
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
