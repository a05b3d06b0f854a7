//! Sums of constant vectors times functions of time.

use nalgebra::{ComplexField, SVector};

use super::super::problem::{dot, sum};
use super::jet::{Jet, Quantity};
use super::monotone::MonotoneFunction;
use crate::numbers::split;

/// `Σ V f(t)`
pub(super) struct WeightedSum<Q, const D: usize> {
    pub(super) vectors: [SVector<f64, D>; 4],
    pub(super) functions: [Q; 4],
    /// Whether the first three functions are proportional to 1, t and t²/2.
    pub(super) is_quadratic: bool,
}

impl<Q: Quantity, const D: usize> WeightedSum<Q, D> {
    /// `Σ x f(t)` for the parts x of the vectors along an axis or a direction.
    pub(super) fn of(&self, parts: [f64; 4]) -> Q {
        let [a, b, c, d] = core::array::from_fn(|j| self.functions[j].scaled(parts[j]));
        a + b + (c + d)
    }

    /// The parts of the vectors along a direction.
    pub(super) fn along(&self, normal: &SVector<f64, D>) -> [f64; 4] {
        core::array::from_fn(|j| dot(normal, &self.vectors[j]))
    }

    /// `U² - slope² L²` for the part U along up and the length L across it: zero where the slope is ± this one. For slope 0 it
    /// is U.
    ///
    /// Terms that cancel late do so in the coefficients of `f f`, once for all times.
    pub(super) fn steeper(&self, up: &SVector<f64, D>, slope: f64) -> Q {
        let above = self.along(up);
        if slope == 0.0 {
            return self.of(above);
        }
        let level = self.vectors.map(|vector| across(&vector, up));
        if level == [SVector::<f64, D>::zeros(); 4] {
            // the sum is along up at all times: no slope, so never zero
            return Q::constant(1.0);
        }
        let both = |j: usize, k: usize| {
            let other = slope * (slope * dot(&level[j], &level[k]));
            2.0 * sum(above[j] * above[k], -other)
        };
        self.form(both, |j| {
            let length = slope * level[j].norm();
            sum(above[j], -length) * sum(above[j], length)
        })
    }

    /// `Σ m f f` over all pairs, with `square(j)` for m of j with itself, and `both(j, k)` for the sum of that of j with k
    /// and of k with j.
    pub(super) fn form(
        &self,
        both: impl Fn(usize, usize) -> f64,
        square: impl Fn(usize) -> f64,
    ) -> Q {
        let mut total = Q::constant(0.0);
        for j in 0..4 {
            let mut square = square(j);
            if self.is_quadratic && j == 1 {
                // 1 · t²/2 = (t · t)/2: add the coefficients before they can cancel as terms
                square = sum(square, 0.5 * both(0, 2));
            }
            if square != 0.0 {
                total = total + self.functions[j].squared().scaled(square);
            }
            for k in j + 1..4 {
                let product = both(j, k);
                let is_in_square = self.is_quadratic && (j, k) == (0, 2);
                if product != 0.0 && !is_in_square {
                    total = total + (self.functions[j] * self.functions[k]).scaled(product);
                }
            }
        }
        total
    }
}

impl<const D: usize> WeightedSum<Jet<f64>, D> {
    /// `U - slope L`, and the size of its terms.
    pub(super) fn off_slope(&self, up: &SVector<f64, D>, slope: f64) -> (Jet<f64>, f64) {
        let above = self.along(up);
        let level = self.vectors.map(|vector| across(&vector, up));
        let lengths: [_; D] = core::array::from_fn(|i| self.of(level.map(|vector| vector[i])));
        let off = self.of(above)
            - squared(&lengths)
                .through(MonotoneFunction::Root)
                .scaled(slope);
        let terms = (0..4).map(|j| {
            let size = ComplexField::abs(above[j]) + ComplexField::abs(slope) * level[j].norm();
            size * ComplexField::abs(self.functions[j].value)
        });
        (off, terms.sum())
    }
}

/// A root of a squared condition, polished to rounding by Newton's method for the condition itself, which comes with the
/// size of its terms; none if the condition is not zero near by.
///
/// Where all terms are near zero, the squared condition gives a root to half of the digits: it may be on the wrong side of
/// a bend, or a root with the opposite sign.
pub(super) fn polished(root: f64, off: impl Fn(f64) -> (Jet<f64>, f64)) -> Option<f64> {
    let mut time = root;
    for _ in 0..NEWTON_STEPS {
        let (off, terms) = off(time);
        let polished = nearby(time, off);
        // the rounding of the terms, and of the time
        let rounding = 64.0 * terms + 4.0 * ComplexField::abs(off.rate * time);
        if ComplexField::abs(off.value) <= f64::EPSILON * rounding {
            return Some(polished);
        }
        if polished == time {
            return None;
        }
        time = polished;
    }
    None
}

/// Enough to get to a bend, across it, and to rounding on the other side.
const NEWTON_STEPS: usize = 4;

/// A root after one step of Newton's method for a more precise form of the condition; the root itself if the step is large.
pub(super) fn nearby(root: f64, off: Jet<f64>) -> f64 {
    let polished = root - off.value / off.rate;
    let is_near = ComplexField::abs(polished - root) <= 1e-6 * root;
    if is_near { polished } else { root }
}

/// The part of a vector across a direction, with exact zeros where all is rounding.
pub(super) fn across<const D: usize>(
    vector: &SVector<f64, D>,
    unit: &SVector<f64, D>,
) -> SVector<f64, D> {
    let (along, across) = split(vector, unit);
    across.zip_zip_map(vector, &(unit * along), |across, all, off| {
        if sum(all, -off) == 0.0 { 0.0 } else { across }
    })
}

/// The sum of the components.
pub(super) fn total<Q: Quantity, const D: usize>(terms: [Q; D]) -> Q {
    let mut total = terms[0];
    for &term in &terms[1..] {
        total = total + term;
    }
    total
}

/// The sum of the squares of the components.
pub(super) fn squared<Q: Quantity, const D: usize>(vector: &[Q; D]) -> Q {
    total(vector.map(Q::squared))
}
