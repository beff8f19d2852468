//! The referee of every game: it runs bookmarks, asks questions, takes answers. It knows no game.
//!
//! A game in progress is three plain values: the **table** (every component and where it is), the **stack** (bookmarks
//! into the rules) and **chance** (a seed and how much of it is used). See `ARCHITECTURE.md`.

#![forbid(unsafe_code)]

mod advice;
mod chance;
mod flow;
mod game;
mod names;
mod pile;
mod presentation;
mod procedures;
mod record;
mod rules;
mod seated;
mod seats;
mod window;

pub use advice::{Advice, Outlook, outcome};
pub use chance::{Act, Chance};
pub use flow::{Flow, Question, Questions, Verbs};
pub use game::{Answer, Deaf, Game, Herald, Illegal, MAX_DEPTH, Play};
pub use names::slug;
pub use pile::{Eyes, Pile, Seen, Sight, deal_anew};
pub use presentation::{Barrier, Battle, Depth, Presentation, Shape};
pub use record::{
    ENGINE_VERSION, Header, Record, RecordError, fingerprint, from_older_snapshot, from_snapshot, hex, made_by,
    snapshot,
};
pub use rules::{Objection, Plain, Rules};
pub use seated::{History, Moment, Seated, heard_as_said};
pub use seats::{FewSeats, MAX_SEATS, Seat, SeatSet, Side, Viewer};
/// The bounded lists of which tables are made.
pub use tinyvec::ArrayVec as List;
pub use window::{Responses, Window};
