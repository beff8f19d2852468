//! Parley, Nim and Packhorse behind the face of all games: small customers of everything, for tests.

#![forbid(unsafe_code)]

use shelf::{Shelf, Shelved, Title};
use testkit::hosted::{HostedNim, HostedParley};
use testkit::marathon::HostedMarathon;

/// A hidden hand, sealed bids, windows.
pub static PARLEY: &dyn Title = &Shelved::<HostedParley>::NEW;

/// Nothing hidden, nothing drawn.
pub static NIM: &dyn Title = &Shelved::<HostedNim>::NEW;

/// The game of `docs/a-new-game.md`.
pub static PACKHORSE: &dyn Title = packhorse_hosted::TITLE;

/// As long as one likes: for measurements, and on no shelf of tests.
pub static MARATHON: &dyn Title = &Shelved::<HostedMarathon>::NEW;

/// All of them but Marathon.
pub static SHELF: Shelf = Shelf::new(&[PARLEY, NIM, PACKHORSE]);
