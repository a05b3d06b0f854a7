//! What a planner answers.

use core::ops::Deref;

use nalgebra::{RealField, SVector};

use super::error::AimError;
use super::times::MOST;
use crate::numbers::{is_finite, is_positive, to_f64};

/// How to throw, and how long it takes to get there.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Launch<T, const D: usize> {
    /// Velocity at launch \[m/s\], world frame: what `launch` of the same air takes.
    pub velocity: SVector<T, D>,
    /// When the target is hit \[s\] after launch.
    pub time_of_flight: T,
}

/// The earliest and the latest hit at one speed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Arcs<T, const D: usize> {
    /// The flat arc, and the first hit.
    pub direct: Launch<T, D>,
    /// The high arc, and the last hit; the same as `direct` where there is but one.
    pub lofted: Launch<T, D>,
}

impl<T: RealField + Copy, const D: usize> Arcs<T, D> {
    /// Of a direct and a lofted arc, which rounding may have put in the wrong order where they are one.
    #[inline]
    pub(super) fn in_order(direct: Launch<T, D>, lofted: Launch<T, D>) -> Self {
        if lofted.time_of_flight < direct.time_of_flight {
            let (direct, lofted) = (lofted, direct);
            Self { direct, lofted }
        } else {
            Self { direct, lofted }
        }
    }
}

/// A launch that misses by as little as can be.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Attempt<T, const D: usize> {
    /// The launch; its time of flight is when it comes closest.
    pub launch: Launch<T, D>,
    /// How close it comes \[m\]; zero for a hit.
    pub miss: T,
}

/// Every launch that does what was asked, the earliest hit first: a slice of at most [`Hits::MOST`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hits<T, const D: usize> {
    launches: [Launch<T, D>; MOST],
    count: usize,
}

impl<T: RealField + Copy, const D: usize> Launch<T, D> {
    /// Itself, if all its numbers could be held.
    #[inline]
    pub(super) fn checked(self) -> Result<Self, AimError<T>> {
        if is_positive(to_f64(self.time_of_flight)) && is_finite(&self.velocity) {
            Ok(self)
        } else {
            Err(AimError::Extreme)
        }
    }
}

impl<T: RealField + Copy, const D: usize> Arcs<T, D> {
    /// Itself, if all its numbers could be held.
    #[inline]
    pub(super) fn checked(self) -> Result<Self, AimError<T>> {
        self.direct.checked()?;
        self.lofted.checked()?;
        Ok(self)
    }
}

impl<T: RealField + Copy, const D: usize> Attempt<T, D> {
    /// Itself, if all its numbers could be held; it may come closest at once.
    pub(super) fn checked(self) -> Result<Self, AimError<T>> {
        let Launch {
            velocity,
            time_of_flight,
        } = self.launch;
        if time_of_flight.is_finite() && self.miss.is_finite() && is_finite(&velocity) {
            Ok(self)
        } else {
            Err(AimError::Extreme)
        }
    }
}

impl<T: RealField + Copy, const D: usize> Hits<T, D> {
    /// How many launches are told at most: more than any planner has for targets that keep their course.
    pub const MOST: usize = MOST;

    /// From launches in the order of their hits.
    pub(super) fn from_launches(all: impl IntoIterator<Item = Launch<T, D>>) -> Self {
        let none = Launch {
            velocity: SVector::zeros(),
            time_of_flight: T::zero(),
        };
        let mut hits = Self {
            launches: [none; MOST],
            count: 0,
        };
        for launch in all.into_iter().take(MOST) {
            hits.launches[hits.count] = launch;
            hits.count += 1;
        }
        hits
    }

    /// The same, if all its numbers are finite.
    pub(super) fn checked(self) -> Result<Self, AimError<T>> {
        for launch in &self {
            launch.checked()?;
        }
        Ok(self)
    }
}

impl<T, const D: usize> Deref for Hits<T, D> {
    type Target = [Launch<T, D>];

    fn deref(&self) -> &[Launch<T, D>] {
        &self.launches[..self.count]
    }
}

impl<'a, T, const D: usize> IntoIterator for &'a Hits<T, D> {
    type Item = &'a Launch<T, D>;
    type IntoIter = core::slice::Iter<'a, Launch<T, D>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
