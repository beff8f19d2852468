#[cfg(unix)]
use crate::interrupted_after;
use crate::refusals::refused;
use crate::{file, file_with, orrery, well};
use forbidden_stars::advice::Weights;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Deaf, Record, Rules};
use serde_json::Value;

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
    assert_eq!((&report["attacker_side"], &report["defender_side"]), (&"orks".into(), &"ultramarines".into()));
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

/// Stretches are cut by the clock, but when to stop is not.
#[test]
fn precision_is_reached_after_the_same_battles_each_time() {
    let run = |threads: &str| timeless(json(&[BATTLE, "--precision", "2", "--threads", threads]));
    assert_eq!(run("1"), run("3"));
}

#[test]
fn one_battle_is_one() {
    let out = well(&["odds", BATTLE, "--battles", "1"], "");
    assert!(out.starts_with("1 battle from seed 0 in "), "{out}");
    let out = well(&["sim", "--battle", BATTLE, "--games", "1"], "");
    assert!(out.starts_with("1 battle\n"), "{out}");
}

/// A policy may have weights of its own.
#[test]
fn policies_have_weights() {
    let mut weights = Weights::standard().clone();
    let path = file_with("odds-weights.ron", &weights.write());
    let policy = format!("greedy@{path}");
    let run = |policy: &str| timeless(json(&[BATTLE, "--battles", "60", "--attacker", policy]));
    let (mut own, mut standard) = (run(&policy), run("greedy"));
    assert_eq!(own["attacker"]["policy"].take(), policy);
    assert_eq!(standard["attacker"]["policy"].take(), "greedy");
    assert_eq!(own, standard);
    weights.early.iter_mut().chain(&mut weights.late).for_each(|weight| *weight = -*weight);
    std::fs::write(&path, weights.write()).expect("the test folder can be written");
    assert_ne!(run(&policy)["attacker"]["losses"], standard["attacker"]["losses"]);
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
}

/// Whether the picture can be written is found out before the battles, which then are not fought for nothing.
#[test]
fn odds_are_not_drawn_over_other_files() {
    let svg = |path: &str| orrery(&["odds", BATTLE, "--battles", "100", "--svg", path], "");
    let nowhere = file("no-such-folder/odds.svg");
    refused(&["odds", BATTLE, "--svg", nowhere.to_str().expect("plain letters")], "odds.svg cannot be written");
    let diary = file_with("odds-diary.txt", "Dear diary");
    refused(&["odds", BATTLE, "--svg", &diary], "is another kind of file and stays as it is");
    assert_eq!(std::fs::read_to_string(&diary).expect("it is still there"), "Dear diary");
    let picture = file_with("odds-old.svg", "<svg>old</svg>");
    let ran = svg(&picture);
    assert_eq!((ran.status, ran.out.starts_with("100 battles")), (0, true), "{}", ran.complaint);
    assert!(std::fs::read_to_string(&picture).expect("it is there").contains("Evil Sunz wins"));
}

/// Small enough to be played through in all its ways.
const NOB_AGAINST_SCOUT: &str = "battle: orks nob attack ultramarines scout
    orks assets none
    orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz
    orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant
    ultramarines assets none
    ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance
    ultramarines deck glory-and-death, glory-and-death, fury-of-the-ultramar, fury-of-the-ultramar, ambush";

/// The numbers are worked out by hand beside the test of `lab::odds`.
#[test]
fn tiny_battles_have_exact_odds() {
    let path = file_with("nob-against-scout.position", NOB_AGAINST_SCOUT);
    let report = json(&[&path, "--exact"]);
    let wins = report["attacker"]["wins"]["share"].as_f64().expect("a number");
    assert!((wins - 4717.0 / 5184.0).abs() < 1e-12, "{report}");
    let out = well(&["odds", &path, "--exact"], "");
    assert!(out.starts_with("exact, ") && out.contains("90.9915 %"), "{out}");
    let fought = json(&[&path, "--precision", "1"]);
    let share = &fought["attacker"]["wins"];
    let off = (share["share"].as_f64().expect("a number") - wins).abs();
    assert!(off < 3.0 * share["standard_error"].as_f64().expect("a number"), "{fought}");
    // Of one unit a side nobody can take fewer: what helps are known hands.
    refused(&["odds", "orks ork-boyz attack chaos cultist", "--exact"], "Lay down hands of simple cards in a position");
    refused(&["odds", BATTLE, "--exact", "--policy", "greedy"], "cannot be used with");
}

/// Where only a battle with one more unit is too large, the others have their odds.
#[test]
fn exact_odds_of_some_changes() {
    let path = file_with("scout-and-company.position", NOB_AGAINST_SCOUT);
    let out = well(&["odds", &path, "--exact", "--what-if"], "");
    let row = |unit: &str| out.lines().find(|line| line.contains(unit)).expect("it is in reserve").trim_end();
    assert!(out.contains("90.9915 %") && row("Gargant (attacker)").ends_with("+9.0085"), "{out}");
    assert!(row("Warlord Titan (defender)").ends_with("–"), "{out}");
    assert!(out.contains("\n–: no exact odds, the battle is too large with that unit"), "{out}");
    let report = json(&[&path, "--exact", "--what-if"]);
    let changes = report["what_if"].as_array().expect("a list");
    let titan = changes.iter().find(|change| change["one_more"] == "Warlord Titan").expect("it is in reserve");
    assert!(titan["attacker_wins"].is_null() && titan["change"].is_null(), "{titan}");
    assert!(titan["not_exact"].as_str().is_some_and(|reason| reason.contains("200000 situations")), "{titan}");
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
    let text = std::fs::read_to_string(&path).expect("a record");
    let at = text.find("\"catalogue\":\"").expect("the header names the catalogue") + 13;
    let stranger = file_with("battle-stranger.record", &[&text[..at], &"0".repeat(64), &text[at + 64..]].concat());
    let told = "# the record was made with another catalogue of components";
    let out = well(&["odds", &stranger, "--battles", "40"], "");
    assert!(out.starts_with(told) && out.contains("40 battles"), "{out}");
    let ran = orrery(&["odds", &stranger, "--battles", "40", "--json"], "");
    assert!(ran.complaint.starts_with(told) && ran.out.starts_with('{'), "{ran:?}");
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
    refused(&["odds", "orks -1 nob attack chaos cultist"], "“-1” is not a number from 1 to 15");
    refused(&["odds", "orks 1.5 nob attack chaos cultist"], "“1.5” is not a number from 1 to 15");
    refused(&["odds", "orks bastion attack chaos cultist"], "orks attack without a unit; name at least one");
    for precision in ["0", "nan", "1e-300", "0.009", "51", "inf"] {
        refused(&["odds", BATTLE, "--precision", precision], "a precision from 0.01 to 50 percentage points");
    }
    refused(&["odds", BATTLE, "--policy", "search"], "name a number of iterations, as in search:2000");
    refused(&["odds", BATTLE, "--defender", "search:100ms"], "“search:100ms” goes by the clock");
    refused(&["odds", BATTLE, "--policy", "greedy@no/such/weights"], "the weights no/such/weights cannot be read");
    refused(&["odds", BATTLE, "--battles", "0"], "invalid value '0'");
    refused(&["odds", BATTLE, "--policy", "oracle"], "there is no bot “oracle”");
    let path = file_with("peace.position", "players orks chaos\ntile 2A at 0 0 turn 0\nat 2A.NW: orks nob\n");
    refused(&["odds", &path], "the position is no battle: write `phase battle`");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_what_it_has() {
    // On a busy machine the program may need longer than a second to listen for the signal.
    let run = ["odds", BATTLE, "--battles", "1000000000", "--threads", "1"];
    let output = [1.0, 5.0, 20.0].into_iter().map(|seconds| interrupted_after(&run, seconds));
    let output = output.into_iter().find(|output| output.status.code().is_some());
    let output = output.expect("the program hears of the interruption");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains(" (interrupted)") && text.contains("attacker wins"), "{text}");
}

/// Slow policies are interrupted between two battles, not after many.
#[cfg(unix)]
#[test]
fn slow_battles_are_interrupted_soon() {
    let run = ["odds", BATTLE, "--policy", "search:10000", "--precision", "1", "--threads", "1"];
    let output = [2.0, 5.0, 20.0].into_iter().map(|seconds| interrupted_after(&run, seconds));
    let output = output.into_iter().find(|output| output.status.code().is_some());
    let output = output.expect("the program hears of the interruption");
    let text = String::from_utf8(output.stdout).expect("text");
    let battles: u64 = text.split(' ').next().and_then(|number| number.parse().ok()).expect("a number of battles");
    assert!(output.status.code() == Some(130) && battles < 20, "{text}");
}

/// The walk lasts a second or so: one of ever longer times ends in the middle of it.
#[cfg(unix)]
#[test]
fn exact_odds_can_be_interrupted() {
    let run = ["odds", "orks ork-boyz attack chaos cultist", "--exact"];
    let mut tries = (0..9).map(|doubled| interrupted_after(&run, 0.02 * f64::from(1 << doubled)));
    let heard = tries.find(|output| output.status.code() == Some(130)).expect("the walk hears of the interruption");
    let complaint = String::from_utf8(heard.stderr).expect("text");
    assert_eq!((complaint.as_str(), heard.stdout.len()), ("orrery: interrupted before the exact odds were there\n", 0));
}
