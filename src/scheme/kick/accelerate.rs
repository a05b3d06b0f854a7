//! Kicks of forces that are known by their acceleration and torque.

use alloc::vec::Vec;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::kick_plan::{KickForce, KickKind};
use super::super::system::add_link_acceleration;
use super::{KickGroup, KickRule, KickScratch};
use crate::body::Body;
use crate::space::{Real, flushed_axial, narrow};

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// Whether there are kicks of this kind.
    fn has(&self, kind: KickKind) -> bool {
        self.common.iter().any(|kick| kick.kind == kind)
            || self.own.iter().any(|own| own.kick.kind == kind)
            || self.links.iter().any(|link| link.kick.kind == kind)
    }

    /// Whether a kick turns bodies.
    fn turns(&self) -> bool {
        self.common.iter().any(|kick| kick.changes_spin)
            || self.own.iter().any(|own| own.kick.changes_spin)
    }

    /// All forces known by their acceleration and torque at once: `v' = a(x, v, t)` and
    /// `L' = τ(x, v, t)` at fixed place, orientation and time.
    pub(super) fn accelerate(
        &self,
        room: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        (time, h): (T, T),
        rule: KickRule,
    ) {
        if !(self.has(KickKind::VelocityIndependent) || self.has(KickKind::VelocityDependent)) {
            return;
        }
        let KickScratch {
            fixed,
            accelerations,
            fixed_torques,
            torques,
            velocities: [start, end],
            spins: [start_spins, end_spins],
            ..
        } = room;
        fixed.clear();
        fixed.resize(bodies.len(), SVector::zeros());
        fixed_torques.clear();
        if self.turns() {
            fixed_torques.resize(bodies.len(), T::no_turn());
        }
        self.add_accelerations(KickKind::VelocityIndependent, bodies, time, fixed);
        self.add_torques(KickKind::VelocityIndependent, bodies, time, fixed_torques);
        if !self.has(KickKind::VelocityDependent) {
            kick_all(bodies, fixed, fixed_torques, h);
            return;
        }
        start.clear();
        start.extend(bodies.iter().map(|body| body.velocity));
        refill(end, start);
        start_spins.clear();
        if self.turns() {
            start_spins.extend(bodies.iter().map(Body::spin));
        }
        refill(end_spins, start_spins);
        for &(weight, reach) in rule.stages() {
            let (weight, reach) = (h * narrow(weight), h * narrow(reach));
            refill(accelerations, fixed);
            refill(torques, fixed_torques);
            self.add_accelerations(KickKind::VelocityDependent, bodies, time, accelerations);
            self.add_torques(KickKind::VelocityDependent, bodies, time, torques);
            let changes = accelerations.iter().zip(&*start).zip(&mut *end);
            for (body, ((acceleration, start), end)) in bodies.iter_mut().zip(changes) {
                if weight != T::zero() {
                    *end += acceleration * weight;
                }
                body.velocity = start + acceleration * reach;
            }
            let changes = torques.iter().zip(&*start_spins).zip(&mut *end_spins);
            for (body, ((torque, start), end)) in bodies.iter_mut().zip(changes) {
                *end += *torque * weight;
                body.set_spin(*start + *torque * reach);
            }
        }
        for (body, velocity) in bodies.iter_mut().zip(end) {
            body.velocity = *velocity;
        }
        for (body, spin) in bodies.iter_mut().zip(end_spins) {
            body.set_spin(flushed_axial::<T, D>(*spin));
        }
    }

    /// Whether there is nothing to be done but to accelerate all bodies.
    pub(in crate::scheme) fn only_accelerates(&self) -> bool {
        let mut common = self.common.iter();
        self.own.is_empty() && self.links.is_empty() && common.all(|kick| !kick.is_exact())
    }

    /// The same as [`accelerate`](Self::accelerate) for points whose velocities are in a column, too, and are to be
    /// changed there; what it does to the bodies means nothing.
    pub(in crate::scheme) fn accelerate_points(
        &self,
        room: &mut KickScratch<T, D>,
        (bodies, velocities): (&mut [Body<T, D>], &mut [[T; D]]),
        (time, h): (T, T),
        rule: KickRule,
    ) {
        let KickScratch {
            fixed,
            accelerations,
            column: start,
            ..
        } = room;
        fixed.clear();
        fixed.resize(bodies.len(), SVector::zeros());
        self.add_accelerations(KickKind::VelocityIndependent, bodies, time, fixed);
        if !self.has(KickKind::VelocityDependent) {
            return kick_column(velocities, fixed, h);
        }
        refill(start, velocities);
        for &(weight, reach) in rule.stages() {
            let (weight, reach) = (h * narrow(weight), h * narrow(reach));
            refill(accelerations, fixed);
            self.add_accelerations(KickKind::VelocityDependent, bodies, time, accelerations);
            if weight != T::zero() {
                kick_column(velocities, accelerations, weight);
            }
            if reach != T::zero() {
                let starts = start.iter().zip(&*accelerations);
                for (body, (start, acceleration)) in bodies.iter_mut().zip(starts) {
                    body.velocity = SVector::from(*start) + acceleration * reach;
                }
            }
        }
    }

    /// Adds the accelerations of all forces of a kind.
    fn add_accelerations(
        &self,
        kind: KickKind,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        let is_asked = |kick: &KickForce| kick.kind == kind && kick.changes_velocity;
        for kick in self.common.iter().filter(|kick| is_asked(kick)) {
            self.force(kick).accelerate(bodies, time, accelerations);
        }
        for own in self.own.iter().filter(|own| is_asked(&own.kick)) {
            let index = own.body - self.first;
            accelerations[index] += self.force(&own.kick).acceleration(&bodies[index], time);
        }
        for link in self.links.iter().filter(|link| is_asked(&link.kick)) {
            let pair = (link.first - self.first, link.second - self.first);
            let force = self.force(&link.kick);
            add_link_acceleration(force, bodies, pair, time, accelerations, |_, _| ());
        }
    }

    /// Adds the torques of all forces of a kind.
    fn add_torques(
        &self,
        kind: KickKind,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        let is_asked = |kick: &KickForce| kick.kind == kind && kick.changes_spin;
        let add = |kick: &KickForce, body: &Body<T, D>, sum: &mut T::Axial| {
            if let Some(torque) = self.force(kick).torque(body, time) {
                *sum += torque;
            }
        };
        for kick in self.common.iter().filter(|kick| is_asked(kick)) {
            for (body, sum) in bodies.iter().zip(&mut *torques) {
                add(kick, body, sum);
            }
        }
        for own in self.own.iter().filter(|own| is_asked(&own.kick)) {
            let index = own.body - self.first;
            add(&own.kick, &bodies[index], &mut torques[index]);
        }
    }
}

/// `v += a h`, `L += τ h`; there may be no torques.
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
        body.set_spin(flushed_axial::<T, D>(body.spin() + *torque * h));
    }
}

/// `v += a h`
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn kick_column<T: RealField + Copy, const D: usize>(
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

/// Makes `room` a copy of `values`; as one block of memory where it is as long already.
fn refill<V: Copy>(room: &mut Vec<V>, values: &[V]) {
    room.truncate(values.len());
    let (there, further) = values.split_at(room.len());
    room.copy_from_slice(there);
    room.extend_from_slice(further);
}
