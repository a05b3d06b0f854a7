//! What a world knows of its contacts, and how its bodies go through them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use nalgebra::{SVector, UnitQuaternion};

use super::super::asked::{Lawful, narrow, wide};
use super::super::fall::{Law, V};
use super::super::legs::{Flow, Holding, Lists, Memory, Mobile};
use super::super::problem::Inverse;
use super::super::{Contact, LegKind};
use super::ContactEvent;
use super::walls::{ALL_LAYERS, Met, Part, Walls};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::plan::Gather;
use crate::space::Real;
use crate::step::{Advance, Ground, GroundFlow, MovedBy, StepFailure};
use crate::world::{BodyId, ContactPart, StepError, SurfaceId, Touched, World};

/// What is known of one body.
#[derive(Debug)]
pub(super) struct Known<T: Real<D>, const D: usize> {
    pub(super) layers: u32,
    memory: Memory,
    /// The parts that it passes through.
    marks: Vec<Part>,
    /// The parts on which the last flow left it, and the body as it left it.
    pub(super) held_by: Vec<Part>,
    pub(super) left: Option<Body<T, D>>,
    /// What held it in the last flow.
    pub(super) holding: Vec<(Part, f64, V)>,
    pub(super) kind: Option<LegKind>,
    /// The versions of the plan and of the walls, and the length of a step \[s\], in which it stayed as it was.
    pub(super) rest: Option<(u64, u64, T)>,
    /// The number of the last step that asked for it.
    step: u64,
}

impl<T: Real<D>, const D: usize> Clone for Known<T, D> {
    fn clone(&self) -> Self {
        let mut known = Self::default();
        known.clone_from(self);
        known
    }

    /// Reuses the memory of the lists.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            layers,
            memory,
            marks,
            held_by,
            left,
            holding,
            kind,
            rest,
            step,
        } = source;
        (self.layers, self.memory, self.kind) = (*layers, *memory, *kind);
        (self.rest, self.step) = (*rest, *step);
        self.marks.clone_from(marks);
        self.held_by.clone_from(held_by);
        self.left = *left;
        self.holding.clone_from(holding);
    }
}

/// How many contacts a body mostly has at once.
const ROOM: usize = 2;

impl<T: Real<D>, const D: usize> Default for Known<T, D> {
    fn default() -> Self {
        Self {
            layers: ALL_LAYERS,
            memory: Memory::default(),
            marks: Vec::new(),
            // room, so that steps do not allocate later
            held_by: Vec::with_capacity(ROOM),
            left: None,
            holding: Vec::with_capacity(ROOM),
            kind: None,
            rest: None,
            step: 0,
        }
    }
}

/// Surfaces, what bodies remember of them, and the contacts of the last step.
#[derive(Clone)]
pub(super) struct ContactStore<T: Real<D>, const D: usize> {
    pub(super) walls: Walls<T, D>,
    /// How round bodies act on each other; none if they pass through each other.
    pub(super) body_contact: Option<Contact<T>>,
    /// By the places of bodies; those beyond the last have nothing.
    pub(super) known: Vec<Known<T, D>>,
    /// The number of the present step.
    step: u64,
    /// What was known of the bodies that the present step has asked for, before it: the first of these; the others are memory.
    before: Vec<(usize, Known<T, D>)>,
    before_count: usize,
    pub(super) events: Vec<ContactEvent<T, D>>,
    /// The events of the present step, until it is made.
    pub(super) new_events: Vec<ContactEvent<T, D>>,
    /// The ids of the bodies in the present step.
    pub(super) ids: Vec<BodyId>,
    /// The time at the start of the present step \[s\], and with what `T` cannot hold.
    time: (T, f64),
    failure: Option<StepError<T>>,
    /// Bodies that pass through each other.
    pub(super) passing: Vec<[BodyId; 2]>,
    /// Whether a step is under way.
    is_stepping: bool,
    lists: Lists,
    /// The parts that a body may meet in a flow.
    near: Vec<Part>,
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
    pub(super) fn known_mut(&mut self, place: usize) -> &mut Known<T, D> {
        if place >= self.known.len() {
            self.known.resize_with(place + 1, Known::default);
        }
        &mut self.known[place]
    }

    /// Keeps what is known of a body for the case that the step fails, when the step first asks for it.
    fn open(&mut self, place: usize) {
        let known = &mut self.known[place];
        if known.step == self.step {
            return;
        }
        known.step = self.step;
        if self.before_count == self.before.len() {
            self.before.push((place, Known::default()));
        }
        let before = &mut self.before[self.before_count];
        before.0 = place;
        before.1.clone_from(known);
        self.before_count += 1;
        (known.kind, known.rest) = (None, None);
    }

    /// Time at a time of the step, with what `T` cannot hold \[s\].
    fn precise(&self, time: T) -> f64 {
        self.time.1 + to_f64(time - self.time.0)
    }

    /// Lists the parts that the body at a place may touch within `reach` in a span that starts at a time \[s\].
    pub(super) fn find_near(
        &self,
        place: usize,
        mobile: &Mobile,
        reach: f64,
        span: (f64, f64),
        near: &mut Vec<Part>,
    ) {
        let ball = (&mobile.position, mobile.radius(), self.known[place].layers);
        self.walls.find_near(ball, reach, span, near);
    }

    /// A body at the start of a flow, and what moves it there.
    pub(super) fn prepare(
        &self,
        place: usize,
        (before, after): (&Body<T, D>, &Body<T, D>),
        law: Option<&LinearLaw<T, D>>,
        (flow, start): (&Span<T>, f64),
    ) -> Prepared<D> {
        let mut mobile = self.mobile(place, before);
        if flow.lead.is_none() {
            mobile.memory.kicked = V::zeros();
        }
        let span = to_f64(flow.span[1]);
        let free = wide(&after.velocity);
        let way = wide(&after.position) - mobile.position;
        let mean = (free - mobile.velocity) / span;
        let (spin, spun) = (mobile.spin, angular(after));
        let rounding = 8.0 * to_f64(T::default_epsilon()) * spin.norm();
        let is_turned = mobile.inverse.inertia > 0.0 && (spun - spin).norm() > rounding;
        // an arc is within twice its ends; friction may make speed of spin
        let speed = mobile.velocity.norm().max(free.norm()) + mobile.radius() * spin.norm();
        let is_simple = law.is_some_and(is_simple);
        Prepared {
            reach: 2.0 * way.norm() + (mean.norm() * span + speed) * span,
            constant: law.map_or(mean, |law| wide(&law.constant)),
            drag: law.map_or(0.0, |law| to_f64(law.damping)),
            lawful: law
                .filter(|_| !is_simple)
                .and_then(|law| Lawful::of(law.wide(), start)),
            turning: if is_turned {
                (spun - spin) / span
            } else {
                V::zeros()
            },
            mobile,
        }
    }

    fn mobile(&self, place: usize, body: &Body<T, D>) -> Mobile {
        let mass = to_f64(body.mass);
        Mobile {
            position: wide(&body.position),
            velocity: wide(&body.velocity),
            spin: angular(body),
            mass,
            inverse: Inverse {
                mass: 1.0 / mass,
                inertia: inverse_inertia(body),
                radius: to_f64(body.radius()),
            },
            turned: UnitQuaternion::identity(),
            angle: 0.0,
            memory: self.known[place].memory,
            ahead: 0.0,
        }
    }

    /// Fills lists with what is known of a body; `near` are the parts that it may meet.
    pub(super) fn begin_lists(&self, place: usize, near: &[Part], lists: &mut Lists) {
        let known = &self.known[place];
        lists.begin(known.kind);
        let index_of = |part: &Part| near.iter().position(|other| other == part);
        lists.marks.extend(known.marks.iter().filter_map(index_of));
        lists
            .before
            .extend(known.holding.iter().filter_map(|(part, out, grip)| {
                Some(Holding {
                    part: index_of(part)?,
                    out: *out,
                    grip: *grip,
                })
            }));
    }

    /// A body that meets nothing in a flow.
    pub(super) fn flies(&mut self, place: usize) {
        let known = &mut self.known[place];
        known.held_by.clear();
        known.holding.clear();
        known.marks.clear();
        known.memory.along = V::zeros();
        known.kind = known.kind.map(|_| LegKind::Flight);
    }

    /// The flow of a body; its ground, law and lists are those of the caller.
    pub(super) fn legs<'a, 'l>(
        flow: &Span<T>,
        ground: &'a dyn super::super::ground::Ground,
        law: Law<'a>,
        lists: &'l mut Lists,
    ) -> Flow<'a, 'l> {
        Flow {
            ground,
            law,
            lists,
            epsilon: to_f64(T::default_epsilon()),
            dimension: D,
            span: to_f64(flow.span[1]),
            step: to_f64(flow.step),
            lead: flow.lead.unwrap_or(0.0),
            clock: 0.0,
            tolerance: 0.0,
            way: None,
            from: V::zeros(),
            started: None,
        }
    }

    /// Takes one body through a flow among surfaces.
    fn flow_one(
        &mut self,
        place: usize,
        (before, after): (&Body<T, D>, &mut Body<T, D>),
        law: Option<&LinearLaw<T, D>>,
        (flow, start): (&Span<T>, f64),
    ) -> Result<(), StepFailure> {
        let mut prepared = self.prepare(place, (before, after), law, (flow, start));
        let span = (start, to_f64(flow.span[1]));
        let mut near = core::mem::take(&mut self.near);
        self.find_near(place, &prepared.mobile, prepared.reach, span, &mut near);
        if near.is_empty() {
            self.near = near;
            self.flies(place);
            return Ok(());
        }
        let mut lists = core::mem::take(&mut self.lists);
        self.begin_lists(place, &near, &mut lists);
        let met = Met {
            walls: &self.walls,
            parts: &near,
            body: self.ids[place],
            start,
        };
        let mut mobile = prepared.mobile.clone();
        Self::legs(flow, &met, prepared.law(), &mut lists).run(&mut mobile);
        prepared.mobile = mobile;
        let result = self.finish_one(
            place,
            (before, after),
            (&prepared.mobile, &lists, &near),
            start,
        );
        (self.lists, self.near) = (lists, near);
        result
    }

    /// Writes what a flow has made of a body.
    pub(super) fn finish_one(
        &mut self,
        place: usize,
        (before, after): (&Body<T, D>, &mut Body<T, D>),
        (mobile, lists, near): (&Mobile, &Lists, &[Part]),
        start: f64,
    ) -> Result<(), StepFailure> {
        let id = self.ids[place];
        let part_of = |index: usize| near[index];
        if let Some(index) = lists.refused {
            return self.refuse(place, Touched::Surface(SurfaceId(part_of(index).wall)));
        }
        let known = &mut self.known[place];
        known.memory = mobile.memory;
        known.kind = lists.kind;
        known.marks.clear();
        known
            .marks
            .extend(lists.marks.iter().map(|index| part_of(*index)));
        known.held_by.clear();
        (known.held_by).extend(lists.held_by.iter().map(|index| part_of(*index)));
        known.holding.clear();
        let holding = lists.holding.iter();
        (known.holding).extend(holding.map(|held| (part_of(held.part), held.out, held.grip)));
        for happened in &lists.happened {
            self.new_events.push(ContactEvent {
                time: from_f64(start + happened.time),
                body: id,
                with: Touched::Surface(SurfaceId(part_of(happened.part).wall)),
                kind: happened.kind,
                point: narrow(&happened.point),
                normal: narrow(&happened.normal),
                impulse: narrow(&happened.impulse),
            });
        }
        if lists.has_met {
            after.position = narrow(&mobile.position);
            after.velocity = narrow(&mobile.velocity);
            if mobile.inverse.inertia > 0.0 {
                let orientation = turned::<T, D>(&before.orientation(), mobile);
                let spin = axial::<T, D>(&mobile.spin);
                let momentum = T::angular_momentum(&before.inertia(), &orientation, &spin);
                after.set_rotation(orientation, momentum);
            }
        }
        Ok(())
    }

    /// An answer to a contact of a body was not valid.
    pub(super) fn refuse(&mut self, place: usize, with: Touched) -> Result<(), StepFailure> {
        let body = self.ids[place];
        self.failure = Some(StepError::Answer { body, with });
        Err(StepFailure::Refused)
    }

    fn kick_one(
        &mut self,
        place: usize,
        before: &Body<T, D>,
        after: &mut Body<T, D>,
        start: f64,
    ) -> Result<(), StepFailure> {
        let mut mobile = self.mobile(place, before);
        mobile.spin = angular(after);
        let change = wide(&(after.velocity - before.velocity));
        mobile.memory.kicked = change;
        let mut near = core::mem::take(&mut self.near);
        // far beyond rounding
        let reach = 1e-6 * (mobile.position.norm() + mobile.radius());
        self.find_near(place, &mobile, reach, (start, 0.0), &mut near);
        let mut lists = core::mem::take(&mut self.lists);
        self.begin_lists(place, &near, &mut lists);
        let is_near = !near.is_empty();
        if is_near {
            let met = Met {
                walls: &self.walls,
                parts: &near,
                body: self.ids[place],
                start,
            };
            let law = Law {
                constant: V::zeros(),
                drag: 0.0,
                motion: None,
                turning: V::zeros(),
            };
            let instant = Span {
                span: [T::zero(); 2],
                step: T::one(),
                lead: None,
            };
            Self::legs(&instant, &met, law, &mut lists).kick(&mut mobile, change);
        }
        let refused = lists.refused.map(|index| near[index]);
        (self.lists, self.near) = (lists, near);
        if let Some(part) = refused {
            return self.refuse(place, Touched::Surface(SurfaceId(part.wall)));
        }
        self.known[place].memory = mobile.memory;
        if !is_near {
            return Ok(());
        }
        let changed: SVector<T, D> = narrow(&mobile.velocity);
        after.velocity = changed;
        if mobile.inverse.inertia > 0.0 {
            let (orientation, spin) = (after.orientation(), axial::<T, D>(&mobile.spin));
            let momentum = T::angular_momentum(&after.inertia(), &orientation, &spin);
            after.set_rotation(orientation, momentum);
        }
        Ok(())
    }
}

/// A small number as it is written.
fn from_count(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// When a flow is, and its part in a step.
pub(super) struct Span<T> {
    pub(super) span: [T; 2],
    pub(super) step: T,
    pub(super) lead: Option<f64>,
}

/// A body at the start of a flow, what moves it, and how far it may come \[m\].
pub(super) struct Prepared<const D: usize> {
    pub(super) mobile: Mobile,
    pub(super) reach: f64,
    constant: V,
    drag: f64,
    lawful: Option<Lawful<D>>,
    turning: V,
}

impl<const D: usize> Prepared<D> {
    pub(super) fn law(&self) -> Law<'_> {
        Law {
            constant: self.constant,
            drag: self.drag,
            motion: self.lawful.as_ref().map(|lawful| lawful as _),
            turning: self.turning,
        }
    }
}

/// Whether a law is constant acceleration and drag, and nothing else.
fn is_simple<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>) -> bool {
    law.is_isotropic()
        && law.stiffness_per_mass == T::zero()
        && law.ramp == SVector::<T, D>::zeros()
}

/// Angular velocity as a vector in space.
fn angular<T: Real<D>, const D: usize>(body: &Body<T, D>) -> V {
    let momentum = T::axial_numbers(&body.spin_angular_momentum());
    let numbers = match T::wide_inertia(&body.inertia()).map(|inertia| inertia.moments().data.0[0])
    {
        // of a ball, in any orientation
        Some([one, two, three]) if one == two && two == three => {
            momentum.map(|number| to_f64(number) / one)
        }
        _ if momentum.iter().all(|number| *number == T::zero()) => [0.0; 3],
        _ => T::axial_numbers(&body.angular_velocity()).map(to_f64),
    };
    if D == 2 {
        V::new(0.0, 0.0, numbers[0])
    } else {
        V::from(numbers)
    }
}

fn axial<T: Real<D>, const D: usize>(spin: &V) -> T::Axial {
    let numbers = if D == 2 {
        [spin.z, 0.0, 0.0]
    } else {
        [spin.x, spin.y, spin.z]
    };
    T::axial_from(numbers.map(from_f64))
}

/// The inverse of the moment of inertia of a ball; zero for a body that contacts do not turn.
fn inverse_inertia<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    if body.radius() == T::zero() {
        return 0.0;
    }
    let inertia = T::wide_inertia(&body.inertia());
    inertia.map_or(0.0, |inertia| 1.0 / inertia.moments()[0])
}

fn turned<T: Real<D>, const D: usize>(
    orientation: &T::Orientation,
    mobile: &Mobile,
) -> T::Orientation {
    let numbers = T::orientation_numbers(orientation);
    if D == 2 {
        return T::turned_by(orientation, from_f64(mobile.angle));
    }
    let before = nalgebra::Quaternion::from(numbers.map(to_f64));
    let after = mobile.turned.quaternion() * before;
    T::orientation_from(after.coords.data.0[0].map(from_f64))
}

impl<T: Real<D>, const D: usize> Ground<T, D> for ContactStore<T, D> {
    fn gather(&self) -> Gather {
        if self.body_contact.is_some() {
            Gather::All
        } else {
            Gather::Each
        }
    }

    fn rests(&self, place: usize, body: &Body<T, D>, (version, step): (u64, T)) -> bool {
        self.known.get(place).is_some_and(|known| {
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
            flow.places.iter().for_each(|&place| self.open(place));
            return self.flow_together(flow, (&span, start));
        }
        for (index, &place) in flow.places.iter().enumerate() {
            let (before, after) = (&flow.before[index], &mut flow.after[index]);
            if before.is_fixed() || flow.moved_by[index] == MovedBy::Component {
                continue;
            }
            let law = flow.laws[index].as_ref();
            let version = flow
                .version
                .filter(|_| flow.moved_by[index] == MovedBy::Plan);
            if version.is_some_and(|version| self.rests(place, before, (version, flow.step))) {
                *after = *before;
                continue;
            }
            self.open(place);
            self.flow_one(place, (before, &mut *after), law, (&span, start))?;
            let can_stay =
                law.is_some_and(is_simple) && !self.walls.are_moving && self.walls.rule.is_none();
            let known = &mut self.known[place];
            if let Some(version) = version
                && can_stay
                && known.kind == Some(LegKind::Rest)
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
        flow.places.iter().for_each(|&place| self.open(place));
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
        places: &[usize],
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
    ) -> Result<(), StepFailure> {
        places.iter().for_each(|&place| self.open(place));
        let start = self.precise(time);
        for ((&place, before), after) in places.iter().zip(before).zip(after) {
            if !before.is_fixed() {
                self.kick_one(place, before, after, start)?;
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
        // bounces cannot be undone: a step backwards, or of no valid length, is one without surfaces
        let meets = self.walls.list.iter().any(Option::is_some) || self.body_contact.is_some();
        if !(meets && dt > T::zero() && dt.is_finite()) {
            return Ok(false);
        }
        let count = world.len();
        self.known
            .resize_with(count.max(self.known.len()), Known::default);
        self.time = (world.time(), world.precise_time());
        self.ids.clear();
        self.ids.extend((0..count).map(|place| world.id_at(place)));
        for (place, body) in world.body_slice().iter().enumerate() {
            let radius = body.radius();
            if radius < self.walls.least_limit || radius == T::zero() || body.is_fixed() {
                continue;
            }
            for (index, wall) in self.walls.list.iter().enumerate() {
                let Some(wall) = wall else { continue };
                let limit = wall.surface.largest_radius();
                if wall.layers & self.known[place].layers != 0 && radius >= limit {
                    let index = u32::try_from(index).unwrap_or(u32::MAX);
                    return Err(StepError::TooLarge {
                        body: self.ids[place],
                        with: Touched::Surface(SurfaceId(index)),
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
            for (place, known) in &mut self.before[..self.before_count] {
                core::mem::swap(&mut self.known[*place], known);
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
        for (place, _) in &self.before[..self.before_count] {
            let known = &mut self.known[*place];
            if !known.held_by.is_empty() {
                known.left = Some(bodies[*place]);
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
        let mut place = 0;
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
            let known = self.known_mut(place);
            known.memory = Memory { along, kicked };
            known.marks = marks;
            place += 1;
        }
    }

    fn swap_remove(&mut self, place: usize, last: usize) {
        if place < self.known.len() || last < self.known.len() {
            let moved = self.known.get(last).cloned().unwrap_or_default();
            *self.known_mut(place) = moved;
        }
        self.known.truncate(last);
    }

    fn restored(&mut self, place: &dyn Fn(usize) -> Option<usize>) {
        let before = core::mem::take(&mut self.known);
        for (old, known) in before.into_iter().enumerate() {
            if let Some(new) = place(old) {
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
