//! Clauses cited in brackets, and cards named by tests.

use crate::source::{Function, Source, function_at};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file of a game, and what it says.
#[derive(Debug)]
pub struct Scanned {
    /// From the workspace's root, with forward slashes.
    pub path: String,
    /// All games' tests lie here, so an id may be another game's.
    pub is_shared: bool,
    pub citations: Vec<Citation>,
    pub cards: Vec<CardMark>,
}

/// One clause id in brackets.
#[derive(Debug, PartialEq, Eq)]
pub struct Citation {
    pub id: String,
    pub place: Place,
}

/// A `card:` mark.
#[derive(Debug, PartialEq, Eq)]
pub struct CardMark {
    /// From the name to the end of the line.
    pub text: String,
    /// The mark stands alone on its line, so it can be nothing but a mark.
    pub is_certain: bool,
    pub place: Place,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    pub role: Role,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Code,
    /// In a test, and in which function.
    Test(Option<String>),
}

/// What counts as the id of a clause.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    known: BTreeSet<String>,
    /// What the ids begin with: `combat`, `67`.
    topics: BTreeSet<String>,
}

impl Ids {
    pub fn of<'a>(ids: impl IntoIterator<Item = &'a str>) -> Ids {
        let known: BTreeSet<String> = ids.into_iter().map(str::to_owned).collect();
        let topics = known.iter().filter_map(|id| id.split('.').next()).map(str::to_owned).collect();
        Ids { known, topics }
    }

    /// Is it an id, or does it look like one that is meant to be? A flagship may be called `[0.0.1]`: only what begins
    /// like an id of the game does.
    fn fits(&self, text: &str) -> bool {
        if self.known.contains(text) {
            return true;
        }
        let parts: Vec<&str> = text.split('.').collect();
        let is_part = |part: &&str| {
            !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        };
        let is_number = |part: &str| part.chars().all(|digit| digit.is_ascii_digit());
        parts.len() >= 2
            && parts.iter().all(is_part)
            && self.topics.contains(parts[0])
            && (is_number(parts[0]) || parts.last().is_some_and(|last| is_number(last)))
    }
}

/// Everything that may cite clauses of `game`.
pub fn scan(root: &Path, game: &str, ids: &Ids) -> Result<Vec<Scanned>> {
    let mut scanned = Vec::new();
    let own = [game.to_owned(), format!("{game}-hosted")];
    let own =
        own.iter().flat_map(|name| ["data", "src", "tests"].map(|folder| (format!("crates/{name}/{folder}"), false)));
    let shared = ["orrery", "testkit"].map(|name| (format!("crates/{name}/tests"), true));
    for (folder, is_shared) in own.chain(shared) {
        for path in files_under(&root.join(&folder))? {
            let name = relative(root, &path);
            let text = read(&path)?;
            let (citations, cards) = read_citations(&name, &text, ids);
            scanned.push(Scanned { path: name, is_shared, citations, cards });
        }
    }
    Ok(scanned)
}

pub fn relative(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The text of a file; bytes that are none are replaced.
pub fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// All files in a folder and its folders, in order of path. None if there is no such folder.
pub fn files_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be listed", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("{} cannot be listed", folder.display()))?.path();
        if path.is_dir() {
            found.extend(files_under(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The citations and card marks of one file, in order.
pub fn read_citations(path: &str, text: &str, ids: &Ids) -> (Vec<Citation>, Vec<CardMark>) {
    let source = if path.ends_with(".rs") { Source::of_code(text) } else { Source::of_prose(text) };
    let file = File { functions: source.functions(), tests_from: tests_from(path, text, &source), text };
    let citations = groups(&source.prose)
        .filter_map(|(position, group)| Some((position, cited(group, ids)?)))
        .flat_map(|(position, ids)| ids.into_iter().map(move |id| (position, id)))
        .map(|(position, id)| Citation { id: id.to_owned(), place: file.place(&source, position) })
        .collect();
    let cards = source
        .prose
        .match_indices("card: ")
        .map(|(position, mark)| {
            let after = &source.prose[position + mark.len()..];
            let before = &source.prose[..position];
            CardMark {
                text: after.lines().next().unwrap_or_default().trim().to_owned(),
                is_certain: before.lines().next_back().is_none_or(|line| line.trim().is_empty())
                    && file.line_at(position).trim_start().starts_with("//"),
                place: file.place(&source, position),
            }
        })
        .collect();
    (citations, cards)
}

/// The component that a mark names: the longest name that fits.
pub fn named<'a>(mark: &CardMark, names: &BTreeSet<&'a str>) -> Option<&'a str> {
    let fits = |name: &&&str| {
        mark.text.strip_prefix(**name).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric()))
    };
    names.iter().filter(fits).max_by_key(|name| name.len()).copied()
}

struct File<'a> {
    text: &'a str,
    functions: Vec<Function>,
    /// From here on everything is test.
    tests_from: usize,
}

impl File<'_> {
    fn place(&self, source: &Source, position: usize) -> Place {
        let line = source.line(position);
        if position < self.tests_from {
            return Place { line, role: Role::Code };
        }
        let is_about_the_file = self.line_at(position).trim_start().starts_with("//!");
        let function = if is_about_the_file { None } else { function_at(&self.functions, position) };
        Place { line, role: Role::Test(function.map(str::to_owned)) }
    }

    fn line_at(&self, position: usize) -> &str {
        let start = self.text[..position].rfind('\n').map_or(0, |end| end + 1);
        self.text[start..].lines().next().unwrap_or_default()
    }
}

fn tests_from(path: &str, text: &str, source: &Source) -> usize {
    if path.contains("/tests/") {
        return 0;
    }
    let mut start = 0;
    for line in source.code.split_inclusive('\n') {
        if line.trim() == "#[cfg(test)]" {
            return start;
        }
        start += line.len();
    }
    text.len() + 1
}

/// What stands between brackets, with its position.
fn groups(prose: &str) -> impl Iterator<Item = (usize, &str)> {
    prose.match_indices('[').filter_map(move |(open, _)| {
        let inside = &prose[open + 1..];
        let end = inside.find(['[', ']'])?;
        inside[end..].starts_with(']').then(|| (open, &inside[..end]))
    })
}

/// The ids of a group, if it holds nothing else.
fn cited<'a>(group: &'a str, ids: &Ids) -> Option<Vec<&'a str>> {
    group.split([',', ';']).map(|part| Some(part.trim()).filter(|part| ids.fits(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids as two rulebooks number them.
    fn some_ids() -> Ids {
        let topics = ["a.b.1", "c-d.e-2.33", "f.g.4", "h.i.5", "j.k.6", "t.t.9", "c.d.2", "e.f.3"];
        Ids::of(topics.into_iter().chain(["67.5.b.i", "timing.1", "setup.6.iii.snake", "errata.veto"]))
    }

    fn cited(path: &str, text: &str) -> Vec<String> {
        let say = |citation: Citation| match citation.place.role {
            Role::Code => format!("{}:{} code", citation.id, citation.place.line),
            Role::Test(function) => {
                format!("{}:{} test {}", citation.id, citation.place.line, function.as_deref().unwrap_or("-"))
            }
        };
        read_citations(path, text, &some_ids()).0.into_iter().map(say).collect()
    }

    #[test]
    fn several_ids_share_brackets() {
        assert_eq!(
            cited("crates/g/src/a.rs", "/// Rule. [a.b.1, c-d.e-2.33; f.g.4]\n/// [h.i.5,\n///  j.k.6]"),
            ["a.b.1:1 code", "c-d.e-2.33:1 code", "f.g.4:1 code", "h.i.5:2 code", "j.k.6:2 code"]
        );
    }

    #[test]
    fn indexing_links_and_versions_are_no_citations() {
        let text =
            "let x = table[self.seat.0]; let y = [self.a.1, self.b.1]; // [1.2.3] [a.b](c) [b.1] [a.b.1, why] [x]";
        assert_eq!(cited("crates/g/src/a.rs", text), [""; 0]);
    }

    /// Whatever stands in the clause file is an id; what begins like one and is none is refused, not overlooked.
    #[test]
    fn ids_are_those_of_the_game() {
        let ids = some_ids();
        for id in ["a.b.1", "67.5.b.i", "timing.1", "setup.6.iii.snake", "errata.veto", "a.b.99", "67.5.c", "timing.12"]
        {
            assert!(ids.fits(id), "{id}");
        }
        for other in ["0.0.1", "1.2.3", "self.seat.0", "a.b", "a..1", ".b.1", "a.b.", "a_b.c.1", "68.1", "timing", ""] {
            assert!(!ids.fits(other), "{other}");
        }
    }

    #[test]
    fn a_test_citation_names_its_function() {
        let text =
            "//! [t.t.9]\n/// Rule. [a.b.1]\n#[test]\nfn first() {\n    check(\"{ [c.d.2] }\");\n}\n// [e.f.3]\n";
        assert_eq!(
            cited("crates/g/tests/rules/a.rs", text),
            ["t.t.9:1 test -", "a.b.1:2 test first", "c.d.2:5 test first", "e.f.3:7 test -"]
        );
    }

    #[test]
    fn tests_inside_a_source_file_are_tests() {
        let text =
            "/// [a.b.1]\nfn rule() {}\n#[cfg(test)]\nmod tests {\n    /// [a.b.2]\n    #[test]\n    fn it() {}\n}\n";
        assert_eq!(cited("crates/g/src/a.rs", text), ["a.b.1:1 code", "a.b.2:5 test it"]);
    }

    #[test]
    fn data_and_transcripts_cite_anywhere() {
        assert_eq!(
            cited("crates/g/data/a.ron", "( text: \"x [a.b.1]\" ) // [a.b.2]"),
            ["a.b.1:1 code", "a.b.2:1 code"]
        );
        assert_eq!(cited("crates/g/tests/transcripts/a.txt", "# [a.b.1]"), ["a.b.1:1 test -"]);
    }

    #[test]
    fn marks_name_the_longest_card_that_fits() {
        let text = "/// card: Ambush Party\n/// card: Panic\n#[test]\nfn it() { check(\"card: Ambush; then\") }";
        let marks = read_citations("crates/g/tests/cards/a.rs", text, &some_ids()).1;
        let names = BTreeSet::from(["Ambush", "Ambush Party", "Pan"]);
        let found: Vec<_> = marks.iter().map(|mark| (named(mark, &names), mark.is_certain)).collect();
        assert_eq!(found, [(Some("Ambush Party"), true), (None, true), (Some("Ambush"), false)]);
        assert!(marks.iter().all(|mark| mark.place.role == Role::Test(Some("it".to_owned()))));
    }
}
