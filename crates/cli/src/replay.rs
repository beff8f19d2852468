//! A recorded game again.

use crate::quote::brief;
use crate::show::read_file;
use anyhow::{Result, bail};
use forbidden_stars::describe;
use forbidden_stars::{Catalogue, Event, ForbiddenStars, Game};
use kernel::{Deaf, Record, Rules, fingerprint};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record
    file: PathBuf,
    /// Print no log, only whether the record replays and the fingerprint of the game it ends in
    #[arg(long)]
    verify: bool,
    /// Wait for Enter at each choice
    #[arg(long)]
    step: bool,
}

pub fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let catalogue = Catalogue::standard();
    let record = read_record(catalogue, &read_file(&arguments.file)?)?;
    remark(catalogue, &record, out)?;
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
