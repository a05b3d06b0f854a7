//! The change of position and velocity by a force during a step, relative to coasting.

use core::iter::Sum;
use core::ops::{Add, AddAssign};

use nalgebra::{RealField, SVector};

/// The change of position and velocity by a force during one step: `v' = v + Δv`,
/// `x' = x + v dt + Δx`.
///
/// The increments of several forces can be added. The sum is exact only if one force acts alone.
/// `Scheme` describes the error of the sum; if possible, add [`LinearLaw`](crate::LinearLaw)s
/// instead.
///
/// ```
/// use kinstep::{Body2, Force, UniformGravity};
/// use kinstep_flow::Increment;
/// use kinstep_flow::nalgebra::Vector2;
///
/// let fall = UniformGravity::new([0.0, -10.0]).increment(&Body2::point(1.0), 0.0, 0.5);
/// assert_eq!(fall, Increment::constant(&Vector2::new(0.0, -10.0), 0.5));
/// assert_eq!((fall.velocity.y, fall.position.y), (-5.0, -1.25));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Increment<T, const D: usize> {
    /// Δv \[m/s\], in the world frame.
    pub velocity: SVector<T, D>,
    /// Δx, the displacement in addition to `v dt` \[m\], in the world frame.
    pub position: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Increment<T, D> {
    /// Returns the increment of no force.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            velocity: SVector::zeros(),
            position: SVector::zeros(),
        }
    }

    /// Returns the exact increment of an acceleration that is constant during the step:
    /// `Δv = a dt`, `Δx = ½ a dt²`.
    #[must_use]
    pub fn constant(acceleration: &SVector<T, D>, dt: T) -> Self {
        let velocity = acceleration * dt;
        Self {
            velocity,
            position: velocity * (dt * nalgebra::convert(0.5)),
        }
    }

    /// Returns the increment by the symplectic Euler method, `Δv = a₀ dt`, `Δx = a₀ dt²`. It is
    /// used if only the acceleration at the start of the step is known.
    #[must_use]
    pub fn euler(acceleration: &SVector<T, D>, dt: T) -> Self {
        let velocity = acceleration * dt;
        Self {
            velocity,
            position: velocity * dt,
        }
    }

    /// Returns the increment of a body that moves with its mean velocity during the step: Δv is
    /// unchanged, `Δx = ½ Δv dt`.
    #[must_use]
    pub fn averaged(self, dt: T) -> Self {
        Self {
            velocity: self.velocity,
            position: self.velocity * (dt * nalgebra::convert(0.5)),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Add for Increment<T, D> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<T: RealField + Copy, const D: usize> AddAssign for Increment<T, D> {
    fn add_assign(&mut self, other: Self) {
        self.velocity += other.velocity;
        self.position += other.position;
    }
}

impl<T: RealField + Copy, const D: usize> Sum for Increment<T, D> {
    fn sum<I: Iterator<Item = Self>>(increments: I) -> Self {
        increments.fold(Self::zero(), Add::add)
    }
}

/// The exact motion of a body during one step by a single force.
///
/// If a body stops long before the end of the step, both terms of `x + v dt + Δx` are large and
/// cancel, and digits are lost. So the force also returns the displacement and the final velocity.
///
/// ```
/// use kinstep::{Body2, DryFriction, Effect, Force};
///
/// // 3 m/s against 2 m/s², over an hour: it stops after 2.25 m
/// let sledge = Body2::point(1.0).moving([3.0, 0.0]);
/// let effect = DryFriction::deceleration(2.0).effect(&sledge, 0.0, 3600.0);
/// let Effect::Motion(motion) = effect else { unreachable!() };
/// assert_eq!((motion.displacement.x, motion.velocity.x), (2.25, 0.0));
/// assert_eq!(motion.increment.position.x, 2.25 - 3.0 * 3600.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Motion<T, const D: usize> {
    /// The displacement `x' - x` \[m\], in the world frame.
    pub displacement: SVector<T, D>,
    /// The velocity `v'` after the step \[m/s\], in the world frame.
    pub velocity: SVector<T, D>,
    /// The change relative to coasting. Its relative error is small, even if the change is small.
    pub increment: Increment<T, D>,
}

impl<T: RealField + Copy, const D: usize> Motion<T, D> {
    /// Returns the motion of a body of this velocity \[m/s\] to which a force adds this increment
    /// in `dt` \[s\]. A force that may remove nearly all of the velocity, as drag does in a long
    /// step, must itself compute the displacement and the velocity: both would lose digits if they
    /// were computed from the increment.
    #[must_use]
    pub fn from_increment(increment: Increment<T, D>, velocity: &SVector<T, D>, dt: T) -> Self {
        Self {
            displacement: velocity * dt + increment.position,
            velocity: velocity + increment.velocity,
            increment,
        }
    }
}
