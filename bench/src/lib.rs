//! Nothing but benches, in `benches`: what they need is not built with the games.
