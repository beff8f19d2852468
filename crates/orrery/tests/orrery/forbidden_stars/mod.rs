//! Forbidden Stars at the command line: its battles, positions, maps and cards.

mod archives;
mod odds;
mod play;
mod records;
mod refusals;
mod show;
mod sim;
mod tournament;
