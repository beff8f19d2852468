//! Small signs: assets, materiel, faces of dice, orders. Each kind has an outline of its own.

use ::forbidden_stars::components::{AssetIcon, Face, OrderKind};
use maud::{Markup, html};

/// The outline of a seal and the sign in it, in a box of 24 by 24 about the origin.
#[derive(Clone, Copy, Debug)]
pub struct Seal {
    pub name: &'static str,
    pub outline: &'static str,
    pub sign: &'static str,
}

/// Forge: hammer on a hexagon. Cache: crate on a square. Reinforcement: banner on a pennon. Prosperity: star on a circle.
pub fn asset(icon: AssetIcon) -> Seal {
    match icon {
        AssetIcon::Forge => Seal {
            name: "forge",
            outline: "M-6.5-11H6.5L12.5 0L6.5 11H-6.5L-12.5 0Z",
            sign: "M-6-7H6V-1.5H1.6V8H-1.6V-1.5H-6Z",
        },
        AssetIcon::Cache => Seal {
            name: "cache",
            outline: "M-11-11H11V11H-11Z",
            sign: "M-7-7H7V7H-7ZM-5-5V-1H5V-5ZM-5 1V5H5V1ZM-1-4H1V-2H-1Z",
        },
        AssetIcon::Reinforcement => Seal {
            name: "reinforcement",
            outline: "M-10-12H10V8L0 13L-10 8Z",
            sign: "M-5.5-8H-3.5V8H-5.5ZM-2.5-8H7L4-4L7 0H-2.5Z",
        },
        AssetIcon::Prosperity => Seal {
            name: "prosperity",
            outline: "M0-13L3.7-9H9L9-3.7L13 0L9 3.7V9H3.7L0 13L-3.7 9H-9V3.7L-13 0L-9-3.7V-9H-3.7Z",
            sign: "M0-8L2.2-2.6L8-2.4L3.5 1.2L5 7L0 3.8L-5 7L-3.5 1.2L-8-2.4L-2.2-2.6Z",
        },
    }
}

pub const ASSET_ICONS: [AssetIcon; 4] =
    [AssetIcon::Forge, AssetIcon::Cache, AssetIcon::Reinforcement, AssetIcon::Prosperity];

/// A cog: materiel is printed in it.
pub const COG: &str = "M-2.5-13H2.5L3.2-10L6-8.8L8.7-10.4L11-7.2L9.4-4.5L10-2.4L13-1.6V2.4L10 3.2L8.8 6L10.4 8.7L7.2 11L4.5 \
                       9.4L2.4 10L1.6 13H-2.4L-3.2 10L-6 8.8L-8.7 10.4L-11 7.2L-9.4 4.5L-10 2.4L-13 1.6V-2.4L-10-3.2L-8.8-6L-10.4-8.7L-7.2-11L-4.5-9.4Z";

/// Offence a blade, defence a shield, morale a burst.
pub fn face(face: Face) -> &'static str {
    match face {
        Face::Offence => "M0-11L3.4-6V2H7V5H1.8V10H-1.8V5H-7V2H-3.4V-6Z",
        Face::Defence => "M-9-9C-5-8-2-9 0-11C2-9 5-8 9-9V-1C9 5 4 9 0 11C-4 9-9 5-9-1Z",
        Face::Morale => {
            "M0-11L2.6-4.6L9-7.6L6-1.2L11 3L4.4 3.8L4 10.5L0 5.6L-4 10.5L-4.4 3.8L-11 3L-6-1.2L-9-7.6L-2.6-4.6Z"
        }
    }
}

/// Deploy comes down, strategize looks ahead, dominate wears a crown, advance goes up.
pub fn order(kind: OrderKind) -> &'static str {
    match kind {
        OrderKind::Deploy => "M-3-11H3V-1H8L0 7L-8-1H-3ZM-9 8H9V11H-9Z",
        OrderKind::Strategize => {
            "M-12 0C-7-8 7-8 12 0C7 8-7 8-12 0ZM-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0ZM-2 0A2 2 0 1 1 2 0A2 2 0 1 1-2 0Z"
        }
        OrderKind::Dominate => "M-10 8L-11-7L-5-1L0-10L5-1L11-7L10 8ZM-8 3.5V5.5H8V3.5Z",
        OrderKind::Advance => "M0-11L10-1V5L0-5L-10 5V-1ZM0-1L10 9V11.5H6L0 5.5L-6 11.5H-10V9Z",
    }
}

/// The letter that calls an order from the keyboard. Deploy comes first in the rulebook, so dominate gives way.
pub fn hot_letter(kind: OrderKind) -> char {
    match kind {
        OrderKind::Deploy => 'D',
        OrderKind::Strategize => 'S',
        OrderKind::Dominate => 'O',
        OrderKind::Advance => 'A',
    }
}

/// A sign as a picture in a line of text. It stands beside words, so it says nothing itself.
pub fn inline(class: &str, path: &str) -> Markup {
    html! {
        svg class={ "sign " (class) } viewBox="-14 -14 28 28" aria-hidden="true" { path fill-rule="evenodd" d=(path) {} }
    }
}

/// A seal as a picture in a line of text.
pub fn inline_seal(seal: Seal) -> Markup {
    html! {
        svg class="seal" viewBox="-15 -15 30 30" aria-hidden="true" {
            path class="outline" d=(seal.outline) {}
            path class="mark" fill-rule="evenodd" d=(seal.sign) {}
        }
    }
}

/// A die seen from a corner.
pub const DIE: &str = "M0-12L11-6V6L0 12L-11 6V-6ZM0-9.2L-8-5L0-.8L8-5ZM-9-3V4.8L-1 9V1ZM9-3L1 1V9L9 4.8Z";

/// Health.
pub const HEART: &str =
    "M0 11C-6 6-12 1-12-4C-12-8-9-10-6-10C-3-10-1-8 0-6C1-8 3-10 6-10C9-10 12-8 12-4C12 1 6 6 0 11Z";

/// A card's outline.
pub const CARD: &str = "M-8-12H8V12H-8ZM-5.5-9.5V9.5H5.5V-9.5ZM-3-6H3V-4H-3ZM-3-2H3V0H-3Z";
