//! The first contact of a flight with a surface: by its distance, or by rays.

mod by_rays;
mod search;

use nalgebra::SVector;

use super::event::SpanError;
use crate::numbers::decimals;

pub(super) use by_rays::first_hit;
pub use by_rays::{Hit, Ray};
pub(super) use search::first_contact;

/// The first contact of a flight with a surface.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Plane, Trajectory};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let landing = flight.landing(&ground, 0.0..60.0)?.expect("what goes up comes down");
/// assert!(landing.position.y < 1e-12_f64 && landing.velocity.y < 0.0);
/// // the velocity after a bounce that keeps 0.6 of the speed along the normal
/// let bounce = landing.velocity - landing.normal * (1.6 * landing.velocity.dot(&landing.normal));
/// assert!(bounce.y > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[doc(alias("bounce", "hit", "impact"))]
pub struct Landing<const D: usize> {
    /// Time after launch \[s\].
    pub time: f64,
    /// Position of the flight, or of the centre of the ball \[m\].
    pub position: SVector<f64, D>,
    /// Velocity before the contact \[m/s\].
    pub velocity: SVector<f64, D>,
    /// Unit normal of the surface. It points outward if the surface has an inside, else to the side that the flight comes from.
    pub normal: SVector<f64, D>,
}

/// Why a landing was not found.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Plane, Trajectory};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// assert!(flight.landing(&ground, 0.0..f64::NAN).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandingError {
    /// The span or the flight is invalid.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// The radius of a ball is negative or not finite, or not less than the surface can [tell](super::Surface::largest_radius); or
    /// the depth that rays may miss is not positive.
    #[error("a length of {length:.a$} m: it must be positive, and less than {limit:e} m", a = decimals(length))]
    Length {
        /// What was given \[m\].
        length: f64,
        /// What it must be less than \[m\].
        limit: f64,
    },
    /// The surface gave a distance that is negative, NaN or infinite, or beyond the end of the ray; or a normal without direction;
    /// or it [cannot tell](super::Nearest::Unknown) its distance.
    #[error(
        "at {time:.a$} s the surface gave a distance of {distance} m and a normal of length {normal}", a = decimals(time))]
    Answer {
        /// The time after launch \[s\].
        time: f64,
        /// The distance \[m\]; NaN if there was none.
        distance: f64,
        /// The length of the normal; NaN if there was none.
        normal: f64,
    },
    /// The search reached its limit of queries.
    #[error(
        "{queries} queries of the surface, and the flight is known to be clear only until {time:.a$} s: ask for a shorter span", a = decimals(time))]
    Unfinished {
        /// The number of queries.
        queries: usize,
        /// The time until which the flight is known to be clear \[s\].
        time: f64,
    },
}

/// The most queries of one search.
const MOST_QUERIES: usize = 10_000;
