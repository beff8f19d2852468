//! Who sits at the table.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats any game of ours has.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// For arrays with a place for each seat.
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

/// A set of seats, or everybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatSet(u16);

/// One bit a seat.
const SEATS: u16 = (1 << MAX_SEATS) - 1;
/// Those who stand beside the table. They are never there without all who sit at it.
const BESIDE: u16 = 1 << MAX_SEATS;

impl SeatSet {
    /// No seat.
    pub const NONE: SeatSet = SeatSet(0);
    /// All who sit at the table, however many, and those who stand beside it.
    pub const EVERYBODY: SeatSet = SeatSet(SEATS | BESIDE);

    /// All who sit at a table of `seats`. That is not [`EVERYBODY`](SeatSet::EVERYBODY), however many they are: what each
    /// of them has seen alone was not shown to those beside the table.
    pub fn all(seats: u8) -> SeatSet {
        SeatSet(((1 << seats) - 1) & SEATS)
    }

    /// This one seat.
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Is this seat among them?
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Leaves a seat out; then it is not everybody any more.
    pub fn remove(&mut self, seat: Seat) {
        if self.contains(seat) {
            self.0 &= SEATS & !(1 << seat.0);
        }
    }

    /// The same seats, and this one.
    pub fn with(mut self, seat: Seat) -> SeatSet {
        self.insert(seat);
        self
    }

    /// All who are in one of them.
    pub fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Is nobody among them?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats these are.
    pub fn len(self) -> usize {
        (self.0 & SEATS).count_ones() as usize
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// A set of seats in one byte, for games with no more than seven: piles hold many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FewSeats(u8);

/// The bit that is the eighth seat elsewhere.
const FEW_BESIDE: u8 = 1 << 7;

impl From<SeatSet> for FewSeats {
    fn from(seats: SeatSet) -> FewSeats {
        if seats == SeatSet::EVERYBODY {
            return FewSeats(u8::MAX);
        }
        let few = u8::try_from(seats.0).ok().filter(|few| few & FEW_BESIDE == 0);
        FewSeats(few.expect("a game that notes few seats has no more than seven"))
    }
}

impl From<FewSeats> for SeatSet {
    fn from(few: FewSeats) -> SeatSet {
        if few.0 & FEW_BESIDE == 0 { SeatSet(few.0.into()) } else { SeatSet::EVERYBODY }
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SeatSet::EVERYBODY => f.write_str("everybody"),
            SeatSet::NONE => f.write_str("nobody"),
            seats => {
                for (index, seat) in seats.iter().enumerate() {
                    write!(f, "{}{seat}", if index == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
        }
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
    /// Somebody who plays.
    Seat(Seat),
    /// Somebody beside the table: sees what everybody sees.
    Spectator,
    /// For whom everything lies faceup. Nobody is, as long as a game goes on.
    Referee,
}

impl Viewer {
    /// Is this whoever sits there?
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
