//! Very many bodies under the same linear law, as fast as memory.
//!
//! A [`Swarm`] keeps nothing but positions and velocities, and moves all of them by one exact [`Flow`] in one pass,
//! whatever the step.

mod aligned_column;
mod bodies;
mod crossing;
mod crossing_filter;
mod crossing_search;
mod error;
mod force;
mod groups;
mod kick;
mod largest_magnitude;
mod parallel;
mod sample;
#[cfg(feature = "serde")]
mod snapshot;
mod step;

use alloc::vec::Vec;

use bytemuck::cast_slice;
use nalgebra::SVector;

use crate::clock::Clock;
use crate::flow::{Bound, Flow, LinearLaw};
use crate::space::Float;
use aligned_column::AlignedColumn;
pub use crossing::Landed;
pub use error::{
    GroupError, KickError, NoMemory, PushError, RemoveError, SampleError, StepAcrossError,
    SwarmError,
};
pub use force::{Block, BlockForce, Each};
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
///
/// With the feature `serde` a swarm is written and read as a whole; what is read is checked, and goes on as if it had
/// never stopped, to the bit. With the feature `rayon` long steps, plain or kicked, are shared among all threads, with the same
/// bits.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "snapshot::ReadSwarm<T, D>",
        bound(deserialize = "T: Float + serde::Deserialize<'de>")
    )
)]
pub struct Swarm<T, const D: usize> {
    positions: AlignedColumn<T, D>,
    velocities: AlignedColumn<T, D>,
    /// Room for the states after a step that may fail, once there was one.
    spare: Option<(AlignedColumn<T, D>, AlignedColumn<T, D>)>,
    capacity: usize,
    groups: Groups<T>,
    clock: Clock<T>,
    /// The flow that each group group_flow last, with what made it.
    flows: Vec<Option<GroupFlow<T, D>>>,
    component_bound: ComponentBound<T>,
}

/// A swarm in the plane, in `f64`.
pub type Swarm2 = Swarm<f64, 2>;
/// A swarm in space, in `f64`.
pub type Swarm3 = Swarm<f64, 3>;

/// What is known of the components of all positions and velocities.
#[derive(Debug, Clone, Copy)]
enum ComponentBound<T> {
    /// Nothing: they were written to.
    Unknown,
    /// They are finite.
    Finite,
    /// None is larger than this, without its sign.
    AtMost(T),
}

/// A flow, and the law and step \[s\] that it is of.
#[derive(Debug, Clone)]
struct GroupFlow<T, const D: usize> {
    law: LinearLaw<T, D>,
    dt: T,
    flow: Flow<T, D>,
    bound: Bound<T>,
}

impl<T: Float, const D: usize> GroupFlow<T, D> {
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
            .unwrap_or_else(|_| Self::of((AlignedColumn::none(), AlignedColumn::none()), 0))
    }

    /// [`with_capacity`](Self::with_capacity), where the memory may not be there.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn try_with_capacity(capacity: usize) -> Result<Self, NoMemory> {
        let columns = (
            AlignedColumn::with_room(capacity)?,
            AlignedColumn::with_room(capacity)?,
        );
        Ok(Self::of(columns, capacity))
    }

    fn of(
        (positions, velocities): (AlignedColumn<T, D>, AlignedColumn<T, D>),
        capacity: usize,
    ) -> Self {
        Self {
            positions,
            velocities,
            spare: None,
            capacity,
            groups: Groups::one(),
            clock: Clock::new(),
            flows: [None].into(),
            component_bound: ComponentBound::AtMost(T::zero()),
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
        self.component_bound = ComponentBound::Unknown;
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
        (self.positions, self.velocities) = (
            self.positions.moved(capacity)?,
            self.velocities.moved(capacity)?,
        );
        self.capacity = capacity;
        self.spare = None;
        Ok(())
    }
}

impl<T: Float, const D: usize> Clone for Swarm<T, D> {
    fn clone(&self) -> Self {
        Self {
            positions: self.positions.copied(self.capacity),
            velocities: self.velocities.copied(self.capacity),
            spare: None,
            capacity: self.capacity,
            groups: self.groups.clone(),
            clock: self.clock,
            flows: self.flows.clone(),
            component_bound: self.component_bound,
        }
    }
}
