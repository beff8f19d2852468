//! The map: systems on their grid, storms between them, places for more while it is being built.

use super::scene::Scene;
use super::{areas, badges, orders, seals, storms, worlds};
use crate::{Theme, style};
use ::forbidden_stars::Decision;
use ::forbidden_stars::table::System;
use maud::{Markup, PreEscaped, html};

/// The side of a tile.
pub const TILE: i32 = 400;
/// From a tile to the next.
pub const PITCH: i32 = 424;
/// Around the board.
const MARGIN: i32 = 44;

/// The map for a page, which brings the style sheet.
pub fn fragment(scene: &Scene<'_>) -> Markup {
    let frame = Frame::around(scene);
    html! {
        svg class="board" viewBox=(frame.view_box()) role="group" aria-label="Map" preserveAspectRatio="xMidYMid meet" {
            (map(scene))
        }
    }
}

/// The map as a file that needs nothing else.
pub fn file(scene: &Scene<'_>, theme: Theme) -> Markup {
    let frame = Frame::around(scene);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox=(frame.view_box()) width=(frame.width) height=(frame.height) {
            title { "Forbidden Stars, round " (scene.view.round) }
            style { (PreEscaped(style::embedded(theme))) }
            rect class="sky" x=(frame.left) y=(frame.top) width=(frame.width) height=(frame.height) {}
            (map(scene))
        }
    }
}

fn map(scene: &Scene<'_>) -> Markup {
    html! {
        defs {
            radialGradient id="fs-light" cx=".34" cy=".3" r=".78" {
                stop offset="0" class="light-high" {}
                stop offset=".45" class="light-middle" {}
                stop offset="1" class="light-low" {}
            }
            clipPath id="fs-disc" { circle r=(worlds::RADIUS) {} }
            (badges::definitions(scene))
            (storms::definition())
            (orders::definitions())
            @for icon in seals::ASSET_ICONS {
                @let seal = seals::asset(icon);
                g id={ "fs-" (seal.name) } {
                    path class="fs-seal" d=(seal.outline) {}
                    path class="fs-sign" fill-rule="evenodd" d=(seal.sign) {}
                }
            }
            path id="fs-cog" class="fs-cog" d=(seals::COG) {}
        }
        @if is_being_built(scene) {
            g class="cells" { @for (col, row) in open_cells(scene) { (cell(col, row)) } }
        }
        g class="systems" { @for system in scene.systems() { (self::system(scene, system)) } }
        g class="edges" { @for edge in scene.edges() { (storms::edge(scene, edge)) } }
        g class="storms" { @for storm in &scene.view.storms { (storms::storm(scene, storm)) } }
        g class="arrows" { (areas::arrows(scene)) }
    }
}

/// A tile: four areas, parted by fine lines, and the order box in the middle.
fn system(scene: &Scene<'_>, system: System) -> Markup {
    let (x, y) = corner(scene, system);
    let name = scene.system_name(system);
    let code = scene.code(system);
    let active = scene.view.active_system == Some(system);
    let home = scene.catalogue.side(scene.tile(system).side).faction.is_some();
    html! {
        g class={ "system" @if active { " active" } @if home { " home" } } data-piece={ "system:" (code) } role="group"
            aria-label={ (name) ", system " (code) @if active { ", active" } } transform=(format!("translate({x} {y})")) {
            rect class="tile" width=(TILE) height=(TILE) rx="6" {}
            @for area in system.areas() { (areas::area(scene, area)) }
            path class="parting" d="M200 12V142M200 258V388M12 200H142M258 200H388" {}
            rect class="border" x="1.5" y="1.5" width=(TILE - 3) height=(TILE - 3) rx="6" {}
            rect class="border fine" x="7" y="7" width=(TILE - 14) height=(TILE - 14) rx="3" {}
            rect class="outline" x="-2" y="-2" width=(TILE + 4) height=(TILE + 4) rx="8" {}
            (orders::stack(scene, system))
        }
    }
}

/// The upper left corner of a system's tile.
pub fn corner(scene: &Scene<'_>, system: System) -> (i32, i32) {
    let tile = scene.tile(system);
    (i32::from(tile.col) * PITCH, i32::from(tile.row) * PITCH)
}

fn is_being_built(scene: &Scene<'_>) -> bool {
    scene.view.questions.iter().any(|question| question.decision == Decision::PlaceTile)
}

/// Cells beside the tiles that lie already; the first tile has the middle of the table.
fn open_cells(scene: &Scene<'_>) -> Vec<(i8, i8)> {
    if scene.view.tiles.is_empty() {
        return vec![(0, 0)];
    }
    let mut cells: Vec<(i8, i8)> = scene
        .view
        .tiles
        .iter()
        .flat_map(|tile| [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(col, row)| (tile.col + col, tile.row + row)))
        .filter(|&(col, row)| scene.system_at(col, row).is_none())
        .collect();
    cells.sort_by_key(|&(col, row)| (row, col));
    cells.dedup();
    cells
}

fn cell(col: i8, row: i8) -> Markup {
    let (x, y) = (i32::from(col) * PITCH, i32::from(row) * PITCH);
    html! {
        g class="cell" data-piece={ "cell:" (col) "," (row) } role="img"
            aria-label={ "place for a tile, column " (col) ", row " (row) } transform=(format!("translate({x} {y})")) {
            rect class="tile" x="6" y="6" width=(TILE - 12) height=(TILE - 12) rx="8" {}
            path class="cross" d="M200 176V224M176 200H224" {}
            rect class="outline" x="6" y="6" width=(TILE - 12) height=(TILE - 12) rx="8" {}
        }
    }
}

/// What the map covers.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Frame {
    fn around(scene: &Scene<'_>) -> Frame {
        let mut cells: Vec<(i8, i8)> = scene.view.tiles.iter().map(|tile| (tile.col, tile.row)).collect();
        if is_being_built(scene) || cells.is_empty() {
            cells.extend(open_cells(scene));
        }
        let bounds = |numbers: Vec<i8>| {
            let low = numbers.iter().min().copied().unwrap_or(0);
            let high = numbers.iter().max().copied().unwrap_or(0);
            (i32::from(low) * PITCH - MARGIN, i32::from(high - low) * PITCH + TILE + 2 * MARGIN)
        };
        let (left, width) = bounds(cells.iter().map(|cell| cell.0).collect());
        let (top, height) = bounds(cells.iter().map(|cell| cell.1).collect());
        Frame { left, top, width, height }
    }

    fn view_box(self) -> String {
        format!("{} {} {} {}", self.left, self.top, self.width, self.height)
    }
}
