//! Hermite interpolation of a step that has no closed form.

use nalgebra::{RealField, SVector};

use super::super::event::{Height, Plane};
use super::super::trajectory::Trajectory;
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::search::quadratic_roots;
use crate::space::Real;

/// The cubic `p + v t + b t² + c t³` with the positions and velocities of both ends of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct HermiteStep<T, const D: usize> {
    coefficients: [SVector<T, D>; 4],
}

impl<T: RealField + Copy, const D: usize> HermiteStep<T, D> {
    /// From the state of a body at the start of a step to its state `h` \[s\] later.
    pub(super) fn new(start: &Body<T, D>, end: &Body<T, D>, h: T) -> Self
    where
        T: Real<D>,
    {
        let [two, three]: [T; 2] = [2.0, 3.0].map(nalgebra::convert);
        // with the mean velocity m: b = (3 m - 2 v₀ - v₁)/h, c = (v₀ + v₁ - 2 m)/h²
        let mean = (end.position - start.position) / h;
        Self {
            coefficients: [
                start.position,
                start.velocity,
                (mean * three - start.velocity * two - end.velocity) / h,
                (start.velocity + end.velocity - mean * two) / h / h,
            ],
        }
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for HermiteStep<T, D> {
    type Height = HermiteHeight;

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

    fn height_over(&self, plane: &Plane<T, D>) -> HermiteHeight {
        let [p, v, b, c] = self.coefficients.map(|vector| plane.wide_dot(&vector));
        HermiteHeight([p - to_f64(plane.distance), v, b, c])
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        let ends = [from, to].map(|time| to_f64(self.acceleration(time).norm()));
        from_f64(ends[0].max(ends[1]))
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
