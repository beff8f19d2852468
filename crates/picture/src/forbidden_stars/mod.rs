//! Forbidden Stars, drawn.

mod areas;
mod badges;
mod board;
mod glyphs;
mod orders;
mod scene;
mod seals;
mod storms;
mod worlds;

use crate::{Picture, Theme};
use ::forbidden_stars::{Catalogue, ForbiddenStars, View};
use kernel::Viewer;
use scene::Scene;

impl Picture for ForbiddenStars {
    fn fragments(catalogue: &Catalogue, view: &View, viewer: Viewer) -> Vec<(&'static str, String)> {
        let scene = Scene::new(catalogue, view, viewer);
        vec![("board", board::fragment(&scene).into_string())]
    }

    fn svg(catalogue: &Catalogue, view: &View, viewer: Viewer, theme: Theme) -> String {
        board::file(&Scene::new(catalogue, view, viewer), theme).into_string()
    }

    fn component(_catalogue: &Catalogue, _piece: &str) -> Option<String> {
        None
    }
}
