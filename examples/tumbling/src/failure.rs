//! Why the program ended without a table.

use std::error::Error;
use std::fmt;

use kinstep::{AddBodyError, StepError};

/// Why the program ended without a table.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The world refuses the body.
    Body(AddBodyError<f64>),
    /// The world refuses a step.
    Step(StepError<f64>),
    /// Nothing would be stepped.
    NoStep {
        /// How many steps.
        steps: f64,
    },
    /// It would step for too long.
    TooManySteps {
        /// How many steps.
        steps: f64,
        /// How many are enough.
        most: f64,
    },
    /// The table or the picture cannot be written.
    Write {
        /// Name of the file, or what it is.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(error) => error.fmt(formatter),
            Self::Step(error) => error.fmt(formatter),
            Self::NoStep { steps } => write!(
                formatter,
                "that is {steps} of a step: ask for more seconds, or for more steps in each"
            ),
            Self::TooManySteps { steps, most } => write!(
                formatter,
                "that takes {steps:.0} steps, and {most:.0} are as many as are taken here: ask for fewer seconds, or for \
                 fewer steps in each"
            ),
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}

impl From<AddBodyError<f64>> for Failure {
    fn from(error: AddBodyError<f64>) -> Self {
        Self::Body(error)
    }
}

impl From<StepError<f64>> for Failure {
    fn from(error: StepError<f64>) -> Self {
        Self::Step(error)
    }
}
