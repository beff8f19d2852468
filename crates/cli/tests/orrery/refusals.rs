use crate::{file_with, orrery};

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
    refused(&["sim", "forbidden-stars", "--games", "many"], "invalid value 'many'");
}

#[test]
fn tables_that_cannot_be() {
    let play = |rest: &[&'static str]| [&["play", "forbidden-stars"], rest].concat();
    refused(&play(&["--factions", "orks,tau"]), "there is no faction “tau”");
    refused(&play(&["--factions", "orks,orks"]), "two players cannot both play orks");
    refused(&play(&["--seats", "5"]), "for two, three or four players, not 5");
    refused(&play(&["--seats", "3", "--factions", "orks,eldar"]), "2 factions do not fill 3 seats");
    refused(&play(&["--map", "moon"]), "there is no map “moon”");
    refused(&play(&["--human", "orks"]), "nobody plays “orks”");
    refused(&play(&["--map", "introductory", "--factions", "orks,eldar"]), "the introductory map for 2 players is for");
}

#[test]
fn battles_that_cannot_be() {
    refused(&["sim", "--battle", "orks against everybody"], "attack FACTION");
    refused(&["sim", "--battle", "orks 2 scout attack ultramarines 2 scout"], "orks has no unit “scout”");
    refused(&["sim", "--battle", "orks 99 nob attack ultramarines 2 scout"], "“99” is not a number from 1 to 15");
}

#[test]
fn files_that_cannot_be_read() {
    refused(&["replay", "no/such/file"], "the file no/such/file cannot be read");
    refused(&["show", "no/such/file"], "the file no/such/file cannot be read");
    refused(&["play", "forbidden-stars", "--from", "no/such/file"], "cannot be read");
    let prose = file_with("prose.txt", "Once upon a time\n");
    refused(&["replay", &prose], "a record starts with a line of JSON");
    refused(&["show", &prose], "is not a position: line 1: ");
    let other = file_with("other.record", "{\"game\":\"chess\"}\n");
    refused(&["replay", &other], "this is a record of “chess”");
}
