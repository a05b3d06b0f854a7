//! Entire functions that exact increments need, computed without cancellation.
//!
//! Each function has a removable singularity at zero, where the textbook formula loses all digits.
//! So a series is used near zero. With the chosen numbers of terms and limits of the series, the
//! error is at most 2 ε. All functions are evaluated in `f64` for every number type, so an `f32`
//! result is correctly rounded up to its own precision.

use nalgebra::ComplexField;

/// Returns `φ₁(x) = (eˣ - 1) / x`, with `φ₁(0) = 1`.
///
/// With the drag rate γ, a velocity changes by `a₀ dt φ₁(-γ dt)`.
///
/// ```
/// use kinstep_flow::flow::phi_1;
///
/// // 1e-9 of the fall is lost to the air: the textbook's 1 - e^(-γt) has 7 digits left, this has all
/// assert!((phi_1(-2e-9) - (1.0 - 1e-9)).abs() < 2e-16);
/// ```
#[must_use]
pub fn phi_1(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else {
        ComplexField::exp_m1(x) / x
    }
}

/// Returns `φ₂(x) = (eˣ - 1 - x) / x²`, with `φ₂(0) = ½`.
///
/// With the drag rate γ, a position changes by `a₀ dt² φ₂(-γ dt)` relative to coasting.
///
/// ```
/// use kinstep_flow::flow::phi_2;
///
/// // a fall from rest for 2 s at γ = 0.5 /s: x = g t² φ₂(-γt) = g (γt - 1 + e^(-γt))/γ²
/// let fallen = 9.81 * 4.0 * phi_2(-1.0);
/// assert!((fallen - 9.81 * (-1.0_f64).exp() / 0.25).abs() < 1e-14);
/// ```
#[must_use]
pub fn phi_2(x: f64) -> f64 {
    if ComplexField::abs(x) < SERIES {
        phi_2_series(x)
    } else {
        // two divisions: x² may overflow although the quotient does not
        (ComplexField::exp_m1(x) - x) / x / x
    }
}

/// Returns `[eˣ, φ₁(x), φ₂(x)]` with at most one evaluation of the exponential function.
#[inline]
#[must_use]
pub fn exponentials(x: f64) -> [f64; 3] {
    if ComplexField::abs(x) < SERIES {
        // from φ₂ back to eˣ by recurrence: each function is 1/n! + x times the next function;
        // nothing cancels
        let two = phi_2_series(x);
        let one = 1.0 + x * two;
        [1.0 + x * one, one, two]
    } else {
        // the CPU can compute this division in parallel with the exponential
        let inverse = 1.0 / x;
        let exp = ComplexField::exp(x);
        let change = exp - 1.0;
        [exp, change * inverse, (change - x) * inverse * inverse]
    }
}

/// Returns `ln(1 + x) / x`, and 1 for x = 0.
#[must_use]
pub fn log_1p_over(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else {
        ComplexField::ln_1p(x) / x
    }
}

/// If the magnitude of x is below this limit, φ₂ is computed by its series.
const SERIES: f64 = 0.75;

/// Returns `Σ xᵏ / (k + 2)!`, up to `x¹⁵`.
#[inline]
fn phi_2_series(x: f64) -> f64 {
    polynomial(&FACTORIAL, x)
}

/// `1 / (k + 2)!`
const FACTORIAL: [f64; 16] = {
    let mut terms = [0.0; 16];
    let (mut k, mut factorial) = (0, 1.0);
    while k < 16 {
        factorial *= (k + 2) as f64;
        terms[k] = 1.0 / factorial;
        k += 1;
    }
    terms
};

/// `1 / (2k + 3)`
const ODD: [f64; 16] = {
    let mut terms = [0.0; 16];
    let mut k = 0;
    while k < 16 {
        terms[k] = 1.0 / (2 * k + 3) as f64;
        k += 1;
    }
    terms
};

/// Returns `Σ aₖ xᵏ`. The terms are added in pairs, and these sums in pairs, so that only five
/// products depend on each other instead of fifteen.
#[inline]
fn polynomial(terms: &[f64; 16], x: f64) -> f64 {
    let x2 = x * x;
    let x4 = x2 * x2;
    let pair = |k: usize| terms[k] + terms[k + 1] * x;
    let four = |k: usize| pair(k) + pair(k + 2) * x2;
    let eight = |k: usize| four(k) + four(k + 4) * x4;
    eight(0) + eight(8) * (x4 * x4)
}

/// Returns `(d - ln(1 + d)) / d²`, and ½ for d = 0. It is infinite or NaN for `d ≤ -1`.
///
/// With quadratic drag and `q = k |v| dt`, a position changes by `-v dt q · log_ratio(q)` relative
/// to coasting.
///
/// ```
/// use kinstep_flow::flow::log_ratio;
///
/// // 20 m/s braked by k = 0.05 /m for 1 s: the way is ln(1 + k v t)/k
/// let q = 0.05 * 20.0;
/// let way = 20.0 - 20.0 * q * log_ratio(q);
/// assert!((way - 2.0_f64.ln() / 0.05).abs() < 1e-14);
/// ```
#[must_use]
pub fn log_ratio(d: f64) -> f64 {
    if ComplexField::abs(d) < 0.5 {
        // with s = d / (2 + d): ln(1 + d) = 2 artanh s, and d = 2 s / (1 - s)
        let w = 1.0 / (2.0 + d);
        let s = d * w;
        let odd = polynomial(&ODD, s * s);
        w - 2.0 * s * w * w * odd
    } else {
        (d - ComplexField::ln_1p(d)) / d / d
    }
}

/// Returns `sin(√q) / √q` and `1 - cos(√q)` for `q > -1`. For negative `q` these are hyperbolic
/// functions.
pub(super) fn sine_and_versine(q: f64) -> (f64, f64) {
    if ComplexField::abs(q) < 1.0 {
        // Σ (-q)ᵏ / (2k + 1)!  and  q Σ (-q)ᵏ / (2k + 2)!
        let (sine, versine) = (1..=10).rev().fold((1.0, 1.0), |(sine, versine), k| {
            let k = f64::from(k);
            let (odd, even) = (2.0 * k * (2.0 * k + 1.0), (2.0 * k + 1.0) * (2.0 * k + 2.0));
            (1.0 - sine * q / odd, 1.0 - versine * q / even)
        });
        (sine, 0.5 * q * versine)
    } else {
        let r = ComplexField::sqrt(q);
        let half = ComplexField::sin(0.5 * r);
        (ComplexField::sin(r) / r, 2.0 * half * half)
    }
}
