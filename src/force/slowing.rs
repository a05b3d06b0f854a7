//! Motion along a line with a constant, a linear and a quadratic deceleration.

use nalgebra::ComplexField;

use super::course::Course;
use crate::flow::{Propagator, Response, log_1p_over, log_ratio, product};

/// `r' = -(a + b r + c r²)` for the speed r along the motion.
///
/// Riccati's equation: `y = e^(c X)`, with X the distance since the start, obeys `y'' + b y' + a c y = 0` with `y(0) = 1`, `y'(0) = c
/// r₀`. With the [`Response`] S, S₁, S₂ of that oscillator, and `D = r₀ S - a S₁`,
///
/// ```text
/// r = r₀ - (a + b r₀ + c r₀²) S / (1 + c D)          X = ln(1 + c D) / c
/// ```
///
/// These are smooth as any of a, b and c tends to zero. If little of the speed is left, use `r = (r₀ S' - a S) / (1 + c D)`, which
/// avoids cancellation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slowing {
    /// Constant part a \[m/s²\].
    pub(super) constant: f64,
    /// Linear coefficient b \[1/s\].
    pub(super) linear: f64,
    /// Quadratic coefficient c \[1/m\].
    pub(super) quadratic: f64,
}

impl Slowing {
    /// `a + b r + c r²` \[m/s²\].
    pub(super) fn deceleration(&self, speed: f64) -> f64 {
        self.constant + speed * (self.linear + self.quadratic * speed)
    }

    /// The motion over `time` \[s\], which may be negative; infinite before the [`birth`](Self::birth) of the motion, and unknown if a
    /// distance overflows.
    pub(super) fn course(&self, speed: f64, time: f64) -> Course {
        let Self {
            constant: a,
            linear: b,
            quadratic: c,
        } = *self;
        if self.birth(speed).is_some_and(|birth| time <= birth) {
            return Course::INFINITE;
        }
        let Propagator { response, left, .. } = Propagator::new(b, a * c, time);
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = response;
        let slow = speed * s - product(a, s1);
        if !slow.is_finite() {
            return Course::UNKNOWN;
        }
        let grown = c * slow;
        let gained = -self.deceleration(speed) * s / (1.0 + grown);
        let end = if gained.abs() <= 0.5 * speed.abs() {
            speed + gained
        } else {
            (speed * left - a * s) / (1.0 + grown)
        };
        Course {
            end,
            length: slow * log_1p_over(grown),
            gained,
            lead: -(product(a + b * speed, s1) + product(a * c * speed, s2))
                - slow * (grown * log_ratio(grown)),
        }
    }

    /// The motion over `time` \[s\] of a body that stays at rest once it stops.
    pub(super) fn course_to_rest(&self, speed: f64, time: f64) -> Course {
        match self.rest(speed) {
            Some(rest) if rest <= time => {
                let course = self.course(speed, rest);
                Course {
                    end: 0.0,
                    length: course.length,
                    gained: -speed,
                    lead: course.lead - speed * (time - rest),
                }
            }
            _ => {
                let course = self.course(speed, time);
                if course.end.is_nan() {
                    return course;
                }
                Course {
                    // rounding must not reverse the motion
                    end: course.end.max(0.0),
                    gained: course.gained.max(-speed),
                    ..course
                }
            }
        }
    }

    /// The time at which the speed is zero \[s\], if there is one: positive, or negative for a body with negative deceleration.
    ///
    /// With `δ² = b²/4 - a c`: `tanh(δ t)/δ = r₀ / (a + b r₀/2)`, where tanh is tan if δ² is negative.
    pub(super) fn rest(&self, speed: f64) -> Option<f64> {
        if self.constant == 0.0 {
            return None;
        }
        let divisor = self.constant + 0.5 * self.linear * speed;
        let part = (self.constant / divisor) * (self.deceleration(speed) / divisor);
        time_of_tangent(self.discriminant(), speed / divisor, part)
    }

    /// The time at which the speed was infinite \[s\], if there is one: negative, from `tanh(δ t)/δ = -1 / (b/2 + c r₀)`.
    pub(super) fn birth(&self, speed: f64) -> Option<f64> {
        let (b, c) = (self.linear, self.quadratic);
        let divisor = 0.5 * b + c * speed;
        if c == 0.0 {
            return None;
        }
        if divisor == 0.0 {
            // from rest, without a linear part: the pole of the tangent at π/2
            let turn = self.constant * c;
            return (turn > 0.0).then(|| -core::f64::consts::FRAC_PI_2 / ComplexField::sqrt(turn));
        }
        let part = (c / divisor) * (self.deceleration(speed) / divisor);
        time_of_tangent(self.discriminant(), -1.0 / divisor, part)
    }

    /// `δ² = b²/4 - a c` \[1/s²\].
    fn discriminant(&self) -> f64 {
        let half = 0.5 * self.linear;
        ComplexField::mul_add(half, half, -self.constant * self.quadratic)
    }
}

/// The time t \[s\] with `tanh(δ t)/δ = tangent`, where tanh is tan if `δ²` is negative; none if there is
/// no such time.
///
/// `part = 1 - δ² tangent²` is an argument, because near zero the subtraction would cancel.
pub(super) fn time_of_tangent(square: f64, tangent: f64, part: f64) -> Option<f64> {
    let s = ComplexField::sqrt(square.abs()) * tangent.abs();
    let over = if s == 0.0 {
        1.0
    } else if square < 0.0 {
        ComplexField::atan(s) / s
    } else if part > 0.0 {
        // artanh s = ½ ln((1 + s) / (1 - s))
        0.5 * ComplexField::ln_1p(2.0 * s * ((1.0 + s) / part)) / s
    } else {
        return None;
    };
    Some(tangent * over)
}
