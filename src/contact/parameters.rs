//! Parameters of a contact: how a body and a surface, or two bodies, act on each other.

use crate::force::ParameterError;
use crate::numbers::is_finite;
use crate::world::{BodyId, Collider};
use nalgebra::{RealField, SVector};

/// Parameters of a contact: how a body and a surface, or two bodies, act on each other.
///
/// | field | law |
/// |---|---|
/// | restitution e | the normal speed after a contact is e times the normal speed before (Newton) |
/// | friction μ | the impulse along the surface is at most μ times the normal impulse (Coulomb); friction stops sliding |
/// | tangential restitution β | if friction can stop the sliding, it reverses it to β times the sliding speed before (Walton); zero for most materials |
/// | rolling ρ | a force of ρ times the normal force resists the rolling of a round body |
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
    /// Coefficient of friction μ, static and sliding; zero or more.
    pub friction: T,
    /// Coefficient of rolling resistance ρ; zero or more.
    pub rolling: T,
    /// Tangential restitution β, from 0 (friction stops the sliding) to 1 (a superball: friction
    /// reverses the sliding without loss).
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub tangential_restitution: T,
}

impl<T: RealField + Copy> Contact<T> {
    /// Returns a contact with restitution e and without friction.
    #[must_use]
    pub fn new(restitution: T) -> Self {
        Self {
            restitution,
            friction: T::zero(),
            rolling: T::zero(),
            tangential_restitution: T::zero(),
        }
    }

    /// Returns the contact with a coefficient of friction μ.
    #[must_use]
    pub fn with_friction(mut self, friction: T) -> Self {
        self.friction = friction;
        self
    }

    /// Returns the contact with a coefficient of rolling resistance ρ.
    #[must_use]
    pub fn with_rolling(mut self, rolling: T) -> Self {
        self.rolling = rolling;
        self
    }

    /// Returns the contact with a tangential restitution β. β has an effect only with
    /// [`friction`](Self::friction); reversing the slip needs more friction than stopping it.
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

    /// Checks that the restitutions are between 0 and 1, and that friction and rolling resistance are finite and not negative.
    ///
    /// # Errors
    /// Returns the first invalid number.
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

    /// Returns the velocity of a point after a contact \[m/s\], given its velocity before \[m/s\],
    /// both relative to the surface. The normal points to the side from which the point comes; its
    /// length may differ from 1.
    ///
    /// The velocity is unchanged if the point does not approach the surface, or if the normal is
    /// zero.
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
        // the change that stops the sliding, times 1 + β; at most μ times the change along the
        // normal
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

// Kinds of contact events and of motion segments.

/// Kind of contact event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactKind {
    /// The body strikes the surface and leaves it: it bounces off, or it moves on along the surface
    /// without staying in contact. If the restitution is zero, this is the first touch of a body
    /// that an engine lifts.
    Bounce,
    /// The body stays on the surface and moves along it: infinitely many bounces have ended, or the
    /// body struck the surface without a bounce.
    Settle,
    /// The body begins to slide over the surface.
    Slide,
    /// Sliding ends, and the body rolls on.
    Roll,
    /// The body comes to rest on the surface.
    Rest,
    /// The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
    Leave,
    /// The body passes through the surface, because the contact callback allowed it.
    Pass,
    /// The step had more events than are computed exactly. The midpoint rule computed the rest of
    /// the step, in up to 32 substeps.
    Crowd,
}

/// Kind of motion of a body along a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SegmentKind {
    /// The body flies.
    Flight,
    /// The body moves along a surface; its point of contact slides.
    Slide,
    /// The body rolls along a surface without sliding.
    Roll,
    /// The body rests on a surface.
    Rest,
}

// Contact responses that a callback decides.

/// A contact of a body with a surface or with another body, before it acts. It is the argument of
/// the callback of [`World::on_contact`](crate::World::on_contact).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Collision<T, const D: usize> {
    /// Time of the contact, in the time of the world \[s\].
    pub time: T,
    /// The body of the contact.
    pub body: BodyId,
    /// The surface or body that it touches.
    pub with: Collider,
    /// Point of contact \[m\].
    pub point: SVector<T, D>,
    /// Unit normal, towards the body.
    pub normal: SVector<T, D>,
    /// Velocity of the centre of the body relative to the surface or the other body \[m/s\].
    pub velocity: SVector<T, D>,
    /// The contact parameters that were set for the surface, or for pairs of bodies.
    pub contact: Contact<T>,
}

impl<T: RealField + Copy, const D: usize> Collision<T, D> {
    /// Returns the speed of the body against the normal \[m/s\]; zero for a body that rests on the surface.
    #[must_use]
    pub fn speed(&self) -> T {
        -self.normal.dot(&self.velocity)
    }

    /// Returns the default response, with the contact parameters that were set.
    #[must_use]
    pub fn response(&self) -> ContactResponse<T, D> {
        self.contact.into()
    }
}

/// The response to a [`Collision`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub struct ContactResponse<T, const D: usize> {
    /// Contact parameters; they also apply while the body stays on the surface.
    pub contact: Contact<T>,
    /// Velocity of a conveyor belt along the surface \[m/s\]; the surface itself does not move. The
    /// belt acts through friction, also while the body stays on the surface. Contacts between
    /// bodies ignore it.
    pub belt: SVector<T, D>,
    /// Velocity that is added to the body after the impulse of the contact \[m/s\], as by a jump
    /// pad. It is ignored in contacts between bodies, and if the body rests on the surface from the
    /// start of the step.
    pub push: SVector<T, D>,
    /// Whether the body passes through, as through a trigger zone or a window that breaks.
    pub passes: bool,
}

impl<T: RealField + Copy, const D: usize> From<Contact<T>> for ContactResponse<T, D> {
    fn from(contact: Contact<T>) -> Self {
        Self {
            contact,
            belt: SVector::zeros(),
            push: SVector::zeros(),
            passes: false,
        }
    }
}

impl<T: RealField + Copy, const D: usize> ContactResponse<T, D> {
    /// Returns the response with a [belt](Self::belt) that moves at this velocity \[m/s\].
    #[must_use]
    pub fn with_belt(mut self, belt: impl Into<SVector<T, D>>) -> Self {
        self.belt = belt.into();
        self
    }

    /// Returns the response with this [push](Self::push), a change of velocity \[m/s\].
    #[must_use]
    pub fn with_push(mut self, push: impl Into<SVector<T, D>>) -> Self {
        self.push = push.into();
        self
    }

    /// Returns the response for a body that [passes](Self::passes) through: only the push acts.
    #[must_use]
    pub fn passing(mut self) -> Self {
        self.passes = true;
        self
    }

    /// Whether the contact is valid and all numbers are finite.
    pub(super) fn is_valid(&self) -> bool {
        self.contact.check().is_ok() && is_finite(&self.belt) && is_finite(&self.push)
    }
}
