//! The motion under `x'' = c + j t - γ x' - ω² x` to 150 digits, by a matrix exponential that shares
//! nothing with the formulas of the crate.

use crate::digits::with_bits;
pub use crate::digits::{Big, small};

/// Precision in bits; repeated squaring and decayed modes may cost 1800 of them.
const PRECISION: usize = 2048;

pub fn big(value: f64) -> Big {
    with_bits(value, PRECISION)
}

/// The exact motion under a linear law over a time h, along one axis.
///
/// `x' = xx x + xv v + xc c + xj j`, `v' = vx x + vv v + vc c + vj j`
#[derive(Clone)]
pub struct Exact {
    pub xx: Big,
    pub xv: Big,
    pub xc: Big,
    pub xj: Big,
    pub vx: Big,
    pub vv: Big,
    pub vc: Big,
    pub vj: Big,
    /// The time h: the off-diagonal entry of the last block of the exponential.
    h: Big,
}

impl Exact {
    /// The coefficients, without the time.
    pub fn values(&self) -> [&Big; 8] {
        let Self {
            xx,
            xv,
            xc,
            xj,
            vx,
            vv,
            vc,
            vj,
            ..
        } = self;
        [xx, xv, xc, xj, vx, vv, vc, vj]
    }

    /// The coefficients, and the first-order change of each coefficient per relative change of
    /// damping, stiffness and time.
    pub fn with_sensitivities(damping: f64, stiffness: f64, h: f64) -> (Self, [[f64; 8]; 3]) {
        let parameters = [damping, stiffness, h].map(big);
        let [g, w, t] = &parameters;
        let exact = Self::new(g, w, t);
        let nudge = big(1.0) >> 400;
        let sensitivities = core::array::from_fn(|which| {
            let mut nudged = parameters.clone();
            nudged[which] = &nudged[which] * (big(1.0) + &nudge);
            let [g, w, t] = &nudged;
            let moved = Self::new(g, w, t);
            let (old, new) = (exact.values(), moved.values());
            core::array::from_fn(|i| small(&((new[i] - old[i]) / &nudge)).abs())
        });
        (exact, sensitivities)
    }

    /// `exp(h M)` for `M = [[0, 1, 0, 0], [-ω², -γ, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]`.
    pub fn new(damping: &Big, stiffness: &Big, h: &Big) -> Self {
        let [g, w, t] = [damping, stiffness, h].map(|number| small(number).abs());
        let size = (g * t).max(w * t * t).max(1.0) * t.max(1.0) * w.max(1.0);
        let halvings = 16 + size.log2().ceil() as i32;
        let mut exact = Self::series(damping, stiffness, &(h.clone() >> halvings as isize));
        for _ in 0..halvings {
            exact = exact.squared();
        }
        exact
    }

    /// The first 110 terms of the exponential, rows of `(hM)ᵏ / k!` built from the left.
    fn series(damping: &Big, stiffness: &Big, h: &Big) -> Self {
        let zero = big(0.0);
        let one = big(1.0);
        // the row (1, 0, 0, 0) and the row (0, 1, 0, 0)
        let mut x = [one.clone(), zero.clone(), zero.clone(), zero.clone()];
        let mut v = [zero.clone(), one.clone(), zero.clone(), zero];
        let (mut sum_x, mut sum_v) = (x.clone(), v.clone());
        for k in 1..110 {
            let factor = h / big(f64::from(k));
            for (row, sum) in [(&mut x, &mut sum_x), (&mut v, &mut sum_v)] {
                let [a, b, c, _] = row.clone();
                *row = [
                    -(&b * stiffness) * &factor,
                    (&a - &b * damping) * &factor,
                    b * &factor,
                    c * &factor,
                ];
                for (sum, term) in sum.iter_mut().zip(row.iter()) {
                    *sum += term;
                }
            }
        }
        let [xx, xv, xc, xj] = sum_x;
        let [vx, vv, vc, vj] = sum_v;
        Self {
            xx,
            xv,
            xc,
            xj,
            vx,
            vv,
            vc,
            vj,
            h: h.clone(),
        }
    }

    /// Returns the motion over twice the time.
    fn squared(&self) -> Self {
        let row = |a: &Big, b: &Big, c: &Big, j: &Big| {
            [
                a * &self.xx + b * &self.vx,
                a * &self.xv + b * &self.vv,
                a * &self.xc + b * &self.vc + c,
                a * &self.xj + b * &self.vj + c * &self.h + j,
            ]
        };
        let [xx, xv, xc, xj] = row(&self.xx, &self.xv, &self.xc, &self.xj);
        let [vx, vv, vc, vj] = row(&self.vx, &self.vv, &self.vc, &self.vj);
        Self {
            xx,
            xv,
            xc,
            xj,
            vx,
            vv,
            vc,
            vj,
            h: self.h.clone() << 1,
        }
    }
}

/// `exp(A)` by its series and squaring, to a hundred digits.
pub fn exponential<const N: usize>(matrix: &[[Big; N]; N]) -> [[Big; N]; N] {
    const BITS: usize = 512;
    let size = (matrix.iter())
        .map(|row| row.iter().map(|entry| small(entry).abs()).sum::<f64>())
        .fold(1.0, f64::max);
    let halvings = 12 + size.log2().ceil() as isize;
    let part: [[Big; N]; N] = core::array::from_fn(|i| {
        core::array::from_fn(|k| {
            let entry = matrix[i][k].clone() >> halvings;
            entry.with_precision(BITS).value()
        })
    });
    let product = |a: &[[Big; N]; N], b: &[[Big; N]; N]| -> [[Big; N]; N] {
        core::array::from_fn(|i| {
            core::array::from_fn(|k| {
                let zero = big(0.0).with_precision(BITS).value();
                (0..N).fold(zero, |sum, j| {
                    if small(&a[i][j]) == 0.0 || small(&b[j][k]) == 0.0 {
                        sum
                    } else {
                        sum + &a[i][j] * &b[j][k]
                    }
                })
            })
        })
    };
    let one = |i: usize, k: usize| {
        let entry = big(f64::from(u8::from(i == k)));
        entry.with_precision(BITS).value()
    };
    let mut sum: [[Big; N]; N] = core::array::from_fn(|i| core::array::from_fn(|k| one(i, k)));
    let mut term = sum.clone();
    for n in 1..26 {
        term = product(&term, &part);
        let inverse = big(1.0) / big(f64::from(n));
        for (sums, terms) in sum.iter_mut().zip(&mut term) {
            for (sum, term) in sums.iter_mut().zip(terms) {
                *term = &*term * &inverse;
                *sum = &*sum + &*term;
            }
        }
    }
    for _ in 0..halvings {
        sum = product(&sum, &sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_true() {
        // x = cos ωt, x = sin ωt / ω and v = e^(-γt)
        let exact = Exact::new(&big(0.0), &big(4.0), &big(1.5));
        assert!((small(&exact.xx) - 3.0_f64.cos()).abs() < 1e-15);
        assert!((small(&exact.xv) - 3.0_f64.sin() / 2.0).abs() < 1e-15);
        let exact = Exact::new(&big(0.5), &big(0.0), &big(3.0));
        assert!((small(&exact.vv) - (-1.5_f64).exp()).abs() < 1e-15);
        assert!((small(&exact.vj) - (3.0 + (-1.5_f64).exp_m1() / 0.5) / 0.5).abs() < 1e-13);
    }
}
