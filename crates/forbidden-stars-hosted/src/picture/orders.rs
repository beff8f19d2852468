//! Order tokens: the box in the middle of a system, and what lies on it.

use super::badges::mark_reference;
use super::scene::Scene;
use super::seals;
use ::forbidden_stars::components::OrderKind;
use ::forbidden_stars::table::System;
use ::forbidden_stars::view::OrderView;
use kernel::Sight;
use maud::{Markup, html};
use picture::seat_class;

/// The signs of the four orders, and the back of a token.
pub fn definitions() -> Markup {
    html! {
        @for kind in OrderKind::ALL {
            path id={ "fs-" (kind.id()) } fill-rule="evenodd" d=(seals::order(kind)) {}
        }
        path id="fs-token" class="fs-shell" d=(TOKEN) {}
    }
}

const TOKEN: &str = "M-12-21H12L24 0L12 21H-12L-24 0Z";
const BOX: &str = "M-28-49H28L56 0L28 49H-28L-56 0Z";
const INNER_BOX: &str = "M-25.5-44H25.5L51 0L25.5 44H-25.5L-51 0Z";

/// The order box with its stack, the top token last and uppermost.
pub fn stack(scene: &Scene<'_>, system: System) -> Markup {
    let tokens = scene.stack(system);
    let code = scene.code(system);
    let words: Vec<String> = tokens.iter().rev().map(|token| in_words(scene, token)).collect();
    let lying = if words.is_empty() { "empty".to_owned() } else { format!("from the top: {}", words.join(", ")) };
    html! {
        g class="stack" data-piece={ "stack:" (code) } role="group" aria-label={ "order box of " (code) ", " (lying) }
            transform="translate(200 200)" {
            path class="box" d=(BOX) {}
            path class="box fine" d=(INNER_BOX) {}
            @if tokens.is_empty() { (name(scene.system_name(system))) }
            text class="code" y="68" aria-hidden="true" { (code) }
            @for (index, token) in tokens.iter().enumerate() {
                (self::token(scene, code, token, index, tokens.len()))
            }
            @if tokens.len() > 2 {
                g class="chip" transform="translate(40 -34)" aria-hidden="true" {
                    circle r="11" {}
                    text y="5" { (tokens.len()) }
                }
            }
            path class="outline" d=(BOX) {}
        }
    }
}

/// A system's name in its empty order box, a few words to a line.
fn name(name: &str) -> Markup {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 11 => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    let first = 5 - 8 * (lines.len() as i32 - 1);
    html! {
        @for (index, line) in lines.iter().enumerate() {
            text class="system-name" y=(first + 16 * index as i32) aria-hidden="true" { (line) }
        }
    }
}

/// One token, moved aside by its place in the fan.
fn token(scene: &Scene<'_>, code: &str, token: &OrderView, index: usize, of: usize) -> Markup {
    // In half tokens from the middle.
    let place = 2 * index as i32 - (of as i32 - 1);
    let step = if of > 1 { (84 / (of as i32 - 1)).min(28) } else { 0 };
    let (x, y) = (place * step / 2, -place * step / 9);
    let height = index + 1;
    let from_top = of - index;
    let on_top = from_top == 1;
    let label = format!("{}, {} from the top", in_words(scene, token), ordinal(from_top));
    let fan = format!("fan{}{}", if place < 0 { "-left-" } else { "-right-" }, place.abs().min(7));
    let sign = match (token.kind, token.remembered) {
        (Sight::Face(kind), _) => Some(("face", kind)),
        (Sight::Back, Some(kind)) => Some(("remembered", kind)),
        (Sight::Back, None) => None,
    };
    html! {
        g class={ "token " (seat_class(token.owner)) " " (sign.map_or("back", |(class, _)| class)) }
            data-piece={ "token:" (code) "." (height) } data-glide={ "o" (token.owner.0) } role="img" aria-label=(label)
            transform=(format!("translate({x} {y})")) {
            g class=(fan) {
                use href="#fs-token" {}
                @match sign {
                    Some((_, kind)) => {
                        path class="window" d="M-10-17.5H10L20 0L10 17.5H-10L-20 0Z" {}
                        use class="sign" href={ "#fs-" (kind.id()) } transform=(if on_top { "translate(2 0)scale(.95)" } else { "translate(-9 7)scale(.6)" }) {}
                        use href={ "#" (mark_reference(token.owner)) } transform=(if on_top { "translate(-17 12)scale(.6)" } else { "translate(-12 -11)scale(.55)" }) {}
                    }
                    None => {
                        path class="weave" d="M-9-15.6H9L18 0L9 15.6H-9L-18 0ZM-18 0H18M-9-15.6L9 15.6M9-15.6L-9 15.6" {}
                        use href={ "#" (mark_reference(token.owner)) } transform=(if on_top { "scale(.95)" } else { "translate(-12 0)scale(.65)" }) {}
                    }
                }
                path class="outline" d=(TOKEN) {}
            }
        }
    }
}

/// What the viewer knows of a token: he sees it, or remembers it.
pub fn known(token: &OrderView) -> Option<OrderKind> {
    match token.kind {
        Sight::Face(kind) => Some(kind),
        Sight::Back => token.remembered,
    }
}

/// "Evil Sunz: deploy".
pub fn in_words(scene: &Scene<'_>, token: &OrderView) -> String {
    let owner = scene.faction_name(token.owner);
    match (token.kind, token.remembered) {
        (Sight::Face(kind), _) => format!("{owner}: {}", kind.id()),
        (Sight::Back, Some(kind)) => format!("{owner}: {}, as you remember", kind.id()),
        (Sight::Back, None) => format!("{owner}: facedown"),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        other => format!("{other}th"),
    }
}
