//! The motion of a world to a tolerance: its islands, each solved alone by a [`Solver`](crate::solver::Solver).

mod forces;
mod islands;
mod scratch;
mod tolerance;
mod tracks;

pub use tolerance::{Advanced, Tolerance};
pub(crate) use tracks::{Adaptive, Task, Track, Unsolved};
