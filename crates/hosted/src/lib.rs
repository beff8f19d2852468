//! What a hosted game says about itself: all that stands between its rules and a table, a terminal or a laboratory.
//!
//! `docs/a-new-game.md` hosts a small game. A game's rules are a crate that knows the kernel alone. A second, small crate implements [`Hosted`] for it, and with
//! one line in `games` it can be played everywhere. Only what the rules cannot say has no default: which games there are
//! ([`Hosted::offer`], [`Hosted::options`], [`Hosted::wish`]) and how far one has come ([`Hosted::progress`]).

#![forbid(unsafe_code)]

mod lists;
mod odds;
mod offer;
mod plain;
mod player;
mod progress;
mod share;
mod texts;
mod tunable;
mod wish;

pub use odds::{Altered, Change, Figures, KindLosses, Mean, Method, NotExact, Odds, Policies, SideFigures};
pub use offer::{BotOffer, EndingOffer, Letters, Offer, OptionOffer, Panel, Place, SeatRange, SideOffer, ValueOffer};
pub use plain::Plain;
pub use player::{Advised, Player, PlayerError, weights_in};
pub use progress::Progress;
pub use share::Share;
pub use texts::{Entry, GuideStep, Texts};
pub use tunable::Tunable;
pub use wish::{Wish, arrangement};

use kernel::{Advice, Game, Presentation, Seat, Viewer};
use picture::Theme;
use std::fmt::Debug;

/// A game that can be played here.
pub trait Hosted: Copy + Debug + Send + Sync + 'static {
    type Rules: Presentation;
    /// Whoever advises the bots; [`Plain`] where the game has nobody better.
    type Adviser: Advice<Self::Rules> + Default;

    fn catalogue() -> &'static <Self::Rules as kernel::Rules>::Catalogue;

    /// What somebody who sets up a table may choose from.
    fn offer() -> Offer;

    /// The game's own options, for a wish in which nothing is left open: [`Hosted::fill`] has named all sides, as many as
    /// the offer allows.
    fn options(wish: &Wish) -> Result<<Self::Rules as kernel::Rules>::Options, String>;

    /// The wish that leads to these options; where sides are places, [`Wish::of_places`].
    fn wish(options: &<Self::Rules as kernel::Rules>::Options) -> Wish;

    /// The wish of game `number` of a long run, where `wish` leaves something open: what is open changes from game to
    /// game, so that everything that may be chosen comes about equally often.
    fn fill(wish: &Wish, number: u64) -> Result<Wish, String> {
        wish.filled(&Self::offer(), number)
    }

    /// How far a game has come. The default adviser, [`Plain`], knows nothing else of it.
    fn progress(game: &Game<Self::Rules>) -> Progress;

    /// Glossary, clauses, guided first round.
    fn texts() -> &'static Texts {
        Texts::none()
    }

    /// A view in words, line by line.
    fn in_text(
        _catalogue: &'static <Self::Rules as kernel::Rules>::Catalogue,
        view: &<Self::Rules as kernel::Rules>::View,
        _viewer: Viewer,
    ) -> String {
        lists::in_text(view)
    }

    /// What a component says, by its name as people write it.
    fn printed(_name: &str) -> Option<String> {
        None
    }

    /// What a choice does or the card that it plays says, where its text does not tell.
    fn remark(
        _game: &Game<Self::Rules>,
        _seat: Seat,
        _decision: <Self::Rules as kernel::Rules>::Decision,
        _choice: <Self::Rules as kernel::Rules>::Choice,
    ) -> Option<String> {
        None
    }

    /// The card that asks a question, as the clauses name it.
    fn card_in_question(
        _game: &Game<Self::Rules>,
        _decision: <Self::Rules as kernel::Rules>::Decision,
    ) -> Option<String> {
        None
    }

    /// The parts of a page, each with its name, as markup that is safe to insert. A name with a slash is a part of a part:
    /// `board/3B` stands in the element of `board` that has `data-part="board/3B"`.
    fn fragments(
        _catalogue: &<Self::Rules as kernel::Rules>::Catalogue,
        view: &<Self::Rules as kernel::Rules>::View,
        _viewer: Viewer,
    ) -> Vec<(String, String)> {
        vec![("list".to_owned(), lists::in_html(view))]
    }

    /// The board as an SVG file that needs nothing else.
    fn svg(
        _catalogue: &<Self::Rules as kernel::Rules>::Catalogue,
        view: &<Self::Rules as kernel::Rules>::View,
        _viewer: Viewer,
        theme: Theme,
    ) -> String {
        lists::in_svg(view, theme)
    }

    /// A component by the id of its piece, as HTML for a help panel.
    fn component(_piece: &str) -> Option<String> {
        None
    }

    /// What the pictures need besides the colours and marks of all games.
    const STYLE: &'static str = "";

    /// The weights in a text, as an adviser.
    fn read_weights(_text: &str) -> Result<Self::Adviser, String> {
        Err(format!("the bots of {} weigh nothing that could be read from a file", Self::offer().title))
    }

    /// The adviser's weights, as `read_weights` reads them.
    fn write_weights(_adviser: &Self::Adviser) -> String {
        String::new()
    }

    /// What can be tuned by self-play.
    fn tunable() -> Option<Tunable<Self>> {
        None
    }

    /// The odds of the scene in view, as far as this seat can know it; as far as the one who is asked first, if nobody
    /// is named.
    fn odds_in(_game: &Game<Self::Rules>, _seat: Option<Seat>) -> Result<Box<dyn Odds>, String> {
        Err(format!("{} has no odds to tell.", Self::offer().title))
    }

    /// The odds of a scene told in words.
    fn odds_of(_text: &str) -> Result<Box<dyn Odds>, String> {
        Err(format!("{} has no odds to tell.", Self::offer().title))
    }

    /// The odds of the scene that a position begins with.
    fn odds_of_position(_text: &str) -> Result<Box<dyn Odds>, String> {
        Err(format!("{} has no odds to tell.", Self::offer().title))
    }

    /// Positions as text, where the game has them.
    fn positions() -> Option<Positions<Self>> {
        None
    }

    /// Everything printed whose use is worth counting, as kind and name.
    fn components() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The place in `components` of what this event uses up, plays or reveals.
    fn use_of(_event: &<Self::Rules as kernel::Rules>::Event) -> Option<usize> {
        None
    }
}

/// Positions as text.
#[derive(Clone, Copy, Debug)]
pub struct Positions<H: Hosted> {
    /// The game that goes on from a position; the error says which line is wrong.
    #[expect(clippy::type_complexity, reason = "the types are the game's own")]
    pub read: fn(&str, kernel::Chance) -> Result<Game<H::Rules>, String>,
    /// As written: what a person may have left out is filled in.
    pub rewrite: fn(&str) -> Result<String, String>,
    pub write: fn(&Game<H::Rules>) -> String,
    /// Whether a text written now leads back to this game.
    pub is_whole: fn(&Game<H::Rules>) -> bool,
    /// Whether a game from this position is a scene alone, that nobody wins.
    pub is_scene: fn(&str) -> bool,
}
