//! Three hours of a system under a scheme.

use anyhow::Result;
use kinstep::Scheme;
use kinstep::diagnostics::{Drift, DriftReport};

use super::system::System;
use super::watch::Watch;

/// Steps in a second, and steps of a run.
const RATE: f64 = 60.0;
const STEPS: u64 = 3 * 3600 * 60;
/// What became of a system.
pub(super) struct Run {
    pub(super) scheme: Scheme,
    pub(super) watch: Watch,
    /// None for a system that does not keep it.
    pub(super) momentum: Option<DriftReport<f64>>,
}

impl Run {
    pub(super) fn of(system: &System, scheme: Scheme) -> Result<Self> {
        let mut world = (system.world)()?;
        world.set_scheme(scheme);
        let mut momenta = Drift::new();
        let watch = Watch::over(&mut world, 1.0 / RATE, STEPS, |world| {
            if system.turns {
                momenta.record(world.time(), world.angular_momentum());
            }
        })?;
        let momentum = if system.turns {
            Some(momenta.report()?)
        } else {
            None
        };
        Ok(Self {
            scheme,
            watch,
            momentum,
        })
    }

    /// A row of the table.
    pub(super) fn cells(&self, system: &System) -> Vec<String> {
        let mut cells = vec![format!("{}, {}", system.title, self.scheme)];
        cells.extend(self.watch.cells());
        if let (Some(report), None) = (&self.momentum, self.watch.end) {
            cells.extend([report.kind.to_string(), format!("{:.1e}", report.worst)]);
        }
        cells.resize(8, "–".to_owned());
        cells
    }
}
