//! How often each card was resolved, counted from what the table hears.

use forbidden_stars::table::{CARDS_PER_FACTION, CardId, EVENTS_PER_FACTION, EventId, UPGRADES_PER_FACTION, UpgradeId};
use forbidden_stars::{Catalogue, Event, ForbiddenStars};
use kernel::Herald;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Uses {
    catalogue: &'static Catalogue,
    cards: Vec<u64>,
    upgrades: Vec<u64>,
    events: Vec<u64>,
}

impl Uses {
    pub fn none(catalogue: &'static Catalogue) -> Self {
        let factions = catalogue.factions.len();
        Uses {
            catalogue,
            cards: vec![0; factions * usize::from(CARDS_PER_FACTION)],
            upgrades: vec![0; factions * usize::from(UPGRADES_PER_FACTION)],
            events: vec![0; factions * usize::from(EVENTS_PER_FACTION)],
        }
    }

    pub fn add(&mut self, other: &Uses) {
        let pairs =
            [(&mut self.cards, &other.cards), (&mut self.upgrades, &other.upgrades), (&mut self.events, &other.events)];
        for (all, more) in pairs {
            all.iter_mut().zip(more).for_each(|(times, more)| *times += more);
        }
    }

    pub fn combat_cards(&self) -> BTreeMap<&'static str, u64> {
        named(&self.cards, |index| &self.catalogue.card_text(CardId(index)).name)
    }

    pub fn order_upgrades(&self) -> BTreeMap<&'static str, u64> {
        named(&self.upgrades, |index| &self.catalogue.upgrade(UpgradeId(index)).name)
    }

    pub fn events(&self) -> BTreeMap<&'static str, u64> {
        named(&self.events, |index| &self.catalogue.event(EventId(index)).name)
    }

    pub fn all(&self) -> Vec<(&'static str, u64)> {
        [self.combat_cards(), self.order_upgrades(), self.events()].into_iter().flatten().collect()
    }
}

fn named(times: &[u64], name: impl Fn(u8) -> &'static String) -> BTreeMap<&'static str, u64> {
    times.iter().enumerate().map(|(index, &times)| (name(index as u8).as_str(), times)).collect()
}

impl Herald<ForbiddenStars> for Uses {
    fn tell(&mut self, event: Event) {
        match event {
            Event::CardRevealed { card, .. } => self.cards[usize::from(card.0)] += 1,
            Event::UpgradeUsed { upgrade, .. } => self.upgrades[usize::from(upgrade.0)] += 1,
            Event::SchemeUsed { scheme, .. } => self.events[usize::from(scheme.0)] += 1,
            // A tactic is resolved when it is chosen, a scheme only when it is used.
            Event::EventChosen { event, .. } if self.catalogue.event_facts(event).scheme.is_none() => {
                self.events[usize::from(event.0)] += 1;
            }
            _ => {}
        }
    }
}
