//! A game at the keyboard: plain lines, people and bots.

mod hint;
mod keyboard;
mod opponents;
mod prompt;

use crate::numbers;
use crate::output::{Kind, Output};
use crate::records::{Content, read};
use crate::replay::remark;
use crate::seating::{Seating, known_game};
use crate::show::{read_position, seat_of};
use crate::take_back::{Past, TakeBack};
use anyhow::{Result, bail};
use forbidden_stars::{Catalogue, Choice, Event, ForbiddenStars, Game};
use hint::{Hinter, Scope};
use kernel::{Chance, History, Record, Rules, Seat, SeatSet, Seated, Viewer};
use keyboard::{Keyboard, Next};
use lab::player::Player;
use opponents::Opponents;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game: forbidden-stars
    game: String,
    #[command(flatten)]
    seating: Seating,
    /// Factions played by people; the first seat if none is named
    #[arg(long, value_delimiter = ',', value_name = "FACTION,FACTION")]
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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["factions", "seats", "map"])]
    from: Option<PathBuf>,
    /// Of an archive, the game with this number
    #[arg(long = "game", value_name = "NUMBER", requires = "from", value_parser = numbers::count,
        allow_negative_numbers = true)]
    game_number: Option<u64>,
}

/// A game being played.
pub struct Match {
    pub game: Game,
    /// None for a game that began from a position: a record starts with a set-up.
    pub record: Option<Record<ForbiddenStars>>,
    /// The record as it lies in a file.
    saved: Option<Record<ForbiddenStars>>,
    pub humans: SeatSet,
    /// What was chosen so far, and what the others heard of it.
    history: History<ForbiddenStars>,
    opponents: Opponents,
    hinter: Hinter,
    take_back: TakeBack,
    /// What each seat has yet to hear.
    unheard: [Vec<String>; 4],
}

pub fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    known_game(&arguments.game)?;
    let mut table = Match::begin(arguments, out)?;
    table.welcome(out)?;
    let mut keyboard = Keyboard::new(input, table.humans);
    while let Some(question) = table.game.next_question() {
        let seat = question.seat;
        if !table.humans.contains(seat) {
            let choice = table.opponents.choose(&Seated::new(&table.game, &table.history, seat));
            table.choose(seat, choice);
            continue;
        }
        match keyboard.ask(&mut table, seat, out)? {
            Next::Choose(choice) => table.choose(seat, choice),
            Next::Again => {}
            Next::Quit => return table.farewell(out),
        }
    }
    keyboard.close(&mut table, out)?;
    table.farewell(out)
}

impl Match {
    fn begin(arguments: &Arguments, out: &mut dyn Write) -> Result<Match> {
        let catalogue = Catalogue::standard();
        let seed = arguments.seed.unwrap_or_else(some_seed);
        let chance = Chance::from_number(seed);
        let mut events = Vec::new();
        let mut history = History::default();
        let mut scope = Scope::Game;
        let (game, record) = match &arguments.from {
            None => {
                let options = arguments.seating.options(catalogue, 0)?;
                let record = Record::new(catalogue, &options, &chance);
                (record.begin(catalogue, &mut events)?, Some(record))
            }
            Some(path) => match read(catalogue, path, arguments.game_number)? {
                Content::Record(mut record) => {
                    let game = retrace(catalogue, &record, &mut history)?;
                    remark(catalogue, &record, out)?;
                    record.cut_off = false;
                    (game, Some(record))
                }
                Content::Other(text) => {
                    let position = read_position(catalogue, path, &text)?;
                    scope = if position.is_battle() { Scope::Battle } else { Scope::Game };
                    (position.start(chance, &mut events), None)
                }
            },
        };
        let mut humans = SeatSet::NONE;
        for faction in &arguments.human {
            humans.insert(seat_of(&game, faction)?);
        }
        if humans.is_empty() {
            humans.insert(Seat(0));
        }
        if !humans.iter().any(|seat| game.table.is_in(seat)) {
            bail!("everybody who would be at the keyboard is eliminated already");
        }
        let opponents = Opponents::new(&arguments.bot, &game, humans, seed)?;
        let hinter = Hinter::new(seed, scope);
        let saved = record.clone().filter(|_| arguments.from.is_some());
        let (take_back, unheard) = (TakeBack::new(), Default::default());
        let mut table = Match { game, record, saved, humans, history, opponents, hinter, take_back, unheard };
        table.hear(&events);
        match (&arguments.from, &table.record) {
            (None, _) => writeln!(out, "A new game with seed {seed}.")?,
            (Some(_), None) => writeln!(out, "A game from a position, with seed {seed}.")?,
            (Some(_), Some(_)) => {}
        }
        Ok(table)
    }

    fn welcome(&self, out: &mut dyn Write) -> Result<()> {
        for seat in self.game.table.all_seats() {
            let who = self.opponents.describe(seat).unwrap_or_else(|| "at the keyboard".to_owned());
            let faction = &self.game.catalogue.factions[usize::from(self.game.table.player(seat).faction)];
            writeln!(out, "{} ({}): {who}", faction.name, faction.id)?;
        }
        writeln!(out, "Type a number or a choice; ? for help.")?;
        Ok(())
    }

    /// What a bot in the place of `seat` would do, in words. It knows what that seat knows.
    pub fn hint(&mut self, seat: Seat) -> Vec<String> {
        self.hinter.think(&self.game, &Seated::new(&self.game, &self.history, seat))
    }

    /// Makes a choice that was offered, and remembers how things were before it.
    fn choose(&mut self, seat: Seat, choice: Choice) {
        let text = ForbiddenStars::print_choice(&self.game, choice);
        let before = self.game.clone();
        let unheard = std::array::from_fn(|seat| self.unheard[seat].len());
        let heard_before = self.humans.contains(seat).then(|| self.history.clone());
        self.history.note(&self.game, seat, choice);
        let mut events = Vec::new();
        self.game.take(seat, choice, &mut events);
        if let Some(record) = &mut self.record {
            record.push(seat, text.clone());
        }
        self.hear(&events);
        match heard_before {
            Some(history) => {
                let past = Past { seat, choice: text, game: before, history, unheard };
                self.take_back.keep(past, &self.game, &events);
            }
            None => self.take_back.forget(seat),
        }
    }

    /// Takes the last choice of `seat` back and returns it, or says why it stands.
    pub fn undo(&mut self, seat: Seat) -> Result<String, &'static str> {
        let past = self.take_back.take(seat)?;
        self.game = past.game;
        self.history = past.history;
        if let Some(record) = &mut self.record {
            record.choices.pop();
        }
        for (lines, length) in self.unheard.iter_mut().zip(past.unheard) {
            lines.truncate(length);
        }
        Ok(past.choice)
    }

    fn hear(&mut self, events: &[Event]) {
        for seat in self.humans.iter() {
            for event in events.iter().filter_map(|event| ForbiddenStars::told_to(event, Viewer::Seat(seat))) {
                self.unheard[seat.index()].push(ForbiddenStars::describe_event(&self.game, &event));
            }
        }
    }

    /// What `seat` has not heard yet; from now on it has.
    pub fn news(&mut self, seat: Seat) -> Vec<String> {
        std::mem::take(&mut self.unheard[seat.index()])
    }

    /// Writes the record, but only over an older one.
    pub fn save(&mut self, path: &str) -> Result<()> {
        let Some(record) = &self.record else {
            bail!("a game that began from a position has no record to save");
        };
        Output::new(Path::new(path), Kind::Record)?.write(&record.to_string())?;
        self.saved = self.record.clone();
        Ok(())
    }

    /// Whoever leaves is told what is lost.
    fn farewell(&self, out: &mut dyn Write) -> Result<ExitCode> {
        match &self.record {
            None => writeln!(out, "The game was not saved: one that began from a position has no record to save.")?,
            Some(_) if self.record == self.saved => {}
            Some(_) => writeln!(out, "The game was not saved; to keep one, write save FILE before you leave.")?,
        }
        writeln!(out, "Goodbye.")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The game in which a record ends, and what was heard on the way.
fn retrace(
    catalogue: &'static Catalogue,
    record: &Record<ForbiddenStars>,
    history: &mut History<ForbiddenStars>,
) -> Result<Game> {
    let mut game = record.begin(catalogue, &mut Vec::new())?;
    for (index, (seat, text)) in record.choices.iter().enumerate() {
        if let Ok(choice) = ForbiddenStars::parse_choice(&game, text) {
            history.note(&game, *seat, choice);
        }
        record.step(&mut game, index, &mut Vec::new())?;
    }
    Ok(game)
}

fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % 1_000_000_007) as u64
}
