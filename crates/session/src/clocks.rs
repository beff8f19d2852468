//! How much time each seat has left. The clock of a person runs while we wait for his answer.

use crate::settings::Clock;
use kernel::{Seat, SeatSet};

/// Clocks of all seats, as of the last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    clock: Clock,
    /// Milliseconds left, by seat.
    left: Vec<i64>,
    /// When the last entry was written, in milliseconds since 1970.
    since: i64,
}

impl Clocks {
    pub fn new(clock: Clock, seats: usize, now: i64) -> Self {
        Clocks { clock, left: vec![clock.stock().unwrap_or(0); seats], since: now }
    }

    /// Time passes until `now` for those who are thought to think. A clock that jumps back passes nothing.
    pub fn pass(&mut self, thinking: SeatSet, now: i64) {
        let passed = (now - self.since).max(0);
        self.since = self.since.max(now);
        if self.clock != Clock::None {
            for (seat, left) in self.left.iter_mut().enumerate() {
                if thinking.contains(Seat(seat as u8)) {
                    *left -= passed;
                }
            }
        }
    }

    /// An answer adds a little.
    pub fn answered(&mut self, seat: Seat) {
        self.left[seat.index()] += self.clock.increment();
    }

    /// An answer is taken back, and what it added.
    pub fn taken_back(&mut self, seat: Seat) {
        self.left[seat.index()] -= self.clock.increment();
    }

    /// Somebody is back whose time was up: he gets a tenth of the stock, at least.
    pub fn refill(&mut self, seat: Seat) {
        let least = self.clock.stock().unwrap_or(0) / 10;
        let left = &mut self.left[seat.index()];
        *left = (*left).max(least);
    }

    /// What this seat has left at `now`; none without a clock.
    pub fn left(&self, seat: Seat, thinking: SeatSet, now: i64) -> Option<i64> {
        self.clock.stock()?;
        let running = if thinking.contains(seat) { (now - self.since).max(0) } else { 0 };
        Some(self.left[seat.index()] - running)
    }

    /// When the next of those who think runs out of time.
    pub fn runs_out(&self, thinking: SeatSet) -> Option<i64> {
        self.clock.stock()?;
        thinking.iter().map(|seat| self.since + self.left[seat.index()].max(0)).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clock_of_who_thinks_runs() {
        let clock = Clock::Live { minutes: 1, increment_seconds: 5 };
        let mut clocks = Clocks::new(clock, 2, 1_000);
        let ann = SeatSet::only(Seat(0));
        assert_eq!(clocks.runs_out(ann), Some(61_000));
        clocks.pass(ann, 11_000);
        clocks.answered(Seat(0));
        assert_eq!(clocks.left(Seat(0), SeatSet::NONE, 99_000), Some(55_000));
        assert_eq!(clocks.left(Seat(1), SeatSet::only(Seat(1)), 12_000), Some(59_000));
        clocks.pass(ann, 5_000);
        assert_eq!(clocks.left(Seat(0), SeatSet::NONE, 99_000), Some(55_000), "clocks that jump back take nothing");
    }

    #[test]
    fn without_a_clock_nothing_runs_out() {
        let mut clocks = Clocks::new(Clock::None, 2, 0);
        clocks.pass(SeatSet::all(2), i64::MAX / 2);
        assert_eq!(clocks.left(Seat(0), SeatSet::all(2), i64::MAX / 2), None);
        assert_eq!(clocks.runs_out(SeatSet::all(2)), None);
    }
}
