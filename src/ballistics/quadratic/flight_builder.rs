//! A flight as far as it is known, and its next piece.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::super::event::root_between;
use super::bound::{Bound, Errors, Growth, Pace, ROUNDING};
use super::path::Segment;
use super::series::{DEGREE, Law, Series, Stretch};

/// More than any flight needs: speeds halve in a few segments, and times double.
const MOST_SEGMENTS: usize = 4096;

/// How the tolerance is shared out: the most that one segment may take of it, and a crossing of zero speed.
const SEGMENT_SHARE: f64 = 1.0 / 128.0;
const CROSSING_SHARE: f64 = 1.0 / 8.0;
/// What may be lost where the rest begins.
const REST_SHARE: f64 = 1.0 / 4.0;

/// A flight so far.
#[derive(Debug, Clone)]
pub(super) struct Course<const D: usize> {
    pub(super) law: Law<D>,
    pub(super) wind: SVector<f64, D>,
    pub(super) time: f64,
    pub(super) position: SVector<f64, D>,
    /// Velocity relative to the air.
    pub(super) relative: SVector<f64, D>,
    pub(super) truncation: Errors,
    pub(super) rounding: Errors,
    pub(super) segments: Vec<Segment<D>>,
    pub(super) bounds: Vec<Bound>,
    pub(super) slack: f64,
}

impl<const D: usize> Course<D> {
    /// At launch.
    pub(super) fn new(
        law: &Law<D>,
        wind: &SVector<f64, D>,
        position: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> Self {
        Self {
            law: *law,
            wind: *wind,
            time: 0.0,
            position: *position,
            relative: velocity - wind,
            truncation: Errors::NONE,
            rounding: Errors::NONE,
            segments: Vec::new(),
            bounds: Vec::new(),
            slack: 0.0,
        }
    }

    /// Segments until the rest can be told in closed form.
    pub(super) fn fly(&mut self, goal: f64, memory: f64) {
        while self.segments.len() < MOST_SEGMENTS && !self.is_near_terminal(goal) {
            let crossing = self.crossing(goal * CROSSING_SHARE / memory);
            let speed = self.relative.norm();
            // below this more terms change nothing
            let least = 0.25 * f64::EPSILON * speed;
            let target = (goal * SEGMENT_SHARE / memory).max(least);
            let series = Series::new(&self.law, &self.relative);
            let followed = series.as_ref().and_then(|series| {
                let stretch = series.within(target)?;
                (stretch.duration > crossing.duration)
                    .then(|| (series.velocity_over(stretch.duration), stretch))
            });
            let (terms, stretch) = followed.unwrap_or_else(|| {
                let mut terms = [SVector::zeros(); DEGREE + 1];
                terms[0] = self.relative;
                terms[1] = self.law.gravity * crossing.duration;
                (terms, crossing)
            });
            if !(stretch.duration > 0.0 && self.time + stretch.duration > self.time) {
                return;
            }
            self.push(terms, &stretch);
        }
    }

    /// A parabola, for as long as drag changes the velocity by no more than this \[m/s\] on it, or no more than
    /// rounding does.
    fn crossing(&self, target: f64) -> Stretch {
        let Law {
            gravity,
            coefficient,
        } = self.law;
        let [cubic, square, linear] = [
            gravity.norm_squared() / 3.0,
            self.relative.dot(&gravity),
            self.relative.norm_squared(),
        ];
        // ∫ κ |u + g t|² dt, and its rate
        let lost = |time: f64| {
            (
                coefficient * time * (linear + time * (square + time * cubic)),
                coefficient * (linear + time * (2.0 * square + time * 3.0 * cubic)),
            )
        };
        let guess = ComplexField::cbrt(target / (coefficient * cubic));
        let mut duration = 0.0;
        if target > 0.0 {
            let excess = |time: f64| (lost(time).0 - target, lost(time).1);
            duration = root_between(excess, (0.0, f64::INFINITY), true, Some(guess));
        }
        // where gravity soon decides about the speed: κ g² t³/3 ≤ ε/4 g t
        let pull = gravity.norm();
        let least = ComplexField::sqrt(0.25 * f64::EPSILON) * self.law.terminal_speed() / pull;
        if self.relative.norm() <= pull * least {
            duration = duration.max(least);
        }
        let fastest = self
            .relative
            .norm()
            .max((self.relative + gravity * duration).norm());
        Stretch {
            duration,
            growth: lost(duration).0,
            defect: coefficient * fastest * fastest,
            slowest: 0.0,
            fastest,
        }
    }

    /// Takes a piece whose relative velocity has these terms in powers of `t / duration`.
    fn push(&mut self, terms: [SVector<f64, D>; DEGREE + 1], stretch: &Stretch) {
        let end = self.time + stretch.duration;
        let duration = end - self.time;
        let mut position = [SVector::zeros(); DEGREE + 2];
        position[0] = self.position;
        for (k, term) in terms.iter().enumerate() {
            position[k + 1] = term * (duration / (k + 1) as f64);
        }
        position[1] += self.wind * duration;
        let total = stretch.growth;
        let growth = if stretch.slowest > 0.0 {
            Growth::Late { total, duration }
        } else {
            Growth::Crossing {
                total,
                coefficient: self.law.coefficient,
                speed: self.relative.norm(),
                pull: self.law.gravity.norm(),
            }
        };
        let fastest = stretch.fastest + self.wind.norm();
        let bound = self.bound(growth, fastest);
        self.segments.push(Segment {
            start: self.time,
            duration,
            position,
        });
        self.position = position.iter().rev().sum();
        self.relative = terms.iter().rev().sum();
        let after = |errors: Errors, growth: f64| {
            errors.after(duration, growth, self.law.coefficient, stretch.slowest)
        };
        self.truncation = after(self.truncation, stretch.growth);
        let mut rounding = after(self.rounding, ROUNDING * stretch.fastest);
        rounding.position += ROUNDING * (bound.distance + fastest * duration);
        self.rounding = rounding;
        // the equation's acceleration shrinks; it may be off with the velocity, here and where it is compared
        let off = self.truncation.velocity + stretch.growth + self.rounding.velocity;
        let slack = stretch.defect + 4.0 * self.law.coefficient * stretch.fastest * off;
        self.slack = self.slack.max(2.0 * slack);
        self.bounds.push(bound);
        self.time = end;
    }

    pub(super) fn bound(&self, growth: Growth, fastest: f64) -> Bound {
        Bound {
            start: self.time,
            truncation: self.truncation,
            rounding: self.rounding,
            growth,
            distance: self.position.norm(),
            pace: Pace {
                speed: self.relative.norm() + self.wind.norm(),
                pull: self.law.acceleration(&self.relative).norm(),
                fastest,
            },
        }
    }

    /// The terminal velocity relative to the air, and what the velocity differs by from it.
    pub(super) fn terminal(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let pull = self.law.gravity.norm();
        let terminal = self.law.gravity * (self.law.terminal_speed() / pull);
        (terminal, self.relative - terminal)
    }

    pub(super) fn is_near_terminal(&self, goal: f64) -> bool {
        let (terminal, off) = self.terminal();
        let speed = terminal.norm();
        // where squares of the difference are lost in rounding no goal asks for more
        let allowed = ComplexField::sqrt(REST_SHARE * goal * self.law.gravity.norm());
        off.norm() <= (0.1 * speed).min(allowed.max(1e-8 * speed))
    }

    /// How the rest near the terminal velocity errs. With δ for the difference from it, δ₀ at the start, what the
    /// linear law leaves out is at most `1.6 κ |δ|²` where `|δ| ≤ v_T/10`, so that the velocity is off by at most
    /// `0.8 |δ₀|²/v_T`; errors decay at least at the rate `0.8 g/v_T`, so that the position is by `|δ₀|²/g`.
    pub(super) fn decaying(&self) -> Growth {
        let (terminal, off) = self.terminal();
        let pull = self.law.gravity.norm();
        let square = off.norm_squared();
        let speed = terminal.norm();
        let near = off.norm() <= 0.1 * speed && self.truncation.velocity <= 0.1 * speed;
        Growth::Decaying {
            defect: 1.6 * self.law.coefficient * square,
            // not near only where there were more segments than there can be
            most: if near { square / pull } else { f64::INFINITY },
            rate: if near { 0.8 * pull / speed } else { 0.0 },
        }
    }
}
