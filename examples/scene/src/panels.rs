//! The two panels of the picture.

use std::sync::Arc;

use kinstep::diagnostics::Method;
use kuva::plot::{LegendEntry, LegendShape};
use kuva::prelude::{Layout, Plot, ShadedRegion, TextAnnotation, TickFormat};
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::{metres, six_digits};
use support::drawing::style::{self, Style};

use crate::curves::{Curves, Run, View};

/// What the schemes are measured against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A flow.
    Exact,
    /// A run with a small step.
    Converged,
}

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
/// The largest distance that is drawn, in sizes of the motion.
const LARGEST: f64 = 100.0;
/// Runs of at most so many points have a dot at each.
const DOTS: usize = 60;

/// The motion of one body.
pub(crate) fn motion(curves: &Curves) -> (Layout, Vec<Plot>) {
    let frame = &curves.frame;
    let mut plots = style::lines(frame, &curves.reference, |line| {
        line.with_color(REFERENCE).with_stroke_width(9.0)
    });
    for run in &curves.runs {
        let style = style_of(run.method);
        plots.extend(style::lines(frame, &run.motion, |line| style.line(line)));
    }
    for run in &curves.runs {
        let style = style_of(run.method);
        if run.motion.len() <= DOTS {
            plots.extend(style.dots(frame, &run.motion, 0.4));
        }
        if run.stopped.is_none() {
            let rest = run.motion.len().saturating_sub(1);
            plots.extend(style.dots(frame, &run.motion[rest..], 1.0));
        }
    }
    let (what, x, y) = match curves.view {
        View::Path => ("path", "x [m]", "y [m]"),
        View::Time(0) => ("x", "time [s]", "x [m]"),
        View::Time(1) => ("y", "time [s]", "y [m]"),
        View::Time(_) => ("z", "time [s]", "z [m]"),
    };
    let title = format!("{what} of \"{}\"{}", curves.body, part(curves));
    (style::layout(&title, x, y, frame), plots)
}

/// Which part of the run it is whose motion is shown; nothing if it is all.
fn part(curves: &Curves) -> String {
    match curves.window {
        (from, _) if from > 0.0 => format!(", the last {:.1} s", curves.duration - from),
        (_, until) if until < curves.duration => format!(", the first {until:.1} s"),
        _ => String::new(),
    }
}

/// How far the schemes are off, with the legend.
pub(crate) fn distance(answer: Answer, curves: &Curves) -> (Layout, Vec<Plot>) {
    let frame = distance_frame(curves);
    let mut plots = Vec::new();
    for run in &curves.runs {
        let style = style_of(run.method);
        let points = powers(run, &frame);
        plots.extend(style::lines(&frame, &points, |line| style.line(line)));
        if points.len() <= DOTS {
            plots.extend(style.dots(&frame, &points, 0.4));
        }
    }
    let title = match answer {
        Answer::Exact => "distance from the exact answer",
        Answer::Converged => "distance from the converged answer",
    };
    let layout = style::layout(title, "time [s]", "distance [m], logarithmic", &frame)
        .with_y_tick_step(if frame.size().1 > 8.0 { 2.0 } else { 1.0 })
        .with_y_tick_format(TickFormat::Custom(Arc::new(power_of_ten)))
        .with_legend_box(false);
    let layout = with_band(layout, &frame, curves);
    (with_legend(layout, answer, curves), plots)
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
    let middle = 0.5 * frame.size().0;
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
    let most = (LARGEST * curves.size).log10().max(LEAST + 1.0);
    let far = curves.runs.iter().flat_map(|run| &run.distances);
    let powers = far.map(|(_, far)| far.log10().clamp(LEAST, most));
    let (low, high) = powers.fold((most, LEAST), |(low, high), power| {
        (low.min(power), high.max(power))
    });
    Frame {
        low: (0.0, low.floor() - 0.5),
        // a little more, for dots at the end
        high: (1.02 * curves.duration, high.ceil().max(low.floor() + 1.0)),
    }
}

/// Lists the schemes, those that are exact below the others.
fn with_legend(layout: Layout, answer: Answer, curves: &Curves) -> Layout {
    let reference = LegendEntry {
        label: match answer {
            Answer::Exact => "exact answer".to_owned(),
            Answer::Converged => "converged answer".to_owned(),
        },
        color: REFERENCE.to_owned(),
        shape: LegendShape::Rect,
        dasharray: None,
    };
    let (exact, off): (Vec<&Run>, Vec<&Run>) =
        (curves.runs.iter()).partition(|run| run.is_within(curves.floor()));
    let near = if curves.doubt > curves.rounding {
        "as near as is known"
    } else {
        "exact to rounding"
    };
    let groups = [("off at the end by", off), (near, exact)];
    (groups.into_iter())
        .filter(|(_, runs)| !runs.is_empty())
        .fold(
            layout.with_legend_group("", vec![reference]),
            |layout, (title, runs)| {
                layout.with_legend_group(title, runs.into_iter().map(entry).collect())
            },
        )
}

/// The line of a method.
fn style_of(method: Method<f64>) -> Style {
    match method {
        Method::Scheme(scheme) => Style::of(scheme),
        Method::Tolerance(_) => TOLERANCE,
    }
}

/// The line of a method in the legend.
fn entry(run: &Run) -> LegendEntry {
    let style = style_of(run.method);
    LegendEntry {
        label: match run.stopped {
            Some(time) => format!("{}: stopped at {} s", run.method, six_digits(time)),
            None => format!("{}: {}", run.method, metres(run.end())),
        },
        color: style.color.to_owned(),
        shape: LegendShape::Line,
        dasharray: style.dashes.map(str::to_owned),
    }
}

/// A label of the logarithmic axis.
fn power_of_ten(power: f64) -> String {
    let least = if power <= LEAST { "≤ " } else { "" };
    format!("{least}1e{power:.0}")
}
