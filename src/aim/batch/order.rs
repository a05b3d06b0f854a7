//! One throw of many.

use nalgebra::{RealField, SVector};

use super::super::engagement::Engagement;

/// Who throws at what: one of the many that [`Ballistics::aim_all`](crate::ballistics::Ballistics::aim_all) takes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Order<T, const D: usize> {
    /// Where the launch is \[m\].
    pub from: SVector<T, D>,
    /// Where the target is at launch \[m\].
    pub target: SVector<T, D>,
    /// How the target moves at launch \[m/s\].
    pub target_velocity: SVector<T, D>,
    /// How the target accelerates \[m/s²\], constantly.
    pub target_acceleration: SVector<T, D>,
    /// How who throws moves \[m/s\]: speeds of a launch are counted from that velocity on.
    pub shooter_velocity: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Order<T, D> {
    /// From a point \[m\] at a target that stays \[m\].
    #[must_use]
    pub fn new(from: impl Into<SVector<T, D>>, target: impl Into<SVector<T, D>>) -> Self {
        let [target_velocity, target_acceleration, shooter_velocity] = [SVector::zeros(); 3];
        Self {
            from: from.into(),
            target: target.into(),
            target_velocity,
            target_acceleration,
            shooter_velocity,
        }
    }

    /// The same at a target that moves \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.target_velocity = velocity.into();
        self
    }

    /// The same at a target that accelerates \[m/s²\], constantly.
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl Into<SVector<T, D>>) -> Self {
        self.target_acceleration = acceleration.into();
        self
    }

    /// The same thrown by someone who moves \[m/s\].
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.shooter_velocity = velocity.into();
        self
    }

    #[inline]
    pub(in super::super) fn engagement(&self) -> Engagement<T, D> {
        Engagement::new(self.from, self.target)
            .moving(self.target_velocity)
            .accelerating(self.target_acceleration)
            .shooter_moving(self.shooter_velocity)
    }
}
