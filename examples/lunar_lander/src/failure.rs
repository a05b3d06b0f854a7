//! What goes wrong in the program.

use std::io;

use lunar_lander::headless::HeadlessError;
use lunar_lander::lander::FlightError;
use lunar_lander::picture::PictureError;
use lunar_lander::recording::{LoadError, SaveError};

use crate::pilot::NoSuchPad;
use crate::window::WindowError;

/// Why there is no flight, or nothing to show of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Flight(#[from] FlightError),
    #[error(transparent)]
    Headless(#[from] HeadlessError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Window(#[from] WindowError),
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
    #[error(transparent)]
    Pad(#[from] NoSuchPad),
}
