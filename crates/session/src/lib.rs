//! One match being played: who sits where, what is staged, what can be taken back, whose clock runs. Pure, no IO.

#![forbid(unsafe_code)]

pub mod wire;
