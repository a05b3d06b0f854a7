//! The picture of a scene: one SVG with the motion on the left and the distances on the right.

use anyhow::{Context, Result};
use kinstep::Real;
use kuva::prelude::Figure;
use support::drawing::numbers::{metres, six_digits};
use support::drawing::{style, svg};

use crate::curves::{Curves, Run};
use crate::model::Scene;
use crate::panels::{self, HEIGHT, WIDTHS};
use crate::reference::Reference;

/// The scene under all its schemes, as text.
///
/// # Errors
/// There is no reference to draw the schemes against.
pub(crate) fn picture<const D: usize>(scene: &Scene<D>, reference: &Reference<D>) -> Result<String>
where
    f64: Real<D>,
{
    let curves = Curves::of(scene, reference)
        .context("there is no reference to draw the schemes against")?;
    let (left, motion) = panels::motion(&curves);
    let (right, distance) = panels::distance(&curves, &fraction(scene.dt));
    let figure = Figure::new(1, 2)
        .with_plots(vec![motion, distance])
        .with_layouts(vec![left, right])
        .with_col_width(0, WIDTHS[0])
        .with_col_width(1, WIDTHS[1])
        .with_row_height(0, HEIGHT);
    let title = title(&scene.title, &result(&curves));
    Ok(svg::svg(&style::plain(&title), figure))
}

/// The longest title that fits above the picture, in letters.
const LONGEST: usize = 88;

/// What the scene is and what came out; the first is cut at its first comma where both are too long.
fn title(scene: &str, result: &str) -> String {
    let fits = scene.chars().count() + result.chars().count() + 2 <= LONGEST;
    let short = scene.split(',').next().unwrap_or(scene);
    format!("{}: {result}", if fits { scene } else { short })
}

/// Who is exact, and how far the others are off.
fn result(curves: &Curves) -> String {
    let (exact, off): (Vec<&Run>, Vec<&Run>) =
        (curves.runs.iter()).partition(|run| run.is_within(curves.floor()));
    let (lost, mut ends): (Vec<&Run>, Vec<&Run>) = off
        .into_iter()
        .partition(|run| run.stopped.is_some() || run.end() > curves.most());
    ends.sort_by(|one, other| one.end().total_cmp(&other.end()));
    let schemes = format!(
        "{} of {} schemes {}",
        exact.len(),
        curves.runs.len(),
        curves.nearest()
    );
    let lost = if lost.is_empty() { "" } else { " or lost" };
    match (exact.as_slice(), ends.as_slice()) {
        ([], [nearest, .., farthest]) => format!(
            "{} {} off, {} {}{lost}",
            nearest.method,
            metres(nearest.end()),
            farthest.method,
            metres(farthest.end())
        ),
        ([], [one]) => format!("{} {} off{lost}", one.method, metres(one.end())),
        ([_, ..], [nearest, .., farthest]) => format!(
            "{schemes}, others {} to {} off{lost}",
            metres(nearest.end()),
            metres(farthest.end())
        ),
        ([_, ..], [one]) => format!("{schemes}, {} {} off{lost}", one.method, metres(one.end())),
        (_, []) if lost.is_empty() => schemes,
        (_, []) => format!("{schemes}, others lost"),
    }
}

/// A number as a decimal fraction, or as one part of a whole number where that is shorter.
pub(crate) fn fraction(number: f64) -> String {
    let (parts, decimal) = ((1.0 / number).round(), six_digits(number));
    let is_part = (number * parts - 1.0).abs() < 1e-12;
    if is_part && decimal != number {
        format!("1/{parts}")
    } else {
        decimal.to_string()
    }
}
