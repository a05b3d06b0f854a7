//! Motion in a field that rotates velocities, in the frame of the field. An evaluation needs one
//! exponential, one sine and one cosine.
//!
//! Under `v' = c - γ v + G v` with an antisymmetric G, the components of v and c along the axis of
//! G obey the equation without G. Across this axis G rotates by a right angle and multiplies by Ω.
//! If `i` stands for this rotation, the law is `v' = c - b v` with `b = γ - iΩ`, and the formulas
//! of a fall with drag are valid with the complex b:
//!
//! ```text
//! v(t) = e^(-bt) v + S c        x(t) = x + S v + S₁ c        S = t φ₁(-bt), S₁ = t² φ₂(-bt)
//! ```

use nalgebra::{Complex, ComplexField, SVector};

use super::super::event::{Crossing, CrossingTimes, Height, Plane, driven_limit};
use super::super::flight::FlightHeight;
use crate::flow::{Decay, LinearLaw};
use crate::search::{Curve, Look, first_change};

/// Number of radians after which rounding leaves no digit of the phase: 2⁵².
const KNOWN: f64 = 4.503_599_627_370_496e15;

/// Returns `e^(-bt)`, S and S₁ for a complex decay rate b \[1/s\].
fn complex_decay(decay: Complex<f64>, time: f64) -> [Complex<f64>; 3] {
    let z = -decay * time;
    let unit = Complex::new(1.0, 0.0);
    if z.re * z.re + z.im * z.im < 1.0 {
        // Σ zᵏ / (k + 2)!
        let mut two = Complex::new(0.0, 0.0);
        for k in (0..18).rev() {
            two = unit + two * z / f64::from(k + 3);
        }
        two *= 0.5;
        let one = unit + z * two;
        return [unit + z * one, one * time, two * time * time];
    }
    let size = ComplexField::exp(z.re);
    let end = if size == 0.0 {
        Complex::new(0.0, 0.0)
    } else if ComplexField::abs(z.im) > KNOWN {
        Complex::new(f64::NAN, f64::NAN)
    } else {
        let (sine, cosine) = ComplexField::sin_cos(z.im);
        Complex::new(size * cosine, size * sine)
    };
    let one = (end - unit) / z;
    let two = (one - unit) / z;
    [end, one * time, two * time * time]
}

/// A law with a field, drag and constant forces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TurningLaw<const D: usize> {
    law: LinearLaw<f64, D>,
    /// `γ - iΩ`.
    decay: Complex<f64>,
}

impl<const D: usize> TurningLaw<D> {
    /// Converts a law; `None` unless it has only drag, constant forces and an antisymmetric G, in
    /// two or three dimensions.
    pub(super) fn of(law: &LinearLaw<f64, D>) -> Option<Self> {
        let is_zero = |entries: &[f64]| entries.iter().all(|entry| *entry == 0.0);
        let is_field =
            law.gyration == -law.gyration.transpose() && !is_zero(law.gyration.as_slice());
        let is_alone = law.stiffness_per_mass == 0.0
            && is_zero(law.tide.as_slice())
            && is_zero(law.ramp.as_slice());
        // |G|² = 2 Ω²; scaled, because squares might overflow or underflow
        let size = law.gyration.amax();
        let frequency = size * ComplexField::sqrt(0.5 * (law.gyration / size).norm_squared());
        (is_field && is_alone && D <= 3 && frequency.is_finite()).then(|| Self {
            law: *law,
            decay: Complex::new(law.damping, -frequency),
        })
    }

    /// Returns Ω \[1/s\].
    fn frequency(&self) -> f64 {
        -self.decay.im
    }

    /// Returns a vector rotated by a right angle in the plane of G. The component along the axis is
    /// left out.
    fn turned(&self, vector: &SVector<f64, D>) -> SVector<f64, D> {
        self.law.gyration * vector / self.frequency()
    }

    /// Returns the component of a vector in the plane of G, and this component rotated by a right angle.
    fn across(&self, vector: &SVector<f64, D>) -> [SVector<f64, D>; 2] {
        let side = self.turned(vector);
        [-self.turned(&side), side]
    }

    /// Returns position and velocity after a time, from their initial values.
    pub(super) fn after(
        &self,
        time: f64,
        position: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> (SVector<f64, D>, SVector<f64, D>) {
        let constant = &self.law.constant;
        let [v, v_side] = self.across(velocity);
        let [c, c_side] = self.across(constant);
        let [end, s, s1] = complex_decay(self.decay, time);
        let along = Decay::new(self.law.damping, time);
        let (v_along, c_along) = (velocity - v, constant - c);
        let displacement = v_along * along.velocity
            + c_along * along.position
            + (v * s.re + v_side * s.im)
            + (c * s1.re + c_side * s1.im);
        let left = v_along * along.left
            + c_along * along.velocity
            + (v * end.re + v_side * end.im)
            + (c * s.re + c_side * s.im);
        (position + displacement, left)
    }

    /// Returns acceleration and jerk after a time, from the initial acceleration. The acceleration
    /// obeys the law without constant forces.
    pub(super) fn acceleration_and_jerk(
        &self,
        time: f64,
        start: &SVector<f64, D>,
    ) -> [SVector<f64, D>; 2] {
        let [a, a_side] = self.across(start);
        let [end, ..] = complex_decay(self.decay, time);
        let along = (start - a) * ComplexField::exp(-self.law.damping * time);
        let acceleration = along + (a * end.re + a_side * end.im);
        let jerk = self.law.gyration * acceleration - acceleration * self.law.damping;
        [acceleration, jerk]
    }

    /// Returns the height of a motion above a plane, as a function of time.
    pub(super) fn height(
        &self,
        plane: &Plane<f64, D>,
        position: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> TurningHeight {
        let normal = &plane.normal;
        let constant = &self.law.constant;
        // the complex number of a rotating vector: its height, and the negative height of this
        // vector rotated by a right angle
        let turning = |vector: &SVector<f64, D>| {
            let [across, side] = self.across(vector);
            Complex::new(normal.dot(&across), -normal.dot(&side))
        };
        let along = |vector: &SVector<f64, D>| {
            let part = vector - self.across(vector)[0];
            let rounding = 16.0 * f64::EPSILON * normal.norm() * vector.norm();
            let along = normal.dot(&part);
            if ComplexField::abs(along) <= rounding {
                0.0
            } else {
                along
            }
        };
        let level = normal.dot(position) - plane.distance;
        let terms = normal.abs().dot(&position.abs()) + ComplexField::abs(plane.distance);
        TurningHeight {
            value: level,
            along: [along(velocity), along(constant)],
            across: [turning(velocity), turning(constant)],
            decay: self.decay,
            terms,
        }
    }
}

/// A function that decays and rotates, `h + v S + c S₁`, with real v and c along the axis and
/// complex v and c across it. It is the height of a motion or, with other coefficients, the rate of
/// this height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TurningHeight {
    /// h \[m\].
    value: f64,
    /// v \[m/s\] and c \[m/s²\].
    along: [f64; 2],
    across: [Complex<f64>; 2],
    decay: Complex<f64>,
    /// Sum of the absolute values of the terms of h \[m\].
    terms: f64,
}

/// Returns the absolute value of a complex number.
fn size(number: Complex<f64>) -> f64 {
    number.re.hypot(number.im)
}

impl TurningHeight {
    fn damping(&self) -> f64 {
        self.decay.re
    }

    /// Returns the fastest rate of change \[1/s\].
    fn rate(&self) -> f64 {
        size(self.decay)
    }

    /// Returns the second derivative at time zero, along and across the axis.
    fn bends(&self) -> (f64, Complex<f64>) {
        let [v, c] = self.along;
        let [w, d] = self.across;
        (c - self.damping() * v, d - self.decay * w)
    }

    /// Returns the rate of this function, as a function of the same type.
    fn derivative(&self) -> Self {
        let (a, b) = self.bends();
        let [v, c] = self.along;
        let [w, d] = self.across;
        // v e^(-γt) + c S = v + (c - γ v) S
        Self {
            value: v + w.re,
            along: [a, 0.0],
            across: [b, Complex::new(0.0, 0.0)],
            decay: self.decay,
            terms: ComplexField::abs(v) + size(w) + (ComplexField::abs(c) + size(d)) / self.rate(),
        }
    }

    /// Returns value, rate, and the sum of the absolute values of the terms of the value.
    fn sample(&self, time: f64) -> (f64, f64, f64) {
        let [v, c] = self.along;
        let [w, d] = self.across;
        let along = Decay::new(self.damping(), time);
        let [end, s, s1] = complex_decay(self.decay, time);
        let parts = [
            v * along.velocity,
            c * along.position,
            (w * s).re,
            (d * s1).re,
        ];
        let rate = v * along.left + c * along.velocity + (w * end).re + (d * s).re;
        // includes the rounding error of the phase
        let terms = size(w * s) + size(d * s1) + ComplexField::abs(rate * time);
        let terms = self.terms + ComplexField::abs(parts[0]) + ComplexField::abs(parts[1]) + terms;
        (self.value + parts.iter().sum::<f64>(), rate, terms)
    }

    /// Returns an upper bound of the second derivative between two times.
    fn bend(&self, from: f64, to: f64) -> f64 {
        let (a, b) = self.bends();
        let decay = self.damping();
        let least = if decay >= 0.0 { from } else { to };
        (ComplexField::abs(a) + size(b)) * ComplexField::exp(-decay * least)
    }

    /// Returns `[settled, fading, turning, drive]`, where turning is the amplitude of the rotating
    /// part. The rate is `settled + e^(-γt) (fading + turning)` with drag, and
    /// `settled + drive t + turning` without drag.
    fn parts_of_rate(&self) -> [f64; 4] {
        let (a, _) = self.bends();
        let [v, c] = self.along;
        let [w, d] = self.across;
        let drift = d / self.decay;
        let turning = size(w - drift);
        let rounding = 64.0 * f64::EPSILON * (size(w) + size(drift));
        let is_rounding =
            |sum: f64, size: f64| ComplexField::abs(sum) <= rounding + 64.0 * f64::EPSILON * size;
        let decay = self.damping();
        if decay == 0.0 {
            let settled = drift.re + v;
            let settled = if is_rounding(settled, ComplexField::abs(v)) {
                0.0
            } else {
                settled
            };
            return [settled, 0.0, turning, c];
        }
        let settled = drift.re + c / decay;
        let settled = if is_rounding(settled, ComplexField::abs(c / decay)) {
            0.0
        } else {
            settled
        };
        let fading = -a / decay;
        let fading = if is_rounding(fading, ComplexField::abs(v)) {
            0.0
        } else {
            fading
        };
        [settled, fading, turning, 0.0]
    }

    /// Returns the interval after `after` in which the sign of the rate may change; its end may be
    /// infinite.
    fn span_of_turns(&self, after: f64) -> (f64, f64) {
        let [settled, fading, turning, drive] = self.parts_of_rate();
        let decay = self.damping();
        // adds a margin for rounding
        let sizes = ComplexField::abs(settled) + ComplexField::abs(fading);
        let most = turning + 1e-9 * (turning + sizes);
        if decay == 0.0 {
            if drive == 0.0 {
                let may_turn = ComplexField::abs(settled) <= turning * (1.0 + 1e-9);
                return (after, if may_turn { f64::INFINITY } else { after });
            }
            let [a, b] = [(-settled - most) / drive, (-settled + most) / drive];
            return (a.min(b).max(after), a.max(b));
        }
        // at a zero of the rate, `|settled| = y exp(-γt)` with y between `low` and `high`
        let fading_against = if settled > 0.0 { -fading } else { fading };
        let [low, high] = [fading_against - most, fading_against + most];
        let level = ComplexField::abs(settled);
        let time = |y: f64| -ComplexField::ln(level / y) / decay;
        if level == 0.0 {
            let may_turn = ComplexField::abs(fading) <= turning * (1.0 + 1e-9);
            return (after, if may_turn { f64::INFINITY } else { after });
        }
        if high <= 0.0 {
            return (after, after);
        }
        let far = (low > 0.0).then(|| time(low));
        if decay > 0.0 {
            (far.map_or(after, |from| from.max(after)), time(high))
        } else {
            (time(high).max(after), far.unwrap_or(f64::INFINITY))
        }
    }

    /// Returns the height above the plane of the centre of the circular motion, minus the radius of
    /// the circle, as a function of the time since `after`; and its value at `after`. While this
    /// function is positive, there is no crossing.
    fn clear_line(&self, after: f64) -> (FlightHeight, f64) {
        let (value, _, terms) = self.sample(after);
        let [w, d] = self.across;
        let drift = d / self.decay;
        let [end, ..] = complex_decay(self.decay, after);
        // the rotating part of the velocity, and its integral
        let turning = (w - drift) * end;
        let circling = -turning / self.decay;
        let center = value - circling.re;
        let side = center.signum();
        let rounding = 16.0 * f64::EPSILON * (terms + size(circling));
        let gap = ComplexField::abs(center) - size(circling) - rounding;
        let along = Decay::new(self.damping(), after);
        let [v, c] = self.along;
        let climb = v * along.left + c * along.velocity + drift.re;
        let constant = c + self.damping() * drift.re;
        let line = FlightHeight::new(gap, side * climb, side * constant, self.damping());
        (line, gap)
    }
}

impl Curve for TurningHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let (value, rate, _) = self.sample(time);
        (value, rate)
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let (value, rate, terms) = self.sample(time);
        let bend = self.bend(from, to);
        Look {
            value,
            rate,
            low: bend,
            high: bend,
            steep: ComplexField::abs(rate) + bend * (to - time).max(time - from),
            terms,
        }
    }
}

impl Height for TurningHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        Curve::at(self, time)
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let (from, last) = self.span_of_turns(after);
        let end = last.min(end);
        (from < end)
            .then(|| {
                let (rate, unit) = (self.derivative(), 1.0 / self.rate());
                first_change(&rate, [from, end], unit, &mut 0.0, |_| true)
            })
            .and_then(|found| found.unwrap_or(None))
    }

    fn limit(&self) -> f64 {
        let [settled, _, _, drive] = self.parts_of_rate();
        driven_limit([drive, settled], Curve::at(self, 1e4 / self.rate()).0)
    }

    fn no_crossing_before(&self, after: f64) -> f64 {
        if self.damping() < 0.0 {
            return after;
        }
        let (line, gap) = self.clear_line(after);
        if !(gap > 0.0 && gap.is_finite()) {
            return after;
        }
        let mut times = CrossingTimes::new(line, Crossing::Descending, 0.0, f64::INFINITY, 0.0);
        after + times.next().unwrap_or(f64::INFINITY)
    }
}
