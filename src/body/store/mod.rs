//! The bodies of a world: columns for steps, and a slice for readers.
//!
//! A body is large, and a step changes only a small part of a point. So [`Columns`] contain
//! positions, velocities and masses; the slice contains whole bodies. Steps change the columns, and
//! write rotations to the slice. The first reader after a step updates the slice:
//!
//! | | columns | positions and velocities in the slice | the rest of the slice |
//! |---|---|---|---|
//! | slice fresh | current, except for new bodies and the body last written to | current | current |
//! | slice outdated | current, except for new bodies and the body last written to | outdated, except for these bodies | current |

mod columns;

use alloc::vec::Vec;

use columns::Lazy;
pub(crate) use columns::{Columns, StateBuffers};

use super::Body;
use crate::space::Real;

/// The bodies of a world.
#[derive(Debug)]
pub(crate) struct BodyStore<T: Real<D>, const D: usize> {
    slice: Lazy<Vec<Body<T, D>>>,
    columns: Columns<T, D>,
    /// Whether the columns are current: no body was added or written to since they were loaded.
    columns_are_current: bool,
    /// Index of the body that was last written to; `None` after it was loaded into the columns.
    written: Option<usize>,
    /// Whether the columns describe all bodies completely; `None` if unknown. `Some(false)` may be
    /// outdated.
    are_upright_points: Option<bool>,
}

impl<T: Real<D>, const D: usize> BodyStore<T, D> {
    pub(crate) fn new() -> Self {
        Self::from(Vec::new())
    }

    /// Tries to reserve memory for `additional` bodies.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self.slice.get_mut().try_reserve_exact(additional);
    }

    /// Copies `source`, and reuses the memory of `self`.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        let bodies = source.values();
        self.slice.overwrite(|slice| {
            slice.clear();
            slice.extend_from_slice(bodies);
        });
        self.columns.clear();
        self.columns_are_current = false;
        self.written = None;
        self.are_upright_points = source.are_upright_points;
    }

    pub(crate) fn values(&self) -> &[Body<T, D>] {
        (self.slice).get(|bodies| self.columns.store(bodies, self.written))
    }

    /// Lets `change` write positions, velocities and rotations of any bodies.
    pub(crate) fn change_all<R>(&mut self, change: impl FnOnce(&mut Vec<Body<T, D>>) -> R) -> R {
        change(self.all_mut())
    }

    /// Returns mutable access to all bodies.
    pub(crate) fn values_mut(&mut self) -> &mut [Body<T, D>] {
        self.all_mut()
    }

    fn all_mut(&mut self) -> &mut Vec<Body<T, D>> {
        self.values();
        self.columns.clear();
        self.columns_are_current = false;
        self.written = None;
        self.are_upright_points = None;
        self.slice.get_mut()
    }

    /// Returns mutable access to one body.
    pub(crate) fn value_mut(&mut self, index: usize) -> &mut Body<T, D> {
        self.load();
        let body = &mut self.slice.get_mut()[index];
        self.columns.store_one(index, body);
        self.written = Some(index);
        self.columns_are_current = false;
        body
    }

    /// Returns one body, without updating the others.
    pub(crate) fn value(&mut self, index: usize) -> &Body<T, D> {
        if self.slice.is_fresh() {
            return &self.slice.get_mut()[index];
        }
        self.load();
        let body = &mut self.slice.get_mut()[index];
        self.columns.store_one(index, body);
        body
    }

    /// Returns all bodies; positions and velocities may be outdated.
    pub(crate) fn unmoved(&mut self) -> &[Body<T, D>] {
        self.slice.get_mut()
    }

    pub(crate) fn push(&mut self, body: Body<T, D>) {
        self.slice.get_mut().push(body);
        self.columns_are_current = false;
        self.notice(&body);
    }

    /// Removes the body at `index`; the last body moves to that index.
    pub(crate) fn swap_remove(&mut self, index: usize) -> Body<T, D> {
        self.load();
        let mut body = self.slice.get_mut().swap_remove(index);
        self.columns.store_one(index, &mut body);
        self.columns.swap_remove(index);
        if self.are_upright_points == Some(false) {
            self.are_upright_points = None;
        }
        body
    }

    /// Returns the columns. Call [`columns_moved`](Self::columns_moved) after changing them.
    pub(crate) fn columns(&mut self) -> &mut Columns<T, D> {
        self.load();
        &mut self.columns
    }

    /// Returns the [`columns`](Self::columns), and the slice, whose positions and velocities may be outdated.
    pub(crate) fn columns_and_slice(&mut self) -> (&mut Columns<T, D>, &mut Vec<Body<T, D>>) {
        self.load();
        (&mut self.columns, self.slice.get_mut())
    }

    /// Records that positions and velocities in the columns were changed.
    pub(crate) fn columns_moved(&mut self) {
        let Self { slice, columns, .. } = self;
        slice.outdate(|bodies| columns.store(bodies, None));
    }

    /// Whether all bodies are points with axes along those of the world, so that the columns
    /// describe them completely. May return false although this is the case.
    pub(crate) fn are_upright_points(&mut self) -> bool {
        self.load();
        *(self.are_upright_points)
            .get_or_insert_with(|| self.slice.get_mut().iter().all(is_upright_point))
    }

    /// Updates the columns.
    #[inline]
    fn load(&mut self) {
        if !self.columns_are_current {
            self.load_new_and_written();
        }
    }

    fn load_new_and_written(&mut self) {
        let bodies = self.slice.get_mut();
        self.columns.load(bodies);
        if let Some(index) = self.written.take() {
            let body = bodies[index];
            self.columns.load_one(index, &body);
            self.notice(&body);
        }
        self.columns_are_current = true;
    }

    /// Updates `are_upright_points` for a new or changed body.
    fn notice(&mut self, body: &Body<T, D>) {
        if self.are_upright_points == Some(true) && !is_upright_point(body) {
            self.are_upright_points = Some(false);
        }
    }
}

impl<T: Real<D>, const D: usize> From<Vec<Body<T, D>>> for BodyStore<T, D> {
    fn from(bodies: Vec<Body<T, D>>) -> Self {
        Self {
            slice: Lazy::new(bodies),
            columns: Columns::new(),
            columns_are_current: false,
            written: None,
            are_upright_points: None,
        }
    }
}

/// Whether mass, position and velocity describe a body completely.
fn is_upright_point<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    body.is_upright_point() && body.radius().is_zero()
}
