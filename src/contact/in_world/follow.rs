//! A step of a world in which bodies follow their paths through contacts.

use alloc::boxed::Box;
use alloc::vec::Vec;

use nalgebra::RealField;

use super::super::error::ContactError;
use super::super::obstacle::Obstacles;
use super::super::path::{BodyPath, LegKind, PathState, Shape};
use super::ContactEvent;
use super::store::ContactStore;
use crate::ballistics::LandingError;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, is_finite, to_f64};
use crate::space::Real;
use crate::world::{BodyId, StepError, SurfaceId, TouchProblem, Touched, World};

/// The path of a body, and what it holds for.
#[derive(Debug, Clone)]
pub(super) struct Followed<T: Real<D>, const D: usize> {
    pub(super) path: BodyPath<T, D>,
    /// The law at time zero of the world.
    law: LinearLaw<T, D>,
    revision: u64,
    /// The body as the last step left it.
    pub(super) left: Body<T, D>,
    /// The angular momentum that belongs to the spin of the path.
    momentum: T::Axial,
}

/// A body that a step moves along its path.
#[derive(Debug, Clone)]
pub(super) struct Moved<T: Real<D>, const D: usize> {
    pub(super) place: usize,
    pub(super) id: BodyId,
    pub(super) layers: u32,
    pub(super) followed: Box<Followed<T, D>>,
    /// Its path before the first change of its motion in this step, by its number in a list.
    before: Option<usize>,
    turn: Turn<T, D>,
    /// Until when it has turned, from the start of its leg \[s\].
    turned: T,
    /// The number of contacts in this step, and of all changes of its motion.
    counts: (usize, usize),
    /// Whether its law tells all that acts on it.
    is_exact: bool,
    /// Whether it has flown all the time, and touched nothing.
    pub(super) is_free: bool,
    /// Its state at the end of the step.
    state: PathState<T, D>,
}

/// The most contacts of a body in one step.
const MOST_CONTACTS: usize = 10_000;
/// The most changes of the motion of a body in one step.
const MOST_CHANGES: usize = 1_000_000;

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Finds where the paths of all bodies go in a step of `dt` \[s\].
    pub(super) fn follow_all(&mut self, world: &World<T, D>, dt: T) -> Result<(), StepError<T>> {
        let now = world.precise_time();
        let end = now + to_f64(dt);
        self.new_events.clear();
        self.before.clear();
        self.paths.resize_with(world.len(), || None);
        let mut all = core::mem::take(&mut self.moved);
        let result = self.follow_to_end(world, &mut all, (now, end, dt));
        self.moved = all;
        result
    }

    fn follow_to_end(
        &mut self,
        world: &World<T, D>,
        all: &mut Vec<Moved<T, D>>,
        (now, end, dt): (f64, f64, T),
    ) -> Result<(), StepError<T>> {
        for (place, body) in world.body_slice().iter().enumerate() {
            if !body.is_fixed() {
                all.extend(self.begin(world, place, now)?);
            }
        }
        if self.body_contact.is_some() {
            return self.follow_together(all, (now, end, dt));
        }
        let Self {
            walls,
            new_events,
            before,
            ..
        } = self;
        for moved in all {
            let obstacles = walls.met_by(moved.id, moved.layers);
            while let Some(time) = moved.next_change(end, &obstacles)? {
                moved.keep_path(before);
                new_events.extend(moved.pass(time, dt, &obstacles)?);
            }
            moved.end(end)?;
        }
        Ok(())
    }

    /// After a step that failed: all paths are as they were.
    pub(super) fn take_back(&mut self) {
        for moved in self.moved.drain(..) {
            let mut followed = moved.followed;
            if let Some(before) = moved.before.and_then(|number| self.before.get(number)) {
                *followed = before.clone();
            }
            self.paths[moved.place] = Some(followed);
        }
        self.before.clear();
    }

    /// A body at the start of a step; none if it meets nothing, or is not valid.
    fn begin(
        &mut self,
        world: &World<T, D>,
        place: usize,
        now: f64,
    ) -> Result<Option<Moved<T, D>>, StepError<T>> {
        let body = &world.body_slice()[place];
        let (id, layers) = (world.id_at(place), self.layers(place));
        let obstacles = self.walls.met_by(id, layers);
        let meets_none =
            (0..obstacles.count()).all(|number| obstacles.obstacle(number, now).is_none());
        let is_round = self.body_contact.is_some() && body.radius() > T::zero();
        if meets_none && !is_round {
            return Ok(None);
        }
        let (law, is_exact) = world.held_law(place, &mut self.forces);
        let known = (self.paths.get(place).and_then(Option::as_ref)).is_some_and(|known| {
            // a path from the future is that of another time, before the world was restored
            let is_past = known.path.start <= now + now.abs() * (4.0 * f64::EPSILON);
            known.left == *body
                && known.law == law
                && known.revision == self.revision
                && is_past
                && is_exact
        });
        // the step itself reports a body that is not valid
        if !known && !body.is_valid() {
            return Ok(None);
        }
        let old = self.paths.get_mut(place).and_then(Option::take);
        let mut followed = match old.filter(|_| known) {
            Some(known) => known,
            None => Box::new(Followed {
                path: new_path(world, body, &law, &obstacles)
                    .map_err(|error| step_error(error, id))?,
                law,
                revision: self.revision,
                left: *body,
                momentum: body.spin_angular_momentum(),
            }),
        };
        let path = &mut followed.path;
        let is_pushed = path.start == now && path.initial.position != body.position;
        // a torque has changed the spin in flight
        if path.leg.kind == LegKind::Flight && followed.momentum != body.spin_angular_momentum() {
            path.initial.spin = body.angular_velocity();
            followed.momentum = body.spin_angular_momentum();
        }
        let turned = from_f64(now - path.start);
        Ok(Some(Moved {
            place,
            id,
            layers,
            turn: Turn::of(body),
            turned,
            counts: (0, 0),
            is_exact,
            is_free: path.leg.kind == LegKind::Flight && !is_pushed,
            state: path.initial,
            before: None,
            followed,
        }))
    }

    /// After the step of the scheme: moves bodies along their paths, and keeps the paths and events.
    pub(super) fn finish(&mut self, world: &mut World<T, D>) {
        let mut all = core::mem::take(&mut self.moved);
        for moved in all.drain(..) {
            let place = moved.place;
            let obstacles = self.walls.met_by(moved.id, moved.layers);
            let body = world.stepped_body_mut(place);
            let mut followed = moved.followed;
            if moved.is_free && !moved.is_exact {
                let from = followed.left.position;
                let stop = (followed.path).stop_between(&from, &body.position, &obstacles);
                body.position = stop.unwrap_or(body.position);
            } else {
                body.position = moved.state.position;
                body.velocity = moved.state.velocity;
                if !(moved.is_free || body.is_point()) {
                    let orientation = moved.turn.orientation;
                    let spin =
                        T::angular_momentum(&body.inertia(), &orientation, &moved.state.spin);
                    body.set_rotation(orientation, spin);
                    followed.momentum = body.spin_angular_momentum();
                }
            }
            followed.left = *body;
            self.paths[place] = Some(followed);
        }
        self.moved = all;
        self.before.clear();
        self.new_events.sort_by(|a, b| {
            (a.time, a.body)
                .partial_cmp(&(b.time, b.body))
                .unwrap_or(core::cmp::Ordering::Equal)
        });
        core::mem::swap(&mut self.events, &mut self.new_events);
    }
}

impl<T: Real<D>, const D: usize> Moved<T, D> {
    /// When its motion changes next, if that is not after `end` \[s\].
    pub(super) fn next_change(
        &mut self,
        end: f64,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<T>, StepError<T>> {
        let path = &mut self.followed.path;
        let rest = from_f64(end - path.start);
        path.end_before(rest, obstacles)
            .map_err(|error| step_error(error, self.id))
    }

    /// Keeps its path in a list, for a step that fails later, before the first change of its motion.
    pub(super) fn keep_path(&mut self, list: &mut Vec<Followed<T, D>>) {
        if self.before.is_none() {
            self.before = Some(list.len());
            list.push((*self.followed).clone());
        }
    }

    /// Follows it through the change after a time from the start of its leg \[s\].
    pub(super) fn pass(
        &mut self,
        time: T,
        dt: T,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<ContactEvent<T, D>>, StepError<T>> {
        self.turn_until(time);
        let path = &mut self.followed.path;
        let at = path.start + to_f64(time);
        let held = path.held.iter().next().map_or(0, |held| held.number);
        let number = path.found().map_or(held, |found| found.number);
        let is_touch = path.found().is_some();
        let passed = path
            .pass(time, obstacles)
            .map_err(|error| step_error(error, self.id))?;
        self.changed(at, is_touch, Touched::Surface(surface_id(number)), dt)?;
        let path = &self.followed.path;
        let mass = self.followed.left.mass;
        Ok(passed.map(|passed| ContactEvent {
            time: from_f64(at),
            body: self.id,
            with: Touched::Surface(surface_id(passed.number)),
            kind: passed.kind,
            point: path.initial.position - passed.normal * path.shape.radius,
            normal: passed.normal,
            impulse: passed.push * mass,
        }))
    }

    /// How often its motion has changed in this step.
    pub(super) fn changes(&self) -> usize {
        self.counts.1
    }

    /// Its motion has changed at a time of the world \[s\], by a touch or otherwise.
    pub(super) fn changed(
        &mut self,
        at: f64,
        is_touch: bool,
        with: Touched,
        dt: T,
    ) -> Result<(), StepError<T>> {
        self.turned = from_f64(at - self.followed.path.start);
        self.is_free = false;
        self.counts.0 += usize::from(is_touch);
        self.counts.1 += 1;
        if self.counts.0 <= MOST_CONTACTS && self.counts.1 <= MOST_CHANGES {
            return Ok(());
        }
        let (body, count) = (self.id, self.counts.0);
        Err(StepError::TooManyContacts {
            body,
            with,
            count,
            dt,
        })
    }

    /// Turns it along its leg until a time from the start of the leg \[s\].
    pub(super) fn turn_until(&mut self, time: T) {
        self.turn.along(&self.followed.path, (self.turned, time));
        self.turned = time;
    }

    /// Follows it to the end of the step.
    pub(super) fn end(&mut self, end: f64) -> Result<(), StepError<T>> {
        let rest = from_f64(end - self.followed.path.start);
        self.turn_until(rest);
        self.state = self.followed.path.state_at(rest);
        if is_finite(&self.state.position) && is_finite(&self.state.velocity) {
            return Ok(());
        }
        Err(StepError::NotFinite {
            body: self.id,
            force: None,
            kind: None,
        })
    }
}

/// The orientation of a body as it turns along its path.
#[derive(Debug, Clone)]
struct Turn<T: Real<D>, const D: usize> {
    orientation: T::Orientation,
    inertia: T::Inertia,
    is_point: bool,
}

impl<T: Real<D>, const D: usize> Turn<T, D> {
    fn of(body: &Body<T, D>) -> Self {
        Self {
            orientation: body.orientation(),
            inertia: body.inertia(),
            is_point: body.is_point(),
        }
    }

    /// Turns it between two times of a leg \[s\], by the mean angular velocity: exact while the axis keeps its direction.
    fn along(&mut self, path: &BodyPath<T, D>, (from, to): (T, T)) {
        if self.is_point || to <= from {
            return;
        }
        let mean = path.mean_spin(from, to);
        if T::axial_numbers(&mean).iter().all(T::is_zero) {
            return;
        }
        let momentum = T::angular_momentum(&self.inertia, &self.orientation, &mean);
        let rotor = T::rotor(&self.inertia);
        self.orientation = T::coast(&rotor, &self.orientation, &momentum, to - from);
    }
}

/// The path of a body from its present state.
fn new_path<T: Real<D>, const D: usize>(
    world: &World<T, D>,
    body: &Body<T, D>,
    law: &LinearLaw<T, D>,
    obstacles: &dyn Obstacles<T, D>,
) -> Result<BodyPath<T, D>, ContactError<T>> {
    let mut from_now = *law;
    from_now.constant += law.ramp * world.time();
    let state = PathState {
        position: body.position,
        velocity: body.velocity,
        spin: body.angular_velocity(),
    };
    let now = world.precise_time();
    BodyPath::new(from_now, state, shape_of(body), now, obstacles)
}

/// The form of a body, as contacts know it.
fn shape_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> Shape<T> {
    let moments = T::wide_inertia(&body.inertia()).map(|inertia| inertia.moments());
    Shape {
        radius: body.radius(),
        inertia: moments.map_or(T::zero(), |moments| from_f64::<T>(moments[0]) / body.mass),
    }
}

/// The id of the surface with a number.
pub(super) fn surface_id(number: usize) -> SurfaceId {
    SurfaceId(u32::try_from(number).unwrap_or(u32::MAX))
}

fn step_error<T: RealField + Copy>(error: ContactError<T>, body: BodyId) -> StepError<T> {
    let (number, problem) = match error {
        ContactError::Search { surface, reason } => {
            let problem = match reason {
                LandingError::Distance { .. } => TouchProblem::Distance,
                LandingError::Normal { .. } => TouchProblem::Normal,
                _ => TouchProblem::Unfinished,
            };
            (surface, problem)
        }
        ContactError::NotRound { surface } => (surface, TouchProblem::NotRound),
        ContactError::TooLarge {
            surface,
            radius,
            limit,
        } => {
            let with = Touched::Surface(surface_id(surface));
            return StepError::TooLarge {
                body,
                with,
                radius,
                limit,
            };
        }
        ContactError::Answer { surface } => (surface, TouchProblem::Answer),
        _ => (0, TouchProblem::Unfinished),
    };
    let with = Touched::Surface(surface_id(number));
    StepError::Touch {
        body,
        with,
        problem,
    }
}
