//! A step, by sweeps over its nodes.

use core::mem;

use super::super::length::{ANY, known, known_mut};
use super::nodes::{AT_END, COUNT, DIFFERENCES, NODES, POINTS};
use super::{Columns, Equations, Outcome, Place, Radau, Trial, parts};

/// The contraction θ that is assumed of the first sweep of all.
pub(super) const FIRST_CONTRACTION: f64 = 0.5;

const LEAST_CONTRACTION: f64 = 1e-3;

/// The least contraction that is assumed from the third sweep on. The ratio of a sweep's change to that of the sweep before grows,
/// from below 1e-4 to 0.01. With the last ratio alone, the error of a spring with quadratic drag to 1e-12 m was 13 tolerances.
const LATE_CONTRACTION: f64 = 4e-3;

/// Sweeps end when what the next ones would change is below this, in tolerances.
const ENOUGH: f64 = 0.01;

/// Sweeps with θ above this do not converge.
const DIVERGING: f64 = 1.5;

/// Most sweeps with a prediction, and without.
const MOST_SWEEPS: [u32; 2] = [7, 13];

impl<const D: usize> Radau<D> {
    /// Tries a step of N coordinates, or of [`ANY`], and sets `change` to the change of the state.
    pub(in crate::adaptive) fn attempt<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        change: &mut Columns,
    ) -> Outcome {
        let mut evaluations = 0;
        let sweeps = self.solved::<N>(equations, trial, change, &mut evaluations);
        let is_again = mem::replace(&mut self.is_refused, true);
        let Some(sweeps) = sweeps else {
            self.end.is_known = false;
            return Outcome {
                error: f64::INFINITY,
                coordinate: self.culprit(),
                factor: 0.5,
                evaluations,
            };
        };
        let outcome = self.estimated(sweeps, evaluations);
        // longer right after a rejection would be rejected again
        let most = if is_again { 1.0 } else { f64::INFINITY };
        Outcome {
            factor: outcome.factor.min(most),
            ..outcome
        }
    }

    /// Solves for the end of the step; the number of sweeps, or none if something is not finite or they do not converge.
    fn solved<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Option<u32> {
        let (h, count) = (trial.h, self.start.x.len());
        let lengths = [trial.state.x.len(), trial.state.v.len()];
        self.end.is_known = false;
        self.h = h;
        if lengths != [count; 2] || !h.is_finite() || h == 0.0 {
            return None;
        }
        let goes_on = self.start_at(trial);
        if !self.start.is_known {
            *evaluations += 1;
            let Place { x, v, rest, .. } = &mut self.start;
            equations.evaluate_rest_known::<N>(trial.time, x, v, rest);
            self.start.is_known = rest.iter().all(|value| value.is_finite());
            if !self.start.is_known {
                return None;
            }
        }
        for part in &self.parts {
            self.tables[part.table].select(h);
        }
        for (g, rest) in self.pushes.iter_mut().zip(&self.start.rest) {
            g[0] = *rest;
        }
        let may_predict = goes_on && !self.is_refused;
        let is_predicted = self.history.predict(h, may_predict, &mut self.pushes);
        self.set_law_pushes(trial);
        let sweeps = self.swept::<N>(equations, trial, is_predicted, evaluations)?;
        self.set_end::<N>(equations, trial, change, evaluations)?;
        Some(sweeps)
    }

    /// Starts at a state. True if it is the end of the last step, or the start of the one tried last, to rounding.
    fn start_at(&mut self, trial: &Trial<'_>) -> bool {
        let near = |a: f64, b: f64, scale: f64| (a - b).abs() <= 4.0 * f64::EPSILON * scale;
        let Place { x, v, time, .. } = &self.start;
        let before = &self.accepted.start;
        // the error of a sum is one of its larger term
        let is_at = |known: &[f64], now: &[f64], before: &[f64]| {
            let mut values = known.iter().zip(now).zip(before);
            values.all(|((a, b), before)| near(*a, *b, a.abs().max(before.abs())))
        };
        let goes_on = self.start.is_known
            && near(*time, trial.time, time.abs().max(trial.h.abs()))
            && is_at(x, &trial.state.x, &before.x)
            && is_at(v, &trial.state.v, &before.v);
        self.start.is_known = goes_on;
        self.start.time = trial.time;
        self.start.x.copy_from_slice(&trial.state.x);
        self.start.v.copy_from_slice(&trial.state.v);
        for (tolerance, x) in self.tolerance.iter_mut().zip(&self.start.x) {
            *tolerance = self.norm.tolerance(*x);
        }
        goes_on
    }

    /// Sweeps over the nodes until g no longer changes; the number of sweeps.
    fn swept<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        is_predicted: bool,
        evaluations: &mut u64,
    ) -> Option<u32> {
        let most = MOST_SWEEPS[usize::from(!is_predicted)];
        let (mut contraction, mut before) = (self.contraction, 0.0);
        for sweep in 1..=most {
            self.sweep::<N>(equations, trial, evaluations)?;
            let (error, is_rounding) = self.last_change::<N>(trial.h);
            if !error.is_finite() {
                return None;
            }
            if sweep > 1 {
                contraction = error / before;
                if sweep == 2 && !is_predicted {
                    // the first sweep made the whole polynomial: this ratio is smaller than those that follow
                    contraction = contraction.max(LEAST_CONTRACTION);
                }
                if contraction > DIVERGING {
                    return None;
                }
            }
            let next = if sweep > 2 {
                contraction.max(LATE_CONTRACTION)
            } else {
                contraction
            };
            let is_enough = next < 1.0 && error * next < ENOUGH * (1.0 - next);
            if error == 0.0 || is_rounding || is_enough {
                self.contraction = contraction.clamp(LEAST_CONTRACTION, FIRST_CONTRACTION);
                return Some(sweep);
            }
            before = error;
        }
        None
    }

    /// Evaluates N at the nodes one after the other, and uses each value at once.
    fn sweep<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        evaluations: &mut u64,
    ) -> Option<()> {
        let (mut arrays, mut end) = ([[0.0; N]; 3], mem::take(&mut self.end));
        let Place { x, v, rest, .. } = &mut end;
        // those of one body stay in registers
        let columns = if N == ANY {
            [&mut x[..], v, rest]
        } else {
            arrays.each_mut().map(|array| &mut array[..])
        };
        let done = self.sweep_in::<N>(equations, trial, evaluations, columns);
        for (column, array) in [x, v, rest].into_iter().zip(&arrays) {
            column[..N].copy_from_slice(array);
        }
        self.end = end;
        done
    }

    /// The same with memory for coordinates, velocities and rests of accelerations at a node.
    #[inline(always)]
    fn sweep_in<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        evaluations: &mut u64,
        [x, v, rest]: [&mut [f64]; 3],
    ) -> Option<()> {
        for (n, weights) in DIFFERENCES.iter().enumerate().skip(1) {
            self.place::<N>(n - 1, x, v);
            *evaluations += 1;
            equations.evaluate_rest_known::<N>(trial.time + NODES[n] * trial.h, x, v, rest);
            let pushes = known_mut(&mut self.pushes, N).iter_mut();
            let columns = pushes.zip(known_mut(&mut self.correction, N));
            for ((g, correction), rest) in columns.zip(&*rest) {
                if !rest.is_finite() {
                    return None;
                }
                // in one sum, of which only the first term waits for the evaluation
                let term = |j: usize| weights[j] * g[j];
                let known = ((term(1) + term(2)) + (term(3) + term(4))) + (term(5) + term(6));
                let difference = weights[0] * (rest - g[0]) - known;
                correction[n] = difference - g[n];
                g[n] = difference;
            }
        }
        Some(())
    }

    /// Position and velocity at a point.
    #[inline(always)]
    fn place<const N: usize>(&self, point: usize, at_x: &mut [f64], at_v: &mut [f64]) {
        let (h, time) = (self.h, POINTS[point] * self.h);
        let (tables, parts, pushes) = (&self.tables, &self.parts, &self.pushes);
        let [x, v] = [&self.start.x, &self.start.v].map(|column| known(column, N));
        parts::displacements::<N, D>(tables, parts, point, pushes, |d, [push_x, push_v]| {
            at_x[d] = x[d] + (time * v[d] + h * (h * push_x));
            at_v[d] = v[d] + h * push_v;
        });
    }

    /// What the last sweep changed at the end of the step, in tolerances; and whether that is below rounding.
    fn last_change<const N: usize>(&self, h: f64) -> (f64, bool) {
        let (mut error, mut is_rounding) = (0.0_f64, true);
        let (end, tolerance) = (COUNT - 1, &self.tolerance);
        let (start, last) = (&self.start, &self.end);
        let (tables, parts, correction) = (&self.tables, &self.parts, &self.correction);
        parts::displacements::<N, D>(tables, parts, end, correction, |d, [x, v]| {
            let [x, v] = [h * (h * x), h * v].map(f64::abs);
            let larger = x.max(h.abs() * v) / tolerance[d];
            // a NaN stays
            if larger > error || larger.is_nan() {
                error = larger;
            }
            let size = [
                start.x[d].abs().max(last.x[d].abs()),
                start.v[d].abs().max(last.v[d].abs()),
            ];
            is_rounding &= x <= 2.0 * f64::EPSILON * size[0] && v <= 2.0 * f64::EPSILON * size[1];
        });
        (error, is_rounding)
    }

    /// Sets the end of the step, the change of the state, and `g₈`.
    fn set_end<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        trial: &Trial<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Option<()> {
        let (h, start, end) = (trial.h, &self.start, &mut self.end);
        change.reset(start.x.len(), 0);
        let (tables, parts, pushes) = (&self.tables, &self.parts, &self.pushes);
        parts::displacements::<N, D>(tables, parts, COUNT - 1, pushes, |d, [x, v]| {
            (change.x[d], change.v[d]) = (h * start.v[d] + h * (h * x), h * v);
            end.x[d] = start.x[d] + change.x[d];
            end.v[d] = start.v[d] + change.v[d];
        });
        self.end.time = trial.time + h;
        let Place { x, v, rest, .. } = &mut self.end;
        *evaluations += 1;
        equations.evaluate_rest_known::<N>(trial.time + h, x, v, rest);
        let mut numbers = (self.end.x.iter()).chain(&self.end.v).chain(&self.end.rest);
        if !numbers.all(|number| number.is_finite()) {
            return None;
        }
        for (g, rest) in self.pushes.iter_mut().zip(&self.end.rest) {
            let met: f64 = (0..COUNT).map(|k| g[k] * AT_END[k]).sum();
            g[COUNT] = (rest - met) / AT_END[COUNT];
        }
        self.end.is_known = true;
        Some(())
    }

    /// A coordinate whose acceleration is not finite, else the first.
    fn culprit(&self) -> usize {
        let of = |values: &[f64]| values.iter().position(|value| !value.is_finite());
        of(&self.start.rest)
            .or_else(|| of(&self.end.rest))
            .unwrap_or(0)
    }
}
