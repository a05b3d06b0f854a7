//! Launch speeds in terminal speeds, and angles.

use anyhow::Result;

use super::{Cells, comparison};
use crate::throw::Throw;

/// Launch speeds in terminal speeds.
pub(crate) const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0];
/// Over the horizon \[degrees\].
pub(crate) const ANGLES: [f64; 3] = [20.0, 45.0, 70.0];
/// \[m/s\]; percentages do not depend on it.
const TERMINAL_SPEED: f64 = 30.0;

/// The throw of a speed in terminal speeds, and an angle.
pub(crate) fn throw(speed: f64, angle: f64) -> Throw {
    Throw::on_level_ground(speed * TERMINAL_SPEED, angle, TERMINAL_SPEED)
}

/// The table.
pub(crate) fn cells() -> Result<Cells> {
    let throws = SPEEDS.iter().flat_map(|&speed| {
        ANGLES.map(|angle| (format!("v0/vT={speed}, {angle} deg"), throw(speed, angle)))
    });
    comparison(throws)
}
