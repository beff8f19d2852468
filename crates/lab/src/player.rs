//! Who plays: a kind of bot, and the weights it is advised with.

use bots::{Bot, Kind, UnknownKind};
use forbidden_stars::ForbiddenStars;
use forbidden_stars::advice::{Adviser, Weights, WeightsError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A bot as people name it: `greedy`, `search:100ms`, `greedy@FILE` with the weights in that file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    pub kind: Kind,
    pub weights: Option<PathBuf>,
}

/// Why somebody cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    #[error(transparent)]
    Kind(#[from] UnknownKind),
    #[error("“{0}” names no file of weights after the @")]
    NoFile(String),
    #[error("random weighs nothing and takes no weights; leave out “@{0}”")]
    Weightless(String),
    #[error("the weights {file} cannot be read: {reason}")]
    Unreadable { file: String, reason: String },
    #[error("{file}: {reason}")]
    Weights { file: String, reason: WeightsError },
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let (kind, file) = text.split_once('@').map_or((text, None), |(kind, file)| (kind, Some(file)));
        let kind: Kind = kind.parse()?;
        match file {
            Some("") => Err(PlayerError::NoFile(text.to_owned())),
            Some(file) if kind == Kind::Random => Err(PlayerError::Weightless(file.to_owned())),
            file => Ok(Player { kind, weights: file.map(PathBuf::from) }),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.weights {
            None => self.kind.fmt(f),
            Some(file) => write!(f, "{}@{}", self.kind, file.display()),
        }
    }
}

impl Player {
    /// The player together with his adviser, whose weights are read here and only here.
    pub fn advised(&self) -> Result<Advised, PlayerError> {
        let adviser = self.weights.as_deref().map_or_else(|| Ok(Adviser::default()), read_weights)?;
        Ok(Advised { name: self.to_string(), kind: self.kind, adviser })
    }
}

fn read_weights(path: &Path) -> Result<Adviser, PlayerError> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| PlayerError::Unreadable { file: file.clone(), reason: error.to_string() })?;
    Weights::read(&text).map(Adviser::new).map_err(|reason| PlayerError::Weights { file, reason })
}

/// A player who has his adviser and may sit down at any table.
#[derive(Clone, Debug)]
pub struct Advised {
    pub name: String,
    kind: Kind,
    adviser: Adviser,
}

impl Advised {
    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn adviser(&self) -> &Adviser {
        &self.adviser
    }

    /// A fingerprint of the weights, so that a journal can tell when they have changed; none for who weighs nothing.
    pub fn fingerprint(&self) -> String {
        match self.kind {
            Kind::Random => "none".to_owned(),
            Kind::Greedy | Kind::Search(_) => {
                let hash = blake3::hash(self.adviser.weights().write().as_bytes());
                hash.to_hex()[..8].to_owned()
            }
        }
    }

    /// A bot for one game. The same seed gives the same play, except where the clock decides.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot<ForbiddenStars>> {
        self.kind.seat(&self.adviser, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["random", "greedy", "search:100ms", "greedy@bold.ron", "search:2000@dir/bold.ron"] {
            assert_eq!(name.parse::<Player>().map(|player| player.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["gredy", "greedy@", "random@bold.ron", "@bold.ron"] {
            assert!(wrong.parse::<Player>().is_err(), "{wrong}");
        }
    }
}
