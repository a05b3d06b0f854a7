//! From a launch to a whole flight, piece by piece.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::bound::{Bound, Growth};
use super::course::Course;
use super::path::Path;
use super::rest::{Parabola, Rest};
use super::series::Law;

/// A path, and how far it may be off: one bound for each segment, and one for the rest.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Solution<const D: usize> {
    pub(super) path: Path<D>,
    pub(super) bounds: Vec<Bound>,
    /// No acceleration of the path is longer than that of the equation by more than this \[m/s²\].
    pub(super) slack: f64,
}

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
    let course = Course::new(law, wind, position, velocity);
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
    let mut tries = 0;
    loop {
        let mut trial = course.clone();
        trial.fly(goal * share, memory);
        let lost = trial.truncation_in_the_long_run(goal * share);
        tries += 1;
        if lost <= goal || tries == MOST_TRIES || goal == 0.0 {
            return trial.falling(goal * share);
        }
        // less than what rounding loses is never reached
        share *= (0.8 * goal / lost).clamp(0.05, 0.5);
    }
}

/// How often a flight is tried with a smaller share of the tolerance.
const MOST_TRIES: usize = 4;

impl<const D: usize> Course<D> {
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
        self.ending(rest, exact, f64::MAX)
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
                // measured: 0.7 ε, and 0.3 ε for the velocity
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
                // measured: 0.03 to 0.36 of it
                assert!(
                    lost <= tolerance && lost > 0.01 * tolerance,
                    "{lost} of {tolerance}"
                );
            }
        }
    }
}
