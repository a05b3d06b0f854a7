//! What [`World::advance`](super::World::advance) uses again.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::World;
use crate::adaptive::{Adaptive, Advanced, Norm, Task};
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::Scheme;

/// Memory that [`World::advance`](super::World::advance) uses again. It changes no bit of any result, so clones and snapshots go
/// without it.
#[derive(Debug)]
pub(super) struct AdvanceMemory<T: Real<D>, const D: usize> {
    pub(super) adaptive: Adaptive<T, D>,
    /// The world in which all bodies are fixed that do not move exactly, once there were bodies of both kinds.
    pub(super) exact: Option<World<T, D>>,
    /// The bodies at the end.
    pub(super) next: Vec<Body<T, D>>,
    /// Which bodies do not move exactly.
    pub(super) are_inexact: Vec<bool>,
    /// Components that do not move exactly.
    pub(super) components: Vec<usize>,
}

impl<T: Real<D>, const D: usize> AdvanceMemory<T, D> {
    pub(super) fn new() -> Self {
        Self {
            adaptive: Adaptive::new(),
            exact: None,
            next: Vec::new(),
            are_inexact: Vec::new(),
            components: Vec::new(),
        }
    }

    /// Takes note that bodies and forces are others now.
    pub(super) fn forget(&mut self) {
        self.adaptive.forget();
        self.exact = None;
    }

    /// Brings the components up to date. Returns those that do not move exactly.
    pub(super) fn prepare(&mut self, world: &World<T, D>, task: &Task<'_, T, D>) -> Vec<usize> {
        self.adaptive.prepare(task, world.stepper.revision());
        let mut components = core::mem::take(&mut self.components);
        components.clear();
        components.extend(self.adaptive.inexact(task));
        self.are_inexact.clear();
        self.are_inexact.resize(task.bodies.len(), false);
        components
            .iter()
            .for_each(|&component| self.mark_inexact(component));
        components
    }

    /// Marks the bodies of a component.
    pub(super) fn mark_inexact(&mut self, component: usize) {
        for &place in self.adaptive.free_places(component) {
            self.are_inexact[place] = true;
        }
    }

    /// Whether there are bodies that move exactly, and do not rest.
    pub(super) fn have_exact(&self, task: &Task<'_, T, D>) -> bool {
        let mut bodies = task.bodies.iter().zip(&self.are_inexact);
        let rests = |body: &Body<T, D>| {
            let turns = !body.is_point() && body.spin_angular_momentum() != T::no_turn();
            body.is_fixed() && body.velocity == SVector::<T, D>::zeros() && !turns
        };
        bodies.any(|(body, is_inexact)| !is_inexact && !rests(body))
    }

    /// What is known of a task without its work: which bodies move exactly, and whether the tolerance of others is raised, at these
    /// states of theirs at the end or at those at the start.
    pub(super) fn report(&self, task: &Task<'_, T, D>, next: &[Body<T, D>]) -> Advanced<T> {
        let mut done = Advanced::nothing();
        let exact = self.are_inexact.iter().filter(|is_inexact| !**is_inexact);
        done.exact_bodies = exact.count();
        let inexact = |bodies: &[Body<T, D>]| {
            let inexact = (bodies.iter().zip(&self.are_inexact)).filter(|(_, inexact)| **inexact);
            inexact.fold(0.0, |most, (body, _)| {
                to_f64(body.position.amax()).max(most)
            })
        };
        if done.exact_bodies < task.bodies.len() {
            let size = inexact(task.bodies).max(inexact(next));
            let Norm {
                length, relative, ..
            } = task.norm;
            let used = task.norm.tolerance(size);
            done.raised = (used > length + relative * size).then(|| from_f64(used));
        }
        done
    }

    /// The world in its present state, with all bodies fixed and at rest that do not move exactly.
    pub(super) fn exact_world(&mut self, world: &World<T, D>) -> World<T, D> {
        let mut exact = self.exact.take().unwrap_or_default();
        exact.clone_from(world);
        exact.scheme = Scheme::FlowKick;
        let are_inexact = self.are_inexact.iter().enumerate();
        for (place, _) in are_inexact.filter(|(_, is_inexact)| **is_inexact) {
            exact.stepper.body_written(place, &mut exact.bodies);
            let body = exact.bodies.value_mut(place);
            *body = body.moving(SVector::zeros()).fixed();
        }
        exact
    }
}
