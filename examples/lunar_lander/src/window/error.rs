//! Why there is no window.

use lunar_lander::lander::FlightError;
use lunar_lander::recording::{ReplayError, SaveError};

use crate::pilot::NoSuchPad;

/// Why the game does not run in a window.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WindowError {
    /// Nothing to open a window on.
    #[error(
        "there is no display to open a window on: {cause}; lunar_lander --headless --autopilot flies without one"
    )]
    NoDisplay {
        /// What is missing.
        cause: &'static str,
    },
    /// The display does not do it.
    #[error(
        "the window does not open: {cause}; lunar_lander --headless --autopilot flies without one"
    )]
    NotOpened {
        /// What the system says.
        cause: String,
    },
    /// A flight cannot go on.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// A recording cannot be flown again.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A flight cannot be stored.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The autopilot is to land where no pad is.
    #[error(transparent)]
    Pad(#[from] NoSuchPad),
    /// A picture of the window cannot be written.
    #[error("cannot write {file}: {cause}")]
    Screenshot {
        /// Where to.
        file: String,
        /// Why not.
        cause: String,
    },
}
