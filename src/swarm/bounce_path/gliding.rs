//! What most bodies on a plane do, without a search: they rest, or slide on in one direction.

use nalgebra::SVector;

use super::{PREPARED, Surroundings};
use crate::numbers::{Float, larger};

impl<T: Float, const D: usize> Surroundings<'_, T, D> {
    /// The state after the step of a body that slides along one plane for the whole step, and can reach no other; none if it is not
    /// known to do so. Only under constant acceleration and drag.
    pub(super) fn glided(&self, [x, v]: [SVector<f64, D>; 2]) -> Option<[SVector<f64, D>; 2]> {
        let decay = self.decay.as_ref()?;
        let acceleration = self.law.constant - v * self.law.damping;
        let speed = v.norm();
        if speed == 0.0 {
            return None;
        }
        // drag brings the acceleration only closer to zero
        let reach = self.dt * (speed + 0.5 * acceleration.norm() * self.dt);
        let mut support = None;
        for plane in self.planes() {
            let height = plane.height(x);
            let tolerance = self.tolerance(&plane, [&x, &v]);
            if height > reach + tolerance {
                continue;
            }
            // below a plane, above it within reach, or on two of them
            if height.abs() > tolerance || support.is_some() {
                return None;
            }
            support = Some((plane, tolerance));
        }
        let (plane, tolerance) = support?;
        let pull = -plane.normal.dot(&acceleration);
        let rising = plane.normal.dot(&v);
        if !(pull > 0.0 && rising.abs() <= self.low_speed(&v, pull, tolerance)) {
            return None;
        }
        let v = v - plane.normal * rising;
        let pulled = acceleration + plane.normal * pull;
        let friction = self.contact.friction * pull;
        let mut change = pulled;
        if friction > 0.0 {
            let direction = v / v.norm();
            let along = pulled.dot(&direction);
            let turning = (pulled - direction * along).norm();
            let last = speed + (along - friction) * decay.velocity;
            let goes_on = last > 1e-9 * speed;
            if !(goes_on && turning <= 64.0 * f64::EPSILON * acceleration.norm()) {
                return None;
            }
            change -= direction * friction;
        }
        // v + a S and x + v t + a S₁, with the decay integrals S and S₁
        let mut position = x + v * self.dt + change * decay.position;
        position -= plane.normal * plane.height(position);
        let velocity = v + change * decay.velocity;
        Some([
            position,
            velocity - plane.normal * plane.normal.dot(&velocity),
        ])
    }

    /// Whether a body rests: it does not move, one plane holds it, and it is below none. Only under constant acceleration and drag,
    /// and above few planes.
    pub(in super::super) fn rests(&self, x: &SVector<T, D>, v: &SVector<T, D>) -> bool {
        if self.planes.len() > PREPARED || !v.iter().all(T::is_zero) {
            return false;
        }
        let mut size = T::zero();
        for axis in 0..D {
            size = larger(size, x[axis].abs());
        }
        let mut is_held = false;
        for (plane, unit) in self.planes.iter().zip(&self.prepared) {
            let mut height = -plane.distance;
            for axis in 0..D {
                height += plane.normal[axis] * x[axis];
            }
            let tolerance = unit.rounding[0] * size + unit.rounding[1];
            if height < -tolerance {
                return false;
            }
            is_held |= unit.holds && height <= tolerance;
        }
        is_held
    }
}
