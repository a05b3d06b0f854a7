//! Gragg–Bulirsch–Stoer extrapolation: ordinary differential equations to the last digits.

use alloc::vec;
use alloc::vec::Vec;

use crate::sum::Sum;

/// A system `y' = f(t, y)` of ordinary differential equations.
pub(super) trait Equations {
    /// `f(t, y)`.
    fn slope(&mut self, time: f64, at: &[f64], slope: &mut [f64]);

    /// How large the terms are that make up the change of each group of numbers over a stretch: where they
    /// cancel, their rounding is left. Zero by default, for slopes in which nothing cancels.
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

/// Solves a system of [`Equations`] with steps and orders that adapt themselves until rounding is all that is left.
///
/// A stretch H is crossed by the modified midpoint rule in n = 2, 4, 6, 8, 12, … substeps of h = H/n.
/// What it is off by is a series in h², of which each further crossing takes away one term (Hairer,
/// Nørsett, Wanner, *Solving Ordinary Differential Equations I*, II.9). All is computed as the change
/// since the start of the stretch, and added to it once.
#[derive(Debug, Clone)]
pub(super) struct Extrapolation {
    /// Where each group of numbers ends that are measured by one scale.
    groups: Vec<usize>,
    /// What the last extrapolation may change, relative to the size of its group.
    tolerance: f64,
    /// The stretch that can be tried next.
    stretch: f64,
    /// Row of the extrapolation table.
    row: [Vec<f64>; SUBSTEPS.len()],
    room: Room,
}

/// Numbers needed for one crossing.
#[derive(Debug, Clone)]
struct Room {
    start: Vec<f64>,
    /// One for each group.
    sizes: Vec<f64>,
    first_slope: Vec<f64>,
    slope: Vec<f64>,
    at: Vec<f64>,
    before: Vec<f64>,
    change: Vec<f64>,
}

/// Why there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stuck {
    /// The slope is not finite.
    NotFinite,
    /// It takes more than [`MOST_SLOPES`] evaluations, or jumps at more than [`MOST_KINKS`] places.
    TooStiff,
}

/// The substeps of each crossing, after Bulirsch: extrapolation from these makes the rounding of the
/// crossings some 7 times larger; from 2, 4, 6, 8, 10, … it would be 100 times.
const SUBSTEPS: [usize; 8] = [2, 4, 6, 8, 12, 16, 24, 32];
/// The last extrapolation counts only if the one before it changed no more than this many tolerances:
/// slopes that jump may agree by chance.
const CLOSE: f64 = 1e6;
/// How many slopes are taken at most in one call.
const MOST_SLOPES: u64 = 1 << 24;
/// A stretch is not made shorter than this share of the whole.
const SHORTEST: f64 = 1.0 / (1_u64 << 36) as f64;
/// So many of the shortest stretches may be left unsettled, for the slope jumps there.
const MOST_KINKS: u32 = 64;

impl Extrapolation {
    /// For as many numbers as the last group ends at.
    pub(super) fn new(groups: Vec<usize>, tolerance: f64) -> Self {
        let count = groups.last().copied().unwrap_or(0);
        let sizes = groups.len();
        let numbers = || vec![0.0; count];
        Self {
            groups,
            tolerance,
            stretch: f64::INFINITY,
            row: SUBSTEPS.map(|_| numbers()),
            room: Room {
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

    /// Moves `state` from `time` on by `duration`. On failure the state is somewhere on the way.
    pub(super) fn advance(
        &mut self,
        mut equations: impl Equations,
        time: f64,
        duration: f64,
        state: &mut [Sum<f64>],
    ) -> Result<(), Stuck> {
        let shortest = SHORTEST * duration.abs();
        let mut done: Sum<f64> = Sum::zero();
        let (mut slopes, mut kinks) = (0, 0);
        loop {
            let remaining = duration - done.value();
            let longest = self.stretch.max(shortest);
            let is_last = remaining.abs() <= longest;
            let length = match remaining.abs() {
                left if left <= longest => remaining,
                left if left <= 2.0 * longest => 0.5 * remaining,
                _ => longest.copysign(remaining),
            };
            for (start, state) in self.room.start.iter_mut().zip(&*state) {
                *start = state.value();
            }
            let crossed = self.cross(&mut equations, time + done.value(), length);
            slopes += crossed.slopes;
            let is_shortest = length.abs() <= 2.0 * shortest;
            let settled = crossed.correction <= self.tolerance;
            if settled || is_shortest {
                if !crossed.correction.is_finite() {
                    return Err(Stuck::NotFinite);
                }
                for (state, change) in state.iter_mut().zip(&self.room.change) {
                    *state += *change;
                }
                if is_last {
                    return Ok(());
                }
                done += length;
                kinks += u32::from(!settled);
            }
            self.stretch = length.abs() * if is_shortest { 2.0 } else { crossed.next };
            if slopes > MOST_SLOPES || kinks > MOST_KINKS {
                return Err(Stuck::TooStiff);
            }
        }
    }

    /// Crosses one stretch with more and more substeps until the extrapolation settles; leaves what
    /// it found in `room.change`.
    fn cross(&mut self, equations: &mut impl Equations, time: f64, length: f64) -> Crossed {
        let Room {
            start,
            sizes,
            first_slope,
            ..
        } = &mut self.room;
        equations.slope(time, start, first_slope);
        equations.sizes(time, start, length, sizes);
        let mut slopes = 1;
        let mut last = f64::INFINITY;
        for (column, substeps) in SUBSTEPS.into_iter().enumerate() {
            self.room.midpoint(equations, time, length, substeps);
            slopes += substeps as u64;
            let correction = self.extrapolate(column);
            let was_close = last < CLOSE * self.tolerance;
            // beyond the middle of the table, what no longer shrinks is rounding
            let is_rounding = correction > 0.5 * last && column > 4;
            if was_close && (correction <= self.tolerance || is_rounding) {
                return Crossed {
                    slopes,
                    correction: 0.0,
                    next: if column < 5 { 2.0 } else { 1.0 },
                };
            }
            last = correction;
        }
        Crossed {
            slopes,
            correction: last,
            next: if last < 1.0 { 0.5 } else { 0.25 },
        }
    }

    /// Takes the change found with the substeps of this column into the table, and puts the best there
    /// is in its place. Returns what the last extrapolation made of it, relative to the size of things;
    /// infinite if it is no number.
    fn extrapolate(&mut self, column: usize) -> f64 {
        let Self { row, room, .. } = self;
        let mut worst = 0.0_f64;
        let mut from = 0;
        for (&until, &size) in self.groups.iter().zip(&room.sizes) {
            let mut scale = size;
            let mut correction = 0.0_f64;
            let starts = &room.start[from..until];
            for (place, (change, start)) in
                (from..).zip(room.change[from..until].iter_mut().zip(starts))
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

/// Extrapolates one number to substeps of length zero; returns by how much the last order changed it.
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

/// How a crossing went.
struct Crossed {
    slopes: u64,
    /// What the last extrapolation changed, relative to the size of things; zero if that was only
    /// rounding.
    correction: f64,
    /// How much longer the next stretch may be.
    next: f64,
}

impl Room {
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

    fn state(numbers: &[f64]) -> Vec<Sum<f64>> {
        let sum = |&number| {
            let mut sum = Sum::zero();
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
            Err(Stuck::TooStiff)
        );
        let nowhere = |_: f64, _: &[f64], slope: &mut [f64]| slope[0] = f64::NAN;
        assert_eq!(
            solver.advance(nowhere, 0.0, 1.0, &mut at),
            Err(Stuck::NotFinite)
        );
    }
}
