//! What every game is tested with: the laws, and Parley, a small game that proves the kernel on the hardest timing.
//! Nim, Kuhn poker and matching pennies have known answers: bots are held against them.
//!
//! A game's own tests call [`laws::assert_laws`]; a command that hunts for broken laws calls [`laws::check_game`].

#![forbid(unsafe_code)]

pub mod hosted;
pub mod kuhn;
pub mod laws;
pub mod marathon;
pub mod nim;
pub mod parley;
pub mod pennies;
pub mod random;
