//! `x/(1 - e^-x)`: how much faster a launch has to be under linear drag than without, for x = γt.

use nalgebra::ComplexField;

/// `p = x/(1 - e^-x)` and `(p - 1)/x` for x ≥ 0, with 1 and 1/2 at zero. For x = γt, `1/S = p/t` and `S₁/S = t (p - 1)/x`.
///
/// Small x: `(p - 1)/x = 1/2 + Σ B₂ₖ x^(2k-1) / (2k)!` with Bernoulli's numbers. Large x: one exponential.
#[inline]
pub(super) fn stretch(x: f64) -> [f64; 2] {
    if x < SERIES {
        let square = x * x;
        let more = 0.5 + x * bernoulli(square);
        [1.0 + x * more, more]
    } else {
        let p = x / (1.0 - ComplexField::exp(-x));
        [p, (p - 1.0) / x]
    }
}

/// [`stretch`] of two numbers, side by side if both take the series.
#[inline]
pub(super) fn stretch_both(x: [f64; 2]) -> [[f64; 2]; 2] {
    if x[0] < SERIES && x[1] < SERIES {
        let more = [0, 1].map(|i| 0.5 + x[i] * bernoulli(x[i] * x[i]));
        [[1.0 + x[0] * more[0], 1.0 + x[1] * more[1]], more]
    } else {
        let [[p0, more0], [p1, more1]] = x.map(stretch);
        [[p0, p1], [more0, more1]]
    }
}

/// Below this x the series is used: each term is x²/39 (= 1/(2π)² x²) of the one before.
const SERIES: f64 = 1.5;

/// `Σ B₂ₖ₊₂ yᵏ / (2k + 2)!` by Estrin's scheme: short chains of operations that depend on each other.
#[inline]
fn bernoulli(y: f64) -> f64 {
    let y2 = y * y;
    let y4 = y2 * y2;
    let pair = |k: usize| TERMS[k] + TERMS[k + 1] * y;
    let four = |k: usize| pair(k) + pair(k + 2) * y2;
    (four(0) + four(4) * y4) + four(8) * (y4 * y4)
}

/// `B₂ₖ / (2k)!` from k = 1 on.
const TERMS: [f64; 12] = [
    0.083_333_333_333_333_33,
    -0.001_388_888_888_888_889,
    3.306_878_306_878_307e-5,
    -8.267_195_767_195_768e-7,
    2.087_675_698_786_81e-8,
    -5.284_190_138_687_493e-10,
    1.338_253_653_068_467_9e-11,
    -3.389_680_296_322_582_7e-13,
    8.586_062_056_277_845e-15,
    -2.174_868_698_558_062e-16,
    5.509_002_828_360_229_5e-18,
    -1.395_446_468_581_252_3e-19,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{phi_1, phi_2};

    /// Compared with φ₁ and φ₂, which have their own tests.
    #[test]
    fn stretch_is_what_the_entire_functions_say() {
        for k in -3000..900 {
            let x = 10.0_f64.powf(f64::from(k) / 300.0);
            let [p, more] = stretch(x);
            assert!((p * phi_1(-x) - 1.0).abs() < 4.0 * f64::EPSILON, "{x}");
            let expected = phi_2(-x) / phi_1(-x);
            assert!((more / expected - 1.0).abs() < 6.0 * f64::EPSILON, "{x}");
        }
        assert_eq!(stretch(0.0), [1.0, 0.5]);
    }
}
