//! `orrery` with the small games on its shelf as well: what the tests of the page play on.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(games::SHELF.and(small_games::SHELF))
}
