//! Which cards a game has used, told by what the table hears.

use forbidden_stars::table::{CARDS_PER_FACTION, CardId, EVENTS_PER_FACTION, EventId, UPGRADES_PER_FACTION, UpgradeId};
use forbidden_stars::{Catalogue, Event};

/// All combat cards, then all order upgrades, then all event cards, as kind and name.
pub fn components(catalogue: &'static Catalogue) -> Vec<(&'static str, &'static str)> {
    let [cards, upgrades, events] = counts(catalogue);
    let cards = (0..cards).map(|index| ("combat cards", catalogue.card_text(CardId(index as u8)).name.as_str()));
    let upgrades = (0..upgrades).map(|index| ("upgrades", catalogue.upgrade(UpgradeId(index as u8)).name.as_str()));
    let events = (0..events).map(|index| ("events", catalogue.event(EventId(index as u8)).name.as_str()));
    cards.chain(upgrades).chain(events).collect()
}

/// The place in `components` of the card that this event tells of.
pub fn use_of(catalogue: &Catalogue, event: &Event) -> Option<usize> {
    let [cards, upgrades, _] = counts(catalogue);
    match event {
        Event::CardRevealed { card, .. } => Some(usize::from(card.0)),
        Event::UpgradeUsed { upgrade, .. } => Some(cards + usize::from(upgrade.0)),
        Event::SchemeUsed { scheme, .. } => Some(cards + upgrades + usize::from(scheme.0)),
        // A tactic is resolved when it is chosen, a scheme only when it is used.
        Event::EventChosen { event, .. } if catalogue.event_facts(*event).scheme.is_none() => {
            Some(cards + upgrades + usize::from(event.0))
        }
        _ => None,
    }
}

fn counts(catalogue: &Catalogue) -> [usize; 3] {
    [CARDS_PER_FACTION, UPGRADES_PER_FACTION, EVENTS_PER_FACTION]
        .map(|each| catalogue.factions.len() * usize::from(each))
}
