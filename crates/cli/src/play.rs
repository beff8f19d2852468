//! A game at the keyboard: plain lines, people and bots.

mod keyboard;
mod opponents;
mod prompt;

use crate::numbers;
use crate::output::{Kind, Output};
use crate::records::{Content, is_archive, read};
use crate::replay::remark;
use crate::seating::{Seating, fill, seat_of, sides};
use crate::show::no_position;
use anyhow::{Context, Error, Result, bail};
use hosted::Player;
use kernel::{Chance, Seat, SeatSet, Viewer};
use keyboard::{Keyboard, Next};
use opponents::Opponents;
use session::wire::{LogLine, Page};
use session::{By, Entry, LOG_LIMIT, Looking, Settings, Sitting};
use shelf::{AnyMatch, Have, Shelf, Title};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    title: String,
    #[command(flatten)]
    seating: Seating,
    /// Sides played by people; the first seat if none is named
    #[arg(long, value_delimiter = ',', value_name = "SIDE,SIDE")]
    human: Vec<String>,
    /// Who plays the other seats: one bot for all, or one for each in the order of the seats. There are random, greedy,
    /// and search with a time or a number of iterations for each decision; greedy@FILE and search:100ms@FILE play with
    /// the weights in that file, which `orrery tune` makes
    #[arg(long, visible_alias = "bots", value_delimiter = ',', value_name = "BOT,BOT", default_value = "search:100ms")]
    bot: Vec<Player>,
    /// The seed of all chance; the same seed and choices give the same game
    #[arg(long, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Go on from a saved record, or start from a position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sides", "seats", "options"])]
    from: Option<PathBuf>,
    /// Of an archive, the game with this number
    #[arg(long = "game", value_name = "NUMBER", requires = "from", value_parser = numbers::count,
        allow_negative_numbers = true)]
    game_number: Option<u64>,
}

/// A match being played at this keyboard.
pub struct Table {
    pub title: &'static dyn Title,
    pub game: Box<dyn AnyMatch>,
    shelf: Shelf,
    /// The record as it lies in a file.
    saved: Option<String>,
    pub humans: SeatSet,
    opponents: Opponents,
    /// Hints are thought of anew each time, so that players who share a keyboard share no thoughts.
    hint_seed: u64,
    /// What people have chosen: the step before it, and the choice.
    chosen: Vec<(u32, String)>,
    /// How many log lines each seat has heard.
    heard: Vec<u32>,
}

pub fn run(arguments: &Arguments, shelf: Shelf, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let mut table = Table::begin(arguments, shelf, out)?;
    table.welcome(out)?;
    let mut keyboard = Keyboard::new(input, table.humans);
    while let Some(&seat) = table.game.seats_asked().first() {
        if !table.humans.contains(seat) {
            table.let_bot_choose(seat)?;
            continue;
        }
        match keyboard.ask(&mut table, seat, out)? {
            Next::Choose(choice) => table.choose(seat, choice)?,
            Next::Again => {}
            Next::Quit => return table.farewell(out),
        }
    }
    keyboard.close(&mut table, out)?;
    table.farewell(out)
}

/// What the match itself agrees on. Who plays for which seat is known here alone. Questions with one answer are put to
/// people like others, so that what they read is what the record holds; Enter answers them.
fn settings(seats: u8) -> Settings {
    let seats = (0..seats).map(|_| Sitting::here("")).collect();
    Settings { answers_forced: false, ..Settings::of(seats) }
}

impl Table {
    fn begin(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<Table> {
        let title = shelf.find(&arguments.title).map_err(Error::msg)?;
        let seed = arguments.seed.unwrap_or_else(some_seed);
        let (game, beginning) = match &arguments.from {
            None => {
                let wish = fill(title, &arguments.seating.wish(title)?, 0)?;
                let settings = settings(wish.sides.len() as u8);
                let game = title.set_up(&wish, Chance::from_number(seed).seed(), settings, 0).map_err(Error::msg)?;
                (game, format!("A new game with seed {seed}."))
            }
            Some(path) => go_on(title, shelf, path, arguments.game_number, seed, out)?,
        };
        let mut humans = SeatSet::NONE;
        for side in &arguments.human {
            humans.insert(seat_of(title, &*game, side)?);
        }
        if humans.is_empty() {
            humans.insert(Seat(0));
        }
        let looking = looking(Viewer::Spectator);
        if game.page(looking, &Have::default()).seats.iter().all(|it| it.eliminated || !humans.contains(Seat(it.seat)))
        {
            bail!("everybody who would be at the keyboard is eliminated already");
        }
        let opponents = Opponents::new(title, &arguments.bot, game.seats(), humans, seed)?;
        let saved = game.record().filter(|_| arguments.from.is_some());
        let heard = (0..game.seats()).map(|seat| end_of_log(&*game, Viewer::Seat(Seat(seat)))).collect();
        let mut table =
            Table { title, game, shelf, saved, humans, opponents, hint_seed: seed, chosen: Vec::new(), heard };
        if arguments.from.is_none() {
            // How it was set up is news.
            table.heard.fill(0);
        }
        if !beginning.is_empty() {
            writeln!(out, "{beginning}")?;
        }
        Ok(table)
    }

    fn welcome(&self, out: &mut dyn Write) -> Result<()> {
        for (seat, (id, name)) in (0..).map(Seat).zip(sides(self.title, &*self.game)) {
            let who = self.opponents.describe(seat).unwrap_or_else(|| "at the keyboard".to_owned());
            let id = id.map_or(String::new(), |id| format!(" ({id})"));
            writeln!(out, "{name}{id}: {who}")?;
        }
        writeln!(out, "Type a number or a choice; ? for help.")?;
        Ok(())
    }

    /// What a seat is shown.
    pub fn page(&self, seat: Seat) -> Page {
        self.game.page(looking(Viewer::Seat(seat)), &Have::default())
    }

    /// What a bot in the place of `seat` would do, in words. It knows what that seat knows.
    pub fn hint(&mut self, seat: Seat) -> Vec<String> {
        self.hint_seed = self.hint_seed.wrapping_add(1);
        self.game.hint(seat, self.hint_seed)
    }

    fn let_bot_choose(&mut self, seat: Seat) -> Result<()> {
        let (player, seed) = self.opponents.turn(seat, self.game.step());
        let choice = self.game.thought_of(seat, player, seed)(Duration::MAX);
        let entry = self.game.choose(seat, &[choice], By::Bot)?;
        Ok(self.game.apply(&entry, 0)?)
    }

    /// Makes a choice that was offered to a person.
    fn choose(&mut self, seat: Seat, choice: String) -> Result<()> {
        let entry = self.game.choose(seat, std::slice::from_ref(&choice), By::Person)?;
        self.chosen.push((self.game.step(), choice));
        Ok(self.game.apply(&entry, 0)?)
    }

    /// Takes the last choice of `seat` back and returns it, or says why it stands.
    pub fn undo(&mut self, seat: Seat) -> Result<String, String> {
        let entry = self.game.undo(seat).map_err(|refusal| refusal.to_string())?;
        self.game.apply(&entry, 0).map_err(|refusal| refusal.to_string())?;
        let mut choice = String::new();
        if let Entry::Undo { to, .. } = entry {
            while let Some((_, text)) = self.chosen.pop_if(|(step, _)| *step >= to) {
                choice = text;
            }
        }
        for (seat, heard) in (0..).map(Seat).zip(&mut self.heard) {
            *heard = (*heard).min(end_of_log(&*self.game, Viewer::Seat(seat)));
        }
        Ok(choice)
    }

    /// What `seat` has not heard yet; from now on it has.
    pub fn news(&mut self, seat: Seat) -> Vec<String> {
        let heard = &mut self.heard[seat.index()];
        let mut news = Vec::new();
        loop {
            let lines = self.game.log(Viewer::Seat(seat), *heard, heard.saturating_add(LOG_LIMIT as u32));
            let Some(LogLine { number, .. }) = lines.last() else { return news };
            *heard = number + 1;
            news.extend(lines.into_iter().map(|line| line.text));
        }
    }

    /// Writes the record, but only over an older one.
    pub fn save(&mut self, path: &str) -> Result<()> {
        let record = self.game.record().context("a game that began from a position has no record to save")?;
        Output::new(Path::new(path), Kind::Record(self.shelf))?.write(&record)?;
        self.saved = Some(record);
        Ok(())
    }

    /// Whoever leaves is told what is lost.
    fn farewell(&self, out: &mut dyn Write) -> Result<ExitCode> {
        match self.game.record() {
            None => writeln!(out, "The game was not saved: one that began from a position has no record to save.")?,
            record if record == self.saved => {}
            Some(_) => writeln!(out, "The game was not saved; to keep one, write save FILE before you leave.")?,
        }
        writeln!(out, "Goodbye.")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The match that goes on from a file, and what is said of it.
fn go_on(
    title: &'static dyn Title,
    shelf: Shelf,
    path: &Path,
    game: Option<u64>,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(Box<dyn AnyMatch>, String)> {
    match read(shelf, path, game)? {
        Content::Record(found) => {
            if found.title.name() != title.name() {
                let what = if is_archive(path) { "an archive" } else { "a record" };
                bail!("{} is {what} of {1}; write orrery play {1} --from …", path.display(), found.title.name());
            }
            let game = found.what.open(&settings).map_err(Error::msg)?;
            remark(&*found.what, out)?;
            Ok((game, String::new()))
        }
        Content::Other(text) => {
            let game = title.from_position(&text, seed, &settings).map_err(|reason| no_position(path, reason))?;
            Ok((game, format!("A game from a position, with seed {seed}.")))
        }
    }
}

/// No log: news are told line by line.
fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: u32::MAX, present: SeatSet::NONE }
}

fn end_of_log(game: &dyn AnyMatch, viewer: Viewer) -> u32 {
    game.log(viewer, 0, u32::MAX).last().map_or(0, |line| line.number + 1)
}

fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % 1_000_000_007) as u64
}
