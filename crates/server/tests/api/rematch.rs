//! The same table once more.

use crate::house::{House, game, wish};
use serde_json::{Value, json};

/// What `GET /api/matches/{id}` says sets up the same table again.
#[test]
fn a_match_says_how_to_set_up_its_table_again() {
    let house = House::open();
    let table = json!({
        "game": game(), "sides": wish(3).sides, "options": wish(3).options, "name": "Friday", "listed": true,
        "seats": [
            { "sitter": "bot", "name": "Deep", "bot": "greedy" },
            { "sitter": "person", "name": "Ann", "bot": null },
            { "sitter": "open", "name": "", "bot": null },
        ],
        "clock": { "kind": "live", "minutes": 30, "increment_seconds": 10 },
        "stand_in": true, "guided": true, "odds": false, "spectators": false, "answers_forced": false,
    });
    let seated = house.post("/api/matches", "", &table).expect(201).seated();
    let show = |key: &str| house.get(&format!("/api/matches/{}", seated.id), key).expect(200).json;
    let shown = show(&seated.key);
    assert_eq!((&shown["options"], &shown["spectators"]), (&json!(wish(3).options), &json!(false)));
    assert_eq!(shown["again"], table);
    // Whoever has sat down by a link sits there again, and the host's seat is open.
    let bo = &house.sit_down(&seated, &seated.links[0], "Bo");
    let seats = |again: &Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let seats = again["seats"].as_array().expect("a list").iter();
        seats.map(|seat| (text(&seat["sitter"]), text(&seat["name"]))).collect()
    };
    let of = |seats: [(&str, &str); 3]| seats.map(|(one, other)| (one.to_owned(), other.to_owned())).to_vec();
    assert_eq!(seats(&show(&seated.key)["again"]), of([("bot", "Deep"), ("person", "Ann"), ("open", "")]));
    assert_eq!(seats(&show(bo)["again"]), of([("bot", "Deep"), ("open", ""), ("person", "Bo")]));
    // Whoever looks on takes the first seat of a person, but nobody's name.
    assert_eq!(seats(&show("")["again"]), of([("bot", "Deep"), ("person", ""), ("open", "")]));
    let again = show(&seated.key)["again"].clone();
    let second = house.post("/api/matches", "", &again).expect(201).seated();
    assert_ne!(second.id, seated.id);
    assert_eq!(house.get(&format!("/api/matches/{}", second.id), &second.key).expect(200).json["again"], again);
}

/// Those before one screen sit there again together.
#[test]
fn a_shared_screen_is_shared_again() {
    let house = House::open();
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "here", "name": "Bo" }]);
    let seated = house.table("", &seats, &json!({}));
    let shown = house.get(&format!("/api/matches/{}", seated.id), &seated.key).expect(200).json;
    let sitters: Vec<&Value> =
        shown["again"]["seats"].as_array().expect("a list").iter().map(|seat| &seat["sitter"]).collect();
    assert_eq!(sitters, ["person", "here"]);
    house.post("/api/matches", "", &shown["again"]).expect(201);
}
