//! The cards, faction by faction. Each test plays its card and says so: `card: Name`.

#[path = "../common/mod.rs"]
mod common;

mod battles;
mod chaos;
mod eldar;
mod orks;
mod ultramarines;
