//! One scheme on its way.

use core::f64::consts::TAU;

use super::apart::Apart;
use super::survey::Survey;
use super::{SchemeRun, Stop};
use crate::diagnostics::drift::Drift;
use crate::diagnostics::phase::{Rhythm, follow};
use crate::scheme::Scheme;
use crate::space::{Real, narrow, widen};
use crate::world::World;

/// One scheme on its way.
pub(super) struct Runner<T: Real<D>, const D: usize> {
    world: World<T, D>,
    /// Steps made.
    steps: u64,
    error: Apart,
    worst: Apart,
    energy: Drift<T>,
    last_energy: f64,
    /// \[rad\].
    phase: f64,
    phases: Drift<T>,
    stop: Option<Stop<T>>,
}

impl<T: Real<D>, const D: usize> Runner<T, D> {
    pub(super) fn new(world: &World<T, D>, scheme: Scheme, survey: &Survey<T, D>) -> Self {
        let mut world = world.clone();
        world.set_scheme(scheme);
        let start = world.time();
        let mut energy = Drift::new().relative_to(narrow(survey.energy));
        let mut phases = Drift::new().relative_to(T::one());
        energy.record(start, T::zero());
        phases.record(start, T::zero());
        Self {
            world,
            steps: 0,
            error: Apart::nowhere(),
            worst: Apart::nowhere(),
            energy,
            last_energy: 0.0,
            phase: 0.0,
            phases,
            stop: None,
        }
    }

    /// Makes a step, and measures where it ends against where it ought to.
    pub(super) fn step(&mut self, dt: T, ought: &World<T, D>, rhythm: Option<&Rhythm>) {
        if self.stop.is_some() {
            return;
        }
        if let Err(error) = self.world.step(dt) {
            let steps = self.steps;
            self.stop = Some(Stop { steps, error });
            return;
        }
        self.steps += 1;
        let time = self.world.time();
        self.error = Apart::of(self.world.bodies(), ought.bodies());
        self.worst = self.worst.or_more(self.error);
        let excess = self.world.energy().total() - ought.energy().total();
        self.energy.record(time, excess);
        self.last_energy = widen(excess);
        if let Some(rhythm) = rhythm {
            let lead = rhythm.lead(ought.bodies(), self.world.bodies());
            self.phase = follow(self.phase, lead);
            self.phases.record(time, narrow(self.phase));
        }
    }

    pub(super) fn report(self, survey: &Survey<T, D>, turned: f64) -> SchemeRun<T> {
        let phase = self.phases.report().ok().filter(|_| turned.abs() >= TAU);
        let relative = if survey.energy > 0.0 {
            self.last_energy / survey.energy
        } else {
            self.last_energy
        };
        SchemeRun {
            scheme: self.world.scheme(),
            position_error: narrow(self.error.position),
            worst_position_error: narrow(self.worst.position),
            orientation_error: survey.turns.then(|| narrow(self.error.orientation)),
            worst_orientation_error: survey.turns.then(|| narrow(self.worst.orientation)),
            energy_error: narrow(if relative.is_nan() {
                f64::INFINITY
            } else {
                relative
            }),
            energy: self.energy.report().ok(),
            phase_error: phase.map(|_| narrow(self.phase)),
            phase,
            stop: self.stop,
        }
    }
}
