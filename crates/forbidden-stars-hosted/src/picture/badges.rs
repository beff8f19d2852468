//! Units and structures as they stand on the map and in panels.

use super::glyphs;
use super::scene::Scene;
use ::forbidden_stars::Catalogue;
use ::forbidden_stars::components::{StructureKind, UnitClass};
use ::forbidden_stars::force::{TOKENS, UNIT_KINDS};
use ::forbidden_stars::table::UnitKind;
use kernel::Seat;
use maud::{Markup, html};
use picture::{mark, seat_class};

/// Ground units stand on shields.
const SHIELD: &str = "M-16-18Q-8-16 0-19Q8-16 16-18V3C16 12 8 17 0 20C-8 17-16 12-16 3Z";
/// Ships on arrowheads.
const ARROWHEAD: &str = "M0-21L17-4V19L0 13L-17 19V-4Z";
/// Reinforcement tokens on discs.
const DISC: &str = "M0-18A18 18 0 1 1 0 18A18 18 0 1 1 0-18Z";
/// Short strokes from corner to corner: what is routed is hatched.
const HATCH: &str = "M-14-6L-4-16M-14 2L4-16M-14 10L12-16M-8 12L14-10M0 12L14-2M8 12L14 6";

/// A unit's badge about the origin: outline, rings for its command level, silhouette. Colours come from the seat's class.
pub fn badge(catalogue: &Catalogue, kind: UnitKind) -> Markup {
    let (outline, path, level) = if kind.row() == TOKENS {
        (DISC, glyphs::REINFORCEMENT, 0)
    } else {
        let unit = catalogue.unit(kind);
        let outline = match unit.class {
            UnitClass::Ground => SHIELD,
            UnitClass::Ship => ARROWHEAD,
        };
        (outline, glyphs::unit(unit), unit.level)
    };
    let shift = if outline == ARROWHEAD { "translate(0 1)scale(.92)" } else { "translate(0 -1)" };
    html! {
        path class="fs-shell" d=(outline) {}
        path fill-rule="evenodd" transform=(shift) d=(path) {}
        @for ring in 0..level {
            circle class="fs-ring" cx=(i32::from(ring) * 6 - (i32::from(level) - 1) * 3) cy=(if outline == ARROWHEAD { "17.5" } else { "-18.5" }) r="2.6" {}
        }
    }
}

/// The strokes over a routed unit.
pub fn hatch() -> Markup {
    html! { path class="fs-hatch" d=(HATCH) {} }
}

/// A structure in elevation, standing on the origin.
pub fn structure(kind: StructureKind) -> Markup {
    let (body, marks) = match kind {
        // A roof of cog teeth and a chimney.
        StructureKind::Factory => (
            "M-15 0V-10L-12-10V-13H-8V-10H-5V-13H-1V-10H2V-13H6V-22H11V-10H15V0Z",
            "M-11-6H-7V-3H-11ZM-2-6H2V-3H-2ZM7-6H11V-3H7Z",
        ),
        // Towers of different height.
        StructureKind::City => (
            "M-15 0V-12H-9V-18H-7V-22L-5-26L-3-22V-15H1V-20H9V-11H15V0Z",
            "M-12-8H-10V-5H-12ZM-6-16H-4V-12H-6ZM-6-9H-4V-5H-6ZM3-16H5V-13H3ZM3-9H5V-6H3ZM11-7H13V-4H11Z",
        ),
        // Battlements and a gate.
        StructureKind::Bastion => (
            "M-16 0L-14-16V-21H-9V-17H-6V-21H-2.5V-17H2.5V-21H6V-17H9V-21H14V-16L16 0Z",
            "M-4 0V-6C-4-11 4-11 4-6V0ZM-10-12H-8V-8H-10ZM8-12H10V-8H8Z",
        ),
    };
    html! {
        path class="fs-shell" d=(body) {}
        path d=(marks) {}
    }
}

/// Everything that the map uses more than once, by name: badges of the factions at the table, marks, structures.
pub fn definitions(scene: &Scene<'_>) -> Markup {
    html! {
        @for seat in scene.seats() {
            @for row in 0..=UNIT_KINDS {
                g id=(unit_reference(seat, row)) { (badge(scene.catalogue, scene.unit(seat, row))) }
            }
            g id=(mark_reference(seat)) { (mark(seat, scene.letter(seat))) }
        }
        @for kind in StructureKind::ALL {
            g id={ "fs-" (kind.id()) } { (structure(kind)) }
        }
        g id="fs-hatch" { (hatch()) }
    }
}

pub fn unit_reference(seat: Seat, row: usize) -> String {
    format!("fs-u{}-{row}", seat.0)
}

pub fn mark_reference(seat: Seat) -> String {
    format!("fs-m{}", seat.0)
}

/// A badge as a picture in a panel, in the colours of a class.
pub fn inline_unit(catalogue: &Catalogue, kind: UnitKind, class: &str, routed: bool) -> Markup {
    html! {
        svg class={ "badge " (class) @if routed { " routed" } } viewBox="-22 -23 44 46" aria-hidden="true" {
            g transform=[routed.then_some("rotate(90)")] {
                (badge(catalogue, kind))
                @if routed { (hatch()) }
            }
        }
    }
}

/// A structure as a picture in a panel.
pub fn inline_structure(class: &str, kind: StructureKind) -> Markup {
    html! {
        svg class={ "badge " (class) } viewBox="-20 -30 40 36" aria-hidden="true" { (structure(kind)) }
    }
}

/// A seat's mark as a picture in a panel.
pub fn inline_mark(scene: &Scene<'_>, seat: Seat) -> Markup {
    html! {
        svg class={ "seat-mark " (seat_class(seat)) } viewBox="-15 -15 30 30" aria-hidden="true" { (mark(seat, scene.letter(seat))) }
    }
}
