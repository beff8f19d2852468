//! The example bot in `examples/bot.py`, against a server.

use crate::house::House;
use serde_json::json;
use std::process::Command;

#[test]
fn the_example_bot_takes_a_seat_and_plays() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 here");
        return;
    }
    let house = House::open();
    let seats = json!([{ "sitter": "open" }, { "sitter": "bot", "bot": "random" }]);
    let seated = house.table("", &seats, &json!({}));
    let link = format!("{}/match/{}#{}", house.url, seated.id, seated.links[0]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let ran = Command::new("python3").args([script, &link, "20"]).output().expect("python3 was there a moment ago");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    // It says where its seat is found from now on.
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let key = said.lines().find_map(|line| line.split_once('#')).expect("a link").1;
    let page = house.page(&seated, key.trim());
    assert_eq!(page["seats"][0]["name"], "Example bot");
    assert!(page["step"].as_u64() >= Some(20), "{}", page["step"]);
}

#[test]
fn the_example_bot_says_why_it_cannot_play() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 here");
        return;
    }
    let house = House::open();
    let seated = house.two_players().0;
    let link = format!("{}/match/{}#{}", house.url, seated.id, "0".repeat(52));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let ran = Command::new("python3").args([script, &link, "1"]).output().expect("python3 was there a moment ago");
    assert!(!ran.status.success());
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(said.trim(), "This key is not known here. Open your link again, or ask the host for a new one.");
}
