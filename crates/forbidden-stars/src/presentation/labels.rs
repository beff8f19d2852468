//! Choices as buttons say them.

use crate::Game;
use crate::answers::Purchase;
use crate::board::Looking;
use crate::components::OrderUpgrade;
use crate::decisions::{Choice, Decision};
use crate::describe::{self, with_article};
use crate::notation::Names;
use crate::orders::purchase::{self, Discount, Price};
use crate::table::{Area, UnitKind};
use kernel::Seat;

pub fn label(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> String {
    let look = game.look();
    let names = Names::of(look);
    let catalogue = look.catalogue;
    let one = |unit: UnitKind| with_article(catalogue.unit_name(unit));
    let there = |area: Area| names.whereabouts(area);
    let structure_price = |kind, cache| match purchase::structure_price(look, seat, kind, cache) {
        Some(price) => format!(" for {price} materiel"),
        None => String::new(),
    };
    match choice {
        Choice::Done => done_label(decision).to_owned(),
        Choice::Accept => accept_label(decision).to_owned(),
        Choice::Decline => decline_label(decision).to_owned(),
        Choice::Resolve => "Resolve the order".to_owned(),
        Choice::Divert => "Put it on the event deck instead".to_owned(),
        Choice::Scheme => match look.player(seat).scheme {
            Some(scheme) => format!("Use {}", catalogue.event(scheme).name),
            None => "Use the scheme".to_owned(),
        },
        Choice::Top => "On top of its stack".to_owned(),
        Choice::Bottom => "At the bottom of its stack".to_owned(),
        Choice::Tile { side, rotation, col, row } => {
            let side = catalogue.side_names(side);
            let turn = ["as it lies", "a quarter turn", "upside down", "three quarter turns"][usize::from(rotation)];
            format!("{} ({}), {turn}, column {col}, row {row}", side.name, side.code)
        }
        Choice::PutUnit { unit, area } => format!("Set up {} {}", one(unit), there(area)),
        Choice::PutStructure { structure, area } => format!("Set up a {} {}", structure.id(), there(area)),
        Choice::PutObjective { faction, area } => {
            format!("Objective of {} {}", catalogue.factions[usize::from(faction)].name, there(area))
        }
        Choice::Edge(edge) => format!("Warp Storm {}", names.edge_in_words(edge)),
        Choice::PlaceOrder { kind, system } => format!("{} in {}", title(kind.id()), names.system_title(system)),
        Choice::System(system) => match decision {
            Decision::RevealOrder => {
                let kind = look.table.top_order(system).map_or("the", |token| token.kind.id());
                format!("Reveal {kind} order in {}", names.system_title(system))
            }
            _ => names.system_title(system),
        },
        Choice::Upgrade(upgrade) => upgrade_label(catalogue.upgrade(upgrade), decision),
        Choice::Buy { unit, area, cache, scheme } => {
            buy_label(game, seat, decision, Purchase { unit, area, cache, scheme })
        }
        Choice::Build { structure, area, cache } => {
            let price = structure_price(structure, cache);
            format!("Build a {} {}{price}{}", structure.id(), there(area), extra(cache, "with a cache token"))
        }
        Choice::BuildBeside { structure, area, cache } => {
            let price = structure_price(structure, cache);
            let with = extra(cache, "with a cache token");
            format!("Build a {} {} beside the other{price}{with}", structure.id(), there(area))
        }
        Choice::Pair(card) => match decision {
            Decision::RemovePair => format!("{} leaves the deck", catalogue.card_text(card).name),
            _ => {
                let printed = catalogue.card_text(card);
                format!("{}: combat cards, {} materiel", printed.name, printed.materiel)
            }
        },
        Choice::Asset(asset) => format!("{} token", title(asset.id())),
        Choice::Move { from, unit, to, via } => {
            let via = via.map_or(String::new(), |void| format!(" by way of {}", names.area_title(void)));
            format!("Move {} from {} to {}{via}", one(unit), names.area_title(from), names.area_title(to))
        }
        Choice::Strike { void, world } => format!("Strike {} from {}", names.area_title(world), names.area_title(void)),
        Choice::Area(area) => match decision {
            Decision::RetreatTo { .. } => format!("Retreat to {}", names.area_title(area)),
            Decision::ChooseContest => format!("Fight {} first", there(area)),
            _ => title(&names.area_title(area)),
        },
        Choice::Amount(0) => "None".to_owned(),
        Choice::Amount(amount) => amount.to_string(),
        Choice::Card(card) => catalogue.card_text(card).name.clone(),
        Choice::Unit { area, unit, posture, hurt } => {
            let state = if posture.is_routed() { "routed " } else { "" };
            let hurt = if hurt > 0 { format!(", {hurt} damage") } else { String::new() };
            format!("{state}{} {}{hurt}", catalogue.unit_name(unit), there(area))
        }
        Choice::Structure { area, structure } => format!("{} {}", title(structure.id()), there(area)),
        Choice::PlaceUnit { unit, area } => format!("Place {} {}", one(unit), there(area)),
        Choice::Face(face) => format!("A die that shows {}", face.id()),
        Choice::Branch(branch) => {
            describe::branch_label(game, decision, branch).map_or_else(|| format!("Option {}", branch + 1), title)
        }
        Choice::Event(event) => catalogue.event(event).name.clone(),
        Choice::Storm { from, to } => {
            format!("Move the storm {} to the edge {}", names.edge_in_words(from), names.edge_in_words(to))
        }
        Choice::Order(kind) => title(kind.id()),
        Choice::Token { system, height } => {
            format!("Order {} from the bottom in {}", height + 1, names.system_title(system))
        }
        Choice::Faction(faction) => catalogue.factions[usize::from(faction)].name.clone(),
    }
}

fn upgrade_label(printed: &OrderUpgrade, decision: Decision) -> String {
    match decision {
        Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_) => {
            format!("{}: {} upgrade, {} materiel", printed.name, printed.order.id(), printed.materiel)
        }
        _ => format!("Use {}", printed.name),
    }
}

fn buy_label(game: &Game, seat: Seat, decision: Decision, bought: Purchase) -> String {
    let look = game.look();
    let Purchase { unit, area, cache, scheme } = bought;
    let printed = look.catalogue.unit(unit);
    let mut price = Price { materiel: printed.materiel, forge: printed.forge };
    // What a card grants besides is written on the card.
    if matches!(decision, Decision::BuyUnit { .. }) {
        let discount = Discount { cache, scheme, granted: 0 };
        price = purchase::unit_price(look, seat, unit.row(), discount).unwrap_or(price);
    }
    let forge = match price.forge {
        0 => String::new(),
        count => format!(" and {count} forge"),
    };
    format!(
        "Buy {} {} for {} materiel{forge}{}{}",
        with_article(look.catalogue.unit_name(unit)),
        Names::of(look).whereabouts(area),
        price.materiel,
        extra(cache, "with a cache token"),
        extra(scheme, "with the scheme")
    )
}

fn extra(set: bool, words: &str) -> String {
    if set { format!(", {words}") } else { String::new() }
}

fn done_label(decision: Decision) -> &'static str {
    match decision {
        Decision::BuyUnit { .. } | Decision::BuyUpgrades { .. } => "Buy nothing more",
        Decision::BuyStructure => "Build nothing",
        Decision::MoveShip => "Move no more ships",
        Decision::MoveGroundUnit => "Move no more ground units",
        Decision::Respond(_) => "Pass",
        Decision::RevealOrder => "Pass",
        _ => "Done",
    }
}

fn accept_label(decision: Decision) -> &'static str {
    match decision {
        Decision::PlayScheme => "Put it into play",
        Decision::SaveRouted => "Spend a morale die",
        _ => "Yes",
    }
}

fn decline_label(decision: Decision) -> &'static str {
    match decision {
        Decision::PlayScheme => "Shuffle it back into the deck",
        Decision::SaveRouted => "Let it be destroyed",
        Decision::OrbitalStrike { .. } => "No orbital strike",
        Decision::BuyUpgrade(_) => "Take none",
        Decision::Respond(_) => "Pass",
        _ => "No",
    }
}

fn title(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
