//! A record put into a file.

use crate::show::read_file;
use anyhow::{Context, Result, bail};
use forbidden_stars::ForbiddenStars;
use kernel::Record;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes the record beside `path` and moves it there when it is whole. Only an older record gives way to it.
pub fn write(record: &Record<ForbiddenStars>, path: &Path) -> Result<()> {
    let place = place_of(path)?;
    let cannot = || format!("{} cannot be written", path.display());
    let Some(name) = place.file_name() else { bail!("{} is not the name of a file", path.display()) };
    let mut draft = name.to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = place.with_file_name(draft);
    let mut file = File::create_new(&draft).with_context(cannot)?;
    let written = file
        .write_all(record.to_string().as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&draft, &place));
    if written.is_err() {
        // It is of no use to anybody, and the other error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written.with_context(cannot)
}

/// Where the file really lies, if something may be written there.
fn place_of(path: &Path) -> Result<PathBuf> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_owned()),
        Ok(_) if gives_way(path) => {
            fs::canonicalize(path).with_context(|| format!("{} cannot be found", path.display()))
        }
        Ok(_) | Err(_) => bail!("{} is another kind of file and stays as it is", path.display()),
    }
}

/// Is it a record, or empty? What cannot be read is something else.
fn gives_way(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    is_file && read_file(path).is_ok_and(|text| text.is_empty() || Record::<ForbiddenStars>::parse(&text).is_ok())
}
