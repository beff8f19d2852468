//! Accounts, logins, API keys.

use crate::house::{House, game, sides};
use serde_json::json;
use server::store::Token;

#[test]
fn whoever_registers_is_logged_in() {
    let house = House::open();
    let cookie = house.register("Ann");
    let me = house.as_member("GET", "/api/me", &cookie, None).expect(200).json;
    assert_eq!((&me["name"], &me["matches"]), (&json!("Ann"), &json!([])));
    house.as_member("POST", "/api/logout", &cookie, None).expect(204);
    let out = house.as_member("GET", "/api/me", &cookie, None).expect(401);
    assert_eq!(out.error(), "Log in first.");
    let again = house.post("/api/login", "", &json!({ "name": "ann", "password": "correct horse" })).expect(200);
    assert_eq!(again.json["name"], "Ann");
    house.as_member("GET", "/api/me", &again.cookie(), None).expect(200);
}

#[test]
fn a_name_belongs_to_one_person() {
    let house = House::open();
    house.register("Ann");
    house.post("/api/accounts", "", &json!({ "name": "ANN", "password": "correct horse" })).expect(409);
}

#[test]
fn names_and_passwords_that_cannot_be_are_refused() {
    let house = House::open();
    let refused = |name: &str, password: &str| {
        house.post("/api/accounts", "", &json!({ "name": name, "password": password })).expect(422).error().to_owned()
    };
    let name = "A name has 1 to 40 letters, without line breaks or double blanks.";
    for wrong in ["", "  ", "A\nB", "A  B", "\u{202e}nnA", &"x".repeat(41)] {
        assert_eq!(refused(wrong, "correct horse"), name, "{wrong:?}");
    }
    for wrong in ["", "1234567", &"x".repeat(201)] {
        assert_eq!(refused("Ann", wrong), "A password has 8 to 200 letters.");
    }
}

#[test]
fn a_wrong_password_and_a_wrong_name_look_the_same() {
    let house = House::open();
    house.register("Ann");
    let wrong = house.post("/api/login", "", &json!({ "name": "Ann", "password": "wrong horse" })).expect(401);
    let nobody = house.post("/api/login", "", &json!({ "name": "Nobody", "password": "correct horse" })).expect(401);
    assert_eq!(wrong.text, nobody.text);
    assert_eq!(wrong.error(), "Name and password do not fit.");
}

#[test]
fn a_login_runs_out() {
    let house = House::open();
    house.register("Ann");
    let now = house.hall.now();
    let (late, fresh) = (Token::random(), Token::random());
    house.runtime.block_on(async {
        let store = &house.hall.store;
        let ann = store.account_named("Ann").await.expect("the store is open").expect("she has registered");
        store.log_in(late.hash(), &ann, now - 1).await.expect("the store is open");
        store.log_in(fresh.hash(), &ann, now + 60_000).await.expect("the store is open");
    });
    house.as_member("GET", "/api/me", &format!("orrery_login={late}"), None).expect(401);
    house.as_member("GET", "/api/me", &format!("a=b; orrery_login={fresh}; c=d"), None).expect(200);
    house.as_member("GET", "/api/me", "orrery_login=nonsense", None).expect(401);
}

#[test]
fn a_login_holds_its_seats_without_a_key() {
    let house = House::open();
    let (ann, bo) = (house.register("Ann"), house.register("Bo"));
    let table = json!({
        "game": game(), "sides": sides(2),
        "seats": [{ "sitter": "person" }, { "sitter": "open" }], "spectators": false,
    });
    let seated = house.as_member("POST", "/api/matches", &ann, Some(&table)).expect(201).seated();
    let me = house.as_member("GET", "/api/me", &ann, None).expect(200).json;
    assert_eq!(me["matches"][0]["id"], seated.id.as_str());
    assert_eq!(me["matches"][0]["held"], json!([0]));
    assert_eq!(house.as_member("GET", &seated.path("page"), &ann, None).expect(200).json["seat"], 0);
    house.as_member("GET", &seated.path("page"), &bo, None).expect(403);
    let is_host =
        |cookie: &str| house.as_member("GET", &seated.path(""), cookie, None).expect(200).json["host"].clone();
    let elsewhere = house.post("/api/login", "", &json!({ "name": "Ann", "password": "correct horse" })).expect(200);
    assert_eq!((is_host(&elsewhere.cookie()), is_host(&bo)), (json!(true), json!(false)));
    let bearer = format!("Bearer {}", seated.links[0]);
    let headers = [("cookie", bo.as_str()), ("content-type", "application/json"), ("authorization", &bearer)];
    house.send("POST", &seated.path("join"), &headers, br#"{"name": "Bo"}"#).expect(200);
    assert_eq!(house.as_member("GET", &seated.path("page"), &bo, None).expect(200).json["seat"], 1);
    assert_eq!((is_host(&ann), is_host(&bo)), (json!(true), json!(false)), "also when settings have changed");
}

/// Games that somebody began as a guest follow the account, once it is told of them.
#[test]
fn a_guest_takes_games_along_into_an_account() {
    let house = House::open();
    let seats = json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "open" }]);
    let seated = house.table("", &seats, &json!({}));
    let link = seated.links[0].clone();
    let take = |cookie: &str, key: &str| {
        let bearer = format!("Bearer {key}");
        house.send("POST", &seated.path("take-along"), &[("cookie", cookie), ("authorization", &bearer)], b"")
    };
    assert_eq!(house.post(&seated.path("take-along"), &seated.key, &json!({})).expect(401).error(), "Log in first.");
    let (ann, other) = (house.register("Ann"), house.register("Other"));
    assert_eq!(house.as_member("GET", "/api/me", &ann, None).expect(200).json["matches"], json!([]));
    for _ in 0..2 {
        assert_eq!(take(&ann, &seated.key).expect(200).json["seats"], json!([0]), "also if asked again");
    }
    let me = house.as_member("GET", "/api/me", &ann, None).expect(200).json;
    assert_eq!((&me["matches"][0]["id"], &me["matches"][0]["held"]), (&json!(seated.id), &json!([0])));
    assert_eq!(house.as_member("GET", &seated.path("page"), &ann, None).expect(200).json["seat"], 0);
    assert_eq!(take(&other, &seated.key).expect(200).json["seats"], json!([]), "it is another's");
    assert_eq!(house.page(&seated, &seated.key)["seat"], 0, "the key still opens the seat");
    let refused = take(&other, &link).expect(403);
    assert_eq!(refused.error(), "Sit down first: whoever sent this link has it too.");
    let bo = house.sit_down(&seated, &link, "Bo");
    assert_eq!(take(&other, &bo).expect(200).json["seats"], json!([1]));
    // Likewise from the lobby.
    let open = house.table("", &json!([{ "sitter": "person" }, { "sitter": "open" }]), &json!({ "listed": true }));
    let joined = house.post(&open.path("join"), "", &json!({ "name": "Cy" })).expect(200).seated();
    let bearer = format!("Bearer {}", joined.key);
    let before = house.get(&open.path(""), "").expect(200).json["updated"].clone();
    let headers = [("cookie", other.as_str()), ("authorization", bearer.as_str())];
    let taken = house.send("POST", &open.path("take-along"), &headers, b"").expect(200).json;
    assert_eq!(taken["seats"], json!([1]));
    assert_eq!(house.get(&open.path(""), "").expect(200).json["updated"], before, "nobody has played");
    house.as_member("POST", &open.path("take-along"), &other, None).expect(403);
}

/// A seat goes into an account, or a new link to it is made: whoever is quicker, never both.
#[test]
fn a_seat_is_taken_along_or_gets_a_new_link() {
    let house = House::open();
    for round in 0..12 {
        let member = house.register(&format!("Bo {round}"));
        let open = house.table("", &json!([{ "sitter": "person" }, { "sitter": "open" }]), &json!({ "listed": true }));
        let joined = house.post(&open.path("join"), "", &json!({ "name": "Bo" })).expect(200).seated();
        let bearer = format!("Bearer {}", joined.key);
        let headers = [("cookie", member.as_str()), ("authorization", bearer.as_str())];
        let (taken, linked) = std::thread::scope(|scope| {
            let taken = scope.spawn(|| house.send("POST", &open.path("take-along"), &headers, b""));
            let linked = scope.spawn(|| house.post(&open.path("seats/1/link"), &open.key, &json!({})));
            (taken.join().expect("no panic"), linked.join().expect("no panic"))
        });
        let has_taken = taken.status == 200 && taken.json["seats"] == json!([1]);
        assert!(
            has_taken != (linked.status == 201),
            "{} {}, {} {}",
            taken.status,
            taken.text,
            linked.status,
            linked.text
        );
    }
}

/// A link that is void seats nobody, also if it becomes so while somebody sits down by it.
#[test]
fn a_link_seats_somebody_or_is_replaced() {
    let house = House::open();
    for _ in 0..12 {
        let open = house.table("", &json!([{ "sitter": "person" }, { "sitter": "open" }]), &json!({}));
        let old = open.links[0].clone();
        let (joined, linked) = std::thread::scope(|scope| {
            let joined = scope.spawn(|| house.post(&open.path("join"), &old, &json!({ "name": "Bo" })));
            let linked = scope.spawn(|| house.post(&open.path("seats/1/link"), &open.key, &json!({})));
            (joined.join().expect("no panic"), linked.join().expect("no panic"))
        });
        let sitter = house.get(&open.path(""), &open.key).expect(200).json["seats"][1]["sitter"].clone();
        assert_eq!(sitter == "person", joined.status == 200, "{} {}: {sitter}", joined.status, joined.text);
        // A link that was made after he sat down is told of.
        let chat = house.get(&open.path("chat"), &open.key).expect(200).text;
        let both = joined.status == 200 && linked.status == 201;
        assert_eq!(chat.contains("A new link to the seat of Bo"), both, "{chat}");
    }
}

#[test]
fn a_program_plays_with_an_api_key() {
    let house = House::open();
    let cookie = house.register("Ann");
    let made = house.as_member("POST", "/api/me/keys", &cookie, Some(&json!({ "label": "my bot" }))).expect(201);
    let key = made.json["key"].as_str().expect("a key is text").to_owned();
    assert_eq!(house.get("/api/me", &key).expect(200).json["name"], "Ann");
    let seats = json!([{ "sitter": "person" }, { "sitter": "here" }]);
    let seated = house.table(&key, &seats, &json!({ "spectators": false }));
    for _ in 0..5 {
        let page = house.page(&seated, &key);
        house.choose_first(&seated, &key, &page).expect(200);
    }
    let other = house.two_players().0;
    let batch = json!({ "sequence": 0, "choices": ["pass"] });
    house.post(&other.path("choices"), &key, &batch).expect(403);
}

#[test]
fn api_keys_are_not_without_number() {
    let house = House::open();
    let cookie = house.register("Ann");
    for _ in 0..20 {
        house.as_member("POST", "/api/me/keys", &cookie, Some(&json!({ "label": "" }))).expect(201);
    }
    let refused = house.as_member("POST", "/api/me/keys", &cookie, Some(&json!({ "label": "" }))).expect(409);
    assert_eq!(refused.error(), "20 keys are enough.");
}

#[test]
fn nothing_of_an_account_is_shown_to_strangers() {
    let house = House::open();
    let (seated, bo) = house.two_players();
    house.get("/api/me", "").expect(401);
    house.get("/api/me", &bo).expect(401);
    house.get("/api/me", &seated.key).expect(401);
    house.post("/api/me/keys", &bo, &json!({ "label": "" })).expect(401);
    house.post("/api/me/notifications/test", &bo, &json!({})).expect(401);
    let wishes = json!({ "webhook": null });
    house.as_member("PUT", "/api/me/notifications", "", Some(&wishes)).expect(401);
}

#[test]
fn a_new_password_shuts_the_other_devices_out() {
    let house = House::open();
    let phone = house.register("Ann");
    let log_in = |password: &str| house.post("/api/login", "", &json!({ "name": "Ann", "password": password }));
    let desk = log_in("correct horse").expect(200).cookie();
    let change = |old: &str, new: &str| {
        house.as_member("PUT", "/api/me/password", &desk, Some(&json!({ "old": old, "new": new })))
    };
    assert_eq!(change("wrong horse", "battery staple").expect(403).error(), "That is not your password.");
    assert_eq!(change("correct horse", "short").expect(422).error(), "A password has 8 to 200 letters.");
    let changed = change("correct horse", "battery staple").expect(200).cookie();
    for gone in [&phone, &desk] {
        house.as_member("GET", "/api/me", gone, None).expect(401);
    }
    house.as_member("GET", "/api/me", &changed, None).expect(200);
    log_in("correct horse").expect(401);
    log_in("battery staple").expect(200);
}

#[test]
fn one_logs_out_everywhere_at_once() {
    let house = House::open();
    let phone = house.register("Ann");
    let desk =
        house.post("/api/login", "", &json!({ "name": "Ann", "password": "correct horse" })).expect(200).cookie();
    house.as_member("POST", "/api/logout-everywhere", &desk, None).expect(204);
    for gone in [&phone, &desk] {
        house.as_member("GET", "/api/me", gone, None).expect(401);
    }
    house.as_member("POST", "/api/logout-everywhere", &desk, None).expect(401);
}

#[test]
fn api_keys_are_listed_and_taken_back() {
    let house = House::open();
    let (ann, bo) = (house.register("Ann"), house.register("Bo"));
    let make = |label: &str| {
        let made = house.as_member("POST", "/api/me/keys", &ann, Some(&json!({ "label": label }))).expect(201);
        let text = |name: &str| made.json[name].as_str().expect("both are text").to_owned();
        (text("key"), text("id"))
    };
    let ((first, id), (second, _)) = (make("first"), make("second"));
    house.get("/api/me", &first).expect(200);
    let list = || house.as_member("GET", "/api/me/keys", &ann, None).expect(200);
    let listed = list();
    assert!(!listed.text.contains(&first) && !listed.text.contains(&second));
    let of = |label: &str| {
        let keys = listed.json.as_array().expect("a list");
        keys.iter().find(|key| key["label"] == label).expect("it was made").clone()
    };
    assert!(of("first")["last_used"].is_i64() && of("second")["last_used"].is_null());
    assert_eq!(of("first")["id"], id);
    let path = format!("/api/me/keys/{id}");
    assert_eq!(house.as_member("DELETE", &path, &bo, None).expect(404).error(), "You have no such key.");
    house.as_member("DELETE", &path, &ann, None).expect(204);
    house.get("/api/me", &first).expect(401);
    house.get("/api/me", &second).expect(200);
    house.as_member("DELETE", &path, &ann, None).expect(404);
    assert_eq!(list().json.as_array().map(Vec::len), Some(1));
}

#[test]
fn an_account_is_deleted_and_its_games_go_on() {
    let house = House::open();
    let cookie = house.register("Ann");
    let seats = json!([{ "sitter": "person" }, { "sitter": "here" }]);
    let table = json!({
        "game": game(), "sides": sides(2), "seats": seats,
    });
    let seated = house.as_member("POST", "/api/matches", &cookie, Some(&table)).expect(201).seated();
    let delete =
        |password: &str| house.as_member("POST", "/api/me/delete", &cookie, Some(&json!({ "password": password })));
    delete("wrong horse").expect(403);
    house.as_member("GET", "/api/me", &cookie, None).expect(200);
    delete("correct horse").expect(204);
    house.as_member("GET", "/api/me", &cookie, None).expect(401);
    house.post("/api/login", "", &json!({ "name": "Ann", "password": "correct horse" })).expect(401);
    let page = house.page(&seated, &seated.key);
    house.choose_first(&seated, &seated.key, &page).expect(200);
    // The name is free again.
    house.register("Ann");
}

/// Of two who delete it at once the second is told that nobody is logged in any more.
#[test]
fn an_account_is_deleted_once() {
    let house = House::open();
    for _ in 0..5 {
        let cookie = house.register("Ann");
        let delete = || {
            let parting = json!({ "password": "correct horse" });
            house.as_member("POST", "/api/me/delete", &cookie, Some(&parting)).status
        };
        let mut both = std::thread::scope(|scope| {
            let two = [scope.spawn(delete), scope.spawn(delete)];
            two.map(|one| one.join().expect("no panic"))
        });
        both.sort_unstable();
        assert_eq!(both, [204, 401]);
    }
}

/// A key for programs plays; what belongs to the account needs a login.
#[test]
fn an_api_key_does_not_own_the_account() {
    let house = House::open();
    let cookie = house.register("Ann");
    let made = house.as_member("POST", "/api/me/keys", &cookie, Some(&json!({ "label": "" }))).expect(201);
    let key = made.json["key"].as_str().expect("a key is text").to_owned();
    let wishes = json!({ "webhook": { "url": "https://chat.example/secret", "format": "raw" } });
    house.as_member("PUT", "/api/me/notifications", &cookie, Some(&wishes)).expect(204);
    let me = house.get("/api/me", &key).expect(200);
    assert!(me.json["notifications"].is_null() && !me.text.contains("secret"), "{}", me.text);
    let bearer = format!("bearer {key}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    house.send("GET", "/api/me", &headers[1..], &[]).expect(200);
    house.send("PUT", "/api/me/notifications", &headers, wishes.to_string().as_bytes()).expect(401);
    house.post("/api/me/notifications/test", &key, &json!({})).expect(401);
    house.get("/api/me/keys", &key).expect(401);
    house.post("/api/me/keys", &key, &json!({ "label": "" })).expect(401);
    house.post("/api/logout-everywhere", &key, &json!({})).expect(401);
    house.post("/api/me/delete", &key, &json!({ "password": "correct horse" })).expect(401);
    house.as_member("GET", "/api/me", &cookie, None).expect(200);
}

#[test]
fn pages_of_others_do_nothing_in_my_name() {
    let house = House::open();
    let cookie = house.register("Ann");
    for site in ["cross-site", "same-site"] {
        let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", site)];
        house.send("POST", "/api/logout", &headers, b"a=b").expect(403);
        house.send("POST", "/api/logout-everywhere", &headers, b"").expect(403);
        // A link from elsewhere leads here all the same.
        house.send_any("GET", "/", &headers, b"").expect(200);
    }
    let own = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin")];
    house.send("GET", "/api/me", &own, b"").expect(200);
    house.send("POST", "/api/logout", &own, b"").expect(204);
    house.as_member("GET", "/api/me", &cookie, None).expect(401);
}

#[test]
fn passwords_are_not_tried_out() {
    let house = House::with(|config| config.flood_limit = Some(1_000));
    house.register("Ann");
    let wrong = || house.post("/api/login", "", &json!({ "name": "Ann", "password": "wrong horse" }));
    let statuses: Vec<u16> = (0..14).map(|_| wrong().status).collect();
    assert!(statuses[..9].iter().all(|&status| status == 401) && statuses.contains(&429), "{statuses:?}");
}
