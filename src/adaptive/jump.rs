//! The search for jumps of forces.

use alloc::vec::Vec;
use core::mem;

use nalgebra::SVector;

use super::ahead::Jump;
use super::length::reset_all;
use super::solver::Solver;
use super::{Columns, Equations};

/// Most evaluations of one search.
const MOST_HALVINGS: u32 = 60;

/// The halving whose change the later ones are compared with.
const FIRST_COMPARED: u32 = 3;

/// The halving after which a change that has become small is that of a smooth force, whose change is then a quarter of the
/// compared one.
const FIRST_SMOOTH: u32 = 5;

/// The share of the compared change that a jump keeps.
const LEAST_SHARE: f64 = 0.3;

/// Memory of a search: forces at both ends of an interval and between, and the state where they are evaluated.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    low: Vec<f64>,
    middle: Vec<f64>,
    high: Vec<f64>,
    /// The rest of the accelerations at the start.
    rest: Vec<f64>,
    at: Columns,
}

impl Search {
    /// Begins with this many coordinates and numbers of the tail.
    pub(super) fn begin(&mut self, count: usize, tail: usize) {
        self.at.reset(count, tail);
        let ends = [&mut self.low, &mut self.middle, &mut self.high];
        reset_all(ends, count + tail, 0.0);
        reset_all([&mut self.rest], count, 0.0);
    }
}

impl<const D: usize> Solver<D> {
    /// Searches a step of length h for a jump of the forces by bisection, on the path of a constant force. Whether there is one, to
    /// which the next steps then lead.
    pub(super) fn search(&mut self, equations: &mut impl Equations, h: f64) -> bool {
        let mut search = mem::take(&mut self.search_memory);
        let found = self.bisect(equations, h, &mut search);
        self.search_memory = search;
        if found.is_some() {
            self.ahead.found = found;
        }
        found.is_some()
    }

    /// The two neighbouring times between which the forces jump.
    fn bisect(
        &mut self,
        equations: &mut impl Equations,
        h: f64,
        search: &mut Search,
    ) -> Option<Jump> {
        let time = self.time();
        let (mut low, mut high) = (time, time + h);
        self.set_low(equations, search);
        self.force(equations, high, search);
        mem::swap(&mut search.high, &mut search.middle);
        let (mut compared, mut last) = (f64::INFINITY, f64::INFINITY);
        for halving in 1..=MOST_HALVINGS {
            let middle = low + 0.5 * (high - low);
            if middle == low || middle == high {
                break;
            }
            self.force(equations, middle, search);
            let before = self.difference(&search.low, &search.middle);
            let after = self.difference(&search.middle, &search.high);
            if before > after {
                high = middle;
                mem::swap(&mut search.high, &mut search.middle);
            } else {
                low = middle;
                mem::swap(&mut search.low, &mut search.middle);
            }
            last = before.max(after);
            if halving == FIRST_COMPARED {
                compared = last;
            }
            if halving >= FIRST_SMOOTH && last <= LEAST_SHARE * compared {
                return None;
            }
        }
        let is_jump = last > LEAST_SHARE * compared && last.is_finite();
        is_jump.then_some([low, high])
    }

    /// The largest difference of two forces.
    fn difference(&self, one: &[f64], other: &[f64]) -> f64 {
        let count = self.present.state.x.len();
        let mut largest = 0.0_f64;
        for (one, other) in one[..count].iter().zip(&other[..count]) {
            largest = largest.max((one - other).abs());
        }
        let slopes = one[count..].iter().zip(&other[count..]);
        for ((one, other), [length, rate]) in slopes.zip(&self.tail) {
            largest = largest.max((one - other).abs() * (length + rate));
        }
        largest
    }

    /// Sets the forces at the start of the step, which without laws are known.
    fn set_low(&mut self, equations: &mut impl Equations, search: &mut Search) {
        let state = &self.present.state;
        let (accelerations, slopes) = search.low.split_at_mut(state.x.len());
        if !self.laws.is_empty() {
            equations.evaluate_rest(self.time(), &state.x, &state.v, &mut search.rest);
            self.counts.evaluations += 1;
        }
        if self.laws.is_empty() || !slopes.is_empty() {
            accelerations.copy_from_slice(&self.accelerations);
            slopes.copy_from_slice(&self.slopes);
        } else {
            accelerations.copy_from_slice(&search.rest);
        }
    }

    /// Sets the forces in the middle to those at a time on the path.
    fn force(&mut self, equations: &mut impl Equations, time: f64, search: &mut Search) {
        self.counts.evaluations += 1;
        let s = time - self.time();
        let state = &self.present.state;
        let count = state.x.len();
        let at = &mut search.at;
        let accelerations = if self.laws.is_empty() {
            &self.accelerations
        } else {
            &search.rest
        };
        // laws act on the first coordinates only
        for (i, acceleration) in accelerations.iter().enumerate() {
            at.x[i] = state.x[i] + s * (state.v[i] + 0.5 * s * acceleration);
            at.v[i] = state.v[i] + s * acceleration;
        }
        for (body, law) in self.laws.iter().enumerate() {
            let first = body * D;
            let vector =
                |values: &[f64]| SVector::<f64, D>::from_fn(|axis, _| values[first + axis]);
            let (x, v) = (vector(&state.x), vector(&state.v));
            let mut law = *law;
            law.constant += vector(&search.rest);
            let increment = law.increment(&x, &v, self.time(), s);
            for axis in 0..D {
                at.x[first + axis] = x[axis] + increment.position[axis];
                at.v[first + axis] = v[axis] + increment.velocity[axis];
            }
        }
        for ((z, start), slope) in at.z.iter_mut().zip(&state.z).zip(&self.slopes) {
            *z = start + s * slope;
        }
        let (accelerations, slopes) = search.middle.split_at_mut(count);
        if self.laws.is_empty() || !slopes.is_empty() {
            equations.evaluate(time, [&at.x, &at.v, &at.z], accelerations, slopes);
        } else {
            equations.evaluate_rest(time, &at.x, &at.v, accelerations);
        }
    }
}
