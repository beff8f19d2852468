//! How a scene between two sides may end: the face of every game's odds.

use crate::{Advised, Share};
use kernel::{Seat, Side};
use serde::Serialize;

/// The odds of one scene, sharper with every time it is played out. The figures are sums: they depend on the seed and
/// the number of times alone, however these are cut into slices or spread over threads.
pub trait Odds: Send + Sync {
    /// Begins anew with these players and this seed.
    fn begin(&mut self, policies: Policies, seed: u64);

    /// Plays it out so many more times, on this thread.
    fn sharpen(&mut self, times: u64);

    /// Plays it out so many more times, on all threads of the present pool. The figures are those of `sharpen`.
    fn sharpen_in_parallel(&mut self, times: u64);

    /// How often it has been played out, finished or not.
    fn fought(&self) -> u64;

    /// How far the attacker's share may be off, as a standard error.
    fn precision(&self) -> f64;

    /// Was it tried many times, and could it never be finished? Then there is nothing to sharpen.
    fn is_hopeless(&self) -> bool;

    fn figures(&self) -> Figures;

    /// Everything that can happen gone through, if these are no more situations than `most`. Whoever wants it stopped
    /// says so by `is_stopped`.
    fn exact(&self, most: usize, is_stopped: &dyn Fn() -> bool) -> Result<Figures, NotExact>;

    /// Whether it is worth trying to go through everything.
    fn may_be_exact(&self) -> bool;

    /// The same with one unit more or less of each kind, for the side of the one who asks.
    fn what_if(&self) -> Vec<Altered>;

    /// The same with one unit more of each kind, for both sides.
    fn reinforced(&self) -> Vec<Altered>;

    /// In words, as `odds_of` reads them; none where no words fit.
    fn in_words(&self) -> Option<String>;

    /// What these words leave out.
    fn left_out(&self) -> Vec<String>;

    /// Attacker and defender, if it is played out from the middle of a game.
    fn seats(&self) -> Option<[Seat; 2]>;

    fn copy(&self) -> Box<dyn Odds>;
}

/// Who chooses for each side.
#[derive(Clone, Debug)]
pub struct Policies {
    pub attacker: Advised,
    pub defender: Advised,
}

impl Policies {
    /// Do both sides take any legal choice, all equally likely?
    pub fn are_blind(&self) -> bool {
        [&self.attacker, &self.defender].iter().all(|policy| policy.kind() == bots::Kind::Random)
    }

    pub fn of(&self, side: usize) -> &Advised {
        if side == 0 { &self.attacker } else { &self.defender }
    }
}

/// A scene in which one side has one unit more or one less.
pub struct Altered {
    pub side: Side,
    pub change: Change,
    /// The kind of unit, by name.
    pub unit: String,
    pub odds: Box<dyn Odds>,
}

impl std::fmt::Debug for Altered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Altered { side, change, unit, .. } = self;
        f.debug_struct("Altered")
            .field("side", side)
            .field("change", change)
            .field("unit", unit)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    OneMore,
    OneLess,
}

/// Why there are no exact odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// In the game's own words.
    #[error("{0}")]
    TooMuch(String),
    #[error("interrupted before the exact odds were there")]
    Interrupted,
}

/// What came of it: plain numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    pub method: Method,
    /// The side whose knowledge is respected, if it is played out from the middle of a game.
    pub as_seen_by: Option<String>,
    /// By the ids of the sides, as in simulations and tournaments.
    pub attacker_side: String,
    pub defender_side: String,
    pub attacker: SideFigures,
    pub defender: SideFigures,
    /// Both sides destroyed.
    pub nobody_wins: Share,
    /// Numbers of those that the rules could not finish.
    pub broken: Vec<u64>,
}

/// Where the figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    Fought {
        battles: u64,
    },
    /// Every roll, draw and choice, each as often as it comes about; no error but that of rounding.
    Exact {
        situations: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideFigures {
    /// The side's name.
    pub side: String,
    /// Who chooses for this side.
    pub policy: String,
    pub wins: Share,
    /// Units lost, of all kinds that count.
    pub losses: Mean,
    pub losses_by_kind: Vec<KindLosses>,
    /// How often this many units were left, from none up.
    pub survivors: Vec<Share>,
}

/// What one kind loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindLosses {
    pub kind: String,
    /// How many are there at the start.
    pub of: u8,
    pub lost: Mean,
}

/// An average and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    pub standard_error: f64,
}
