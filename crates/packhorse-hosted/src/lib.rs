//! Packhorse on a shelf: what it offers, and how far a fair has come. All else is as for every game.

#![forbid(unsafe_code)]

use hosted::{EndingOffer, Hosted, Offer, Plain, Progress, Wish};
use kernel::{Game, Rules};
use packhorse::{GOAL, Options, Packhorse, TRADERS};
use shelf::{Shelved as OnShelf, Title};

/// Packhorse as it is hosted here.
#[derive(Clone, Copy, Debug)]
pub struct Shelved;

/// What a registry names.
pub static TITLE: &dyn Title = &OnShelf::<Shelved>::NEW;

impl Hosted for Shelved {
    type Rules = Packhorse;
    type Adviser = Plain<Shelved>;

    fn catalogue() -> &'static () {
        &()
    }

    fn offer() -> Offer {
        let ending = |id: &str, title: &str| EndingOffer { id: id.to_owned(), title: title.to_owned() };
        let pitch = "Send closed packs over a narrow bridge, and take toll of the right ones.";
        Offer {
            side_word: "Trader".to_owned(),
            endings: vec![ending("goal", "a stall worth twelve"), ending("deck", "an empty deck")],
            score_word: "worth".to_owned(),
            ..Offer::of_places(Packhorse::NAME, "Packhorse", pitch, &TRADERS)
        }
    }

    fn options(wish: &Wish) -> Result<Options, String> {
        Ok(Options { traders: wish.sides.len() as u8 })
    }

    fn wish(options: &Options) -> Wish {
        Wish::of_places(&Self::offer(), options.traders)
    }

    fn progress(game: &Game<Packhorse>) -> Progress {
        let table = &game.table;
        let has_goal = table.seats().any(|seat| table.worth(seat) >= GOAL);
        let ending = if has_goal { "goal" } else { "deck" };
        // Each turn ends with one card more at some stall.
        let turns: usize = table.stalls.iter().map(|stall| stall.len()).sum();
        Progress {
            round: (turns / usize::from(table.traders)) as u8 + 1,
            scores: table.seats().map(|seat| i32::from(table.worth(seat))).collect(),
            ending: game.is_over().then_some(ending),
        }
    }
}
