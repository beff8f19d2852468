//! Odds: of a battle told in words, and of the battle in view.

use crate::house::{House, Seated};
use serde_json::{Value, json};

fn told(house: &House, battle: &str, more: &Value) -> crate::house::Answer {
    let mut body = json!({ "game": "forbidden-stars", "battle": battle, "battles": 200 });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    house.post("/api/odds", "", &body)
}

/// The words that come back are read again, and give the same answer.
#[test]
fn a_battle_in_words_comes_back_in_words() {
    let house = House::open();
    let odds = told(&house, "Orks 2 Nobz, Boyz attack Ultramarines 2 Scouts, bastion", &json!({})).expect(200).json;
    assert_eq!(odds["query"], "orks ork-boyz, 2 nob attack ultramarines bastion, 2 scout");
    assert_eq!((&odds["note"], &odds["exact"], &odds["battles"]), (&Value::Null, &json!(false), &json!(200)));
    assert!(odds.get("what_if").is_none());
    let again = told(&house, odds["query"].as_str().expect("words"), &json!({})).expect(200).json;
    assert_eq!((&again["query"], &again["wins"]), (&odds["query"], &odds["wins"]));
}

/// What goes without a die is known exactly.
#[test]
fn a_battle_without_dice_is_exact() {
    let house = House::open();
    let odds = told(&house, "orks nob attack ultramarines factory", &json!({})).expect(200).json;
    assert_eq!((&odds["exact"], &odds["error"], &odds["battles"]), (&json!(true), &json!(0.0), &json!(0)));
}

/// Each change is a battle in words of its own.
#[test]
fn one_unit_more_or_less() {
    let house = House::open();
    let odds = told(&house, "orks 2 nob attack ultramarines scout", &json!({ "what_if": true })).expect(200).json;
    let changes = odds["what_if"].as_array().expect("a list");
    let labels: Vec<&str> = changes.iter().filter_map(|one| one["label"].as_str()).collect();
    assert!(labels.contains(&"one more Gargant") && labels.contains(&"one Nob less"), "{labels:?}");
    for change in changes {
        let again = told(&house, change["query"].as_str().expect("words"), &json!({})).expect(200).json;
        assert_eq!(again["query"], change["query"]);
        let sum: f64 = change["wins"].as_array().expect("three shares").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{change}");
    }
}

#[test]
fn what_cannot_be_fought_is_refused_with_a_sentence() {
    let house = House::open();
    for (battle, more) in [
        ("orks", json!({})),
        ("orks nob attack ultramarines scout; orks pairs gretchin", json!({})),
        ("orks nob attack ultramarines scout; phase planning", json!({})),
        ("orks bastion, 6 ork-boyz attack eldar 3 bastion", json!({})),
        ("orks nob attack ultramarines scout; ultramarines eliminated", json!({})),
        ("orks nob attack ultramarines scout", json!({ "what_if": "yes" })),
        ("orks nob attack ultramarines scout", json!({ "battles": 0 })),
        ("orks nob attack ultramarines scout", json!({ "game": "chess" })),
    ] {
        told(&house, battle, &more).expect(422);
    }
    let long = told(&house, &"x".repeat(1_001), &json!({})).expect(422);
    assert_eq!(long.error(), "Tell the battle in at most 1000 letters.");
}

/// Plays at random until a battle is fought, at one table after the other.
fn in_battle(house: &House) -> Seated {
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "here", "name": "Bo" }]);
    let mut dice = 1_u64;
    for _ in 0..20 {
        let seated = house.table("", &seats, &json!({}));
        loop {
            let page = house.page(&seated, &seated.key);
            // Where a strike is in view, or somebody fights with tokens alone, there are no words.
            if page["fragments"]["battle"]["html"].as_str().is_some_and(|html| !html.is_empty())
                && house.get(&seated.path("odds"), &seated.key).json["query"].is_string()
            {
                return seated;
            }
            let Some(options) = page["prompt"]["options"].as_array() else { break };
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = &options[(dice >> 33) as usize % options.len()]["id"];
            let batch = json!({ "sequence": page["sequence"], "choices": [choice] });
            house.post(&seated.path("choices"), &seated.key, &batch).expect(200);
        }
    }
    panic!("in twenty games somebody attacks");
}

/// The battle in view is told in words to those who fight it, with a note on what they leave out.
#[test]
fn the_battle_in_view_is_told_in_words() {
    let house = House::open();
    let seated = in_battle(&house);
    for seat in [0, 1] {
        let path = format!("{}?battles=100&what_if=true&seat={seat}", seated.path("odds"));
        let odds = house.get(&path, &seated.key).expect(200).json;
        let query = odds["query"].as_str().expect("words");
        assert!(query.contains(" attack "), "{query}");
        assert!(odds["note"].as_str().is_some_and(|note| note.starts_with("The words leave out where it is fought")));
        assert!(!odds["what_if"].as_array().expect("a list").is_empty());
        let again = told(&house, query, &json!({})).expect(200).json;
        assert_eq!(again["query"], query);
    }
    house.get(&format!("{}?what_if=perhaps", seated.path("odds")), &seated.key).expect(422);
    let plain = house.get(&seated.path("odds"), &seated.key).expect(200).json;
    assert!(plain.get("what_if").is_none());
    house.get(&seated.path("odds"), "").expect(403);
}
