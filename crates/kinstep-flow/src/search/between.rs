//! The only root or extremum between two times; quadratic equations.

use super::{Curve, middle};
use nalgebra::{ComplexField, RealField};

/// Returns the root of a function between two times. The function has different signs at the two
/// times, and only one root between them. `to` may be infinite.
///
/// `function` returns the value and the derivative. `from_below` states that the value at `from` is
/// negative. The search starts at `guess`, which may be NaN. It uses Newton's method, and bisection
/// where Newton's method leaves the interval. It typically needs 3 or 4 evaluations, and at most
/// 1200 (bisection through all exponents of `f64`).
pub fn root_between(
    mut function: impl FnMut(f64) -> (f64, f64),
    (from, to): (f64, f64),
    from_below: bool,
    guess: f64,
) -> f64 {
    let (mut low, mut high) = (from, to);
    let mut time = if guess > low && guess < high {
        guess
    } else {
        midpoint(low, high)
    };
    let mut last_step = None;
    for _ in 0..MAX_ITERATIONS {
        let (value, rate) = function(time);
        // a value that is NaN because of an overflow means that the time is after the root
        if !value.is_nan() && (value < 0.0) == from_below {
            low = time;
        } else {
            high = time;
        }
        let newton = time - value / rate;
        if value == 0.0 || newton == time {
            return time;
        }
        let (next, safe) = if newton > low && newton < high {
            (newton, true)
        } else {
            (midpoint(low, high), false)
        };
        let step = ComplexField::abs(next - time);
        if step <= f64::EPSILON * ComplexField::abs(time) || next == low || next == high {
            return next;
        }
        let size = ComplexField::abs(next);
        // the error after a step of Newton's method is of second order in the length of the
        // previous step. If there was no previous step, it is of second order in the distance to
        // the nearer end, because a pole just beyond an end may bend the function
        let before: f64 = last_step.unwrap_or_else(|| (time - from).min(to - time));
        if safe
            && step < 1e-7 * size
            && step * step <= 0.01 * f64::EPSILON * size * before.min(size)
        {
            return next;
        }
        (time, last_step) = (next, safe.then_some(step));
    }
    time
}

/// Returns the [`middle`] of the interval; if `high` is infinite, about twice `low`.
fn midpoint(low: f64, high: f64) -> f64 {
    if high == f64::INFINITY {
        return if low > 1.0 { 2.0 * low } else { low + 1.0 };
    }
    middle(low, high)
}

/// Maximum number of iterations: more than bisection needs.
const MAX_ITERATIONS: usize = 1200;

/// Returns the time and the value of the extremum between two times at which the rate has different
/// signs. The method is regula falsi for the rate; the weight of an end that did not change is
/// halved. `part` is the relative tolerance of the time.
pub fn extremum(curve: &impl Curve, (from, to): (f64, f64), part: f64) -> Option<(f64, f64)> {
    const MOST_ROUNDS: usize = 120;
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
        if rate == 0.0 || moved.abs() <= part * time {
            break;
        }
    }
    best
}

/// Returns the real roots of `a t² + b t + c` in ascending order. Both are NaN if there are no real
/// roots.
///
/// With `s = -(b/2 ± √(b²/4 - a c))`, where ± is the sign of b, the roots are `s/a` and `c/s`,
/// without cancellation.
#[must_use]
pub fn quadratic_roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let half = 0.5 * b;
    let discriminant = half * half - a * c;
    // NaN if there are no real roots
    let root = ComplexField::sqrt(if discriminant < 0.0 {
        f64::NAN
    } else {
        discriminant
    });
    let sum = -(half + RealField::copysign(root, half));
    let (one, other) = if sum == 0.0 {
        // b = 0 and a c = 0: a double root at zero, or NaN for a = 0
        (0.0 / a, 0.0 / a)
    } else {
        (sum / a, c / sum)
    };
    if one <= other {
        [one, other]
    } else {
        [other, one]
    }
}

/// Returns the sign of a number; 0 for zero and NaN.
#[must_use]
pub fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

// Roots of a function without known bounds, from values and rates at given times.

/// A time, and the value and the rate at this time.
type Sample = (f64, f64, f64);

/// Finds the roots between samples at given times, in ascending order. There is no guarantee: all
/// roots are found if the sign of the rate changes at most once between successive samples.
pub fn sampled_roots(
    curve: &impl Curve,
    times: impl IntoIterator<Item = f64>,
    mut found: impl FnMut(f64),
) {
    let sample = |time: f64| {
        let (value, rate) = curve.at(time);
        (time, value, rate)
    };
    let mut times = times.into_iter().map(sample);
    let Some(mut before) = times.next() else {
        return;
    };
    for after in times {
        between(curve, before, after, 4, &mut found);
        before = after;
    }
}

fn between(
    curve: &impl Curve,
    before: Sample,
    after: Sample,
    depth: u32,
    found: &mut impl FnMut(f64),
) {
    let is_below = before.1 < 0.0;
    let crosses = is_below != (after.1 < 0.0);
    let sign = if is_below { -1.0 } else { 1.0 };
    // the function crosses zero, but at one of the two ends its motion is away from zero: there are
    // two extrema between the ends
    if crosses && depth > 0 && (sign * before.2 > 0.0 || sign * after.2 > 0.0) {
        let time = middle(before.0, after.0);
        let (value, rate) = curve.at(time);
        between(curve, before, (time, value, rate), depth - 1, found);
        between(curve, (time, value, rate), after, depth - 1, found);
    } else if crosses {
        if after.1 != 0.0 {
            let guess = before.0 + (after.0 - before.0) * before.1 / (before.1 - after.1);
            let function = |time| curve.at(time);
            found(root_between(function, (before.0, after.0), is_below, guess));
        }
    } else if sign * before.2 < 0.0
        && sign * after.2 > 0.0
        && let Some((time, value)) = extremum(curve, (before.0, after.0), 1e-9)
        && (value < 0.0) != is_below
    {
        let spans = [(before.0, time), (time, after.0)];
        for (span, is_below) in spans.into_iter().zip([is_below, !is_below]) {
            found(root_between(
                |time| curve.at(time),
                span,
                is_below,
                f64::NAN,
            ));
        }
    }
}
