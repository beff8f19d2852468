//! `orrery`: all games that can be played here, handed to the command line.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(games::SHELF)
}
