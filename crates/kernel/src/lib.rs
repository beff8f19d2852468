//! The referee of every game: it runs bookmarks, asks questions, takes answers. It knows no game.
//!
//! # The idea
//!
//! A game in progress is three plain values, and [`Game`] holds them:
//!
//! - the **table**: every component and where it is;
//! - the **stack**: bookmarks into the rules, each a procedure, a step and a few ids;
//! - **chance**: a seed and how much of it is used ([`Chance`]).
//!
//! *If a player could point at it, it is on the table. If it only says where we are, it is on the stack.*
//!
//! The kernel runs the bookmark on top of the stack until a seat must decide, and stops with a typed **decision**; a
//! **choice** resumes it. Each step of a procedure ends with one of five verbs ([`Verbs`]): `then` (the next step), `ask` (or
//! `ask_each`, for sealed answers), `call` (another procedure first), `done`, `cut_short` (an enclosing procedure ends now).
//! So a game can be copied, saved or handed to a bot at any question: nothing of it hides in the stack of the program.
//!
//! A game says what it is by [`Rules`]. What else is here: [`Pile`] and [`deal_anew`] for who has seen what, [`Seated`] for
//! those who play to win, [`Record`] and [`snapshot`] for what is kept, [`Window`] for moments at which players may respond,
//! [`Advice`] and [`Presentation`] for what bots and clients want to know. [`procedures!`], [`verbs!`] and [`ids!`] write
//! what every game would write by hand.
//!
//! # A whole game
//!
//! Nim: in turn, each of two players takes one to three counters; whoever takes the last one wins.
//!
//! ```
//! use kernel::{Chance, Deaf, Flow, Game, Illegal, Objection, Play, Rules, Seat, SeatSet, Verbs};
//! # use kernel::Viewer;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Copy, Debug)]
//! struct Nim;
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
//! struct Table {
//!     counters: u8,
//!     mover: Seat,
//! }
//!
//! /// The one procedure, and its bookmark.
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
//! struct Turns {
//!     step: Step,
//! }
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
//! enum Step {
//!     #[default]
//!     Offer,
//!     Take,
//! }
//!
//! kernel::verbs!(Nim, Turns, Step);
//!
//! impl Rules for Nim {
//!     // Nothing is printed, the players agree on how many counters, and the only question is how many you take.
//! #   const NAME: &'static str = "nim";
//! #   const VERSION: u32 = 1;
//! #   type Catalogue = ();
//! #   type Options = u8;
//! #   type Table = Table;
//! #   type Frame = Turns;
//! #   type Procedure = ();
//! #   type Decision = ();
//! #   type Choice = u8;
//! #   type Event = (Seat, u8);
//! #   type View = Table;
//!     fn start(_: &'static (), counters: &u8) -> Result<(Table, Turns), Objection> {
//!         Ok((Table { counters: *counters, mover: Seat(0) }, Turns::default()))
//!     }
//!
//!     fn run(turns: &mut Turns, play: &mut Play<'_, Nim>) -> Flow<Nim> {
//!         match turns.step {
//!             Step::Offer if play.table.counters == 0 => turns.done(),
//!             Step::Offer => turns.ask(play.table.mover, (), Step::Take),
//!             Step::Take => {
//!                 let taken = play.answer();
//!                 play.tell((play.table.mover, taken));
//!                 play.table.counters -= taken;
//!                 play.table.mover = play.table.mover.left(2);
//!                 turns.then(Step::Offer)
//!             }
//!         }
//!     }
//!
//!     fn choices(game: &Game<Nim>, _: Seat, _: (), out: &mut Vec<u8>) {
//!         out.extend(1..=game.table.counters.min(3));
//!     }
//!
//!     fn winners(table: &Table) -> SeatSet {
//!         SeatSet::only(table.mover.left(2))
//!     }
//!
//!     // And so on: who may see what, and how it is written.
//! #   fn catalogue_hash(_: &()) -> [u8; 32] { [0; 32] }
//! #   fn seats(_: &Table) -> u8 { 2 }
//! #   fn procedure(_: &Turns) {}
//! #   fn close(_: &mut Turns) -> bool { false }
//! #   fn view(game: &Game<Nim>, _: Viewer) -> Table { game.table.clone() }
//! #   fn conceal(game: &Game<Nim>, _: Seat, chance: &mut Chance) -> Game<Nim> {
//! #       let mut imagined = game.clone();
//! #       imagined.chance = chance.split();
//! #       imagined
//! #   }
//! #   fn renew(game: &Game<Nim>, chance: Chance) -> Game<Nim> {
//! #       let mut renewed = game.clone();
//! #       renewed.chance = chance;
//! #       renewed
//! #   }
//! #   fn told_to(event: &(Seat, u8), _: Viewer) -> Option<(Seat, u8)> { Some(*event) }
//! #   fn print_choice(_: &Game<Nim>, taken: u8) -> String { format!("take {taken}") }
//! #   fn parse_choice(_: &Game<Nim>, text: &str) -> Result<u8, Objection> {
//! #       text.strip_prefix("take ").and_then(|count| count.parse().ok()).ok_or_else(|| "not “take COUNT”".into())
//! #   }
//! #   fn describe_frame(game: &Game<Nim>, _: &Turns) -> String { format!("Nim, {} left", game.table.counters) }
//! #   fn describe_decision(_: &Game<Nim>, seat: Seat, _: ()) -> String { format!("{seat}: take one to three") }
//! #   fn describe_event(_: &Game<Nim>, (seat, taken): &(Seat, u8)) -> String { format!("{seat} takes {taken}") }
//! #   fn clauses(_: &Game<Nim>, _: ()) -> Vec<&'static str> { vec!["nim.turn"] }
//! #   fn conserved(_: &Game<Nim>) -> Result<(), Objection> { Ok(()) }
//! }
//!
//! // Whoever leaves a multiple of four wins; so the second player does, with twelve counters.
//! let mut game = Game::<Nim>::new(&(), &12, Chance::from_number(0), &mut Deaf)?;
//! let mut told: Vec<(Seat, u8)> = Vec::new();
//! while let Some(question) = game.next_question() {
//!     let taken = match game.table.counters % 4 {
//!         0 => 1,
//!         rest => rest,
//!     };
//!     game.choose(question.seat, taken, &mut told).expect("one to three may be taken");
//! }
//! assert_eq!((game.winners(), told.len()), (SeatSet::only(Seat(1)), 6));
//! assert_eq!(game.choose(Seat(0), 1, &mut Deaf), Err(Illegal::Over));
//! # Ok::<(), Objection>(())
//! ```
//!
//! `docs/a-new-game.md` builds a game with a hidden hand and a window, step by step, up to the table in the browser.
//! `testkit` has Nim in full, more small games, and the laws that every game must pass; a game is written with them
//! from its first day. `ARCHITECTURE.md` says how the crates fit together.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

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
mod trail;
mod window;

pub use advice::{Advice, Outlook, outcome};
pub use chance::{Act, Chance};
pub use flow::{Flow, Question, Questions, Verbs};
pub use game::{Answer, Deaf, Game, Herald, Illegal, MAX_DEPTH, Play};
pub use names::slug;
pub use pile::{Eyes, Pile, Seen, Sight, deal_anew};
pub use presentation::{Barrier, Depth, Presentation, Scene, Shape};
pub use record::{
    ENGINE_VERSION, Header, Record, RecordError, fingerprint, from_older_snapshot, from_snapshot, hex, made_by,
    snapshot,
};
pub use rules::{Objection, Plain, Rules};
pub use seated::{History, Moment, Seated, heard_as_said};
pub use seats::{FewSeats, MAX_SEATS, Seat, SeatSet, Side, Viewer};
/// The bounded lists of which tables are made.
pub use tinyvec::ArrayVec as List;
pub use trail::Trail;
pub use window::{Responses, Window};
