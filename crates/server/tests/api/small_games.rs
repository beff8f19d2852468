//! Whole matches of the small games, played by people with links.

use crate::house::House;
use serde_json::{Value, json};
use shelf::Title;

/// Later than this nobody expects a small game to end.
const ANSWERS: usize = 2_000;

/// A match of people alone: the host sits down first, the others by their links. All answers are taken from the pages,
/// until the game is over; the page of whoever answered last.
fn played(house: &House, title: &dyn Title, seats: u8) -> Value {
    let sides: Vec<String> = title.offer().sides.into_iter().take(usize::from(seats)).map(|side| side.id).collect();
    let mut sitters = vec![json!({ "sitter": "person", "name": "Ann" })];
    sitters.resize(usize::from(seats), json!({ "sitter": "open" }));
    let seated = house.table("", &json!(sitters), &json!({ "game": title.name(), "sides": sides }));
    let mut keys = vec![seated.key.clone()];
    for (link, name) in seated.links.iter().zip(["Bo", "Cy", "Di"]) {
        keys.push(house.sit_down(&seated, link, name));
    }
    assert_eq!(keys.len(), usize::from(seats), "there is a link for each open seat");
    for answer in 0..ANSWERS {
        let pages = keys.iter().map(|key| (key, house.page(&seated, key)));
        let asked = pages.into_iter().find(|(_, page)| !page["prompt"].is_null() || !page["outcome"].is_null());
        let (key, page) = asked.expect("somebody is asked as long as the game goes on");
        if !page["outcome"].is_null() {
            return page;
        }
        // Not always the first: nobody would ever respond.
        let options = page["prompt"]["options"].as_array().expect("a question has answers");
        let choice = &options[answer % options.len()]["id"];
        let batch = json!({ "sequence": page["sequence"], "choices": [choice] });
        house.post(&seated.path("choices"), key, &batch).expect(200);
    }
    panic!("{}: it never ends", title.name());
}

#[test]
fn people_with_links_play_every_small_game_to_its_end() {
    let house = House::open();
    for title in small_games::SHELF.titles() {
        let seats = title.offer().seats.most.min(4);
        let page = played(&house, title, seats);
        let winners = page["outcome"]["winners"].as_array().expect("a list");
        assert!(!winners.is_empty(), "{}: {}", title.name(), page["outcome"]);
        assert_eq!(page["seats"].as_array().map(Vec::len), Some(usize::from(seats)));
        assert!(page["prompt"].is_null() && page["game"] == title.name());
    }
}
