//! One root in one monotone arc.

use nalgebra::{ComplexField, RealField};

/// The root of a monotone function between two times at which it has different signs, `to` may be infinite.
///
/// Newton's method from `guess`, kept between the ends by bisection; an arc that is also convex is
/// solved from the side on which Newton cannot overshoot. It ends after 3 or 4 evaluations as a rule, and after 1200 at
/// worst (bisection through all exponents of a number).
pub(crate) fn root_between(
    mut function: impl FnMut(f64) -> (f64, f64),
    (from, to): (f64, f64),
    from_below: bool,
    guess: Option<f64>,
) -> f64 {
    let (mut low, mut high) = (from, to);
    let mut time = match guess {
        Some(guess) if guess > low && guess < high => guess,
        _ => between(low, high),
    };
    // the first step is measured by how far the next turn is
    let room = (time - from).min(to - time);
    let mut last_step = None;
    for _ in 0..MOST {
        let (value, rate) = function(time);
        // beyond all numbers is beyond the root
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
            (between(low, high), false)
        };
        let step = ComplexField::abs(next - time);
        if step <= f64::EPSILON * ComplexField::abs(time) || next == low || next == high {
            return next;
        }
        let size = ComplexField::abs(next);
        if safe && step < 3e-8 * size {
            let (shrinks_by, is_noise) = match last_step {
                None => (step / room, false),
                Some(last) => (step / last * (step / last), step > 0.75 * last),
            };
            // Newton squares its errors: the next step would change nothing, or nothing but rounding
            if is_noise || step * shrinks_by < 0.125 * f64::EPSILON * size {
                return next;
            }
        }
        (time, last_step) = (next, safe.then_some(step));
    }
    time
}

/// More than bisection can need.
const MOST: usize = 1200;

/// A time between two, in the middle of their exponents where these differ much.
fn between(low: f64, high: f64) -> f64 {
    if high == f64::INFINITY {
        return if low > 1.0 { 2.0 * low } else { low + 1.0 };
    }
    let middle = 0.5 * low + 0.5 * high;
    if low >= 0.0 && high > 4.0 * low {
        let geometric = ComplexField::sqrt(low) * ComplexField::sqrt(high);
        return if geometric > low { geometric } else { middle };
    }
    middle
}

/// The real roots of `a t² + b t + c`, the earlier one first, without cancellation; NaN where there is none.
pub(crate) fn quadratic_roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let half = 0.5 * b;
    let discriminant = half * half - a * c;
    // NaN if there are none
    let root = ComplexField::sqrt(if discriminant < 0.0 {
        f64::NAN
    } else {
        discriminant
    });
    let sum = -(half + RealField::copysign(root, half));
    let (one, other) = if sum == 0.0 {
        // a double root at zero, or no equation at all
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

/// The sign of a number; 0 for zero, and for what is no number.
pub(crate) fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}
