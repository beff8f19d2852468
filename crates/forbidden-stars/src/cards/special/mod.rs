//! Effects beyond the vocabulary, one procedure for each name.

mod chaos;
mod eldar;
mod orks;
mod ultramarines;

use super::resolve::Source;
use super::vocabulary::Special;
use crate::board::Look;
use crate::decisions::{Choice, Decision};
use crate::frame::procedure;
use crate::table::Area;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// A special effect and how far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecialEffect {
    pub step: Step,
    pub at: SpecialQuestion,
}

/// Enough to list the answers to its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecialQuestion {
    pub which: Special,
    pub you: Seat,
    pub source: Source,
    pub part: Part,
    /// What was picked so far.
    pub area: Option<Area>,
    pub to: Option<Area>,
    pub row: u8,
    pub count: u8,
}

impl Default for SpecialQuestion {
    fn default() -> Self {
        SpecialQuestion {
            which: Special::MekBoyz,
            you: Seat(0),
            source: Source::default(),
            part: Part::First,
            area: None,
            to: None,
            row: 0,
            count: 0,
        }
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
    pub fn new(which: Special, you: Seat, source: Source) -> Self {
        SpecialEffect { step: Step::Begin, at: SpecialQuestion { which, you, source, ..SpecialQuestion::default() } }
    }

    /// Puts a question of this effect to `seat`.
    fn question(&mut self, seat: Seat, part: Part) -> Flow {
        self.at.part = part;
        self.ask(seat, Decision::Special(self.at), Step::Answered(part))
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.at.which {
            Special::MekBoyz => orks::mek_boyz(self, play),
            Special::SmasherGargant => orks::smasher_gargant(self, play),
            Special::GreenTide => orks::green_tide(self, play),
            Special::Lootin => orks::lootin(self, play),
            Special::Stealin => orks::stealin(self, play),
            Special::OrkSpores => orks::ork_spores(self, play),
            Special::TeerItDown => orks::teer_it_down(self, play),
            Special::GitzDem => orks::gitz_dem(self, play),
            Special::MobUp => orks::mob_up(self, play),
            Special::LootinNStealin => orks::lootin_n_stealin(self, play),
            // Its discount is part of the purchase.
            Special::Warboss => self.done(),
            Special::ChaosUnited => chaos::chaos_united(self, play),
            Special::FavourOfTheDarkGods => chaos::favour_of_the_dark_gods(self, play),
            Special::DreadRitual => chaos::dread_ritual(self, play),
            Special::CompleteDestruction => chaos::complete_destruction(self, play),
            Special::BlightOfNurgle => chaos::blight_of_nurgle(self, play),
            Special::PrayerToTheDarkGods => chaos::prayer_to_the_dark_gods(self, play),
            Special::IncantationOfTzeentch => chaos::incantation_of_tzeentch(self, play),
            Special::TouchedByTheWarp => chaos::touched_by_the_warp(self, play),
            Special::HitAndRun => eldar::hit_and_run(self, play),
            Special::WaveSerpent => eldar::wave_serpent(self, play),
            Special::PsychicLance => eldar::psychic_lance(self, play),
            Special::TacticalStrikes => eldar::tactical_strikes(self, play),
            Special::CorsairRaid => eldar::corsair_raid(self, play),
            Special::StrafingRun => eldar::strafing_run(self, play),
            Special::Farsight => eldar::farsight(self, play),
            Special::WarpGate => eldar::warp_gate(self, play),
            Special::Outmanoeuvre => eldar::outmanoeuvre(self, play),
            Special::DirectTheFaithful => ultramarines::direct_the_faithful(self, play),
            Special::UnwaveringResolve => ultramarines::unwavering_resolve(self, play),
            Special::WorkOfTheRighteous => ultramarines::work_of_the_righteous(self, play),
        }
    }
}

/// Would it do anything now?
pub fn possible(look: Look<'_>, you: Seat, which: Special) -> bool {
    match which {
        Special::MekBoyz => look.table.opponent(you).is_some_and(|enemy| !look.player(enemy).deck.is_empty()),
        Special::GreenTide
        | Special::Lootin
        | Special::GitzDem
        | Special::PrayerToTheDarkGods
        | Special::PsychicLance
        | Special::LootinNStealin => true,
        Special::FavourOfTheDarkGods => {
            let orders = look.player(you).orders;
            orders.unplaced.iter().chain(&orders.resolved).sum::<u8>() >= 2
        }
        Special::Warboss => false,
        Special::IncantationOfTzeentch => !look.player(you).events.is_empty(),
        Special::CorsairRaid => {
            look.table.order.is_some_and(|order| crate::orders::strike::can_strike(look, you, order.system))
        }
        Special::SmasherGargant
        | Special::Stealin
        | Special::OrkSpores
        | Special::TeerItDown
        | Special::MobUp
        | Special::ChaosUnited
        | Special::DreadRitual
        | Special::CompleteDestruction
        | Special::BlightOfNurgle
        | Special::TouchedByTheWarp
        | Special::HitAndRun
        | Special::WaveSerpent
        | Special::TacticalStrikes
        | Special::StrafingRun
        | Special::Farsight
        | Special::WarpGate
        | Special::Outmanoeuvre
        | Special::DirectTheFaithful
        | Special::UnwaveringResolve
        | Special::WorkOfTheRighteous => {
            let mut found = false;
            let first = SpecialQuestion { which, you, ..SpecialQuestion::default() };
            each_pick(look, you, first, &mut |_| found = true);
            found
        }
    }
}

pub fn list(look: Look<'_>, seat: Seat, at: SpecialQuestion, out: &mut Vec<Choice>) {
    each_pick(look, seat, at, &mut |choice| out.push(choice));
}

fn each_pick(look: Look<'_>, seat: Seat, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    match at.which {
        Special::SmasherGargant => orks::list_smasher_gargant(look, seat, at, each),
        Special::GreenTide => orks::list_green_tide(each),
        Special::Stealin => orks::list_stealin(look, at, each),
        Special::OrkSpores => orks::list_ork_spores(look, at, each),
        Special::TeerItDown => orks::list_teer_it_down(look, each),
        Special::MobUp => orks::list_mob_up(look, at, each),
        Special::LootinNStealin => orks::list_lootin_n_stealin(look, seat, at, each),
        Special::ChaosUnited => chaos::list_chaos_united(look, at, each),
        Special::FavourOfTheDarkGods => chaos::list_favour_of_the_dark_gods(look, at, each),
        Special::DreadRitual => chaos::list_dread_ritual(look, at, each),
        Special::CompleteDestruction => chaos::list_complete_destruction(look, each),
        Special::BlightOfNurgle => chaos::list_blight_of_nurgle(look, at, each),
        Special::PrayerToTheDarkGods => chaos::list_prayer_to_the_dark_gods(look, each),
        Special::IncantationOfTzeentch => chaos::list_incantation_of_tzeentch(look, at, each),
        Special::TouchedByTheWarp => chaos::list_touched_by_the_warp(look, at, each),
        Special::HitAndRun => eldar::list_hit_and_run(look, at, each),
        Special::WaveSerpent => eldar::list_wave_serpent(look, at, each),
        Special::PsychicLance => eldar::list_psychic_lance(look, at, each),
        Special::TacticalStrikes => eldar::list_tactical_strikes(look, each),
        Special::StrafingRun => eldar::list_strafing_run(look, at, each),
        Special::Farsight => eldar::list_farsight(look, at, each),
        Special::WarpGate => eldar::list_warp_gate(look, at, each),
        Special::Outmanoeuvre => eldar::list_outmanoeuvre(look, at, each),
        Special::DirectTheFaithful => ultramarines::list_direct_the_faithful(look, at, each),
        Special::UnwaveringResolve => ultramarines::list_unwavering_resolve(look, at, each),
        Special::WorkOfTheRighteous => ultramarines::list_work_of_the_righteous(look, at, each),
        Special::MekBoyz | Special::Lootin | Special::GitzDem | Special::Warboss | Special::CorsairRaid => {}
    }
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
