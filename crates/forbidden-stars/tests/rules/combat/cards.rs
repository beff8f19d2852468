//! Resolving combat cards.
