//! What there is to read about a game: its glossary, its clauses, its guided first round.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use utoipa::ToSchema;

#[derive(Clone, Debug)]
pub struct Texts {
    pub glossary: Vec<Entry>,
    /// Id and text.
    pub clauses: BTreeMap<String, String>,
    pub first_round: Vec<GuideStep>,
}

/// A term in our words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    pub title: String,
    /// Other words that mean it.
    #[serde(default)]
    pub also: Vec<String>,
    /// Paragraphs with a blank line between; `[[words|id]]` is a link.
    pub text: String,
    /// The clauses that say it exactly.
    #[serde(default)]
    pub clauses: Vec<String>,
    #[serde(default)]
    pub see: Vec<String>,
    pub group: String,
}

/// A step of the guided first round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuideStep {
    pub id: String,
    /// The question it explains, or `start`, `phase:…`, `battle`, `end`.
    pub when: String,
    /// Which time the question is put; the first if not said.
    #[serde(default)]
    pub times: Option<u32>,
    pub title: String,
    pub text: String,
    /// Pieces to look at; a `*` stands for the rest of an id.
    #[serde(default)]
    pub look: Vec<String>,
    #[serde(default, rename = "try")]
    pub attempt: Option<String>,
}

/// What there is to read about the game with this name.
pub fn of(game: &str) -> Option<&'static Texts> {
    static FORBIDDEN_STARS: OnceLock<Texts> = OnceLock::new();
    match game {
        "forbidden-stars" => Some(FORBIDDEN_STARS.get_or_init(|| {
            Texts::read(
                include_str!("../../../docs/forbidden-stars/glossary.toml"),
                include_str!("../../../docs/forbidden-stars/clauses.toml"),
                include_str!("../../../docs/forbidden-stars/first-round.toml"),
            )
        })),
        _ => None,
    }
}

impl Texts {
    fn read(glossary: &str, clauses: &str, first_round: &str) -> Texts {
        #[derive(Deserialize)]
        struct Glossary {
            entry: Vec<Entry>,
        }
        #[derive(Deserialize)]
        struct Clauses {
            clause: Vec<Clause>,
        }
        #[derive(Deserialize)]
        struct Clause {
            id: String,
            text: String,
        }
        #[derive(Deserialize)]
        struct Steps {
            step: Vec<GuideStep>,
        }
        let glossary: Glossary = toml::from_str(glossary).expect("a test reads the glossary");
        let clauses: Clauses = toml::from_str(clauses).expect("a test reads the clauses");
        let steps: Steps = toml::from_str(first_round).expect("a test reads the first round");
        Texts {
            glossary: glossary.entry,
            clauses: clauses.clause.into_iter().map(|clause| (clause.id, clause.text)).collect(),
            first_round: steps.step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn links(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
        text.split("[[").skip(1).filter_map(|rest| rest.split_once("]]")).map(|(link, _)| match link.split_once('|') {
            Some((shown, id)) => (shown, Some(id)),
            None => (link, None),
        })
    }

    #[test]
    fn every_link_and_clause_of_the_glossary_exists() {
        let texts = of("forbidden-stars").expect("there are texts");
        let ids: BTreeSet<&str> = texts.glossary.iter().map(|entry| entry.id.as_str()).collect();
        let titles: BTreeSet<String> = texts.glossary.iter().map(|entry| entry.title.to_lowercase()).collect();
        assert_eq!(ids.len(), texts.glossary.len(), "ids are unique");
        let told = texts.glossary.iter().map(|entry| (&entry.id, &entry.text));
        for (at, text) in told.chain(texts.first_round.iter().map(|step| (&step.id, &step.text))) {
            for (shown, id) in links(text) {
                let known = id.map_or_else(|| titles.contains(&shown.to_lowercase()), |id| ids.contains(id));
                assert!(known, "{at}: [[{shown}]] leads nowhere");
            }
        }
        for entry in &texts.glossary {
            for id in &entry.clauses {
                assert!(texts.clauses.contains_key(id), "{}: no clause {id}", entry.id);
            }
            for id in &entry.see {
                assert!(ids.contains(id.as_str()), "{}: no entry {id}", entry.id);
            }
        }
    }

    #[test]
    fn every_clause_is_reached_from_some_entry() {
        let texts = of("forbidden-stars").expect("there are texts");
        let cited: BTreeSet<&String> = texts.glossary.iter().flat_map(|entry| &entry.clauses).collect();
        let missing: Vec<&String> = texts.clauses.keys().filter(|id| !cited.contains(id)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
