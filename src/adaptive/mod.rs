//! Steps of adaptive length, to a tolerance: Runge–Kutta–Nyström, Dormand–Prince and Gauss–Radau methods, and the choice between them.
#![allow(dead_code, unused_imports)] // until it is used

mod columns;
mod equations;
mod norm;
mod radau;
mod solver;

pub(crate) use columns::Columns;
pub(crate) use equations::Equations;
pub(crate) use norm::Norm;
pub(crate) use solver::{Counts, Failure, Setup, Solver};

/// Most evaluations of the forces on a component in one call.
pub(crate) const MOST_EVALUATIONS: u64 = 1 << 26;
