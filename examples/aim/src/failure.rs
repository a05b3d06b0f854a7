//! Why the program ended without a table.

use std::error::Error;
use std::fmt;

use kinstep::ballistics::AirError;

/// Why the program ended without a table.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The air makes no sense.
    Air(AirError<f64>),
    /// The world refuses a throw.
    World(Box<dyn Error>),
    /// The table, the picture or the data cannot be written.
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
            Self::World(error) => error.fmt(formatter),
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}

impl From<AirError<f64>> for Failure {
    fn from(error: AirError<f64>) -> Self {
        Self::Air(error)
    }
}
