//! What a game must say about itself.
//!
//! The methods of [`Rules`] come in four groups: how a game begins and goes on (`start` to `choices`), who may know what
//! (`view` to `heard_by`), how it is written and told (`print_choice` to `clauses`), and what the laws are checked with
//! (`curiosity`, `conserved`).

use crate::{Answer, Chance, Flow, Game, Play, Question, Seat, SeatSet, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;

/// Plain data: copied like an integer, compared, hashed, saved.
pub trait Plain: Copy + Eq + Hash + Debug + Default + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + Debug + Default + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// Why a game does not take something from outside: options that do not go together, a text that is no choice, a table that
/// does not add up.
///
/// It is a sentence, and made by the game: only the game knows its own words, and nothing but people reads it. What the
/// kernel itself refuses is data instead, [`Illegal`](crate::Illegal).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Objection(pub String);

impl From<Objection> for String {
    fn from(Objection(sentence): Objection) -> String {
        sentence
    }
}

impl From<String> for Objection {
    fn from(sentence: String) -> Objection {
        Objection(sentence)
    }
}

impl From<&str> for Objection {
    fn from(sentence: &str) -> Objection {
        Objection(sentence.to_owned())
    }
}

/// The rules of one game.
pub trait Rules: Sized + Copy + Debug + Send + Sync + 'static {
    /// As in file names and on the command line.
    const NAME: &'static str;
    /// The version of these rules: raised whenever the same choices may lead elsewhere. It is written into every record, so
    /// that a rule put right in one game does not make strangers of the records of all others.
    const VERSION: u32;

    /// Everything printed: cards, sheets, map. Shared, read-only, never copied; it lives as long as the program.
    type Catalogue: Debug + Send + Sync + 'static;
    /// What the players agree on before the first component is touched.
    type Options: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Every component, and where it is.
    type Table: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A bookmark: procedure, step, a few ids.
    type Frame: Plain;
    /// The kinds of frames that something may cut short.
    type Procedure: Copy + Eq + Debug;
    /// A question, named for what a player hears. It says all that the answer depends on besides the table.
    type Decision: Plain;
    /// An answer, by meaning and not by number: `Deploy(Scout)`.
    type Choice: Plain + Ord;
    /// Something that happened, for those who watch. Rules never read it.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;
    /// What one viewer may see.
    type View: Clone + PartialEq + Debug + Serialize;

    /// A fingerprint of everything printed.
    ///
    /// A game whose catalogue is `()` has nothing to tell apart, and any constant will do.
    fn catalogue_hash(catalogue: &Self::Catalogue) -> [u8; 32];
    /// The table before the first step, and the outermost procedure.
    fn start(
        catalogue: &'static Self::Catalogue,
        options: &Self::Options,
    ) -> Result<(Self::Table, Self::Frame), Objection>;
    /// How many sit at the table.
    fn seats(table: &Self::Table) -> u8;
    /// Who has won. Meaningful once the stack is empty.
    fn winners(table: &Self::Table) -> SeatSet;

    /// Runs one step of a procedure.
    fn run(frame: &mut Self::Frame, play: &mut Play<'_, Self>) -> Flow<Self>;
    /// Which kind of procedure this is a bookmark of.
    fn procedure(frame: &Self::Frame) -> Self::Procedure;
    /// Moves a frame that is being cut short to its closing step; `false` if it has none and just ends.
    fn close(frame: &mut Self::Frame) -> bool;
    /// Standing rules ("the moment that..."), consulted before every question: what ends now, if anything. What lies between
    /// two questions is not interrupted: where it matters that nobody draws a card any more, the step that would draw it
    /// looks for itself.
    fn standing(_play: &mut Play<'_, Self>) -> Option<Self::Procedure> {
        None
    }

    /// The legal answers, pushed onto `out`. Never none.
    fn choices(game: &Game<Self>, seat: Seat, decision: Self::Decision, out: &mut Vec<Self::Choice>);

    /// What `viewer` may see. Starts empty and adds.
    fn view(game: &Game<Self>, viewer: Viewer) -> Self::View;
    /// A whole game that `seat` could not tell from this one, everything it cannot know dealt anew.
    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self>;
    /// The same game with the chance to come from `chance`, and everything dealt anew that no seat has seen: whoever plays
    /// on from a game that is known to its end cannot foretell it.
    fn renew(game: &Game<Self>, chance: Chance) -> Game<Self>;
    /// The event as `viewer` hears of it, if at all.
    fn told_to(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The choice as the others hear of it: what is laid facedown is masked, by any card that is always the same. Answers to a question put to several seats
    /// at once are sealed anyway until all are in.
    fn heard(_decision: Self::Decision, choice: Self::Choice) -> Self::Choice {
        choice
    }

    /// What `listener` hears of one answer of a moment, told when the last one is in. The answers stand in the order of
    /// the questions. `None` leaves no trace with this listener: a pass in a window, or a response that came too late.
    ///
    /// What a seat has heard is how a bot knows where it is in a game. So whatever the rules throw away unseen must leave
    /// no trace, or a bot learns an intent that nobody at the table could know.
    fn heard_by(
        listener: Seat,
        asked: &[Question<Self::Decision>],
        answers: &[Answer<Self::Choice>],
        which: usize,
    ) -> Option<Self::Choice> {
        crate::heard_as_said::<Self>(listener, asked, answers, which)
    }

    /// Canonical text of a choice; [`parse_choice`](Rules::parse_choice) reads it back.
    fn print_choice(game: &Game<Self>, choice: Self::Choice) -> String;
    /// The choice that this text says, legal or not.
    fn parse_choice(game: &Game<Self>, text: &str) -> Result<Self::Choice, Objection>;
    /// A frame's part of the breadcrumb; empty if it has nothing to add.
    fn describe_frame(game: &Game<Self>, frame: &Self::Frame) -> String;
    /// The question as a player hears it.
    fn describe_decision(game: &Game<Self>, seat: Seat, decision: Self::Decision) -> String;
    /// The event as a line of the log.
    fn describe_event(game: &Game<Self>, event: &Self::Event) -> String;
    /// The clauses behind a question.
    fn clauses(game: &Game<Self>, decision: Self::Decision) -> Vec<&'static str>;

    /// How much likelier an explorer makes this choice. Random play at equal weights never sees some corners of a game;
    /// the laws are checked on explorers' games too.
    fn curiosity(_game: &Game<Self>, _seat: Seat, _decision: Self::Decision, _choice: Self::Choice) -> u32 {
        1
    }

    /// Counts components against the box; the sentence says what is missing or too many.
    fn conserved(game: &Game<Self>) -> Result<(), Objection>;
}
