//! Very many bodies under the same linear law, as fast as memory.
//!
//! A [`Swarm`] keeps nothing but positions and velocities, and moves all of them by one exact [`Flow`] in one pass,
//! whatever the step.

mod column;
mod error;
mod groups;

use alloc::vec::Vec;

use bytemuck::cast_slice;
use nalgebra::SVector;

use crate::clock::Clock;
use crate::flow::{Bound, Flow, LinearLaw};
use crate::space::{Float, first_not_finite, is_finite, narrow};
use column::{Column, flat};
pub use error::{GroupError, NoMemory, PushError, SwarmError};
use groups::Groups;
pub use groups::{Group, Laws};

/// Points by the million, under linear laws.
///
/// Positions and velocities are two slices of vectors; a step is one pass over them, exact for any `dt`. A body has no
/// name, only its place in the slices, and takes no more memory than its state. There is room for a fixed number of
/// bodies, so that nothing is allocated while they come and go.
///
/// Bodies may be told apart into [groups](Group) of different mass, each with a law of its own.
///
/// ```
/// use kinstep::{LinearLaw, Swarm};
///
/// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1).in_wind([3.0, 0.0, 0.0]);
/// let mut swarm: Swarm<f32, 3> = Swarm::with_capacity(1_000_000);
/// swarm.push([0.0, 0.0, 0.0], [1.0, 2.0, 3.0])?;
/// swarm.step(&law, 1.0 / 60.0)?;
/// swarm.step(&law, 50.0)?; // one pass, whatever dt
/// assert!((swarm.velocities()[0].y + 9.81 / 0.1 * (1.0 - (-5.0_f32).exp())).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Swarm<T, const D: usize> {
    positions: Column<T, D>,
    velocities: Column<T, D>,
    capacity: usize,
    groups: Groups<T>,
    clock: Clock<T>,
    /// The flow that each group followed last, with what made it.
    flows: Vec<Option<Followed<T, D>>>,
    /// A bound on the components of all positions and velocities, if one is known.
    reach: Option<T>,
}

/// A swarm in the plane, in `f64`.
pub type Swarm2 = Swarm<f64, 2>;
/// A swarm in space, in `f64`.
pub type Swarm3 = Swarm<f64, 3>;

/// A flow, and the law and step \[s\] that it is of.
#[derive(Debug, Clone)]
struct Followed<T, const D: usize> {
    law: LinearLaw<T, D>,
    dt: T,
    flow: Flow<T, D>,
    bound: Bound<T>,
}

impl<T: Float, const D: usize> Followed<T, D> {
    /// Whether it is of this law and step. Numbers are compared as they are stored: no other way is as short.
    fn is_of(&self, law: &LinearLaw<T, D>, dt: T) -> bool {
        let same = |one: &[T], other: &[T]| cast_slice::<T, u8>(one) == cast_slice::<T, u8>(other);
        let known = &self.law;
        same(
            &[self.dt, known.damping, known.stiffness],
            &[dt, law.damping, law.stiffness],
        ) && same(known.constant.as_slice(), law.constant.as_slice())
            && same(known.ramp.as_slice(), law.ramp.as_slice())
            && same(known.gyration.as_slice(), law.gyration.as_slice())
            && same(known.tide.as_slice(), law.tide.as_slice())
    }
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// A swarm without bodies at time zero, with room for so many. It has one group, of bodies of 1 kg.
    ///
    /// Where there is not that much memory it has room for none; [`try_with_capacity`](Self::try_with_capacity)
    /// says so.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::try_with_capacity(capacity)
            .unwrap_or_else(|_| Self::of((Column::none(), Column::none()), 0))
    }

    /// [`with_capacity`](Self::with_capacity), where the memory may not be there.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn try_with_capacity(capacity: usize) -> Result<Self, NoMemory> {
        let column = || Column::with_room(capacity).map_err(|_| NoMemory { capacity });
        Ok(Self::of((column()?, column()?), capacity))
    }

    fn of((positions, velocities): (Column<T, D>, Column<T, D>), capacity: usize) -> Self {
        Self {
            positions,
            velocities,
            capacity,
            groups: Groups::one(),
            clock: Clock::new(),
            flows: [None].into(),
            reach: Some(T::zero()),
        }
    }

    /// How many bodies there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.values().len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.clock.time()
    }

    /// Positions of all bodies \[m\], those of one group after those of the other.
    #[must_use]
    pub fn positions(&self) -> &[SVector<T, D>] {
        self.positions.values()
    }

    /// Velocities of all bodies \[m/s\], in the order of [`positions`](Self::positions).
    #[must_use]
    pub fn velocities(&self) -> &[SVector<T, D>] {
        self.velocities.values()
    }

    /// Positions and velocities to be written to. The next step checks them.
    #[must_use]
    pub fn states_mut(&mut self) -> (&mut [SVector<T, D>], &mut [SVector<T, D>]) {
        self.reach = None;
        (self.positions.values_mut(), self.velocities.values_mut())
    }

    /// Makes room for `capacity` bodies, if there is not that much.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn reserve(&mut self, capacity: usize) -> Result<(), NoMemory> {
        if capacity <= self.capacity {
            return Ok(());
        }
        let larger =
            |column: &Column<T, D>| column.moved(capacity).map_err(|_| NoMemory { capacity });
        (self.positions, self.velocities) = (larger(&self.positions)?, larger(&self.velocities)?);
        self.capacity = capacity;
        Ok(())
    }

    /// One more group, of bodies of this mass \[kg\]. Returns its index; the first group is 0.
    ///
    /// # Errors
    /// If the mass is not positive and finite.
    pub fn add_group(&mut self, mass: T) -> Result<usize, GroupError<T>> {
        if !(mass.is_finite() && mass > T::zero()) {
            return Err(GroupError::Mass { mass });
        }
        self.flows.push(None);
        Ok(self.groups.add(mass))
    }

    /// All groups, in the order of their bodies.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<T>> + '_ {
        (0..self.groups.count()).map(|index| self.groups.group(index))
    }

    /// One more body in the first group, at a position \[m\] with a velocity \[m/s\]. Returns its place.
    ///
    /// # Errors
    /// If there is no room, or the state is not finite.
    pub fn push(
        &mut self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<usize, PushError<T>> {
        self.push_into(0, position, velocity)
    }

    /// One more body at the end of a group. The first body of each later group moves to the end of it.
    ///
    /// # Errors
    /// If there is no such group or no room, or the state is not finite.
    pub fn push_into(
        &mut self,
        group: usize,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<usize, PushError<T>> {
        let (position, velocity) = (position.into(), velocity.into());
        let groups = self.groups.count();
        if group >= groups {
            return Err(PushError::NoSuchGroup { group, groups });
        }
        if let Some((axis, value)) = first_not_finite(&position) {
            return Err(PushError::Position { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&velocity) {
            return Err(PushError::Velocity { axis, value });
        }
        if self.len() == self.capacity {
            let capacity = self.capacity;
            return Err(PushError::Full { capacity });
        }
        self.positions.push(position);
        self.velocities.push(velocity);
        let (positions, velocities) = (self.positions.values_mut(), self.velocities.values_mut());
        let place = self.groups.insert(group, |from, to| {
            positions[to] = positions[from];
            velocities[to] = velocities[from];
        });
        (positions[place], velocities[place]) = (position, velocity);
        self.reach =
            (self.reach).map(|reach| larger(reach, larger(position.amax(), velocity.amax())));
        Ok(place)
    }

    /// Takes a body out, and returns its position and velocity; none if there is no body at that place. The last body of its
    /// group takes the place, and the last body of each later group moves to the front of it.
    pub fn remove(&mut self, place: usize) -> Option<(SVector<T, D>, SVector<T, D>)> {
        let (positions, velocities) = (self.positions.values_mut(), self.velocities.values_mut());
        let removed = (*positions.get(place)?, *velocities.get(place)?);
        self.groups.remove(place, |from, to| {
            positions[to] = positions[from];
            velocities[to] = velocities[from];
        });
        self.positions.pop();
        self.velocities.pop();
        Some(removed)
    }

    /// Keeps the bodies of which `keeps(position, velocity)` says so, and takes the others out. Their order may
    /// change.
    pub fn retain(&mut self, mut keeps: impl FnMut(&SVector<T, D>, &SVector<T, D>) -> bool) {
        for place in (0..self.len()).rev() {
            if !keeps(&self.positions()[place], &self.velocities()[place]) {
                self.remove(place);
            }
        }
    }

    /// Takes all bodies out. Groups and time stay.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.velocities.clear();
        self.groups.clear();
        self.reach = Some(T::zero());
    }

    /// Moves all bodies by `dt` \[s\], exactly; a negative step runs backwards. The price is one pass, whatever the step.
    ///
    /// `laws` is one [`LinearLaw`] for all, or a function that tells each group its own.
    ///
    /// # Errors
    /// If `dt` or a law is not finite, or a body is in a state that is not finite, or would come to be. The swarm is then as
    /// it was.
    pub fn step(&mut self, laws: &impl Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.follow(laws, dt)?;
        self.make_sure()?;
        let time = self.clock.time();
        for (group, followed) in self.flows.iter().enumerate() {
            if let Some(Followed { flow, .. }) = followed {
                let bodies = self.groups.group(group).bodies;
                let positions = flat(&mut self.positions.values_mut()[bodies.clone()]);
                let velocities = flat(&mut self.velocities.values_mut()[bodies]);
                flow.advance_flat(positions, velocities, time);
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Finds the flow of each group over `dt`.
    fn follow(&mut self, laws: &impl Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        if !dt.is_finite() {
            return Err(SwarmError::Duration { dt });
        }
        for (group, followed) in self.flows.iter_mut().enumerate() {
            let law = laws.law(&self.groups.group(group));
            if followed.as_ref().is_some_and(|known| known.is_of(&law, dt)) {
                continue;
            }
            if !law.is_finite() {
                return Err(SwarmError::Law { group });
            }
            let flow = law.flow(dt);
            let bound = flow.bound();
            *followed = Some(Followed {
                law,
                dt,
                flow,
                bound,
            });
        }
        Ok(())
    }

    /// Makes sure that no body leaves the finite numbers in the next step.
    fn make_sure(&mut self) -> Result<(), SwarmError<T>> {
        if let Some(reach) = self.reach.and_then(|reach| self.reach_after(reach)) {
            self.reach = Some(reach);
            return Ok(());
        }
        let states = || self.positions().iter().zip(self.velocities());
        let mut reach = T::zero();
        for (index, (position, velocity)) in states().enumerate() {
            if !(is_finite(position) && is_finite(velocity)) {
                return Err(SwarmError::State { index });
            }
            reach = larger(reach, larger(position.amax(), velocity.amax()));
        }
        self.reach = self.reach_after(reach);
        if self.reach.is_some() {
            return Ok(());
        }
        // near the end of the numbers each body is looked at
        let time = self.clock.time();
        for group in self.groups() {
            let Some(Followed { flow, .. }) = &self.flows[group.index] else {
                continue;
            };
            for index in group.bodies {
                let (mut position, mut velocity) =
                    (self.positions()[index], self.velocities()[index]);
                flow.advance(&mut position, &mut velocity, time);
                if !(is_finite(&position) && is_finite(&velocity)) {
                    return Err(SwarmError::NotFinite { index });
                }
            }
        }
        Ok(())
    }

    /// A bound on all components after the step, from one before; none if a body might overflow.
    fn reach_after(&self, before: T) -> Option<T> {
        let time = self.clock.time();
        let reach = (self.flows.iter().flatten()).try_fold(before, |reach, followed| {
            let after = followed.bound.after(before, time);
            after.is_finite().then(|| larger(reach, after))
        })?;
        // a sum of a few numbers up to this one stays finite
        (reach * narrow(16.0)).is_finite().then_some(reach)
    }
}

fn larger<T: Float>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
