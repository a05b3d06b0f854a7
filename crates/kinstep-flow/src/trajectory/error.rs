//! Why a query of a flight has no answer.

use crate::ParameterError;
use crate::numbers::decimals;
use crate::search::Unfinished;

/// Why a query of a flight has no answer.
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
    /// The span is empty or reversed, or an end of it is NaN or infinite where it may not be.
    #[error(
        "the span from {from} s to {to} s is no span of time to look at: it must start at a finite time and end later"
    )]
    Span {
        /// Where it starts \[s\].
        from: f64,
        /// Where it ends \[s\].
        to: f64,
    },
    /// The span starts before the flight is defined.
    #[error("the span starts at {from:.a$} s, but this flight exists only after {beginning:.b$} s", a = decimals(from), b = decimals(beginning))]
    BeforeBeginning {
        /// Where the span starts \[s\].
        from: f64,
        /// The earliest time of the flight \[s\].
        beginning: f64,
    },
    /// The flight, or an argument of the query, has a number that is NaN or infinite.
    #[error("the flight, or what is asked about it, has a number that is NaN or infinite")]
    NotFinite,
    /// The search reached its limit of steps.
    #[error(
        "the search took {steps} steps and got no further than {time:.a$} s: ask for a shorter span", a = decimals(time))]
    Unfinished {
        /// The number of steps taken.
        steps: usize,
        /// The time reached \[s\].
        time: f64,
    },
    /// The radius of a ball is negative or not finite, or not less than the surface [allows](super::Surface::largest_radius).
    #[error(
        "a ball of radius {radius:.a$} m: here the radius must be less than {limit:.b$} m, and not negative; a `Terrain` takes balls if it \
         is given `with_curvature`", a = decimals(radius), b = decimals(limit))]
    Radius {
        /// The radius given \[m\].
        radius: f64,
        /// What it must be less than \[m\].
        limit: f64,
    },
    /// The depth that rays may miss is not positive and finite.
    #[error("rays that may miss {depth} m of depth: it must be positive and finite")]
    Depth {
        /// The depth given \[m\].
        depth: f64,
    },
    /// The surface gave a distance that is negative, NaN or infinite, or beyond the end of the ray; or a normal without direction;
    /// or it [cannot tell](super::Nearest::Unknown) its distance.
    #[error(
        "at {time:.a$} s the surface gave a distance of {distance} m and a normal of length {normal}", a = decimals(time))]
    InvalidSurface {
        /// The time after launch \[s\].
        time: f64,
        /// The distance \[m\]; NaN if there was none.
        distance: f64,
        /// The length of the normal; NaN if there was none.
        normal: f64,
    },
    /// A parameter of what the flight meets is not valid.
    #[error(transparent)]
    Parameter(#[from] ParameterError<f64>),
    /// The surface does not say how far it is from a point: see [`Surface::nearest`](super::Surface::nearest).
    #[error(
        "the surface does not say how far it is from a point; a `Terrain` does if it is given `with_curvature`"
    )]
    NoDistance,
    /// The path has too many segments: it bounces without end.
    #[error(
        "{count} segments by {time:.a$} s: it bounces without end",
        a = decimals(time)
    )]
    TooManySegments {
        /// How many there were.
        count: usize,
        /// The time that was reached \[s\].
        time: f64,
    },
}

impl FlightError {
    /// The error of a search from a time on that was given up.
    pub(crate) fn unfinished(Unfinished(steps): Unfinished, time: f64) -> Self {
        Self::Unfinished { steps, time }
    }
}
