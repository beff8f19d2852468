//! The names of everything printed on a faction's components, read lightly: the report does not know the game.

use crate::citations::{files_under, read};
use crate::source::{Source, words};
use anyhow::{Result, bail};
use std::path::Path;

#[derive(Debug, PartialEq, Eq)]
pub struct Component {
    /// The faction file's name.
    pub faction: String,
    pub kind: &'static str,
    pub name: String,
    /// Words of its effect that are not written yet.
    pub todos: usize,
}

/// Fields of a faction file that hold components, and what to call one.
const SECTIONS: [(&str, &str); 4] = [
    ("dominate", "dominate ability"),
    ("combat_cards", "combat card"),
    ("order_upgrades", "order upgrade"),
    ("events", "event"),
];

/// All components of a game, by file, in the order of the file.
pub fn read_components(root: &Path, game: &str) -> Result<Vec<Component>> {
    let mut all = Vec::new();
    for path in files_under(&root.join(format!("crates/{game}/data/factions")))? {
        if path.extension().is_some_and(|ending| ending == "ron") {
            let faction = path.file_stem().unwrap_or_default().to_string_lossy();
            let components = components_of(&faction, &read(&path)?);
            if components.is_empty() {
                bail!("No component could be read from {}.", path.display());
            }
            all.extend(components);
        }
    }
    Ok(all)
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

/// A field of the faction lies one bracket deep, the name of an entry two or (in a list) three.
fn components_of(faction: &str, text: &str) -> Vec<Component> {
    let source = Source::of_code(text);
    let mut found: Vec<Component> = Vec::new();
    let mut section = None;
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
            section = SECTIONS.into_iter().find(|(field, _)| *field == word).map(|(_, kind)| kind);
        }
        let Some(kind) = section else { continue };
        if is_field && word == "name" && (2..=3).contains(&depth) {
            let name = string_after(&text[read_to..]).to_owned();
            found.push(Component { faction: faction.to_owned(), kind, name, todos: 0 });
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
                id: "orks", name: "Evil Sunz",
                dominate: ( name: "Spores", text: "Todo", effect: [] ),
                units: [ (id: "boyz", name: "Boy", plural: "Boyz") ],
                objectives: ["One", "Two"],
                combat_cards: [
                    (
                        name: "Ambush", text: "name: \"x\"",
                        unit: [(effect: [Choose(name: "it", units: [(name: "deep")])])],
                    ),
                    (name: "Panic", text: "t", general: [(effect: [Todo])]),
                ],
                order_upgrades: [(name: "More", order: Deploy, effect: [(effect: [Todo, Todo])])],
                events: [(name: "Waaagh!", effect: [])],
            )
        "#;
        let found: Vec<_> = components_of("orks", text)
            .into_iter()
            .map(|component| format!("{} {} {}", component.kind, component.name, component.todos))
            .collect();
        assert_eq!(
            found,
            [
                "dominate ability Spores 0",
                "combat card Ambush 0",
                "combat card Panic 1",
                "order upgrade More 2",
                "event Waaagh! 0"
            ]
        );
    }
}
