//! What we read of the server's answers and write in our requests: the few fields that a player without eyes needs.
//! Written down here once more on purpose: who only has the description of the API can play, too.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize)]
pub struct Page {
    pub sequence: u32,
    pub step: u32,
    pub seat: Option<u8>,
    pub prompt: Option<Prompt>,
    pub stop: Option<String>,
    pub undo: Undo,
    pub outcome: Option<serde::de::IgnoredAny>,
    pub fragments: BTreeMap<String, Fragment>,
    pub log: Vec<LogLine>,
    pub log_end: u32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Undo {
    pub possible: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Prompt {
    pub options: Vec<Answer>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Answer {
    pub id: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Fragment {
    pub version: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LogLine {
    pub number: u32,
    pub step: u32,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Batch {
    pub sequence: u32,
    /// Needed by a key that holds several seats.
    pub seat: Option<u8>,
    pub choices: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    pub sequence: u32,
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NewTable {
    pub game: &'static str,
    pub options: BTreeMap<&'static str, &'static str>,
    pub seats: Vec<NewSeat>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NewSeat {
    pub sitter: &'static str,
    pub name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Fork {
    pub step: u32,
    pub seats: Vec<NewSeat>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Joining {
    pub name: &'static str,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Seated {
    pub id: String,
    pub key: String,
    pub links: Vec<Link>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Link {
    pub seat: u8,
    pub url: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct News {
    pub sequence: u32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Summary {
    pub sequence: u32,
}

/// A game that the server offers.
#[derive(Debug, Deserialize)]
pub struct Offer {
    pub name: String,
    pub seats: SeatRange,
}

#[derive(Debug, Deserialize)]
pub struct SeatRange {
    pub least: u8,
    pub most: u8,
}
