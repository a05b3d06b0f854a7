//! The error of a step, and the length of the next one.

use super::tables::{AT_END, COUNT, DIFFERENCES, LARGEST_INSIDE, NODES, POINTS, TERMS};
use super::{Collocation, Tables, each_row};
use crate::equations::Largest;
use crate::flow::LinearLaw;
use crate::state::first_not_finite;
use crate::{ANY, Attempt, Columns, Equations, Part, Workspace};
use nalgebra::ComplexField;

/// Fitted ratio of the error at the end of a step to `h² X₈ g₈`. With 1 instead of 5, the error of
/// a slowly driven oscillation of 1000 rad/s was 120 tolerances instead of 24. The number of
/// evaluations for a given error does not depend on this factor.
const MISFIT: f64 = 5.0;

/// Fitted ratio of the error of the superconvergent state at the end of a step to `g₈²/max g_k`.
const SUPERCONVERGENT: f64 = 1e-5;

/// Powers of the step length that are proportional to the errors `e₁`, `e₂` and `e₃`.
const ORDERS: [i32; 3] = [9, 16, 10];

/// Factor by which the errors of earlier steps decay with each step.
///
/// Where `g₈` changes its sign, an error may be small by chance. Therefore the next length is based
/// on the decayed earlier errors if these are larger. In a driven oscillation 10 % of the steps are
/// then rejected instead of 20 %, with 15 to 20 % fewer evaluations. On a spring with quadratic
/// drag 8 % are rejected, and 14 % if only the last step counts.
const FADING: f64 = 0.3;

/// Maximum error inside a sampled step, in tolerances.
const INSIDE: f64 = 0.1;

const SAFETY: f64 = 0.9;
const SHORTEST: f64 = 0.2;
const LONGEST: f64 = 3.0;

impl<const D: usize> Collocation<D> {
    /// Returns the error in tolerances, and the factor of the next length. The error follows from
    /// `g₈`, which depends on an evaluation that the polynomial does not use:
    ///
    /// ```text
    /// e₁ = 5 max(h² |X₈ g₈|, T |h V₈ g₈|)       order reduction by a stiff law; zero for a free body
    /// e₂ = 1e-5 g₈²/max_k |g_k| max(h² X₀, T |h V₀|)       of the end: g₁₅ ~ g₈ (g₈/g₀)^(7/8)
    /// e₃ = 10 h² |g₈| max |∬ Π₈|       inside the step, where that is asked for
    /// ```
    fn estimated(&mut self, tables: &Tables<D>, step: &Attempt<'_>, sweeps: u32) -> (Largest, f64) {
        let Attempt {
            h,
            start,
            norm,
            lasting,
            ..
        } = *step;
        let (mut worst, mut largest) = ([0.0_f64; 3], Largest::default());
        for part in &self.parts {
            let rows = tables.laws[part.law].rows(COUNT - 1);
            for d in part.coordinates.clone() {
                let (mut misfit, mut end) = ([0.0; 2], [0.0; 2]);
                each_row(rows, &part.coordinates, d, |row, from| {
                    let g = &self.pushes[from][..TERMS];
                    misfit[0] += row.terms[COUNT][0] * g[COUNT];
                    misfit[1] += row.terms[COUNT][1] * g[COUNT];
                    let most = g.iter().fold(0.0_f64, |most, g| most.max(g.abs()));
                    if most > 0.0 {
                        let next = g[COUNT].abs() * (g[COUNT].abs() / most);
                        end[0] += row.terms[0][0].abs() * next;
                        end[1] += row.terms[0][1].abs() * next;
                    }
                });
                let misfit = [h * (h * misfit[0]), h * misfit[1]];
                self.misfit[d] = misfit;
                let tolerance = norm.tolerance(start.x[d]);
                let in_norm = |x: f64, v: f64| x.abs().max((lasting * v).abs()) / tolerance;
                let inside = if self.is_sampled {
                    in_norm(h * (h * (self.pushes[d][COUNT] * LARGEST_INSIDE)), 0.0) / INSIDE
                } else {
                    0.0
                };
                let errors = [
                    MISFIT * in_norm(misfit[0], misfit[1]),
                    SUPERCONVERGENT * in_norm(h * (h * end[0]), h * end[1]),
                    inside,
                ];
                for (worst, error) in worst.iter_mut().zip(errors) {
                    // replaces NaN by infinity
                    let error = if error.is_nan() { f64::INFINITY } else { error };
                    *worst = worst.max(error);
                    largest.include(error, d);
                }
            }
        }
        let before = &self.accepted;
        let share = if before.h == 0.0 {
            1.0
        } else {
            (h / before.h).abs().min(1.0)
        };
        let mut likely = worst;
        for (i, order) in ORDERS.into_iter().enumerate() {
            let expected = before.errors[i] * ComplexField::powi(share, order);
            likely[i] = worst[i].max(expected);
            self.errors[i] = worst[i].max(FADING * expected);
        }
        (largest, factor(&likely, sweeps))
    }
}

/// Returns the minimum of `0.9 e₁^(-1/9)`, `0.9 e₂^(-1/16)` and `0.9 e₃^(-1/10)`; at most 1 after
/// many sweeps.
fn factor(errors: &[f64; 3], sweeps: u32) -> f64 {
    let most = match sweeps {
        ..4 => LONGEST,
        4 => 1.0,
        _ => SAFETY,
    };
    let mut wanted = LONGEST;
    for (error, order) in errors.iter().zip(ORDERS) {
        if *error > 0.0 {
            wanted = wanted.min(SAFETY * ComplexField::powf(*error, -1.0 / f64::from(order)));
        }
    }
    wanted.clamp(SHORTEST, LONGEST).min(most)
}

// Solves a collocation step by sweeps over its nodes.

/// Assumed contraction θ of the first sweep after a new start.
pub(super) const FIRST_CONTRACTION: f64 = 0.5;

const LEAST_CONTRACTION: f64 = 1e-3;

/// Minimum contraction assumed from the third sweep on. The ratio of the changes by successive
/// sweeps grows from below 1e-4 to 0.01. If only the last ratio was used, the error of a spring
/// with quadratic drag was 13 tolerances of 1e-12 m.
const LATE_CONTRACTION: f64 = 4e-3;

/// Number of tolerances. Sweeps end when the expected change by all further sweeps is smaller.
const ENOUGH: f64 = 0.01;

/// Contraction θ above which sweeps do not converge.
const DIVERGING: f64 = 1.5;

/// Maximum number of sweeps: with a prediction, and without.
const MOST_SWEEPS: [u32; 2] = [7, 13];

/// The roots `2^(3/4)`, `2^(1/2)` and `2^(1/4)`.
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

    /// Tries a step of N coordinates, or of any number for [`ANY`], and stores the change of the
    /// state. Returns the error, and the factor of the length of the next attempt. The error is
    /// infinite if a number is not finite or the sweeps do not converge.
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

    /// Computes the state at the end of the step. Returns the number of sweeps; `None` if a number
    /// is not finite or the sweeps do not converge.
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

    /// Sweeps over the nodes until the coefficients g are constant. Returns the number of sweeps.
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
                    // the first sweep changed the whole polynomial, so its ratio is smaller than
                    // those of later sweeps
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

    /// Evaluates N at one node after the other. Each value is used immediately for the
    /// coefficients.
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
        // arrays, so that the columns of a single body stay in registers
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
                // a single sum, in which only the first term depends on the evaluation
                let term = |j: usize| weights[j] * g[j];
                let known = ((term(1) + term(2)) + (term(3) + term(4))) + (term(5) + term(6));
                let difference = weights[0] * (rest - g[0]) - known;
                correction[n] = difference - g[n];
                g[n] = difference;
            }
        }
        Some(())
    }

    /// Returns the change of the state at the end of the step by the last sweep, in tolerances, and
    /// whether it is below rounding.
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
                // also keeps NaN
                if larger > error || larger.is_nan() {
                    error = larger;
                }
                let rounding = 2.0 * f64::EPSILON;
                is_rounding &= x <= rounding * start.x[d].abs() && v <= rounding * start.v[d].abs();
            });
        (error, is_rounding)
    }

    /// Computes the change of the state, N at the end of the step, and `g₈`.
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
