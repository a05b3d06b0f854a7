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

    /// Adds a change to the state.
    pub(super) fn add(&mut self, change: &Columns) {
        let Self { state, carried, .. } = self;
        add(&mut state.x, &mut carried.x, &change.x);
        add(&mut state.v, &mut carried.v, &change.v);
        add(&mut state.z, &mut carried.z, &change.z);
    }

    /// Lets all coordinates move on with their velocities, and these with the accelerations that are given, over a time as short as the
    /// distance of two floats.
    pub(super) fn drift(&mut self, time: f64, accelerations: &[f64]) {
        let dt = time - self.time();
        let Columns { x, v, .. } = &mut self.state;
        for ((x, carried), v) in x.iter_mut().zip(&mut self.carried.x).zip(&*v) {
            add_one(x, carried, dt * *v);
        }
        for ((v, carried), a) in v.iter_mut().zip(&mut self.carried.v).zip(accelerations) {
            add_one(v, carried, dt * *a);
        }
        self.set_time(time);
    }
}

fn add(sums: &mut [f64], carried: &mut [f64], terms: &[f64]) {
    for ((sum, carried), term) in sums.iter_mut().zip(carried).zip(terms) {
        add_one(sum, carried, *term);
    }
}

/// Adds a term to a sum, and what the sum cannot hold to what is carried.
#[inline]
fn add_one(sum: &mut f64, carried: &mut f64, term: f64) {
    let total = *sum + term;
    let part = total - *sum;
    let rest = (*sum - (total - part)) + (term - part) + *carried;
    *sum = total + rest;
    *carried = rest - (*sum - total);
}
