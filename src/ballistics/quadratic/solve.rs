//! Solves a flight under quadratic drag to a tolerance.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::error_model::{ErrorGrowth, ErrorModel};
use super::flight_builder::FlightBuilder;
use super::path::Path;
use super::series::QuadraticDragLaw;
use super::tail::{FlightTail, TailKind};

/// A path with its error models: one for each segment, and one for the tail.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Solution<const D: usize> {
    pub(super) path: Path<D>,
    pub(super) bounds: Vec<ErrorModel>,
    /// Bound on how much an acceleration of the path exceeds that of the equation \[m/s²\].
    pub(super) slack: f64,
}

/// The flight under a law from a position \[m\] with a velocity \[m/s\], to within `tolerance` \[m\].
pub(super) fn solve<const D: usize>(
    law: &QuadraticDragLaw<D>,
    wind: &SVector<f64, D>,
    position: &SVector<f64, D>,
    velocity: &SVector<f64, D>,
    tolerance: f64,
) -> Solution<D> {
    let relative = velocity - wind;
    let is_valid = law.coefficient >= 0.0 && law.coefficient < f64::INFINITY;
    // their squares must not overflow either
    let vectors = [
        *position,
        relative,
        *wind,
        law.gravity,
        law.acceleration(&relative),
    ];
    let builder = FlightBuilder::new(law, wind, position, velocity);
    if !(is_valid && vectors.iter().all(|vector| vector.norm().is_finite())) {
        return builder.not_a_number();
    }
    let gravity = law.gravity.norm();
    if gravity == 0.0 || law.coefficient == 0.0 {
        return builder.closed_form();
    }
    // the cap on the tolerance: a thousandth of the length scale of the flight
    let terminal = law.terminal_speed();
    let loosest = 1e-3 * terminal * terminal / gravity;
    let goal = if tolerance > 0.0 {
        tolerance.min(loosest)
    } else {
        0.0
    };
    // the longest time for which a velocity error lasts: π v_T/g for a vertical throw, less for others
    let memory = core::f64::consts::PI * terminal / gravity;
    // the part of the tolerance with which the flight is built
    let mut fraction = 1.0;
    let mut tries = 0;
    loop {
        let mut trial = builder.clone();
        trial.add_segments(goal * fraction, memory);
        let error = trial.final_truncation_error(goal * fraction);
        tries += 1;
        if error <= goal || tries == MAX_TRIES || goal == 0.0 {
            return trial.with_falling_tail(goal * fraction);
        }
        fraction *= (0.8 * goal / error).clamp(0.05, 0.5);
    }
}

/// How often a flight is built, each time with a smaller part of the tolerance; a tolerance below rounding is never met.
const MAX_TRIES: usize = 4;

impl<const D: usize> FlightBuilder<D> {
    /// A bound on the truncation error of all later positions \[m\].
    fn final_truncation_error(&self, goal: f64) -> f64 {
        if !self.is_near_terminal(goal) {
            return f64::INFINITY;
        }
        let growth = self.tail_error_growth();
        self.error_model(growth, 0.0).truncation_at(f64::INFINITY)
    }

    /// Ends the flight with a tail near the terminal velocity.
    fn with_falling_tail(self, goal: f64) -> Solution<D> {
        let (terminal, off) = self.terminal();
        let down = terminal / terminal.norm();
        let along = down * down.dot(&off);
        let rest = FlightTail {
            kind: TailKind::Falling,
            position: self.position,
            lasting: terminal + self.wind,
            first: along,
            second: off - along,
            rate: self.law.gravity.norm() / terminal.norm(),
        };
        let growth = if self.is_near_terminal(goal) {
            self.tail_error_growth()
        } else {
            ErrorGrowth::Decaying {
                defect: f64::INFINITY,
                most: f64::INFINITY,
                rate: 0.0,
            }
        };
        let fastest = terminal.norm() + off.norm() + self.wind.norm();
        self.finish(rest, growth, fastest)
    }

    /// The flight without gravity or without drag: only a tail.
    fn closed_form(self) -> Solution<D> {
        let pull = self.law.gravity.norm();
        let rest = if pull == 0.0 {
            FlightTail {
                kind: TailKind::Slowing,
                position: self.position,
                lasting: self.wind,
                first: self.relative,
                second: SVector::zeros(),
                rate: self.law.coefficient * self.relative.norm(),
            }
        } else {
            FlightTail::parabola(self.position, self.relative + self.wind, self.law.gravity)
        };
        let exact = ErrorGrowth::Decaying {
            defect: 0.0,
            most: 0.0,
            rate: 0.0,
        };
        self.finish(rest, exact, f64::MAX)
    }

    /// The flight of invalid parameters: NaN at all times.
    fn not_a_number(mut self) -> Solution<D> {
        let nan = SVector::repeat(f64::NAN);
        (self.position, self.relative) = (nan, nan);
        self.closed_form()
    }

    /// Ends the flight with a tail.
    fn finish(mut self, rest: FlightTail<D>, growth: ErrorGrowth, fastest: f64) -> Solution<D> {
        let last = self.error_model(growth, fastest);
        self.bounds.push(last);
        // the launch state, from the first segment if there is one
        let first = self.segments.first();
        let (position, relative) = first.map_or((self.position, self.relative), |segment| {
            let velocity = segment.position[1] / segment.duration;
            (segment.position[0], velocity - self.wind)
        });
        if let ErrorGrowth::Decaying { defect, .. } = growth {
            self.slack = self.slack.max(2.0 * defect);
        }
        Solution {
            path: Path {
                before: FlightTail::parabola(
                    position,
                    relative + self.wind,
                    self.law.acceleration(&relative),
                ),
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
        let law = QuadraticDragLaw {
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

    /// The sum of all truncation errors stays below the tolerance at all times.
    #[test]
    fn the_tolerance_is_kept_in_the_long_run() {
        let law = QuadraticDragLaw {
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
