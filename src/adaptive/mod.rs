//! The motion of a world to a tolerance. A [`Solver`](crate::solver::Solver) solves each island
//! separately.

mod forces;
mod islands;
mod scratch;
mod tolerance;
mod tracks;

pub use tolerance::{Advanced, Tolerance};
pub(crate) use tracks::{Adaptive, Task, Track, Unsolved};
