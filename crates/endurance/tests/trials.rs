//! What the program offers to those who try a server.

use std::process::Command;

#[test]
fn every_trial_is_named() {
    let help = Command::new(env!("CARGO_BIN_EXE_endurance")).arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("it is text");
    for trial in ["load", "idle", "open", "crash", "nodes", "full-disk"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(trial)), "{trial} is not in\n{help}");
    }
}
