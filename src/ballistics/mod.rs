//! Where something will be, when it lands, and what your engine will really do: flights in closed form.

mod air;
mod aligned_box;
mod engine;
mod event;
mod flight;
mod in_world;
mod law;
mod measure;
mod quadratic;
mod rational;
mod sampling;
mod trajectory;

pub use air::{AirError, Ballistics};
pub use aligned_box::AlignedBox;
pub use engine::{EngineError, EngineFlight, EngineStep};
pub use event::{Crossing, Crossings, Event, Height, Plane, SpanError, Sphere};
pub use flight::{Flight, FlightHeight};
pub use in_world::{StepUntilError, TrajectoryError, Until};
pub use law::{LawFlight, LawHeight};
pub use measure::Closest;
pub use quadratic::{QuadraticAir, QuadraticAirError, QuadraticFlight, QuadraticHeight};
pub use rational::{Rational, RationalFlight, RationalHeight};
pub use trajectory::{Arc, Trajectory};
