//! Who throws at what, and how both move.

use nalgebra::{RealField, SVector};

use super::error::{AimError, Given};
use crate::space::{first_not_finite, widen};

/// A throw from a point at a target on a parabola in time, as it was given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Course<T, const D: usize> {
    pub(super) from: SVector<T, D>,
    pub(super) target: SVector<T, D>,
    /// Of the target.
    pub(super) velocity: SVector<T, D>,
    /// Of the target.
    pub(super) acceleration: SVector<T, D>,
    /// Of who throws.
    pub(super) shooter: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Course<T, D> {
    /// At a target that stays.
    pub(super) fn new(from: SVector<T, D>, target: SVector<T, D>) -> Self {
        let [velocity, acceleration, shooter] = [SVector::zeros(); 3];
        Self {
            from,
            target,
            velocity,
            acceleration,
            shooter,
        }
    }

    /// As seen from the point of launch, in `f64`.
    ///
    /// # Errors
    /// A number that is not finite, or a target at the point of launch.
    #[inline]
    pub(super) fn checked(&self) -> Result<Chase<D>, AimError<T>> {
        let from = self.from.map(widen);
        let chase = Chase {
            start: self.target.map(widen) - from,
            velocity: self.velocity.map(widen),
            acceleration: self.acceleration.map(widen),
            shooter: self.shooter.map(widen),
        };
        // a sum is finite only if all its terms are
        let sum = chase.start.norm_squared()
            + chase.velocity.norm_squared()
            + chase.acceleration.norm_squared()
            + chase.shooter.norm_squared();
        if sum < f64::INFINITY && chase.start != SVector::<f64, D>::zeros() {
            return Ok(chase);
        }
        self.fault().map_or(Ok(chase), Err)
    }

    #[cold]
    fn fault(&self) -> Option<AimError<T>> {
        let given = [
            (Given::Launch, &self.from),
            (Given::Target, &self.target),
            (Given::TargetVelocity, &self.velocity),
            (Given::TargetAcceleration, &self.acceleration),
            (Given::ShooterVelocity, &self.shooter),
        ];
        for (given, vector) in given {
            if let Some((axis, value)) = first_not_finite(vector) {
                return Some(AimError::NotFinite { given, axis, value });
            }
        }
        (self.from == self.target).then_some(AimError::Coincides)
    }
}

/// A target as it is seen from the point of launch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chase<const D: usize> {
    /// Where it is at launch \[m\].
    pub(super) start: SVector<f64, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<f64, D>,
    /// \[m/s²\]
    pub(super) acceleration: SVector<f64, D>,
    /// The velocity of who throws \[m/s\].
    pub(super) shooter: SVector<f64, D>,
}

impl<const D: usize> Chase<D> {
    /// Where the target is.
    #[inline]
    pub(super) fn at(&self, time: f64) -> SVector<f64, D> {
        self.start + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    /// Whether neither the target nor who throws moves.
    #[inline]
    pub(super) fn is_still(&self) -> bool {
        self.target_stays() && self.shooter == SVector::<f64, D>::zeros()
    }

    /// Whether the target does not move.
    #[inline]
    pub(super) fn target_stays(&self) -> bool {
        self.velocity == SVector::<f64, D>::zeros()
            && self.acceleration == SVector::<f64, D>::zeros()
    }
}
