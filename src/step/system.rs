//! The input of one step: the forces of a world, its time, and the states of bodies.

use crate::body::Body;
use crate::force::{ConstantTorque, Effect, Force};
use crate::numbers::{are_finite, flushed};
use crate::plan::{Attachment, Target, Topology};
use crate::space::Real;
use nalgebra::SVector;

/// A constant force and torque on one body, which act during the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename = "Push", bound = "T: crate::space::SavedReal<D>")
)]
pub(crate) struct AppliedForce<T: Real<D>, const D: usize> {
    pub(crate) body: usize,
    /// Force \[N\].
    pub(crate) force: SVector<T, D>,
    /// Torque \[N·m\]; a step applies the torque as an [`AppliedTorque`].
    #[cfg_attr(feature = "serde", serde(default = "T::no_turn"))]
    pub(crate) torque: T::Axial,
    /// Remaining time of the force \[s\]; `None` if the force acts during the next step only.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) left: Option<T>,
}

/// A torque for the next step, as one of the forces of that step. Unlike [`ConstantTorque`], it has
/// no potential energy.
pub(crate) struct AppliedTorque<T: Real<D>, const D: usize>(pub(crate) ConstantTorque<T, D>);

impl<T: Real<D>, const D: usize> Force<T, D> for AppliedTorque<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        self.0.torque(body, time)
    }

    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        self.0.effect(body, time, dt)
    }
}

/// All forces of a world, with start time and length of one step.
pub(crate) struct System<'a, T: Real<D>, const D: usize> {
    /// Time at which the step starts \[s\].
    pub(crate) time: T,
    /// Length of the step \[s\].
    pub(crate) h: T,
    pub(crate) topology: &'a Topology<T, D>,
    pub(crate) applied_forces: &'a [AppliedForce<T, D>],
}

impl<'a, T: Real<D>, const D: usize> System<'a, T, D> {
    /// Returns the forces on the body at `index`, including links, each with its slot, in the
    /// order of the slots.
    pub(crate) fn forces_on(
        &self,
        index: usize,
    ) -> impl Iterator<Item = (usize, &'a Attachment<T, D>)> + use<'a, T, D> {
        let topology = self.topology;
        (topology.on(index)).map(move |slot| (slot, &topology.slots()[slot]))
    }

    /// Returns all forces by slot; the force in an empty slot acts on no body.
    pub(crate) fn attachments(&self) -> &'a [Attachment<T, D>] {
        self.topology.slots()
    }
}

impl<T: Real<D>, const D: usize> System<'_, T, D> {
    /// Whether forces are applied to any of the bodies at these indices, which must ascend.
    pub(crate) fn pushes_any(&self, indices: &[usize]) -> bool {
        let mut applied = self.applied_forces.iter();
        applied.any(|applied| indices.binary_search(&applied.body).is_ok())
    }

    /// Computes the accelerations of all bodies under all forces \[m/s²\].
    pub(crate) fn accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        accelerations.fill(SVector::zeros());
        for attachment in self.attachments() {
            attachment.accelerate(attachment.target, bodies, time, accelerations);
            for &index in &attachment.group {
                let one = Target::One(index);
                attachment.accelerate(one, bodies, time, accelerations);
            }
        }
        for applied in self.applied_forces {
            accelerations[applied.body] += applied.force / bodies[applied.body].mass;
        }
    }

    /// Computes the torques on all bodies by all forces \[N·m\].
    pub(crate) fn torques(&self, bodies: &[Body<T, D>], time: T, torques: &mut [T::Axial]) {
        torques.fill(T::no_turn());
        for attachment in self.attachments() {
            attachment.add_torques(bodies, time, torques, |_, _| ());
        }
    }
}

// States of bodies during a step: positions and velocities as struct of arrays, and bodies as
// forces read them.

/// States of bodies during a step.
pub(crate) struct States<'a, T: Real<D>, const D: usize> {
    pub(crate) indices: Indices<'a>,
    pub(crate) positions: &'a mut [[T; D]],
    pub(crate) velocities: &'a mut [[T; D]],
    pub(crate) masses: &'a [T],
    /// The same bodies, with valid rotations. Positions, velocities and masses in `bodies` are
    /// valid only after they are [written](Self::write_bodies).
    pub(crate) bodies: &'a mut [Body<T, D>],
}

/// World indices of the bodies of [`States`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Indices<'a> {
    /// Consecutive bodies, from this index on.
    From(usize),
    /// Any bodies, by index.
    Of(&'a [usize]),
}

impl Indices<'_> {
    /// Returns the world index of the body with this local index.
    #[inline]
    pub(crate) fn at(self, local: usize) -> usize {
        match self {
            Self::From(first) => first + local,
            Self::Of(indices) => indices[local],
        }
    }
}

impl<T: Real<D>, const D: usize> States<'_, T, D> {
    /// Copies positions, velocities and masses to the bodies.
    pub(crate) fn write_bodies(&mut self) {
        let states = self.positions.iter().zip(&*self.velocities);
        let bodies = self.bodies.iter_mut();
        for ((body, (position, velocity)), mass) in bodies.zip(states).zip(self.masses) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Copies position, velocity and mass to one body.
    pub(crate) fn write_body(&mut self, index: usize) {
        let body = &mut self.bodies[index];
        body.position = SVector::from(self.positions[index]);
        body.velocity = SVector::from(self.velocities[index]);
        body.mass = self.masses[index];
    }

    /// Copies positions and velocities from the bodies.
    pub(crate) fn read_bodies(&mut self) {
        let states = self.positions.iter_mut().zip(&mut *self.velocities);
        for (body, (position, velocity)) in self.bodies.iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    /// Copies position and velocity from one body.
    pub(crate) fn read_body(&mut self, index: usize) {
        self.positions[index] = self.bodies[index].position.into();
        self.velocities[index] = self.bodies[index].velocity.into();
    }

    /// Sets position and velocity of a body at the end of a motion.
    pub(crate) fn set(&mut self, index: usize, position: SVector<T, D>, velocity: SVector<T, D>) {
        self.positions[index] = position.map(flushed).into();
        self.velocities[index] = velocity.map(flushed).into();
    }

    pub(crate) fn are_finite(&self) -> bool {
        are_finite(self.positions.as_flattened()) & are_finite(self.velocities.as_flattened())
    }
}

/// An explicit Runge–Kutta method for `v' = a(v)`.
///
/// ```text
/// kᵢ = a(v + h Σⱼ aᵢⱼ kⱼ)        v' = v + h Σᵢ wᵢ kᵢ
/// ```
#[derive(Debug)]
pub(super) struct RungeKutta {
    /// Coefficients `aᵢⱼ`, j < i, for each stage.
    pub(super) nodes: &'static [&'static [f64]],
    /// Weight `wᵢ` for each stage.
    pub(super) weights: &'static [f64],
}

/// The midpoint rule: second order, two evaluations.
pub(super) const MIDPOINT: RungeKutta = RungeKutta {
    nodes: &[&[], &[0.5]],
    weights: &[0.0, 1.0],
};

/// The classical method: fourth order, four evaluations.
pub(super) const RUNGE_KUTTA_4: RungeKutta = RungeKutta {
    nodes: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    weights: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Makes one step for two coupled components, `v' = (-v₁ |v|, v₀ v₁ - v₀)`.
    fn step(method: &RungeKutta, v: [f64; 2], h: f64) -> [f64; 2] {
        let slope = |v: [f64; 2]| [-v[1] * v[0].hypot(v[1]), v[0] * v[1] - v[0]];
        let along = |slopes: &[[f64; 2]], shares: &[f64]| {
            let steps = slopes.iter().zip(shares);
            steps.fold(v, |v, (k, share)| [0, 1].map(|i| v[i] + h * share * k[i]))
        };
        let mut slopes = Vec::new();
        for nodes in method.nodes {
            slopes.push(slope(along(&slopes, nodes)));
        }
        along(&slopes, method.weights)
    }

    #[test]
    fn methods_have_their_orders() {
        for (method, order) in [(MIDPOINT, 2.0), (RUNGE_KUTTA_4, 4.0)] {
            let end = |steps: u32| {
                (0..steps).fold([1.0, 0.7], |v, _| step(&method, v, 1.0 / f64::from(steps)))
            };
            let apart = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).hypot(b - d);
            let [coarse, medium, fine] = [16, 32, 64].map(end);
            let measured = (apart(coarse, medium) / apart(medium, fine)).log2();
            assert!((measured - order).abs() < 0.1, "{order}: {measured}");
        }
    }
}
