//! All hosted games behind one face.
//!
//! Whatever is generic over a game is compiled once for each of them, in the game's own crate: there stands
//! `pub static TITLE: &dyn Title = &Shelved::<TheGame>::NEW;`. Everybody else (server, terminal, tests) knows [`Title`]
//! and [`AnyMatch`] and is compiled once, and not again when the rules of a game change.

#![forbid(unsafe_code)]

mod any_match;
mod bench;
mod bots_on_offer;
mod hint;
mod odds;
mod records;
mod runs;
mod secrets;
mod shelved;
mod title;
mod words;

pub use any_match::{AnyMatch, Have, Reckoning, Study, Thought};
pub use bench::{Listing, Measured, Searching};
pub use bots_on_offer::{bot_kind, bots_on_offer};
pub use hosted::{Offer, Wish};
pub use odds::odds_of;
pub use records::{AnyArchive, AnyRecord, AnyStudy, GameInArchive, Told};
pub use runs::{Lawful, TuningRun};
pub use secrets::Tally as SecretsTally;
pub use shelved::Shelved;
pub use title::{Shelf, Title};
pub use words::sentence;
