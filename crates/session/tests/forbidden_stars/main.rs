//! A match as it is played: each test is a rule with an example, the properties run over games played at random.

mod any_order;
mod clocks;
mod common;
mod forced;
mod journal;
mod log;
mod past;
mod preview;
mod staging;
mod undo;
