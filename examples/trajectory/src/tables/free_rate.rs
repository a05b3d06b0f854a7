//! The rational model with other rates: that of quadratic drag at launch, and the best.

use anyhow::Result;
use kinstep::ballistics::Rational;

use super::grid::{ANGLES, SPEEDS, throw};
use super::{Cells, percent};
use crate::course::Course;
use crate::models::{self, Models};
use crate::throw::{GRAVITY, Throw};

/// A rational model with the rate that follows quadratic drag best.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Best {
    /// In k₀ = g / (2 terminal speed).
    pub(crate) ratio: f64,
    /// Against quadratic drag.
    pub(crate) error: f64,
}

/// The table.
pub(crate) fn cells() -> Result<Cells> {
    let header = ["throw", "k0", "k0 v0/vT", "best k/k0", "error at best"];
    // the slowest throws of the other table have next to no drag
    let throws = (SPEEDS[1..].iter()).flat_map(|&speed| ANGLES.map(|angle| (speed, angle)));
    let rows = throws.map(|(speed, angle)| {
        let throw = throw(speed, angle);
        let models = Models::of(&throw)?;
        let best = best(&throw, &models.quadratic);
        Ok(vec![
            format!("v0/vT={speed}, {angle} deg"),
            percent(models.rational.error_against(&models.quadratic)),
            percent(models.matched.error_against(&models.quadratic)),
            format!("{:.2}", best.ratio),
            percent(best.error),
        ])
    });
    Ok(Cells {
        header: header.map(str::to_owned).to_vec(),
        rows: rows.collect::<Result<_>>()?,
    })
}

/// Ratios that are tried, as powers of two, and in how many steps.
const RANGE: (f64, f64) = (-5.0, 5.0);
const STEPS: u32 = 200;

/// The best ratio of all that are tried, and then between its neighbours, where the error is taken to have one
/// minimum.
pub(crate) fn best(throw: &Throw, quadratic: &Course) -> Best {
    let error = |power: f64| error(throw, quadratic, power.exp2());
    let width = (RANGE.1 - RANGE.0) / f64::from(STEPS);
    let powers = (0..=STEPS).map(|step| RANGE.0 + width * f64::from(step));
    let middle = powers
        .min_by(|one, other| error(*one).total_cmp(&error(*other)))
        .unwrap_or_default();
    let power = least(error, middle - width, middle + width);
    Best {
        ratio: power.exp2(),
        error: error(power),
    }
}

/// The error against quadratic drag of the rational model with so many k₀.
pub(crate) fn error(throw: &Throw, quadratic: &Course, ratio: f64) -> f64 {
    let rate = 0.5 * GRAVITY / throw.terminal_speed * ratio;
    let model = Rational::new(rate, [rate * throw.wind, -0.5 * GRAVITY]);
    models::rational("rational, free", throw, model)
        .map_or(f64::INFINITY, |course| course.error_against(quadratic))
}

/// Where a function with one minimum has it, by thirds.
fn least(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if function(low + third) < function(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    0.5 * (low + high)
}
