//! What is kept of a tournament while it runs: a line of JSON for each finished game.
//!
//! The first line says what is being played. Each line is on the disk before the next game is counted, so whatever ends
//! the program, at most the line being written is lost, and with it nothing but a game that can be played again.

use super::{Fixture, Outcome, Played};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What is being played. A tournament goes on only with the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub tournament: String,
    pub engine: String,
    pub catalogue: String,
    pub bots: Vec<String>,
    /// Fingerprints of the weights of each bot.
    pub weights: Vec<String>,
    pub seats: usize,
    /// As named; none if the sides take turns.
    #[serde(default)]
    pub sides: Vec<String>,
    /// Options with their values: `map=free`.
    #[serde(default)]
    pub options: Vec<String>,
    pub games: u64,
    pub seed: u64,
    /// Which way of planning: other plans have other games under the same numbers.
    #[serde(default = "first_plan")]
    pub plan: u32,
}

fn first_plan() -> u32 {
    1
}

impl Terms {
    /// What is not the same, in words.
    fn differences(&self, here: &Terms) -> Vec<String> {
        let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(",") };
        let all = [
            ("game", self.tournament.clone(), here.tournament.clone()),
            ("engine", self.engine.clone(), here.engine.clone()),
            ("catalogue", self.catalogue.clone(), here.catalogue.clone()),
            ("bots", list(&self.bots), list(&here.bots)),
            // Other bots have other weights anyway.
            ("weights", list(&self.weights), list(if self.bots == here.bots { &here.weights } else { &self.weights })),
            ("seats", self.seats.to_string(), here.seats.to_string()),
            ("sides", list(&self.sides), list(&here.sides)),
            ("options", list(&self.options), list(&here.options)),
            ("games", self.games.to_string(), here.games.to_string()),
            ("seed", self.seed.to_string(), here.seed.to_string()),
            ("plan", self.plan.to_string(), here.plan.to_string()),
        ];
        let others = all.into_iter().filter(|(_, there, here)| there != here);
        others.map(|(what, there, here)| format!("{what} {there} there, {here} here")).collect()
    }
}

/// Why a journal cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("the journal {0} cannot be read or written")]
    File(String, #[source] io::Error),
    #[error("another program is writing the journal {0}; wait for it, or name another folder")]
    Busy(String),
    #[error("{0} does not begin like the journal of a tournament; name another folder")]
    Header(String),
    #[error("{file} is the journal of another tournament ({differences}); use the same options, or another folder")]
    OtherTerms { file: String, differences: String },
    #[error("line {line} of {file} is not readable: {reason}; remove the line and its game is played again")]
    Line { file: String, line: usize, reason: String },
}

/// An open journal, to which games are appended.
#[derive(Debug)]
pub struct Journal {
    file: File,
    name: String,
}

impl Journal {
    /// Opens the journal of this tournament, or begins it, and gives back the games that are already in it. A last line
    /// that was cut off is removed.
    pub fn open(
        path: &Path,
        terms: &Terms,
        fixture: impl Fn(u64) -> Fixture,
    ) -> Result<(Journal, Vec<Played>), JournalError> {
        let name = path.display().to_string();
        let failed = |error| JournalError::File(name.clone(), error);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(name)),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        // A line is whole if it ends.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n');
        let mut journal = Journal { file, name };
        if whole == 0 {
            // Empty, or cut off in the first line. Anything else is somebody else's file.
            let first = serde_json::to_string(terms).expect("plain data always serialises");
            if !first.as_bytes().starts_with(&bytes) {
                return Err(JournalError::Header(journal.name));
            }
            journal.cut(0)?;
            journal.append(terms)?;
            return Ok((journal, Vec::new()));
        }
        let first = lines.next().unwrap_or_default();
        let there: Terms = serde_json::from_slice(first).map_err(|_| JournalError::Header(journal.name.clone()))?;
        let differences = there.differences(terms);
        if !differences.is_empty() {
            return Err(JournalError::OtherTerms { file: journal.name, differences: differences.join("; ") });
        }
        let mut played: Vec<Played> = Vec::new();
        for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
            let unfit = |reason: String| JournalError::Line { file: journal.name.clone(), line: number, reason };
            let game: Played = serde_json::from_slice(line).map_err(|error| unfit(error.to_string()))?;
            fits(&game, terms, &fixture).map_err(|reason| unfit(reason.to_owned()))?;
            played.push(game);
        }
        played.sort_by_key(|game| game.game);
        played.dedup_by_key(|game| game.game);
        journal.cut(whole as u64)?;
        Ok((journal, played))
    }

    /// Writes a game down; it is on the disk when this returns.
    pub fn push(&mut self, game: &Played) -> Result<(), JournalError> {
        self.append(game)
    }

    fn append(&mut self, content: &impl Serialize) -> Result<(), JournalError> {
        let mut line = serde_json::to_vec(content).expect("plain data always serialises");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::File(self.name.clone(), error))
    }

    /// Ends the file here, and goes on writing from here.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(|_| ()).map_err(|error| JournalError::File(self.name.clone(), error))
    }
}

/// Does a line belong to this tournament?
fn fits(game: &Played, terms: &Terms, fixture: &impl Fn(u64) -> Fixture) -> Result<(), &'static str> {
    if !(1..=terms.games).contains(&game.game) {
        return Err("there is no game with this number");
    }
    let fixture = fixture(game.game - 1);
    let names = fixture.line_up.iter().map(|&bot| &terms.bots[bot]);
    if game.seed != fixture.seed || !names.eq(&game.bots) {
        return Err("the game was planned otherwise");
    }
    let seats = terms.seats;
    let mut is_whole = game.times.len() == seats && game.wish.sides.len() == seats;
    if let Outcome::Finished(score) = &game.outcome {
        is_whole &= score.scores.len() == seats && score.decisions.len() == seats;
        is_whole &= !score.winners.is_empty() && score.winners.iter().all(|&seat| seat < seats);
    }
    if is_whole { Ok(()) } else { Err("it does not tell of every seat") }
}

#[cfg(test)]
mod tests {
    use super::super::{PLAN, Plan, Score};
    use super::*;
    use crate::statistics::Times;
    use hosted::Wish;

    fn terms() -> Terms {
        Terms {
            tournament: "parley".to_owned(),
            engine: "1".to_owned(),
            catalogue: "c".to_owned(),
            bots: vec!["greedy".to_owned(), "random".to_owned()],
            weights: vec!["none".into(), "none".into()],
            seats: 2,
            sides: Vec::new(),
            options: vec!["board=large".to_owned()],
            games: 4,
            seed: 9,
            plan: PLAN,
        }
    }

    fn played(number: u64) -> Played {
        let fixture = Plan::new(2, 2, 9).fixture(number);
        Played {
            game: number + 1,
            seed: fixture.seed,
            bots: fixture.line_up.iter().map(|&bot| terms().bots[bot].clone()).collect(),
            wish: Wish { sides: vec!["red".to_owned(), "blue".to_owned()], ..Wish::default() },
            outcome: Outcome::Finished(Score {
                winners: vec![0],
                scores: vec![2, 1],
                decisions: vec![10, 12],
                round: 5,
                ending: "points".to_owned(),
            }),
            times: vec![Times::default(); 2],
        }
    }

    fn open(path: &Path, terms: &Terms) -> Result<(Journal, Vec<Played>), JournalError> {
        Journal::open(path, terms, |number| Plan::new(2, 2, 9).fixture(number))
    }

    /// Wherever the file is cut off, the games whose lines are whole are there, and the journal goes on.
    #[test]
    fn a_journal_is_gone_on_with_wherever_it_was_cut_off() {
        let folder = std::env::temp_dir().join(format!("orrery-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("journal.jsonl");
        let (mut journal, none) = open(&path, &terms()).expect("a new journal");
        assert!(none.is_empty());
        journal.push(&played(2)).expect("written");
        journal.push(&played(0)).expect("written");
        assert!(matches!(open(&path, &terms()), Err(JournalError::Busy(_))));
        drop(journal);
        let whole = std::fs::read(&path).expect("the journal");
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
        // Around every end of a line, and here and there between.
        let is_near = |cut: usize| ends.iter().any(|end| end.abs_diff(cut) < 3);
        for cut in (0..=whole.len()).filter(|&cut| cut % 100 == 0 || is_near(cut)) {
            std::fs::write(&path, &whole[..cut]).expect("written");
            let lines = ends.iter().filter(|&&end| end < cut).count();
            let (mut journal, games) = open(&path, &terms()).expect("it goes on");
            let wanted = vec![vec![], vec![], vec![played(2)], vec![played(0), played(2)]].swap_remove(lines);
            assert_eq!(games, wanted, "cut at {cut}");
            journal.push(&played(1)).expect("written");
            drop(journal);
            let (_, games) = open(&path, &terms()).expect("it goes on");
            assert_eq!(games.len(), wanted.len() + 1, "cut at {cut}");
        }
        let other = Terms { games: 6, seed: 1, ..terms() };
        let refused = open(&path, &other).expect_err("other terms").to_string();
        assert!(refused.contains("(games 4 there, 6 here; seed 9 there, 1 here)"), "{refused}");
        std::fs::write(&path, [&whole[..], b"{}\n"].concat()).expect("written");
        assert!(open(&path, &terms()).expect_err("a bad line").to_string().starts_with("line 4 of "));
        std::fs::write(&path, "my diary").expect("written");
        assert!(matches!(open(&path, &terms()), Err(JournalError::Header(_))));
        std::fs::remove_dir_all(&folder).expect("the folder was ours");
    }
}
