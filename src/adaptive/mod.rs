//! The motion of a world to a tolerance: a [`Solver`](crate::solver::Solver) solves each island alone.

mod forces;
mod islands;
mod scratch;
mod tolerance;
mod tracks;

pub use tolerance::{Advanced, Tolerance};
pub(crate) use tracks::{Adaptive, Task, Track, Unsolved};
