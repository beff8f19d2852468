//! Rules that hold from now on, and what is beyond the vocabulary.

use super::Meaning;
use crate::board::Look;
use crate::cards::effect::{Effect, EffectQuestion};
use crate::cards::resolve::Source;
use crate::cards::special::{self, SpecialEffect, SpecialId};
use crate::cards::vocabulary::{LastingRule, Permit};
use crate::{Flow, Play};
use kernel::Seat;

#[derive(Clone, Copy, Debug)]
pub struct Lasting(pub LastingRule);

impl Meaning for Lasting {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if let Source::Combat(card) = effect.at.source {
            let side = play.table.battle().side_of(effect.at.you).expect("combat cards are played in combat");
            let faceup = &mut play.table.battle_mut().side_mut(side).faceup;
            // The copy played last is the one being resolved.
            if let Some(faceup) = faceup.iter_mut().rev().find(|faceup| faceup.card == card) {
                faceup.rule = Some(self.0);
            }
        }
        effect.next()
    }

    fn is_possible(&self, _look: Look<'_>, _at: EffectQuestion) -> bool {
        true
    }
}

/// Something the present order or strike allows.
#[derive(Clone, Copy, Debug)]
pub struct Allow(pub Permit);

impl Allow {
    /// Would this permit change anything? One that would not is not offered.
    fn helps(self, look: Look<'_>, you: Seat) -> bool {
        let system = look.this_system();
        match self.0 {
            Permit::BastionsAreFactories => {
                system.is_some_and(|system| system.areas().any(|area| look.force(area, you).has_bastion()))
            }
            Permit::StrategizeAnywhere => system.is_some_and(|system| !look.is_present(system, you)),
            Permit::ShipsCrossStorms
            | Permit::UnitsCrossStorms
            | Permit::MoraleDieAtCombatStart
            | Permit::PassUncontrolledVoid
            | Permit::StructureFirst
            | Permit::SecondStructure
            | Permit::StrikeRouts
            | Permit::StrikeAllOffence => true,
        }
    }
}

impl Meaning for Allow {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if let Some(order) = &mut play.table.order {
            order.permit(self.0);
        }
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        self.helps(look, at.you)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Special(pub SpecialId);

impl Meaning for Special {
    fn run(&self, effect: &mut Effect, _play: &mut Play<'_>) -> Flow {
        effect.call_then_next(SpecialEffect::new(self.0, effect.at.you, effect.at.source))
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        special::is_possible(look, at.you, self.0)
    }
}
