//! Tests of this faction's cards.
