//! The choice between the pair and collocation.

use nalgebra::ComplexField;

use super::Setup;
use crate::flow::LinearLaw;

/// The method of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Method {
    /// The explicit pair of the island.
    #[default]
    Pair,
    /// Collocation in the frame of the flow of the laws.
    Collocation,
}

use Method::{Collocation, Pair};

/// Cost of one evaluation by collocation, in evaluations of the pair. For one body a collocation
/// evaluation takes 1.5 to 1.7 times as long. The value was fitted to 1 kg on springs of 25 to
/// 25,600 N/m, together with quadratic drag or a nonlinear field: with 1.7, motions on stiff
/// springs take up to 50 % more time; with 1.2, those on weak springs take 10 % more.
const PRICE: f64 = 1.4;

/// Values of `h ‖L‖` below which collocation is not tried, as an alternative to RKN 12(10) and to
/// DOP853, because the law then does not limit the step. With 2 and 0.5, motions to 1e-10 m and
/// less stay with the pair, and need 2 to 9 times the evaluations; with 0.05, motions on weak
/// springs take up to a tenth more time.
const LEAST_STIFFNESS: [f64; 2] = [0.5, 0.1];

/// Number of steps before the first trial of collocation.
const FIRST_TRIAL: u32 = 12;

/// Maximum number of steps between trials.
const LONGEST_WAIT: u32 = 4096;

/// Number of collocation steps before the pair is tried again. If collocation was used for long,
/// this is also the number of steps of the pair before the next trial.
const FIRST_RETURN: u32 = 32;

/// Minimum number of collocation steps that counts as long use.
const LONG: u32 = 100;

/// For the pair and for collocation: the number of first steps of a trial that are not counted, and
/// the number of all steps of a trial. The first collocation step has no prediction, and the
/// lengths of the next steps still change.
const TRIALS: [[u32; 2]; 2] = [[1, 3], [3, 5]];

/// Chooses the method that advances further per evaluation. Evaluations are counted instead of
/// measuring time, so that the choice is the same on all machines.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Choice {
    /// Whether both methods are available.
    is_free: bool,
    /// Rate `‖L‖` of the laws \[1/s\].
    stiffness: f64,
    least_stiffness: f64,
    method: Method,
    is_trial: bool,
    /// Number of steps since the method was chosen.
    steps: u32,
    /// Number of collocation steps before the trial of the pair.
    served: u32,
    /// For each method the number of its steps before the other one is tried.
    waits: [u32; 2],
    /// For each method the advance in time per evaluation \[s\].
    rates: [f64; 2],
}

impl Choice {
    /// Starts the choice for an island.
    pub(super) fn new<const D: usize>(setup: &Setup<'_, D>) -> Self {
        let has_laws = !setup.laws.is_empty() && setup.tail.is_empty();
        let stiffness = setup.laws.iter().map(size).fold(0.0, f64::max);
        Self {
            is_free: has_laws && setup.has_rest && stiffness > 0.0,
            stiffness,
            least_stiffness: LEAST_STIFFNESS[usize::from(setup.reads_velocity)],
            // collocation is exact if there are only laws
            method: if has_laws && !setup.has_rest {
                Collocation
            } else {
                Pair
            },
            is_trial: false,
            steps: 0,
            served: 0,
            waits: [FIRST_TRIAL, FIRST_RETURN],
            rates: [0.0; 2],
        }
    }

    /// The method of the next step.
    pub(super) fn method(&self) -> Method {
        self.method
    }

    /// Counts an accepted step of length h \[s\] with its number of evaluations, including those of
    /// rejected attempts.
    pub(super) fn accepted(&mut self, h: f64, evaluations: u64) {
        if !self.is_free {
            return;
        }
        let at = self.method as usize;
        let price = if self.method == Collocation {
            PRICE
        } else {
            1.0
        };
        let rate = h.abs() / (price * evaluations.max(1) as f64);
        self.steps = self.steps.saturating_add(1);
        if self.is_trial {
            let [passed, last] = TRIALS[at];
            if self.steps > passed {
                self.include(rate, self.steps == passed + 1);
            }
            if self.steps == last {
                self.decide();
            }
            return;
        }
        self.include(rate, self.steps == 1 && self.method == Pair);
        let is_stiff = h.abs() * self.stiffness > self.least_stiffness;
        if self.method == Collocation && self.rates[1] < 0.8 * self.rates[0] {
            self.return_to_pair(self.steps);
        } else if self.steps >= self.waits[at] && (is_stiff || self.method == Collocation) {
            self.served = self.steps;
            self.try_other();
        }
    }

    /// Adds a rate to the running mean of the method; the first rate starts the mean.
    fn include(&mut self, rate: f64, is_first: bool) {
        let mean = &mut self.rates[self.method as usize];
        *mean = if is_first {
            rate
        } else {
            0.75 * *mean + 0.25 * rate
        };
    }

    fn try_other(&mut self) {
        self.method = if self.method == Pair {
            Collocation
        } else {
            Pair
        };
        (self.is_trial, self.steps) = (true, 0);
    }

    /// Ends a trial, and keeps the method that advances further per evaluation.
    fn decide(&mut self) {
        self.is_trial = false;
        match (self.method, self.rates[0] < self.rates[1]) {
            (Collocation, true) => (self.steps, self.waits[1]) = (0, FIRST_RETURN),
            (Collocation, false) => self.return_to_pair(0),
            (Pair, true) => {
                (self.method, self.steps) = (Collocation, self.served);
                self.waits[1] = self.waits[1].saturating_mul(8);
            }
            (Pair, false) => self.return_to_pair(self.served),
        }
    }

    /// Returns to the pair after `served` consecutive collocation steps.
    fn return_to_pair(&mut self, served: u32) {
        self.waits[0] = if served >= LONG {
            FIRST_RETURN
        } else {
            (self.waits[0] * 8).min(LONGEST_WAIT)
        };
        (self.method, self.is_trial, self.steps) = (Pair, false, 0);
    }

    /// Abandons collocation for a step that was rejected repeatedly. Returns whether the method has
    /// changed.
    pub(super) fn give_up(&mut self) -> bool {
        let was_collocation = self.method == Collocation;
        if was_collocation {
            self.return_to_pair(0);
        }
        was_collocation
    }
}

/// Returns the rate `max(γ, √|ω²|, |Ω|, √|tide|)` of a law \[1/s\].
fn size<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let root = |value: f64| ComplexField::sqrt(value.abs());
    [
        law.damping.abs(),
        root(law.stiffness_per_mass),
        law.gyration.amax(),
        root(law.tide.amax()),
    ]
    .into_iter()
    .fold(0.0, f64::max)
}
