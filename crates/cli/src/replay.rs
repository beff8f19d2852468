//! A recorded game again, or one of many in an archive.

use crate::numbers;
use crate::output::{Kind, Output};
use crate::quote::brief;
pub use crate::records::read_record;
use crate::records::{find, is_archive, read_archive};
use crate::show::read_file;
use crate::tables::table;
use anyhow::{Result, bail};
use forbidden_stars::describe;
use forbidden_stars::{Catalogue, Event, ForbiddenStars, Game, MapChoice};
use kernel::{Record, Rules, fingerprint};
use lab::archive::{Archive, Kept};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record, or an archive of many, whose games are listed
    file: PathBuf,
    /// The game with this number in an archive
    #[arg(long, value_name = "NUMBER", value_parser = numbers::count, allow_negative_numbers = true)]
    game: Option<u64>,
    /// Write that game into this file as a record, for `play`, `analyse`, `odds` and `show`, instead of showing it
    #[arg(long, value_name = "RECORD", requires = "game", conflicts_with_all = ["verify", "step"])]
    save: Option<PathBuf>,
    /// Print no log, only whether the record replays and the fingerprint of the game it ends in. Of an archive, all
    /// games are tried
    #[arg(long)]
    verify: bool,
    /// Wait for Enter at each choice
    #[arg(long)]
    step: bool,
}

pub fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let catalogue = Catalogue::standard();
    if is_archive(&arguments.file) {
        return replay_archive(catalogue, arguments, input, out);
    }
    let record = read_record(catalogue, &read_file(&arguments.file)?)?;
    if arguments.game.is_some() {
        bail!("{} is the record of one game; only an archive has games by number", arguments.file.display());
    }
    replay_record(catalogue, arguments, &record, input, out)
}

fn replay_record(
    catalogue: &'static Catalogue,
    arguments: &Arguments,
    record: &Record<ForbiddenStars>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    remark(catalogue, record, out)?;
    let mut events: Vec<Event> = Vec::new();
    let mut game = record.begin(catalogue, &mut events)?;
    let log = !arguments.verify || arguments.step;
    if log {
        tell(&game, &events, out)?;
    }
    for index in 0..record.choices.len() {
        let (seat, choice) = &record.choices[index];
        if arguments.step && !next_line(input)? {
            return Ok(ExitCode::SUCCESS);
        }
        events.clear();
        if let Err(error) = record.step(&mut game, index, &mut events) {
            writeln!(out, "The record diverges: {}", brief(&error.to_string()))?;
            return Ok(ExitCode::FAILURE);
        }
        if log {
            writeln!(out, "> {}: {choice}", describe::player(&game, *seat))?;
            tell(&game, &events, out)?;
        }
    }
    if !game.is_over() {
        writeln!(out, "The record ends at: {}", game.breadcrumb())?;
    }
    if arguments.verify {
        let choices = numbers::of(record.choices.len() as u64, "choice");
        writeln!(out, "{choices}, fingerprint {}: OK", fingerprint(&game))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn replay_archive(
    catalogue: &'static Catalogue,
    arguments: &Arguments,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let save = arguments.save.as_deref().map(|path| Output::new(path, Kind::Record)).transpose()?;
    let archive = read_archive(&arguments.file)?;
    let wanted = arguments.game.map(|number| find(&archive, number)).transpose()?;
    for sentence in &archive.damage {
        let whole = match archive.games.len() {
            1 => "1 game in it is whole".to_owned(),
            games => format!("{games} games in it are whole"),
        };
        writeln!(out, "# the archive is damaged: {sentence}; {whole}")?;
    }
    match wanted {
        Some(game) => match (game.record(catalogue, archive.stamp.as_ref()), save) {
            (Ok(record), Some(save)) => {
                save.write(&record.to_string())?;
                writeln!(out, "Game {} is saved as {}.", game.number, save.path().display())?;
                Ok(ExitCode::SUCCESS)
            }
            (Ok(record), None) => replay_record(catalogue, arguments, &record, input, out),
            (Err(error), _) => diverges(&error.to_string(), out),
        },
        None => {
            if let Some(reason) = archive.stranger(catalogue) {
                writeln!(out, "# {reason}; it is replayed with this one")?;
            }
            if arguments.verify { verify(catalogue, &archive, out) } else { list(&archive, out) }
        }
    }
}

/// Replays every game; a damaged archive is not in order even if the rest of it is.
fn verify(catalogue: &'static Catalogue, archive: &Archive<ForbiddenStars>, out: &mut dyn Write) -> Result<ExitCode> {
    let mut choices: u64 = 0;
    let mut is_good = archive.damage.is_empty();
    for game in &archive.games {
        if let Err(error) = game.replay(catalogue, |_, _, _| choices += 1) {
            diverges(&error.to_string(), out)?;
            is_good = false;
        }
    }
    let verdict = if is_good { "OK" } else { "not all is well" };
    let (games, choices) = (numbers::of(archive.games.len() as u64, "game"), numbers::of(choices, "choice"));
    writeln!(out, "{games}, {choices}: {verdict}")?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn diverges(reason: &str, out: &mut dyn Write) -> Result<ExitCode> {
    writeln!(out, "The record diverges: {}", brief(reason))?;
    Ok(ExitCode::FAILURE)
}

/// What is inside.
fn list(archive: &Archive<ForbiddenStars>, out: &mut dyn Write) -> Result<ExitCode> {
    if let Some(stamp) = &archive.stamp {
        let players = stamp.players.join(", ");
        let games = numbers::of(archive.games.len() as u64, "game");
        writeln!(out, "{games} of {}, played by {players}", stamp.game)?;
    }
    if archive.games.is_empty() {
        writeln!(out, "There is no whole game in the archive.")?;
        return Ok(if archive.damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let mut games = table(&["game", "seed", "map", "factions"]);
    let seed = |game: &Kept<ForbiddenStars>| game.seed_number().map_or("long".to_owned(), |seed| seed.to_string());
    for game in &archive.games {
        let map = match game.options.map {
            MapChoice::Introductory => "introductory",
            MapChoice::Free => "free",
        };
        games.add_row([game.number.to_string(), seed(game), map.to_owned(), game.options.factions.join(", ")]);
    }
    writeln!(out, "{}", games.trim_fmt())?;
    Ok(ExitCode::SUCCESS)
}

/// Says what is strange about a record.
pub fn remark(catalogue: &'static Catalogue, record: &Record<ForbiddenStars>, out: &mut dyn Write) -> Result<()> {
    if record.cut_off {
        writeln!(
            out,
            "# the record is cut off in its last line; the {} choices before it are used",
            record.choices.len()
        )?;
    }
    if let Some(reason) = record.stranger(catalogue) {
        writeln!(out, "# {reason}; it is replayed with this one")?;
    }
    Ok(())
}

fn tell(game: &Game, events: &[Event], out: &mut dyn Write) -> Result<()> {
    for event in events {
        writeln!(out, "  {}", ForbiddenStars::describe_event(game, event))?;
    }
    Ok(())
}

/// Waits for a line; `false` at the end of the input.
fn next_line(input: &mut dyn BufRead) -> Result<bool> {
    let mut line = Vec::new();
    Ok(input.read_until(b'\n', &mut line)? > 0)
}
