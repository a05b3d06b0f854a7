//! A flight of the rational model.

use nalgebra::SVector;

use super::Rational;
use crate::search::quadratic_roots;
use crate::trajectory::Trajectory;
use crate::trajectory::{Event, Height, Plane, driven_limit};

/// A flight of the [`Rational`] model. It is defined from `t = -1/k` on.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::Trajectory;
///
/// let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.4);
/// let flight = air.rational().launch([0.0, 0.0], [20.0, 15.0]);
/// let exact = air.launch([0.0, 0.0], [20.0, 15.0]);
/// // cheap, and not the path that a world steps
/// let apart = (flight.position(2.0) - exact.position(2.0)).norm();
/// assert!(apart > 0.1 && apart < 5.0); // m
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RationalFlight<const D: usize> {
    pub(super) model: Rational<D>,
    pub(super) position: SVector<f64, D>,
    pub(super) velocity: SVector<f64, D>,
}

impl<const D: usize> RationalFlight<D> {
    /// Returns the highest point after launch, against gravity; `None` if the flight never rises or
    /// there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.model.up)
    }

    /// Returns the model of this flight, with its k and K.
    #[must_use]
    pub fn model(&self) -> Rational<D> {
        self.model
    }
}

impl<const D: usize> Trajectory<D> for RationalFlight<D> {
    type Height = RationalHeight;

    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        let factor = time / (1.0 + self.model.rate * time);
        self.position + (self.velocity + self.model.pull * time) * factor
    }

    #[inline]
    fn velocity(&self, time: f64) -> SVector<f64, D> {
        let kt = self.model.rate * time;
        let factor = 1.0 / (1.0 + kt);
        (self.velocity + self.model.pull * (time * (2.0 + kt))) * (factor * factor)
    }

    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        let factor = 1.0 / (1.0 + self.model.rate * time);
        (self.model.pull - self.velocity * self.model.rate) * (2.0 * factor * factor * factor)
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> RationalHeight {
        RationalHeight {
            height: plane.wide_dot(&self.position) - plane.distance,
            climb: plane.wide_dot(&self.velocity),
            pull: plane.clear_dot(&self.model.pull),
            rate: self.model.rate,
        }
    }

    fn acceleration_bound(&self, from: f64, _to: f64) -> f64 {
        // a = 2 (K - k v₀)/(1 + kt)³, so the magnitude of a only decreases with time
        self.acceleration(from).norm()
    }

    fn beginning(&self) -> f64 {
        if self.model.rate > 0.0 {
            -1.0 / self.model.rate
        } else {
            f64::NEG_INFINITY
        }
    }
}

/// The height of a [`RationalFlight`] above a plane.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::{Height, Plane, Trajectory};
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0);
/// let flight = air.rational().launch([0.0, 1.5], [12.0, 9.0]);
/// let over_ground = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// assert_eq!(over_ground.at(0.0), (1.5, 9.0)); // m, m/s
/// let top = over_ground.next_turn(0.0, 9.0).expect("it rises");
/// assert!(over_ground.at(top).0 > 5.0 && over_ground.next_turn(top, 9.0).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RationalHeight {
    /// Height at launch \[m\].
    height: f64,
    /// Rate of change of the height at launch \[m/s\].
    climb: f64,
    /// K \[m/s²\].
    pull: f64,
    /// k \[1/s\].
    rate: f64,
}

impl Height for RationalHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let factor = 1.0 / (1.0 + self.rate * time);
        (
            self.height + (self.climb + self.pull * time) * time * factor,
            (self.climb + self.pull * time * (2.0 + self.rate * time)) * factor * factor,
        )
    }

    /// Returns the root of `u + 2 K t + k K t² = 0` within the flight. The other root is before the
    /// beginning of the flight.
    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let Self {
            climb, pull, rate, ..
        } = *self;
        let beginning = -1.0 / rate;
        quadratic_roots(rate * pull, 2.0 * pull, climb)
            .into_iter()
            .find(|&time| time > after && time > beginning)
            .filter(|time| *time < end)
    }

    fn limit(&self) -> f64 {
        if self.rate > 0.0 {
            driven_limit([self.pull, 0.0], self.height + self.climb / self.rate)
        } else {
            driven_limit([self.pull, self.climb], self.height)
        }
    }

    /// Returns the time of the crossing: the root of `K t² + (u + k h) t + h = 0`.
    fn guess(&self, from: f64, _: (f64, f64)) -> Option<f64> {
        quadratic_roots(self.pull, self.climb + self.rate * self.height, self.height)
            .into_iter()
            .find(|&root| root > from)
    }
}
