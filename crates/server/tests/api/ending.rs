//! What is shown of a finished game, and playing on from one.

use crate::house::{House, Seated};
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

#[test]
fn a_finished_game_has_no_secrets() {
    let house = House::open();
    let seated = finished(&house);
    let record = house.get(&seated.path("record"), "").expect(200);
    assert_eq!(record.kind.as_deref(), Some("text/plain; charset=utf-8"));
    assert!(record.text.contains("forbidden-stars"), "{}", &record.text[..200]);
    let going = house.get(&seated.path("chances"), "");
    assert!([200, 202].contains(&going.status), "{}", going.text);
    house.get(&format!("{}?as=1", seated.path("steps/1")), "").expect(200);
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
    let refused = house.get(&format!("{}?as=0", seated.path("steps/0")), &bo).expect(403);
    assert_eq!(refused.error(), "What others know is shown when the game is over.");
    house.get(&format!("{}?as=1", seated.path("steps/0")), &bo).expect(200);
    house.get(&format!("{}?as=public", seated.path("steps/0")), &bo).expect(200);
    house.get(&format!("{}?as=me", seated.path("steps/0")), &bo).expect(422);
    house.get(&format!("{}?as=9", seated.path("steps/0")), &bo).expect(422);
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
    house.post(&alone.path("fork"), "", &fork(0)).expect(403);
    house.post(&alone.path("fork"), &alone.key, &fork(0)).expect(201);
    house.post(&alone.path("fork"), &alone.key, &fork(1_000_000)).expect(404);
}
