//! The picture: a panel for some planners or for each, with its arcs to all targets.

use std::sync::Arc;

use kinstep::ballistics::Trajectory;
use kuva::plot::scatter::MarkerShape;
use kuva::plot::volcano::LabelStyle;
use kuva::prelude::{Figure, Layout, Plot, ScatterPlot, TickFormat};
use support::drawing::frame::{Frame, Point};
use support::drawing::style::{self, INK, Style};
use support::drawing::svg;

use crate::planner::{self, Planner};
use crate::report;
use crate::scene::{Scene, TARGETS, Target};
use crate::throw::{Task, Throw};

/// Panels in a row.
const COLUMNS: usize = 2;
/// Their height is this share of it at least and at most; between them both directions have the same scale.
const SHARES: [f64; 2] = [0.4, 1.0];
/// Left and right of the axes of a panel, and above and below them \[px\]; below the last row there are numbers.
const BESIDE: [f64; 2] = [46.0, 4.0];
const ABOVE: f64 = 32.0;
const BELOW: f64 = 6.0;
const NUMBERS: f64 = 16.0;
/// If nothing can be seen \[m\].
const NOWHERE: Frame = Frame {
    low: (-1.0, -1.0),
    high: (1.0, 1.0),
};
/// What lines mean.
const KEY: &str = "Thick, thin: a second each; dotted: without air; ×: out of reach";
/// Arcs are thick for this long, then thin, and so on \[s\].
const BEAT: f64 = 1.0;
/// Straight pieces in a beat.
const PIECES: u32 = 8;

/// All panels under one title.
pub(crate) fn svg(scene: &Scene, tasks: &[Task], draws_all: bool) -> String {
    let frame = frame(tasks);
    let (width, height) = frame.size();
    let beside = svg::column(COLUMNS) - BESIDE[0] - BESIDE[1];
    let axes = beside * (height / width).clamp(SHARES[0], SHARES[1]);
    let is_drawn = |tasks: &&[Task]| draws_all || tasks[0].planner.is_shown();
    let panels: Vec<&[Task]> = tasks.chunks(TARGETS.len()).filter(is_drawn).collect();
    let rows = panels.len().div_ceil(COLUMNS);
    let mut figure = Figure::new(rows, COLUMNS);
    for column in 0..COLUMNS {
        figure = figure.with_col_width(column, svg::column(COLUMNS));
    }
    for row in 0..rows {
        let numbers = if row + 1 == rows { NUMBERS } else { 0.0 };
        figure = figure.with_row_height(row, ABOVE + axes + BELOW + numbers);
    }
    let layouts = panels.iter().enumerate().map(|(index, tasks)| {
        let (is_left, is_last) = (index % COLUMNS == 0, index / COLUMNS + 1 == rows);
        layout(tasks[0].planner, &frame, is_left, is_last)
    });
    let mut plots: Vec<Vec<Plot>> = panels.iter().map(|tasks| plots(&frame, tasks)).collect();
    if let Some(first) = plots.first_mut() {
        first.push(names());
    }
    let title = format!(
        "{} of {} ways to aim: every arc ends on its target\n{}. {KEY}",
        panels.len(),
        planner::ALL.len(),
        report::title(scene)
    );
    let figure = figure.with_layouts(layouts.collect()).with_plots(plots);
    svg::svg(&style::plain(&title), figure)
}

/// What every panel shows: the targets, and all arcs in air.
fn frame(tasks: &[Task]) -> Frame {
    let targets = TARGETS.into_iter().map(below);
    let throws = tasks.iter().filter_map(|task| task.throws.as_ref().ok());
    let arcs = throws.flatten().flat_map(path);
    Frame::around(targets.chain(arcs)).map_or(NOWHERE, Frame::with_margin)
}

/// A panel without arcs; with numbers where it stands at the left or at the bottom.
fn layout(planner: &Planner, frame: &Frame, is_left: bool, is_last: bool) -> Layout {
    let numbers = if is_last { NUMBERS } else { 0.0 };
    let mut layout = style::layout(planner.caption, "", "", frame)
        .with_force_margins(BESIDE[0], BESIDE[1])
        .with_force_margins_y(ABOVE, BELOW + numbers);
    (layout.x_label, layout.y_label) = (None, None);
    let format = |is_shown| match is_shown {
        true => TickFormat::Custom(Arc::new(|value| format!("{} m", style::label(value)))),
        false => TickFormat::Custom(Arc::new(|_| String::new())),
    };
    layout
        .with_x_tick_format(format(is_last))
        .with_y_tick_format(format(is_left))
}

/// Everything in a panel.
fn plots(frame: &Frame, tasks: &[Task]) -> Vec<Plot> {
    let planner = tasks[0].planner;
    let mut plots = Vec::new();
    for points in planner.lines {
        plots.extend(lines(frame, points, pen(INK, None), 1.2));
    }
    for (task, color) in tasks.iter().zip(COLORS) {
        for throw in &task.airless {
            plots.extend(lines(frame, &path(throw), pen(color, Some("1 3")), 1.0));
        }
    }
    for (task, color) in tasks.iter().zip(COLORS) {
        plots.extend(lines(frame, &way(task), pen(color, Some("5 3")), 1.2));
        for throw in task.throws.iter().flatten() {
            plots.extend(arc(frame, throw, color));
        }
        plots.extend(mark(frame, task, color));
    }
    plots.extend(pen(INK, None).dots(frame, &[(0.0, 0.0)], 1.0));
    plots
}

/// Colours of targets: those of Okabe and Ito that can be read on paper.
const COLORS: [&str; TARGETS.len()] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// A flight, thick and thin in turn.
fn arc(frame: &Frame, throw: &Throw, color: &'static str) -> Vec<Plot> {
    let end = throw.launch.time_of_flight;
    let beats = (0..(end / BEAT).ceil() as u32).flat_map(|beat| {
        let from = f64::from(beat) * BEAT;
        let points = points(throw, from, (from + BEAT).min(end), PIECES);
        let width = if beat % 2 == 0 { 3.2 } else { 1.2 };
        lines(frame, &points, pen(color, None), width)
    });
    beats.collect()
}

/// A whole flight.
fn path(throw: &Throw) -> Vec<Point> {
    points(throw, 0.0, throw.launch.time_of_flight, 5 * PIECES)
}

fn points(throw: &Throw, from: f64, to: f64, pieces: u32) -> Vec<Point> {
    let step = (to - from) / f64::from(pieces);
    let sample = throw.flight.sample(from, step, pieces as usize + 1);
    sample.map(|position| (position.x, position.y)).collect()
}

/// How a target moves until it is hit.
fn way(task: &Task) -> Vec<Point> {
    let times = (task.throws.iter().flatten()).map(|throw| throw.launch.time_of_flight);
    let ends = [0.0, times.fold(0.0, f64::max)];
    let ends = ends.map(|time| task.target.at(time, task.planner.moves));
    ends.map(|end| (end.x, end.y)).to_vec()
}

/// A dot where a target is hit, and a cross at one that is not.
fn mark(frame: &Frame, task: &Task, color: &'static str) -> Option<Plot> {
    let throws = task.throws.as_deref().unwrap_or_default();
    if throws.is_empty() || throws.iter().any(Throw::misses) {
        return Some(cross(task.target, color));
    }
    let places = throws.iter().map(|throw| {
        let place = (task.target).at(throw.launch.time_of_flight, task.planner.moves);
        (place.x, place.y)
    });
    pen(color, None).dots(frame, &places.collect::<Vec<Point>>(), 1.0)
}

fn cross(target: &Target, color: &str) -> Plot {
    Plot::Scatter(
        ScatterPlot::new()
            .with_data([target.position.into()] as [Point; 1])
            .with_color(color)
            .with_marker(MarkerShape::Cross)
            .with_marker_stroke_width(2.0)
            .with_size(5.0),
    )
}

/// The names of the targets.
fn names() -> Plot {
    let places = TARGETS.map(below);
    Plot::Scatter(
        ScatterPlot::new()
            .with_data(places)
            .with_labels(TARGETS.map(|target| target.name))
            .with_label_style(LabelStyle::Exact)
            .with_color("none")
            .with_size(4.0),
    )
}

/// Where the name of a target stands.
fn below(target: Target) -> Point {
    let [x, y] = target.position;
    (x, y - 19.0)
}

/// What is in the frame of a line.
fn lines(frame: &Frame, points: &[Point], pen: Style, width: f64) -> Vec<Plot> {
    style::lines(frame, points, |line| {
        pen.line(line).with_stroke_width(width)
    })
}

fn pen(color: &'static str, dashes: Option<&'static str>) -> Style {
    Style {
        color,
        dashes,
        radius: 4.0,
    }
}
