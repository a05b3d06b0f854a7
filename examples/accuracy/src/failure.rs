//! Why the program ended without a page.

use std::error::Error;
use std::fmt;

/// Why the program ended without a page.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file or directory cannot be written.
    Write {
        /// Its name.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// An experiment did not come to a result.
    Experiment {
        /// Its name.
        name: &'static str,
        /// Why.
        error: Box<dyn Error>,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
            Self::Experiment { name, error } => {
                write!(formatter, "experiment {name} came to no result: {error}")
            }
        }
    }
}

impl Error for Failure {}
