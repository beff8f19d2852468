//! Every component of the Ultramarines.

mod combat_cards;
mod orders_and_events;
