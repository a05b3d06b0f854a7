//! What a world knows of its contacts.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::super::Contact;
use super::ContactEvent;
use super::follow::{Followed, Moved};
use super::together::Together;
use super::wall::{ALL_LAYERS, Walls};
use crate::space::Real;
use crate::world::{ContactPart, StepError, World};

/// Surfaces, the paths of bodies among them, and the contacts of the last step.
#[derive(Clone)]
pub(super) struct ContactStore<T: Real<D>, const D: usize> {
    pub(super) walls: Walls<T, D>,
    /// How round bodies act on each other; none if they pass through each other.
    pub(super) body_contact: Option<Contact<T>>,
    /// How often surfaces or layers were changed: paths that were found before do not hold.
    pub(super) revision: u64,
    /// Layers of bodies by place; those beyond the last are in all.
    layers: Vec<u32>,
    /// Paths by place; those beyond the last have none.
    pub(super) paths: Vec<Option<Box<Followed<T, D>>>>,
    /// The bodies that the present step moves along their paths.
    pub(super) moved: Vec<Moved<T, D>>,
    /// Paths as they were before the present step changed them.
    pub(super) before: Vec<Followed<T, D>>,
    /// The forces on one body; kept between steps for its memory alone.
    pub(super) forces: Vec<usize>,
    pub(super) together: Together<T, D>,
    pub(super) events: Vec<ContactEvent<T, D>>,
    /// The events of the present step, until it is made.
    pub(super) new_events: Vec<ContactEvent<T, D>>,
}

impl<T: Real<D>, const D: usize> Default for ContactStore<T, D> {
    fn default() -> Self {
        Self {
            walls: Walls {
                list: Vec::new(),
                rule: None,
            },
            body_contact: None,
            revision: 0,
            layers: Vec::new(),
            paths: Vec::new(),
            moved: Vec::new(),
            before: Vec::new(),
            forces: Vec::new(),
            together: Together::default(),
            events: Vec::new(),
            new_events: Vec::new(),
        }
    }
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    pub(super) fn events(&self) -> &[ContactEvent<T, D>] {
        &self.events
    }

    pub(super) fn layers(&self, place: usize) -> u32 {
        self.layers.get(place).copied().unwrap_or(ALL_LAYERS)
    }

    pub(super) fn set_layers(&mut self, place: usize, layers: u32) {
        if place >= self.layers.len() {
            self.layers.resize(place + 1, ALL_LAYERS);
        }
        self.layers[place] = layers;
        self.revision += 1;
    }

    /// Whether any body can touch anything.
    fn is_empty(&self) -> bool {
        self.body_contact.is_none() && self.walls.list.iter().all(Option::is_none)
    }
}

impl<T: Real<D>, const D: usize> ContactPart<T, D> for ContactStore<T, D> {
    fn step(&mut self, world: &mut World<T, D>, dt: T) -> Result<(), StepError<T>> {
        // bounces cannot be undone: a step backwards, or of no valid length, is one without surfaces
        if self.is_empty() || !(dt > T::zero() && dt.is_finite()) {
            world.step_freely(dt)?;
            // what holds a body still does if no time has passed
            if dt != T::zero() {
                self.paths.clear();
            }
            self.events.clear();
            return Ok(());
        }
        if world.applied_end(dt).is_some() {
            return self.step_in_parts(world, dt);
        }
        if world.has_torques() {
            return world.with_torques(|world| self.step(world, dt));
        }
        let result = (self.follow_all(world, dt)).and_then(|()| world.step_freely(dt));
        match result {
            Ok(()) => self.finish(world),
            Err(_) => self.take_back(),
        }
        result
    }

    fn swap_remove(&mut self, place: usize, last: usize) {
        let layers = self.layers(last);
        if place < self.layers.len() {
            self.layers[place] = layers;
        }
        self.layers.truncate(last);
        let path = self.paths.get(last).cloned().flatten();
        if let Some(old) = self.paths.get_mut(place) {
            *old = path;
        }
        self.paths.truncate(last);
    }

    fn restored(&mut self, place: &dyn Fn(usize) -> Option<usize>) {
        let before = core::mem::take(&mut self.layers);
        for (old, layers) in before.into_iter().enumerate() {
            if let Some(new) = place(old) {
                self.set_layers(new, layers);
            }
        }
        self.paths.clear();
        self.events.clear();
    }

    fn copied(&self) -> Box<dyn ContactPart<T, D>> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// A step in which applied forces end.
    fn step_in_parts(&mut self, world: &mut World<T, D>, dt: T) -> Result<(), StepError<T>> {
        let before = (self.paths.clone(), self.events.clone());
        let mut events = Vec::new();
        let result = world.in_parts(dt, |world, part| {
            self.step(world, part)?;
            events.extend_from_slice(&self.events);
            Ok(())
        });
        match result {
            Ok(()) => self.events = events,
            Err(_) => (self.paths, self.events) = before,
        }
        result
    }
}
