//! Why a path from contact to contact cannot be followed.

use nalgebra::RealField;

use crate::ballistics::{LandingError, SpanError};
use crate::force::ParameterError;
use crate::numbers::decimals;

/// Why a path from contact to contact cannot be followed.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Plane};
/// use kinstep::contact::{Contact, ContactError};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [3.0, 0.0]);
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let error = flight.bouncing(&ground, Contact::new(1.2), 10.0).unwrap_err();
/// assert!(matches!(error, ContactError::Parameter(_)));
/// assert_eq!(error.to_string(), "the restitution is 1.2; it must be between 0 and 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContactError<T> {
    /// A parameter of the contact is not valid.
    #[error(transparent)]
    Parameter(#[from] ParameterError<T>),
    /// The flight is not finite, or the duration is not a positive number.
    #[error(transparent)]
    Span(#[from] SpanError<T>),
    /// The search for the next touch of a surface failed.
    #[error("surface {surface}: {reason}")]
    Search {
        /// The number of the surface.
        surface: usize,
        /// Why.
        reason: LandingError<T>,
    },
    /// A round body meets a surface that does not tell how far it is from a point: see
    /// [`Surface::nearest`](crate::ballistics::Surface::nearest).
    #[error(
        "surface {surface} does not tell how far it is from a point, which round bodies need to know; a `Terrain` does \
         if it is given `with_curvature`"
    )]
    NotRound {
        /// The number of the surface.
        surface: usize,
    },
    /// A round body is too large for how a surface curves: see
    /// [`Surface::largest_radius`](crate::ballistics::Surface::largest_radius).
    #[error(
        "a ball with a radius of {radius:.a$} m on surface {surface}; as that curves the radius must be less than {limit:.b$} m",
        a = decimals(radius), b = decimals(limit)
    )]
    TooLarge {
        /// The number of the surface.
        surface: usize,
        /// The radius of the body \[m\].
        radius: T,
        /// What it must be less than \[m\].
        limit: T,
    },
    /// The answer to the touch of a surface is not valid: see [`World::on_contact`](crate::World::on_contact).
    #[error("the answer to the touch of surface {surface} is not valid")]
    Answer {
        /// The number of the surface.
        surface: usize,
    },
    /// The path has too many legs, or a leg is too long to be searched: the body is caught in a gap, or bounces or swings
    /// without end.
    #[error(
        "{count} legs or spans by {time:.a$} s: the body is caught in a gap, or bounces or swings without end",
        a = decimals(time)
    )]
    TooMany {
        /// How many there were.
        count: usize,
        /// The time that was reached \[s\].
        time: T,
    },
}

impl<T: RealField + Copy> ContactError<T> {
    /// The number of the surface, if one is to blame.
    #[must_use]
    pub fn surface(&self) -> Option<usize> {
        match self {
            Self::Search { surface, .. }
            | Self::NotRound { surface }
            | Self::TooLarge { surface, .. }
            | Self::Answer { surface } => Some(*surface),
            _ => None,
        }
    }
}
