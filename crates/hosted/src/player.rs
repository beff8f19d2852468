//! Who plays: a kind of bot, and the weights it is advised with.

use crate::Hosted;
use bots::{Bot, Kind, UnknownKind};
use std::any::Any;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

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
    Weights { file: String, reason: String },
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
    pub fn advised<H: Hosted>(&self) -> Result<Advised, PlayerError> {
        let adviser = match &self.weights {
            None => H::Adviser::default(),
            Some(path) => {
                let weights = H::read_weights(&weights_in(path)?);
                weights.map_err(|reason| PlayerError::Weights { file: path.display().to_string(), reason })?
            }
        };
        Ok(Advised::new::<H>(self.to_string(), self.kind, adviser))
    }
}

/// No file of weights comes near this size.
const MOST_BYTES: u64 = 1 << 20;

/// The weights in a file, as `orrery tune` writes them.
pub fn weights_in(path: &Path) -> Result<String, PlayerError> {
    let unreadable = |reason: String| PlayerError::Unreadable { file: path.display().to_string(), reason };
    let mut text = String::new();
    File::open(path)
        .and_then(|opened| opened.take(MOST_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(unreadable("it is larger than 1 MiB, too large for weights".to_owned()));
    }
    Ok(text)
}

/// A player who has his adviser and may sit down at any table of one game.
#[derive(Clone, Debug)]
pub struct Advised {
    pub name: String,
    kind: Kind,
    weights: String,
    /// The adviser of that game. Whoever advises is known to its own game alone; everybody else hands it on.
    adviser: Arc<dyn Any + Send + Sync>,
}

impl Advised {
    pub fn new<H: Hosted>(name: String, kind: Kind, adviser: H::Adviser) -> Advised {
        let weights = H::write_weights(&adviser);
        Advised { name, kind, weights, adviser: Arc::new(adviser) }
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn adviser<H: Hosted>(&self) -> &H::Adviser {
        self.adviser.downcast_ref().expect("a player sits down only at tables of the game it was advised for")
    }

    /// A fingerprint of the weights, so that a journal can tell when they have changed; none for who weighs nothing.
    pub fn fingerprint(&self) -> String {
        match self.kind {
            Kind::Random => "none".to_owned(),
            Kind::Greedy | Kind::Search(_) => blake3::hash(self.weights.as_bytes()).to_hex()[..8].to_owned(),
        }
    }

    /// A bot for one game. The same seed gives the same play, except where the clock decides.
    pub fn bot<H: Hosted>(&self, seed: u64) -> Box<dyn Bot<H::Rules>> {
        self.kind.seat(self.adviser::<H>(), seed)
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
