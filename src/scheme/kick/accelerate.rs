//! Kicks by acceleration and torque.

use alloc::vec::Vec;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::ForceTarget;
use super::super::kick_plan::KickKind::{self, Exact, VelocityDependent, VelocityIndependent};
use super::{KickGroup, KickScratch, KickStep};
use crate::body::Body;
use crate::numbers::from_f64;
use crate::space::{Real, flushed_axial};

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// Whether there are kicks of this kind.
    fn has(&self, kind: KickKind) -> bool {
        self.kicks().any(|kick| kick.kind == kind)
    }

    /// Whether a kick is a torque.
    fn has_torques(&self) -> bool {
        self.kicks().any(|kick| kick.changes_rotation)
    }

    /// Whether there are kicks by an exact motion.
    pub(in crate::scheme) fn has_exact(&self) -> bool {
        self.has(Exact)
    }

    /// Kicks by all accelerations and torques at once: `v' = a(x, v, t)` and `L' = τ(x, v, t)` at
    /// fixed position, orientation and time. Changes `velocities`, which are those of `bodies`, and the
    /// rotation of `bodies`, whose own velocities mean nothing afterwards.
    pub(super) fn accelerate(
        &self,
        scratch: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        velocities: &mut [[T; D]],
        step: KickStep<T>,
    ) {
        let time = step.middle;
        let depends_on_velocity = self.has(VelocityDependent);
        if !(depends_on_velocity || self.has(VelocityIndependent)) {
            return;
        }
        let KickScratch {
            fixed_accelerations,
            accelerations,
            fixed_torques,
            torques,
            velocities: start,
            angular_momenta: start_spins,
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
        if !depends_on_velocity {
            kick_velocities(velocities, fixed_accelerations, step.length);
            return kick_rotations(bodies, fixed_torques, step.length);
        }
        // Runge–Kutta: the end is at `start + Σ wᵢ h aᵢ`, the next stage at `start + cᵢ₊₁ h aᵢ`
        copy_to(start, velocities);
        start_spins.clear();
        if self.has_torques() {
            let spins = bodies.iter().map(Body::spin_angular_momentum);
            start_spins.extend(spins.map(|spin| [spin; 2]));
        }
        for shares in step.rule {
            let [weight, next_node] = shares.map(|share| step.length * from_f64(share));
            copy_to(accelerations, fixed_accelerations);
            copy_to(torques, fixed_torques);
            self.add_accelerations(VelocityDependent, bodies, time, accelerations);
            self.add_torques(VelocityDependent, bodies, time, torques);
            if weight != T::zero() {
                kick_velocities(velocities, accelerations, weight);
            }
            if next_node != T::zero() {
                let starts = start.iter().zip(&*accelerations);
                for (body, (start, acceleration)) in bodies.iter_mut().zip(starts) {
                    body.velocity = SVector::from(*start) + acceleration * next_node;
                }
            }
            let spins = start_spins.iter_mut().zip(&*torques);
            for (body, ([start, end], torque)) in bodies.iter_mut().zip(spins) {
                *end += *torque * weight;
                body.set_angular_momentum(*start + *torque * next_node);
            }
        }
        for (body, [_, end]) in bodies.iter_mut().zip(start_spins) {
            body.set_angular_momentum(flushed_axial::<T, D>(*end));
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
        let acting = (self.kicks()).filter(|kick| kick.kind == kind && kick.changes_velocity);
        acting.for_each(|kick| {
            let attachment = &self.attachments[kick.attachment];
            attachment.accelerate(self.target(kick), bodies, time, accelerations);
        });
    }

    /// Adds the torques by all kicks of a kind; there are none if `torques` is empty.
    fn add_torques(
        &self,
        kind: KickKind,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        if torques.is_empty() {
            return;
        }
        for kick in (self.kicks()).filter(|kick| kick.kind == kind && kick.changes_rotation) {
            let target = self.target(kick);
            if let ForceTarget::Pair(first, second) = target {
                let link = self.attachments[kick.attachment].link([first, second]);
                link.add_torques(bodies, time, torques);
                continue;
            }
            for index in target.bodies(bodies.len()) {
                if let Some(torque) = self.force(kick).torque(&bodies[index], time) {
                    torques[index] += torque;
                }
            }
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
    kick_rotations(bodies, torques, h);
}

/// `L += τ h`; `torques` may be empty.
fn kick_rotations<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    torques: &[T::Axial],
    h: T,
) {
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
