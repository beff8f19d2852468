//! Bots at the table: games with known answers, budgets, and what a bot must not know.

mod budgets;
mod forbidden_stars_secrets;
mod kuhn;
mod nim;
mod pennies;

use bots::search::Settings;
use bots::{Budget, Search};
use kernel::{Advice, Rules};

/// A search with so many iterations for each decision.
pub fn search<R: Rules, A: Advice<R>>(advice: A, iterations: u32, seed: u64) -> Search<R, A> {
    Search::with_settings(advice, Settings::new(Budget::Iterations(iterations)), seed)
}
