//! An approximation of linear drag by a rational function of time.

mod flight;

use nalgebra::SVector;

pub use flight::{RationalFlight, RationalHeight};

use super::air::Ballistics;
use crate::numbers::direction;
use crate::trajectory::IntoVector;

/// Approximately linear drag (de Carpentier 2014): instead of `e^(-2kt)` the model uses
/// `(1 - kt)/(1 + kt)`.
///
/// ```text
/// p(t) = p₀ + (v₀ t + K t²) / (1 + kt)        k = γ/2, K = g/2 + k wind
/// ```
///
/// Four operations replace an exponential function, and planners only need the roots of
/// polynomials. Position, velocity and acceleration at launch are those of linear drag. Later the
/// flights of the model are too long: the effect of drag is too small by 1 % at γt = 0.38, 5 % at
/// 0.95, and 20 % at 2.4. Above level ground without wind, the time of flight is equal to that
/// without drag.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::Trajectory;
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0);
/// let quick = air.rational().launch([0.0, 1.5], [30.0, 8.0]);
/// let exact = air.launch([0.0, 1.5], [30.0, 8.0]);
/// let off = (quick.position(1.0) - exact.position(1.0)).norm();
/// assert!(off > 0.26 && off < 0.27);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rational<const D: usize> {
    /// k \[1/s\]: half the drag rate.
    rate: f64,
    /// K \[m/s²\]: `g/2 + k wind`.
    pull: SVector<f64, D>,
    /// Unit vector against gravity; zero if there is no upward direction.
    up: SVector<f64, D>,
}

impl<const D: usize> Rational<D> {
    /// Returns the rational model of an air.
    pub(super) fn of(air: &Ballistics<D>) -> Self {
        let rate = air.drag_rate() * 0.5;
        Self {
            rate,
            pull: air.gravitational_acceleration() * 0.5 + air.wind() * rate,
            up: air.up(),
        }
    }

    /// Returns a model with given k \[1/s\] and K \[m/s²\]. The upward direction is against K.
    #[must_use]
    pub fn new(rate: f64, pull: impl IntoVector<D>) -> Self {
        let pull = pull.into_vector();
        let up = direction(&-pull);
        Self { rate, pull, up }
    }

    /// Sets the drag rate so that the deceleration at launch is that of quadratic drag, with the
    /// same gravity and wind: `k |v₀ - wind| / v_T` with the terminal speed `v_T`.
    ///
    /// For throws above level ground the matched model is closer to real air: at a quarter of `v_T`
    /// its error is 5 % instead of 16 %, at twice `v_T` 75 % instead of 104 %. For falls the
    /// matched model is worse: the final speed is `v_T²/|v₀ - wind|`, so a body dropped from rest
    /// falls without drag.
    #[must_use]
    pub fn matched_to(mut self, air: &Ballistics<D>, velocity: impl IntoVector<D>) -> Self {
        let gravity = air.gravitational_acceleration().norm();
        if gravity > 0.0 {
            let terminal_share =
                (velocity.into_vector() - air.wind()).norm() * air.drag_rate() / gravity;
            let rate = air.drag_rate() * 0.5 * terminal_share;
            self.pull += air.wind() * (rate - self.rate);
            self.rate = rate;
        }
        self
    }

    /// Returns the flight in this model from a position \[m\] with a velocity \[m/s\].
    #[must_use]
    pub fn launch(
        &self,
        position: impl IntoVector<D>,
        velocity: impl IntoVector<D>,
    ) -> RationalFlight<D> {
        RationalFlight {
            model: *self,
            position: position.into_vector(),
            velocity: velocity.into_vector(),
        }
    }

    /// Returns k \[1/s\]: half the drag rate.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the unit vector against gravity; zero if there is no upward direction.
    #[must_use]
    pub fn up(&self) -> SVector<f64, D> {
        self.up
    }

    /// Returns K \[m/s²\]: half of gravity, plus k times the wind.
    #[must_use]
    pub fn pull(&self) -> SVector<f64, D> {
        self.pull
    }
}
