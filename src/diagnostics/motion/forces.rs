//! Forces as equations of motion.

use nalgebra::{ComplexField, SVector};

use super::{read, turning};
use crate::body::Body;
use crate::diagnostics::extrapolation::Equations;
use crate::scheme::System;
use crate::space::{Real, narrow, widen};

/// The forces of a system as equations of motion, with room for bodies on the way.
pub(super) struct Forces<'a, T: Real<D>, const D: usize> {
    pub(super) system: &'a System<'a, T, D>,
    /// Places of the bodies that turn.
    pub(super) solids: &'a [usize],
    pub(super) stage: &'a mut [Body<T, D>],
    pub(super) accelerations: &'a mut [SVector<T, D>],
    /// None where nothing turns.
    pub(super) torques: &'a mut [T::Axial],
}

impl<T: Real<D>, const D: usize> Forces<'_, T, D> {
    /// The accelerations of all bodies \[m/s²\] and the torques on them \[N·m\], and the power of each
    /// force \[W\], that of the pushes last.
    fn act(&mut self, time: T, powers: &mut [f64]) {
        self.accelerations.fill(SVector::zeros());
        self.torques.fill(T::no_turn());
        powers.fill(0.0);
        for (attachment, power) in self.system.attachments.iter().zip(&mut *powers) {
            let sum = &mut *self.accelerations;
            attachment.add_accelerations(self.stage, time, sum, |body, acceleration| {
                *power += widen(body.mass) * widen(acceleration.dot(&body.velocity));
            });
            if self.solids.is_empty() {
                continue;
            }
            attachment.add_torques(self.stage, time, self.torques, |body, torque| {
                *power += widen(T::axial_dot(torque, &body.angular_velocity()));
            });
        }
        for push in self.system.pushes {
            let body = &self.stage[push.body];
            self.accelerations[push.body] += push.force / body.mass;
            if let Some(power) = powers.last_mut() {
                *power += widen(push.force.dot(&body.velocity));
            }
        }
    }

    /// `Σ |τ| h` for angular momenta, `(|ω| + Σ |α| h) h` for orientations, where `I α = τ`, with the sum
    /// over forces. Returns `Σ |τ| h (|ω| + Σ |α| h)`, for work.
    fn turning_sizes(&mut self, time: T, h: f64, sizes: &mut [f64]) -> f64 {
        if self.solids.is_empty() {
            return 0.0;
        }
        sizes.fill(0.0);
        self.torques.fill(T::no_turn());
        for attachment in self.system.attachments {
            attachment.add_torques(self.stage, time, self.torques, |_, _| ());
            for place in attachment.target.bodies(self.stage.len()) {
                let Ok(solid) = self.solids.binary_search(&place) else {
                    continue;
                };
                let torque = core::mem::replace(&mut self.torques[place], T::no_turn());
                let body = &self.stage[place];
                let faster = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
                sizes[2 * solid] += h * length::<T, D>(&faster);
                sizes[2 * solid + 1] += h * length::<T, D>(&torque);
            }
        }
        let mut energy = 0.0;
        for (sizes, &place) in sizes.chunks_exact_mut(2).zip(self.solids) {
            let rate = length::<T, D>(&self.stage[place].angular_velocity()) + sizes[0];
            sizes[0] = h * rate;
            energy += sizes[1] * rate;
        }
        energy
    }
}

impl<T: Real<D>, const D: usize> Equations for Forces<'_, T, D> {
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]) {
        read(at, self.solids, self.stage);
        let (lies, spin) = turning::lengths::<D>();
        let (moving, rest) = slope.split_at_mut(2 * D * self.stage.len());
        let (turning, powers) = rest.split_at_mut((lies + spin) * self.solids.len());
        self.act(narrow(time), powers);
        let (straight, solids) = at.split_at(moving.len());
        let (moving, _) = moving.as_chunks_mut::<D>();
        let (state, _) = straight.as_chunks::<D>();
        let bodies = moving.chunks_exact_mut(2).zip(state.chunks_exact(2));
        for ((slope, state), acceleration) in bodies.zip(&*self.accelerations) {
            slope[0] = state[1];
            slope[1] = acceleration.data.0[0].map(widen);
        }
        let slopes = turning.chunks_exact_mut(lies + spin);
        let solids = slopes.zip(turning::chunks::<D>(solids)).zip(self.solids);
        for ((slope, numbers), &place) in solids {
            let (body, torque) = (&self.stage[place], &self.torques[place]);
            turning::slope(body, torque, numbers, slope);
        }
    }

    /// `Σ |a| h` for velocities, `(|v| + Σ |a| h) h` for positions, `Σ m |a| (|v| + Σ |a| h) h` for work, with
    /// the sum over forces; and so for what turns.
    fn sizes(&mut self, time: f64, at: &[f64], length: f64, sizes: &mut [f64]) {
        let (time, h) = (narrow(time), length.abs());
        read(at, self.solids, self.stage);
        let (bodies, rest) = sizes.split_at_mut(2 * self.stage.len());
        let (turning, work) = rest.split_at_mut(2 * self.solids.len());
        bodies.fill(0.0);
        self.accelerations.fill(SVector::zeros());
        for attachment in self.system.attachments {
            attachment.add_accelerations(self.stage, time, self.accelerations, |_, _| ());
            for index in attachment.target.bodies(self.stage.len()) {
                let acceleration =
                    core::mem::replace(&mut self.accelerations[index], SVector::zeros());
                bodies[2 * index + 1] += h * widen(acceleration.norm());
            }
        }
        let mut energy = self.turning_sizes(time, h, turning);
        for (sizes, body) in bodies.chunks_exact_mut(2).zip(&*self.stage) {
            let speed = widen(body.velocity.norm()) + sizes[1];
            sizes[0] = h * speed;
            energy += widen(body.mass) * sizes[1] * speed;
        }
        work.fill(energy);
    }
}

/// The length of an axial quantity.
fn length<T: Real<D>, const D: usize>(axial: &T::Axial) -> f64 {
    ComplexField::sqrt(widen(T::axial_dot(axial, axial)))
}
