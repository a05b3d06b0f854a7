//! The motion of all islands of a world that have no exact motion.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::Advanced;
use super::forces::IslandForces;
use super::islands::{Island, Islands};
use super::scratch::Scratch;
use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::{from_f64, to_f64};
use crate::plan::Plan;
use crate::solver::{Columns, Counts, Failure, GoesOn, Norm, Solver, Workspace};
use crate::space::Real;
use crate::step::System;

/// The islands of one call. The next call reuses the memory, which does not change any bit of a
/// result.
#[derive(Debug)]
pub(crate) struct Adaptive<T: Real<D>, const D: usize> {
    islands: Islands<T, D>,
    scratch: Scratch<T, D>,
    work: Workspace<D>,
    /// Solver for islands without dense output, which are solved one after the other.
    solver: Solver<D>,
    /// Index of the island whose bodies `scratch` contains.
    loaded: Option<usize>,
    /// State of an island at a time inside a step.
    at: Columns,
    /// Identifies the state `at`: the index of the island, its number of steps, and the time \[s\].
    sampled: Option<(usize, u64, f64)>,
    /// Which bodies move exactly.
    pub(crate) exact: Vec<bool>,
    /// The final states of the bodies of solved islands, and the initial states of all other
    /// bodies.
    pub(crate) next: Vec<Body<T, D>>,
}

/// One call: the equations to solve, the duration, and the tolerance.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a, T: Real<D>, const D: usize> {
    /// The forces; the step length of the system is the whole duration of the call.
    pub(crate) system: &'a System<'a, T, D>,
    pub(crate) plan: &'a Plan<T, D>,
    /// The bodies at the start of the call.
    pub(crate) bodies: &'a [Body<T, D>],
    pub(crate) norm: Norm,
    pub(crate) goes_on: GoesOn<'a>,
}

/// An island that could not be solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unsolved {
    pub(crate) failure: Failure,
    /// Index of the body in which the failure occurred.
    pub(crate) index: usize,
    /// Index of the attachment of the force that caused the failure; `None` if no force is known as
    /// the cause.
    pub(crate) force: Option<usize>,
}

/// An island that is being solved.
#[derive(Debug)]
pub(crate) struct Track<const D: usize> {
    island: usize,
    solver: Solver<D>,
}

impl<T: Real<D>, const D: usize> Task<'_, T, D> {
    /// Returns the time at which the motion starts \[s\].
    pub(crate) fn start(&self) -> f64 {
        to_f64(self.system.time)
    }

    /// Returns the time at which the motion ends \[s\].
    pub(crate) fn end(&self) -> f64 {
        self.start() + to_f64(self.system.h)
    }
}

impl<T: Real<D>, const D: usize> Adaptive<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            islands: Islands::new(),
            scratch: Scratch::new(),
            work: Workspace::default(),
            solver: Solver::default(),
            loaded: None,
            at: Columns::default(),
            sampled: None,
            exact: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Finds the islands of a task that have no exact motion, and the island of the body at index
    /// `followed`, even if its motion is exact.
    pub(crate) fn begin(&mut self, task: &Task<'_, T, D>, followed: Option<usize>) {
        self.islands.find(task, followed);
        self.work.begin_call();
        (self.loaded, self.sampled) = (None, None);
        self.exact.clear();
        let indices = 0..task.bodies.len();
        (self.exact).extend(indices.map(|index| self.islands.island_of(index).is_none()));
        self.next.clear();
        self.next.extend_from_slice(task.bodies);
    }

    /// Whether any body moves exactly and is not at rest.
    pub(crate) fn have_exact(&self, bodies: &[Body<T, D>]) -> bool {
        let rests = |body: &Body<T, D>| {
            let turns = !body.is_point() && body.spin_angular_momentum() != T::no_turn();
            body.is_fixed() && body.velocity == SVector::<T, D>::zeros() && !turns
        };
        let mut bodies = bodies.iter().zip(&self.exact);
        bodies.any(|(body, is_exact)| *is_exact && !rests(body))
    }

    /// Loads the bodies of an island in their initial state.
    fn load(&mut self, island: usize, task: &Task<'_, T, D>) {
        if self.loaded != Some(island) {
            let of_island = self.islands.island(island);
            self.scratch.load(&of_island, task.system, task.bodies);
            self.loaded = Some(island);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.islands.count()
    }

    /// Returns the index of the island of a body; `None` if the body moves exactly.
    pub(crate) fn island_of(&self, index: usize) -> Option<usize> {
        self.islands.island_of(index)
    }

    /// Returns a summary of a task without the work: the number of bodies that move exactly, and
    /// whether the tolerance of the other bodies is raised. It considers their initial states and,
    /// if they are solved, their final states.
    pub(crate) fn report(&self, task: &Task<'_, T, D>, are_solved: bool) -> Advanced<T> {
        let end = if are_solved { &*self.next } else { &[] };
        let mut done = Advanced::nothing();
        let indices = || (0..task.bodies.len()).filter(|&index| self.island_of(index).is_some());
        done.exact_bodies = task.bodies.len() - indices().count();
        if self.count() > 0 {
            let states = [task.bodies, end].into_iter();
            let bodies = states.flat_map(|bodies| indices().filter_map(|index| bodies.get(index)));
            let size = bodies.fold(0.0, |most, body| to_f64(body.position.amax()).max(most));
            let Norm {
                length, relative, ..
            } = task.norm;
            let used = task.norm.tolerance(size);
            done.raised = (used > length + relative * size).then(|| from_f64(used));
        }
        done
    }

    /// Solves an island, and stores its final states in `next`.
    pub(crate) fn solve(
        &mut self,
        island: usize,
        task: &Task<'_, T, D>,
    ) -> Result<Counts, Unsolved> {
        self.load(island, task);
        let island = &self.islands.island(island);
        let setup = self.scratch.setup(island, task.norm, false);
        let (start, state) = (task.start(), &self.scratch.state);
        let solver = &mut self.solver;
        solver.begin(&setup, start, state);
        let mut forces = self.scratch.forces(island, task.system);
        let end = task.end();
        while solver.time() != end {
            if let Err(failure) = solver.go_on(&mut self.work, &mut forces, end, task.goes_on) {
                return Err(unsolved(island, forces, failure, solver.state()));
            }
        }
        let at = (end, solver.state());
        (self.scratch).store(island, task.system, at, &mut self.next);
        Ok(*solver.counts())
    }

    /// Starts to solve an island step by step.
    pub(crate) fn track(&mut self, island: usize, task: &Task<'_, T, D>) -> Track<D> {
        self.load(island, task);
        let index = island;
        let island = &self.islands.island(index);
        let setup = self.scratch.setup(island, task.norm, true);
        let mut solver = Solver::default();
        solver.begin(&setup, task.start(), &self.scratch.state);
        Track {
            island: index,
            solver,
        }
    }

    /// Makes the next step of an island, at most up to the time `end` \[s\].
    pub(crate) fn step(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        end: f64,
    ) -> Result<(), Unsolved> {
        self.drive(track, task, |solver, work, forces| {
            solver.go_on(work, forces, end, task.goes_on)
        })
    }

    /// Repeats the last step of an island up to a time \[s\] within that step.
    pub(crate) fn shorten(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        end: f64,
    ) -> Result<(), Unsolved> {
        self.drive(track, task, |solver, work, forces| {
            solver.shorten(work, forces, end)
        })
    }

    /// Makes a step of an island's solver under its forces.
    fn drive(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        step: impl FnOnce(
            &mut Solver<D>,
            &mut Workspace<D>,
            &mut IslandForces<'_, T, D>,
        ) -> Result<(), Failure>,
    ) -> Result<(), Unsolved> {
        self.load(track.island, task);
        let island = &self.islands.island(track.island);
        let mut forces = self.scratch.forces(island, task.system);
        step(&mut track.solver, &mut self.work, &mut forces).map_err(|failure| {
            let state = track.solver.state();
            unsolved(island, forces, failure, state)
        })
    }

    /// Returns a body of an island at a time within the last step \[s\].
    pub(crate) fn body_at(
        &mut self,
        track: &mut Track<D>,
        task: &Task<'_, T, D>,
        time: f64,
        index: usize,
    ) -> Option<Body<T, D>> {
        self.sample(track, task, time);
        let island = &self.islands.island(track.island);
        // the list of free bodies is ascending
        let local = island.indices[..island.traits.free]
            .binary_search(&index)
            .ok()?;
        let at = (time, &self.at);
        let bodies = self.scratch.body_in(island, task.system, at);
        bodies.get(local).copied()
    }

    /// Stores the states of an island at the time that it has reached in `next`.
    pub(crate) fn finish(&mut self, track: &mut Track<D>, task: &Task<'_, T, D>) {
        self.load(track.island, task);
        let island = &self.islands.island(track.island);
        let at = (track.solver.time(), track.solver.state());
        (self.scratch).store(island, task.system, at, &mut self.next);
    }

    /// Sets `at` to the state of an island at a time within the last step \[s\].
    fn sample(&mut self, track: &mut Track<D>, task: &Task<'_, T, D>, time: f64) {
        let sampled = Some((track.island, track.solver.counts().steps(), time));
        if self.sampled == sampled {
            return;
        }
        self.load(track.island, task);
        self.sampled = sampled;
        if time == track.solver.time() {
            self.at.clone_from(track.solver.state());
            return;
        }
        let island = &self.islands.island(track.island);
        let mut forces = self.scratch.forces(island, task.system);
        (track.solver).sample(&mut self.work, &mut forces, time, &mut self.at);
    }
}

impl<const D: usize> Track<D> {
    /// Returns the times of start and end of the last step \[s\].
    pub(crate) fn last_step(&self) -> [f64; 2] {
        [self.solver.last_time(), self.solver.time()]
    }

    pub(crate) fn counts(&self) -> &Counts {
        self.solver.counts()
    }
}

/// Returns the body in which a failure occurred, and the force that is not finite in this state, if
/// there is one.
fn unsolved<T: Real<D>, const D: usize>(
    island: &Island<'_, T, D>,
    mut forces: IslandForces<'_, T, D>,
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
    // coordinates after the positions are angles, or numbers of the tail
    let linear = D * island.traits.free;
    let local = if coordinate < linear {
        coordinate / D
    } else {
        let of_one = if D == 2 { 1 } else { rotation::count::<D>() };
        let turning = island.turning.get((coordinate - linear) / of_one);
        turning.copied().unwrap_or(0)
    };
    let force = match failure {
        Failure::NotFinite { .. } => forces.first_not_finite(time, state),
        _ => None,
    };
    Unsolved {
        failure,
        index: island.indices[local],
        force,
    }
}
