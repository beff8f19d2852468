//! Resolving a card: its paragraphs, from top to bottom.

use super::effect::{Consent, Effect};
use super::picks;
use super::program::Paragraph;
use crate::board::{Look, Looking};
use crate::combat::rout;
use crate::frame::{Procedure, procedure};
use crate::table::{CardId, EventId, Side, UpgradeId};
use crate::{Catalogue, Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// What is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    Combat(CardId),
    Upgrade(UpgradeId),
    Event(EventId),
    /// The ability of a faction's sheet.
    Dominate(u8),
}

impl Default for Source {
    fn default() -> Self {
        Source::Combat(CardId(0))
    }
}

impl Source {
    pub fn name(self, catalogue: &Catalogue) -> &str {
        match self {
            Source::Combat(card) => &catalogue.card_text(card).name,
            Source::Upgrade(upgrade) => &catalogue.upgrade(upgrade).name,
            Source::Event(event) => &catalogue.event(event).name,
            Source::Dominate(faction) => &catalogue.factions[usize::from(faction)].dominate.name,
        }
    }

    /// The paragraph at `index`: general abilities first, then unit abilities. [combat-card-resolution.boxes.1]
    fn paragraph(self, catalogue: &Catalogue, index: usize) -> Option<(Paragraph, Needs)> {
        match self {
            Source::Combat(card) => {
                let card = catalogue.card(card);
                let general = card.general.get(index).map(|&paragraph| (paragraph, Needs::Nothing));
                general.or_else(|| {
                    let unit = card.unit.get(index.checked_sub(card.general.len())?)?;
                    Some((*unit, Needs::Units))
                })
            }
            Source::Upgrade(upgrade) => plain(catalogue.upgrade_effect(upgrade), index),
            Source::Event(event) => plain(&catalogue.event_facts(event).effect, index),
            Source::Dominate(faction) => plain(catalogue.dominate_effect(faction), index),
        }
    }
}

fn plain(paragraphs: &[Paragraph], index: usize) -> Option<(Paragraph, Needs)> {
    paragraphs.get(index).map(|&paragraph| (paragraph, Needs::Nothing))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Units,
}

/// Each paragraph is used or declined on its own; "must" leaves no choice. [combat-card-resolution.paragraph.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolve {
    step: Step,
    seat: Seat,
    pub source: Source,
    index: u8,
    consent: Consent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Next,
}

procedure!(Resolve, Step);

impl Resolve {
    pub fn new(seat: Seat, source: Source) -> Self {
        Resolve { seat, source, ..Resolve::default() }
    }

    /// For a card whose use was a choice of its own.
    pub fn committed(seat: Seat, source: Source) -> Self {
        Resolve { seat, source, consent: Consent::Given, ..Resolve::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, source) = (self.seat, self.source);
        if self.index > 0 && matches!(source, Source::Combat(_)) && is_deserted(play.look()) {
            return self.cut_short(Procedure::Combat);
        }
        let Some((paragraph, needs)) = source.paragraph(play.catalogue, usize::from(self.index)) else {
            return self.done();
        };
        self.index += 1;
        // The requisite is tested as each ability is about to be resolved. [combat-card-resolution.requisite.6]
        let met = needs == Needs::Nothing || requisite_met(play.look(), seat, source);
        if !met || !picks::is_usable(play.look(), seat, source, &paragraph) {
            return self.then(Step::Next);
        }
        self.call(Effect::new(seat, source, &paragraph, self.consent), Step::Next)
    }
}

/// Neither side has a unit or bastion left. [combat.early-end.8]
fn is_deserted(look: Look<'_>) -> bool {
    Side::BOTH.into_iter().all(|side| !look.battle_force(side).can_fight_on())
}

/// One listed unit, unrouted, in the combat; or a bastion where one is listed. [combat-card-resolution.requisite.1]
pub fn requisite_met(look: Look<'_>, seat: Seat, source: Source) -> bool {
    let Source::Combat(card) = source else { return true };
    let card = look.catalogue.card(card);
    let area = look.table.battle().area;
    if card.requires == 0 && !card.requires_bastion {
        return true;
    }
    look.standing_rows(area, seat) & card.requires != 0
        || (card.requires_bastion && look.force(area, seat).has_bastion())
}

/// Every paragraph of a card, and whether it could be used now.
pub fn any_usable(look: Look<'_>, seat: Seat, source: Source) -> bool {
    (0..)
        .map_while(|index| source.paragraph(look.catalogue, index))
        .any(|(paragraph, _)| picks::is_usable(look, seat, source, &paragraph))
}

/// The opponent has somebody who can be routed.
pub fn enemy_can_be_routed(look: Look<'_>, seat: Seat) -> bool {
    let (Some(enemy), Some(here)) = (look.table.opponent(seat), look.here()) else { return false };
    look.force(here, enemy).standing_units() > 0 && !rout::cannot_rout(look, enemy, here)
}
