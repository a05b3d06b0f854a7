//! A picture of the path of one body under each scheme, in front of its exact path.

use anyhow::{Context, Result};
use kinstep::diagnostics::{Comparison, Reference, SchemeRun};
use kinstep::nalgebra::SVector;
use kinstep::{Real, Scheme, World};
use kuva::prelude::{Figure, Layout};
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::{metres, six_digits};
use support::drawing::style::{self, Style};
use support::drawing::{labels, svg};

use crate::run::Run;

/// Height of the panel, and margins around its axes: left, right, above, below \[px\]. The names
/// are in the right margin.
const HEIGHT: f64 = 400.0;
const AROUND: [f64; 4] = [64.0, 250.0, 12.0, 44.0];
/// Colour of the exact path, which is a broad line behind the others.
const EXACT: &str = "#d4d4cf";
/// A longer run is drawn only for this many last steps.
const MOST_STEPS: u64 = 1000;
/// Runs of at most this many steps have a dot at each step.
const DOTS: u64 = 60;
/// A coordinate is neglected if its range is below this share of the largest range.
const FLAT: f64 = 1e-3;

/// Positions of all bodies \[m\], step by step.
type Track<const D: usize> = Vec<Vec<SVector<f64, D>>>;

/// The part of a track that the picture shows.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Index of the body.
    body: usize,
    /// Index of the horizontal coordinate; `None` for time.
    right: Option<usize>,
    /// Index of the vertical coordinate.
    up: usize,
    /// Index of the first step that is drawn.
    first: u64,
    /// Length of a step \[s\].
    dt: f64,
}

/// The picture as SVG. `name` is the name of the scene.
pub(crate) fn svg<const D: usize>(
    name: &str,
    run: &Run<D>,
    comparison: &Comparison<f64>,
) -> Result<String>
where
    f64: Real<D>,
{
    let first = run.steps.saturating_sub(MOST_STEPS);
    let exact = exact_track(run, first)?;
    let view = View::of(&exact, first, run.dt).context("there is no body to draw")?;
    let exact = view.points(&exact);
    let mut paths = Vec::new();
    for &scheme in &run.schemes {
        let mut track = Vec::new();
        run.follow(scheme, |step, world| {
            if step >= first {
                track.push(positions(world));
            }
            Ok(())
        })?;
        paths.push(view.points(&track));
    }
    let frame = view.frame(&exact, paths.iter().flatten().copied())?;

    let mut plots = style::lines(&frame, &exact, |line| {
        line.with_color(EXACT).with_stroke_width(9.0)
    });
    let mut ends = Vec::new();
    for (path, of) in paths.iter().zip(&comparison.runs) {
        let style = line_of(of);
        plots.extend(style::lines(&frame, path, |line| style.line(line)));
        if run.steps <= DOTS {
            plots.extend(style.dots(&frame, path, 0.4));
        }
        if let Some(&(x, y)) = path.last() {
            if of.stop.is_none() {
                plots.extend(style.dots(&frame, &[(x, y)], 1.0));
            }
            let beside = (frame.high.0, y.clamp(frame.low.1, frame.high.1));
            ends.push((
                beside,
                style::plain(&format!("{}: {}", label(of), off(of))),
                style.color,
            ));
        }
    }
    let [left, right, above, below] = AROUND;
    let axes = ["x", "y", "z"];
    let x = view
        .right
        .map_or("time [s]".to_owned(), |axis| format!("{} [m]", axes[axis]));
    let layout = style::layout("", &x, &format!("{} [m]", axes[view.up]), &frame)
        .with_width(svg::column(1))
        .with_height(HEIGHT)
        .with_force_margins(left, right)
        .with_force_margins_y(above, below);
    let names = labels::beside(&frame, HEIGHT - above - below, &ends);
    let layout = names.into_iter().fold(layout, Layout::with_annotation);
    let figure = Figure::new(1, 1)
        .with_plots(vec![plots])
        .with_layouts(vec![layout])
        .with_col_width(0, svg::column(1))
        .with_row_height(0, HEIGHT);
    Ok(svg::svg(&title(name, run, comparison, view), figure))
}

/// Title of the picture: the main result, and how to read it.
fn title<const D: usize>(
    name: &str,
    run: &Run<D>,
    comparison: &Comparison<f64>,
    view: View,
) -> String
where
    f64: Real<D>,
{
    let ours = comparison
        .runs
        .iter()
        .find(|of| of.method == Scheme::FlowKick);
    let others = comparison
        .runs
        .iter()
        .filter(|of| of.method != Scheme::FlowKick);
    let worst = others.max_by(|one, other| {
        let lost = |of: &SchemeRun<f64>| (of.stop.is_some(), of.position_error);
        lost(one)
            .partial_cmp(&lost(other))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let named = ours.into_iter().chain(worst);
    let verdict: Vec<String> = named
        .map(|of| format!("{} {}", label(of), off(of)))
        .collect();
    let dots = if run.steps <= DOTS {
        "each dot a step; "
    } else {
        ""
    };
    let shown = if view.first > 0 {
        format!(", the last {MOST_STEPS} steps")
    } else {
        String::new()
    };
    format!(
        "{name} in {} steps of {} s: {}\nPath of body {}{shown}; {dots}grey: {}; names: how far the worst body ends from it",
        run.steps,
        six_digits(run.dt),
        verdict.join(", "),
        view.body,
        if comparison.is_exact {
            "exact"
        } else {
            "converged"
        },
    )
}

/// The name of a scheme on a chart.
fn label(of: &SchemeRun<f64>) -> String {
    let name = of.method.to_string();
    if name.starts_with("FlowKick") || name == "WeakKick" {
        format!("kinstep ({name})")
    } else {
        name
    }
}

/// Final error of a scheme, as text.
fn off(of: &SchemeRun<f64>) -> String {
    match of.stop {
        Some(stop) => format!("stopped after {} steps", stop.steps),
        // the square of the error overflows
        None if of.position_error.is_infinite() => "over 10¹⁵⁴ m off".to_owned(),
        None => format!("{} off", metres(of.position_error)),
    }
}

/// Style of a scheme's line.
fn line_of(of: &SchemeRun<f64>) -> Style {
    let scheme = Scheme::ALL.into_iter().find(|&scheme| of.method == scheme);
    Style::of(scheme.unwrap_or(Scheme::FlowKick))
}

/// Exact motion of all bodies, from the step `first` on.
fn exact_track<const D: usize>(run: &Run<D>, first: u64) -> Result<Track<D>>
where
    f64: Real<D>,
{
    let mut reference = Reference::new(&run.world);
    let mut track = Vec::new();
    for step in 0..=run.steps {
        if step > 0 {
            reference.advance(run.dt)?;
        }
        if step >= first {
            track.push(positions(reference.world()));
        }
    }
    Ok(track)
}

fn positions<const D: usize>(world: &World<f64, D>) -> Vec<SVector<f64, D>>
where
    f64: Real<D>,
{
    world
        .body_slice()
        .iter()
        .map(|body| body.position)
        .collect()
}

impl View {
    /// Chooses the body that moves the farthest, and shows its path. If it moves along one axis
    /// only, shows that coordinate against time.
    fn of<const D: usize>(track: &Track<D>, first: u64, dt: f64) -> Option<Self> {
        let extents = |body: usize| {
            let along = track.iter().map(|at| at[body]);
            let low = along
                .clone()
                .fold(along.clone().next()?, |low, at| low.inf(&at));
            let high = along.clone().fold(low, |high, at| high.sup(&at));
            Some(high - low)
        };
        let bodies = (0..track.first()?.len()).filter_map(|body| Some((body, extents(body)?)));
        let (body, extents) =
            bodies.max_by(|one, other| one.1.norm().total_cmp(&other.1.norm()))?;
        let counts = |axis: usize| extents[axis] > FLAT * extents.amax();
        let (right, up) = if counts(0) && counts(1) {
            (Some(0), 1)
        } else {
            (None, extents.imax())
        };
        Some(Self {
            body,
            right,
            up,
            first,
            dt,
        })
    }

    /// The track in the plane of the picture.
    fn points<const D: usize>(self, track: &Track<D>) -> Vec<Point> {
        let steps = (self.first..).map(|step| step as f64);
        (steps.zip(track))
            .map(|(step, at)| {
                let at = at[self.body];
                (
                    self.right.map_or(step * self.dt, |axis| at[axis]),
                    at[self.up],
                )
            })
            .collect()
    }

    /// Visible part of the plane: the exact path, and other paths that are near. Both axes of a
    /// path have the same scale.
    fn frame(self, exact: &[Point], others: impl Iterator<Item = Point>) -> Result<Frame> {
        let frame = Frame::around(exact.iter().copied())
            .context("there is nothing to draw")?
            .with_room_for(others)
            .with_margin();
        if self.right.is_none() {
            return Ok(frame);
        }
        let [left, right, above, below] = AROUND;
        let axes = (svg::column(1) - left - right, HEIGHT - above - below);
        let (width, height) = frame.size();
        let scale = (width / axes.0).max(height / axes.1);
        Ok(frame.grown(
            0.5 * (scale * axes.0 - width),
            0.5 * (scale * axes.1 - height),
        ))
    }
}
