//! Both arcs at a speed without drag.

use nalgebra::{ComplexField, SVector};

/// A hit on a parabola.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct ParabolaHit {
    /// \[s\]
    pub(in super::super) time: f64,
    /// `1/t` \[1/s\].
    pub(in super::super) inverse: f64,
}

/// Both arcs, the direct one first. None if rounding could spoil them: out of range, near a free fall, or where squares
/// overflow or underflow.
///
/// ```text
/// |c|²/4 T² - (s² + r·c) T + |r|² = 0,  T = t²        least speed: s² = |r||c| - r·c
/// ```
#[inline]
pub(in super::super) fn arcs<const D: usize>(
    r: &SVector<f64, D>,
    c: &SVector<f64, D>,
    speed: f64,
) -> Option<[ParabolaHit; 2]> {
    let (rr, cc, rc) = (r.norm_squared(), c.norm_squared(), r.dot(c));
    let product = ComplexField::sqrt(rr * cc);
    let beyond = speed * speed - (product - rc);
    let root = ComplexField::sqrt(beyond * (beyond + 2.0 * product));
    let sum = 2.0 * (beyond + product + root);
    // T = 4 |r|²/Σ and Σ/|c|² for Σ = 2 (s² + r·c + √((s² + r·c)² - |r|²|c|²)); one square root gives both t and 1/t
    let early = ComplexField::sqrt(1.0 / (4.0 * rr * sum));
    let late = ComplexField::sqrt(1.0 / (cc * sum));
    let is_safe = beyond > 1e-14 * product
        && rc < 0.9 * product
        && (early > 0.0 && early < f64::INFINITY)
        && (late > 0.0 && late < f64::INFINITY);
    is_safe.then_some([
        ParabolaHit {
            time: 4.0 * rr * early,
            inverse: sum * early,
        },
        ParabolaHit {
            time: sum * late,
            inverse: cc * late,
        },
    ])
}
