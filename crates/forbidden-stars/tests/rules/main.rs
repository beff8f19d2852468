//! The rules, chapter by chapter. Each test cites the clauses it shows.

#[path = "../common/mod.rs"]
mod common;

mod advance;
mod combat;
mod components;
mod damage;
mod deploy;
mod events_and_storms;
mod interplay;
mod movement;
mod operations;
mod orbital_strike;
mod planning;
mod purchase;
mod refresh;
mod retreats;
mod setup;
mod strategize_and_dominate;
mod unit_capacity;
mod victory;
mod visibility;
