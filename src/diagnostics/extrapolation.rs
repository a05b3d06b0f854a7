//! Gragg–Bulirsch–Stoer extrapolation: solves ordinary differential equations to rounding.

use alloc::vec;
use alloc::vec::Vec;

use crate::numbers::CompensatedSum;

/// A system `y' = f(t, y)` of ordinary differential equations.
pub(super) trait Equations {
    /// `f(t, y)`.
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]);

    /// The size of the terms that make up the change of each group of numbers over a step of this length: if they cancel,
    /// their rounding errors remain. Zero by default, for slopes without cancellation.
    fn sizes(&mut self, time: f64, at: &[f64], length: f64, sizes: &mut [f64]) {
        let _ = (time, at, length);
        sizes.fill(0.0);
    }
}

impl<F: FnMut(f64, &[f64], &mut [f64])> Equations for F {
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]) {
        self(time, at, slope);
    }
}

/// Solves a system of [`Equations`] to rounding, with adaptive step and order.
///
/// A step H is computed by the modified midpoint rule with n = 2, 4, 6, 8, 12, … substeps of h = H/n. Its error is a series in
/// h²; each further n eliminates one term (Hairer, Nørsett, Wanner, *Solving Ordinary Differential Equations I*, II.9).
/// Changes since the start of the step are computed, and added to the state once.
#[derive(Debug, Clone)]
pub(super) struct Extrapolation {
    /// End of each group of numbers; a group has one scale for its errors.
    groups: Vec<usize>,
    /// Largest change by the last extrapolation, relative to the scale of its group.
    tolerance: f64,
    /// The length of the next step to try.
    step: f64,
    /// The last row of the extrapolation table, column by column.
    row: [Vec<f64>; SUBSTEPS.len()],
    scratch: ExtrapolationScratch,
}

/// Buffers for one step.
#[derive(Debug, Clone)]
struct ExtrapolationScratch {
    start: Vec<f64>,
    /// One for each group.
    sizes: Vec<f64>,
    first_slope: Vec<f64>,
    slope: Vec<f64>,
    at: Vec<f64>,
    before: Vec<f64>,
    change: Vec<f64>,
}

/// Why extrapolation failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtrapolationError {
    /// The slope is not finite.
    NotFinite,
    /// It takes more than [`MAX_SLOPES`] evaluations, or the slope jumps more than [`MAX_KINKS`] times.
    TooStiff,
}

/// Bulirsch's sequence of substeps: extrapolation from these amplifies rounding errors some 7 times; from 2, 4, 6, 8, 10, …
/// it would be 100 times.
const SUBSTEPS: [usize; 8] = [2, 4, 6, 8, 12, 16, 24, 32];
/// The last extrapolation is accepted only if the one before it changed the result by less than this many tolerances: with
/// slopes that jump two results may agree by chance.
const CONVERGING: f64 = 1e6;
/// Most evaluations of the slope in one call.
const MAX_SLOPES: u64 = 1 << 24;
/// The shortest step, relative to the whole duration.
const SHORTEST_STEP: f64 = 1.0 / (1_u64 << 36) as f64;
/// Most steps of the shortest length that may be accepted without convergence, because the slope jumps there.
const MAX_KINKS: u32 = 64;

impl Extrapolation {
    /// A solver for states of the length at which the last group ends.
    pub(super) fn new(groups: Vec<usize>, tolerance: f64) -> Self {
        let count = groups.last().copied().unwrap_or(0);
        let sizes = groups.len();
        let numbers = || vec![0.0; count];
        Self {
            groups,
            tolerance,
            step: f64::INFINITY,
            row: SUBSTEPS.map(|_| numbers()),
            scratch: ExtrapolationScratch {
                start: numbers(),
                sizes: vec![0.0; sizes],
                first_slope: numbers(),
                slope: numbers(),
                at: numbers(),
                before: numbers(),
                change: numbers(),
            },
        }
    }

    /// Advances `state` from `time` by `duration`. On failure the state is undefined.
    pub(super) fn advance(
        &mut self,
        mut equations: impl Equations,
        time: f64,
        duration: f64,
        state: &mut [CompensatedSum<f64>],
    ) -> Result<(), ExtrapolationError> {
        let shortest = SHORTEST_STEP * duration.abs();
        let mut done: CompensatedSum<f64> = CompensatedSum::zero();
        let (mut slopes, mut kinks) = (0, 0);
        loop {
            let remaining = duration - done.value();
            let longest = self.step.max(shortest);
            let is_last = remaining.abs() <= longest;
            let length = match remaining.abs() {
                left if left <= longest => remaining,
                // two equal steps instead of a full one and a small remainder
                left if left <= 2.0 * longest => 0.5 * remaining,
                _ => longest.copysign(remaining),
            };
            for (start, state) in self.scratch.start.iter_mut().zip(&*state) {
                *start = state.value();
            }
            let tried = self.try_step(&mut equations, time + done.value(), length);
            slopes += tried.slopes;
            let is_shortest = length.abs() <= 2.0 * shortest;
            let converged = tried.correction <= self.tolerance;
            if converged || is_shortest {
                if !tried.correction.is_finite() {
                    return Err(ExtrapolationError::NotFinite);
                }
                for (state, change) in state.iter_mut().zip(&self.scratch.change) {
                    *state += *change;
                }
                if is_last {
                    return Ok(());
                }
                done += length;
                kinks += u32::from(!converged);
            }
            self.step = length.abs() * if is_shortest { 2.0 } else { tried.next };
            if slopes > MAX_SLOPES || kinks > MAX_KINKS {
                return Err(ExtrapolationError::TooStiff);
            }
        }
    }

    /// Computes one step with more and more substeps until the extrapolation converges; leaves the change of the state in
    /// `scratch.change`.
    fn try_step(&mut self, equations: &mut impl Equations, time: f64, length: f64) -> StepResult {
        let ExtrapolationScratch {
            start,
            sizes,
            first_slope,
            ..
        } = &mut self.scratch;
        equations.slope(time, start, first_slope);
        equations.sizes(time, start, length, sizes);
        let mut slopes = 1;
        let mut last = f64::INFINITY;
        for (column, substeps) in SUBSTEPS.into_iter().enumerate() {
            self.scratch.midpoint(equations, time, length, substeps);
            slopes += substeps as u64;
            let correction = self.extrapolate(column);
            let was_close = last < CONVERGING * self.tolerance;
            // corrections that no longer shrink beyond the middle of the table are rounding
            let is_rounding = correction > 0.5 * last && column > 4;
            if was_close && (correction <= self.tolerance || is_rounding) {
                return StepResult {
                    slopes,
                    correction: 0.0,
                    next: if column < 5 { 2.0 } else { 1.0 },
                };
            }
            last = correction;
        }
        StepResult {
            slopes,
            correction: last,
            next: if last < 1.0 { 0.5 } else { 0.25 },
        }
    }

    /// Adds the change computed with the substeps of this column to the table, and replaces it by the best extrapolation.
    /// Returns the last correction relative to the scale of its group; infinite if it is not finite.
    fn extrapolate(&mut self, column: usize) -> f64 {
        let Self { row, scratch, .. } = self;
        let mut worst = 0.0_f64;
        let mut from = 0;
        for (&until, &size) in self.groups.iter().zip(&scratch.sizes) {
            let mut scale = size;
            let mut correction = 0.0_f64;
            let starts = &scratch.start[from..until];
            for (place, (change, start)) in
                (from..).zip(scratch.change[from..until].iter_mut().zip(starts))
            {
                let last = neville(row, column, place, change);
                if !change.is_finite() {
                    return f64::INFINITY;
                }
                scale = scale.max(start.abs()).max(change.abs());
                correction = correction.max(last.abs());
            }
            if correction > 0.0 {
                worst = worst.max(correction / scale);
            }
            from = until;
        }
        worst
    }
}

/// Extrapolates one number to substeps of length zero; returns the correction by the last order.
///
/// `T[k][j] = T[k][j-1] + (T[k][j-1] - T[k-1][j-1]) / ((n[k] / n[k-j])² - 1)`
fn neville(row: &mut [Vec<f64>], column: usize, place: usize, number: &mut f64) -> f64 {
    let mut last = *number;
    for order in 1..=column {
        let ratio = SUBSTEPS[column] as f64 / SUBSTEPS[column - order] as f64;
        last = (*number - row[order - 1][place]) / (ratio * ratio - 1.0);
        row[order - 1][place] = *number;
        *number += last;
    }
    row[column][place] = *number;
    last
}

/// The result of a step.
struct StepResult {
    slopes: u64,
    /// The last correction, relative to the scale of its group; zero if it is only rounding.
    correction: f64,
    /// Factor for the length of the next step.
    next: f64,
}

impl ExtrapolationScratch {
    /// The modified midpoint rule, smoothed at the end: `y₁ = y₀ + h f₀`, `y[m+1] = y[m-1] + 2 h f[m]`,
    /// `y(H) = (y[n] + y[n-1] + h f[n]) / 2`.
    fn midpoint(
        &mut self,
        equations: &mut impl Equations,
        time: f64,
        length: f64,
        substeps: usize,
    ) {
        let h = length / substeps as f64;
        self.before.fill(0.0);
        for (change, slope) in self.change.iter_mut().zip(&self.first_slope) {
            *change = h * slope;
        }
        for substep in 1..substeps {
            self.slope_at(equations, time + h * substep as f64);
            for ((before, change), slope) in
                (self.before.iter_mut().zip(&mut self.change)).zip(&self.slope)
            {
                let next = *before + 2.0 * h * slope;
                *before = *change;
                *change = next;
            }
        }
        self.slope_at(equations, time + length);
        for ((change, before), slope) in (self.change.iter_mut().zip(&self.before)).zip(&self.slope)
        {
            *change = 0.5 * (*change + *before + h * slope);
        }
    }

    fn slope_at(&mut self, equations: &mut impl Equations, time: f64) {
        for ((at, start), change) in self.at.iter_mut().zip(&self.start).zip(&self.change) {
            *at = start + change;
        }
        equations.slope(time, &self.at, &mut self.slope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(numbers: &[f64]) -> Vec<CompensatedSum<f64>> {
        let sum = |&number| {
            let mut sum = CompensatedSum::zero();
            sum += number;
            sum
        };
        numbers.iter().map(sum).collect()
    }

    fn oscillator(_: f64, at: &[f64], slope: &mut [f64]) {
        (slope[0], slope[1]) = (at[1], -at[0]);
    }

    /// `x = cos t`, back and forth over a hundred radians.
    #[test]
    fn an_oscillator_is_right_to_rounding() {
        for duration in [1e-3, 1.0, 100.0, -100.0] {
            let mut at = state(&[1.0, 0.0]);
            let mut solver = Extrapolation::new(vec![2], 4.0 * f64::EPSILON);
            assert_eq!(solver.advance(oscillator, 0.0, duration, &mut at), Ok(()));
            let error = (at[0].value() - duration.cos()).hypot(at[1].value() + duration.sin());
            // measured 1.8 ε at 1 s, 102 ε at 100 s
            let bound = 4.0 + 2.0 * duration.abs();
            assert!(error < bound * f64::EPSILON, "{duration}: {error:e}");
        }
    }

    /// `y' = -1000 (y - cos t)`, which forgets where it came from, and `y' = 2 t y = (e^(t²))'`.
    #[test]
    fn stiff_and_time_dependent_slopes_are_right_to_rounding() {
        let mut at = state(&[3.0, 1.0]);
        let slope = |time: f64, at: &[f64], slope: &mut [f64]| {
            slope[0] = -1000.0 * (at[0] - time.cos());
            slope[1] = 2.0 * time * at[1];
        };
        let mut solver = Extrapolation::new(vec![1, 2], 4.0 * f64::EPSILON);
        assert_eq!(solver.advance(slope, 0.0, 2.0, &mut at), Ok(()));
        let forced = (1e6 * 2.0_f64.cos() + 1e3 * 2.0_f64.sin()) / (1e6 + 1.0);
        let errors = [at[0].value() - forced, at[1].value() / 4.0_f64.exp() - 1.0];
        // measured 1 and 4 ε
        assert!(errors[0].abs() < 4.0 * f64::EPSILON, "{errors:?}");
        assert!(errors[1].abs() < 16.0 * f64::EPSILON, "{errors:?}");
    }

    /// Slope 0 before the kink, 1 after it.
    #[test]
    fn a_kink_is_passed() {
        const KINKS: [f64; 5] = [0.05, 1.0 / 3.0, 0.5, 0.77, 0.9];
        let mut at = state(&[0.0; 5]);
        let slope = |time: f64, _: &[f64], slope: &mut [f64]| {
            for (slope, kink) in slope.iter_mut().zip(KINKS) {
                *slope = if time < kink { 0.0 } else { 1.0 };
            }
        };
        let mut solver = Extrapolation::new(vec![5], 4.0 * f64::EPSILON);
        assert_eq!(solver.advance(slope, 0.0, 1.0, &mut at), Ok(()));
        for (at, kink) in at.iter().zip(KINKS) {
            // measured 1e-7 at worst
            assert!((at.value() - (1.0 - kink)).abs() < 1e-6, "{kink}: {at:?}");
        }
    }

    #[test]
    fn what_has_no_solution_ends() {
        let mut solver = Extrapolation::new(vec![1], 4.0 * f64::EPSILON);
        // y = 1 / (1 - t) is infinite at 1
        let blow_up = |_: f64, at: &[f64], slope: &mut [f64]| slope[0] = at[0] * at[0];
        let mut at = state(&[1.0]);
        assert!(solver.advance(blow_up, 0.0, 2.0, &mut at).is_err());
        let stiff = |time: f64, at: &[f64], slope: &mut [f64]| {
            slope[0] = -1e9 * (at[0] - time.cos());
        };
        let mut at = state(&[1.0]);
        let mut solver = Extrapolation::new(vec![1], 4.0 * f64::EPSILON);
        assert_eq!(
            solver.advance(stiff, 0.0, 1.0, &mut at),
            Err(ExtrapolationError::TooStiff)
        );
        let nowhere = |_: f64, _: &[f64], slope: &mut [f64]| slope[0] = f64::NAN;
        assert_eq!(
            solver.advance(nowhere, 0.0, 1.0, &mut at),
            Err(ExtrapolationError::NotFinite)
        );
    }
}
