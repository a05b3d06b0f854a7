//! The motion of all components of a world.

use super::component::Component;
use super::forces::ComponentForces;
use super::plan::Plan;
use super::scratch::Scratch;
use super::{Columns, Counts, Failure, GoesOn, Norm, Solver};
use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::to_f64;
use crate::space::Real;
use crate::step::System;

/// Components, with memory for their solution that is kept between calls. Nothing in it changes a bit of any result.
#[derive(Debug)]
pub(crate) struct Adaptive<T: Real<D>, const D: usize> {
    plan: Plan<T, D>,
    scratch: Scratch<T, D>,
    solver: Solver<D>,
    /// The component whose bodies the scratch has.
    loaded: Option<usize>,
    /// A state inside a step.
    at: Columns,
    /// Of which component, after how many steps, at which time \[s\].
    sampled: Option<(usize, u64, f64)>,
}

/// One call: what is solved, until when, and how well.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a, T: Real<D>, const D: usize> {
    /// Its step is the whole duration.
    pub(crate) system: &'a System<'a, T, D>,
    /// The bodies at the start.
    pub(crate) bodies: &'a [Body<T, D>],
    pub(crate) norm: Norm,
    pub(crate) goes_on: GoesOn<'a>,
}

/// A component that could not be solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unsolved {
    pub(crate) failure: Failure,
    /// The place of the body in question.
    pub(crate) place: usize,
    /// Index of the attachment of the force in question, if it is known.
    pub(crate) force: Option<usize>,
}

/// A component on its way.
#[derive(Debug)]
pub(crate) struct Track<const D: usize> {
    component: usize,
    solver: Solver<D>,
}

impl<T: Real<D>, const D: usize> Task<'_, T, D> {
    /// \[s\]
    pub(crate) fn start(&self) -> f64 {
        to_f64(self.system.time)
    }

    /// \[s\]
    pub(crate) fn end(&self) -> f64 {
        self.start() + to_f64(self.system.h)
    }
}

impl<T: Real<D>, const D: usize> Adaptive<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            plan: Plan::new(),
            scratch: Scratch::new(),
            solver: Solver::new(),
            loaded: None,
            at: Columns::default(),
            sampled: None,
        }
    }

    /// Takes note that bodies and forces are others now, whatever their revision.
    pub(crate) fn forget(&mut self) {
        self.plan.forget();
    }

    /// Brings the components up to date.
    pub(crate) fn prepare(&mut self, task: &Task<'_, T, D>, revision: u64) {
        self.plan.prepare(task.system, task.bodies, revision);
        (self.loaded, self.sampled) = (None, None);
    }

    /// Takes the bodies of a component in their state at the start.
    fn load(&mut self, component: usize, task: &Task<'_, T, D>) {
        if self.loaded != Some(component) {
            let of_plan = &self.plan.components[component];
            (self.scratch).load(&self.plan, of_plan, task.system, task.bodies);
            self.loaded = Some(component);
        }
    }

    /// Indices of the components whose motion is not known exactly.
    pub(crate) fn inexact<'a>(
        &'a self,
        task: &'a Task<'_, T, D>,
    ) -> impl Iterator<Item = usize> + 'a {
        let components = self.plan.components.iter().enumerate();
        let inexact = components.filter(|(_, component)| !self.is_exact(component, task));
        inexact.map(|(index, _)| index)
    }

    fn is_exact(&self, component: &Component, task: &Task<'_, T, D>) -> bool {
        let has_applied_forces = || {
            let places = &self.plan.places[component.places.clone()];
            let mut applied = task.system.applied_forces.iter();
            applied.any(|applied| places.contains(&applied.body))
        };
        component.is_exact(!task.system.applied_forces.is_empty() && has_applied_forces())
    }

    /// The component of a body; none if it is fixed.
    pub(crate) fn component_of(&self, place: usize) -> Option<usize> {
        self.plan.component_of(place)
    }

    /// The places of the free bodies of a component.
    pub(crate) fn free_places(&self, component: usize) -> &[usize] {
        let component = &self.plan.components[component];
        &self.plan.places[component.places.clone()][..component.free]
    }

    /// Solves a component, and passes its bodies at the end to `place`, each with its place.
    pub(crate) fn solve(
        &mut self,
        component: usize,
        task: &Task<'_, T, D>,
        mut put: impl FnMut(usize, &Body<T, D>),
    ) -> Result<Counts, Unsolved> {
        self.load(component, task);
        let component = &self.plan.components[component];
        let setup = self.scratch.setup(component, task.norm, false);
        self.solver.begin(&setup, task.start(), &self.scratch.state);
        let mut forces = self.scratch.forces(&self.plan, component, task.system);
        let end = task.end();
        while self.solver.time() != end {
            if let Err(failure) = self.solver.go_on(&mut forces, end, task.goes_on) {
                let state = self.solver.state();
                return Err(unsolved(&self.plan, component, forces, failure, state));
            }
        }
        let counts = *self.solver.counts();
        let at = (end, self.solver.state());
        let bodies = (self.scratch).body_in(&self.plan, component, task.system, at);
        let places = &self.plan.places[component.places.clone()];
        for (place, body) in places.iter().zip(bodies) {
            put(*place, body);
        }
        Ok(counts)
    }

    /// Starts a component on its way.
    pub(crate) fn track(&mut self, component: usize, task: &Task<'_, T, D>) -> Track<D> {
        self.load(component, task);
        let index = component;
        let component = &self.plan.components[index];
        let setup = self.scratch.setup(component, task.norm, true);
        let mut solver = Solver::new();
        solver.begin(&setup, task.start(), &self.scratch.state);
        Track {
            component: index,
            solver,
        }
    }

    /// Makes the next step of a component, toward a time \[s\].
    pub(crate) fn step(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        end: f64,
    ) -> Result<(), Unsolved> {
        self.drive(track, task, |solver, forces| {
            solver.go_on(forces, end, task.goes_on)
        })
    }

    /// Makes the last step of a component again, up to a time within it \[s\].
    pub(crate) fn shorten(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        end: f64,
    ) -> Result<(), Unsolved> {
        self.drive(track, task, |solver, forces| solver.shorten(forces, end))
    }

    /// Lets the solver of a component make a step under its forces.
    fn drive(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        step: impl FnOnce(&mut Solver<D>, &mut ComponentForces<'_, T, D>) -> Result<(), Failure>,
    ) -> Result<(), Unsolved> {
        self.load(track.component, task);
        let component = &self.plan.components[track.component];
        let mut forces = self.scratch.forces(&self.plan, component, task.system);
        step(&mut track.solver, &mut forces).map_err(|failure| {
            let state = track.solver.state();
            unsolved(&self.plan, component, forces, failure, state)
        })
    }

    /// A body of a component at a time within its last step \[s\].
    pub(crate) fn body_at(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        time: f64,
        place: usize,
    ) -> Option<Body<T, D>> {
        let places = self.free_places(track.component);
        // free bodies are in ascending order
        let index = places.binary_search(&place).ok()?;
        self.sample(track, task, time);
        let component = &self.plan.components[track.component];
        let at = (time, &self.at);
        let bodies = (self.scratch).body_in(&self.plan, component, task.system, at);
        bodies.get(index).copied()
    }

    /// Passes the free bodies of a component at its present time to `put`, each with its place.
    pub(crate) fn finish(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        mut put: impl FnMut(usize, &Body<T, D>),
    ) {
        self.load(track.component, task);
        let component = &self.plan.components[track.component];
        let at = (track.solver.time(), track.solver.state());
        let bodies = (self.scratch).body_in(&self.plan, component, task.system, at);
        let places = &self.plan.places[component.places.clone()];
        for (place, body) in places.iter().zip(bodies) {
            put(*place, body);
        }
    }

    /// Sets `at` to the state of a component at a time within its last step \[s\].
    fn sample(&mut self, track: &mut Track<D>, task: &Task<'_, T, D>, time: f64) {
        let sampled = Some((track.component, track.solver.counts().steps(), time));
        if self.sampled == sampled {
            return;
        }
        self.load(track.component, task);
        self.sampled = sampled;
        if time == track.solver.time() {
            self.at.clone_from(track.solver.state());
            return;
        }
        let component = &self.plan.components[track.component];
        let mut forces = self.scratch.forces(&self.plan, component, task.system);
        track.solver.sample(&mut forces, time, &mut self.at);
    }
}

impl<const D: usize> Track<D> {
    /// Start and end of the last step \[s\].
    pub(crate) fn last_step(&self) -> [f64; 2] {
        [self.solver.last_time(), self.solver.time()]
    }

    pub(crate) fn counts(&self) -> &Counts {
        self.solver.counts()
    }
}

/// Names the body of a failure, and the force, if it is one that is not finite in this state.
fn unsolved<T: Real<D>, const D: usize>(
    plan: &Plan<T, D>,
    component: &Component,
    mut forces: ComponentForces<'_, T, D>,
    failure: Failure,
    state: &Columns,
) -> Unsolved {
    let (time, coordinate) = match failure {
        Failure::NotFinite { time, coordinate }
        | Failure::TooShort {
            time, coordinate, ..
        }
        | Failure::TooMany {
            time, coordinate, ..
        } => (time, coordinate),
        Failure::Stopped { time } => (time, 0),
    };
    // coordinates beyond those of places are angles, or numbers of the tail
    let linear = D * component.free;
    let index = if coordinate < linear {
        coordinate / D
    } else {
        let of_one = if D == 2 { 1 } else { rotation::count::<D>() };
        let turning = &plan.turning[component.turning.clone()];
        turning
            .get((coordinate - linear) / of_one)
            .copied()
            .unwrap_or(0)
    };
    let force = match failure {
        Failure::NotFinite { .. } => forces.first_not_finite(time, state),
        _ => None,
    };
    Unsolved {
        failure,
        place: plan.places[component.places.start + index],
        force,
    }
}
