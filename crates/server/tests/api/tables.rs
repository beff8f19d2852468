//! Setting up tables, sitting down, playing.

use crate::house::{House, game, names, shelf, sides};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::json;
use server::store::Token;
use tokio_tungstenite::tungstenite::Message;

#[test]
fn two_people_play_by_their_links() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let mut answers = 0;
    for _ in 0..30 {
        let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
        let next = house.choose_first(&seated, key, &page).expect(200).json;
        assert!(next["sequence"].as_u64() > page["sequence"].as_u64());
        answers += 1;
    }
    assert_eq!(answers, 30);
    let names: Vec<String> = house.page(&seated, &bo)["seats"]
        .as_array()
        .expect("there are seats")
        .iter()
        .map(|seat| seat["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(names, ["Ann", "Bo"]);
}

#[test]
fn the_same_seed_begins_the_same_games() {
    let drawn = |seed| {
        let house = House::with(|config| config.seed = Some(seed));
        [(), ()].map(|()| {
            let (seated, bo) = house.two_players();
            for _ in 0..20 {
                let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
                house.choose_first(&seated, key, &page).expect(200);
            }
            house.page(&seated, &seated.key)["fragments"].clone()
        })
    };
    let [first, second] = drawn(7);
    assert_ne!(first, second, "one game is not like the next");
    assert_eq!([first, second], drawn(7));
}

#[test]
fn a_link_seats_one_person() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let again = house.post(&seated.path("join"), &bo, &json!({ "name": "Cy" })).expect(409);
    assert_eq!(again.error(), "Somebody sits there already.");
    let nobody = house.post(&seated.path("join"), "", &json!({ "name": "Cy" })).expect(403);
    assert_eq!(nobody.error(), "This table is by invitation: ask its host for a link.");
}

#[test]
fn a_listed_table_is_joined_without_a_link() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({ "listed": true, "name": "Friday" }));
    let lobby = house.get("/api/matches", "").expect(200).json;
    assert_eq!(lobby["matches"][0]["id"], seated.id.as_str());
    assert_eq!(lobby["matches"][0]["name"], "Friday");
    let unnamed = house.post(&seated.path("join"), "", &json!({ "name": " \u{7} " })).expect(422);
    assert_eq!(unnamed.error(), "Say what we should call you.");
    let joined = house.post(&seated.path("join"), "", &json!({ "name": "Bo" })).expect(200).seated();
    assert_ne!(joined.key, seated.key);
    assert_eq!(house.page(&seated, &joined.key)["seat"], 1);
    // The host's link to that seat opens nothing any more: nobody looks into a stranger's hand.
    house.get(&seated.path("page"), &seated.links[0]).expect(401);
    assert_eq!(house.get("/api/matches", "").expect(200).json["matches"], json!([]));
    let late = house.post(&seated.path("join"), "", &json!({ "name": "Cy" })).expect(409);
    assert_eq!(late.error(), "Somebody sits there already.");
}

#[test]
fn one_key_plays_all_seats_before_the_same_screen() {
    let house = House::open();
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "here", "name": "Bo" }]);
    let seated = house.table("", &seats, &json!({}));
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let page = house.page(&seated, &seated.key);
        seen.insert(page["seat"].as_u64());
        house.choose_first(&seated, &seated.key, &page).expect(200);
    }
    assert_eq!(seen, [Some(0), Some(1)].into(), "the page is that of the seat which is asked");
    let other = house.get(&format!("{}?seat=1", seated.path("page")), &seated.key).expect(200).json;
    assert_eq!(other["seat"], 1);
    let nobody = house.get(&format!("{}?seat=2", seated.path("page")), &seated.key).expect(403);
    assert_eq!(nobody.error(), "That is not your seat.");
}

#[test]
fn others_look_on_where_the_table_lets_them() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "bot", "bot": "greedy" }]);
    let open = house.table("", &seats, &json!({}));
    let page = house.page(&open, "");
    assert!(page["seat"].is_null() && page["prompt"].is_null());
    house.get(&open.path("board.svg"), "").expect(200);
    let batch = json!({ "sequence": page["sequence"], "choices": ["pass"] });
    let refused = house.post(&open.path("choices"), "", &batch).expect(403);
    assert_eq!(refused.error(), "You look on at this table: only those who sit at it decide.");
    house.post(&open.path("chat"), "", &json!({ "text": "Hello" })).expect(403);
    let closed = house.table("", &seats, &json!({ "spectators": false }));
    for part in ["page", "log", "chat", "timeline", "board.svg", "steps/0", "odds"] {
        let refused = house.get(&closed.path(part), "").expect(403);
        assert_eq!(refused.error(), "This table is not open to spectators.", "{part}");
        assert_ne!(house.get(&closed.path(part), &closed.key).status, 403, "{part}");
    }
}

#[test]
fn a_key_opens_its_own_table_only() {
    let house = House::open();
    let (one, _) = house.two_players();
    let (other, _) = house.two_players();
    let refused = house.get(&other.path("page"), &one.key).expect(403);
    assert_eq!(refused.error(), "This key is for another match.");
    let batch = json!({ "sequence": 0, "choices": ["pass"] });
    house.post(&other.path("choices"), &one.key, &batch).expect(403);
    let unknown = "0".repeat(52);
    let refused = house.get(&one.path("page"), &unknown).expect(401);
    assert_eq!(refused.error(), "This key is not known here. Open your link again, or ask the host for a new one.");
    for wrong in ["x", "", &"u".repeat(52)] {
        let bearer = format!("Bearer {wrong}");
        let refused = house.send("GET", &one.path("page"), &[("authorization", &bearer)], &[]).expect(401);
        assert_eq!(refused.error(), "This key is not one of ours. Open your link again.");
    }
    house.get("/api/matches/000000000000/page", "").expect(404);
    house.get("/api/matches/Robert/page", "").expect(404);
}

#[test]
fn an_answer_that_comes_too_late_changes_nothing() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
    house.choose_first(&seated, key, &page).expect(200);
    let before = house.page(&seated, key);
    let late = house.choose_first(&seated, key, &page).expect(409);
    assert_eq!(late.json["sequence"], before["sequence"]);
    assert_eq!(late.error(), format!("The match has moved on: it is at entry {} now.", before["sequence"]));
    assert_eq!(house.page(&seated, key), before);
    // The future has not come either.
    let early = json!({ "sequence": 4_000_000_000_u32, "choices": ["pass"] });
    house.post(&seated.path("choices"), key, &early).expect(409);
    house.post(&seated.path("preview"), key, &early).expect(409);
    house.post(&seated.path("undo"), key, &json!({ "sequence": page["sequence"] })).expect(409);
    assert_eq!(house.page(&seated, key), before);
}

#[test]
fn an_illegal_answer_changes_nothing() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
    let legal = page["prompt"]["options"][0]["id"].clone();
    for choices in [json!([]), json!(["fly to the moon"]), json!([legal, "\u{0}", "x".repeat(10_000)])] {
        let batch = json!({ "sequence": page["sequence"], "choices": choices });
        house.post(&seated.path("choices"), key, &batch).expect(422);
    }
    let other = if key == bo { &seated.key } else { &bo };
    let batch = json!({ "sequence": page["sequence"], "choices": [legal] });
    house.post(&seated.path("choices"), other, &batch).expect(422);
    assert_eq!(house.page(&seated, key), page);
}

#[test]
fn what_can_be_taken_back_is_and_what_cannot_is_explained() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
    let turn = |page: &serde_json::Value| json!({ "sequence": page["sequence"] });
    let nothing = house.post(&seated.path("undo"), key, &turn(&page)).expect(409);
    assert!(
        ["There is nothing to take back yet.", "There is nothing of yours to take back."].contains(&nothing.error())
    );
    assert_eq!(page["undo"]["possible"], false);
    let mut taken_back = false;
    for _ in 0..20 {
        let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
        let next = house.choose_first(&seated, key, &page).expect(200).json;
        let undone = house.post(&seated.path("undo"), key, &turn(&next));
        if next["undo"]["possible"] == true {
            let undone = undone.expect(200).json;
            assert_eq!(undone["prompt"], page["prompt"]);
            taken_back = true;
            house.choose_first(&seated, key, &undone).expect(200);
        } else {
            assert_eq!(undone.expect(409).error(), next["undo"]["reason"]);
        }
    }
    assert!(taken_back, "some decision can be taken back");
}

#[test]
fn a_preview_shows_and_changes_nothing() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let (key, page) = house.asked(&seated, &[&seated.key, &bo]);
    let batch = json!({ "sequence": page["sequence"], "choices": [page["prompt"]["options"][0]["id"]] });
    let preview = house.post(&seated.path("preview"), key, &batch).expect(200).json;
    assert_eq!(preview["staged"].as_array().map(Vec::len), Some(1));
    assert_eq!(house.page(&seated, key), page);
}

#[test]
fn who_resigns_may_come_back() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let turn = json!({ "sequence": house.page(&seated, &bo)["sequence"] });
    let early = house.post(&seated.path("return"), &bo, &turn).expect(422);
    assert_eq!(early.error(), "No bot stands in for this seat.");
    let page = house.post(&seated.path("resign"), &bo, &turn).expect(200).json;
    assert_eq!(page["seats"][1]["sitter"], "stand");
    let page = house.post(&seated.path("return"), &bo, &turn).expect(200).json;
    assert_eq!(page["seats"][1]["sitter"], "person");
}

#[test]
fn chat_is_kept_as_it_was_said_less_control_characters() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let said = "\u{7}<b>Good\u{0} luck</b>,\r\n  Ann \u{1b}[31m& all\u{85} ";
    house.post(&seated.path("chat"), &bo, &json!({ "text": said })).expect(201);
    let chat = house.get(&seated.path("chat"), &seated.key).expect(200).json;
    assert_eq!(chat["lines"][0]["text"], "<b>Good luck</b>,\n  Ann [31m& all");
    assert_eq!((&chat["lines"][0]["name"], &chat["lines"][0]["seat"]), (&json!("Bo"), &json!(1)));
    let turned = "a\u{202e}b\u{2028}c\n\n\u{200b}\n\nd \u{1f468}\u{200d}\u{1f469}";
    house.post(&seated.path("chat"), &bo, &json!({ "text": turned })).expect(201);
    let chat = house.get(&seated.path("chat"), &seated.key).expect(200).json;
    assert_eq!(chat["lines"][1]["text"], "abc\nd \u{1f468}\u{200d}\u{1f469}");
    for text in [String::new(), "\u{0}\n ".into(), "\u{200b}\u{200d}".into(), "x".repeat(501)] {
        let refused = house.post(&seated.path("chat"), &bo, &json!({ "text": text })).expect(422);
        assert_eq!(refused.error(), "Say something, in at most 500 letters.");
    }
    let rest = house.get(&format!("{}?after=2", seated.path("chat")), &bo).expect(200).json;
    assert_eq!(rest["lines"], json!([]));
}

#[test]
fn tables_that_cannot_be_are_refused_with_a_sentence() {
    let names: Vec<&str> = shelf().titles().map(|title| title.name()).collect();
    let house = House::open();
    let person = json!({ "sitter": "person" });
    let refused = |more: serde_json::Value| {
        let mut table = json!({
            "game": game(), "sides": sides(2),
            "seats": [person, { "sitter": "open" }],
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            table[name] = value.clone();
        }
        house.post("/api/matches", "", &table).expect(422).error().to_owned()
    };
    assert_eq!(
        refused(json!({ "game": "chess" })),
        format!("There is no game “chess”; there is {}.", names.join(", "))
    );
    assert_eq!(refused(json!({ "seats": [person] })), "Say for each side who sits there.");
    assert_eq!(
        refused(json!({ "seats": [person, person] })),
        "Only one seat is your own: others are “here”, “open” or a bot's."
    );
    refused(json!({ "options": { "map": "nowhere" } }));
    refused(json!({ "sides": [sides(2)[0], sides(2)[0]] }));
    refused(json!({ "sides": [], "seats": [] }));
    refused(json!({ "sides": vec![&sides(2)[0]; 100], "seats": vec![json!({ "sitter": "open" }); 100] }));
    refused(json!({ "seats": [person, { "sitter": "bot", "bot": "search:1h" }] }));
    refused(json!({ "clock": { "kind": "banked", "days": 0 } }));
    refused(json!({ "clock": { "kind": "live", "minutes": 1, "increment_seconds": 601 } }));
}

/// Somebody comes from the lobby, and the answer that he sits gets lost: with the same key he has his seat.
#[test]
fn a_seat_is_not_lost_with_the_answer() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }, { "sitter": "open" }]);
    let more = json!({ "listed": true, "sides": sides(3) });
    let seated = house.table("", &seats, &more);
    let key = Token::random().to_string();
    let join = |key: &str| house.post(&seated.path("join"), "", &json!({ "name": "Bo", "key": key }));
    let first = join(&key).expect(200);
    assert_eq!((&first.json["key"], &first.json["seat"]), (&json!(key), &json!(1)));
    assert_eq!(join(&key).expect(200).json, first.json);
    assert_eq!(house.page(&seated, &key)["seat"], 1);
    // The third seat is still there for somebody else.
    assert_eq!(join(&Token::random().to_string()).expect(200).json["seat"], 2);
    assert_eq!(join("nonsense").expect(422).error(), "A key has 52 letters and digits, as in a link.");
    let other = house.table("", &json!([{ "sitter": "person" }, { "sitter": "open" }]), &json!({ "listed": true }));
    let again = house.post(&other.path("join"), "", &json!({ "name": "Bo", "key": key })).expect(403);
    assert_eq!(again.error(), "This key is in use. Make another.");
    house.post(&other.path("join"), "", &json!({ "name": "Bo", "key": seated.key })).expect(403);
}

#[test]
fn the_host_replaces_a_link_that_was_lost() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let link = |key: &str, seat: u8| house.post(&seated.path(&format!("seats/{seat}/link")), key, &json!({}));
    assert_eq!(link(&bo, 1).expect(403).error(), "Only the host makes new links.");
    link("", 1).expect(403);
    link(&seated.key, 0).expect(422);
    link(&seated.key, 7).expect(404);
    let made = link(&seated.key, 1).expect(201).json;
    let new = made["url"].as_str().and_then(|url| url.rsplit_once('#')).expect("a link has a key").1;
    assert_eq!(house.page(&seated, new)["seat"], 1);
    house.get(&seated.path("page"), &bo).expect(401);
    // Nobody's cards are looked at in secret.
    let chat = house.get(&seated.path("chat"), &seated.key).expect(200).json;
    let side = &names(2)[1];
    let line = format!("A new link to the seat of Bo ({side}) was made by the host. Older links to it are void.");
    assert_eq!((&chat["lines"][0]["seat"], &chat["lines"][0]["text"]), (&json!(null), &json!(line)));
}

#[test]
fn a_free_seat_gets_a_new_link_without_a_word() {
    let house = House::open();
    let seated = house.table("", &json!([{ "sitter": "person" }, { "sitter": "open" }]), &json!({}));
    let made = house.post(&seated.path("seats/1/link"), &seated.key, &json!({})).expect(201).json;
    let new = made["url"].as_str().and_then(|url| url.rsplit_once('#')).expect("a link has a key").1;
    house.post(&seated.path("join"), &seated.links[0], &json!({ "name": "Bo" })).expect(401);
    house.post(&seated.path("join"), new, &json!({ "name": "Bo" })).expect(200);
    assert_eq!(house.get(&seated.path("chat"), &seated.key).expect(200).json["lines"], json!([]));
}

#[test]
fn a_seat_that_belongs_to_an_account_gets_no_new_link() {
    let house = House::open();
    let cookie = house.register("Bo");
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({ "listed": true }));
    house.as_member("POST", &seated.path("join"), &cookie, Some(&json!({ "name": "Bo" }))).expect(200);
    let refused = house.post(&seated.path("seats/1/link"), &seated.key, &json!({})).expect(409);
    assert_eq!(refused.error(), "Whoever sits there has an account: the game is found again by logging in.");
}

#[test]
fn nobody_sets_up_tables_without_end() {
    let house = House::with(|config| config.flood_limit = Some(20));
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    for _ in 0..20 {
        house.table("", &seats, &json!({}));
    }
    let table = json!({
        "game": game(), "sides": sides(2), "seats": seats,
    });
    let refused = house.post("/api/matches", "", &table).expect(429);
    assert!(refused.error().starts_with("That is a lot of tables."), "{}", refused.text);
}

/// The key that somebody made for himself opens nothing before he sits: not while he asks, and not if he is refused.
#[test]
fn a_key_opens_nothing_before_one_sits() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({ "listed": true, "spectators": false }));
    let keys = [(); 4].map(|()| Token::random().to_string());
    let join = |name: &str, key: &str| house.post(&seated.path("join"), "", &json!({ "name": name, "key": key }));
    std::thread::scope(|scope| {
        let asked: Vec<_> = keys.iter().map(|key| scope.spawn(move || join(" ", key))).collect();
        while asked.iter().any(|asked| !asked.is_finished()) {
            for key in &keys {
                house.get(&seated.path("page"), key).expect(401);
            }
        }
        for asked in asked {
            asked.join().expect("it is answered").expect(422);
        }
    });
    let sitting = Token::random().to_string();
    join("Bo", &sitting).expect(200);
    for key in &keys {
        house.get(&seated.path("page"), key).expect(401);
        join("Cy", key).expect(409);
        house.get(&seated.path("page"), key).expect(401);
    }
    house.get(&seated.path("page"), &sitting).expect(200);
}

/// Who asks twice with the same key, since he has heard nothing, sits down once and is told so each time.
#[test]
fn one_key_sits_down_once_however_often_it_asks() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({ "listed": true }));
    let key = Token::random().to_string();
    let asked = json!({ "name": "Bo", "key": key });
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..10).map(|_| scope.spawn(|| house.post(&seated.path("join"), "", &asked))).collect();
        for one in all {
            let told = one.join().expect("it is answered").expect(200).json;
            assert_eq!((&told["seat"], &told["key"]), (&json!(1), &json!(key)));
        }
    });
    house.get(&seated.path("page"), &key).expect(200);
}

/// Nobody is told that he sits who does not.
#[test]
fn the_key_of_a_link_is_nobodys_own_before_he_sits() {
    let house = House::open();
    let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({}));
    let asked = json!({ "name": "Eve", "key": seated.links[0] });
    let refused = house.post(&seated.path("join"), "", &asked).expect(403);
    assert_eq!(refused.error(), "This key is in use. Make another.");
    assert_eq!(house.page(&seated, &seated.key)["seats"][1]["sitter"], "open");
    house.post(&seated.path("join"), &seated.links[0], &json!({ "name": "Bo" })).expect(200);
    let listed = house.table("", &seats, &json!({ "listed": true }));
    let nowhere = house.post(&listed.path("join"), "", &json!({ "name": "Cy", "seat": 5 })).expect(422);
    assert_eq!(nowhere.error(), "There are 2 seats at this table, and the first is 0.");
}

/// Whatever happens at once, a seat that is taken has a key, and everybody has read of a new one.
#[test]
fn a_new_link_and_somebody_who_sits_down_do_not_cross() {
    let house = House::open();
    for _ in 0..20 {
        let seats = json!([{ "sitter": "person" }, { "sitter": "open" }]);
        let seated = house.table("", &seats, &json!({ "listed": true, "spectators": false }));
        let key = Token::random().to_string();
        let (joined, made) = std::thread::scope(|scope| {
            let join =
                scope.spawn(|| house.post(&seated.path("join"), "", &json!({ "name": "Bo", "key": key })).expect(200));
            let link = scope.spawn(|| house.post(&seated.path("seats/1/link"), &seated.key, &json!({})).expect(201));
            (join.join().expect("it is answered"), link.join().expect("it is answered"))
        });
        assert_eq!(joined.json["key"], key.as_str());
        let new = made.json["url"].as_str().and_then(|url| url.rsplit_once('#')).expect("a link has a key").1;
        let opens = [key.as_str(), new].map(|key| house.get(&seated.path("page"), key).status == 200);
        assert_eq!(opens.iter().filter(|opens| **opens).count(), 1, "{opens:?}");
        let chat = house.get(&seated.path("chat"), &seated.key).expect(200).json;
        assert_eq!(chat["lines"].as_array().map(Vec::len), Some(usize::from(opens[1])), "{chat}");
    }
}

/// Who has lost his seat is not told any more what goes on there.
#[test]
fn a_socket_ends_with_its_key() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    let url = format!("ws://{}{}", house.address, seated.path("socket"));
    let heard = house.runtime.block_on(async {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.expect("the match is there");
        socket.send(Message::text(json!({ "key": bo }).to_string())).await.expect("the line is open");
        socket.next().await.expect("it says where the match is").expect("the line is open");
        let made = tokio::task::block_in_place(|| house.post(&seated.path("seats/1/link"), &seated.key, &json!({})));
        made.expect(201);
        let all = socket.filter_map(async |heard| heard.ok()).collect::<Vec<_>>();
        tokio::time::timeout(std::time::Duration::from_secs(10), all).await.expect("the line is ended")
    });
    assert!(heard.iter().all(|message| message.is_close() || !message.to_string().contains("chat\":1")), "{heard:?}");
}
