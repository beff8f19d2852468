//! What the tests of the laboratory play with.

pub use testkit::hosted::HostedParley;

use bots::Kind;
use hosted::{Advised, Player};
use testkit::parley::Options;

/// Parley for so many envoys.
pub fn court(envoys: u8) -> Options {
    Options { envoys }
}

pub fn random() -> Advised {
    Player { kind: Kind::Random, weights: None }.advised::<HostedParley>().expect("no weights are read")
}
