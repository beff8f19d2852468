//! Buying units and structures: prices, cache and forge tokens, command level.

use crate::Play;
use crate::board::{Look, Looking};
use crate::components::{Asset, SchemeMoment, StructureKind};
use crate::decisions::Choice;
use crate::events::Event;
use crate::pieces;
use crate::table::{Area, UnitKind};
use kernel::Seat;

/// What a purchase costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub materiel: u8,
    pub forge: u8,
}

/// Ways to lower a price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discount {
    /// A cache token. [cache-tokens.use.1]
    pub cache: bool,
    /// The scheme in play.
    pub scheme: bool,
    /// Granted by the card that allows the purchase.
    pub granted: u8,
}

/// A cache token's worth.
const CACHE: u8 = 2;

/// The price of a unit, if the player may buy it and can pay. [command-level.requirement.1, forge-tokens.cost.1]
pub fn unit_price(look: Look<'_>, seat: Seat, row: usize, discount: Discount) -> Option<Price> {
    let stats = look.stats(seat, row);
    let player = look.player(seat);
    if player.reserve[row] == 0 {
        return None;
    }
    let level = look.command_level(seat);
    // One forge token lowers the requirement by one, no more. [forge-tokens.command.1, forge-tokens.command.2]
    let bridge = stats.level.saturating_sub(level);
    if bridge > 1 || (discount.cache && player.has(Asset::Cache) == 0) {
        return None;
    }
    let mut off = discount.granted;
    if discount.cache {
        off += CACHE;
    }
    if discount.scheme {
        off += scheme_discount(look, seat)?;
    }
    // [cache-tokens.use.5]
    let price = Price { materiel: stats.materiel.saturating_sub(off), forge: stats.forge + bridge };
    (price.materiel <= player.materiel && price.forge <= player.has(Asset::Forge)).then_some(price)
}

/// What a scheme for buying units takes off: one for each reinforcement token.
fn scheme_discount(look: Look<'_>, seat: Seat) -> Option<u8> {
    let scheme = look.player(seat).scheme?;
    let fits = look.catalogue.event_facts(scheme).scheme == Some(SchemeMoment::BuyUnit);
    let tokens = look.player(seat).has(Asset::Reinforcement);
    (fits && tokens > 0).then_some(tokens)
}

/// Every way to buy a unit of this row into this area.
pub fn each_unit(look: Look<'_>, seat: Seat, row: usize, area: Area, granted: u8, each: &mut dyn FnMut(Choice)) {
    let unit = look.kind(seat, row);
    for scheme in [false, true] {
        for cache in [false, true] {
            let discount = Discount { cache, scheme, granted };
            if unit_price(look, seat, row, discount).is_some() {
                each(Choice::Buy { unit, area, cache, scheme });
            }
        }
        if scheme_discount(look, seat).is_none() {
            break;
        }
    }
}

/// Pays for a unit and puts it on the board. [deploy-order.units.4]
pub fn buy_unit(play: &mut Play<'_>, seat: Seat, unit: UnitKind, area: Area, discount: Discount) {
    let row = unit.row();
    let price = unit_price(play.look(), seat, row, discount).expect("only what can be paid is offered");
    if discount.scheme
        && let Some(scheme) = play.table.player_mut(seat).scheme.take()
    {
        play.tell(Event::SchemeUsed { seat, scheme });
        pieces::discard_event(play, seat, scheme);
    }
    if discount.cache {
        pieces::give_up_asset(play, seat, Asset::Cache);
    }
    for _ in 0..price.forge {
        pieces::give_up_asset(play, seat, Asset::Forge);
    }
    pieces::pay(play, seat, price.materiel);
    pieces::put_unit(play, seat, row, area);
    play.tell(Event::UnitBought { seat, unit, area });
}

/// The price of a structure, if there is a piece and a control token and the player can pay. [deploy-order.structure.4]
pub fn structure_price(look: Look<'_>, seat: Seat, kind: StructureKind, cache: bool) -> Option<u8> {
    let player = look.player(seat);
    if !can_build(look, seat, kind) || (cache && player.has(Asset::Cache) == 0) {
        return None;
    }
    let printed = look.catalogue.factions[usize::from(player.faction)].structure_costs[kind.index()];
    let price = if cache { printed.saturating_sub(CACHE) } else { printed };
    (price <= player.materiel).then_some(price)
}

/// A piece in the supply and a free control token. [component-limitations.control-tokens.1]
pub fn can_build(look: Look<'_>, seat: Seat, kind: StructureKind) -> bool {
    look.table.structure_supply[kind.index()] > 0 && look.player(seat).control_tokens > 0
}

pub fn buy_structure(play: &mut Play<'_>, seat: Seat, kind: StructureKind, area: Area, cache: bool) {
    let price = structure_price(play.look(), seat, kind, cache).expect("only what can be paid is offered");
    if cache {
        pieces::give_up_asset(play, seat, Asset::Cache);
    }
    pieces::pay(play, seat, price);
    pieces::build_structure(play, seat, kind, area);
}
