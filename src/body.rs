//! A body: plain data that forces read and a world moves.

use nalgebra::SVector;

use crate::space::{Real, first_not_finite, is_finite};

/// A body with a position, a velocity and a mass.
///
/// Plain data in SI units and the world frame; builders cannot fail, and [`World::add_body`] checks
/// what it is given.
///
/// [`World::add_body`]: crate::World::add_body
///
/// ```
/// use kinstep::Body3;
///
/// let ball = Body3::point(0.145).at([0.0, 1.5, 0.0]).moving([30.0, 8.0, 0.0]);
/// assert_eq!(ball.kinetic_energy(), 0.5 * 0.145 * (30.0 * 30.0 + 8.0 * 8.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: serde::Serialize",
        deserialize = "T: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Body<T: Real<D>, const D: usize> {
    /// Position of the centre of mass \[m\].
    pub position: SVector<T, D>,
    /// Velocity of the centre of mass \[m/s\].
    pub velocity: SVector<T, D>,
    /// Mass \[kg\], positive.
    pub mass: T,
}

/// A body in the plane, in `f64`.
pub type Body2 = Body<f64, 2>;
/// A body in space, in `f64`.
pub type Body3 = Body<f64, 3>;

impl<T: Real<D>, const D: usize> Body<T, D> {
    /// A point of the given mass \[kg\], at rest at the origin.
    #[must_use]
    pub fn point(mass: T) -> Self {
        Self {
            position: SVector::zeros(),
            velocity: SVector::zeros(),
            mass,
        }
    }

    /// The same body at a position \[m\].
    #[must_use]
    pub fn at(mut self, position: impl Into<SVector<T, D>>) -> Self {
        self.position = position.into();
        self
    }

    /// The same body with a velocity \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// `½ m v²` \[J\].
    #[must_use]
    pub fn kinetic_energy(&self) -> T {
        self.velocity.norm_squared() * self.mass * nalgebra::convert(0.5)
    }

    /// `m v` \[kg m/s\].
    #[must_use]
    pub fn momentum(&self) -> SVector<T, D> {
        self.velocity * self.mass
    }

    /// `x × m v` about the origin \[kg m²/s\].
    #[must_use]
    pub fn angular_momentum(&self) -> T::Axial {
        T::cross(&self.position, &self.momentum())
    }

    /// What a link between two bodies acts on: the motion of `self` seen from `other`, with the
    /// reduced mass `m₁ m₂ / (m₁ + m₂)`.
    #[must_use]
    pub fn relative_to(&self, other: &Self) -> Self {
        Self {
            position: self.position - other.position,
            velocity: self.velocity - other.velocity,
            // the larger mass divides first: no overflow, and μ -> m₁ as m₂ grows
            mass: if self.mass < other.mass {
                self.mass / (T::one() + self.mass / other.mass)
            } else {
                other.mass / (T::one() + other.mass / self.mass)
            },
        }
    }

    /// Whether position and velocity are finite.
    pub(crate) fn is_finite(&self) -> bool {
        is_finite(&self.position) && is_finite(&self.velocity)
    }

    /// The largest component of position and velocity, without its sign.
    pub(crate) fn reach(&self) -> T {
        let (position, velocity) = (self.position.amax(), self.velocity.amax());
        if position > velocity {
            position
        } else {
            velocity
        }
    }

    /// Whether the mass is one that can move.
    pub(crate) fn has_mass(&self) -> bool {
        self.mass.is_finite() && self.mass > T::zero()
    }

    /// Whether the body can be stepped.
    pub(crate) fn is_sound(&self) -> bool {
        self.has_mass() && self.is_finite()
    }

    /// Whether a world can hold this body.
    pub(crate) fn check(&self) -> Result<(), AddBodyError<T>> {
        if !self.has_mass() {
            return Err(AddBodyError::Mass { mass: self.mass });
        }
        if let Some((axis, value)) = first_not_finite(&self.position) {
            return Err(AddBodyError::Position { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&self.velocity) {
            return Err(AddBodyError::Velocity { axis, value });
        }
        Ok(())
    }
}

/// Why [`World::add_body`](crate::World::add_body) refused a body.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AddBodyError<T> {
    /// The mass is NaN, infinite, zero or negative.
    #[error("the mass is {mass} kg; it must be positive and finite")]
    Mass {
        /// The mass given \[kg\].
        mass: T,
    },
    /// A component of the position is NaN or infinite.
    #[error("component {axis} of the position is {value} m; it must be finite")]
    Position {
        /// Index of the component.
        axis: usize,
        /// Its value \[m\].
        value: T,
    },
    /// A component of the velocity is NaN or infinite.
    #[error("component {axis} of the velocity is {value} m/s; it must be finite")]
    Velocity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s\].
        value: T,
    },
}
