//! Cards of all kinds as HTML, readable at 220 pixels: title, cost and level, icons, our words.

use super::badges;
use super::seals;
use ::forbidden_stars::Catalogue;
use ::forbidden_stars::components::{EventKind, Face, SchemeMoment, StormIcon, StructureKind, UpgradeMoment};
use ::forbidden_stars::force::UNIT_KINDS;
use ::forbidden_stars::notation::slug;
use ::forbidden_stars::table::{CardId, EventId, UnitKind, UpgradeId};
use maud::{Markup, html};

/// A combat card: icons down its left edge, the unit part set apart with what it requires.
pub fn combat(catalogue: &Catalogue, card: CardId, copies: usize) -> Markup {
    let text = catalogue.card_text(card);
    let facts = catalogue.card(card);
    let (general, unit) = parts(&text.text);
    html! {
        article class="card combat" data-piece={ "card:" (slug(&text.name)) } data-glide="card"
            aria-label={ "Combat card " (text.name) @if copies > 1 { ", " (copies) " copies" } } {
            (head(&text.name, facts.level, facts.materiel))
            div class="body" {
                div class="icons" {
                    @for face in Face::ALL {
                        @for _ in 0..facts.icons[face.index()] { (seals::inline(face.id(), seals::face(face))) }
                    }
                    span class="unseen" { (icons_in_words(facts.icons)) }
                }
                div class="words" {
                    @if !general.is_empty() { p { (general) } }
                    @if let Some(unit) = unit {
                        p class="unit-part" {
                            span class="requires" aria-hidden="true" { (requisite(catalogue, card)) }
                            (unit)
                        }
                    }
                }
            }
            @if copies > 1 { span class="copies" aria-hidden="true" { "×" (copies) } }
        }
    }
}

/// The back of a combat card or event card.
pub fn back(whose: &str, class: &str) -> Markup {
    html! {
        div class={ "card back " (class) } role="img" aria-label={ "a card of " (whose) ", facedown" } {
            svg viewBox="0 0 60 84" aria-hidden="true" {
                rect x="4" y="4" width="52" height="76" rx="4" {}
                path d="M30 14L48 42L30 70L12 42ZM30 24L42 42L30 60L18 42ZM4 42H56M30 4V80" {}
                circle cx="30" cy="42" r="6" {}
            }
        }
    }
}

pub fn event(catalogue: &Catalogue, event: EventId) -> Markup {
    let card = catalogue.event(event);
    let (kind, when) = match card.kind {
        EventKind::Tactic => ("Tactic", "resolved at once"),
        EventKind::Scheme(moment) => ("Scheme", scheme_moment(moment)),
    };
    html! {
        article class="card event" data-piece={ "event:" (slug(&card.name)) } data-glide="event" aria-label={ "Event card " (card.name) } {
            header { h3 { (card.name) } (storm_icon(card.storm)) }
            div class="body" {
                div class="words" {
                    p class="quiet" { (kind) ", " (when) }
                    p { (card.text) }
                }
            }
        }
    }
}

pub fn upgrade(catalogue: &Catalogue, upgrade: UpgradeId) -> Markup {
    let card = catalogue.upgrade(upgrade);
    html! {
        article class="card upgrade" data-piece={ "upgrade:" (slug(&card.name)) } aria-label={ "Order upgrade " (card.name) } {
            (head(&card.name, card.level, card.materiel))
            div class="body" {
                div class="icons" { (seals::inline("order", seals::order(card.order))) }
                div class="words" {
                    p class="quiet" { "Upgrade of " (card.order.id()) ", " (upgrade_moment(card.moment)) }
                    p { (card.text) }
                }
            }
        }
    }
}

/// A unit as its row on the faction sheet says it.
pub fn unit(catalogue: &Catalogue, kind: UnitKind) -> Markup {
    let unit = catalogue.unit(kind);
    let stats = catalogue.stats(kind);
    let class = if stats.is_ship { "Ship" } else { "Ground unit" };
    html! {
        article class="card unit-sheet" aria-label=(unit.name) {
            (head(&unit.name, unit.level, unit.materiel))
            div class="body" {
                div class="icons" { (badges::inline_unit(catalogue, kind, "plain", false)) }
                div class="words" {
                    p class="quiet" { (class) " of " (catalogue.factions[usize::from(kind.faction())].name) }
                    p class="numbers" { (strengths(stats.combat, stats.health, stats.morale)) }
                    p {
                        "Command level " (unit.level) ", " (unit.materiel) " materiel"
                        @if unit.forge > 0 { " and " (unit.forge) " forge token" }
                        "; " (unit.pieces) " pieces."
                    }
                }
            }
        }
    }
}

/// Combat, health and morale as signs with numbers.
pub fn strengths(combat: u8, health: u8, morale: u8) -> Markup {
    html! {
        span class="strength" title="combat: dice" { (seals::inline("throw", seals::DIE)) span class="unseen" { "combat " } (combat) }
        span class="strength" title="health" { (seals::inline("heart", seals::HEART)) span class="unseen" { "health " } (health) }
        span class="strength" title="morale" { (seals::inline("morale", seals::face(Face::Morale))) span class="unseen" { "morale " } (morale) }
    }
}

/// Materiel in its cog.
pub fn cost(materiel: u8) -> Markup {
    html! {
        span class="cost" title={ (materiel) " materiel" } {
            svg class="coin" viewBox="-14 -14 28 28" aria-hidden="true" {
                path class="fs-cog" d=(seals::COG) {}
                text y="5" { (materiel) }
            }
            span class="unseen" { (materiel) " materiel" }
        }
    }
}

/// Rings for a command level.
pub fn level(level: u8) -> Markup {
    html! {
        span class="level" title={ "command level " (level) } {
            svg viewBox=(format!("0 0 {} 10", 10 * level.max(1))) aria-hidden="true" {
                @for ring in 0..level { circle cx=(10 * u32::from(ring) + 5) cy="5" r="3.4" {} }
            }
            span class="unseen" { "command level " (level) }
        }
    }
}

fn head(name: &str, level: u8, materiel: u8) -> Markup {
    html! {
        header {
            h3 { (name) }
            @if level > 0 { (self::level(level)) }
            @if materiel > 0 { (cost(materiel)) }
        }
    }
}

/// A card's text, and the part of it that needs a unit.
fn parts(text: &str) -> (&str, Option<&str>) {
    if text.starts_with("With ") {
        return ("", Some(text));
    }
    match text.find(". With ") {
        Some(at) => (&text[..at + 1], Some(&text[at + 2..])),
        None => (text, None),
    }
}

fn requisite(catalogue: &Catalogue, card: CardId) -> Markup {
    let facts = catalogue.card(card);
    html! {
        @for row in (0..UNIT_KINDS).filter(|row| facts.requires & (1 << row) != 0) {
            (badges::inline_unit(catalogue, UnitKind::new(card.faction(), row), "plain", false))
        }
        @if facts.requires_bastion { (badges::inline_structure("plain", StructureKind::Bastion)) }
    }
}

fn icons_in_words(icons: [u8; 3]) -> String {
    let words: Vec<String> = Face::ALL
        .into_iter()
        .filter(|face| icons[face.index()] > 0)
        .map(|face| format!("{} {}", icons[face.index()], face.id()))
        .collect();
    if words.is_empty() { "no icons".to_owned() } else { format!("icons: {}", words.join(", ")) }
}

/// In which two directions the event moves a storm: an edge and two arrows.
fn storm_icon(icon: StormIcon) -> Markup {
    let (arrows, words) = match icon {
        StormIcon::Across => ("M0-3V-11M-3-8L0-11L3-8M0 3V11M-3 8L0 11L3 8", "a storm crosses a tile"),
        StormIcon::Sideways => ("M-4-4H-11M-8-7L-11-4L-8-1M4 4H11M8 1L11 4L8 7", "a storm moves sideways"),
        StormIcon::TurnLeft => {
            ("M2-4C2-9-4-10-9-10M-6-13L-9-10L-6-7M-2 4C-2 9 4 10 9 10M6 7L9 10L6 13", "a storm crosses and turns left")
        }
        StormIcon::TurnRight => {
            ("M-2-4C-2-9 4-10 9-10M6-13L9-10L6-7M2 4C2 9-4 10-9 10M-6 7L-9 10L-6 13", "a storm crosses and turns right")
        }
    };
    html! {
        svg class="storm-icon" viewBox="-14 -14 28 28" role="img" aria-label=(words) {
            path class="edge-line" d="M-10 0H10" {}
            path d=(arrows) {}
        }
    }
}

fn scheme_moment(moment: SchemeMoment) -> &'static str {
    match moment {
        SchemeMoment::InsteadOfOrder => "used instead of revealing an order",
        SchemeMoment::PlanningEnds => "used when planning ends",
        SchemeMoment::Advance => "used in an Advance Order",
        SchemeMoment::BuyUnit => "used while buying a unit",
        SchemeMoment::DamageStarts => "used before damage is assessed",
        SchemeMoment::DamageEnds => "used after damage is assessed",
        SchemeMoment::UnitRouted => "used when an enemy unit is routed",
        SchemeMoment::StrikeDeclared => "used before the dice of an orbital strike",
        SchemeMoment::StrikeRolled => "used after the dice of an orbital strike",
        SchemeMoment::StormMoves => "used when another player moves a storm",
    }
}

fn upgrade_moment(moment: UpgradeMoment) -> &'static str {
    match moment {
        UpgradeMoment::Reveal => "on choosing to resolve it",
        UpgradeMoment::Start => "before its first step",
        UpgradeMoment::BuyStructure => "while buying a structure",
        UpgradeMoment::CombatStart => "when it starts a combat",
        UpgradeMoment::AfterCombat => "after a combat",
        UpgradeMoment::End => "after its last step",
        UpgradeMoment::Strike => "for an orbital strike",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_part_is_set_apart() {
        let whole = "Gain 2 dice. With Nobz or a bastion: rally them. Then go on.";
        assert_eq!(parts(whole), ("Gain 2 dice.", Some("With Nobz or a bastion: rally them. Then go on.")));
        assert_eq!(parts("With Nobz: rally."), ("", Some("With Nobz: rally.")));
        assert_eq!(parts("Rally."), ("Rally.", None));
        for faction in &Catalogue::standard().factions {
            for card in &faction.combat_cards {
                assert_eq!(parts(&card.text).1.is_some(), !card.requires.is_empty(), "{}", card.name);
            }
        }
    }
}
