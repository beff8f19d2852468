//! The names of everything printed, read lightly: the report does not know the game. Its `docs/<game>/components.toml`
//! says where they stand.

use crate::citations::{files_under, read};
use crate::source::{Source, words};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, PartialEq, Eq)]
pub struct Component {
    /// The data file's name.
    pub of: String,
    pub kind: String,
    pub name: String,
    /// Words of its effect that are not written yet.
    pub todos: usize,
}

/// Where the components of a game stand in its data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listing {
    /// Words that give the game away, besides its own name and the names of its components.
    #[serde(default)]
    words: Vec<String>,
    /// Folders or files in `crates/<game>/data`.
    file: Vec<Place>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    path: String,
    /// Fields that hold components, and what to call one; the field is empty where the file is a list of them.
    sections: BTreeMap<String, String>,
}

/// All components of a game, by file, in the order of the file. A game that does not say where they stand, or has none
/// there, is refused: a report that counts no card would call it tested.
pub fn read_components(root: &Path, game: &str) -> Result<Vec<Component>> {
    let listing = listing(root, game)?;
    let mut all = Vec::new();
    for place in &listing.file {
        let wanted = root.join(format!("crates/{game}/data/{}", place.path));
        let files = if wanted.is_dir() { files_under(&wanted)? } else { vec![wanted] };
        for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "ron")) {
            let of = path.file_stem().unwrap_or_default().to_string_lossy();
            let components = components_of(&of, &read(path)?, &place.sections);
            if components.is_empty() {
                bail!("No component could be read from {}.", path.display());
            }
            all.extend(components);
        }
    }
    if all.is_empty() {
        bail!("docs/{game}/components.toml leads to no component at all.");
    }
    Ok(all)
}

/// The names that belong to a game: words of its own, and its components of more than one word. A card that is called
/// like something of every day gives nothing away.
pub fn names_of(root: &Path, game: &str) -> Result<Vec<String>> {
    let components = read_components(root, game)?.into_iter().map(|component| component.name);
    Ok(listing(root, game)?.words.into_iter().chain(components.filter(|name| name.contains([' ', '-']))).collect())
}

fn listing(root: &Path, game: &str) -> Result<Listing> {
    let file = format!("docs/{game}/components.toml");
    let text = read(&root.join(&file)).with_context(|| {
        format!("{file} must say where the names of the components stand; see that of another game")
    })?;
    toml::from_str(&text).with_context(|| format!("{file} is not a list of places"))
}

/// How often a game's data says `Todo`.
pub fn count_todos(root: &Path, game: &str) -> Result<usize> {
    let mut todos = 0;
    for path in files_under(&root.join(format!("crates/{game}/data")))? {
        if path.extension().is_some_and(|ending| ending == "ron") {
            let source = Source::of_code(&read(&path)?);
            todos += words(&source.code).filter(|(_, word)| *word == "Todo").count();
        }
    }
    Ok(todos)
}

/// A field of the file lies one bracket deep, the name of an entry two or (in a list) three. Where the whole file is a list,
/// the name of an entry lies two deep.
fn components_of(of: &str, text: &str, sections: &BTreeMap<String, String>) -> Vec<Component> {
    let source = Source::of_code(text);
    let mut found: Vec<Component> = Vec::new();
    let mut section = sections.get("");
    let mut depth = 0usize;
    let mut read_to = 0;
    for (position, word) in words(&source.code) {
        for letter in source.code[read_to..position].chars() {
            match letter {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        read_to = position + word.len();
        let is_field = source.code[read_to..].trim_start().starts_with(':');
        if is_field && depth == 1 {
            section = sections.get(word);
        }
        let Some(kind) = section else { continue };
        if is_field && word == "name" && (2..=3).contains(&depth) {
            let name = string_after(&text[read_to..]).to_owned();
            found.push(Component { of: of.to_owned(), kind: kind.clone(), name, todos: 0 });
        } else if word == "Todo"
            && let Some(component) = found.last_mut()
        {
            component.todos += 1;
        }
    }
    found
}

/// The inside of the next string.
fn string_after(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_section_by_section() {
        let text = r#"
            // name: "Comment"
            (
                id: "red", name: "Red",
                dominate: ( name: "Spores", text: "Todo", effect: [] ),
                units: [ (id: "boyz", name: "Boy", plural: "Boyz") ],
                objectives: ["One", "Two"],
                combat_cards: [
                    (
                        name: "Trap", text: "name: \"x\"",
                        unit: [(effect: [Choose(name: "it", units: [(name: "deep")])])],
                    ),
                    (name: "Panic", text: "t", general: [(effect: [Todo])]),
                ],
                order_upgrades: [(name: "More", order: Deploy, effect: [(effect: [Todo, Todo])])],
                events: [(name: "Storm!", effect: [])],
            )
        "#;
        let sections = [
            ("dominate", "dominate ability"),
            ("combat_cards", "combat card"),
            ("order_upgrades", "order upgrade"),
            ("events", "event"),
        ];
        let sections = sections.map(|(field, kind)| (field.to_owned(), kind.to_owned())).into();
        let found: Vec<_> = components_of("red", text, &sections)
            .into_iter()
            .map(|component| format!("{} {} {}", component.kind, component.name, component.todos))
            .collect();
        assert_eq!(
            found,
            [
                "dominate ability Spores 0",
                "combat card Trap 0",
                "combat card Panic 1",
                "order upgrade More 2",
                "event Storm! 0"
            ]
        );
        let list = [(String::new(), "law".to_owned())].into();
        let found = components_of("laws", r#"[ (name: "One", effect: [Todo]), (name: "Two") ]"#, &list);
        let found: Vec<(&str, usize)> = found.iter().map(|law| (&*law.name, law.todos)).collect();
        assert_eq!(found, [("One", 1), ("Two", 0)]);
    }
}
