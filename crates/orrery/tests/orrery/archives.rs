use crate::refusals::refused;
use crate::{file, file_with, game, no_file, orrery, well};

/// The bytes of an archive of six games, and where it lies.
pub fn archive(name: &str, rest: &[&str]) -> (String, Vec<u8>) {
    let path = no_file(name);
    let all = ["sim", game(), "--games", "6", "--seed", "40", "--archive", &path];
    well(&[&all[..], rest].concat(), "");
    let bytes = std::fs::read(&path).expect("the archive was written");
    (path, bytes)
}

/// A game out of an archive is told like one out of a record.
#[test]
fn one_game_is_replayed() {
    let (path, _) = archive("one.archive", &[]);
    let told = well(&["replay", &path, "--game", "3"], "");
    assert!(told.contains("\n> "), "{told}");
    let verdict = well(&["replay", &path, "--game", "3", "--verify"], "");
    assert!(verdict.contains(" choices, fingerprint ") && verdict.ends_with(": OK\n"), "{verdict}");
    let stepped = well(&["replay", &path, "--game", "3", "--step"], "\n\n");
    assert_eq!(stepped.lines().filter(|line| line.starts_with("> ")).count(), 2, "{stepped}");
    refused(&["replay", &path, "--game", "7"], "there is no whole game 7 in the archive");
    let record = file("one.record");
    let record = record.to_str().expect("plain letters");
    well(&["play", game()], &format!("1\nsave {record}\n"));
    refused(&["replay", record, "--game", "1"], "is the record of one game");
}

/// Whatever takes a record takes a game out of an archive, and one can be written out.
#[test]
fn one_game_is_taken_out() {
    let (path, bytes) = archive("taken.archive", &[]);
    let record = no_file("taken.record");
    let said = well(&["replay", &path, "--game", "3", "--save", &record], "");
    assert_eq!(said, format!("Game 3 is saved as {record}.\n"));
    assert_eq!(well(&["replay", &record], ""), well(&["replay", &path, "--game", "3"], ""));
    assert_eq!(well(&["show", &record], ""), well(&["show", &path, "--game", "3"], ""));
    let play = ["play", game(), "--from"];
    assert_eq!(well(&[&play[..], &[&record]].concat(), ""), well(&[&play[..], &[&path, "--game", "3"]].concat(), ""));
    for command in [&["analyse"][..], &["show"], &play] {
        refused(&[command, &[&path]].concat(), "is an archive of many games; name one with --game NUMBER");
        refused(&[command, &[&path, "--game", "7"]].concat(), "there is no whole game 7");
        refused(&[command, &[&record, "--game", "1"]].concat(), "is the record of one game");
    }
    let diary = file_with("taken.txt", "dear diary");
    for other in [&path, &diary] {
        refused(&["replay", &path, "--game", "3", "--save", other], "is another kind of file and stays as it is");
    }
    refused(&["replay", &path, "--save", &record], "--game <NUMBER>");
    assert_eq!(std::fs::read(&path).expect("the archive"), bytes);
}

#[test]
fn an_archive_is_not_written_over() {
    let (path, bytes) = archive("kept.archive", &[]);
    let sim = |path: &str| ["sim", game(), "--games", "1", "--archive", path].map(str::to_owned);
    let refused = |path: &str, sentence: &str| refused(&sim(path).each_ref().map(String::as_str), sentence);
    refused(&path, "is an archive already and stays as it is; name another file");
    assert_eq!(std::fs::read(&path).expect("the archive"), bytes);
    let diary = file_with("kept.txt", "dear diary");
    refused(&diary, "is another kind of file and stays as it is");
    assert_eq!(std::fs::read(&diary).expect("the diary"), b"dear diary");
    let empty = file_with("empty.archive", "");
    // As long as somebody writes it, nobody else does.
    let writer = std::fs::File::open(&empty).expect("it is there");
    writer.lock().expect("nobody else has it");
    refused(&empty, "another program is writing the archive");
    drop(writer);
    well(&sim(&empty).each_ref().map(String::as_str), "");
    assert!(well(&["replay", &empty], "").starts_with(&format!("1 game of {}, ", game())));
    #[cfg(unix)]
    well(&sim("/dev/null").each_ref().map(String::as_str), "");
}

/// Nothing to show is a failure where there was something.
#[test]
fn an_archive_of_which_nothing_is_whole_is_no_success() {
    let (path, bytes) = archive("ruined.archive", &[]);
    std::fs::write(&path, &bytes[..40]).expect("the test folder can be written");
    let ran = orrery(&["replay", &path], "");
    assert_eq!((ran.status, ran.complaint.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.ends_with("There is no whole game in the archive.\n"), "{}", ran.out);
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
    refused(&["sim", game(), "--games", "1", "--archive", "no/such/folder"], "the archive no/such/folder");
}
