//! From a launch to a whole flight, piece by piece.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::super::event::root_between;
use super::bound::{Bound, Errors, Growth, Pace, ROUNDING};
use super::path::{Path, Segment};
use super::rest::{Parabola, Rest};
use super::series::{DEGREE, Law, Series, Stretch};

/// A path, and how far it may be off: one bound for each segment, and one for the rest.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Solution<const D: usize> {
    pub(super) path: Path<D>,
    pub(super) bounds: Vec<Bound>,
    /// No acceleration of the path is longer than that of the equation by more than this \[m/s²\].
    pub(super) slack: f64,
}

/// More than any flight needs: speeds halve in a few segments, and times double.
const MOST_SEGMENTS: usize = 4096;

/// How the tolerance is shared out: the most that one segment may take of it, and a crossing of zero speed.
const SEGMENT_SHARE: f64 = 1.0 / 128.0;
const CROSSING_SHARE: f64 = 1.0 / 8.0;
/// What may be lost where the rest begins.
const REST_SHARE: f64 = 1.0 / 4.0;

/// The flight under a law from a position \[m\] with a velocity \[m/s\], to within `tolerance` \[m\].
pub(super) fn solve<const D: usize>(
    law: &Law<D>,
    wind: &SVector<f64, D>,
    position: &SVector<f64, D>,
    velocity: &SVector<f64, D>,
    tolerance: f64,
) -> Solution<D> {
    let relative = velocity - wind;
    let sane = law.coefficient >= 0.0 && law.coefficient < f64::INFINITY;
    // their squares must be numbers too
    let sizes = [
        *position,
        relative,
        *wind,
        law.gravity,
        law.acceleration(&relative),
    ];
    let course = Course {
        law: *law,
        wind: *wind,
        time: 0.0,
        position: *position,
        relative,
        truncation: Errors::NONE,
        rounding: Errors::NONE,
        segments: Vec::new(),
        bounds: Vec::new(),
        slack: 0.0,
    };
    if !(sane && sizes.iter().all(|vector| vector.norm().is_finite())) {
        return course.nowhere();
    }
    let gravity = law.gravity.norm();
    if gravity == 0.0 || law.coefficient == 0.0 {
        return course.closed();
    }
    // a bit of what it takes to get to the terminal speed is as loose as makes sense
    let terminal = law.terminal_speed();
    let loosest = 1e-3 * terminal * terminal / gravity;
    let goal = if tolerance > 0.0 {
        tolerance.min(loosest)
    } else {
        0.0
    };
    // how long an error of velocity lasts, at most: π v_T/g for a vertical throw, less for others
    let memory = core::f64::consts::PI * terminal / gravity;
    let mut share = 1.0;
    loop {
        let mut trial = course.clone();
        trial.fly(goal * share, memory);
        let lost = trial.truncation_in_the_long_run(goal * share);
        if lost <= goal || share < 1e-3 || goal == 0.0 {
            return trial.falling(goal * share);
        }
        share *= (0.8 * goal / lost).clamp(0.05, 0.5);
    }
}

/// A flight so far.
#[derive(Debug, Clone)]
struct Course<const D: usize> {
    law: Law<D>,
    wind: SVector<f64, D>,
    time: f64,
    position: SVector<f64, D>,
    /// Velocity relative to the air.
    relative: SVector<f64, D>,
    truncation: Errors,
    rounding: Errors,
    segments: Vec<Segment<D>>,
    bounds: Vec<Bound>,
    slack: f64,
}

impl<const D: usize> Course<D> {
    /// Segments until the rest can be told in closed form.
    fn fly(&mut self, goal: f64, memory: f64) {
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

    fn bound(&self, growth: Growth, fastest: f64) -> Bound {
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
    fn terminal(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let pull = self.law.gravity.norm();
        let terminal = self.law.gravity * (self.law.terminal_speed() / pull);
        (terminal, self.relative - terminal)
    }

    fn is_near_terminal(&self, goal: f64) -> bool {
        let (terminal, off) = self.terminal();
        let speed = terminal.norm();
        // where squares of the difference are lost in rounding no goal asks for more
        let allowed = ComplexField::sqrt(REST_SHARE * goal * self.law.gravity.norm());
        off.norm() <= (0.1 * speed).min(allowed.max(1e-8 * speed))
    }

    /// How the rest near the terminal velocity errs. With δ for the difference from it, δ₀ at the start, what the
    /// linear law leaves out is at most `1.6 κ |δ|²` where |δ| ≤ v_T/10, so that the velocity is off by at most
    /// `0.8 |δ₀|²/v_T`; errors decay at least at the rate 0.8 g/v_T, so that the position is by `|δ₀|²/g`.
    fn decaying(&self) -> Growth {
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

    fn truncation_in_the_long_run(&self, goal: f64) -> f64 {
        if !self.is_near_terminal(goal) {
            return f64::INFINITY;
        }
        let growth = self.decaying();
        self.bound(growth, 0.0).truncation_at(f64::INFINITY)
    }

    /// With the rest near the terminal velocity.
    fn falling(self, goal: f64) -> Solution<D> {
        let (terminal, off) = self.terminal();
        let down = terminal / terminal.norm();
        let along = down * down.dot(&off);
        let rest = Rest::Falling {
            position: self.position,
            drift: terminal + self.wind,
            along,
            across: off - along,
            rate: self.law.gravity.norm() / terminal.norm(),
        };
        let growth = if self.is_near_terminal(goal) {
            self.decaying()
        } else {
            Growth::Decaying {
                defect: f64::INFINITY,
                most: f64::INFINITY,
                rate: 0.0,
            }
        };
        let fastest = terminal.norm() + off.norm() + self.wind.norm();
        self.ending(rest, growth, fastest)
    }

    /// Without gravity or without drag all is the rest.
    fn closed(self) -> Solution<D> {
        let pull = self.law.gravity.norm();
        let rest = if pull == 0.0 {
            Rest::Slowing {
                position: self.position,
                wind: self.wind,
                velocity: self.relative,
                rate: self.law.coefficient * self.relative.norm(),
            }
        } else {
            Rest::Parabola(Parabola {
                position: self.position,
                velocity: self.relative + self.wind,
                acceleration: self.law.gravity,
            })
        };
        let exact = Growth::Decaying {
            defect: 0.0,
            most: 0.0,
            rate: 0.0,
        };
        self.ending(rest, exact, f64::INFINITY)
    }

    /// No numbers lead nowhere.
    fn nowhere(mut self) -> Solution<D> {
        let nan = SVector::repeat(f64::NAN);
        (self.position, self.relative) = (nan, nan);
        self.closed()
    }

    fn ending(mut self, rest: Rest<D>, growth: Growth, fastest: f64) -> Solution<D> {
        let last = self.bound(growth, fastest);
        self.bounds.push(last);
        let first = self.segments.first();
        let (position, relative) = first.map_or((self.position, self.relative), |segment| {
            let velocity = segment.position[1] / segment.duration;
            (segment.position[0], velocity - self.wind)
        });
        if let Growth::Decaying { defect, .. } = growth {
            self.slack = self.slack.max(2.0 * defect);
        }
        Solution {
            path: Path {
                before: Parabola {
                    position,
                    velocity: relative + self.wind,
                    acceleration: self.law.acceleration(&relative),
                },
                segments: self.segments,
                rest_start: self.time,
                rest,
            },
            bounds: self.bounds,
            slack: self.slack,
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// A segment ends where the next begins, to within rounding.
    #[test]
    fn pieces_join() {
        let law = Law {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        let wind = Vector2::new(5.0, 1.0);
        let mut joints = 0;
        for launch in [[60.0, 40.0], [5.0, 20.0], [5.0, 1.0], [5.0 + 1e-9, 30.0]] {
            let Solution { path, bounds, .. } =
                solve(&law, &wind, &Vector2::zeros(), &launch.into(), 1e-8);
            assert_eq!(bounds.len(), path.segments.len() + 1);
            for segment in &path.segments {
                let (time, h) = (segment.start + segment.duration, segment.duration);
                let before = time * (1.0 - f64::EPSILON);
                let step = path.position(time) - path.position(before);
                // measured: 2 ε
                let size = path.position(time).norm() + 50.0 * h;
                assert!(step.norm() < 8.0 * f64::EPSILON * size + 50.0 * (time - before));
                let change = path.velocity(time) - path.velocity(before);
                assert!(
                    change.norm() < 16.0 * f64::EPSILON * (50.0 + 60.0) + 60.0 * (time - before)
                );
                joints += 1;
            }
        }
        assert!(joints > 60, "{joints}");
    }

    /// The sum of what was lost stays below what was asked for, everywhere.
    #[test]
    fn the_tolerance_is_kept_in_the_long_run() {
        let law = Law {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        for tolerance in [1e-12, 1e-9, 1e-6, 1e-3] {
            for launch in [
                [60.0, 40.0],
                [0.0, 20.0],
                [0.0, 0.0],
                [3e3, 3e3],
                [1e-6, 30.0],
            ] {
                let zero = Vector2::zeros();
                let Solution { bounds, .. } = solve(&law, &zero, &zero, &launch.into(), tolerance);
                let lost = bounds[bounds.len() - 1].truncation_at(f64::INFINITY);
                // measured: 0.03 to 0.5 of it
                assert!(
                    lost <= tolerance && lost > 0.01 * tolerance,
                    "{lost} of {tolerance}"
                );
            }
        }
    }
}
