//! What people type, and what comes of it.

use super::Table;
use super::prompt::{Asked, SHORT};
use crate::quote::{brief, cut};
use anyhow::{Context, Result};
use kernel::{Seat, SeatSet, Viewer};
use std::io::{BufRead, IsTerminal, Write};

const HELP: &str = "\
  3            the third choice of the list
  place dep…   a choice as it is written, or a beginning that fits only one
  (nothing)    the only choice, if there is only one
  ??           all choices, however many
  why          the rules behind the question
  hint         what a bot in your place would do
  board        the table as you see it
  card NAME    what a card or another component says (read NAME where cards are choices)
  undo         take your last choice back, if nothing has become known since
  save FILE    write the record of the game; orrery play … --from FILE goes on with it
  quit         leave the game
";

const LAST_HELP: &str = "save FILE keeps the record for orrery replay, board shows the table, quit leaves.";

/// What a question led to.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// In notation.
    Choose(String),
    /// Something else was done; the question is put again.
    Again,
    Quit,
}

pub struct Keyboard<'a> {
    input: &'a mut dyn BufRead,
    /// Who sits there, if several take turns.
    seated: Option<Seat>,
    shared: bool,
}

impl<'a> Keyboard<'a> {
    pub fn new(input: &'a mut dyn BufRead, humans: SeatSet) -> Self {
        Keyboard { input, seated: None, shared: humans.len() > 1 }
    }

    /// Tells `seat` what happened, puts its question, and reads lines until one of them settles it.
    pub fn ask(&mut self, table: &mut Table, seat: Seat, out: &mut dyn Write) -> Result<Next> {
        if !self.pass_to(table, seat, out)? {
            return Ok(Next::Quit);
        }
        for line in table.news(seat) {
            writeln!(out, "  {line}")?;
        }
        let asked = Asked::new(table, seat).context("nothing is asked of the player at the keyboard")?;
        asked.question(table, out)?;
        asked.list(SHORT, out)?;
        loop {
            let Some(line) = self.line(out)? else { return Ok(Next::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("?" | "help", "") => out.write_all(HELP.as_bytes())?,
                ("??", "") => asked.list(usize::MAX, out)?,
                ("quit" | "exit", "") => return Ok(Next::Quit),
                ("why", "") => asked.why(table, seat, out)?,
                ("hint", "") => {
                    for line in table.hint(seat) {
                        writeln!(out, "{line}")?;
                    }
                }
                ("board", "") => show_board(table, seat, out)?,
                ("undo", "") => match table.undo(seat) {
                    Ok(choice) => {
                        writeln!(out, "Taken back: {choice}")?;
                        return Ok(Next::Again);
                    }
                    Err(reason) => writeln!(out, "{reason}")?,
                },
                ("save", path) => save(table, path, out)?,
                ("read", name) => read_card(table, name, out)?,
                ("card", name) if !asked.has_cards() => read_card(table, name, out)?,
                _ => match asked.pick(&line) {
                    Ok(choice) => return Ok(Next::Choose(choice)),
                    Err(reason) => writeln!(out, "{reason}")?,
                },
            }
        }
    }

    /// The game is over: who has won, and a last chance to save it.
    pub fn close(&mut self, table: &mut Table, out: &mut dyn Write) -> Result<()> {
        let everybody: Vec<Seat> = table.humans.iter().collect();
        for (index, &seat) in everybody.iter().enumerate() {
            // All hear the same end, but for cards that only one of them saw.
            let news = table.news(seat);
            for line in news.iter().filter(|_| index == 0) {
                writeln!(out, "  {line}")?;
            }
        }
        let names = table.game.side_names();
        let winners: Vec<&str> = table
            .game
            .winners()
            .into_iter()
            .filter_map(|seat| names.get(usize::from(seat)).map(String::as_str))
            .collect();
        let scene = table.title.offer().scene_word.to_lowercase();
        match winners[..] {
            [] if scene.is_empty() => writeln!(out, "The game is over. Nobody wins.")?,
            [] => writeln!(out, "The {scene} is over.")?,
            _ => writeln!(out, "The game is over. Winner: {}.", winners.join(" and "))?,
        }
        writeln!(out, "{LAST_HELP}")?;
        while let Some(line) = self.line(out)? {
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("" | "quit" | "exit", "") => break,
                ("save", path) => save(table, path.trim(), out)?,
                ("board", "") => show_board(table, everybody[0], out)?,
                _ => writeln!(out, "{LAST_HELP}")?,
            }
        }
        Ok(())
    }

    /// Several people share a keyboard: nobody reads another one's cards. `false` at the end of the input.
    fn pass_to(&mut self, table: &Table, seat: Seat, out: &mut dyn Write) -> Result<bool> {
        if !self.shared || self.seated == Some(seat) {
            return Ok(true);
        }
        if std::io::stdout().is_terminal() {
            out.write_all("\n".repeat(60).as_bytes())?;
        }
        writeln!(out, "Pass the keyboard to {}, who presses Enter.", table.game.side_names()[seat.index()])?;
        self.seated = Some(seat);
        Ok(self.line(out)?.is_some())
    }

    /// The next line without its ends; none when the input is over.
    fn line(&mut self, out: &mut dyn Write) -> Result<Option<String>> {
        write!(out, "> ")?;
        out.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

fn show_board(table: &Table, seat: Seat, out: &mut dyn Write) -> Result<()> {
    out.write_all(table.game.in_text(Viewer::Seat(seat)).as_bytes())?;
    Ok(())
}

fn read_card(table: &Table, name: &str, out: &mut dyn Write) -> Result<()> {
    match table.title.printed(name) {
        Some(text) => writeln!(out, "{text}")?,
        None => writeln!(out, "Nothing is called “{}”.", cut(name))?,
    }
    Ok(())
}

fn save(table: &mut Table, path: &str, out: &mut dyn Write) -> Result<()> {
    if path.is_empty() {
        writeln!(out, "Write save FILE.")?;
        return Ok(());
    }
    match table.save(path) {
        Ok(()) => writeln!(out, "Saved as {path}.")?,
        Err(error) => writeln!(out, "Not saved: {}.", brief(&format!("{error:#}")))?,
    }
    Ok(())
}
