//! Repeated integrals of the motion after a unit impulse under a law, called moments.
//!
//! ```text
//! M₀ = x'    M_{i+1} = ∫₀ᵗ M_i    mᵢ = M_i / tⁱ
//! ```

use nalgebra::{ComplexField, SMatrix};

use crate::flow::{Gyration, LinearLaw, Response};

/// Number of moments used, `m₀` to `m₁₀`.
pub(super) const COUNT: usize = 11;

/// Maximum of |rate · time| for which a series is used, for numbers and for matrices.
const SERIES: [f64; 2] = [4.0, 1.5];

/// Maximum number of terms of a series. With this number, `4ⁿ (n + 1) 10! / (n + 10)!` is below
/// 1e-19.
const MOST_TERMS: usize = 36;

/// Maximum number of doublings. With more, no digit of the phase would be correct.
const MOST_DOUBLINGS: i32 = 54;

/// A term below this number does not change a sum, because it is less than ε/1000 of `1/10!`.
const NO_BIT: f64 = 1e-26;

/// The numbers `1/n!`.
const INVERSE_FACTORIALS: [f64; COUNT + MOST_TERMS] = {
    let mut terms = [1.0; COUNT + MOST_TERMS];
    let (mut n, mut factorial) = (1, 1.0);
    while n < terms.len() {
        // exact to 22!
        factorial *= n as f64;
        terms[n] = 1.0 / factorial;
        n += 1;
    }
    terms
};

/// Returns the moments of `x'' = -γ x' - ω² x` after a start at the origin with velocity 1, in
/// units of the elapsed time \[s\]:
///
/// ```text
/// g = γ t    z = ω² t²    mᵢ = 1/i! - g m_{i+1} - z m_{i+2}
/// ```
///
/// Let a and b, with |a| ≤ |b|, be the roots of `r² - g r + z`. The first three moments are those
/// of the flow.
///
/// | roots | order | by |
/// |---|---|---|
/// | `\|b\| ≤ 4` | downward | the two highest ones from their series |
/// | `\|a\| ≤ 4 < \|b\|` | upward | `b m_{i+1} = pᵢ - mᵢ`, where `pᵢ = 1/i! - a p_{i+1}` depends on a alone |
/// | `\|a\| > 4` | upward | `z m_{i+2} = 1/i! - mᵢ - g m_{i+1}` |
///
/// Each direction of the recursion loses at most about 20 ε.
pub(super) fn of_numbers(damping: f64, stiffness: f64, time: f64) -> [f64; COUNT] {
    let (g, z) = (damping * time, stiffness * time * time);
    let mut m = [0.0; COUNT];
    let [small, big] = roots(g, z);
    if big.abs() <= SERIES[0] {
        // terms Tₙ with T_{n+1} = -g Tₙ - z T_{n-1}; mᵢ = Σₙ Tₙ / (n + i)!
        let (mut before, mut term) = (0.0_f64, 1.0_f64);
        for n in 0..MOST_TERMS {
            m[COUNT - 2] += term * INVERSE_FACTORIALS[n + COUNT - 2];
            m[COUNT - 1] += term * INVERSE_FACTORIALS[n + COUNT - 1];
            if (before.abs() + term.abs()) * INVERSE_FACTORIALS[n + COUNT - 2] < NO_BIT {
                break;
            }
            (before, term) = (term, -(g * term + z * before));
        }
        for i in (1..COUNT - 2).rev() {
            m[i] = INVERSE_FACTORIALS[i] - g * m[i + 1] - z * m[i + 2];
        }
    }
    // for smaller roots the series gives these moments to all digits, too
    if big.abs() > 0.5 {
        let response = Response::new(damping, stiffness, time);
        m[1] = response.velocity / time;
        m[2] = response.position / time / time;
        m[3] = response.ramp / time / time / time;
    }
    if big.abs() > SERIES[0] && small.abs() <= SERIES[0] {
        let p = decays(small);
        for i in 3..COUNT - 1 {
            m[i + 1] = (p[i] - m[i]) / big;
        }
    } else if big.abs() > SERIES[0] {
        for i in 2..COUNT - 2 {
            m[i + 2] = (INVERSE_FACTORIALS[i] - m[i] - g * m[i + 1]) / z;
        }
    }
    m[0] = 1.0 - g * m[1] - z * m[2];
    m
}

/// Returns the roots of `r² - g r + z`, the smaller one first; for conjugate roots, their absolute
/// value twice.
fn roots(g: f64, z: f64) -> [f64; 2] {
    let half = 0.5 * g;
    let square = half * half - z;
    if square < 0.0 {
        return [ComplexField::sqrt(z); 2];
    }
    let big = half + ComplexField::sqrt(square).copysign(half);
    [if big == 0.0 { 0.0 } else { z / big }, big]
}

/// Returns `p₃` to `p₉` of `e^(-a s)`: the moments of `x' = -a x`.
fn decays(a: f64) -> [f64; COUNT] {
    let mut p = [0.0; COUNT];
    let last = COUNT - 2;
    let mut term = 1.0_f64;
    for factor in &INVERSE_FACTORIALS[last..last + MOST_TERMS] {
        p[last] += term * factor;
        if term.abs() * factor < NO_BIT {
            break;
        }
        term *= -a;
    }
    for i in (3..last).rev() {
        p[i] = INVERSE_FACTORIALS[i] - a * p[i + 1];
    }
    p
}

type Square<const D: usize> = SMatrix<f64, D, D>;

/// Returns the moments of `x'' = -B x' - K x` after a time \[s\], in units of this time. Computes a
/// series for a part of the time, and then doublings:
///
/// ```text
/// mᵢ = 1/i! - m_{i+1} B - m_{i+2} K
/// M_{i+2}(2τ) = (1 - M₂ K) M_{i+2} + M₁ M_{i+1} + Σ_{j ≤ i} τ^{i-j}/(i-j)! M_{j+2}
/// ```
///
/// Each doubling doubles the error of a phase, as it doubles the effect of a rounded time.
pub(super) fn of_matrices<const D: usize>(
    law: &LinearLaw<f64, D>,
    time: f64,
) -> [Square<D>; COUNT] {
    let one = Square::identity();
    let damping = one * law.damping - law.gyration;
    let stiffness = one * law.stiffness_per_mass - law.tide;
    let rate = damping.norm().max(ComplexField::sqrt(stiffness.norm()));
    let (mut part, mut doublings) = (time, 0);
    while rate * part.abs() > SERIES[1] {
        (part, doublings) = (0.5 * part, doublings + 1);
        if doublings > MOST_DOUBLINGS {
            return [Square::repeat(f64::NAN); COUNT];
        }
    }
    let mut m = series(&(damping * part), &(stiffness * part * part));
    for _ in 0..doublings {
        m = doubled(&m, &(stiffness * part * part));
        part *= 2.0;
        m[0] = one - m[1] * (damping * part) - m[2] * (stiffness * part * part);
    }
    m
}

/// Replaces the first moments after a time \[s\] by those of the flow. The flow has the phase to
/// rounding, but takes several times as long as [`of_matrices`].
pub(super) fn set_first<const D: usize>(
    m: &mut [Square<D>; COUNT],
    law: &LinearLaw<f64, D>,
    time: f64,
) {
    let response = Gyration::new(law, time);
    let [[_, [velocity, _]], _] = response.map().0;
    m[1] = velocity / time;
    m[2] = response.position() / time / time;
    m[3] = response.ramp() / time / time / time;
}

/// Returns `mᵢ = Σₙ Tₙ / (n + i)!` for the two highest moments, `T_{n+1} = -B Tₙ - K T_{n-1}`; the others follow from these two.
fn series<const D: usize>(damping: &Square<D>, stiffness: &Square<D>) -> [Square<D>; COUNT] {
    let one = Square::<D>::identity();
    let (mut before, mut term) = (Square::<D>::zeros(), one);
    let mut m = [Square::<D>::zeros(); COUNT];
    for n in 0..MOST_TERMS {
        for i in [COUNT - 2, COUNT - 1] {
            m[i] += term * INVERSE_FACTORIALS[n + i];
        }
        (before, term) = (term, -(damping * term + stiffness * before));
    }
    for i in (0..COUNT - 2).rev() {
        m[i] = one * INVERSE_FACTORIALS[i] - m[i + 1] * damping - m[i + 2] * stiffness;
    }
    m
}

/// Returns the moments after twice the time, except the first moment.
fn doubled<const D: usize>(m: &[Square<D>; COUNT], stiffness: &Square<D>) -> [Square<D>; COUNT] {
    let stay = Square::identity() - m[2] * stiffness;
    let mut twice = *m;
    let mut scale = 0.5;
    for i in 1..COUNT {
        let later = (2..=i).fold(Square::zeros(), |sum: Square<D>, j| {
            sum + m[j] * INVERSE_FACTORIALS[i - j]
        });
        twice[i] = (stay * m[i] + m[1] * m[i - 1] + later) * scale;
        scale *= 0.5;
    }
    twice
}
