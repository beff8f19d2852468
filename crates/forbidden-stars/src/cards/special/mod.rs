//! Effects beyond the vocabulary, one procedure for each name.
//!
//! A new one is an entry of its faction's list, beside its procedure, and `Special(name)` on the card.

mod chaos;
mod eldar;
mod orks;
mod ultramarines;

use super::resolve::Source;
use crate::board::Look;
use crate::decisions::{Choice, Decision};
use crate::force::Posture;
use crate::frame::procedure;
use crate::table::Area;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An effect written in Rust, and all there is to say of it.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    /// As the card calls it: `Special(mek_boyz)`.
    name: &'static str,
    run: fn(&mut SpecialEffect, &mut Play<'_>) -> Flow,
    /// The answers to each of its questions.
    list: fn(Look<'_>, Seat, SpecialQuestion, &mut dyn FnMut(Choice)),
    /// Would it do anything now? Left out: its first question has an answer.
    is_possible: Option<fn(Look<'_>, Seat) -> bool>,
    /// What it asks, part by part; the last one holds for all parts that follow.
    questions: &'static [&'static str],
    /// What its branches say on their buttons.
    branches: &'static [&'static str],
}

impl Special {
    /// One that asks nothing.
    const fn new(name: &'static str, run: fn(&mut SpecialEffect, &mut Play<'_>) -> Flow) -> Special {
        Special { name, run, list: |_, _, _, _| {}, is_possible: None, questions: &[], branches: &[] }
    }
}

const BY_FACTION: [&[Special]; 4] = [orks::SPECIALS, chaos::SPECIALS, eldar::SPECIALS, ultramarines::SPECIALS];

const fn count() -> usize {
    let (mut faction, mut count) = (0, 0);
    while faction < BY_FACTION.len() {
        count += BY_FACTION[faction].len();
        faction += 1;
    }
    count
}

/// All of them, one faction after another.
static SPECIALS: [Special; count()] = {
    let mut all = [BY_FACTION[0][0]; count()];
    let (mut faction, mut filled) = (0, 0);
    while faction < BY_FACTION.len() {
        let mut index = 0;
        while index < BY_FACTION[faction].len() {
            all[filled] = BY_FACTION[faction][index];
            (index, filled) = (index + 1, filled + 1);
        }
        faction += 1;
    }
    all
};

/// A special effect, by its place in the list: on cards written as its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpecialId(u8);

impl SpecialId {
    fn special(self) -> &'static Special {
        &SPECIALS[usize::from(self.0)]
    }
}

impl Serialize for SpecialId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_unit_variant("Special", u32::from(self.0), self.special().name)
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for SpecialId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_identifier(Name);
        }
        let index = u8::deserialize(deserializer)?;
        if usize::from(index) < SPECIALS.len() {
            Ok(SpecialId(index))
        } else {
            Err(D::Error::custom(format!("there are {} special effects, and none is number {index}", SPECIALS.len())))
        }
    }
}

/// Reads a special effect's name.
struct Name;

impl Visitor<'_> for Name {
    type Value = SpecialId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a special effect")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<SpecialId, E> {
        let index = SPECIALS.iter().position(|special| special.name == name);
        index
            .map(|index| SpecialId(index as u8))
            .ok_or_else(|| E::custom(format!("no special effect is called “{name}”")))
    }
}

/// A special effect and how far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecialEffect {
    pub step: Step,
    pub at: SpecialQuestion,
}

/// Enough to list the answers to its question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecialQuestion {
    pub which: SpecialId,
    pub you: Seat,
    pub source: Source,
    pub part: Part,
    /// What was picked so far.
    pub area: Option<Area>,
    pub to: Option<Area>,
    pub row: u8,
    pub posture: Posture,
    pub count: u8,
}

impl SpecialQuestion {
    /// What is asked, as a prompt says it.
    pub fn question(self) -> &'static str {
        let questions = self.which.special().questions;
        questions.get(self.part as usize).or(questions.last()).copied().unwrap_or("go on")
    }

    /// What the branch with this index, counted from 0, says on its button.
    pub fn branch_label(self, branch: u8) -> Option<&'static str> {
        self.which.special().branches.get(usize::from(branch)).copied()
    }
}

/// Which of its questions a special effect asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    #[default]
    First,
    Second,
    Third,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    Answered(Part),
    /// Something else was done in between.
    Resumed,
}

procedure!(SpecialEffect, Step);

impl SpecialEffect {
    pub fn new(which: SpecialId, you: Seat, source: Source) -> Self {
        SpecialEffect { step: Step::Begin, at: SpecialQuestion { which, you, source, ..SpecialQuestion::default() } }
    }

    /// Puts a question of this effect to `seat`.
    fn question(&mut self, seat: Seat, part: Part) -> Flow {
        self.at.part = part;
        self.ask(seat, Decision::Special(self.at), Step::Answered(part))
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        (self.at.which.special().run)(self, play)
    }
}

/// Would it do anything now?
pub fn is_possible(look: Look<'_>, you: Seat, which: SpecialId) -> bool {
    let special = which.special();
    if let Some(is_possible) = special.is_possible {
        return is_possible(look, you);
    }
    let mut found = false;
    let first = SpecialQuestion { which, you, ..SpecialQuestion::default() };
    (special.list)(look, you, first, &mut |_| found = true);
    found
}

pub fn list(look: Look<'_>, seat: Seat, at: SpecialQuestion, out: &mut Vec<Choice>) {
    (at.which.special().list)(look, seat, at, &mut |choice| out.push(choice));
}

/// Standing units of one seat in an area, reinforcement tokens left out; those at or after the row picked last.
fn each_movable(look: Look<'_>, seat: Seat, area: Area, from_row: u8, each: &mut dyn FnMut(usize)) {
    let force = look.force(area, seat);
    (usize::from(from_row)..crate::force::UNIT_KINDS).filter(|&row| force.standing(row) > 0).for_each(each);
}

/// The row of the level 0 ground unit: Cultists, Ork Boyz, Scouts, Aspect Warriors.
fn level_zero_row(look: Look<'_>, seat: Seat) -> usize {
    look.catalogue.token_stands_for(look.player(seat).faction, true).row()
}

/// Level 0 ground units of `seat` in a system, routed ones and reinforcement tokens on worlds included.
fn level_zero_in_system(look: Look<'_>, seat: Seat, system: crate::table::System) -> u8 {
    let row = level_zero_row(look, seat);
    system
        .areas()
        .filter(|&area| look.is_world(area))
        .map(|area| {
            let force = look.force(area, seat);
            force.of(row) + force.of(crate::force::TOKENS)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a card an effect is its name; no two share one.
    #[test]
    fn a_name_is_one_effect() {
        for index in 0..SPECIALS.len() as u8 {
            let name = ron::to_string(&SpecialId(index)).expect("a name is written as it is");
            assert_eq!(name, SpecialId(index).special().name);
            assert_eq!(ron::from_str(&name), Ok(SpecialId(index)));
        }
        let unknown = ron::from_str::<SpecialId>("lootin_n_lootin").expect_err("nobody has such an effect");
        assert_eq!(unknown.code.to_string(), "no special effect is called “lootin_n_lootin”");
    }
}
