//! The choice of the method.

use nalgebra::ComplexField;

use super::Setup;
use crate::flow::LinearLaw;

/// A method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    /// RKN 12(10).
    Nystrom,
    /// DOP853.
    DormandPrince,
    /// Gauss–Radau collocation in the frame of laws.
    Radau,
}

/// The price of an evaluation by collocation, in evaluations of the explicit methods. With one body it takes 1.5 to 1.7 times as
/// long. Fitted to 1 kg on springs of 25 to 25,600 N/m, beside quadratic drag or a field that is not linear: with 1.7, motions on
/// stiff springs take up to 50 % more time; with 1.2, those on weak springs take 10 % more.
const PRICE: f64 = 1.4;

/// The rate `h ‖L‖` below which collocation is not tried.
const LEAST_STIFFNESS: f64 = 0.05;

/// Steps before the first trial of collocation.
const FIRST_TRIAL: u32 = 12;

/// Most steps between trials.
const LONGEST_WAIT: u32 = 4096;

/// Steps before the explicit method is tried again.
const FIRST_RETURN: u32 = 32;

/// Which of the two methods runs, and for how many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Explicit { steps: u32 },
    TryRadau { steps: u32 },
    Radau { steps: u32, wait: u32 },
    TryExplicit { steps: u32, served: u32, wait: u32 },
}

/// Chooses the method that gets further per evaluation. It counts evaluations, not time, so that the choice is the same
/// on every machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Choice {
    explicit: Engine,
    /// Whether there is a choice.
    is_free: bool,
    /// `‖L‖` \[1/s\].
    stiffness: f64,
    phase: Phase,
    /// Steps of the explicit method before the next trial.
    wait: u32,
    /// Time per evaluation \[s\], of the explicit method and of collocation.
    rates: [f64; 2],
}

impl Choice {
    pub(super) const fn new() -> Self {
        Self {
            explicit: Engine::Nystrom,
            is_free: false,
            stiffness: 0.0,
            phase: Phase::Explicit { steps: 0 },
            wait: FIRST_TRIAL,
            rates: [0.0; 2],
        }
    }

    /// The choice for an island.
    pub(super) fn for_setup<const D: usize>(setup: &Setup<'_, D>) -> Self {
        let has_tail = !setup.tail.is_empty();
        let stiffness = setup.laws.iter().map(size).fold(0.0, f64::max);
        let mut choice = Self::new();
        if setup.depends_on_velocity || has_tail {
            choice.explicit = Engine::DormandPrince;
        }
        choice.stiffness = stiffness;
        if setup.laws.is_empty() || has_tail {
            return choice;
        }
        if setup.has_rest {
            choice.is_free = stiffness > 0.0;
        } else {
            // laws alone: collocation is exact
            choice.phase = Phase::Radau { steps: 0, wait: 0 };
        }
        choice
    }

    /// The explicit method of the island.
    pub(super) fn explicit(&self) -> Engine {
        self.explicit
    }

    /// Whether collocation is or may come into use.
    pub(super) fn may_use_radau(&self) -> bool {
        self.is_free || self.engine() == Engine::Radau
    }

    /// The method of the next step.
    pub(super) fn engine(&self) -> Engine {
        match self.phase {
            Phase::Explicit { .. } | Phase::TryExplicit { .. } => self.explicit,
            Phase::TryRadau { .. } | Phase::Radau { .. } => Engine::Radau,
        }
    }

    /// Counts an accepted step of length h \[s\] that took this many evaluations, those of refused ones included.
    pub(super) fn accepted(&mut self, h: f64, evaluations: u64) {
        if !self.is_free {
            return;
        }
        let rate = h.abs() / evaluations.max(1) as f64;
        match self.phase {
            Phase::Explicit { steps } => {
                self.mean(0, rate, steps == 0);
                let is_due = steps + 1 >= self.wait && h.abs() * self.stiffness > LEAST_STIFFNESS;
                self.phase = if is_due {
                    Phase::TryRadau { steps: 0 }
                } else {
                    Phase::Explicit {
                        steps: steps.saturating_add(1),
                    }
                };
            }
            Phase::TryRadau { steps } => self.tried_radau(rate / PRICE, steps + 1),
            Phase::Radau { steps, wait } => {
                self.mean(1, rate / PRICE, false);
                let steps = steps.saturating_add(1);
                if self.rates[1] < 0.8 * self.rates[0] {
                    self.leave_radau(steps);
                } else if steps >= wait {
                    let served = steps;
                    self.phase = Phase::TryExplicit {
                        steps: 0,
                        served,
                        wait,
                    };
                } else {
                    self.phase = Phase::Radau { steps, wait };
                }
            }
            Phase::TryExplicit {
                steps,
                served,
                wait,
            } => self.tried_explicit(rate, steps + 1, [served, wait]),
        }
    }

    /// The first three steps of a trial do not count: the first is not predicted, and lengths still change. Two count.
    fn tried_radau(&mut self, rate: f64, steps: u32) {
        if steps > 3 {
            self.mean(1, rate, steps == 4);
        }
        self.phase = if steps < 5 {
            Phase::TryRadau { steps }
        } else if self.rates[1] > self.rates[0] {
            Phase::Radau {
                steps: 0,
                wait: FIRST_RETURN,
            }
        } else {
            self.wait_longer();
            Phase::Explicit { steps: 0 }
        };
    }

    /// One step of a trial does not count, two count.
    fn tried_explicit(&mut self, rate: f64, steps: u32, [served, wait]: [u32; 2]) {
        if steps > 1 {
            self.mean(0, rate, steps == 2);
        }
        if steps < 3 {
            self.phase = Phase::TryExplicit {
                steps,
                served,
                wait,
            };
        } else if self.rates[0] > self.rates[1] {
            self.leave_radau(served);
        } else {
            self.phase = Phase::Radau {
                steps: served,
                wait: wait.saturating_mul(8),
            };
        }
    }

    /// Gives up collocation in a step that is refused again and again. Whether the method changes by that.
    pub(super) fn give_up(&mut self) -> bool {
        let was_radau = self.engine() == Engine::Radau;
        if was_radau {
            self.leave_radau(0);
        }
        was_radau
    }

    /// Goes back to the explicit method.
    fn leave_radau(&mut self, served: u32) {
        if served >= 100 {
            self.wait = FIRST_RETURN;
        } else {
            self.wait_longer();
        }
        self.phase = Phase::Explicit { steps: 0 };
    }

    fn wait_longer(&mut self) {
        self.wait = (self.wait * 8).min(LONGEST_WAIT);
    }

    /// Includes a rate in a mean, or begins one.
    fn mean(&mut self, of: usize, rate: f64, is_first: bool) {
        let mean = &mut self.rates[of];
        *mean = if is_first {
            rate
        } else {
            0.75 * *mean + 0.25 * rate
        };
    }
}

/// `max(γ, √|ω²|, |Ω|, √|tide|)` \[1/s\].
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
