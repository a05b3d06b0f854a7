//! The picture: paths under all models above, what engines do to linear drag below.

use kuva::plot::{LegendEntry, LegendPosition, LegendShape};
use kuva::prelude::{Figure, Layout, Plot};
use support::drawing::frame::{Frame, Point};
use support::drawing::labels;
use support::drawing::numbers::six_digits;
use support::drawing::style::{self, INK, Style};
use support::drawing::svg;

use crate::course::Course;
use crate::models::Models;
use crate::presets::{Curve, Run};
use crate::report::{self, millimetres};
use crate::throw::Throw;

/// Heights of the panels, the first with its legend \[px\].
const HEIGHTS: [f64; 2] = [300.0, 300.0];
/// Height of the lower panel without its title and numbers \[px\].
const AXES: f64 = 215.0;
/// Points of a path.
const POINTS: u32 = 200;
/// Entries in a line of the legend.
const COLUMNS: usize = 3;
/// The share of the width beside the curves where their names are.
const NAMES: f64 = 0.38;

/// Both panels under one title.
pub(crate) fn svg(throw: &Throw, models: &Models, runs: &[Run], hz: f64) -> String {
    let (upper, paths) = paths(throw, models);
    let (lower, distances) = distances(models, runs, hz);
    let figure = Figure::new(2, 1)
        .with_plots(vec![paths, distances])
        .with_layouts(vec![upper, lower])
        .with_col_width(0, svg::column(1))
        .with_row_height(0, HEIGHTS[0])
        .with_row_height(1, HEIGHTS[1]);
    svg::svg(&style::plain(&title(models, runs)), figure)
}

/// What both panels say.
fn title(models: &Models, runs: &[Run]) -> String {
    let metres = |course: &Course| six_digits(course.landing.position.x.round());
    let lands = format!(
        "Through air it lands at {} m, without drag at {} m",
        metres(&models.linear),
        metres(&models.no_drag)
    );
    let far = (runs.iter().filter_map(|run| run.curve.as_ref().ok()))
        .map(|curve| curve.from_linear)
        .fold(0.0, f64::max);
    if far > 0.0 {
        format!("{lands}; engines are up to {} off", millimetres(far))
    } else {
        lands
    }
}

/// How the line of a model looks, in the order of [`Models::all`]: ink, so that colours are those of engines, and blue for
/// the exact one.
fn styles() -> [Style; 5] {
    let line = |color, dashes| Style {
        color,
        dashes,
        radius: 5.0,
    };
    [
        line("#777777", None),
        line("#0072b2", None),
        line(INK, Some("2 4")),
        line(INK, Some("8 4")),
        line(INK, None),
    ]
}

/// Paths with a dot after every second, and a larger one at the landing.
fn paths(throw: &Throw, models: &Models) -> (Layout, Vec<Plot>) {
    let courses = models.all();
    let lines = courses.map(|course| course.line(&course.times(POINTS)));
    let frame = around(lines.iter().flatten().copied()).with_margin();
    let mut plots = Vec::new();
    let mut legend = Vec::new();
    for ((course, line), style) in courses.into_iter().zip(&lines).zip(styles()) {
        plots.extend(style::lines(&frame, line, |line| style.line(line)));
        plots.extend(style.dots(&frame, &course.line(&seconds(course)), 0.6));
        plots.extend(style.dots(&frame, &line[line.len() - 1..], 1.0));
        let at = six_digits((10.0 * course.landing.position.x).round() / 10.0);
        legend.push(entry(format!("{}: {at} m", course.name), style));
    }
    let layout = style::layout(&report::title(throw), "distance [m]", "height [m]", &frame)
        .with_width(svg::column(1))
        .with_height(HEIGHTS[0])
        .with_legend_entries(legend)
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_col_limit(COLUMNS)
        .with_legend_box(false);
    (layout, plots)
}

/// Every full second on the way, if those are not too many to tell apart \[s\].
fn seconds(course: &Course) -> Vec<f64> {
    let last = course.landing.time.floor();
    let count = if last <= 40.0 { last as u32 } else { 0 };
    (1..=count).map(f64::from).collect()
}

/// How far engines are from exact linear drag.
fn distances(models: &Models, runs: &[Run], hz: f64) -> (Layout, Vec<Plot>) {
    let curves: Vec<(&Run, &Curve)> = (runs.iter())
        .filter_map(|run| Some((run, run.curve.as_ref().ok()?)))
        .collect();
    let (unit, size) = unit(&curves);
    let line = |curve: &Curve| -> Vec<Point> {
        let points = curve.distances.iter();
        points.map(|&(time, far)| (time, far / size)).collect()
    };
    let lines = curves.iter().flat_map(|(_, curve)| line(curve));
    let mut frame = around(lines.chain([(models.linear.landing.time, 0.0)])).with_margin();
    frame.high.0 += NAMES * frame.size().0;
    frame.high.1 *= 1.05;
    let mut plots = Vec::new();
    let mut ends = Vec::new();
    for group in alike(&curves) {
        let (run, curve) = group[0];
        let style = run.style;
        let line = line(curve);
        plots.extend(style::lines(&frame, &line, |line| style.line(line)));
        let names: Vec<&str> = group.iter().map(|(run, _)| run.name).collect();
        let far = millimetres(curve.from_linear);
        let text = style::plain(&format!("{}: {far}", names.join(", ")));
        ends.extend(line.last().map(|&end| (end, text, style.color)));
    }
    let title = format!(
        "engines at {} Hz: distance from exact linear drag, and the most of it",
        six_digits(hz)
    );
    let label = format!("distance [{unit}]");
    let mut layout = style::layout(&title, "time [s]", &label, &frame)
        .with_width(svg::column(1))
        .with_height(HEIGHTS[1]);
    for note in labels::beside(&frame, AXES, &ends) {
        layout = layout.with_annotation(note);
    }
    (layout, plots)
}

/// Metres, or millimetres where there is less than one of those.
fn unit(curves: &[(&Run, &Curve)]) -> (&'static str, f64) {
    let most = curves.iter().map(|(_, curve)| curve.from_linear);
    if most.fold(0.0, f64::max) < 1.0 {
        ("mm", 1e-3)
    } else {
        ("m", 1.0)
    }
}

/// Those whose lines lie on each other, as far as anyone sees.
fn alike<'a>(curves: &[(&'a Run, &'a Curve)]) -> Vec<Vec<(&'a Run, &'a Curve)>> {
    let mut groups: Vec<Vec<(&Run, &Curve)>> = Vec::new();
    for &(run, curve) in curves {
        let same = |other: &Curve| {
            let pairs = curve.distances.iter().zip(&other.distances);
            let far = pairs.map(|((_, one), (_, other))| (one - other).abs());
            far.fold(0.0, f64::max) < 1e-3 * curve.from_linear
        };
        match groups.iter_mut().find(|group| same(group[0].1)) {
            Some(group) => group.push((run, curve)),
            None => groups.push(vec![(run, curve)]),
        }
    }
    groups
}

/// The frame of some points.
fn around(points: impl Iterator<Item = Point>) -> Frame {
    Frame::around(points).unwrap_or(Frame {
        low: (0.0, 0.0),
        high: (1.0, 1.0),
    })
}

fn entry(label: String, style: Style) -> LegendEntry {
    LegendEntry {
        label: style::plain(&label),
        color: style.color.to_owned(),
        shape: LegendShape::Line,
        dasharray: style.dashes.map(str::to_owned),
    }
}
