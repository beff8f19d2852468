//! One battle, fought again and again by random play.

use crate::runs::{End, Threads, many};
use crate::tables::{Share, table};
use anyhow::{Result, anyhow};
use forbidden_stars::force::UNIT_KINDS;
use forbidden_stars::{Catalogue, Event, Game, Position, describe};
use kernel::{Chance, Deaf, Herald, Seat};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of the battles.
#[derive(Debug, Serialize)]
pub struct Battles {
    battles: usize,
    #[serde(rename = "interrupted")]
    pub end: End,
    attacker: String,
    defender: String,
    attacker_wins: Share,
    defender_wins: Share,
    nobody_wins: Share,
    /// Units destroyed per battle, reinforcement tokens left out.
    mean_losses_of_attacker: f64,
    mean_losses_of_defender: f64,
    /// Seeds of battles that the rules could not finish.
    pub broken: Vec<u64>,
}

/// The result of one combat and the units each side lost, as heard.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    winner: Option<Seat>,
    is_decided: bool,
    losses: [u32; 2],
}

impl Herald<forbidden_stars::ForbiddenStars> for Outcome {
    fn tell(&mut self, event: Event) {
        match event {
            // A second combat, somewhere else, would be another battle.
            Event::CombatWon { seat, .. } if !self.is_decided => {
                self.winner = Some(seat);
                self.is_decided = true;
            }
            Event::NobodyWins { .. } => self.is_decided = true,
            Event::Destroyed { seat, unit, .. } if unit.row() < UNIT_KINDS => {
                self.losses[seat.index()] += 1;
            }
            _ => {}
        }
    }
}

/// Fights the battle that `text` describes. The attacker sits in the first seat.
pub fn fight(text: &str, battles: u64, seed: u64, threads: Threads) -> Result<Battles> {
    let catalogue = Catalogue::standard();
    let line = format!("battle: {}", text.replace('\n', " ").to_lowercase());
    let position = Position::read(catalogue, &line).map_err(|error| anyhow!("{}", error.reason))?;
    let names = {
        let game = position.start(Chance::from_number(seed), &mut Deaf);
        [Seat(0), Seat(1)].map(|seat| describe::player(&game, seat).to_owned())
    };
    let (mut outcomes, mut broken) = (Vec::<Outcome>::new(), Vec::new());
    let one = |number| {
        let seed = seed.wrapping_add(number);
        catch_unwind(AssertUnwindSafe(|| fight_once(&position, seed))).map_err(|_| seed)
    };
    let end = many(battles, threads, one, |result| match result {
        Ok(outcome) => outcomes.push(outcome),
        Err(seed) => broken.push(seed),
    })?;
    let won_by = |winner: Option<Seat>| outcomes.iter().filter(|outcome| outcome.winner == winner).count();
    let mean = |side: usize| {
        let losses: u32 = outcomes.iter().map(|outcome| outcome.losses[side]).sum();
        f64::from(losses) / outcomes.len().max(1) as f64
    };
    let [attacker, defender] = names;
    Ok(Battles {
        battles: outcomes.len(),
        end,
        attacker,
        defender,
        attacker_wins: Share::new(won_by(Some(Seat(0))), outcomes.len()),
        defender_wins: Share::new(won_by(Some(Seat(1))), outcomes.len()),
        nobody_wins: Share::new(won_by(None), outcomes.len()),
        mean_losses_of_attacker: mean(0),
        mean_losses_of_defender: mean(1),
        broken,
    })
}

fn fight_once(position: &Position, seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let mut bot = Chance::from_number(seed).split();
    let mut game: Game = position.start(Chance::from_number(seed), &mut outcome);
    let mut choices = Vec::new();
    while let Some(question) = game.next_question() {
        game.choices(question.seat, &mut choices);
        let choice = choices[bot.below(choices.len() as u32) as usize];
        game.take(question.seat, choice, &mut outcome);
    }
    outcome
}

impl std::fmt::Display for Battles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let so_far = self.end.remark();
        writeln!(f, "{} battles{so_far}", self.battles)?;
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
        for seed in &self.broken {
            writeln!(f, "broken: the battle with seed {seed} could not be finished")?;
        }
        Ok(())
    }
}
