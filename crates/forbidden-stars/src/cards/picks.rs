//! What an ability could do now, and the answers to each of its questions.

use super::effect::{EffectQuestion, may_decline};
use super::numbers::holds;
use super::program::{Paragraph, Pc};
use super::resolve::Source;
use super::words::Outlook;
use crate::board::Look;
use crate::decisions::Choice;
use kernel::Seat;

/// Could this ability be used now? Its condition holds, its price can be paid, and it would do something.
pub fn is_usable(look: Look<'_>, you: Seat, source: Source, paragraph: &Paragraph) -> bool {
    if paragraph.when.is_some_and(|condition| !holds(look, you, condition)) {
        return false;
    }
    let at = EffectQuestion { you, source, ..EffectQuestion::default() };
    range_possible(look, at, paragraph.start, paragraph.end)
}

/// Every price at the front can be paid, and something behind it can happen. [combat-card-resolution.whole.2]
/// While this is tested `at.count` is the number of own dice spent so far: they make room for others.
pub(super) fn range_possible(look: Look<'_>, at: EffectQuestion, start: Pc, end: Pc) -> bool {
    let mut here = EffectQuestion { pc: start, picked: None, ..at };
    let mut leading = true;
    while here.pc < end {
        let word = look.catalogue.program.word(here.pc);
        // Giving up an own unit at the front is a price too.
        let is_price = leading && here.pc + 1 < end && word.is_price_in_front();
        match word.outlook(look, here) {
            Outlook::Never => return false,
            Outlook::Possible if is_price => {}
            Outlook::Possible => return true,
            Outlook::Idle if is_price => return false,
            Outlook::Idle => leading = false,
            Outlook::Paid { dice } => here.count += dice,
            Outlook::GoOn(pc) => {
                here.pc = pc;
                continue;
            }
        }
        here.pc += 1;
    }
    false
}

/// Has the question of this step any answer besides declining?
pub(super) fn anything_to_pick(look: Look<'_>, seat: Seat, at: EffectQuestion) -> bool {
    let mut found = false;
    look.catalogue.program.word(at.pc).list(look, seat, at, &mut |_| found = true);
    found
}

/// The answers to the question of this step.
pub fn list(look: Look<'_>, seat: Seat, at: EffectQuestion, out: &mut Vec<Choice>) {
    let line = look.catalogue.program.line(at.pc);
    line.word.list(look, seat, at, &mut |choice| out.push(choice));
    match line.word.stop(at) {
        Some(stop) => out.push(stop),
        None if line.decline.is_some() && may_decline(at) => out.push(Choice::Decline),
        None => {}
    }
}
