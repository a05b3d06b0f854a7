//! A step of a world in which bodies follow their paths through contacts.

use nalgebra::RealField;

use super::super::error::ContactError;
use super::super::obstacle::Obstacles;
use super::super::passing::Passed;
use super::super::path::{BodyPath, LegKind, PathState, Shape};
use super::ContactEvent;
use super::store::ContactStore;
use super::wall::WallsFor;
use crate::ballistics::LandingError;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, is_finite, to_f64};
use crate::space::Real;
use crate::world::{StepError, SurfaceId, SurfaceProblem, Touched, World};

/// The path of a body, and what it holds for.
#[derive(Debug, Clone)]
pub(super) struct Followed<T: Real<D>, const D: usize> {
    path: BodyPath<T, D>,
    /// The law at time zero of the world.
    law: LinearLaw<T, D>,
    revision: u64,
    /// The body as the last step left it.
    left: Body<T, D>,
}

/// A body that a step moves along its path.
#[derive(Debug, Clone)]
pub(super) struct Moved<T: Real<D>, const D: usize> {
    place: usize,
    followed: Followed<T, D>,
    state: PathState<T, D>,
    /// Whether the scheme moves it, since it touches nothing.
    is_free: bool,
    /// How it turned in the step, if it did so along its path.
    orientation: Option<T::Orientation>,
}

/// The most contacts of a body in one step.
const MOST_CONTACTS: usize = 10_000;

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Finds where the paths of all bodies go in a step of `dt` \[s\]. Changes nothing that lasts.
    pub(super) fn follow_all(&mut self, world: &World<T, D>, dt: T) -> Result<(), StepError<T>> {
        self.moved.clear();
        self.new_events.clear();
        let now = to_f64(world.time());
        for (place, body) in world.body_slice().iter().enumerate() {
            // the step itself reports a body that is not valid
            if body.is_fixed() || !body.is_valid() {
                continue;
            }
            self.follow(world, place, (now, dt))?;
        }
        Ok(())
    }

    /// Finds where the path of a body goes in a step.
    fn follow(
        &mut self,
        world: &World<T, D>,
        place: usize,
        (now, dt): (f64, T),
    ) -> Result<(), StepError<T>> {
        let body = &world.body_slice()[place];
        let obstacles = WallsFor {
            walls: &self.walls,
            layers: self.layers(place),
        };
        if (0..obstacles.count()).all(|number| obstacles.obstacle(number, now).is_none()) {
            return Ok(());
        }
        let id = world.id_at(place);
        let problem = |error: ContactError<T>| step_error(error, id);
        let (law, is_exact) = world.held_law(place);
        let known = (self.paths.get(place).and_then(Option::as_ref)).filter(|known| {
            known.left == *body && known.law == law && known.revision == self.revision && is_exact
        });
        let mut followed = match known {
            Some(known) => known.clone(),
            None => {
                let mut from_now = law;
                from_now.constant += law.ramp * world.time();
                let state = PathState {
                    position: body.position,
                    velocity: body.velocity,
                    spin: body.angular_velocity(),
                };
                Followed {
                    path: BodyPath::new(from_now, state, shape_of(body), now, &obstacles)
                        .map_err(problem)?,
                    law,
                    revision: self.revision,
                    left: *body,
                }
            }
        };
        let path = &mut followed.path;
        if path.leg.kind == LegKind::Flight && known.is_none_or(|known| known.left != *body) {
            path.initial.spin = body.angular_velocity();
        }
        let mut turn = Turn::of(body);
        let end = now + to_f64(dt);
        let (mut from, mut count) = (from_f64::<T>(now - path.start), 0);
        let mut is_free = path.leg.kind == LegKind::Flight;
        loop {
            let rest = from_f64(end - path.start);
            let Some(time) = path.end_before(rest, &obstacles).map_err(problem)? else {
                break;
            };
            count += 1;
            turn.along(path, (from, time));
            let at = path.start + to_f64(time);
            let passed = path.pass(time, &obstacles);
            from = from_f64(at - path.start);
            is_free = false;
            if let Some(passed) = passed {
                let event = contact_event(&passed, body, path, id, at);
                self.new_events.push(event);
                if count > MOST_CONTACTS {
                    let (body, with) = (id, event.with);
                    return Err(StepError::TooManyContacts {
                        body,
                        with,
                        count,
                        dt,
                    });
                }
            }
        }
        let rest = from_f64(end - path.start);
        turn.along(path, (from, rest));
        let state = path.state_at(rest);
        if !(is_finite(&state.position) && is_finite(&state.velocity)) {
            return Ok(());
        }
        self.moved.push(Moved {
            place,
            state,
            is_free: is_free && !is_exact,
            orientation: (!is_free)
                .then_some(turn.orientation)
                .filter(|_| !body.is_point()),
            followed,
        });
        Ok(())
    }

    /// After the step of the scheme: moves bodies along their paths, and keeps the paths and events.
    pub(super) fn finish(&mut self, world: &mut World<T, D>) {
        self.paths.resize_with(world.len(), || None);
        let mut all = core::mem::take(&mut self.moved);
        for moved in all.drain(..) {
            let place = moved.place;
            let obstacles = WallsFor {
                walls: &self.walls,
                layers: self.layers(place),
            };
            let body = world.stepped_body_mut(place);
            if moved.is_free {
                let path = &moved.followed.path;
                let from = moved.followed.left.position;
                if let Some(stop) = path.stop_between(&from, &body.position, &obstacles) {
                    body.position = stop;
                }
            } else {
                body.position = moved.state.position;
                body.velocity = moved.state.velocity;
                if let Some(orientation) = moved.orientation {
                    let spin =
                        T::angular_momentum(&body.inertia(), &orientation, &moved.state.spin);
                    body.set_rotation(orientation, spin);
                }
            }
            let left = *body;
            self.paths[place] = Some(Followed {
                left,
                ..moved.followed
            });
        }
        self.moved = all;
        self.new_events.sort_by(|a, b| {
            (a.time, a.body)
                .partial_cmp(&(b.time, b.body))
                .unwrap_or(core::cmp::Ordering::Equal)
        });
        core::mem::swap(&mut self.events, &mut self.new_events);
    }
}

/// The orientation of a body as it turns along its path.
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
        let momentum = T::angular_momentum(&self.inertia, &self.orientation, &mean);
        let rotor = T::rotor(&self.inertia);
        self.orientation = T::coast(&rotor, &self.orientation, &momentum, to - from);
    }
}

/// The form of a body, as contacts know it.
fn shape_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> Shape<T> {
    let moments = T::wide_inertia(&body.inertia()).map(|inertia| inertia.moments());
    Shape {
        radius: body.radius(),
        inertia: moments.map_or(T::zero(), |moments| from_f64::<T>(moments[0]) / body.mass),
    }
}

/// What happened at the end of a leg, as an event of the world.
fn contact_event<T: Real<D>, const D: usize>(
    passed: &Passed<T, D>,
    body: &Body<T, D>,
    path: &BodyPath<T, D>,
    id: crate::world::BodyId,
    time: f64,
) -> ContactEvent<T, D> {
    ContactEvent {
        time: from_f64(time),
        body: id,
        with: Touched::Surface(surface_id(passed.number)),
        kind: passed.kind,
        point: path.initial.position - passed.normal * path.shape.radius,
        normal: passed.normal,
        impulse: passed.push * body.mass,
    }
}

/// The id of the surface with a number.
pub(super) fn surface_id(number: usize) -> SurfaceId {
    SurfaceId(u32::try_from(number).unwrap_or(u32::MAX))
}

fn step_error<T: RealField + Copy>(
    error: ContactError<T>,
    body: crate::world::BodyId,
) -> StepError<T> {
    let (number, problem) = match error {
        ContactError::Search { surface, reason } => {
            let problem = match reason {
                LandingError::Distance { .. } => SurfaceProblem::Distance,
                LandingError::Normal { .. } => SurfaceProblem::Normal,
                _ => SurfaceProblem::Unfinished,
            };
            (surface, problem)
        }
        ContactError::NotRound { surface } => (surface, SurfaceProblem::NotRound),
        _ => (0, SurfaceProblem::Unfinished),
    };
    let surface = surface_id(number);
    StepError::Surface {
        body,
        surface,
        problem,
    }
}
