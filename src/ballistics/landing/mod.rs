//! The first contact of a flight with a surface.

use crate::numbers::decimals;

mod on_surface;
mod queries;
mod search;

use nalgebra::SVector;

use super::event::SpanError;
pub(super) use search::LandingSearch;

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
    /// Position of the flight \[m\].
    pub position: SVector<f64, D>,
    /// Velocity before the contact \[m/s\].
    pub velocity: SVector<f64, D>,
    /// Unit normal of the surface; it points outward if the surface has an outside.
    pub normal: SVector<f64, D>,
    /// The number of queries of the surface: rays cast, and regions tested.
    pub casts: usize,
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
    /// The surface returned a hit at a distance that is not on the ray, or not finite.
    #[error("the surface said that a ray of {length:.a$} m meets it after {distance:.b$} m", a = decimals(length), b = decimals(distance))]
    Distance {
        /// The distance returned \[m\].
        distance: f64,
        /// The length of the ray \[m\].
        length: f64,
    },
    /// The surface returned a normal that is zero, NaN or infinite.
    #[error("the surface gave a normal without direction, {distance:.a$} m along a ray", a = decimals(distance))]
    Normal {
        /// The distance of the hit along the ray \[m\].
        distance: f64,
    },
    /// The search reached its limit of queries.
    #[error(
        "{casts} queries of the surface, and the flight is known to be clear only until {time:.a$} s: ask for a shorter span", a = decimals(time))]
    Unfinished {
        /// The number of queries.
        casts: usize,
        /// The time until which the flight is known to be clear \[s\].
        time: f64,
    },
}
