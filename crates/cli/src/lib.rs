//! The command line: the table in the browser, and everything else in a terminal. It plays whatever games it is handed,
//! and knows none of them.

#![forbid(unsafe_code)]

mod analyse;
mod battle;
mod bench;
mod examples;
mod games;
mod laws;
mod numbers;
mod odds;
mod output;
mod play;
mod quote;
mod records;
mod replay;
mod runs;
mod seating;
mod serve;
mod show;
mod sim;
mod tables;
mod tournament;
mod tune;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use shelf::Shelf;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(
    name = "orrery",
    version,
    about = "Big board games of conquest in space: play them, referee them, measure them."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Without a command the table is served on this computer.
const COMMAND: &str = "serve";

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the browser: serve the table on this computer or to others
    Serve(serve::Arguments),
    /// List the games that can be played here
    Games(games::Arguments),
    /// Write all matches and accounts into one file; the server may go on meanwhile
    Backup(serve::File),
    /// Fill an empty place with what a backup holds
    Restore(serve::File),
    /// Play in the terminal, against people at the same keyboard or bots
    Play(play::Arguments),
    /// Let bots play many games, or many battles, and report balance, length and breadth
    Sim(sim::Arguments),
    /// Let bots compete, and report how strong each is
    Tournament(tournament::Arguments),
    /// Tune the weights of the bots' adviser by self-play, or look for weights that beat them
    Tune(tune::Arguments),
    /// How a battle may end: who wins, who is lost, who is left, and what one more unit would change
    Odds(odds::Arguments),
    /// Run a recorded game again and show it
    Replay(replay::Arguments),
    /// Go through a recorded game: each seat's chances, the decisions that cost most, a curve
    Analyse(analyse::Arguments),
    /// Check the laws every game must pass, on random games
    Laws(laws::Arguments),
    /// Print a position or the end of a record
    Show(show::Arguments),
    /// Measure copying, listing choices, choosing, whole games
    Bench(bench::Arguments),
}

/// Bad input of any kind.
const BAD_INPUT: u8 = 2;

/// Ctrl-C ended the run early.
const INTERRUPTED: u8 = 130;

/// The program with these games: does what the command line says, and returns the exit status.
pub fn main(shelf: Shelf) -> ExitCode {
    let arguments = match read(shelf, std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match run(arguments, shelf, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn read(shelf: Shelf, words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Arguments, clap::Error> {
    let command = examples::with_games(Arguments::command(), shelf);
    Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
}

fn run(arguments: Arguments, shelf: Shelf, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    match arguments.command {
        None => run(read(shelf, ["orrery", COMMAND])?, shelf, input, out),
        Some(Command::Games(arguments)) => games::run(&arguments, shelf, out),
        Some(Command::Serve(arguments)) => serve::run(&arguments, shelf, out),
        Some(Command::Backup(arguments)) => serve::backup(&arguments, out),
        Some(Command::Restore(arguments)) => serve::restore(&arguments, out),
        Some(Command::Play(arguments)) => play::run(&arguments, shelf, input, out),
        Some(Command::Sim(arguments)) => sim::run(&arguments, shelf, out),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments, shelf, out),
        Some(Command::Tune(arguments)) => tune::run(&arguments, shelf, out),
        Some(Command::Odds(arguments)) => odds::run(&arguments, shelf, out),
        Some(Command::Replay(arguments)) => replay::run(&arguments, shelf, input, out),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments, shelf, out),
        Some(Command::Laws(arguments)) => laws::run(&arguments, shelf, out),
        Some(Command::Show(arguments)) => show::run(&arguments, shelf, out),
        Some(Command::Bench(arguments)) => bench::run(&arguments, shelf, out),
    }
}

/// Help and version go out as they are; of a mistake only the sentence that names it.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nobody is left to tell if even this cannot be printed.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            let text = error.to_string();
            let first: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
            complain(&format!("{} (`orrery help` lists the commands)", first.join(" ").trim_start_matches("error: ")));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn complain(sentence: &str) {
    // Nobody is left to tell if even this cannot be printed.
    let _ = writeln!(io::stderr(), "orrery: {}", quote::brief(sentence));
}

/// The reader of our output has seen enough, whoever wrapped the news.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let plain = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let in_json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        plain.or(in_json) == Some(io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod small_games;

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_closed_pipe_is_known_in_any_wrapping() {
        /// A pipe whose reader has gone.
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let json = serde_json::to_writer(Closed, "text").expect_err("nobody reads it");
        let plain = Closed.write_all(b"text").expect_err("nobody reads it");
        assert!(is_closed_pipe(&json.into()));
        assert!(is_closed_pipe(&anyhow::Error::from(plain).context("the report cannot be printed")));
        let other: Result<()> = Err(io::Error::from(io::ErrorKind::StorageFull)).context("it cannot be written");
        assert!(!is_closed_pipe(&other.expect_err("another error")));
    }
}
