//! The height of a flight with linear drag.

use nalgebra::ComplexField;

use super::super::event::{Height, driven_limit};
use crate::flow::{Decay, log_ratio};
use crate::search::quadratic_roots;

/// Height of a [`Flight`](super::Flight) above a plane: `h + u S + c S₁`.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flow::trajectory::{Height, Plane, Trajectory};
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0);
/// let flight = air.launch([0.0, 1.5], [12.0, 9.0]);
/// let over_ground = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// assert_eq!(over_ground.at(0.0), (1.5, 9.0)); // m, m/s
/// let top = over_ground.next_turn(0.0, 9.0).expect("it rises");
/// assert!(over_ground.at(top).0 > 5.0 && over_ground.next_turn(top, 9.0).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlightHeight {
    /// Height h at launch \[m\].
    height: f64,
    /// Rate of change u of the height at launch \[m/s\].
    climb: f64,
    /// Constant acceleration c \[m/s²\].
    constant: f64,
    /// Drag rate γ \[1/s\].
    rate: f64,
    /// Time of the extremum \[s\]; NaN if there is no extremum.
    turn: f64,
    /// Height at the extremum \[m\].
    summit: f64,
}

impl FlightHeight {
    /// At the extremum, the rate `u + a₀ S` is zero, with `a₀ = c - γ u`: `S = -u/a₀`,
    /// `t = -ln(1 - γS)/γ = S + γ S₁`. For a late extremum, with γS near 1, this formula cancels,
    /// but `t = ln(1 - γu/c)/γ` does not.
    #[inline]
    pub(in super::super) fn new(height: f64, climb: f64, constant: f64, rate: f64) -> Self {
        let start = constant - rate * climb;
        let glide = -climb / start;
        let (fall, turn) = if rate * glide < 0.75 {
            let fall = glide * (glide * log_ratio(-rate * glide));
            (fall, glide + rate * fall)
        } else {
            let turn = ComplexField::ln_1p(-rate * (climb / constant)) / rate;
            ((turn - glide) / rate, turn)
        };
        Self {
            height,
            climb,
            constant,
            rate,
            turn,
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
    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        (self.turn > after && self.turn < end).then_some(self.turn)
    }

    #[inline]
    fn at_turn(&self, _: f64) -> f64 {
        self.summit
    }

    #[inline]
    fn limit(&self) -> f64 {
        if self.rate > 0.0 {
            return driven_limit([self.constant, 0.0], self.height + self.climb / self.rate);
        }
        // without drag, or with negative drag, the sign of the initial acceleration determines the
        // limit
        let start = self.constant - self.rate * self.climb;
        driven_limit([start, self.climb], self.height)
    }

    /// For a fall from an extremum, the time τ is the solution of `S₁(τ) = -h/c`, or
    /// `e^-z - 1 + z = s²/2` with `z = γτ`. Otherwise a rational model gives an estimate on that
    /// side of the root on which Newton's method does not overshoot.
    #[inline]
    fn guess(&self, from: f64, (height, climb): (f64, f64)) -> Option<f64> {
        let (constant, rate) = (self.constant, self.rate);
        let fall = -height / constant;
        // the time of the same fall without drag
        let parabola = ComplexField::sqrt(2.0 * fall);
        if ComplexField::abs(climb) < 1e-9 * ComplexField::abs(constant * parabola) {
            return Some(from + parabola * fall_time_ratio(rate * parabola));
        }
        let (a, b) = (0.5 * constant, climb + 0.5 * rate * height);
        let later = quadratic_roots(a, b, height)
            .into_iter()
            .find(|&root| root > 0.0);
        later.map(|root| from + root)
    }
}

/// Returns `z/s`, where `e^-z - 1 + z = s²/2`, to about 1e-4, by a series or by two iterations of
/// `z = s²/2 + 1 - e^-z`.
fn fall_time_ratio(s: f64) -> f64 {
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
