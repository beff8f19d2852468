//! The games that can be played here: one line each. `docs/a-new-game.md` shows how a further one comes to stand here.

#![forbid(unsafe_code)]

use shelf::Shelf;

/// In the order in which people are shown them.
pub static SHELF: Shelf = Shelf::new(&[forbidden_stars_hosted::TITLE]);
