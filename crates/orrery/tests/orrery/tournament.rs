use crate::refusals::refused;
use crate::{file, orrery, well};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A fresh folder for one test, which names it.
fn folder(name: &str) -> PathBuf {
    let path = file(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the test folder can be written");
    }
    path
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the tournament wrote it")
}

/// A report without what depends on the clock.
fn timeless(json: &str) -> Value {
    let mut report: Value = serde_json::from_str(json).expect("JSON");
    let times = report.as_object_mut().and_then(|report| report.remove("decision_times"));
    assert!(times.is_some_and(|times| times.is_object()), "{json}");
    report
}

const TOURNAMENT: [&str; 6] = ["tournament", "forbidden-stars", "--bots", "greedy,random", "--seed", "3"];

fn arguments<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&TOURNAMENT[..], rest].concat()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |threads: &str| {
        let out = folder(&format!("tournament-threads-{threads}"));
        let path = out.to_str().expect("plain letters");
        let games = ["--games", "24", "--map", "free", "--json", "--threads", threads, "--out", path];
        let json = well(&arguments(&games), "");
        assert_eq!(timeless(&json), timeless(&text(&out.join("report.json"))));
        (timeless(&json), text(&out.join("games.csv")))
    };
    let (report, table) = run("1");
    assert_eq!((report.clone(), table.clone()), run("3"));
    assert_eq!((report["games"].as_u64(), report["interrupted"].as_bool()), (Some(24), Some(false)));
    assert_eq!((report["illegal"].as_u64(), report["stuck"].as_u64()), (Some(0), Some(0)));
    // Twelve pairs of factions on the free map, with both bots on both sides of each.
    let sides: std::collections::BTreeSet<String> = table
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            [fields[3], fields[4], fields[5]].join(" ")
        })
        .collect();
    assert_eq!(sides.len(), 2 * 2 * 4);
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
    for wanted in ["Elo (95 %)", "\n greedy ", "ultramarines", "seat 2", "p99.9", "illegal choices: 0; stuck games: 0"]
    {
        assert!(printed.contains(wanted), "{wanted}\n{printed}");
    }
    let rows = text(&table);
    assert_eq!(rows, text(&out.join("games.csv")));
    assert_eq!(rows.lines().count(), 1 + 2 * 8);
    assert!(rows.lines().all(|row| row.split(',').count() == 11), "{rows}");
    for picture in ["strength.svg", "factions.svg"] {
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

#[test]
fn more_seats_and_more_bots() {
    let four = ["tournament", "forbidden-stars", "--json", "--games", "8", "--bots"];
    let report = |rest: &[&str]| timeless(&well(&[&four[..], rest].concat(), ""));
    let pooled = report(&["greedy,random,random,random", "--seats", "4"]);
    let fair: Vec<Option<f64>> = (0..2).map(|bot| pooled["bots"][bot]["fair_share"].as_f64()).collect();
    assert_eq!((pooled["bots"].as_array().map(Vec::len), fair), (Some(2), vec![Some(0.25), Some(0.75)]));
    assert_eq!(pooled["wins_by_faction"]["orks"]["of"], 8);
    // With more bots than seats all pairs meet; of the four sets, one is between the two of the same name.
    let pairs = report(&["greedy,random,greedy", "--map", "free"]);
    let games: Vec<Option<u64>> = (0..2).map(|bot| pairs["bots"][bot]["won"]["of"].as_u64()).collect();
    assert_eq!(games, [Some(8), Some(6)]);
}

/// Of bots that have not played there is nothing to say but how many games it takes.
#[test]
fn few_games_leave_blanks_and_say_so() {
    let few = ["tournament", "forbidden-stars", "--bots", "random,random,greedy,search:1,search:2", "--games", "2"];
    let printed = well(&few, "");
    // Neither a strength nor a time.
    let blank = printed.lines().filter(|line| line.split_whitespace().eq(["greedy", "0"])).count();
    assert!(blank == 2 && !printed.contains("(0.0–100.0)"), "{printed}");
    assert!(printed.contains("after 20 games; 2 is no multiple of it") && printed.contains("--games 20."), "{printed}");
    let json: Value = serde_json::from_str(&well(&[&few[..], &["--json"]].concat(), "")).expect("JSON");
    assert_eq!((&json["bots"][1]["elo"], &json["cycle"], &json["anchor"]), (&Value::Null, &20.into(), &Value::Null));
    let even = well(&["tournament", "forbidden-stars", "--bots", "random,greedy,random", "--games", "6"], "");
    assert!(!even.contains("multiple"), "{even}");
}

/// What cannot be written is said before the first game: nobody could wait for these.
#[test]
fn files_are_checked_before_the_first_game() {
    let endless = |rest: &[&'static str]| [&TOURNAMENT[..], &["--games", "1000000000000"], rest].concat();
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
fn other_options_are_refused() {
    let out = folder("tournament-other");
    let path = out.to_str().expect("plain letters");
    well(&arguments(&["--games", "2", "--out", path]), "");
    let journal = text(&out.join("journal.jsonl"));
    refused(&arguments(&["--games", "4", "--out", path]), "(games 2 there, 4 here); use the same options");
    refused(&arguments(&["--games", "2", "--map", "free", "--out", path]), "(map introductory there, free here)");
    let others = ["tournament", "forbidden-stars", "--bots", "random,greedy", "--games", "2", "--out", path];
    refused(&others, "(bots greedy,random there, random,greedy here; seed 3 there, 0 here)");
    assert_eq!(journal, text(&out.join("journal.jsonl")));
    std::fs::write(out.join("journal.jsonl"), "my diary\n").expect("the test folder can be written");
    refused(&arguments(&["--games", "2", "--out", path]), "does not begin like the journal of a tournament");
}

#[test]
fn players_that_cannot_be() {
    let of = |bots: &'static str| ["tournament", "forbidden-stars", "--games", "1", "--bots", bots];
    refused(&of("greedy,gredy"), "there is no bot “gredy”; there are random, greedy, and search");
    refused(&of("greedy@"), "“greedy@” names no file of weights after the @");
    refused(&of("random@file"), "random weighs nothing");
    refused(&["tournament", "chess", "--bots", "greedy"], "there is no game “chess”");
    refused(&["tournament", "forbidden-stars"], "required arguments");
    refused(&["sim", "forbidden-stars", "--bots", "greedy,random", "--seats", "3"], "2 bots do not fill 3 seats");
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
