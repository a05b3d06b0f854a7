//! Positions and velocities of many points as struct of arrays.

use alloc::vec::Vec;

use nalgebra::SVector;

use crate::body::Body;
use crate::space::Real;

/// The part of the bodies that steps of points change, and the masses, as struct of arrays.
#[derive(Debug)]
pub(crate) struct PointStates<T, const D: usize> {
    pub(crate) positions: Vec<[T; D]>,
    pub(crate) velocities: Vec<[T; D]>,
    masses: Vec<T>,
    contents: ColumnContents,
    /// Buffers for the next state, if it is not computed in place.
    next_positions: Vec<[T; D]>,
    next_velocities: Vec<[T; D]>,
}

/// Whether the columns contain all there is to the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnContents {
    /// Not known: masses have not been loaded.
    Unknown,
    /// All bodies are upright points, and their masses are loaded.
    Complete,
    /// Some bodies have an orientation, an angular momentum or an inertia. Masses mean nothing.
    Incomplete,
}

/// The states of all points, and buffers for the next ones.
pub(crate) struct StateBuffers<'a, T, const D: usize> {
    pub(crate) positions: &'a [[T; D]],
    pub(crate) velocities: &'a [[T; D]],
    pub(crate) masses: &'a [T],
    pub(crate) next_positions: &'a mut [[T; D]],
    pub(crate) next_velocities: &'a mut [[T; D]],
}

impl<T: Real<D>, const D: usize> PointStates<T, D> {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            masses: Vec::new(),
            contents: ColumnContents::Unknown,
            next_positions: Vec::new(),
            next_velocities: Vec::new(),
        }
    }

    /// Loads the states of all bodies.
    pub(super) fn load(&mut self, bodies: &[Body<T, D>]) {
        let Self {
            positions,
            velocities,
            ..
        } = self;
        positions.clear();
        positions.reserve_exact(bodies.len());
        positions.extend(bodies.iter().map(|body| <[T; D]>::from(body.position)));
        velocities.clear();
        velocities.reserve_exact(bodies.len());
        velocities.extend(bodies.iter().map(|body| <[T; D]>::from(body.velocity)));
        self.contents = ColumnContents::Unknown;
    }

    /// Loads the masses of all bodies. Returns whether all bodies are upright points.
    pub(super) fn load_masses(&mut self, bodies: &[Body<T, D>]) -> bool {
        if self.contents == ColumnContents::Unknown {
            self.masses.clear();
            self.contents = if bodies.iter().all(is_upright_point) {
                self.masses.reserve_exact(bodies.len());
                self.masses.extend(bodies.iter().map(|body| body.mass));
                ColumnContents::Complete
            } else {
                ColumnContents::Incomplete
            };
        }
        self.contents == ColumnContents::Complete
    }

    /// Loads one body that was written to.
    pub(super) fn load_one(&mut self, place: usize, body: &Body<T, D>) {
        self.positions[place] = body.position.into();
        self.velocities[place] = body.velocity.into();
        if self.contents == ColumnContents::Complete {
            if is_upright_point(body) {
                self.masses[place] = body.mass;
            } else {
                self.contents = ColumnContents::Incomplete;
            }
        }
    }

    /// Stores the state of one body.
    pub(super) fn store_one(&self, place: usize, body: &mut Body<T, D>) {
        body.position = SVector::from(self.positions[place]);
        body.velocity = SVector::from(self.velocities[place]);
    }

    /// Stores the states of all bodies except the one at the place `except`.
    pub(super) fn store(&self, bodies: &mut [Body<T, D>], except: Option<usize>) {
        let kept = except.map(|place| (place, bodies[place]));
        let states = self.positions.iter().zip(&self.velocities);
        for (body, (position, velocity)) in bodies.iter_mut().zip(states) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
        }
        if let Some((place, body)) = kept {
            bodies[place] = body;
        }
    }

    /// Adds a body at the end.
    pub(super) fn push(&mut self, body: &Body<T, D>) {
        self.positions.push(body.position.into());
        self.velocities.push(body.velocity.into());
        if self.contents == ColumnContents::Complete {
            self.masses.push(body.mass);
            if !is_upright_point(body) {
                self.contents = ColumnContents::Incomplete;
            }
        }
    }

    /// Removes a body; the last one takes its place.
    pub(super) fn swap_remove(&mut self, place: usize) {
        self.positions.swap_remove(place);
        self.velocities.swap_remove(place);
        if self.contents == ColumnContents::Complete {
            self.masses.swap_remove(place);
        }
    }

    /// The present states, and buffers for the next ones. Masses must have been loaded.
    pub(crate) fn buffers(&mut self) -> StateBuffers<'_, T, D> {
        let Self {
            positions,
            velocities,
            masses,
            next_positions,
            next_velocities,
            ..
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

    /// Makes the next states the present ones.
    pub(crate) fn advance(&mut self) {
        core::mem::swap(&mut self.positions, &mut self.next_positions);
        core::mem::swap(&mut self.velocities, &mut self.next_velocities);
    }
}

/// Whether a body is a point whose axes are those of the world: mass, position and velocity tell all.
fn is_upright_point<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    let point = Body::point(body.mass);
    *body == point.at(body.position).moving(body.velocity)
}
