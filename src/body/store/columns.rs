//! Positions, velocities and masses of all bodies as struct of arrays.

use crate::body::Body;
use crate::space::Real;
use alloc::vec::Vec;
use nalgebra::SVector;
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

/// Positions, velocities and masses of all bodies, which describe points completely.
#[derive(Debug)]
pub(crate) struct Columns<T, const D: usize> {
    pub(crate) positions: Vec<[T; D]>,
    pub(crate) velocities: Vec<[T; D]>,
    /// Masses \[kg\]; empty until a step needs them.
    masses: Vec<T>,
    /// Buffers for the next states, for steps that do not compute them in place.
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

    /// Appends the bodies that the columns do not contain yet. `bodies` contains all bodies.
    pub(super) fn load(&mut self, bodies: &[Body<T, D>]) {
        let new = &bodies[self.len()..];
        extend(&mut self.positions, new, |body| body.position.into());
        extend(&mut self.velocities, new, |body| body.velocity.into());
        if !self.masses.is_empty() {
            extend(&mut self.masses, new, |body| body.mass);
        }
    }

    /// Copies one body that was written to into the columns.
    pub(super) fn load_one(&mut self, index: usize, body: &Body<T, D>) {
        self.positions[index] = body.position.into();
        self.velocities[index] = body.velocity.into();
        if let Some(mass) = self.masses.get_mut(index) {
            *mass = body.mass;
        }
    }

    /// Copies the state of one body to `body`.
    pub(super) fn store_one(&self, index: usize, body: &mut Body<T, D>) {
        body.position = SVector::from(self.positions[index]);
        body.velocity = SVector::from(self.velocities[index]);
    }

    /// Copies the states to all bodies, except to the body at index `except`.
    pub(super) fn store(&self, bodies: &mut [Body<T, D>], except: Option<usize>) {
        let kept = except.and_then(|index| Some((index, *bodies.get(index)?)));
        let states = self.positions.iter().zip(&self.velocities);
        for (body, (position, velocity)) in bodies.iter_mut().zip(states) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
        }
        if let Some((index, body)) = kept {
            bodies[index] = body;
        }
    }

    /// Removes the body at `index`; the last body moves to that index.
    pub(super) fn swap_remove(&mut self, index: usize) {
        self.positions.swap_remove(index);
        self.velocities.swap_remove(index);
        if !self.masses.is_empty() {
            self.masses.swap_remove(index);
        }
    }

    /// Returns the present states, and buffers for the next states. Takes masses from `bodies` if
    /// necessary.
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
    // reserves exactly the memory that is needed if the column is empty
    column.reserve(bodies.len());
    column.extend(bodies.iter().map(value));
}

/// A value that is refreshed by its first reader after a change, on any thread. A refresh reuses
/// the memory of the old value.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(super) struct Lazy<V> {
    fresh: OnceLock<V>,
    /// The outdated value, which the next reader refreshes; empty while `fresh` is set.
    outdated: Mutex<V>,
}

#[cfg(feature = "std")]
impl<V: Default> Lazy<V> {
    pub(super) fn new(value: V) -> Self {
        Self {
            fresh: OnceLock::from(value),
            outdated: Mutex::default(),
        }
    }

    /// Returns the value; refreshes it before if it is outdated.
    pub(super) fn get(&self, refresh: impl FnOnce(&mut V)) -> &V {
        self.fresh.get_or_init(|| {
            let mut outdated = self.outdated.lock().unwrap_or_else(PoisonError::into_inner);
            let mut value = core::mem::take(&mut *outdated);
            refresh(&mut value);
            value
        })
    }

    /// Returns the value, even if it is outdated.
    pub(super) fn get_mut(&mut self) -> &mut V {
        match self.fresh.get_mut() {
            Some(value) => value,
            None => (self.outdated.get_mut()).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Overwrites the value, which is fresh afterwards.
    pub(super) fn overwrite(&mut self, write: impl FnOnce(&mut V)) {
        let mut value = (self.fresh.take()).unwrap_or_else(|| core::mem::take(self.get_mut()));
        write(&mut value);
        self.fresh = OnceLock::from(value);
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.fresh.get().is_some()
    }

    /// Marks the value as outdated.
    pub(super) fn outdate(&mut self, _refresh: impl FnOnce(&mut V)) {
        if let Some(value) = self.fresh.take() {
            *(self.outdated.get_mut()).unwrap_or_else(PoisonError::into_inner) = value;
        }
    }
}

/// A value that is never outdated, because without the standard library there is no lock for a
/// refresh.
#[cfg(not(feature = "std"))]
#[derive(Debug)]
pub(super) struct Lazy<V>(V);

#[cfg(not(feature = "std"))]
impl<V> Lazy<V> {
    pub(super) fn new(value: V) -> Self {
        Self(value)
    }

    pub(super) fn get(&self, _refresh: impl FnOnce(&mut V)) -> &V {
        &self.0
    }

    pub(super) fn get_mut(&mut self) -> &mut V {
        &mut self.0
    }

    pub(super) fn overwrite(&mut self, write: impl FnOnce(&mut V)) {
        write(&mut self.0);
    }

    pub(super) fn is_fresh(&self) -> bool {
        true
    }

    pub(super) fn outdate(&mut self, refresh: impl FnOnce(&mut V)) {
        refresh(&mut self.0);
    }
}
