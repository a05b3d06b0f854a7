//! The error of the rational model, which is the same function of γt for every throw.
//!
//! ```text
//! p_rational - p_linear = (v₀ - v∞)/γ (e^-X - (2 - X)/(2 + X))      X = γt
//! ```

use kinstep::ballistics::{Ballistics, Trajectory};
use kinstep::nalgebra::Vector2;

use super::{Cells, percent};
use crate::throw::{GRAVITY, Throw};

/// Errors that are looked for, as shares.
const ERRORS: [f64; 8] = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
/// Terminal speeds for which the times are given \[m/s\].
const TERMINAL_SPEEDS: [f64; 2] = [23.0, 100.0];
/// X at which velocities are compared; the last is where they are farthest apart.
const PLACES: [f64; 4] = [0.25, 0.5, 1.0, 2.29];

/// Some throw, into some wind.
fn throw() -> (Ballistics<f64, 2>, [Vector2<f64>; 2]) {
    let throw = Throw {
        speed: 28.0,
        angle: 40.0,
        height: 1.5,
        terminal_speed: 23.0,
        wind: -2.0,
    };
    (throw.air(), [throw.position(), throw.velocity()])
}

/// X at which errors of the position are reached, and when that is.
pub(crate) fn positions() -> Cells {
    let places = ERRORS.map(place_of);
    let row = |name: String, number: &dyn Fn(f64) -> String| {
        let numbers = places.iter().map(|&place| number(place));
        [name].into_iter().chain(numbers).collect()
    };
    let time = |speed: f64| {
        let three = move |place: f64| three_digits(place * speed / GRAVITY, 2);
        row(format!("t for vT = {speed}, s"), &three)
    };
    let mut rows = vec![row("reached at X =".to_owned(), &|place| {
        three_digits(place, 3)
    })];
    rows.extend(TERMINAL_SPEEDS.map(time));
    let header = ERRORS.map(|error| format!("{}%", 100.0 * error));
    Cells {
        header: ["error".to_owned()].into_iter().chain(header).collect(),
        rows,
    }
}

/// Errors of the velocity at some X.
pub(crate) fn velocities() -> Cells {
    let errors = PLACES.map(|place| percent(velocity_error(place)));
    let header = PLACES.map(|place| place.to_string());
    Cells {
        header: ["X".to_owned()].into_iter().chain(header).collect(),
        rows: vec![["error".to_owned()].into_iter().chain(errors).collect()],
    }
}

/// Where an error of the position is reached: it only grows.
pub(crate) fn place_of(error: f64) -> f64 {
    let (mut before, mut after) = (0.0, 16.0);
    // an interval of doubles is halved to nothing in less than 64 steps
    for _ in 0..64 {
        let middle = 0.5 * (before + after);
        if position_error(middle) < error {
            before = middle;
        } else {
            after = middle;
        }
    }
    0.5 * (before + after)
}

/// As a share of the way on which drag has decided: `|v₀ - v∞| (1 - e^-X)/γ`, how far from the place where it would be,
/// had it flown at the velocity in the long run.
fn position_error(place: f64) -> f64 {
    let (air, [position, velocity]) = throw();
    let time = place / air.drag_rate();
    let drifted = position + air.long_run_velocity().unwrap_or_default() * time;
    let linear = air.launch(position, velocity).position(time);
    let rational = air.rational().launch(position, velocity).position(time);
    (rational - linear).norm() / (linear - drifted).norm()
}

/// As a share of `|v₀ - v∞|`.
pub(crate) fn velocity_error(place: f64) -> f64 {
    let (air, [position, velocity]) = throw();
    let time = place / air.drag_rate();
    let linear = air.launch(position, velocity).velocity(time);
    let rational = air.rational().launch(position, velocity).velocity(time);
    (rational - linear).norm() / (velocity - air.long_run_velocity().unwrap_or_default()).norm()
}

/// A value with three digits, as far as those are no more than so many decimals.
fn three_digits(value: f64, most: usize) -> String {
    let decimals = match value {
        value if value < 1.0 => 3,
        value if value < 10.0 => 2,
        _ => 1,
    };
    format!("{value:.*}", most.min(decimals))
}
