//! A collocation step, by sweeps over its nodes.

use super::Collocation;
use super::nodes::{AT_END, COUNT, DIFFERENCES, NODES, POINTS};
use crate::flow::LinearLaw;
use crate::length::Largest;
use crate::state::first_not_finite;
use crate::{ANY, Attempt, Columns, Equations, Part, Workspace};

/// The contraction θ assumed for the first sweep after a new start.
pub(super) const FIRST_CONTRACTION: f64 = 0.5;

const LEAST_CONTRACTION: f64 = 1e-3;

/// The least contraction assumed from the third sweep on. The ratio between the changes of successive sweeps grows from
/// below 1e-4 to 0.01. With the last ratio alone, the error of a spring with quadratic drag to 1e-12 m was 13 tolerances.
const LATE_CONTRACTION: f64 = 4e-3;

/// Sweeps end when the expected change by all further sweeps is below this, in tolerances.
const ENOUGH: f64 = 0.01;

/// Sweeps with θ above this do not converge.
const DIVERGING: f64 = 1.5;

/// Maximum number of sweeps with a prediction, and without.
const MOST_SWEEPS: [u32; 2] = [7, 13];

/// `2^(1/4)`, `2^(1/2)` and `2^(3/4)`, the largest first.
const ROOTS: [f64; 3] = [
    1.681_792_830_507_429,
    core::f64::consts::SQRT_2,
    1.189_207_115_002_721,
];

const MANTISSA: u64 = (1 << 52) - 1;

impl<const D: usize> Collocation<D> {
    /// Rounds the length of a step \[s\] towards zero to `±2^(k/4)`, so that tables can be reused. Subnormal numbers,
    /// infinity and NaN are returned unchanged.
    pub(crate) fn rung(h: f64) -> f64 {
        if !h.is_normal() {
            return h;
        }
        let bits = h.to_bits();
        let mantissa = f64::from_bits(bits & MANTISSA | 1.0_f64.to_bits());
        let root = ROOTS.into_iter().find(|&root| root <= mantissa);
        let root = root.map_or(0, f64::to_bits);
        f64::from_bits(bits & !MANTISSA | root & MANTISSA)
    }

    /// Tries a step of N coordinates, or of [`ANY`], and sets the change of the state. Returns the error, infinite if a
    /// number is not finite or the sweeps do not converge, and the factor for the length of the next attempt.
    pub(crate) fn attempt<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        laws: &[LinearLaw<f64, D>],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> (Largest, f64) {
        if self.parts.is_empty() {
            self.make_room(laws, step.start.x.len(), &mut work.tables);
        }
        let sweeps = self.solved::<N>(equations, step, laws, work, evaluations);
        let was_refused = core::mem::replace(&mut self.is_refused, true);
        let Some(sweeps) = sweeps else {
            let [start, end] = self.rest.each_ref().map(|rest| first_not_finite(rest));
            return (Largest::infinite(start.or(end).unwrap_or(0)), 0.5);
        };
        let (largest, factor) = self.estimated(&work.tables, step, sweeps);
        // a longer step right after a rejection would be rejected again
        let most = if was_refused { 1.0 } else { f64::INFINITY };
        (largest, factor.min(most))
    }

    /// Solves for the end of the step. Returns the number of sweeps; `None` if a number is not finite or the sweeps do not
    /// converge.
    fn solved<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        laws: &[LinearLaw<f64, D>],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Option<u32> {
        if !step.h.is_finite() || step.h == 0.0 {
            return None;
        }
        let Columns { x, v, .. } = step.start;
        if !self.is_known {
            *evaluations += 1;
            let time = step.time.min(step.latest);
            let rest = &mut self.rest[0];
            equations.evaluate::<N>(Part::BesideLaws, time, [x, v, &[]], rest, &mut []);
            if first_not_finite(rest).is_some() {
                return None;
            }
            self.is_known = true;
        }
        work.tables.select(&self.parts, step.h);
        for (g, rest) in self.pushes.iter_mut().zip(&self.rest[0]) {
            g[0] = *rest;
        }
        let is_predicted = self.predict(step.h);
        self.set_law_pushes(laws, step);
        let sweeps = self.swept::<N>(equations, step, work, is_predicted, evaluations)?;
        self.set_end::<N>(equations, step, work, evaluations)?;
        Some(sweeps)
    }

    /// Sweeps over the nodes until g no longer changes. Returns the number of sweeps.
    fn swept<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        work: &mut Workspace<D>,
        is_predicted: bool,
        evaluations: &mut u64,
    ) -> Option<u32> {
        let most = MOST_SWEEPS[usize::from(!is_predicted)];
        let (mut contraction, mut before) = (self.contraction, 0.0);
        for sweep in 1..=most {
            self.sweep::<N>(equations, step, work, evaluations)?;
            let (error, is_rounding) = self.last_change::<N>(step, work);
            if !error.is_finite() {
                return None;
            }
            if sweep > 1 {
                contraction = error / before;
                if sweep == 2 && !is_predicted {
                    // the first sweep made the whole polynomial: this ratio is smaller than the following ones
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

    /// Evaluates N at the nodes one after the other, and uses each value immediately.
    #[inline(always)]
    fn sweep<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Option<()> {
        let Attempt { h, start, .. } = *step;
        let Workspace {
            at,
            accelerations,
            tables,
            ..
        } = work;
        // the columns of one body stay in registers
        let mut arrays = [[0.0; N]; 3];
        let [own_x, own_v, own_rest] = arrays.each_mut();
        let [x, v, rest] = if N == ANY {
            [&mut at.x[..], &mut at.v, accelerations]
        } else {
            [&mut own_x[..], own_v, own_rest]
        };
        for (n, weights) in DIFFERENCES.iter().enumerate().skip(1) {
            let node_h = POINTS[n - 1] * h;
            tables.each::<N>(&self.parts, n - 1, &self.pushes, |d, [push_x, push_v]| {
                x[d] = start.x[d] + (node_h * start.v[d] + h * (h * push_x));
                v[d] = start.v[d] + h * push_v;
            });
            *evaluations += 1;
            let time = (step.time + NODES[n] * h).min(step.latest);
            equations.evaluate::<N>(Part::BesideLaws, time, [x, v, &[]], rest, &mut []);
            for ((g, correction), rest) in
                self.pushes.iter_mut().zip(&mut self.correction).zip(&*rest)
            {
                if !rest.is_finite() {
                    return None;
                }
                // one sum, of which only the first term waits for the evaluation
                let term = |j: usize| weights[j] * g[j];
                let known = ((term(1) + term(2)) + (term(3) + term(4))) + (term(5) + term(6));
                let difference = weights[0] * (rest - g[0]) - known;
                correction[n] = difference - g[n];
                g[n] = difference;
            }
        }
        Some(())
    }

    /// The change at the end of the step by the last sweep, in tolerances; and whether it is below rounding.
    fn last_change<const N: usize>(&self, step: &Attempt<'_>, work: &Workspace<D>) -> (f64, bool) {
        let Attempt {
            h,
            start,
            norm,
            lasting,
            ..
        } = *step;
        let (mut error, mut is_rounding) = (0.0_f64, true);
        let (parts, end) = (&self.parts, COUNT - 1);
        work.tables
            .each::<N>(parts, end, &self.correction, |d, [x, v]| {
                let [x, v] = [h * (h * x), h * v].map(f64::abs);
                let larger = x.max(lasting * v) / norm.tolerance(start.x[d]);
                // a NaN stays
                if larger > error || larger.is_nan() {
                    error = larger;
                }
                let rounding = 2.0 * f64::EPSILON;
                is_rounding &= x <= rounding * start.x[d].abs() && v <= rounding * start.v[d].abs();
            });
        (error, is_rounding)
    }

    /// Sets the change of the state, N at its end, and `g₈`.
    fn set_end<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Option<()> {
        let Attempt { h, start, .. } = *step;
        let Workspace {
            at, change, tables, ..
        } = work;
        tables.each::<N>(&self.parts, COUNT - 1, &self.pushes, |d, [x, v]| {
            (change.x[d], change.v[d]) = (h * start.v[d] + h * (h * x), h * v);
            at.x[d] = start.x[d] + change.x[d];
            at.v[d] = start.v[d] + change.v[d];
        });
        *evaluations += 1;
        let time = (step.time + h).min(step.latest);
        let rest = &mut self.rest[1];
        equations.evaluate::<N>(Part::BesideLaws, time, [&at.x, &at.v, &[]], rest, &mut []);
        let columns = [&at.x, &at.v, &*rest];
        if columns
            .into_iter()
            .any(|column| first_not_finite(column).is_some())
        {
            return None;
        }
        for (g, rest) in self.pushes.iter_mut().zip(&*rest) {
            let met: f64 = (0..COUNT).map(|k| g[k] * AT_END[k]).sum();
            g[COUNT] = (rest - met) / AT_END[COUNT];
        }
        Some(())
    }
}
