//! Steps of adaptive length, to a tolerance: Runge–Kutta–Nyström, Dormand–Prince and Gauss–Radau methods, and the choice between them.

mod ahead;
mod choice;
mod columns;
mod control;
mod dormand_prince;
mod equations;
mod first_length;
mod forces;
mod instant;
mod islands;
mod jump;
mod length;
mod norm;
mod nystrom;
mod output;
mod radau;
mod scratch;
mod solver;
mod stages;
mod step;
mod tolerance;
mod tracks;

#[cfg(test)]
mod tests;

pub(crate) use columns::Columns;
pub(crate) use equations::Equations;
pub(crate) use length::ANY;
pub(crate) use norm::Norm;
pub(crate) use solver::{ALWAYS, Counts, Failure, GoesOn, Setup, Solver};
pub use tolerance::{Advanced, Tolerance};
pub(crate) use tracks::{Adaptive, Task, Track, Unsolved};

/// Most evaluations of the forces on an island in one call.
pub(crate) const MOST_EVALUATIONS: u64 = 1 << 24;

/// A step to be tried by an explicit method.
#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    /// \[s\]
    time: f64,
    /// \[s\], of either sign.
    h: f64,
    state: &'a Columns,
    /// Accelerations at the state \[m/s²\].
    accelerations: &'a [f64],
    /// Slopes of the tail at the state.
    slopes: &'a [f64],
    norm: &'a Norm,
    /// The time over which an error of velocity counts \[s\]: T of [`Norm`].
    lasting: f64,
    /// Size of the numbers of the tail, as in [`Setup`].
    tail: &'a [[f64; 2]],
}
