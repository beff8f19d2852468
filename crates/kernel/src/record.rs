//! What is kept of a match: the record (options, seed, choices) and snapshots.
//!
//! A record is a text file. The first line is a JSON header; each further line is one choice, `SEAT CHOICE`, in the
//! game's notation. It is only ever appended to, so a file cut off in mid-line loses that line and nothing else.

use crate::game::Saved;
use crate::{Chance, Game, Herald, MAX_SEATS, Rules, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the rules engine, written into every record and snapshot.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Header<R: Rules> {
    /// The [`NAME`](Rules::NAME) of the game.
    pub game: String,
    /// The [`ENGINE_VERSION`] that wrote it.
    pub engine: String,
    /// The version of the game's rules. Records that do not say it were made with the first.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub rules: u32,
    /// Hash of the catalogue, in hexadecimal.
    pub catalogue: String,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// What the players agreed on.
    pub options: R::Options,
}

fn first_version() -> u32 {
    1
}

fn is_first_version(version: &u32) -> bool {
    *version == first_version()
}

impl<R: Rules> Header<R> {
    /// Engine and rules in one word, as in [`made_by`].
    pub fn made_by(&self) -> String {
        maker(&self.engine, self.rules)
    }

    /// Says that this engine with these rules made it, in the words of [`made_by`].
    pub fn set_made_by(&mut self, maker: &str) {
        let (engine, rules) = maker.split_once('+').unwrap_or((maker, ""));
        (self.engine, self.rules) = (engine.to_owned(), rules.parse().unwrap_or(first_version()));
    }
}

/// This engine with these rules, in one word: `0.1.0+2`. The first version of a game's rules goes unsaid.
pub fn made_by<R: Rules>() -> String {
    maker(ENGINE_VERSION, R::VERSION)
}

fn maker(engine: &str, rules: u32) -> String {
    if rules == first_version() { engine.to_owned() } else { format!("{engine}+{rules}") }
}

/// How a line begins that says from which seed chance begins anew.
const FRESH: &str = "* ";

/// The truth of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<R: Rules> {
    /// What the match began with.
    pub header: Header<R>,
    /// Seat and choice, in notation, in the order in which they were made.
    pub choices: Vec<(Seat, String)>,
    /// Seeds from which chance began anew, by the number of choices made before: a game that was played on from another.
    pub fresh: BTreeMap<usize, [u8; 32]>,
    /// The file ended in the middle of a line; everything before it is here.
    pub cut_off: bool,
}

/// Why a record or snapshot cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The first line is no header.
    #[error("line 1: the header is not readable ({0}); a record starts with a line of JSON")]
    Header(String),
    /// It is of another game.
    #[error("line 1: this is a record of “{found}”, not of “{wanted}”")]
    OtherGame {
        /// Its game.
        found: String,
        /// This game.
        wanted: &'static str,
    },
    /// A line is no choice.
    #[error("line {line}: “{text}” is not “SEAT CHOICE”")]
    Line {
        /// Its number in the file, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// The seed cannot be read.
    #[error("line 1: the seed is not 64 hexadecimal digits")]
    Seed,
    /// The game does not begin with these options.
    #[error("line 1: {0}")]
    Options(String),
    /// A choice is not legal: the rules were others.
    #[error("line {line}: {reason}; the game was at: {at}")]
    Diverged {
        /// Its number in the file, from 1.
        line: usize,
        /// Why it is not legal.
        reason: String,
        /// Where the game was.
        at: String,
    },
    /// A snapshot cannot be read.
    #[error("the snapshot is damaged: {0}")]
    Snapshot(String),
    /// A snapshot is of another engine, other rules, another game or other cards.
    #[error("the snapshot was made by {found}; this is {wanted}")]
    OtherEngine {
        /// What made it.
        found: String,
        /// What this is.
        wanted: String,
    },
}

impl<R: Rules> Record<R> {
    /// The record of a match that begins now.
    pub fn new(catalogue: &R::Catalogue, options: &R::Options, chance: &Chance) -> Self {
        Record {
            header: Header {
                game: R::NAME.to_owned(),
                engine: ENGINE_VERSION.to_owned(),
                rules: R::VERSION,
                catalogue: hex(&R::catalogue_hash(catalogue)),
                seed: hex(&chance.seed()),
                options: options.clone(),
            },
            choices: Vec::new(),
            fresh: BTreeMap::new(),
            cut_off: false,
        }
    }

    /// Adds a choice, in notation.
    pub fn push(&mut self, seat: Seat, choice: String) {
        self.choices.push((seat, choice));
    }

    /// Reads a record; one that was cut off in mid-line loses that line.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let named: serde_json::Value =
            serde_json::from_str(first).map_err(|error| RecordError::Header(error.to_string()))?;
        if let Some(found) = named.get("game").and_then(|game| game.as_str())
            && found != R::NAME
        {
            return Err(RecordError::OtherGame { found: found.to_owned(), wanted: R::NAME });
        }
        let header: Header<R> =
            serde_json::from_value(named).map_err(|error| RecordError::Header(error.to_string()))?;
        let cut_off = !text.ends_with('\n');
        let (mut choices, mut fresh) = (Vec::new(), BTreeMap::new());
        let mut lines = rest.lines().enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            if cut_off && lines.peek().is_none() {
                break;
            }
            if let Some(seed) = line.strip_prefix(FRESH).map(unhex) {
                let seed = seed.ok_or_else(|| RecordError::Line { line: number + 2, text: line.to_owned() })?;
                fresh.insert(choices.len(), seed);
                continue;
            }
            let choice = line
                .split_once(' ')
                .and_then(|(seat, choice)| Some((seat.parse().ok().map(Seat)?, choice.to_owned())))
                .filter(|(seat, _)| seat.index() < MAX_SEATS)
                .ok_or_else(|| RecordError::Line { line: number + 2, text: line.to_owned() })?;
            choices.push(choice);
        }
        Ok(Record { header, choices, fresh, cut_off })
    }

    /// Why a replay may go another way, if the record comes from other rules or other cards.
    pub fn stranger(&self, catalogue: &R::Catalogue) -> Option<String> {
        if self.header.catalogue != hex(&R::catalogue_hash(catalogue)) {
            Some("the record was made with another catalogue of components".to_owned())
        } else if self.header.engine != ENGINE_VERSION {
            Some(format!("the record was made by engine {}, this is engine {ENGINE_VERSION}", self.header.engine))
        } else if self.header.rules != R::VERSION {
            let (then, now) = (self.header.rules, R::VERSION);
            Some(format!("the record was made with version {then} of the rules, this is version {now}"))
        } else {
            None
        }
    }

    /// The chance that the match began with.
    pub fn chance(&self) -> Result<Chance, RecordError> {
        unhex(&self.header.seed).map(Chance::from_seed).ok_or(RecordError::Seed)
    }

    /// The game as it stood before the first choice.
    pub fn begin(&self, catalogue: &'static R::Catalogue, herald: &mut dyn Herald<R>) -> Result<Game<R>, RecordError> {
        Game::new(catalogue, &self.header.options, self.chance()?, herald)
            .map_err(|objection| RecordError::Options(objection.0))
    }

    /// Lets chance begin anew, if it does after so many choices.
    pub fn freshen(&self, game: &mut Game<R>, choices: usize) {
        if let Some(&seed) = self.fresh.get(&choices) {
            *game = R::renew(game, Chance::from_seed(seed));
        }
    }

    /// The line of the choice with this index in the file.
    fn line(&self, index: usize) -> usize {
        index + 2 + self.fresh.range(..=index).count()
    }

    /// Makes the choice with this index; the error names its line in the file.
    pub fn step(&self, game: &mut Game<R>, index: usize, herald: &mut dyn Herald<R>) -> Result<(), RecordError> {
        self.freshen(game, index);
        let (seat, text) = &self.choices[index];
        let result = R::parse_choice(game, text)
            .map_err(|objection| objection.0)
            .and_then(|choice| game.choose(*seat, choice, herald).map_err(|illegal| illegal.describe(game)));
        result.map_err(|reason| RecordError::Diverged { line: self.line(index), reason, at: game.breadcrumb() })
    }

    /// Set-up plus all choices.
    pub fn replay(&self, catalogue: &'static R::Catalogue, herald: &mut dyn Herald<R>) -> Result<Game<R>, RecordError> {
        let mut game = self.begin(catalogue, herald)?;
        for index in 0..self.choices.len() {
            self.step(&mut game, index, herald)?;
        }
        self.freshen(&mut game, self.choices.len());
        Ok(game)
    }
}

impl<R: Rules> std::fmt::Display for Record<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", serde_json::to_string(&self.header).map_err(|_| std::fmt::Error)?)?;
        for (index, (seat, choice)) in self.choices.iter().enumerate() {
            if let Some(seed) = self.fresh.get(&index) {
                writeln!(f, "{FRESH}{}", hex(seed))?;
            }
            writeln!(f, "{} {choice}", seat.0)?;
        }
        match self.fresh.get(&self.choices.len()) {
            Some(seed) => writeln!(f, "{FRESH}{}", hex(seed)),
            None => Ok(()),
        }
    }
}

/// Who made a snapshot. It is read before the rest, whose layout another engine may have changed.
#[derive(PartialEq, Serialize, Deserialize)]
struct Stamp {
    game: String,
    /// As in [`made_by`].
    engine: String,
    catalogue: [u8; 32],
}

impl Stamp {
    fn of<R: Rules>(catalogue: &R::Catalogue) -> Stamp {
        Stamp { game: R::NAME.to_owned(), engine: made_by::<R>(), catalogue: R::catalogue_hash(catalogue) }
    }
}

impl std::fmt::Display for Stamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({})", self.game, self.engine, hex(&self.catalogue[..4]))
    }
}

/// A game as bytes, stamped with engine, rules and catalogue.
pub fn snapshot<R: Rules>(game: &Game<R>) -> Vec<u8> {
    postcard::to_allocvec(&(Stamp::of::<R>(game.catalogue), game.save())).expect("plain data always serialises")
}

/// The game that `snapshot` saved, if engine, rules and catalogue are the same.
pub fn from_snapshot<R: Rules>(catalogue: &'static R::Catalogue, bytes: &[u8]) -> Result<Game<R>, RecordError> {
    let damaged = |error: postcard::Error| RecordError::Snapshot(error.to_string());
    let (found, rest): (Stamp, &[u8]) = postcard::take_from_bytes(bytes).map_err(damaged)?;
    let wanted = Stamp::of::<R>(catalogue);
    if found != wanted {
        return Err(RecordError::OtherEngine { found: found.to_string(), wanted: wanted.to_string() });
    }
    let saved: Saved<R> = postcard::from_bytes(rest).map_err(damaged)?;
    Ok(Game::restore(catalogue, saved))
}

/// The game in a snapshot of whichever engine, if it still can be read and every component is there: for matches that
/// outlive a release.
pub fn from_older_snapshot<R: Rules>(catalogue: &'static R::Catalogue, bytes: &[u8]) -> Result<Game<R>, RecordError> {
    let damaged = |error: postcard::Error| RecordError::Snapshot(error.to_string());
    let (found, rest): (Stamp, &[u8]) = postcard::take_from_bytes(bytes).map_err(damaged)?;
    if found.game != R::NAME {
        return Err(RecordError::OtherGame { found: found.game, wanted: R::NAME });
    }
    let (saved, rest): (Saved<R>, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if !rest.is_empty() {
        return Err(RecordError::Snapshot("it is longer than a game".to_owned()));
    }
    let game = Game::restore(catalogue, saved);
    R::conserved(&game).map_err(|objection| RecordError::Snapshot(objection.0))?;
    Ok(game)
}

/// A fingerprint of a game, equal on all machines.
pub fn fingerprint<R: Rules>(game: &Game<R>) -> String {
    let bytes = postcard::to_allocvec(&game.save()).expect("plain data always serialises");
    blake3::hash(&bytes).to_hex()[..16].to_owned()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}
