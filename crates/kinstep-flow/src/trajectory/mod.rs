//! Trajectories in closed form, and their events: apex, crossings, closest approach, landing.
//!
//! [`LinearLaw::launch`](crate::LinearLaw::launch) starts a flight; the methods of [`Trajectory`]
//! answer questions about it.
//!
//! ```
//! use kinstep_flow::LinearLaw;
//! use kinstep_flow::trajectory::{Crossing, Plane, Trajectory};
//!
//! let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.28);
//! let flight = law.launch([0.0, 1.5], [30.0, 8.0]);
//! let landing = flight.crossing(&Plane::new([0.0, 1.0], 0.0), Crossing::Descending).unwrap();
//! assert!(landing.position.y.abs() < 1e-14);
//! ```

mod error;
mod event;
mod flight;
mod into_vector;
mod landing;
mod law;
mod measure;
mod surface;
#[expect(clippy::module_inception, reason = "the trait of the module")]
mod trajectory;

pub use error::FlightError;
pub use event::{Crossing, Crossings, Event, Height, Plane, Sphere};
#[doc(hidden)]
pub use event::{CrossingTimes, driven_limit, first_maximum, sphere_crossing};
pub use flight::{Flight, FlightHeight};
pub use into_vector::{Component, IntoVector};
pub use landing::{Hit, Landing, Ray};
#[doc(hidden)]
pub use law::fastest_rate;
pub use law::{LawFlight, LawHeight};
pub use measure::AlignedBox;
pub use measure::Closest;
pub use surface::{Chain, FlatPart, Heightfield, Nearest, Placed, Surface, Terrain};
#[cfg(feature = "parry")]
pub use surface::{ParryShape2, ParryShape3};
pub use trajectory::Trajectory;
