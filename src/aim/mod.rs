//! How to throw to hit.

mod aim;
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
mod times;

pub use aim::Aim;
pub use error::{AimError, Given};
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use plan::Plan;
pub use quadratic::QuadraticAim;
