//! Files that a command writes when its work is done.
//!
//! One rule for all of them: a file gives way only if it is empty or of the same kind. It is checked before the work,
//! which changes nothing, and written as a whole: beside its place first, then into it.

use crate::show::read_file;
use anyhow::{Context, Result, bail};
use shelf::{Shelf, Title};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Of any game.
    Record(Shelf),
    /// For bots that play this game.
    Weights(&'static dyn Title),
    /// An SVG picture.
    Picture,
    /// The games of a tournament, as CSV.
    Games,
    /// The report of a tournament, as JSON.
    Report,
}

impl Kind {
    fn is_of(self, text: &str) -> bool {
        match self {
            Kind::Record(shelf) => shelf.titles().any(|title| title.read_record(text).is_ok()),
            Kind::Weights(title) => title.are_weights(text),
            Kind::Picture => text.starts_with("<svg"),
            Kind::Games => text.lines().next() == Some(lab::tournament::CSV_HEADER),
            Kind::Report => serde_json::from_str::<serde_json::Value>(text).is_ok_and(|json| {
                ["games", "planned", "bots", "decision_times"].iter().all(|key| !json[key].is_null())
            }),
        }
    }
}

/// A file that can be written, and may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// As people named it.
    path: PathBuf,
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A whole file takes this place. Links were followed.
    File(PathBuf),
    /// Something like `/dev/null`, which is written to.
    Device,
}

impl Output {
    /// Checks that a file of this kind may be written here, and leaves everything as it is.
    pub fn new(path: &Path, kind: Kind) -> Result<Output> {
        if path.to_string_lossy().ends_with(std::path::is_separator) {
            bail!("{} is the name of a folder; name a file", path.display());
        }
        let place = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    bail!("{} is a link that leads nowhere; name another file", path.display());
                }
                Place::File(path.to_owned())
            }
            Err(error) => return Err(error).with_context(|| cannot(path)),
            Ok(found) if found.is_dir() => bail!("{} cannot be written: it is a folder; name a file", path.display()),
            Ok(found) if found.is_file() => {
                if found.len() > 0 && !read_file(path).is_ok_and(|text| kind.is_of(&text)) {
                    bail!("{} is another kind of file and stays as it is; name another", path.display());
                }
                OpenOptions::new().append(true).open(path).with_context(|| cannot(path))?;
                Place::File(fs::canonicalize(path).with_context(|| cannot(path))?)
            }
            Ok(_) => Place::Device,
        };
        if let Place::File(place) = &place {
            let (draft, _) = draft(path, place)?;
            fs::remove_file(draft).with_context(|| cannot(path))?;
        }
        Ok(Output { path: path.to_owned(), place })
    }

    /// Is something there already that would be lost?
    pub fn is_taken(&self) -> bool {
        matches!(&self.place, Place::File(place) if fs::metadata(place).is_ok_and(|found| found.len() > 0))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file. If that fails, what was there is still there, and nothing else.
    pub fn write(&self, text: &str) -> Result<()> {
        let place = match &self.place {
            Place::Device => {
                let written = OpenOptions::new().write(true).open(&self.path);
                return written
                    .and_then(|mut device| device.write_all(text.as_bytes()))
                    .with_context(|| cannot(&self.path));
            }
            Place::File(place) => place,
        };
        let (draft, mut file) = draft(&self.path, place)?;
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .and_then(|()| match fs::metadata(place) {
                Ok(found) => fs::set_permissions(&draft, found.permissions()),
                Err(_) => Ok(()),
            })
            .and_then(|()| fs::rename(&draft, place));
        if written.is_err() {
            // It is of no use to anybody, and the other error is the one to tell.
            let _ = fs::remove_file(&draft);
        }
        written.with_context(|| cannot(&self.path))
    }
}

/// A new file beside the place, which nobody else has.
fn draft(path: &Path, place: &Path) -> Result<(PathBuf, File)> {
    let Some(name) = place.file_name() else { bail!("{} is not the name of a file", path.display()) };
    let mut draft = name.to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = place.with_file_name(draft);
    let file = File::create_new(&draft).with_context(|| cannot(path))?;
    Ok((draft, file))
}

fn cannot(path: &Path) -> String {
    format!("the file {} cannot be written", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fresh folder for one test, which names it.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("orrery-output-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_gives_way_to_its_own_kind_only() {
        let folder = folder("kinds");
        let csv = format!("{}\n1,2\n", lab::tournament::CSV_HEADER);
        let report = r#"{"games": 1, "planned": 1, "bots": [], "decision_times": {}}"#;
        let tunable = games::SHELF.titles().find_map(|title| Some((title, title.tuning()?)));
        let (title, tuning) = tunable.expect("the bots of some game can be tuned");
        let samples = [
            (Kind::Weights(title), tuning.write(&tuning.standard())),
            (Kind::Picture, "<svg width=\"1\"/>".to_owned()),
            (Kind::Games, csv),
            (Kind::Report, report.to_owned()),
        ];
        let path = folder.join("file");
        for (index, (kind, _)) in samples.iter().enumerate() {
            for (other, (other_kind, text)) in samples.iter().enumerate() {
                fs::write(&path, text).expect("written");
                let output = Output::new(&path, *kind);
                assert_eq!(output.is_ok(), index == other, "{kind:?} over {other_kind:?}");
                assert_eq!(&fs::read_to_string(&path).expect("it is still there"), text);
            }
            fs::write(&path, "dear diary").expect("written");
            let refused = Output::new(&path, *kind).expect_err("a diary").to_string();
            assert!(refused.ends_with("is another kind of file and stays as it is; name another"), "{refused}");
            fs::write(&path, "").expect("written");
            assert!(Output::new(&path, *kind).is_ok_and(|output| !output.is_taken()));
        }
        assert_eq!(names(&folder), ["file"]);
        fs::remove_dir_all(&folder).expect("the folder was ours");
    }

    #[test]
    fn what_cannot_be_written_is_found_out_before() {
        let folder = folder("refused");
        assert!(Output::new(&folder, Kind::Picture).expect_err("a folder").to_string().contains("it is a folder"));
        let nowhere = folder.join("no/such/folder");
        let refused = Output::new(&nowhere, Kind::Picture).expect_err("no folder").to_string();
        assert!(refused.ends_with("no/such/folder cannot be written"), "{refused}");
        let slash = Path::new("new-folder/");
        assert!(Output::new(slash, Kind::Picture).expect_err("a folder").to_string().ends_with("; name a file"));
        assert!(names(&folder).is_empty());
        // The folder is gone when the work is done: nothing is left behind, and it is said.
        let output = Output::new(&folder.join("picture.svg"), Kind::Picture).expect("nothing is in the way");
        fs::create_dir(folder.join("picture.svg")).expect("a folder is made there meanwhile");
        assert!(output.write("<svg/>").is_err());
        assert_eq!(names(&folder), ["picture.svg"]);
        fs::remove_dir_all(&folder).expect("the folder was ours");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_written_to() {
        let folder = folder("links");
        let (link, file, lost) = (folder.join("link"), folder.join("file"), folder.join("lost"));
        fs::write(&file, "<svg>old</svg>").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("a link");
        std::os::unix::fs::symlink("nothing", &lost).expect("a link");
        Output::new(&link, Kind::Picture).and_then(|output| output.write("<svg>new</svg>")).expect("written");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "<svg>new</svg>");
        assert!(fs::symlink_metadata(&link).is_ok_and(|found| found.is_symlink()));
        assert!(Output::new(&lost, Kind::Picture).expect_err("a lost link").to_string().contains("leads nowhere"));
        let null = Output::new(Path::new("/dev/null"), Kind::Picture).expect("a device");
        assert_eq!((null.write("<svg/>").is_ok(), null.place), (true, Place::Device));
        assert_eq!(names(&folder), ["file", "link", "lost"]);
        fs::remove_dir_all(&folder).expect("the folder was ours");
    }
}
