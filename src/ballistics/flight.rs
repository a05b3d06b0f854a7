//! Exact flight under linear drag.

use nalgebra::{ComplexField, RealField, SVector};

use super::event::{Event, Height, Plane, quadratic_roots};
use super::sampling::Samples;
use super::trajectory::{Arc, Trajectory};
use crate::flow::{Decay, log_ratio};
use crate::space::{narrow, widen};

/// Exact flight under a constant acceleration and linear drag, `a = c - γ v`.
///
/// ```text
/// x(t) = x₀ + v₀ S + c S₁      v(t) = v₀ e^(-γt) + c S      S = t φ₁(-γt), S₁ = t² φ₂(-γt)
/// ```
///
/// with `c = g + γ wind`. Without drag S = t and S₁ = t²/2: the parabola is no special case. Off by at most 2 ε of
/// its terms, whatever γt.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct Flight<T, const D: usize> {
    position: SVector<T, D>,
    velocity: SVector<T, D>,
    /// c \[m/s²\].
    constant: SVector<T, D>,
    /// γ \[1/s\].
    rate: T,
    /// Of length 1, or zero where up means nothing.
    up: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Flight<T, D> {
    /// From a position \[m\] with a velocity \[m/s\], under `a = constant - rate v` \[m/s²\].
    pub(crate) fn new(
        position: SVector<T, D>,
        velocity: SVector<T, D>,
        constant: SVector<T, D>,
        rate: T,
    ) -> Self {
        Self {
            position,
            velocity,
            constant,
            rate,
            up: SVector::zeros(),
        }
    }

    /// The same flight where up means this.
    pub(crate) fn with_up(mut self, up: SVector<T, D>) -> Self {
        self.up = up;
        self
    }

    /// The highest point after launch, against gravity; none if it never rises, or there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<T, D>> {
        self.apex_along(self.up)
    }

    fn decay(&self, time: T) -> Decay {
        Decay::new(widen(self.rate), widen(time))
    }

    fn position_after(&self, decay: &Decay) -> SVector<T, D> {
        let (s, s1): (T, T) = (narrow(decay.velocity), narrow(decay.position));
        self.position + (self.velocity * s + self.constant * s1)
    }

    fn velocity_after(&self, decay: &Decay) -> SVector<T, D> {
        let (left, s): (T, T) = (narrow(decay.left), narrow(decay.velocity));
        self.velocity * left + self.constant * s
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for Flight<T, D> {
    type Height = FlightHeight;

    #[inline]
    fn position(&self, time: T) -> SVector<T, D> {
        self.position_after(&self.decay(time))
    }

    #[inline]
    fn velocity(&self, time: T) -> SVector<T, D> {
        self.velocity_after(&self.decay(time))
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        let left: T = narrow(self.decay(time).left);
        (self.constant - self.velocity * self.rate) * left
    }

    #[inline]
    fn at(&self, time: T) -> Event<T, D> {
        let decay = self.decay(time);
        Event {
            time,
            position: self.position_after(&decay),
            velocity: self.velocity_after(&decay),
        }
    }

    #[inline]
    fn height_over(&self, plane: &Plane<T, D>) -> FlightHeight {
        FlightHeight::new(
            plane.wide_dot(&self.position) - widen(plane.distance),
            plane.wide_dot(&self.velocity),
            plane.wide_dot(&self.constant),
            widen(self.rate),
        )
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        // it decays, or grows, at one rate in one direction
        let (first, last) = (self.acceleration(from).norm(), self.acceleration(to).norm());
        if first > last { first } else { last }
    }

    fn arc(&self, from: T, to: T) -> Arc<T, D> {
        let h = widen(to - from);
        Arc::between_tangents(&self.at(from), &self.at(to), widen(self.rate), h)
    }

    /// Every sixteenth point is computed anew, those between by recurrence from it.
    fn sample(
        &self,
        from: T,
        step: T,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<T, D>> {
        let decay = self.decay(step);
        let [fall, glide, slow]: [T; 3] = [
            decay.position,
            decay.velocity,
            -widen(self.rate) * decay.velocity,
        ]
        .map(narrow);
        let constant = self.constant;
        Samples::new(
            count,
            move |index| {
                let at = self.at(from + step * narrow(index as f64));
                (at.position, at.velocity)
            },
            move |_, _: &SVector<T, D>, velocity: &SVector<T, D>| {
                (
                    velocity * glide + constant * fall,
                    velocity * slow + constant * glide,
                )
            },
        )
    }
}

/// The height of a [`Flight`] over a plane: `h + u S + c S₁`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlightHeight {
    /// At launch \[m\].
    height: f64,
    /// At launch \[m/s\].
    climb: f64,
    /// \[m/s²\]
    constant: f64,
    /// γ \[1/s\].
    rate: f64,
    /// When it turns \[s\]; NaN if it does not.
    turn: f64,
    /// The height there \[m\].
    summit: f64,
}

impl FlightHeight {
    /// `S = -u/a₀` where the rate `u + a₀ S` vanishes, and `t = -ln(1 - γS)/γ = S + γ S₁`.
    #[inline]
    fn new(height: f64, climb: f64, constant: f64, rate: f64) -> Self {
        let start = constant - rate * climb;
        let glide = -climb / start;
        let fall = glide * (glide * log_ratio(-rate * glide));
        Self {
            height,
            climb,
            constant,
            rate,
            turn: glide + rate * fall,
            summit: height + (climb * glide + constant * fall),
        }
    }
}

impl Height for FlightHeight {
    #[inline]
    fn at(&self, time: f64) -> (f64, f64) {
        let decay = Decay::new(self.rate, time);
        (
            self.height + (self.climb * decay.velocity + self.constant * decay.position),
            self.climb * decay.left + self.constant * decay.velocity,
        )
    }

    #[inline]
    fn next_turn(&self, after: f64) -> Option<f64> {
        (self.turn > after && self.turn < f64::INFINITY).then_some(self.turn)
    }

    #[inline]
    fn at_turn(&self, _: f64) -> f64 {
        self.summit
    }

    #[inline]
    fn limit(&self) -> f64 {
        let infinite = |sign: f64| {
            if sign > 0.0 {
                f64::INFINITY
            } else {
                f64::NEG_INFINITY
            }
        };
        if self.rate > 0.0 {
            if self.constant == 0.0 {
                self.height + self.climb / self.rate
            } else {
                infinite(self.constant)
            }
        } else {
            // the acceleration stays, or grows
            let start = self.constant - self.rate * self.climb;
            if start != 0.0 {
                infinite(start)
            } else if self.climb != 0.0 {
                infinite(self.climb)
            } else {
                self.height
            }
        }
    }

    /// From a turn on the fall is `S₁(τ) = -h/c`, or `e^-z - 1 + z = w` with `z = γτ`; elsewhere the rational model
    /// tells, from the side on which Newton's method does not overshoot.
    #[inline]
    fn guess(&self, from: f64, (height, climb): (f64, f64)) -> Option<f64> {
        let (constant, rate) = (self.constant, self.rate);
        let fall = -height / constant;
        let parabola = ComplexField::sqrt(2.0 * fall);
        if ComplexField::abs(climb) < 1e-9 * ComplexField::abs(constant * parabola) {
            return Some(from + parabola * fall_time(rate * parabola));
        }
        let (a, b) = (0.5 * constant, climb + 0.5 * rate * height);
        let later = quadratic_roots(a, b, height)
            .into_iter()
            .find(|&root| root > 0.0);
        later.map(|root| from + root)
    }
}

/// `z/s` for `e^-z - 1 + z = s²/2`, to about 1e-4: its series, or two rounds of `z = w + 1 - e^-z`.
fn fall_time(s: f64) -> f64 {
    const SERIES: [f64; 8] = [
        1.0,
        1.0 / 6.0,
        1.0 / 36.0,
        1.0 / 270.0,
        1.0 / 4320.0,
        -1.0 / 17_010.0,
        -139.0 / 5_443_200.0,
        -1.0 / 204_120.0,
    ];
    if s < 1.8 {
        let pair = |k: usize| SERIES[k] + SERIES[k + 1] * s;
        let square = s * s;
        (pair(0) + pair(2) * square) + (pair(4) + pair(6) * square) * (square * square)
    } else {
        let end = 0.5 * s * s + 1.0;
        let first = end - ComplexField::exp(-end);
        (end - ComplexField::exp(-first)) / s
    }
}
