//! What is written to somebody whose turn it is, in the forms that chat servers read.

use super::{Format, Webhook};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A message: the games that wait for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    /// Lines of plain text.
    pub text: String,
    pub games: Vec<Waits>,
}

/// A game that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waits {
    pub id: String,
    pub url: String,
    pub name: String,
}

/// More than these are only counted: chat servers take no longer messages.
const MOST_GAMES: usize = 15;

impl Letter {
    /// It is somebody's turn in these games.
    pub fn your_turn(games: Vec<Waits>) -> Letter {
        let line = |game: &Waits| format!("{}: {}", harmless(&game.name), game.url);
        let (subject, text) = match &games[..] {
            [game] => {
                let subject = format!("It is your turn in {}", harmless(&game.name));
                (subject.clone(), format!("{subject}: {}", game.url))
            }
            several => {
                let subject = format!("It is your turn in {} games", several.len());
                let mut lines = vec![format!("{subject}:")];
                lines.extend(several.iter().take(MOST_GAMES).map(line));
                if let Some(more @ 1..) = several.len().checked_sub(MOST_GAMES) {
                    lines.push(format!("and {more} more"));
                }
                (subject, lines.join("\n"))
            }
        };
        Letter { subject, text, games }
    }

    /// Says that messages arrive.
    pub fn trial(name: &str, url: String) -> Letter {
        let text = format!("A trial for {}: messages from Orrery arrive here. {url}", harmless(name));
        Letter { subject: "Orrery: a trial".to_owned(), text, games: Vec::new() }
    }

    /// The body that the webhook wants.
    pub fn body(&self, webhook: &Webhook) -> String {
        let gap = if webhook.prefix.is_empty() { "" } else { " " };
        let text = format!("{}{gap}{}", webhook.prefix, self.text);
        match webhook.format {
            Format::Discord => json!({ "content": text }),
            Format::Slack => json!({ "text": text }),
            Format::Raw => json!({ "text": text, "matches": self.games }),
        }
        .to_string()
    }
}

/// A name without the signs by which chat servers and mail programs call people and make links: tables are named by
/// anybody.
fn harmless(name: &str) -> String {
    let next = name.chars().skip(1).map(Some).chain([None]);
    name.chars()
        .zip(next)
        .map(|(letter, next)| match letter {
            '@' => '＠',
            '<' => '‹',
            '>' => '›',
            '[' => '［',
            ']' => '］',
            ':' if next == Some('/') => '：',
            '.' if next.is_some_and(char::is_alphanumeric) => '․',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(names: &[&str]) -> Vec<Waits> {
        let game = |(number, name): (usize, &&str)| Waits {
            id: format!("m{number}"),
            url: format!("https://orrery.example/match/m{number}"),
            name: (*name).to_owned(),
        };
        names.iter().enumerate().map(game).collect()
    }

    fn body(letter: &Letter, format: Format, prefix: &str) -> serde_json::Value {
        let webhook = Webhook { url: String::new(), format, prefix: prefix.to_owned() };
        serde_json::from_str(&letter.body(&webhook)).expect("a body is JSON")
    }

    #[test]
    fn each_chat_server_gets_its_own_form() {
        let letter = Letter::your_turn(games(&["Friday"]));
        let text = "It is your turn in Friday: https://orrery.example/match/m0";
        assert_eq!(body(&letter, Format::Discord, "<@17>"), json!({ "content": format!("<@17> {text}") }));
        assert_eq!(body(&letter, Format::Slack, ""), json!({ "text": text }));
        assert_eq!(
            body(&letter, Format::Raw, "!"),
            json!({
                "text": format!("! {text}"),
                "matches": [{ "id": "m0", "url": "https://orrery.example/match/m0", "name": "Friday" }],
            })
        );
    }

    #[test]
    fn several_games_are_one_message() {
        let letter = Letter::your_turn(games(&["Friday", "Saturday"]));
        assert_eq!(letter.subject, "It is your turn in 2 games");
        assert_eq!(
            letter.text,
            "It is your turn in 2 games:\nFriday: https://orrery.example/match/m0\n\
             Saturday: https://orrery.example/match/m1"
        );
    }

    #[test]
    fn a_message_stays_short_however_many_games_wait() {
        let letter = Letter::your_turn(games(&["a name of forty letters, as long as can be"; 40]));
        assert!(letter.text.ends_with("\nand 25 more"), "{}", letter.text);
        assert!(letter.text.chars().count() < 1_900);
    }

    #[test]
    fn a_tables_name_calls_nobody_and_leads_nowhere() {
        for (name, harmless) in [
            ("@everyone <!channel> [here](there)", "＠everyone ‹!channel› ［here］(there)"),
            ("https://evil.example/in", "https：//evil․example/in"),
            ("Friday: no. 3.", "Friday: no. 3."),
        ] {
            let letter = Letter::your_turn(games(&[name]));
            assert_eq!(letter.text, format!("It is your turn in {harmless}: https://orrery.example/match/m0"));
        }
    }
}
