//! `orrery` with Marathon on its shelf, in front: what `endurance marathon` measures long matches with.

#![forbid(unsafe_code)]

use shelf::Shelf;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(Shelf::new(&[small_games::MARATHON]).and(games::SHELF))
}
