//! Why the program ended without a table.

use std::error::Error;
use std::fmt;

/// Why the program ended without a table.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The swarm refuses a body or a step.
    Swarm(Box<dyn Error>),
    /// The table or the picture cannot be written.
    Write {
        /// Name of the file, or what it is.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}

impl Failure {
    /// What the swarm said.
    pub(crate) fn swarm(error: impl Error + 'static) -> Self {
        Self::Swarm(Box::new(error))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swarm(error) => error.fmt(formatter),
            Self::Write { file, error } => write!(formatter, "{file} cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}
