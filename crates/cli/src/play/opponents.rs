//! The bots at the other seats.

use anyhow::{Result, bail};
use bots::{Bot, Budget, Kind};
use forbidden_stars::{Choice, ForbiddenStars, Game};
use kernel::{Seat, SeatSet, Seated};
use lab::player::{Advised, Player};

/// A bot for each seat where nobody is at the keyboard.
pub struct Opponents(Vec<Option<Opponent>>);

struct Opponent {
    player: Advised,
    bot: Box<dyn Bot<ForbiddenStars>>,
}

impl Opponents {
    /// One name is for all of them; otherwise each has its own.
    pub fn new(names: &[Player], game: &Game, humans: SeatSet, seed: u64) -> Result<Opponents> {
        let players = names.iter().map(Player::advised).collect::<Result<Vec<Advised>, _>>()?;
        let empty = game.table.all_seats().filter(|&seat| !humans.contains(seat)).count();
        if players.len() != 1 && players.len() != empty {
            bail!("{} bots are named for {empty} to play; name one for all of them, or one for each", players.len());
        }
        let mut players = players.into_iter().cycle();
        let seats = game.table.all_seats().map(|seat| {
            let player = if humans.contains(seat) { None } else { players.next() }?;
            // A bot deals its imagined games from a number of its own, so that it foresees nothing.
            let bot = player.bot(seed.wrapping_mul(8).wrapping_add(u64::from(seat.0)));
            Some(Opponent { player, bot })
        });
        Ok(Opponents(seats.collect()))
    }

    /// The answer of the bot at this seat.
    pub fn choose(&mut self, seated: &Seated<'_, ForbiddenStars>) -> Choice {
        let opponent = self.0[seated.seat().index()].as_mut();
        opponent.expect("a seat has a bot unless somebody is at the keyboard").bot.choose(seated)
    }

    /// Who plays this seat; none if somebody at the keyboard does.
    pub fn describe(&self, seat: Seat) -> Option<String> {
        let opponent = self.0[seat.index()].as_ref()?;
        let bot = match opponent.player.kind() {
            Kind::Random => "a random bot".to_owned(),
            Kind::Greedy => "a greedy bot".to_owned(),
            Kind::Search(Budget::Time(time)) => format!("a bot that thinks {} ms", time.as_millis()),
            Kind::Search(Budget::Iterations(number)) => format!("a bot that tries {number} ways"),
        };
        let weights = opponent.player.name.split_once('@').map_or(String::new(), |(_, file)| format!(" with {file}"));
        Some(bot + &weights)
    }
}
