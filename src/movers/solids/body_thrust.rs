//! Thrusts that rotate with their body.

use nalgebra::SVector;

use super::angle_and_rate;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::to_f64;
use crate::space::Real;
use crate::step::{LENGTHS, Substep, cached};
use crate::thrust::Drive;

/// The sum of all forces on one body that are constant in its frame, in the plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyThrust<T, const D: usize> {
    /// Force in the body's frame \[N\].
    pub(super) force: SVector<T, D>,
    /// For each length of substeps, the motion under a unit thrust, cached by
    /// `[dt, damping, stiffness]`.
    drives: [Option<([T; 3], Drive)>; LENGTHS],
}

impl<T: Real<D>, const D: usize> BodyThrust<T, D> {
    pub(super) fn new(force: SVector<T, D>) -> Self {
        Self {
            force,
            drives: [None; LENGTHS],
        }
    }

    /// Adds the effect of the thrust during a substep to a body that has followed `law` for the
    /// substep, but has not rotated yet.
    pub(super) fn act_on(
        &mut self,
        body: &mut Body<T, D>,
        law: &LinearLaw<T, D>,
        angular_law: &LinearLaw<T, 1>,
        substep: Substep<T>,
    ) {
        let key = [substep.dt, law.damping, law.stiffness_per_mass];
        let drive = cached(&mut self.drives[substep.length], key, || {
            let [dt, damping, stiffness] = key.map(to_f64);
            Drive::new(damping, stiffness, &angular_law.wide(), dt)
        });
        let (angle, rate) = angle_and_rate(body);
        let effect = drive.push(to_f64(angle.x), to_f64(rate.x), to_f64(substep.start));
        let added = effect.of(&(self.force / body.mass));
        body.position += added.position;
        body.velocity += added.velocity;
    }
}
