//! Bots by name: `random`, `greedy`, `search:100ms`, `search:2000`.

use crate::{Bot, Budget, Greedy, Random, Search};
use kernel::{Advice, Rules};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A kind of bot, as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Random,
    Greedy,
    Search(Budget),
}

/// A name that is no bot's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no bot “{}”; there are random, greedy, and search with a time or a number of iterations for each \
             decision: search:100ms, search:2000",
            self.0
        )
    }
}

impl std::error::Error for UnknownKind {}

impl Kind {
    /// A bot of this kind. The same seed gives the same play, except where the clock decides.
    pub fn seat<R: Rules, A: Advice<R>>(self, advice: &A, seed: u64) -> Box<dyn Bot<R>> {
        match self {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(advice.clone(), seed)),
            Kind::Search(budget) => Box::new(Search::new(advice.clone(), budget, seed)),
        }
    }

    /// Whether its choices depend on its seed alone, and not on the clock.
    pub fn is_reproducible(self) -> bool {
        !matches!(self, Kind::Search(Budget::Time(_)))
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let unknown = || UnknownKind(text.to_owned());
        let (name, budget) = text.split_once(':').map_or((text, None), |(name, budget)| (name, Some(budget)));
        match (name, budget) {
            ("random", None) => Ok(Kind::Random),
            ("greedy", None) => Ok(Kind::Greedy),
            ("search", None) => Ok(Kind::Search(Budget::Time(Duration::from_millis(100)))),
            ("search", Some(budget)) => {
                let (digits, is_time) = budget.strip_suffix("ms").map_or((budget, false), |digits| (digits, true));
                let number: u32 = digits.parse().ok().filter(|&number| number > 0).ok_or_else(unknown)?;
                Ok(Kind::Search(if is_time {
                    Budget::Time(Duration::from_millis(u64::from(number)))
                } else {
                    Budget::Iterations(number)
                }))
            }
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Search(Budget::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
            Kind::Search(Budget::Iterations(number)) => write!(f, "search:{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["random", "greedy", "search:100ms", "search:2000"] {
            assert_eq!(name.parse::<Kind>().map(|kind| kind.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["", "Greedy", "search:", "search:0", "search:0ms", "search:-1", "search:9s", "greedy:3"] {
            assert!(wrong.parse::<Kind>().is_err(), "{wrong}");
        }
    }
}
