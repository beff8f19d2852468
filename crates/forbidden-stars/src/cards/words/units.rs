//! Units routed, destroyed, rallied and sent back.

use super::{HowMany, Meaning, one, owner, whom};
use crate::board::{Look, Looking};
use crate::cards::effect::{Effect, EffectQuestion};
use crate::cards::filters::UnitFilter;
use crate::cards::resolve::enemy_can_be_routed;
use crate::cards::vocabulary::{Number, State, Units, Who};
use crate::combat::retreat;
use crate::combat::rout;
use crate::components::Faction;
use crate::decisions::Choice;
use crate::force::Posture;
use crate::pieces;
use crate::table::UnitKind;
use crate::{Flow, Play};
use kernel::Seat;

fn owner_of(play: &Play<'_>, unit: UnitKind) -> Seat {
    play.table.seat_of_faction(unit.faction()).expect("units on the board have a player")
}

/// Routs the unit just picked, then goes on behind the word.
pub(super) fn rout_picked(effect: &mut Effect, play: &Play<'_>) -> Flow {
    let picked = play.answer().unit();
    effect.call_then_next(rout::Rout::new(owner_of(play, picked.unit), picked.unit.row(), picked.area))
}

/// Destroys the unit just picked.
pub(super) fn destroy_picked(effect: &mut Effect, play: &mut Play<'_>) -> Flow {
    let picked = play.answer().unit();
    let owner = owner_of(play, picked.unit);
    pieces::destroy_unit(play, owner, picked.unit.row(), picked.posture, picked.area);
    effect.next()
}

#[derive(Clone, Copy, Debug)]
pub struct Rally(pub HowMany);

impl Meaning for Rally {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        match self.0 {
            HowMany::One => effect.question_or_skip(play, you),
            HowMany::All => {
                let area = play.table.battle().area;
                pieces::rally_all(play, you, area);
                effect.next()
            }
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let picked = play.answer().unit();
        pieces::turn(play, effect.at.you, picked.unit.row(), picked.area, Posture::Standing);
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        UnitFilter::here(State::Routed).each(look, at.you, at.you, each);
    }

    fn opens_with_own_choice(&self) -> bool {
        self.0 == HowMany::One
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "rally a unit"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["rout-rally.state.1"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Rout {
    of: Who,
    by: Who,
    count: HowMany,
    /// Only standing units are routed.
    units: UnitFilter,
}

impl Rout {
    pub fn read(faction: &Faction, of: Who, by: Who, count: &Number, units: &Units) -> Result<Rout, String> {
        let units = UnitFilter { state: State::Standing, ..UnitFilter::read(faction, units)? };
        Ok(Rout { of, by, count: HowMany::read(count), units })
    }

    /// Each by its own procedure, so the word is read again after every one.
    fn rout_all(self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let owner = one(play, effect.at.you, self.of);
        match self.units.first(play.look(), effect.at.you, owner) {
            Some(first) if !rout::cannot_rout(play.look(), owner, first.area) => {
                effect.call_then_again(rout::Rout::new(owner, first.unit.row(), first.area))
            }
            _ => effect.next(),
        }
    }
}

impl Meaning for Rout {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        match self.count {
            HowMany::All => self.rout_all(effect, play),
            HowMany::One => {
                let picker = one(play, effect.at.you, self.by);
                effect.question_or_skip(play, picker)
            }
        }
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        rout_picked(effect, play)
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        if let Some(owner) = owner(look, at.you, self.of)
            && !look.here().is_some_and(|here| rout::cannot_rout(look, owner, here))
        {
            self.units.each(look, at.you, owner, each);
        }
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        match self.count {
            HowMany::One => crate::cards::picks::anything_to_pick(look, at.you, at),
            HowMany::All => {
                owner(look, at.you, self.of).is_some_and(|owner| self.units.first(look, at.you, owner).is_some())
                    && (self.of != Who::Enemy || enemy_can_be_routed(look, at.you))
            }
        }
    }

    fn is_price_in_front(&self) -> bool {
        self.of == Who::You
    }

    fn opens_with_own_choice(&self) -> bool {
        self.by == Who::You && self.count == HowMany::One
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "rout a unit"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["rout-rally.state.1"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Destroy {
    of: Who,
    by: Who,
    count: HowMany,
    units: UnitFilter,
}

impl Destroy {
    pub fn read(faction: &Faction, of: Who, by: Who, count: &Number, units: &Units) -> Result<Destroy, String> {
        Ok(Destroy { of, by, count: HowMany::read(count), units: UnitFilter::read(faction, units)? })
    }
}

impl Meaning for Destroy {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        if self.count == HowMany::One {
            let picker = one(play, you, self.by);
            return effect.question_or_skip(play, picker);
        }
        for seat in whom(play, you, self.of) {
            while let Some(first) = self.units.first(play.look(), you, seat) {
                pieces::destroy_unit(play, seat, first.unit.row(), first.posture, first.area);
            }
        }
        effect.next()
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        destroy_picked(effect, play)
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        if self.of != Who::Enemy {
            self.units.each(look, at.you, at.you, each);
        }
        if let Some(enemy) = look.table.opponent(at.you).filter(|_| self.of != Who::You) {
            self.units.each(look, at.you, enemy, each);
        }
    }

    fn is_price_in_front(&self) -> bool {
        self.of == Who::You
    }

    fn opens_with_own_choice(&self) -> bool {
        self.by == Who::You && self.count == HowMany::One
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "destroy a unit"
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Retreat {
    pub of: Who,
}

impl Meaning for Retreat {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let owner = one(play, effect.at.you, self.of);
        effect.question_or_skip(play, owner)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if play.answer() == Choice::Decline {
            return effect.next();
        }
        let picked = play.answer().unit();
        let owner = owner_of(play, picked.unit);
        effect.call_then_next(retreat::Retreat::one(owner, picked.area, picked.unit.row(), picked.posture))
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        if let Some(owner) = owner(look, at.you, self.of).filter(|&owner| retreat::can_be_picked(look, owner)) {
            UnitFilter::here(State::Either).each(look, at.you, owner, each);
        }
    }

    /// For the enemy it is his decision whether.
    fn stop(&self, _at: EffectQuestion) -> Option<Choice> {
        (self.of == Who::Enemy).then_some(Choice::Decline)
    }

    fn opens_with_own_choice(&self) -> bool {
        self.of == Who::You
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "retreat a unit"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["retreats.mid-combat.1", "retreats.mid-combat.5"]
    }
}
