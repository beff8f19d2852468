//! A view that nobody has drawn: everything in it as lists, from its serialised form.

use maud::{Markup, PreEscaped, html};
use picture::Theme;
use serde::Serialize;
use serde_json::Value;

/// How `kernel::Sight` is written.
const FACE: &str = "Face";
const BACK: &str = "Back";

/// The field that is the heading of an item.
const NAME: &str = "name";

/// Line by line, indented.
pub fn in_text(view: &impl Serialize) -> String {
    let mut lines = Vec::new();
    write_lines(&value(view), 0, &mut lines);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// As nested lists.
pub fn in_html(view: &impl Serialize) -> String {
    html! { div class="as-lists" { (nested(&value(view))) } }.into_string()
}

/// As lines of text in a picture.
pub fn in_svg(view: &impl Serialize, theme: Theme) -> String {
    let text = in_text(view);
    let lines: Vec<&str> = text.lines().collect();
    let (height, ink, ground) = match theme {
        Theme::Night => (24 * lines.len() + 40, "#e8e4da", "#14161c"),
        Theme::Chart => (24 * lines.len() + 40, "#222222", "#f6f3ea"),
    };
    let width = 60 + 9 * lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            font-family="monospace" font-size="15" fill=(ink) {
            rect width="100%" height="100%" fill=(ground) {}
            @for (row, line) in lines.iter().enumerate() {
                text x="30" y=(24 * row + 36) xml:space="preserve" { (line) }
            }
        }
    }
    .into_string()
}

fn value(view: &impl Serialize) -> Value {
    serde_json::to_value(view).unwrap_or_default()
}

/// `cardsInHand` and `cards_in_hand` as people write it.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        match letter {
            '_' => words.push(' '),
            _ if letter.is_uppercase() && !words.is_empty() && !words.ends_with(' ') => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What fits on a line; none for what needs lines of its own.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("none".to_owned()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text == BACK => Some("facedown".to_owned()),
        Value::String(text) => Some(words(text)),
        Value::Array(items) if items.is_empty() => Some("none".to_owned()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().filter(|item| !item.is_array()).map(short).collect();
            let items = items.filter(|short| short.len() == items_len(value))?;
            Some(counted(&items).join(", "))
        }
        Value::Object(fields) if fields.len() == 1 && fields.contains_key(FACE) => short(&fields[FACE]),
        Value::Object(fields) if fields.len() == 1 => {
            let (name, inner) = fields.iter().next()?;
            Some(format!("{} {}", words(name), short(inner)?))
        }
        Value::Object(fields) if fields.is_empty() => Some("nothing".to_owned()),
        Value::Object(_) => None,
    }
}

/// Alike neighbours are told once: backs tell nothing but how many they are.
fn counted(items: &[String]) -> Vec<String> {
    let alike = items.chunk_by(|one, other| one == other);
    alike
        .map(|alike| if alike.len() == 1 { alike[0].clone() } else { format!("{} × {}", alike.len(), alike[0]) })
        .collect()
}

fn items_len(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// An item is called by its name, if it has one, and else by its number.
fn heading(item: &Value, number: usize) -> String {
    item.get(NAME).and_then(Value::as_str).map_or(number.to_string(), str::to_owned)
}

fn entries(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != NAME).map(|(name, inner)| (words(name), inner)).collect()
        }
        Value::Array(items) => items.iter().zip(1..).map(|(inner, number)| (heading(inner, number), inner)).collect(),
        _ => Vec::new(),
    }
}

fn write_lines(value: &Value, depth: usize, lines: &mut Vec<String>) {
    for (name, inner) in entries(value) {
        let indent = "  ".repeat(depth);
        match short(inner) {
            Some(short) => lines.push(format!("{indent}{name}: {short}")),
            None => {
                lines.push(format!("{indent}{name}:"));
                write_lines(inner, depth + 1, lines);
            }
        }
    }
}

fn nested(value: &Value) -> Markup {
    let entries = entries(value);
    if entries.is_empty() {
        return short(value).map_or(PreEscaped(String::new()), |short| html! { (short) });
    }
    html! {
        ul class="list" {
            @for (name, inner) in entries {
                li {
                    @match short(inner) {
                        Some(short) => { strong { (name) } ": " (short) }
                        None => { strong { (name) } (nested(inner)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Sight;

    #[derive(Serialize)]
    struct View {
        cards_in_hand: Vec<u8>,
        deck: Vec<Sight<u8>>,
        mover: Option<&'static str>,
        players: Vec<Player>,
    }

    #[derive(Serialize)]
    struct Player {
        name: &'static str,
        score: u8,
    }

    #[test]
    fn a_view_is_told_line_by_line() {
        let players = vec![Player { name: "Ann <b>", score: 2 }];
        let view = View {
            cards_in_hand: vec![3, 1],
            deck: vec![Sight::Back, Sight::Back, Sight::Face(7)],
            mover: None,
            players,
        };
        let text = in_text(&view);
        assert_eq!(
            text,
            "Cards in hand: 3, 1\nDeck: 2 × facedown, 7\nMover: none\nPlayers:\n  Ann <b>:\n    Score: 2\n"
        );
        assert!(in_html(&view).contains("Ann &lt;b&gt;"));
        assert!(in_svg(&view, Theme::Night).ends_with("</svg>"));
    }
}
