//! The schemes of the textbooks, which know forces only by their accelerations.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::System;
use crate::body::Body;
use crate::space::{Real, narrow};

/// The stages of the classical fourth-order Runge–Kutta method: the weight of each slope, and how
/// far along it the next stage lies.
pub(super) const RUNGE_KUTTA_4: [(f64, f64); 4] = [
    (1.0 / 6.0, 0.5),
    (1.0 / 3.0, 0.5),
    (1.0 / 3.0, 1.0),
    (1.0 / 6.0, 0.0),
];

/// Room for accelerations and stages, reused from step to step.
#[derive(Debug, Clone)]
pub(super) struct Textbook<T: Real<D>, const D: usize> {
    accelerations: Vec<SVector<T, D>>,
    stage: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> Textbook<T, D> {
    pub(super) fn new() -> Self {
        Self {
            accelerations: Vec::new(),
            stage: Vec::new(),
        }
    }

    /// The accelerations of all bodies under all forces.
    fn accelerations(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        time: T,
    ) -> &[SVector<T, D>] {
        self.accelerations.resize(bodies.len(), SVector::zeros());
        system.accelerations(bodies, time, &mut self.accelerations);
        &self.accelerations
    }

    /// `x' = x + v h`, `v' = v + a(x, v, t) h`.
    pub(super) fn explicit_euler(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let accelerations = self.accelerations(system, before, time);
        for ((old, new), a) in before.iter().zip(after).zip(accelerations) {
            *new = *old;
            new.position += old.velocity * h;
            new.velocity += a * h;
        }
    }

    /// `v' = v + a(x, v, t) h`, `x' = x + v' h`.
    pub(super) fn symplectic_euler(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let accelerations = self.accelerations(system, before, time);
        for ((old, new), a) in before.iter().zip(after).zip(accelerations) {
            *new = *old;
            new.velocity += a * h;
            new.position += new.velocity * h;
        }
    }

    /// `w = v + a(x, v, t) h/2`, `x' = x + w h`, `v' = w + a(x', w, t + h) h/2`.
    pub(super) fn velocity_verlet(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let half = h * narrow(0.5);
        let accelerations = self.accelerations(system, before, time);
        for ((old, new), a) in before.iter().zip(&mut *after).zip(accelerations) {
            *new = *old;
            new.velocity += a * half;
            new.position += new.velocity * h;
        }
        let accelerations = self.accelerations(system, after, time + h);
        for (new, a) in after.iter_mut().zip(accelerations) {
            new.velocity += a * half;
        }
    }

    /// The classical Runge–Kutta method on `(x, v)`.
    pub(super) fn runge_kutta_4(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let mut stage = core::mem::take(&mut self.stage);
        stage.clear();
        stage.extend_from_slice(before);
        after.copy_from_slice(before);
        let mut stage_time = time;
        for (weight, reach) in RUNGE_KUTTA_4 {
            let (weight, reach) = (h * narrow(weight), h * narrow(reach));
            let accelerations = self.accelerations(system, &stage, stage_time);
            for (((old, new), body), a) in before
                .iter()
                .zip(&mut *after)
                .zip(&mut stage)
                .zip(accelerations)
            {
                let slope = body.velocity;
                new.position += slope * weight;
                new.velocity += a * weight;
                body.position = old.position + slope * reach;
                body.velocity = old.velocity + a * reach;
            }
            stage_time = time + reach;
        }
        self.stage = stage;
    }
}
