//! The API over HTTP, as a page or somebody's program uses it. Each test has a server of its own on a free port.

mod accounts;
mod bot;
mod ending;
mod fairness;
mod forbidden_stars;
mod fuzz;
mod house;
mod metrics;
mod notices;
mod rematch;
mod requests;
mod small_games;
mod tables;
