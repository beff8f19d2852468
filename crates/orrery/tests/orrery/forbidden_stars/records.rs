use crate::refusals::refused;
use crate::{file, file_with, orrery, well};

/// The text of a record of some choices.
fn record(name: &str) -> String {
    let path = file(name);
    let path = path.to_str().expect("plain letters");
    well(&["play", "forbidden-stars", "--bot", "random", "--seed", "7"], &format!("1\n1\n1\nsave {path}\n"));
    std::fs::read_to_string(path).expect("it was saved")
}

#[test]
fn a_record_that_was_cut_off_is_recovered() {
    let text = record("cut.record");
    let path = file_with("cut.record", &text[..text.len() - 3]);
    let out = well(&["replay", &path, "--verify"], "");
    assert!(out.starts_with("# the record is cut off in its last line; the "), "{out}");
    assert!(out.ends_with(": OK\n"));
}

#[test]
fn a_record_from_another_catalogue_is_replayed_all_the_same() {
    let text = record("stranger.record");
    let at = text.find("\"catalogue\":\"").expect("the header names the catalogue") + 13;
    let path = file_with("stranger.record", &format!("{}{}{}", &text[..at], "0".repeat(64), &text[at + 64..]));
    let out = well(&["replay", &path, "--verify"], "");
    assert!(out.starts_with("# the record was made with another catalogue of components"), "{out}");
    assert!(out.ends_with(": OK\n"));
}

#[test]
fn the_first_divergence_is_named_with_its_line() {
    let text = record("diverging.record");
    let (header, choices) = text.split_once('\n').expect("a header and choices");
    let first = choices.lines().next().expect("a choice");
    let path = file_with("diverging.record", &format!("{header}\n{first}\n0 place deploy 99Z\n"));
    let ran = orrery(&["replay", &path], "");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("The record diverges: line 3: "), "{}", ran.out);
    let ran = orrery(&["show", &path], "");
    assert_eq!((ran.status, ran.complaint.as_str()), (1, ""));
    assert!(ran.out.contains("# the record diverges: line 3: "), "{}", ran.out);
}

#[test]
fn a_malformed_record_is_refused_before_anything_is_printed() {
    let text = record("malformed.record");
    let (header, choices) = text.split_once('\n').expect("a header and choices");
    let seed = header.find("\"seed\":\"").expect("the header names the seed") + 8;
    let unseeded = format!("{}x{}", &header[..seed], &header[seed + 1..]);
    let malformed = [
        (format!("{{{header}"), "line 1: the header is not readable"),
        (unseeded, "line 1: the seed is not 64 hexadecimal digits"),
        (header.replace("chaos", "tau"), "line 1: there is no faction “tau”"),
        (format!("{header}\n{choices}7 place deploy 10A"), ": there is no seat 7; the seats are 0 to 1"),
        (format!("{header}\n{choices}place deploy 10A"), ": “place deploy 10A” is not “SEAT CHOICE”"),
        (format!("{header}\n0 "), "line 2: “0 ” is not “SEAT CHOICE”"),
        (format!("{header}\n\n{choices}"), "line 2: “” is not “SEAT CHOICE”"),
    ];
    for (text, sentence) in malformed {
        let path = file_with("malformed.text", &format!("{text}\n"));
        for command in [&["replay"][..], &["show"], &["play", "forbidden-stars", "--from"]] {
            refused(&[command, &[&path]].concat(), sentence);
        }
    }
    let path = file_with("well-formed.record", &text);
    refused(&["show", &path, "--seat", "orks"], "nobody plays “orks” in this game");
}

#[test]
fn stepping_waits_at_each_choice() {
    record("steps.record");
    let path = file("steps.record");
    let out = well(&["replay", path.to_str().expect("plain letters"), "--step"], "\n\n");
    assert_eq!(out.lines().filter(|line| line.starts_with("> ")).count(), 2, "{out}");
}

#[test]
fn a_seat_is_shown_no_more_than_it_may_see() {
    record("view.record");
    let path = file("view.record");
    let path = path.to_str().expect("plain letters");
    assert!(well(&["show", path], "").contains("\nultramarines deck "));
    let seen = well(&["show", path, "--seat", "ultramarines"], "");
    assert!(seen.contains("Ultramarines (you): materiel "));
    assert!(seen.contains("World Eaters facedown"));
    assert_eq!(seen, well(&["show", path, "--as", "ultramarines"], ""));
}

#[test]
fn a_position_is_shown_in_its_canonical_form() {
    let path = file_with("battle.position", "battle: Orks 2 Nobz, Boyz attack Ultramarines 2 Scouts, bastion # loose");
    let out = well(&["show", &path], "");
    assert!(out.contains("orks ork-boyz, 2 nob\n"), "{out}");
    assert!(out.contains("ultramarines bastion, 2 scout\n"), "{out}");
    assert_eq!(well(&["show", &file_with("again.position", &out)], ""), out);
}
