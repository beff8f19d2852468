//! What goes over the wire between a table and those who sit at it. No rules type is shaped for this; these are.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// All that one viewer needs to show the table and to answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Page {
    /// The game's name, as in the list of games.
    pub game: String,
    /// Entries in the match's journal. Whatever changes the match names the sequence it answers.
    pub sequence: u32,
    /// Choices made so far: the position on the replay scrubber.
    pub step: u32,
    /// The seat that looks; none for a spectator.
    pub seat: Option<u8>,
    /// Where the game is, outermost first: `["Round 2", "Operations", "Advance into 10A"]`.
    pub breadcrumb: Vec<String>,
    /// Clockwise from seat 0.
    pub seats: Vec<SeatStrip>,
    /// The question put to the viewer, if one is.
    pub prompt: Option<Prompt>,
    /// The choices staged so far, when this page is a preview; in the order in which they were given.
    pub staged: Vec<Staged>,
    /// Why nothing can follow the staged choices before they are confirmed; none while more can. Whatever the prompt
    /// offers then belongs among the staged choices.
    pub stop: Option<String>,
    /// What a guide may explain now, by the names in its file.
    pub moments: Vec<String>,
    /// The scene that begins with the staged choices, as `POST /api/odds` reads it.
    pub ahead: Option<String>,
    pub undo: Undo,
    /// The seat that took back a decision, if that was the last thing that happened here.
    pub taken_back: Option<u8>,
    /// Who has won, once the game is over.
    pub outcome: Option<Outcome>,
    /// Parts of the page as SVG or HTML, by name; those that the viewer already has are left out.
    pub fragments: BTreeMap<String, Fragment>,
    /// Log lines after the last one that the viewer has, or the last few hundred of them.
    pub log: Vec<LogLine>,
    /// The number that the next log line will have.
    pub log_end: u32,
    /// Set when the match goes on under other rules than those it began with: says so in a sentence.
    pub notice: Option<String>,
}

/// A part of the page, as markup that is safe to insert.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fragment {
    /// Changes whenever the markup does; sent back in `have` to get only what is new.
    pub version: String,
    pub html: String,
}

/// One seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatStrip {
    pub seat: u8,
    /// With colour and shape the mark of the seat.
    pub letter: String,
    /// The side that is played: "the Reds".
    pub side: String,
    /// The person's or bot's name; empty while nobody sits there.
    pub name: String,
    pub sitter: Sitter,
    /// What we wait for: "place an order token"; none if we do not wait for this seat. The same whatever it holds.
    pub asked: Option<String>,
    /// It has sealed its answer and waits for the others.
    pub answered: bool,
    pub eliminated: bool,
    /// Time left in milliseconds, as of when the page was made; none without a clock.
    pub clock: Option<i64>,
    /// The clock runs.
    pub ticking: bool,
    /// Somebody has the page open from this seat.
    pub present: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    Person,
    /// One of several persons before the same screen.
    Here,
    Bot,
    /// A bot that plays for a person who has resigned or run out of time.
    Stand,
}

/// A question and its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Prompt {
    /// What is asked, as one word for programs: `place-order`, `choose-combat-card`.
    pub kind: String,
    /// One sentence.
    pub question: String,
    pub shape: PromptShape,
    /// What the card that asks says, if a card asks.
    pub card: Option<String>,
    pub options: Vec<Answer>,
    /// Some of these answers fit among what is staged, and are not offered any more once that is confirmed.
    pub now_or_never: bool,
    /// Ids of the clauses behind the question.
    pub clauses: Vec<String>,
}

/// See `kernel::Shape`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PromptShape {
    Pick,
    Compose,
    Assign,
    Number,
    Window,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// In notation; this is what is sent back.
    pub id: String,
    pub label: String,
    /// Pieces to point at, in order; their `data-piece` in the fragments.
    pub pieces: Vec<String>,
}

/// A choice that is staged and not yet made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Staged {
    pub id: String,
    pub label: String,
    /// What it answers.
    pub question: String,
}

/// Whether the viewer's last choice can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Undo {
    pub possible: bool,
    /// What would be taken back, or why nothing can be; one sentence.
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    pub winners: Vec<u8>,
    /// "The Reds win in round 6."
    pub sentence: String,
}

/// One event, as the viewer heard of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LogLine {
    /// Counted from 0, for this viewer.
    pub number: u32,
    /// The choice after which it happened: a position on the replay scrubber.
    pub step: u32,
    pub seat: Option<u8>,
    pub text: String,
    /// Pieces that the line is about.
    pub pieces: Vec<String>,
    /// How deep it stands under a heading: 0 round, 1 phase, 2 turn, 3 what follows from it.
    pub depth: u8,
    /// Whether a scene begins or ends with it.
    pub scene: Option<SceneMark>,
    /// Only this viewer reads it.
    pub private: bool,
}

/// See `kernel::Scene`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SceneMark {
    Begins,
    Ends,
}

/// Choices of one seat, all or none of which are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The sequence that the page showed.
    pub sequence: u32,
    /// The seat that answers; needed only by a key that holds several seats.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Answers in notation, in order; moves and purchases of one series in any order.
    pub choices: Vec<String>,
}

/// How a battle may end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Odds {
    pub title: String,
    pub text: String,
    pub svg: String,
    /// Shares of attacker, defender and nobody.
    pub wins: [f64; 3],
    /// The seats of attacker and defender; none for a battle told in words.
    pub seats: Option<[u8; 2]>,
    /// Standard error of the attacker's share; 0 if the shares are exact.
    pub error: f64,
    /// How many battles were fought out; 0 if the shares are exact.
    pub battles: u64,
    /// Everything that can happen was gone through.
    pub exact: bool,
    /// The battle in words, as `POST /api/odds` reads them; none where no words fit.
    pub query: Option<String>,
    /// A sentence on what these words leave out of a battle that is being fought.
    pub note: Option<String>,
    /// The same battle with one unit more or less; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_if: Option<Vec<WhatIf>>,
}

/// A battle with one unit more or less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WhatIf {
    /// "one more" and the kind of unit.
    pub label: String,
    /// In words, as `POST /api/odds` reads them.
    pub query: String,
    /// Whose unit it is: 0 for the attacker, 1 for the defender.
    pub side: u8,
    /// Shares of attacker, defender and nobody.
    pub wins: [f64; 3],
}

/// The chances of winning over a finished game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chances {
    pub svg: String,
    /// The decisions that cost most, as sentences.
    pub turning_points: Vec<TurningPoint>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurningPoint {
    pub step: u32,
    pub seat: u8,
    pub text: String,
}

/// A mark on the replay scrubber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    pub step: u32,
    pub kind: MarkKind,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    Round,
    Phase,
    Scene,
}
