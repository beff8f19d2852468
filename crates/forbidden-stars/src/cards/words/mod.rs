//! The words of the vocabulary, carried out: one file a family, and in it all there is to say of a word.
//!
//! A new word is a variant of [`Word`], a [`Meaning`] in the file of its family, and a line in [`lay_out`].

mod board;
mod cards;
mod dice;
pub(super) mod flow;

mod rules;
mod shift;
mod stuff;
mod units;

use super::effect::{Effect, EffectQuestion};
use super::picks;
use super::program::{Pc, Program};
use super::vocabulary::{Number, Who, Word};
use crate::board::Look;
use crate::components::Faction;
use crate::decisions::Choice;
use crate::{Flow, Play};
use kernel::Seat;
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// What a word means: how it is carried out, when that would do anything, what it asks, and what the answers do.
pub trait Meaning: Debug + Send + Sync + RefUnwindSafe {
    /// Carries the word out, as far as it goes without an answer.
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow;

    /// Goes on with the answer to its question.
    fn answered(&self, effect: &mut Effect, _play: &mut Play<'_>) -> Flow {
        effect.next()
    }

    /// The answers to its question, besides the one that ends it.
    fn list(&self, _look: Look<'_>, _seat: Seat, _at: EffectQuestion, _each: &mut dyn FnMut(Choice)) {}

    /// The answer that ends it, where it has one of its own.
    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        None
    }

    /// Would it do anything? While this is tested, `at.count` is the number of own dice spent on the way here.
    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        picks::anything_to_pick(look, at.you, at)
    }

    /// What it adds to the question whether the whole ability could be used.
    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        if self.is_possible(look, at) { Outlook::Possible } else { Outlook::Idle }
    }

    /// At the front of an ability it is a price: what follows is the gain.
    fn is_price_in_front(&self) -> bool {
        false
    }

    /// It starts with a question to the owner: declining the ability is one more answer to it.
    fn opens_with_own_choice(&self) -> bool {
        false
    }

    /// What is asked, as a prompt says it.
    fn question(&self, _at: EffectQuestion) -> &'static str {
        "go on"
    }

    /// The clauses behind its question.
    fn clauses(&self) -> &'static [&'static str] {
        &["combat-card-resolution.choice.1", "combat-card-resolution.whole.1"]
    }

    /// What the branch with this index, counted from 0, says on its button.
    fn branch_label<'a>(&self, _program: &'a Program, _branch: u8) -> Option<&'a str> {
        None
    }

    /// Whose dice its question is about.
    fn whose_dice(&self) -> Who {
        Who::You
    }

    /// Its answers are cards of the owner's hand, so how many there are is nobody else's business.
    fn lists_hand(&self) -> bool {
        false
    }
}

/// What a word adds to the question whether an ability could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It would do something.
    Possible,
    /// It would do nothing, but what follows may.
    Idle,
    /// A price that can be paid, so many dice of it; what follows has to be worth it.
    Paid { dice: u8 },
    /// It decides nothing; the next word to look at.
    GoOn(Pc),
    /// The ability cannot be used.
    Never,
}

/// Whether a word is inside a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Nothing,
    Repetition,
}

/// One of them, or all that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMany {
    One,
    All,
}

impl HowMany {
    fn read(number: &Number) -> HowMany {
        if *number == Number::All { HowMany::All } else { HowMany::One }
    }
}

/// Lays a word out as lines of the program: most take one, those that hold other words several.
pub fn lay_out(program: &mut Program, faction: &Faction, word: &Word, within: Within) -> Result<(), String> {
    let meaning: Box<dyn Meaning> = match word {
        Word::Gain { who, what, per } => Box::new(stuff::Gain::read(faction, *who, what, per.as_ref())?),
        Word::Lose { who, what, picked_by } => Box::new(stuff::Lose::read(*who, what, *picked_by)),
        Word::Pay(materiel) => Box::new(stuff::Pay(*materiel)),
        Word::Reinforce => Box::new(stuff::Reinforce),
        Word::Spend { faces, count } => Box::new(dice::Spend::read(faces, *count)),
        Word::Reroll { who, faces, count, picked_by } => {
            Box::new(dice::Reroll::read(faction, *who, faces, count, *picked_by)?)
        }
        Word::Convert { from, to, count } => Box::new(dice::Convert::read(faction, from, *to, count)?),
        Word::Rally(number) => Box::new(units::Rally(HowMany::read(number))),
        Word::Rout { of, by, count, units } => Box::new(units::Rout::read(faction, *of, *by, count, units)?),
        Word::Destroy { of, by, count, units } => Box::new(units::Destroy::read(faction, *of, *by, count, units)?),
        Word::Retreat { of } => Box::new(units::Retreat { of: *of }),
        Word::Place { kinds, count, areas } => Box::new(board::Place::read(faction, kinds, *count, areas)?),
        Word::Relocate { units, from, to } => Box::new(board::Relocate::read(faction, units, *from, to)?),
        Word::Shift { units, from, to, state } => Box::new(shift::Shift::read(faction, units, *from, *to, state)?),
        Word::Replace { units, with } => Box::new(board::Replace::read(faction, units, with)?),
        Word::Build { kind, areas, beside_another } => {
            Box::new(board::Build::read(faction, *kind, areas, *beside_another)?)
        }
        Word::BuyCombatUpgrade { discount } => Box::new(cards::BuyUpgrade::combat(faction, discount)?),
        Word::BuyOrderUpgrade { discount } => Box::new(cards::BuyUpgrade::order(faction, discount)?),
        Word::Draw => Box::new(cards::Draw),
        Word::PlayForIcons => Box::new(cards::PlayForIcons),
        Word::DiscardFaceup { by } => Box::new(cards::DiscardFaceup { by: *by }),
        Word::DiscardAtRandom => Box::new(cards::DiscardAtRandom),
        Word::LookAtFacedown => Box::new(cards::LookAtFacedown),
        Word::Lasting(rule) => Box::new(rules::Lasting(*rule)),
        Word::Permit(permit) => Box::new(rules::Allow(*permit)),
        Word::Special(special) => Box::new(rules::Special(*special)),
        Word::Todo => return Err("an effect that is still Todo".to_owned()),
        Word::ChooseOne(branches) => return flow::choose_one(program, faction, branches, within),
        Word::Offer { deal, accepted, refused } => {
            return flow::offer(program, faction, deal, accepted, refused, within);
        }
        Word::May(words) => return flow::may(program, faction, words, within),
        Word::If(condition, words) => return flow::only_if(program, faction, *condition, words, within),
        Word::Repeat { times, effect } => return flow::repeat(program, faction, times, effect, within),
        Word::ForEach { per, effect } => return flow::for_each(program, faction, per, effect, within),
    };
    program.push(meaning);
    Ok(())
}

/// One seat: yours, or your opponent's.
fn one(play: &Play<'_>, you: Seat, who: Who) -> Seat {
    match who {
        Who::You | Who::Both => you,
        Who::Enemy => play.table.opponent(you).expect("there is an opponent in a combat or strike"),
    }
}

/// The seats that are meant, yours first.
fn whom(play: &Play<'_>, you: Seat, who: Who) -> impl Iterator<Item = Seat> + use<> {
    let enemy = play.table.opponent(you);
    let (first, second) = match who {
        Who::You => (Some(you), None),
        Who::Enemy => (enemy, None),
        Who::Both => (Some(you), enemy),
    };
    first.into_iter().chain(second)
}

/// You, or else your opponent if you have one.
fn owner(look: Look<'_>, you: Seat, of: Who) -> Option<Seat> {
    if of == Who::You { Some(you) } else { look.table.opponent(you) }
}
