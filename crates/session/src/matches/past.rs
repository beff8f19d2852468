//! Going back: what is taken back, the match at an earlier step, and going on under newer rules.

use super::told::Story;
use super::{Mark, Match, Refusal, Start, answerers, take};
use crate::journal::{By, Entry};
use kernel::{Chance, Depth, History, Presentation, Seat, SeatSet, Trail};
use std::sync::Arc;

/// Choices from one mark to the next.
const MARK_EVERY: usize = 128;

impl<R: Presentation> Match<R> {
    /// The entry that takes back the last decision of this seat, or why it stands.
    pub fn undo(&self, seat: Seat) -> Result<Entry, Refusal> {
        self.check_seat(seat)?;
        let to = self.undoable(seat).map_err(Refusal::NoUndo)?;
        Ok(Entry::Undo { seat: seat.0, to })
    }

    /// The choice to which this seat can go back, or a sentence that says why it cannot.
    pub(crate) fn undoable(&self, seat: Seat) -> Result<u32, String> {
        // When the game is over everybody may see what anybody held.
        if self.is_over() {
            return Err("Undo is not possible: the game is over.".to_owned());
        }
        let Some(last) = self.choices.iter().rev().find(|made| made.by != By::Forced) else {
            return Err("There is nothing to take back yet.".to_owned());
        };
        let first = self.choices.partition_point(|made| made.sequence < last.sequence);
        if last.seat != seat {
            let own = self.choices.iter().any(|made| made.seat == seat && made.by != By::Forced);
            return Err(if own {
                let other = R::seat_name(&self.game, last.seat);
                format!("Undo is not possible: {other} decided since.")
            } else {
                "There is nothing of yours to take back.".to_owned()
            });
        }
        if let Some(stays) = self.choices.from(first).find_map(|made| made.barrier) {
            return Err(format!("Undo is not possible: {}.", stays.reason()));
        }
        Ok(self.start.step + first as u32)
    }

    pub(super) fn take_back(&mut self, to: u32, at: i64) -> Result<(), Refusal> {
        let kept = to.checked_sub(self.start.step).map(|kept| kept as usize);
        let kept = kept.filter(|&kept| kept <= self.choices.len());
        let kept = kept.ok_or(Refusal::NotNow("There is no such choice to go back to."))?;
        self.pass_time(at);
        // What an answer added to a clock goes with it, or deciding to and fro would make time.
        for seat in answerers(self.choices.from(kept)) {
            self.clocks.taken_back(seat);
        }
        self.choices.truncate(kept);
        self.rebuild();
        Ok(())
    }

    /// Leaves a mark every so many choices: from each of them one can go on without beginning at the start.
    pub(super) fn mark(&mut self) {
        if self.choices.len().is_multiple_of(MARK_EVERY) {
            self.marks.push(Arc::new(Mark {
                game: self.game.clone(),
                history: self.history.clone(),
                choices: self.choices.len(),
                events: self.story.len(),
            }));
        }
    }

    /// Plays the choices that stand, from the last mark among them or from the start.
    fn rebuild(&mut self) {
        let length = self.choices.len();
        self.marks.truncate(self.marks.partition_point(|mark| mark.choices <= length));
        let from = match self.marks.last() {
            Some(mark) => {
                self.game = mark.game.clone();
                self.history = mark.history.clone();
                self.story.truncate(mark.events);
                mark.choices
            }
            None => {
                self.game = self.start.game.clone();
                self.history = History::default();
                self.story = Story::default();
                self.story.tell(self.start.step, self.game.seats(), self.start.events.iter().cloned());
                0
            }
        };
        self.fresh.retain(|&choices, _| choices <= length);
        let again: Vec<_> = self.choices.from(from).cloned().collect();
        self.choices.truncate(from);
        self.freshen();
        for made in again {
            let mut game = self.game.clone();
            let taken = take(&mut game, made.seat, made.choice, made.by);
            self.take(taken, game, made.sequence);
            self.freshen();
        }
    }

    /// Lets chance begin anew, if it does after the choices that stand.
    fn freshen(&mut self) {
        if let Some(&seed) = self.fresh.get(&self.choices.len()) {
            self.game = R::renew(&self.game, Chance::from_seed(seed));
        }
    }

    pub(super) fn renew(&mut self, seed: &str, at: i64) -> Result<(), Refusal> {
        let damaged = Refusal::NotNow("The seed is damaged.");
        let seed: [u8; 32] = unhex(seed).and_then(|bytes| bytes.try_into().ok()).ok_or(damaged)?;
        self.pass_time(at);
        self.fresh.insert(self.choices.len(), seed);
        self.freshen();
        Ok(())
    }

    /// The match as it was after so many choices, with nothing after it.
    pub fn at_step(&self, step: u32) -> Option<Self> {
        let kept = step.checked_sub(self.start.step)? as usize;
        if kept > self.choices.len() {
            return None;
        }
        let mut past = self.clone();
        past.choices.truncate(kept);
        past.taken_back = None;
        past.rebuild();
        Some(past)
    }

    /// The first step that can be shown.
    pub fn first_step(&self) -> u32 {
        self.start.step
    }

    /// Headings on the way: the step at which each round, phase and scene began, and what it is called.
    pub fn landmarks(&self) -> Vec<(u32, Depth, String)> {
        let heading = |told: &super::told::Told<R>| {
            (told.step, R::depth(&told.event), R::describe_event(&self.game, &told.event))
        };
        self.story.landmarks().map(heading).collect()
    }

    pub(super) fn rebase(&mut self, to: u32, engine: &str, snapshot: &str, at: i64) -> Result<(), Refusal> {
        let bytes = unhex(snapshot).ok_or(Refusal::NotNow("The snapshot is damaged."))?;
        let game =
            kernel::from_snapshot::<R>(self.catalogue, &bytes).map_err(|error| Refusal::Illegal(error.to_string()))?;
        if game.seats() != self.seats() {
            return Err(Refusal::NotNow("The snapshot is of a table with another number of seats."));
        }
        // Nobody pays for the time in which the match could not be played.
        self.clocks.pass(SeatSet::NONE, at);
        self.choices = Trail::default();
        self.marks = Trail::default();
        self.fresh.clear();
        self.start = Start { game, events: Vec::new(), step: to };
        self.rebuild();
        // Why the old choices no longer fit stays in the journal: it may name what a seat has laid facedown.
        self.notice = Some(format!(
            "The rules have changed since this match began. It goes on from choice {to} under engine {engine}."
        ));
        Ok(())
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
