//! The table in the browser, as it is started, backed up and restored.

use super::{orrery, well};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is killed when the test is over.
struct Serving {
    child: Child,
    url: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &Path) -> Serving {
    let mut child = Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["serve", "--no-browser", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output is a pipe");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address").to_owned();
    Serving { child, url }
}

impl Serving {
    fn get(&self, path: &str, key: &str) -> String {
        let request = ureq::get(format!("{}{path}", self.url)).header("authorization", format!("Bearer {key}"));
        request.call().expect("it answers").body_mut().read_to_string().expect("text")
    }

    fn post(&self, path: &str, key: Option<&str>, body: &serde_json::Value) -> serde_json::Value {
        let mut request = ureq::post(format!("{}{path}", self.url)).header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let text = request.send(body.to_string()).expect("it answers").body_mut().read_to_string().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn table_for_two() -> serde_json::Value {
    let title = games::SHELF.first();
    let wish = title.fill(&Default::default(), 0).expect("the usual table");
    serde_json::json!({
        "game": title.name(), "sides": wish.sides[..2], "options": wish.options,
        "seats": [{"sitter": "here", "name": "Ann"}, {"sitter": "here", "name": "Bo"}],
    })
}

#[test]
fn a_backup_of_a_running_server_restores_into_an_equal_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let backup = folder.path().join("backup.sqlite");
    let serving = serve(&data);
    let made = serving.post("/api/matches", None, &table_for_two());
    let (id, key) = (made["id"].as_str().expect("an id"), made["key"].as_str().expect("a key"));
    for _ in 0..5 {
        let page: serde_json::Value =
            serde_json::from_str(&serving.get(&format!("/api/matches/{id}/page"), key)).expect("JSON");
        let choice = &page["prompt"]["options"][0]["id"];
        let batch = serde_json::json!({"sequence": page["sequence"], "seat": page["seat"], "choices": [choice]});
        serving.post(&format!("/api/matches/{id}/choices"), Some(key), &batch);
    }
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    well(&["backup", &text(&backup), "--data", &text(&data)], "");
    let page = serving.get(&format!("/api/matches/{id}/page"), key);
    drop(serving);

    well(&["restore", &text(&backup), "--data", &text(&other)], "");
    let serving = serve(&other);
    assert_eq!(serving.get(&format!("/api/matches/{id}/page"), key), page);
    drop(serving);

    let refused = orrery(&["restore", &text(&backup), "--data", &text(&other)], "");
    assert_eq!(refused.status, 2, "a place that is not empty is not overwritten: {}", refused.complaint);
}

#[test]
fn what_cannot_be_served_is_said_in_a_sentence() {
    for (arguments, says) in [
        (vec!["serve", "--database", "mysql://x"], "PostgreSQL"),
        (vec!["serve", "--bus", "nats://127.0.0.1:1", "--data", "/nonexistent/x"], "--database"),
        (vec!["serve", "--listen", "nowhere"], "nowhere"),
        (vec!["backup", "/nonexistent/backup", "--data", "/nonexistent/data"], "no matches"),
    ] {
        let ran = orrery(&arguments, "");
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.complaint.contains(says), "{arguments:?}: {}", ran.complaint);
        assert_eq!(ran.complaint.lines().count(), 1, "{arguments:?}: {}", ran.complaint);
    }
}

#[test]
fn the_page_is_in_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = serve(folder.path());
    let page = ureq::get(&serving.url).call().expect("it answers").body_mut().read_to_string().expect("text");
    assert!(page.contains("Orrery"), "{page}");
}
