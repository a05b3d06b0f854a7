//! What can go wrong with a flight.

use kinstep::{AddBodyError, AddForceError, AddForceOnError, StepError};

/// Why a lander does not fly.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlightError {
    /// A number of the craft or of its start makes no sense.
    #[error(transparent)]
    Body(#[from] AddBodyError<f64>),
    /// A number of the craft's engines or of the planet makes no sense.
    #[error(transparent)]
    Force(#[from] AddForceError<f64>),
    /// An engine makes no sense on this craft.
    #[error(transparent)]
    Engine(#[from] AddForceOnError<f64>),
    /// Fuel does not flow back.
    #[error("the step is {dt} s; a lander only flies forward")]
    Backwards {
        /// The length given \[s\].
        dt: f64,
    },
    /// The step cannot be made.
    #[error(transparent)]
    Step(#[from] StepError<f64>),
}
