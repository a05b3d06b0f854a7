//! Why the program ended without success.

use std::error::Error;
use std::fmt;

/// Why the program ended without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It would run for too long.
    TooLong {
        /// For how long \[h\].
        hours: f64,
        /// How much is enough \[h\].
        most: f64,
    },
    /// A contender refuses bodies or a step.
    Broken {
        contender: &'static str,
        error: Box<dyn Error>,
    },
    /// A contender does not move as its own rule says.
    WrongMotion {
        contender: &'static str,
        /// By how much \[m\].
        missed: f64,
        /// What rounding explains \[m\].
        allowed: f64,
    },
    /// A file, or the report, cannot be written.
    Write { what: String, error: Box<dyn Error> },
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { hours, most } => write!(
                formatter,
                "that takes {hours:.1} hours, and {most} are as many as are measured here: ask for fewer seconds, or for \
                 fewer counts"
            ),
            Self::Broken { contender, error } => write!(formatter, "{contender}: {error}"),
            Self::WrongMotion {
                contender,
                missed,
                allowed,
            } => write!(
                formatter,
                "{contender} has a throw {missed:.1e} m from where its own rule has it after 10 s, and rounding explains \
                 {allowed:.1e} m: it is not measured doing something else"
            ),
            Self::Write { what, error } => write!(formatter, "{what} cannot be written: {error}"),
        }
    }
}

impl Error for Failure {}
