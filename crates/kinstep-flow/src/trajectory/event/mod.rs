//! Events of a flight: crossings of planes and spheres, and apexes.

mod crossings;
mod gap;
mod plane;

use nalgebra::SVector;

pub use crossings::CrossingTimes;
pub use crossings::Crossings;
pub use crossings::Height;
pub use crossings::{driven_limit, first_maximum};
pub(crate) use gap::closest_approach;
pub use gap::sphere_crossing;
pub use plane::Plane;
pub use plane::Sphere;

use crate::numbers::is_finite;

/// The state of a flight at one time.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Event, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let top: Event<2> = flight.apex_along([0.0, 1.0]).unwrap();
/// assert!((top.time - 8.0 / 9.81).abs() < 1e-15 && top.velocity.y.abs() < 1e-14);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("hit", "impact"))]
pub struct Event<const D: usize> {
    /// Time after launch \[s\]; for an event at which a step of a world ends, the time since the start of that step.
    pub time: f64,
    /// Position \[m\].
    pub position: SVector<f64, D>,
    /// Velocity \[m/s\].
    pub velocity: SVector<f64, D>,
}

impl<const D: usize> Event<D> {
    /// Returns the event, or `None` if one of its numbers is infinite or NaN.
    pub(crate) fn if_finite(self) -> Option<Self> {
        let is_located = self.time.is_finite() && is_finite(&self.position);
        (is_located && is_finite(&self.velocity)).then_some(self)
    }
}

/// The direction in which a surface is crossed.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Crossing, Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let bar = Plane::new([0.0, 1.0], 3.0); // y = 3 m
/// let [up, down] =
///     [Crossing::Ascending, Crossing::Descending].map(|which| flight.crossing(&bar, which).unwrap());
/// assert!(up.time < down.time && up.velocity.y > 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Crossing {
    /// Towards the side to which the normal points.
    Ascending,
    /// Away from the side to which the normal points.
    Descending,
    /// In either direction.
    Any,
}

impl Crossing {
    /// Whether crossings in this direction are included.
    #[doc(hidden)]
    #[must_use]
    pub fn includes(self, ascending: bool) -> bool {
        match self {
            Self::Ascending => ascending,
            Self::Descending => !ascending,
            Self::Any => true,
        }
    }
}
