//! The root and the extremum between two times, where there is one.

use super::{Curve, middle};

/// The root between two times at which the function has different signs; `is_below` says whether it is below zero at the first.
/// Newton's method, kept between the two by bisection.
pub(crate) fn root_of(
    curve: &impl Curve,
    (from, to): (f64, f64),
    is_below: bool,
    guess: f64,
) -> f64 {
    const MOST_ROUNDS: usize = 200;
    let (start, end) = (from, to);
    let (mut from, mut to) = (from, to);
    let mut time = if guess > from && guess < to {
        guess
    } else {
        middle(from, to)
    };
    let mut last: Option<f64> = None;
    for _ in 0..MOST_ROUNDS {
        let (value, rate) = curve.at(time);
        if value == 0.0 {
            return time;
        }
        if (value < 0.0) == is_below {
            from = time;
        } else {
            to = time;
        }
        let newton = time - value / rate;
        let is_safe = newton > from && newton < to;
        let next = if is_safe { newton } else { middle(from, to) };
        let step = (next - time).abs();
        let size = time.abs();
        // the error that is left after a step of Newton's method is of second order, of the step before or of the nearer end
        let before = last.unwrap_or_else(|| (time - start).min(end - time));
        let is_last = is_safe
            && step < 1e-7 * size
            && step * step <= 0.01 * f64::EPSILON * size * before.min(size);
        if step <= 4.0 * f64::EPSILON * size || next == from || next == to || is_last {
            return next;
        }
        (time, last) = (next, is_safe.then_some(step));
    }
    time
}

/// The extremum between two times at which the rate has different signs: time and value. Regula falsi on the rate; the end that
/// stays loses half of its weight.
pub(crate) fn extremum(curve: &impl Curve, from: f64, to: f64) -> Option<(f64, f64)> {
    const MOST_ROUNDS: usize = 60;
    let (mut from, mut to) = (from, to);
    let (mut before, mut after) = (curve.at(from).1, curve.at(to).1);
    if (before < 0.0) == (after < 0.0) {
        return None;
    }
    let mut best = None;
    for _ in 0..MOST_ROUNDS {
        let secant = (from * after - to * before) / (after - before);
        let time = if secant > from && secant < to {
            secant
        } else {
            middle(from, to)
        };
        let (value, rate) = curve.at(time);
        best = Some((time, value));
        let moved = if (rate < 0.0) == (before < 0.0) {
            let moved = time - from;
            (from, before) = (time, rate);
            after *= 0.5;
            moved
        } else {
            let moved = to - time;
            (to, after) = (time, rate);
            before *= 0.5;
            moved
        };
        if rate == 0.0 || moved.abs() <= 4.0 * f64::EPSILON * time {
            break;
        }
    }
    best
}
