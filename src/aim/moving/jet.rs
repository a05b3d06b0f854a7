//! Numbers that know how they change with time.

use core::ops::{Add, Mul, Sub};

use super::interval::IntervalScalar;
use super::monotone::MonotoneFunction;

/// What conditions are evaluated in: scalars, or jets of them.
pub(super) trait Quantity:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// A number that does not change.
    fn constant(value: f64) -> Self;

    /// One that is known up to a relative error.
    fn about(value: f64, tolerance: f64) -> Self;

    /// A multiple.
    fn scaled(self, factor: f64) -> Self;

    fn squared(self) -> Self;

    fn through(self, function: MonotoneFunction) -> Self;
}

impl<S: IntervalScalar> Quantity for S {
    fn constant(value: f64) -> Self {
        S::exact(value)
    }

    fn about(value: f64, tolerance: f64) -> Self {
        S::rough(value, tolerance)
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self.times(factor)
    }

    #[inline]
    fn squared(self) -> Self {
        self.square()
    }

    #[inline]
    fn through(self, function: MonotoneFunction) -> Self {
        self.along(function)[0]
    }
}

/// A function of time: its value, its rate and its bend (first and second derivatives).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jet<S> {
    pub(super) value: S,
    pub(super) rate: S,
    pub(super) bend: S,
}

impl<S: IntervalScalar> Jet<S> {
    /// Time itself.
    pub(super) fn time(time: S) -> Self {
        Self {
            value: time,
            rate: S::exact(1.0),
            bend: S::exact(0.0),
        }
    }

    /// What does not change.
    fn fixed(value: S) -> Self {
        Self {
            value,
            rate: S::exact(0.0),
            bend: S::exact(0.0),
        }
    }
}

impl<S: IntervalScalar> Quantity for Jet<S> {
    fn constant(value: f64) -> Self {
        Self::fixed(S::exact(value))
    }

    fn about(value: f64, tolerance: f64) -> Self {
        Self::fixed(S::rough(value, tolerance))
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value.times(factor),
            rate: self.rate.times(factor),
            bend: self.bend.times(factor),
        }
    }

    #[inline]
    fn squared(self) -> Self {
        let half_bend = self.rate.square() + self.value * self.bend;
        Self {
            value: self.value.square(),
            rate: (self.value * self.rate).times(2.0),
            bend: half_bend.times(2.0),
        }
    }

    /// By the chain rule.
    fn through(self, function: MonotoneFunction) -> Self {
        let [value, rate, bend] = self.value.along(function);
        Self {
            value,
            rate: rate * self.rate,
            bend: bend * self.rate.square() + rate * self.bend,
        }
    }
}

impl<S: IntervalScalar> Add for Jet<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            rate: self.rate + other.rate,
            bend: self.bend + other.bend,
        }
    }
}

impl<S: IntervalScalar> Sub for Jet<S> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            rate: self.rate - other.rate,
            bend: self.bend - other.bend,
        }
    }
}

impl<S: IntervalScalar> Mul for Jet<S> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let cross = self.rate * other.rate;
        Self {
            value: self.value * other.value,
            rate: self.rate * other.value + self.value * other.rate,
            bend: self.bend * other.value + (cross + cross) + self.value * other.bend,
        }
    }
}
