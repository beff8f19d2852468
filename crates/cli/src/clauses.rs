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
    static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        let clauses: Clauses = toml::from_str(FILE).expect("the clause list is checked by a test");
        clauses.clause.into_iter().map(|clause| (clause.id, clause.text)).collect()
    });
    texts.get(id).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clause_list_can_be_read() {
        assert!(text("combat.choose-card.1").is_some());
        assert_eq!(text("no.such.clause"), None);
    }
}
