//! Builds a flight under quadratic drag segment by segment.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::super::event::root_between;
use super::error_model::{ErrorBounds, ErrorGrowth, ErrorModel, ROUNDING};
use super::path::Segment;
use super::series::{DEGREE, QuadraticDragLaw, SeriesSpan, VelocitySeries};

/// More segments than any flight needs: in a few of them the speed halves, or the time doubles.
const MAX_SEGMENTS: usize = 4096;

/// Fractions of the tolerance: for one segment, for one passage through zero speed, and for the tail.
const SEGMENT_FRACTION: f64 = 1.0 / 128.0;
const CROSSING_FRACTION: f64 = 1.0 / 8.0;
const TAIL_FRACTION: f64 = 1.0 / 4.0;

/// A flight that is known until `time`, with its error bounds.
#[derive(Debug, Clone)]
pub(super) struct FlightBuilder<const D: usize> {
    pub(super) law: QuadraticDragLaw<D>,
    pub(super) wind: SVector<f64, D>,
    pub(super) time: f64,
    pub(super) position: SVector<f64, D>,
    /// Velocity relative to the air.
    pub(super) relative: SVector<f64, D>,
    pub(super) truncation: ErrorBounds,
    pub(super) rounding: ErrorBounds,
    pub(super) segments: Vec<Segment<D>>,
    pub(super) bounds: Vec<ErrorModel>,
    /// Bound on how much an acceleration of the polynomials exceeds that of the equation \[m/s²\].
    pub(super) slack: f64,
}

impl<const D: usize> FlightBuilder<D> {
    /// A flight at launch, without segments.
    pub(super) fn new(
        law: &QuadraticDragLaw<D>,
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
            truncation: ErrorBounds::NONE,
            rounding: ErrorBounds::NONE,
            segments: Vec::new(),
            bounds: Vec::new(),
            slack: 0.0,
        }
    }

    /// Adds segments until the closed form of the tail holds. `goal` is the tolerance \[m\], `memory` the time for which a
    /// velocity error lasts \[s\]: a velocity error of `goal / memory` moves the position by at most `goal`.
    pub(super) fn add_segments(&mut self, goal: f64, memory: f64) {
        while self.segments.len() < MAX_SEGMENTS && !self.is_near_terminal(goal) {
            let parabola = self.drag_free_span(goal * CROSSING_FRACTION / memory);
            let speed = self.relative.norm();
            // a smaller tolerance is below rounding
            let least = 0.25 * f64::EPSILON * speed;
            let target = (goal * SEGMENT_FRACTION / memory).max(least);
            let series = VelocitySeries::new(&self.law, &self.relative);
            // the series, or near zero speed, where it converges too slowly, the parabola
            let segment = series.as_ref().and_then(|series| {
                let span = series.span_within(target)?;
                (span.duration > parabola.duration)
                    .then(|| (series.velocity_over(span.duration), span))
            });
            let (terms, span) = segment.unwrap_or_else(|| {
                let mut terms = [SVector::zeros(); DEGREE + 1];
                terms[0] = self.relative;
                terms[1] = self.law.gravity * parabola.duration;
                (terms, parabola)
            });
            if !(span.duration > 0.0 && self.time + span.duration > self.time) {
                return;
            }
            self.add_segment(terms, &span);
        }
    }

    /// How long drag may be omitted: until it has changed the velocity by `target` \[m/s\], or by less than rounding.
    fn drag_free_span(&self, target: f64) -> SeriesSpan {
        let QuadraticDragLaw {
            gravity,
            coefficient,
        } = self.law;
        let [cubic, square, linear] = [
            gravity.norm_squared() / 3.0,
            self.relative.dot(&gravity),
            self.relative.norm_squared(),
        ];
        // ∫ κ |u + g t|² dt, and its derivative
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
        // near zero speed, where |u| ≈ g t: drag is below rounding as long as κ g² t³/3 ≤ ε/4 g t
        let pull = gravity.norm();
        let least = ComplexField::sqrt(0.25 * f64::EPSILON) * self.law.terminal_speed() / pull;
        if self.relative.norm() <= pull * least {
            duration = duration.max(least);
        }
        let fastest = self
            .relative
            .norm()
            .max((self.relative + gravity * duration).norm());
        SeriesSpan {
            duration,
            growth: lost(duration).0,
            defect: coefficient * fastest * fastest,
            slowest: 0.0,
            fastest,
        }
    }

    /// Appends a segment whose relative velocity has these coefficients in powers of `t / duration`.
    fn add_segment(&mut self, terms: [SVector<f64, D>; DEGREE + 1], span: &SeriesSpan) {
        let end = self.time + span.duration;
        let duration = end - self.time;
        // the position is the integral of relative velocity and wind
        let mut position = [SVector::zeros(); DEGREE + 2];
        position[0] = self.position;
        for (k, term) in terms.iter().enumerate() {
            position[k + 1] = term * (duration / (k + 1) as f64);
        }
        position[1] += self.wind * duration;
        let total = span.growth;
        let growth = if span.slowest > 0.0 {
            ErrorGrowth::Late { total, duration }
        } else {
            ErrorGrowth::Crossing {
                total,
                coefficient: self.law.coefficient,
                speed: self.relative.norm(),
                pull: self.law.gravity.norm(),
            }
        };
        let fastest = span.fastest + self.wind.norm();
        let bound = self.error_model(growth, fastest);
        self.segments.push(Segment {
            start: self.time,
            duration,
            position,
        });
        // the polynomials at the end of the segment, smallest terms first
        self.position = position.iter().rev().sum();
        self.relative = terms.iter().rev().sum();
        let after = |errors: ErrorBounds, growth: f64| {
            errors.after(duration, growth, self.law.coefficient, span.slowest)
        };
        self.truncation = after(self.truncation, span.growth);
        let mut rounding = after(self.rounding, ROUNDING * span.fastest);
        rounding.position += ROUNDING * (bound.distance + fastest * duration);
        self.rounding = rounding;
        // the exact acceleration only shrinks; that of the polynomial differs by the defect, and by `4 κ |u|` times the error
        // of the velocity, at both times that are compared
        let off = self.truncation.velocity + span.growth + self.rounding.velocity;
        let slack = span.defect + 4.0 * self.law.coefficient * span.fastest * off;
        self.slack = self.slack.max(2.0 * slack);
        self.bounds.push(bound);
        self.time = end;
    }

    /// The error model of the next piece.
    pub(super) fn error_model(&self, growth: ErrorGrowth, fastest: f64) -> ErrorModel {
        ErrorModel {
            start: self.time,
            truncation: self.truncation,
            rounding: self.rounding,
            growth,
            distance: self.position.norm(),
            speed: self.relative.norm() + self.wind.norm(),
            pull: self.law.acceleration(&self.relative).norm(),
            fastest,
        }
    }

    /// The terminal velocity relative to the air, and the difference of the present velocity from it.
    pub(super) fn terminal(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let pull = self.law.gravity.norm();
        let terminal = self.law.gravity * (self.law.terminal_speed() / pull);
        (terminal, self.relative - terminal)
    }

    /// Whether the velocity is so near to the terminal velocity that the tail meets its fraction of the tolerance.
    pub(super) fn is_near_terminal(&self, goal: f64) -> bool {
        let (terminal, off) = self.terminal();
        let speed = terminal.norm();
        // below 1e-8 the squares of the difference, which the tail omits, are below rounding
        let allowed = ComplexField::sqrt(TAIL_FRACTION * goal * self.law.gravity.norm());
        off.norm() <= (0.1 * speed).min(allowed.max(1e-8 * speed))
    }

    /// The error of the tail near the terminal velocity. Let δ be the difference from it, δ₀ at the start. The linearised
    /// equation omits at most `1.6 κ |δ|²` if `|δ| ≤ v_T/10`, so the velocity error is at most `0.8 |δ₀|²/v_T`. It decays at
    /// least at the rate `0.8 g/v_T`, so the position error is at most `|δ₀|²/g`.
    pub(super) fn tail_error_growth(&self) -> ErrorGrowth {
        let (terminal, off) = self.terminal();
        let pull = self.law.gravity.norm();
        let square = off.norm_squared();
        let speed = terminal.norm();
        let near = off.norm() <= 0.1 * speed && self.truncation.velocity <= 0.1 * speed;
        ErrorGrowth::Decaying {
            defect: 1.6 * self.law.coefficient * square,
            // not near: only if the limit on segments was reached
            most: if near { square / pull } else { f64::INFINITY },
            rate: if near { 0.8 * pull / speed } else { 0.0 },
        }
    }
}
