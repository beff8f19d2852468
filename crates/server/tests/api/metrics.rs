//! Numbers for those who run a server. All but the matches belong to the program, so other tests'
//! servers count too.

use crate::house::House;
use serde_json::json;

/// The number at the end of the line that starts with this.
fn number(text: &str, line: &str) -> f64 {
    let found = text.lines().find_map(|one| one.strip_prefix(line)?.trim().parse().ok());
    found.unwrap_or_else(|| panic!("there is no line “{line}”\n{text}"))
}

#[test]
fn requests_answers_and_thoughts_are_counted() {
    let house = House::open();
    let before = house.get("/metrics", "").expect(200);
    assert_eq!(before.kind.as_deref(), Some("text/plain; version=0.0.4; charset=utf-8"));
    let seats = json!([{ "sitter": "person" }, { "sitter": "bot", "bot": "random" }]);
    let seated = house.table("", &seats, &json!({}));
    let thoughts = "orrery_thought_seconds_count";
    let mut answers = 0.0;
    for _ in 0..200 {
        let page = house.page(&seated, &seated.key);
        if !page["prompt"].is_null() && house.choose_first(&seated, &seated.key, &page).status == 200 {
            answers += 1.0;
        }
        let now = house.get("/metrics", "").expect(200).text;
        if answers >= 3.0 && number(&now, thoughts) > number(&before.text, thoughts) {
            break;
        }
    }
    house.get("/nothing", "").expect(404);
    let after = house.get("/metrics", "").expect(200).text;
    let grown = |line: &str| number(&after, line) - number(&before.text, line);
    assert!(answers >= 3.0 && grown("orrery_answer_seconds_count") >= answers, "{after}");
    assert!(grown("orrery_answer_seconds_bucket{le=\"+Inf\"}") >= answers);
    assert!(grown("orrery_answer_seconds_sum") > 0.0);
    assert!(grown(thoughts) > 0.0, "a bot has thought");
    assert!(grown("orrery_requests_total{status=\"2xx\"}") > answers);
    assert!(grown("orrery_requests_total{status=\"4xx\"}") >= 1.0);
    assert_eq!(number(&before.text, "orrery_matches "), 0.0);
    assert_eq!(number(&after, "orrery_matches "), 1.0);
    for line in ["orrery_sockets", "orrery_choices_total"] {
        assert!(number(&after, &format!("{line} ")) >= 0.0);
    }
}
