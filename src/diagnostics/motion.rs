//! The motion of all bodies under all forces, as precise as numbers allow, and the work of each force.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::extrapolation::{Extrapolation, Stuck};
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
        let start = widen(system.time);
        let slope = |time: f64, at: &[f64], slope: &mut [f64]| {
            let (moving, work) = slope.split_at_mut(2 * D * stage.len());
            read(at, stage);
            powers(system, narrow(time), stage, accelerations, work);
            let (moving, _) = moving.as_chunks_mut::<D>();
            for (index, slope) in moving.chunks_exact_mut(2).enumerate() {
                for axis in 0..D {
                    slope[0][axis] = at[(2 * index + 1) * D + axis];
                    slope[1][axis] = widen(accelerations[index][axis]);
                }
            }
        };
        extrapolation.advance(slope, start, widen(system.h), state)
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

/// The accelerations of all bodies \[m/s²\], and the power of each force \[W\], that of the pushes last.
fn powers<T: Real<D>, const D: usize>(
    system: &System<'_, T, D>,
    time: T,
    bodies: &[Body<T, D>],
    accelerations: &mut [SVector<T, D>],
    powers: &mut [f64],
) {
    accelerations.fill(SVector::zeros());
    powers.fill(0.0);
    for (attachment, power) in system.attachments.iter().zip(&mut *powers) {
        attachment.add_accelerations(bodies, time, accelerations, |body, acceleration| {
            *power += widen(body.mass) * widen(acceleration.dot(&body.velocity));
        });
    }
    for push in system.pushes {
        let body = &bodies[push.body];
        accelerations[push.body] += push.force / body.mass;
        if let Some(power) = powers.last_mut() {
            *power += widen(push.force.dot(&body.velocity));
        }
    }
}
