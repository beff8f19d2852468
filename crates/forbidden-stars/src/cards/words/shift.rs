//! Units shifted, one by one, to an area picked before.

use super::Meaning;
use crate::answers::PickedUnit;
use crate::board::{Look, Looking, Standing, StormsBlock};
use crate::cards::effect::{Effect, EffectQuestion, Picked};
use crate::cards::filters::{UnitFilter, terrain_fits};
use crate::cards::vocabulary::{AreaState, Place, Reach, State, Terrain, Units};
use crate::components::Faction;
use crate::decisions::Choice;
use crate::force::TOKENS;
use crate::pieces;
use crate::table::{Area, MOVEMENT_CAP, System};
use crate::{Flow, Play};
use kernel::Seat;

#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// Only standing units are shifted.
    units: UnitFilter,
    from: Terrain,
    to: Reach,
    friendly: bool,
    uncontrolled: bool,
    enemy: bool,
}

/// What is asked: `picked.area` and `picked.row` are those of the unit taken last, so that each set of units is named in
/// one order only; `count` is 0 until it is said where they go, and more than 1 when somebody has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    WhereFrom,
    WhereTo,
    Who,
}

impl Shift {
    pub fn read(
        faction: &Faction,
        units: &Units,
        from: Terrain,
        to: Reach,
        state: &[AreaState],
    ) -> Result<Shift, String> {
        let units = UnitFilter { state: State::Standing, ..UnitFilter::read(faction, units)? };
        let open = |wanted| state.is_empty() || state.contains(&wanted);
        Ok(Shift {
            units,
            from,
            to,
            friendly: open(AreaState::Friendly),
            uncontrolled: open(AreaState::Uncontrolled),
            enemy: open(AreaState::Enemy),
        })
    }

    fn ask(self, at: EffectQuestion) -> Ask {
        match at.picked {
            None if self.units.at == Place::Anywhere => Ask::WhereFrom,
            None => Ask::WhereTo,
            Some(_) if at.count == 0 => Ask::WhereTo,
            Some(_) => Ask::Who,
        }
    }

    fn each_unit(self, look: Look<'_>, you: Seat, each: &mut dyn FnMut(PickedUnit)) {
        self.units.each(look, you, you, &mut |choice| {
            let unit = choice.unit();
            if unit.unit.row() != TOKENS && terrain_fits(look, self.from, unit.area) {
                each(unit);
            }
        });
    }

    fn any_unit(self, look: Look<'_>, you: Seat) -> bool {
        let mut found = false;
        self.each_unit(look, you, &mut |_| found = true);
        found
    }

    /// Where units may go; those that may stand anywhere, from this area.
    fn targets(self, look: Look<'_>, you: Seat, from: Option<Area>) -> impl Iterator<Item = Area> {
        // [card-clarifications.wave-serpent.2]
        let here = look.here().filter(|_| self.to == Reach::NextDoor);
        let next_door = here.into_iter().flat_map(move |here| look.next_door(here));
        // Dice that were rolled before the ships leave still count. [card-clarifications.strafing-run.1]
        let system = look.this_system().filter(|_| self.to == Reach::NextSystem);
        let next_system = system.into_iter().flat_map(move |here| {
            look.adjacent_systems(here)
                .filter(move |&next| look.storms_block_ships() == StormsBlock::No || look.is_open(here, next))
                .flat_map(System::areas)
                .filter(move |&to| terrain_fits(look, self.from, to))
        });
        // [card-clarifications.warp-gate.1]
        let from = from.filter(|_| self.to == Reach::Anywhere);
        let anywhere = from.into_iter().flat_map(move |from| {
            look.table.areas().filter(move |&to| to != from && look.is_world(to) == look.is_world(from))
        });
        next_door.chain(next_system).chain(anywhere).filter(move |&to| self.may_enter(look, you, to))
    }

    fn may_enter(self, look: Look<'_>, you: Seat, to: Area) -> bool {
        match look.standing(to, you) {
            Standing::Friendly => self.friendly,
            Standing::Uncontrolled => self.uncontrolled,
            // Only one area may be made contested in this way, by five units. [card-clarifications.wave-serpent.1]
            Standing::Enemy | Standing::Contested => {
                let first = look.table.serpent_contest.is_none_or(|contest| contest == to);
                self.enemy && first && has_room(look, you, to)
            }
        }
    }

    fn leave(self, effect: &mut Effect, from: Area) -> Flow {
        effect.at.picked = Some(Picked { area: from, ..Picked::default() });
        effect.again()
    }

    fn head_for(self, effect: &mut Effect, play: &mut Play<'_>, to: Area) -> Flow {
        if play.look().standing(to, effect.at.you) == Standing::Enemy {
            play.table.serpent_contest = Some(to);
        }
        effect.at.picked = Some(Picked { to, ..effect.at.picked.unwrap_or_default() });
        effect.at.count = 1;
        effect.again()
    }

    fn take(self, effect: &mut Effect, play: &mut Play<'_>, unit: PickedUnit) -> Flow {
        let (you, from, row) = (effect.at.you, unit.area, unit.unit.row());
        let to = effect.at.picked.expect("the place was picked before the units").to;
        pieces::shift_unit(play, you, row, from, to);
        if self.enemy {
            pieces::note_contest(play, you, to);
            pieces::note_origin(play, to, from);
        }
        effect.at.picked = Some(Picked { area: from, row: row as u8, to });
        effect.at.count += 1;
        effect.again()
    }
}

/// A combat has at most five attackers when it starts. [combat.attackers-cap.1]
fn has_room(look: Look<'_>, you: Seat, area: Area) -> bool {
    look.force(area, you).units() < MOVEMENT_CAP
}

impl Meaning for Shift {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let answer = play.answer();
        match self.ask(effect.at) {
            Ask::WhereFrom => self.leave(effect, answer.area()),
            Ask::WhereTo => self.head_for(effect, play, answer.area()),
            Ask::Who if answer == Choice::Done => effect.next(),
            Ask::Who => self.take(effect, play, answer.unit()),
        }
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let (you, picked) = (at.you, at.picked.unwrap_or_default());
        match self.ask(at) {
            Ask::WhereFrom => {
                let mut last = None;
                self.each_unit(look, you, &mut |unit| {
                    let is_new = last.replace(unit.area) != Some(unit.area);
                    if is_new && self.targets(look, you, Some(unit.area)).next().is_some() {
                        each(Choice::Area(unit.area));
                    }
                });
            }
            Ask::WhereTo => {
                if self.any_unit(look, you) {
                    let from = at.picked.map(|picked| picked.area);
                    self.targets(look, you, from).for_each(|to| each(Choice::Area(to)));
                }
            }
            Ask::Who => {
                let attacking = look.holder_against(picked.to, you).is_some();
                if attacking && !has_room(look, you, picked.to) {
                    return;
                }
                let left_alone = |area: Area| self.units.at == Place::Anywhere && area != picked.area;
                self.each_unit(look, you, &mut |PickedUnit { area, unit, posture, .. }| {
                    if (area, unit.row()) >= (picked.area, usize::from(picked.row)) && !left_alone(area) {
                        each(Choice::Unit { area, unit, posture, hurt: 0 });
                    }
                });
            }
        }
    }

    fn stop(&self, at: EffectQuestion) -> Option<Choice> {
        (self.ask(at) == Ask::Who && at.count > 1).then_some(Choice::Done)
    }

    fn question(&self, at: EffectQuestion) -> &'static str {
        match (self.ask(at), self.to) {
            (Ask::WhereFrom, _) => "choose where units leave",
            (Ask::WhereTo, Reach::Anywhere) => "choose where they go",
            (Ask::WhereTo, Reach::NextDoor | Reach::NextSystem) => "choose where to move",
            (Ask::Who, Reach::Anywhere) => "choose a unit to take along",
            (Ask::Who, Reach::NextDoor) => "choose a unit to move",
            (Ask::Who, Reach::NextSystem) => "choose a ship to move",
        }
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["combat-card-resolution.whole.1", "event-cards.choice.1"]
    }
}
