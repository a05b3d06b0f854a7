//! The motion of all bodies under all forces, as precise as numbers allow, and the work of each force.

mod forces;
mod turning;

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::extrapolation::{Extrapolation, Stuck};
use crate::body::Body;
use crate::scheme::System;
use crate::space::{Real, narrow, widen};
use crate::sum::Sum;
use forces::Forces;

/// Positions, velocities, orientations, angular momenta and work, in `f64`, integrated together.
///
/// ```text
/// x' = v,   v' = Σ F/m,   L' = Σ τ,   W' = F · v + τ · ω for each force
/// θ' = ω in the plane,   q' = ½ ω q in space,   with I ω = L
/// ```
///
/// It knows no scheme and no closed form, so that it can be the judge of both. Of a point neither
/// orientation nor angular momentum is integrated.
#[derive(Debug, Clone)]
pub(super) struct Motion<T: Real<D>, const D: usize> {
    /// Position and velocity of each body; orientation and angular momentum of each that turns; then
    /// the work of each force, and that of the pushes.
    state: Vec<Sum<f64>>,
    extrapolation: Extrapolation,
    /// Places of the bodies that turn.
    solids: Vec<usize>,
    /// Bodies on the way.
    stage: Vec<Body<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// None where nothing turns.
    torques: Vec<T::Axial>,
}

impl<T: Real<D>, const D: usize> Motion<T, D> {
    /// From the state that these bodies are in, under the forces of the system. A `looseness` above
    /// one lets the last extrapolation change so much more than rounding does.
    pub(super) fn new(system: &System<'_, T, D>, bodies: &[Body<T, D>], looseness: f64) -> Self {
        let solids: Vec<usize> = solids_of(bodies).collect();
        let moving = 2 * D * bodies.len();
        let (lies, spin) = turning::lengths::<D>();
        let turning = moving..moving + (lies + spin) * solids.len();
        let count = turning.end + system.attachments.len() + 1;
        let groups = (D..=moving).step_by(D);
        let turning = turning.step_by(lies + spin);
        let turning = turning.flat_map(|from| [from + lies, from + lies + spin]);
        let groups = groups.chain(turning).chain([count]).collect();
        let rounding = widen(T::default_epsilon());
        let mut motion = Self {
            state: vec![Sum::zero(); count],
            extrapolation: Extrapolation::new(groups, 4.0 * rounding * looseness),
            solids,
            stage: Vec::new(),
            accelerations: Vec::new(),
            torques: Vec::new(),
        };
        motion.restart(bodies);
        motion
    }

    /// Goes on from the state that these bodies are in, all work forgotten. They must be such as it
    /// [moves](Self::moves).
    pub(super) fn restart(&mut self, bodies: &[Body<T, D>]) {
        self.stage.clear();
        self.stage.extend_from_slice(bodies);
        self.accelerations.resize(bodies.len(), SVector::zeros());
        if !self.solids.is_empty() {
            self.torques.resize(bodies.len(), T::no_turn());
        }
        self.state.fill(Sum::zero());
        let (lies, spin) = turning::lengths::<D>();
        let straight = (bodies.iter())
            .flat_map(|body| body.position.into_iter().chain(&body.velocity))
            .map(|&component| widen(component));
        let turning = (self.solids.iter()).flat_map(|&place| {
            turning::numbers(&bodies[place])
                .into_iter()
                .take(lies + spin)
        });
        for (sum, number) in self.state.iter_mut().zip(straight.chain(turning)) {
            *sum += number;
        }
    }

    /// Moves on by the step of the system. On failure the state is somewhere on the way.
    pub(super) fn advance(&mut self, system: &System<'_, T, D>) -> Result<(), Stuck> {
        let Self {
            state,
            extrapolation,
            solids,
            stage,
            accelerations,
            torques,
        } = self;
        let forces = Forces {
            system,
            solids,
            stage,
            accelerations,
            torques,
        };
        extrapolation.advance(forces, widen(system.time), widen(system.h), state)
    }

    /// Whether it is made for bodies like these: as many, of which the same turn.
    pub(super) fn moves(&self, bodies: &[Body<T, D>]) -> bool {
        bodies.len() == self.stage.len() && solids_of(bodies).eq(self.solids.iter().copied())
    }

    /// Puts the bodies where they are now.
    pub(super) fn place(&self, bodies: &mut [Body<T, D>]) {
        let state: Vec<f64> = self.state.iter().map(Sum::value).collect();
        read(&state, &self.solids, bodies);
    }

    /// Kinetic energy now \[J\].
    pub(super) fn kinetic_energy(&self) -> f64 {
        let state: Vec<f64> = self.state.iter().map(Sum::value).collect();
        let (moving, turning) = state.split_at(2 * D * self.stage.len());
        let (moving, _) = moving.as_chunks::<D>();
        let straight = (self.stage.iter().zip(moving.chunks_exact(2)))
            .map(|(body, state)| straight_energy(body, state[1]));
        let turning = (self.solids.iter().zip(turning::chunks::<D>(turning)))
            .map(|(&place, numbers)| turning::energy(&self.stage[place], numbers));
        straight.chain(turning).sum()
    }

    /// The work of each force since the start \[J\], in the order of the attachments; that of the
    /// pushes comes last.
    pub(super) fn work(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let (lies, spin) = turning::lengths::<D>();
        let before = 2 * D * self.stage.len() + (lies + spin) * self.solids.len();
        self.state[before..].iter().map(Sum::value)
    }
}

/// `½ m v² + ½ ω·Iω` \[J\] of a body, in `f64`.
pub(super) fn kinetic_energy_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let straight = straight_energy(body, body.velocity.data.0[0].map(widen));
    if body.is_point() {
        return straight;
    }
    straight + turning::energy(body, &turning::numbers(body))
}

/// `½ m v²` \[J\] at a velocity \[m/s\].
fn straight_energy<T: Real<D>, const D: usize>(body: &Body<T, D>, velocity: [f64; D]) -> f64 {
    let square: f64 = velocity.iter().map(|v| v * v).sum();
    0.5 * widen(body.mass) * square
}

/// The places of the bodies that turn.
fn solids_of<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> impl Iterator<Item = usize> {
    (bodies.iter().enumerate())
        .filter(|(_, body)| !body.is_point())
        .map(|(place, _)| place)
}

/// Puts bodies where the numbers say, of which these turn.
fn read<T: Real<D>, const D: usize>(state: &[f64], solids: &[usize], bodies: &mut [Body<T, D>]) {
    let (moving, turning) = state.split_at(2 * D * bodies.len());
    let (moving, _) = moving.as_chunks::<D>();
    for (body, state) in bodies.iter_mut().zip(moving.chunks_exact(2)) {
        body.position = SVector::from(state[0].map(narrow));
        body.velocity = SVector::from(state[1].map(narrow));
    }
    for (&place, numbers) in solids.iter().zip(turning::chunks::<D>(turning)) {
        turning::lay(&mut bodies[place], numbers);
    }
}
