//! The journal of a match: everything that has ever changed it, in order. It is only ever appended to.

use serde::{Deserialize, Serialize};

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// Choices, all of one decision maker save those that were forced.
    Choose { made: Vec<Made> },
    /// Everything from this choice on is taken back.
    Undo { seat: u8, to: u32 },
    /// A person takes a seat that was open.
    Sit { seat: u8, name: String },
    /// A bot plays on for a person.
    StandIn { seat: u8, why: Absence, bot: String },
    /// The person is back.
    Return { seat: u8 },
    /// From here on chance is fresh, and what nobody has seen is dealt anew: the match goes on from another, and nobody shall
    /// foretell it.
    Renew { seed: String },
    /// The rules have changed and would not take all the choices of this match: it goes on from a snapshot.
    Rebase { to: u32, engine: String, reason: String, snapshot: String },
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    pub seat: u8,
    /// In notation.
    pub choice: String,
    #[serde(default, skip_serializing_if = "By::is_person")]
    pub by: By,
}

/// Who answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    #[default]
    Person,
    Bot,
    /// There was only one answer, as everybody could see.
    Forced,
}

impl By {
    fn is_person(&self) -> bool {
        *self == By::Person
    }
}

/// Why a bot stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    Resigned,
    OutOfTime,
}
