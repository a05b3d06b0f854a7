//! Integrates equations of motion to a tolerance, without a world.
//!
//! ```
//! use kinstep_adaptive::{Columns, Equations, Norm, Part, Setup, Solver, Workspace};
//!
//! /// `x'' = -sin x`
//! struct Pendulum;
//!
//! impl Equations for Pendulum {
//!     fn evaluate<const N: usize>(
//!         &mut self,
//!         _part: Part,
//!         _time: f64,
//!         [x, _v, _tail]: [&[f64]; 3],
//!         accelerations: &mut [f64],
//!         _slopes: &mut [f64],
//!     ) {
//!         accelerations[0] = -x[0].sin();
//!     }
//! }
//!
//! let setup = Setup::<1> {
//!     tail: &[],
//!     reads_velocity: false,
//!     laws: &[],
//!     has_rest: true,
//!     norm: Norm { length: 1e-10, relative: 0.0, epsilon: f64::EPSILON },
//!     is_sampled: false,
//! };
//! let (mut solver, mut work) = (Solver::default(), Workspace::default());
//! solver.begin(&setup, 0.0, &Columns { x: vec![3.0], v: vec![0.0], z: vec![] });
//! while solver.time() < 10.0 {
//!     solver.step(&mut work, &mut Pendulum, 10.0)?;
//! }
//! let (x, v) = (solver.state().x[0], solver.state().v[0]);
//! assert!((0.5 * v * v - x.cos() + 3.0_f64.cos()).abs() < 1e-9); // the energy of the start
//! assert!(solver.counts().evaluations < 1000);
//! # Ok::<(), kinstep_adaptive::Failure>(())
//! ```
//!
//! [`World::advance`](https://docs.rs/kinstep) does this for a world of bodies and forces. The
//! equations are
//!
//! ```text
//! x'' = L(t, x, x') + N(t, x, x', z)      z' = g(t, x, x', z)
//! ```
//!
//! x are lengths. L is a linear law on each body, if there is one, and N is the remaining
//! acceleration. z, the *tail*, contains the numbers that have only a slope: orientation and
//! angular momentum in space, and the work of forces.
//!
//! The *driver* stores the state as compensated sums, the length of the next step, and a method.
//! The method *tries* a step: it returns the change of the state and the error, in tolerances. The
//! driver accepts the step, tries a shorter one, or ends it at a jump of the forces. There are two
//! methods: a *pair* of explicit Runge–Kutta formulas, whose coefficients are a table, and
//! *collocation*, which integrates the law exactly. Both methods also give the states inside the
//! last accepted step.
//!
//! Only allocated memory is kept from call to call, which changes no bit of a result. All numbers
//! are `f64`. The choices of the driver depend on counts and errors, never on measured time, so
//! results have the same bits on all machines.
//!
//! | file | contents |
//! |---|---|
//! | `equations`, `state` | the equations to be solved, and their variables |
//! | `drive` | steps: try, accept, reject; states inside the last step |
//! | `erased`, `compiled` | equations behind a pointer, so that the solver is compiled once |
//! | `jump` | announced jumps of forces, and the search for others |
//! | `choice` | pair or collocation |
//! | `pair` | explicit steps: one loop over stages, and the tables of its two pairs |
//! | `collocation` | steps in the frame of the flow of the laws |
#![cfg_attr(not(feature = "std"), no_std)]
// the documentation on docs.rs states which feature an item needs
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// these lints apply only to the library; examples and tests handle failures in other ways
#![warn(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

extern crate alloc;

use kinstep_flow::{flow, numbers};

mod choice;
mod collocation;
#[doc(hidden)]
pub mod compiled;
#[doc = include_str!("derivation.md")]
pub mod derivation {}
mod drive;
mod equations;
mod erased;
mod jump;
mod pair;
mod state;
#[cfg(test)]
mod tests;

pub use drive::Solver;
pub use equations::Norm;
pub use equations::{ALWAYS, ANY, Counts, Equations, Failure, GoesOn, Part, Setup};
pub use state::{Columns, Workspace};

/// Maximum number of evaluations of the forces on an island in one call.
pub const MOST_EVALUATIONS: u64 = 1 << 24;

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    /// Time at which the step starts \[s\].
    time: f64,
    /// Length of the step \[s\]; negative in backward integration.
    h: f64,
    /// Latest time at which forces may be evaluated \[s\].
    latest: f64,
    /// The state at the start of the step.
    start: &'a Columns,
    norm: &'a Norm,
    /// Time for which an error of velocity acts \[s\]: T of [`Norm`].
    lasting: f64,
}
