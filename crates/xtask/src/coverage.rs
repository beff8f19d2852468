//! Clause list, code and tests held against each other.

use crate::citations::{Ids, Role, Scanned, named, scan};
use crate::components::{Component, count_todos, read_components};
use crate::report;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is asked of the repository beyond citing only what exists.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// Every coverage.md is up to date; none is written.
    pub check: bool,
    /// Nothing lacks a test.
    pub strict: bool,
}

/// Writes or checks the coverage of every game, and says in sentences what is wrong.
pub fn run(root: &Path, demands: Demands) -> Result<Vec<String>> {
    let games = collect(root)?;
    let mut complaints = unknown_citations(&games);
    for game in &games {
        println!("{}", report::summary_line(game));
        complaints.extend(game.unknown_cards());
        if demands.strict {
            complaints.extend(game.gaps());
        }
        let written = format!("docs/{}/coverage.md", game.name);
        let path = root.join(&written);
        let fresh = report::markdown(game);
        if demands.check {
            if std::fs::read_to_string(&path).ok().as_deref() != Some(&fresh) {
                complaints.push(format!("{written} is not up to date: run `cargo xtask coverage`."));
            }
        } else {
            std::fs::write(&path, fresh).with_context(|| format!("{written} cannot be written"))?;
        }
    }
    Ok(complaints)
}

/// The folder that holds the workspace, seen from anywhere inside it.
pub fn workspace_root() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be found")?;
    let is_root = |folder: &&Path| folder.join("Cargo.lock").is_file() && folder.join("crates").is_dir();
    here.ancestors().find(is_root).map(Path::to_owned).context("run this inside the workspace")
}

/// One clause of a rulebook.
#[derive(Debug, Deserialize)]
pub struct Clause {
    pub id: String,
    pub kind: String,
}

#[derive(Deserialize)]
struct ClauseFile {
    clause: Vec<Clause>,
}

/// A game's clauses and components, and where they turn up.
#[derive(Debug)]
pub struct Game {
    pub name: String,
    pub clauses: Vec<Clause>,
    pub components: Vec<Component>,
    pub todos: usize,
    scanned: Vec<Scanned>,
    code: Places,
    tests: Places,
    component_tests: Places,
}

/// For each clause id or component name, the places, in order.
type Places = BTreeMap<String, BTreeSet<String>>;

impl Game {
    pub fn code_of(&self, clause: &Clause) -> Vec<&str> {
        places(&self.code, &clause.id)
    }

    pub fn tests_of(&self, clause: &Clause) -> Vec<&str> {
        places(&self.tests, &clause.id)
    }

    pub fn tests_of_component(&self, component: &Component) -> Vec<&str> {
        places(&self.component_tests, &component.name)
    }

    fn read(root: &Path, name: &str) -> Result<Game> {
        let file = format!("docs/{name}/clauses.toml");
        let text = std::fs::read_to_string(root.join(&file)).with_context(|| format!("{file} cannot be read"))?;
        let list: ClauseFile = toml::from_str(&text).with_context(|| format!("{file} is not a list of clauses"))?;
        let mut seen = BTreeSet::new();
        if let Some(twice) = list.clause.iter().find(|clause| !seen.insert(&clause.id)) {
            bail!("{file} has two clauses {}.", twice.id);
        }
        let ids = Ids::of(list.clause.iter().map(|clause| &*clause.id));
        let mut game = Game {
            name: name.to_owned(),
            clauses: list.clause,
            components: read_components(root, name)?,
            todos: count_todos(root, name)?,
            scanned: scan(root, name, &ids)?,
            code: Places::new(),
            tests: Places::new(),
            component_tests: Places::new(),
        };
        game.note_places();
        Ok(game)
    }

    fn note_places(&mut self) {
        let names = names(&self.components);
        for file in &self.scanned {
            let path = self.short(&file.path);
            for citation in &file.citations {
                let places = match citation.place.role {
                    Role::Code => &mut self.code,
                    Role::Test(_) => &mut self.tests,
                };
                places.entry(citation.id.clone()).or_default().insert(place(path, &citation.place.role));
            }
            for mark in file.cards.iter().filter(|mark| mark.place.role != Role::Code) {
                if let Some(name) = named(mark, &names) {
                    let tests = self.component_tests.entry(name.to_owned()).or_default();
                    tests.insert(place(path, &mark.place.role));
                }
            }
        }
    }

    /// A path as the report shows it: inside the game's own crate, from there.
    fn short<'a>(&self, path: &'a str) -> &'a str {
        let own = format!("crates/{}/", self.name);
        path.strip_prefix(&own).unwrap_or(path)
    }

    fn knows(&self, id: &str) -> bool {
        self.clauses.iter().any(|clause| clause.id == id)
    }

    fn unknown_cards(&self) -> Vec<String> {
        let names = names(&self.components);
        let mut complaints = Vec::new();
        for file in self.scanned.iter().filter(|file| !file.is_shared && file.path.contains("/tests/")) {
            for mark in file.cards.iter().filter(|mark| mark.is_certain && named(mark, &names).is_none()) {
                complaints.push(format!(
                    "{}:{} names the card “{}”, which {} does not have.",
                    file.path, mark.place.line, mark.text, self.name
                ));
            }
        }
        complaints
    }

    fn gaps(&self) -> Vec<String> {
        let clauses = self
            .clauses
            .iter()
            .filter(|clause| clause.kind != "definition" && self.tests_of(clause).is_empty())
            .map(|clause| format!("{}: no test cites [{}] ({}).", self.name, clause.id, clause.kind));
        let components =
            self.components.iter().filter(|component| self.tests_of_component(component).is_empty()).map(|component| {
                format!("{}: no test plays “{}” ({}, {}).", self.name, component.name, component.kind, component.of)
            });
        let todos = (self.todos > 0).then(|| format!("{}: the data says Todo {} times.", self.name, self.todos));
        clauses.chain(components).chain(todos).collect()
    }
}

/// Every game that has a list of clauses, in order of name.
fn collect(root: &Path) -> Result<Vec<Game>> {
    games_with_clauses(root)?.iter().map(|name| Game::read(root, name)).collect()
}

/// The names of these games.
pub fn games_with_clauses(root: &Path) -> Result<Vec<String>> {
    let docs = root.join("docs");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&docs).context("the folder docs cannot be listed")? {
        let path = entry.context("the folder docs cannot be listed")?.path();
        if path.join("clauses.toml").is_file() {
            names.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    if names.is_empty() {
        bail!("No folder in docs has a clauses.toml.");
    }
    names.sort();
    Ok(names)
}

/// A citation must name a clause of its game; in tests that the games share, of any game.
fn unknown_citations(games: &[Game]) -> Vec<String> {
    let mut complaints = BTreeSet::new();
    for game in games {
        for file in &game.scanned {
            for citation in &file.citations {
                let is_known =
                    game.knows(&citation.id) || file.is_shared && games.iter().any(|other| other.knows(&citation.id));
                if !is_known {
                    let list = if file.is_shared {
                        "no clauses.toml has".to_owned()
                    } else {
                        format!("docs/{}/clauses.toml does not have", game.name)
                    };
                    complaints.insert((&file.path, citation.place.line, format!("[{}], which {list}", citation.id)));
                }
            }
        }
    }
    complaints.into_iter().map(|(path, line, what)| format!("{path}:{line} cites {what}.")).collect()
}

fn names(components: &[Component]) -> BTreeSet<&str> {
    components.iter().map(|component| &*component.name).collect()
}

fn place(path: &str, role: &Role) -> String {
    match role {
        Role::Code | Role::Test(None) => path.to_owned(),
        Role::Test(Some(function)) => format!("{path}::{function}"),
    }
}

fn places<'a>(all: &'a Places, key: &str) -> Vec<&'a str> {
    all.get(key).into_iter().flatten().map(String::as_str).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn workspace() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders deep").to_owned()
    }

    #[test]
    fn every_citation_in_the_workspace_names_a_clause() {
        let games = collect(&workspace()).expect("the workspace can be read");
        assert_eq!(unknown_citations(&games), [""; 0]);
    }

    #[test]
    fn every_card_mark_in_the_workspace_names_a_card() {
        let games = collect(&workspace()).expect("the workspace can be read");
        assert_eq!(games.iter().flat_map(Game::unknown_cards).collect::<Vec<_>>(), [""; 0]);
    }

    fn small_game(scanned: Vec<Scanned>) -> Game {
        let clause = |id: &str, kind: &str| Clause { id: id.to_owned(), kind: kind.to_owned() };
        let component =
            |name: &str| Component { of: "f".to_owned(), kind: "event".to_owned(), name: name.to_owned(), todos: 0 };
        let mut game = Game {
            name: "small".to_owned(),
            clauses: vec![clause("a.b.1", "mechanic"), clause("a.b.2", "definition"), clause("a.b.3", "limit")],
            components: vec![component("Ambush"), component("Panic")],
            todos: 1,
            scanned,
            code: Places::new(),
            tests: Places::new(),
            component_tests: Places::new(),
        };
        game.note_places();
        game
    }

    fn file(path: &str, text: &str) -> Scanned {
        let (citations, cards) =
            crate::citations::read_citations(path, text, &Ids::of(["a.b.1", "a.b.2", "a.b.3", "z.z.2"]));
        Scanned { path: path.to_owned(), is_shared: path.starts_with("crates/orrery/"), citations, cards }
    }

    #[test]
    fn gaps_are_clauses_components_and_todos() {
        let game = small_game(vec![
            file("crates/small/src/x.rs", "/// [a.b.1, a.b.3]\nfn x() {}"),
            file("crates/small/tests/x.rs", "/// [a.b.1]\n/// card: Panic\n#[test]\nfn it() {}"),
        ]);
        assert_eq!(
            game.gaps(),
            [
                "small: no test cites [a.b.3] (limit).",
                "small: no test plays “Ambush” (event, f).",
                "small: the data says Todo 1 times."
            ]
        );
        assert_eq!(game.tests_of(&game.clauses[0]), ["tests/x.rs::it"]);
        assert_eq!(game.code_of(&game.clauses[2]), ["src/x.rs"]);
    }

    #[test]
    fn unknown_ids_and_cards_are_reported_with_their_line() {
        let game = small_game(vec![
            file("crates/small/tests/x.rs", "\n/// [a.b.9]\n/// card: Pan\nfn it() {}"),
            file("crates/orrery/tests/y.rs", "// [z.z.1]"),
        ]);
        assert_eq!(
            game.unknown_cards(),
            ["crates/small/tests/x.rs:3 names the card “Pan”, which small does not have."]
        );
        assert_eq!(
            unknown_citations(&[game]),
            [
                "crates/orrery/tests/y.rs:1 cites [z.z.1], which no clauses.toml has.",
                "crates/small/tests/x.rs:2 cites [a.b.9], which docs/small/clauses.toml does not have."
            ]
        );
    }

    #[test]
    fn the_report_has_every_table() {
        let game = small_game(vec![file("crates/small/src/x.rs", "/// [a.b.1]\nfn x() {}")]);
        let page = report::markdown(&game);
        for line in [
            "| all | 3 | 1 | 0 |",
            "| `a.b.1` | mechanic | src/x.rs | |",
            "| Ambush | f | event | |",
            "* mechanic: `a.b.1`",
            "* limit: `a.b.3`",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} in:\n{page}");
        }
    }
}
