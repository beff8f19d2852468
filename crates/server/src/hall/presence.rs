//! Who has a table's page open, and what those who listen are told.

use super::{Hall, Live, News};
use crate::bus::{self, Hint};
use kernel::{MAX_SEATS, Seat, SeatSet};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use tokio::sync::watch;

impl Live {
    /// Changes whenever a seat does.
    pub fn hands(&self) -> u64 {
        self.hands.load(Ordering::Acquire)
    }

    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Seats from which somebody has the page open, here or on another node.
    pub fn present(&self) -> SeatSet {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).seats()
    }

    /// Somebody has opened the page from these seats; gone when the guard is dropped.
    pub fn enter(self: &Arc<Self>, hall: &Arc<Hall>, seats: SeatSet) -> Presence {
        self.count(hall, seats, 1);
        Presence { hall: hall.clone(), live: self.clone(), seats }
    }

    fn count(&self, hall: &Hall, seats: SeatSet, step: i16) {
        let here = {
            let mut present = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
            for seat in seats.iter() {
                present.here[seat.index()] = present.here[seat.index()].saturating_add_signed(step);
            }
            present.bits_here()
        };
        let told = bus::Presence { node: hall.node.clone(), seats: here, spectators: 0 };
        hall.bus.publish(&self.id, Hint::Presence(told));
        self.tell_presence();
    }

    pub(super) fn others_are_present(&self, node: String, seats: i64) {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).elsewhere.insert(node, seats);
        self.tell_presence();
    }

    fn tell_presence(&self) {
        let present: Vec<u8> = self.present().iter().map(|seat| seat.0).collect();
        self.news.send_if_modified(|news| std::mem::replace(&mut news.present, present.clone()) != present);
    }

    /// Tells it, unless a later change has been told already.
    pub(super) fn is_at(&self, sequence: u32) {
        self.news.send_if_modified(|news| {
            let is_new = news.sequence < sequence;
            news.sequence = news.sequence.max(sequence);
            is_new
        });
    }

    pub(super) fn chat_is_at(&self, number: i64) {
        self.news.send_if_modified(|news| {
            let is_new = news.chat < number;
            news.chat = news.chat.max(number);
            is_new
        });
    }
}

/// Who has the page open.
#[derive(Debug, Default)]
pub(super) struct Present {
    /// How many sockets, by seat.
    here: [u16; MAX_SEATS],
    /// What other nodes say, a bit for each seat.
    elsewhere: HashMap<String, i64>,
}

impl Present {
    fn bits_here(&self) -> i64 {
        (0..MAX_SEATS).filter(|&seat| self.here[seat] > 0).fold(0, |bits, seat| bits | 1 << seat)
    }

    fn seats(&self) -> SeatSet {
        let bits = self.elsewhere.values().fold(self.bits_here(), |bits, seats| bits | seats);
        (0..MAX_SEATS as u8).map(Seat).filter(|seat| bits & (1 << seat.0) != 0).collect()
    }
}

/// Somebody has the page open.
#[derive(Debug)]
pub struct Presence {
    hall: Arc<Hall>,
    live: Arc<Live>,
    seats: SeatSet,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.live.count(&self.hall, self.seats, -1);
    }
}
