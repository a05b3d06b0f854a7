//! A throw to be planned.

use nalgebra::{RealField, SVector};

use super::aim_model::AimModel;
use super::drag_model::DragModel;
use super::error::AimError;
use super::order::Order;
use super::problem::AimProblem;
use crate::ballistics::{AirError, Ballistics, Rational};
use crate::numbers::{first_not_finite, to_f64};

/// A throw at a target; each method plans it in one way.
///
/// Made by [`Ballistics::aim`] and [`Rational::aim`].
///
/// ```
/// use kinstep::ballistics::Ballistics;
/// use kinstep::nalgebra::Vector2;
///
/// let air = Ballistics::<f64, 2>::new([0.0, -10.0]);
/// let aim = air.aim([0.0, 0.0], [40.0, 0.0]); // m
/// assert_eq!(aim.in_time(2.0)?.velocity, Vector2::new(20.0, 10.0)); // s, m/s
/// let gentle = aim.with_least_speed()?; // at 45 degrees over level ground, v² = g x
/// assert!((gentle.velocity.norm() - 20.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[doc(alias(
    "lead",
    "intercept",
    "ballistic",
    "firing solution",
    "turret",
    "artillery"
))]
pub struct Aim<T, const D: usize> {
    air: Result<AimModel<D>, AirError<T>>,
    order: Order<T, D>,
    /// Whether neither target nor shooter moves.
    is_still: bool,
}

impl<T: RealField + Copy, const D: usize> Ballistics<T, D> {
    /// A throw from a point \[m\] at a target \[m\], under exact linear drag.
    #[must_use]
    #[inline]
    pub fn aim(
        &self,
        from: impl Into<SVector<T, D>>,
        target: impl Into<SVector<T, D>>,
    ) -> Aim<T, D> {
        Aim::new(self.for_aims(), Order::new(from, target))
    }

    /// This air as planners use it.
    #[inline]
    pub(super) fn for_aims(&self) -> Result<AimModel<D>, AirError<T>> {
        self.check()?;
        let rate = to_f64(self.drag_rate());
        let gravity = self.gravitational_acceleration().map(to_f64);
        Ok(AimModel {
            model: DragModel::linear(rate),
            constant: gravity + self.wind().map(to_f64) * rate,
            against: -gravity,
        })
    }
}

impl<T: RealField + Copy, const D: usize> Rational<T, D> {
    /// A throw from a point \[m\] at a target \[m\], in this model.
    #[must_use]
    #[inline]
    pub fn aim(
        &self,
        from: impl Into<SVector<T, D>>,
        target: impl Into<SVector<T, D>>,
    ) -> Aim<T, D> {
        Aim::new(self.for_aims(), Order::new(from, target))
    }

    /// This model as planners use it; K stands for half of gravity.
    #[inline]
    pub(super) fn for_aims(&self) -> Result<AimModel<D>, AirError<T>> {
        let rate = self.rate();
        if !rate.is_finite() || rate < T::zero() {
            let rate = rate * nalgebra::convert(2.0);
            return Err(AirError::DragRate { rate });
        }
        if let Some((axis, value)) = first_not_finite(&self.pull()) {
            return Err(AirError::Gravity { axis, value });
        }
        Ok(AimModel {
            model: DragModel::Rational(to_f64(rate)),
            constant: self.pull().map(to_f64) * 2.0,
            against: self.up().map(to_f64),
        })
    }
}

impl<T: RealField + Copy, const D: usize> Aim<T, D> {
    #[inline]
    pub(super) fn new(air: Result<AimModel<D>, AirError<T>>, order: Order<T, D>) -> Self {
        let is_still = order.is_still();
        Self {
            air,
            order,
            is_still,
        }
    }

    /// The same at a target that moves \[m/s\].
    #[must_use]
    #[doc(alias("lead", "intercept", "predictive aiming"))]
    pub fn moving(self, velocity: impl Into<SVector<T, D>>) -> Self {
        Self::new(self.air, self.order.moving(velocity))
    }

    /// The same at a target that accelerates \[m/s²\], constantly.
    #[must_use]
    pub fn accelerating(self, acceleration: impl Into<SVector<T, D>>) -> Self {
        Self::new(self.air, self.order.accelerating(acceleration))
    }

    /// The same thrown by a shooter with a velocity \[m/s\], world frame. [`Launch::velocity`](super::Launch::velocity) includes
    /// it. The speeds of [`at_speed`](Self::at_speed), [`with_least_speed`](Self::with_least_speed) and
    /// [`attempt`](Self::attempt) are relative to the shooter; slopes, climbs and heights are those of the path in the world.
    #[must_use]
    pub fn shooter_moving(self, velocity: impl Into<SVector<T, D>>) -> Self {
        Self::new(self.air, self.order.shooter_moving(velocity))
    }

    /// The air, and the target as seen from the launch \[m\]; none if target or shooter moves.
    #[inline]
    pub(super) fn still(&self) -> Result<Option<(&AimModel<D>, SVector<f64, D>)>, AimError<T>> {
        match &self.air {
            Err(fault) => Err((*fault).into()),
            Ok(air) if self.is_still => Ok(Some((air, self.order.checked_start()?))),
            Ok(_) => Ok(None),
        }
    }

    /// Target and air in one, checked.
    pub(super) fn problem(&self) -> Result<AimProblem<D>, AimError<T>> {
        let (air, relative_target) = (self.air?, self.order.checked()?);
        let from = self.order.from.map(to_f64);
        Ok(AimProblem::new::<T>(air, relative_target, from))
    }
}
