use crate::well;

#[cfg(unix)]
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |threads: &str| {
        let all =
            ["sim", "forbidden-stars", "--games", "24", "--seats", "3", "--option", "map=free", "--threads", threads];
        (well(&all, ""), well(&[&all[..], &["--json"]].concat(), ""))
    };
    let (text, json) = run("1");
    assert_eq!((text.clone(), json.clone()), run("3"));
    assert!(text.starts_with("24 games from seed 0\n"), "{text}");
    let parts = ["decisions per game: ", "legal choices per decision: ", "orks ", "seat 3", "how it ended"];
    for wanted in [&parts[..], &["rounds played", "objectives after round  games that reached it"]].concat() {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["games"], &json["played"], &json["rounds"]["1"]["games"]), (&24.into(), &24.into(), &24.into()));
    assert!(well(&["sim", "forbidden-stars", "--games", "1"], "").starts_with("1 game from seed 0\n"));
    assert_eq!(json["wins_by_seat"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["broken"].as_array().map(Vec::len), Some(0));
    let legal = &json["choices_per_decision"];
    let bars = legal["histogram"].as_array().into_iter().flatten().filter_map(|bar| bar["count"].as_u64());
    assert_eq!((Some(bars.sum()), &legal["count"]), (legal["count"].as_u64(), &json["forced"]["of"]));
}

/// Shares of all factions, of all seats and of all rounds add up to all games, on each map and on both.
#[test]
fn balance_is_reported_by_faction_seat_set_up_and_round() {
    let all = ["sim", "forbidden-stars", "--games", "20", "--bots", "greedy,random", "--option", "map=all", "--json"];
    let json: serde_json::Value = serde_json::from_str(&well(&all, "")).expect("JSON");
    let sum = |part: &serde_json::Value| -> f64 {
        let shares: Vec<&serde_json::Value> = match part {
            serde_json::Value::Array(shares) => shares.iter().collect(),
            other => other.as_object().into_iter().flat_map(|shares| shares.values()).collect(),
        };
        shares.iter().filter_map(|share| share["count"].as_f64()).sum()
    };
    assert_eq!((sum(&json["wins_by_side"]), sum(&json["wins_by_seat"])), (20.0, 20.0));
    for map in ["introductory", "free"] {
        let games = &json["set_ups"][format!("map {map}")];
        assert_eq!((&games["games"], sum(&games["wins_by_side"])), (&10.into(), 10.0));
    }
    let rounds: Vec<&serde_json::Value> = json["rounds"].as_object().into_iter().flat_map(|it| it.values()).collect();
    let decided: f64 = rounds.iter().filter_map(|round| round["decided"]["count"].as_f64()).sum();
    let won: f64 = rounds.iter().map(|round| sum(&round["wins_by_side"])).sum();
    assert_eq!((decided, won), (20.0, 20.0));
    assert_eq!(json["bots"], serde_json::json!(["greedy", "random"]));
    let text = well(&all[..all.len() - 1], "");
    assert!(text.contains("seat 1 (greedy)") && text.contains("with map free"), "{text}");
}

#[test]
fn a_battle_is_won_lost_or_neither() {
    let all = ["sim", "--json", "--games", "300", "--battle"];
    let one = |battle: &str| -> serde_json::Value {
        serde_json::from_str(&well(&[&all[..], &[battle]].concat(), "")).expect("JSON")
    };
    let loose = one("Orks 2 Nobz, 1 Boyz attack Ultramarines 2 Scouts, bastion");
    assert_eq!(loose, one("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion"));
    let results = ["attacker_wins", "defender_wins", "nobody_wins"];
    let counts: u64 = results.iter().filter_map(|result| loose[result]["count"].as_u64()).sum();
    assert_eq!(counts, 300);
    let hopeless = one("orks 1 boyz attack ultramarines 3 space marines, 1 warlord titan");
    assert!(hopeless["defender_wins"]["share"].as_f64() > Some(0.9), "{hopeless}");
    let at_sea = one("ultramarines 2 strike cruisers attack eldar 2 hellebore frigates");
    assert_eq!(at_sea["battles"], 300);
}

#[test]
fn battles_are_printed_with_their_standard_error() {
    let out = well(&["sim", "--games", "200", "--battle", "orks 2 nob attack ultramarines 2 scout"], "");
    assert!(out.contains("200 battles") && out.contains("attacker wins (Evil Sunz)") && out.contains(" % ± "), "{out}");
}

#[test]
fn laws_are_checked_on_random_games() {
    let out = well(&["laws", "forbidden-stars", "--games", "12", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["games"], 12);
    let counted = |kind: &str| json["uses"][kind].as_object().map(serde_json::Map::len);
    assert_eq!(
        (counted("combat cards"), counted("upgrades"), counted("events")),
        (Some(56), Some(20), Some(32)),
        "{out}"
    );
    let text = well(&["laws", "forbidden-stars", "--games", "3", "--seats", "2"], "");
    assert!(text.contains("laws broken: 0; stuck games: 0") && text.contains("\nnever used: "), "{text}");
}
