//! The map as a list, for those who hear it or walk it by keyboard.

use super::orders;
use super::scene::Scene;
use ::forbidden_stars::components::StructureKind;
use ::forbidden_stars::table::{Area, System};
use kernel::Seat;
use maud::{Markup, html};

pub fn fragment(scene: &Scene<'_>) -> Markup {
    html! {
        ul class="list" aria-label="Map" {
            @for system in scene.systems() { (self::system(scene, system)) }
            @for storm in &scene.view.storms {
                @let id = scene.edge_id(storm.edge);
                li data-piece={ "storm:" (id) } { "Warp Storm on " (id) @if storm.moved { ", has moved" } }
            }
        }
    }
}

fn system(scene: &Scene<'_>, system: System) -> Markup {
    let code = scene.code(system);
    let tile = scene.tile(system);
    let stack = scene.stack(system);
    html! {
        li data-piece={ "system:" (code) } {
            strong { (scene.system_name(system)) } " " (code)
            span class="quiet" { ", column " (tile.col) ", row " (tile.row) @if scene.system_at_hand() == Some(system) { ", active" } }
            ul {
                @for area in system.areas() { (self::area(scene, area)) }
                @if !stack.is_empty() {
                    li data-piece={ "stack:" (code) } {
                        "Orders, top first"
                        ol {
                            @for (index, token) in stack.iter().enumerate().rev() {
                                li data-piece={ "token:" (code) "." (index + 1) } { (orders::in_words(scene, token)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn area(scene: &Scene<'_>, area: Area) -> Markup {
    let id = scene.area_id(area);
    html! {
        li data-piece={ "area:" (id) } {
            (scene.place_in_words(area))
            @if scene.seats().any(|seat| !scene.force(area, seat).is_empty()) || scene.objective(area).is_some() {
                ul {
                    @for seat in scene.seats() { (pieces(scene, area, &id, seat)) }
                    @if let Some(owner) = scene.objective(area) {
                        li data-piece={ "objective:" (id) } { "objective of " (scene.faction_name(owner)) }
                    }
                }
            }
        }
    }
}

fn pieces(scene: &Scene<'_>, area: Area, id: &str, seat: Seat) -> Markup {
    let force = scene.force(area, seat);
    let whose = scene.faction_name(seat);
    html! {
        @for (row, routed, count) in force.groups().map(|(row, posture, count)| (row, posture.is_routed(), count)) {
            li data-piece={ "unit:" (scene.unit_id(seat, row)) "@" (id) @if routed { ".routed" } } {
                (whose) ": " (scene.units_in_words(seat, row, count)) @if routed { ", routed" }
            }
        }
        @for kind in StructureKind::ALL.into_iter().filter(|&kind| force.structures(kind) > 0) {
            li data-piece={ "structure:" (kind.id()) "@" (id) } { (whose) ": " (kind.id()) }
        }
    }
}
