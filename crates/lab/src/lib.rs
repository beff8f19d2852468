//! The laboratory: what bots and dice can tell about a game. Library calls; the command line and the browser show them.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod archive;
pub mod matches;
pub mod odds;
pub mod plots;
pub mod simulation;
pub mod statistics;
pub mod tournament;
pub mod tuning;

#[cfg(test)]
mod tests;
