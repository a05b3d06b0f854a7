//! Values together with their first two derivatives by time.

use core::ops::{Add, Mul, Sub};

use super::monotone::MonotoneFunction;

/// What a condition is evaluated with: a number, an interval, or a jet of either.
pub(in super::super) trait Quantity:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// A constant.
    fn constant(value: f64) -> Self;

    /// A constant with a relative error.
    fn about(value: f64, tolerance: f64) -> Self;

    /// A multiple.
    fn scaled(self, factor: f64) -> Self;

    fn squared(self) -> Self;

    fn through(self, function: MonotoneFunction) -> Self;
}

/// A number or an interval, not a jet.
pub(in super::super) trait Scalar: Quantity {
    /// The value of a function, and its first two derivatives.
    fn along(self, function: MonotoneFunction) -> [Self; 3];
}

impl Quantity for f64 {
    fn constant(value: f64) -> Self {
        value
    }

    fn about(value: f64, _: f64) -> Self {
        value
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    #[inline]
    fn squared(self) -> Self {
        self * self
    }

    #[inline]
    fn through(self, function: MonotoneFunction) -> Self {
        function.at(self)[0]
    }
}

impl Scalar for f64 {
    fn along(self, function: MonotoneFunction) -> [Self; 3] {
        function.at(self)
    }
}

/// A function of time: its value, its rate and its bend (first and second derivatives).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Jet<S> {
    pub(in super::super) value: S,
    pub(in super::super) rate: S,
    pub(in super::super) bend: S,
}

impl<S: Scalar> Jet<S> {
    /// Time itself.
    pub(in super::super) fn time(time: S) -> Self {
        Self {
            value: time,
            rate: S::constant(1.0),
            bend: S::constant(0.0),
        }
    }

    /// A constant: both derivatives are zero.
    fn fixed(value: S) -> Self {
        Self {
            value,
            rate: S::constant(0.0),
            bend: S::constant(0.0),
        }
    }
}

impl<S: Scalar> Quantity for Jet<S> {
    fn constant(value: f64) -> Self {
        Self::fixed(S::constant(value))
    }

    fn about(value: f64, tolerance: f64) -> Self {
        Self::fixed(S::about(value, tolerance))
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value.scaled(factor),
            rate: self.rate.scaled(factor),
            bend: self.bend.scaled(factor),
        }
    }

    #[inline]
    fn squared(self) -> Self {
        let half_bend = self.rate.squared() + self.value * self.bend;
        Self {
            value: self.value.squared(),
            rate: (self.value * self.rate).scaled(2.0),
            bend: half_bend.scaled(2.0),
        }
    }

    /// By the chain rule: `f' g'` and `f'' g'² + f' g''`.
    fn through(self, function: MonotoneFunction) -> Self {
        let [value, rate, bend] = self.value.along(function);
        Self {
            value,
            rate: rate * self.rate,
            bend: bend * self.rate.squared() + rate * self.bend,
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
        // (f g)'' = f'' g + 2 f' g' + f g''
        let cross = self.rate * other.rate;
        Self {
            value: self.value * other.value,
            rate: self.rate * other.value + self.value * other.rate,
            bend: self.bend * other.value + (cross + cross) + self.value * other.bend,
        }
    }
}
