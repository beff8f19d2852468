//! Worlds and voids: each world a face of its own, made from its name; each void dust of its own, made from its place.

use maud::{Markup, PreEscaped, html};
use picture::Noise;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{LazyLock, PoisonError, RwLock};

/// Radius of a world.
pub const RADIUS: i32 = 80;

/// What is printed on the tiles never changes, and drawing it would be half the work of a board: it is drawn once.
static PRINTED: LazyLock<RwLock<HashMap<String, String>>> = LazyLock::new(RwLock::default);

fn printed(key: String, draw: impl FnOnce() -> Markup) -> Markup {
    if let Some(known) = PRINTED.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return PreEscaped(known.clone());
    }
    let PreEscaped(drawn) = draw();
    PRINTED.write().unwrap_or_else(PoisonError::into_inner).insert(key, drawn.clone());
    PreEscaped(drawn)
}

/// A world's disc about the origin.
pub fn world(name: &str) -> Markup {
    printed(name.to_owned(), || disc(name))
}

fn disc(name: &str) -> Markup {
    let mut noise = Noise::from_name(name);
    let soil = noise.below(8);
    let tilt = noise.within(-32, 32);
    let face = match noise.below(4) {
        0 => banded(&mut noise),
        1 => cratered(&mut noise),
        2 => continental(&mut noise),
        _ => stormy(&mut noise),
    };
    html! {
        g class={ "world w" (soil) } aria-hidden="true" {
            circle class="soil" r=(RADIUS) {}
            g clip-path="url(#fs-disc)" {
                g transform=(format!("rotate({tilt})")) { (face) }
            }
            circle class="light" r=(RADIUS) fill="url(#fs-light) none" {}
            circle class="limb" r=(RADIUS) {}
        }
    }
}

/// Belts of cloud along the latitudes, engraved.
fn banded(noise: &mut Noise) -> Markup {
    let mut dark = String::new();
    let mut fine = String::new();
    let mut y = -RADIUS + noise.within(8, 18);
    while y < RADIUS - 6 {
        let height = noise.within(5, 17);
        let sag = noise.within(6, 11);
        let low = y + height;
        let _ = write!(dark, "M-84 {y}Q0 {} 84 {y}V{low}Q0 {} -84 {low}Z", y + sag, low + sag + noise.within(-3, 3));
        for line in 1..=noise.within(1, 3) {
            let at = low + line * 4;
            let _ = write!(fine, "M-84 {at}Q0 {} 84 {at}", at + sag);
        }
        y = low + noise.within(10, 22);
    }
    let (x, y) = (noise.within(-40, 30), noise.within(-34, 34));
    html! {
        path class="shade" d=(dark) {}
        path class="fine" d=(fine) {}
        ellipse class="pale" cx=(x) cy=(y) rx=(noise.within(9, 17)) ry=(noise.within(5, 8)) {}
    }
}

/// Rings of old blows, their far rims lit.
fn cratered(noise: &mut Noise) -> Markup {
    let mut pits = String::new();
    let mut rims = String::new();
    for crater in 0..noise.within(9, 13) {
        let radius = if crater < 2 { noise.within(13, 21) } else { noise.within(3, 9) };
        let (x, y) = (noise.within(-68, 68), noise.within(-68, 68));
        let (left, right) = (x - radius, x + radius);
        let _ = write!(pits, "M{left} {y}A{radius} {radius} 0 1 1 {right} {y}A{radius} {radius} 0 1 1 {left} {y}Z");
        let _ = write!(rims, "M{right} {y}A{radius} {radius} 0 0 1 {x} {}", y + radius);
    }
    let mut fine = String::new();
    for _ in 0..noise.within(5, 8) {
        let (x, y) = (noise.within(-60, 50), noise.within(-60, 60));
        let _ = write!(
            fine,
            "M{x} {y}q{} {} {} {}",
            noise.within(6, 14),
            noise.within(-8, 8),
            noise.within(16, 30),
            noise.within(-6, 6)
        );
    }
    html! {
        path class="shade" d=(pits) {}
        path class="fine" d=(fine) {}
        path class="rim" d=(rims) {}
    }
}

/// Land and sea, with a coast line drawn twice, as charts do, and ice at a pole.
fn continental(noise: &mut Noise) -> Markup {
    let mut land = String::new();
    for _ in 0..noise.within(3, 4) {
        let (x, y) = (noise.within(-62, 62), noise.within(-56, 56));
        let size = noise.within(20, 40);
        land.push_str(&blob(noise, x, y, size));
    }
    let cap = noise.within(56, 68);
    html! {
        path class="coast" d=(land) {}
        path class="land" d=(land) {}
        path class="pale" d=(format!("M-84-84H84V-{cap}Q40 -{} 8 -{}T-84 -{cap}Z", cap - 8, cap + 2)) {}
        (latitudes())
    }
}

/// Whirls of a restless air.
fn stormy(noise: &mut Noise) -> Markup {
    let mut fine = String::new();
    let mut shade = String::new();
    for step in 0..11 {
        let y = -76 + step * 15 + noise.within(-3, 3);
        let (rise, fall) = (noise.within(-13, 13), noise.within(-13, 13));
        let _ = write!(fine, "M-84 {y}C-40 {} 10 {} 84 {y}", y + rise, y + fall);
        if step % 3 == 0 {
            let low = y + noise.within(6, 11);
            let _ = write!(
                shade,
                "M-84 {y}C-40 {} 10 {} 84 {y}V{low}C10 {} -40 {} -84 {low}Z",
                y + rise,
                y + fall,
                low + fall,
                low + rise
            );
        }
    }
    let (x, y) = (noise.within(-34, 26), noise.within(-36, 36));
    html! {
        path class="shade" d=(shade) {}
        path class="fine" d=(fine) {}
        @for ring in 0..4 {
            ellipse class={ @if ring == 0 { "pale" } @else { "fine" } } cx=(x) cy=(y) rx=(7 + ring * 6) ry=(4 + ring * 4) {}
        }
    }
}

/// Fine lines of latitude over land and sea.
fn latitudes() -> Markup {
    PreEscaped(
        "<path class=\"fine\" d=\"M-84-44Q0-34 84-44M-84-16Q0-6 84-16M-84 12Q0 22 84 12M-84 40Q0 50 84 40\"/>"
            .to_owned(),
    )
}

/// A closed coast about a point.
fn blob(noise: &mut Noise, x: i32, y: i32, size: i32) -> String {
    // Eight directions, in hundredths.
    const AROUND: [(i32, i32); 8] =
        [(100, 0), (71, 71), (0, 100), (-71, 71), (-100, 0), (-71, -71), (0, -100), (71, -71)];
    let corners: Vec<(i32, i32)> = AROUND
        .iter()
        .map(|(dx, dy)| {
            let reach = size * noise.within(55, 130) / 100;
            (x + dx * reach / 100, y + dy * reach * 3 / 400)
        })
        .collect();
    let middle = |one: (i32, i32), other: (i32, i32)| ((one.0 + other.0) / 2, (one.1 + other.1) / 2);
    let start = middle(corners[7], corners[0]);
    let mut path = format!("M{} {}", start.0, start.1);
    for (index, corner) in corners.iter().enumerate() {
        let end = middle(*corner, corners[(index + 1) % 8]);
        let _ = write!(path, "Q{} {} {} {}", corner.0, corner.1, end.0, end.1);
    }
    path + "Z"
}

/// Star dust in a square of this size, with its upper left corner at the origin.
pub fn void(place: &str, size: i32) -> Markup {
    printed(format!("{place} {size}"), || star_dust(place, size))
}

fn star_dust(place: &str, size: i32) -> Markup {
    let mut noise = Noise::from_name(place);
    let mut dust = [String::new(), String::new(), String::new()];
    // Dust gathers along a lane from one side to the other.
    let (from, to) = (noise.within(30, size - 30), noise.within(30, size - 30));
    for grain in 0..48 {
        let x = noise.within(8, size - 8);
        let lane = from + (to - from) * x / size;
        let y = if grain % 2 == 0 {
            (lane + noise.within(-26, 26) + noise.within(-20, 20)).clamp(8, size - 8)
        } else {
            noise.within(8, size - 8)
        };
        let kind = match grain % 16 {
            0 => 2,
            1..=4 => 1,
            _ => 0,
        };
        let _ = write!(dust[kind], "M{x} {y}h0");
    }
    let (x, y) = (noise.within(40, size - 40), noise.within(40, size - 40));
    html! {
        g class="void" aria-hidden="true" {
            ellipse class="haze" cx=(size / 2) cy=((from + to) / 2) rx=(size / 2) ry=(size / 5) fill="url(#fs-haze) none"
                transform=(format!("rotate({} {} {})", (to - from) / 4, size / 2, size / 2)) {}
            path class="dust" d=(dust[0]) {}
            path class="star" d=(dust[1]) {}
            path class="bright" d=(dust[2]) {}
            path class="spark" d=(format!("M{} {y}h14M{x} {}v14", x - 7, y - 7)) {}
        }
    }
}
