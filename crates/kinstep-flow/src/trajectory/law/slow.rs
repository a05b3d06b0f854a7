//! The height of a flight for laws whose flow must be computed anew for each time: a field or a
//! rotating frame, together with a spring, a tide or a ramp.

use nalgebra::{ComplexField, SVector};

use super::super::event::{Height, Plane};
use super::super::trajectory::Trajectory;
use super::LawFlight;
use super::oscillator::DampedOscillator;
use crate::flow::LinearLaw;
use crate::search::{Curve, Look, first_change};

/// The height of a flight above a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SlowHeight<const D: usize> {
    pub(super) flight: LawFlight<D>,
    pub(super) plane: Plane<f64, D>,
}

/// Duration of a search for extrema if no end is given, as an angle \[rad\].
const HORIZON: f64 = 100.0;

impl<const D: usize> SlowHeight<D> {
    fn rate(&self) -> f64 {
        fastest_rate(&self.flight.law)
    }

    fn horizon(&self) -> f64 {
        HORIZON / self.rate()
    }
}

/// The rate of change of a height, as a function of time.
struct Climb<'a, const D: usize>(&'a SlowHeight<D>);

impl<const D: usize> Curve for Climb<'_, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let SlowHeight { flight, plane } = self.0;
        let [velocity, acceleration, _] = flight.derivatives(time);
        (plane.normal.dot(&velocity), plane.normal.dot(&acceleration))
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let SlowHeight { flight, plane } = self.0;
        let [velocity, acceleration, jerk] = flight.derivatives(time);
        let far = (to - time).max(time - from);
        let size = plane.normal.norm();
        let bend = size * flight.jerk_near(&acceleration, &jerk, far);
        let rate = plane.normal.dot(&acceleration);
        let moved = velocity.norm()
            + flight.velocity.norm()
            + acceleration.norm() * ComplexField::abs(time);
        Look {
            value: plane.normal.dot(&velocity),
            rate,
            low: bend,
            high: bend,
            steep: ComplexField::abs(rate) + bend * far,
            terms: size * moved,
        }
    }
}

impl<const D: usize> Height for SlowHeight<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let event = self.flight.at(time);
        (
            self.plane.height(event.position),
            self.plane.normal.dot(&event.velocity),
        )
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let end = if end < f64::INFINITY {
            end
        } else {
            self.horizon()
        };
        let unit = 1.0 / self.rate();
        first_change(&Climb(self), [after, end], unit, &mut 0.0, |_| true).unwrap_or(None)
    }

    /// Returns the height at the horizon of the search, or at an earlier time if a growing motion
    /// overflows before the horizon.
    fn limit(&self) -> f64 {
        let times = (0..64).scan(self.horizon(), |time, _| {
            let now = *time;
            *time *= 0.5;
            Some(now)
        });
        let heights = times.map(|time| self.at(time).0);
        heights
            .into_iter()
            .find(|height| !height.is_nan())
            .unwrap_or(f64::NAN)
    }
}

/// Returns an estimate of the maximum rate of change by a law \[1/s\].
#[must_use]
pub fn fastest_rate<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let stiffness = ComplexField::abs(law.stiffness_per_mass) + law.tide.norm();
    ComplexField::abs(law.damping) + law.gyration.norm() + ComplexField::sqrt(stiffness)
}

impl<const D: usize> LawFlight<D> {
    /// Returns the velocity, the acceleration and the jerk at a time.
    fn derivatives(&self, time: f64) -> [SVector<f64, D>; 3] {
        let flow = self.law.flow(time);
        let (mut position, mut velocity) = (self.position, self.velocity);
        flow.advance(&mut position, &mut velocity, 0.0);
        let (mut acceleration, mut jerk) = self.initial_acceleration_and_jerk();
        (flow.of_deviations()).advance(&mut acceleration, &mut jerk, 0.0);
        [velocity, acceleration, jerk]
    }

    /// Returns an upper bound of the jerk during `far` \[s\] before and after a time at which the
    /// motion has this acceleration and jerk.
    ///
    /// G does no work, so `|y'|` grows by at most `(|ω²| + |C|) |y| + |γ| |y'|`. If γ ≥ 0 and ω² >
    /// |C|, the energy `|y'|² + y · K y` never increases forward in time.
    fn jerk_near(&self, acceleration: &SVector<f64, D>, jerk: &SVector<f64, D>, far: f64) -> f64 {
        let most = ComplexField::abs(self.law.stiffness_per_mass) + self.law.tide.norm();
        let damping = -ComplexField::abs(self.law.damping);
        let [_, [from_start, from_slope]] = DampedOscillator::new(damping, -most).after(far);
        acceleration.norm() * from_start + jerk.norm() * from_slope
    }
}
