//! Help for one component, by the id of its piece: what is printed on it, or what it is for, in our words.

use super::{badges, cards, seals, worlds};
use ::forbidden_stars::Catalogue;
use ::forbidden_stars::components::{Asset, AssetIcon, Face, OrderKind, PrintedArea, StructureKind};
use ::forbidden_stars::force::UNIT_KINDS;
use ::forbidden_stars::notation::slug;
use ::forbidden_stars::table::{
    CARDS_PER_FACTION, CardId, EVENTS_PER_FACTION, EventId, UPGRADES_PER_FACTION, UnitKind, UpgradeId,
};
use maud::{Markup, html};

pub fn help(catalogue: &Catalogue, piece: &str) -> Option<Markup> {
    let (kind, id) = piece.split_once(':')?;
    // `scout@pergam.routed` is a scout wherever it is.
    let (name, place) = id.split_once('@').map_or((id, None), |(name, place)| (name, Some(place)));
    let factions = 0..catalogue.factions.len() as u8;
    match kind {
        "card" => {
            let mut all = (0..factions.end * CARDS_PER_FACTION).map(CardId);
            let card = all.find(|&card| slug(&catalogue.card_text(card).name) == name)?;
            Some(cards::combat(catalogue, card, 1))
        }
        "event" => {
            let mut all = (0..factions.end * EVENTS_PER_FACTION).map(EventId);
            let event = all.find(|&event| slug(&catalogue.event(event).name) == name)?;
            Some(cards::event(catalogue, event))
        }
        "upgrade" => {
            let mut all = (0..factions.end * UPGRADES_PER_FACTION).map(UpgradeId);
            let upgrade = all.find(|&upgrade| slug(&catalogue.upgrade(upgrade).name) == name)?;
            Some(cards::upgrade(catalogue, upgrade))
        }
        "unit" | "reserve" => unit(catalogue, name),
        "structure" | "supply" => {
            StructureKind::ALL.into_iter().find(|kind| kind.id() == name).map(|kind| structure(catalogue, kind))
        }
        "order" => OrderKind::ALL.into_iter().find(|kind| kind.id() == name).map(order),
        "asset" => Asset::ALL.into_iter().find(|kind| kind.id() == name).map(asset),
        "die" => {
            let (_, face) = name.split_once('.')?;
            Face::ALL.into_iter().find(|kind| kind.id() == face).map(die)
        }
        "player" => catalogue.faction(name).map(|index| faction(catalogue, index)),
        "area" => area(catalogue, name),
        "system" | "stack" | "tile" => catalogue.side_with_code(name).map(|side| system(catalogue, side)),
        "storm" | "edge" => Some(note(
            "Warp Storm",
            "Nothing moves across an edge on which a storm lies. The systems on both sides are still adjacent.",
        )),
        "objective" => Some(note(
            "Objective",
            &format!(
                "It belongs to the player whose mark it shows. He takes it in the Refresh Phase if {} is friendly to him, and wins with as many as there are players.",
                place.unwrap_or("its world")
            ),
        )),
        _ => None,
    }
}

fn unit(catalogue: &Catalogue, name: &str) -> Option<Markup> {
    if name.ends_with("-reinforcement") {
        return Some(note(
            "Reinforcement",
            "It fights in one combat as a unit of command level 0: a ground unit on a world, a ship in a void.",
        ));
    }
    let factions = 0..catalogue.factions.len() as u8;
    let mut all = factions.flat_map(|faction| (0..UNIT_KINDS).map(move |row| UnitKind::new(faction, row)));
    all.find(|&kind| slug(&catalogue.unit(kind).id) == name).map(|kind| cards::unit(catalogue, kind))
}

fn structure(catalogue: &Catalogue, kind: StructureKind) -> Markup {
    let (title, words) = match kind {
        StructureKind::Factory => (
            "Factory",
            "Its owner buys units in its system with Deploy Orders: as many as the capacity of the worlds that hold his factories there.",
        ),
        StructureKind::City => ("City", "Each city raises its owner's command level by one."),
        StructureKind::Bastion => (
            "Bastion",
            "It fights with those who defend its world, cannot be routed and falls when its health is spent.",
        ),
    };
    let sheet = &catalogue.factions[0];
    let fighter = sheet.bastion;
    html! {
        article class="card" aria-label=(title) {
            header { h3 { (title) } (cards::cost(sheet.structure_costs[kind.index()])) }
            div class="body" {
                div class="icons" { (badges::inline_structure("plain", kind)) }
                div class="words" {
                    p { (words) }
                    @if kind == StructureKind::Bastion {
                        p class="numbers" { (cards::strengths(fighter.combat, fighter.health, fighter.morale)) }
                    }
                }
            }
        }
    }
}

fn order(kind: OrderKind) -> Markup {
    let (title, words) = match kind {
        OrderKind::Deploy => (
            "Deploy",
            "Buy units for areas of the system where you have a factory, then one structure for a friendly world there.",
        ),
        OrderKind::Strategize => (
            "Strategize",
            "With a unit or structure in the system, buy a pair of combat cards, an order upgrade, or one of each. The token then lies on your event deck.",
        ),
        OrderKind::Dominate => (
            "Dominate",
            "Gain the assets of every friendly world in the system, then you may use the ability on your faction sheet.",
        ),
        OrderKind::Advance => (
            "Advance",
            "Move ships, then ground units, into and within the system. If that makes an area contested, fight for it; otherwise you may strike from orbit.",
        ),
    };
    signed(title, "order", seals::order(kind), words)
}

fn asset(kind: Asset) -> Markup {
    let (title, icon, words) = match kind {
        Asset::Forge => (
            "Forge token",
            AssetIcon::Forge,
            "Some units cost one. Another lowers the command level that a unit asks for by one.",
        ),
        Asset::Cache => (
            "Cache token",
            AssetIcon::Cache,
            "Lowers the price of a unit or structure by two materiel; one for each purchase.",
        ),
        Asset::Reinforcement => (
            "Reinforcement token",
            AssetIcon::Reinforcement,
            "Joins a combat as a unit of command level 0: at most as many as you have units there.",
        ),
    };
    html! {
        article class="card" aria-label=(title) {
            header { h3 { (title) } }
            div class="body" {
                div class="icons" { (seals::inline_seal(seals::asset(icon))) }
                div class="words" { p { (words) } }
            }
        }
    }
}

fn die(face: Face) -> Markup {
    let (title, words) = match face {
        Face::Offence => {
            ("Offence", "Three faces of a die. What the defence of the other side does not stop becomes damage.")
        }
        Face::Defence => ("Defence", "Two faces of a die. Each stops one damage in an execution round."),
        Face::Morale => ("Morale", "One face of a die. Counts when the combat is decided, unless it is spent before."),
    };
    signed(title, face.id(), seals::face(face), words)
}

fn faction(catalogue: &Catalogue, index: u8) -> Markup {
    let faction = &catalogue.factions[usize::from(index)];
    html! {
        article class="card" aria-label=(faction.name) {
            header { h3 { (faction.name) } }
            div class="body" {
                div class="icons" { (seals::inline("order", seals::order(OrderKind::Dominate))) }
                div class="words" {
                    p class="quiet" { (faction.race) }
                    p { strong { (faction.dominate.name) } ", with a Dominate Order: " (faction.dominate.text) }
                }
            }
        }
    }
}

fn area(catalogue: &Catalogue, name: &str) -> Option<Markup> {
    if let Some((code, _)) = name.split_once('.') {
        catalogue.side_with_code(code)?;
        return Some(note("Void", "Room for three ships. Ground units cross it only while it is friendly."));
    }
    catalogue.map.sides.iter().flat_map(|side| &side.areas).find_map(|printed| match printed {
        PrintedArea::World { name: world, capacity, materiel, assets, .. } if slug(world) == name => Some(html! {
            article class="card" aria-label=(world) {
                header { h3 { (world) } @if *materiel > 0 { (cards::cost(*materiel)) } }
                div class="body" {
                    div class="icons" {
                        svg class="globe" viewBox="-84 -84 168 168" aria-hidden="true" { (worlds::world(world)) }
                    }
                    div class="words" {
                        p { "Room for " (capacity) @if *capacity == 1 { " unit." } @else { " units." } }
                        p {
                            @for icon in assets { (seals::inline_seal(seals::asset(*icon))) " " (seals::asset(*icon).name) " " }
                        }
                    }
                }
            }
        }),
        PrintedArea::World { .. } | PrintedArea::Void => None,
    })
}

fn system(catalogue: &Catalogue, side: u8) -> Markup {
    let printed = catalogue.side_names(side);
    let names: Vec<&str> = printed
        .areas
        .iter()
        .filter_map(|area| match area {
            PrintedArea::World { name, .. } => Some(name.as_str()),
            PrintedArea::Void => None,
        })
        .collect();
    note(&format!("{} ({})", printed.name, printed.code), &format!("A system with the worlds {}.", names.join(", ")))
}

fn signed(title: &str, class: &str, sign: &str, words: &str) -> Markup {
    html! {
        article class="card" aria-label=(title) {
            header { h3 { (title) } }
            div class="body" {
                div class="icons" { (seals::inline(class, sign)) }
                div class="words" { p { (words) } }
            }
        }
    }
}

fn note(title: &str, words: &str) -> Markup {
    html! {
        article class="card" aria-label=(title) {
            header { h3 { (title) } }
            div class="body" { div class="words" { p { (words) } } }
        }
    }
}
