//! How to throw to hit.

mod air;
mod attempt;
mod course;
mod error;
mod launch;
mod model;
mod moving;
mod plan;
mod planners;
mod quadratic;
mod solve;
mod still;
mod stretch;
mod task;
mod throw;
mod times;

pub use error::{AimError, Given};
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use plan::Plan;
pub use quadratic::QuadraticAim;
pub use throw::Aim;
