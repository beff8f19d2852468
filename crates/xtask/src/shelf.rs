//! Who knows which game is played: outside a game's own folders nobody does.

use crate::components::names_of;
use crate::coverage::games_with_clauses;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// What people write programs, pages, styles and scripts in.
const SOURCES: [&str; 8] = ["rs", "js", "mjs", "css", "html", "py", "sh", "sql"];

/// The one place that names every game.
const REGISTRY: &str = "crates/games/src/lib.rs";

/// One sentence for each file that names a game, or something of it, that it should not know.
pub fn run(root: &Path) -> Result<Vec<String>> {
    let files = files(root)?;
    let mut complaints = Vec::new();
    for game in games_with_clauses(root)? {
        let words = Words::of(&game, names_of(root, &game)?);
        for file in files.iter().filter(|file| !is_own(file, &game)) {
            let bytes = std::fs::read(root.join(file)).with_context(|| format!("{file} cannot be read"))?;
            let text = without_own_modules(&String::from_utf8_lossy(&bytes), &game);
            if let Some((line, word)) = words.first_in(&text) {
                complaints.push(format!("{file}:{line} names “{word}”, which belongs to {game}."));
            }
        }
    }
    Ok(complaints)
}

/// Everything that git knows and that is a program, a page, a style or a script.
fn files(root: &Path) -> Result<Vec<String>> {
    let listed =
        Command::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root).output();
    let listed = listed.context("git cannot be asked which files there are")?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let is_source = |path: &&str| {
        path.starts_with(".ci/") || path.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending))
    };
    Ok(text.lines().filter(is_source).filter(|path| root.join(path).is_file()).map(str::to_owned).collect())
}

/// The game's own crates and documents, the line in the registry, and tests whose subject it is: they bear its name.
fn is_own(path: &str, game: &str) -> bool {
    let snake = game.replace('-', "_");
    path == REGISTRY || path.split('/').any(|part| part.starts_with(game) || part.starts_with(&snake))
}

/// Lines that only say that a file of the game's own tests lies beside are left empty.
fn without_own_modules(text: &str, game: &str) -> String {
    let module = format!("mod {}", game.replace('-', "_"));
    let kept = text.lines().map(|line| if line.starts_with(&module) { "" } else { line });
    kept.collect::<Vec<_>>().join("\n")
}

/// The names that give a game away, as they stand in code, in notation and in prose.
#[derive(Debug)]
struct Words(BTreeSet<String>);

impl Words {
    fn of(game: &str, names: impl IntoIterator<Item = String>) -> Words {
        let all = [game.to_owned()].into_iter().chain(names).flat_map(|name| {
            let plain: String = name
                .to_lowercase()
                .chars()
                .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
                .collect();
            ["-", "_", " ", ""].map(|joint| plain.replace([' ', '-', '_'], joint))
        });
        Words(all.filter(|word| word.len() > 3).collect())
    }

    /// The first line that has one, counted from 1, and which.
    fn first_in(&self, text: &str) -> Option<(usize, &str)> {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            for word in &self.0 {
                let mut from = 0;
                while let Some(at) = line[from..].find(word.as_str()).map(|at| from + at) {
                    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
                    let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
                    if !is_letter(before) && !is_letter(after) {
                        return Some((number, word));
                    }
                    from = at + word.len();
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::workspace;

    #[test]
    fn nobody_outside_a_game_names_it() {
        assert_eq!(run(&workspace()).expect("the workspace can be read"), [""; 0]);
    }

    #[test]
    fn whoever_names_a_game_or_its_parts_is_found() {
        let words = Words::of("red-sea", ["Great Whale".to_owned(), "Reefs".to_owned()]);
        for (text, found) in [
            ("one\nlet game = \"red-sea\";", Some((2, "red-sea"))),
            ("use red_sea::Table;", Some((1, "red_sea"))),
            ("struct RedSea;", Some((1, "redsea"))),
            ("// the great whale", Some((1, "great whale"))),
            (".great-whale { fill: red }", Some((1, "great-whale"))),
            ("reefs", Some((1, "reefs"))),
            ("bored sea, greatwhales, reefsy", None),
        ] {
            assert_eq!(words.first_in(text), found, "{text}");
        }
    }

    #[test]
    fn a_game_may_name_itself() {
        for own in [
            "crates/red-sea/src/lib.rs",
            "crates/red-sea-hosted/style/map.css",
            "web/tests/red-sea/whale.test.mjs",
            "crates/server/tests/api/red_sea_odds.rs",
            REGISTRY,
        ] {
            assert!(is_own(own, "red-sea"), "{own}");
        }
        assert!(!is_own("crates/server/src/hall.rs", "red-sea"));
    }
}
