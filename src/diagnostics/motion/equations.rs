//! The equations of motion for extrapolation.

use nalgebra::{ComplexField, SVector};

use super::set_bodies;
use crate::body::{Body, rotation_numbers as rotation};
use crate::diagnostics::extrapolation::Equations;
use crate::numbers::{from_f64, to_f64};
use crate::scheme::System;
use crate::space::Real;

/// The equations of motion of a system, with buffers for the evaluation of forces.
pub(super) struct MotionEquations<'a, T: Real<D>, const D: usize> {
    pub(super) system: &'a System<'a, T, D>,
    /// Indices of the bodies that are no points.
    pub(super) rigid: &'a [usize],
    /// The bodies in the state at which forces are evaluated.
    pub(super) bodies: &'a mut [Body<T, D>],
    pub(super) accelerations: &'a mut [SVector<T, D>],
    /// Empty if all bodies are points.
    pub(super) torques: &'a mut [T::Axial],
}

impl<T: Real<D>, const D: usize> MotionEquations<'_, T, D> {
    /// Sets the accelerations of all bodies \[m/s²\], the torques on them \[N·m\] and the power of each force \[W\]; the power
    /// of applied forces comes last.
    fn evaluate(&mut self, time: T, powers: &mut [f64]) {
        self.accelerations.fill(SVector::zeros());
        self.torques.fill(T::no_turn());
        powers.fill(0.0);
        let index = self.system.index;
        for (attachment, power) in self.system.attachments.iter().zip(&mut *powers) {
            let sum = &mut *self.accelerations;
            attachment.add_accelerations(index, self.bodies, time, sum, |body, acceleration| {
                *power += to_f64(body.mass) * to_f64(acceleration.dot(&body.velocity));
            });
            if self.rigid.is_empty() {
                continue;
            }
            attachment.add_torques(index, self.bodies, time, self.torques, |body, torque| {
                *power += to_f64(T::axial_dot(torque, &body.angular_velocity()));
            });
        }
        for applied in self.system.applied_forces {
            let body = &self.bodies[applied.body];
            self.accelerations[applied.body] += applied.force / body.mass;
            if let Some(power) = powers.last_mut()
                && !body.is_fixed()
            {
                *power += to_f64(applied.force.dot(&body.velocity));
            }
        }
    }

    /// Sizes of the terms of rotation over a step h: `Σ |τ| h` for angular momenta, `(|ω| + Σ |α| h) h` for orientations,
    /// with `I α = τ` and sums over forces. Returns that of the work, `Σ |τ| h (|ω| + Σ |α| h)`.
    fn rotation_sizes(&mut self, time: T, h: f64, sizes: &mut [f64]) -> f64 {
        if self.rigid.is_empty() {
            return 0.0;
        }
        sizes.fill(0.0);
        self.torques.fill(T::no_turn());
        let index = self.system.index;
        for attachment in self.system.attachments {
            attachment.add_torques(index, self.bodies, time, self.torques, |_, _| ());
            for place in attachment.bodies(index, self.bodies.len()) {
                let Ok(index) = self.rigid.binary_search(&place) else {
                    continue;
                };
                let torque = core::mem::replace(&mut self.torques[place], T::no_turn());
                let body = &self.bodies[place];
                // I⁻¹ τ = α
                let alpha = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
                sizes[2 * index] += h * length::<T, D>(&alpha);
                sizes[2 * index + 1] += h * length::<T, D>(&torque);
            }
        }
        let mut energy = 0.0;
        for (sizes, &place) in sizes.chunks_exact_mut(2).zip(self.rigid) {
            let rate = length::<T, D>(&self.bodies[place].angular_velocity()) + sizes[0];
            sizes[0] = h * rate;
            energy += sizes[1] * rate;
        }
        energy
    }
}

impl<T: Real<D>, const D: usize> Equations for MotionEquations<'_, T, D> {
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]) {
        set_bodies(at, self.rigid, self.bodies);
        let count = rotation::count::<D>();
        let (linear, rest) = slope.split_at_mut(2 * D * self.bodies.len());
        let (angular, powers) = rest.split_at_mut(count * self.rigid.len());
        self.evaluate(from_f64(time), powers);
        let (linear_state, angular_state) = at.split_at(linear.len());
        let (linear, _) = linear.as_chunks_mut::<D>();
        let (linear_state, _) = linear_state.as_chunks::<D>();
        let bodies = linear.chunks_exact_mut(2).zip(linear_state.chunks_exact(2));
        for ((slope, state), acceleration) in bodies.zip(&*self.accelerations) {
            slope[0] = state[1];
            slope[1] = acceleration.data.0[0].map(to_f64);
        }
        let slopes = angular.chunks_exact_mut(count);
        let rigid = slopes
            .zip(rotation::chunks::<D>(angular_state))
            .zip(self.rigid);
        for ((slope, numbers), &place) in rigid {
            let (body, torque) = (&self.bodies[place], &self.torques[place]);
            rotation::slope(body, torque, numbers, slope);
        }
    }

    /// Sizes of the terms over a step h: `Σ |a| h` for velocities, `(|v| + Σ |a| h) h` for positions,
    /// `Σ m |a| (|v| + Σ |a| h) h` for work, with sums over forces; and the same for rotation.
    fn sizes(&mut self, time: f64, at: &[f64], length: f64, sizes: &mut [f64]) {
        let (time, h) = (from_f64(time), length.abs());
        set_bodies(at, self.rigid, self.bodies);
        let (linear, rest) = sizes.split_at_mut(2 * self.bodies.len());
        let (angular, work) = rest.split_at_mut(2 * self.rigid.len());
        linear.fill(0.0);
        self.accelerations.fill(SVector::zeros());
        let index = self.system.index;
        for attachment in self.system.attachments {
            let sum = &mut *self.accelerations;
            attachment.add_accelerations(index, self.bodies, time, sum, |_, _| ());
            for index in attachment.bodies(index, self.bodies.len()) {
                let acceleration =
                    core::mem::replace(&mut self.accelerations[index], SVector::zeros());
                linear[2 * index + 1] += h * to_f64(acceleration.norm());
            }
        }
        let mut energy = self.rotation_sizes(time, h, angular);
        for (sizes, body) in linear.chunks_exact_mut(2).zip(&*self.bodies) {
            let speed = to_f64(body.velocity.norm()) + sizes[1];
            sizes[0] = h * speed;
            if !body.is_fixed() {
                energy += to_f64(body.mass) * sizes[1] * speed;
            }
        }
        work.fill(energy);
    }
}

/// The norm of an axial quantity.
fn length<T: Real<D>, const D: usize>(axial: &T::Axial) -> f64 {
    ComplexField::sqrt(to_f64(T::axial_dot(axial, axial)))
}
