//! Taking a choice back, as long as nothing has become known since.

use forbidden_stars::{Event, ForbiddenStars, Game};
use kernel::{Barrier, History, Presentation, Seat};

/// The choices that can still be taken back, oldest first. All of them are of one seat.
#[derive(Debug)]
pub struct TakeBack {
    past: Vec<Past>,
    /// Why that which each seat chose before stands; none where it has not chosen anything.
    barriers: [Option<&'static str>; 4],
}

const NOTHING: &str = "There is nothing to take back yet.";
const ANOTHER: &str = "That cannot be taken back: another player has decided since your last choice.";
const ROLLED: &str = "That cannot be taken back: dice have been rolled since your last choice.";
const DRAWN: &str = "That cannot be taken back: cards have been drawn since your last choice.";
const REVEALED: &str = "That cannot be taken back: something has been revealed since your last choice.";
const CHANCE: &str = "That cannot be taken back: chance has been used since your last choice.";

/// A choice, and how things were before it.
#[derive(Debug)]
pub struct Past {
    pub seat: Seat,
    pub choice: String,
    pub game: Game,
    /// What everybody had heard.
    pub history: History<ForbiddenStars>,
    /// Lines that each seat had not heard yet.
    pub unheard: [usize; 4],
}

impl TakeBack {
    pub fn new() -> Self {
        TakeBack { past: Vec::new(), barriers: [None; 4] }
    }

    /// This seat decides: what others chose before stands.
    pub fn forget(&mut self, decider: Seat) {
        if let Some(last) = self.past.last().filter(|last| last.seat != decider) {
            self.barriers[last.seat.index()] = Some(ANOTHER);
            self.past.clear();
        }
        for (seat, barrier) in self.barriers.iter_mut().enumerate() {
            if seat != decider.index() && barrier.is_some() {
                *barrier = Some(ANOTHER);
            }
        }
    }

    /// A person has made a choice, after which the game is `now` and these events were heard.
    pub fn keep(&mut self, past: Past, now: &Game, events: &[Event]) {
        self.forget(past.seat);
        match revealing(&past.game, now, events) {
            None => self.past.push(past),
            barrier @ Some(_) => {
                self.barriers[past.seat.index()] = barrier;
                self.past.clear();
            }
        }
    }

    /// The last choice of `seat`, or a sentence that says why it stands.
    pub fn take(&mut self, seat: Seat) -> Result<Past, &'static str> {
        match self.past.last() {
            Some(last) if last.seat == seat => Ok(self.past.pop().expect("there is a last choice")),
            _ => Err(self.barriers[seat.index()].unwrap_or(NOTHING)),
        }
    }
}

/// What a choice has brought to light, if anything.
fn revealing(before: &Game, after: &Game, events: &[Event]) -> Option<&'static str> {
    match events.iter().find_map(ForbiddenStars::barrier) {
        Some(Barrier::DiceRolled) => Some(ROLLED),
        Some(Barrier::CardsDrawn) => Some(DRAWN),
        Some(Barrier::Revealed) => Some(REVEALED),
        None if before.chance != after.chance => Some(CHANCE),
        None => None,
    }
}
