//! How to throw to hit.

mod aim;
mod course;
mod error;
mod launch;
mod model;
mod planners;
mod quadratic;

pub use aim::Aim;
pub use error::{AimError, Given};
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use quadratic::QuadraticAim;
