//! The contact data of a world, and the motion of its bodies among surfaces.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::super::fall::V;
use super::super::mobile::Memory;
use super::super::segments::Lists;
use super::super::{Contact, SegmentKind};
use super::ContactEvent;
use super::known::Known;
use super::one::{Span, is_simple};
use super::walls::{Part, Walls};
use crate::body::Body;
use crate::numbers::to_f64;
use crate::plan::Gather;
use crate::space::Real;
use crate::step::{Advance, Ground, GroundFlow, MovedBy, StepFailure};
use crate::world::{BodyId, Collider, ContactPart, StepError, SurfaceId, World};

/// Surfaces, the contact state of each body, and the contacts of the last step.
#[derive(Clone)]
pub(super) struct ContactStore<T: Real<D>, const D: usize> {
    pub(super) walls: Walls<T, D>,
    /// Contact parameters between round bodies; `None` if round bodies pass through each other.
    pub(super) body_contact: Option<Contact<T>>,
    /// Contact states by body index; bodies beyond the end of the list have none.
    pub(super) known: Vec<Known<T, D>>,
    /// Number of the current step.
    step: u64,
    /// Contact states saved before the current step, with the indices of their bodies. A state is
    /// saved when the step first uses the body. The first `before_count` entries are valid; the
    /// others are spare memory.
    before: Vec<(usize, Known<T, D>)>,
    before_count: usize,
    pub(super) events: Vec<ContactEvent<T, D>>,
    /// Events of the current step; they become `events` when the step is complete.
    pub(super) new_events: Vec<ContactEvent<T, D>>,
    /// The ids of the bodies in the current step, by index.
    pub(super) ids: Vec<BodyId>,
    /// Start time of the current step \[s\], in `T`, and in `f64` with the digits that `T` cannot
    /// store.
    time: (T, f64),
    pub(super) failure: Option<StepError<T>>,
    /// Pairs of bodies that pass through each other.
    pub(super) passing: Vec<[BodyId; 2]>,
    /// Whether a step is in progress.
    is_stepping: bool,
    pub(super) lists: Lists,
    /// The parts of surfaces that the current body may touch in a flow.
    pub(super) near: Vec<Part>,
}

impl<T: Real<D>, const D: usize> Default for ContactStore<T, D> {
    fn default() -> Self {
        Self {
            walls: Walls::new(),
            body_contact: None,
            known: Vec::new(),
            step: 0,
            before: Vec::new(),
            before_count: 0,
            events: Vec::new(),
            new_events: Vec::new(),
            ids: Vec::new(),
            time: (T::zero(), 0.0),
            failure: None,
            passing: Vec::new(),
            is_stepping: false,
            lists: Lists::default(),
            near: Vec::new(),
        }
    }
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    pub(super) fn known_mut(&mut self, index: usize) -> &mut Known<T, D> {
        if index >= self.known.len() {
            self.known.resize_with(index + 1, Known::default);
        }
        &mut self.known[index]
    }

    /// Saves the contact state of a body when a step first uses it. The state is restored if the
    /// step fails.
    fn open(&mut self, index: usize) {
        let known = &mut self.known[index];
        if known.step == self.step {
            return;
        }
        known.step = self.step;
        if self.before_count == self.before.len() {
            self.before.push((index, Known::default()));
        }
        let before = &mut self.before[self.before_count];
        before.0 = index;
        before.1.clone_from(known);
        self.before_count += 1;
        (known.kind, known.rest) = (None, None);
    }

    /// Converts a time within the step to `f64` \[s\], including the digits that `T` cannot store.
    fn precise(&self, time: T) -> f64 {
        self.time.1 + to_f64(time - self.time.0)
    }
}

/// Converts a small count to the number type of a snapshot.
fn from_count(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

impl<T: Real<D>, const D: usize> Ground<T, D> for ContactStore<T, D> {
    fn gather(&self) -> Gather {
        if self.body_contact.is_some() {
            Gather::All
        } else {
            Gather::Each
        }
    }

    fn rests(&self, index: usize, body: &Body<T, D>, (version, step): (u64, T)) -> bool {
        self.known.get(index).is_some_and(|known| {
            known.rest == Some((version, self.walls.version, step))
                && known.left.as_ref() == Some(body)
                && !self.walls.are_moving
        })
    }

    fn flow(&mut self, flow: GroundFlow<'_, T, D>) -> Result<(), StepFailure> {
        if flow.span[1] <= T::zero() {
            return Ok(());
        }
        let start = self.precise(flow.span[0]);
        let span = Span {
            span: flow.span,
            step: flow.step,
            lead: flow.lead,
        };
        if self.body_contact.is_some() {
            flow.indices.iter().for_each(|&index| self.open(index));
            return self.flow_together(flow, (&span, start));
        }
        for (local, &index) in flow.indices.iter().enumerate() {
            let (before, after) = (&flow.before[local], &mut flow.after[local]);
            if before.is_fixed() || flow.moved_by[local] == MovedBy::Component {
                continue;
            }
            let law = flow.laws[local].as_ref();
            let version = flow
                .version
                .filter(|_| flow.moved_by[local] == MovedBy::Plan);
            if version.is_some_and(|version| self.rests(index, before, (version, flow.step))) {
                *after = *before;
                continue;
            }
            self.open(index);
            self.flow_one(index, (before, &mut *after), law, (&span, start))?;
            let can_stay =
                law.is_some_and(is_simple) && !self.walls.are_moving && self.walls.rule.is_none();
            let known = &mut self.known[index];
            if let Some(version) = version
                && can_stay
                && known.kind == Some(SegmentKind::Rest)
                && before == after
            {
                known.rest = Some((version, self.walls.version, flow.step));
            }
        }
        Ok(())
    }

    fn hold(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        advance: Advance<'_, T, D>,
    ) -> Result<(), StepFailure> {
        flow.indices.iter().for_each(|&index| self.open(index));
        let start = self.precise(flow.span[0]);
        let span = Span {
            span: flow.span,
            step: flow.step,
            lead: flow.lead,
        };
        self.hold_tied(flow, (&span, start), advance)
    }

    fn kick(
        &mut self,
        indices: &[usize],
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
    ) -> Result<(), StepFailure> {
        indices.iter().for_each(|&index| self.open(index));
        let start = self.precise(time);
        for ((&index, before), after) in indices.iter().zip(before).zip(after) {
            if !before.is_fixed() {
                self.kick_one(index, before, after, start)?;
            }
        }
        Ok(())
    }
}

impl<T: Real<D>, const D: usize> ContactPart<T, D> for ContactStore<T, D> {
    fn begin(&mut self, world: &World<T, D>, dt: T) -> Result<bool, StepError<T>> {
        self.is_stepping = true;
        self.new_events.clear();
        self.failure = None;
        (self.step, self.before_count) = (self.step + 1, 0);
        self.walls.refresh();
        // bounces cannot be undone, so a backward step or one of invalid duration ignores surfaces
        let meets = self.walls.list.iter().any(Option::is_some) || self.body_contact.is_some();
        if !(meets && dt > T::zero() && dt.is_finite()) {
            return Ok(false);
        }
        let count = world.len();
        self.known
            .resize_with(count.max(self.known.len()), Known::default);
        self.time = (world.time(), world.precise_time());
        self.ids.clear();
        self.ids.extend((0..count).map(|index| world.id_at(index)));
        for (index, body) in world.body_slice().iter().enumerate() {
            let radius = body.radius();
            if radius < self.walls.least_limit || radius == T::zero() || body.is_fixed() {
                continue;
            }
            for (surface, wall) in self.walls.list.iter().enumerate() {
                let Some(wall) = wall else { continue };
                let limit = wall.surface.largest_radius();
                if wall.layers & self.known[index].layers != 0 && radius >= limit {
                    let surface = u32::try_from(surface).unwrap_or(u32::MAX);
                    return Err(StepError::TooLarge {
                        body: self.ids[index],
                        with: Collider::Surface(SurfaceId(surface)),
                        radius,
                        limit,
                    });
                }
            }
        }
        Ok(true)
    }

    fn end(&mut self, world: &World<T, D>, is_done: bool) -> Option<StepError<T>> {
        if !core::mem::replace(&mut self.is_stepping, false) {
            return None;
        }
        if !is_done {
            for (index, known) in &mut self.before[..self.before_count] {
                core::mem::swap(&mut self.known[*index], known);
            }
            return self.failure.take();
        }
        self.new_events.sort_by(|a, b| {
            (a.time, a.body)
                .partial_cmp(&(b.time, b.body))
                .unwrap_or(core::cmp::Ordering::Equal)
        });
        core::mem::swap(&mut self.events, &mut self.new_events);
        let bodies = world.body_slice();
        for (index, _) in &self.before[..self.before_count] {
            let known = &mut self.known[*index];
            if !known.held_by.is_empty() {
                known.left = Some(bodies[*index]);
            }
        }
        None
    }

    fn memory(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for known in &self.known {
            let Memory { along, kicked } = known.memory;
            numbers.extend(along.iter().chain(kicked.iter()));
            let marks = known.marks.iter().flat_map(|part| part.numbers());
            numbers.push(from_count(known.marks.len()));
            numbers.extend(marks);
        }
        if numbers.iter().all(|number| *number == 0.0) {
            numbers.clear();
        }
        numbers
    }

    fn remember(&mut self, memory: &[f64]) {
        let mut numbers = memory.iter().copied();
        let mut index = 0;
        while let Some(first) = numbers.next() {
            let mut next = || numbers.next().unwrap_or(0.0);
            let along = V::new(first, next(), next());
            let kicked = V::new(next(), next(), next());
            let count = next();
            let mut marks = Vec::new();
            let mut mark = 0.0;
            while mark < count {
                marks.extend(Part::of_numbers([next(), next()]));
                mark += 1.0;
            }
            let known = self.known_mut(index);
            known.memory = Memory { along, kicked };
            known.marks = marks;
            index += 1;
        }
    }

    fn swap_remove(&mut self, index: usize, last: usize) {
        if index < self.known.len() || last < self.known.len() {
            let moved = self.known.get(last).cloned().unwrap_or_default();
            *self.known_mut(index) = moved;
        }
        self.known.truncate(last);
    }

    fn restored(&mut self, index: &dyn Fn(usize) -> Option<usize>) {
        let before = core::mem::take(&mut self.known);
        for (old, known) in before.into_iter().enumerate() {
            if let Some(new) = index(old) {
                self.known_mut(new).layers = known.layers;
            }
        }
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
