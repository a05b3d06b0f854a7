//! Steps of adaptive length, to a tolerance: Runge–Kutta–Nyström, Dormand–Prince and Gauss–Radau methods, and the choice between them.
#![allow(dead_code, unused_imports)] // until it is used

mod columns;
mod component;
mod equations;
mod forces;
mod norm;
mod plan;
mod radau;
mod scratch;
mod solver;
mod tolerance;
mod tracks;

pub(crate) use columns::Columns;
pub(crate) use equations::Equations;
pub(crate) use norm::Norm;
pub(crate) use solver::{Counts, Failure, Setup, Solver};
pub use tolerance::{Advanced, Tolerance};
pub(crate) use tracks::{Adaptive, Task, Track, Unsolved};

/// Most evaluations of the forces on a component in one call.
pub(crate) const MOST_EVALUATIONS: u64 = 1 << 26;
