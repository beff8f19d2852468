use crate::refusals::refused;
use crate::{file, file_with, game, orrery, well};
#[cfg(unix)]
use std::process::Output;

/// A record of a game in which the first player has chosen so often.
fn record(name: &str, choices: usize) -> String {
    let path = file(name);
    let path = path.to_str().expect("plain letters").to_owned();
    let play = ["play", game(), "--bot", "random", "--seed", "7"];
    well(&play, &format!("{}save {path}\n", "1\n".repeat(choices)));
    path
}

const QUICK: [&str; 2] = ["--bot", "search:40"];

#[test]
fn an_analysis_does_not_depend_on_the_number_of_threads() {
    let record = record("analysed.record", 12);
    let run = |threads: &str, more: &[&str]| {
        well(&[&["analyse", &record, "--threads", threads], &QUICK[..], more].concat(), "")
    };
    let text = run("1", &[]);
    assert_eq!(text, run("3", &[]));
    let lines = ["decisions weighed up, 40 iterations each, seed 0", "judged before what"];
    for wanted in [&lines[..], &[" points a decision on the average"]].concat() {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    assert!(text.ends_with("The record ends before the game.\n"), "{text}");
    let json = run("1", &["--json"]);
    assert_eq!(json, run("2", &["--json"]));
    assert_ne!(json, run("2", &["--json", "--seed", "1"]));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["complete"], &json["interrupted"]), (&true.into(), &false.into()));
    assert_eq!(json["players"].as_array().map(Vec::len), Some(2));
    let decisions = json["decisions"].as_array().expect("a list");
    assert!(decisions.len() > 10 && json["decisions_in_all"] == decisions.len(), "{json}");
    for decision in decisions {
        assert!(decision["offered"].as_u64() > Some(1), "{decision}");
        assert_eq!(decision["chances"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn the_curve_is_drawn_but_over_nothing_else() {
    let record = record("drawn.record", 12);
    let picture = file("drawn.svg");
    let picture = picture.to_str().expect("plain letters");
    let run = |path: &str| orrery(&[&["analyse", &record, "--svg", path], &QUICK[..]].concat(), "");
    for _ in 0..2 {
        assert_eq!(run(picture).status, 0);
        let drawn = std::fs::read_to_string(picture).expect("it was drawn");
        assert!(drawn.starts_with("<svg") && drawn.contains("<polyline"), "{drawn}");
    }
    let before = std::fs::read_to_string(&record).expect("it was saved");
    refused(&["analyse", &record, "--svg", &record], "is another kind of file and stays as it is");
    assert_eq!(std::fs::read_to_string(&record).expect("it was saved"), before);
}

#[test]
fn what_cannot_be_analysed() {
    refused(&["analyse", "no/such/file"], "the file no/such/file cannot be read");
    let text = std::fs::read_to_string(record("refused.record", 12)).expect("it was saved");
    let diverging = file_with("refused.record", &format!("{text}0 resign\n"));
    refused(&["analyse", &diverging], "“resign” is not a choice of this game");
    let header = text.lines().next().expect("a header");
    let unbegun = file_with("unbegun.record", &format!("{header}\n"));
    refused(&["analyse", &unbegun], "nobody had a choice yet");
    for bot in ["greedy", "random", "search:100ms"] {
        refused(&["analyse", &unbegun, "--bot", bot], "name a search with a number of iterations");
    }
    refused(&["analyse", &unbegun, "--bot", "search:40@no/such.ron"], "the weights no/such.ron cannot be read");
    refused(&["analyse", &unbegun, "--svg", "no/such/folder/x.svg"], "x.svg cannot be written");
    refused(&["analyse", &unbegun, "--game", "1"], "is the record of one game");
    refused(&["analyse", &unbegun, "--bot", "clever"], "there is no bot “clever”");
}

/// Ctrl-C prints what is done so far.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_shows_what_is_done() {
    let record = record("interrupted.record", 60);
    // On a busy machine the program may need longer than a second to listen for the signal.
    let output = [1, 5, 20]
        .into_iter()
        .map(|seconds| interrupted_after(&record, seconds))
        .find(|output| output.status.code().is_some())
        .expect("the program hears of the interruption");
    assert_eq!(output.status.code(), Some(130));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["complete"], &json["interrupted"]), (&false.into(), &true.into()), "{json}");
    let done = json["decisions"].as_array().map_or(0, Vec::len) as u64;
    assert!(done > 0 && json["decisions_in_all"].as_u64() > Some(done), "{json}");
}

#[cfg(unix)]
fn interrupted_after(record: &str, seconds: u64) -> Output {
    crate::interrupted_after(&["analyse", record, "--bot", "search:20000", "--threads", "1", "--json"], seconds as f64)
}
