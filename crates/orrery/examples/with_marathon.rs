//! `orrery` with Marathon on its shelf, in front: what `endurance marathon` measures long matches with.

#![forbid(unsafe_code)]

use shelf::Shelf;
use std::process::ExitCode;

static MARATHON: Shelf = Shelf::new(&[small_games::MARATHON]);

fn main() -> ExitCode {
    cli::main(MARATHON.and(games::SHELF))
}
