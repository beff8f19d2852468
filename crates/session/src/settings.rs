//! What a table agrees on besides the game's own options: who sits where, clocks, who stands in.

use crate::wire::Sitter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest name of a person or a table.
pub const NAME_LIMIT: usize = 40;

/// What the table agreed on when the match was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The table's name; may be empty.
    pub name: String,
    /// Where the game goes on from another: what that one's table was called, which may be nothing.
    #[serde(default)]
    pub origin: Option<String>,
    /// The match that this one goes on from.
    #[serde(default)]
    pub origin_match: Option<String>,
    /// Clockwise from seat 0.
    pub seats: Vec<Sitting>,
    pub clock: Clock,
    /// The bot that plays for somebody who has run out of time; none if nobody does.
    pub stand_in: Option<String>,
    /// Questions to which everybody can see that there is only one answer are answered without asking.
    pub answers_forced: bool,
    /// The odds panel may be used while the game goes on.
    pub odds: bool,
    /// Somebody without a key may look on.
    pub spectators: bool,
    /// The first player is shown the ropes.
    pub guided: bool,
}

impl Settings {
    pub fn of(seats: Vec<Sitting>) -> Self {
        Settings {
            name: String::new(),
            origin: None,
            origin_match: None,
            seats,
            clock: Clock::None,
            stand_in: None,
            answers_forced: true,
            odds: true,
            spectators: true,
            guided: false,
        }
    }

    /// The name that somebody gave to this table, or to the one from which its game goes on.
    pub fn given_name(&self) -> &str {
        self.origin.as_deref().unwrap_or(&self.name)
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    pub sitter: Sitter,
    /// Empty while nobody sits there.
    pub name: String,
    /// The kind of bot that plays, if one does.
    pub bot: Option<String>,
}

impl Sitting {
    pub fn open() -> Self {
        Sitting { sitter: Sitter::Open, name: String::new(), bot: None }
    }

    pub fn person(name: &str) -> Self {
        Sitting { sitter: Sitter::Person, name: name.to_owned(), bot: None }
    }

    /// A person who shares the screen with others.
    pub fn here(name: &str) -> Self {
        Sitting { sitter: Sitter::Here, name: name.to_owned(), bot: None }
    }

    pub fn bot(name: &str, kind: &str) -> Self {
        Sitting { sitter: Sitter::Bot, name: name.to_owned(), bot: Some(kind.to_owned()) }
    }

    /// A person decides here, now or later.
    pub fn is_human(&self) -> bool {
        self.bot.is_none()
    }
}

/// How long a person may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    #[default]
    None,
    /// A stock of days for the whole game.
    Banked {
        #[schema(minimum = 1, maximum = 365)]
        days: u16,
    },
    /// A stock of minutes, and something more with each answer.
    Live {
        #[schema(minimum = 1, maximum = 1440)]
        minutes: u16,
        #[schema(minimum = 0, maximum = 600)]
        increment_seconds: u16,
    },
}

impl Clock {
    /// The stock at the start, in milliseconds.
    pub fn stock(self) -> Option<i64> {
        match self {
            Clock::None => None,
            Clock::Banked { days } => Some(i64::from(days) * 24 * 60 * 60 * 1000),
            Clock::Live { minutes, .. } => Some(i64::from(minutes) * 60 * 1000),
        }
    }

    /// What an answer adds, in milliseconds.
    pub fn increment(self) -> i64 {
        match self {
            Clock::None | Clock::Banked { .. } => 0,
            Clock::Live { increment_seconds, .. } => i64::from(increment_seconds) * 1000,
        }
    }
}

/// A name as it is shown: no control characters, no surrounding blanks, not too long.
pub fn clean_name(name: &str) -> String {
    let plain: String = name.chars().map(|letter| if is_unseen(letter) { ' ' } else { letter }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(NAME_LIMIT).collect::<String>().trim_end().to_owned()
}

/// Control characters, and those that turn the direction of a line or take no room.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_on_one_line() {
        assert_eq!(clean_name("  Ann\u{202e}\n Bo\t"), "Ann Bo");
        assert_eq!(clean_name(&"é".repeat(100)).chars().count(), NAME_LIMIT);
        assert_eq!(clean_name("\u{0}"), "");
    }
}
