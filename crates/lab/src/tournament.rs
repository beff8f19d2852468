//! Tournaments: who meets whom, what came of it, and how strong everybody is.

mod elo;
mod journal;
mod plan;
mod report;

pub use elo::{Elo, Meeting, fit};
pub use journal::{Journal, JournalError, Terms};
pub use plan::{Fixture, PLAN, Plan};
pub use report::{BotReport, CSV_HEADER, Report, csv};

use crate::matches::{Broken, play};
use crate::statistics::Times;
use hosted::{Advised, Hosted, Wish};
use serde::{Deserialize, Serialize};

/// One game of a tournament, as it stands in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// From 1.
    pub game: u64,
    pub seed: u64,
    /// Names of bots, by seat.
    pub bots: Vec<String>,
    pub wish: Wish,
    pub outcome: Outcome,
    /// By seat; forced choices left out. Nothing else in here depends on the clock.
    pub times: Vec<Times>,
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Finished(Score),
    Broken(Broken),
}

/// How a game ended, by seat where there is more than one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    pub winners: Vec<usize>,
    /// In what the game counts.
    pub scores: Vec<i32>,
    /// Decisions with more than one legal choice.
    pub decisions: Vec<u32>,
    pub round: u8,
    /// The id of the ending.
    pub ending: String,
}

impl Score {
    /// What a seat has won of the game: the winners share it.
    pub fn won(&self, seat: usize) -> f64 {
        if self.winners.contains(&seat) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }
}

/// Plays one game of the plan. The line-up counts in `players`.
pub fn play_fixture<H: Hosted>(fixture: &Fixture, wish: Wish, players: &[Advised]) -> Played {
    let seats = fixture.line_up.len();
    let line_up: Vec<&Advised> = fixture.line_up.iter().map(|&player| &players[player]).collect();
    let mut times = vec![Times::default(); seats];
    let mut decisions = vec![0; seats];
    let options = H::options(&wish).expect("the wish was tried before the first game");
    let played = play::<H>(&options, fixture.seed, &line_up, |seen| {
        if seen.legal.len() > 1 {
            times[seen.seat.index()].add(seen.took);
            decisions[seen.seat.index()] += 1;
        }
    });
    let outcome = match played {
        Err(broken) => Outcome::Broken(broken),
        Ok(game) => {
            let end = H::progress(&game);
            Outcome::Finished(Score {
                winners: game.winners().iter().map(|seat| seat.index()).collect(),
                scores: end.scores,
                decisions,
                round: end.round,
                ending: end.ending.unwrap_or_default().to_owned(),
            })
        }
    };
    Played {
        game: fixture.number + 1,
        seed: fixture.seed,
        bots: line_up.iter().map(|player| player.name.clone()).collect(),
        wish,
        outcome,
        times,
    }
}
