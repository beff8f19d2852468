use crate::{file, file_with, game, orrery};

/// Bad input: exit status 2, one sentence on standard error, nothing else.
#[track_caller]
pub fn refused(arguments: &[&str], sentence: &str) {
    let ran = orrery(arguments, "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.complaint);
    assert_eq!(ran.complaint.lines().count(), 1, "{}", ran.complaint);
    assert!(ran.complaint.contains(sentence), "{}", ran.complaint);
}

#[test]
fn unknown_words() {
    refused(&["conquer"], "unrecognized subcommand 'conquer'");
    refused(&["play"], "required arguments");
    refused(&["play", "chess"], "there is no game “chess”");
    refused(&["sim", "chess"], "there is no game “chess”");
    refused(&["laws", "chess"], "there is no game “chess”");
    refused(&["sim"], "name a game");
    refused(&["sim", game(), "--games", "many"], "invalid value 'many'");
    for command in ["sim", "laws"] {
        for number in ["0", "-1"] {
            let sentence =
                format!("invalid value '{number}' for '--games <GAMES>': it must be a whole number, 1 or more");
            refused(&[command, game(), "--games", number], &sentence);
        }
    }
    refused(&["sim", game(), "--seed", "-1"], "it must be a whole number, 0 or more");
    refused(&["sim", game(), "--threads", "-1"], "it must be a whole number from 1 to 1024");
    refused(&["sim", game(), "--option", "weather=fine"], "there is no option “weather”");
    refused(&["sim", game(), "--option", "weather"], "write ID=VALUE");
    refused(&["play", game(), "--human", "nobody"], "nobody plays “nobody”");
}

#[test]
fn long_words_are_not_given_back_whole() {
    let long = "x".repeat(1_000);
    let cut = format!("{}…", "x".repeat(60));
    refused(&["play", &long], &format!("there is no game “{cut}”"));
    refused(&["sim", game(), "--games", &long], &format!("invalid value '{cut}'"));
    let record = file_with("long-words.record", &format!("{{\"game\":\"{long}\"}}\n"));
    refused(&["replay", &record], &format!("this is a record of “{cut}”"));
}

#[test]
fn files_that_are_too_large() {
    let path = file("large.record");
    let large = std::fs::File::create(&path).expect("the test folder can be written");
    large.set_len((64 << 20) + 1).expect("a file of zeros takes no room");
    let path = path.to_str().expect("plain letters");
    for command in [&["replay", path][..], &["show", path], &["play", game(), "--from", path]] {
        refused(command, "is larger than 64 MiB");
    }
}

#[test]
fn files_that_cannot_be_read() {
    refused(&["replay", "no/such/file"], "the file no/such/file cannot be read");
    refused(&["show", "no/such/file"], "the file no/such/file cannot be read");
    refused(&["play", game(), "--from", "no/such/file"], "cannot be read");
    let prose = file_with("prose.txt", "Once upon a time\n");
    refused(&["replay", &prose], "a record starts with a line of JSON");
    refused(&["show", &prose], "is not a position: line 1: ");
    let other = file_with("other.record", "{\"game\":\"chess\"}\n");
    refused(&["replay", &other], "this is a record of “chess”");
}
