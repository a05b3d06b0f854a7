//! The picture: paths under all models on the left, what engines do to linear drag on the right.

use kuva::plot::{LegendEntry, LegendPosition, LegendShape};
use kuva::prelude::{Figure, Layout, Plot};
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::six_digits;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::course::Course;
use crate::models::Models;
use crate::presets::{Curve, Run};
use crate::report::{self, millimetres};
use crate::throw::Throw;

/// Size of a panel with its legend \[px\].
const SIZE: (f64, f64) = (600.0, 420.0);
/// Points of a path.
const POINTS: u32 = 200;
/// Entries in a line of the legend.
const COLUMNS: usize = 2;

/// Both panels under one title.
pub(crate) fn svg(throw: &Throw, models: &Models, runs: &[Run], hz: f64) -> String {
    let (left, paths) = paths(models);
    let (right, distances) = distances(models, runs, hz);
    let figure = Figure::new(1, 2)
        .with_plots(vec![paths, distances])
        .with_layouts(vec![left, right])
        .with_col_width(0, SIZE.0)
        .with_col_width(1, SIZE.0)
        .with_row_height(0, SIZE.1);
    svg::svg(&style::plain(&report::title(throw)), figure)
}

/// How the line of a model looks, in the order of [`Models::all`].
fn styles() -> [Style; 5] {
    let solid = |color| Style {
        color,
        dashes: None,
        radius: 5.0,
    };
    let dashed = |color| Style {
        dashes: Some("6 4"),
        ..solid(color)
    };
    [
        solid("#777777"),
        solid("#0072b2"),
        dashed("#56b4e9"),
        dashed("#d55e00"),
        solid("#000000"),
    ]
}

/// Paths with a dot after every second, and a larger one at the landing.
fn paths(models: &Models) -> (Layout, Vec<Plot>) {
    let courses = models.all();
    let lines = courses.map(|course| course.line(&course.times(POINTS)));
    // without drag it may fly so far that all others look alike
    let [no_drag, others @ ..] = &lines;
    let frame = around(others.iter().flatten().copied())
        .with_room_for(no_drag.iter().copied())
        .with_margin();
    let mut plots = Vec::new();
    let mut legend = Vec::new();
    for ((course, line), style) in courses.into_iter().zip(&lines).zip(styles()) {
        plots.extend(style::lines(&frame, line, |line| style.line(line)));
        plots.extend(style.dots(&frame, &course.line(&seconds(course)), 0.6));
        plots.extend(style.dots(&frame, &line[line.len() - 1..], 1.0));
        let at = six_digits((10.0 * course.landing.position.x).round() / 10.0);
        legend.push(entry(format!("{}: {at} m", course.name), style));
    }
    let title = "paths under each model, a dot every second";
    let layout = style::layout(title, "distance [m]", "height [m]", &frame);
    (with_legend(layout, legend), plots)
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
    let frame = around(lines.chain([(models.linear.landing.time, 0.0)])).with_margin();
    let mut plots = Vec::new();
    let mut legend = Vec::new();
    for group in alike(&curves) {
        let (run, curve) = group[0];
        let style = run.style;
        plots.extend(style::lines(&frame, &line(curve), |line| style.line(line)));
        let names: Vec<&str> = group.iter().map(|(run, _)| run.name).collect();
        let far = millimetres(curve.from_linear);
        legend.push(entry(format!("{}: {far}", names.join(", ")), style));
    }
    let title = format!("engines at {} Hz, from exact linear drag", six_digits(hz));
    let label = format!("distance [{unit}]");
    let layout = style::layout(&title, "time [s]", &label, &frame);
    (with_legend(layout, legend), plots)
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

fn with_legend(layout: Layout, entries: Vec<LegendEntry>) -> Layout {
    layout
        .with_width(SIZE.0)
        .with_height(SIZE.1)
        .with_legend_entries(entries)
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_col_limit(COLUMNS)
        .with_legend_box(false)
}
