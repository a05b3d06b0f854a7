//! The errors of queries of a flight.

use crate::ParameterError;
use crate::numbers::decimals;
use crate::search::Unfinished;

/// The reason why a query of a flight has no result.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{FlightError, Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let error = flight.bounds(2.0..1.0).unwrap_err();
/// assert!(matches!(error, FlightError::Span { .. }));
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// assert!(flight.landing(&ground, 0.0..f64::NAN).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlightError {
    /// The time interval is empty or reversed, or one of its ends is NaN or infinite although it
    /// must be finite.
    #[error(
        "the span from {from} s to {to} s is no span of time to look at: it must start at a finite time and end later"
    )]
    Span {
        /// Start of the interval \[s\].
        from: f64,
        /// End of the interval \[s\].
        to: f64,
    },
    /// The time interval starts before the first time at which the flight is defined.
    #[error("the span starts at {from:.a$} s, but this flight exists only after {beginning:.b$} s", a = decimals(from), b = decimals(beginning))]
    BeforeBeginning {
        /// Start of the interval \[s\].
        from: f64,
        /// Earliest time of the flight \[s\].
        beginning: f64,
    },
    /// A number of the flight, or of an argument of the query, is NaN or infinite.
    #[error("the flight, or what is asked about it, has a number that is NaN or infinite")]
    NotFinite,
    /// The search reached its limit of steps.
    #[error(
        "the search took {steps} steps and got no further than {time:.a$} s: ask for a shorter span", a = decimals(time))]
    Unfinished {
        /// Number of steps taken.
        steps: usize,
        /// Time reached \[s\].
        time: f64,
    },
    /// The radius of a ball is negative, not finite, or not below the limit of the
    /// [surface](super::Surface::largest_radius).
    #[error(
        "a ball of radius {radius:.a$} m: here the radius must be less than {limit:.b$} m, and not negative; a `Terrain` takes balls if it \
         is given `with_curvature`", a = decimals(radius), b = decimals(limit))]
    Radius {
        /// Given radius \[m\].
        radius: f64,
        /// Upper limit of the radius, exclusive \[m\].
        limit: f64,
    },
    /// The depth that rays may miss is not positive, or not finite.
    #[error("rays that may miss {depth} m of depth: it must be positive and finite")]
    Depth {
        /// Given depth \[m\].
        depth: f64,
    },
    /// The surface returned a distance that is negative, NaN, infinite or beyond the end of the
    /// ray; or a normal of length zero; or the distance is [unknown](super::Nearest::Unknown).
    #[error(
        "at {time:.a$} s the surface gave a distance of {distance} m and a normal of length {normal}", a = decimals(time))]
    InvalidSurface {
        /// Time after launch \[s\].
        time: f64,
        /// Returned distance \[m\]; NaN if the surface returned no distance.
        distance: f64,
        /// Length of the returned normal; NaN if the surface returned no normal.
        normal: f64,
    },
    /// A parameter of an object that the flight meets is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError<f64>),
    /// The surface has no distance function: see [`Surface::nearest`](super::Surface::nearest).
    #[error(
        "the surface does not say how far it is from a point; a `Terrain` does if it is given `with_curvature`"
    )]
    NoDistance,
    /// The path has too many segments: the number of bounces has no limit.
    #[error(
        "{count} segments by {time:.a$} s: it bounces without end",
        a = decimals(time)
    )]
    TooManySegments {
        /// Number of segments.
        count: usize,
        /// Time reached \[s\].
        time: f64,
    },
}

impl FlightError {
    /// Returns the error of an aborted search that started at `time`.
    pub(crate) fn unfinished(Unfinished(steps): Unfinished, time: f64) -> Self {
        Self::Unfinished { steps, time }
    }
}
