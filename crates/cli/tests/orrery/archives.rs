use crate::refusals::refused;
use crate::{file, orrery, well};

/// The bytes of an archive of six games, and where it lies.
fn archive(name: &str, rest: &[&str]) -> (String, Vec<u8>) {
    let path = file(name).to_str().expect("plain letters").to_owned();
    let all = ["sim", "forbidden-stars", "--games", "6", "--seed", "40", "--archive", &path];
    well(&[&all[..], rest].concat(), "");
    let bytes = std::fs::read(&path).expect("the archive was written");
    (path, bytes)
}

#[test]
fn an_archive_does_not_depend_on_the_number_of_threads() {
    let rest = ["--seats", "3", "--map", "both", "--bots", "random,greedy,random"];
    let (_, one) = archive("threads-1.archive", &[&rest[..], &["--threads", "1"]].concat());
    let (path, three) = archive("threads-3.archive", &[&rest[..], &["--threads", "3"]].concat());
    assert_eq!(one, three);
    let listed = well(&["replay", &path], "");
    assert!(listed.starts_with("6 games of forbidden-stars, played by random, greedy, random\n"), "{listed}");
    let row: Vec<&str> = listed.lines().nth(3).map(|row| row.split_whitespace().collect()).unwrap_or_default();
    assert_eq!(row[..3], ["2", "41", "free"], "{listed}");
    assert!(well(&["replay", &path, "--verify"], "").ends_with(" choices: OK\n"));
}

/// A game out of an archive is told like one out of a record.
#[test]
fn one_game_is_replayed() {
    let (path, _) = archive("one.archive", &[]);
    let told = well(&["replay", &path, "--game", "3"], "");
    assert!(told.contains("\n> Ultramarines: ") && told.contains("Victory for "), "{told}");
    let verdict = well(&["replay", &path, "--game", "3", "--verify"], "");
    assert!(verdict.contains(" choices, fingerprint ") && verdict.ends_with(": OK\n"), "{verdict}");
    let stepped = well(&["replay", &path, "--game", "3", "--step"], "\n\n");
    assert_eq!(stepped.lines().filter(|line| line.starts_with("> ")).count(), 2, "{stepped}");
    refused(&["replay", &path, "--game", "7"], "there is no whole game 7 in the archive");
    let record = file("one.record");
    let record = record.to_str().expect("plain letters");
    well(&["play", "forbidden-stars"], &format!("1\nsave {record}\n"));
    refused(&["replay", record, "--game", "1"], "is the record of one game");
}

#[test]
fn a_damaged_archive_keeps_its_good_games() {
    let (path, bytes) = archive("damaged.archive", &[]);
    std::fs::write(&path, &bytes[..bytes.len() - 20]).expect("the test folder can be written");
    let listed = well(&["replay", &path], "");
    assert!(listed.starts_with("# the archive is damaged: it is cut off or damaged from byte "), "{listed}");
    assert!(listed.contains(" on; 5 games in it are whole\n"), "{listed}");
    let ran = orrery(&["replay", &path, "--verify"], "");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("\n5 games, ") && ran.out.ends_with(": not all is well\n"), "{}", ran.out);
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x10;
    std::fs::write(&path, &flipped).expect("the test folder can be written");
    let listed = well(&["replay", &path], "");
    assert!(listed.contains(" are damaged; 5 games in it are whole\n"), "{listed}");
    assert!(listed.lines().last().is_some_and(|row| row.trim().starts_with('6')), "{listed}");
    well(&["replay", &path, "--game", "6", "--verify"], "");
    refused(&["sim", "forbidden-stars", "--games", "1", "--archive", "no/such/folder"], "the archive no/such/folder");
}
