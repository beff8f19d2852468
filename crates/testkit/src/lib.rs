//! What every game is tested with: the laws, and Parley, a small game that proves the kernel on the hardest timing.
//!
//! A game's own tests call [`laws::assert_laws`]; a command that hunts for broken laws calls [`laws::check_game`].

#![forbid(unsafe_code)]

pub mod laws;
pub mod parley;
