//! Files that hold games: a record, or an archive of many. Or a position, from which a game can begin.

use crate::numbers;
use crate::show::{is_record, read_file};
use anyhow::{Context, Result, bail};
use forbidden_stars::{Catalogue, ForbiddenStars};
use kernel::{Deaf, Record};
use lab::archive::{Archive, Kept, MAGIC};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What was found in a file.
pub enum Content {
    Record(Record<ForbiddenStars>),
    /// Text that is no record. Whether it is a position is another question.
    Other(String),
}

/// Reads a record, or the game with this number out of an archive.
pub fn read(catalogue: &'static Catalogue, path: &Path, game: Option<u64>) -> Result<Content> {
    if is_archive(path) {
        let Some(number) = game else {
            bail!(
                "{0} is an archive of many games; name one with --game NUMBER (`orrery replay {0}` lists them)",
                path.display()
            );
        };
        let archive = read_archive(path)?;
        return Ok(Content::Record(find(&archive, number)?.record(catalogue, archive.stamp.as_ref())?));
    }
    let text = read_file(path)?;
    if game.is_some() {
        let what = if is_record(&text) { "the record of one game" } else { "no archive" };
        bail!("{} is {what}; only an archive has games by number, so leave out --game", path.display());
    }
    Ok(if is_record(&text) { Content::Record(read_record(catalogue, &text)?) } else { Content::Other(text) })
}

/// The whole game with this number.
pub fn find(archive: &Archive<ForbiddenStars>, number: u64) -> Result<&Kept<ForbiddenStars>> {
    let found = archive.games.iter().find(|game| game.number == number);
    found.with_context(|| {
        let whole = numbers::of(archive.games.len() as u64, "whole game");
        format!("there is no whole game {number} in the archive, which has {whole}; `orrery replay` lists them")
    })
}

/// Larger archives are refused: they are read whole.
const MOST_BYTES: u64 = 1 << 30;

/// A file that cannot be read is no archive; whoever reads it next says why.
pub fn is_archive(path: &Path) -> bool {
    // Of a pipe nothing may be taken away from whoever reads it next.
    if !std::fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut first));
    read.is_ok() && first == MAGIC
}

pub fn read_archive(path: &Path) -> Result<Archive<ForbiddenStars>> {
    let cannot = || format!("the archive {} cannot be read", path.display());
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the archive {} is larger than 1 GiB; keep fewer games in one file", path.display());
    }
    Archive::read(&bytes).with_context(cannot)
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
