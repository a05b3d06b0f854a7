//! The first contact of a flight with a surface, found by distances or by rays.

mod by_rays;
mod search;

use nalgebra::SVector;

pub(super) use by_rays::first_hit;
pub use by_rays::{Hit, Ray};
pub(super) use search::first_contact;

/// The first contact of a flight with a surface.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
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
    /// Unit normal of the surface. It points outward if the surface has an inside, otherwise to the
    /// side from which the flight comes.
    pub normal: SVector<f64, D>,
}

/// Maximum number of queries in one search.
const MOST_QUERIES: usize = 10_000;
