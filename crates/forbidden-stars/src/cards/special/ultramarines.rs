//! Ultramarines effects beyond the vocabulary.

use super::{Part, SpecialEffect, SpecialQuestion, Step};
use crate::board::{Look, Looking};
use crate::components::{Asset, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::orders::dominate;
use crate::pieces;
use crate::{Flow, Play};
use kernel::Verbs;

/// One structure of the active system is replaced by another kind, free of charge. [card-clarifications.direct-the-faithful.1]
pub fn direct_the_faithful(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    match special.step {
        Step::Begin | Step::Resumed => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let Choice::Structure { area, structure } = play.answer() else { unreachable!("structures are offered") };
            (special.at.area, special.at.row) = (Some(area), structure.index() as u8);
            special.question(you, Part::Second)
        }
        Step::Answered(_) => {
            let Choice::Structure { area, structure: new } = play.answer() else {
                unreachable!("structures are offered")
            };
            let old = StructureKind::ALL[usize::from(special.at.row)];
            let force = play.table.force_mut(area, you);
            force.remove_structure(old);
            force.add_structure(new);
            play.table.structure_supply[old.index()] += 1;
            play.table.structure_supply[new.index()] -= 1;
            play.tell(Event::StructureReplaced { seat: you, old, new, area });
            special.done()
        }
    }
}

pub fn list_direct_the_faithful(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    let Some(order) = look.table.order else { return };
    let others = |old: StructureKind| {
        StructureKind::ALL.into_iter().filter(move |&new| new != old && look.table.structure_supply[new.index()] > 0)
    };
    match (at.part, at.area) {
        (Part::First, _) | (_, None) => {
            for area in order.system.areas() {
                for structure in StructureKind::ALL {
                    if look.force(area, at.you).structures(structure) > 0 && others(structure).next().is_some() {
                        each(Choice::Structure { area, structure });
                    }
                }
            }
        }
        (_, Some(area)) => {
            let old = StructureKind::ALL[usize::from(at.row)];
            others(old).for_each(|structure| each(Choice::Structure { area, structure }));
        }
    }
}

/// All own units of one system are rallied.
pub fn unwavering_resolve(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    if special.step == Step::Begin {
        return special.question(you, Part::First);
    }
    let Choice::System(system) = play.answer() else { unreachable!("systems are offered") };
    for area in system.areas() {
        if play.table.force(area, you).routed_units() > 0 {
            pieces::rally_all(play, you, area);
        }
    }
    special.done()
}

pub fn list_unwavering_resolve(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    for system in look.table.systems() {
        if system.areas().any(|area| look.force(area, at.you).routed_units() > 0) {
            each(Choice::System(system));
        }
    }
}

/// A friendly world gives its assets or its materiel.
pub fn work_of_the_righteous(special: &mut SpecialEffect, play: &mut Play<'_>) -> Flow {
    let you = special.at.you;
    let area = special.at.area;
    match special.step {
        Step::Begin => special.question(you, Part::First),
        Step::Answered(Part::First) => {
            let Choice::Area(area) = play.answer() else { unreachable!("areas are offered") };
            special.at.area = Some(area);
            special.question(you, Part::Second)
        }
        Step::Answered(Part::Second) => {
            let facts = play.look().facts(area.expect("a world was picked"));
            if play.answer() == Choice::Branch(MATERIEL) {
                pieces::gain_materiel(play, you, facts.materiel);
                return special.done();
            }
            special.at.count = facts.prosperity();
            special.then(Step::Resumed)
        }
        Step::Answered(Part::Third) => {
            let Choice::Asset(asset) = play.answer() else { unreachable!("assets are offered") };
            pieces::gain_asset(play, you, asset);
            special.at.count -= 1;
            special.then(Step::Resumed)
        }
        Step::Resumed => {
            if special.at.count > 0 && dominate::can_gain_any(play.look(), you) {
                return special.question(you, Part::Third);
            }
            let facts = play.look().facts(area.expect("a world was picked"));
            for asset in Asset::ALL {
                (0..facts.assets[asset.index()]).for_each(|_| pieces::gain_asset(play, you, asset));
            }
            special.done()
        }
    }
}

const ASSETS: u8 = 0;
const MATERIEL: u8 = 1;

pub fn list_work_of_the_righteous(look: Look<'_>, at: SpecialQuestion, each: &mut dyn FnMut(Choice)) {
    match at.part {
        Part::First => look.friendly_worlds(at.you).for_each(|area| each(Choice::Area(area))),
        Part::Second => [Choice::Branch(ASSETS), Choice::Branch(MATERIEL)].into_iter().for_each(each),
        Part::Third => dominate::assets_to_gain(look, at.you).for_each(each),
    }
}
