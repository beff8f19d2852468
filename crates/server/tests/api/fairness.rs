//! Nobody knows the dice of a game to come, and nobody sits in the seat of another: on every database.

use crate::house::{House, Seated, game};
use serde_json::{Value, json};

/// A server on a folder, and one on PostgreSQL where `ORRERY_TEST_POSTGRES` names one.
fn houses() -> impl Iterator<Item = House> {
    let postgres = std::env::var("ORRERY_TEST_POSTGRES").ok();
    [None, postgres.map(Some).unwrap_or_default()].into_iter().enumerate().filter_map(|(index, url)| match url {
        None if index == 0 => Some(House::open()),
        None => None,
        Some(url) => Some(House::with(|config| config.database = url)),
    })
}

/// Plays so many choices, always the same of those offered, or until the game is over.
fn play(house: &House, seated: &Seated, choices: usize) -> Vec<String> {
    let mut log = Vec::new();
    for _ in 0..choices {
        let page = house.page(seated, &seated.key);
        let Some(options) = page["prompt"]["options"].as_array() else { break };
        let choice = &options[log.len() % options.len()]["id"];
        let batch = json!({ "sequence": page["sequence"], "seat": page["seat"], "choices": [choice] });
        house.post(&seated.path("choices"), &seated.key, &batch).expect(200);
        log.push(choice.as_str().expect("an answer in notation").to_owned());
    }
    log
}

fn shared(house: &House) -> Seated {
    let seats = json!([{ "sitter": "here", "name": "Ann" }, { "sitter": "here", "name": "Bo" }]);
    house.table("", &seats, &json!({ "answers_forced": false }))
}

fn fork(house: &House, of: &Seated, step: u64) -> Seated {
    let seats = json!([{ "sitter": "here", "name": "Ann" }, { "sitter": "here", "name": "Bo" }]);
    house.post(&of.path("fork"), &of.key, &json!({ "step": step, "seats": seats })).expect(201).seated()
}

fn record(house: &House, seated: &Seated) -> String {
    house.get(&seated.path("record"), &seated.key).expect(200).text
}

/// Two games that go on from the same step of a finished one take the same choices, and other dice and cards come.
#[test]
fn two_forks_of_one_game_do_not_foretell_each_other() {
    for house in houses() {
        let origin = shared(&house);
        play(&house, &origin, usize::MAX);
        let [one, other] = [fork(&house, &origin, 4), fork(&house, &origin, 4)];
        let begin = |seated: &Seated| house.page(seated, &seated.key)["log_end"].clone();
        assert_eq!(begin(&one), begin(&other), "what was played before is the same");
        // As long as both are offered the same, they choose the same; then something fell otherwise.
        let mut alike = 0;
        loop {
            let pages = [&one, &other].map(|seated| house.page(seated, &seated.key));
            let offered = pages.each_ref().map(|page| page["prompt"]["options"].clone());
            let logs = pages.each_ref().map(|page| page["log"].clone());
            if offered[0] != offered[1] || logs[0] != logs[1] {
                break;
            }
            assert!(!pages[0]["prompt"].is_null(), "two whole games went alike, after {alike} choices in {}", game());
            let choice = &offered[0][0]["id"];
            for (seated, page) in [&one, &other].into_iter().zip(&pages) {
                let batch = json!({ "sequence": page["sequence"], "seat": page["seat"], "choices": [choice] });
                house.post(&seated.path("choices"), &seated.key, &batch).expect(200);
            }
            alike += 1;
        }
        // What came of a fork can be told and replayed like any other game.
        play(&house, &one, usize::MAX);
        let text = record(&house, &one);
        assert!(text.lines().any(|line| line.starts_with("* ")), "{}", &text[..400]);
        let title = crate::house::shelf().first();
        let read = title.read_record(&text).expect("it can be read");
        let settings = |seats: u8| session::Settings::of((0..seats).map(|_| session::Sitting::open()).collect());
        let again = read.open(&settings).expect("it replays");
        assert_eq!(again.record(), Some(text));
        assert_eq!(json!(again.winners()), house.page(&one, "")["outcome"]["winners"]);
    }
}

/// The record of a fork begins with the seed of its origin: it is kept back as long as that one goes on.
#[test]
fn a_fork_does_not_give_a_running_game_away() {
    let house = House::open();
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "bot", "bot": "random" }]);
    let origin = house.table("", &seats, &json!({}));
    let seats = json!([{ "sitter": "bot", "bot": "random" }, { "sitter": "bot", "bot": "random" }]);
    let fork =
        house.post(&origin.path("fork"), &origin.key, &json!({ "step": 0, "seats": seats })).expect(201).seated();
    while house.page(&fork, &fork.key)["outcome"].is_null() {
        std::thread::yield_now();
    }
    let refused = house.get(&fork.path("record"), &fork.key).expect(403);
    assert_eq!(refused.error(), "That is shown when the game from which this one goes on is over, too.");
}

/// Whoever sent a link has it too: it is good for sitting down, and for nothing after that.
#[test]
fn a_link_is_void_once_somebody_sits_there() {
    for house in houses() {
        let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "open" }]);
        let seated = house.table("", &seats, &json!({ "spectators": false }));
        let link = seated.links[0].clone();
        let show = |key: &str| house.get(&seated.path(""), key);
        assert_eq!(show(&link).expect(200).json["by_link"], true);
        let bo = house.sit_down(&seated, &link, "Bo");
        assert_ne!(bo, link);
        for path in ["page", "log", "chat", "timeline", ""] {
            house.get(&seated.path(path), &link).expect(401);
        }
        house.post(&seated.path("join"), &link, &json!({ "name": "Ann again" })).expect(401);
        let batch = json!({ "sequence": 0, "seat": 1, "choices": ["pass"] });
        house.post(&seated.path("choices"), &link, &batch).expect(401);
        assert_eq!(
            (&show(&bo).expect(200).json["by_link"], house.page(&seated, &bo)["seat"].as_u64()),
            (&json!(false), Some(1))
        );
        // The host's key opens the host's own seat alone.
        let held: Value = show(&seated.key).expect(200).json["held"].clone();
        assert_eq!(held, json!([0]));
        // A new link, for one who has lost the key, is exchanged likewise.
        let made = house.post(&seated.path("seats/1/link"), &seated.key, &json!({})).expect(201).json;
        let new = made["url"].as_str().and_then(|url| url.rsplit_once('#')).expect("a link has a key").1;
        house.get(&seated.path("page"), &bo).expect(401);
        let again = house.sit_down(&seated, new, "Bo");
        house.get(&seated.path("page"), new).expect(401);
        assert_eq!(house.page(&seated, &again)["seat"], 1);
    }
}
