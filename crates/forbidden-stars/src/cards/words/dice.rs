//! Dice spent, rerolled and turned.

use super::{Meaning, Outlook, one, whom};
use crate::board::{Look, Looking};
use crate::cards::effect::{Effect, EffectQuestion, Picked};
use crate::cards::filters::Faces;
use crate::cards::numbers::Limit;
use crate::cards::vocabulary::{Number, Who};
use crate::components::{Face, Faction};
use crate::decisions::Choice;
use crate::pieces;
use crate::{Flow, Play};
use kernel::Seat;

#[derive(Clone, Copy, Debug)]
pub struct Spend {
    faces: Faces,
    count: u8,
}

impl Spend {
    pub fn read(faces: &[Face], count: u8) -> Spend {
        Spend { faces: Faces::new(faces), count }
    }
}

impl Meaning for Spend {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let dice = play.table.dice(you);
        let mut kinds = self.faces.iter().filter(|face| dice[face.index()] > 0);
        match (kinds.next(), kinds.next()) {
            (Some(face), None) => {
                (effect.at.count..self.count).for_each(|_| pieces::remove_die(play, you, face));
                pieces::tell_dice(play, you);
                effect.next()
            }
            (Some(_), Some(_)) => effect.question(you),
            (None, _) => effect.next(),
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.give_die(play, effect.at.you, self.count)
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        self.faces.each_die(look, at.you, each);
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        let there = self.faces.of(look.table.dice(at.you));
        if there >= self.count { Outlook::Paid { dice: self.count } } else { Outlook::Never }
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "choose a die to spend"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["spend.full.1", "spend.own.1"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Reroll {
    who: Who,
    faces: Faces,
    count: Limit,
    picked_by: Who,
}

impl Reroll {
    pub fn read(faction: &Faction, who: Who, faces: &[Face], count: &Number, picked_by: Who) -> Result<Reroll, String> {
        Ok(Reroll { who, faces: Faces::new(faces), count: Limit::read(faction, count)?, picked_by })
    }

    /// Dice named by face are lifted one by one and rolled together.
    fn pick_or_roll(self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let owner = one(play, you, self.who);
        let dice = play.table.dice(owner);
        let kinds = self.faces.iter().filter(|face| dice[face.index()] > 0).count();
        if effect.at.count >= self.count.of(play.look(), you) || kinds == 0 {
            return self.roll_lifted(effect, play);
        }
        if let Limit::Exactly(_) = self.count
            && kinds == 1
            && let Some(face) = self.faces.iter().find(|face| dice[face.index()] > 0)
        {
            pieces::remove_die(play, owner, face);
            effect.at.count += 1;
            return effect.again();
        }
        let picker = one(play, you, self.picked_by);
        effect.question(picker)
    }

    fn roll_lifted(self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let owner = one(play, effect.at.you, self.who);
        pieces::roll_dice(play, owner, effect.at.count);
        effect.next()
    }

    fn roll_all(self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let most = self.count.of(play.look(), you);
        for seat in whom(play, you, self.who) {
            let mut lifted = 0;
            for face in self.faces.iter() {
                while lifted < most && play.table.die(seat, face) > 0 {
                    pieces::remove_die(play, seat, face);
                    lifted += 1;
                }
            }
            pieces::roll_dice(play, seat, lifted);
        }
        effect.next()
    }
}

impl Meaning for Reroll {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        match self.count {
            Limit::UpTo(_) | Limit::Exactly(_) => self.pick_or_roll(effect, play),
            Limit::All | Limit::Per(_) => self.roll_all(effect, play),
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let answer = play.answer();
        if answer == Choice::Done {
            return self.roll_lifted(effect, play);
        }
        let owner = one(play, effect.at.you, self.who);
        pieces::remove_die(play, owner, answer.face());
        effect.at.count += 1;
        effect.again()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let owner = if self.who == Who::Enemy { look.table.opponent(at.you).unwrap_or(at.you) } else { at.you };
        self.faces.each_die(look, owner, each);
    }

    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        matches!(self.count, Limit::UpTo(_)).then_some(Choice::Done)
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        let any = |seat: Seat| self.faces.of(look.table.dice(seat)) > 0;
        (self.who != Who::Enemy && any(at.you))
            || (self.who != Who::You && look.table.opponent(at.you).is_some_and(any))
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "choose a die to reroll"
    }

    fn whose_dice(&self) -> Who {
        if self.who == Who::Enemy { Who::Enemy } else { Who::You }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Convert {
    from: Faces,
    to: Face,
    count: Limit,
}

impl Convert {
    pub fn read(faction: &Faction, from: &[Face], to: Face, count: &Number) -> Result<Convert, String> {
        Ok(Convert { from: Faces::new(from), to, count: Limit::read(faction, count)? })
    }
}

impl Meaning for Convert {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let more = effect.at.count < self.count.of(play.look(), you);
        if more { effect.question_or_skip(play, you) } else { effect.next() }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let answer = play.answer();
        if answer == Choice::Done {
            return effect.next();
        }
        let face = answer.face();
        let dice = play.table.dice_mut(effect.at.you);
        dice[face.index()] -= 1;
        dice[self.to.index()] += 1;
        pieces::tell_dice(play, effect.at.you);
        effect.at.count += 1;
        effect.at.picked = Some(Picked { row: face.index() as u8, ..Picked::default() });
        effect.again()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        // Each set of dice is offered in one order only.
        let last = at.picked.map_or(0, |picked| picked.row);
        let open = |face: Face| face != self.to && face.index() >= usize::from(last);
        self.from.only(open).each_die(look, at.you, each);
    }

    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        Some(Choice::Done)
    }

    fn opens_with_own_choice(&self) -> bool {
        !matches!(self.count, Limit::Exactly(_))
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "choose a die to turn"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["convert.die.1", "convert.die.2"]
    }
}
