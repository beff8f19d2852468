//! Every component of the Eldar.

mod combat_cards;
mod orders_and_events;
