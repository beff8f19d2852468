//! What was told at a table, and which of it each viewer has heard.

use kernel::{Depth, MAX_SEATS, Presentation, Rules, Scene, Seat, Trail, Viewer};

/// An event and the choice after which it happened.
#[derive(Clone, Debug)]
pub(crate) struct Told<R: Rules> {
    pub step: u32,
    pub event: R::Event,
}

/// All events, with an index for each viewer: nobody counts through a long game to find the last lines.
#[derive(Clone, Debug)]
pub(crate) struct Story<R: Rules> {
    told: Trail<Told<R>>,
    /// Places of the events that each seat has heard, then of those that everybody has.
    heard: [Trail<u32>; MAX_SEATS + 1],
    /// Places of the headings.
    landmarks: Trail<u32>,
}

impl<R: Rules> Default for Story<R> {
    fn default() -> Self {
        Story { told: Trail::default(), heard: Default::default(), landmarks: Trail::default() }
    }
}

impl<R: Presentation> Story<R> {
    pub fn tell(&mut self, step: u32, seats: u8, events: impl IntoIterator<Item = R::Event>) {
        for event in events {
            let place = self.told.len() as u32;
            for seat in (0..seats).map(Seat) {
                if R::told_to(&event, Viewer::Seat(seat)).is_some() {
                    self.heard[seat.index()].push(place);
                }
            }
            if R::told_to(&event, Viewer::Spectator).is_some() {
                self.heard[MAX_SEATS].push(place);
            }
            if R::depth(&event) <= Depth::Phase || R::scene(&event) == Some(Scene::Begins) {
                self.landmarks.push(place);
            }
            self.told.push(Told { step, event });
        }
    }

    pub fn len(&self) -> usize {
        self.told.len()
    }

    /// Forgets all but the first so many events.
    pub fn truncate(&mut self, length: usize) {
        self.told.truncate(length);
        for places in self.heard.iter_mut().chain([&mut self.landmarks]) {
            places.truncate(places.partition_point(|&place| (place as usize) < length));
        }
    }

    /// How many events this viewer has heard.
    pub fn heard_by(&self, viewer: Viewer) -> u32 {
        match viewer {
            Viewer::Seat(seat) => self.heard[seat.index()].len() as u32,
            Viewer::Spectator => self.heard[MAX_SEATS].len() as u32,
            Viewer::Referee => self.told.len() as u32,
        }
    }

    /// Of the events that this viewer has heard, the one with this number.
    pub fn heard(&self, viewer: Viewer, number: u32) -> Option<&Told<R>> {
        let place = match viewer {
            Viewer::Seat(seat) => *self.heard[seat.index()].get(number as usize)?,
            Viewer::Spectator => *self.heard[MAX_SEATS].get(number as usize)?,
            Viewer::Referee => number,
        };
        self.told.get(place as usize)
    }

    /// Where each round, phase and scene began.
    pub fn landmarks(&self) -> impl Iterator<Item = &Told<R>> {
        self.landmarks.iter().filter_map(|&place| self.told.get(place as usize))
    }
}
