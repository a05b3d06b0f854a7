//! The run of one method in a comparison.

use core::f64::consts::TAU;

use super::state_distance::StateDistance;
use super::survey::ReferenceSurvey;
use super::{Method, SchemeRun, Stop};
use crate::diagnostics::drift::Drift;
use crate::diagnostics::phase::{Oscillation, unwrap_phase};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::world::World;

/// The run of one method, with its errors so far.
pub(super) struct SchemeRunner<T: Real<D>, const D: usize> {
    method: Method<T>,
    world: World<T, D>,
    /// Number of completed steps.
    steps: u64,
    error: StateDistance,
    worst: StateDistance,
    energy: Drift<T>,
    last_energy: f64,
    /// Phase lead over the reference \[rad\].
    phase: f64,
    phases: Drift<T>,
    stop: Option<Stop<T>>,
}

impl<T: Real<D>, const D: usize> SchemeRunner<T, D> {
    pub(super) fn new(
        world: &World<T, D>,
        method: Method<T>,
        survey: &ReferenceSurvey<T, D>,
    ) -> Self {
        let world = world.clone();
        let start = world.time();
        let mut energy = Drift::new().relative_to(from_f64(survey.energy));
        let mut phases = Drift::new().relative_to(T::one());
        energy.record(start, T::zero());
        phases.record(start, T::zero());
        Self {
            method,
            world,
            steps: 0,
            error: StateDistance::zero(),
            worst: StateDistance::zero(),
            energy,
            last_energy: 0.0,
            phase: 0.0,
            phases,
            stop: None,
        }
    }

    /// Makes a step, and measures its errors against the reference.
    pub(super) fn step(&mut self, dt: T, exact: &World<T, D>, oscillation: Option<&Oscillation>) {
        if self.stop.is_some() {
            return;
        }
        if let Err(error) = self.method.step(&mut self.world, dt) {
            let steps = self.steps;
            self.stop = Some(Stop { steps, error });
            return;
        }
        self.steps += 1;
        let time = self.world.time();
        self.error = StateDistance::between(self.world.body_slice(), exact.body_slice());
        self.worst = self.worst.max(self.error);
        let excess = self.world.energy().total() - exact.energy().total();
        self.energy.record(time, excess);
        self.last_energy = to_f64(excess);
        if let Some(oscillation) = oscillation {
            let lead = oscillation.phase_lead(exact.body_slice(), self.world.body_slice());
            self.phase = unwrap_phase(self.phase, lead);
            self.phases.record(time, from_f64(self.phase));
        }
    }

    /// The errors of the run, given the phase of the reference since the start.
    pub(super) fn report(self, survey: &ReferenceSurvey<T, D>, exact_phase: f64) -> SchemeRun<T> {
        // no phase error if the reference makes less than one oscillation
        let phase = (self.phases.report().ok()).filter(|_| exact_phase.abs() >= TAU);
        let relative = if survey.energy > 0.0 {
            self.last_energy / survey.energy
        } else {
            self.last_energy
        };
        SchemeRun {
            method: self.method,
            position_error: from_f64(self.error.position),
            worst_position_error: from_f64(self.worst.position),
            orientation_error: survey.turns.then(|| from_f64(self.error.orientation)),
            worst_orientation_error: survey.turns.then(|| from_f64(self.worst.orientation)),
            energy_error: from_f64(if relative.is_nan() {
                f64::INFINITY
            } else {
                relative
            }),
            energy: self.energy.report().ok(),
            phase_error: phase.map(|_| from_f64(self.phase)),
            phase,
            stop: self.stop,
        }
    }
}
