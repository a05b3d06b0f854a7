//! Kicks by acceleration and torque.

use alloc::vec::Vec;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::splitting::KickRule;
use super::super::system::RungeKutta;
use super::{KickGroup, KickScratch, KickStep};
use crate::body::Body;
use crate::numbers::from_f64;
use crate::plan::{Kick, Target};
use crate::space::{Real, flushed_axial};

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// Whether a kick is a torque.
    fn has_torques(&self) -> bool {
        self.turn && self.kicks().any(|kick| kick.changes_rotation)
    }

    /// Whether there are kicks by an exact motion.
    pub(in crate::step) fn has_exact(&self) -> bool {
        self.kicks().any(|kick| kick.is_exact)
    }

    /// Applies the kicks by all accelerations and torques at once: `v' = a(x, v, t)` and
    /// `L' = τ(x, v, t)` at fixed position, orientation and time. Changes `velocities`, the
    /// velocities of `bodies`, and the rotations in `bodies`. The velocities stored in `bodies` are
    /// not valid afterwards.
    pub(super) fn accelerate(
        &self,
        scratch: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        velocities: &mut [[T; D]],
        step: KickStep<T>,
    ) {
        let time = step.time;
        let of_position = self.acting(step.rule, false);
        let of_velocity = self.acting(step.rule, true);
        let depends_on_velocity = of_velocity.clone().next().is_some();
        if !depends_on_velocity && self.pushes.is_empty() && of_position.clone().next().is_none() {
            return;
        }
        let KickScratch {
            fixed_accelerations,
            fixed_torques,
            ..
        } = scratch;
        // forces that do not depend on velocity are evaluated once
        fixed_accelerations.clear();
        fixed_accelerations.resize(bodies.len(), SVector::zeros());
        fixed_torques.clear();
        if self.has_torques() {
            fixed_torques.resize(bodies.len(), T::no_turn());
        }
        for (index, acceleration) in self.pushes {
            fixed_accelerations[*index] += acceleration;
        }
        self.add_accelerations(of_position.clone(), bodies, time, fixed_accelerations);
        self.add_torques(of_position, bodies, time, fixed_torques);
        if depends_on_velocity {
            self.runge_kutta(scratch, bodies, velocities, step);
        } else {
            kick_velocities(velocities, fixed_accelerations, step.length);
            kick_rotations(bodies, fixed_torques, step.length);
        }
    }

    /// Applies the kicks by all accelerations and torques by a Runge–Kutta method. The parts that
    /// do not depend on velocity were computed before.
    fn runge_kutta(
        &self,
        scratch: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        velocities: &mut [[T; D]],
        step: KickStep<T>,
    ) {
        let KickScratch {
            fixed_accelerations,
            accelerations,
            fixed_torques,
            torques,
            velocities: start,
            angular_momenta: start_spins,
            ..
        } = scratch;
        let RungeKutta { nodes, weights } = step.rule.runge_kutta;
        copy_to(start, velocities);
        start_spins.clear();
        if !fixed_torques.is_empty() {
            start_spins.extend(bodies.iter().map(Body::spin_angular_momentum));
        }
        accelerations.clear();
        torques.clear();
        let count = bodies.len();
        for shares in *nodes {
            if !shares.is_empty() {
                set_velocities(bodies, start, accelerations, shares, step.length);
                set_spins(bodies, start_spins, torques, shares, step.length);
            }
            let known = accelerations.len();
            accelerations.extend_from_slice(fixed_accelerations);
            let known_torques = torques.len();
            torques.extend_from_slice(fixed_torques);
            let kicks = self.acting(step.rule, true);
            let stage = &mut accelerations[known..];
            self.add_accelerations(kicks.clone(), bodies, step.time, stage);
            self.add_torques(kicks, bodies, step.time, &mut torques[known_torques..]);
        }
        for (stage, weight) in accelerations.chunks(count.max(1)).zip(*weights) {
            if *weight != 0.0 {
                kick_velocities(velocities, stage, step.length * from_f64(*weight));
            }
        }
        set_spins(bodies, start_spins, torques, weights, step.length);
        if !start_spins.is_empty() {
            for body in bodies {
                body.set_angular_momentum(flushed_axial::<T, D>(body.spin_angular_momentum()));
            }
        }
    }

    /// Returns the kicks that act by acceleration and torque: either those that may depend on
    /// velocity, or all others.
    fn acting(
        &self,
        rule: &KickRule,
        depends_on_velocity: bool,
    ) -> impl Iterator<Item = &Kick> + Clone {
        let uses_motions = rule.uses_motions;
        self.kicks().filter(move |kick| {
            kick.depends_on_velocity == depends_on_velocity && !(uses_motions && kick.is_exact)
        })
    }

    fn add_accelerations<'k>(
        &self,
        kicks: impl Iterator<Item = &'k Kick>,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        (kicks.filter(|kick| kick.changes_velocity)).for_each(|kick| {
            let attachment = &self.attachments[kick.slot as usize];
            match self.target(kick) {
                // calls the force directly, because a call of `accelerate` would cost as much as
                // the work
                Target::One(index) => {
                    accelerations[index] += attachment.force.acceleration(&bodies[index], time);
                }
                target => attachment.accelerate(target, bodies, time, accelerations),
            }
        });
    }

    /// Adds the torques of kicks; does nothing if `torques` is empty.
    fn add_torques<'k>(
        &self,
        kicks: impl Iterator<Item = &'k Kick>,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        if torques.is_empty() {
            return;
        }
        (kicks.filter(|kick| kick.changes_rotation)).for_each(|kick| {
            let attachment = &self.attachments[kick.slot as usize];
            attachment.add_torques_on(self.target(kick), bodies, time, torques);
        });
    }
}

/// Sets `v = v₀ + h Σⱼ sⱼ aⱼ` for the accelerations aⱼ at all stages so far.
fn set_velocities<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    start: &[[T; D]],
    accelerations: &[SVector<T, D>],
    shares: &[f64],
    h: T,
) {
    let stages = accelerations.chunks(bodies.len().max(1));
    let mut stages = stages.zip(shares).filter(|(_, share)| **share != 0.0);
    // the first share of a row that is not zero sets all velocities; each row has such a share
    if let Some((stage, share)) = stages.next() {
        let length = h * from_f64(*share);
        let starts = start.iter().zip(stage);
        for (body, (start, acceleration)) in bodies.iter_mut().zip(starts) {
            body.velocity = SVector::from(*start) + acceleration * length;
        }
    }
    for (stage, share) in stages {
        let length = h * from_f64(*share);
        for (body, acceleration) in bodies.iter_mut().zip(stage) {
            body.velocity += acceleration * length;
        }
    }
}

/// Sets `L = L₀ + h Σⱼ sⱼ τⱼ` for the torques τⱼ at all stages so far; does nothing if no kick is a
/// torque.
fn set_spins<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    start: &[T::Axial],
    torques: &[T::Axial],
    shares: &[f64],
    h: T,
) {
    let count = start.len();
    for (index, (body, start)) in bodies.iter_mut().zip(start).enumerate() {
        let stages = torques.iter().skip(index).step_by(count).zip(shares);
        let spin = stages.fold(*start, |spin, (torque, share)| {
            spin + *torque * (h * from_f64(*share))
        });
        body.set_angular_momentum(spin);
    }
}

/// Changes velocities and angular momenta: `v += a h`, `L += τ h`; `torques` may be empty.
pub(in crate::step) fn kick_all<T: Real<D>, const D: usize>(
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

/// Changes angular momenta: `L += τ h`; `torques` may be empty.
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

/// Changes velocities: `v += a h`.
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

/// Makes `buffer` a copy of `values`, with a single `memcpy` if `buffer` is long enough.
fn copy_to<V: Copy>(buffer: &mut Vec<V>, values: &[V]) {
    buffer.truncate(values.len());
    let (replaced, appended) = values.split_at(buffer.len());
    buffer.copy_from_slice(replaced);
    buffer.extend_from_slice(appended);
}
