//! Numbers that are given on a command line.

use anyhow::{Result, ensure};

/// Reads a finite number above zero.
///
/// # Errors
/// What is wrong with the text, in words for the user.
pub fn positive(text: &str) -> Result<f64, String> {
    number(text, "it must be positive and finite", |value| value > 0.0)
}

/// Reads a finite number for which `is_right` holds; `wish` tells what it must be.
///
/// # Errors
/// What is wrong with the text, in words for the user.
pub fn number(text: &str, wish: &str, is_right: impl Fn(f64) -> bool) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && is_right(value) => Ok(value),
        Ok(_) => Err(wish.to_owned()),
        Err(_) => Err("it must be a number".to_owned()),
    }
}

/// Refuses a run of more than `most` steps.
///
/// # Errors
/// The number of steps, and the most that are made.
pub fn check_steps(steps: f64, most: f64) -> Result<()> {
    ensure!(
        steps <= most,
        "that takes {steps:.0} steps, and at most {most:.0} are made: ask for less time, or for fewer steps per second"
    );
    Ok(())
}
