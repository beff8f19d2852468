//! A view as a picture: the board as SVG, panels as HTML. It draws what a viewer may see, never the true game.

#![forbid(unsafe_code)]

mod forbidden_stars;
mod noise;
mod style;

pub use style::STYLE;

use kernel::{Presentation, Viewer};

/// A game that can be drawn.
pub trait Picture: Presentation {
    /// The parts of a page, each with its name, as markup that is safe to insert. A name with a slash is a part of a part:
    /// `board/3B` stands in the element of `board` that has `data-part="board/3B"`.
    fn fragments(catalogue: &Self::Catalogue, view: &Self::View, viewer: Viewer) -> Vec<(String, String)>;

    /// The board as an SVG file that needs nothing else.
    fn svg(catalogue: &Self::Catalogue, view: &Self::View, viewer: Viewer, theme: Theme) -> String;

    /// A component by the id of its piece (`card:gretchin`, `event:…`, `upgrade:…`, `unit:…`), as HTML for a help panel.
    fn component(catalogue: &Self::Catalogue, piece: &str) -> Option<String>;
}

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
