//! Words that hold other words: may, if, choose, offer, repeat. And the lines that lead from one to the next.

use super::{Meaning, Outlook, Within, one, units};
use crate::board::{Look, Looking};
use crate::cards::effect::{Consent, Effect, EffectQuestion};
use crate::cards::filters::{Faces, UnitFilter};
use crate::cards::numbers::{Limit, Tally, holds};
use crate::cards::picks::{anything_to_pick, range_possible};
use crate::cards::program::{Pc, Program, pc};
use crate::cards::vocabulary::{self, Condition, Count, Deal, Number, State, Who, Word};
use crate::combat::rout;
use crate::components::Faction;
use crate::decisions::Choice;
use crate::pieces;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};

/// The end of an ability.
#[derive(Clone, Copy, Debug)]
pub struct End;

impl Meaning for End {
    fn run(&self, effect: &mut Effect, _play: &mut Play<'_>) -> Flow {
        effect.done()
    }

    fn outlook(&self, _look: Look<'_>, _at: EffectQuestion) -> Outlook {
        Outlook::Never
    }
}

/// On to another line: past what was not chosen, or back to the head of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Jump(Pc);

impl Meaning for Jump {
    fn run(&self, effect: &mut Effect, _play: &mut Play<'_>) -> Flow {
        effect.go(self.0)
    }

    fn outlook(&self, _look: Look<'_>, _at: EffectQuestion) -> Outlook {
        Outlook::Never
    }
}

/// Asks whether to use what follows; if not, goes to `skip`.
#[derive(Clone, Copy, Debug)]
pub struct May {
    pub skip: Pc,
}

impl Meaning for May {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let at = effect.at;
        if at.pc == at.start && at.consent == Consent::Given {
            return effect.next();
        }
        if range_possible(play.look(), at, at.pc + 1, self.skip) {
            effect.question(at.you)
        } else {
            effect.go(self.skip)
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if play.answer() == Choice::Accept { effect.next() } else { effect.go(self.skip) }
    }

    fn list(&self, _look: Look<'_>, _seat: Seat, _at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        each(Choice::Accept);
    }

    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        Some(Choice::Decline)
    }

    fn outlook(&self, _look: Look<'_>, at: EffectQuestion) -> Outlook {
        Outlook::GoOn(at.pc + 1)
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "use this ability"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["combat-card-resolution.optional.1"]
    }
}

pub fn may(program: &mut Program, faction: &Faction, words: &[Word], within: Within) -> Result<(), String> {
    let may = program.leave_open();
    program.words(faction, words, within)?;
    let skip = program.next_line()?;
    program.fill_in(may, May { skip });
    Ok(())
}

#[derive(Clone, Copy, Debug)]
struct If {
    condition: Condition,
    skip: Pc,
}

impl If {
    fn next(self, look: Look<'_>, at: EffectQuestion) -> Pc {
        if holds(look, at.you, self.condition) { at.pc + 1 } else { self.skip }
    }
}

impl Meaning for If {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.go(self.next(play.look(), effect.at))
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        Outlook::GoOn(self.next(look, at))
    }
}

pub fn only_if(
    program: &mut Program,
    faction: &Faction,
    condition: Condition,
    words: &[Word],
    within: Within,
) -> Result<(), String> {
    let test = program.leave_open();
    program.words(faction, words, within)?;
    let skip = program.next_line()?;
    program.fill_in(test, If { condition, skip });
    Ok(())
}

/// Picks one of the program's branches from `first` on.
#[derive(Clone, Copy, Debug)]
struct Choose {
    first: u16,
    count: u8,
    /// Behind the last branch.
    end: Pc,
}

/// One branch: its lines, and what a button says about it.
#[derive(Clone, Debug)]
pub struct Branch {
    body: Pc,
    end: Pc,
    label: String,
}

impl Choose {
    fn branch(self, program: &Program, branch: u8) -> Option<&Branch> {
        (branch < self.count).then(|| &program.branches[usize::from(self.first) + usize::from(branch)])
    }
}

impl Meaning for Choose {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let at = effect.at;
        if anything_to_pick(play.look(), at.you, at) { effect.question(at.you) } else { effect.go(self.end) }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let branch = self.branch(&play.catalogue.program, play.answer().branch());
        effect.go(branch.expect("only branches of this choice are offered").body)
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        for number in 0..self.count {
            if let Some(branch) = self.branch(&look.catalogue.program, number)
                && range_possible(look, at, branch.body, branch.end)
            {
                each(Choice::Branch(number));
            }
        }
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        if anything_to_pick(look, at.you, at) { Outlook::Possible } else { Outlook::GoOn(self.end) }
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "choose one"
    }

    fn branch_label<'a>(&self, program: &'a Program, branch: u8) -> Option<&'a str> {
        self.branch(program, branch).map(|branch| branch.label.as_str())
    }
}

pub fn choose_one(
    program: &mut Program,
    faction: &Faction,
    branches: &[vocabulary::Branch],
    within: Within,
) -> Result<(), String> {
    let choose = program.leave_open();
    let mut laid_out = Vec::new();
    for branch in branches {
        let body = program.next_line()?;
        program.words(faction, &branch.effect, within)?;
        let end = pc(program.leave_open())?;
        laid_out.push(Branch { body, end, label: branch.label.clone() });
    }
    let end = program.next_line()?;
    for branch in &laid_out {
        program.fill_in(usize::from(branch.end), Jump(end));
    }
    let (first, count) = (program.branches.len() as u16, laid_out.len() as u8);
    program.branches.extend(laid_out);
    program.fill_in(choose, Choose { first, count, end });
    Ok(())
}

/// Asks the opponent; refusing goes to `refused`.
#[derive(Clone, Copy, Debug)]
struct Offer {
    deal: Escape,
    refused: Pc,
}

/// What the opponent may do to escape.
#[derive(Clone, Copy, Debug)]
enum Escape {
    Spend(Faces, u8),
    RoutOwn,
    DestroyOwn(State),
}

impl Escape {
    fn is_possible(self, look: Look<'_>, enemy: Seat) -> bool {
        let Some(here) = look.here() else { return false };
        let force = look.force(here, enemy);
        match self {
            Escape::Spend(faces, count) => faces.of(look.table.dice(enemy)) >= count,
            Escape::RoutOwn => force.standing_units() > 0 && !rout::cannot_rout(look, enemy, here),
            Escape::DestroyOwn(State::Routed) => force.routed_units() > 0,
            Escape::DestroyOwn(State::Standing) => force.standing_units() > 0,
            Escape::DestroyOwn(State::Either) => force.has_units(),
        }
    }
}

impl Meaning for Offer {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        match play.table.opponent(effect.at.you) {
            Some(enemy) if self.deal.is_possible(play.look(), enemy) => effect.question(enemy),
            _ => effect.go(self.refused),
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let answer = play.answer();
        if answer == Choice::Decline {
            return effect.go(self.refused);
        }
        match self.deal {
            Escape::Spend(_, count) => {
                let payer = one(play, effect.at.you, Who::Enemy);
                pieces::remove_die(play, payer, answer.face());
                pieces::tell_dice(play, payer);
                effect.at.count += 1;
                if effect.at.count == count { effect.next() } else { effect.question(payer) }
            }
            Escape::RoutOwn => units::rout_picked(effect, play),
            Escape::DestroyOwn(_) => units::destroy_picked(effect, play),
        }
    }

    fn list(&self, look: Look<'_>, seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        match self.deal {
            Escape::Spend(faces, _) => faces.each_die(look, seat, each),
            Escape::RoutOwn => UnitFilter::here(State::Standing).each(look, at.you, seat, each),
            Escape::DestroyOwn(state) => UnitFilter::here(state).each(look, at.you, seat, each),
        }
    }

    /// The opponent's own decision; a deal once begun is finished.
    fn stop(&self, at: EffectQuestion) -> Option<Choice> {
        (at.count == 0).then_some(Choice::Decline)
    }

    fn outlook(&self, _look: Look<'_>, _at: EffectQuestion) -> Outlook {
        Outlook::Possible
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        match self.deal {
            Escape::Spend(..) => "spend dice to prevent the effect",
            Escape::RoutOwn => "rout a unit of your own, or refuse",
            Escape::DestroyOwn(_) => "destroy a unit of your own, or refuse",
        }
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["combat-card-resolution.unless.1"]
    }

    fn whose_dice(&self) -> Who {
        Who::Enemy
    }
}

pub fn offer(
    program: &mut Program,
    faction: &Faction,
    deal: &Deal,
    accepted: &[Word],
    refused: &[Word],
    within: Within,
) -> Result<(), String> {
    let deal = match deal {
        Deal::Spend(faces, count) => Escape::Spend(Faces::new(faces), *count),
        Deal::RoutOwn => Escape::RoutOwn,
        Deal::DestroyOwn(state) => Escape::DestroyOwn(*state),
    };
    let ask = program.leave_open();
    program.words(faction, accepted, within)?;
    let over = program.leave_open();
    let refusal = program.next_line()?;
    program.fill_in(ask, Offer { deal, refused: refusal });
    program.words(faction, refused, within)?;
    let end = program.next_line()?;
    program.fill_in(over, Jump(end));
    Ok(())
}

/// Asks whether to go round (again), at most so often; goes to `end` when not.
#[derive(Clone, Copy, Debug)]
struct Repeat {
    limit: Limit,
    end: Pc,
}

impl Repeat {
    fn leave(self, effect: &mut Effect) -> Flow {
        effect.at.turns = 0;
        effect.go(self.end)
    }
}

impl Meaning for Repeat {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let (look, at) = (play.look(), effect.at);
        let again = at.turns < self.limit.of(look, at.you) && range_possible(look, at, at.pc + 1, self.end);
        if again { effect.question(at.you) } else { self.leave(effect) }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if play.answer() != Choice::Accept {
            return self.leave(effect);
        }
        effect.at.turns += 1;
        effect.next()
    }

    fn list(&self, _look: Look<'_>, _seat: Seat, _at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        each(Choice::Accept);
    }

    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        Some(Choice::Done)
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        let possible = self.limit.of(look, at.you) > 0 && range_possible(look, at, at.pc + 1, self.end);
        if possible { Outlook::Possible } else { Outlook::GoOn(self.end) }
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "do it, as often as wanted"
    }
}

pub fn repeat(
    program: &mut Program,
    faction: &Faction,
    times: &Number,
    words: &[Word],
    within: Within,
) -> Result<(), String> {
    let limit = Limit::read(faction, times)?;
    let (head, end) = turns(program, faction, words, within)?;
    program.fill_in(head, Repeat { limit, end });
    Ok(())
}

/// Goes round as often as this counts.
#[derive(Clone, Copy, Debug)]
struct ForEach {
    per: Tally,
    end: Pc,
}

impl Meaning for ForEach {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let at = &mut effect.at;
        if at.turns == 0 {
            // Counted once, when the word begins.
            at.turns = self.per.count(play.look(), at.you) + 1;
        }
        at.turns -= 1;
        if at.turns == 0 { effect.go(self.end) } else { effect.next() }
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        let possible = self.per.count(look, at.you) > 0 && range_possible(look, at, at.pc + 1, self.end);
        if possible { Outlook::Possible } else { Outlook::GoOn(self.end) }
    }
}

pub fn for_each(
    program: &mut Program,
    faction: &Faction,
    per: &Count,
    words: &[Word],
    within: Within,
) -> Result<(), String> {
    let per = Tally::read(faction, per)?;
    let (head, end) = turns(program, faction, words, within)?;
    program.fill_in(head, ForEach { per, end });
    Ok(())
}

/// A loop: the line left open for its head, and the one behind it.
fn turns(program: &mut Program, faction: &Faction, words: &[Word], within: Within) -> Result<(usize, Pc), String> {
    if within == Within::Repetition {
        return Err("a repetition inside a repetition".to_owned());
    }
    let head = program.leave_open();
    program.words(faction, words, Within::Repetition)?;
    program.push(Box::new(Jump(pc(head)?)));
    Ok((head, program.next_line()?))
}
