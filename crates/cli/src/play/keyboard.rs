//! What people type, and what comes of it.

use super::Match;
use super::prompt::{self, Offer};
use crate::quote::{brief, cut};
use crate::{board, cards};
use anyhow::Result;
use forbidden_stars::{Choice, ForbiddenStars, describe};
use kernel::{Rules, Seat, SeatSet, Viewer};
use std::io::{BufRead, IsTerminal, Write};

const HELP: &str = "\
  3            the third choice of the list
  place dep…   a choice as it is written, or a beginning that fits only one
  (nothing)    the only choice, if there is only one
  ??           all choices, however many
  why          the rules behind the question
  hint         what a bot in your place would do
  board        the table as you see it
  card NAME    what a card, upgrade or event says (read NAME where cards are choices)
  undo         take your last choice back, if nothing has become known since
  save FILE    write the record of the game; orrery play … --from FILE goes on with it
  quit         leave the game
";

const LAST_HELP: &str = "save FILE keeps the record for orrery replay, board shows the table, quit leaves.";

/// What a question led to.
#[derive(Debug, PartialEq)]
pub enum Next {
    Choose(Choice),
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
    pub fn ask(&mut self, table: &mut Match, seat: Seat, out: &mut dyn Write) -> Result<Next> {
        if !self.pass_to(table, seat, out)? {
            return Ok(Next::Quit);
        }
        for line in table.news(seat) {
            writeln!(out, "  {line}")?;
        }
        let offer = Offer::new(&table.game, seat);
        prompt::question(&table.game, seat, out)?;
        offer.list(prompt::SHORT, out)?;
        loop {
            let Some(line) = self.line(out)? else { return Ok(Next::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("?" | "help", "") => out.write_all(HELP.as_bytes())?,
                ("??", "") => offer.list(usize::MAX, out)?,
                ("quit" | "exit", "") => return Ok(Next::Quit),
                ("why", "") => prompt::why(&table.game, seat, out)?,
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
                ("card", name) if !offer.has_cards() => read_card(table, name, out)?,
                _ => match offer.pick(&line) {
                    Ok(choice) => return Ok(Next::Choose(choice)),
                    Err(reason) => writeln!(out, "{reason}")?,
                },
            }
        }
    }

    /// The game is over: who has won, and a last chance to save it.
    pub fn close(&mut self, table: &mut Match, out: &mut dyn Write) -> Result<()> {
        let everybody: Vec<Seat> = table.humans.iter().collect();
        for (index, &seat) in everybody.iter().enumerate() {
            // All hear the same end, but for cards that only one of them saw.
            let news = table.news(seat);
            for line in news.iter().filter(|_| index == 0) {
                writeln!(out, "  {line}")?;
            }
        }
        let winners: Vec<&str> = table.game.winners().iter().map(|seat| describe::player(&table.game, seat)).collect();
        match winners[..] {
            [] => writeln!(out, "The battle is over.")?,
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
    fn pass_to(&mut self, table: &Match, seat: Seat, out: &mut dyn Write) -> Result<bool> {
        if !self.shared || self.seated == Some(seat) {
            return Ok(true);
        }
        if std::io::stdout().is_terminal() {
            out.write_all("\n".repeat(60).as_bytes())?;
        }
        writeln!(out, "Pass the keyboard to {}, who presses Enter.", describe::player(&table.game, seat))?;
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

fn show_board(table: &Match, seat: Seat, out: &mut dyn Write) -> Result<()> {
    let viewer = Viewer::Seat(seat);
    let view = ForbiddenStars::view(&table.game, viewer);
    out.write_all(board::text(table.game.catalogue, &view, viewer).as_bytes())?;
    Ok(())
}

fn read_card(table: &Match, name: &str, out: &mut dyn Write) -> Result<()> {
    match cards::find(table.game.catalogue, name) {
        Some(text) => writeln!(out, "{text}")?,
        None => writeln!(out, "No card, upgrade or event is called “{}”.", cut(name))?,
    }
    Ok(())
}

fn save(table: &mut Match, path: &str, out: &mut dyn Write) -> Result<()> {
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
