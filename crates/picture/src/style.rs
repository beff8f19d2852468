//! The style sheet, and what becomes of it in a file that stands alone.

use crate::Theme;

/// What all games' pictures have in common: the colours of both themes, the marks of the seats. A game adds its own.
pub const STYLE: &str = concat!(include_str!("../style/themes.css"), include_str!("../style/seats.css"));

/// The marks of the seats and a game's own rules, in the colours of one theme. Not every program that shows SVG knows
/// custom properties.
pub fn embedded(css: &str, theme: Theme) -> String {
    resolve(&format!("{}{css}", include_str!("../style/seats.css")), theme)
}

fn resolve(css: &str, theme: Theme) -> String {
    let values = values(theme);
    let mut resolved = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("var(") {
        resolved.push_str(&rest[..at]);
        let inner = &rest[at + 4..];
        let end = inner.find(')').expect("a reference in our style sheet is closed");
        let name = &inner[..end];
        let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        resolved.push_str(value.expect("a colour in our style sheet is defined in both themes"));
        rest = &inner[end + 1..];
    }
    resolved.push_str(rest);
    resolved
}

/// Names and values in the block of a theme.
fn values(theme: Theme) -> Vec<(&'static str, &'static str)> {
    let themes = include_str!("../style/themes.css");
    let head = format!(":root[data-theme=\"{}\"] {{", theme.id());
    let start = themes.find(&head).expect("our style sheet has a block for each theme") + head.len();
    let block = &themes[start..];
    let block = &block[..block.find('}').expect("a block in our style sheet is closed")];
    block
        .split(';')
        .filter_map(|line| line.trim().split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_custom_properties() {
        for theme in Theme::ALL {
            let css = embedded(".tile { fill: var(--tile); }", theme);
            assert!(!css.contains("var("), "{css}");
            assert!(!css.contains("url("), "nothing from outside");
        }
        assert_ne!(embedded("", Theme::Night), embedded("", Theme::Chart));
    }
}
