//! Nonsense at every door. The server never answers that it is broken, nobody in it panics (`House` looks after both),
//! and afterwards one can still play.

use crate::house::{House, Seated, game, shelf, sides, wish};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// How long each kind of nonsense goes on.
const TIME: Duration = Duration::from_secs(6);

/// Chance for tests: the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.roll() >> 11) as usize % end
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.roll() as u8).collect()
    }

    fn text(&mut self) -> String {
        let odd = ["", "0", "-1", "pass", "\u{0}", "\u{202e}", "🂡", "' OR 1=1 --", "<script>", "../..", "%", "[["];
        match self.below(4) {
            0 => String::from_utf8_lossy(&self.bytes(20)).into_owned(),
            1 => "a".repeat(self.below(400)),
            _ => (*self.pick(&odd)).to_owned(),
        }
    }

    fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 | 4 => json!(self.text()),
            5 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            _ => Value::Object((0..self.below(4)).map(|_| (self.text(), self.json(depth - 1))).collect::<Map<_, _>>()),
        }
    }

    fn number(&mut self) -> Value {
        let numbers = [
            json!(-1),
            json!(0),
            json!(1),
            json!(2),
            json!(7),
            json!(8),
            json!(255),
            json!(256),
            json!(i32::MAX),
            json!(u32::MAX),
            json!(i64::MAX),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(0.5),
            json!(-0.0),
            json!(1e300),
        ];
        self.pick(&numbers).clone()
    }

    /// The same value with something changed somewhere.
    fn mutated(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(fields) if !fields.is_empty() && self.below(6) > 0 => {
                let mut fields = fields.clone();
                let name = self.pick(&fields.keys().cloned().collect::<Vec<_>>()).clone();
                match self.below(8) {
                    0 => drop(fields.remove(&name)),
                    1 => drop(fields.insert(self.text(), Value::Null)),
                    _ => drop(fields.insert(name.clone(), self.mutated(&value[&name]))),
                }
                Value::Object(fields)
            }
            Value::Array(items) if !items.is_empty() && self.below(4) > 0 => {
                let mut items = items.clone();
                let at = self.below(items.len());
                match self.below(6) {
                    0 => drop(items.remove(at)),
                    1 => items.push(items[at].clone()),
                    _ => items[at] = self.mutated(&items[at]),
                }
                Value::Array(items)
            }
            Value::Number(_) => self.number(),
            Value::String(_) => json!(self.text()),
            Value::Null | Value::Bool(_) | Value::Object(_) | Value::Array(_) => self.json(2),
        }
    }
}

/// A request that makes sense, for each route that takes one.
fn sensible(page: &Value) -> Vec<(&'static str, Value)> {
    let choice = page["prompt"]["options"][0]["id"].clone();
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "bot", "bot": "random" }]);
    let table = json!({
        "game": game(), "sides": sides(2), "options": wish(2).options, "seats": seats,
        "name": "Friday", "listed": true, "clock": { "kind": "live", "minutes": 5, "increment_seconds": 1 },
        "stand_in": false, "guided": true, "odds": true, "spectators": true,
    });
    let batch = json!({ "sequence": page["sequence"], "seat": page["seat"], "choices": [choice] });
    let turn = json!({ "sequence": page["sequence"], "seat": page["seat"] });
    let battle = shelf().first().offer().odds_example.expect("it has odds");
    let odds = json!({ "game": game(), "battle": battle, "battles": 1, "what_if": true });
    let account = json!({ "name": "Ann", "password": "correct horse" });
    let wishes = json!({
        "webhook": { "url": "http://127.0.0.1:9/", "format": "raw", "prefix": "" }, "mail": null, "off": ["mail"],
        "quiet": { "from": "22:00", "to": "07:00", "zone_offset_minutes": 60 },
    });
    vec![
        ("/api/matches", table),
        ("/api/matches/{id}/join", json!({ "name": "Bo", "seat": 1 })),
        ("/api/matches/{id}/preview", batch.clone()),
        ("/api/matches/{id}/choices", batch),
        ("/api/matches/{id}/undo", turn.clone()),
        ("/api/matches/{id}/resign", turn.clone()),
        ("/api/matches/{id}/return", turn),
        ("/api/matches/{id}/chat", json!({ "text": "Hello" })),
        ("/api/matches/{id}/fork", json!({ "step": 1, "seats": seats })),
        ("/api/odds", odds),
        ("/api/accounts", account.clone()),
        ("/api/login", account),
        ("/api/me/notifications", wishes),
        ("/api/me/keys", json!({ "label": "my bot" })),
    ]
}

fn encoded(bytes: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let letter = |&byte: &u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    bytes.iter().map(letter).collect()
}

/// The path with its blanks filled in, and something behind the question mark now and then.
fn address(dice: &mut Dice, path: &str, seated: &Seated) -> String {
    let mut address = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("a blank ends somewhere");
        address += before;
        address += &match (name, dice.below(4)) {
            ("id", 1..) => seated.id.clone(),
            ("game", 1..) => game().to_owned(),
            ("step", 1..) => dice.below(20).to_string(),
            ("piece", 1) => "unit.scout".to_owned(),
            _ => match dice.below(2) {
                0 => encoded(&dice.bytes(12)),
                _ => encoded(dice.text().as_bytes()),
            },
        };
        rest = after;
    }
    address += rest;
    if dice.below(3) == 0 {
        let names = ["seat", "log", "have", "from", "to", "after", "before", "as", "theme", "battles", "ids", "x"];
        let value = match dice.below(3) {
            0 => dice.number().to_string(),
            1 => encoded(dice.text().as_bytes()),
            _ => ["own", "public", "chart", "board.1,hand", "0", "1"][dice.below(6)].to_owned(),
        };
        address += &format!("?{}={value}", dice.pick(&names));
    }
    address
}

fn still_works(house: &House) {
    let (seated, bo) = house.two_players();
    for _ in 0..5 {
        let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
        house.choose_first(&seated, key, &page).expect(200);
    }
    house.get("/readyz", "").expect(200);
}

#[test]
fn nonsense_at_every_route_breaks_nothing() {
    let house = House::open();
    let cookie = house.register("Ann");
    let seats = json!([{ "sitter": "person" }, { "sitter": "here" }]);
    let seated = house.table("", &seats, &json!({ "listed": true }));
    let description: Value = serde_json::from_str(&server::openapi()).expect("the description is JSON");
    let mut paths: Vec<String> = description["paths"].as_object().expect("there are paths").keys().cloned().collect();
    for more in ["/", "/match/{id}", "/rules/{game}", "/web/{file}", "/api/matches/{id}/socket", "/{nothing}"] {
        paths.push(more.to_owned());
    }
    let bearer = format!("Bearer {}", seated.key);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let until = Instant::now() + TIME;
    let mut requests = 0;
    while Instant::now() < until {
        let page = house.page(&seated, &seated.key);
        for _ in 0..50 {
            let (path, body) = if dice.below(2) == 0 {
                let (path, body) = dice.pick(&sensible(&page)).clone();
                (
                    path.to_owned(),
                    match dice.below(4) {
                        0 => {
                            let mut bytes = body.to_string().into_bytes();
                            let at = dice.below(bytes.len());
                            bytes[at] = dice.roll() as u8;
                            bytes
                        }
                        1 => body.to_string().into_bytes()[..dice.below(body.to_string().len())].to_vec(),
                        _ => dice.mutated(&body).to_string().into_bytes(),
                    },
                )
            } else {
                let path = dice.pick(&paths).clone();
                (path, if dice.below(2) == 0 { dice.bytes(40) } else { dice.json(3).to_string().into_bytes() })
            };
            let method = match path.as_str() {
                "/api/me/notifications" => *dice.pick(&["PUT", "PUT", "POST"]),
                _ => *dice.pick(&["POST", "POST", "POST", "GET", "GET", "PUT", "DELETE"]),
            };
            let odd = encoded(&dice.bytes(60));
            let token = *dice.pick(&[bearer.as_str(), bearer.as_str(), "Bearer ", "Basic x", &odd]);
            let login = *dice.pick(&[cookie.as_str(), "orrery_login=", &odd]);
            let kind = *dice.pick(&["application/json", "application/json", "text/plain"]);
            let all = [("content-type", kind), ("cookie", login), ("authorization", token)];
            let headers = &all[..dice.below(4)];
            let body = if method == "GET" || method == "DELETE" { Vec::new() } else { body };
            house.send(method, &address(&mut dice, &path, &seated), headers, &body);
            requests += 1;
        }
    }
    println!("{requests} requests");
    still_works(&house);
}

#[test]
fn nonsense_on_the_line_breaks_nothing() {
    let house = House::open();
    let seated = house.two_players().0;
    let mut dice = Dice(0xdead_beef_cafe_f00d);
    let until = Instant::now() + TIME / 2;
    while Instant::now() < until {
        let mut stream = TcpStream::connect(house.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_millis(20))).expect("it is a time");
        let path = seated.path(["socket", "page", "choices"][dice.below(3)]);
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                       sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let start = match dice.below(4) {
            0 => String::new(),
            1 => format!(
                "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n"
            ),
            _ => format!("GET {path} HTTP/1.1\r\nhost: x\r\n{upgrade}\r\n"),
        };
        // The server may hang up at any time.
        let _sent = stream.write_all(start.as_bytes());
        let mut heard = [0; 1_000];
        let _heard = stream.read(&mut heard);
        for _ in 0..dice.below(4) {
            let _sent = stream.write_all(&dice.bytes(200));
        }
        let _heard = stream.read(&mut heard);
        let _gone = stream.shutdown(Shutdown::Both);
    }
    still_works(&house);
}

#[test]
fn nonsense_in_a_socket_breaks_nothing() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let url = format!("ws://{}{}", house.address, seated.path("socket"));
    let mut dice = Dice(0x0123_4567_89ab_cdef);
    let until = Instant::now() + TIME / 2;
    house.runtime.block_on(async {
        while Instant::now() < until {
            let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.expect("the match is there");
            let introduction = match dice.below(5) {
                0 => Message::binary(dice.bytes(100)),
                1 => Message::text(dice.text()),
                2 => Message::text(dice.json(3).to_string()),
                3 => Message::text(dice.mutated(&json!({ "key": bo })).to_string()),
                _ => Message::text(json!({ "key": bo }).to_string()),
            };
            let _sent = socket.send(introduction).await;
            for _ in 0..dice.below(5) {
                let message = match dice.below(4) {
                    0 => Message::Ping(dice.bytes(100).into()),
                    1 => Message::binary(vec![0; dice.below(10_000)]),
                    2 => Message::text("x".repeat(dice.below(10_000))),
                    _ => Message::text(dice.json(3).to_string()),
                };
                // The server may hang up at any time.
                let _sent = socket.send(message).await;
            }
            let _heard = tokio::time::timeout(Duration::from_millis(20), socket.next()).await;
        }
    });
    still_works(&house);
    // Whoever listens is still told.
    house.runtime.block_on(async {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.expect("the match is there");
        socket.send(Message::text(json!({ "key": bo }).to_string())).await.expect("the line is open");
        let heard = tokio::time::timeout(Duration::from_secs(5), socket.next()).await.expect("news come at once");
        let news = heard.expect("the line is open").expect("it is a message").into_text().expect("it is text");
        assert!(news.contains("\"sequence\""), "{news}");
    });
}
