//! An exact flight with linear drag.

mod height;

use nalgebra::SVector;

pub use height::FlightHeight;

use super::event::{Event, Plane};
use super::law::LawFlight;
use super::measure::samples;
use super::trajectory::Trajectory;
use crate::flow::{Decay, LinearLaw};

/// An exact flight with a constant acceleration and linear drag, `a = c - γ v`:
///
/// ```text
/// x(t) = x₀ + v₀ S + c S₁      v(t) = v₀ e^(-γt) + c S      S = t φ₁(-γt), S₁ = t² φ₂(-γt)
/// ```
///
/// with `c = g + γ wind`. Without drag, S = t and S₁ = t²/2, so the parabola is no special case.
/// Measured errors for γt from 1e-12 to 1e3, relative to the size of the terms: 2.7 ε for the
/// position and 2.0 ε for the velocity.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flow::trajectory::{Crossing, Flight, Plane, Trajectory};
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0).with_wind([-3.0, 0.0]);
/// let flight: Flight<2> = air.launch([0.0, 1.5], [12.0, 9.0]);
/// let top = flight.apex().expect("it rises");
/// let ground = flight.crossing(&Plane::new([0.0, 1.0], 0.0), Crossing::Descending).expect("it falls");
/// assert!(top.position.y > 5.0 && ground.time > 2.0 * top.time);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flight<const D: usize> {
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    /// c \[m/s²\].
    constant: SVector<f64, D>,
    /// γ \[1/s\].
    rate: f64,
    /// Unit vector upward; zero if there is no upward direction.
    up: SVector<f64, D>,
}

impl<const D: usize> Flight<D> {
    /// Returns the flight that starts at a position \[m\] with a velocity \[m/s\], with
    /// `a = constant - rate v` \[m/s²\].
    #[doc(hidden)]
    #[must_use]
    pub fn new(
        position: SVector<f64, D>,
        velocity: SVector<f64, D>,
        constant: SVector<f64, D>,
        rate: f64,
    ) -> Self {
        Self {
            position,
            velocity,
            constant,
            rate,
            up: SVector::zeros(),
        }
    }

    /// Returns this flight with the upward direction `up`.
    #[doc(hidden)]
    #[must_use]
    pub fn with_up(mut self, up: SVector<f64, D>) -> Self {
        self.up = up;
        self
    }

    /// Returns the highest point after launch, against gravity; `None` if the flight never rises or
    /// there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.up)
    }

    fn decay(&self, time: f64) -> Decay {
        Decay::new(self.rate, time)
    }

    fn position_after(&self, decay: &Decay) -> SVector<f64, D> {
        self.position + (self.velocity * decay.velocity + self.constant * decay.position)
    }

    fn velocity_after(&self, decay: &Decay) -> SVector<f64, D> {
        self.velocity * decay.left + self.constant * decay.velocity
    }
}

/// Returns this flight as a flight with a linear law.
impl<const D: usize> From<Flight<D>> for LawFlight<D> {
    fn from(flight: Flight<D>) -> Self {
        let mut law = LinearLaw::drag(flight.rate);
        law.constant = flight.constant;
        law.launch(flight.position, flight.velocity)
    }
}

impl<const D: usize> Trajectory<D> for Flight<D> {
    type Height = FlightHeight;

    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        self.position_after(&self.decay(time))
    }

    #[inline]
    fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.velocity_after(&self.decay(time))
    }

    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        (self.constant - self.velocity * self.rate) * self.decay(time).left
    }

    #[inline]
    fn at(&self, time: f64) -> Event<D> {
        let decay = self.decay(time);
        Event {
            time,
            position: self.position_after(&decay),
            velocity: self.velocity_after(&decay),
        }
    }

    #[inline]
    fn height_over(&self, plane: &Plane<f64, D>) -> FlightHeight {
        FlightHeight::new(
            plane.wide_dot(&self.position) - plane.distance,
            plane.wide_dot(&self.velocity),
            plane.clear_dot(&self.constant),
            self.rate,
        )
    }

    fn acceleration_bound(&self, from: f64, to: f64) -> f64 {
        // a = a₀ e^(-γt), so its magnitude is monotone
        let (first, last) = (self.acceleration(from).norm(), self.acceleration(to).norm());
        if first > last { first } else { last }
    }

    /// Computes every sixteenth point directly, and the fifteen points after it by a recurrence.
    fn sample(
        &self,
        from: f64,
        step: f64,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<f64, D>> {
        let decay = self.decay(step);
        let constant = self.constant;
        samples(
            count,
            move |index| {
                let at = self.at(from + step * index as f64);
                (at.position, at.velocity)
            },
            move |_, _: &SVector<f64, D>, velocity: &SVector<f64, D>| {
                (
                    velocity * decay.velocity + constant * decay.position,
                    velocity * decay.left + constant * decay.velocity,
                )
            },
        )
    }
}
