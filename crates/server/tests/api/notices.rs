//! Messages to people whose turn it is, as they arrive.

use crate::house::{House, game, sides};
use serde_json::{Value, json};
use server::{Reach, Sending};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Somebody else's server: answers each request with this status and passes its body on.
fn sink(status: u16) -> (SocketAddr, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("somebody calls"));
            let mut length = 0;
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).expect("headers are lines");
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a length is a number");
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).expect("the body is as long as it says");
            let answer = format!("HTTP/1.1 {status} X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n");
            let _sent = stream.get_mut().write_all(answer.as_bytes());
            if tell.send(serde_json::from_slice(&body).expect("the body is JSON")).is_err() {
                return;
            }
        }
    });
    (address, told)
}

/// A mail server that takes everything, and passes on what was said to it.
fn mail_server() -> (SocketAddr, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("somebody calls"));
            let mut said = String::new();
            let mut in_message = false;
            let _sent = stream.get_mut().write_all(b"220 here\r\n");
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).map_or(true, |length| length == 0) {
                    break;
                }
                said += &line;
                let answer = match line.trim_end() {
                    "DATA" => "354 go on\r\n",
                    "." => "250 taken\r\n",
                    "QUIT" => "221 bye\r\n",
                    _ if in_message => "",
                    _ => "250 yes\r\n",
                };
                in_message = line.trim_end() == "DATA" || (in_message && line.trim_end() != ".");
                let _sent = stream.get_mut().write_all(answer.as_bytes());
            }
            if tell.send(said).is_err() {
                return;
            }
        }
    });
    (address, told)
}

const SOON: Duration = Duration::from_secs(20);

fn house_that_sends() -> House {
    House::with(|config| {
        config.notices = Sending { reach: Reach::Anywhere, gather: Duration::from_millis(200) };
    })
}

fn hook(address: SocketAddr, format: &str, prefix: &str) -> Value {
    json!({ "webhook": { "url": format!("http://{address}/hook"), "format": format, "prefix": prefix } })
}

#[test]
fn whoever_is_asked_and_away_is_told_by_webhook() {
    let house = house_that_sends();
    let (address, told) = sink(204);
    let ann = house.register("Ann");
    let wishes = hook(address, "raw", "Hey!");
    house.as_member("PUT", "/api/me/notifications", &ann, Some(&wishes)).expect(204);
    let table = json!({
        "game": game(), "sides": sides(2), "name": "Friday",
        "seats": [{ "sitter": "person" }, { "sitter": "open" }],
    });
    let seated = house.as_member("POST", "/api/matches", &ann, Some(&table)).expect(201).seated();
    let bo = house.sit_down(&seated, &seated.links[0], "Bo");
    // Somebody decides, until it is Ann's turn after Bo's.
    let mut bo_decided = false;
    for _ in 0..200 {
        let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
        if key == seated.key && bo_decided {
            break;
        }
        bo_decided = key == bo;
        house.choose_first(&seated, key, &page).expect(200);
    }
    let message = told.recv_timeout(SOON).expect("a message comes");
    let url = format!("{}/match/{}", house.url, seated.id);
    assert_eq!(message["text"], format!("Hey! It is your turn in Friday: {url}"));
    assert_eq!(message["matches"], json!([{ "id": seated.id, "url": url, "name": "Friday" }]));
    assert!(told.recv_timeout(Duration::from_secs(1)).is_err(), "one message is enough");
}

#[test]
fn a_trial_is_sent_at_once_in_each_form() {
    let house = house_that_sends();
    let (address, told) = sink(200);
    let ann = house.register("Ann");
    let nothing = house.as_member("POST", "/api/me/notifications/test", &ann, None).expect(422);
    assert_eq!(nothing.error(), "Say first where messages should go.");
    for (format, field) in [("discord", "content"), ("slack", "text"), ("raw", "text")] {
        house.as_member("PUT", "/api/me/notifications", &ann, Some(&hook(address, format, "<@1>"))).expect(204);
        let tried = house.as_member("POST", "/api/me/notifications/test", &ann, None).expect(200);
        assert_eq!(tried.json["result"], "A message went to the webhook.");
        let message = told.recv_timeout(SOON).expect("a message comes");
        let text = message[field].as_str().unwrap_or_default();
        assert!(text.starts_with("<@1> A trial for Ann: "), "{message}");
    }
    let me = house.as_member("GET", "/api/me", &ann, None).expect(200).json;
    assert_eq!(me["notifications"]["webhook"]["format"], "raw");
}

#[test]
fn what_goes_wrong_is_told_in_a_sentence() {
    let house = house_that_sends();
    let ann = house.register("Ann");
    let tried = |address: SocketAddr| {
        house.as_member("PUT", "/api/me/notifications", &ann, Some(&hook(address, "raw", ""))).expect(204);
        house.as_member("POST", "/api/me/notifications/test", &ann, None).expect(422).error().to_owned()
    };
    assert_eq!(tried(sink(404).0), "Webhook: the server answered with status 404.");
    // Nobody is sent elsewhere.
    assert_eq!(tried(sink(302).0), "Webhook: the server answered with status 302.");
    assert_eq!(tried(sink(307).0), "Webhook: the server answered with status 307.");
    let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port is free");
    assert_eq!(tried(closed), "Webhook: the server could not be reached.");
}

#[test]
fn nobody_reaches_into_the_servers_own_network() {
    let house = House::open();
    let (address, told) = sink(200);
    let ann = house.register("Ann");
    let set = |url: &str| {
        let wishes = json!({ "webhook": { "url": url, "format": "raw" } });
        house.as_member("PUT", "/api/me/notifications", &ann, Some(&wishes))
    };
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "10.1.2.3", "0.0.0.0"] {
        let refused = set(&format!("http://{host}:{}/", address.port())).expect(422);
        assert!(refused.error().contains("private network"), "{host}: {}", refused.text);
    }
    // Names and odd ways to write a number are looked up only when something is sent.
    for host in ["localhost", "127.1", "2130706433", "0x7f000001", "017700000001"] {
        set(&format!("http://{host}:{}/", address.port())).expect(204);
        let refused = house.as_member("POST", "/api/me/notifications/test", &ann, None).expect(422);
        assert!(refused.error().starts_with("Webhook: "), "{host}: {}", refused.text);
    }
    assert!(told.recv_timeout(Duration::from_millis(500)).is_err(), "nothing has arrived");
}

#[test]
fn mail_is_sent_where_the_server_can() {
    let house = House::open();
    let ann = house.register("Ann");
    let wishes = json!({ "mail": "ann@orrery.example" });
    let refused = house.as_member("PUT", "/api/me/notifications", &ann, Some(&wishes)).expect(422);
    assert_eq!(refused.error(), "This server sends no mail. Leave the mail address empty.");
    let (address, told) = mail_server();
    let house = House::with(|config| {
        config.mail = Some((format!("smtp://{address}"), "Orrery <orrery@orrery.example>".to_owned()));
    });
    let ann = house.register("Ann");
    let wrong = json!({ "mail": "ann at home" });
    let refused = house.as_member("PUT", "/api/me/notifications", &ann, Some(&wrong)).expect(422);
    assert_eq!(refused.error(), "That is no mail address.");
    house.as_member("PUT", "/api/me/notifications", &ann, Some(&wishes)).expect(204);
    let tried = house.as_member("POST", "/api/me/notifications/test", &ann, None).expect(200);
    assert_eq!(tried.json["result"], "A message went out by mail.");
    let said = told.recv_timeout(SOON).expect("a message comes");
    for part in ["RCPT TO:<ann@orrery.example>", "Subject: Orrery: a trial", "A trial for Ann: messages"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn wishes_that_cannot_be_are_refused() {
    let house = House::open();
    let ann = house.register("Ann");
    let refused = |wishes: Value| {
        house.as_member("PUT", "/api/me/notifications", &ann, Some(&wishes)).expect(422).error().to_owned()
    };
    let hook = |url: &str| json!({ "webhook": { "url": url, "format": "slack" } });
    assert_eq!(refused(hook("ftp://chat.example/")), "The webhook's address begins with https:// or http://.");
    let port = "The webhook's address has a port that cannot be: they go up to 65535.";
    assert_eq!(refused(hook("http://1.1.1.1:99999/")), port);
    let quiet =
        |from: &str, zone: i32| json!({ "quiet": { "from": from, "to": "07:00", "zone_offset_minutes": zone } });
    assert_eq!(refused(quiet("07:00", 0)), "Quiet hours begin and end at different times.");
    assert_eq!(refused(quiet("22:00", 900)), "A clock is at most 840 minutes ahead of UTC or behind it.");
    assert!(refused(quiet("25:00", 0)).contains("a time of day is written as 22:30"));
    assert!(refused(json!({ "sms": "1" })).contains("unknown field `sms`"));
    let fine = json!({ "quiet": { "from": "22:00", "to": "07:00", "zone_offset_minutes": -300 } });
    house.as_member("PUT", "/api/me/notifications", &ann, Some(&fine)).expect(204);
    let me = house.as_member("GET", "/api/me", &ann, None).expect(200).json;
    assert_eq!(me["notifications"]["quiet"], fine["quiet"]);
    assert_eq!(me["last_error"], Value::Null);
}
