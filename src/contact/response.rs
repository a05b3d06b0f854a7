//! Contact responses that a callback decides.

use nalgebra::{RealField, SVector};

use super::Contact;
use crate::numbers::is_finite;
use crate::world::{BodyId, Collider};

/// A contact of a body with a surface or another body, before it acts: the argument of the callback of
/// [`World::on_contact`](crate::World::on_contact).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Collision<T, const D: usize> {
    /// Time of the contact, in the time of the world \[s\].
    pub time: T,
    /// The body.
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
    /// Returns the speed against the normal \[m/s\]; zero for a body that rests on the surface.
    #[must_use]
    pub fn speed(&self) -> T {
        -self.normal.dot(&self.velocity)
    }

    /// Returns the default response: the contact parameters that were set.
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
    /// Contact parameters of body and surface, also while the body stays on the surface.
    pub contact: Contact<T>,
    /// Velocity of a conveyor belt along the surface \[m/s\]; the surface itself does not move. The belt acts through friction, also
    /// while the body stays on the surface. Ignored between bodies.
    pub belt: SVector<T, D>,
    /// Change of the body's velocity after the impulse of the contact \[m/s\], such as by a jump pad. Ignored between bodies, and for a
    /// body that rests on the surface from the start.
    pub push: SVector<T, D>,
    /// Whether the body passes through, as through a window that breaks or a trigger.
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
    /// Returns the response with a [belt](Self::belt) of this velocity \[m/s\].
    #[must_use]
    pub fn with_belt(mut self, belt: impl Into<SVector<T, D>>) -> Self {
        self.belt = belt.into();
        self
    }

    /// Returns the response with this [push](Self::push) \[m/s\].
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
