//! Sums of vectors that functions of the time weigh.

use nalgebra::{ComplexField, SVector};

use super::super::task::{dot, sum};
use super::curve::Curve;
use super::jet::{Jet, Quantity};
use crate::space::split;

/// `Σ V f(t)`
pub(super) struct Sum<Q, const D: usize> {
    pub(super) vectors: [SVector<f64, D>; 4],
    pub(super) functions: [Q; 4],
    /// Whether the first three functions are as 1, t and t²/2 to each other.
    pub(super) is_quadratic: bool,
}

impl<Q: Quantity, const D: usize> Sum<Q, D> {
    /// Along a direction, or an axis: with these parts of the vectors.
    pub(super) fn of(&self, parts: [f64; 4]) -> Q {
        let [a, b, c, d] = core::array::from_fn(|j| self.functions[j].scaled(parts[j]));
        a + b + (c + d)
    }

    pub(super) fn along(&self, normal: &SVector<f64, D>) -> [f64; 4] {
        core::array::from_fn(|j| dot(normal, &self.vectors[j]))
    }

    /// Its part U along up less a slope times its length L across; zero where `U² - slope² L²` is, and U has the sign of the
    /// slope.
    ///
    /// What cancels late does so in the coefficients of `f f`, once for all times.
    pub(super) fn steeper(&self, up: &SVector<f64, D>, slope: f64) -> Q {
        let above = self.along(up);
        if slope == 0.0 {
            return self.of(above);
        }
        let level = self.vectors.map(|vector| across(&vector, up));
        if level == [SVector::<f64, D>::zeros(); 4] {
            // straight up and down there is no slope
            return Q::constant(1.0);
        }
        let both = |j: usize, k: usize| {
            let other = slope * (slope * dot(&level[j], &level[k]));
            2.0 * sum(above[j] * above[k], -other)
        };
        let mut total = Q::constant(0.0);
        for j in 0..4 {
            let length = slope * level[j].norm();
            let mut square = sum(above[j], -length) * sum(above[j], length);
            if self.is_quadratic && j == 1 {
                // 1 t²/2 is half of t t
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

impl<const D: usize> Sum<Jet<f64>, D> {
    /// A root of `steeper` to rounding, by one step for `U - slope L`; none if the slope is the opposite one.
    pub(super) fn polished(&self, up: &SVector<f64, D>, slope: f64, root: f64) -> Option<f64> {
        let above = self.of(self.along(up));
        let level = self.vectors.map(|vector| across(&vector, up));
        let level: [_; D] = core::array::from_fn(|i| self.of(level.map(|vector| vector[i])));
        let off = above - squared(&level).through(Curve::Root).scaled(slope);
        (slope == 0.0 || above.value * slope > 0.0).then(|| nearby(root, off))
    }
}

/// A root that is known to some digits, after one step of Newton's method for what is known better there.
pub(super) fn nearby(root: f64, off: Jet<f64>) -> f64 {
    let polished = root - off.value / off.rate;
    let is_near = ComplexField::abs(polished - root) <= 1e-6 * root;
    if is_near { polished } else { root }
}

/// A vector without what is along a direction, to rounding.
pub(super) fn across<const D: usize>(
    vector: &SVector<f64, D>,
    unit: &SVector<f64, D>,
) -> SVector<f64, D> {
    let (along, across) = split(vector, unit);
    across.zip_zip_map(vector, &(unit * along), |across, all, off| {
        if sum(all, -off) == 0.0 { 0.0 } else { across }
    })
}

pub(super) fn total<Q: Quantity, const D: usize>(terms: [Q; D]) -> Q {
    let mut total = terms[0];
    for &term in &terms[1..] {
        total = total + term;
    }
    total
}

pub(super) fn squared<Q: Quantity, const D: usize>(vector: &[Q; D]) -> Q {
    total(vector.map(Q::squared))
}
