//! A game on the shelf.

use crate::any_match::AnyMatch;
use crate::bench::Measured;
use crate::records::{AnyArchive, AnyRecord};
use crate::runs::{Lawful, TuningRun};
use crate::secrets;
use hosted::{Advised, Odds, Offer, Player, PlayerError, Texts, Wish};
use lab::archive::Stamp;
use lab::matches::Broken;
use lab::simulation::{Finished, Keep};
use lab::tournament::{Fixture, Played};
use session::Settings;
use testkit::laws::Thoroughness;

/// A game on the shelf: everything that can be done with it without knowing which it is.
pub trait Title: Sync {
    /// As in addresses, files and on the command line.
    fn name(&self) -> &'static str;
    fn offer(&self) -> Offer;
    fn texts(&self) -> &'static Texts;
    /// What its pictures need besides the style of all games.
    fn style(&self) -> &'static str;
    /// A picture of its board, for those who choose among games.
    fn poster(&self, theme: picture::Theme) -> String;
    /// A component as HTML, by the id of its piece.
    fn component(&self, piece: &str) -> Option<String>;
    /// What a component says, by its name.
    fn printed(&self, name: &str) -> Option<String>;
    /// A fingerprint of everything printed.
    fn catalogue(&self) -> String;

    /// The wish with nothing left open, for game `number` of a run; or a sentence that says what cannot be had.
    fn fill(&self, wish: &Wish, number: u64) -> Result<Wish, String>;
    /// A new match.
    fn set_up(&self, wish: &Wish, seed: [u8; 32], settings: Settings, now: i64) -> Result<Box<dyn AnyMatch>, String>;
    /// A match as it was before its first entry.
    fn open(&self, header: &str, settings: Settings, created: i64) -> Result<Box<dyn AnyMatch>, String>;
    /// What the host of the match with this header asked for.
    fn wish_of(&self, header: &str) -> Option<Wish>;
    /// A match that goes on from a position in words. Seats are filled by `settings` once their number is known.
    #[expect(clippy::wrong_self_convention, reason = "a title makes matches, from whatever it is given")]
    fn from_position(
        &self,
        text: &str,
        seed: u64,
        settings: &dyn Fn(u8) -> Settings,
    ) -> Result<Box<dyn AnyMatch>, String>;
    /// A position as it is written.
    fn rewrite(&self, position: &str) -> Result<String, String>;
    /// Whether positions can be read here.
    fn has_positions(&self) -> bool;
    /// Whether a position is a scene alone, that nobody wins.
    fn is_scene(&self, position: &str) -> bool;

    fn read_record(&self, text: &str) -> Result<Box<dyn AnyRecord>, String>;
    fn read_archive(&self, bytes: &[u8]) -> Result<Box<dyn AnyArchive>, String>;
    fn stamp(&self, players: Vec<String>) -> Stamp;

    /// A bot with its weights.
    fn advised(&self, player: &Player) -> Result<Advised, PlayerError>;
    /// The weights in a text; only to tell whether they are weights.
    fn are_weights(&self, text: &str) -> bool;

    /// Plays the game with this number, counted from 1. The wish leaves nothing open.
    fn simulate(
        &self,
        number: u64,
        wish: Wish,
        seed: u64,
        players: &[&Advised],
        keep: Keep,
    ) -> Result<Finished, Broken>;
    /// Plays one game of a tournament.
    fn play_fixture(&self, fixture: &Fixture, wish: Wish, players: &[Advised]) -> Played;
    /// Holds a random game against all laws.
    fn check_laws(&self, wish: &Wish, seed: u64, thoroughness: Thoroughness) -> Result<Lawful, testkit::laws::Broken>;
    /// Everything printed whose use is counted there, as kind and name.
    fn components(&self) -> Vec<(&'static str, &'static str)>;
    /// Plays a match and its like, which differ only in what somebody cannot know, and compares all that is sent.
    fn check_secrets(&self, seed: u64, tally: &mut secrets::Tally) -> Result<(), String>;
    /// How large a game is, how fast it plays at random and how fast bots search, on one core. The wish leaves nothing
    /// open.
    fn measure(&self, wish: &Wish) -> Result<Measured, String>;
    /// What can be tuned by self-play.
    fn tuning(&self) -> Option<Box<dyn TuningRun>>;

    /// The odds of a scene told in words.
    fn odds_of(&self, text: &str) -> Result<Box<dyn Odds>, String>;
    /// The odds of the scene that a position begins with.
    fn odds_of_position(&self, text: &str) -> Result<Box<dyn Odds>, String>;
}

impl std::fmt::Debug for dyn Title {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The games that can be played here.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    titles: &'static [&'static dyn Title],
}

impl Shelf {
    pub const fn new(titles: &'static [&'static dyn Title]) -> Shelf {
        Shelf { titles }
    }

    /// These games, and behind them those of another shelf. It lasts as long as the program.
    pub fn and(self, others: Shelf) -> Shelf {
        Shelf::new(Box::leak([self.titles, others.titles].concat().into_boxed_slice()))
    }

    pub fn titles(self) -> impl Iterator<Item = &'static dyn Title> {
        self.titles.iter().copied()
    }

    /// The game with this name, or a sentence that says which there are.
    pub fn find(self, name: &str) -> Result<&'static dyn Title, String> {
        let wanted = name.trim().to_lowercase();
        let found = self.titles().find(|title| title.name() == wanted);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.titles().map(Title::name).collect();
            let more = if name.chars().nth(60).is_some() { "…" } else { "" };
            let short: String = name.chars().take(60).collect();
            format!("there is no game “{short}{more}”; there is {}", known.join(", "))
        })
    }

    /// The game that comes first: what an example plays.
    pub fn first(self) -> &'static dyn Title {
        self.titles.first().copied().expect("a shelf without games is of no use to anybody")
    }

    pub fn offers(self) -> Vec<Offer> {
        self.titles().map(Title::offer).collect()
    }
}
