//! Kicks by acceleration and torque.

use alloc::vec::Vec;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::kick_plan::KickKind::{VelocityDependent, VelocityIndependent};
use super::super::kick_plan::{BodyKick, KickForce, KickKind};
use super::super::system::add_link_acceleration;
use super::{KickGroup, KickScratch, KickStep};
use crate::body::Body;
use crate::space::{Real, flushed_axial};

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// Whether there are kicks of this kind.
    fn has(&self, kind: KickKind) -> bool {
        self.common.iter().any(|kick| kick.kind == kind)
            || (self.body_kicks.iter()).any(|one| one.kick.kind == kind)
            || self.links.iter().any(|link| link.kick.kind == kind)
    }

    /// Whether a kick is a torque.
    fn has_torques(&self) -> bool {
        self.common.iter().any(|kick| kick.changes_rotation)
            || (self.body_kicks.iter()).any(|one| one.kick.changes_rotation)
    }

    /// Kicks by all accelerations and torques at once: `v' = a(x, v, t)` and `L' = τ(x, v, t)` at
    /// fixed position, orientation and time.
    pub(super) fn accelerate(
        &self,
        scratch: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        step: KickStep<T>,
    ) {
        let time = step.middle;
        if !(self.has(VelocityIndependent) || self.has(VelocityDependent)) {
            return;
        }
        let KickScratch {
            fixed_accelerations,
            accelerations,
            fixed_torques,
            torques,
            velocities: [start, end],
            angular_momenta: [start_spins, end_spins],
            ..
        } = scratch;
        // forces that do not depend on velocity are evaluated once
        fixed_accelerations.clear();
        fixed_accelerations.resize(bodies.len(), SVector::zeros());
        fixed_torques.clear();
        if self.has_torques() {
            fixed_torques.resize(bodies.len(), T::no_turn());
        }
        self.add_accelerations(VelocityIndependent, bodies, time, fixed_accelerations);
        self.add_torques(VelocityIndependent, bodies, time, fixed_torques);
        if !self.has(VelocityDependent) {
            kick_all(bodies, fixed_accelerations, fixed_torques, step.length);
            return;
        }
        // Runge–Kutta: `end += wᵢ h aᵢ`; the next stage is at `start + cᵢ₊₁ h aᵢ`
        start.clear();
        start.extend(bodies.iter().map(|body| body.velocity));
        copy_to(end, start);
        start_spins.clear();
        if self.has_torques() {
            start_spins.extend(bodies.iter().map(Body::spin_angular_momentum));
        }
        copy_to(end_spins, start_spins);
        for (weight, next_node) in step.stages() {
            copy_to(accelerations, fixed_accelerations);
            copy_to(torques, fixed_torques);
            self.add_accelerations(VelocityDependent, bodies, time, accelerations);
            self.add_torques(VelocityDependent, bodies, time, torques);
            let changes = accelerations.iter().zip(&*start).zip(&mut *end);
            for (body, ((acceleration, start), end)) in bodies.iter_mut().zip(changes) {
                if weight != T::zero() {
                    *end += acceleration * weight;
                }
                body.velocity = start + acceleration * next_node;
            }
            let changes = torques.iter().zip(&*start_spins).zip(&mut *end_spins);
            for (body, ((torque, start), end)) in bodies.iter_mut().zip(changes) {
                *end += *torque * weight;
                body.set_angular_momentum(*start + *torque * next_node);
            }
        }
        for (body, velocity) in bodies.iter_mut().zip(end) {
            body.velocity = *velocity;
        }
        for (body, angular_momentum) in bodies.iter_mut().zip(end_spins) {
            body.set_angular_momentum(flushed_axial::<T, D>(*angular_momentum));
        }
    }

    /// Whether all kicks are common kicks by acceleration, without torques.
    pub(in crate::scheme) fn only_accelerates(&self) -> bool {
        let mut common = self.common.iter();
        self.body_kicks.is_empty()
            && self.links.is_empty()
            && common.all(|kick| !(kick.is_exact() || kick.changes_rotation))
    }

    /// [`accelerate`](Self::accelerate) for points: changes `velocities`. `bodies` are the same points
    /// as bodies; their velocities mean nothing afterwards.
    pub(in crate::scheme) fn accelerate_points(
        &self,
        scratch: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        velocities: &mut [[T; D]],
        step: KickStep<T>,
    ) {
        let time = step.middle;
        let KickScratch {
            fixed_accelerations,
            accelerations,
            point_velocities: start,
            ..
        } = scratch;
        fixed_accelerations.clear();
        fixed_accelerations.resize(bodies.len(), SVector::zeros());
        self.add_accelerations(VelocityIndependent, bodies, time, fixed_accelerations);
        if !self.has(VelocityDependent) {
            return kick_velocities(velocities, fixed_accelerations, step.length);
        }
        copy_to(start, velocities);
        for (weight, next_node) in step.stages() {
            copy_to(accelerations, fixed_accelerations);
            self.add_accelerations(VelocityDependent, bodies, time, accelerations);
            if weight != T::zero() {
                kick_velocities(velocities, accelerations, weight);
            }
            if next_node != T::zero() {
                let starts = start.iter().zip(&*accelerations);
                for (body, (start, acceleration)) in bodies.iter_mut().zip(starts) {
                    body.velocity = SVector::from(*start) + acceleration * next_node;
                }
            }
        }
    }

    /// Adds the accelerations by all kicks of a kind.
    fn add_accelerations(
        &self,
        kind: KickKind,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        let acts = |kick: &KickForce| kick.kind == kind && kick.changes_velocity;
        for kick in self.common.iter().filter(|kick| acts(kick)) {
            self.force(kick).accelerate(bodies, time, accelerations);
        }
        for BodyKick { body, kick } in self.body_kicks.iter().filter(|one| acts(&one.kick)) {
            let index = body - self.first;
            accelerations[index] += self.force(kick).acceleration(&bodies[index], time);
        }
        for link in self.links.iter().filter(|link| acts(&link.kick)) {
            let pair = [link.first - self.first, link.second - self.first];
            let force = self.force(&link.kick);
            add_link_acceleration(force, bodies, pair, time, accelerations, |_, _| ());
        }
    }

    /// Adds the torques by all kicks of a kind.
    fn add_torques(
        &self,
        kind: KickKind,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        let acts = |kick: &KickForce| kick.kind == kind && kick.changes_rotation;
        let add = |kick: &KickForce, body: &Body<T, D>, sum: &mut T::Axial| {
            if let Some(torque) = self.force(kick).torque(body, time) {
                *sum += torque;
            }
        };
        for kick in self.common.iter().filter(|kick| acts(kick)) {
            for (body, sum) in bodies.iter().zip(&mut *torques) {
                add(kick, body, sum);
            }
        }
        for BodyKick { body, kick } in self.body_kicks.iter().filter(|one| acts(&one.kick)) {
            let index = body - self.first;
            add(kick, &bodies[index], &mut torques[index]);
        }
    }
}

/// `v += a h`, `L += τ h`; `torques` may be empty.
pub(in crate::scheme) fn kick_all<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    accelerations: &[SVector<T, D>],
    torques: &[T::Axial],
    h: T,
) {
    for (body, acceleration) in bodies.iter_mut().zip(accelerations) {
        body.velocity += acceleration * h;
    }
    for (body, torque) in bodies.iter_mut().zip(torques) {
        body.set_angular_momentum(flushed_axial::<T, D>(
            body.spin_angular_momentum() + *torque * h,
        ));
    }
}

/// `v += a h`
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn kick_velocities<T: RealField + Copy, const D: usize>(
    velocities: &mut [[T; D]],
    accelerations: &[SVector<T, D>],
    h: T,
) {
    for (velocity, acceleration) in velocities.iter_mut().zip(accelerations) {
        for axis in 0..D {
            velocity[axis] += acceleration[axis] * h;
        }
    }
}

/// Makes `buffer` a copy of `values`: one `memcpy` if it is long enough.
fn copy_to<V: Copy>(buffer: &mut Vec<V>, values: &[V]) {
    buffer.truncate(values.len());
    let (replaced, appended) = values.split_at(buffer.len());
    buffer.copy_from_slice(replaced);
    buffer.extend_from_slice(appended);
}
