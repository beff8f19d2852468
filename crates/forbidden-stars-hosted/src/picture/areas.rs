//! An area: what is printed in it, and everything that stands there, laid out so that nothing hides anything.

use super::badges::{mark_reference, unit_reference};
use super::board::{TILE, corner};
use super::scene::Scene;
use super::{seals, worlds};
use ::forbidden_stars::components::{Corner, StructureKind};
use ::forbidden_stars::force::Force;
use ::forbidden_stars::table::Area;
use kernel::Seat;
use maud::{Markup, html};
use picture::{seat_class, shape};

/// Where the middle of a world lies, counted from the outer corner of its tile.
const MIDDLE: (i32, i32) = (102, 106);

/// Where pieces stand in an area: the middle, counted from the outer corner, and how wide and high they may be. Name,
/// capacity and banner stay in sight.
#[derive(Clone, Copy, Debug)]
struct Room {
    middle: (i32, i32),
    width: f32,
    height: f32,
}

const WIDE: Room = Room { middle: (102, 107), width: 174.0, height: 124.0 };
/// Beside an objective or crossed blades.
const NARROW: Room = Room { middle: (89, 107), width: 150.0, height: 124.0 };

pub fn area(scene: &Scene<'_>, area: Area) -> Markup {
    let place = Place(area.corner());
    let facts = scene.facts(area);
    let id = scene.area_id(area);
    let (x, y) = place.at(0, 0);
    let (left, top) = (x.min(TILE / 2), y.min(TILE / 2));
    let middle = place.translate(MIDDLE.0, MIDDLE.1);
    let contested = scene.is_contested(area);
    let fought = scene.view.battle.as_ref().is_some_and(|battle| battle.area == area);
    let struck = scene.view.strike.is_some_and(|strike| strike.world == area);
    let units: u8 = scene.seats().map(|seat| scene.force(area, seat).units()).max().unwrap_or(0);
    html! {
        g class={ "area" @if contested { " contested" } @if fought { " fought" } @if struck { " struck" } } data-piece={ "area:" (id) }
            role="group" aria-label=(scene.area_in_words(area)) {
            rect class="field" x=(left) y=(top) width="200" height="200" {}
            @match scene.world(area) {
                Some(name) => {
                    g transform=(middle) { (worlds::world(name)) }
                    text class={ "name " (place.anchor()) } x=(place.at(14, 0).0) y=(place.baseline(26)) aria-hidden="true" { (name) }
                }
                None => {
                    g transform=(format!("translate({left} {top})")) { (worlds::void(&id, 200)) }
                }
            }
            g class="capacity" aria-hidden="true" {
                @for pip in 0..facts.capacity {
                    @let (x, y) = place.at(18 + i32::from(pip) * 11, if facts.is_world { 38 } else { 20 });
                    circle class=[(pip < units).then_some("taken")] cx=(x) cy=(y) r="3.8" {}
                }
            }
            @if facts.is_world { (banner(scene, area, place)) }
            rect class="outline" x=(left + 4) y=(top + 4) width="192" height="192" rx="10" {}
            @if contested || struck { (clash(place)) }
            (pieces(scene, area, place))
            @if let Some(owner) = scene.objective(area) { (objective(scene, &id, owner, place)) }
        }
    }
}

/// What a world yields: materiel in a cog, then its seals.
fn banner(scene: &Scene<'_>, area: Area, place: Place) -> Markup {
    let facts = scene.facts(area);
    let mut seals: Vec<&str> = Vec::new();
    for (icon, count) in seals::ASSET_ICONS.into_iter().zip(facts.assets) {
        seals.extend((0..count).map(|_| seals::asset(icon).name));
    }
    let start = if facts.materiel > 0 { 52 } else { 24 };
    html! {
        g class="banner" aria-hidden="true" {
            @if facts.materiel > 0 {
                g transform=(place.translate(24, 180)) {
                    use href="#fs-cog" {}
                    text class="materiel" y="5.5" { (facts.materiel) }
                }
            }
            @for (index, seal) in seals.iter().enumerate() {
                use href={ "#fs-" (seal) } transform=(place.translate(start + index as i32 * 28, 180)) {}
            }
        }
    }
}

/// An objective: a standing marker with its owner's mark.
fn objective(scene: &Scene<'_>, id: &str, owner: Seat, place: Place) -> Markup {
    html! {
        g class={ "objective " (seat_class(owner)) } data-piece={ "objective:" (id) } data-glide={ "objective" (owner.0) }
            role="img" aria-label={ "objective of " (scene.faction_name(owner)) } transform=(place.translate(184, 54)) {
            path class="pole" d="M-9 20H9M0 20V4" {}
            g transform="translate(0 -7)" {
                path class="fs-shell" d=(shape(owner)) {}
                path class="star" d="M0-9L2.4-3.2L8.6-2.8L3.9 1.3L5.3 7.3L0 4L-5.3 7.3L-3.9 1.3L-8.6-2.8L-2.4-3.2Z" {}
            }
            use href={ "#" (mark_reference(owner)) } transform="translate(0 20)scale(.6)" {}
            circle class="outline" r="25" {}
        }
    }
}

/// Crossed blades: here it is or will be fought.
fn clash(place: Place) -> Markup {
    html! {
        g class="clash" transform=(place.translate(184, 118)) aria-hidden="true" {
            circle r="14" {}
            path d="M-8-8L8 8M8-8L-8 8M-9 4L-4 9M9 4L4 9" {}
        }
    }
}

/// Something that stands in an area.
#[derive(Clone, Copy, Debug)]
enum Item {
    Unit { row: usize, routed: bool, count: u8 },
    Structure { kind: StructureKind, count: u8 },
}

/// Things of one seat side by side.
#[derive(Clone, Debug)]
struct Line {
    seat: Seat,
    items: Vec<Item>,
    /// Not there yet.
    ghosts: bool,
}

/// A seat's mark in front of its line.
const MARK: f32 = 26.0;
const ITEM: f32 = 42.0;

impl Line {
    fn width(&self) -> f32 {
        ITEM * self.items.len() as f32
    }

    fn height(&self) -> f32 {
        let only_structures = self.items.iter().all(|item| matches!(item, Item::Structure { .. }));
        if only_structures { 36.0 } else { 44.0 }
    }
}

/// Units and structures in lines, a seat's own together, as large as they can be.
fn pieces(scene: &Scene<'_>, area: Area, place: Place) -> Markup {
    let beside = scene.objective(area).is_some() || scene.is_contested(area);
    let room = if beside { NARROW } else { WIDE };
    let whole = Block::of(lines(scene, area), room);
    let halved = whole.halved(room);
    let block = if halved.scale > whole.scale { halved } else { whole };
    let scale = block.scale;
    let id = scene.area_id(area);
    let (x, y) = place.at(room.middle.0, room.middle.1);
    let (x, y) = (x as f32, y as f32);
    html! {
        @if let Some(seat) = block.holder { (pennant(seat, false, x - (block.width / 2.0 - 11.0) * scale, y, scale)) }
        @for (line, middle) in block.lines.iter().zip(block.middles()) {
            @let height = y + middle * scale;
            @let left = x - line.width() / 2.0 * scale;
            @if block.holder.is_none() { (pennant(line.seat, line.ghosts, left - (MARK / 2.0 - 11.0) * scale, height, scale)) }
            @for (index, item) in line.items.iter().enumerate() {
                @let at = position(left + (MARK / 2.0 + ITEM * (index as f32 + 0.5)) * scale, height, scale);
                (self::item(scene, &id, line, *item, &at))
            }
        }
    }
}

fn pennant(seat: Seat, ghost: bool, x: f32, y: f32, scale: f32) -> Markup {
    html! {
        use class={ "pennant " (seat_class(seat)) @if ghost { " ghost" } } href={ "#" (mark_reference(seat)) }
            transform=(position(x, y, scale * 0.8)) {}
    }
}

/// Lines one below the other, and the largest scale at which they have room.
#[derive(Clone, Debug)]
struct Block {
    lines: Vec<Line>,
    width: f32,
    scale: f32,
    /// All of it is his: one mark is enough.
    holder: Option<Seat>,
}

impl Block {
    fn of(lines: Vec<Line>, room: Room) -> Block {
        let width = MARK + lines.iter().map(Line::width).fold(0.0, f32::max);
        let height: f32 = lines.iter().map(Line::height).sum();
        let holder = lines.first().map(|line| line.seat);
        let alone = lines.iter().all(|line| Some(line.seat) == holder && !line.ghosts);
        let scale = (room.height / height).min(room.width / width).min(1.3);
        Block { lines, width, scale, holder: holder.filter(|_| alone) }
    }

    /// The same with long lines broken in two.
    fn halved(&self, room: Room) -> Block {
        let halves = self.lines.iter().flat_map(|line| {
            let half = if line.items.len() > 3 { line.items.len().div_ceil(2) } else { line.items.len() };
            line.items.chunks(half.max(1)).map(|items| Line { items: items.to_vec(), ..line.clone() })
        });
        Block::of(halves.collect(), room)
    }

    /// The heights of the lines about the middle of the block.
    fn middles(&self) -> Vec<f32> {
        let mut top = -self.lines.iter().map(Line::height).sum::<f32>() / 2.0;
        self.lines
            .iter()
            .map(|line| {
                top += line.height();
                top - line.height() / 2.0
            })
            .collect()
    }
}

fn item(scene: &Scene<'_>, id: &str, line: &Line, item: Item, at: &str) -> Markup {
    let seat = line.seat;
    let class = seat_class(seat);
    let whose = scene.faction_name(seat);
    match item {
        Item::Unit { row, routed, count } => {
            let unit = scene.unit_id(seat, row);
            let piece = (!line.ghosts).then(|| format!("unit:{unit}@{id}{}", if routed { ".routed" } else { "" }));
            let state = match (routed, line.ghosts) {
                (true, _) => " routed",
                (false, true) => " ghost",
                (false, false) => "",
            };
            let words = scene.units_in_words(seat, row, count);
            let note = if line.ghosts {
                ", on the move"
            } else if routed {
                ", routed"
            } else {
                ""
            };
            html! {
                g class={ "unit " (class) (state) } data-piece=[piece] data-glide={ "u" (seat.0) "." (unit) } role="img"
                    aria-label={ (whose) ": " (words) (note) } transform=(at) {
                    circle class="outline" r="23" {}
                    @if routed {
                        g transform="rotate(90)" {
                            use href={ "#" (unit_reference(seat, row)) } {}
                            use href="#fs-hatch" {}
                        }
                    } @else {
                        use href={ "#" (unit_reference(seat, row)) } {}
                    }
                    @if count > 1 { (chip(count)) }
                }
            }
        }
        Item::Structure { kind, count } => html! {
            g class={ "structure " (class) } data-piece={ "structure:" (kind.id()) "@" (id) } data-glide={ "b" (seat.0) "." (kind.id()) }
                role="img" aria-label={ (whose) ": " (kind.id()) } transform=(at) {
                circle class="outline" r="22" {}
                use href={ "#fs-" (kind.id()) } y="13" {}
                @if count > 1 { (chip(count)) }
            }
        },
    }
}

/// How many alike.
fn chip(count: u8) -> Markup {
    html! {
        g class="chip" transform="translate(15 14)" aria-hidden="true" {
            circle r="9.5" {}
            text y="5" { (count) }
        }
    }
}

/// First what stands here, then what is on its way, then structures: they stand lowest.
fn lines(scene: &Scene<'_>, area: Area) -> Vec<Line> {
    let units = |force: Force| -> Vec<Item> {
        force.groups().map(|(row, posture, count)| Item::Unit { row, routed: posture.is_routed(), count }).collect()
    };
    let mut lines = Vec::new();
    for seat in scene.seats() {
        lines.push(Line { seat, items: units(scene.force(area, seat)), ghosts: false });
    }
    lines.push(Line { seat: scene.view.active_player, items: units(scene.transit(area)), ghosts: true });
    for seat in scene.seats() {
        let force = scene.force(area, seat);
        let structures = StructureKind::ALL.into_iter().filter(|&kind| force.structures(kind) > 0);
        let items = structures.map(|kind| Item::Structure { kind, count: force.structures(kind) }).collect();
        lines.push(Line { seat, items, ghosts: false });
    }
    lines.retain(|line| !line.items.is_empty());
    lines
}

fn position(x: f32, y: f32, scale: f32) -> String {
    format!("translate({x:.1} {y:.1})scale({scale:.2})")
}

/// From the system that units have left to the areas that they are about to enter.
pub fn arrows(scene: &Scene<'_>) -> Markup {
    let Some(from) = scene.view.movement.from else { return html! {} };
    let Some(order) = scene.view.order else { return html! {} };
    let (x, y) = corner(scene, from);
    let (from_x, from_y) = (x + TILE / 2, y + TILE / 2);
    html! {
        @for area in order.system.areas().filter(|&area| !scene.transit(area).is_empty()) {
            @let (x, y) = corner(scene, area.system());
            @let (dx, dy) = Place(area.corner()).at(MIDDLE.0, MIDDLE.1);
            (arrow((from_x, from_y), (x + dx, y + dy), seat_class(scene.view.active_player)))
        }
    }
}

fn arrow(from: (i32, i32), to: (i32, i32), seat: &str) -> Markup {
    let (dx, dy) = ((to.0 - from.0) as f32, (to.1 - from.1) as f32);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (start_x, start_y) = (from.0 as f32 + ux * 64.0, from.1 as f32 + uy * 64.0);
    let (end_x, end_y) = (to.0 as f32 - ux * 74.0, to.1 as f32 - uy * 74.0);
    let (bend_x, bend_y) = ((start_x + end_x) / 2.0 - uy * 26.0, (start_y + end_y) / 2.0 + ux * 26.0);
    let angle = (end_y - bend_y).atan2(end_x - bend_x).to_degrees();
    html! {
        g class={ "arrow ghost " (seat) } aria-hidden="true" {
            path class="shaft" d=(format!("M{start_x:.0} {start_y:.0}Q{bend_x:.0} {bend_y:.0} {end_x:.0} {end_y:.0}")) {}
            path class="head" d="M8 0L-8-9L-4 0L-8 9Z" transform=(format!("translate({end_x:.0} {end_y:.0})rotate({angle:.0})")) {}
        }
    }
}

/// A quarter of a tile. Places in it are counted from the tile's outer corner, so all four quarters look alike.
#[derive(Clone, Copy, Debug)]
struct Place(Corner);

impl Place {
    /// From the outer corner inwards, as coordinates of the tile.
    fn at(self, inwards_x: i32, inwards_y: i32) -> (i32, i32) {
        match self.0 {
            Corner::NW => (inwards_x, inwards_y),
            Corner::NE => (TILE - inwards_x, inwards_y),
            Corner::SE => (TILE - inwards_x, TILE - inwards_y),
            Corner::SW => (inwards_x, TILE - inwards_y),
        }
    }

    fn translate(self, inwards_x: i32, inwards_y: i32) -> String {
        let (x, y) = self.at(inwards_x, inwards_y);
        format!("translate({x} {y})")
    }

    /// Where text of a line stands whose lower edge is this far from the outer edge.
    fn baseline(self, inwards: i32) -> i32 {
        match self.0 {
            Corner::NW | Corner::NE => inwards,
            Corner::SE | Corner::SW => TILE - inwards + 12,
        }
    }

    /// Text runs from the outer edge inwards.
    fn anchor(self) -> &'static str {
        match self.0 {
            Corner::NW | Corner::SW => "start",
            Corner::NE | Corner::SE => "end",
        }
    }
}
