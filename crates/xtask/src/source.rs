//! Telling what is said from what is done: a Rust or RON file taken apart into prose and code.

/// A file in two layers of equal length: where one has text the other has blanks, so positions agree.
#[derive(Debug)]
pub struct Source {
    /// The insides of comments and strings.
    pub prose: String,
    /// Everything else.
    pub code: String,
}

impl Source {
    /// A file that is not code at all.
    pub fn of_prose(text: &str) -> Source {
        Source { prose: text.to_owned(), code: blank(text) }
    }

    /// Rust or RON: the two agree on comments, strings and characters.
    pub fn of_code(text: &str) -> Source {
        let mut source = Source { prose: String::with_capacity(text.len()), code: String::with_capacity(text.len()) };
        let mut rest = text;
        while !rest.is_empty() {
            let (open, inside, close) = said(rest, source.ends_in_a_word()).unwrap_or((0, 0, 0));
            if open == 0 {
                let letter = rest.chars().next().map_or(rest.len(), char::len_utf8);
                source.push(&mut rest, letter, Layer::Code);
            } else {
                source.push(&mut rest, open, Layer::Mark);
                source.push(&mut rest, inside, Layer::Prose);
                source.push(&mut rest, close, Layer::Mark);
            }
        }
        source
    }

    /// The line of a position, from 1.
    pub fn line(&self, position: usize) -> usize {
        self.prose[..position].matches('\n').count() + 1
    }

    /// All functions, in order, with the range of their bodies.
    pub fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for (start, word) in words(&self.code) {
            if word != "fn" {
                continue;
            }
            let after = start + word.len();
            let rest = &self.code[after..];
            let indent = rest.len() - rest.trim_start().len();
            let name: String = rest.trim_start().chars().take_while(|&letter| is_of_word(letter)).collect();
            if name.is_empty() {
                continue; // the type `fn(..)`
            }
            found.push(Function { start, body: self.body_after(after + indent + name.len()), name });
        }
        found
    }

    /// From the next brace to the one that closes it; empty for a declaration without body.
    fn body_after(&self, from: usize) -> std::ops::Range<usize> {
        let mut depth = 0usize;
        let mut open = None;
        for (position, letter) in self.code[from..].char_indices() {
            let position = from + position;
            match letter {
                ';' if open.is_none() && depth == 0 => return position..position,
                '(' | '[' if open.is_none() => depth += 1,
                ')' | ']' if open.is_none() => depth = depth.saturating_sub(1),
                '{' => {
                    if open.is_none() {
                        open = Some(position);
                        depth = 0;
                    }
                    depth += 1;
                }
                '}' => {
                    depth = depth.saturating_sub(1);
                    if let Some(open) = open
                        && depth == 0
                    {
                        return open..position + 1;
                    }
                }
                _ => {}
            }
        }
        open.unwrap_or(self.code.len())..self.code.len()
    }

    fn push(&mut self, rest: &mut &str, length: usize, layer: Layer) {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        let nothing = blank(piece);
        self.prose.push_str(if layer == Layer::Prose { piece } else { &nothing });
        self.code.push_str(if layer == Layer::Code { piece } else { &nothing });
        *rest = after;
    }

    fn ends_in_a_word(&self) -> bool {
        self.code.chars().next_back().is_some_and(is_of_word)
    }
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    start: usize,
    body: std::ops::Range<usize>,
}

/// The function around a position, or else the next one: a doc comment stands above its function.
pub fn function_at(functions: &[Function], position: usize) -> Option<&str> {
    let around = functions.iter().rfind(|function| function.body.contains(&position));
    around.or_else(|| functions.iter().find(|function| function.start >= position)).map(|function| &*function.name)
}

/// The identifiers and numbers of a text, with their positions.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive(|letter| !is_of_word(letter))
        .map(move |piece| {
            let start = next;
            next += piece.len();
            (start, piece.trim_end_matches(|letter| !is_of_word(letter)))
        })
        .filter(|(_, word)| !word.is_empty())
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Code,
    Prose,
    /// What opens and closes comments and strings.
    Mark,
}

/// The lengths of the opening mark, the inside and the closing mark, if `text` starts with a comment or literal.
fn said(text: &str, after_a_word: bool) -> Option<(usize, usize, usize)> {
    if text.starts_with("//") {
        let mark = text.len() - text.trim_start_matches('/').trim_start_matches('!').len();
        let end = text.find('\n').unwrap_or(text.len());
        return Some((mark, end - mark, 0));
    }
    if let Some(inside) = text.strip_prefix("/*") {
        return Some((2, block_comment(inside), 2));
    }
    if let Some(inside) = text.strip_prefix('"') {
        return Some((1, until_unescaped(inside, '"'), 1));
    }
    if text.starts_with('\'') {
        return character(text);
    }
    if after_a_word { None } else { raw_string(text) }
}

/// The length of a block comment without its marks; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 1;
    let mut at = 0;
    while let Some(found) = text[at..].find(['*', '/']) {
        at += found;
        let mark = &text.as_bytes()[at..text.len().min(at + 2)];
        match mark {
            b"*/" => depth -= 1,
            b"/*" => depth += 1,
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return at;
        }
        at += 2;
    }
    text.len()
}

fn until_unescaped(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (position, letter) in text.char_indices() {
        if letter == end && !escaped {
            return position;
        }
        escaped = letter == '\\' && !escaped;
    }
    text.len()
}

/// `'a'` and `'\n'`, but not the lifetime `'a`.
fn character(text: &str) -> Option<(usize, usize, usize)> {
    let mut letters = text.chars().skip(1);
    let first = letters.next()?;
    let is_literal = first == '\\' || letters.next() == Some('\'');
    is_literal.then(|| (1, until_unescaped(&text[1..], '\''), 1))
}

/// `r"..."`, `r#"..."#` and their byte and C cousins.
fn raw_string(text: &str) -> Option<(usize, usize, usize)> {
    let after_prefix = text.strip_prefix('b').or_else(|| text.strip_prefix('c')).unwrap_or(text).strip_prefix('r')?;
    let inside = after_prefix.trim_start_matches('#');
    let hashes = after_prefix.len() - inside.len();
    let inside = inside.strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&close).unwrap_or(inside.len());
    Some((text.len() - inside.len(), length, close.len()))
}

fn blank(text: &str) -> String {
    text.chars()
        .flat_map(|letter| std::iter::repeat_n(if letter == '\n' { '\n' } else { ' ' }, letter.len_utf8()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squeezed(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_strings_are_prose() {
        let source =
            Source::of_code("/// Said: “so”.\nlet a = \"x // y\"; // why\nb[c.d.1] /* in /* and */ out */ + 1");
        assert_eq!(squeezed(&source.prose), "Said: “so”. x // y why in /* and */ out");
        assert_eq!(squeezed(&source.code), "let a = ; b[c.d.1] + 1");
    }

    #[test]
    fn quotes_of_every_sort_end_where_they_should() {
        let source = Source::of_code(r##"f("a\"b\\", '"', '\'', r#"c"d"#, br"e\", x: &'a str) g"##);
        assert_eq!(squeezed(&source.code), "f( , , , , , x: &'a str) g");
        assert_eq!(squeezed(&source.prose), r#"a\"b\\ " \' c"d e\"#);
    }

    #[test]
    fn an_unfinished_file_does_not_stop_the_reading() {
        for text in ["\"abc", "/* abc", "'", "r#\"abc", "//", "/*/", "fn f() { "] {
            let source = Source::of_code(text);
            assert_eq!((source.prose.len(), source.code.len()), (text.len(), text.len()), "{text}");
            source.functions();
        }
    }

    #[test]
    fn a_position_belongs_to_the_function_around_it_or_the_next_one() {
        let text = "// A\nfn first(x: [u8; 2]) { if x { \"}\" } // B\n }\n// C\nfn second() { /* D */ }\n// E";
        let source = Source::of_code(text);
        let functions = source.functions();
        let at = |mark: &str| function_at(&functions, source.prose.find(mark).expect("the mark is in the text"));
        assert_eq!(
            ["A", "B", "C", "D", "E"].map(at),
            [Some("first"), Some("first"), Some("second"), Some("second"), None]
        );
    }
}
