//! What goes over the wire between a table and those who sit at it. No rules type is shaped for this; these are.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// All that one viewer needs to show the table and to answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Page {
    /// The game's name: `forbidden-stars`.
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
    /// The battle that begins with the staged choices, as `POST /api/odds` reads it.
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
    /// The side that is played: "Evil Sunz".
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
    /// "Evil Sunz win in round 6."
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
    /// Whether a battle begins or ends with it.
    pub battle: Option<BattleMark>,
    /// Only this viewer reads it.
    pub private: bool,
}

/// See `kernel::Battle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BattleMark {
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
