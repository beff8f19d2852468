//! Edges of tiles, and the Warp Storms across them.

use super::board::{PITCH, TILE};
use super::scene::Scene;
use ::forbidden_stars::table::{Edge, Lie, Storm};
use maud::{Markup, html};
use std::fmt::Write;

/// A braid of violet strands, lying along the x axis about the origin.
pub fn definition() -> Markup {
    html! {
        g id="fs-storm" {
            path class="fs-strand back" d=(strand(16, 26)) {}
            path class="fs-strand" d=(strand(13, 22)) {}
            path class="fs-strand" d=(strand(-13, 22)) {}
            path class="fs-strand thin" d=(strand(6, 11)) {}
        }
    }
}

/// One strand: a wave of this height; half a wave is `step` long.
fn strand(height: i32, step: i32) -> String {
    let halves = 352 / step;
    let mut path = format!("M{} 0q{} {} {step} 0", -halves * step / 2, step / 2, -2 * height);
    for _ in 1..halves {
        let _ = write!(path, "t{step} 0");
    }
    path
}

pub fn storm(scene: &Scene<'_>, storm: &Storm) -> Markup {
    let (x, y) = middle(storm.edge);
    let id = scene.edge_id(storm.edge);
    let moved = if storm.moved { ", has moved" } else { "" };
    let going = scene.view.storm_move.is_some_and(|going| going.from == storm.edge);
    html! {
        g class={ "storm" @if storm.moved { " moved" } @if going { " going" } } data-piece={ "storm:" (id) }
            data-glide="storm" role="img" aria-label={ "Warp Storm on " (id) (moved) } transform=(format!("translate({x} {y})")) {
            g transform=[turned(storm.edge)] {
                rect class="outline" x="-190" y="-20" width="380" height="40" rx="20" {}
                use href="#fs-storm" {}
            }
        }
    }
}

/// Where a storm that was announced to move will lie.
pub fn announced(scene: &Scene<'_>) -> Markup {
    let Some(going) = scene.view.storm_move else { return html! {} };
    let (x, y) = middle(going.to);
    html! {
        g class="storm ghost" aria-hidden="true" transform=(format!("translate({x} {y})")) {
            g transform=[turned(going.to)] { use href="#fs-storm" {} }
        }
    }
}

/// A place for a storm, nearly invisible until it is lit.
pub fn edge(scene: &Scene<'_>, edge: Edge) -> Markup {
    let (x, y) = middle(edge);
    let id = scene.edge_id(edge);
    html! {
        g class="edge" data-piece={ "edge:" (id) } role="img" aria-label={ "edge " (id) } transform=(format!("translate({x} {y})")) {
            g transform=[turned(edge)] {
                rect class="outline" x="-180" y="-12" width="360" height="24" rx="12" {}
            }
        }
    }
}

fn turned(edge: Edge) -> Option<&'static str> {
    match edge.lie {
        Lie::Horizontal => None,
        Lie::Vertical => Some("rotate(90)"),
    }
}

/// The middle of an edge.
fn middle(edge: Edge) -> (i32, i32) {
    let (x, y) = (i32::from(edge.col) * PITCH, i32::from(edge.row) * PITCH);
    let gap = (PITCH - TILE) / 2;
    match edge.lie {
        Lie::Horizontal => (x + TILE / 2, y - gap),
        Lie::Vertical => (x - gap, y + TILE / 2),
    }
}
