//! The chances of all seats over a game, as a drawing.

use super::Analysis;
use plotters::prelude::*;

/// A failure to draw, which only running out of memory could cause: the drawing is text.
type Failed = DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>;

const SIZE: (u32, u32) = (960, 460);
/// Large enough to be read at half the size, in a panel beside the board.
const LETTERS: (&str, u32) = ("sans-serif", 20);

/// Told apart in print and by people who see few colours.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
    RGBColor(160, 140, 0),
];

/// Each seat's chance of winning after each decision, as an SVG picture. `names` are those of the seats.
pub fn svg(analysis: &Analysis, names: &[String]) -> Result<String, String> {
    let mut picture = String::new();
    draw(analysis, names, &mut picture).map_err(|error| format!("the curve cannot be drawn: {error}"))?;
    Ok(picture)
}

fn draw(analysis: &Analysis, names: &[String], picture: &mut String) -> Result<(), Failed> {
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let last = analysis.choices.max(1);
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .caption("Chance of winning, as each seat could tell", ("sans-serif", 24))
        .x_label_area_size(58)
        .y_label_area_size(72)
        .build_cartesian_2d(0..last, 0f32..100f32)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("choices made")
        .y_desc("per cent")
        .y_label_formatter(&|chance| format!("{chance:.0}"))
        .y_labels(6)
        .label_style(LETTERS)
        .axis_desc_style(LETTERS)
        .draw()?;
    for seat in 0..usize::from(analysis.seats) {
        let colour = COLOURS[seat % COLOURS.len()];
        let mut points: Vec<(usize, f32)> = analysis
            .decisions
            .iter()
            .filter_map(|weighed| Some((weighed.number, 100.0 * weighed.chances.get(seat)?)))
            .collect();
        if analysis.complete && !analysis.winners.is_empty() {
            let won = analysis.winners.iter().any(|&winner| usize::from(winner) == seat);
            points.push((analysis.choices, if won { 100.0 / analysis.winners.len() as f32 } else { 0.0 }));
        }
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(names.get(seat).cloned().unwrap_or_else(|| format!("seat {seat}")))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(LETTERS)
        .draw()?;
    area.present()
}
