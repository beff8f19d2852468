//! The laws: what must hold in every position of every game, whatever its rules.
//!
//! Each is checked on games played at random, so the same seed breaks the same law at the same choice.
//! A broken law is a value, [`Broken`]: a command counts and prints them, a test panics with them ([`assert_laws`]).

mod examiner;

use crate::random::Style;
use examiner::Examiner;
use kernel::{Chance, Game, Herald, Record, Rules, Seat, SeatSet, fingerprint};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The names of the laws, as a broken one is reported.
pub mod law {
    pub const BEGINS: &str = "a game begins with these options";
    pub const NO_PANIC: &str = "the rules never panic";
    pub const ENDS: &str = "every game ends";
    pub const ASKED: &str = "a game that is not over asks somebody, and nobody two things at once";
    pub const ANSWERABLE: &str = "nobody is asked with nothing to answer";
    pub const DISTINCT: &str = "offered choices are distinct";
    pub const APPLIES: &str = "every offered choice applies";
    pub const REFUSED: &str = "what is not offered is refused and changes nothing";
    pub const CONSERVED: &str = "components are conserved";
    pub const NOTATION: &str = "a printed choice is read back, and no two print alike";
    pub const SNAPSHOT: &str = "saving and loading gives an equal game";
    pub const COPY: &str = "a copy is independent and goes the same way";
    pub const SEALED: &str = "sealed answers may come in any order";
    pub const VIEW: &str = "a seat's view does not depend on what it cannot know";
    pub const QUESTION: &str = "a seat's question does not depend on what it cannot know";
    pub const FUTURE: &str = "a concealed game hides the chance to come";
    pub const DEALT: &str = "what is dealt in a concealed game depends only on what the seat knows";
    pub const IMAGINED: &str = "a concealed game is a whole game that plays on";
    pub const ASKED_ALIKE: &str = "who is asked next tells a seat nothing that it is not told";
    pub const HEARD: &str = "of sealed answers a seat hears no more than it is told or sees";
    pub const RENEWED: &str = "a renewed game looks the same to every seat, and its chance is another";
    pub const WINNERS: &str = "a finished game has winners and asks nothing";
    pub const REPLAY: &str = "the record replays to an equal game with equal events";
}

/// Later than this nobody expects a game to end.
const MAX_DECISIONS: usize = 100_000;

/// A law that did not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// One of the names in [`law`].
    pub law: &'static str,
    pub seed: u64,
    /// How many choices had been made.
    pub at_choice: usize,
    /// The last position that was still sound.
    pub breadcrumb: String,
    pub reason: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { law, seed, at_choice, breadcrumb, reason } = self;
        write!(f, "seed {seed}, after {at_choice} choices, at “{breadcrumb}”: {law}; but {reason}")
    }
}

impl std::error::Error for Broken {}

/// How often and how widely the expensive laws are checked. The cheap ones are checked at every decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughness {
    /// The expensive laws are checked at every decision whose number this divides.
    pub every: usize,
    /// How many offered choices are tried on a copy, and how many that are not offered.
    pub tries: usize,
    /// How many random choices are made in each concealed game.
    pub ahead: usize,
}

impl Thoroughness {
    /// For every build.
    pub const QUICK: Thoroughness = Thoroughness { every: 16, tries: 4, ahead: 4 };
    /// For small games, and for the night.
    pub const FULL: Thoroughness = Thoroughness { every: 1, tries: usize::MAX, ahead: 12 };
}

/// A game that was played to its end and broke no law.
#[derive(Clone, Debug)]
pub struct Played<R: Rules> {
    pub decisions: usize,
    pub winners: SeatSet,
    pub record: Record<R>,
    /// How many concealed games were looked at.
    pub concealed: usize,
    /// How many of them differed from the true game in more than the chance to come. If this stays at none,
    /// the view laws have proved nothing.
    pub varied: usize,
}

/// What a run over many seeds adds up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: usize,
    pub decisions: usize,
    pub concealed: usize,
    pub varied: usize,
}

/// Plays one game at random and checks every law on the way.
pub fn check_game<R: Rules>(
    catalogue: &'static R::Catalogue,
    options: &R::Options,
    seed: u64,
    thoroughness: Thoroughness,
) -> Result<Played<R>, Broken> {
    let mut examiner = Examiner::new(catalogue, options, seed, thoroughness);
    let game = walk(catalogue, options, seed, &mut examiner)?;
    let decisions = examiner.record.choices.len();
    without_panic(|| examiner.end(&game))
        .unwrap_or_else(|message| Err(Breach { law: law::NO_PANIC, reason: message }))
        .map_err(|breach| breach.at(seed, decisions, "the end".to_owned()))?;
    Ok(Played {
        decisions,
        winners: game.winners(),
        record: examiner.record,
        concealed: examiner.concealed,
        varied: examiner.varied,
    })
}

/// Checks one game per seed, and panics with the first broken law. For tests.
#[track_caller]
pub fn assert_laws<R: Rules>(
    catalogue: &'static R::Catalogue,
    options: &R::Options,
    seeds: impl IntoIterator<Item = u64>,
    thoroughness: Thoroughness,
) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match check_game::<R>(catalogue, options, seed, thoroughness) {
            Ok(played) => {
                tally.games += 1;
                tally.decisions += played.decisions;
                tally.concealed += played.concealed;
                tally.varied += played.varied;
            }
            Err(broken) => panic!("{}: {broken}", R::NAME),
        }
    }
    tally
}

/// Plays one game at random, checking nothing but that it goes on and ends.
///
/// Before each choice, `each` is shown the game, the seat asked, what it is offered, and what it will choose.
pub fn play_out<R: Rules>(
    catalogue: &'static R::Catalogue,
    options: &R::Options,
    seed: u64,
    herald: &mut dyn Herald<R>,
    each: impl FnMut(&Game<R>, Seat, &[R::Choice], R::Choice),
) -> Result<Game<R>, Broken> {
    walk(catalogue, options, seed, &mut Onlooker { herald, each })
}

/// One fingerprint of many random games: their ends, and how many decisions each took.
///
/// It is the same on every machine, and any change of the rules moves it.
pub fn golden_hash<R: Rules>(
    catalogue: &'static R::Catalogue,
    options: &R::Options,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<String, Broken> {
    // FNV-1a: the fingerprints are hashes already, this only strings them together.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for seed in seeds {
        let mut decisions = 0;
        let game = play_out::<R>(catalogue, options, seed, &mut kernel::Deaf, |_, _, _, _| decisions += 1)?;
        for byte in format!("{decisions} {}\n", fingerprint(&game)).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}

/// A law found broken; where and in which game is known further out.
#[derive(Debug)]
struct Breach {
    law: &'static str,
    reason: String,
}

impl Breach {
    fn at(self, seed: u64, at_choice: usize, breadcrumb: String) -> Broken {
        Broken { law: self.law, seed, at_choice, breadcrumb, reason: self.reason }
    }
}

fn ensure(holds: bool, law: &'static str, reason: impl FnOnce() -> String) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach { law, reason: reason() }) }
}

/// Hears a game being played, and sees each position before and after the choice made in it.
trait Witness<R: Rules>: Herald<R> {
    fn before(&mut self, game: &Game<R>, seat: Seat, offered: &[R::Choice], choice: R::Choice) -> Result<(), Breach>;
    fn after(&mut self, game: &Game<R>) -> Result<(), Breach>;
}

struct Onlooker<'a, R: Rules, F> {
    herald: &'a mut dyn Herald<R>,
    each: F,
}

impl<R: Rules, F> Herald<R> for Onlooker<'_, R, F> {
    fn tell(&mut self, event: R::Event) {
        self.herald.tell(event);
    }
}

impl<R: Rules, F: FnMut(&Game<R>, Seat, &[R::Choice], R::Choice)> Witness<R> for Onlooker<'_, R, F> {
    fn before(&mut self, game: &Game<R>, seat: Seat, offered: &[R::Choice], choice: R::Choice) -> Result<(), Breach> {
        (self.each)(game, seat, offered, choice);
        Ok(())
    }

    fn after(&mut self, _game: &Game<R>) -> Result<(), Breach> {
        Ok(())
    }
}

/// Random play from a seed, with a witness; a panic is caught and reported where the game was last sound.
fn walk<R: Rules>(
    catalogue: &'static R::Catalogue,
    options: &R::Options,
    seed: u64,
    witness: &mut impl Witness<R>,
) -> Result<Game<R>, Broken> {
    let mut sound: Option<Game<R>> = None;
    let mut made = 0;
    let played = without_panic(|| {
        // The game itself gets the plain seed, so that the same number sets up the same game everywhere.
        let mut bot = Chance::from_number(seed).split();
        let mut game = Game::new(catalogue, options, Chance::from_number(seed), witness)
            .map_err(|objection| Breach { law: law::BEGINS, reason: objection.0 })?;
        let mut offered = Vec::new();
        let style = if seed.is_multiple_of(2) { Style::Uniform } else { Style::Explorer };
        while !game.is_over() {
            sound = Some(game.clone());
            ensure(made < MAX_DECISIONS, law::ENDS, || format!("this one never ends: {made} choices were made"))?;
            let seat = one_asked(&game, &mut bot)?;
            let choice = one_choice(&game, seat, style, &mut bot, &mut offered)?;
            witness.before(&game, seat, &offered, choice)?;
            game.choose(seat, choice, witness)
                .map_err(|illegal| Breach { law: law::APPLIES, reason: illegal.describe(&game) })?;
            witness.after(&game)?;
            made += 1;
        }
        Ok(game)
    });
    played.unwrap_or_else(|message| Err(Breach { law: law::NO_PANIC, reason: message })).map_err(|breach| {
        let breadcrumb = sound.map_or("the set-up".to_owned(), |game| {
            without_panic(|| game.breadcrumb()).unwrap_or_else(|_| "a position that cannot be described".to_owned())
        });
        breach.at(seed, made, breadcrumb)
    })
}

/// One of the seats that have yet to answer. Any may be the first: their answers are sealed.
fn one_asked<R: Rules>(game: &Game<R>, bot: &mut Chance) -> Result<Seat, Breach> {
    let open: Vec<Seat> = game.open_questions().map(|question| question.seat).collect();
    ensure(!open.is_empty(), law::ASKED, || "every question is answered and the game stands still".to_owned())?;
    let seats: SeatSet = open.iter().copied().collect();
    ensure(seats.len() == open.len(), law::ASKED, || format!("the questions go to {open:?}"))?;
    Ok(open[bot.below(open.len() as u32) as usize])
}

fn one_choice<R: Rules>(
    game: &Game<R>,
    seat: Seat,
    style: Style,
    bot: &mut Chance,
    offered: &mut Vec<R::Choice>,
) -> Result<R::Choice, Breach> {
    game.choices(seat, offered);
    let picked = style.pick(game, seat, offered, bot);
    picked.ok_or_else(|| Breach { law: law::ANSWERABLE, reason: format!("{seat} is offered nothing") })
}

/// What `act` gives, or what it said when it panicked.
fn without_panic<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    // Nothing that a panic may have left half done is used again, except to be looked at.
    catch_unwind(AssertUnwindSafe(act)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        text.map_or("it panicked without a word".to_owned(), |text| format!("it panicked: {text}"))
    })
}
