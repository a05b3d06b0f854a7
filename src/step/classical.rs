//! Classical schemes, which use only accelerations and torques.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::kick::kick_all;
use super::{Scheme, System};
use crate::body::Body;
use crate::movers::coast_all;
use crate::numbers::{flushed, from_f64};
use crate::space::Real;

/// The stages of the classical Runge–Kutta method: the weight `wᵢ` of each slope, and the node
/// `cᵢ₊₁` of the next stage, which depends on this slope only.
const RUNGE_KUTTA_4: [[f64; 2]; 4] = [
    [1.0 / 6.0, 0.5],
    [1.0 / 3.0, 0.5],
    [1.0 / 3.0, 1.0],
    [1.0 / 6.0, 0.0],
];

/// Buffers for accelerations, torques and stages, reused from step to step.
#[derive(Debug)]
pub(super) struct ClassicalSchemes<T: Real<D>, const D: usize> {
    accelerations: Vec<SVector<T, D>>,
    /// Torques on the bodies; empty if no body rotates.
    torques: Vec<T::Axial>,
    stage: Vec<Body<T, D>>,
    /// Indices of the bodies that are not points.
    solids: Vec<usize>,
    /// For each body in `solids` the components of its orientation: before the step, at a stage,
    /// after the step.
    orientations: Vec<[[T; 4]; 3]>,
}

impl<T: Real<D>, const D: usize> ClassicalSchemes<T, D> {
    pub(super) fn new() -> Self {
        Self {
            accelerations: Vec::new(),
            torques: Vec::new(),
            stage: Vec::new(),
            solids: Vec::new(),
            orientations: Vec::new(),
        }
    }

    /// Computes the accelerations of all bodies by all forces, and the torques if any body rotates.
    fn evaluate(&mut self, system: &System<'_, T, D>, bodies: &[Body<T, D>], time: T) {
        self.accelerations.resize(bodies.len(), SVector::zeros());
        system.accelerations(bodies, time, &mut self.accelerations);
        self.torques.clear();
        if !self.solids.is_empty() {
            self.torques.resize(bodies.len(), T::no_turn());
            system.torques(bodies, time, &mut self.torques);
        }
        let fixed = bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| body.is_fixed());
        for (index, _) in fixed {
            self.accelerations[index] = SVector::zeros();
            if let Some(torque) = self.torques.get_mut(index) {
                *torque = T::no_turn();
            }
        }
    }

    /// Kicks all bodies: `v += a h`, `L += τ h`.
    fn kick(&self, bodies: &mut [Body<T, D>], h: T) {
        kick_all(bodies, &self.accelerations, &self.torques, h);
    }

    /// Moves `after`, a copy of `before`, by one step.
    pub(super) fn step(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let solids = before
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.is_point());
        self.solids.clear();
        self.solids.extend(solids.map(|(index, _)| index));
        if scheme == Scheme::Rk4 {
            return self.runge_kutta_4(system, before, after);
        }
        self.evaluate(system, before, time);
        match scheme {
            // `x' = x + v h`, `v' = v + a(x, v, t) h`; free rotation, then `L' = L + τ h`
            Scheme::ExplicitEuler => {
                drift(after, h);
                self.kick(after, h);
            }
            // `v' = v + a(x, v, t) h`, `x' = x + v' h`; `L' = L + τ h`, then free rotation with `L'`
            Scheme::SymplecticEuler => {
                self.kick(after, h);
                drift(after, h);
            }
            // velocity Verlet: `w = v + a(x, v, t) h/2`, `x' = x + w h`, `v' = w + a(x', w, t + h) h/2`;
            // likewise for rotation
            _ => {
                let half = h * from_f64(0.5);
                self.kick(after, half);
                drift(after, h);
                self.evaluate(system, after, time + h);
                self.kick(after, half);
            }
        }
    }

    /// Makes a step by the classical Runge–Kutta method for `(x, v)`, the components of the
    /// orientation, and `L`.
    fn runge_kutta_4(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) {
        let System { time, h, .. } = *system;
        let mut stage = core::mem::take(&mut self.stage);
        stage.clear();
        stage.extend_from_slice(before);
        self.orientations.clear();
        let orientations =
            (self.solids.iter()).map(|&index| T::orientation_numbers(&before[index].orientation()));
        (self.orientations).extend(orientations.map(|components| [components; 3]));
        let mut stage_time = time;
        for shares in RUNGE_KUTTA_4 {
            let [weight, next_node] = shares.map(|share| h * from_f64(share));
            self.evaluate(system, &stage, stage_time);
            for (orientations, &index) in self.orientations.iter_mut().zip(&self.solids) {
                let angular_velocity = stage[index].angular_velocity();
                advance_orientation(orientations, &angular_velocity, weight, next_node);
            }
            // `after += weight · slope`, and the next stage is at `before + next_node · slope`
            self.kick(after, weight);
            for (((old, new), body), a) in (before.iter().zip(&mut *after))
                .zip(&mut stage)
                .zip(&self.accelerations)
            {
                let slope = body.velocity;
                new.position += slope * weight;
                body.position = old.position + slope * next_node;
                body.velocity = old.velocity + a * next_node;
            }
            for (orientations, &index) in self.orientations.iter().zip(&self.solids) {
                let angular_momentum =
                    before[index].spin_angular_momentum() + self.torques[index] * next_node;
                stage[index].set_rotation(T::orientation_from(orientations[1]), angular_momentum);
            }
            stage_time = time + next_node;
        }
        for (orientations, &index) in self.orientations.iter().zip(&self.solids) {
            let angular_momentum = after[index].spin_angular_momentum();
            let components = orientations[2].map(flushed);
            after[index].set_rotation(T::orientation_from(components), angular_momentum);
        }
        self.stage = stage;
    }
}

/// Moves all bodies at constant velocity, `x += v h`, and rotates them freely.
fn drift<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>], h: T) {
    for body in bodies.iter_mut() {
        body.position += body.velocity * h;
    }
    coast_all(bodies, h);
}

/// Makes one stage for the components of an orientation: adds their slope to `after`, and computes the next stage.
fn advance_orientation<T: Real<D>, const D: usize>(
    [before, stage, after]: &mut [[T; 4]; 3],
    angular_velocity: &T::Axial,
    weight: T,
    next_node: T,
) {
    let slope = T::orientation_slope(stage, angular_velocity);
    for (((before, stage), after), slope) in (before.iter().zip(stage)).zip(after).zip(slope) {
        *after += slope * weight;
        *stage = *before + slope * next_node;
    }
}
