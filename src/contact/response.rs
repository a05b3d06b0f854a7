//! Contacts whose answer a function decides.

use nalgebra::{RealField, SVector};

use super::Contact;
use crate::numbers::is_finite;
use crate::world::{BodyId, Collider};

/// A body that touches a surface or another body, before the contact acts on it: see
/// [`World::on_contact`](crate::World::on_contact).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Collision<T, const D: usize> {
    /// When, in the time of the world \[s\].
    pub time: T,
    /// The body.
    pub body: BodyId,
    /// What it touches.
    pub with: Collider,
    /// Where they touch \[m\].
    pub point: SVector<T, D>,
    /// Unit normal, towards the body.
    pub normal: SVector<T, D>,
    /// The velocity of the centre of the body relative to what it touches \[m/s\].
    pub velocity: SVector<T, D>,
    /// The contact that was set for the surface, or for bodies among themselves.
    pub contact: Contact<T>,
}

impl<T: RealField + Copy, const D: usize> Collision<T, D> {
    /// The speed against the normal \[m/s\]; zero for a body that lies on the surface.
    #[must_use]
    pub fn speed(&self) -> T {
        -self.normal.dot(&self.velocity)
    }

    /// The usual answer: the contact that was set.
    #[must_use]
    pub fn response(&self) -> ContactResponse<T, D> {
        self.contact.into()
    }
}

/// What happens at an [`Collision`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub struct ContactResponse<T, const D: usize> {
    /// How body and surface act on each other; also while the body stays on the surface.
    pub contact: Contact<T>,
    /// Velocity of a conveyor belt along the surface \[m/s\]; the surface itself stays where it is. It acts through friction, also
    /// while the body stays on the surface. Between bodies it is not used.
    pub belt: SVector<T, D>,
    /// A change of the velocity of the body after the impulse of the contact \[m/s\]: a jump pad. Between bodies, and for a body that
    /// lies on the surface from the start, it is not used.
    pub push: SVector<T, D>,
    /// Whether the body passes through: a window that breaks, a trigger.
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
    /// The same answer with a [belt](Self::belt) of a velocity \[m/s\].
    #[must_use]
    pub fn with_belt(mut self, belt: impl Into<SVector<T, D>>) -> Self {
        self.belt = belt.into();
        self
    }

    /// The same answer with a [push](Self::push) \[m/s\].
    #[must_use]
    pub fn with_push(mut self, push: impl Into<SVector<T, D>>) -> Self {
        self.push = push.into();
        self
    }

    /// The same answer for a body that [passes](Self::passes) through: only the push acts.
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
