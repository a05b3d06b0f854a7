//! The bodies of a world: a slice for readers, and struct of arrays for steps of many points.
//!
//! A body is large, and a step changes little of a point. While many points are stepped, their
//! positions and velocities are in [`PointStates`], and the first reader brings the slice up to date.
//! The body last written to, until it is loaded, is current in the slice only:
//!
//! | | slice | point states |
//! |---|---|---|
//! | not loaded | current | mean nothing |
//! | loaded, slice fresh | current | current except the body last written to |
//! | loaded, slice outdated | only that body is current | current except that body |

mod lazy;
mod point_states;

use alloc::vec::Vec;

use lazy::Lazy;
pub(crate) use point_states::{PointStates, StateBuffers};

use super::Body;
use crate::space::Real;

/// Below this count fixed costs outweigh the gain from struct-of-arrays storage. Measured: a step of
/// 100 points takes half as long, and as long as in the slice if all bodies are read after it.
const MANY: usize = 64;

/// After this many steps in a row that were each followed by a read, the next is expected to be, too.
const WATCHED_STEPS: u8 = 3;

/// The bodies of a world.
#[derive(Debug)]
pub(crate) struct BodyStore<T: Real<D>, const D: usize> {
    slice: Lazy<Vec<Body<T, D>>>,
    points: PointStates<T, D>,
    /// Whether `points` is in use.
    loaded: bool,
    /// The place of the body that was last written to, until it is loaded to `points`.
    written: Option<usize>,
    /// How many steps in a row were followed by a read of the bodies.
    read_steps: u8,
}

impl<T: Real<D>, const D: usize> BodyStore<T, D> {
    pub(crate) fn new() -> Self {
        Self::from(Vec::new())
    }

    /// Reserves memory for `additional` bodies, if there is enough.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self.slice.get_mut().try_reserve_exact(additional);
    }

    /// All bodies.
    pub(crate) fn values(&self) -> &[Body<T, D>] {
        (self.slice).get(|bodies| self.points.store(bodies, self.written))
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
        self.load_written();
        let body = &mut self.slice.get_mut()[place];
        if self.loaded {
            self.points.store_one(place, body);
            self.written = Some(place);
        }
        body
    }

    /// One body, to be read, without bringing the others up to date.
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
            self.points.push(&body);
        }
    }

    /// Removes the body at a place; the last one moves there.
    pub(crate) fn swap_remove(&mut self, place: usize) -> Body<T, D> {
        self.load_written();
        let mut body = self.slice.get_mut().swap_remove(place);
        if self.loaded {
            self.points.store_one(place, &mut body);
            self.points.swap_remove(place);
        }
        body
    }

    /// Whether the bodies are read after every step, so that an outdated slice gains nothing. Call it
    /// once per step.
    pub(crate) fn are_watched(&mut self) -> bool {
        self.read_steps = match self.slice.take_was_read() {
            true => WATCHED_STEPS.min(self.read_steps + 1),
            false => 0,
        };
        self.read_steps == WATCHED_STEPS
    }

    /// The positions and velocities of all bodies, to be moved; none if there are few bodies.
    pub(crate) fn points(&mut self) -> Option<&mut PointStates<T, D>> {
        if self.slice.get_mut().len() < MANY || !self.slice.outdate() {
            return None;
        }
        if !self.loaded {
            self.points.load(self.slice.get_mut());
            self.loaded = true;
        }
        self.load_written();
        Some(&mut self.points)
    }

    /// [`points`](Self::points) with their masses; none unless all bodies are upright points.
    pub(crate) fn points_with_masses(&mut self) -> Option<&mut PointStates<T, D>> {
        self.points()?;
        let are_points = self.points.load_masses(self.slice.get_mut());
        are_points.then_some(&mut self.points)
    }

    /// Loads the body that was last written to.
    fn load_written(&mut self) {
        if let Some(place) = self.written.take() {
            self.points.load_one(place, &self.slice.get_mut()[place]);
        }
    }
}

impl<T: Real<D>, const D: usize> From<Vec<Body<T, D>>> for BodyStore<T, D> {
    fn from(bodies: Vec<Body<T, D>>) -> Self {
        Self {
            slice: Lazy::new(bodies),
            points: PointStates::new(),
            loaded: false,
            written: None,
            read_steps: 0,
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
