//! How to throw to hit.

mod aim;
mod attempt;
mod batch;
mod course;
mod error;
mod firing;
mod grid;
mod launch;
mod model;
mod moving;
mod order;
mod parallel;
mod plan;
mod planners;
mod solve;
mod still;
mod survey;
mod times;

pub use aim::Aim;
pub use batch::AimAllError;
pub use error::{AimError, Given};
pub use firing::{Cell, Firing, Shot};
pub use grid::{Grid, GridError};
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use order::Order;
pub use plan::Plan;
