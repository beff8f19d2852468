//! How far a game has come: all that the laboratory needs to know of it.

/// Round, score of each seat, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// From 1.
    pub round: u8,
    /// By seat, in what the game counts; more is better.
    pub scores: Vec<i32>,
    /// The id of the ending, one of the offer's, once the game is over.
    pub ending: Option<&'static str>,
}
