//! Worlds: bodies and forces that are stepped together.

mod acting;
mod advance;
mod arena;
mod bodies;
mod contact_part;
mod dense_output;
mod dynamics;
mod error;
mod failure;
mod fixed_step;
mod forces;
mod ids;
mod links;
#[cfg(test)]
mod plan_tests;
mod snapshot;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::RealField;

use arena::Keys;
pub(crate) use contact_part::ContactPart;
use contact_part::Tags;
pub(crate) use contact_part::{AwaitedEvent, LastEvent};
pub use dense_output::DenseOutput;
pub use dynamics::{Dynamics, Island};
pub use error::{Collider, ForceError, NoSuch, StepError};
pub use fixed_step::FixedStep;
use forces::ForceList;
pub use ids::{BodyId, ForceId, SurfaceId};
use snapshot::all_but;
pub use snapshot::{RestoreError, Scene, Snapshot};

use crate::body::{Body, BodyStore};
use crate::numbers::from_f64;
use crate::space::Real;
use crate::step::{AppliedForce, Ground, Scheme, Stepper, System};
use kinstep_flow::clock::Clock;

/// Bodies, the forces on them, and a clock.
///
/// All quantities are in SI units and in one inertial world frame. Bodies are plain data, which you
/// read and write by their ids; forces act until they are removed. In `f32` a body far from the
/// origin [moves at a wrong speed](crate::guide::promises#single-precision-far-from-the-origin) in
/// short steps. A clone of a world copies the bodies and shares the forces, which never change; a
/// step of the clone gives the same bits as a step of the original. To save a world, see
/// [`Snapshot`] and [`Scene`].
///
/// ```
/// use kinstep::{Body3, LinearDrag, UniformGravity, World3};
///
/// let mut world = World3::new();
/// world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
/// world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?;
/// let ball = world.add_body(Body3::point(0.145).at([0.0, 1.5, 0.0]).moving([30.0, 8.0, 0.0]))?;
///
/// // any step: the answer is the same
/// let mut once = world.clone();
/// once.step(2.0)?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world[ball].position - once[ball].position).norm() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To go back in time, keep the last frames in a ring buffer. [`clone_from`](Clone::clone_from)
/// overwrites an old frame and reuses its memory:
///
/// ```
/// use kinstep::{Body2, UniformGravity, World2};
///
/// const FRAMES: usize = 8;
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.145).moving([3.0, 8.0]))?;
///
/// let mut ring: [World2; FRAMES] = core::array::from_fn(|_| World2::new());
/// for frame in 0..100 {
///     ring[frame % FRAMES].clone_from(&world);
///     world.step(1.0 / 60.0)?;
/// }
/// // a late message: the ball was hit before frame 95
/// world.clone_from(&ring[95 % FRAMES]);
/// assert_eq!(world.steps(), 95);
/// world.apply_impulse(ball, [0.0, 0.2])?;
/// for frame in 95..100 {
///     ring[frame % FRAMES].clone_from(&world);
///     world.step(1.0 / 60.0)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias(
    "simulation",
    "physics engine",
    "integrator",
    "rollback",
    "replay",
    "rewind"
))]
pub struct World<T: Real<D>, const D: usize> {
    bodies: BodyStore<T, D>,
    /// Ids of all bodies, in the order of `bodies`. Clones share this list, as they share the
    /// forces.
    body_keys: Arc<Keys>,
    tags: Tags,
    forces: Arc<ForceList<T, D>>,
    /// Forces that act during the next step only.
    applied_forces: Vec<AppliedForce<T, D>>,
    /// The forces without the [applied torques](Self::with_torques); `None` except during a step
    /// under such torques.
    lasting_forces: Option<Arc<ForceList<T, D>>>,
    clock: Clock<T>,
    scheme: Scheme,
    stepper: Stepper<T, D>,
    /// The event at which the last step stopped, if it stopped at an event.
    last_event: Option<LastEvent<T, D>>,
    /// Surfaces and contacts; `None` if the world has no contact part.
    contacts: Option<Box<dyn ContactPart<T, D>>>,
}

/// A world in the plane, in `f64`.
///
/// ```
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.145))?;
/// world.step(1.0)?;
/// assert_eq!(world[ball].velocity.y, -9.81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type World2 = World<f64, 2>;
/// A world in space, in `f64`.
///
/// ```
/// use kinstep::{Body3, UniformGravity, World3};
///
/// let mut world = World3::new();
/// world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
/// let ball = world.add_body(Body3::point(0.145))?;
/// world.step(1.0)?;
/// assert_eq!(world[ball].velocity.y, -9.81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type World3 = World<f64, 3>;
/// A world in the plane, in `f32`.
///
/// ```
/// use kinstep::{Body2f, UniformGravity, World2f};
///
/// let mut world = World2f::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2f::point(0.145))?;
/// world.step(1.0)?;
/// assert_eq!(world[ball].velocity.y, -9.81_f32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type World2f = World<f32, 2>;
/// A world in space, in `f32`.
///
/// ```
/// use kinstep::{Body3f, UniformGravity, World3f};
///
/// let mut world = World3f::new();
/// world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
/// let ball = world.add_body(Body3f::point(0.145))?;
/// world.step(1.0)?;
/// assert_eq!(world[ball].velocity.y, -9.81_f32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type World3f = World<f32, 3>;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns an empty world at time zero, stepped by [`Scheme::FlowKick`].
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            bodies: BodyStore::new(),
            body_keys: Arc::new(Keys::new()),
            tags: Tags::default(),
            forces: Arc::new(ForceList::new()),
            applied_forces: Vec::new(),
            lasting_forces: None,
            clock: Clock::new(),
            scheme: Scheme::default(),
            stepper: Stepper::new(),
            last_event: None,
            contacts: None,
        }
    }

    /// Returns an empty world with memory for `bodies` bodies.
    ///
    /// A world that grows as bodies are added may allocate up to twice the memory that it needs.
    #[must_use]
    pub fn with_capacity(bodies: usize) -> Self {
        let mut world = Self::new();
        world.reserve(bodies);
        world
    }

    /// Reserves memory for `additional` more bodies. If there is not enough memory, the call does nothing.
    #[inline(never)]
    pub fn reserve(&mut self, additional: usize) {
        self.bodies.reserve(additional);
        Arc::make_mut(&mut self.body_keys).reserve(additional);
        self.stepper.reserve(additional);
    }

    /// Returns the scheme by which this world is stepped.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Sets the scheme for all further steps.
    #[doc(alias("integrator", "solver"))]
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.scheme = scheme;
    }

    /// Returns the simulated time \[s\]: the sum of the durations of all steps, rounded once.
    #[must_use]
    pub fn time(&self) -> T {
        self.clock.time()
    }

    /// Returns the number of steps made, both forward and backward.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.clock.steps()
    }

    /// Moves the world by `dt` seconds. A negative `dt` moves the world back in time; bodies then
    /// pass through [surfaces](Self::add_surface) and each other. A step of zero length changes no
    /// bit of any body, and counts as a step.
    ///
    /// A step allocates memory only in these cases: a [torque](Self::apply_torque) is applied;
    /// bodies meet each other or surfaces that are not planes; bodies, forces or the scheme have
    /// changed since the last step; a body was given a mass that no other body has; it is the first
    /// step of a clone; more bodies bounce than in any step before; or there are more than twenty
    /// contacts.
    ///
    /// # Errors
    /// If `dt` or the time after the step is not finite, if a body was given a mass or a state that
    /// is not valid, if a body would end in a state that is not finite, if the next contact of a
    /// body is not found, or if a body has too many contacts in one step. After an error the world
    /// is unchanged.
    #[inline(never)]
    #[doc(alias("tick", "update", "simulate", "integrate"))]
    pub fn step(&mut self, dt: T) -> Result<(), StepError<T>> {
        // this early return saves 37 of the 502 instructions of a step of one body
        if self.contacts.is_none() {
            return self.step_freely(dt);
        }
        (self.step_through_contacts(dt)).unwrap_or_else(|| self.step_freely(dt))
    }

    /// Makes a step without contacts.
    pub(crate) fn step_freely(&mut self, dt: T) -> Result<(), StepError<T>> {
        self.step_with(dt, None)
    }

    /// Makes a step. If a ground is given, bodies make contact with it.
    #[inline(never)]
    fn step_with(
        &mut self,
        dt: T,
        mut ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepError<T>> {
        if !self.clock.reaches(dt) {
            return Err(StepError::Duration { dt });
        }
        if dt == T::zero() {
            return self.step_of_zero(dt);
        }
        if self.applied_end(dt).is_some() {
            return self.in_parts(dt, |world, part| {
                world.step_with(part, reborrowed(&mut ground))
            });
        }
        if self.has_torques() {
            return self.with_torques(|world| world.step_with(dt, reborrowed(&mut ground)));
        }
        let system = System {
            time: self.clock.time(),
            h: dt,
            topology: &self.forces.topology,
            applied_forces: &self.applied_forces,
        };
        match (self.stepper).step(self.scheme, &system, &mut self.bodies, ground) {
            Ok(()) => {
                self.advance_clock(dt);
                Ok(())
            }
            Err(failure) => Err(self.step_failure(failure, dt)),
        }
    }

    /// Makes a step of zero length, which changes no bit of any body.
    #[inline(never)]
    fn step_of_zero(&mut self, dt: T) -> Result<(), StepError<T>> {
        let mut bodies = self.bodies.values().iter();
        if let Some(index) = bodies.position(|body| !body.is_valid()) {
            return Err(self.step_error(index, dt));
        }
        let steps = self.steps();
        self.advance_clock(dt);
        if let Some(last) = (self.last_event.as_mut()).filter(|last| last.steps == steps) {
            // no time has passed: the body is still at the event
            last.steps = self.clock.steps();
        }
        Ok(())
    }

    /// Returns the time from now to the first end of an applied force \[s\], if that end lies within a step of `dt`.
    pub(crate) fn applied_end(&self, dt: T) -> Option<T> {
        (self.applied_forces.iter())
            .filter_map(|applied| applied.left)
            .filter(|left| is_longer(dt, *left))
            .reduce(T::min)
    }

    /// Makes a step of `dt` in parts, each of which lasts until an applied force ends. The parts
    /// count as one step.
    pub(crate) fn in_parts<E>(
        &mut self,
        dt: T,
        mut part: impl FnMut(&mut Self, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.checkpoint();
        self.apply_over(dt);
        let mut rest = dt;
        loop {
            let end = self.applied_end(rest);
            if let Err(error) = part(self, end.unwrap_or(rest)) {
                self.roll_back(&before);
                return Err(error);
            }
            let Some(end) = end else { break };
            rest -= end;
        }
        self.clock = before.clock;
        self.clock.advance(dt);
        Ok(())
    }

    /// Adds a step to the clock, and removes the applied forces that end with this step.
    fn advance_clock(&mut self, dt: T) {
        self.clock.advance(dt);
        self.applied_forces.retain_mut(|applied| {
            applied.left = (applied.left)
                .filter(|left| dt >= T::zero() && is_longer(*left, dt))
                .map(|left| left - dt);
            applied.left.is_some()
        });
    }

    /// Makes the forces that were applied for the next step act for `dt` seconds instead, over any
    /// number of steps.
    pub(crate) fn apply_over(&mut self, dt: T) {
        for applied in &mut self.applied_forces {
            applied.left.get_or_insert(dt);
        }
    }

    /// Returns the number of applied forces with a remaining time. These forces come first in the list.
    pub(crate) fn applied_before(&self) -> usize {
        (self.applied_forces).partition_point(|applied| applied.left.is_some())
    }

    /// Makes all applied forces except the first `count` act for the whole next step.
    pub(crate) fn apply_over_next_step(&mut self, count: usize) {
        let applied = self.applied_forces.iter_mut().skip(count);
        applied.for_each(|applied| applied.left = None);
    }

    /// Whether the time is finite after a step of `dt`.
    pub(crate) fn reaches(&self, dt: T) -> bool {
        self.clock.reaches(dt)
    }

    /// Returns all forces and a step of `dt` under them, as a system for diagnostics.
    pub(crate) fn system(&self, dt: T) -> System<'_, T, D> {
        System {
            time: self.time(),
            h: dt,
            topology: &self.forces.topology,
            applied_forces: &self.applied_forces,
        }
    }

    /// Returns the ids of all forces, in the order in which they act.
    pub(crate) fn force_ids(
        &self,
    ) -> impl ExactSizeIterator<Item = ForceId> + DoubleEndedIterator + Clone {
        self.forces.keys().iter().map(ForceId)
    }

    /// Returns the slots of all forces, in the order of [`force_ids`](Self::force_ids).
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> {
        self.forces.keys().slots()
    }

    pub(crate) fn force_id(&self, slot: usize) -> ForceId {
        ForceId(self.forces.keys().key(slot))
    }

    /// Moves the world by `dt` to states that diagnostics have computed.
    pub(crate) fn advance_to(&mut self, bodies: &[Body<T, D>], dt: T) {
        self.bodies.change_all(|all| all.copy_from_slice(bodies));
        self.stepper.states_changed();
        self.advance_clock(dt);
    }

    /// Returns the event at which the last step stopped.
    pub(crate) fn last_event(&self) -> Option<&LastEvent<T, D>> {
        self.last_event.as_ref()
    }

    pub(crate) fn set_last_event(&mut self, last_event: Option<LastEvent<T, D>>) {
        self.last_event = last_event;
    }

    /// Returns the simulated time in `f64` \[s\], including the digits that `T` cannot hold.
    pub(crate) fn precise_time(&self) -> f64 {
        self.clock.precise_time()
    }

    /// Returns the id of the body at `index`.
    pub(crate) fn id_at(&self, index: usize) -> BodyId {
        BodyId(self.body_keys.key(index))
    }

    /// Copies the part of the world that a step changes.
    pub(crate) fn checkpoint(&self) -> Checkpoint<T, D> {
        Checkpoint {
            bodies: self.bodies.values().to_vec(),
            clock: self.clock,
            applied_forces: self.applied_forces.clone(),
        }
    }

    /// Restores a checkpoint. After the checkpoint the world may have been stepped, but not changed
    /// otherwise.
    pub(crate) fn roll_back(&mut self, checkpoint: &Checkpoint<T, D>) {
        let bodies = &checkpoint.bodies;
        self.bodies.change_all(|all| all.copy_from_slice(bodies));
        self.stepper.states_changed();
        self.clock = checkpoint.clock;
        self.applied_forces.clone_from(&checkpoint.applied_forces);
    }
}

/// Reborrows the ground, for a part of the step.
fn reborrowed<'a, T: Real<D>, const D: usize>(
    ground: &'a mut Option<&mut dyn Ground<T, D>>,
) -> Option<&'a mut dyn Ground<T, D>> {
    match ground {
        Some(ground) => Some(&mut **ground),
        None => None,
    }
}

/// The part of a world that a step changes.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint<T: Real<D>, const D: usize> {
    bodies: Vec<Body<T, D>>,
    clock: Clock<T>,
    applied_forces: Vec<AppliedForce<T, D>>,
}

/// Whether `time` is longer than `other` by more than rounding.
fn is_longer<T: RealField + Copy>(time: T, other: T) -> bool {
    time - other > other.abs() * T::default_epsilon() * from_f64(8.0)
}

/// A clone copies the bodies and shares the forces. [`clone_from`](Clone::clone_from) overwrites a
/// world and reuses its memory.
impl<T: Real<D>, const D: usize> Clone for World<T, D> {
    fn clone(&self) -> Self {
        let mut world = Self::new();
        world.clone_from(self);
        world
    }

    #[inline(never)]
    fn clone_from(&mut self, source: &Self) {
        let Self {
            bodies,
            body_keys,
            tags,
            forces,
            applied_forces,
            lasting_forces,
            clock,
            scheme,
            stepper,
            last_event,
            contacts,
        } = source;
        self.bodies.copy_from(bodies);
        self.body_keys.clone_from(body_keys);
        self.tags.clone_from_tags(tags);
        self.forces.clone_from(forces);
        self.lasting_forces.clone_from(lasting_forces);
        self.applied_forces.clone_from(applied_forces);
        self.stepper.copy_from(stepper);
        (self.clock, self.scheme) = (*clock, *scheme);
        self.last_event.clone_from(last_event);
        self.contacts = contacts.as_ref().map(|part| part.copied());
    }
}

impl<T: Real<D>, const D: usize> Default for World<T, D> {
    fn default() -> Self {
        Self::new()
    }
}
