//! Who sits at the table.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats any game of ours has.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The neighbour on the left, at a table of `seats`.
    pub fn left(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }

    /// The neighbour on the right, at a table of `seats`.
    pub fn right(self, seats: u8) -> Seat {
        Seat((self.0 + seats - 1) % seats)
    }

    /// All seats clockwise, this one first.
    pub fn clockwise(self, seats: u8) -> impl Iterator<Item = Seat> {
        (0..seats).map(move |step| Seat((self.0 + step) % seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    pub const NONE: SeatSet = SeatSet(0);
    /// All who sit at the table, however many, and those who stand beside it.
    pub const EVERYBODY: SeatSet = SeatSet(u8::MAX);

    /// Everybody at a table of `seats`.
    pub fn all(seats: u8) -> SeatSet {
        SeatSet(((1u16 << seats) - 1) as u8)
    }

    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    pub fn with(mut self, seat: Seat) -> SeatSet {
        self.insert(seat);
        self
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// Whose eyes look at the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Viewer {
    Seat(Seat),
    /// Somebody beside the table: sees what everybody sees.
    Spectator,
    /// For whom everything lies faceup. Nobody is, as long as a game goes on.
    Referee,
}

impl Viewer {
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }

    /// Does this viewer see what `seat` sees?
    pub fn sees_with(self, seat: Seat) -> bool {
        self.is(seat) || self == Viewer::Referee
    }

    /// May this viewer see something that `seen_by` have seen? A spectator sees what `EVERYBODY` has seen, the referee what
    /// nobody has.
    pub fn among(self, seen_by: SeatSet) -> bool {
        match self {
            Viewer::Seat(seat) => seen_by.contains(seat),
            Viewer::Spectator => seen_by == SeatSet::EVERYBODY,
            Viewer::Referee => true,
        }
    }
}

/// One of the two sides of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// Whoever moved in.
    #[default]
    Attacker,
    /// Whoever was there.
    Defender,
}

impl Side {
    /// The attacker first.
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    /// The side that this one fights.
    pub fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}
