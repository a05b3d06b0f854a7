//! The energy of a world, step by step.

use anyhow::Result;
use kinstep::diagnostics::{Drift, DriftReport};
use kinstep::{Real, World};
use support::drawing::frame::Point;

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
        let (mut envelope, mut worst, mut next) = (Vec::new(), 0.0_f64, 1.0);
        let mut end = None;
        for count in 1..=steps {
            let stepped = world.step(step);
            let (time, energy) = (world.time(), world.energy().total());
            let error = (energy / start - 1.0).abs();
            worst = worst.max(error);
            if stepped.is_err() || error.is_nan() || error > BLOWN_UP {
                envelope.push((time, worst));
                end = Some(time);
                break;
            }
            energies.record(time, energy);
            look(world);
            if count as f64 >= next || count == steps {
                envelope.push((time, worst));
                (worst, next) = (0.0, next * STRETCH);
            }
        }
        Ok(Self {
            energy: energies.report()?,
            end,
            envelope,
        })
    }

    /// The verdict in a word or two.
    pub(crate) fn label(&self) -> String {
        match self.end {
            Some(time) => format!("gone at {time:.0} s"),
            None => self.energy.kind.to_string(),
        }
    }
}
