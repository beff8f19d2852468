//! The bookmarks: one variant for each procedure of the rules.

use crate::ForbiddenStars;
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
use kernel::Window;

kernel::procedures! {
    /// A bookmark into the rules.
    pub enum Frame of ForbiddenStars;
    /// What something may cut short.
    pub enum Procedure;
    Match(Match) => close,
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
    Combat(Combat) => close,
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

/// Gives a procedure its five verbs.
macro_rules! procedure {
    ($name:ident, $step:ty) => {
        kernel::verbs!(crate::ForbiddenStars, $name, $step);
    };
}

pub(crate) use procedure;
