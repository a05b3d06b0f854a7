//! The motion of all bodies under all forces to rounding, with the work of each force.

mod equations;

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::extrapolation::{Extrapolation, ExtrapolationError};
use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::{CompensatedSum, from_f64, to_f64};
use crate::scheme::System;
use crate::space::Real;
use equations::MotionEquations;

/// Positions, velocities, orientations, angular momenta and work, in `f64`, integrated together.
///
/// ```text
/// x' = v,   v' = Σ F/m,   L' = Σ τ,   W' = F · v + τ · ω for each force
/// θ' = ω in the plane,   q' = ½ ω q in space,   with I ω = L
/// ```
///
/// It uses neither schemes nor closed forms, so it can serve as a reference for both. Orientation and angular momentum are
/// not integrated for points.
#[derive(Debug, Clone)]
pub(super) struct ReferenceMotion<T: Real<D>, const D: usize> {
    /// Position and velocity of each body; orientation and angular momentum of each rigid body; the work of each force, and
    /// that of applied forces.
    state: Vec<CompensatedSum<f64>>,
    extrapolation: Extrapolation,
    /// Indices of the bodies that are no points.
    rigid: Vec<usize>,
    /// The bodies in the state at which forces are evaluated.
    bodies: Vec<Body<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// Empty if all bodies are points.
    torques: Vec<T::Axial>,
}

impl<T: Real<D>, const D: usize> ReferenceMotion<T, D> {
    /// The motion from the state of these bodies under the forces of the system. `looseness` multiplies the tolerance, which
    /// is near rounding.
    pub(super) fn new(system: &System<'_, T, D>, bodies: &[Body<T, D>], looseness: f64) -> Self {
        let rigid: Vec<usize> = rigid_places(bodies).collect();
        let (orientation, rotation) = (rotation::orientation_count::<D>(), rotation::count::<D>());
        let linear = 2 * D * bodies.len();
        let angular = linear..linear + rotation * rigid.len();
        let count = angular.end + system.attachments.len() + 1;
        // one scale for each vector, each orientation and each angular momentum; one for all work
        let vectors = (D..=linear).step_by(D);
        let angular =
            (angular.step_by(rotation)).flat_map(|from| [from + orientation, from + rotation]);
        let groups = vectors.chain(angular).chain([count]).collect();
        let rounding = to_f64(T::default_epsilon());
        let mut motion = Self {
            state: vec![CompensatedSum::zero(); count],
            extrapolation: Extrapolation::new(groups, 4.0 * rounding * looseness),
            rigid,
            bodies: Vec::new(),
            accelerations: Vec::new(),
            torques: Vec::new(),
        };
        motion.restart(bodies);
        motion
    }

    /// Restarts from the state of these bodies with zero work. They must [fit](Self::fits).
    pub(super) fn restart(&mut self, bodies: &[Body<T, D>]) {
        self.bodies.clear();
        self.bodies.extend_from_slice(bodies);
        self.accelerations.resize(bodies.len(), SVector::zeros());
        if !self.rigid.is_empty() {
            self.torques.resize(bodies.len(), T::no_turn());
        }
        self.state.fill(CompensatedSum::zero());
        let linear = (bodies.iter())
            .flat_map(|body| body.position.into_iter().chain(&body.velocity))
            .map(|&component| to_f64(component));
        let angular = (self.rigid.iter()).flat_map(|&place| {
            rotation::numbers(&bodies[place])
                .into_iter()
                .take(rotation::count::<D>())
        });
        for (sum, number) in self.state.iter_mut().zip(linear.chain(angular)) {
            *sum += number;
        }
    }

    /// Advances by the step of the system. On failure the state is undefined.
    pub(super) fn advance(&mut self, system: &System<'_, T, D>) -> Result<(), ExtrapolationError> {
        let Self {
            state,
            extrapolation,
            rigid,
            bodies,
            accelerations,
            torques,
        } = self;
        let forces = MotionEquations {
            system,
            rigid,
            bodies,
            accelerations,
            torques,
        };
        extrapolation.advance(forces, to_f64(system.time), to_f64(system.h), state)
    }

    /// Whether these bodies have the number and the rigid bodies that this motion was made for.
    pub(super) fn fits(&self, bodies: &[Body<T, D>]) -> bool {
        bodies.len() == self.bodies.len() && rigid_places(bodies).eq(self.rigid.iter().copied())
    }

    /// Writes the present state to the bodies.
    pub(super) fn write_to(&self, bodies: &mut [Body<T, D>]) {
        let state: Vec<f64> = self.state.iter().map(CompensatedSum::value).collect();
        set_bodies(&state, &self.rigid, bodies);
    }

    /// The present kinetic energy \[J\].
    pub(super) fn kinetic_energy(&self) -> f64 {
        let state: Vec<f64> = self.state.iter().map(CompensatedSum::value).collect();
        let (linear, angular) = state.split_at(2 * D * self.bodies.len());
        let (linear, _) = linear.as_chunks::<D>();
        let linear = (self.bodies.iter().zip(linear.chunks_exact(2)))
            .map(|(body, state)| translational_energy(body, state[1]));
        let angular = (self.rigid.iter().zip(rotation::chunks::<D>(angular)))
            .filter(|(place, _)| !self.bodies[**place].is_fixed())
            .map(|(&place, numbers)| rotation::energy(&self.bodies[place], numbers));
        linear.chain(angular).sum()
    }

    /// The work of each force since the start \[J\], in the order of the attachments; that of applied forces comes last.
    pub(super) fn work(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let before = 2 * D * self.bodies.len() + rotation::count::<D>() * self.rigid.len();
        self.state[before..].iter().map(CompensatedSum::value)
    }
}

/// `½ m v² + ½ ω·Iω` \[J\] of a body, in `f64`.
pub(super) fn kinetic_energy_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let translational = translational_energy(body, body.velocity.data.0[0].map(to_f64));
    if body.is_point() || body.is_fixed() {
        return translational;
    }
    translational + rotation::energy(body, &rotation::numbers(body))
}

/// `½ m v²` \[J\] at a velocity \[m/s\]; zero for a fixed body.
fn translational_energy<T: Real<D>, const D: usize>(body: &Body<T, D>, velocity: [f64; D]) -> f64 {
    if body.is_fixed() {
        return 0.0;
    }
    let square: f64 = velocity.iter().map(|v| v * v).sum();
    0.5 * to_f64(body.mass) * square
}

/// The indices of the bodies that are no points.
fn rigid_places<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> impl Iterator<Item = usize> {
    (bodies.iter().enumerate())
        .filter(|(_, body)| !body.is_point())
        .map(|(place, _)| place)
}

/// Writes a state to the bodies; `rigid` are the indices of those that are no points.
fn set_bodies<T: Real<D>, const D: usize>(
    state: &[f64],
    rigid: &[usize],
    bodies: &mut [Body<T, D>],
) {
    let (linear, angular) = state.split_at(2 * D * bodies.len());
    let (linear, _) = linear.as_chunks::<D>();
    for (body, state) in bodies.iter_mut().zip(linear.chunks_exact(2)) {
        body.position = SVector::from(state[0].map(from_f64));
        body.velocity = SVector::from(state[1].map(from_f64));
    }
    for (&place, numbers) in rigid.iter().zip(rotation::chunks::<D>(angular)) {
        rotation::write_to(&mut bodies[place], numbers);
    }
}
