use crate::refusals::refused;
use crate::{file, game, orrery, sides, well};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A fresh folder for one test, which names it.
pub fn folder(name: &str) -> PathBuf {
    let path = file(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the test folder can be written");
    }
    path
}

pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the tournament wrote it")
}

/// A report without what depends on the clock.
pub fn timeless(json: &str) -> Value {
    let mut report: Value = serde_json::from_str(json).expect("JSON");
    let times = report.as_object_mut().and_then(|report| report.remove("decision_times"));
    assert!(times.is_some_and(|times| times.is_object()), "{json}");
    report
}

fn tournament() -> [&'static str; 6] {
    ["tournament", game(), "--bots", "greedy,random", "--seed", "3"]
}

pub fn arguments<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&tournament()[..], rest].concat()
}

#[test]
fn the_report_is_a_table_and_files() {
    let out = folder("tournament-files");
    let path = out.to_str().expect("plain letters");
    let table = file("tournament-games.csv");
    let plots = folder("tournament-plots");
    let files = ["--csv", table.to_str().expect("plain letters"), "--svg", plots.to_str().expect("plain letters")];
    let printed = well(&arguments(&[&["--games", "8", "--out", path], &files[..]].concat()), "");
    assert!(printed.starts_with("8 of 8 games at 2 seats from seed 3\n"), "{printed}");
    for wanted in ["Elo (95 %)", "\n greedy ", &sides()[0], "seat 2", "p99.9", "illegal choices: 0; stuck games: 0"] {
        assert!(printed.contains(wanted), "{wanted}\n{printed}");
    }
    let rows = text(&table);
    assert_eq!(rows, text(&out.join("games.csv")));
    assert_eq!(rows.lines().count(), 1 + 2 * 8);
    assert!(rows.lines().all(|row| row.split(',').count() == 11), "{rows}");
    for picture in ["strength.svg", "sides.svg"] {
        let svg = text(&plots.join(picture));
        assert_eq!(svg, text(&out.join(picture)));
        assert!(svg.starts_with("<svg ") && svg.contains("greedy") && svg.contains("random"), "{svg}");
        assert_well_formed(&svg);
    }
    assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), 5);
}

/// Every tag that is opened is closed, in order, and every attribute is quoted.
#[track_caller]
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, words) = tag.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!words.contains('&') || words.contains(';'), "{words}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Of bots that have not played there is nothing to say but how many games it takes.
#[test]
fn few_games_leave_blanks_and_say_so() {
    let few = ["tournament", game(), "--bots", "random,random,greedy,search:1,search:2", "--games", "2"];
    let printed = well(&few, "");
    // Neither a strength nor a time.
    let blank = printed.lines().filter(|line| line.split_whitespace().eq(["greedy", "0"])).count();
    assert!(blank == 2 && !printed.contains("(0.0–100.0)"), "{printed}");
    assert!(printed.contains("after 20 games; 2 is no multiple of it") && printed.contains("--games 20."), "{printed}");
    let json: Value = serde_json::from_str(&well(&[&few[..], &["--json"]].concat(), "")).expect("JSON");
    assert_eq!((&json["bots"][1]["elo"], &json["cycle"], &json["anchor"]), (&Value::Null, &20.into(), &Value::Null));
    let even = well(&["tournament", game(), "--bots", "random,greedy,random", "--games", "6"], "");
    assert!(!even.contains("multiple"), "{even}");
}

/// What cannot be written is said before the first game: nobody could wait for these.
#[test]
fn files_are_checked_before_the_first_game() {
    let endless = |rest: &[&'static str]| [&tournament()[..], &["--games", "1000000000000"], rest].concat();
    refused(&endless(&["--csv", "no/such/folder/games.csv"]), "games.csv cannot be written");
    let diary = crate::file_with("tournament-diary.txt", "dear diary");
    let diary: &'static str = diary.leak();
    refused(&endless(&["--csv", diary]), "is another kind of file and stays as it is");
    let out = folder("tournament-strange");
    std::fs::create_dir_all(&out).expect("the test folder can be written");
    let path: &'static str = out.to_str().expect("plain letters").to_owned().leak();
    for (name, option) in [("report.json", "--out"), ("games.csv", "--out"), ("strength.svg", "--svg")] {
        std::fs::write(out.join(name), "{\"my\": \"diary\"}").expect("the test folder can be written");
        refused(&endless(&[option, path]), &format!("{name} is another kind of file and stays as it is"));
        std::fs::remove_file(out.join(name)).expect("it is still there");
    }
    assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), 0, "not even a journal was begun");
}

#[test]
fn a_tournament_that_is_over_is_reported_again() {
    let out = folder("tournament-again");
    let all = arguments(&["--games", "6", "--out", out.to_str().expect("plain letters"), "--json"]);
    let first = well(&all, "");
    let journal = text(&out.join("journal.jsonl"));
    assert_eq!(first, well(&all, ""));
    assert_eq!((journal.lines().count(), text(&out.join("journal.jsonl"))), (7, journal));
}

#[test]
fn players_that_cannot_be() {
    let of = |bots: &'static str| ["tournament", game(), "--games", "1", "--bots", bots];
    refused(&of("greedy,gredy"), "there is no bot “gredy”; there are random, greedy, and search");
    refused(&of("greedy@"), "“greedy@” names no file of weights after the @");
    refused(&of("random@file"), "random weighs nothing");
    refused(&["tournament", "chess", "--bots", "greedy"], "there is no game “chess”");
    refused(&["tournament", game()], "required arguments");
    refused(&["sim", game(), "--bots", "greedy,random", "--seats", "3"], "2 bots do not fill 3 seats");
}

/// However the program ends, the same command finishes the tournament, with the results of an unbroken one.
#[cfg(unix)]
#[test]
fn a_killed_tournament_is_finished_later() {
    use std::process::{Command, Stdio};
    const GAMES: &str = "160";
    let all = |path: &PathBuf| -> Vec<String> {
        let path = path.to_str().expect("plain letters");
        arguments(&["--games", GAMES, "--threads", "2", "--out", path]).into_iter().map(str::to_owned).collect()
    };
    let finish = |path: &PathBuf| {
        let all = all(path);
        well(&all.iter().map(String::as_str).collect::<Vec<_>>(), "");
        (timeless(&text(&path.join("report.json"))), text(&path.join("games.csv")))
    };
    let unbroken = finish(&folder("tournament-unbroken"));
    let out = folder("tournament-killed");
    let lines = || std::fs::read(out.join("journal.jsonl")).map_or(0, |text| text.split(|&it| it == b'\n').count() - 1);
    let mut was_killed = 0;
    // Killed again and again: before anything is written, then after so many lines.
    for wanted in [0, 1, 3, 40, 90] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_orrery"))
            .args(all(&out))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        while lines() < wanted && child.try_wait().expect("it can be asked").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it ends");
        was_killed += usize::from(!status.success());
    }
    assert!(was_killed > 1 && lines() > 1, "killed {was_killed} times, {} lines", lines());
    // The line being written is lost, whatever is left of it.
    let journal = std::fs::read(out.join("journal.jsonl")).expect("a journal");
    std::fs::write(out.join("journal.jsonl"), &journal[..journal.len() - 5]).expect("the test folder can be written");
    assert_eq!(unbroken, finish(&out));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let taken = crate::file_with("tournament-taken", "a file, not a folder");
    let ran = orrery(&arguments(&["--games", "1", "--out", &taken]), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.complaint.contains("tournament-taken cannot be made"), "{}", ran.complaint);
}
