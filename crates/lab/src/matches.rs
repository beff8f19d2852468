//! One match between bots, whatever goes wrong in it.

use crate::player::Advised;
use bots::{Bot, Move, Noise};
use forbidden_stars::table::LAST_ROUND;
use forbidden_stars::{Catalogue, Choice, ForbiddenStars, Game, Options};
use kernel::{Chance, Deaf, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

/// Later than this nobody expects a game to end.
const MOST_DECISIONS: usize = 100_000;

/// One choice, just before the game takes it.
#[derive(Debug)]
pub struct Seen<'a> {
    pub game: &'a Game,
    pub seat: Seat,
    /// What the seat could choose from. One alone is a forced choice.
    pub legal: &'a [Choice],
    pub choice: Choice,
    /// How long the bot thought.
    pub took: Duration,
}

/// What ended a match before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// A bot chose what it may not.
    Illegal,
    /// The game went on and on.
    Stuck,
    /// A bot or the rules gave up with a panic.
    Panicked,
}

impl Trouble {
    pub fn name(self) -> &'static str {
        match self {
            Trouble::Illegal => "illegal",
            Trouble::Stuck => "stuck",
            Trouble::Panicked => "panicked",
        }
    }
}

/// A match that did not come to its end, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken {
    pub trouble: Trouble,
    pub seed: u64,
    /// How many choices had been made.
    pub at_choice: usize,
    pub reason: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { trouble, seed, at_choice, reason } = self;
        let choices = if *at_choice == 1 { "choice" } else { "choices" };
        write!(f, "seed {seed}, after {at_choice} {choices} ({}): {reason}", trouble.name())
    }
}

/// Thrown out of a match that does not end. Unwinding is the one way out of the bots' loop.
struct Stuck;

/// Plays one match to its end, one player a seat; `each` sees every choice. The game gets the plain seed, so that the
/// same number sets up the same game everywhere; each seat's bot gets a number that follows from it.
pub fn play(
    catalogue: &'static Catalogue,
    options: &Options,
    seed: u64,
    players: &[&Advised],
    each: impl FnMut(Seen<'_>),
) -> Result<Game, Broken> {
    let mut noise = Noise::from_number(seed);
    let bots = players.iter().map(|player| player.bot(noise.number())).collect();
    play_bots(catalogue, options, seed, bots, MOST_DECISIONS, each)
}

fn play_bots(
    catalogue: &'static Catalogue,
    options: &Options,
    seed: u64,
    mut bots: Vec<Box<dyn Bot<ForbiddenStars>>>,
    most: usize,
    mut each: impl FnMut(Seen<'_>),
) -> Result<Game, Broken> {
    let mut made = 0;
    // Nothing that a panic may have left half done is used again.
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut game = Game::new(catalogue, options, Chance::from_number(seed), &mut Deaf)
            .expect("the options were tried before the first match");
        let mut legal = Vec::new();
        let watch = |Move { game, seat, choice, took }: Move<'_, ForbiddenStars>| {
            if made == most {
                resume_unwind(Box::new(Stuck));
            }
            made += 1;
            game.choices(seat, &mut legal);
            each(Seen { game, seat, legal: &legal, choice, took });
        };
        match bots::play(&mut game, &mut bots, &mut Deaf, watch) {
            Ok(()) => Ok(game),
            Err(illegal) => Err(illegal.describe(&game)),
        }
    }));
    let broken_at = |at_choice, trouble, reason| Err(Broken { trouble, seed, at_choice, reason });
    let broken = |trouble, reason| broken_at(made, trouble, reason);
    match played {
        Ok(Ok(game)) => Ok(game),
        // What may not be chosen was seen, but not made.
        Ok(Err(illegal)) => broken_at(made.saturating_sub(1), Trouble::Illegal, illegal),
        Err(thrown) if thrown.is::<Stuck>() => broken(Trouble::Stuck, format!("there is no end after {most} choices")),
        Err(thrown) => {
            let said = thrown.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| thrown.downcast_ref::<&str>().copied()).unwrap_or("a panic without a word");
            broken(Trouble::Panicked, said.to_owned())
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Objectives,
    Elimination,
    LastRound,
}

impl Ending {
    pub fn of(game: &Game) -> Ending {
        let table = &game.table;
        if table.all_seats().any(|seat| table.player(seat).objectives >= table.seats) {
            Ending::Objectives
        } else if table.round < LAST_ROUND || table.turn_order().count() < 2 {
            Ending::Elimination
        } else {
            Ending::LastRound
        }
    }

    /// As in files.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Objectives => "objectives",
            Ending::Elimination => "elimination",
            Ending::LastRound => "last-round",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Ending::Objectives => "all objectives collected",
            Ending::Elimination => "everybody else eliminated",
            Ending::LastRound => "end of round 8",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forbidden_stars::MapChoice;
    use kernel::Seated;

    /// Does one wrong thing when it is first asked.
    struct Wrong(Trouble);

    impl Bot<ForbiddenStars> for Wrong {
        fn choose(&mut self, seated: &Seated<'_, ForbiddenStars>) -> Choice {
            let mut legal = Vec::new();
            seated.choices(&mut legal);
            match self.0 {
                Trouble::Panicked => panic!("I give up"),
                Trouble::Illegal => Choice::default(),
                Trouble::Stuck => legal[0],
            }
        }
    }

    #[test]
    fn a_bad_bot_is_found_out() {
        let options =
            Options { factions: vec!["ultramarines".to_owned(), "chaos".to_owned()], map: MapChoice::Introductory };
        let broken = |trouble| {
            let bots: Vec<Box<dyn Bot<ForbiddenStars>>> = vec![Box::new(Wrong(trouble)), Box::new(Wrong(trouble))];
            play_bots(Catalogue::standard(), &options, 1, bots, 20, |_| {}).expect_err("it goes wrong")
        };
        let of = |trouble| {
            let broken = broken(trouble);
            (broken.trouble, broken.at_choice)
        };
        assert_eq!(of(Trouble::Panicked), (Trouble::Panicked, 0));
        assert_eq!(broken(Trouble::Panicked).reason, "I give up");
        assert_eq!(of(Trouble::Illegal), (Trouble::Illegal, 0));
        assert_eq!(of(Trouble::Stuck), (Trouble::Stuck, 20));
    }
}
