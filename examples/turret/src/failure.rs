//! Why the program ended without success.

use std::error::Error;
use std::fmt;

use kinstep::aim::AimError;

/// Why the program ended without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The world would step for too long.
    TooManySteps {
        /// How many steps.
        steps: f64,
        /// How many are enough.
        most: f64,
    },
    /// A planner refuses for another reason than the range.
    Aim(AimError<f64>),
    /// The world refuses a body, a force or a step.
    World(Box<dyn Error>),
    /// The exact gunner missed a target that kept its course.
    Missed {
        /// When the shell was fired \[s\].
        fired: f64,
        /// How far it passed the target \[m\].
        distance: f64,
        /// What was found out all the same.
        report: String,
    },
    /// The report cannot be written.
    Write(std::io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManySteps { steps, most } => write!(
                formatter,
                "that takes {steps:.0} steps, and {most:.0} are as many as are taken here: ask for fewer seconds, or for \
                 fewer steps in each"
            ),
            Self::Aim(error) => error.fmt(formatter),
            Self::World(error) => error.fmt(formatter),
            Self::Missed {
                fired,
                distance,
                report,
            } => write!(
                formatter,
                "the target kept its course, and the shell fired at {fired} s missed it by {distance} m\n{report}"
            ),
            Self::Write(error) => write!(formatter, "the report cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}

impl From<AimError<f64>> for Failure {
    fn from(error: AimError<f64>) -> Self {
        Self::Aim(error)
    }
}
