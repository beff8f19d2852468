//! Parley passes the laws.

use testkit::laws::{Tally, Thoroughness, assert_laws, golden_hash};
use testkit::parley::{BOX, Options, Parley};

#[test]
fn the_laws_hold_at_tables_of_every_size() {
    let mut sum = Tally::default();
    for envoys in 2..=6 {
        let tally = assert_laws::<Parley>(&BOX, &Options { envoys }, 0..60, Thoroughness::QUICK);
        assert_eq!(tally.games, 60);
        sum.decisions += tally.decisions;
        sum.varied += tally.varied;
    }
    assert!(sum.decisions > 10_000, "{sum:?}");
    assert!(sum.varied > 1_000, "conceal hardly varies anything: {sum:?}");
}

#[test]
fn the_laws_hold_at_every_single_decision() {
    for envoys in 2..=6 {
        let tally = assert_laws::<Parley>(&BOX, &Options { envoys }, 1000..1003, Thoroughness::FULL);
        assert!(tally.varied * 10 > tally.concealed * 9, "nearly always something is hidden: {tally:?}");
    }
}

#[test]
fn the_golden_hash_is_the_same_everywhere() {
    assert_eq!(golden_hash::<Parley>(&BOX, &Options { envoys: 4 }, 0..20), Ok("fd2e230319acbb4c".to_owned()));
}
