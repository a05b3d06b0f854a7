//! A step that no closed form knows, between its two ends.

use nalgebra::{RealField, SVector};

use super::super::event::{Height, Plane, quadratic_roots};
use super::super::trajectory::Trajectory;
use crate::space::{narrow, widen};

/// The cubic that has the positions and velocities of both ends of a step: `p + v t + b t² + c t³`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cubic<T, const D: usize> {
    coefficients: [SVector<T, D>; 4],
}

impl<T: RealField + Copy, const D: usize> Cubic<T, D> {
    /// From position and velocity at the start to those `h` later.
    pub(super) fn new(
        (start, velocity): (SVector<T, D>, SVector<T, D>),
        (end, last): (SVector<T, D>, SVector<T, D>),
        h: T,
    ) -> Self {
        let [two, three]: [T; 2] = [2.0, 3.0].map(nalgebra::convert);
        let mean = (end - start) / h;
        Self {
            coefficients: [
                start,
                velocity,
                (mean * three - velocity * two - last) / h,
                (velocity + last - mean * two) / h / h,
            ],
        }
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for Cubic<T, D> {
    type Height = CubicHeight;

    fn position(&self, time: T) -> SVector<T, D> {
        let [p, v, b, c] = self.coefficients;
        p + (v + (b + c * time) * time) * time
    }

    fn velocity(&self, time: T) -> SVector<T, D> {
        let [two, three]: [T; 2] = [2.0, 3.0].map(nalgebra::convert);
        let [_, v, b, c] = self.coefficients;
        v + (b * two + c * (three * time)) * time
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        let [two, six]: [T; 2] = [2.0, 6.0].map(nalgebra::convert);
        let [.., b, c] = self.coefficients;
        b * two + c * (six * time)
    }

    fn height_over(&self, plane: &Plane<T, D>) -> CubicHeight {
        let [p, v, b, c] = self.coefficients.map(|vector| plane.wide_dot(&vector));
        CubicHeight([p - widen(plane.distance), v, b, c])
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        let ends = [from, to].map(|time| widen(self.acceleration(time).norm()));
        narrow(ends[0].max(ends[1]))
    }
}

/// The height of a [`Cubic`] over a plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct CubicHeight([f64; 4]);

impl Height for CubicHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let [p, v, b, c] = self.0;
        (
            p + (v + (b + c * time) * time) * time,
            v + (2.0 * b + 3.0 * c * time) * time,
        )
    }

    fn next_turn(&self, after: f64) -> Option<f64> {
        let [_, v, b, c] = self.0;
        quadratic_roots(3.0 * c, 2.0 * b, v)
            .into_iter()
            .find(|time| *time > after)
            .filter(|time| *time < f64::INFINITY)
    }

    fn limit(&self) -> f64 {
        // no step goes on for ever
        f64::NAN
    }
}
