//! Three hours of a system under a scheme.

use std::error::Error;

use kinstep::Scheme;
use kinstep::diagnostics::{Drift, DriftReport};

use super::system::System;
use crate::frame::Point;

/// An error that may come from another thread.
pub(crate) type Fault = Box<dyn Error + Send + Sync>;

/// Steps in a second, and steps of a run.
const RATE: f64 = 60.0;
const STEPS: u64 = 3 * 3600 * 60;
/// A run whose energy error is so many times the energy has blown up.
const BLOWN_UP: f64 = 1e3;
/// The ratio of the ends of a stretch of which the largest error is drawn: twelve of them make ten.
const STRETCH: f64 = 1.211_527_658_628_587;

/// What became of a system.
pub(super) struct Run {
    pub(super) scheme: Scheme,
    pub(super) energy: DriftReport<f64>,
    /// None for a system that does not keep it.
    pub(super) momentum: Option<DriftReport<f64>>,
    /// When it blew up, if it did \[s\].
    pub(super) end: Option<f64>,
    /// Ends of stretches of time \[s\], and the largest energy error in each.
    pub(super) envelope: Vec<Point>,
}

impl Run {
    pub(super) fn of(system: &System, scheme: Scheme) -> Result<Self, Fault> {
        let mut world = (system.world)()?;
        world.set_scheme(scheme);
        let start = world.energy().total();
        let (mut energies, mut momenta) = (Drift::new(), Drift::new());
        let (mut envelope, mut worst, mut next) = (Vec::new(), 0.0_f64, 1.0);
        let mut end = None;
        for step in 1..=STEPS {
            let stepped = world.step(1.0 / RATE);
            let (time, energy) = (world.time(), world.energy().total());
            let error = (energy / start - 1.0).abs();
            worst = worst.max(error);
            if stepped.is_err() || error.is_nan() || error > BLOWN_UP {
                envelope.push((time, worst));
                end = Some(time);
                break;
            }
            energies.record(time, energy);
            if system.turns {
                momenta.record(time, world.angular_momentum());
            }
            if step as f64 >= next || step == STEPS {
                envelope.push((time, worst));
                (worst, next) = (0.0, next * STRETCH);
            }
        }
        let momentum = if system.turns {
            Some(momenta.report()?)
        } else {
            None
        };
        Ok(Self {
            scheme,
            energy: energies.report()?,
            momentum,
            end,
            envelope,
        })
    }

    /// The verdict in a word or two.
    pub(super) fn label(&self) -> String {
        match self.end {
            Some(time) => format!("gone at {time:.0} s"),
            None => self.energy.kind.to_string(),
        }
    }

    /// A row of the table.
    pub(super) fn cells(&self, system: &System) -> Vec<String> {
        let mut cells = vec![format!("{}, {}", system.title, self.scheme), self.label()];
        if self.end.is_none() {
            let DriftReport {
                rate,
                rate_error,
                amplitude,
                worst,
                ..
            } = self.energy;
            cells.push(format!("{rate:+.2e}"));
            cells.extend([rate_error, amplitude, worst].map(|value| format!("{value:.1e}")));
        }
        if let (Some(report), None) = (&self.momentum, self.end) {
            cells.extend([report.kind.to_string(), format!("{:.1e}", report.worst)]);
        }
        cells.resize(8, "–".to_owned());
        cells
    }
}
