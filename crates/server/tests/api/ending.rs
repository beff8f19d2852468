//! What is shown of a finished game, and playing on from one.

use crate::house::{House, Seated, game, names};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A game that two bots have played to its end.
fn finished(house: &House) -> Seated {
    let bot = json!({ "sitter": "bot", "bot": "random" });
    let seated = house.table("", &json!([bot, bot]), &json!({}));
    let until = Instant::now() + Duration::from_secs(240);
    while house.page(&seated, "")["outcome"].is_null() {
        assert!(Instant::now() < until, "a random game ends in time");
        std::thread::sleep(Duration::from_millis(200));
    }
    seated
}

/// A list says who has won, without a look at the table.
#[test]
fn who_has_won_stands_in_lists() {
    let house = House::open();
    let running = house.two_players().0;
    let seated = finished(&house);
    let won = |seated: &Seated| house.get(&seated.path(""), "").expect(200).json["winners"].clone();
    assert_eq!(won(&seated), house.page(&seated, "")["outcome"]["winners"]);
    assert_ne!(won(&seated), json!([]));
    assert_eq!(won(&running), json!([]));
}

#[test]
fn a_finished_game_has_no_secrets() {
    let house = House::open();
    let seated = finished(&house);
    let record = house.get(&seated.path("record"), "").expect(200);
    assert_eq!(record.kind.as_deref(), Some("text/plain; charset=utf-8"));
    assert!(record.text.contains(game()), "{}", &record.text[..200]);
    let going = house.get(&seated.path("chances"), "");
    assert!([200, 202].contains(&going.status), "{}", going.text);
    house.get(&format!("{}?view=1", seated.path("steps/1")), "").expect(200);
    let steps = house.get(&seated.path("timeline"), "").expect(200).json["steps"].as_u64().expect("a number");
    house.get(&seated.path(&format!("steps/{steps}")), "").expect(200);
    let beyond = house.get(&seated.path(&format!("steps/{}", steps + 1)), "").expect(404);
    assert_eq!(beyond.error(), "The game has not got that far.");
    let page = house.page(&seated, "");
    let fork = json!({ "step": steps / 2, "seats": [{ "sitter": "person" }, { "sitter": "bot", "bot": "greedy" }] });
    let forked = house.post(&seated.path("fork"), "", &fork).expect(201).seated();
    assert_eq!(house.page(&forked, &forked.key)["seat"], 0);
    assert_eq!(house.page(&seated, "")["sequence"], page["sequence"], "the old game is as it was");
    let refused = house.post(&seated.path("resign"), &seated.key, &json!({ "sequence": page["sequence"] }));
    assert!([403, 422].contains(&refused.status), "{}", refused.text);
    let fork = json!({ "step": steps + 1, "seats": [{ "sitter": "person" }, { "sitter": "open" }] });
    house.post(&seated.path("fork"), "", &fork).expect(404);
    let fork = json!({ "step": 0, "seats": [{ "sitter": "person" }] });
    house.post(&seated.path("fork"), "", &fork).expect(422);
}

/// What cost most is told in words, not in notation.
#[test]
fn turning_points_are_sentences() {
    let house = House::open();
    let seated = finished(&house);
    let until = Instant::now() + Duration::from_secs(240);
    let chances = loop {
        let answer = house.get(&seated.path("chances"), "");
        if answer.status == 200 {
            break answer.json;
        }
        assert!(Instant::now() < until, "a game is gone through in time: {}", answer.text);
        std::thread::sleep(Duration::from_millis(300));
    };
    let points = chances["turning_points"].as_array().expect("a list");
    assert!(!points.is_empty());
    for text in points.iter().map(|point| point["text"].as_str().expect("a sentence")) {
        assert!(text.starts_with(char::is_uppercase) && text.ends_with(" of 100)."), "{text}");
    }
}

#[test]
fn a_game_that_goes_on_keeps_its_secrets() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    for key in [&seated.key, &bo, ""] {
        for part in ["record", "chances"] {
            let refused = house.get(&seated.path(part), key).expect(403);
            assert_eq!(refused.error(), "That is shown when the game is over: it would give away what is hidden.");
        }
    }
    let step = |view: &str, key: &str| house.get(&format!("{}?view={view}", seated.path("steps/0")), key);
    assert_eq!(step("0", &bo).expect(403).error(), "What others know is shown when the game is over.");
    for key in [&seated.key, &bo, ""] {
        assert_eq!(step("all", key).expect(403).error(), "Everything is laid open when the game is over.");
        assert_eq!(step("public", key).expect(200).json["seat"], Value::Null);
    }
    for view in ["1", "seat"] {
        assert_eq!(step(view, &bo).expect(200).json["seat"], 1);
    }
    for view in ["me", "9", "-1", "", "ALL"] {
        assert_eq!(step(view, &bo).expect(422).error(), "“view” is seat, public, all or the number of a seat.");
    }
}

/// When a game is over, anybody who may look on sees everything faceup, at any step.
#[test]
fn a_finished_game_is_laid_open() {
    let house = House::open();
    let seated = finished(&house);
    let timeline = house.get(&seated.path("timeline"), "").expect(200).json;
    let marks = timeline["marks"].as_array().expect("there are marks");
    assert!(marks.iter().any(|mark| mark["kind"] == "round"), "{timeline}");
    let steps = timeline["steps"].as_u64().expect("a number");
    for step in [0, steps / 2, steps] {
        let seats = |view: &str| {
            let path = format!("{}?view={view}", seated.path(&format!("steps/{step}")));
            let page = house.get(&path, "").expect(200).json;
            assert!(page["prompt"].is_null());
            page["fragments"]["seats"]["html"].as_str().expect("markup").to_owned()
        };
        assert!(seats("all").contains("in the deck: "), "step {step}");
        for view in ["public", "seat", "0", "1"] {
            assert!(!seats(view).contains("in the deck: "), "step {step} as {view}");
        }
    }
}

/// A table that is closed to spectators stays so when its game is over.
#[test]
fn a_closed_table_is_laid_open_to_nobody_else() {
    let house = House::open();
    let bot = json!({ "sitter": "bot", "bot": "random" });
    let seated = house.table("", &json!([bot, bot]), &json!({ "spectators": false }));
    for path in ["steps/0?view=all", "timeline"] {
        let refused = house.get(&seated.path(path), "").expect(403);
        assert_eq!(refused.error(), "This table is not open to spectators.");
    }
}

#[test]
fn whoever_plays_alone_may_play_on_from_anywhere() {
    let house = House::open();
    let fork =
        |step: u64| -> Value { json!({ "step": step, "seats": [{ "sitter": "person" }, { "sitter": "here" }] }) };
    let (seated, bo) = house.two_players();
    for key in [&seated.key, &bo, ""] {
        let refused = house.post(&seated.path("fork"), key, &fork(0)).expect(403);
        assert_eq!(refused.error(), "A game between people can be played on from when it is over.");
    }
    let alone = house.table("", &json!([{ "sitter": "person" }, { "sitter": "bot", "bot": "random" }]), &json!({}));
    let refused = house.post(&alone.path("fork"), "", &fork(0)).expect(403);
    assert_eq!(refused.error(), "Somebody else plays this game. It can be played on from when it is over.");
    let forked = house.post(&alone.path("fork"), &alone.key, &fork(0)).expect(201).seated();
    let name = house.get(&forked.path(""), &forked.key).expect(200).json["name"].clone();
    assert!(name.as_str().is_some_and(|name| name.starts_with("From step 0: ")), "{name}");
    house.post(&alone.path("fork"), &alone.key, &fork(1_000_000)).expect(404);
    // Two before one screen have secrets from each other, though one browser has both keys.
    let together = house.table("", &json!([{ "sitter": "person" }, { "sitter": "here" }]), &json!({}));
    let refused = house.post(&together.path("fork"), &together.key, &fork(0)).expect(403);
    assert_eq!(refused.error(), "A game between people can be played on from when it is over.");
}

/// It is called by the step and by what the other was called; what is played anew from the start is not.
#[test]
fn a_game_that_goes_on_from_another_is_named_after_it() {
    let house = House::open();
    let fork = |of: &Seated| -> Seated {
        let seats = json!([{ "sitter": "person" }, { "sitter": "bot", "bot": "random" }]);
        house.post(&of.path("fork"), &of.key, &json!({ "step": 0, "seats": seats })).expect(201).seated()
    };
    let (long, cut) = ("x".repeat(40), format!("{}…", "x".repeat(26)));
    for (given, forked, again) in [
        ("Friday", "From step 0: Friday", "Friday"),
        ("", &format!("From step 0: {}", names(2).join(", ")), ""),
        (long.as_str(), &format!("From step 0: {cut}"), &long),
        ("From step 9: mine", "From step 0: From step 9: mine", "From step 9: mine"),
    ] {
        let seats = json!([{ "sitter": "person" }, { "sitter": "bot", "bot": "random" }]);
        let first = house.table("", &seats, &json!({ "name": given }));
        let second = fork(&first);
        for seated in [&second, &fork(&second)] {
            let said = house.get(&seated.path(""), &seated.key).expect(200).json;
            assert_eq!((&said["name"], &said["again"]["name"]), (&json!(forked), &json!(again)));
        }
    }
}
