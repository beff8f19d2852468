//! Somebody who plays at a table and remembers all that was acknowledged, whatever happens to the server.

use crate::client::{Client, Lost, Reply};
use crate::luck::{Haste, Luck};
use crate::table::{self, Chair, Company, Table};
use crate::wire::{LogLine, Page};
use anyhow::Result;
use std::collections::BTreeMap;
use std::time::Duration;

/// One who plays all the seats of a table that are ours, and remembers.
#[derive(Debug)]
pub struct Witness {
    pub table: Table,
    company: Company,
    memories: Vec<Memory>,
    /// The newest sequence and step that a server has acknowledged.
    pub sequence: u32,
    step: u32,
    /// Choices that were sent, and whose answer never came.
    pending: Option<usize>,
    luck: Luck,
    /// What contradicts what was remembered.
    pub contradictions: Vec<String>,
    /// Choices without an answer that were found made, and not made.
    pub found_made: usize,
    pub found_not_made: usize,
}

/// What one chair was shown.
#[derive(Debug, Default)]
struct Memory {
    log: BTreeMap<u32, LogLine>,
    /// The version of the board after each step at which we looked.
    boards: BTreeMap<u32, String>,
}

/// How an attempt to choose went.
#[derive(Clone, Debug)]
pub enum Played {
    /// The server said that it is made.
    Made {
        sequence: u32,
        took: Duration,
    },
    /// It came too late: a bot has answered meanwhile.
    TooLate,
    /// The server said that it cannot now, in a sentence.
    Busy(String),
    /// No answer came.
    Lost,
    /// Nobody of ours is asked.
    Waits,
    Over,
    /// The server said something that it should not.
    Wrong(String),
}

impl Witness {
    pub async fn new(client: &Client, company: Company, luck: Luck) -> Result<Witness> {
        let table = Table::new(client, company).await?;
        let memories = table.chairs.iter().map(|_| Memory::default()).collect();
        let mut witness = Witness {
            table,
            company,
            memories,
            sequence: 0,
            step: 0,
            pending: None,
            luck,
            contradictions: Vec::new(),
            found_made: 0,
            found_not_made: 0,
        };
        witness.testify(client).await??;
        Ok(witness)
    }

    /// Looks for a seat of ours that is asked, and answers for it; now and then with several choices at once.
    pub async fn play(&mut self, client: &Client) -> Played {
        match self.try_to_play(client).await {
            Ok(played) => played,
            Err(Lost(_)) => Played::Lost,
        }
    }

    async fn try_to_play(&mut self, client: &Client) -> Result<Played, Lost> {
        // Whether the last choice was made must be known before the next: the next would hide it.
        if self.pending.is_some()
            && let Err(no) = self.testify(client).await?
        {
            return Ok(refused(&no.0));
        }
        let Some(number) = self.table.chairs.iter().position(|chair| chair.prompt.is_some()) else {
            return self.look_around(client).await;
        };
        let chair = &self.table.chairs[number];
        let answer = chair.prompt.as_ref().and_then(|prompt| self.luck.answer(prompt, Haste::Some));
        let Some(answer) = answer else { return Ok(Played::Waits) };
        let mut choices = vec![answer];
        if self.luck.one_in(4)
            && let Some(next) = chair.foresee(client, &choices[0]).await?
        {
            choices.extend(self.luck.answer(&next, Haste::Some));
        }
        self.pending = Some(choices.len());
        let asked = choices.len() as u32;
        let reply = chair.choose(client, choices).await?;
        match reply.status {
            200 => {}
            409 => {
                self.pending = None;
                self.table.chairs[number].prompt = None;
                return Ok(if self.company.has_bots() {
                    Played::TooLate
                } else {
                    Played::Wrong(format!("409 for a choice that nobody else could make: {}", said(&reply)))
                });
            }
            // Whether it was made is not known.
            503 => return Ok(refused(&reply)),
            _ => {
                self.pending = None;
                self.table.chairs[number].prompt = None;
                return Ok(refused(&reply));
            }
        }
        let page: Page = match reply.read() {
            Ok(page) => page,
            Err(error) => return Ok(Played::Wrong(error.to_string())),
        };
        self.pending = None;
        if page.sequence <= self.sequence || page.step < self.step + asked {
            self.contradict(format!(
                "{asked} choices were made, and the page went from {}/{} to {}/{}",
                self.sequence, self.step, page.sequence, page.step
            ));
        }
        self.acknowledged(number, &page);
        for other in (0..self.table.chairs.len()).filter(|other| *other != number) {
            self.table.chairs[other].prompt = None;
        }
        Ok(Played::Made { sequence: page.sequence, took: reply.took })
    }

    /// All our seats look at the page: somebody else may be asked by now.
    async fn look_around(&mut self, client: &Client) -> Result<Played, Lost> {
        for number in 0..self.table.chairs.len() {
            let chair = &self.table.chairs[number];
            let reply = client.get(&chair.page_path(), &chair.key).await?;
            if reply.status != 200 {
                return Ok(refused(&reply));
            }
            match reply.read::<Page>() {
                Ok(page) => self.acknowledged(number, &page),
                Err(error) => return Ok(Played::Wrong(error.to_string())),
            }
        }
        Ok(if self.table.chairs[0].is_over { Played::Over } else { Played::Waits })
    }

    /// Notes what a page says, and that it was said.
    fn acknowledged(&mut self, number: usize, page: &Page) {
        if page.sequence < self.sequence || page.step < self.step {
            self.contradict(format!(
                "the page fell back from {}/{} to {}/{}",
                self.sequence, self.step, page.sequence, page.step
            ));
            self.begin_anew();
        }
        self.sequence = self.sequence.max(page.sequence);
        self.step = self.step.max(page.step);
        self.table.chairs[number].see(page);
        self.remember(number, &page.log);
        let board = self.table.chairs[number].board();
        if let Some(board) = board {
            let known = self.memories[number].boards.insert(page.step, board.clone());
            if let Some(known) = known.filter(|known| *known != board) {
                self.contradict(format!("the board after step {} was {known} and is now {board}", page.step));
            }
        }
    }

    /// What was remembered is refuted: from here on the server is believed again, so that one loss counts once.
    fn begin_anew(&mut self) {
        self.sequence = 0;
        self.step = 0;
        for (chair, memory) in self.table.chairs.iter_mut().zip(&mut self.memories) {
            *chair = Chair::new(&chair.id, &chair.key);
            *memory = Memory::default();
        }
    }

    fn remember(&mut self, number: usize, lines: &[LogLine]) {
        for line in lines {
            let known = self.memories[number].log.insert(line.number, line.clone());
            if let Some(known) = known.filter(|known| known != line) {
                self.contradict(format!("chair {number} read {known:?} and now reads {line:?}"));
            }
        }
    }

    fn contradict(&mut self, what: String) {
        self.contradictions.push(format!("match {}: {what}", self.table.id));
    }

    /// Asks the server for what it knows and holds it against what is remembered. The inner error is an answer other
    /// than the page.
    pub async fn testify(&mut self, client: &Client) -> Result<Result<(), No>, Lost> {
        let before = (self.sequence, self.step);
        for number in 0..self.table.chairs.len() {
            let Chair { id, key, log_end, .. } = &self.table.chairs[number];
            // Lines that were read already are asked for again, to compare them.
            let path = format!("/api/matches/{id}/page?log={}", log_end.saturating_sub(200));
            let reply = client.get(&path, key).await?;
            if reply.status != 200 {
                return Ok(Err(No(reply)));
            }
            let Ok(page) = reply.read::<Page>() else { return Ok(Err(No(reply))) };
            let remembered = self.memories[number].log.keys().next_back().map_or(0, |last| last + 1);
            if page.log_end < remembered {
                self.contradict(format!(
                    "chair {number} has read {remembered} lines, and only {} are left",
                    page.log_end
                ));
            }
            self.acknowledged(number, &page);
        }
        if let Some(sent) = self.pending.take() {
            self.judge_pending(before, sent);
        }
        Ok(Ok(()))
    }

    /// A choice without an answer is wholly there or not at all.
    fn judge_pending(&mut self, (sequence, step): (u32, u32), sent: usize) {
        // A fall is counted already; and what bots have done since cannot be told from our own.
        if self.company.has_bots() || self.sequence < sequence || self.step < step {
            return;
        }
        match (self.sequence - sequence, self.step - step) {
            (0, 0) => self.found_not_made += 1,
            (1, further) if further as usize >= sent => self.found_made += 1,
            _ => self.contradict(format!(
                "{sent} choices without an answer after {sequence}/{step}, and the match is at {}/{}",
                self.sequence, self.step
            )),
        }
    }

    /// Holds everything that was ever shown against the server: the whole log, and boards of the past.
    pub async fn testify_to_all(&mut self, client: &Client) -> Result<()> {
        self.testify(client).await?.map_err(|no| no.into_error())?;
        for number in 0..self.table.chairs.len() {
            let Chair { id, key, .. } = self.table.chairs[number].clone();
            let mut to = self.table.chairs[number].log_end;
            while to > 0 {
                let path = format!("/api/matches/{id}/log?from=0&to={to}");
                let lines: Vec<LogLine> = client.get(&path, &key).await?.read()?;
                let Some(first) = lines.first() else { break };
                to = first.number;
                self.remember(number, &lines);
            }
            let steps: Vec<u32> = self.memories[number].boards.keys().copied().collect();
            for _ in 0..5.min(steps.len()) {
                let step = steps[self.luck.below(steps.len())];
                let page: Page = client.get(&format!("/api/matches/{id}/steps/{step}"), &key).await?.read()?;
                let shown =
                    table::board(page.fragments.iter().map(|(name, part)| (name.as_str(), part.version.as_str())));
                let known = self.memories[number].boards.get(&step).cloned();
                if shown != known {
                    self.contradict(format!("step {step} showed board {known:?} and now shows {shown:?}"));
                }
            }
        }
        Ok(())
    }
}

/// An answer that is not what was asked for.
#[derive(Clone, Debug)]
pub struct No(Reply);

impl No {
    pub fn played(&self) -> Played {
        refused(&self.0)
    }

    fn into_error(self) -> anyhow::Error {
        anyhow::anyhow!("the server answered {}: {}", self.0.status, said(&self.0))
    }
}

impl std::fmt::Display for No {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.status, said(&self.0))
    }
}

impl std::error::Error for No {}

/// A server that cannot says so with 503 and a sentence; anything else is wrong.
fn refused(reply: &Reply) -> Played {
    match (reply.status, reply.sentence()) {
        (503, Some(sentence)) => Played::Busy(sentence),
        _ => Played::Wrong(format!("{}: {}", reply.status, said(reply))),
    }
}

fn said(reply: &Reply) -> String {
    reply.sentence().unwrap_or_else(|| "no sentence".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page(sequence: u32, step: u32, board: &str, lines: &[&str]) -> Page {
        let log: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(number, text)| json!({ "number": number, "step": number, "text": text }))
            .collect();
        serde_json::from_value(json!({
            "sequence": sequence, "step": step, "seat": 0, "prompt": null, "stop": null, "outcome": null,
            "undo": { "possible": false }, "fragments": { "board": { "version": board } },
            "log": log, "log_end": lines.len(),
        }))
        .expect("this is a page")
    }

    /// One who has seen a match at sequence 5, step 9.
    fn witness() -> Witness {
        let mut witness = Witness {
            table: Table { id: "m".to_owned(), chairs: vec![Chair::default()] },
            company: Company::Apart,
            memories: vec![Memory::default()],
            sequence: 0,
            step: 0,
            pending: None,
            luck: Luck::of(1, 1),
            contradictions: Vec::new(),
            found_made: 0,
            found_not_made: 0,
        };
        witness.acknowledged(0, &page(5, 9, "b9", &["Round 1", "An order is placed"]));
        assert!(witness.contradictions.is_empty());
        witness
    }

    #[test]
    fn a_match_that_goes_on_contradicts_nothing() {
        let mut witness = witness();
        witness.acknowledged(0, &page(6, 11, "b11", &["Round 1", "An order is placed", "And another"]));
        assert!(witness.contradictions.is_empty());
    }

    #[test]
    fn a_lost_choice_is_noticed() {
        let mut witness = witness();
        witness.acknowledged(0, &page(4, 8, "b8", &["Round 1"]));
        assert_eq!(witness.contradictions, ["match m: the page fell back from 5/9 to 4/8"]);
        // Once: play goes on from there.
        witness.acknowledged(0, &page(5, 9, "other", &["Round 1", "Another order is placed"]));
        assert_eq!(witness.contradictions.len(), 1);
    }

    #[test]
    fn another_past_is_noticed() {
        let mut witness = witness();
        witness.acknowledged(0, &page(6, 10, "b10", &["Round 1", "Something else"]));
        assert_eq!(witness.contradictions.len(), 1);
        witness.acknowledged(0, &page(6, 10, "b?", &[]));
        assert_eq!(witness.contradictions.len(), 2);
    }

    #[test]
    fn a_choice_without_an_answer_is_wholly_there_or_not_at_all() {
        let judged = |sequence, step| {
            let mut witness = witness();
            witness.sequence = sequence;
            witness.step = step;
            witness.judge_pending((5, 9), 2);
            (witness.found_not_made, witness.found_made, witness.contradictions.len())
        };
        assert_eq!(judged(5, 9), (1, 0, 0));
        assert_eq!(judged(6, 11), (0, 1, 0));
        // Only one of two; twice; without an entry.
        assert_eq!([judged(6, 10), judged(7, 13), judged(5, 11)], [(0, 0, 1); 3]);
    }
}
