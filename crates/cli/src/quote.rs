//! What people typed, given back to them in messages.

/// How many characters of a quotation are given back.
const MOST: usize = 60;

/// Only the beginning of a long text, on one line.
pub fn cut(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut start: String = text.chars().take(MOST).map(plain).collect();
    if text.chars().nth(MOST).is_some() {
        start.push('…');
    }
    start
}

/// The sentence with its quotations cut.
pub fn brief(sentence: &str) -> String {
    let mut rest = sentence;
    let mut brief = String::new();
    while let Some((before, open, close)) = opening(rest) {
        let inside = &rest[before + open.len_utf8()..];
        let Some(end) = inside.find(close) else { break };
        brief.push_str(&rest[..before]);
        brief.extend([open.to_string(), cut(&inside[..end]), close.to_string()]);
        rest = &inside[end + close.len_utf8()..];
    }
    brief + rest
}

/// Where the next quotation begins, with its two marks. An apostrophe within a word is none.
fn opening(text: &str) -> Option<(usize, char, char)> {
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '“' => return Some((at, '“', '”')),
            '`' => return Some((at, '`', '`')),
            '\'' if !last.is_alphanumeric() => return Some((at, '\'', '\'')),
            _ => last = letter,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_cut() {
        let long = "x".repeat(100);
        let short = format!("{}…", "x".repeat(60));
        for (open, close) in [('“', '”'), ('`', '`'), ('\'', '\'')] {
            let sentence = |text: &str| format!("the player's {open}{text}{close} is not {open}good{close}");
            assert_eq!(brief(&sentence(&long)), sentence(&short));
        }
        assert_eq!(brief("a storm's “end"), "a storm's “end");
        assert_eq!(cut("two\nlines"), "two lines");
    }
}
