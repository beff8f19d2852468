//! Taking a choice back, as long as nothing has become known since.

use forbidden_stars::{Event, Game};
use kernel::Seat;

/// The choices that can still be taken back, oldest first.
#[derive(Debug)]
pub struct TakeBack {
    past: Vec<Past>,
    /// Why there is nothing to take back.
    barrier: &'static str,
}

/// A choice, and how things were before it.
#[derive(Debug)]
pub struct Past {
    pub seat: Seat,
    pub choice: String,
    pub game: Game,
    /// Lines that each seat had not heard yet.
    pub unheard: [usize; 4],
}

impl TakeBack {
    pub fn new() -> Self {
        TakeBack { past: Vec::new(), barrier: "you have not chosen anything yet" }
    }

    /// Another player has decided.
    pub fn forget(&mut self) {
        self.past.clear();
        self.barrier = "another player has decided since your last choice";
    }

    /// A choice was made, after which the game is `now` and these events were heard.
    pub fn keep(&mut self, past: Past, now: &Game, events: &[Event]) {
        if self.past.last().is_some_and(|last| last.seat != past.seat) {
            self.past.clear();
        }
        match revealing(&past.game, now, events) {
            None => self.past.push(past),
            Some(barrier) => {
                self.past.clear();
                self.barrier = barrier;
            }
        }
    }

    /// The last choice of `seat`, or why it stands.
    pub fn take(&mut self, seat: Seat) -> Result<Past, &'static str> {
        match self.past.last() {
            Some(last) if last.seat != seat => Err("another player has decided since your last choice"),
            _ => self.past.pop().ok_or(self.barrier),
        }
    }
}

/// What a choice has brought to light, if anything.
fn revealing(before: &Game, after: &Game, events: &[Event]) -> Option<&'static str> {
    let any = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    if any(|event| matches!(event, Event::Rolled { .. })) {
        Some("dice have been rolled since your last choice")
    } else if any(|event| {
        matches!(event, Event::CardDrawn { .. } | Event::HandDrawn { .. } | Event::EventsDrawn { .. })
    }) {
        Some("cards have been drawn since your last choice")
    } else if any(|event| {
        matches!(
            event,
            Event::OrderRevealed { .. }
                | Event::CardRevealed { .. }
                | Event::LookedAt { .. }
                | Event::EventChosen { .. }
                | Event::EventRevealed { .. }
        )
    }) {
        Some("something has been revealed since your last choice")
    } else if before.chance != after.chance {
        Some("chance has been used since your last choice")
    } else {
        None
    }
}
