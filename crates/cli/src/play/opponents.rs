//! The bots at the other seats.

use anyhow::{Result, bail};
use bots::{Budget, Kind};
use hosted::{Advised, Player};
use kernel::{Seat, SeatSet};
use shelf::Title;

/// A bot for each seat where nobody is at the keyboard.
pub struct Opponents {
    players: Vec<Option<Advised>>,
    seed: u64,
}

impl Opponents {
    /// One name is for all of them; otherwise each has its own.
    pub fn new(title: &dyn Title, names: &[Player], seats: u8, humans: SeatSet, seed: u64) -> Result<Opponents> {
        let players = names.iter().map(|player| title.advised(player)).collect::<Result<Vec<Advised>, _>>()?;
        let empty = usize::from(seats) - humans.len();
        if players.len() != 1 && players.len() != empty {
            bail!("{} bots are named for {empty} to play; name one for all of them, or one for each", players.len());
        }
        let mut players = players.into_iter().cycle();
        let players = (0..seats).map(|seat| if humans.contains(Seat(seat)) { None } else { players.next() }).collect();
        Ok(Opponents { players, seed })
    }

    /// The bot at this seat, and the seed of its thoughts at this step: a number of its own, so that it foresees nothing.
    pub fn turn(&self, seat: Seat, step: u32) -> (&Advised, u64) {
        let player = self.players[seat.index()].as_ref().expect("a seat has a bot unless somebody is at the keyboard");
        (player, self.seed.wrapping_mul(8).wrapping_add(u64::from(seat.0)).wrapping_add(u64::from(step) << 40))
    }

    /// Who plays this seat; none if somebody at the keyboard does.
    pub fn describe(&self, seat: Seat) -> Option<String> {
        let player = self.players[seat.index()].as_ref()?;
        let bot = match player.kind() {
            Kind::Random => "a random bot".to_owned(),
            Kind::Greedy => "a greedy bot".to_owned(),
            Kind::Search(Budget::Time(time)) => format!("a bot that thinks {} ms", time.as_millis()),
            Kind::Search(Budget::Iterations(number)) => format!("a bot that tries {number} ways"),
        };
        let weights = player.name.split_once('@').map_or(String::new(), |(_, file)| format!(" with {file}"));
        Some(bot + &weights)
    }
}
