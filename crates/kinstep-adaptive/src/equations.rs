//! The equations to be solved, and what a solver reports: its work, and failures.

use crate::flow::LinearLaw;
use nalgebra::ComplexField;

/// Number of coordinates that means: not known at compile time.
///
/// Code for one body is compiled for its number of coordinates. Such code needs no loops over
/// coordinates, and keeps more values in registers. An evaluation then takes 20 to 45 % less time.
pub const ANY: usize = 0;

/// The part of the accelerations L + N that is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// L and N: all accelerations.
    Whole,
    /// N alone, without the laws.
    BesideLaws,
}

/// Equations of motion of one island.
///
/// All coordinates are lengths \[m\]. The first coordinates form groups, one for each body; a
/// linear law may act on each group.
pub trait Equations {
    /// Whether [`is_one_body`](Self::is_one_body) may return true. If not, no code for one body is compiled.
    const MAY_BE_ONE_BODY: bool = false;

    /// Computes the accelerations \[m/s²\], and the slopes of the tail, for given coordinates,
    /// velocities and tail. N is the number of coordinates of a single body without a tail, else
    /// [`ANY`].
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

    /// Returns the first jump that a force has announced between `from` and `to`; `to < from`
    /// integrates backward. The result is the last time before the jump and the first time after
    /// it, in the direction of integration.
    fn next_jump(&mut self, from: f64, to: f64) -> Option<[f64; 2]> {
        let _ = (from, to);
        None
    }
}

/// Properties of an island that its solver needs.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a, const D: usize> {
    /// Weight of an error of each number of the tail: metres per unit, and metres per second per
    /// unit.
    pub tail: &'a [[f64; 2]],
    /// Whether an acceleration depends on velocity. It must be true for every system with a tail.
    pub reads_velocity: bool,
    /// The law on each body; empty if no body has a law.
    pub laws: &'a [LinearLaw<f64, D>],
    /// Whether there are accelerations other than those by laws.
    pub has_rest: bool,
    /// How errors are measured.
    pub norm: Norm,
    /// Whether states inside steps will be sampled.
    pub is_sampled: bool,
}

/// The work of a solver.
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
    /// Returns the number of accepted steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.nystrom + self.dormand_prince + self.collocation
    }
}

/// Function that is called before each step; if it returns false, the step is not made.
pub type GoesOn<'a> = &'a dyn Fn() -> bool;

/// Never stops the integration.
pub const ALWAYS: GoesOn<'static> = &|| true;

/// Why a step failed. The state is then the state before the step.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Failure {
    /// An acceleration is not finite, however short the step is.
    #[error("at {time} s the acceleration of coordinate {coordinate} is not finite")]
    NotFinite {
        /// Time of the failure \[s\].
        time: f64,
        /// Index of a coordinate whose acceleration is not finite at the start of the step; 0 if
        /// all are finite there.
        coordinate: usize,
    },
    /// Even the shortest step exceeds the tolerance.
    #[error(
        "at {time} s no step is short enough: the error of coordinate {coordinate} is {error} tolerances"
    )]
    TooShort {
        /// Time of the failure \[s\].
        time: f64,
        /// Index of the coordinate with the largest error.
        coordinate: usize,
        /// The maximum error of a coordinate, in tolerances.
        error: f64,
    },
    /// The caller stopped the integration.
    #[error("stopped by the caller at {time} s")]
    Stopped {
        /// Time at which the integration was stopped \[s\].
        time: f64,
    },
    /// The call needs more evaluations than [`MOST_EVALUATIONS`](super::MOST_EVALUATIONS).
    #[error(
        "more than 16777216 evaluations by {time} s; the error of coordinate {coordinate} in the last step is {error} tolerances"
    )]
    TooMany {
        /// Time reached \[s\].
        time: f64,
        /// Index of the coordinate with the largest error in the last step.
        coordinate: usize,
        /// The maximum error in the last step, in tolerances.
        error: f64,
    },
}

// The size of an error, and lengths of steps.

/// How errors are measured: `max(|e_x|, T |e_v|) / (m + r |x|)`, and the maximum over all
/// coordinates.
///
/// T is the time for which an error of velocity acts: the longest step accepted up to now in the
/// call, a time in which the motion itself changes. The length of the present step is not suitable:
/// steps are short after jumps, in close encounters and near the attractor of an orbit, but an
/// error of velocity made there persists.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Norm {
    /// Absolute tolerance m \[m\].
    pub length: f64,
    /// Relative tolerance r.
    pub relative: f64,
    /// ε of the numbers that forces read. The tolerance is at least `8 ε (1 + |x|)`.
    pub epsilon: f64,
}

impl Norm {
    /// Returns the tolerance of a coordinate with the value x \[m\].
    #[must_use]
    pub fn tolerance(&self, x: f64) -> f64 {
        let size = x.abs();
        (self.length + self.relative * size).max(8.0 * self.epsilon * (1.0 + size))
    }
}

/// The maximum of some errors, and the coordinate with this error. NaN counts as the largest error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Largest {
    pub(super) error: f64,
    pub(super) coordinate: usize,
}

impl Largest {
    pub(super) const fn infinite(coordinate: usize) -> Self {
        Self {
            error: f64::INFINITY,
            coordinate,
        }
    }

    #[inline]
    pub(super) fn include(&mut self, error: f64, coordinate: usize) {
        if error > self.error || error.is_nan() {
            self.error = if error.is_nan() { f64::INFINITY } else { error };
            self.coordinate = coordinate;
        }
    }
}

/// Gustafsson's predictive control (1994) of step lengths. With the error e of a step, and the
/// error e₋ and the length h₋ of the accepted step before, the factor of the next length is
/// `min(0.85 e^-k, 0.85 (h/h₋) (e₋/e²)^k)`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Control {
    /// The exponent k, the reciprocal of the order of the error.
    exponent: f64,
    /// Minimum value of `e₋^k` that is used: the value for an error of 1e-4 tolerances.
    least: f64,
    /// \[h₋, e₋^k\]; `None` at the beginning, and after a jump or a change of the method.
    before: Option<[f64; 2]>,
    was_rejected: bool,
}

impl Control {
    pub(super) fn new(exponent: f64) -> Self {
        Self {
            exponent,
            least: ComplexField::powf(1e-4_f64, exponent),
            before: None,
            was_rejected: false,
        }
    }

    /// Forgets the last step.
    pub(super) fn forget(&mut self) {
        self.before = None;
        self.was_rejected = false;
    }

    /// Returns the length of the step accepted last \[s\]; `None` if unknown.
    pub(super) fn last_length(&self) -> Option<f64> {
        self.before.map(|[h, _]| h)
    }

    /// Returns the factor of the next length after an accepted step of length h.
    pub(super) fn accepted(&mut self, h: f64, error: f64) -> f64 {
        // e^-k
        let power = ComplexField::powf(error.max(1e-10), -self.exponent);
        let mut factor = 0.85 * power;
        if let Some([h_before, power_before]) = self.before {
            let predicted = 0.85 * (h / h_before) * (power_before * (power * power));
            factor = factor.min(predicted);
        }
        let most = if self.was_rejected { 1.0 } else { 6.0 };
        self.before = Some([h, (1.0 / power).max(self.least)]);
        self.was_rejected = false;
        factor.clamp(0.333, 6.0).min(most)
    }

    /// Returns the factor of the length for the next attempt at a rejected step.
    ///
    /// Far above the tolerance, an error grows faster than with its nominal order; for example with
    /// order 17 instead of 11 in a step past the point of an orbit nearest to the attractor.
    pub(super) fn rejected(&mut self, error: f64) -> f64 {
        self.was_rejected = true;
        if error.is_finite() {
            let counted = error.min(2.0 * ComplexField::powf(error, 0.7));
            (0.85 * ComplexField::powf(counted, -self.exponent)).clamp(0.1, 0.9)
        } else {
            0.1
        }
    }

    /// Returns the length of the first step of an explicit method \[s\], after Hairer, Nørsett and
    /// Wanner II.4. A motion that changes at the rate λ \[1/s\] with amplitude A has errors of
    /// about `A (λ h)ⁿ`; A is given in tolerances.
    pub(super) fn first_length(&self, rate: f64, amplitude: f64) -> f64 {
        ComplexField::powf(0.01 / amplitude, self.exponent) / rate
    }
}

/// Returns the maximum absolute value.
pub(super) fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values
        .into_iter()
        .fold(0.0, |most, value| most.max(value.abs()))
}

/// Returns the maximum difference of numbers with the same index.
pub(super) fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |most, (one, other)| most.max((one - other).abs()))
}
