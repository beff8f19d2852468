//! What there is to read about a game: its glossary, its clauses, its guided first round.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use utoipa::ToSchema;

#[derive(Clone, Debug, Default)]
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

impl Texts {
    /// The texts of a game that has none.
    pub fn none() -> &'static Texts {
        static NONE: OnceLock<Texts> = OnceLock::new();
        NONE.get_or_init(Texts::default)
    }

    /// The clauses about one card, by its name in notation: id and text. Its name is a part of their ids.
    pub fn about_card(&self, card: &str) -> impl Iterator<Item = (&str, &str)> {
        // The list leaves out the article of some names.
        let bare = card.strip_prefix("the-").unwrap_or(card);
        let names = [card.to_owned(), bare.to_owned()];
        self.clauses
            .iter()
            .filter(move |(id, _)| id.split('.').skip(1).any(|part| names.iter().any(|name| name == part)))
            .map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// Reads the three files that a game's folder has: glossary, clauses, first round. A test reads them too, so what is
    /// wrong in them never gets out.
    pub fn read(glossary: &str, clauses: &str, first_round: &str) -> Texts {
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

/// Links in a text that lead nowhere, clauses that do not exist, ids that stand twice: one sentence each.
impl Texts {
    pub fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let ids: BTreeSet<&str> = self.glossary.iter().map(|entry| entry.id.as_str()).collect();
        let titles: BTreeSet<String> = self.glossary.iter().map(|entry| entry.title.to_lowercase()).collect();
        if ids.len() < self.glossary.len() {
            mistakes.push("an id stands twice in the glossary".to_owned());
        }
        let told = self.glossary.iter().map(|entry| (&entry.id, &entry.text));
        for (at, text) in told.chain(self.first_round.iter().map(|step| (&step.id, &step.text))) {
            for (shown, id) in links(text) {
                let is_known = id.map_or_else(|| titles.contains(&shown.to_lowercase()), |id| ids.contains(id));
                if !is_known {
                    mistakes.push(format!("{at}: [[{shown}]] leads nowhere"));
                }
            }
        }
        for entry in &self.glossary {
            let unknown = entry.clauses.iter().filter(|id| !self.clauses.contains_key(*id));
            mistakes.extend(unknown.map(|id| format!("{}: there is no clause {id}", entry.id)));
            let unknown = entry.see.iter().filter(|id| !ids.contains(id.as_str()));
            mistakes.extend(unknown.map(|id| format!("{}: there is no entry {id}", entry.id)));
        }
        let cited: BTreeSet<&String> = self.glossary.iter().flat_map(|entry| &entry.clauses).collect();
        if !self.glossary.is_empty() {
            let missing = self.clauses.keys().filter(|id| !cited.contains(id));
            mistakes.extend(missing.map(|id| format!("no entry of the glossary leads to clause {id}")));
        }
        mistakes
    }
}

fn links(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split("[[").skip(1).filter_map(|rest| rest.split_once("]]")).map(|(link, _)| match link.split_once('|') {
        Some((shown, id)) => (shown, Some(id)),
        None => (link, None),
    })
}
