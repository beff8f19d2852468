//! Running one ability, word by word.

use super::picks::anything_to_pick;
use super::program::{Paragraph, Pc};
use super::resolve::Source;
use crate::board::Looking;
use crate::decisions::{Choice, Decision};
use crate::frame::{Frame, procedure};
use crate::pieces;
use crate::table::Area;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// A bookmark into an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    step: Step,
    pub(super) at: EffectQuestion,
}

/// Where an ability stands, and for whom: enough to list the answers to its question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EffectQuestion {
    pub you: Seat,
    pub source: Source,
    pub pc: Pc,
    /// The first step of the ability; declining is possible only there.
    pub(super) start: Pc,
    pub(super) consent: Consent,
    /// How far a word has come: how many are done.
    pub(super) count: u8,
    pub(super) picked: Option<Picked>,
    /// Turns of the loop around this word.
    pub(super) turns: u8,
}

/// What was picked within a word so far. Each word says which parts it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Picked {
    pub(super) area: Area,
    /// Of a faction sheet; or a face.
    pub(super) row: u8,
    /// Where it goes.
    pub(super) to: Area,
}

/// Whether the owner has agreed to an ability as a whole before it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Consent {
    /// It may still be declined.
    #[default]
    Open,
    /// Using the card was a choice of its own.
    Given,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Read,
    Answered,
}

procedure!(Effect, Step);

impl Effect {
    pub fn new(you: Seat, source: Source, paragraph: &Paragraph, consent: Consent) -> Self {
        let at = EffectQuestion {
            you,
            source,
            pc: paragraph.start,
            start: paragraph.start,
            consent,
            ..EffectQuestion::default()
        };
        Effect { step: Step::Read, at }
    }

    pub fn source(&self) -> Source {
        self.at.source
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let line = play.catalogue.program.line(self.at.pc);
        match self.step {
            Step::Read => line.word.run(self, play),
            Step::Answered => match line.decline {
                Some(skip) if play.answer() == Choice::Decline && may_decline(self.at) => self.go(skip),
                _ => line.word.answered(self, play),
            },
        }
    }

    fn turn_to(&mut self, pc: Pc) {
        self.at.pc = pc;
        self.at.count = 0;
        self.at.picked = None;
    }

    /// On to another line.
    pub(super) fn go(&mut self, pc: Pc) -> Flow {
        self.turn_to(pc);
        self.then(Step::Read)
    }

    pub(super) fn next(&mut self) -> Flow {
        self.go(self.at.pc + 1)
    }

    /// The same word once more, as far as it has come.
    pub(super) fn again(&mut self) -> Flow {
        self.then(Step::Read)
    }

    pub(super) fn question(&mut self, seat: Seat) -> Flow {
        self.ask(seat, Decision::Effect(self.at), Step::Answered)
    }

    /// Asks if there is anything to ask; otherwise the word has no effect.
    pub(super) fn question_or_skip(&mut self, play: &Play<'_>, seat: Seat) -> Flow {
        if anything_to_pick(play.look(), seat, self.at) { self.question(seat) } else { self.next() }
    }

    /// Does another procedure, then goes on behind this word.
    pub(super) fn call_then_next(&mut self, procedure: impl Into<Frame>) -> Flow {
        self.turn_to(self.at.pc + 1);
        self.call(procedure, Step::Read)
    }

    /// Does another procedure, then reads the same word once more.
    pub(super) fn call_then_again(&mut self, procedure: impl Into<Frame>) -> Flow {
        self.call(procedure, Step::Read)
    }

    /// The die just named goes; the word is over with the last of so many.
    pub(super) fn give_die(&mut self, play: &mut Play<'_>, owner: Seat, of: u8) -> Flow {
        pieces::remove_die(play, owner, play.answer().face());
        pieces::tell_dice(play, owner);
        self.at.count += 1;
        if self.at.count == of { self.next() } else { self.again() }
    }
}

/// Declining the whole is possible at its first question, unless the player has committed himself.
pub(super) fn may_decline(at: EffectQuestion) -> bool {
    at.pc == at.start && at.consent == Consent::Open && at.picked.is_none()
}
