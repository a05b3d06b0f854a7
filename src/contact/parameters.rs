//! How a body and a surface, or two bodies, act on each other where they touch.

use nalgebra::{RealField, SVector};

use crate::force::ParameterError;

/// How a body and a surface, or two bodies, act on each other where they touch.
///
/// | field | law |
/// |---|---|
/// | restitution e | the speed along the normal after a contact is e times the one before (Newton) |
/// | friction μ | the impulse along the surface is at most μ times the one along the normal (Coulomb); it stops sliding |
/// | tangential restitution β | where friction can stop the sliding, it reverses it to β times its speed before (Walton); zero for most |
/// | rolling ρ | a force of ρ times the one along the normal resists the rolling of a round body |
///
/// ```
/// use kinstep::contact::Contact;
///
/// let ice = Contact::new(0.5);
/// let rubber = Contact::new(0.8).with_friction(0.6);
/// assert_eq!(
///     ice,
///     Contact { restitution: 0.5, friction: 0.0, tangential_restitution: 0.0, rolling: 0.0 }
/// );
/// // a point that falls obliquely on level ground: 8 m/s of fall take 0.6 × 1.8 × 8 m/s of sliding at most
/// let bounced = rubber.velocity_after([10.0, -8.0], [0.0, 1.0]);
/// assert!((bounced.x - 1.36_f64).abs() < 1e-14 && (bounced.y - 6.4_f64).abs() < 1e-14);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[doc(alias("material", "bounce", "restitution", "friction"))]
pub struct Contact<T> {
    /// Restitution e, from 0 (no bounce) to 1 (no loss).
    pub restitution: T,
    /// Coefficient of friction μ, at rest as in motion; zero or more.
    pub friction: T,
    /// Coefficient of rolling resistance ρ; zero or more.
    pub rolling: T,
    /// Tangential restitution β, from 0 (friction stops the sliding) to 1 (a superball: it reverses the sliding without loss).
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub tangential_restitution: T,
}

impl<T: RealField + Copy> Contact<T> {
    /// A contact of restitution e without friction.
    #[must_use]
    pub fn new(restitution: T) -> Self {
        Self {
            restitution,
            friction: T::zero(),
            rolling: T::zero(),
            tangential_restitution: T::zero(),
        }
    }

    /// The same contact with a coefficient of friction μ.
    #[must_use]
    pub fn with_friction(mut self, friction: T) -> Self {
        self.friction = friction;
        self
    }

    /// The same contact with a coefficient of rolling resistance ρ.
    #[must_use]
    pub fn with_rolling(mut self, rolling: T) -> Self {
        self.rolling = rolling;
        self
    }

    /// The same contact with a tangential restitution β: it acts through [`friction`](Self::friction), and takes more of it than
    /// to stop the sliding.
    ///
    /// ```
    /// use kinstep::contact::Contact;
    ///
    /// let superball = Contact::new(1.0).with_friction(5.0).with_tangential_restitution(1.0);
    /// let back = superball.velocity_after([3.0, -4.0], [0.0, 1.0]);
    /// assert!((back.x + 3.0_f64).abs() < 1e-15 && (back.y - 4.0_f64).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn with_tangential_restitution(mut self, tangential_restitution: T) -> Self {
        self.tangential_restitution = tangential_restitution;
        self
    }

    /// Fails if a restitution is not between 0 and 1, or the friction or rolling resistance is negative or not finite.
    ///
    /// # Errors
    /// The number that is not valid.
    pub fn check(&self) -> Result<(), ParameterError<T>> {
        for (parameter, value) in [
            ("the restitution", self.restitution),
            ("the tangential restitution", self.tangential_restitution),
        ] {
            if !(value >= T::zero() && value <= T::one()) {
                return Err(ParameterError {
                    parameter,
                    value,
                    requirement: "between 0 and 1",
                });
            }
        }
        ParameterError::unless_not_negative("the coefficient of friction", self.friction)?;
        ParameterError::unless_not_negative("the coefficient of rolling resistance", self.rolling)
    }

    /// The velocity \[m/s\] after a contact of a point that comes with a velocity \[m/s\], both relative to the surface. The normal
    /// points to the side from which the point comes, and need not have length 1.
    ///
    /// A point that does not move against the normal keeps its velocity, and so does one whose normal has no direction.
    #[must_use]
    pub fn velocity_after<const D: usize>(
        &self,
        velocity: impl Into<SVector<T, D>>,
        normal: impl Into<SVector<T, D>>,
    ) -> SVector<T, D> {
        let velocity = velocity.into();
        let Some(normal) = normal.into().try_normalize(T::zero()) else {
            return velocity;
        };
        let speed = -normal.dot(&velocity);
        let approaches = speed > T::zero();
        if !approaches {
            return velocity;
        }
        let out = (T::one() + self.restitution) * speed;
        let sliding = velocity + normal * speed;
        // (1 + β) times what stops the sliding, up to μ times the change along the normal
        let (size, most) = (sliding.norm(), self.friction * out);
        let stopping = size * (T::one() + self.tangential_restitution);
        let lost = if stopping <= most || size.is_zero() {
            sliding * (T::one() + self.tangential_restitution)
        } else {
            sliding * (most / size)
        };
        velocity + normal * out - lost
    }
}
