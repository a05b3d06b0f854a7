//! Repeated integrals of the motion after a unit impulse.

use nalgebra::{Complex, ComplexField};

/// Number of moments that are used, `m₀` to `m₁₀`.
pub(super) const COUNT: usize = 11;

/// Largest |rate · time| for which series are used.
const SERIES: f64 = 4.0;

/// Most terms of a series: `4ⁿ (n + 1) 10! / (n + 10)!` is below 1e-19 then.
pub(super) const MOST_TERMS: usize = 36;

/// The moments of `x'' = -γ x' - ω² x` after the velocity 1 at the origin, from the first three, in units of the time:
///
/// ```text
/// M₀ = x'    M_{i+1} = ∫₀ᵗ M_i    mᵢ = M_i / tⁱ    g = γ t    z = ω² t²    mᵢ = 1/i! - g m_{i+1} - z m_{i+2}
/// ```
///
/// Let a and b, |a| ≤ |b|, be the roots of `r² - g r + z`.
///
/// | roots | order | by |
/// |---|---|---|
/// | `\|b\| ≤ 4` | downward | the two highest from their series |
/// | `\|a\| ≤ 4 < \|b\|` | upward | `b m_{i+1} = pᵢ - mᵢ`, where `pᵢ = 1/i! - a p_{i+1}` belongs to a alone |
/// | `\|a\| > 4` | upward | `z m_{i+2} = 1/i! - mᵢ - g m_{i+1}` |
///
/// No order loses more than some 20 ε.
pub(super) fn moments<N>(g: N, z: f64, first: [N; 3]) -> [N; COUNT]
where
    N: ComplexField<RealField = f64> + Copy,
{
    let z = N::from_real(z);
    let mut m = [N::zero(); COUNT];
    m[1..4].copy_from_slice(&first);
    let [small, big] = roots(g, z);
    let (is_small, is_big) = (small.modulus() <= SERIES, big.modulus() <= SERIES);
    if is_big {
        downward(g, z, &mut m);
    } else if is_small {
        let p = decays(small);
        for i in 3..COUNT - 1 {
            m[i + 1] = (p[i] - m[i]) / big;
        }
    } else {
        for i in 2..COUNT - 2 {
            m[i + 2] = (N::from_real(INVERSE_FACTORIALS[i]) - m[i] - g * m[i + 1]) / z;
        }
    }
    m[0] = N::one() - g * m[1] - z * m[2];
    m
}

/// The roots of `r² - g r + z`, the smaller first. Of two conjugate roots of a real equation only the size is right.
fn roots<N: ComplexField<RealField = f64> + Copy>(g: N, z: N) -> [N; 2] {
    let half = g.scale(0.5);
    let Some(root) = (half * half - z).try_sqrt() else {
        return [N::from_real(ComplexField::sqrt(z.modulus())); 2];
    };
    let (sum, difference) = (half + root, half - root);
    let big = if sum.modulus() >= difference.modulus() {
        sum
    } else {
        difference
    };
    if big.is_zero() {
        return [big; 2];
    }
    [z / big, big]
}

/// `mᵢ = Σₙ Tₙ / (n + i)!` for the two highest, `T_{n+1} = -g Tₙ - z T_{n-1}`, and the others from them.
fn downward<N: ComplexField<RealField = f64> + Copy>(g: N, z: N, m: &mut [N; COUNT]) {
    let (mut before, mut term) = (N::zero(), N::one());
    let mut sums = [N::zero(); 2];
    for n in 0..MOST_TERMS {
        let factors = [COUNT - 2, COUNT - 1].map(|i| INVERSE_FACTORIALS[n + i]);
        for (sum, factor) in sums.iter_mut().zip(factors) {
            *sum += term.scale(factor);
        }
        if (before.norm1() + term.norm1()) * factors[0] < NO_BIT {
            break;
        }
        (before, term) = (term, -(g * term + z * before));
    }
    [m[COUNT - 2], m[COUNT - 1]] = sums;
    for i in (4..COUNT - 2).rev() {
        m[i] = N::from_real(INVERSE_FACTORIALS[i]) - g * m[i + 1] - z * m[i + 2];
    }
}

/// `p₃` to `p₉` of `e^(-a s)`: the moments of `x' = -a x`.
fn decays<N: ComplexField<RealField = f64> + Copy>(a: N) -> [N; COUNT] {
    let mut p = [N::zero(); COUNT];
    let last = COUNT - 2;
    let (mut term, mut sum) = (N::one(), N::zero());
    for factor in &INVERSE_FACTORIALS[last..last + MOST_TERMS] {
        sum += term.scale(*factor);
        if term.norm1() * factor < NO_BIT {
            break;
        }
        term = -(a * term);
    }
    p[last] = sum;
    for i in (3..last).rev() {
        p[i] = N::from_real(INVERSE_FACTORIALS[i]) - a * p[i + 1];
    }
    p
}

/// The first three moments without stiffness: `m₀ = e^(-g)`, `g m_{i+1} = 1/i! - mᵢ`.
pub(super) fn without_stiffness(g: Complex<f64>) -> [Complex<f64>; 3] {
    let mut m = [Complex::from(0.0); 4];
    if g.norm1() <= 2.0 {
        let mut term = Complex::from(1.0);
        for factor in &INVERSE_FACTORIALS[3..3 + MOST_TERMS] {
            m[3] += term * *factor;
            term *= -g;
        }
        for i in [2, 1] {
            m[i] = INVERSE_FACTORIALS[i] - g * m[i + 1];
        }
    } else {
        let decay = ComplexField::exp(-g.re);
        m[0] = Complex::new(ComplexField::cos(g.im), -ComplexField::sin(g.im)) * decay;
        for i in 0..3 {
            m[i + 1] = (-m[i] + INVERSE_FACTORIALS[i]) / g;
        }
    }
    [m[1], m[2], m[3]]
}

/// Below an ε of a thousandth of `1/10!`.
const NO_BIT: f64 = 1e-26;

/// `1/n!`
pub(super) const INVERSE_FACTORIALS: [f64; COUNT + MOST_TERMS] = {
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
