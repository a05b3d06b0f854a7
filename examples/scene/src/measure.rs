//! What a scheme makes of a scene.

use std::time::{Duration, Instant};

use kinstep::Real;
use kinstep::diagnostics::Method;

use crate::flight::{Flight, Stopped};
use crate::model::Scene;
use crate::reference::Reference;
use crate::trajectory::Trajectory;

/// The result of one scheme, or to one tolerance.
#[derive(Debug)]
pub(crate) struct Row {
    /// The scheme or the tolerance.
    pub(crate) method: Method<f64>,
    /// How the run ended.
    pub(crate) result: Result<Measured, Stopped>,
}

/// The result of a run that reached its end.
#[derive(Debug)]
pub(crate) struct Measured {
    /// How many steps were taken.
    pub(crate) steps: u64,
    /// Distance of the worst body from the reference at the end \[m\], if there is one.
    pub(crate) position_error: Option<f64>,
    /// Of the energy, where it should be conserved.
    pub(crate) energy_error: Option<EnergyError>,
    /// Least time of several runs on the clock on the wall, while nothing else is measured.
    pub(crate) wall_time: Duration,
}

/// How far the energy is from that at the start, relative to the scale of [`energy_scale`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct EnergyError {
    /// At the end, positive if energy was gained.
    pub(crate) last: f64,
    /// The largest after any step.
    pub(crate) largest: f64,
}

/// Runs a scene by one method: once to look at every step, then again to take the time.
pub(crate) fn run<const D: usize>(
    scene: &Scene<D>,
    method: Method<f64>,
    reference: &Reference<D>,
    mut trajectory: Option<&mut Trajectory>,
    tick: impl Fn(),
) -> Row
where
    f64: Real<D>,
{
    let mut energies = Energies::default();
    let is_conservative = scene.losses.is_empty();
    let watched = Flight::run(scene, method, scene.dt, |flight| {
        if is_conservative {
            energies.note(flight.energy());
        }
        if let Some(trajectory) = &mut trajectory {
            trajectory.record(method, flight);
        }
        tick();
    });
    let result = watched.and_then(|end| {
        if let Some(trajectory) = &mut trajectory {
            trajectory.record_end(method, &end);
        }
        let wall_time = least_time(|| Flight::run(scene, method, scene.dt, |_| ()))?;
        let scale = energy_scale(scene, reference);
        Ok(Measured {
            steps: end.steps(),
            position_error: reference.error(&end),
            energy_error: (is_conservative && scale > 0.0).then(|| energies.error(scale)),
            wall_time,
        })
    });
    Row { method, result }
}

/// The least time of a run that is repeated for some milliseconds: what else the machine does only adds to it. A long run
/// is repeated a few times.
fn least_time<R>(run: impl Fn() -> Result<R, Stopped>) -> Result<Duration, Stopped> {
    let (enough, runs) = (Duration::from_millis(20), 3..100);
    let (mut least, mut spent, mut count) = (Duration::MAX, Duration::ZERO, 0);
    while count < runs.start || (count < runs.end && spent < enough) {
        let start = Instant::now();
        run()?;
        let time = start.elapsed();
        (least, spent, count) = (least.min(time), spent + time, count + 1);
    }
    Ok(least)
}

/// What errors of the energy are relative to \[J\]: the largest of the energy at the start and the kinetic
/// energy at the start and at the end, for the zero of a potential is arbitrary.
fn energy_scale<const D: usize>(scene: &Scene<D>, reference: &Reference<D>) -> f64
where
    f64: Real<D>,
{
    let start = scene.world.energy();
    let kinetic = start.kinetic.max(reference.kinetic_energy);
    start.total().abs().max(kinetic)
}

/// Energies seen during a run \[J\].
#[derive(Debug, Default)]
struct Energies {
    first: Option<f64>,
    /// The last, less the first.
    last: f64,
    /// The largest distance from the first.
    largest: f64,
}

impl Energies {
    fn note(&mut self, energy: f64) {
        let first = *self.first.get_or_insert(energy);
        self.last = energy - first;
        self.largest = self.largest.max(self.last.abs());
    }

    fn error(&self, scale: f64) -> EnergyError {
        EnergyError {
            last: self.last / scale,
            largest: self.largest / scale,
        }
    }
}
