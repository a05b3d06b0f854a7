//! Why the program ended without a table.

use std::fmt;

use kinstep::ballistics::{AirError, EngineError, QuadraticAirError};

/// Why the program ended without a table.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The air makes no sense.
    Air(AirError<f64>),
    /// Nor does its drag as the square of the speed.
    QuadraticAir(QuadraticAirError<f64>),
    /// The steps of the engines make no sense.
    Engine(EngineError<f64>),
    /// It starts on the ground, and stays there.
    NotThrown,
    /// There is no landing to compare.
    NeverLands {
        /// Under which model or engine.
        name: &'static str,
    },
    /// The engines would step for too long.
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
            Self::Air(error) => error.fmt(formatter),
            Self::QuadraticAir(error) => error.fmt(formatter),
            Self::Engine(error) => error.fmt(formatter),
            Self::NotThrown => write!(
                formatter,
                "nothing flies that lies on the ground: give it a height, or a speed and an angle upward"
            ),
            Self::NeverLands { name } => write!(
                formatter,
                "under {name} the throw does not come down to the ground, as far as numbers can tell"
            ),
            Self::TooManySteps { steps, most } => write!(
                formatter,
                "the flight takes {steps:.0} steps, and {most:.0} are as many as are taken here: ask for fewer steps in a \
                 second, or a shorter flight"
            ),
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<AirError<f64>> for Failure {
    fn from(error: AirError<f64>) -> Self {
        Self::Air(error)
    }
}

impl From<QuadraticAirError<f64>> for Failure {
    fn from(error: QuadraticAirError<f64>) -> Self {
        Self::QuadraticAir(error)
    }
}

impl From<EngineError<f64>> for Failure {
    fn from(error: EngineError<f64>) -> Self {
        Self::Engine(error)
    }
}
