//! Aiming in air with closed forms.

use nalgebra::{RealField, SVector};

use super::course::{Chase, Course};
use super::error::AimError;
use super::launch::Launch;
use super::model::{Model, Reach};
use crate::ballistics::{AirError, Ballistics, Rational};
use crate::space::{direction, first_not_finite, narrow, widen};

/// A throw at a target, to be planned in one of many ways.
///
/// Made by [`Ballistics::aim`] and [`Rational::aim`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim<T, const D: usize> {
    air: Result<Air<D>, AirError<T>>,
    course: Course<T, D>,
}

/// What is needed of an air, in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Air<const D: usize> {
    pub(super) model: Model,
    /// c \[m/s²\]: gravity, plus the drag rate times the wind.
    pub(super) constant: SVector<f64, D>,
    /// Against gravity, of any length; zero where up means nothing.
    pub(super) against: SVector<f64, D>,
}

/// All that a planner works on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<const D: usize> {
    pub(super) air: Air<D>,
    pub(super) chase: Chase<D>,
    /// Where the launch is \[m\].
    pub(super) from: SVector<f64, D>,
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
        let (rate, gravity) = (widen(self.drag_rate()), self.gravity().map(widen));
        Aim {
            air: self.check().map(|()| Air {
                model: Model::linear(rate),
                constant: gravity + self.wind().map(widen) * rate,
                against: -gravity,
            }),
            course: Course::new(from.into(), target.into()),
        }
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
        Aim {
            air: self.fault().map_or(
                Ok(Air {
                    model: Model::Rational(widen(self.rate())),
                    constant: self.pull().map(widen) * 2.0,
                    against: self.up().map(widen),
                }),
                Err,
            ),
            course: Course::new(from.into(), target.into()),
        }
    }

    /// The first number that makes no sense.
    fn fault(&self) -> Option<AirError<T>> {
        let (rate, two) = (self.rate(), nalgebra::convert::<_, T>(2.0));
        if rate.is_finite() && rate >= T::zero() {
            // K stands for gravity
            let (axis, value) = first_not_finite(&self.pull())?;
            return Some(AirError::Gravity { axis, value });
        }
        Some(AirError::DragRate { rate: rate * two })
    }
}

impl<T: RealField + Copy, const D: usize> Aim<T, D> {
    /// The same at a target that moves \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.course = self.course.moving(velocity.into());
        self
    }

    /// The same at a target that accelerates \[m/s²\], constantly.
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl Into<SVector<T, D>>) -> Self {
        self.course = self.course.accelerating(acceleration.into());
        self
    }

    /// The same thrown by someone who moves \[m/s\]: speeds of a launch are counted from that velocity on, which
    /// [`Launch::velocity`] contains.
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.course = self.course.shooter_moving(velocity.into());
        self
    }

    /// The air, and where the target is as seen from the launch \[m\], if nothing moves.
    #[inline]
    pub(super) fn still(&self) -> Result<Option<(&Air<D>, SVector<f64, D>)>, AimError<T>> {
        match &self.air {
            Ok(air) => Ok(self.course.still()?.map(|start| (air, start))),
            Err(fault) => Err((*fault).into()),
        }
    }

    /// What a planner works on.
    pub(super) fn task(&self) -> Result<Task<D>, AimError<T>> {
        Ok(Task {
            air: self.air?,
            chase: self.course.checked()?,
            from: self.course.from().map(widen),
        })
    }
}

impl<const D: usize> Air<D> {
    /// Against gravity, of length 1.
    pub(super) fn up<T>(&self) -> Result<SVector<f64, D>, AimError<T>> {
        let up: SVector<f64, D> = direction(&self.against);
        if up == SVector::<f64, D>::zeros() {
            return Err(AimError::NoUp);
        }
        Ok(up)
    }

    /// `v₀ = r P - c Q`: whatever the time, that launch is at r then.
    #[inline]
    pub(super) fn launch<T: RealField + Copy>(
        &self,
        target: &SVector<f64, D>,
        time: f64,
    ) -> Launch<T, D> {
        self.launch_by(target, time, &self.model.reach(time))
    }

    /// The same where it is known what that takes.
    #[inline]
    pub(super) fn launch_by<T: RealField + Copy>(
        &self,
        target: &SVector<f64, D>,
        time: f64,
        reach: &Reach,
    ) -> Launch<T, D> {
        let velocity = target * reach.per_metre - self.constant * reach.against;
        Launch {
            velocity: velocity.map(narrow),
            time_of_flight: narrow(time),
        }
    }
}

impl<const D: usize> Task<D> {
    /// The velocity of the launch that hits at a time \[m/s\].
    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.launch::<f64>(time).velocity
    }

    /// The launch that hits at a time.
    pub(super) fn launch<T: RealField + Copy>(&self, time: f64) -> Launch<T, D> {
        self.air.launch(&self.chase.at(time), time)
    }
}
