//! The laboratory: what bots and dice can tell about a game. Library calls; the command line and the browser show them.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod statistics;
