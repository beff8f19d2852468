//! A tile in hand: a small picture of one of its sides.

use super::{seals, worlds};
use ::forbidden_stars::Catalogue;
use ::forbidden_stars::components::PrintedArea;
use maud::{Markup, html};

/// One side of a tile as printed, not turned.
pub fn preview(catalogue: &Catalogue, side: u8) -> Markup {
    let printed = catalogue.side_names(side);
    // NW, NE, SE, SW: clockwise, as printed.
    const MIDDLES: [(i32, i32); 4] = [(100, 100), (300, 100), (300, 300), (100, 300)];
    html! {
        figure class="tile-side" data-piece={ "tile:" (printed.code) } aria-label={ (printed.name) ", side " (printed.code) ": " (in_words(&printed.areas)) } {
            svg viewBox="0 0 400 400" aria-hidden="true" {
                rect class="plate" x="2" y="2" width="396" height="396" rx="8" {}
                @for (area, (x, y)) in printed.areas.iter().zip(MIDDLES) {
                    g transform=(format!("translate({x} {y})")) { (self::area(area, &printed.code, x)) }
                }
                path class="plate" d="M172 151H228L256 200L228 249H172L144 200Z" {}
                rect class="frame" x="2" y="2" width="396" height="396" rx="8" {}
            }
            figcaption { (printed.code) " " span class="quiet" { (printed.name) } }
        }
    }
}

fn area(area: &PrintedArea, code: &str, x: i32) -> Markup {
    match area {
        PrintedArea::Void => {
            html! { g transform="translate(-100 -100)" { (worlds::void(&format!("{code}{x}"), 200)) } }
        }
        PrintedArea::World { name, capacity, materiel, assets, .. } => html! {
            (worlds::world(name))
            text y="-44" { ("●".repeat(usize::from(*capacity))) }
            @if *materiel > 0 {
                g transform="translate(-24 10)scale(2)" { path class="fs-cog" d=(seals::COG) {} text class="materiel" y="5.5" { (materiel) } }
            }
            @for (index, icon) in assets.iter().enumerate() {
                @let seal = seals::asset(*icon);
                g transform=(format!("translate({} 10)scale(1.7)", 30 + 40 * index as i32)) {
                    path class="fs-seal" d=(seal.outline) {}
                    path class="fs-sign" fill-rule="evenodd" d=(seal.sign) {}
                }
            }
        },
    }
}

fn in_words(areas: &[PrintedArea; 4]) -> String {
    let words: Vec<String> = areas
        .iter()
        .map(|area| match area {
            PrintedArea::Void => "void".to_owned(),
            PrintedArea::World { name, capacity, materiel, .. } => {
                format!("{name} (capacity {capacity}, materiel {materiel})")
            }
        })
        .collect();
    words.join(", ")
}
