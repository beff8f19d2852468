//! One match being played: who sits where, what is staged, what can be taken back, whose clock runs. Pure, no IO: time
//! is handed in, and whatever changes a match is an [`Entry`] that the caller writes down before applying it.

#![forbid(unsafe_code)]

mod answers;
mod clocks;
mod journal;
mod matches;
mod page;
mod settings;
mod staging;
pub mod wire;

pub use journal::{Absence, By, Entry, Made};
pub use matches::{Match, Refusal};
pub use page::{LOG_LIMIT, Looking, Shown};
pub use settings::{Clock, NAME_LIMIT, Settings, Sitting, clean_name, is_unseen};
pub use staging::BATCH_LIMIT;
