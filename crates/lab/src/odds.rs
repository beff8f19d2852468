//! The odds as a drawing.

use anyhow::{Result, anyhow};
use hosted::{Figures, Method, SideFigures};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const WIDTH: u32 = 760;
/// With a title and a subtitle of one line each.
const HEIGHT: u32 = 620;
/// What is left free at either side.
const MARGIN: i32 = 20;
const ATTACKER: RGBColor = RGBColor(178, 66, 44);
const DEFENDER: RGBColor = RGBColor(47, 93, 138);
const NOBODY: RGBColor = RGBColor(128, 128, 128);
const INK: RGBColor = RGBColor(34, 34, 34);
const FONT: &str = "sans-serif";

/// An SVG: bars for how the battle ends, and for each side how many units are left. A thin line across the end of a bar
/// is the 95 % interval.
pub fn draw(figures: &Figures, title: &str) -> Result<String> {
    let mut text = String::new();
    {
        let heading = Heading::new(figures, title);
        let size = (WIDTH, HEIGHT + heading.extra());
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        drawn(&area, figures, &heading).map_err(|error| anyhow!("the drawing cannot be made: {error}"))?;
    }
    Ok(text)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// What stands above the bars, in lines that fit.
struct Heading {
    title: Vec<String>,
    subtitle: Vec<String>,
}

const TITLE: u32 = 22;
const SUBTITLE: u32 = 16;

impl Heading {
    fn new(figures: &Figures, title: &str) -> Heading {
        let how = match figures.method {
            Method::Fought { battles: 1 } => "1 battle fought".to_owned(),
            Method::Fought { battles } => format!("{battles} battles fought"),
            Method::Exact { .. } => "exact".to_owned(),
        };
        let (one, other) = (&figures.attacker, &figures.defender);
        let policies = if one.policy == other.policy {
            format!("{how}; {} attacks, {} defends, both played by the bot “{}”", one.side, other.side, one.policy)
        } else {
            format!("{how}; {} attacks ({}), {} defends ({})", one.side, one.policy, other.side, other.policy)
        };
        Heading { title: wrapped(title, letters(TITLE)), subtitle: wrapped(&policies, letters(SUBTITLE)) }
    }

    /// How much higher the drawing is for lines beyond the first.
    fn extra(&self) -> u32 {
        let further = |lines: &[String], size: u32| (lines.len() as u32).saturating_sub(1) * (size + 4);
        further(&self.title, TITLE) + further(&self.subtitle, SUBTITLE)
    }
}

/// How many letters of this size fit side by side, by an average letter of a wide font.
fn letters(size: u32) -> usize {
    ((f64::from(WIDTH) - 2.0 * f64::from(MARGIN)) / (0.56 * f64::from(size))) as usize
}

/// The text in lines of at most so many letters, broken between words where that is possible; at most three lines, the
/// last of which ends in an ellipsis if there was more.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    const LINES: usize = 3;
    let mut lines = vec![String::new()];
    let length = |line: &str| line.chars().count();
    for word in text.split_whitespace() {
        let mut rest = word;
        loop {
            let line = lines.last_mut().expect("there is always a last line");
            let room = most.saturating_sub(length(line) + usize::from(!line.is_empty()));
            let fits = length(rest) <= room;
            if !fits && !line.is_empty() {
                lines.push(String::new());
                continue;
            }
            let end = rest.char_indices().nth(room).map_or(rest.len(), |(end, _)| end);
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&rest[..end]);
            rest = &rest[end..];
            if rest.is_empty() {
                break;
            }
            lines.push(String::new());
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        let last = lines.last_mut().expect("three lines were kept");
        *last = last.chars().take(most - 1).chain(['…']).collect();
    }
    lines
}

/// One bar: what it stands for, its share with its interval, its colour.
struct Bar {
    label: String,
    share: f64,
    low: f64,
    high: f64,
    colour: RGBColor,
}

fn drawn(whole: &Area<'_>, figures: &Figures, heading: &Heading) -> Drawn {
    whole.fill(&WHITE)?;
    let mut y = 20;
    for (lines, size) in [(&heading.title, TITLE), (&heading.subtitle, SUBTITLE)] {
        for line in lines {
            write(whole, line, (MARGIN, y), size, HPos::Left)?;
            y += size as i32 + 4;
        }
    }
    let area = &whole.margin(heading.extra(), 0, 0, 0);
    let outcome = |label: String, share: hosted::Share, colour| Bar {
        label,
        share: share.share,
        low: share.low,
        high: share.high,
        colour,
    };
    let ends = [
        outcome(format!("{} wins", figures.attacker.side), figures.attacker.wins, ATTACKER),
        outcome(format!("{} wins", figures.defender.side), figures.defender.wins, DEFENDER),
        outcome("nobody wins".to_owned(), figures.nobody_wins, NOBODY),
    ];
    lying_bars(area, &ends, 76)?;
    let (left, right) = (survivors(&figures.attacker, ATTACKER), survivors(&figures.defender, DEFENDER));
    let most = left.iter().chain(&right).map(|bar| bar.high).fold(0.1, f64::max);
    standing_bars(area, &left, most, &format!("{}: units left (share in %)", figures.attacker.side), 40)?;
    standing_bars(area, &right, most, &format!("{}: units left (share in %)", figures.defender.side), 410)?;
    whole.present()?;
    Ok(())
}

fn survivors(side: &SideFigures, colour: RGBColor) -> Vec<Bar> {
    let bar = |(number, share): (usize, &hosted::Share)| Bar {
        label: number.to_string(),
        share: share.share,
        low: share.low,
        high: share.high,
        colour,
    };
    side.survivors.iter().enumerate().map(bar).collect()
}

fn lying_bars(area: &Area<'_>, bars: &[Bar], top: i32) -> Drawn {
    const LEFT: i32 = 210;
    const LONGEST: f64 = 420.0;
    for (index, bar) in bars.iter().enumerate() {
        let y = top + 44 * index as i32;
        let at = |share: f64| LEFT + (LONGEST * share).round() as i32;
        write(area, &bar.label, (LEFT - 10, y + 14), 17, HPos::Right)?;
        area.draw(&Rectangle::new([(LEFT, y), (at(1.0), y + 28)], RGBColor(240, 240, 240).filled()))?;
        area.draw(&Rectangle::new([(LEFT, y), (at(bar.share), y + 28)], bar.colour.filled()))?;
        area.draw(&PathElement::new(vec![(at(bar.low), y + 14), (at(bar.high), y + 14)], INK.stroke_width(2)))?;
        write(area, &format!("{:.1} %", 100.0 * bar.share), (at(1.0) + 10, y + 14), 17, HPos::Left)?;
    }
    Ok(())
}

fn standing_bars(area: &Area<'_>, bars: &[Bar], most: f64, title: &str, left: i32) -> Drawn {
    const WIDTH: i32 = 310;
    const FLOOR: i32 = 570;
    const HIGHEST: f64 = 285.0;
    write(area, title, (left + WIDTH / 2, 240), 18, HPos::Center)?;
    let step = WIDTH / bars.len().max(1) as i32;
    let font = if step < 40 { 11 } else { 15 };
    for (index, bar) in bars.iter().enumerate() {
        let x = left + step * index as i32;
        let at = |share: f64| FLOOR - (HIGHEST * share / most).round() as i32;
        let middle = x + step / 2;
        area.draw(&Rectangle::new([(x + 3, at(bar.share)), (x + step - 3, FLOOR)], bar.colour.filled()))?;
        area.draw(&PathElement::new(vec![(middle, at(bar.low)), (middle, at(bar.high))], INK.stroke_width(2)))?;
        write(area, &format!("{:.1}", 100.0 * bar.share), (middle, at(bar.high) - 12), font, HPos::Center)?;
        write(area, &bar.label, (middle, FLOOR + 16), 16, HPos::Center)?;
    }
    area.draw(&PathElement::new(vec![(left, FLOOR), (left + WIDTH, FLOOR)], INK.stroke_width(1)))?;
    Ok(())
}

fn write(area: &Area<'_>, text: &str, place: (i32, i32), size: u32, side: HPos) -> Drawn {
    let style = (FONT, size).into_font().color(&INK).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text.to_owned(), place, style))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_cut() {
        assert_eq!(wrapped("reds 2 elk attack", 20), ["reds 2 elk attack"]);
        assert_eq!(wrapped("reds 2 elk attack greens-horse", 12), ["reds 2 elk", "attack", "greens-horse"]);
        assert_eq!(wrapped("reds 2 elk attack greens-horse scout", 12), ["reds 2 elk", "attack", "greens-hors…"]);
        assert_eq!(wrapped("äöü".repeat(4).as_str(), 5), ["äöüäö", "üäöüä", "öü"]);
        assert_eq!(wrapped("", 5), [""]);
        for length in 0..100 {
            let lines = wrapped(&"a bc ".repeat(length), 7);
            assert!(lines.len() <= 3 && lines.iter().all(|line| line.chars().count() <= 7), "{lines:?}");
            assert_eq!(lines.last().is_some_and(|line| line.ends_with('…')), length > 4, "{lines:?}");
        }
    }
}
