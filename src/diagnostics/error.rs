//! Errors of diagnostics.

use nalgebra::RealField;

use crate::numbers::{decimals, from_f64};
use crate::solver::Failure;
use crate::world::StepError;

/// Error of a reference, a comparison of schemes, or a report of a series. After an error the reference or series is unchanged.
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
        /// Duration of the failed step \[s\].
        dt: T,
    },
    /// The caller stopped the computation: see [`Reference::advance_while`](super::Reference::advance_while),
    /// [`compare_methods_while`](super::compare_methods_while).
    #[error("stopped by the caller at {time} s")]
    Stopped {
        /// The time reached \[s\].
        time: T,
    },
    /// The number of steps is zero.
    #[error("schemes are compared over at least one step")]
    NoSteps,
    /// The series has no samples.
    #[error("no sample was recorded")]
    Empty,
    /// A recorded time or value is NaN or infinite.
    #[error("sample {sample} is {value} at {time} s; it must be finite")]
    Sample {
        /// Index of the sample.
        sample: u64,
        /// Time of the sample \[s\].
        time: T,
        /// Value of the sample.
        value: T,
    },
    /// The scale of the errors is zero or not finite. [`relative_to`](super::Drift::relative_to) sets another one.
    #[error(
        "the error cannot be measured by a scale of {scale}; give a scale that is finite and not zero"
    )]
    Scale {
        /// The given scale, or the absolute value of the first sample.
        scale: T,
    },
    /// All samples have the same time, or the series has only one sample.
    #[error("all samples are of the same time, {time} s; a report needs two times")]
    Standstill {
        /// The time of all samples \[s\].
        time: T,
    },
}

impl<T: RealField + Copy> DiagnosticsError<T> {
    /// Converts the failure of a motion in a step of `dt` that started at `time`.
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
