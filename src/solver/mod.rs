//! Steps to a tolerance, for equations of motion without a world.
//!
//! ```text
//! x'' = L(t, x, x') + N(t, x, x', z)      z' = g(t, x, x', z)
//! ```
//!
//! x are lengths. L is a linear law on each body, if there is one, and N is the rest of the acceleration. z, the *tail*, is what has only
//! a slope: orientation and angular momentum in space, the work of forces.
//!
//! The *driver* holds the state as sums with their rounding errors, the length of the next step, and a method. The method *tries* a step:
//! it tells by how much the state changes, and how large the error is, in tolerances. The driver accepts the step, tries a shorter one, or
//! ends it at a jump of the forces. There are two methods: a *pair* of explicit Runge–Kutta formulas, whose coefficients are a table, and
//! *collocation*, which integrates the law exactly. Each knows the states inside the last accepted step.
//!
//! Nothing is remembered from call to call but memory, which changes no bit of a result. All numbers are `f64`. The choices of the driver
//! depend on counts and errors, never on time that was measured, so that results have the same bits on all machines.
//!
//! | file | what is in it |
//! |---|---|
//! | `equations`, `state` | what is solved, and the numbers that are solved for |
//! | `drive` | steps: try, accept, refuse; states inside the last one |
//! | `length` | the error of a step in tolerances, and lengths of steps |
//! | `jump` | announced jumps of forces, and the search for others |
//! | `choice` | pair or collocation |
//! | `pair` | explicit steps: one loop over stages, and the tables of its two pairs |
//! | `collocation` | steps in the frame of the flow of the laws |

mod choice;
mod collocation;
mod drive;
mod equations;
mod jump;
mod length;
mod pair;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use drive::Solver;
pub(crate) use equations::{ALWAYS, ANY, Counts, Equations, Failure, GoesOn, Part, Setup};
pub(crate) use length::Norm;
pub(crate) use state::{Columns, Workspace};

/// Most evaluations of the forces on an island in one call.
pub(crate) const MOST_EVALUATIONS: u64 = 1 << 24;

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    /// When it starts \[s\].
    time: f64,
    /// Its length \[s\], of either sign.
    h: f64,
    /// The latest time for which forces are asked \[s\].
    latest: f64,
    /// The state at its start.
    start: &'a Columns,
    norm: &'a Norm,
    /// The time over which an error of velocity counts \[s\]: T of [`Norm`].
    lasting: f64,
}
