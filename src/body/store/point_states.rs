//! Positions and velocities of many points, each in a line of its own.

use alloc::vec::Vec;

use nalgebra::SVector;

use crate::body::Body;
use crate::space::Real;

/// What a step changes of bodies that do not turn, and their masses.
#[derive(Debug)]
pub(crate) struct PointStates<T, const D: usize> {
    pub(crate) positions: Vec<[T; D]>,
    pub(crate) velocities: Vec<[T; D]>,
    masses: Vec<T>,
    rest: ColumnContents,
    /// Where the next state is made, if it is not made in place.
    next_positions: Vec<[T; D]>,
    next_velocities: Vec<[T; D]>,
}

/// What is known of the rest of the bodies: mass, orientation, spin and inertia.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnContents {
    /// Nothing.
    Unknown,
    /// All are upright points, and their masses are in the column.
    OnlyMasses,
    /// Some are more than that.
    More,
}

/// A state of all points, and room for the next.
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
            rest: ColumnContents::Unknown,
            next_positions: Vec::new(),
            next_velocities: Vec::new(),
        }
    }

    /// Takes the states of all bodies.
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
        self.rest = ColumnContents::Unknown;
    }

    /// Takes the masses of all bodies. Returns whether there is nothing more to them.
    pub(super) fn load_masses(&mut self, bodies: &[Body<T, D>]) -> bool {
        if self.rest == ColumnContents::Unknown {
            self.masses.clear();
            self.rest = if bodies.iter().all(is_plain) {
                self.masses.reserve_exact(bodies.len());
                self.masses.extend(bodies.iter().map(|body| body.mass));
                ColumnContents::OnlyMasses
            } else {
                ColumnContents::More
            };
        }
        self.rest == ColumnContents::OnlyMasses
    }

    /// Takes one body that was written to.
    pub(super) fn load_one(&mut self, place: usize, body: &Body<T, D>) {
        self.positions[place] = body.position.into();
        self.velocities[place] = body.velocity.into();
        if self.rest == ColumnContents::OnlyMasses {
            if is_plain(body) {
                self.masses[place] = body.mass;
            } else {
                self.rest = ColumnContents::More;
            }
        }
    }

    /// Gives one body its state.
    pub(super) fn store_one(&self, place: usize, body: &mut Body<T, D>) {
        body.position = SVector::from(self.positions[place]);
        body.velocity = SVector::from(self.velocities[place]);
    }

    /// Gives all bodies their states, but for one that keeps its own.
    pub(super) fn store(&self, bodies: &mut [Body<T, D>], kept: Option<usize>) {
        let kept = kept.map(|place| (place, bodies[place]));
        let states = self.positions.iter().zip(&self.velocities);
        for (body, (position, velocity)) in bodies.iter_mut().zip(states) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
        }
        if let Some((place, body)) = kept {
            bodies[place] = body;
        }
    }

    /// Takes one more body, at the end.
    pub(super) fn push(&mut self, body: &Body<T, D>) {
        self.positions.push(body.position.into());
        self.velocities.push(body.velocity.into());
        if self.rest == ColumnContents::OnlyMasses {
            self.masses.push(body.mass);
            if !is_plain(body) {
                self.rest = ColumnContents::More;
            }
        }
    }

    /// Forgets a body; the last one takes its place.
    pub(super) fn swap_remove(&mut self, place: usize) {
        self.positions.swap_remove(place);
        self.velocities.swap_remove(place);
        if self.rest == ColumnContents::OnlyMasses {
            self.masses.swap_remove(place);
        }
    }

    /// The states as they are, and room for the next ones. Masses must have been loaded.
    pub(crate) fn states(&mut self) -> StateBuffers<'_, T, D> {
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

    /// The next states become those that are.
    pub(crate) fn advance(&mut self) {
        core::mem::swap(&mut self.positions, &mut self.next_positions);
        core::mem::swap(&mut self.velocities, &mut self.next_velocities);
    }
}

/// Whether a body is an upright point, so that its mass and state are all there is to it.
fn is_plain<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    let point = Body::point(body.mass);
    *body == point.at(body.position).moving(body.velocity)
}
