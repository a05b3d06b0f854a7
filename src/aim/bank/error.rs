//! Why no throw hits by way of a plane.

use crate::aim::{AimError, Given};
use crate::force::ParameterError;
use crate::numbers::decimals;

/// Why no throw hits after one bounce.
///
/// ```
/// use kinstep::aim::{BankError, Given};
/// use kinstep::ballistics::{Ballistics, Plane};
/// use kinstep::contact::Contact;
///
/// let floor = Plane::new([0.0, 1.0], 0.0);
/// let bank = Ballistics::new([0.0, -9.81]).bank([0.0, 1.5], [6.0, -1.0], &floor, Contact::new(0.8));
/// let error = bank.in_time(1.0).unwrap_err();
/// assert_eq!(error, BankError::NotInFront { given: Given::Target, height: -1.0 });
/// assert_eq!(error.to_string(), "the target is -1 m above the plane; it must be above it");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BankError<T> {
    /// Air, vectors, time or plane make no sense, or a number overflows.
    #[error(transparent)]
    Aim(#[from] AimError<T>),
    /// A parameter of the contact is not valid.
    #[error(transparent)]
    Contact(#[from] ParameterError<T>),
    /// Launch or target is not on the side that the normal of the plane points to.
    #[error("{given} is {height:.a$} m above the plane; it must be above it", a = decimals(height))]
    NotInFront {
        /// Which of them.
        given: Given,
        /// Its distance from the plane along the normal \[m\], zero or less.
        height: T,
    },
    /// The restitution is zero: what touches the plane stays on it.
    #[error("the restitution is zero: nothing bounces off the plane")]
    NoBounce,
    /// No throw bounces once and hits in this time, or at this speed.
    #[error("no throw of this time or speed hits after exactly one bounce")]
    NeverMet,
}
