//! Where something will be, when it lands, and what your engine will really do: flights in closed form.

mod air;
mod aligned_box;
mod event;
mod flight;
mod landing;
mod measure;
mod rational;
mod sampling;
mod surface;
mod trajectory;

pub use air::{AirError, Ballistics};
pub use aligned_box::AlignedBox;
pub use event::{Crossing, Crossings, Event, Height, Plane, SpanError, Sphere};
pub use flight::{Flight, FlightHeight};
pub use landing::{Landing, LandingError};
pub use measure::Closest;
pub use rational::{Rational, RationalFlight, RationalHeight};
pub use surface::{Hit, Ray, Rays, Surface, Terrain};
#[cfg(feature = "parry")]
pub use surface::{ParryShape2, ParryShape3};
pub use trajectory::{Arc, Trajectory};
