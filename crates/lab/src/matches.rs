//! One match between bots, whatever goes wrong in it.

use bots::{Bot, Move, Noise};
use hosted::{Advised, Hosted};
use kernel::{Chance, Deaf, Game, Rules, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

/// Later than this nobody expects a game to end.
const MOST_DECISIONS: usize = 100_000;

/// One choice, just before the game takes it.
#[derive(Debug)]
pub struct Seen<'a, R: Rules> {
    pub game: &'a Game<R>,
    pub seat: Seat,
    /// What the seat could choose from. One alone is a forced choice.
    pub legal: &'a [R::Choice],
    pub choice: R::Choice,
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
pub fn play<H: Hosted>(
    options: &<H::Rules as Rules>::Options,
    seed: u64,
    players: &[&Advised],
    each: impl FnMut(Seen<'_, H::Rules>),
) -> Result<Game<H::Rules>, Broken> {
    let mut noise = Noise::from_number(seed);
    let bots = players.iter().map(|player| player.bot::<H>(noise.number())).collect();
    play_bots::<H>(options, seed, bots, MOST_DECISIONS, each)
}

fn play_bots<H: Hosted>(
    options: &<H::Rules as Rules>::Options,
    seed: u64,
    mut bots: Vec<Box<dyn Bot<H::Rules>>>,
    most: usize,
    mut each: impl FnMut(Seen<'_, H::Rules>),
) -> Result<Game<H::Rules>, Broken> {
    let mut made = 0;
    // Nothing that a panic may have left half done is used again.
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut game = Game::new(H::catalogue(), options, Chance::from_number(seed), &mut Deaf)
            .expect("the options were tried before the first match");
        let mut legal = Vec::new();
        let watch = |Move { game, seat, choice, took }: Move<'_, H::Rules>| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{HostedParley, court};
    use kernel::Seated;
    use testkit::parley::{Choice, Parley};

    /// Does one wrong thing when it is first asked.
    struct Wrong(Trouble);

    impl Bot<Parley> for Wrong {
        fn choose(&mut self, seated: &Seated<'_, Parley>) -> Choice {
            let mut legal = Vec::new();
            seated.choices(&mut legal);
            match self.0 {
                Trouble::Panicked => panic!("I give up"),
                Trouble::Illegal => Choice::Pass,
                Trouble::Stuck => legal[0],
            }
        }
    }

    #[test]
    fn a_bad_bot_is_found_out() {
        let broken = |trouble| {
            let bots: Vec<Box<dyn Bot<Parley>>> = vec![Box::new(Wrong(trouble)), Box::new(Wrong(trouble))];
            play_bots::<HostedParley>(&court(2), 1, bots, 2, |_| {}).expect_err("it goes wrong")
        };
        let of = |trouble| {
            let broken = broken(trouble);
            (broken.trouble, broken.at_choice)
        };
        assert_eq!(of(Trouble::Panicked), (Trouble::Panicked, 0));
        assert_eq!(broken(Trouble::Panicked).reason, "I give up");
        assert_eq!(of(Trouble::Illegal), (Trouble::Illegal, 0));
        assert_eq!(of(Trouble::Stuck), (Trouble::Stuck, 2));
    }
}
