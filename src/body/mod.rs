//! A body: plain data that forces read and that a world moves.

mod error;
mod rotation;
pub(crate) mod rotation_numbers;
#[cfg(feature = "serde")]
mod saved_mass;
mod store;

use nalgebra::SVector;

pub use error::BodyError;
pub(crate) use store::{BodyStore, Columns, StateBuffers};

use crate::numbers::{first_not_finite, is_finite, larger};
use crate::space::Real;

/// A body: a point, or a rigid body that can rotate.
///
/// A body is plain data in SI units and the world frame. Builders cannot fail; [`World::add_body`] checks the body.
///
/// [`solid`](Self::solid) returns a rigid body. The body stores its orientation and its
/// [spin angular momentum](Self::spin_angular_momentum), the angular momentum about the centre of
/// mass, which is constant without torques. Users read and write the angular velocity instead.
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
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("RigidBody", "particle", "point mass", "projectile"))]
pub struct Body<T: Real<D>, const D: usize> {
    /// Position of the centre of mass \[m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub position: SVector<T, D>,
    /// Velocity of the centre of mass \[m/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub velocity: SVector<T, D>,
    /// Mass \[kg\], positive; infinite for a [fixed](Self::fixed) body.
    #[cfg_attr(
        feature = "serde",
        serde(
            serialize_with = "saved_mass::serialize",
            deserialize_with = "saved_mass::deserialize"
        )
    )]
    pub mass: T,
    /// Orientation in the world frame.
    #[cfg_attr(feature = "serde", serde(default = "T::upright"))]
    orientation: T::Orientation,
    /// Angular momentum about the centre of mass, `I ω` \[kg m²/s\], world frame. A point stores
    /// here the angular velocity that was written, so that a world can reject the point.
    #[cfg_attr(feature = "serde", serde(default = "T::no_turn"))]
    spin_angular_momentum: T::Axial,
    #[cfg_attr(feature = "serde", serde(default = "T::no_inertia"))]
    inertia: T::Inertia,
    /// Radius \[m\]; zero for a body that is not round.
    #[cfg_attr(feature = "serde", serde(default = "T::zero"))]
    radius: T,
}

/// A body in the plane, in `f64`.
///
/// ```
/// use kinstep::Body2;
///
/// let lander = Body2::solid(1500.0, 4000.0).at([0.0, 900.0]).turned(0.2); // kg, kg m², m, rad
/// assert_eq!(lander.orientation(), 0.2);
/// ```
pub type Body2 = Body<f64, 2>;
/// A body in space, in `f64`.
///
/// ```
/// use kinstep::Body3;
///
/// let ball = Body3::point(0.145).moving([30.0, 8.0, 0.0]); // kg, m/s
/// assert_eq!(ball.momentum().x, 0.145 * 30.0);
/// ```
pub type Body3 = Body<f64, 3>;
/// A body in the plane, in `f32`.
///
/// ```
/// use kinstep::Body2f;
///
/// let stone = Body2f::point(0.5).at([0.0, 900.0]);
/// let height: f32 = stone.position.y;
/// assert_eq!(height, 900.0);
/// ```
pub type Body2f = Body<f32, 2>;
/// A body in space, in `f32`.
///
/// ```
/// use kinstep::Body3f;
///
/// let stone = Body3f::point(0.5).at([0.0, 900.0, 0.0]);
/// let height: f32 = stone.position.y;
/// assert_eq!(height, 900.0);
/// ```
pub type Body3f = Body<f32, 3>;

impl<T: Real<D>, const D: usize> Body<T, D> {
    /// Returns a point of the given mass \[kg\], at rest at the origin.
    #[must_use]
    pub fn point(mass: T) -> Self {
        Self::solid(mass, T::no_inertia())
    }

    /// Returns a rigid body of the given mass \[kg\] and inertia about its centre of mass, at rest at the
    /// origin, with axes along those of the world.
    ///
    /// In the plane the inertia is a number \[kg m²\], in space an [`Inertia`](crate::Inertia).
    ///
    /// ```
    /// use kinstep::{Body2, Body3, Inertia};
    ///
    /// let lander = Body2::solid(1500.0, 4000.0).at([0.0, 900.0]).turned(0.2);
    /// let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.01, 6.0, 0.02]);
    /// assert_eq!(lander.orientation(), 0.2);
    /// assert!((book.angular_velocity().y - 6.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn solid(mass: T, inertia: T::Inertia) -> Self {
        Self {
            position: SVector::zeros(),
            velocity: SVector::zeros(),
            mass,
            orientation: T::upright(),
            spin_angular_momentum: T::no_turn(),
            inertia,
            radius: T::zero(),
        }
    }

    /// Returns the body as a disc or ball of this radius \[m\], whose rim touches surfaces.
    /// Surfaces treat other bodies as points. Forces do not read the radius.
    ///
    /// The inertia does not change: a round body without inertia slides, but does not rotate.
    ///
    /// ```
    /// use kinstep::{Body3, Inertia};
    ///
    /// let ball = Body3::solid(0.17, Inertia::sphere(0.17, 0.028)).round(0.028);
    /// assert_eq!(ball.radius(), 0.028);
    /// ```
    #[must_use]
    #[doc(alias("ball", "disc", "circle", "sphere", "collider"))]
    pub fn round(mut self, radius: T) -> Self {
        self.radius = radius;
        self
    }

    /// Returns the radius \[m\]; zero for a body that is not round.
    #[must_use]
    pub fn radius(&self) -> T {
        self.radius
    }

    /// Returns the body with an infinite mass: no force, link or impulse changes its velocity or
    /// its rotation. A fixed body rests, or moves and rotates uniformly, like a platform. A link to
    /// a fixed body acts on the other body only.
    ///
    /// A finite [mass](Self::mass) makes the body free again. Energies and momenta of a world do not include fixed bodies.
    ///
    /// ```
    /// use kinstep::{Body2, Spring, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let hook = world.add_body(Body2::point(1.0).at([0.0, 3.0]).fixed())?;
    /// let lamp = world.add_body(Body2::point(2.0).at([0.0, 1.0]))?;
    /// world.add_link(lamp, hook, Spring::stiffness(50.0))?;
    /// world.step(0.5)?;
    /// assert!(world[hook].is_fixed() && world[hook].position.y == 3.0);
    /// assert!(world[lamp].position.y != 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias("static body", "kinematic body", "immovable", "anchor", "platform"))]
    pub fn fixed(mut self) -> Self {
        self.mass = T::one() / T::zero();
        self
    }

    /// Whether the mass is infinite, so that no force changes the motion of this body.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.mass > T::zero() && !self.mass.is_finite()
    }

    /// Returns the body, moved to this position \[m\].
    #[must_use]
    pub fn at(mut self, position: impl Into<SVector<T, D>>) -> Self {
        self.position = position.into();
        self
    }

    /// Returns the body with this velocity \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// Returns the kinetic energy `½ m v² + ½ ω·Iω` \[J\]; zero for a [fixed](Self::fixed) body.
    #[must_use]
    pub fn kinetic_energy(&self) -> T {
        if self.is_fixed() {
            return T::zero();
        }
        let turning = if self.is_point() {
            T::zero()
        } else {
            T::axial_dot(&self.angular_velocity(), &self.spin_angular_momentum)
        };
        (self.velocity.norm_squared() * self.mass + turning) * nalgebra::convert(0.5)
    }

    /// Returns the momentum `m v` \[kg m/s\]; zero for a [fixed](Self::fixed) body.
    #[must_use]
    pub fn momentum(&self) -> SVector<T, D> {
        if self.is_fixed() {
            return SVector::zeros();
        }
        self.velocity * self.mass
    }

    /// Returns the angular momentum `x × m v + I ω` about the origin \[kg m²/s\]. For a body at rest or at the origin, this is the [spin
    /// angular momentum](Self::spin_angular_momentum).
    #[must_use]
    pub fn angular_momentum(&self) -> T::Axial {
        let orbital = T::cross(&self.position, &self.momentum());
        if self.is_point() {
            return orbital;
        }
        orbital + self.spin_angular_momentum
    }

    /// Returns the motion of `self` relative to `other`, as a point with the reduced mass
    /// `m₁ m₂ / (m₁ + m₂)`. A link between two bodies acts on this motion. If one body is
    /// [fixed](Self::fixed), the mass is that of the other; if both are fixed, it is infinite.
    #[must_use]
    #[inline]
    pub fn relative_to(&self, other: &Self) -> Self {
        // dividing by the larger mass first avoids overflow, and gives μ -> m₁ as m₂ grows
        let mass = if other.is_fixed() {
            self.mass
        } else if self.mass < other.mass {
            self.mass / (T::one() + self.mass / other.mass)
        } else {
            other.mass / (T::one() + other.mass / self.mass)
        };
        Self {
            position: self.position - other.position,
            velocity: self.velocity - other.velocity,
            ..Self::point(mass)
        }
    }

    /// Whether the state is finite.
    pub(crate) fn is_finite(&self) -> bool {
        is_finite(&self.position)
            && is_finite(&self.velocity)
            && (self.is_point() || self.has_finite_rotation())
    }

    /// Returns the maximum absolute value of the components of position and velocity.
    pub(crate) fn largest_component(&self) -> T {
        larger(self.velocity.amax(), self.position.amax())
    }

    /// Whether the mass is positive; it may be infinite.
    pub(crate) fn has_mass(&self) -> bool {
        self.mass > T::zero()
    }

    /// Whether this is a valid point with axes along those of the world. The result may be false
    /// for such a point, if a sum overflows.
    #[inline]
    pub(crate) fn is_plain_point(&self) -> bool {
        // 0 · x is 0 unless x is infinite or NaN
        let poison = (self.position.sum() + self.velocity.sum()) * T::zero();
        self.mass > T::zero() && poison == T::zero() && self.is_upright_point()
    }

    /// Whether this is a point with axes along those of the world, so that mass, position, velocity
    /// and radius describe it completely.
    #[inline]
    pub(crate) fn is_upright_point(&self) -> bool {
        self.is_point()
            && self.orientation == T::upright()
            && self.spin_angular_momentum == T::no_turn()
    }

    /// Whether mass, state and inertia are valid, so that a step can move the body.
    pub(crate) fn is_valid(&self) -> bool {
        self.has_mass() && self.is_finite() && self.has_valid_rotation()
    }

    /// Returns an error if the radius is not valid, or if a round body has different moments of inertia.
    fn check_radius(&self) -> Result<(), BodyError<T>> {
        let radius = self.radius;
        if !(radius >= T::zero() && radius.is_finite()) {
            return Err(BodyError::Radius { radius });
        }
        let is_ball = T::wide_inertia(&self.inertia).is_none_or(|inertia| inertia.is_of_a_ball());
        if radius > T::zero() && !is_ball {
            return Err(BodyError::RoundInertia);
        }
        Ok(())
    }

    /// Returns an error if a world must reject this body, as [`add_body`](crate::World::add_body) does.
    ///
    /// ```
    /// use kinstep::Body2;
    ///
    /// let mut ball = Body2::point(1.0);
    /// assert!(ball.check().is_ok());
    /// ball.position.x = f64::NAN;
    /// assert!(ball.check().is_err());
    /// ```
    ///
    /// # Errors
    /// Fails if the mass is not positive, a number is not finite, or orientation, inertia and radius do
    /// not describe a body.
    pub fn check(&self) -> Result<(), BodyError<T>> {
        if !self.has_mass() {
            return Err(BodyError::Mass { mass: self.mass });
        }
        self.check_radius()?;
        if let Some((axis, value)) = first_not_finite(&self.position) {
            return Err(BodyError::Position { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&self.velocity) {
            return Err(BodyError::Velocity { axis, value });
        }
        self.check_rotation()
    }
}
