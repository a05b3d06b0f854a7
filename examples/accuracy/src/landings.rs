//! The picture of the README: the same throw at three frame rates, and where it lands.

use anyhow::{Context, Result};
use kinstep::Scheme;
use kuva::plot::LinePlot;
use kuva::prelude::{Figure, Layout, Plot, TickFormat};
use support::drawing::frame::{Frame, Point};
use support::drawing::labels::colored;
use support::drawing::numbers::metres;
use support::drawing::style::{self, INK, Style};
use support::drawing::svg;
use support::measuring::engines;

use crate::flights::{self, Moment, Mover};
use crate::frame_rate::{THROW, THROW_TIME};

/// Frame rates \[Hz\], and their colours.
const RATES: [(u32, &str); 3] = [(5, "#d55e00"), (20, "#0072b2"), (60, "#333333")];
/// The rule whose paths are drawn, by the first of its names.
const SHOWN: &str = "Jolt";
/// Sizes of the panels \[px\]: together as wide as a picture.
const HEIGHT: f64 = 330.0;
const WIDTHS: [f64; 2] = [346.0, 450.0];
/// How far below its place a text starts, in rows.
const BASELINE: f64 = 0.38;
/// The colour of the exact path.
const EXACT: &str = "#009e73";

/// Someone's landings at all rates.
struct Landings {
    name: String,
    /// Where the throw comes down to the height of its start, at each rate \[m\].
    places: [f64; 3],
}

impl Landings {
    fn of(mover: Mover) -> Result<Self> {
        let mut places = [0.0; 3];
        for (place, (rate, _)) in places.iter_mut().zip(RATES) {
            let path = path(mover, rate)?;
            *place = flights::distance(&path).context("the throw does not land")?;
        }
        let name = match mover {
            Mover::Scheme(_) => "kinstep".to_owned(),
            Mover::Engine(engine) => engine.name.replace('/', ", "),
        };
        Ok(Self { name, places })
    }

    /// Distance between the outermost landings \[m\].
    fn spread(&self) -> f64 {
        let most = self.places.iter().copied().fold(f64::MIN, f64::max);
        let least = self.places.iter().copied().fold(f64::MAX, f64::min);
        most - least
    }
}

/// kinstep first, then the engines, from the nearest to the farthest landings.
fn all() -> Result<Vec<Landings>> {
    let mut engines = (engines::ALL.iter())
        .map(|engine| Landings::of(Mover::Engine(engine)))
        .collect::<Result<Vec<_>>>()?;
    engines.sort_by(|one, other| one.spread().total_cmp(&other.spread()));
    engines.insert(0, Landings::of(Mover::Scheme(Scheme::FlowKick))?);
    Ok(engines)
}

fn path(mover: Mover, rate: u32) -> Result<Vec<Moment>> {
    mover.path(THROW, &flights::even(rate, THROW_TIME))
}

/// Least and largest spread of the engines' landings, and that of kinstep's \[m\].
pub(crate) fn spreads() -> Result<[f64; 3]> {
    let all = all()?;
    let [ours, engines @ ..] = all.as_slice() else {
        return Ok([0.0; 3]);
    };
    let spreads = || engines.iter().map(Landings::spread);
    Ok([
        spreads().fold(f64::MAX, f64::min),
        spreads().fold(0.0, f64::max),
        ours.spread(),
    ])
}

/// The picture as SVG: paths on the left, landings on the right.
pub(crate) fn svg() -> Result<String> {
    let (left, paths) = paths_panel()?;
    let all = all()?;
    let (right, landings) = landings_panel(&all);
    let figure = Figure::new(1, 2)
        .with_plots(vec![paths, landings])
        .with_layouts(vec![left, right])
        .with_col_width(0, WIDTHS[0])
        .with_col_width(1, WIDTHS[1])
        .with_row_height(0, HEIGHT);
    Ok(svg::svg(&title(&all), figure))
}

/// What both panels say.
fn title(all: &[Landings]) -> String {
    let [Some(ours), Some(worst)] = [all.first(), all.last()].map(|one| one.map(Landings::spread))
    else {
        return String::new();
    };
    format!(
        "One throw at 5, 20 and 60 Hz: engines scatter by up to {}, kinstep by {}",
        metres(worst),
        metres(ours)
    )
}

/// The exact path, and those of one rule, down to the ground.
fn paths_panel() -> Result<(Layout, Vec<Plot>)> {
    const POINTS: u32 = 200;
    let exact: Vec<Point> = (0..=POINTS)
        .map(|index| {
            let [x, y] = THROW.exactly(THROW_TIME * f64::from(index) / f64::from(POINTS));
            (x, y)
        })
        .collect();
    let engine = (engines::ALL.iter())
        .find(|engine| engine.name.starts_with(SHOWN))
        .context("the rule that is drawn is not in the list")?;
    let frame = Frame {
        low: (0.0, -0.6),
        high: (THROW.exact_distance() * 1.05, 6.5),
    };
    let mut plots = style::lines(&frame, &exact, |line| {
        line.with_color(EXACT).with_stroke_width(4.0)
    });
    for (rate, color) in RATES {
        let points: Vec<Point> = (path(Mover::Engine(engine), rate)?.iter())
            .map(Moment::position)
            .collect();
        plots.extend(style::lines(&frame, &points, |line: LinePlot| {
            line.with_color(color).with_stroke_width(1.3)
        }));
        plots.extend(dots(
            &frame,
            &points,
            color,
            if rate == 5 { 4.0 } else { 1.6 },
        ));
    }
    let names = engine.name.replace('/', ", ");
    let layout = style::layout("Paths", "x [m]", "y [m]", &frame)
        .with_annotation(colored("kinstep, at all three", (5.5, 5.6), EXACT))
        .with_annotation(colored(&format!("{names} at 5 Hz"), (3.8, 0.7), RATES[0].1));
    Ok((layout, plots))
}

/// A row for everyone, with a dot for each landing and the distance between the outermost on the right.
fn landings_panel(all: &[Landings]) -> (Layout, Vec<Plot>) {
    let rows = all.len();
    let height = |row: usize| (rows - row) as f64;
    let places = || all.iter().flat_map(|landings| landings.places);
    let (least, most) = (
        places().fold(f64::MAX, f64::min),
        places().fold(f64::MIN, f64::max),
    );
    let room = 0.32 * (most - least);
    let frame = Frame {
        low: (least - 0.3 * room, -0.4),
        high: (most + room, rows as f64 + 0.6),
    };
    let mut plots = Vec::new();
    for (row, landings) in all.iter().enumerate() {
        let ends = [frame.low.0, most].map(|x| (x, height(row)));
        plots.extend(style::lines(&frame, &ends, |line| {
            line.with_color(style::GRID).with_stroke_width(1.0)
        }));
        // the slowest rate has the largest dot, so that one does not hide another
        for ((place, (_, color)), size) in landings.places.iter().zip(RATES).zip([7.0, 5.0, 3.0]) {
            plots.extend(dots(&frame, &[(*place, height(row))], color, size));
        }
    }
    let names: Vec<String> = all
        .iter()
        .rev()
        .map(|landings| landings.name.clone())
        .collect();
    let mut layout = style::layout("Landings, and how far apart", "x [m]", "", &frame)
        .with_show_grid(false)
        .with_y_tick_step(1.0)
        .with_y_tick_format(TickFormat::Custom(std::sync::Arc::new(move |y| {
            let row = (y.round() as usize).checked_sub(1);
            row.and_then(|row| names.get(row))
                .cloned()
                .unwrap_or_default()
        })));
    for (row, landings) in all.iter().enumerate() {
        let text = metres(landings.spread());
        let at = (most + 0.3 * room, height(row) - BASELINE);
        layout = layout.with_annotation(colored(&text, at, INK));
    }
    // the rates, beside the landings that are farthest apart
    if let Some(last) = all.last() {
        for ((place, (rate, color)), aside) in last.places.iter().zip(RATES).zip([0.0, -0.15, 0.2]) {
            let at = (
                place + aside * room,
                height(rows - 1) - 2.0 * BASELINE - 0.15,
            );
            let at = (at.0 - 0.17 * room, at.1);
            layout = layout.with_annotation(colored(&format!("{rate} Hz"), at, color));
        }
    }
    (layout, plots)
}

/// Dots of a size at those points that lie in the frame.
fn dots(frame: &Frame, points: &[Point], color: &'static str, radius: f64) -> Option<Plot> {
    let style = Style {
        color,
        dashes: None,
        radius,
    };
    style.dots(frame, points, 1.0)
}
