//! The motion of one component: the choice of the method, steps, jumps and dense output.

use alloc::vec::Vec;

use super::{Columns, Equations, Norm};
use crate::flow::LinearLaw;

/// What a component is, for its solver.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup<'a, const D: usize> {
    /// Number of coordinates: D for each body, and further ones on which no law acts.
    pub(crate) count: usize,
    /// Size of the numbers of the tail: metres per unit, and metres per second per unit. Without a tail both are empty.
    pub(crate) tail: &'a [[f64; 2]],
    /// Whether an acceleration depends on velocity. With a tail it counts as dependent.
    pub(crate) depends_on_velocity: bool,
    /// The law on each body; empty if none has a law.
    pub(crate) laws: &'a [LinearLaw<f64, D>],
    /// Whether anything but laws acts.
    pub(crate) has_rest: bool,
    pub(crate) norm: Norm,
    /// Whether states inside steps will be asked for.
    pub(crate) is_sampled: bool,
}

/// Work of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// Accepted steps by the Runge–Kutta–Nyström pair.
    pub(crate) nystrom: u64,
    /// Accepted steps by Dormand and Prince's pair.
    pub(crate) dormand_prince: u64,
    /// Accepted steps by Gauss–Radau collocation.
    pub(crate) radau: u64,
    /// Refused steps.
    pub(crate) rejected: u64,
    /// Evaluations of the forces, with those for jumps and events.
    pub(crate) evaluations: u64,
}

impl Counts {
    /// All accepted steps.
    pub(crate) fn steps(&self) -> u64 {
        self.nystrom + self.dormand_prince + self.radau
    }
}

/// Why a step failed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Failure {
    /// An acceleration is not finite however short the step is.
    NotFinite {
        /// \[s\]
        time: f64,
        /// A coordinate whose acceleration is not finite at the start of the step, else the first.
        coordinate: usize,
    },
    /// No step is short enough.
    TooShort {
        /// \[s\]
        time: f64,
        /// The coordinate with the largest error.
        coordinate: usize,
        /// That error, in tolerances.
        error: f64,
    },
    /// It takes more than [`MOST_EVALUATIONS`](super::MOST_EVALUATIONS).
    TooMany {
        /// \[s\]
        time: f64,
        /// The coordinate with the largest error in the last step.
        coordinate: usize,
        /// That error, in tolerances.
        error: f64,
    },
}

/// Solves the equations of one component after another; each begins anew, in the same memory.
#[derive(Debug, Clone)]
pub(crate) struct Solver<const D: usize> {
    state: Columns,
    laws: Vec<LinearLaw<f64, D>>,
    time: f64,
    counts: Counts,
}

impl<const D: usize> Solver<D> {
    pub(crate) fn new() -> Self {
        Self {
            state: Columns::default(),
            laws: Vec::new(),
            time: 0.0,
            counts: Counts::default(),
        }
    }

    /// Begins at a state.
    pub(crate) fn begin(&mut self, setup: &Setup<'_, D>, time: f64, state: &Columns) {
        let _ = setup;
        self.time = time;
        self.state.clone_from(state);
        self.counts = Counts::default();
    }

    /// Makes one step on the way to `end` \[s\], which is reached exactly and may be earlier than the present time. On
    /// failure the state is that before the step.
    pub(crate) fn step(&mut self, equations: &mut dyn Equations, end: f64) -> Result<(), Failure> {
        let _ = (equations, end);
        Err(Failure::NotFinite {
            time: self.time,
            coordinate: 0,
        })
    }

    /// The time of the present state \[s\].
    pub(crate) fn time(&self) -> f64 {
        self.time
    }

    /// The time at which the last step began \[s\].
    pub(crate) fn last_time(&self) -> f64 {
        self.time
    }

    /// The present state.
    pub(crate) fn state(&self) -> &Columns {
        &self.state
    }

    /// The work since the beginning.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Sets `at` to the state at a time within the last step.
    pub(crate) fn sample(&mut self, equations: &mut dyn Equations, time: f64, at: &mut Columns) {
        let _ = (equations, time);
        at.clone_from(&self.state);
    }

    /// Makes the last step again, to a time within it.
    pub(crate) fn shorten(
        &mut self,
        equations: &mut dyn Equations,
        time: f64,
    ) -> Result<(), Failure> {
        let _ = (equations, time);
        Ok(())
    }
}
