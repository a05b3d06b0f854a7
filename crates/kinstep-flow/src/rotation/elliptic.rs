//! The elliptic functions, and the elliptic integral, of the free rotation.

use nalgebra::ComplexField;

/// Jacobi's elliptic functions for one argument.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jacobi {
    /// `sn u`.
    pub(super) sn: f64,
    /// `cn u`.
    pub(super) cn: f64,
    /// `dn u`, never negative.
    pub(super) dn: f64,
    /// The quarter period K; infinite on the separatrix.
    pub(super) quarter_period: f64,
}

/// A motion whose complement is below this limit counts as on the separatrix; the quarter period K
/// is then above 300.
const LEAST: f64 = 1e-260;

/// Maximum number of iterations of the AGM. The smallest complement needs 13 iterations.
const MEANS: usize = 16;

impl Jacobi {
    /// Returns the functions of `u`, for a complementary parameter `1 - m = 1 - k²` in \[0, 1\].
    ///
    /// The parameter is the complement, because the subtraction `1 - m` would cancel near the
    /// separatrix.
    ///
    /// ```text
    /// aₙ₊₁ = (aₙ + gₙ) / 2     gₙ₊₁ = √(aₙ gₙ)     from a₀ = 1, g₀ = √(1 - m)     K = π / 2a
    /// cs = cₙ cot(a u)  down to  c₀ = cn / sn       (Bulirsch's descent, Landen's transformation)
    /// ```
    pub(super) fn new(u: f64, complement: f64) -> Self {
        if complement < LEAST {
            // so the squares of cn and dn are normal numbers
            let dn = ComplexField::cosh(u.clamp(-290.0, 290.0)).recip();
            return Self {
                sn: ComplexField::tanh(u),
                cn: dn,
                dn,
                quarter_period: f64::INFINITY,
            };
        }
        let mut means = [(1.0, 1.0); MEANS];
        let (mut arithmetic, mut product) = (1.0, complement);
        let mut last = 0;
        for (index, mean) in means.iter_mut().enumerate() {
            let geometric = ComplexField::sqrt(product);
            *mean = (arithmetic, geometric);
            last = index;
            let next = 0.5 * (arithmetic + geometric);
            // quadratic convergence: the next difference is about the square of this difference
            let met = (arithmetic - geometric).abs() <= 1e-8 * arithmetic;
            product = arithmetic * geometric;
            arithmetic = next;
            if met {
                break;
            }
        }
        let quarter_period = core::f64::consts::FRAC_PI_2 / arithmetic;
        let (sine, cosine) = ComplexField::sin_cos(arithmetic * u);
        if sine == 0.0 {
            return Self {
                sn: sine,
                cn: cosine,
                dn: 1.0,
                quarter_period,
            };
        }
        let mut cotangent = cosine / sine;
        let mut scaled = arithmetic * cotangent;
        let mut dn = 1.0;
        for (arithmetic, geometric) in means[..=last].iter().rev() {
            cotangent *= scaled;
            scaled *= dn;
            dn = (geometric + cotangent) / (arithmetic + cotangent);
            cotangent = scaled / arithmetic;
        }
        let size = ComplexField::sqrt(scaled * scaled + 1.0).recip();
        let sn = size.copysign(sine);
        Self {
            sn,
            cn: scaled * sn,
            dn,
            quarter_period,
        }
    }
}

/// Maximum argument for which [`sine_ratio`] is accurate to rounding.
pub(super) const SMALL: f64 = 0.1;

/// Returns `sn(u) / u` for `|u| ≤ 0.1`, from u² and the parameter m, by the power series of sn up
/// to the term with u¹³.
///
/// The distance of the poles of sn from zero is at least π/2, so the first omitted term is 2e-18 of
/// the first term.
#[inline(always)]
pub(super) fn sine_ratio(u2: f64, m: f64) -> f64 {
    let m2 = m * m;
    let m3 = m2 * m;
    // m^k P(1/m) = P(m), because the coefficients of each polynomial are symmetric
    let (p2, p4) = (1.0 + m2, 1.0 + m2 * m2);
    let (odd3, odd5) = (1.0 + m3, 1.0 + m3 * m2);
    let one = 1.0 + m;
    let two = p2 + 14.0 * m;
    let three = odd3 + 135.0 * m * one;
    let four = p4 + m * (1228.0 * p2 + 5478.0 * m);
    let five = odd5 + m * (11_069.0 * odd3 + 165_826.0 * m * one);
    let six = 1.0 + m3 * m3 + m * (99_642.0 * p4 + m * (4_494_351.0 * p2 + 13_180_268.0 * m));
    let term = |polynomial: f64, inverse: f64, rest: f64| polynomial * inverse - u2 * rest;
    let rest = term(five, 1.0 / 39_916_800.0, six * (1.0 / 6_227_020_800.0));
    let rest = term(three, 1.0 / 5040.0, term(four, 1.0 / 362_880.0, rest));
    1.0 - u2 * term(one, 1.0 / 6.0, term(two, 1.0 / 120.0, rest))
}

/// Returns Carlson's `R_J(x, y, 1, p)` for x and y in \[0, 1\], not both zero, and `p ≥ 1`.
///
/// ```text
/// R_J(x, y, z, p) = 3/2 ∫₀^∞ dt / ((t + p) √((t + x)(t + y)(t + z)))
/// ```
///
/// Each duplication divides the differences of the four arguments by 4. At the end, a series of
/// degree 7 in the remaining differences is evaluated (DLMF 19.26.18 and 19.36.2).
pub(super) fn carlson_rj(x: f64, y: f64, p: f64) -> f64 {
    let [mut x, mut y, mut z, mut p] = [x, y, 1.0, p];
    let mut delta = (p - x) * (p - y) * (p - z);
    let (mut sum, mut scale) = (0.0, 1.0);
    // at most five duplications for p ≤ 2; the loop also ends for NaN
    for _ in 0..40 {
        let (last, is_good) = carlson_last(x, y, z, p);
        if is_good {
            return scale * last + 6.0 * sum;
        }
        let [sx, sy, sz, sp] = [x, y, z, p].map(ComplexField::sqrt);
        let d = (sp + sx) * (sp + sy) * (sp + sz);
        let inverse = d.recip();
        sum += scale * inverse * arctan_ratio(delta * inverse * inverse);
        let lambda = sx * sy + sy * sz + sz * sx;
        [x, y, z, p] = [x, y, z, p].map(|value| 0.25 * (value + lambda));
        scale *= 0.25;
        delta *= 1.0 / 64.0;
    }
    f64::NAN
}

/// Returns `R_J(x, y, 1, p)` by the series alone, without duplications, and whether x, y and p are
/// sufficiently near to 1 for the series.
#[inline(always)]
pub(super) fn carlson_rj_of_neighbours(x: f64, y: f64, p: f64) -> (f64, bool) {
    carlson_last(x, y, 1.0, p)
}

/// Returns `R_J` by its series, and whether the series is accurate to rounding.
#[inline(always)]
fn carlson_last(x: f64, y: f64, z: f64, p: f64) -> (f64, bool) {
    let mean = 0.2 * (x + y + z + 2.0 * p);
    let inverse = mean.recip();
    let [a, b, c] = [
        (mean - x) * inverse,
        (mean - y) * inverse,
        (mean - z) * inverse,
    ];
    let value = carlson_series(a, b, c) * inverse / ComplexField::sqrt(mean);
    (value, a.abs().max(b.abs()).max(c.abs()) < 0.01)
}

/// Returns `A^(3/2) R_J`, by a series in the relative differences of x, y and z from their mean A.
#[inline(always)]
fn carlson_series(a: f64, b: f64, c: f64) -> f64 {
    let p = -0.5 * (a + b + c);
    let abc = a * b * c;
    let p2 = p * p;
    let e2 = a * b + b * c + c * a - 3.0 * p2;
    let e3 = abc + 2.0 * p * (e2 + 2.0 * p2);
    let e4 = p * (2.0 * abc + p * (e2 + 3.0 * p2));
    let e5 = abc * p2;
    1.0 - e2 * (3.0 / 14.0 - e2 * (9.0 / 88.0 - e2 / 16.0))
        + e3 * (1.0 / 6.0 - e2 * (9.0 / 52.0 - e2 * (45.0 / 272.0)) + e3 * (3.0 / 40.0))
        - e4 * (3.0 / 22.0 - e2 * (3.0 / 20.0) + e3 * (9.0 / 68.0))
        + e5 * (3.0 / 26.0 - e2 * (9.0 / 68.0))
}

/// Returns `R_C(1, 1 + e) = arctan(√e) / √e` for `e ≥ 0`.
fn arctan_ratio(e: f64) -> f64 {
    if e < 0.01 {
        // Σ (-e)ᵏ / (2k + 1)
        let last = 1.0 / 11.0 - e * (1.0 / 13.0 - e * (1.0 / 15.0));
        1.0 - e * (1.0 / 3.0 - e * (1.0 / 5.0 - e * (1.0 / 7.0 - e * (1.0 / 9.0 - e * last))))
    } else {
        let root = ComplexField::sqrt(e);
        ComplexField::atan(root) / root
    }
}

#[cfg(test)]
#[path = "elliptic_tests.rs"]
mod tests;
