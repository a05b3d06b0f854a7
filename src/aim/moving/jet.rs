//! Numbers that know how they change with time.

use core::ops::{Add, Mul, Sub};

use super::curve::Curve;
use super::interval::Scalar;

/// A function of time: its value, its rate and its bend (first and second derivatives).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jet<S> {
    pub(super) value: S,
    pub(super) rate: S,
    pub(super) bend: S,
}

impl<S: Scalar> Jet<S> {
    /// Time itself.
    pub(super) fn time(time: S) -> Self {
        Self {
            value: time,
            rate: S::exact(1.0),
            bend: S::exact(0.0),
        }
    }

    /// What does not change.
    pub(super) fn constant(value: S) -> Self {
        Self {
            value,
            rate: S::exact(0.0),
            bend: S::exact(0.0),
        }
    }

    /// A multiple.
    pub(super) fn times(self, factor: f64) -> Self {
        let factor = S::exact(factor);
        Self {
            value: self.value * factor,
            rate: self.rate * factor,
            bend: self.bend * factor,
        }
    }

    pub(super) fn square(self) -> Self {
        let two = S::exact(2.0);
        Self {
            value: self.value.square(),
            rate: two * self.value * self.rate,
            bend: two * (self.rate.square() + self.value * self.bend),
        }
    }

    /// A curve of it, by the chain rule.
    pub(super) fn along(self, curve: Curve) -> Self {
        let [value, rate, bend] = self.value.along(curve);
        Self {
            value,
            rate: rate * self.rate,
            bend: bend * self.rate.square() + rate * self.bend,
        }
    }
}

impl<S: Scalar> Add for Jet<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            rate: self.rate + other.rate,
            bend: self.bend + other.bend,
        }
    }
}

impl<S: Scalar> Sub for Jet<S> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            rate: self.rate - other.rate,
            bend: self.bend - other.bend,
        }
    }
}

impl<S: Scalar> Mul for Jet<S> {
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
