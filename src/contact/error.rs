//! Why a path from contact to contact cannot be followed.

use crate::force::ParameterError;
use crate::numbers::decimals;
use crate::trajectory::FlightError;

/// Why a path from contact to contact cannot be followed.
///
/// ```
/// use kinstep::trajectory::Plane;
/// use kinstep_flight::Ballistics;
/// use kinstep::contact::{Bouncing, Contact, ContactError};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [3.0, 0.0]);
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let error = Bouncing::new(flight, &ground, Contact::new(1.2), 10.0).unwrap_err();
/// assert!(matches!(error, ContactError::Parameter(_)));
/// assert_eq!(error.to_string(), "the restitution is 1.2; it must be between 0 and 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContactError {
    /// A parameter of the contact is not valid.
    #[error(transparent)]
    Parameter(#[from] ParameterError<f64>),
    /// The flight is not finite, or the duration is not a positive number.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// The surface does not tell how far it is from a point: see [`Surface::nearest`](crate::trajectory::Surface::nearest).
    #[error(
        "the surface does not tell how far it is from a point; a `Terrain` does if it is given `with_curvature`"
    )]
    Distance,
    /// The path has too many segments: it bounces without end.
    #[error(
        "{count} segments by {time:.a$} s: it bounces without end",
        a = decimals(time)
    )]
    TooMany {
        /// How many there were.
        count: usize,
        /// The time that was reached \[s\].
        time: f64,
    },
}
