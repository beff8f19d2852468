//! What a game says to those who show it to people: names, labels, what to point at, what everybody can see anyway.

use crate::{Game, Rules, Seat};
use serde::{Deserialize, Serialize};

/// What a client needs besides a view. What has a default here a game may leave out: it is then shown in plain words.
pub trait Presentation: Rules {
    /// Whose seat this is, as people say it: "the Reds".
    fn seat_name(game: &Game<Self>, seat: Seat) -> String;

    /// The letter that marks a seat beside its colour and shape; no two seats have the same.
    fn letter(_game: &Game<Self>, seat: Seat) -> char {
        char::from(b'A' + seat.0)
    }

    /// The question without the name of the one who is asked: "place an order token".
    fn question(game: &Game<Self>, decision: Self::Decision) -> String;

    /// An answer as it stands on a button: "Move a Scout from Pergam to Laodicea".
    fn label(game: &Game<Self>, _seat: Seat, _decision: Self::Decision, choice: Self::Choice) -> String {
        Self::print_choice(game, choice)
    }

    /// The pieces that a person points at to give this answer, in the order of pointing. A picture carries the same ids.
    fn pieces(_game: &Game<Self>, _seat: Seat, _decision: Self::Decision, _choice: Self::Choice) -> Vec<String> {
        Vec::new()
    }

    /// How the question is put.
    fn shape(_game: &Game<Self>, _seat: Seat, _decision: Self::Decision) -> Shape {
        Shape::Pick
    }

    /// Whether this answer ends a series that is composed piece by piece: "move no more ships".
    fn is_enough(_choice: Self::Choice) -> bool {
        false
    }

    /// Whether everybody at the table knows how many answers this question has, whatever is hidden from them. Only such
    /// a question may be answered for a player without asking him: the speed of an answer must not say what a hand holds.
    fn is_answer_count_public(_game: &Game<Self>, _seat: Seat, _decision: Self::Decision) -> bool {
        false
    }

    /// Why what led to this event cannot be taken back, if it cannot.
    fn barrier(event: &Self::Event) -> Option<Barrier>;

    /// The pieces that an event is about, for those who want to see it on the board.
    fn pieces_of_event(_game: &Game<Self>, _event: &Self::Event) -> Vec<String> {
        Vec::new()
    }

    /// Whose deed the event is, if somebody's.
    fn doer(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// How deep a log line stands under a heading.
    fn depth(_event: &Self::Event) -> Depth {
        Depth::Detail
    }

    /// Whether a scene begins or ends with it.
    fn scene(_event: &Self::Event) -> Option<Scene> {
        None
    }

    /// The scene that is played, in words that the game's odds can be asked for with; nothing in them is hidden from
    /// anybody.
    fn scene_in_words(_game: &Game<Self>) -> Option<String> {
        None
    }

    /// The moments that a guide may explain, as its file names them: `phase:operations`, `end`.
    fn moments(_game: &Game<Self>) -> Vec<&'static str> {
        Vec::new()
    }

    /// What the card that asks says, if a card asks.
    fn card_text(_game: &Game<Self>, _decision: Self::Decision) -> Option<String> {
        None
    }

    /// How those won who did: "with 2 objective tokens".
    fn victory(game: &Game<Self>) -> String;

    /// Whether this seat is out of the game while others play on.
    fn is_eliminated(_game: &Game<Self>, _seat: Seat) -> bool {
        false
    }
}

/// The kinds of questions that clients tell apart. Each has one way of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// One of the answers.
    Pick,
    /// One after the other, until enough: moves, purchases.
    Compose,
    /// Damage, losses: something must take it.
    Assign,
    /// How many.
    Number,
    /// May respond, or pass.
    Window,
}

/// Why something that happened stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Barrier {
    /// Everybody has seen the dice.
    DiceRolled,
    /// Somebody has seen cards.
    CardsDrawn,
    /// Something was turned faceup.
    Revealed,
}

/// The heading under which a log line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// A round, or the end of the game.
    Round,
    /// A phase.
    Phase,
    /// A turn within a phase, or a scene within a turn.
    Turn,
    /// What follows from it.
    Detail,
}

/// What an event means for a scene: a battle, a vote, a negotiation, whatever several seats play out in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scene {
    /// A mark on the replay scrubber.
    Begins,
    /// Says what came of it.
    Ends,
}
