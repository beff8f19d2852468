//! Documents that quote code: what they quote stands in the code.

/// A piece of Rust in a document, and the file that it is said to stand in.
#[derive(Debug, PartialEq, Eq)]
pub struct Quote {
    /// The line above it: a path in backquotes, and nothing else. None if there is no such line.
    pub path: Option<String>,
    pub code: String,
    /// Where it begins in the document, counted from 1.
    pub line: usize,
}

/// All pieces of Rust in a document.
pub fn quotes(document: &str) -> Vec<Quote> {
    let mut quotes = Vec::new();
    let mut above: Option<&str> = None;
    let mut lines = (1..).zip(document.lines());
    while let Some((line, text)) = lines.next() {
        if let Some(language) = text.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().map(|(_, text)| text).take_while(|text| *text != "```").collect();
            if language.starts_with("rust") {
                let path = above.and_then(|text| text.strip_prefix('`')?.strip_suffix('`'));
                quotes.push(Quote { path: path.map(str::to_owned), code: inside.join("\n"), line });
            }
            above = None;
        } else if !text.is_empty() {
            above = Some(text);
        }
    }
    quotes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citations::read;
    use crate::coverage::tests::workspace;

    #[test]
    fn a_document_quotes_what_is_there() {
        let root = workspace();
        let document = "docs/a-new-game.md";
        let found = quotes(&read(&root.join(document)).expect("the document can be read"));
        assert!(found.len() > 20, "only {} pieces are quoted", found.len());
        for Quote { path, code, line } in found {
            let path = path.unwrap_or_else(|| panic!("{document}:{line}: no file is named above this piece"));
            let file = read(&root.join(&path)).unwrap_or_else(|error| panic!("{document}:{line}: {error}"));
            assert!(file.contains(&format!("{code}\n")), "{document}:{line}: this does not stand in {path}:\n{code}");
        }
    }

    #[test]
    fn pieces_are_found_with_the_file_above_them() {
        let document = "Text.\n\n`src/lib.rs`\n\n```rust\nfn one() {}\n\n```\n\n```sh\ncargo test\n```\n\nText.\n\n```rust\nx\n```\n";
        let quote =
            |path: Option<&str>, code: &str, line| Quote { path: path.map(str::to_owned), code: code.to_owned(), line };
        assert_eq!(quotes(document), [quote(Some("src/lib.rs"), "fn one() {}\n", 5), quote(None, "x", 16)]);
    }
}
