//! Who comes and goes: sitting down, leaving the game to a bot, coming back, running out of time.

use super::{Match, Refusal};
use crate::journal::{Absence, Entry};
use crate::settings::{Sitting, clean_name};
use crate::wire::Sitter;
use kernel::{Presentation, Seat};

impl<R: Presentation> Match<R> {
    /// The entry by which a person takes an open seat.
    pub fn sit(&self, seat: Seat, name: &str) -> Result<Entry, Refusal> {
        self.check_seat(seat)?;
        if self.settings.seats[seat.index()].sitter != Sitter::Open {
            return Err(Refusal::Taken);
        }
        let name = clean_name(name);
        if name.is_empty() {
            return Err(Refusal::NotNow("Say what we should call you."));
        }
        Ok(Entry::Sit { seat: seat.0, name })
    }

    /// The entry by which a person leaves the game to a bot.
    pub fn resign(&self, seat: Seat, bot: &str) -> Result<Entry, Refusal> {
        self.check_seat(seat)?;
        if self.is_over() {
            return Err(Refusal::NotNow("The game is over."));
        }
        match self.settings.seats[seat.index()].sitter {
            Sitter::Person | Sitter::Here => {
                Ok(Entry::StandIn { seat: seat.0, why: Absence::Resigned, bot: bot.to_owned() })
            }
            Sitter::Open | Sitter::Bot | Sitter::Stand => Err(Refusal::NotNow("No person plays this seat.")),
        }
    }

    /// The entry by which a person comes back after a bot stood in.
    pub fn come_back(&self, seat: Seat) -> Result<Entry, Refusal> {
        self.check_seat(seat)?;
        match self.settings.seats[seat.index()].sitter {
            Sitter::Stand => Ok(Entry::Return { seat: seat.0 }),
            Sitter::Open | Sitter::Person | Sitter::Here | Sitter::Bot => {
                Err(Refusal::NotNow("No bot stands in for this seat."))
            }
        }
    }

    /// The entry for the first person whose time is up, if the table agreed that a bot then plays on.
    pub fn out_of_time(&self, now: i64) -> Option<Entry> {
        let bot = self.settings.stand_in.clone()?;
        let thinking = self.thinking();
        let seat = thinking.iter().find(|&seat| self.clocks.left(seat, thinking, now).is_some_and(|left| left <= 0))?;
        Some(Entry::StandIn { seat: seat.0, why: Absence::OutOfTime, bot })
    }

    /// The place of somebody who comes or goes, once it is known that there is one and the time until then has passed.
    pub(super) fn sitting_after(&mut self, seat: u8, at: i64) -> Result<&mut Sitting, Refusal> {
        self.check_seat(Seat(seat))?;
        self.pass_time(at);
        self.settings.seats.get_mut(usize::from(seat)).ok_or(Refusal::NoSuchSeat(seat))
    }
}
