//! Forbidden Stars, drawn.
//!
//! The fragments of a page: `board` is the map as one SVG, with `board/CODE` for each system
//! and `board/between`; `seats` everybody's play area; `tray` and `hand` what the
//! viewer has, empty for those who only watch; `battle` the combat or strike at hand, or empty; `list` the map in words.
//! `board` alone has elements with ids. Panels draw their own signs; only worlds in tiles and help borrow its light.

mod areas;
mod badges;
mod battle;
mod board;
mod cards;
mod components;
mod glyphs;
mod hand;
mod list;
mod orders;
mod scene;
mod seals;
mod seats;
mod storms;
mod tiles;
mod tray;
mod worlds;

use ::forbidden_stars::{Catalogue, View};
use kernel::Viewer;
use picture::Theme;
use scene::Scene;

pub fn fragments(catalogue: &Catalogue, view: &View, viewer: Viewer) -> Vec<(String, String)> {
    let scene = Scene::new(catalogue, view, viewer);
    let panels = [
        ("seats", seats::fragment(&scene)),
        ("tray", tray::fragment(&scene)),
        ("hand", hand::fragment(&scene)),
        ("battle", battle::fragment(&scene)),
        ("list", list::fragment(&scene)),
    ]
    .map(|(name, markup)| (name.to_owned(), markup));
    board::fragments(&scene).into_iter().chain(panels).map(|(name, markup)| (name, markup.into_string())).collect()
}

pub fn svg(catalogue: &Catalogue, view: &View, viewer: Viewer, theme: Theme) -> String {
    board::file(&Scene::new(catalogue, view, viewer), theme).into_string()
}

pub fn component(catalogue: &Catalogue, piece: &str) -> Option<String> {
    components::help(catalogue, piece).map(maud::PreEscaped::into_string)
}
