//! The motion of one island: the choice of the method, steps, jumps and dense output.

use alloc::vec::Vec;

use super::ahead::Ahead;
use super::choice::{Choice, Engine};
use super::control::Control;
use super::dormand_prince::DormandPrince;
use super::instant::Instant;
use super::jump::Search;
use super::length::reset_all;
use super::norm::Largest;
use super::nystrom::Nystrom;
use super::radau::Radau;
use super::{Columns, Norm};
use crate::flow::LinearLaw;

/// What an island is, for its solver.
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

/// Asked before each step, which is not made if the answer is false.
pub(crate) type GoesOn<'a> = &'a dyn Fn() -> bool;

/// Never stops.
pub(crate) const ALWAYS: GoesOn<'static> = &|| true;

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
    /// The caller stopped it.
    Stopped {
        /// \[s\]
        time: f64,
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

/// Solves the equations of one island after another; each begins anew, in the same memory.
#[derive(Debug, Clone)]
pub(crate) struct Solver<const D: usize> {
    pub(super) laws: Vec<LinearLaw<f64, D>>,
    pub(super) tail: Vec<[f64; 2]>,
    pub(super) norm: Norm,
    pub(super) present: Instant,
    /// Where the last step began; during a step, the state before it if it has crossed a jump.
    pub(super) start: Instant,
    pub(super) has_crossed: bool,
    /// Length of the last step \[s\].
    pub(super) last_h: f64,
    pub(super) last_engine: Engine,
    pub(super) change: Columns,
    /// Accelerations and slopes of the tail at the present state.
    pub(super) accelerations: Vec<f64>,
    pub(super) slopes: Vec<f64>,
    pub(super) is_evaluated: bool,
    pub(super) spare: [Vec<f64>; 2],
    pub(super) nystrom: Nystrom,
    pub(super) dormand_prince: DormandPrince,
    pub(super) radau: Radau<D>,
    pub(super) choice: Choice,
    pub(super) control: Control,
    /// Absolute lengths of the next step of the explicit method and of collocation \[s\]; zero if not known.
    pub(super) lengths: [f64; 2],
    /// The longest step accepted so far \[s\]: the time over which an error of velocity counts.
    pub(super) longest: f64,
    pub(super) ahead: Ahead,
    pub(super) search_memory: Search,
    pub(super) worst: Largest,
    pub(super) counts: Counts,
    /// Jumps crossed since the last step that is longer than rounding.
    pub(super) crossings: u32,
    /// The time \[s\] and the evaluations when the progress was looked at.
    pub(super) watched: (f64, u64),
}

impl<const D: usize> Solver<D> {
    pub(crate) fn new() -> Self {
        Self {
            laws: Vec::new(),
            tail: Vec::new(),
            norm: Norm {
                length: 0.0,
                relative: 0.0,
                epsilon: f64::EPSILON,
            },
            present: Instant::new(),
            start: Instant::new(),
            has_crossed: false,
            last_h: 0.0,
            last_engine: Engine::Nystrom,
            change: Columns::default(),
            accelerations: Vec::new(),
            slopes: Vec::new(),
            is_evaluated: false,
            spare: [Vec::new(), Vec::new()],
            nystrom: Nystrom::default(),
            dormand_prince: DormandPrince::default(),
            radau: Radau::default(),
            choice: Choice::new(),
            control: Control::new(1.0),
            lengths: [0.0; 2],
            longest: 0.0,
            ahead: Ahead::new(),
            search_memory: Search::default(),
            worst: Largest::ZERO,
            counts: Counts::default(),
            crossings: 0,
            watched: (0.0, 0),
        }
    }

    /// Begins at a state.
    pub(crate) fn begin(&mut self, setup: &Setup<'_, D>, time: f64, state: &Columns) {
        let (count, tail) = (state.x.len(), state.z.len());
        self.laws.clear();
        self.laws.extend_from_slice(setup.laws);
        self.tail.clear();
        self.tail.extend_from_slice(setup.tail);
        self.norm = setup.norm;
        self.present.begin(time, state);
        self.start.begin(time, state);
        self.last_h = 0.0;
        self.change.reset(count, tail);
        self.search_memory.begin(count, tail);
        let [accelerations, slopes] = &mut self.spare;
        reset_all([&mut self.accelerations, accelerations], count, 0.0);
        reset_all([&mut self.slopes, slopes], tail, 0.0);
        self.is_evaluated = false;
        self.choice = Choice::for_setup(setup);
        self.last_engine = self.choice.engine();
        let is_nystrom = self.choice.explicit() == Engine::Nystrom;
        self.nystrom.begin(if is_nystrom { count } else { 0 });
        let [count, tail] = if is_nystrom { [0; 2] } else { [count, tail] };
        self.dormand_prince.begin(count, tail);
        if self.choice.may_use_radau() {
            self.radau.begin(setup);
        }
        self.control = Control::new(self.exponent());
        self.lengths = [0.0; 2];
        self.longest = 0.0;
        self.ahead = Ahead::new();
        self.worst = Largest::ZERO;
        self.counts = Counts::default();
        self.crossings = 0;
        self.watched = (time, 0);
    }

    /// Goes on from the present state under forces that may be others: forgets what was evaluated, and counts work anew.
    pub(crate) fn resume(&mut self) {
        self.is_evaluated = false;
        self.control.forget();
        self.radau.forget();
        self.ahead = Ahead::new();
        self.counts = Counts::default();
        self.crossings = 0;
        self.watched = (self.time(), 0);
    }

    /// One over the order of the error of the explicit method.
    pub(super) fn exponent(&self) -> f64 {
        match self.choice.explicit() {
            Engine::Nystrom => 1.0 / 11.0,
            _ => 1.0 / 8.0,
        }
    }

    /// The time of the present state \[s\].
    pub(crate) fn time(&self) -> f64 {
        self.present.time()
    }

    /// The time at which the last step began \[s\].
    pub(crate) fn last_time(&self) -> f64 {
        self.start.time()
    }

    /// The present state.
    pub(crate) fn state(&self) -> &Columns {
        &self.present.state
    }

    /// The work since the beginning.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
}
