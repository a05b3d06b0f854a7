//! Energy over three hours at 60 Hz.

use anyhow::Result;
use kinstep::diagnostics::{Drift, DriftReport};
use kinstep::{Scheme, World2};
use support::drawing::numbers::seconds;

use super::THREE_HOURS;

/// Steps in a second.
pub(super) const RATE: f64 = 60.0;
/// A run with so many times its energy has blown up.
const BLOWN_UP: f64 = 1e6;

/// What became of the energy of a world, relative to that at the start.
#[derive(Debug)]
pub(super) struct LongRun {
    pub(super) report: DriftReport<f64>,
    /// The mean of the error.
    pub(super) mean: f64,
    /// When the run blew up, if it did \[s\].
    pub(super) end: Option<f64>,
}

impl LongRun {
    pub(super) fn of(world: &World2, scheme: Scheme) -> Result<Self> {
        let mut world = world.clone();
        world.set_scheme(scheme);
        let start = world.energy().total();
        let (mut drift, mut sum, mut end) = (Drift::new(), 0.0, None);
        drift.record(world.time(), start);
        let steps = (THREE_HOURS * RATE) as u32;
        for _ in 0..steps {
            let result = world.step(1.0 / RATE);
            let energy = world.energy().total();
            let is_sound = result.is_ok() && (energy / start).abs() < BLOWN_UP;
            if !is_sound {
                end = Some(world.time());
                break;
            }
            drift.record(world.time(), energy);
            sum += energy / start - 1.0;
        }
        let report = drift.report()?;
        let mean = sum / report.samples as f64;
        Ok(Self { report, mean, end })
    }
}

impl std::fmt::Display for LongRun {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.end {
            Some(time) => write!(formatter, "blown up after {}", seconds(time)),
            None => write!(formatter, "{}", self.report),
        }
    }
}
