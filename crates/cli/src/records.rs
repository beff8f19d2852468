//! Files that hold games: a record, or an archive of many. Or a position, from which a game can begin.

use crate::numbers;
use crate::show::{is_record, read_file};
use anyhow::{Context, Error, Result, bail};
use lab::archive::{MAGIC, stamp_of};
use shelf::{AnyArchive, AnyRecord, Shelf, Title};
use std::cmp::Reverse;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What was found in a file.
pub enum Content {
    Record(Found<Box<dyn AnyRecord>>),
    /// Text that is no record. Whether it is a position is another question.
    Other(String),
}

/// Something that was found, and the game it is of.
pub struct Found<T> {
    pub title: &'static dyn Title,
    pub what: T,
}

/// Reads a record, or the game with this number out of an archive.
pub fn read(shelf: Shelf, path: &Path, game: Option<u64>) -> Result<Content> {
    if is_archive(path) {
        let Some(number) = game else {
            bail!(
                "{0} is an archive of many games; name one with --game NUMBER (`orrery replay {0}` lists them)",
                path.display()
            );
        };
        let Found { title, what: archive } = read_archive(shelf, path)?;
        let what = find(&*archive, number)?.map_err(Error::msg)?;
        return Ok(Content::Record(Found { title, what }));
    }
    let text = read_file(path)?;
    if game.is_some() {
        let what = if is_record(&text) { "the record of one game" } else { "no archive" };
        bail!("{} is {what}; only an archive has games by number, so leave out --game", path.display());
    }
    Ok(if is_record(&text) { Content::Record(read_record(shelf, &text)?) } else { Content::Other(text) })
}

/// The whole game with this number. If it goes another way than recorded, the inner error says where.
pub fn find(archive: &dyn AnyArchive, number: u64) -> Result<Result<Box<dyn AnyRecord>, String>> {
    archive.record(number).with_context(|| {
        let whole = numbers::of(archive.games().len() as u64, "whole game");
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

pub fn read_archive(shelf: Shelf, path: &Path) -> Result<Found<Box<dyn AnyArchive>>> {
    let cannot = || format!("the archive {} cannot be read", path.display());
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the archive {} is larger than 1 GiB; keep fewer games in one file", path.display());
    }
    let title = match stamp_of(&bytes) {
        Some(stamp) => shelf.find(&stamp.game),
        None => {
            // Whoever finds most games in it knows it best.
            let games = |title: &&dyn Title| title.read_archive(&bytes).map_or(0, |archive| archive.games().len());
            Ok(shelf.titles().min_by_key(|title| Reverse(games(title))).unwrap_or(shelf.first()))
        }
    };
    let title = title.map_err(Error::msg).with_context(cannot)?;
    let what = title.read_archive(&bytes).map_err(Error::msg).with_context(cannot)?;
    Ok(Found { title, what })
}

/// Reads a record that can be begun, with every line in its form. Whether its choices are legal is another question.
pub fn read_record(shelf: Shelf, text: &str) -> Result<Found<Box<dyn AnyRecord>>> {
    let header: Option<serde_json::Value> = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
    let game = header.as_ref().and_then(|header| header.get("game")?.as_str());
    let title = match game.map(|game| (game, shelf.find(game))) {
        Some((_, Ok(title))) => title,
        Some((game, Err(reason))) => bail!("line 1: this is a record of “{game}”, but {reason}"),
        // It says what is wrong with the header.
        None => shelf.first(),
    };
    Ok(Found { title, what: title.read_record(text).map_err(Error::msg)? })
}
