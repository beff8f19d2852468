use crate::refusals::refused;
use crate::{file, file_with, orrery, well};
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Deaf, Record, Rules};
use serde_json::Value;
#[cfg(unix)]
use std::process::{Command, Stdio};

const BATTLE: &str = "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&well(&[&["odds", "--json"], arguments].concat(), "")).expect("JSON")
}

/// Without what the clock says.
fn timeless(mut report: Value) -> Value {
    for clock in ["seconds", "battles_per_second", "first_figure_seconds"] {
        assert!(report[clock].take().as_f64() > Some(0.0), "{clock}");
    }
    report
}

#[test]
fn odds_do_not_depend_on_the_number_of_threads() {
    let run = |threads: &str| timeless(json(&[BATTLE, "--battles", "1500", "--threads", threads, "--what-if"]));
    let report = run("1");
    assert_eq!(report, run("3"));
    assert_eq!(report["method"]["fought"]["battles"], 1500);
    let count = |of: &Value| of["count"].as_f64().expect("a number");
    let all = count(&report["attacker"]["wins"]) + count(&report["defender"]["wins"]) + count(&report["nobody_wins"]);
    assert_eq!(all, 1500.0);
    let changes = report["what_if"].as_array().expect("a list");
    let change = |unit: &str| {
        let found = changes.iter().find(|change| change["one_more"] == unit).expect("it is in reserve");
        (found["change"].as_f64().expect("a number"), found["standard_error"].as_f64().expect("a number"))
    };
    let ((more, error), (fewer, _)) = (change("Gargant"), change("Land Raider"));
    assert!(more > 3.0 * error && fewer < -3.0 * error && error > 0.0, "{report}");
}

#[test]
fn the_table_says_who_wins_what_is_lost_and_who_is_left() {
    let out = well(&["odds", BATTLE, "--battles", "300", "--defender", "greedy", "--what-if"], "");
    assert!(out.starts_with("300 battles from seed 0 in ") && out.contains(" a second\n"), "{out}");
    for wanted in [
        "attacker wins (Evil Sunz)",
        "nobody wins",
        "greedy",
        "Evil Sunz loses",
        "Bastion ",
        "Ultramarines has left",
        "1 unit ",
        "Warlord Titan (defender)",
        " % ± ",
    ] {
        assert!(out.contains(wanted), "{wanted}\n{out}");
    }
}

#[test]
fn odds_are_sharpened_until_the_wanted_precision() {
    let error = |precision: &str| {
        let report = json(&[BATTLE, "--precision", precision]);
        (report["attacker"]["wins"]["standard_error"].as_f64(), report["attacker"]["wins"]["of"].as_u64())
    };
    let ((rough, few), (fine, many)) = (error("2"), error("0.8"));
    assert!(rough <= Some(0.02) && fine <= Some(0.008) && fine > Some(0.004), "{rough:?} {fine:?}");
    assert!(few < many, "{few:?} {many:?}");
}

#[test]
fn odds_are_drawn() {
    let path = file("odds.svg");
    well(&["odds", BATTLE, "--battles", "100", "--svg", path.to_str().expect("plain letters")], "");
    let drawing = std::fs::read_to_string(&path).expect("it was drawn");
    for wanted in ["<svg", BATTLE, "Evil Sunz wins", "Ultramarines: units left", "100 battles fought"] {
        assert!(drawing.contains(wanted), "{wanted}\n{drawing}");
    }
    let nowhere = file("no-such-folder/odds.svg");
    let ran = orrery(&["odds", BATTLE, "--battles", "100", "--svg", nowhere.to_str().expect("plain letters")], "");
    assert_eq!(ran.status, 2);
    assert!(ran.complaint.contains("cannot be written"), "{}", ran.complaint);
}

/// The numbers are worked out by hand beside the test of `lab::odds`.
#[test]
fn tiny_battles_have_exact_odds() {
    let path = file_with(
        "nob-against-scout.position",
        "battle: orks nob attack ultramarines scout
         orks assets none
         orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz
         orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant
         ultramarines assets none
         ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance
         ultramarines deck glory-and-death, glory-and-death, fury-of-the-ultramar, fury-of-the-ultramar, ambush",
    );
    let report = json(&[&path, "--exact"]);
    let wins = report["attacker"]["wins"]["share"].as_f64().expect("a number");
    assert!((wins - 4717.0 / 5184.0).abs() < 1e-12, "{report}");
    let out = well(&["odds", &path, "--exact"], "");
    assert!(out.starts_with("exact, ") && out.contains("90.9915 %"), "{out}");
    let fought = json(&[&path, "--precision", "1"]);
    let share = &fought["attacker"]["wins"];
    let off = (share["share"].as_f64().expect("a number") - wins).abs();
    assert!(off < 3.0 * share["standard_error"].as_f64().expect("a number"), "{fought}");
    refused(&["odds", BATTLE, "--exact"], "too many for exact odds");
    refused(&["odds", BATTLE, "--exact", "--policy", "greedy"], "cannot be used with");
}

/// A random game of two up to a moment that `wanted` knows, as a record.
fn record_until(name: &str, wanted: impl Fn(&Game) -> bool) -> String {
    let catalogue = Catalogue::standard();
    let factions = vec!["ultramarines".to_owned(), "chaos".to_owned()];
    let options = Options { factions, map: MapChoice::Introductory };
    for seed in 0..50 {
        let chance = Chance::from_number(seed);
        let mut bot = Chance::from_number(seed).split();
        let mut record: Record<ForbiddenStars> = Record::new(catalogue, &options, &chance);
        let mut game = Game::new(catalogue, &options, chance, &mut Deaf).expect("legal options");
        let mut choices = Vec::new();
        while let Some(question) = game.next_question() {
            if wanted(&game) {
                return file_with(name, &record.to_string());
            }
            game.choices(question.seat, &mut choices);
            let choice = choices[bot.below(choices.len() as u32) as usize];
            record.push(question.seat, ForbiddenStars::print_choice(&game, choice));
            game.take(question.seat, choice, &mut Deaf);
        }
    }
    panic!("no such moment in fifty games");
}

#[test]
fn a_saved_battle_goes_on_from_where_it_stands() {
    let in_the_middle =
        |game: &Game| game.table.battle.is_some_and(|battle| battle.round == 1 && battle.winner.is_none());
    let path = record_until("battle.record", in_the_middle);
    let report = json(&[&path, "--battles", "400"]);
    assert_eq!(report["method"]["fought"]["battles"], 400);
    assert_eq!(report["broken"].as_array().map(Vec::len), Some(0));
    let out = well(&["odds", &path, "--battles", "40", "--as", "chaos", "--policy", "greedy"], "");
    assert!(out.contains("\nas World Eaters can know it; what is hidden is dealt anew for each battle\n"), "{out}");
    refused(&["odds", &path, "--as", "orks"], "nobody plays “orks” in this game");
    refused(&["odds", &path, "--exact"], "exact odds start at the first step of a battle");
    let path = record_until("peace.record", |game| game.table.round == 2 && game.table.battle.is_none());
    refused(&["odds", &path], "no battle is being fought where the record ends (Round 2");
}

#[test]
fn odds_that_cannot_be() {
    refused(&["odds", "everybody"], "“everybody” is neither a file nor a battle");
    refused(&["odds", "orks 2 nob attack ultramarines 2 titan-slayer"], "has no unit “titan-slayer”");
    refused(&["odds", BATTLE, "--as", "orks"], "--as is for a record");
    refused(&["odds", BATTLE, "--precision", "0"], "choose one from 0.001 to 50");
    refused(&["odds", BATTLE, "--precision", "nan"], "choose one from 0.001 to 50");
    refused(&["odds", BATTLE, "--battles", "0"], "invalid value '0'");
    refused(&["odds", BATTLE, "--policy", "oracle"], "there is no bot “oracle”");
    let path = file_with("peace.position", "players orks chaos\ntile 2A at 0 0 turn 0\nat 2A.NW: orks nob\n");
    refused(&["odds", &path], "the position is no battle: write `phase battle`");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_what_it_has() {
    // On a busy machine the program may need longer than a second to listen for the signal.
    let output = [1, 5, 20].into_iter().map(interrupted_after).find(|output| output.status.code().is_some());
    let output = output.expect("the program hears of the interruption");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains(" (interrupted)") && text.contains("attacker wins"), "{text}");
}

#[cfg(unix)]
fn interrupted_after(seconds: u64) -> std::process::Output {
    let child = Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["odds", BATTLE, "--battles", "1000000000", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(told.success());
    child.wait_with_output().expect("the program ends")
}
