//! The motion of all bodies under all forces, as precise as numbers allow, and the work of each force.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::extrapolation::{Equations, Extrapolation, Stuck};
use crate::body::Body;
use crate::scheme::System;
use crate::space::{Real, narrow, widen};
use crate::sum::Sum;

/// Positions, velocities and work, in `f64`, integrated together.
///
/// ```text
/// x' = v,   v' = Σ F/m,   W' = F · v for each force
/// ```
///
/// It knows no scheme and no closed form, so that it can be the judge of both.
#[derive(Debug, Clone)]
pub(super) struct Motion<T: Real<D>, const D: usize> {
    /// Position and velocity of each body, then the work of each force, and that of the pushes.
    state: Vec<Sum<f64>>,
    extrapolation: Extrapolation,
    /// Bodies on the way.
    stage: Vec<Body<T, D>>,
    accelerations: Vec<SVector<T, D>>,
}

impl<T: Real<D>, const D: usize> Motion<T, D> {
    /// From the state that these bodies are in, under the forces of the system. A `looseness` above
    /// one lets the last extrapolation change so much more than rounding does.
    pub(super) fn new(system: &System<'_, T, D>, bodies: &[Body<T, D>], looseness: f64) -> Self {
        let moving = 2 * D * bodies.len();
        let count = moving + system.attachments.len() + 1;
        let groups = (D..=moving).step_by(D).chain([count]).collect();
        let rounding = widen(T::default_epsilon());
        let mut motion = Self {
            state: vec![Sum::zero(); count],
            extrapolation: Extrapolation::new(groups, 4.0 * rounding * looseness),
            stage: Vec::new(),
            accelerations: Vec::new(),
        };
        motion.restart(bodies);
        motion
    }

    /// Goes on from the state that these bodies are in, all work forgotten.
    pub(super) fn restart(&mut self, bodies: &[Body<T, D>]) {
        self.stage.clear();
        self.stage.extend_from_slice(bodies);
        self.accelerations.resize(bodies.len(), SVector::zeros());
        self.state.fill(Sum::zero());
        let (moving, _) = self.state.as_chunks_mut::<D>();
        for (body, state) in bodies.iter().zip(moving.chunks_exact_mut(2)) {
            for (vector, sums) in [&body.position, &body.velocity].into_iter().zip(state) {
                for (&component, sum) in vector.iter().zip(sums) {
                    *sum += widen(component);
                }
            }
        }
    }

    /// Moves on by the step of the system. On failure the state is somewhere on the way.
    pub(super) fn advance(&mut self, system: &System<'_, T, D>) -> Result<(), Stuck> {
        let Self {
            state,
            extrapolation,
            stage,
            accelerations,
        } = self;
        let forces = Forces {
            system,
            stage,
            accelerations,
        };
        extrapolation.advance(forces, widen(system.time), widen(system.h), state)
    }

    /// How many bodies it moves.
    pub(super) fn bodies(&self) -> usize {
        self.stage.len()
    }

    /// Puts the bodies where they are now.
    pub(super) fn place(&self, bodies: &mut [Body<T, D>]) {
        let state: Vec<f64> = self.state.iter().map(Sum::value).collect();
        read(&state, bodies);
    }

    /// Kinetic energy now \[J\].
    pub(super) fn kinetic_energy(&self) -> f64 {
        let (moving, _) = self.state.as_chunks::<D>();
        let energy = |(body, state): (&Body<T, D>, &[[Sum<f64>; D]])| {
            let square: f64 = state[1].iter().map(|v| v.value() * v.value()).sum();
            0.5 * widen(body.mass) * square
        };
        self.stage
            .iter()
            .zip(moving.chunks_exact(2))
            .map(energy)
            .sum()
    }

    /// The work of each force since the start \[J\], in the order of the attachments; that of the
    /// pushes comes last.
    pub(super) fn work(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let moving = 2 * D * self.stage.len();
        self.state[moving..].iter().map(Sum::value)
    }
}

/// Puts bodies where the numbers say.
fn read<T: Real<D>, const D: usize>(state: &[f64], bodies: &mut [Body<T, D>]) {
    let (moving, _) = state.as_chunks::<D>();
    for (body, state) in bodies.iter_mut().zip(moving.chunks_exact(2)) {
        body.position = SVector::from(state[0].map(narrow));
        body.velocity = SVector::from(state[1].map(narrow));
    }
}

/// The forces of a system as equations of motion, with room for bodies on the way.
struct Forces<'a, T: Real<D>, const D: usize> {
    system: &'a System<'a, T, D>,
    stage: &'a mut [Body<T, D>],
    accelerations: &'a mut [SVector<T, D>],
}

impl<T: Real<D>, const D: usize> Forces<'_, T, D> {
    /// The accelerations of all bodies \[m/s²\], and the power of each force \[W\], that of the pushes
    /// last.
    fn act(&mut self, time: T, powers: &mut [f64]) {
        self.accelerations.fill(SVector::zeros());
        powers.fill(0.0);
        for (attachment, power) in self.system.attachments.iter().zip(&mut *powers) {
            let sum = &mut *self.accelerations;
            attachment.add_accelerations(self.stage, time, sum, |body, acceleration| {
                *power += widen(body.mass) * widen(acceleration.dot(&body.velocity));
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
}

impl<T: Real<D>, const D: usize> Equations for Forces<'_, T, D> {
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]) {
        read(at, self.stage);
        let (moving, powers) = slope.split_at_mut(2 * D * self.stage.len());
        self.act(narrow(time), powers);
        let (moving, _) = moving.as_chunks_mut::<D>();
        let (state, _) = at.as_chunks::<D>();
        let bodies = moving.chunks_exact_mut(2).zip(state.chunks_exact(2));
        for ((slope, state), acceleration) in bodies.zip(&*self.accelerations) {
            slope[0] = state[1];
            slope[1] = acceleration.data.0[0].map(widen);
        }
    }

    /// `Σ |a| h` for velocities, `(|v| + Σ |a| h) h` for positions, `Σ m |a| (|v| + Σ |a| h) h` for work, with
    /// the sum over forces.
    fn sizes(&mut self, time: f64, at: &[f64], length: f64, sizes: &mut [f64]) {
        let (time, h) = (narrow(time), length.abs());
        read(at, self.stage);
        let (bodies, work) = sizes.split_at_mut(2 * self.stage.len());
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
        let mut energy = 0.0;
        for (sizes, body) in bodies.chunks_exact_mut(2).zip(&*self.stage) {
            let speed = widen(body.velocity.norm()) + sizes[1];
            sizes[0] = h * speed;
            energy += widen(body.mass) * sizes[1] * speed;
        }
        work.fill(energy);
    }
}
