//! Packhorse passes the laws.

use packhorse::{Options, Packhorse};
use testkit::laws::{Thoroughness, assert_laws, golden_hash};

#[test]
fn the_laws_hold_at_every_single_decision() {
    for traders in 2..=4 {
        let tally = assert_laws::<Packhorse>(&(), &Options { traders }, 0..40, Thoroughness::FULL);
        assert!(tally.varied * 10 > tally.concealed * 9, "nearly always something is hidden: {tally:?}");
    }
}

/// Whoever moves it raises `VERSION`: records of older games may not replay any more.
#[test]
fn the_golden_hash_is_the_same_everywhere() {
    assert_eq!(golden_hash::<Packhorse>(&(), &Options { traders: 3 }, 0..20), Ok("4008b1cbff408ca4".to_owned()));
}
