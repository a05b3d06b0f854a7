//! Computes a flight with quadratic drag to a given tolerance.

use super::flight::{Path, Segment, TERMS};
use super::series::{QuadraticDragLaw, VelocitySeries};
use crate::search::quadratic_roots;
use crate::trajectory::driven_limit;
use alloc::vec::Vec;
use nalgebra::{ComplexField, SVector};

/// Maximum number of segments. Flights that start at 1e200 m/s need fewer: in each segment the
/// velocity changes by at least a tenth of the speed, or of the terminal speed.
const MOST_SEGMENTS: usize = 4096;

/// Difference from the terminal velocity, divided by the terminal speed. Below this limit the
/// linearised equation is exact to rounding, because the square of the difference is negligible.
const NEAR_TERMINAL: f64 = 1e-8;

/// Computes the flight by a law from a position \[m\] with a velocity \[m/s\], to about `tolerance`
/// \[m\].
///
/// Also returns the maximum excess of an acceleration of the path compared to that of the equation
/// \[m/s²\].
pub(super) fn solve<const D: usize>(
    law: &QuadraticDragLaw<D>,
    wind: &SVector<f64, D>,
    start: &SVector<f64, D>,
    velocity: &SVector<f64, D>,
    tolerance: f64,
) -> (Path<D>, f64) {
    let (mut position, mut relative) = (*start, velocity - wind);
    let is_valid = law.coefficient >= 0.0 && law.coefficient < f64::INFINITY;
    // the squares of these vectors must not overflow either
    let acceleration = law.acceleration(&relative);
    let vectors = [position, relative, *wind, law.gravity, acceleration];
    if !(is_valid && vectors.iter().all(|vector| vector.norm().is_finite())) {
        // an invalid flight is NaN at all times
        (position, relative) = (SVector::repeat(f64::NAN), SVector::repeat(f64::NAN));
    }
    let before = FlightTail::parabola(position, relative + wind, acceleration);
    let mut path = Path {
        before,
        segments: Vec::new(),
        rest_start: 0.0,
        rest: before,
    };
    let pull = law.gravity.norm();
    if law.coefficient == 0.0 || position.iter().any(|x| x.is_nan()) {
        return (path, 0.0);
    }
    if pull == 0.0 {
        path.rest = FlightTail {
            kind: TailKind::Slowing,
            lasting: *wind,
            first: relative,
            rate: law.coefficient * relative.norm(),
            ..before
        };
        return (path, 0.0);
    }

    let terminal_speed = law.terminal_speed();
    let terminal = law.gravity * (terminal_speed / pull);
    let rate = pull / terminal_speed;
    // the upper limit of the tolerance: a thousandth of the length scale of the flight
    let goal = tolerance.max(0.0).min(1e-3 * terminal_speed / rate);
    // an error of the velocity acts for a time π v_T/g in a vertical throw, and for a shorter time
    // in other throws; the errors of the segments add up
    let velocity_goal = goal * rate / (8.0 * core::f64::consts::PI);
    let usual = relative.norm().min(terminal_speed);
    // if the velocity differs from the terminal velocity by δ, the error of the linearised equation
    // is at most κ |δ|², which changes late positions by about |δ|²/g
    let near = ComplexField::sqrt(0.1 * goal * pull).max(NEAR_TERMINAL * terminal_speed);
    let mut slack: f64 = 0.0;
    while (relative - terminal).norm() > near && path.segments.len() < MOST_SEGMENTS {
        let rounding = 0.5 * f64::EPSILON * relative.norm().max(usual);
        let series = VelocitySeries::<D, TERMS>::new(law, &relative, velocity_goal.max(rounding));
        let duration = series.duration;
        if !(duration > 0.0 && path.rest_start + duration > path.rest_start) {
            break;
        }
        let terms = series.terms_over(duration);
        let last = terms[TERMS - 1].norm() * TERMS as f64 / duration;
        slack = slack.max(2.0 * last);
        path.segments.push(Segment::new(
            path.rest_start,
            duration,
            &position,
            wind,
            &terms,
        ));
        let (after, way) = series.after(duration);
        relative = after;
        position += way + wind * duration;
        path.rest_start += duration;
    }
    let off = relative - terminal;
    let down = terminal / terminal_speed;
    let along = down * down.dot(&off);
    path.rest = FlightTail {
        kind: TailKind::Falling,
        position,
        lasting: terminal + wind,
        first: along,
        second: off - along,
        rate,
    };
    (path, slack.max(2.0 * law.coefficient * off.norm_squared()))
}

// The tail of a flight with quadratic drag: a closed form for all later times.

/// The equation whose solution is a [`FlightTail`]; r is its rate.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum TailKind {
    /// Without drag: `v = w + a t`.
    Parabola,
    /// Without gravity, on a straight line through the air: `v = w + a / (1 + rt)`, where a is the
    /// initial velocity relative to the air and `r = κ |a|`.
    Slowing,
    /// Near the terminal velocity, linearised: `v = w + a e^(-2rt) + b e^(-rt)`, where a and b are
    /// the initial differences along gravity and across it, and `r = |g| / v_T`.
    Falling,
}

/// The tail of a flight. Times are relative to its start. The velocity is
/// `v = w + a f(t) + b h(t)`, where f and h depend on [`TailKind`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FlightTail<const D: usize> {
    kind: TailKind,
    /// Position at the start of the tail \[m\].
    pub(super) position: SVector<f64, D>,
    /// The constant term w of the velocity \[m/s\].
    lasting: SVector<f64, D>,
    /// The factor a: an acceleration \[m/s²\] for a parabola, otherwise a velocity \[m/s\].
    pub(super) first: SVector<f64, D>,
    /// The factor b \[m/s\]. It is zero except for [`TailKind::Falling`].
    second: SVector<f64, D>,
    /// The rate r \[1/s\].
    pub(super) rate: f64,
}

impl<const D: usize> FlightTail<D> {
    /// Returns the motion from a position \[m\] with a velocity \[m/s\] at a constant acceleration
    /// \[m/s²\].
    fn parabola(
        position: SVector<f64, D>,
        velocity: SVector<f64, D>,
        acceleration: SVector<f64, D>,
    ) -> Self {
        Self {
            kind: TailKind::Parabola,
            position,
            lasting: velocity,
            first: acceleration,
            second: SVector::zeros(),
            rate: 0.0,
        }
    }

    /// Returns the position \[m\] and the velocity \[m/s\] at a time.
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let Self {
            position,
            lasting,
            first,
            second,
            rate,
            ..
        } = self;
        match self.kind {
            TailKind::Parabola => (
                position + (lasting + first * (0.5 * time)) * time,
                lasting + first * time,
            ),
            TailKind::Slowing => {
                // ∫ dt/(1 + rt) = ln(1 + rt)/r
                let slowed = if *rate > 0.0 {
                    ComplexField::ln_1p(rate * time) / rate
                } else {
                    time
                };
                (
                    position + lasting * time + first * slowed,
                    lasting + first / (1.0 + rate * time),
                )
            }
            TailKind::Falling => {
                // ∫ e^(-rt) dt
                let decayed = |rate: f64| -ComplexField::exp_m1(-rate * time) / rate;
                let left = ComplexField::exp(-rate * time);
                (
                    position
                        + lasting * time
                        + first * decayed(2.0 * rate)
                        + second * decayed(*rate),
                    lasting + first * (left * left) + second * left,
                )
            }
        }
    }

    /// Returns the height above the plane `normal · p = distance`.
    pub(super) fn projected(&self, normal: &SVector<f64, D>, distance: f64) -> FlightTail<1> {
        let along = |vector: &SVector<f64, D>| SVector::from([normal.dot(vector)]);
        FlightTail {
            kind: self.kind,
            position: along(&self.position).add_scalar(-distance),
            lasting: along(&self.lasting),
            first: along(&self.first),
            second: along(&self.second),
            rate: self.rate,
        }
    }
}

impl FlightTail<1> {
    /// Returns the times at which the sign of the rate of the height changes, in order. An entry is
    /// NaN or negative if there is no such time.
    pub(super) fn turns(&self) -> [f64; 2] {
        let [lasting, first, second] = [self.lasting, self.first, self.second].map(|term| term.x);
        match self.kind {
            TailKind::Parabola => [-lasting / first, f64::NAN],
            TailKind::Slowing => [(-first / lasting - 1.0) / self.rate, f64::NAN],
            TailKind::Falling => {
                // w + b z + a z² = 0 with z = e^(-rt)
                let [one, other] = quadratic_roots(first, second, lasting)
                    .map(|left| -ComplexField::ln(left) / self.rate);
                // a double root: the rate is zero, but its sign does not change
                if one == other {
                    [f64::NAN; 2]
                } else if one < other {
                    [one, other]
                } else {
                    [other, one]
                }
            }
        }
    }

    /// Returns the limit of the height for late times \[m\].
    pub(super) fn limit(&self) -> f64 {
        let [start, lasting, first, second] =
            [self.position, self.lasting, self.first, self.second].map(|term| term.x);
        match self.kind {
            TailKind::Parabola => driven_limit([first, lasting], start),
            TailKind::Slowing => driven_limit([lasting, first], start),
            TailKind::Falling => {
                let end = start + first / (2.0 * self.rate) + second / self.rate;
                driven_limit([lasting, 0.0], end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// Each segment ends at the state at which the next segment starts, to within rounding.
    #[test]
    fn pieces_join() {
        let law = QuadraticDragLaw {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        let wind = Vector2::new(5.0, 1.0);
        let mut most = 0;
        let launches = [[60.0, 40.0], [5.0, 20.0], [5.0, 1.0], [5.0 + 1e-9, 30.0]];
        for launch in launches {
            let (path, _) = solve(&law, &wind, &Vector2::zeros(), &launch.into(), 1e-6);
            most = most.max(path.segments.len());
            for segment in &path.segments {
                let time = segment.start + segment.duration;
                let before = time * (1.0 - f64::EPSILON);
                // measured: 2 ε of the displacement and of the speeds
                let step = path.position(time) - path.position(before);
                assert!(
                    step.norm() < 8.0 * f64::EPSILON * (path.position(time).norm() + 60.0 * time)
                );
                let change = path.velocity(time) - path.velocity(before);
                assert!(change.norm() < 8.0 * f64::EPSILON * (100.0 + 60.0 * time));
            }
        }
        // measured: 26
        assert!(most > 10 && most < 32, "{most}");
    }
}

#[cfg(test)]
mod tail_tests {
    use nalgebra::Vector1;

    use super::*;

    fn falling(drift: f64, along: f64, across: f64) -> FlightTail<1> {
        FlightTail {
            kind: TailKind::Falling,
            position: Vector1::new(1.0),
            lasting: Vector1::new(drift),
            first: Vector1::new(along),
            second: Vector1::new(across),
            rate: 0.5,
        }
    }

    #[test]
    fn a_fall_may_turn_twice() {
        // (1 - 2z)(1 - 4z): z = 1/4 and 1/2
        let fall = falling(1.0, 8.0, -6.0);
        let [first, second] = fall.turns();
        assert!((first - 2.0 * 2_f64.ln()).abs() < 1e-15);
        assert!((second - 4.0 * 2_f64.ln()).abs() < 1e-15);
        for turn in [first, second] {
            assert!(fall.at(turn).1.x.abs() < 1e-15);
            assert!(fall.at(turn - 0.1).1.x * fall.at(turn + 0.1).1.x < 0.0);
        }
        assert_eq!(fall.limit(), f64::INFINITY);
        assert_eq!(falling(0.0, 1.0, -0.5).limit(), 1.0);
    }

    #[test]
    fn a_slowing_body_stops_against_the_wind() {
        let rest = FlightTail {
            kind: TailKind::Slowing,
            ..falling(-1.0, 4.0, 0.0)
        };
        assert_eq!(rest.turns()[0], 6.0);
        assert_eq!(rest.at(6.0).1.x, 0.0);
        assert_eq!(rest.limit(), f64::NEG_INFINITY);
    }
}
