//! How much each part of a standing counts: early in the game, and late.

use super::standing::{PARTS, Part, Standing};
use crate::table::LAST_ROUND;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A weight for each part in round 1 and in round 8; between them in proportion.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub early: [f32; PARTS],
    pub late: [f32; PARTS],
}

/// As in a file: by the part's name, early and late.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct File(BTreeMap<String, (f32, f32)>);

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error(
        "the weights are not readable ({0}); a file looks like crates/forbidden-stars/data/advice.ron of this project"
    )]
    Unreadable(String),
    #[error("“{0}” is no part of a standing; the parts are {names}", names = Part::names().join(", "))]
    Unknown(String),
    #[error("the weights of “{0}” are missing")]
    Missing(String),
    #[error("the weights of “{0}” are not finite numbers")]
    NotANumber(String),
}

impl Weights {
    /// Tuned by self-play; `orrery tune` made them.
    pub fn standard() -> Weights {
        static STANDARD: OnceLock<Weights> = OnceLock::new();
        STANDARD
            .get_or_init(|| Weights::read(include_str!("../../data/advice.ron")).expect("our own weights are in order"))
            .clone()
    }

    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let File(mut named) = ron::from_str(text).map_err(|error| WeightsError::Unreadable(error.to_string()))?;
        let mut weights = Weights { early: [0.0; PARTS], late: [0.0; PARTS] };
        for part in Part::ALL {
            let name = part.name();
            let (early, late) = named.remove(name).ok_or_else(|| WeightsError::Missing(name.to_owned()))?;
            if !early.is_finite() || !late.is_finite() {
                return Err(WeightsError::NotANumber(name.to_owned()));
            }
            (weights.early[part as usize], weights.late[part as usize]) = (early, late);
        }
        match named.into_keys().next() {
            Some(name) => Err(WeightsError::Unknown(name)),
            None => Ok(weights),
        }
    }

    pub fn write(&self) -> String {
        let mut text = String::from(
            "// How much each part of a standing counts: in round 1, in round 8. Made by `orrery tune`.\n{\n",
        );
        for part in Part::ALL {
            let (early, late) = (self.early[part as usize], self.late[part as usize]);
            text += &format!("    \"{}\": ({early:.4}, {late:.4}),\n", part.name());
        }
        text + "}\n"
    }

    /// One number for a seat; only differences between seats mean anything.
    pub fn score(&self, round: u8, standing: &Standing) -> f32 {
        let late = lateness(round);
        let pairs = self.early.iter().zip(&self.late).zip(standing);
        pairs.map(|((early, end), part)| (early + (end - early) * late) * part).sum()
    }
}

/// 0 in the first round, 1 in the last.
pub fn lateness(round: u8) -> f32 {
    f32::from(round.clamp(1, LAST_ROUND) - 1) / f32::from(LAST_ROUND - 1)
}
