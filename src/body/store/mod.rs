//! The bodies of a world: one slice for everybody who looks, and columns for steps of many points.
//!
//! A body is large, and a step changes little of a point. So while many points are stepped, their positions and
//! velocities are in columns, and the slice is brought up to date by the first who looks at it.
//!
//! | | slice | columns |
//! |---|---|---|
//! | not loaded | is right | mean nothing |
//! | loaded, the slice is fresh | is right | are right, but for the body last written to |
//! | loaded, the slice is old | only that body is right | are right, but for that body |

mod lazy;
mod point_states;

use alloc::vec::Vec;

use lazy::Lazy;
pub(crate) use point_states::{PointStates, StateBuffers};

use super::Body;
use crate::space::Real;

/// For fewer bodies than these, what a step costs beside them is more than columns spare: measured, a step of 100 takes half
/// as long in columns, and no longer where all bodies are looked at after it.
const MANY: usize = 64;

/// After so many steps with a look at the bodies after each, one is expected after the next.
const HABIT: u8 = 3;

/// The bodies of a world.
#[derive(Debug)]
pub(crate) struct BodyStore<T: Real<D>, const D: usize> {
    slice: Lazy<Vec<Body<T, D>>>,
    columns: PointStates<T, D>,
    loaded: bool,
    /// The place of the body that was last written to, until the columns have it.
    written: Option<usize>,
    /// How many steps in a row were followed by a look at the bodies.
    looks: u8,
}

impl<T: Real<D>, const D: usize> BodyStore<T, D> {
    pub(crate) fn new() -> Self {
        Self::from(Vec::new())
    }

    /// Makes room for so many more, if there is the memory.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self.slice.get_mut().try_reserve_exact(additional);
    }

    /// All bodies.
    pub(crate) fn values(&self) -> &[Body<T, D>] {
        (self.slice).get(|bodies| self.columns.store(bodies, self.written))
    }

    /// All bodies, to be written to.
    pub(crate) fn values_mut(&mut self) -> &mut Vec<Body<T, D>> {
        self.values();
        self.loaded = false;
        self.written = None;
        self.slice.get_mut()
    }

    /// One body, to be written to.
    pub(crate) fn value_mut(&mut self, place: usize) -> &mut Body<T, D> {
        self.settle();
        let body = &mut self.slice.get_mut()[place];
        if self.loaded {
            self.columns.store_one(place, body);
            self.written = Some(place);
        }
        body
    }

    /// One body, to be looked at; the others need not be brought up to date for it.
    pub(crate) fn value(&mut self, place: usize) -> &Body<T, D> {
        if self.slice.is_fresh() {
            return &self.slice.get_mut()[place];
        }
        self.value_mut(place)
    }

    /// Adds a body at the end.
    pub(crate) fn push(&mut self, body: Body<T, D>) {
        self.slice.get_mut().push(body);
        if self.loaded {
            self.columns.push(&body);
        }
    }

    /// Removes the body at a place; the last one moves there.
    pub(crate) fn swap_remove(&mut self, place: usize) -> Body<T, D> {
        self.settle();
        let mut body = self.slice.get_mut().swap_remove(place);
        if self.loaded {
            self.columns.store_one(place, &mut body);
            self.columns.swap_remove(place);
        }
        body
    }

    /// Whether the bodies are looked at after every step, so that nothing is gained by leaving them behind. To be
    /// asked once in a step.
    pub(crate) fn are_watched(&mut self) -> bool {
        self.looks = match self.slice.was_looked_at() {
            true => HABIT.min(self.looks + 1),
            false => 0,
        };
        self.looks == HABIT
    }

    /// The states of all bodies, to be moved, if they are many.
    pub(crate) fn columns(&mut self) -> Option<&mut PointStates<T, D>> {
        if self.slice.get_mut().len() < MANY || !self.slice.outdate() {
            return None;
        }
        if !self.loaded {
            self.columns.load(self.slice.get_mut());
            self.loaded = true;
        }
        self.settle();
        Some(&mut self.columns)
    }

    /// The same with their masses, if they are many points, and no more is to be known of them.
    pub(crate) fn columns_with_masses(&mut self) -> Option<&mut PointStates<T, D>> {
        self.columns()?;
        let is_all = self.columns.load_masses(self.slice.get_mut());
        is_all.then_some(&mut self.columns)
    }

    /// Gives the columns the body that was last written to.
    fn settle(&mut self) {
        if let Some(place) = self.written.take() {
            self.columns.load_one(place, &self.slice.get_mut()[place]);
        }
    }
}

impl<T: Real<D>, const D: usize> From<Vec<Body<T, D>>> for BodyStore<T, D> {
    fn from(bodies: Vec<Body<T, D>>) -> Self {
        Self {
            slice: Lazy::new(bodies),
            columns: PointStates::new(),
            loaded: false,
            written: None,
            looks: 0,
        }
    }
}

impl<T: Real<D>, const D: usize> Clone for BodyStore<T, D> {
    fn clone(&self) -> Self {
        Self::from(self.values().to_vec())
    }

    fn clone_from(&mut self, source: &Self) {
        let bodies = source.values();
        self.slice.overwrite(|slice| {
            slice.clear();
            slice.extend_from_slice(bodies);
        });
        self.loaded = false;
        self.written = None;
    }
}
