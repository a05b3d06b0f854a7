//! The two panels of the picture.

use std::sync::Arc;

use kinstep::diagnostics::Method;
use kuva::prelude::{Layout, Plot, ShadedRegion, TextAnnotation, TickFormat};
use support::drawing::frame::{Frame, Point};
use support::drawing::labels;
use support::drawing::numbers::{metres, power_of_ten, six_digits};
use support::drawing::style::{self, Style};

use crate::curves::{Curves, Run, View};

/// The line of a run to a tolerance.
const TOLERANCE: Style = Style {
    color: style::INK,
    dashes: Some("8 3"),
    radius: 3.0,
};
/// The line of the reference, broad and below all others.
const REFERENCE: &str = "#d4d4cf";
/// The band of distances that mean nothing.
const BAND: &str = "#e3efe3";
/// The least distance that is drawn, as a power of ten \[m\].
const LEAST: f64 = -16.0;
/// So much more width or height, as a share of it, is left empty for equal scales.
const MOST_EMPTY: f64 = 0.6;
/// Runs of at most so many points have a dot at each.
const DOTS: usize = 60;
/// Height of the panels, width of either, and what lies around the axes of the first and the second: left, right, above, below
/// \[px\].
pub(crate) const HEIGHT: f64 = 330.0;
pub(crate) const WIDTHS: [f64; 2] = [320.0, 476.0];
const AROUND: [[f64; 4]; 2] = [[52.0, 8.0, 34.0, 44.0], [64.0, 8.0, 34.0, 44.0]];
/// Beside the distances, as a share of their width, and above them, as a share of their height, there is room for names.
const NAMES: f64 = 0.9;
const ABOVE: f64 = 0.15;
/// How far from the middle the time of a swing stands, in lengths from there to its end.
const BEYOND: f64 = 1.16;

/// The motion of one body.
pub(crate) fn motion(curves: &Curves) -> (Layout, Vec<Plot>) {
    let frame = &shape(curves);
    let mut plots = Vec::new();
    for part in &curves.reference {
        plots.extend(style::lines(frame, part, |line| {
            line.with_color(REFERENCE).with_stroke_width(9.0)
        }));
    }
    for run in &curves.runs {
        let style = style_of(run.method);
        for part in &run.motion {
            plots.extend(style::lines(frame, part, |line| style.line(line)));
        }
    }
    for run in &curves.runs {
        let (style, points) = (style_of(run.method), run.motion.concat());
        if points.len() <= DOTS {
            plots.extend(style.dots(frame, &points, 0.4));
        }
        if run.stopped.is_none() {
            let rest = points.len().saturating_sub(1);
            plots.extend(style.dots(frame, &points[rest..], 1.0));
        }
    }
    let (what, x, y) = match curves.view {
        View::Path => ("path", "x [m]", "y [m]"),
        View::Time(0) => ("x", "time [s]", "x [m]"),
        View::Time(1) => ("y", "time [s]", "y [m]"),
        View::Time(_) => ("z", "time [s]", "z [m]"),
    };
    let title = format!(
        "{what} of {}{}; grey: {}",
        curves.body,
        part(curves),
        curves.answer
    );
    let mut layout = sized(style::layout(&title, x, y, frame), 0);
    if let [_, .., (last, _)] = curves.parts.as_slice() {
        for (part, (from, _)) in curves.reference.iter().zip(&curves.parts) {
            // the end of the swing on the right
            let end = part
                .iter()
                .copied()
                .max_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((x, y)) = end {
                let place = (BEYOND * x, BEYOND * y);
                layout = layout.with_annotation(
                    TextAnnotation::new(time(*from, *last), place.0, place.1).with_font_size(12),
                );
            }
        }
    }
    (layout, plots)
}

/// What part of the plane is shown: paths are as they are, with equal scales, unless they are too long for that.
fn shape(curves: &Curves) -> Frame {
    let frame = curves.frame;
    if curves.view != View::Path {
        return frame;
    }
    // room for the times of swings
    let frame = if curves.parts.len() > 1 {
        let (width, height) = frame.size();
        frame.grown(0.5 * (BEYOND - 1.0) * width, 0.5 * (BEYOND - 1.0) * height)
    } else {
        frame
    };
    let (width, height) = frame.size();
    let [left, right, above, below] = AROUND[0];
    let (axes_width, axes_height) = (WIDTHS[0] - left - right, HEIGHT - above - below);
    let scale = (width / axes_width).max(height / axes_height);
    let more = (scale * axes_width - width, scale * axes_height - height);
    if more.0 > MOST_EMPTY * width || more.1 > MOST_EMPTY * height {
        return frame;
    }
    frame.grown(0.5 * more.0, 0.5 * more.1)
}

/// A panel of its size.
fn sized(layout: Layout, panel: usize) -> Layout {
    let [left, right, above, below] = AROUND[panel];
    layout
        .with_width(WIDTHS[panel])
        .with_height(HEIGHT)
        .with_force_margins(left, right)
        .with_force_margins_y(above, below)
}

/// A time since the start, in a unit that suits the longest.
fn time(time: f64, longest: f64) -> String {
    if longest >= 7200.0 {
        format!("{} h", six_digits((time / 360.0).round() / 10.0))
    } else {
        format!("{} s", six_digits(time.round()))
    }
}

/// Which part of the run it is whose motion is shown; nothing if it is all.
fn part(curves: &Curves) -> String {
    match curves.parts.as_slice() {
        [(from, _)] if *from > 0.0 => format!(", the last {:.1} s", curves.duration - from),
        [(_, until)] if *until < curves.duration => format!(", the first {until:.1} s"),
        [_] => String::new(),
        parts => format!(", {} swings", parts.len()),
    }
}

/// How far the schemes are off, with their names.
pub(crate) fn distance(curves: &Curves, step: &str) -> (Layout, Vec<Plot>) {
    let (frame, duration) = (distance_frame(curves), curves.duration);
    let (mut plots, mut ends) = (Vec::new(), Vec::new());
    for run in &curves.runs {
        let style = style_of(run.method);
        let points = powers(run, &frame);
        plots.extend(style::lines(&frame, &points, |line| style.line(line)));
        if points.len() <= DOTS {
            plots.extend(style.dots(&frame, &points, 0.4));
        }
        if let Some((_, power)) = points.last() {
            let end = (curves.duration, power.clamp(frame.low.1, frame.high.1));
            ends.push((end, style::plain(&name(run)), style.color));
        }
    }
    let title = format!(
        "distance from the {} answer in steps of {step} s",
        curves.answer
    );
    let layout = style::layout(&title, "time [s]", "distance [m]", &frame)
        .with_y_tick_step(if frame.size().1 > 8.0 { 2.0 } else { 1.0 })
        .with_y_tick_format(TickFormat::Custom(Arc::new(tick)))
        .with_x_tick_format(TickFormat::Custom(Arc::new(move |time| {
            // names are beside the end of the run
            if time > duration {
                String::new()
            } else {
                style::label(time)
            }
        })));
    let layout = with_band(sized(layout, 1), &frame, curves);
    let [_, _, above, below] = AROUND[1];
    let names = labels::beside(&frame, HEIGHT - above - below, &ends);
    let layout = names.into_iter().fold(layout, Layout::with_annotation);
    (layout, plots)
}

/// Marks distances that mean nothing.
fn with_band(layout: Layout, frame: &Frame, curves: &Curves) -> Layout {
    let (bottom, top) = (frame.low.1, curves.floor().log10().min(frame.high.1));
    // a line of text, of a height of about 300 px
    let text_height = 0.06 * frame.size().1;
    if top < bottom + text_height {
        return layout;
    }
    let band = ShadedRegion::horizontal(bottom, top);
    let text = if curves.doubt > curves.rounding {
        "the reference is not known any better"
    } else {
        "rounding"
    };
    let middle = 0.5 * curves.duration;
    layout
        .with_shaded_region(band.with_color(BAND).with_opacity(1.0))
        .with_annotation(TextAnnotation::new(text, middle, top - text_height))
}

/// Time against the power of ten of the distance.
///
/// The axis of kuva that is logarithmic by itself ends at 1e-10.
fn powers(run: &Run, frame: &Frame) -> Vec<Point> {
    let points = run.distances.iter();
    let points = points.map(|&(time, far)| (time, far.log10().max(LEAST)));
    let mut points: Vec<Point> = points.collect();
    // where a run is gone after its first step, show at least that it started
    if points.first().is_some_and(|first| first.1 > frame.high.1) {
        points.insert(0, (0.0, frame.low.1));
    }
    points
}

/// From the least distance to the largest, if that is comparable to the motion, in powers of ten.
fn distance_frame(curves: &Curves) -> Frame {
    let most = curves.most().log10().max(LEAST + 1.0);
    let far = curves.runs.iter().flat_map(|run| &run.distances);
    let powers = far.map(|(_, far)| far.log10().clamp(LEAST, most));
    let (low, high) = powers.fold((most, LEAST), |(low, high), power| {
        (low.min(power), high.max(power))
    });
    let (low, high) = (low.floor() - 0.5, high.ceil().max(low.floor() + 1.0));
    Frame {
        low: (0.0, low),
        high: ((1.0 + NAMES) * curves.duration, high + ABOVE * (high - low)),
    }
}

/// The line of a method.
fn style_of(method: Method<f64>) -> Style {
    match method {
        Method::Scheme(scheme) => Style::of(scheme),
        Method::Tolerance(_) => TOLERANCE,
    }
}

/// The name of a method, and how far it is off at the end.
fn name(run: &Run) -> String {
    match run.stopped {
        Some(time) => format!("{}: until {} s", run.method, six_digits(time)),
        None => format!("{}: {}", run.method, metres(run.end())),
    }
}

/// A label of the logarithmic axis.
fn tick(power: f64) -> String {
    let least = if power <= LEAST { "≤ " } else { "" };
    format!("{least}{}", power_of_ten(10_f64.powf(power.round()), 0))
}
