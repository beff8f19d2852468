//! A table as text: written by people, tests, bug reports and the command line.
//!
//! One fact a line; `#` starts a comment. The order of lines is free, except that `players` comes first and a tile comes
//! before what lies on it. A position stands between two turns, or at the start of a combat. A battle alone is one line:
//! `battle: orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion`.
//! `docs/forbidden-stars/positions.md` has a line of each kind.

mod read;
mod write;

pub use write::{stands_between_turns, write, write_battle};

use crate::board::Look;
use crate::combat::Contests;
use crate::force::Posture;
use crate::frame::Frame;
use crate::operations::Operations;
use crate::round::{Match, Step};
use crate::table::{Area, CardId, Table};
use crate::{Catalogue, Game};
use kernel::{Chance, Herald, Seat, SeatSet};
use read::Reader;
use write::write_table;

/// A table and where the rules go on from.
#[derive(Clone, Debug)]
pub struct Position {
    catalogue: &'static Catalogue,
    table: Table,
    start: Start,
    /// How many cards on top of each deck and event deck are given; the rest is shuffled.
    known: [(usize, usize); 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Planning,
    Operations,
    Refresh,
    Battle,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PositionError {
    pub line: usize,
    pub reason: String,
}

impl Position {
    pub fn read(catalogue: &'static Catalogue, text: &str) -> Result<Position, PositionError> {
        let mut reader = Reader::new(catalogue);
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                reader.line(line).map_err(|reason| PositionError { line: index + 1, reason })?;
            }
        }
        let last = text.lines().count().max(1);
        reader.finish().map_err(|reason| PositionError { line: last, reason })
    }

    /// A game that goes on from here.
    pub fn start(&self, chance: Chance, herald: &mut dyn Herald<crate::ForbiddenStars>) -> Game {
        let turn = self.table.active_player;
        match self.start {
            Start::Planning => self.start_with([Match::at(Step::Planning).into()], chance, herald),
            Start::Operations => {
                self.start_with([Match::at(Step::Refresh).into(), Operations::new(turn).into()], chance, herald)
            }
            Start::Refresh => self.start_with([Match::at(Step::Refresh).into()], chance, herald),
            Start::Battle => self.start_with([self.contests().into()], chance, herald),
        }
    }

    /// A battle after which the round goes on with its Refresh Phase. Of a battle alone nothing is left but a game
    /// without winners; here those who look ahead see what a victory is worth.
    pub fn start_within_round(&self, chance: Chance, herald: &mut dyn Herald<crate::ForbiddenStars>) -> Game {
        match self.start {
            Start::Battle => self.start_with([Match::at(Step::Refresh).into(), self.contests().into()], chance, herald),
            Start::Planning | Start::Operations | Start::Refresh => self.start(chance, herald),
        }
    }

    fn contests(&self) -> Contests {
        Contests::new(self.table.contests.first().map_or(self.table.active_player, |contest| contest.attacker))
    }

    fn start_with<const N: usize>(
        &self,
        frames: [Frame; N],
        mut chance: Chance,
        herald: &mut dyn Herald<crate::ForbiddenStars>,
    ) -> Game {
        let mut table = self.table;
        for seat in table.all_seats() {
            let (cards, events) = self.known[seat.index()];
            let player = table.player_mut(seat);
            player.deck.shuffle_below(cards, &mut chance);
            player.events.shuffle_below(events, &mut chance);
        }
        Game::at(self.catalogue, table, frames, chance, herald)
    }

    pub fn is_battle(&self) -> bool {
        self.start == Start::Battle
    }

    /// How many cards on top of the combat deck of `seat` are given.
    pub fn known_cards(&self, seat: Seat) -> usize {
        self.known[seat.index()].0
    }

    /// The same position with these cards under those already known of the combat deck, known too. None if the deck
    /// does not hold them.
    pub fn with_cards(&self, seat: Seat, cards: &[CardId]) -> Option<Position> {
        let mut position = self.clone();
        let known = self.known_cards(seat);
        let deck = &mut position.table.player_mut(seat).deck;
        let top: Vec<CardId> = (0..known).map_while(|_| deck.draw(SeatSet::NONE).map(|seen| seen.what)).collect();
        for &card in cards {
            deck.take(card)?;
        }
        for &card in top.iter().chain(cards).rev() {
            deck.put(card, SeatSet::NONE);
        }
        position.known[seat.index()].0 += cards.len();
        Some(position)
    }

    /// The same position with one more unit of this row of the faction sheet, unrouted. None if it does not fit there
    /// or none is left in the reserve.
    pub fn with_unit(&self, seat: Seat, row: usize, area: Area) -> Option<Position> {
        let look = Look { table: &self.table, catalogue: self.catalogue };
        if !look.fits(seat, row, area) || look.player(seat).reserve[row] == 0 {
            return None;
        }
        let mut position = self.clone();
        position.table.player_mut(seat).reserve[row] -= 1;
        position.table.force_mut(area, seat).add(row, Posture::Standing);
        Some(position)
    }

    /// The same position with one unit less of this row of the faction sheet, a standing one if there is one. None if
    /// there is none.
    pub fn without_unit(&self, seat: Seat, row: usize, area: Area) -> Option<Position> {
        let mut position = self.clone();
        let force = position.table.force_mut(area, seat);
        if force.of(row) == 0 {
            return None;
        }
        force.remove_any(row);
        position.table.player_mut(seat).reserve[row] += 1;
        Some(position)
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The battle between these two as `write_battle` tells it, with the cards on top of the decks that were given.
    pub fn write_battle(&self, area: Area, seats: [Seat; 2]) -> Option<Vec<String>> {
        write_battle(Look { table: &self.table, catalogue: self.catalogue }, area, seats, self.known)
    }

    /// The position in canonical form. Of the decks only the cards on top that were given.
    pub fn write(&self) -> String {
        let phase = match self.start {
            Start::Planning => "planning",
            Start::Operations => "operations",
            Start::Refresh => "refresh",
            Start::Battle => "battle",
        };
        write_table(Look { table: &self.table, catalogue: self.catalogue }, phase, self.known)
    }
}
