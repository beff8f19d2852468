//! What cards say, for people who do not hold them in their hands.

use forbidden_stars::components::{CombatCard, Event, EventKind, OrderUpgrade};
use forbidden_stars::{Catalogue, Choice};
use kernel::slug;

/// The card, upgrade, event or dominate ability with this name, as one paragraph.
pub fn find(catalogue: &Catalogue, name: &str) -> Option<String> {
    let wanted = slug(name);
    let is_it = |printed: &str| slug(printed) == wanted;
    catalogue.factions.iter().find_map(|faction| {
        let card = faction.combat_cards.iter().find(|card| is_it(&card.name)).map(combat_card);
        let upgrade = faction.order_upgrades.iter().find(|upgrade| is_it(&upgrade.name)).map(order_upgrade);
        let event = faction.events.iter().find(|event| is_it(&event.name)).map(event_card);
        let dominate = is_it(&faction.dominate.name)
            .then(|| format!("{} (when dominating): {}", faction.dominate.name, faction.dominate.text));
        let found = card.or(upgrade).or(event).or(dominate)?;
        Some(format!("{}: {found}", faction.name))
    })
}

/// The text of what a choice would play, take or discard.
pub fn behind_choice(catalogue: &Catalogue, choice: Choice) -> Option<String> {
    match choice {
        Choice::Card(card) | Choice::Pair(card) => Some(combat_card(catalogue.card_text(card))),
        Choice::Upgrade(upgrade) => Some(order_upgrade(catalogue.upgrade(upgrade))),
        Choice::Event(event) => Some(event_card(catalogue.event(event))),
        _ => None,
    }
}

fn combat_card(card: &CombatCard) -> String {
    let icons = [(card.icons.offence, "offence"), (card.icons.defence, "defence"), (card.icons.morale, "morale")];
    let icons: Vec<String> =
        icons.iter().filter(|(count, _)| *count > 0).map(|(count, icon)| format!("{count} {icon}")).collect();
    let icons = if icons.is_empty() { "no icons".to_owned() } else { icons.join(", ") };
    let cost =
        if card.starting { String::new() } else { format!("; level {}, {} materiel", card.level, card.materiel) };
    format!("{} ({icons}{cost}): {}", card.name, card.text)
}

fn order_upgrade(upgrade: &OrderUpgrade) -> String {
    let OrderUpgrade { name, order, level, materiel, text, .. } = upgrade;
    format!("{name} (upgrade of {}; level {level}, {materiel} materiel): {text}", order.id())
}

fn event_card(event: &Event) -> String {
    let kind = match event.kind {
        EventKind::Tactic => "tactic",
        EventKind::Scheme(_) => "scheme",
    };
    format!("{} ({kind}): {}", event.name, event.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_by_loose_names() {
        let catalogue = Catalogue::standard();
        for name in ["ambush", "Ambush", "crusade", "drop pods"] {
            assert!(find(catalogue, name).is_some(), "{name}");
        }
        assert_eq!(find(catalogue, "no such card"), None);
    }
}
