//! Units and structures placed, relocated, replaced and built.

use super::Meaning;
use crate::board::Look;
use crate::cards::effect::{Effect, EffectQuestion, Picked};
use crate::cards::filters::{AreaFilter, Rows, UnitFilter, read_row, read_rows, terrain_fits};
use crate::cards::vocabulary::{Areas, State, Terrain, Units};
use crate::components::{Faction, StructureKind};
use crate::decisions::Choice;
use crate::force::{TOKENS, UNIT_KINDS};
use crate::orders::purchase;
use crate::pieces;
use crate::{Flow, Play};
use kernel::Seat;

#[derive(Clone, Copy, Debug)]
pub struct Place {
    rows: Rows,
    count: u8,
    areas: AreaFilter,
}

impl Place {
    pub fn read(faction: &Faction, kinds: &[String], count: u8, areas: &Areas) -> Result<Place, String> {
        Ok(Place { rows: read_rows(faction, kinds)?, count, areas: AreaFilter::read(faction, areas)? })
    }
}

impl Meaning for Place {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let (unit, area) = play.answer().placed_unit();
        for _ in 0..self.count {
            if play.table.player(you).reserve[unit.row()] > 0 {
                pieces::place_free_unit(play, you, unit.row(), area);
            }
        }
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let you = at.you;
        let free = |row: &usize| self.rows & (1 << row) != 0 && look.player(you).reserve[*row] > 0;
        for row in (0..UNIT_KINDS).filter(free) {
            for area in self.areas.each(look, you) {
                if look.fits(you, row, area) && look.has_room_for_attackers(area, you) {
                    each(Choice::PlaceUnit { unit: look.kind(you, row), area });
                }
            }
        }
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "place a free unit"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["free-units.location.1", "free-units.supply.1"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Relocate {
    /// Only standing units are relocated.
    units: UnitFilter,
    from: Terrain,
    to: AreaFilter,
}

impl Relocate {
    pub fn read(faction: &Faction, units: &Units, from: Terrain, to: &Areas) -> Result<Relocate, String> {
        let units = UnitFilter { state: State::Standing, ..UnitFilter::read(faction, units)? };
        Ok(Relocate { units, from, to: AreaFilter::read(faction, to)? })
    }
}

impl Meaning for Relocate {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let Some(picked) = effect.at.picked else {
            let unit = play.answer().unit();
            effect.at.picked = Some(Picked { area: unit.area, row: unit.unit.row() as u8, ..Picked::default() });
            return effect.again();
        };
        let to = play.answer().area();
        pieces::shift_unit(play, you, usize::from(picked.row), picked.area, to);
        pieces::note_contest(play, you, to);
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let you = at.you;
        let open = |target, from, row| target != from && look.fits(you, row, target);
        if let Some(picked) = at.picked {
            let targets = self.to.each(look, you).filter(|&to| open(to, picked.area, usize::from(picked.row)));
            targets.for_each(|to| each(Choice::Area(to)));
            return;
        }
        self.units.each(look, you, you, &mut |choice| {
            let picked = choice.unit();
            let (from, row) = (picked.area, picked.unit.row());
            if row != TOKENS
                && terrain_fits(look, self.from, from)
                && self.to.each(look, you).any(|to| open(to, from, row))
            {
                each(choice);
            }
        });
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "place a unit elsewhere"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["moving-ground-units.place.1", "rout-rally.restrict.2"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Replace {
    units: UnitFilter,
    with: u8,
}

impl Replace {
    pub fn read(faction: &Faction, units: &Units, with: &str) -> Result<Replace, String> {
        Ok(Replace { units: UnitFilter::read(faction, units)?, with: read_row(faction, with)? })
    }
}

impl Meaning for Replace {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let picked = play.answer().unit();
        let new_row = usize::from(self.with);
        pieces::replace_unit(play, effect.at.you, picked.unit.row(), picked.posture, picked.area, new_row);
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let (you, with) = (at.you, usize::from(self.with));
        if look.player(you).reserve[with] > 0 {
            self.units.each(look, you, you, &mut |choice| {
                // A ground unit's place is no place for a ship.
                if look.fits(you, with, choice.unit().area) {
                    each(choice);
                }
            });
        }
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "replace a unit"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["free-units.replace.1", "free-units.replace.2"]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Build {
    kind: StructureKind,
    areas: AreaFilter,
    beside_another: bool,
}

impl Build {
    pub fn read(faction: &Faction, kind: StructureKind, areas: &Areas, beside_another: bool) -> Result<Build, String> {
        Ok(Build { kind, areas: AreaFilter::read(faction, areas)?, beside_another })
    }
}

impl Meaning for Build {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let area = play.answer().area();
        pieces::build_structure(play, effect.at.you, self.kind, area);
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let you = at.you;
        if purchase::can_build(look, you, self.kind) {
            for area in self.areas.each(look, you) {
                // [structures.one.1, golden-rules.card-only-deviation.1]
                if look.is_world(area) && (self.beside_another || !look.force(area, you).has_structures()) {
                    each(Choice::Area(area));
                }
            }
        }
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "place a free structure"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["structures.one.1", "golden-rules.card-only-deviation.1"]
    }
}
