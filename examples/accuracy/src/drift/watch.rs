//! The energy of a world, step by step.

use anyhow::Result;
use kinstep::diagnostics::{Drift, DriftReport};
use kinstep::{Real, Scheme, World, World3};
use support::drawing::frame::Point;

use crate::chart::Series;

/// A run whose energy error is so many times the energy has blown up.
const BLOWN_UP: f64 = 1e3;
/// The ratio of the ends of a stretch of which the largest error is drawn: twelve of them make ten.
const STRETCH: f64 = 1.211_527_658_628_587;

/// What became of the energy of a world.
pub(crate) struct Watch {
    pub(crate) energy: DriftReport<f64>,
    /// When it blew up, if it did \[s\].
    pub(crate) end: Option<f64>,
    /// Ends of stretches of time \[s\], and the largest energy error in each.
    pub(crate) envelope: Vec<Point>,
}

impl Watch {
    /// Takes a world so many steps \[s\] on, and looks at it after each.
    pub(crate) fn over<const D: usize>(
        world: &mut World<f64, D>,
        step: f64,
        steps: u64,
        mut look: impl FnMut(&World<f64, D>),
    ) -> Result<Self>
    where
        f64: Real<D>,
    {
        let start = world.energy().total();
        let mut energies = Drift::new();
        let mut envelope = Envelope::default();
        let mut end = None;
        for count in 1..=steps {
            let stepped = world.step(step);
            let (time, energy) = (world.time(), world.energy().total());
            let error = (energy / start - 1.0).abs();
            let has_ended = stepped.is_err() || error.is_nan() || error > BLOWN_UP;
            envelope.push(count, (time, error), has_ended || count == steps);
            if has_ended {
                end = Some(time);
                break;
            }
            energies.record(time, energy);
            look(world);
        }
        Ok(Self {
            energy: energies.report()?,
            end,
            envelope: envelope.points,
        })
    }

    /// The verdict in a word or two.
    pub(crate) fn label(&self) -> String {
        match self.end {
            Some(time) => format!("gone at {time:.0} s"),
            None => self.energy.kind.to_string(),
        }
    }

    /// The curve of a scheme, with the verdict beside its name.
    pub(crate) fn series(&self, scheme: Scheme) -> Series {
        Series::of(scheme, self.envelope.clone()).with_note(format!("({})", self.label()))
    }

    /// Cells of a table: the verdict and, if it has not blown up, rate, its error, band, and worst error.
    pub(crate) fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.label()];
        if self.end.is_none() {
            let report = self.energy;
            cells.push(format!("{:+.2e}", report.rate));
            let sizes = [report.rate_error, report.amplitude, report.worst];
            cells.extend(sizes.map(|value| format!("{value:.1e}")));
        }
        cells
    }
}

/// The largest error in each stretch of time.
pub(crate) struct Envelope {
    pub(crate) points: Vec<Point>,
    worst: f64,
    /// The number of steps at which the stretch ends.
    next: f64,
}

impl Default for Envelope {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            worst: 0.0,
            next: 1.0,
        }
    }
}

impl Envelope {
    /// Adds the time and the error after so many steps.
    pub(crate) fn push(&mut self, count: u64, (time, error): Point, is_last: bool) {
        self.worst = self.worst.max(error);
        if count as f64 >= self.next || is_last {
            self.points.push((time, self.worst));
            (self.worst, self.next) = (0.0, self.next * STRETCH);
        }
    }
}

/// The largest relative error of the energy over so many steps \[s\]; infinite if one fails.
pub(crate) fn worst_error(world: &mut World3, step: f64, steps: u32) -> f64 {
    let start = world.energy().total();
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        if world.step(step).is_err() {
            return f64::INFINITY;
        }
        worst = worst.max((world.energy().total() / start - 1.0).abs());
    }
    worst
}
