//! The time at which two bodies touch that move straight relative to each other.

use nalgebra::{ComplexField, SVector};

use crate::ballistics::LawFlight;
use crate::numbers::DoubleDouble;

/// The first time at which two flights, under equal laws of drag and constant acceleration, come to a distance \[m\] of each
/// other; none if they do not.
///
/// ```text
/// x(t) = x + v s(t),  s = (1 - e^(-γt)) / γ      |x + v s|² = R²:  v² s² + 2 x·v s + x² - R² = 0
/// ```
///
/// In double-double numbers, as the coefficients of a grazing touch, and of a flight that comes from afar, cancel: the time is
/// right to about one rounding for the positions, velocities and γ that are given. It is NaN if the terms overflow.
pub(super) fn straight_touch<const D: usize>(
    a: &LawFlight<f64, D>,
    b: &LawFlight<f64, D>,
    distance: f64,
) -> Option<f64> {
    let ((x_a, v_a), (x_b, v_b)) = (a.initial(), b.initial());
    let (x, v) = (difference(&x_a, &x_b), difference(&v_a, &v_b));
    let (square, half) = (dot(&v, &v), dot(&x, &v));
    let rest = dot(&x, &x) - DoubleDouble::product(distance, distance);
    let discriminant = half * half - square * rest;
    // a graze that does not enter is no touch
    if discriminant.high <= 0.0 {
        return None;
    }
    let root = discriminant.root();
    // without cancellation
    let s = if half.high < 0.0 {
        rest.over(root - half)
    } else {
        DoubleDouble::from(0.0) - (half + root).over(square)
    };
    let damping = a.law().damping;
    if damping == 0.0 {
        return Some(s.value());
    }
    // t = -ln(1 - γ s) / γ; never, if drag stops the approach before
    let slowed = s * DoubleDouble::from(damping);
    let left = (DoubleDouble::from(1.0) - slowed).value();
    if left <= 0.0 {
        return None;
    }
    let logarithm = if left > 0.5 && left < 2.0 {
        ComplexField::ln_1p(-slowed.value())
    } else {
        ComplexField::ln(left)
    };
    Some(-logarithm / damping)
}

/// `a - b`, exactly.
fn difference<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> [DoubleDouble; D] {
    core::array::from_fn(|axis| DoubleDouble::sum(a[axis], -b[axis]))
}

/// `a · b`.
fn dot<const D: usize>(a: &[DoubleDouble; D], b: &[DoubleDouble; D]) -> DoubleDouble {
    (a.iter().zip(b)).fold(DoubleDouble::from(0.0), |sum, (a, b)| sum + *a * *b)
}
