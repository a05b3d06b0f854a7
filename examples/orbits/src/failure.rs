//! Why the program ended without tables.

use std::error::Error;
use std::fmt;

/// Why the program ended without tables.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The world refuses a body, a force or a step, or there is no verdict on a series.
    World(Box<dyn Error>),
    /// The tables or the picture cannot be written.
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
            Self::World(error) => error.fmt(formatter),
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}
