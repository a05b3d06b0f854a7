//! Who throws at what, and how both move.

use nalgebra::{RealField, SVector};

use super::error::{AimError, Given};
use crate::numbers::{first_not_finite, is_positive, to_f64};

/// A throw from a point at a target, as it was given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Engagement<T, const D: usize> {
    from: SVector<T, D>,
    target: SVector<T, D>,
    /// None where nothing moves.
    motion: Option<TargetMotion<T, D>>,
}

/// How the target and who throws move.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TargetMotion<T, const D: usize> {
    velocity: SVector<T, D>,
    acceleration: SVector<T, D>,
    shooter: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Engagement<T, D> {
    /// At a target that stays.
    #[inline]
    pub(super) fn new(from: SVector<T, D>, target: SVector<T, D>) -> Self {
        Self {
            from,
            target,
            motion: None,
        }
    }

    /// The same at a target with a velocity.
    pub(super) fn moving(self, velocity: SVector<T, D>) -> Self {
        self.with(|motion| motion.velocity = velocity)
    }

    /// The same at a target with an acceleration.
    pub(super) fn accelerating(self, acceleration: SVector<T, D>) -> Self {
        self.with(|motion| motion.acceleration = acceleration)
    }

    /// The same by someone with a velocity.
    pub(super) fn shooter_moving(self, shooter: SVector<T, D>) -> Self {
        self.with(|motion| motion.shooter = shooter)
    }

    fn with(mut self, change: impl FnOnce(&mut TargetMotion<T, D>)) -> Self {
        let mut motion = self.motion.unwrap_or_else(TargetMotion::none);
        change(&mut motion);
        self.motion = (motion != TargetMotion::none()).then_some(motion);
        self
    }

    /// Where the launch is \[m\].
    pub(super) fn from(&self) -> SVector<T, D> {
        self.from
    }

    /// Where the target is as seen from the launch \[m\], if nothing moves.
    #[inline]
    pub(super) fn still(&self) -> Result<Option<SVector<f64, D>>, AimError<T>> {
        if self.motion.is_some() {
            return Ok(None);
        }
        let start = self.start();
        let square = start.norm_squared();
        if is_positive(square) {
            return Ok(Some(start));
        }
        self.checked().map(|_| Some(start))
    }

    /// As seen from the point of launch, in `f64`.
    ///
    /// # Errors
    /// A number that is not finite, or a target at the point of launch.
    pub(super) fn checked(&self) -> Result<RelativeTarget<D>, AimError<T>> {
        let motion = self.motion.unwrap_or_else(TargetMotion::none);
        let given = [
            (Given::Launch, &self.from),
            (Given::Target, &self.target),
            (Given::TargetVelocity, &motion.velocity),
            (Given::TargetAcceleration, &motion.acceleration),
            (Given::ShooterVelocity, &motion.shooter),
        ];
        for (given, vector) in given {
            if let Some((axis, value)) = first_not_finite(vector) {
                return Err(AimError::NotFinite { given, axis, value });
            }
        }
        if self.from == self.target {
            return Err(AimError::Coincides);
        }
        Ok(RelativeTarget {
            start: self.start(),
            velocity: motion.velocity.map(to_f64),
            acceleration: motion.acceleration.map(to_f64),
            shooter: motion.shooter.map(to_f64),
        })
    }

    #[inline]
    fn start(&self) -> SVector<f64, D> {
        self.target.map(to_f64) - self.from.map(to_f64)
    }
}

impl<T: RealField + Copy, const D: usize> TargetMotion<T, D> {
    fn none() -> Self {
        let [velocity, acceleration, shooter] = [SVector::zeros(); 3];
        Self {
            velocity,
            acceleration,
            shooter,
        }
    }
}

/// A target on a parabola in time, as it is seen from the point of launch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RelativeTarget<const D: usize> {
    /// Where it is at launch \[m\].
    pub(super) start: SVector<f64, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<f64, D>,
    /// \[m/s²\]
    pub(super) acceleration: SVector<f64, D>,
    /// The velocity of who throws \[m/s\].
    pub(super) shooter: SVector<f64, D>,
}

impl<const D: usize> RelativeTarget<D> {
    /// Whether neither the target nor who throws moves.
    pub(super) fn is_still(&self) -> bool {
        self.target_stays() && self.shooter == SVector::<f64, D>::zeros()
    }

    /// Whether the target does not move.
    pub(super) fn target_stays(&self) -> bool {
        let zero = SVector::<f64, D>::zeros();
        self.velocity == zero && self.acceleration == zero
    }
}
