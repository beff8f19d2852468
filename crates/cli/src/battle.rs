//! One battle, fought again and again by random play; `orrery odds` says more about it.

use crate::numbers;
use crate::odds::{Goal, sharpen};
use crate::runs::{End, Run, Threads};
use crate::tables::{Share, table};
use anyhow::{Error, Result};
use bots::Kind;
use hosted::{Odds, Player, Policies};
use serde::Serialize;
use shelf::Title;

/// What came of the battles.
#[derive(Debug, Serialize)]
pub struct Battles {
    battles: usize,
    #[serde(rename = "interrupted")]
    pub end: End,
    attacker: String,
    defender: String,
    attacker_side: String,
    defender_side: String,
    attacker_wins: Share,
    defender_wins: Share,
    nobody_wins: Share,
    /// Units lost per battle, of all kinds that count.
    mean_losses_of_attacker: f64,
    mean_losses_of_defender: f64,
    /// Numbers of battles that the rules could not finish.
    pub broken: Vec<u64>,
}

/// Fights the battle that `text` describes.
pub fn fight(title: &dyn Title, text: &str, battles: u64, seed: u64, threads: Threads) -> Result<Battles> {
    let mut odds = title.odds_of(text).map_err(Error::msg)?;
    let random = title.advised(&Player { kind: Kind::Random, weights: None })?;
    odds.begin(Policies { attacker: random.clone(), defender: random }, seed);
    let (run, pool) = (Run::start(battles, 0)?, threads.pool()?);
    let show = |odds: &dyn Odds| run.bar.set_position(odds.fought());
    let end = sharpen(&mut *odds, Goal::Battles(battles), &pool, || run.is_stopped(), show);
    drop(run);
    let figures = odds.figures();
    let share = |share: hosted::Share| Share::new(share.count as usize, share.of as usize);
    Ok(Battles {
        battles: figures.nobody_wins.of as usize,
        end,
        attacker: figures.attacker.side,
        defender: figures.defender.side,
        attacker_side: figures.attacker_side,
        defender_side: figures.defender_side,
        attacker_wins: share(figures.attacker.wins),
        defender_wins: share(figures.defender.wins),
        nobody_wins: share(figures.nobody_wins),
        mean_losses_of_attacker: figures.attacker.losses.mean,
        mean_losses_of_defender: figures.defender.losses.mean,
        broken: figures.broken,
    })
}

impl std::fmt::Display for Battles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let so_far = self.end.remark();
        writeln!(f, "{}{so_far}", numbers::of(self.battles as u64, "battle"))?;
        let mut rows = table(&["", "battles", "share", "mean losses"]);
        let row = |who: String, share: Share, losses: Option<f64>| {
            let losses = losses.map_or(String::new(), |losses| format!("{losses:.2} units"));
            [who, share.count.to_string(), share.to_string(), losses]
        };
        rows.add_row(row(
            format!("attacker wins ({})", self.attacker),
            self.attacker_wins,
            Some(self.mean_losses_of_attacker),
        ));
        rows.add_row(row(
            format!("defender wins ({})", self.defender),
            self.defender_wins,
            Some(self.mean_losses_of_defender),
        ));
        rows.add_row(row("nobody wins".to_owned(), self.nobody_wins, None));
        writeln!(f, "{}", rows.trim_fmt())?;
        for number in &self.broken {
            writeln!(f, "broken: battle {number} could not be finished")?;
        }
        Ok(())
    }
}
