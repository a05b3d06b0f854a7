//! Change of position and velocity by a force over a step, beyond coasting.

use core::iter::Sum;
use core::ops::{Add, AddAssign};

use nalgebra::{RealField, SVector};

/// Change of position and velocity by a force over one step: `v' = v + Δv`, `x' = x + v dt + Δx`.
///
/// Increments of several forces add. The sum is exact only if a single one of these forces acts. `Scheme` describes the
/// error of adding increments; add [`LinearLaw`](crate::LinearLaw)s instead where possible.
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
    /// Δv \[m/s\], world frame.
    pub velocity: SVector<T, D>,
    /// Δx beyond `v dt` \[m\], world frame.
    pub position: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Increment<T, D> {
    /// The increment of no force.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            velocity: SVector::zeros(),
            position: SVector::zeros(),
        }
    }

    /// Increment of an acceleration that is constant over the step, exact: `Δv = a dt`, `Δx = ½ a dt²`.
    #[must_use]
    pub fn constant(acceleration: &SVector<T, D>, dt: T) -> Self {
        let velocity = acceleration * dt;
        Self {
            velocity,
            position: velocity * (dt * nalgebra::convert(0.5)),
        }
    }

    /// Increment of symplectic Euler, the fallback if only the acceleration at the start of the step is known:
    /// `Δv = a₀ dt`, `Δx = a₀ dt²`.
    #[must_use]
    pub fn euler(acceleration: &SVector<T, D>, dt: T) -> Self {
        let velocity = acceleration * dt;
        Self {
            velocity,
            position: velocity * dt,
        }
    }

    /// Returns this increment with the mean velocity over the step: Δv is unchanged, `Δx = ½ Δv dt`.
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

/// Exact motion of a body over one step under a single force.
///
/// `x + v dt + Δx` loses digits if a body stops long before the end of the step: both terms are then large and cancel.
/// So the force also returns the displacement and the final velocity.
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
    /// `x' - x` \[m\], world frame.
    pub displacement: SVector<T, D>,
    /// `v'` \[m/s\], world frame.
    pub velocity: SVector<T, D>,
    /// Change beyond coasting, accurate relative to its own size even where it is small.
    pub increment: Increment<T, D>,
}

impl<T: RealField + Copy, const D: usize> Motion<T, D> {
    /// Returns the motion of a body of this velocity \[m/s\] to which a force adds this increment over `dt` \[s\]. A force that may take
    /// away nearly all of the velocity, as drag does in a long step, must compute displacement and velocity itself: computed from the
    /// increment, both would lose digits.
    #[must_use]
    pub fn from_increment(increment: Increment<T, D>, velocity: &SVector<T, D>, dt: T) -> Self {
        Self {
            displacement: velocity * dt + increment.position,
            velocity: velocity + increment.velocity,
            increment,
        }
    }
}
