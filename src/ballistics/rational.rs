//! The cheap model: drag by a rational function.

use nalgebra::{RealField, SVector};

use super::air::Ballistics;
use super::event::{Event, Height, Plane, quadratic_roots};
use super::trajectory::{Arc, Trajectory};
use crate::space::{direction, narrow, widen};

/// Approximately linear drag (de Carpentier 2014): `e^(-2kt)` is replaced by `(1 - kt)/(1 + kt)`.
///
/// ```text
/// p(t) = p₀ + (v₀ t + K t²) / (1 + kt)        k = γ/2, K = g/2 + k wind
/// ```
///
/// Four operations instead of an exponential, and planners with roots of polynomials. Position, velocity and
/// acceleration at launch are those of linear drag; later it flies too far, by
/// 1 % of what drag does at γt = 0.38, 5 % at 0.95, 20 % at 2.4, and on level ground without wind it stays in the air as
/// long as without any drag.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0);
/// let quick = air.rational().launch([0.0, 1.5], [30.0, 8.0]);
/// let exact = air.launch([0.0, 1.5], [30.0, 8.0]);
/// let off = (quick.position(1.0) - exact.position(1.0)).norm();
/// assert!(off > 0.26 && off < 0.27);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct Rational<T, const D: usize> {
    /// k \[1/s\]: half the drag rate.
    rate: T,
    /// K \[m/s²\]: `g/2 + k wind`.
    pull: SVector<T, D>,
    /// Of length 1, or zero where up means nothing.
    up: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Rational<T, D> {
    /// The model of an air.
    pub(super) fn of(air: &Ballistics<T, D>) -> Self {
        let half = nalgebra::convert::<_, T>(0.5);
        let rate = air.drag_rate() * half;
        Self {
            rate,
            pull: air.gravity() * half + air.wind() * rate,
            up: air.up(),
        }
    }

    /// The model with these k \[1/s\] and K \[m/s²\]; up is against K.
    #[must_use]
    pub fn new(rate: T, pull: impl Into<SVector<T, D>>) -> Self {
        let pull = pull.into();
        let up = direction(&-pull);
        Self { rate, pull, up }
    }

    /// The same gravity and wind with a k that makes the deceleration at launch that of quadratic drag with the same
    /// terminal speed v_T: `k |v₀ - wind| / v_T`.
    ///
    /// For throws over level ground it is the better model of real air: at a quarter of v_T it is off by 5 % and not by
    /// 16 %, at twice v_T by 75 % and not by 104 %. It is the worse one for falls, as it ends at `v_T²/|v₀ - wind|`:
    /// dropped at rest, it falls without drag.
    #[must_use]
    pub fn matched_to(
        mut self,
        air: &Ballistics<T, D>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Self {
        let gravity = air.gravity().norm();
        if gravity > T::zero() {
            let terminal_share = (velocity.into() - air.wind()).norm() * air.drag_rate() / gravity;
            let rate = air.drag_rate() * nalgebra::convert(0.5) * terminal_share;
            self.pull += air.wind() * (rate - self.rate);
            self.rate = rate;
        }
        self
    }

    /// A flight from a position \[m\] with a velocity \[m/s\].
    #[must_use]
    pub fn launch(
        &self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> RationalFlight<T, D> {
        RationalFlight {
            model: *self,
            position: position.into(),
            velocity: velocity.into(),
        }
    }

    /// k \[1/s\]: half the drag rate.
    #[must_use]
    pub fn rate(&self) -> T {
        self.rate
    }

    /// K \[m/s²\]: half of gravity, plus k times the wind.
    #[must_use]
    pub fn pull(&self) -> SVector<T, D> {
        self.pull
    }
}

/// A flight of the [`Rational`] model. It exists from `t = -1/k` on.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct RationalFlight<T, const D: usize> {
    model: Rational<T, D>,
    position: SVector<T, D>,
    velocity: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> RationalFlight<T, D> {
    /// The highest point after launch, against gravity; none if it never rises, or there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<T, D>> {
        self.apex_along(self.model.up)
    }

    /// The rest of this flight from a time on, as a flight that is launched then.
    ///
    /// The model is no flow: what goes on from a later state keeps its path only with `k' = k/(1 + kt)` and
    /// `K' = K/(1 + kt)`. A bounce, a stepper or a message over a network has to carry these.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, Trajectory};
    ///
    /// let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.4);
    /// let flight = air.rational().launch([0.0, 0.0], [20.0, 15.0]);
    /// let rest = flight.resynced(1.5);
    /// assert!((rest.position(2.0) - flight.position(3.5)).norm() < 1e-14);
    /// ```
    #[must_use]
    pub fn resynced(&self, time: T) -> Self {
        let Event {
            position, velocity, ..
        } = self.at(time);
        let share = T::one() / (T::one() + self.model.rate * time);
        Self {
            model: Rational {
                rate: self.model.rate * share,
                pull: self.model.pull * share,
                ..self.model
            },
            position,
            velocity,
        }
    }

    /// The model of this flight: its k and K.
    #[must_use]
    pub fn model(&self) -> Rational<T, D> {
        self.model
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for RationalFlight<T, D> {
    type Height = RationalHeight;

    #[inline]
    fn position(&self, time: T) -> SVector<T, D> {
        let share = time / (T::one() + self.model.rate * time);
        self.position + (self.velocity + self.model.pull * time) * share
    }

    #[inline]
    fn velocity(&self, time: T) -> SVector<T, D> {
        let [one, two]: [T; 2] = [T::one(), nalgebra::convert(2.0)];
        let kt = self.model.rate * time;
        let share = one / (one + kt);
        (self.velocity + self.model.pull * (time * (two + kt))) * (share * share)
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        let share = T::one() / (T::one() + self.model.rate * time);
        let twice: T = nalgebra::convert(2.0);
        (self.model.pull - self.velocity * self.model.rate) * (twice * share * share * share)
    }

    fn height_over(&self, plane: &Plane<T, D>) -> RationalHeight {
        RationalHeight {
            height: plane.wide_dot(&self.position) - widen(plane.distance),
            climb: plane.wide_dot(&self.velocity),
            pull: plane.wide_dot(&self.model.pull),
            rate: widen(self.model.rate),
        }
    }

    fn acceleration_bound(&self, from: T, _to: T) -> T {
        // it only ever decreases
        self.acceleration(from).norm()
    }

    fn beginning(&self) -> T {
        if self.model.rate > T::zero() {
            -T::one() / self.model.rate
        } else {
            narrow(f64::NEG_INFINITY)
        }
    }

    fn arc(&self, from: T, to: T) -> Arc<T, D> {
        let one = T::one();
        let (start, end) = (self.at(from), self.at(to));
        // the rest from `from` on has k' = k/(1 + k from), and the tangents of such a path meet halfway in h/(1 + k'h)
        let rate = self.model.rate / (one + self.model.rate * from);
        let h = to - from;
        let two: T = nalgebra::convert(2.0);
        Arc {
            start: start.position,
            corner: start.position + start.velocity * (h / (two + rate * h)),
            end: end.position,
            margin: T::zero(),
        }
    }
}

/// The height of a [`RationalFlight`] over a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RationalHeight {
    /// At launch \[m\].
    height: f64,
    /// At launch \[m/s\].
    climb: f64,
    /// K \[m/s²\].
    pull: f64,
    /// k \[1/s\].
    rate: f64,
}

impl Height for RationalHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let share = 1.0 / (1.0 + self.rate * time);
        (
            self.height + (self.climb + self.pull * time) * time * share,
            (self.climb + self.pull * time * (2.0 + self.rate * time)) * share * share,
        )
    }

    /// `u + 2 K t + k K t² = 0`, of which only one root is within the flight.
    fn next_turn(&self, after: f64) -> Option<f64> {
        let Self {
            climb, pull, rate, ..
        } = *self;
        let beginning = -1.0 / rate;
        quadratic_roots(rate * pull, 2.0 * pull, climb)
            .into_iter()
            .find(|&time| time > after && time > beginning)
            .filter(|time| *time < f64::INFINITY)
    }

    fn limit(&self) -> f64 {
        if self.pull == 0.0 {
            if self.rate > 0.0 {
                self.height + self.climb / self.rate
            } else if self.climb == 0.0 {
                self.height
            } else {
                self.climb * f64::INFINITY
            }
        } else {
            self.pull * f64::INFINITY
        }
    }

    /// `K t² + (u + k h) t + h = 0`, exactly.
    fn guess(&self, from: f64, _: (f64, f64)) -> Option<f64> {
        quadratic_roots(self.pull, self.climb + self.rate * self.height, self.height)
            .into_iter()
            .find(|&root| root > from)
    }
}
