//! The throw: target, start and settings.

use anyhow::Result;
use kinstep::nalgebra::Vector3;
use rapier_preview::{Settings, Target};

pub(crate) const FROM: Vector3<f64> = Vector3::new(0.0, 1.6, 0.0);
/// Launch speed \[m/s\].
pub(crate) const SPEED: f64 = 26.0;
pub(crate) const DRONE: Target = Target {
    position: Vector3::new(24.0, 7.0, -6.0),
    velocity: Vector3::new(1.5, 0.5, 6.0),
};
/// Settings at the start of the game.
pub(crate) const SETTINGS: Settings = Settings {
    dt: 1.0 / 60.0,
    substeps: 4,
    damping: 0.4,
};

/// A throw, planned on the engine's curve to hit at a whole step.
pub(crate) struct Throw {
    pub(crate) velocity: Vector3<f64>,
    pub(crate) step: u64,
}

impl Throw {
    pub(crate) fn plan(settings: &Settings) -> Result<Self> {
        let aim = settings.aim(FROM, &DRONE);
        let lofted = aim.at_speed(SPEED)?.lofted;
        let flight = settings.told().launch(FROM, lofted.velocity);
        let step = flight.first_step_after(lofted.time_of_flight);
        Ok(Self {
            velocity: aim.in_steps(step)?.velocity,
            step,
        })
    }
}
