//! Root finding: bracketed Newton iteration, and quadratic equations.

use nalgebra::{ComplexField, RealField};

/// The root of a monotone function between two times at which its signs differ; `to` may be infinite.
///
/// `function` returns value and derivative; `from_below` says that the value is negative at `from`. Newton's method from
/// `guess`, safeguarded by bisection. It typically takes 3 or 4 evaluations, and 1200 at worst (bisection through all
/// exponents of `f64`).
pub(crate) fn root_between(
    mut function: impl FnMut(f64) -> (f64, f64),
    (from, to): (f64, f64),
    from_below: bool,
    guess: Option<f64>,
) -> f64 {
    let (mut low, mut high) = (from, to);
    let mut time = match guess {
        Some(guess) if guess > low && guess < high => guess,
        _ => midpoint(low, high),
    };
    let mut last_step = None;
    for _ in 0..MAX_ITERATIONS {
        let (value, rate) = function(time);
        // NaN from overflow counts as beyond the root
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
        if safe && step < 3e-8 * size {
            // an arc may be bent by a pole just beyond one of its ends: compare the step with the distance to the nearer end
            let bends_by: f64 = step / (time - from).min(to - time);
            let (shrinks_by, is_noise) = match last_step {
                None => (bends_by, false),
                Some(last) => {
                    let shrinks_by: f64 = step / last * (step / last);
                    let is_noise = step > 0.75 * last && bends_by < 0.1;
                    (bends_by.max(shrinks_by), is_noise)
                }
            };
            // quadratic convergence: the next step would change nothing, or only rounding
            if is_noise || step * shrinks_by < 0.125 * f64::EPSILON * size {
                return next;
            }
        }
        (time, last_step) = (next, safe.then_some(step));
    }
    time
}

/// More iterations than bisection can need.
const MAX_ITERATIONS: usize = 1200;

/// A time between two: the geometric mean if they differ by more than a factor of 4, else the arithmetic mean. An infinite
/// end is approached by doubling.
fn midpoint(low: f64, high: f64) -> f64 {
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

/// The real roots of `a t² + b t + c`, the smaller one first; both NaN if there is none.
///
/// Without cancellation: `s = -(b/2 ± √(b²/4 - a c))` with the sign of b, then the roots are `s/a` and `c/s`.
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

/// The sign of a number; 0 for zero and NaN.
pub(crate) fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newton's method runs out of the ends of `ln((t - 1)/w)` until bisection is near w, where the arc still bends.
    #[test]
    fn roots_beside_a_pole_are_right_to_rounding() {
        for width in [1e-3, 1e-6, 1e-9, 1e-12] {
            let root = root_between(
                |time| {
                    let past = time - 1.0;
                    (ComplexField::ln(past / width), 1.0 / past)
                },
                (1.0, 1e3),
                true,
                None,
            );
            // measured: 0
            let off = ComplexField::abs(root - (1.0 + width)) / f64::EPSILON;
            assert!(off <= 2.0, "{width:e}: {off} ε");
        }
    }
}
