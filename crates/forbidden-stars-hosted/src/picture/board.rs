//! The map: systems on their grid, storms between them, places for more while it is being built.

use super::scene::Scene;
use super::{areas, badges, orders, seals, storms, worlds};
use ::forbidden_stars::Decision;
use ::forbidden_stars::table::System;
use maud::{Markup, PreEscaped, html};
use picture::Theme;

/// The side of a tile.
pub const TILE: i32 = 400;
/// From a tile to the next.
pub const PITCH: i32 = 424;
/// Around the board.
const MARGIN: i32 = 60;

/// The map for a page, which brings the style sheet: first the sheet with empty places, then what stands in them. A move
/// changes two systems, and only those are sent and drawn again.
pub fn fragments(scene: &Scene<'_>) -> Vec<(String, Markup)> {
    let frame = Frame::around(scene);
    let parts: Vec<(String, Markup)> =
        parts(scene).into_iter().map(|(name, part)| (format!("board/{name}"), part)).collect();
    let sheet = html! {
        svg class="board" viewBox=(frame.view_box()) data-frame=(frame.view_box()) role="group" aria-label="Map"
            preserveAspectRatio="xMidYMid meet" {
            (neatline(frame))
            (ground(scene))
            @for (name, _) in &parts { g data-part=(name) {} }
        }
    };
    std::iter::once(("board".to_owned(), sheet)).chain(parts).collect()
}

/// The map as a file that needs nothing else.
pub fn file(scene: &Scene<'_>, theme: Theme) -> Markup {
    let frame = Frame::around(scene);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox=(frame.view_box()) width=(frame.width) height=(frame.height) {
            title { "Forbidden Stars, round " (scene.view.round) }
            style { (PreEscaped(picture::embedded(include_str!("../../style/map.css"), theme))) }
            rect class="sky" x=(frame.left) y=(frame.top) width=(frame.width) height=(frame.height) {}
            (neatline(frame))
            (ground(scene))
            @for (_, part) in parts(scene) { (part) }
        }
    }
}

/// The border of a chart: two fine lines, and between them dark and light steps, eight to a tile.
fn neatline(frame: Frame) -> Markup {
    let rect = |class: &str, inset: i32| {
        html! {
            rect class=(class) x=(frame.left + inset) y=(frame.top + inset) width=(frame.width - 2 * inset) height=(frame.height - 2 * inset) {}
        }
    };
    html! {
        g class="neatline" aria-hidden="true" { (rect("line", 5)) (rect("steps", 8)) (rect("line", 11)) }
    }
}

/// The signs that the parts refer to, and what lies below them.
fn ground(scene: &Scene<'_>) -> Markup {
    html! {
        defs {
            radialGradient id="fs-light" cx=".34" cy=".3" r=".78" {
                stop offset="0" class="light-high" {}
                stop offset=".45" class="light-middle" {}
                stop offset="1" class="light-low" {}
            }
            radialGradient id="fs-haze" {
                stop offset="0" class="haze-high" {}
                stop offset="1" class="haze-low" {}
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
    }
}

/// The systems, and what lies between and over them, in the order in which they cover one another.
fn parts(scene: &Scene<'_>) -> Vec<(String, Markup)> {
    let between = html! {
        g class="edges" { @for edge in scene.edges() { (storms::edge(scene, edge)) } }
        g class="storms" { @for storm in &scene.view.storms { (storms::storm(scene, storm)) } (storms::announced(scene)) }
        g class="arrows" { (areas::arrows(scene)) }
    };
    let systems = scene.systems().map(|system| (scene.code(system).to_string(), self::system(scene, system)));
    systems.chain([("between".to_owned(), between)]).collect()
}

/// A tile: four areas, parted by fine lines, and the order box in the middle.
fn system(scene: &Scene<'_>, system: System) -> Markup {
    let (x, y) = corner(scene, system);
    let name = scene.system_name(system);
    let code = scene.code(system);
    let active = scene.system_at_hand() == Some(system);
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
        .filter(|&(col, row)| scene.system_at(col, row).is_none() && stays_in_shape(scene, col, row))
        .collect();
    cells.sort_by_key(|&(col, row)| (row, col));
    cells.dedup();
    cells
}

/// The board is never larger than its tiles laid out in rows of three, so places farther away need no room in the picture.
fn stays_in_shape(scene: &Scene<'_>, col: i8, row: i8) -> bool {
    let length = |numbers: Vec<i8>| {
        let low = numbers.iter().min().copied().unwrap_or(0);
        let high = numbers.iter().max().copied().unwrap_or(0);
        usize::from((high - low).unsigned_abs()) + 1
    };
    let wide = length(scene.view.tiles.iter().map(|tile| tile.col).chain([col]).collect());
    let high = length(scene.view.tiles.iter().map(|tile| tile.row).chain([row]).collect());
    let players = scene.view.players.len();
    wide.max(high) <= players.max(3) && wide.min(high) <= players.min(3)
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
