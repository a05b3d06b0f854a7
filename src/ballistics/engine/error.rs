//! Errors of an engine's step.

/// Why an engine's step is invalid.
///
/// ```
/// use kinstep::ballistics::{EngineError, EngineStep};
///
/// let step = EngineStep::<2>::unity(0.02).damping(-0.1);
/// assert_eq!(step.check(), Err(EngineError::Damping { damping: -0.1 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The step is zero, negative, NaN or infinite.
    #[error("the step is {dt} s; it must be positive and finite")]
    TimeStep {
        /// The step given \[s\].
        dt: f64,
    },
    /// The number of substeps is zero.
    #[error("a step of {engine} needs at least one substep, and was given zero")]
    NoSubsteps {
        /// Which engine.
        engine: &'static str,
    },
    /// This engine does not divide its step into substeps.
    #[error("{engine} takes its step as a whole, and was given {substeps} substeps")]
    Substeps {
        /// Which engine.
        engine: &'static str,
        /// How many were given.
        substeps: u32,
    },
    /// The damping is negative, NaN or infinite.
    #[error("the damping is {damping} per second; it must be zero or positive, and finite")]
    Damping {
        /// The damping given \[1/s\].
        damping: f64,
    },
    /// Bullet's damping is the fraction of the velocity lost in a second: it must lie between 0 and 1.
    #[error(
        "the damping is {damping}; for Bullet it is the fraction of the velocity lost in a second, from 0 to 1"
    )]
    DampingShare {
        /// The damping given.
        damping: f64,
    },
    /// An Euler rule reverses the velocity in every step: whole steps are right, but no smooth curve joins them.
    #[error(
        "the damping of {damping} per second takes more than the whole velocity in a step of {dt} s, and turns it round"
    )]
    Oscillates {
        /// The damping given \[1/s\].
        damping: f64,
        /// The step given \[s\].
        dt: f64,
    },
    /// A component of gravity is NaN or infinite.
    #[error("component {axis} of gravity is {value} m/s²; it must be finite")]
    Gravity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s²\].
        value: f64,
    },
}
