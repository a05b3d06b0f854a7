//! Rotations as quaternions.

use nalgebra::{ComplexField, Quaternion, Vector3};

/// Returns `[cos x, sin x]`
#[inline]
pub(super) fn half_turn(x: f64) -> [f64; 2] {
    let [cosine, ratio] = cosine_and_ratio(x * x);
    [cosine, ratio * x]
}

/// Returns `[cos x, sin x]`, and whether |x| is less than half a radian. Only then is the result
/// accurate.
#[inline(always)]
pub(super) fn half_turn_of_less(x: f64) -> ([f64; 2], bool) {
    let s = x * x;
    let [cosine, ratio] = small_cosine_and_ratio(s);
    ([cosine, ratio * x], s < SMALL)
}

/// Returns `exp(v)`: the rotation by the angle `2|v|` \[rad\] about v.
#[inline]
pub(super) fn turn(v: &Vector3<f64>) -> Quaternion<f64> {
    let [cosine, ratio] = cosine_and_ratio(v.norm_squared());
    Quaternion::from_parts(cosine, v * ratio)
}

/// Returns `[cos √s, sin √s / √s]`
#[inline]
fn cosine_and_ratio(s: f64) -> [f64; 2] {
    if s < SMALL {
        small_cosine_and_ratio(s)
    } else {
        let x = ComplexField::sqrt(s);
        let (sine, cosine) = ComplexField::sin_cos(x);
        [cosine, sine / x]
    }
}

/// Limit of s below which the polynomials are accurate to rounding.
const SMALL: f64 = 0.25;

#[inline(always)]
fn small_cosine_and_ratio(s: f64) -> [f64; 2] {
    [polynomial(&COSINE, s), polynomial(&RATIO, s)]
}

/// `(-1)ᵏ / (2k)!`
const COSINE: [f64; 8] = reciprocals(0);

/// `(-1)ᵏ / (2k + 1)!`
const RATIO: [f64; 8] = reciprocals(1);

/// Returns `(-1)ᵏ / (2k + first)!`
const fn reciprocals(first: usize) -> [f64; 8] {
    let mut terms = [0.0; 8];
    let (mut k, mut factorial) = (0, 1.0);
    while k < 8 {
        terms[k] = 1.0 / factorial;
        let next = 2 * k + first + 1;
        factorial *= -((next * (next + 1)) as f64);
        k += 1;
    }
    terms
}

/// Returns `Σ aₖ xᵏ`. The terms are added in pairs, and these sums in pairs.
#[inline(always)]
fn polynomial(terms: &[f64; 8], x: f64) -> f64 {
    let x2 = x * x;
    let pair = |k: usize| terms[k] + terms[k + 1] * x;
    let four = |k: usize| pair(k) + pair(k + 2) * x2;
    four(0) + four(4) * (x2 * x2)
}

/// Returns `F(m) R_z(ψ) F(n)ᵀ` for directions m and n that are not near the third axis e, with
/// `F(m) = [e × m, m × (e × m), m]`. The result is a quaternion of any length. ψ is the sum of two
/// angles: `half` contains the cosine and sine of half of the first angle. `other` contains the
/// cosine and sine of the second angle, both times any common factor, and the cosine is positive.
/// The direction of half of the second angle is midway between `other` and the axis.
#[inline(always)]
pub(super) fn frame_turn(
    m: &Vector3<f64>,
    n: &Vector3<f64>,
    half: [f64; 2],
    other: [f64; 2],
) -> Quaternion<f64> {
    // with the angles of m and n: R_z(φ_m) R_y(θ_m - θ_n) R_z(-φ_n), times a positive factor
    let (across_m, across_n) = (
        ComplexField::sqrt(m.x * m.x + m.y * m.y),
        ComplexField::sqrt(n.x * n.x + n.y * n.y),
    );
    let along = m.x * n.x + m.y * n.y;
    // first a rotation by half a turn about e, if it makes n nearer to m
    let side = 1.0_f64.copysign(along);
    let (nx, ny) = (side * n.x, side * n.y);
    let tilt = 1.0 + (m.z * n.z + across_m * across_n);
    let sine = across_m * n.z - m.z * across_n;
    let w = tilt * (across_m * across_n + along.abs());
    let x = -sine * (across_m * ny + across_n * m.y);
    let y = sine * (across_m * nx + across_n * m.x);
    let z = tilt * (nx * m.y - ny * m.x);
    let carried = if side > 0.0 {
        Quaternion::new(w, x, y, z)
    } else {
        Quaternion::new(-z, y, -x, w)
    };
    let [c, s] = half;
    let [u, v] = other;
    let u = u + ComplexField::sqrt(u * u + v * v);
    Quaternion::from_parts(c * u - s * v, m * (c * v + s * u)) * carried
}

/// Normalises a vector whose length differs from 1 only by rounding.
#[inline(always)]
pub(super) fn unit_vector(vector: &Vector3<f64>) -> Vector3<f64> {
    vector * to_unit(vector.norm_squared())
}

/// Normalises a quaternion.
#[inline(always)]
pub(super) fn unit(quaternion: &Quaternion<f64>) -> Quaternion<f64> {
    quaternion * to_unit(quaternion.norm_squared())
}

/// Returns `1 / √s`. It is fast if s is near 1.
#[inline(always)]
fn to_unit(s: f64) -> f64 {
    let over = s - 1.0;
    if over.abs() < 1e-5 {
        // the next term is 5/16 of over³
        1.0 - over * (0.5 - 0.375 * over)
    } else {
        ComplexField::sqrt(s).recip()
    }
}

/// Returns a vector, rotated by a quaternion of length 1.
#[inline(always)]
pub(super) fn rotate(by: &Quaternion<f64>, vector: &Vector3<f64>) -> Vector3<f64> {
    let part = by.imag();
    let twice = part.cross(vector) * 2.0;
    vector + twice * by.w + part.cross(&twice)
}

/// Returns the length of a vector, also if its square overflows or underflows.
#[inline]
pub(super) fn length(vector: &Vector3<f64>) -> f64 {
    let (value, is_good) = length_of_square(vector.norm_squared());
    if is_good {
        return value;
    }
    let size = vector.amax();
    if size == 0.0 || !size.is_finite() {
        return size;
    }
    size * ComplexField::sqrt((vector / size).norm_squared())
}

/// Returns a length from its square, and whether the square neither overflows nor underflows.
#[inline(always)]
pub(super) fn length_of_square(square: f64) -> (f64, bool) {
    let is_good = square > 1e-280 && square < 1e280;
    (ComplexField::sqrt(square), is_good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_or_not_at_all_of_length_1_gets_it() {
        let direction = Vector3::new(0.36, -0.48, 0.8);
        for size in [1.0 - 4e-6, 1.0, 1.0 + 3e-6, 1.0 + 1e-4, 0.2, 7.0] {
            let length = unit_vector(&(direction * size)).norm();
            assert!((length - 1.0).abs() < 1e-15, "{size}: {length}");
            let turn = Quaternion::from_parts(0.0, direction * size);
            assert!((unit(&turn).norm() - 1.0).abs() < 1e-15, "{size}");
        }
    }
}
