//! Positions, velocities and masses of all bodies as struct of arrays.

use alloc::vec::Vec;

use nalgebra::SVector;

use crate::body::Body;
use crate::space::Real;

/// Positions, velocities and masses of all bodies, which describe points completely.
#[derive(Debug)]
pub(crate) struct Columns<T, const D: usize> {
    pub(crate) positions: Vec<[T; D]>,
    pub(crate) velocities: Vec<[T; D]>,
    /// Masses; empty until a step needs them.
    masses: Vec<T>,
    /// Buffers for the next state, if it is not computed in place.
    next_positions: Vec<[T; D]>,
    next_velocities: Vec<[T; D]>,
}

/// States of all bodies, and buffers for the next states.
pub(crate) struct StateBuffers<'a, T, const D: usize> {
    pub(crate) positions: &'a [[T; D]],
    pub(crate) velocities: &'a [[T; D]],
    pub(crate) masses: &'a [T],
    pub(crate) next_positions: &'a mut [[T; D]],
    pub(crate) next_velocities: &'a mut [[T; D]],
}

impl<T: Real<D>, const D: usize> Columns<T, D> {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            masses: Vec::new(),
            next_positions: Vec::new(),
            next_velocities: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.velocities.clear();
        self.masses.clear();
    }

    /// Appends the bodies that are not in the columns yet. `bodies` are all bodies.
    pub(super) fn load(&mut self, bodies: &[Body<T, D>]) {
        let new = &bodies[self.len()..];
        extend(&mut self.positions, new, |body| body.position.into());
        extend(&mut self.velocities, new, |body| body.velocity.into());
        if !self.masses.is_empty() {
            extend(&mut self.masses, new, |body| body.mass);
        }
    }

    /// Loads one body that was written to.
    pub(super) fn load_one(&mut self, place: usize, body: &Body<T, D>) {
        self.positions[place] = body.position.into();
        self.velocities[place] = body.velocity.into();
        if let Some(mass) = self.masses.get_mut(place) {
            *mass = body.mass;
        }
    }

    /// Writes the state of one body to `body`.
    pub(super) fn store_one(&self, place: usize, body: &mut Body<T, D>) {
        body.position = SVector::from(self.positions[place]);
        body.velocity = SVector::from(self.velocities[place]);
    }

    /// Writes the states to all bodies except the body at index `except`.
    pub(super) fn store(&self, bodies: &mut [Body<T, D>], except: Option<usize>) {
        let kept = except.and_then(|place| Some((place, *bodies.get(place)?)));
        let states = self.positions.iter().zip(&self.velocities);
        for (body, (position, velocity)) in bodies.iter_mut().zip(states) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
        }
        if let Some((place, body)) = kept {
            bodies[place] = body;
        }
    }

    /// Removes the body at index `place`; the last body moves there.
    pub(super) fn swap_remove(&mut self, place: usize) {
        self.positions.swap_remove(place);
        self.velocities.swap_remove(place);
        if !self.masses.is_empty() {
            self.masses.swap_remove(place);
        }
    }

    /// The present states, and buffers for the next states. Masses are read from `bodies`.
    pub(crate) fn buffers(&mut self, bodies: &[Body<T, D>]) -> StateBuffers<'_, T, D> {
        if self.masses.is_empty() {
            extend(&mut self.masses, bodies, |body| body.mass);
        }
        let Self {
            positions,
            velocities,
            masses,
            next_positions,
            next_velocities,
        } = self;
        for (next, now) in [
            (&mut *next_positions, &*positions),
            (&mut *next_velocities, &*velocities),
        ] {
            if next.capacity() < now.len() {
                next.clear();
                next.reserve_exact(now.capacity());
            }
            next.resize(now.len(), [T::zero(); D]);
        }
        StateBuffers {
            positions,
            velocities,
            masses,
            next_positions,
            next_velocities,
        }
    }

    /// Replaces the present states by the next states.
    pub(crate) fn advance(&mut self) {
        core::mem::swap(&mut self.positions, &mut self.next_positions);
        core::mem::swap(&mut self.velocities, &mut self.next_velocities);
    }
}

/// Appends a value of each body to a column.
fn extend<V, B>(column: &mut Vec<V>, bodies: &[B], value: impl Fn(&B) -> V) {
    // an empty column gets exactly as much memory as needed
    column.reserve(bodies.len());
    column.extend(bodies.iter().map(value));
}
