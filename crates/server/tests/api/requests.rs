//! Requests that make no sense, come too often, or ask for what one has.

use crate::house::{House, game};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn what_cannot_be_read_is_refused_with_a_sentence() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let bearer = format!("Bearer {bo}");
    let key = ("authorization", bearer.as_str());
    let paths = ["/api/matches", "/api/odds", "/api/accounts", "/api/login", &seated.path("choices")];
    for path in paths {
        house.send("POST", path, &[key], b"{}").expect(415);
        house.send("POST", path, &[key, ("content-type", "text/plain")], b"{}").expect(415);
        for body in ["", "{", "nonsense", "\u{0}"] {
            let refused = house.send("POST", path, &[key, JSON], body.as_bytes()).expect(400);
            assert!(refused.error().starts_with("The request is not JSON: "), "{}", refused.text);
        }
        house.send("POST", path, &[key, JSON], b"\xff\xfe").expect(400);
        for body in ["null", "[", "[]", "[null, null]", "1", "{}", "{\"sequence\": -1, \"choices\": []}"] {
            house.send("POST", path, &[key, JSON], body.as_bytes()).expect(422);
        }
        let deep = "[".repeat(30_000);
        assert!([400, 422].contains(&house.send("POST", path, &[key, JSON], deep.as_bytes()).status));
    }
}

#[test]
fn unknown_fields_are_refused() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let refused = house.post(&seated.path("choices"), &bo, &json!({ "sequence": 0, "choices": [], "force": true }));
    let refused = refused.expect(422);
    assert!(refused.error().contains("unknown field `force`"), "{}", refused.text);
    let refused = house.post(&seated.path("choices"), &bo, &json!({ "sequence": "0", "choices": [] })).expect(422);
    let sentence = "The request cannot be read: sequence: invalid type: string \"0\", expected u32 at line 1 column ";
    assert!(refused.error().starts_with(sentence), "{}", refused.text);
    let refused = house.get(&seated.path("page?log=x"), &bo).expect(422);
    assert_eq!(refused.error(), "The address cannot be read: log: invalid digit found in string.");
    house.post(&seated.path("undo"), &bo, &json!({ "sequence": 0, "all": true })).expect(422);
    house.post(&seated.path("join"), &bo, &json!({ "name": "Bo", "host": true })).expect(422);
    house.post(&seated.path("chat"), &bo, &json!({ "text": "Hello", "name": "Ann" })).expect(422);
    house.post("/api/login", "", &json!({ "name": "Ann", "password": "12345678", "admin": true })).expect(422);
}

#[test]
fn a_request_that_is_too_long_is_refused() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let long = json!({ "sequence": 0, "choices": ["x".repeat(70_000)] });
    for path in ["choices", "preview", "chat", "join", "fork"] {
        assert_eq!(house.post(&seated.path(path), &bo, &long).expect(413).error(), "That is too long.");
    }
    house.post("/api/matches", "", &long).expect(413);
    house.post("/api/accounts", "", &long).expect(413);
}

#[test]
fn addresses_that_lead_nowhere_say_so() {
    let house = House::open();
    let paths = [
        "/nothing",
        "/api",
        "/api/",
        "/api/nothing",
        "/match",
        "/match/",
        "/api/matches/",
        "/web/../Cargo.toml",
        "/web/nothing.js",
        "/web/%2e%2e/Cargo.toml",
        "/web/%ff",
        "/api/matches/%ff",
        "/api/matches/%00/page",
        &format!("/api/components/{}/%ff", game()),
        "/api/glossary/chess",
        "/api/guides/%20",
        "/api/clauses/chess?ids=a",
        &format!("/api/components/{}/nothing", game()),
        "/api/components/chess/pawn",
        "/api/matches/0/steps/-1",
        "/api/matches/0/steps/99999999999",
        "/.git/config",
    ];
    for path in paths {
        let answer = house.get(path, "");
        assert_eq!(answer.status, 404, "{path}: {}", answer.text);
    }
    for path in ["/api/matches?before=1", "/api/matches?before=x.y", "/api/matches?before=99999999999999999999.0"] {
        house.get(path, "").expect(422);
    }
}

#[test]
fn a_browser_is_led_back_from_nowhere() {
    let house = House::open();
    let open = |path: &str| house.send_any("GET", path, &[("accept", "text/html,*/*;q=0.8")], &[]);
    for path in ["/nothing", "/rules/chess", "/match"] {
        let page = open(path).expect(404);
        assert_eq!(page.kind.as_deref(), Some("text/html; charset=utf-8"), "{path}");
        assert!(page.text.contains("There is nothing at this address") && page.text.contains("href=\"/\""), "{path}");
    }
    assert!(open(&format!("/rules/{}", game())).expect(200).text.contains("<title>"));
}

#[test]
fn methods_that_do_not_belong_are_refused() {
    let house = House::open();
    let seated = house.two_players().0;
    let paths = [
        ("DELETE", "/api/matches".to_owned(), "GET,HEAD,POST"),
        ("POST", "/api/games".to_owned(), "GET,HEAD"),
        ("PUT", "/".to_owned(), "GET,HEAD"),
        ("GET", "/api/login".to_owned(), "POST"),
        ("OPTIONS", "/api/me".to_owned(), "GET,HEAD"),
        ("PATCH", seated.path("choices"), "POST"),
        ("POST", seated.path("socket"), "GET,HEAD"),
        ("DELETE", "/healthz".to_owned(), "GET,HEAD"),
    ];
    for (method, path, allowed) in paths {
        let refused = house.send(method, &path, &[], &[]);
        assert_eq!(refused.status, 405, "{method} {path}");
        assert_eq!(refused.error(), "That cannot be done at this address.");
        assert_eq!(refused.allow.as_deref(), Some(allowed), "{method} {path}");
    }
}

#[test]
fn a_socket_is_refused_in_our_words() {
    let house = House::open();
    let seated = house.two_players().0;
    house.get(&seated.path("socket"), "").expect(400);
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    // Our own client speaks no sockets, so the request is written by hand.
    let upgraded = |path: &str, headers: &[(&str, &str)]| {
        let mut stream = TcpStream::connect(house.address).expect("the server listens");
        let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{lines}\r\n");
        stream.write_all(request.as_bytes()).expect("the server listens");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(5))).expect("five seconds are a time");
        let mut answer = vec![0; 2_000];
        let length = stream.read(&mut answer).expect("the server answers");
        String::from_utf8_lossy(&answer[..length]).into_owned()
    };
    let missing = upgraded("/api/matches/000000000000/socket", &upgrade);
    assert!(
        missing.starts_with("HTTP/1.1 404 ") && missing.contains("{\"error\":\"There is no such match here."),
        "{missing}"
    );
    let old = [upgrade[0], upgrade[1], ("sec-websocket-version", "7"), upgrade[3]];
    let old = upgraded(&seated.path("socket"), &old);
    assert!(old.starts_with("HTTP/1.1 400 ") && old.contains("{\"error\":\""), "{old}");
    let taken = upgraded(&seated.path("socket"), &upgrade);
    assert!(taken.starts_with("HTTP/1.1 101 "), "{taken}");
}

#[test]
fn who_asks_too_often_is_told_to_wait() {
    let house = House::with(|config| config.flood_limit = Some(1));
    let answers: Vec<u16> = (0..30).map(|_| house.get("/api/games", "").status).collect();
    assert_eq!(answers[..10], [200; 10]);
    assert!(answers.contains(&429), "{answers:?}");
    let refused = (0..30).map(|_| house.get("/api/games", "")).find(|answer| answer.status == 429);
    let refused = refused.expect("thirty in a second are too many");
    assert_eq!(refused.error(), "That was too much at once. Please wait a moment.");
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let house = House::open();
    for path in ["/", "/account", &format!("/rules/{}", game()), "/web/picture.css", "/favicon.ico"] {
        let first = house.get(path, "").expect(200);
        let tag = first.etag.expect("a file has a tag");
        let again = house.send("GET", path, &[("if-none-match", &tag)], &[]).expect(304);
        assert_eq!(again.text, "");
        let changed = house.send("GET", path, &[("if-none-match", "\"0\"")], &[]).expect(200);
        assert_eq!(changed.text, first.text);
    }
}

#[test]
fn fragments_that_the_page_has_are_left_out() {
    let house = House::open();
    let seated = house.two_players().0;
    let page = house.page(&seated, &seated.key);
    let fragments = page["fragments"].as_object().expect("there are fragments");
    assert!(fragments.contains_key("board"));
    let have: Vec<String> = fragments
        .iter()
        .map(|(name, fragment)| format!("{name}.{}", fragment["version"].as_str().unwrap_or_default()))
        .collect();
    let path = format!("{}?have={},nonsense,board.old.older", seated.path("page"), have.join(","));
    let again = house.get(&path, &seated.key).expect(200).json;
    assert!(again["fragments"].as_object().is_some_and(|all| all.len() <= 1), "{:?}", again["fragments"]);
}

#[test]
fn the_description_tells_of_every_answer() {
    let house = House::open();
    let description = house.get("/api/openapi.json", "").expect(200).json;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&server::openapi()).expect("JSON"), description);
    for (path, methods) in description["paths"].as_object().expect("there are paths") {
        for (method, operation) in methods.as_object().expect("there are methods") {
            let said = operation["description"].as_str().or(operation["summary"].as_str());
            assert!(said.is_some_and(|said| !said.is_empty()), "{method} {path} is not explained");
        }
    }
}
