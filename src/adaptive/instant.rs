//! A state and its time, with the rounding errors of the sums that led there.

use super::Columns;
use crate::numbers::CompensatedSum;

/// A time and a state, as compensated sums.
#[derive(Debug, Clone)]
pub(super) struct Instant {
    time: CompensatedSum<f64>,
    pub(super) state: Columns,
    /// What did not fit into the numbers of the state.
    carried: Columns,
}

impl Instant {
    pub(super) fn new() -> Self {
        Self {
            time: CompensatedSum::zero(),
            state: Columns::default(),
            carried: Columns::default(),
        }
    }

    /// Begins at a state.
    pub(super) fn begin(&mut self, time: f64, state: &Columns) {
        self.set_time(time);
        self.state.clone_from(state);
        self.carried.reset(state.x.len(), state.z.len());
    }

    /// \[s\]
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

    /// Becomes the same as another of the same size.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.time = other.time;
        self.state.copy_from(&other.state);
        self.carried.copy_from(&other.carried);
    }

    /// Becomes what another one of the same size is after a change of its state.
    pub(super) fn set_sum(&mut self, start: &Self, change: &Columns) {
        self.time = start.time;
        let Self { state, carried, .. } = self;
        let (before, rests) = (&start.state, &start.carried);
        add(
            [&mut state.x, &mut carried.x],
            [&before.x, &rests.x],
            &change.x,
        );
        add(
            [&mut state.v, &mut carried.v],
            [&before.v, &rests.v],
            &change.v,
        );
        add(
            [&mut state.z, &mut carried.z],
            [&before.z, &rests.z],
            &change.z,
        );
    }

    /// Lets all coordinates move on with their velocities, and these with their accelerations, over a time as short as the distance of
    /// two floats.
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

/// Sets sums and what they carry to those before, with terms added.
fn add([sums, carried]: [&mut [f64]; 2], [before, rests]: [&[f64]; 2], terms: &[f64]) {
    let states = before.iter().zip(rests).zip(terms);
    for ((value, carried), ((before, rest), term)) in sums.iter_mut().zip(carried).zip(states) {
        (*value, *carried) = sum(*before, *rest, *term);
    }
}

/// A sum with a term added, and what it cannot hold, with what was carried before.
#[inline]
fn sum(before: f64, carried: f64, term: f64) -> (f64, f64) {
    let total = before + term;
    let part = total - before;
    let rest = (before - (total - part)) + (term - part) + carried;
    let sum = total + rest;
    (sum, rest - (sum - total))
}
