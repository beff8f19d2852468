//! The rules behind a question, clause by clause.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const FILE: &str = include_str!("../../../docs/forbidden-stars/clauses.toml");

#[derive(Deserialize)]
struct Clauses {
    clause: Vec<Clause>,
}

#[derive(Deserialize)]
struct Clause {
    id: String,
    text: String,
}

/// What the clause with this id says.
pub fn text(id: &str) -> Option<&'static str> {
    texts().get(id).map(String::as_str)
}

/// The clauses about one card, by its name in notation: id and text.
pub fn about_card(card: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    // The list leaves out the article of some names.
    let bare = card.strip_prefix("the-").unwrap_or(card);
    let prefixes = [card, bare].map(|name| format!("card-clarifications.{name}."));
    texts()
        .iter()
        .filter(move |(id, _)| prefixes.iter().any(|prefix| id.starts_with(prefix)))
        .map(|(id, text)| (id.as_str(), text.as_str()))
}

fn texts() -> &'static BTreeMap<String, String> {
    static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let clauses: Clauses = toml::from_str(FILE).expect("the clause list is checked by a test");
        clauses.clause.into_iter().map(|clause| (clause.id, clause.text)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clause_list_can_be_read() {
        assert!(text("combat.choose-card.1").is_some());
        assert_eq!(text("no.such.clause"), None);
        assert_eq!(about_card("wave-serpent").count(), 2);
        assert_eq!(about_card("the-green-tide").count(), 1);
        assert_eq!(about_card("the-emperor-protects").count(), 1);
    }
}
