use crate::refusals::refused;
use crate::tournament::{arguments, folder, text, timeless};
use crate::well;

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |threads: &str| {
        let out = folder(&format!("tournament-threads-{threads}"));
        let path = out.to_str().expect("plain letters");
        let games = ["--games", "24", "--option", "map=free", "--json", "--threads", threads, "--out", path];
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
fn more_seats_and_more_bots() {
    let four = ["tournament", "forbidden-stars", "--json", "--games", "8", "--bots"];
    let report = |rest: &[&str]| timeless(&well(&[&four[..], rest].concat(), ""));
    let pooled = report(&["greedy,random,random,random", "--seats", "4"]);
    let fair: Vec<Option<f64>> = (0..2).map(|bot| pooled["bots"][bot]["fair_share"].as_f64()).collect();
    assert_eq!((pooled["bots"].as_array().map(Vec::len), fair), (Some(2), vec![Some(0.25), Some(0.75)]));
    assert_eq!(pooled["wins_by_side"]["orks"]["of"], 8);
    // With more bots than seats all pairs meet; of the four sets, one is between the two of the same name.
    let pairs = report(&["greedy,random,greedy", "--option", "map=free"]);
    let games: Vec<Option<u64>> = (0..2).map(|bot| pairs["bots"][bot]["won"]["of"].as_u64()).collect();
    assert_eq!(games, [Some(8), Some(6)]);
}

#[test]
fn other_options_are_refused() {
    let out = folder("tournament-other");
    let path = out.to_str().expect("plain letters");
    well(&arguments(&["--games", "2", "--out", path]), "");
    let journal = text(&out.join("journal.jsonl"));
    refused(&arguments(&["--games", "4", "--out", path]), "(games 2 there, 4 here); use the same options");
    refused(
        &arguments(&["--games", "2", "--option", "map=free", "--out", path]),
        "(options map=introductory there, map=free here)",
    );
    let others = ["tournament", "forbidden-stars", "--bots", "random,greedy", "--games", "2", "--out", path];
    refused(&others, "(bots greedy,random there, random,greedy here; seed 3 there, 0 here)");
    assert_eq!(journal, text(&out.join("journal.jsonl")));
    std::fs::write(out.join("journal.jsonl"), "my diary\n").expect("the test folder can be written");
    refused(&arguments(&["--games", "2", "--out", path]), "does not begin like the journal of a tournament");
}
