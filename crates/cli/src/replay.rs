//! A recorded game again, or one of many in an archive.

use crate::quote::brief;
use crate::show::read_file;
use crate::tables::table;
use anyhow::{Context, Result, bail};
use forbidden_stars::describe;
use forbidden_stars::{Catalogue, Event, ForbiddenStars, Game, MapChoice};
use kernel::{Deaf, Record, Rules, fingerprint};
use lab::archive::{Archive, Kept, MAGIC};
use std::fs::File;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record, or an archive of many, whose games are listed
    file: PathBuf,
    /// The game with this number in an archive
    #[arg(long, value_name = "NUMBER")]
    game: Option<u64>,
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
        writeln!(out, "{} choices, fingerprint {}: OK", record.choices.len(), fingerprint(&game))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Larger archives are refused: they are read whole.
const MOST_BYTES: u64 = 1 << 30;

/// A file that cannot be read is no archive; whoever reads it next says why.
fn is_archive(path: &Path) -> bool {
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut first));
    read.is_ok() && first == MAGIC
}

fn read_archive(path: &Path) -> Result<Archive<ForbiddenStars>> {
    let cannot = || format!("the archive {} cannot be read", path.display());
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the archive {} is larger than 1 GiB; keep fewer games in one file", path.display());
    }
    Archive::read(&bytes).with_context(cannot)
}

fn replay_archive(
    catalogue: &'static Catalogue,
    arguments: &Arguments,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let archive = read_archive(&arguments.file)?;
    let wanted = match arguments.game {
        None => None,
        Some(number) => match archive.games.iter().find(|game| game.number == number) {
            Some(game) => Some(game),
            None => bail!("there is no whole game {number} in the archive; without --game they are listed"),
        },
    };
    for sentence in &archive.damage {
        let games = archive.games.len();
        writeln!(out, "# the archive is damaged: {sentence}; {games} games in it are whole")?;
    }
    match wanted {
        Some(game) => match game.record(catalogue, archive.stamp.as_ref()) {
            Ok(record) => replay_record(catalogue, arguments, &record, input, out),
            Err(error) => diverges(&error.to_string(), out),
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
    writeln!(out, "{} games, {choices} choices: {verdict}", archive.games.len())?;
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
        writeln!(out, "{} games of {}, played by {players}", archive.games.len(), stamp.game)?;
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

/// Reads a record that can be begun, with every line in its form. Whether its choices are legal is another question.
pub fn read_record(catalogue: &'static Catalogue, text: &str) -> Result<Record<ForbiddenStars>> {
    let record: Record<ForbiddenStars> = Record::parse(text)?;
    let seats = record.begin(catalogue, &mut Deaf)?.table.seats;
    for (index, (seat, choice)) in record.choices.iter().enumerate() {
        let line = index + 2;
        if seat.0 >= seats {
            bail!("line {line}: there is no seat {}; the seats are 0 to {}", seat.0, seats - 1);
        }
        if choice.trim().is_empty() {
            bail!("line {line}: “{} ” is not “SEAT CHOICE”", seat.0);
        }
    }
    Ok(record)
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
