//! What the pictures of all games have in common: themes, marks of seats, chance for worlds and dust.
//!
//! A game's own pictures lie with the game: they take a view, never the true game.

#![forbid(unsafe_code)]

mod marks;
mod noise;
mod style;

pub use marks::{mark, seat_class, shape};
pub use noise::Noise;
pub use style::{STYLE, embedded};

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light lines on a dark ground.
    #[default]
    Night,
    /// Ink on paper.
    Chart,
}

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Night, Theme::Chart];

    /// As in `data-theme`.
    pub fn id(self) -> &'static str {
        ["night", "chart"][self as usize]
    }
}
