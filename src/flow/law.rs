//! Linear laws: the accelerations that add before they are integrated.

use core::iter::Sum;
use core::ops::{Add, AddAssign};

use nalgebra::{RealField, SVector};

use super::{Flow, Response};
use crate::increment::Increment;
use crate::space::{is_finite, narrow, widen};

/// An acceleration that is linear in position and velocity: `a = c + j t - γ v - ω² x`.
///
/// Laws add, and the sum is solved as one: any number of constant, ramping, drag, wind, spring and
/// damper terms on a body is exact for any step. γ and ω² may be negative (a body that is driven, or
/// repelled).
///
/// ```
/// use kinstep::{LinearLaw, nalgebra::Vector2};
///
/// // gravity, a spring of 3 rad/s and air that moves: one law, one exact flow
/// let law = LinearLaw::gravity([0.0, -9.81])
///     + LinearLaw::spring(9.0).anchored_at([0.0, 2.0])
///     + LinearLaw::drag(0.1).in_wind([4.0, 0.0]);
///
/// let (mut x, mut v) = (Vector2::new(1.0, 2.0), Vector2::zeros());
/// law.flow(1000.0).advance(&mut x, &mut v, 0.0); // a thousand seconds at once: it has come to rest
/// assert!((law.acceleration(&x, &v, 0.0)).norm() < 1e-12);
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
#[non_exhaustive]
pub struct LinearLaw<T, const D: usize> {
    /// `c`: acceleration at rest at the origin at time zero \[m/s²\].
    pub constant: SVector<T, D>,
    /// `j`: rate at which the constant part grows \[m/s³\].
    pub ramp: SVector<T, D>,
    /// γ: drag rate \[1/s\].
    pub damping: T,
    /// ω²: stiffness per mass \[1/s²\].
    pub stiffness: T,
}

impl<T: RealField + Copy, const D: usize> LinearLaw<T, D> {
    /// The law of a free body: no acceleration.
    #[must_use]
    pub fn free() -> Self {
        Self {
            constant: SVector::zeros(),
            ramp: SVector::zeros(),
            damping: T::zero(),
            stiffness: T::zero(),
        }
    }

    /// A uniform acceleration \[m/s²\].
    #[must_use]
    pub fn gravity(acceleration: impl Into<SVector<T, D>>) -> Self {
        Self {
            constant: acceleration.into(),
            ..Self::free()
        }
    }

    /// Drag at the given rate γ \[1/s\], in still air.
    #[must_use]
    pub fn drag(rate: T) -> Self {
        Self {
            damping: rate,
            ..Self::free()
        }
    }

    /// An attraction to the origin with the given ω² \[1/s²\].
    #[must_use]
    pub fn spring(stiffness: T) -> Self {
        Self {
            stiffness,
            ..Self::free()
        }
    }

    /// The same law with its damping relative to air that moves at this velocity \[m/s\].
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.constant += wind.into() * self.damping;
        self
    }

    /// The same law with its stiffness pulling to this point \[m\].
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.constant += anchor.into() * self.stiffness;
        self
    }

    /// The same law with a constant part that also grows at this rate \[m/s³\], from time zero.
    #[must_use]
    pub fn ramping(mut self, rate: impl Into<SVector<T, D>>) -> Self {
        self.ramp += rate.into();
        self
    }

    /// `c + j t - γ v - ω² x` \[m/s²\].
    #[must_use]
    pub fn acceleration(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> SVector<T, D> {
        self.constant + self.ramp * time - velocity * self.damping - position * self.stiffness
    }

    /// What this law alone does in a step of `dt` \[s\] that starts at `time`, exactly:
    /// `Δv = a₀ S + (j - ω² v) S₁`, `Δx = a₀ S₁ + (j - ω² v) S₂`.
    #[must_use]
    pub fn increment(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
        dt: T,
    ) -> Increment<T, D> {
        self.increment_by(&self.response(dt), position, velocity, time)
    }

    /// [`increment`](Self::increment) with a response that is already known.
    pub(crate) fn increment_by(
        &self,
        response: &Response,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> Increment<T, D> {
        let start = self.acceleration(position, velocity, time);
        let slope = self.ramp - velocity * self.stiffness;
        let [s, s1, s2]: [T; 3] = [response.velocity, response.position, response.ramp].map(narrow);
        Increment {
            velocity: start * s + slope * s1,
            position: start * s1 + slope * s2,
        }
    }

    /// The exact motion under this law over `dt` \[s\], to be applied to any number of states.
    #[must_use]
    pub fn flow(&self, dt: T) -> Flow<T, D> {
        Flow::new(self, &self.response(dt))
    }

    /// The response of this law's damping and stiffness after `dt` \[s\].
    pub(crate) fn response(&self, dt: T) -> Response {
        Response::new(widen(self.damping), widen(self.stiffness), widen(dt))
    }

    /// The same law in `f64`.
    pub(crate) fn wide(&self) -> LinearLaw<f64, D> {
        LinearLaw {
            constant: self.constant.map(widen),
            ramp: self.ramp.map(widen),
            damping: widen(self.damping),
            stiffness: widen(self.stiffness),
        }
    }

    /// Whether every coefficient is finite.
    pub(crate) fn is_finite(&self) -> bool {
        is_finite(&self.constant)
            && is_finite(&self.ramp)
            && self.damping.is_finite()
            && self.stiffness.is_finite()
    }
}

impl<T: RealField + Copy, const D: usize> Add for LinearLaw<T, D> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<T: RealField + Copy, const D: usize> AddAssign for LinearLaw<T, D> {
    fn add_assign(&mut self, other: Self) {
        self.constant += other.constant;
        self.ramp += other.ramp;
        self.damping += other.damping;
        self.stiffness += other.stiffness;
    }
}

impl<T: RealField + Copy, const D: usize> Sum for LinearLaw<T, D> {
    fn sum<I: Iterator<Item = Self>>(laws: I) -> Self {
        laws.fold(Self::free(), Add::add)
    }
}
