//! Moments under laws whose matrices do not commute.

use nalgebra::{ComplexField, SMatrix};

use super::moments::{COUNT, INVERSE_FACTORIALS, MOST_TERMS};
use crate::flow::{Gyration, LinearLaw};

type Square<const D: usize> = SMatrix<f64, D, D>;

/// Largest rate · time for which the series is used.
const SERIES: f64 = 1.5;

/// More doublings lose all digits of the phase.
const MOST_DOUBLINGS: i32 = 54;

/// The first three moments, in units of the time \[s\].
pub(super) fn first<const D: usize>(response: &Gyration<D>, time: f64) -> [Square<D>; 3] {
    let [[_, [velocity, _]], _] = response.map().0;
    [
        velocity / time,
        response.position() / time / time,
        response.ramp() / time / time / time,
    ]
}

/// The moments of `x'' = -B x' - K x` after a time \[s\], in units of it: series over a part of the time, and doublings,
///
/// ```text
/// mᵢ = 1/i! - m_{i+1} B - m_{i+2} K
/// M_{i+2}(2τ) = (1 - M₂ K) M_{i+2} + M₁ M_{i+1} + Σ_{j ≤ i} τ^{i-j}/(i-j)! M_{j+2}
/// ```
///
/// The first three are those of the flow, at each doubling, so that the error of a phase is not doubled.
pub(super) fn moments<const D: usize>(law: &LinearLaw<f64, D>, time: f64) -> [Square<D>; COUNT] {
    let one = Square::identity();
    let damping = one * law.damping - law.gyration;
    let stiffness = one * law.stiffness_per_mass - law.tide;
    let rate = damping.norm().max(ComplexField::sqrt(stiffness.norm()));
    let (mut part, mut doublings) = (time, 0);
    while rate * part.abs() > SERIES {
        (part, doublings) = (0.5 * part, doublings + 1);
        if doublings > MOST_DOUBLINGS {
            return [Square::repeat(f64::NAN); COUNT];
        }
    }
    let mut m = series(&(damping * part), &(stiffness * part * part));
    m[1..4].copy_from_slice(&first(&Gyration::new(law, part), part));
    for _ in 0..doublings {
        m = doubled(&m, &(stiffness * part * part));
        part *= 2.0;
        m[1..4].copy_from_slice(&first(&Gyration::new(law, part), part));
    }
    m[0] = one - m[1] * (damping * time) - m[2] * (stiffness * time * time);
    m
}

/// `mᵢ = Σₙ Tₙ / (n + i)!` for the two highest, `T_{n+1} = -B Tₙ - K T_{n-1}`, and the others from them.
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
    for i in (4..COUNT - 2).rev() {
        m[i] = one * INVERSE_FACTORIALS[i] - m[i + 1] * damping - m[i + 2] * stiffness;
    }
    m
}

/// The moments after twice the time, but for the first three.
fn doubled<const D: usize>(m: &[Square<D>; COUNT], stiffness: &Square<D>) -> [Square<D>; COUNT] {
    let stay = Square::identity() - m[2] * stiffness;
    let mut twice = *m;
    // 2⁻⁴ for the first of them
    let mut scale = 0.0625;
    for i in 2..COUNT - 2 {
        let later = (0..=i).fold(Square::zeros(), |sum: Square<D>, j| {
            sum + m[j + 2] * INVERSE_FACTORIALS[i - j]
        });
        twice[i + 2] = (stay * m[i + 2] + m[1] * m[i + 1] + later) * scale;
        scale *= 0.5;
    }
    twice
}
