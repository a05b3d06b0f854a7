//! Hermite interpolation of a step that has no closed form.

use nalgebra::SVector;

use super::super::event::{Height, Plane, quadratic_roots};
use super::super::trajectory::Trajectory;
use crate::body::Body;
use crate::numbers::to_f64;
use crate::space::Real;

/// The cubic `p + v t + b t² + c t³` with the positions and velocities of both ends of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct HermiteStep<const D: usize> {
    coefficients: [SVector<f64, D>; 4],
}

impl<const D: usize> HermiteStep<D> {
    /// From the state of a body at the start of a step to its state `h` \[s\] later.
    pub(super) fn new<T: Real<D>>(start: &Body<T, D>, end: &Body<T, D>, h: T) -> Self {
        let h = to_f64(h);
        let [x, v, end_x, end_v] =
            [start.position, start.velocity, end.position, end.velocity].map(|of| of.map(to_f64));
        // with the mean velocity m: b = (3 m - 2 v₀ - v₁)/h, c = (v₀ + v₁ - 2 m)/h²
        let mean = (end_x - x) / h;
        Self {
            coefficients: [
                x,
                v,
                (mean * 3.0 - v * 2.0 - end_v) / h,
                (v + end_v - mean * 2.0) / h / h,
            ],
        }
    }
}

impl<const D: usize> Trajectory<D> for HermiteStep<D> {
    type Height = HermiteHeight;

    fn position(&self, time: f64) -> SVector<f64, D> {
        let [p, v, b, c] = self.coefficients;
        p + (v + (b + c * time) * time) * time
    }

    fn velocity(&self, time: f64) -> SVector<f64, D> {
        let [_, v, b, c] = self.coefficients;
        v + (b * 2.0 + c * (3.0 * time)) * time
    }

    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        let [.., b, c] = self.coefficients;
        b * 2.0 + c * (6.0 * time)
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> HermiteHeight {
        let [p, v, b, c] = self.coefficients.map(|vector| plane.wide_dot(&vector));
        HermiteHeight([p - plane.distance, v, b, c])
    }

    fn acceleration_bound(&self, from: f64, to: f64) -> f64 {
        let ends = [from, to].map(|time| self.acceleration(time).norm());
        ends[0].max(ends[1])
    }
}

/// The height of a [`HermiteStep`] over a plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct HermiteHeight([f64; 4]);

impl Height for HermiteHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let [p, v, b, c] = self.0;
        (
            p + (v + (b + c * time) * time) * time,
            v + (2.0 * b + 3.0 * c * time) * time,
        )
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let [_, v, b, c] = self.0;
        quadratic_roots(3.0 * c, 2.0 * b, v)
            .into_iter()
            .find(|time| *time > after)
            .filter(|time| *time < end)
    }

    fn limit(&self) -> f64 {
        // never called: a step has an end
        f64::NAN
    }
}
