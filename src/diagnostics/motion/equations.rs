//! The equations of motion of all bodies, with the power of each force.

use nalgebra::SVector;

use super::set_bodies;
use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::{from_f64, to_f64};
use crate::solver::{Equations, Part};
use crate::space::Real;
use crate::step::System;

/// The equations of motion of a system, with buffers for the evaluation of forces.
pub(super) struct MotionEquations<'a, T: Real<D>, const D: usize> {
    pub(super) system: &'a System<'a, T, D>,
    /// Indices of the rigid bodies.
    pub(super) rigid: &'a [usize],
    /// The bodies in the state at which forces are evaluated.
    pub(super) bodies: &'a mut [Body<T, D>],
    pub(super) accelerations: &'a mut [SVector<T, D>],
    /// Torques on the bodies \[N·m\]; empty if all bodies are points.
    pub(super) torques: &'a mut [T::Axial],
}

impl<T: Real<D>, const D: usize> MotionEquations<'_, T, D> {
    /// Computes the accelerations of all bodies \[m/s²\], the torques on them \[N·m\] and, if
    /// `powers` is not empty, the power of each force \[W\]; the last entry is the power of all
    /// applied forces.
    fn evaluate_forces(&mut self, time: T, powers: &mut [f64]) {
        self.accelerations.fill(SVector::zeros());
        self.torques.fill(T::no_turn());
        powers.fill(0.0);
        for (index, attachment) in self.system.attachments().iter().enumerate() {
            let mut unasked = 0.0;
            let power = powers.get_mut(index).unwrap_or(&mut unasked);
            let sum = &mut *self.accelerations;
            attachment.add_accelerations(self.bodies, time, sum, |body, acceleration| {
                *power += to_f64(body.mass) * to_f64(acceleration.dot(&body.velocity));
            });
            if self.rigid.is_empty() {
                continue;
            }
            attachment.add_torques(self.bodies, time, self.torques, |body, torque| {
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
}

impl<T: Real<D>, const D: usize> Equations for MotionEquations<'_, T, D> {
    // the solver has no linear law here, so the accelerations include all forces
    fn evaluate<const N: usize>(
        &mut self,
        _: Part,
        time: f64,
        [x, v, z]: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    ) {
        set_bodies([x, v, z], self.rigid, self.bodies);
        let count = rotation::count::<D>();
        let (angular, powers) = slopes.split_at_mut(count * self.rigid.len());
        self.evaluate_forces(from_f64(time), powers);
        let (columns, _) = accelerations.as_chunks_mut::<D>();
        for (column, acceleration) in columns.iter_mut().zip(&*self.accelerations) {
            *column = acceleration.data.0[0].map(to_f64);
        }
        let slopes = angular.chunks_exact_mut(count);
        let rigid = slopes.zip(rotation::chunks::<D>(z)).zip(self.rigid);
        for ((slope, numbers), &index) in rigid {
            let (body, torque) = (&self.bodies[index], &self.torques[index]);
            rotation::slope(body, torque, numbers, slope);
        }
    }
}
