//! Pictures of a tournament, as SVG.

use crate::tournament::Report;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (800, 520);
const LETTERS: (&str, u32) = ("sans-serif", 16);

/// A picture that could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PlotError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        PlotError(error.to_string())
    }
}

/// How strong each bot is against how long it thinks: its rating with the interval over its mean time for a decision.
pub fn strength(report: &Report) -> Result<String, PlotError> {
    let points: Vec<(String, f64, crate::tournament::Elo)> = report
        .bots
        .iter()
        .zip(short_names(report))
        .filter_map(|(bot, name)| {
            let time = report.decision_times.get(&bot.name).map_or(0.0, |times| times.mean_ms);
            Some((name, time.max(SHORTEST_MS), bot.elo?))
        })
        .collect();
    let times = points.iter().map(|point| point.1);
    let to = times.clone().fold(SHORTEST_MS, f64::max);
    let from = times.fold(to, f64::min);
    let low = points.iter().map(|point| point.2.low).fold(0.0, f64::min);
    let high = points.iter().map(|point| point.2.high).fold(0.0, f64::max);
    let margin = (high - low).max(20.0) * 0.08;
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption("Strength against time", ("sans-serif", 22))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d((from / 2.0..to * 2.0).log_scale(), low - margin..high + margin)?;
        let zero = report.anchor.as_deref().unwrap_or("the mean");
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc("mean time for a decision, ms (forced ones left out)")
            .y_desc(format!("Elo, {zero} at 0, with 95 % intervals"))
            .x_label_formatter(&|time| format!("{time}"))
            .y_label_formatter(&|rating| format!("{rating:.0}"))
            .label_style(LETTERS)
            .draw()?;
        for (index, &(ref name, time, elo)) in points.iter().enumerate() {
            let colour = colour_of(index);
            chart.draw_series([PathElement::new(vec![(time, elo.low), (time, elo.high)], colour.stroke_width(2))])?;
            chart.draw_series([Circle::new((time, elo.rating), 5, colour.filled())])?;
            // Right of the middle a name stands left of its point, so that it stays inside.
            let is_right = time * time > from * to;
            let (at, side) = if is_right { ((-10, -8), HPos::Right) } else { ((10, -8), HPos::Left) };
            let style = TextStyle::from(LETTERS.into_font()).pos(Pos::new(side, VPos::Top));
            chart.draw_series([EmptyElement::at((time, elo.rating)) + Text::new(name.clone(), at, style)])?;
        }
        area.present()?;
    }
    Ok(picture)
}

/// Colours that colour-blind people tell apart too (Okabe and Ito), over again after the last.
fn colour_of(index: usize) -> RGBAColor {
    const COLOURS: [(u8, u8, u8); 7] =
        [(0, 114, 178), (230, 159, 0), (0, 158, 115), (213, 94, 0), (204, 121, 167), (86, 180, 233), (90, 90, 90)];
    let (red, green, blue) = COLOURS[index % COLOURS.len()];
    RGBColor(red, green, blue).to_rgba()
}

/// What is longer does not fit beside its point.
const LONGEST_NAME: usize = 30;

/// The bots' names without the folders and endings of their weights, as long as these still tell them apart; never
/// long.
fn short_names(report: &Report) -> Vec<String> {
    let stem = |name: &str| match name.split_once('@') {
        None => name.to_owned(),
        Some((kind, file)) => {
            let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            format!("{kind}@{}", stem.unwrap_or_else(|| file.to_owned()))
        }
    };
    let cut = |name: String| {
        let length = name.chars().count();
        if length <= LONGEST_NAME {
            return name;
        }
        // The end of a path says more than its beginning.
        let end: String = name.chars().skip(length - LONGEST_NAME + 1).collect();
        format!("…{end}")
    };
    let stems: Vec<String> = report.bots.iter().map(|bot| stem(&bot.name)).collect();
    let is_unique = |name: &String| stems.iter().filter(|one| *one == name).count() == 1;
    let named = report.bots.iter().zip(&stems);
    named.map(|(bot, stem)| cut(if is_unique(stem) { stem.clone() } else { bot.name.clone() })).collect()
}

/// A bot that hardly thinks still has a place on a scale of factors.
const SHORTEST_MS: f64 = 1e-4;

/// How often each bot's seats won with each side: a group of bars a side, a bar a bot, with 95 % intervals.
pub fn sides(report: &Report) -> Result<String, PlotError> {
    let sides: Vec<&String> = report.wins_by_side.keys().collect();
    let bots = report.bots.len();
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let groups = sides.len().max(1);
        let mut chart = ChartBuilder::on(&area)
            .caption("Share of victories by side", ("sans-serif", 22))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            // The names of the bots stand above the bars.
            .build_cartesian_2d(0.0..groups as f64, 0.0..1.0 + 0.08 * bots as f64)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .light_line_style(WHITE)
            .y_desc("share of its seats that won")
            .y_label_formatter(&|&share| if share > 1.001 { String::new() } else { format!("{:.0} %", 100.0 * share) })
            .label_style(LETTERS)
            .draw()?;
        let fair = 1.0 / report.seats as f64;
        chart.draw_series([PathElement::new(vec![(0.0, fair), (groups as f64, fair)], BLACK.mix(0.6))])?;
        // A fifth of each group stays free beside the bars.
        let width = 0.8 / bots.max(1) as f64;
        for (index, (bot, name)) in report.bots.iter().zip(short_names(report)).enumerate() {
            let colour = colour_of(index);
            let shares: Vec<(f64, crate::statistics::Share)> = sides
                .iter()
                .enumerate()
                .filter_map(|(group, side)| {
                    let left = group as f64 + 0.1 + index as f64 * width;
                    bot.by_side.get(*side).map(|share| (left, *share))
                })
                .collect();
            let bar = |&(left, share): &(f64, crate::statistics::Share)| {
                Rectangle::new([(left, 0.0), (left + width * 0.94, share.share)], colour.mix(0.7).filled())
            };
            chart
                .draw_series(shares.iter().map(bar))?
                .label(name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], colour.mix(0.7).filled()));
            chart.draw_series(shares.iter().map(|&(left, share)| {
                let middle = left + width * 0.47;
                PathElement::new(vec![(middle, share.low), (middle, share.high)], BLACK.stroke_width(2))
            }))?;
        }
        for (group, side) in sides.iter().enumerate() {
            let below = EmptyElement::at((group as f64 + 0.5, 0.0));
            let name = Text::new((*side).clone(), (-4 * side.len() as i32, 10), LETTERS);
            chart.plotting_area().draw(&(below + name))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .label_font(LETTERS)
            .draw()?;
        area.present()?;
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Plan;

    /// A tournament may be interrupted before its first game is over.
    #[test]
    fn nothing_can_be_drawn_too() {
        let bots = ["greedy".to_owned(), "<fast> & loose".to_owned()];
        let report = Report::new(&bots, 2, 10, 0, &Plan::new(2, 2, 0), &[]);
        let [strength, sides] = [strength(&report), sides(&report)].map(|it| it.expect("an empty picture"));
        assert!(strength.ends_with("</svg>\n") && !strength.contains("<circle"), "{strength}");
        assert!(sides.ends_with("</svg>\n") && sides.contains("&lt;fast&gt; &amp; loose"), "{sides}");
    }

    /// Names of files may be long; every name stays on the picture, wherever its point lies.
    #[test]
    fn long_names_stay_inside() {
        let long = format!("search:5000@../{}/bold.ron", "folder".repeat(20));
        let others = ["greedy@a/bold.ron", "greedy@b/bold.ron"].map(str::to_owned);
        let bots = [long.clone(), others[0].clone(), others[1].clone(), format!("greedy@{}", "x".repeat(90))];
        let mut report = Report::new(&bots, 4, 10, 0, &Plan::new(4, 4, 0), &[]);
        for (bot, time) in report.bots.iter_mut().zip([900.0, 0.01, 3.0, 900.0]) {
            bot.elo = Some(crate::tournament::Elo { rating: time, low: time - 9.0, high: time + 9.0 });
            report.decision_times.entry(bot.name.clone()).or_default().mean_ms = time;
        }
        assert_eq!(short_names(&report)[..3], ["search:5000@bold", &others[0], &others[1]]);
        let picture = strength(&report).expect("a picture");
        let mut seen = 0;
        for text in picture.split("<text ").skip(1).filter(|text| text.contains("bold") || text.contains("xxx")) {
            let attribute =
                |name: &str| text.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next());
            let x: f64 = text.split_once("x=\"").and_then(|(_, rest)| rest.split('"').next()?.parse().ok()).expect("x");
            let (_, words) = text.split_once(">\n").expect("words");
            let width = 9.0 * words.lines().next().expect("a name").chars().count() as f64;
            let (left, right) = if attribute("text-anchor") == Some("end") { (x - width, x) } else { (x, x + width) };
            assert!(left >= 0.0 && right <= f64::from(SIZE.0), "{text}");
            seen += 1;
        }
        assert_eq!(seen, 4, "{picture}");
    }
}
