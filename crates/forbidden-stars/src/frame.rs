//! The bookmarks: one variant for each procedure of the rules.

use crate::cards::effect::Effect;
use crate::cards::resolve::Resolve;
use crate::cards::response::{Moment, UseResponse};
use crate::cards::special::SpecialEffect;
use crate::combat::damage::{AssessDamage, SufferDamage};
use crate::combat::retreat::Retreat;
use crate::combat::rout::Rout;
use crate::combat::{Capture, Combat, Contests};
use crate::operations::{Operations, Turn};
use crate::orders::advance::Advance;
use crate::orders::deploy::Deploy;
use crate::orders::dominate::Dominate;
use crate::orders::strategize::{BuyUpgrade, Strategize};
use crate::orders::strike::OrbitalStrike;
use crate::planning::Planning;
use crate::refresh::{EventStep, MoveStorm, Refresh};
use crate::round::Match;
use crate::setup::Setup;
use crate::unit_capacity::UnitCapacity;
use crate::{Flow, Play};
use kernel::Window;
use serde::{Deserialize, Serialize};

/// A bookmark into the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Match(Match),
    Setup(Setup),
    Planning(Planning),
    Operations(Operations),
    Turn(Turn),
    Deploy(Deploy),
    Strategize(Strategize),
    BuyUpgrade(BuyUpgrade),
    Dominate(Dominate),
    Advance(Advance),
    OrbitalStrike(OrbitalStrike),
    Contests(Contests),
    Combat(Combat),
    Capture(Capture),
    AssessDamage(AssessDamage),
    SufferDamage(SufferDamage),
    Rout(Rout),
    Retreat(Retreat),
    UnitCapacity(UnitCapacity),
    Refresh(Refresh),
    EventStep(EventStep),
    MoveStorm(MoveStorm),
    Resolve(Resolve),
    Effect(Effect),
    SpecialEffect(SpecialEffect),
    Window(Window<Moment>),
    UseResponse(UseResponse),
}

impl Default for Frame {
    fn default() -> Self {
        Frame::Match(Match::default())
    }
}

impl From<Window<Moment>> for Frame {
    fn from(window: Window<Moment>) -> Frame {
        Frame::Window(window)
    }
}

/// What something may cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// The whole game.
    Match,
    Combat,
    Other,
}

impl Frame {
    pub fn procedure(&self) -> Procedure {
        match self {
            Frame::Match(_) => Procedure::Match,
            Frame::Combat(_) => Procedure::Combat,
            _ => Procedure::Other,
        }
    }

    /// Goes to the closing step, if there is one.
    pub fn close(&mut self) -> bool {
        match self {
            Frame::Match(game) => game.close(),
            Frame::Combat(combat) => combat.close(),
            _ => return false,
        }
        true
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self {
            Frame::Match(procedure) => procedure.run(play),
            Frame::Setup(procedure) => procedure.run(play),
            Frame::Planning(procedure) => procedure.run(play),
            Frame::Operations(procedure) => procedure.run(play),
            Frame::Turn(procedure) => procedure.run(play),
            Frame::Deploy(procedure) => procedure.run(play),
            Frame::Strategize(procedure) => procedure.run(play),
            Frame::BuyUpgrade(procedure) => procedure.run(play),
            Frame::Dominate(procedure) => procedure.run(play),
            Frame::Advance(procedure) => procedure.run(play),
            Frame::OrbitalStrike(procedure) => procedure.run(play),
            Frame::Contests(procedure) => procedure.run(play),
            Frame::Combat(procedure) => procedure.run(play),
            Frame::Capture(procedure) => procedure.run(play),
            Frame::AssessDamage(procedure) => procedure.run(play),
            Frame::SufferDamage(procedure) => procedure.run(play),
            Frame::Rout(procedure) => procedure.run(play),
            Frame::Retreat(procedure) => procedure.run(play),
            Frame::UnitCapacity(procedure) => procedure.run(play),
            Frame::Refresh(procedure) => procedure.run(play),
            Frame::EventStep(procedure) => procedure.run(play),
            Frame::MoveStorm(procedure) => procedure.run(play),
            Frame::Resolve(procedure) => procedure.run(play),
            Frame::Effect(procedure) => procedure.run(play),
            Frame::SpecialEffect(procedure) => procedure.run(play),
            Frame::Window(window) => window.run(play),
            Frame::UseResponse(procedure) => procedure.run(play),
        }
    }
}

/// Gives a procedure its five verbs and its place among the bookmarks.
macro_rules! procedure {
    ($name:ident, $step:ty) => {
        impl kernel::Verbs<crate::ForbiddenStars> for $name {
            type Step = $step;

            fn mark(&mut self, step: $step) {
                self.step = step;
            }
        }

        impl From<$name> for crate::frame::Frame {
            fn from(procedure: $name) -> crate::frame::Frame {
                crate::frame::Frame::$name(procedure)
            }
        }
    };
}

pub(crate) use procedure;
