//! The odds of a scene as a page shows them.

use crate::words::sentence;
use hosted::{Change, Figures, Hosted};
use kernel::{Game, Seat};
use session::wire::{Odds, WhatIf};

/// What the odds of the scene in view are called.
pub(crate) const HERE: &str = "From here on";

pub(crate) fn in_view<H: Hosted>(game: &Game<H::Rules>, seat: Option<Seat>) -> Result<Box<dyn hosted::Odds>, String> {
    H::odds_in(game, seat).map_err(|_| "Nothing is going on now whose odds could be told.".to_owned())
}

/// The odds of a scene told in words; with what one unit more or less would change, if that is wanted.
pub fn odds_of(odds: &mut dyn hosted::Odds, text: &str, battles: u64, what_if: bool) -> Result<Odds, String> {
    let changes = what_if.then(|| self::what_if(odds, battles));
    Ok(Odds { what_if: changes, ..told(odds, text, battles)? })
}

/// The odds in numbers, words and a picture.
pub(crate) fn told(odds: &mut dyn hosted::Odds, title: &str, battles: u64) -> Result<Odds, String> {
    let reckoned = Reckoned::of(odds, battles);
    let figures = &reckoned.figures;
    let svg = lab::odds::draw(figures, title).map_err(|error| sentence(&error.to_string()))?;
    let wins = wins(figures);
    let [attacker, defender, _] = wins;
    let (one, other) = (&figures.attacker, &figures.defender);
    let about = if reckoned.is_exact { "exactly".to_owned() } else { format!("± {:.1}", reckoned.error * 100.0) };
    let text =
        format!("{} wins {:.0} of 100, {} {:.0} ({about}).", one.side, attacker * 100.0, other.side, defender * 100.0,);
    Ok(Odds {
        title: title.to_owned(),
        text,
        svg,
        wins,
        seats: odds.seats().map(|seats| seats.map(|seat| seat.0)),
        error: reckoned.error,
        battles: reckoned.battles,
        exact: reckoned.is_exact,
        query: odds.in_words(),
        note: note(odds),
        what_if: None,
    })
}

/// What the words leave out.
fn note(odds: &dyn hosted::Odds) -> Option<String> {
    if odds.in_words().is_none() {
        return Some("No words fit this battle: one side fights with tokens alone.".to_owned());
    }
    let left_out = odds.left_out();
    let (last, others) = left_out.split_last()?;
    let list = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("The words leave out {list}: they tell of these armies at the start of a combat."))
}

/// How a scene ends.
struct Reckoned {
    figures: Figures,
    /// Standard error of the attacker's share.
    error: f64,
    battles: u64,
    is_exact: bool,
}

/// The most situations that are gone through for exact odds: some hundredths of a second's work.
const MOST_SITUATIONS: usize = 4_000;

impl Reckoned {
    /// Exactly if that is quickly done, else by so many battles at random.
    fn of(odds: &mut dyn hosted::Odds, battles: u64) -> Reckoned {
        if odds.may_be_exact()
            && let Ok(figures) = odds.exact(MOST_SITUATIONS, &|| false)
        {
            return Reckoned { figures, error: 0.0, battles: 0, is_exact: true };
        }
        odds.sharpen(battles);
        Reckoned { figures: odds.figures(), error: odds.precision(), battles: odds.fought(), is_exact: false }
    }
}

/// Each of a dozen battles is fought no more often than that: they answer a question about points, not fractions.
const MOST_OF_EACH: u64 = 2_000;

/// Those that can be told in words, and that the rules can finish.
pub(crate) fn what_if(odds: &dyn hosted::Odds, battles: u64) -> Vec<WhatIf> {
    let all = odds.what_if().into_iter().filter_map(|mut altered| {
        let label = match altered.change {
            Change::OneMore => format!("one more {}", altered.unit),
            Change::OneLess => format!("one {} less", altered.unit),
        };
        let query = altered.odds.in_words()?;
        let figures = Reckoned::of(&mut *altered.odds, battles.min(MOST_OF_EACH)).figures;
        figures.broken.is_empty().then(|| WhatIf { label, query, side: altered.side as u8, wins: wins(&figures) })
    });
    all.collect()
}

fn wins(figures: &Figures) -> [f64; 3] {
    [figures.attacker.wins.share, figures.defender.wins.share, figures.nobody_wins.share]
}
