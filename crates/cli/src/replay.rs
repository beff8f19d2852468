//! A recorded game again, or one of many in an archive.

use crate::examples::sides_of;
use crate::numbers;
use crate::output::{Kind, Output};
use crate::quote::brief;
use crate::records::{Found, find, is_archive, read_archive, read_record};
use crate::show::read_file;
use crate::tables::table;
use anyhow::{Result, bail};
use shelf::{AnyArchive, AnyRecord, Shelf};
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

pub fn run(arguments: &Arguments, shelf: Shelf, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    if is_archive(&arguments.file) {
        return replay_archive(arguments, shelf, input, out);
    }
    let record = read_record(shelf, &read_file(&arguments.file)?)?.what;
    if arguments.game.is_some() {
        bail!("{} is the record of one game; only an archive has games by number", arguments.file.display());
    }
    replay_record(arguments, &*record, input, out)
}

/// Where a replay has come to.
#[derive(Default)]
struct End {
    breadcrumb: Option<String>,
    fingerprint: Option<String>,
    /// Whoever steps through it has seen enough.
    is_left: bool,
}

fn replay_record(
    arguments: &Arguments,
    record: &dyn AnyRecord,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    remark(record, out)?;
    let log = !arguments.verify || arguments.step;
    let mut made = 0;
    let mut end = End::default();
    let mut told = Ok(());
    let mut each = |moment: shelf::Told<'_>| -> Result<bool> {
        if log {
            if let Some((who, choice)) = moment.chose {
                writeln!(out, "> {who}: {choice}")?;
            }
            for line in moment.lines {
                writeln!(out, "  {line}")?;
            }
        }
        if made == record.len() {
            end.fingerprint = arguments.verify.then(|| (moment.fingerprint)());
            end.breadcrumb = moment.breadcrumb;
        } else if arguments.step && !next_line(input)? {
            end.is_left = true;
        }
        made += 1;
        Ok(!end.is_left)
    };
    let replayed = record.replay(&mut |moment| {
        let go_on = each(moment);
        let is_told = matches!(go_on, Ok(true));
        told = go_on.map(|_| ());
        is_told
    });
    told?;
    if let Err(reason) = replayed {
        return diverges(&reason, out);
    }
    if end.is_left {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(place) = end.breadcrumb {
        writeln!(out, "The record ends at: {place}")?;
    }
    if let Some(fingerprint) = end.fingerprint {
        writeln!(out, "{}, fingerprint {fingerprint}: OK", numbers::of(record.len() as u64, "choice"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn replay_archive(
    arguments: &Arguments,
    shelf: Shelf,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let save = arguments.save.as_deref().map(|path| Output::new(path, Kind::Record(shelf))).transpose()?;
    let found = read_archive(shelf, &arguments.file)?;
    let archive = &*found.what;
    let wanted = match arguments.game {
        Some(number) => Some((number, find(archive, number)?)),
        None => None,
    };
    for sentence in archive.damage() {
        let whole = match archive.games().len() {
            1 => "1 game in it is whole".to_owned(),
            games => format!("{games} games in it are whole"),
        };
        writeln!(out, "# the archive is damaged: {sentence}; {whole}")?;
    }
    match wanted {
        Some((number, record)) => match (record, save) {
            (Ok(record), Some(save)) => {
                save.write(&record.text())?;
                writeln!(out, "Game {number} is saved as {}.", save.path().display())?;
                Ok(ExitCode::SUCCESS)
            }
            (Ok(record), None) => replay_record(arguments, &*record, input, out),
            (Err(reason), _) => diverges(&reason, out),
        },
        None => {
            if let Some(reason) = archive.stranger() {
                writeln!(out, "# {reason}; it is replayed with this one")?;
            }
            if arguments.verify { verify(archive, out) } else { list(&found, out) }
        }
    }
}

/// Replays every game; a damaged archive is not in order even if the rest of it is.
fn verify(archive: &dyn AnyArchive, out: &mut dyn Write) -> Result<ExitCode> {
    let mut choices: u64 = 0;
    let mut is_good = archive.damage().is_empty();
    let games = archive.games().len();
    for index in 0..games {
        match archive.verify(index) {
            Ok(of_game) => choices += of_game,
            Err(reason) => {
                diverges(&reason, out)?;
                is_good = false;
            }
        }
    }
    let verdict = if is_good { "OK" } else { "not all is well" };
    let (games, choices) = (numbers::of(games as u64, "game"), numbers::of(choices, "choice"));
    writeln!(out, "{games}, {choices}: {verdict}")?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn diverges(reason: &str, out: &mut dyn Write) -> Result<ExitCode> {
    writeln!(out, "The record diverges: {}", brief(reason))?;
    Ok(ExitCode::FAILURE)
}

/// What is inside.
fn list(found: &Found<Box<dyn AnyArchive>>, out: &mut dyn Write) -> Result<ExitCode> {
    let (title, archive) = (found.title, &*found.what);
    let games = archive.games();
    if let Some(stamp) = archive.stamp() {
        let players = stamp.players.join(", ");
        writeln!(out, "{} of {}, played by {players}", numbers::of(games.len() as u64, "game"), stamp.game)?;
    }
    if games.is_empty() {
        writeln!(out, "There is no whole game in the archive.")?;
        return Ok(if archive.damage().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let (offer, sides) = (title.offer(), sides_of(title));
    let options: Vec<&str> = offer.options.iter().map(|option| option.id.as_str()).collect();
    let mut rows = table(&[&["game", "seed"], &options[..], &[&sides]].concat());
    for game in games {
        let seed = game.seed.map_or("long".to_owned(), |seed| seed.to_string());
        let values = options.iter().map(|id| game.wish.option(id).unwrap_or_default().to_owned());
        rows.add_row([game.number.to_string(), seed].into_iter().chain(values).chain([game.wish.sides.join(", ")]));
    }
    writeln!(out, "{}", rows.trim_fmt())?;
    Ok(ExitCode::SUCCESS)
}

/// Says what is strange about a record.
pub fn remark(record: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
    if record.is_cut_off() {
        writeln!(out, "# the record is cut off in its last line; the {} choices before it are used", record.len())?;
    }
    if let Some(reason) = record.stranger() {
        writeln!(out, "# {reason}; it is replayed with this one")?;
    }
    Ok(())
}

/// Waits for a line; `false` at the end of the input.
fn next_line(input: &mut dyn BufRead) -> Result<bool> {
    let mut line = Vec::new();
    Ok(input.read_until(b'\n', &mut line)? > 0)
}
