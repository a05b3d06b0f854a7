//! Why a diagnosis has no result.

use nalgebra::RealField;

use crate::numbers::{decimals, from_f64};
use crate::solver::Failure;
use crate::world::StepError;

/// Why a reference could not advance, schemes could not be compared, or a series has no report. The reference is then unchanged.
///
/// ```
/// use kinstep::diagnostics::{DiagnosticsError, Drift, Reference, compare_schemes};
/// use kinstep::{Body2, Scheme, World2};
///
/// // a force with a pole, where the body starts
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0))?;
/// world.add_force(|body: &Body2, _time: f64| body.position / body.position.norm())?;
/// let error = Reference::new(&world).advance(1.0).unwrap_err();
/// assert_eq!(error, DiagnosticsError::NotFinite { time: 0.0 });
///
/// assert_eq!(compare_schemes(&world, 0.1, 0, &Scheme::ALL), Err(DiagnosticsError::NoSteps));
///
/// let drift: Drift<f64> = [(2.0, 5.0), (2.0, 5.0)].into_iter().collect();
/// assert_eq!(drift.report(), Err(DiagnosticsError::Standstill { time: 2.0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagnosticsError<T> {
    /// The duration is NaN or infinite, or the state of a body is invalid.
    #[error(transparent)]
    Step(#[from] StepError<T>),
    /// A force or a state becomes NaN or infinite.
    #[error("on the way from {time:.a$} s a force, or a body, gets to a number that is not finite", a = decimals(time))]
    NotFinite {
        /// Start of the failed step \[s\].
        time: T,
    },
    /// The motion changes so fast that the step takes more than 16 million evaluations of the forces.
    #[error("the motion from {time:.a$} s changes too fast to be followed for {dt:.b$} s", a = decimals(time), b = decimals(dt))]
    TooFast {
        /// Start of the failed step \[s\].
        time: T,
        /// Its length \[s\].
        dt: T,
    },
    /// The caller stopped it: see [`Reference::advance_while`](super::Reference::advance_while), [`compare_methods_while`](super::compare_methods_while).
    #[error("stopped by the caller at {time} s")]
    Stopped {
        /// The time that was reached \[s\].
        time: T,
    },
    /// The number of steps is zero.
    #[error("schemes are compared over at least one step")]
    NoSteps,
    /// Nothing was recorded.
    #[error("no sample was recorded")]
    Empty,
    /// A time or value was NaN or infinite.
    #[error("sample {sample} is {value} at {time} s; it must be finite")]
    Sample {
        /// Its index.
        sample: u64,
        /// Its time \[s\].
        time: T,
        /// Its value.
        value: T,
    },
    /// The scale of the errors is zero or not finite.
    #[error("the error cannot be measured by a scale of {scale}; give another with `relative_to`")]
    Scale {
        /// The scale: the one given, or the absolute first value.
        scale: T,
    },
    /// All samples have the same time, or there is only one.
    #[error("all samples are of the same time, {time} s; a report needs two times")]
    Standstill {
        /// The time \[s\].
        time: T,
    },
}

impl<T: RealField + Copy> DiagnosticsError<T> {
    /// The error of a motion from `time` over `dt`.
    pub(super) fn from_failure(failure: Failure, time: T, dt: T) -> Self {
        match failure {
            Failure::NotFinite { .. } => Self::NotFinite { time },
            Failure::Stopped { time } => Self::Stopped {
                time: from_f64(time),
            },
            Failure::TooShort { .. } | Failure::TooMany { .. } => Self::TooFast { time, dt },
        }
    }
}
