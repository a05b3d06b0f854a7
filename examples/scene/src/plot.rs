//! The picture of a scene: one SVG with the motion on the left and the distances on the right.

use anyhow::{Context, Result};
use kinstep::Real;
use kuva::prelude::Figure;
use support::drawing::numbers::six_digits;
use support::drawing::{style, svg};

use crate::curves::Curves;
use crate::model::Scene;
use crate::panels::{self, Answer};
use crate::reference::{Kind, Reference};

/// Height of a panel, and width of either \[px\]; the legend is part of the second.
const HEIGHT: f64 = 380.0;
const WIDTHS: (f64, f64) = (400.0, 600.0);

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
    Ok(svg(scene, &reference.kind, &curves))
}

/// Both panels under one title.
fn svg<const D: usize>(scene: &Scene<D>, kind: &Kind, curves: &Curves) -> String
where
    f64: Real<D>,
{
    let answer = match kind {
        Kind::Exact { .. } => Answer::Exact,
        Kind::Converged { .. } | Kind::None(_) => Answer::Converged,
    };
    let (left, motion) = panels::motion(curves);
    let (right, distance) = panels::distance(answer, curves);
    let title = format!("{}, dt = {} s", scene.title, fraction(scene.dt));
    let figure = Figure::new(1, 2)
        .with_plots(vec![motion, distance])
        .with_layouts(vec![left, right])
        .with_col_width(0, WIDTHS.0)
        .with_col_width(1, WIDTHS.1)
        .with_row_height(0, HEIGHT);
    svg::svg(&style::plain(&title), figure)
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
