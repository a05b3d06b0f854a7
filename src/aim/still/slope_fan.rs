//! Directions of launch and arrival with a given slope.

use nalgebra::{ComplexField, SVector};

use crate::numbers::split;

/// The directions `r + h p` for all h > 0, and their slopes against an up.
///
/// A launch has the direction of `r - S₁ c`, an arrival that of `r + h c` with h the backward fall of
/// [`DragModel::rise_time`](super::super::drag_model::DragModel::rise_time), in every model.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct SlopeFan<const D: usize> {
    /// r: its part along up, and its level part \[m\].
    start: (f64, SVector<f64, D>),
    /// p: the same \[m/s²\].
    pull: (f64, SVector<f64, D>),
}

impl<const D: usize> SlopeFan<D> {
    pub(in super::super) fn new(
        start: &SVector<f64, D>,
        pull: &SVector<f64, D>,
        up: &SVector<f64, D>,
    ) -> Self {
        Self {
            start: split(start, up),
            pull: split(pull, up),
        }
    }

    /// All h > 0 with slope a, `r_u + h p_u = a |r_h + h p_h|`, in no order \[s²\].
    ///
    /// With p' of length 1 along p and q of length 1 across it, `r + h p = |r × p'| (q + u p')`, and squared it is
    /// `A u² + 2 B u + C = 0` with `A = p'_u² - a² p'_h²`, `B = q_u p'_u - a² q_h·p'_h`, `C = q_u² - a² q_h²` and
    /// `B² - A C = a² (|q_u p'_h - p'_u q_h|² - a² |q_h × p'_h|²)`, which does not cancel even if r is nearly along p. Roots
    /// with slope -a are left out.
    pub(in super::super) fn heights(&self, slope: f64) -> impl Iterator<Item = f64> + use<D> {
        let (frame, [width, along, pull]) = self.frame();
        let ((r, r_h), (p, p_h)) = (frame.start, frame.pull);
        let (r_level, p_level) = (r_h.norm(), p_h.norm());
        let a = (p - slope * p_level) * (p + slope * p_level);
        let b = r * p - slope * (slope * r_h.dot(&p_h));
        let c = (r - slope * r_level) * (r + slope * r_level);
        let (tilt, turn) = (frame.tilt(), slope * frame.area());
        let spread = (tilt - turn) * (tilt + turn);
        // a double root may have a discriminant below zero by rounding
        let root = if spread > -8.0 * f64::EPSILON * tilt * tilt {
            slope * ComplexField::sqrt(spread.max(0.0))
        } else {
            f64::NAN
        };
        let sum = if b < 0.0 {
            -b + ComplexField::abs(root)
        } else {
            -b - ComplexField::abs(root)
        };
        let height = |u: f64| (u * width - along) / pull;
        let one = self.refined(height(sum / a), slope);
        // the equation is convex or concave, so its rates at two roots differ in sign; equal signs near by: one root found twice
        let other = (self.refined(height(c / sum), slope)).filter(|&other| {
            one.is_none_or(|one| {
                let near = 0.5 * one < other && 0.5 * other < one;
                !near || self.rate(one, slope) * self.rate(other, slope) < 0.0
            })
        });
        one.into_iter().chain(other)
    }

    /// The same directions from unit vectors along r across p and along p; and the parts of r across p and along p, and |p|.
    fn frame(&self) -> (Self, [f64; 3]) {
        let dot = |(a, a_h): &(f64, SVector<f64, D>), (b, b_h): &(f64, SVector<f64, D>)| {
            a * b + a_h.dot(b_h)
        };
        let over = |(a, a_h): &(f64, SVector<f64, D>), length: f64| (a / length, a_h / length);
        let length = |vector: &(f64, SVector<f64, D>)| ComplexField::sqrt(dot(vector, vector));
        let pull = length(&self.pull);
        let unit = over(&self.pull, pull);
        let without = |vector: &(f64, SVector<f64, D>)| {
            let along = dot(vector, &unit);
            (vector.0 - unit.0 * along, vector.1 - unit.1 * along)
        };
        // twice: the second pass removes the rounding of the first
        let across = without(&without(&self.start));
        let width = length(&across);
        let frame = Self {
            start: over(&across, width),
            pull: unit,
        };
        (frame, [width, dot(&self.start, &unit), pull])
    }

    /// The derivative of `r_u + h p_u - a |r_h + h p_h|` by h.
    fn rate(&self, height: f64, slope: f64) -> f64 {
        let ((_, r_h), (p, p_h)) = (self.start, self.pull);
        let level = r_h + p_h * height;
        p - slope * (level.dot(&p_h) / level.norm())
    }

    /// A root of the squared equation after Newton's method on the equation itself; none if it is not one, or is 0 within
    /// rounding.
    fn refined(&self, guess: f64, slope: f64) -> Option<f64> {
        let ((r, r_h), (p, p_h)) = (self.start, self.pull);
        let length = |above: f64, level: &SVector<f64, D>| ComplexField::abs(above) + level.norm();
        let (start, pull) = (length(r, &r_h), length(p, &p_h));
        let mut height = guess;
        for _ in 0..3 {
            let level = r_h + p_h * height;
            let across = level.norm();
            let off = r + p * height - slope * across;
            let scale =
                (1.0 + ComplexField::abs(slope)) * (start + ComplexField::abs(height) * pull);
            let is_root = ComplexField::abs(off) <= 8.0 * f64::EPSILON * scale;
            if is_root {
                let is_arc = height * pull > 16.0 * f64::EPSILON * start;
                return (is_arc && height < f64::INFINITY && across > 0.0).then_some(height);
            }
            height -= off / self.rate(height, slope);
        }
        None
    }

    /// The infimum and the supremum of the slopes of all directions.
    pub(in super::super) fn slopes(&self) -> (f64, f64) {
        let ((r, r_h), (p, p_h)) = (self.start, self.pull);
        let (first, last) = (r / r_h.norm(), p / p_h.norm());
        let (mut lowest, mut highest) = if first < last {
            (first, last)
        } else {
            (last, first)
        };
        // between the ends slopes are monotone unless the steepest direction of the plane is among them
        let steepest = self.tilt() / self.area();
        for slope in [steepest, -steepest] {
            let a = (p - slope * p_h.norm()) * (p + slope * p_h.norm());
            let height = -(r * p - slope * (slope * r_h.dot(&p_h))) / a;
            if height > 0.0 && (r + p * height) * slope > 0.0 {
                lowest = lowest.min(slope);
                highest = highest.max(slope);
            }
        }
        (lowest, highest)
    }

    /// `|r_u p_h - p_u r_h|`
    fn tilt(&self) -> f64 {
        let ((r, r_h), (p, p_h)) = (self.start, self.pull);
        (p_h * r - r_h * p).norm()
    }

    /// `|r_h × p_h|`
    fn area(&self) -> f64 {
        let (r_h, p_h) = (self.start.1, self.pull.1);
        let length = p_h.norm();
        if length == 0.0 {
            return 0.0;
        }
        let unit = p_h / length;
        (r_h - unit * unit.dot(&r_h)).norm() * length
    }
}
