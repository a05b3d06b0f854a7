//! The equations to be solved, and the work and failures that a solver reports.

use alloc::vec::Vec;

use super::{Columns, Norm};
use crate::flow::LinearLaw;

/// Marks a number of coordinates that is not known at compile time.
///
/// Code for one body is compiled with its number of coordinates, so it needs no loops over them and keeps more values in
/// registers. An evaluation then takes 20 to 45 % less time.
pub const ANY: usize = 0;

/// The part of the accelerations to evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// L and N.
    Whole,
    /// N alone.
    BesideLaws,
}

/// The equations of motion of one island.
///
/// All coordinates are lengths \[m\]. The first ones form groups, one group per body; a linear law may act on each group.
pub trait Equations {
    /// Sets the accelerations \[m/s²\] and the slopes of the tail for coordinates, velocities and tail. N is the number of
    /// coordinates for one body without a tail, else [`ANY`].
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    );

    /// Whether these are the equations of a single body without rotation: D coordinates and no tail.
    #[inline]
    fn is_one_body(&self) -> bool {
        false
    }

    /// The first jump that a force has announced between `from` and `to`; `to < from` integrates backward. Returns the last time before
    /// the jump and the first time after it, in the direction of integration.
    fn next_jump(&mut self, from: f64, to: f64) -> Option<[f64; 2]> {
        let _ = (from, to);
        None
    }
}

/// The description of an island for its solver.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a, const D: usize> {
    /// Size of the numbers of the tail: metres per unit, and metres per second per unit.
    pub tail: &'a [[f64; 2]],
    /// Whether an acceleration depends on velocity. A system with a tail counts as dependent.
    pub reads_velocity: bool,
    /// The law on each body; empty if none has a law.
    pub laws: &'a [LinearLaw<f64, D>],
    /// Whether anything but laws acts.
    pub has_rest: bool,
    /// The measure of errors.
    pub norm: Norm,
    /// Whether states inside steps will be sampled.
    pub is_sampled: bool,
}

/// Work of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Accepted steps by the Runge–Kutta–Nyström pair.
    pub nystrom: u64,
    /// Accepted steps by Dormand and Prince's pair.
    pub dormand_prince: u64,
    /// Accepted steps by collocation.
    pub collocation: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Evaluations of the forces, including those for jumps and events.
    pub evaluations: u64,
}

impl Counts {
    /// All accepted steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.nystrom + self.dormand_prince + self.collocation
    }
}

/// Called before each step; if it returns false, the step is not made.
pub type GoesOn<'a> = &'a dyn Fn() -> bool;

/// Never stops.
pub const ALWAYS: GoesOn<'static> = &|| true;

/// Why a step failed. The state is then the one before the step.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Failure {
    /// An acceleration is not finite, however short the step is.
    #[error("at {time} s the acceleration of coordinate {coordinate} is not finite")]
    NotFinite {
        /// Time of the failure \[s\].
        time: f64,
        /// Index of a coordinate whose acceleration is not finite at the start of the step; if there is none, 0.
        coordinate: usize,
    },
    /// Every step, however short, exceeds the tolerance.
    #[error(
        "at {time} s no step is short enough: the error of coordinate {coordinate} is {error} tolerances"
    )]
    TooShort {
        /// Time of the failure \[s\].
        time: f64,
        /// Index of the coordinate with the largest error.
        coordinate: usize,
        /// The largest error, in tolerances.
        error: f64,
    },
    /// The caller stopped the integration.
    #[error("stopped by the caller at {time} s")]
    Stopped {
        /// Time at which it was stopped \[s\].
        time: f64,
    },
    /// The call needs more than [`MOST_EVALUATIONS`](super::MOST_EVALUATIONS).
    #[error(
        "more than 16777216 evaluations by {time} s; the error of coordinate {coordinate} in the last step is {error} tolerances"
    )]
    TooMany {
        /// Time reached \[s\].
        time: f64,
        /// Index of the coordinate with the largest error in the last step.
        coordinate: usize,
        /// The largest error, in tolerances.
        error: f64,
    },
}

/// Evaluates the equations at a state.
#[inline(never)]
pub(super) fn evaluate_at<const D: usize>(
    equations: &mut impl Equations,
    part: Part,
    time: f64,
    at: &Columns,
    [accelerations, slopes]: [&mut Vec<f64>; 2],
) {
    let columns = [&at.x[..], &at.v, &at.z];
    if equations.is_one_body() {
        equations.evaluate::<D>(part, time, columns, accelerations, slopes);
    } else {
        equations.evaluate::<ANY>(part, time, columns, accelerations, slopes);
    }
}
