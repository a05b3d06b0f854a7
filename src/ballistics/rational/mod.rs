//! The cheap model: drag by a rational function.

mod flight;

use nalgebra::{RealField, SVector};

pub use flight::{RationalFlight, RationalHeight};

use super::air::Ballistics;
use crate::space::direction;

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
    /// terminal speed `v_T`: `k |v₀ - wind| / v_T`.
    ///
    /// For throws over level ground it is the better model of real air: at a quarter of `v_T` it is off by 5 % and not by
    /// 16 %, at twice `v_T` by 75 % and not by 104 %. It is the worse one for falls, as it ends at `v_T²/|v₀ - wind|`:
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

    /// Against gravity, of length 1; zero where up means nothing.
    #[must_use]
    pub fn up(&self) -> SVector<T, D> {
        self.up
    }

    /// K \[m/s²\]: half of gravity, plus k times the wind.
    #[must_use]
    pub fn pull(&self) -> SVector<T, D> {
        self.pull
    }
}
