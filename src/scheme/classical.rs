//! The schemes of the textbooks, which know forces only by their accelerations.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::System;
use super::kick::kick_all;
use super::rigid_bodies::RigidBodies;
use crate::body::Body;
use crate::space::{Real, flushed, narrow};

/// The stages of the classical fourth-order Runge–Kutta method: the weight of each slope, and how
/// far along it the next stage lies.
pub(super) const RUNGE_KUTTA_4: [(f64, f64); 4] = [
    (1.0 / 6.0, 0.5),
    (1.0 / 3.0, 0.5),
    (1.0 / 3.0, 1.0),
    (1.0 / 6.0, 0.0),
];

/// AccumulationScratch for accelerations, torques and stages, reused from step to step.
#[derive(Debug)]
pub(super) struct ClassicalSchemes<T: Real<D>, const D: usize> {
    accelerations: Vec<SVector<T, D>>,
    /// None where nothing turns.
    torques: Vec<T::Axial>,
    stage: Vec<Body<T, D>>,
    /// Of each body that turns the numbers of its orientation: before the step, at a stage, and after.
    lies: Vec<[[T; 4]; 3]>,
}

impl<T: Real<D>, const D: usize> ClassicalSchemes<T, D> {
    pub(super) fn new() -> Self {
        Self {
            accelerations: Vec::new(),
            torques: Vec::new(),
            stage: Vec::new(),
            lies: Vec::new(),
        }
    }

    /// Computes the accelerations of all bodies under all forces, and the torques if any body turns.
    fn look(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        time: T,
    ) {
        self.accelerations.resize(bodies.len(), SVector::zeros());
        system.accelerations(bodies, time, &mut self.accelerations);
        self.torques.clear();
        if !rigid_bodies.is_empty() {
            self.torques.resize(bodies.len(), T::no_turn());
            system.torques(bodies, time, &mut self.torques);
        }
    }

    /// `v += a h`, `L += τ h`.
    fn kick(&self, bodies: &mut [Body<T, D>], h: T) {
        kick_all(bodies, &self.accelerations, &self.torques, h);
    }

    /// `x' = x + v h`, `v' = v + a(x, v, t) h`; bodies turn freely, and then `L' = L + τ h`.
    pub(super) fn explicit_euler(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        self.look(rigid_bodies, system, before, time);
        after.copy_from_slice(before);
        drift(rigid_bodies, after, h);
        self.kick(after, h);
    }

    /// `v' = v + a(x, v, t) h`, `x' = x + v' h`; `L' = L + τ h`, with which bodies then turn freely.
    pub(super) fn symplectic_euler(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        self.look(rigid_bodies, system, before, time);
        after.copy_from_slice(before);
        self.kick(after, h);
        drift(rigid_bodies, after, h);
    }

    /// `w = v + a(x, v, t) h/2`, `x' = x + w h`, `v' = w + a(x', w, t + h) h/2`, and so for rotation.
    pub(super) fn velocity_verlet(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let half = h * narrow(0.5);
        self.look(rigid_bodies, system, before, time);
        after.copy_from_slice(before);
        self.kick(after, half);
        drift(rigid_bodies, after, h);
        self.look(rigid_bodies, system, after, time + h);
        self.kick(after, half);
    }

    /// The classical Runge–Kutta method on `(x, v)`, and on the numbers of orientation and spin.
    pub(super) fn runge_kutta_4(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let mut stage = core::mem::take(&mut self.stage);
        stage.clear();
        stage.extend_from_slice(before);
        after.copy_from_slice(before);
        self.lies.clear();
        let lies = (rigid_bodies.places())
            .map(|place| T::orientation_numbers(&before[place].orientation()));
        self.lies.extend(lies.map(|numbers| [numbers; 3]));
        let mut stage_time = time;
        for (weight, reach) in RUNGE_KUTTA_4 {
            let (weight, reach) = (h * narrow(weight), h * narrow(reach));
            self.look(rigid_bodies, system, &stage, stage_time);
            for (lies, place) in self.lies.iter_mut().zip(rigid_bodies.places()) {
                advance_lies(lies, &stage[place].angular_velocity(), weight, reach);
            }
            self.kick(after, weight);
            for (((old, new), body), a) in (before.iter().zip(&mut *after))
                .zip(&mut stage)
                .zip(&self.accelerations)
            {
                let slope = body.velocity;
                new.position += slope * weight;
                body.position = old.position + slope * reach;
                body.velocity = old.velocity + a * reach;
            }
            for (lies, place) in self.lies.iter().zip(rigid_bodies.places()) {
                let spin = before[place].spin() + self.torques[place] * reach;
                stage[place].set_rotation(T::orientation_from(lies[1]), spin);
            }
            stage_time = time + reach;
        }
        for (lies, place) in self.lies.iter().zip(rigid_bodies.places()) {
            let spin = after[place].spin();
            let lies = lies[2].map(flushed);
            after[place].set_rotation(T::orientation_from(lies), spin);
        }
        self.stage = stage;
    }
}

/// `x += v h`, and all bodies turn freely.
fn drift<T: Real<D>, const D: usize>(
    rigid_bodies: &RigidBodies<T, D>,
    bodies: &mut [Body<T, D>],
    h: T,
) {
    for body in bodies.iter_mut() {
        body.position += body.velocity * h;
    }
    rigid_bodies.coast(bodies, h);
}

/// One stage of the numbers of an orientation.
fn advance_lies<T: Real<D>, const D: usize>(
    [before, stage, after]: &mut [[T; 4]; 3],
    angular_velocity: &T::Axial,
    weight: T,
    reach: T,
) {
    let slope = T::orientation_slope(stage, angular_velocity);
    for (((before, stage), after), slope) in (before.iter().zip(stage)).zip(after).zip(slope) {
        *after += slope * weight;
        *stage = *before + slope * reach;
    }
}
