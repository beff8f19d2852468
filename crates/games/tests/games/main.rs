//! What every game of the shelf owes to everybody: laws, secrets, legality, texts. Small games stand beside the others.

mod faces;
mod laws;
mod secrets;

use shelf::Shelf;
use std::sync::OnceLock;

/// All games that people come for, and the small ones.
fn shelf() -> Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    *SHELF.get_or_init(|| games::SHELF.and(small_games::SHELF))
}
