//! The files of the page: built into the program, or read from a folder while they are being written.

use shelf::{Shelf, Title};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.svg"]
#[include = "js/*.js"]
#[include = "css/*.css"]
struct Embedded;

/// Where the page's files come from.
#[derive(Debug)]
pub struct Assets {
    folder: Option<PathBuf>,
    /// What all games' pictures have in common, and what each of them adds.
    style: String,
}

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    pub kind: &'static str,
    /// Changes whenever the file does.
    pub version: String,
}

impl Assets {
    /// The built-in files, or those of this folder.
    pub fn new(folder: Option<PathBuf>, shelf: Shelf) -> Self {
        let style = [picture::STYLE].into_iter().chain(shelf.titles().map(Title::style)).collect();
        Assets { folder, style }
    }

    pub fn get(&self, path: &str) -> Option<Asset> {
        let bytes = match (path, &self.folder) {
            ("picture.css", _) => Cow::Owned(self.style.clone().into_bytes()),
            (_, Some(folder)) => Cow::Owned(std::fs::read(folder.join(inside(path)?)).ok()?),
            (_, None) => Embedded::get(path)?.data,
        };
        let version = blake3::hash(&bytes).to_hex()[..16].to_owned();
        Some(Asset { bytes, kind: kind_of(path)?, version })
    }
}

/// A path that does not lead out of its folder.
fn inside(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

fn kind_of(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let assets = Assets::new(Some(PathBuf::from("../../web")), Shelf::new(&[]));
        for path in ["../Cargo.toml", "/etc/hosts", "js/../../Cargo.toml", "..", "", "tests/package.json"] {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }
}
