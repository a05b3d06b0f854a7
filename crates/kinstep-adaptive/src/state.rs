//! The variables of the equations, and memory for solving them.

use alloc::vec::Vec;

use super::collocation::Tables;
use super::jump::Forces;
use crate::numbers::CompensatedSum;

/// Coordinates, their velocities, and the numbers of the tail.
#[derive(Debug, Default, PartialEq)]
pub struct Columns {
    /// Coordinates \[m\].
    pub x: Vec<f64>,
    /// Velocities of the coordinates \[m/s\].
    pub v: Vec<f64>,
    /// Numbers of the tail, which have slopes instead of accelerations.
    pub z: Vec<f64>,
}

impl Clone for Columns {
    fn clone(&self) -> Self {
        let mut columns = Self::default();
        columns.clone_from(self);
        columns
    }

    /// Copies the columns, and reuses the allocated memory.
    fn clone_from(&mut self, source: &Self) {
        self.x.clone_from(&source.x);
        self.v.clone_from(&source.v);
        self.z.clone_from(&source.z);
    }
}

impl Columns {
    /// Sets the numbers of coordinates and of numbers of the tail, and all numbers to zero.
    pub fn reset(&mut self, count: usize, tail: usize) {
        reset_all([&mut self.x, &mut self.v], count, 0.0);
        reset_all([&mut self.z], tail, 0.0);
    }

    pub(super) fn is_finite(&self) -> bool {
        let columns = [&self.x, &self.v, &self.z];
        columns.into_iter().all(|it| first_not_finite(it).is_none())
    }
}

/// Sets the length of some columns, and all their numbers to a value.
pub(super) fn reset_all<'a, T: Clone + 'a>(
    columns: impl IntoIterator<Item = &'a mut Vec<T>>,
    length: usize,
    value: T,
) {
    for column in columns {
        column.clear();
        column.resize(length, value.clone());
    }
}

/// Returns the index of the first number that is not finite; `None` if all are finite.
#[inline]
pub(super) fn first_not_finite(values: &[f64]) -> Option<usize> {
    // usually one sum suffices: 0 · x is zero unless x is not finite
    let sum = values.iter().fold(0.0, |sum, value| sum + value * 0.0);
    if sum == 0.0 {
        return None;
    }
    find_not_finite(values)
}

#[cold]
fn find_not_finite(values: &[f64]) -> Option<usize> {
    values.iter().position(|value| !value.is_finite())
}

/// Working memory that all islands use, one after the other. Except for the tables, its contents
/// are valid only while a step is tried. Because of the tables, an island must continue in the
/// workspace in which it began.
#[derive(Debug, Clone, Default)]
pub struct Workspace<const D: usize> {
    /// Change of the state by the step that was tried last.
    pub(super) change: Columns,
    /// The state at which forces are evaluated.
    pub(super) at: Columns,
    /// Accelerations at the state `at`.
    /// Slopes of the tail at the state `at`.
    pub(super) accelerations: Vec<f64>,
    pub(super) slopes: Vec<f64>,
    /// Forces at both ends and in the middle of an interval in which a jump is searched for.
    pub(super) forces: [Forces; 3],
    /// Tables of the laws, shared by all islands.
    pub(super) tables: Tables<D>,
}

impl<const D: usize> Workspace<D> {
    /// Forgets the tables of earlier calls if there are many.
    pub fn begin_call(&mut self) {
        self.tables.forget_many();
    }

    /// Allocates memory for this number of coordinates and of numbers of the tail.
    pub(super) fn fit(&mut self, count: usize, tail: usize) {
        if self.accelerations.len() == count && self.slopes.len() == tail {
            return;
        }
        self.change.reset(count, tail);
        self.at.reset(count, tail);
        reset_all([&mut self.accelerations], count, 0.0);
        reset_all([&mut self.slopes], tail, 0.0);
        for forces in &mut self.forces {
            reset_all([&mut forces.accelerations], count, 0.0);
            reset_all([&mut forces.slopes], tail, 0.0);
        }
    }
}

/// A time and a state, stored as compensated sums.
#[derive(Debug, Clone, Default)]
pub(super) struct Instant {
    time: CompensatedSum<f64>,
    pub(super) state: Columns,
    /// Rounding errors of the numbers of the state.
    carried: Columns,
}

impl Instant {
    /// Starts at a time and a state.
    pub(super) fn begin(&mut self, time: f64, state: &Columns) {
        self.set_time(time);
        self.state.clone_from(state);
        self.carried.reset(state.x.len(), state.z.len());
    }

    /// Returns the time \[s\].
    pub(super) fn time(&self) -> f64 {
        self.time.value()
    }

    pub(super) fn set_time(&mut self, time: f64) {
        self.time = CompensatedSum::zero();
        self.time += time;
    }

    pub(super) fn add_time(&mut self, h: f64) {
        self.time += h;
    }

    /// Copies another instant.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.time = other.time;
        self.state.clone_from(&other.state);
        self.carried.clone_from(&other.carried);
    }

    /// Sets this instant to the sum of `start` and `change`, including the rounding errors of the
    /// sums.
    pub(super) fn set_sum(&mut self, start: &Self, change: &Columns) {
        self.time = start.time;
        let (state, carried) = (&mut self.state, &mut self.carried);
        let (before, rests) = (&start.state, &start.carried);
        for (sums, before, terms) in [
            (
                [&mut state.x, &mut carried.x],
                [&before.x, &rests.x],
                &change.x,
            ),
            (
                [&mut state.v, &mut carried.v],
                [&before.v, &rests.v],
                &change.v,
            ),
            (
                [&mut state.z, &mut carried.z],
                [&before.z, &rests.z],
                &change.z,
            ),
        ] {
            let [sums, carried] = sums;
            let states = before[0].iter().zip(before[1]).zip(terms);
            for ((value, carried), ((before, rest), term)) in
                sums.iter_mut().zip(carried).zip(states)
            {
                (*value, *carried) = sum(*before, *rest, *term);
            }
        }
    }

    /// Moves all coordinates by their velocities, and all velocities by their accelerations, for a
    /// time as short as the difference of two floats.
    pub(super) fn drift(&mut self, time: f64, accelerations: &[f64]) {
        let dt = time - self.time();
        let Columns { x, v, .. } = &mut self.state;
        for ((x, carried), v) in x.iter_mut().zip(&mut self.carried.x).zip(&*v) {
            (*x, *carried) = sum(*x, *carried, dt * *v);
        }
        for ((v, carried), a) in v.iter_mut().zip(&mut self.carried.v).zip(accelerations) {
            (*v, *carried) = sum(*v, *carried, dt * *a);
        }
        self.set_time(time);
    }
}

/// Adds a term to a sum. Returns the new sum, and the sum of the carried rounding error and that of
/// this addition.
#[inline]
fn sum(before: f64, carried: f64, term: f64) -> (f64, f64) {
    let total = before + term;
    let part = total - before;
    let rest = (before - (total - part)) + (term - part) + carried;
    let sum = total + rest;
    (sum, rest - (sum - total))
}
