//! Bodies and forces that are stepped together.

mod arena;
mod bodies;
mod error;
mod forces;
mod snapshot;

use alloc::vec::Vec;

pub use arena::NamesError;
use arena::{Arena, Key, Keys};
pub use error::{
    AddForceError, AddForceOnError, AddLinkError, ApplyError, NoSuchBody, NoSuchForce,
    ReplaceForceError, StepError,
};

pub use snapshot::{RestoreError, Scene, SceneError, Snapshot};

use crate::ballistics::LastEvent;
use crate::body::{Body, BodyStore};
use crate::clock::Clock;
use crate::flow::LinearLaw;
use crate::scheme::{AppliedForce, Attachment, NonFiniteBody, Scheme, Stepper, System};
use crate::space::Real;

/// The name of a body in its world. It never comes to mean another body of that world, unless the world is put
/// back to a checkpoint before it was given.
///
/// ```
/// use kinstep::{Body2, World2};
///
/// let mut world = World2::new();
/// let gone = world.add_body(Body2::point(1.0))?;
/// world.remove_body(gone)?;
/// let new = world.add_body(Body2::point(2.0))?; // may be kept where the other was
/// assert!(world.body(gone).is_none() && world[new].mass == 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(Key);

/// The name of a force in its world. It never comes to mean another force of that world, unless the world is put
/// back to a checkpoint before it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ForceId(Key);

impl core::fmt::Display for BodyId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl core::fmt::Display for ForceId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(formatter)
    }
}

/// BodyStore, the forces on them, and a clock.
///
/// All quantities are in SI units and one inertial world frame. Bodies are plain data, read and written
/// through their ids; forces act until they are removed. Cloning a world copies the bodies and
/// shares the forces, which never change; a clone steps on with the same bits as its original. To save a
/// world, see [`Snapshot`] and [`Scene`].
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
/// To go back, keep the last frames in a ring. [`clone_from`](Clone::clone_from) writes over an old one and keeps its
/// memory:
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
/// // word arrives late that the ball was hit before frame 95
/// world.clone_from(&ring[95 % FRAMES]);
/// assert_eq!(world.steps(), 95);
/// world.apply_impulse(ball, [0.0, 0.2])?;
/// for frame in 95..100 {
///     ring[frame % FRAMES].clone_from(&world);
///     world.step(1.0 / 60.0)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World<T: Real<D>, const D: usize> {
    bodies: BodyStore<T, D>,
    /// The names of all bodies, in their order.
    names: Keys,
    forces: Arena<Attachment<T, D>>,
    /// Forces over the next step only.
    applied_forces: Vec<AppliedForce<T, D>>,
    clock: Clock<T>,
    scheme: Scheme,
    stepper: Stepper<T, D>,
    /// The event that the last step stopped at, if it did.
    last_event: Option<LastEvent<T, D>>,
}

/// A world in the plane, in `f64`.
pub type World2 = World<f64, 2>;
/// A world in space, in `f64`.
pub type World3 = World<f64, 3>;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// An empty world at time zero, stepped by [`Scheme::FlowKick`].
    #[must_use]
    pub fn new() -> Self {
        Self {
            bodies: BodyStore::new(),
            names: Keys::new(),
            forces: Arena::new(),
            applied_forces: Vec::new(),
            clock: Clock::new(),
            scheme: Scheme::default(),
            stepper: Stepper::new(),
            last_event: None,
        }
    }

    /// An empty world with room for so many bodies.
    ///
    /// A world that grows takes more room than it needs, up to twice as much.
    #[must_use]
    pub fn with_capacity(bodies: usize) -> Self {
        let mut world = Self::new();
        world.reserve(bodies);
        world
    }

    /// Makes room for so many more bodies; none where there is not that much memory.
    pub fn reserve(&mut self, additional: usize) {
        self.bodies.reserve(additional);
        self.names.reserve(additional);
        self.stepper.reserve(additional);
    }

    /// How this world is stepped.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Steps by another scheme from now on.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.scheme = scheme;
    }

    /// Simulated time \[s\]: the sum of all steps, rounded once.
    #[must_use]
    pub fn time(&self) -> T {
        self.clock.time()
    }

    /// How many steps were taken, forward or backward.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.clock.steps()
    }

    /// Moves the world by `dt` seconds; a negative step runs backwards. A step of no time leaves every body as it is, to
    /// the bit, and counts as a step.
    ///
    /// Nothing is allocated, unless bodies, forces or the scheme changed since the step before, a body got a mass
    /// of its own, or this is the first step of a clone.
    ///
    /// # Errors
    /// If `dt` or the time after it is not finite, if a body was given a mass, position or velocity that makes no sense,
    /// or if a body would end in a state that is not finite. The world is then as it was.
    pub fn step(&mut self, dt: T) -> Result<(), StepError<T>> {
        if !self.clock.reaches(dt) {
            return Err(StepError::Duration { dt });
        }
        if dt == T::zero() {
            return self.stand_still(dt);
        }
        let system = System {
            time: self.clock.time(),
            h: dt,
            attachments: self.forces.values(),
            applied_forces: &self.applied_forces,
        };
        match (self.stepper).step(self.scheme, &system, &mut self.bodies) {
            Ok(()) => {
                self.applied_forces.clear();
                self.clock.advance(dt);
                Ok(())
            }
            Err(NonFiniteBody(place)) => Err(self.step_error(place, dt)),
        }
    }

    /// A step of no time, in which no body changes a bit.
    fn stand_still(&mut self, dt: T) -> Result<(), StepError<T>> {
        let mut bodies = self.bodies.values().iter();
        if let Some(place) = bodies.position(|body| !body.is_sound()) {
            return Err(self.step_error(place, dt));
        }
        self.applied_forces.clear();
        self.clock.advance(dt);
        Ok(())
    }

    /// Whether the time is finite after a step of `dt`.
    pub(crate) fn reaches(&self, dt: T) -> bool {
        self.clock.reaches(dt)
    }

    /// All forces and a step of `dt` under them, for diagnostics to look at.
    pub(crate) fn system(&self, dt: T) -> System<'_, T, D> {
        System {
            time: self.time(),
            h: dt,
            attachments: self.forces.values(),
            applied_forces: &self.applied_forces,
        }
    }

    /// The ids of all forces, in the order of the attachments of [`system`](Self::system).
    pub(crate) fn force_ids(&self) -> impl ExactSizeIterator<Item = ForceId> + '_ {
        self.forces.keys().iter().map(ForceId)
    }

    /// Arrives where diagnostics found the bodies to be after `dt`, without a step of its own.
    pub(crate) fn arrive(&mut self, bodies: &[Body<T, D>], dt: T) {
        self.bodies.values_mut().copy_from_slice(bodies);
        self.stepper.states_changed();
        self.applied_forces.clear();
        self.clock.advance(dt);
    }

    /// The event that the last step stopped at.
    pub(crate) fn last_event(&self) -> Option<&LastEvent<T, D>> {
        self.last_event.as_ref()
    }

    /// Keeps an event in mind.
    pub(crate) fn set_last_event(&mut self, last_event: Option<LastEvent<T, D>>) {
        self.last_event = last_event;
    }

    /// All that a step changes.
    pub(crate) fn checkpoint(&self) -> Checkpoint<T, D> {
        Checkpoint {
            bodies: self.bodies.values().to_vec(),
            clock: self.clock,
            applied_forces: self.applied_forces.clone(),
        }
    }

    /// Goes back to a checkpoint since which this world was only stepped.
    pub(crate) fn roll_back(&mut self, checkpoint: &Checkpoint<T, D>) {
        self.bodies.values_mut().copy_from_slice(&checkpoint.bodies);
        self.stepper.states_changed();
        self.clock = checkpoint.clock;
        self.applied_forces.clone_from(&checkpoint.applied_forces);
    }

    /// Why a step failed of which the body at `place` came out as no state at all. It may have got
    /// that from another body, so all are looked at.
    fn step_error(&self, place: usize, dt: T) -> StepError<T> {
        let bodies = self.bodies.values();
        let name = |place| BodyId(self.names.key(place));
        if let Some(spoiled) = bodies.iter().position(|body| !body.is_sound()) {
            let (body, Body { mass, .. }) = (name(spoiled), bodies[spoiled]);
            return if !bodies[spoiled].has_mass() {
                StepError::Mass { body, mass }
            } else if !bodies[spoiled].has_inertia() {
                StepError::Inertia { body }
            } else if bodies[spoiled].is_point() && bodies[spoiled].is_finite() {
                StepError::PointSpins { body }
            } else {
                StepError::State { body }
            };
        }
        if self.law_on(place).loses_its_phase(dt) {
            let body = name(place);
            return StepError::PhaseLost { body, dt };
        }
        for (force, attachment) in self.forces.values().iter().enumerate() {
            if let Some(place) = attachment.first_non_finite(bodies, self.time(), dt) {
                return StepError::NotFinite {
                    body: name(place),
                    force: Some(ForceId(self.forces.keys().key(force))),
                };
            }
        }
        StepError::NotFinite {
            body: name(place),
            force: None,
        }
    }

    /// The sum of the laws on a body.
    fn law_on(&self, place: usize) -> LinearLaw<T, D> {
        let body = &self.bodies.values()[place];
        let acting = (self.forces.values().iter()).filter(|attachment| attachment.acts_on(place));
        acting
            .filter_map(|attachment| attachment.force.law(body))
            .sum()
    }
}

/// All that a step changes.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint<T: Real<D>, const D: usize> {
    bodies: Vec<Body<T, D>>,
    clock: Clock<T>,
    applied_forces: Vec<AppliedForce<T, D>>,
}

/// Copies the bodies, and shares the forces. [`clone_from`](Clone::clone_from) writes over a world and keeps its memory.
impl<T: Real<D>, const D: usize> Clone for World<T, D> {
    fn clone(&self) -> Self {
        let mut world = Self::new();
        world.clone_from(self);
        world
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            bodies,
            names,
            forces,
            applied_forces,
            clock,
            scheme,
            stepper,
            last_event,
        } = source;
        self.bodies.clone_from(bodies);
        self.names.clone_from(names);
        self.forces.clone_from(forces);
        self.applied_forces.clone_from(applied_forces);
        self.stepper.clone_from(stepper);
        (self.clock, self.scheme, self.last_event) = (*clock, *scheme, *last_event);
    }
}

impl<T: Real<D>, const D: usize> Default for World<T, D> {
    fn default() -> Self {
        Self::new()
    }
}
