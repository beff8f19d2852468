//! What the viewer has in front of him and may use: order tokens, assets, his reserve, the supply, tiles in hand.

use super::badges::{inline_mark, inline_structure, inline_unit};
use super::cards::{cost, level, strengths};
use super::scene::Scene;
use super::{orders, seals, tiles};
use ::forbidden_stars::components::{Asset, AssetIcon, OrderKind, StructureKind};
use ::forbidden_stars::force::UNIT_KINDS;
use ::forbidden_stars::table::System;
use ::forbidden_stars::view::OrderView;
use kernel::Seat;
use maud::{Markup, html};
use picture::seat_class;

/// Nothing for those who only watch.
pub fn fragment(scene: &Scene<'_>) -> Markup {
    let Some(seat) = scene.own_seat() else { return html! {} };
    let player = scene.player(seat);
    html! {
        div class={ "tray " (seat_class(seat)) } {
            @if !player.tiles.is_empty() { (tiles_in_hand(scene, seat)) }
            @if player.holds.iter().any(|&count| count > 0) { (objectives_to_place(scene, seat)) }
            (orders(scene, seat))
            (plan(scene, seat))
            (assets(scene, seat))
            (reserve(scene, seat))
            (supply(scene, seat))
        }
    }
}

/// Both sides of every tile not placed yet: one of them will lie on the board.
fn tiles_in_hand(scene: &Scene<'_>, seat: Seat) -> Markup {
    html! {
        section class="tiles" aria-label="Tiles in hand" {
            h3 { "Tiles" }
            div class="row" {
                @for &tile in &scene.player(seat).tiles {
                    @for side in scene.catalogue.sides_of(tile) { (tiles::preview(scene.catalogue, side)) }
                }
            }
        }
    }
}

/// Objective tokens of the others that this seat places.
fn objectives_to_place(scene: &Scene<'_>, seat: Seat) -> Markup {
    html! {
        section class="to-place" aria-label="Objectives to place" {
            h3 { "Objectives to place" }
            div class="row" {
                @for other in scene.seats() {
                    @let count = scene.player(seat).holds[other.index()];
                    @if count > 0 {
                        span class="token-row" role="group" data-piece={ "player:" (scene.faction_id(other)) }
                            aria-label={ (count) " objectives of " (scene.faction_name(other)) } {
                            (inline_mark(scene, other)) "×" (count)
                        }
                    }
                }
            }
        }
    }
}

fn orders(scene: &Scene<'_>, seat: Seat) -> Markup {
    let kinds = scene.player(seat).unplaced_kinds.unwrap_or_default();
    html! {
        section class="own-orders" aria-label="Orders" {
            h3 { "Orders" }
            div class="row" {
                @for kind in OrderKind::ALL {
                    @let count = kinds[kind.index()];
                    div class={ "own-order" @if count == 0 { " none" } } role="group" data-piece={ "order:" (kind.id()) }
                        data-glide={ "o" (seat.0) } aria-label={ (kind.id()) ", " (count) " not placed" } title=(kind.id()) {
                        svg viewBox="-28 -25 56 50" aria-hidden="true" {
                            path class="fs-shell" d="M-12-21H12L24 0L12 21H-12L-24 0Z" {}
                            path class="window" d="M-10-17H10L19.5 0L10 17H-10L-19.5 0Z" {}
                            path class="sign" fill-rule="evenodd" d=(seals::order(kind)) {}
                        }
                        span class="what" { (kind.id()) }
                        span class="times" { "×" (count) }
                        kbd { (seals::hot_letter(kind)) }
                    }
                }
            }
        }
    }
}

/// The viewer's orders on the board, in the order in which they come free: what lies on a token is resolved before it.
/// [planning-phase.placement.5]
fn plan(scene: &Scene<'_>, seat: Seat) -> Markup {
    let mut placed: Vec<(System, usize, &OrderView, Vec<Seat>)> = Vec::new();
    for system in scene.systems() {
        let stack = scene.stack(system);
        for (height, token) in stack.iter().enumerate().filter(|(_, token)| token.owner == seat) {
            // The next to be resolved first.
            let above = stack[height + 1..].iter().rev().map(|token| token.owner).collect();
            placed.push((system, height + 1, token, above));
        }
    }
    placed.sort_by_key(|(_, _, _, above)| above.len());
    html! {
        @if !placed.is_empty() {
            section class="plan" aria-label="Plan" {
                h3 { "Plan" }
                ol {
                    @for (system, height, token, above) in placed {
                        @let code = scene.code(system);
                        // One that is on top stands for its stack, as it does when an order is to be revealed.
                        @let piece = if above.is_empty() { format!("stack:{code}") } else { format!("token:{code}.{height}") };
                        @let lying = if above.is_empty() { "on top".to_owned() } else {
                            let names: Vec<&str> = above.iter().map(|&owner| scene.faction_name(owner)).collect();
                            format!("under {}", names.join(", "))
                        };
                        @let what = orders::known(token).map_or("facedown", OrderKind::id);
                        li data-piece=(piece) aria-label={ (what) " in " (code) " " (scene.system_name(system)) ", " (lying) } {
                            @if let Some(kind) = orders::known(token) {
                                svg viewBox="-18 -18 36 36" aria-hidden="true" {
                                    path class="sign" fill-rule="evenodd" d=(seals::order(kind)) {}
                                }
                            } @else { span {} }
                            span class="what" { (what) }
                            span class="quiet" { (code) " " (scene.system_name(system)) }
                            @if above.is_empty() { span class="free" { "on top" } } @else {
                                span class="under" {
                                    "under" @for &owner in &above { " " (inline_mark(scene, owner)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn assets(scene: &Scene<'_>, seat: Seat) -> Markup {
    let icons = [AssetIcon::Forge, AssetIcon::Cache, AssetIcon::Reinforcement];
    html! {
        section class="own-assets" aria-label="Assets" {
            h3 { "Assets" }
            div class="row" {
                @for (asset, icon) in Asset::ALL.into_iter().zip(icons) {
                    @let count = scene.player(seat).assets[asset.index()];
                    div class={ "own-asset" @if count == 0 { " none" } } role="group" data-piece={ "asset:" (asset.id()) }
                        aria-label={ (asset.id()) " tokens: " (count) } {
                        (seals::inline_seal(seals::asset(icon))) span class="times" { "×" (count) } span class="quiet" { (asset.id()) }
                    }
                }
            }
        }
    }
}

/// Units that can still come: how many, at what price, how strong.
fn reserve(scene: &Scene<'_>, seat: Seat) -> Markup {
    let player = scene.player(seat);
    html! {
        section class="reserve" aria-label="Reserve" {
            h3 { "Reserve" }
            @for row in 0..UNIT_KINDS {
                @let unit = scene.catalogue.unit(scene.unit(seat, row));
                @let placing = player.to_place.of(row);
                @let count = player.reserve.get(row).copied().unwrap_or(0);
                div class={ "kind" @if count == 0 && placing == 0 { " none" } } role="group" data-piece={ "reserve:" (scene.unit_id(seat, row)) }
                    aria-label={
                        (unit.name) ", " (count) " in reserve" @if placing > 0 { ", " (placing) " to place" } ", command level " (unit.level) ", "
                        (unit.materiel) " materiel" @if unit.forge > 0 { " and " (unit.forge) " forge" } ", combat " (unit.fighter.combat)
                        ", health " (unit.fighter.health) ", morale " (unit.fighter.morale)
                    } {
                    (inline_unit(scene.catalogue, scene.unit(seat, row), seat_class(seat), false))
                    span class="kind-name" { (unit.name) @if placing > 0 { " " span class="tag" { (placing) " to place" } } }
                    span class="times" { "×" (count) }
                    span class="price" {
                        (level(unit.level)) (cost(unit.materiel))
                        @for _ in 0..unit.forge { (seals::inline_seal(seals::asset(AssetIcon::Forge))) }
                    }
                    span class="numbers" { (strengths(unit.fighter.combat, unit.fighter.health, unit.fighter.morale)) }
                }
            }
        }
    }
}

fn supply(scene: &Scene<'_>, seat: Seat) -> Markup {
    let player = scene.player(seat);
    let sheet = &scene.catalogue.factions[usize::from(player.faction)];
    html! {
        section class="reserve" aria-label="Structures" {
            h3 { "Structures" }
            @for kind in StructureKind::ALL {
                @let count = scene.view.structure_supply[kind.index()];
                @let placing = player.to_place.structures(kind);
                @let price = sheet.structure_costs[kind.index()];
                div class={ "kind" @if count == 0 && placing == 0 { " none" } } role="group" data-piece={ "supply:" (kind.id()) }
                    aria-label={
                        (kind.id()) ", " (count) " in the supply" @if placing > 0 { ", " (placing) " to place" } ", " (price) " materiel"
                    } {
                    (inline_structure(seat_class(seat), kind))
                    span class="kind-name" { (kind.id()) @if placing > 0 { " " span class="tag" { (placing) " to place" } } }
                    span class="times" { "×" (count) }
                    span class="price" { (cost(price)) }
                    @if kind == StructureKind::Bastion {
                        span class="numbers" { (strengths(sheet.bastion.combat, sheet.bastion.health, sheet.bastion.morale)) }
                    } @else {
                        span class="numbers" {}
                    }
                }
            }
        }
    }
}
