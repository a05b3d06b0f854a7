//! Moves millions of points under linear laws, at the speed of memory.
//!
//! A [`Swarm`] stores only positions and velocities. One exact [`Flow`] moves all bodies in one pass,
//! for any step.
#![cfg_attr(not(feature = "std"), no_std)]
// the documentation on docs.rs states which feature an item needs
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// these lints apply only to the library; examples and tests handle failures in other ways
#![warn(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

extern crate alloc;

#[doc(inline)]
pub use kinstep_flow::LinearLaw;
#[cfg(feature = "serde")]
use kinstep_flow::saved;
use kinstep_flow::{clock, flow, numbers, search, trajectory};
pub use nalgebra;

mod aligned_vec;
mod bodies;
mod crossing;
mod crossing_search;
mod error;
mod kick;
#[cfg(feature = "serde")]
mod snapshot;
mod step;

use alloc::vec::Vec;

use bytemuck::cast_slice;
use nalgebra::SVector;

use crate::clock::Clock;
use crate::flow::{Bound, Flow};
use crate::numbers::Float;
use aligned_vec::AlignedVec;
use bodies::Groups;
pub use bodies::{Group, Laws};
pub use crossing::Landed;
pub use error::SwarmError;
pub use kick::{Block, BlockForce};

/// Millions of points under linear laws.
///
/// Positions and velocities are two slices of vectors. A step is one pass through both slices, and
/// is exact for any `dt`. A body has no id, only its index in the slices, and needs no more memory
/// than its state. The capacity is fixed, so that adding and removing bodies allocates no memory.
///
/// In `f32` a body far from the origin moves at a wrong speed in short steps.
///
/// Adding a body can fail, so a swarm does not implement [`Extend`] or [`FromIterator`]. To add
/// bodies until the first error, use `states.try_for_each(|(x, v)| swarm.push(x, v).map(drop))`.
/// Two swarms are equal if bodies, groups and time are equal.
///
/// Bodies may belong to [groups](Group). Each group has its own mass of a body, and its own law.
///
/// ```
/// use kinstep_swarm::{LinearLaw, Swarm};
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
/// With the feature `serde` a swarm can be serialised as a whole. Reading checks the data; the
/// swarm then continues exactly as the original, to the bit. With the feature `rayon` long steps,
/// with or without kicks, use all threads, and give the same bits.
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "snapshot::ReadSwarm<T, D>",
        bound = "T: Float + crate::saved::Saved"
    )
)]
#[doc(alias("particle system", "particles", "bullets", "debris"))]
pub struct Swarm<T, const D: usize> {
    positions: AlignedVec<T, D>,
    velocities: AlignedVec<T, D>,
    /// Buffers for the states after a step that may fail midway. They are allocated for all bodies
    /// by the first kicked step.
    next: Option<[AlignedVec<T, D>; 2]>,
    capacity: usize,
    groups: Groups<T>,
    clock: Clock<T>,
    /// The last flow of each group.
    flows: Vec<Option<GroupFlow<T, D>>>,
    component_bound: ComponentBound<T>,
}

/// A swarm in the plane, in `f64`.
///
/// ```
/// use kinstep_swarm::Swarm2;
///
/// let mut swarm = Swarm2::with_capacity(1000);
/// swarm.push([0.0, 0.0], [0.0, 0.0])?;
/// assert_eq!((swarm.len(), swarm.capacity()), (1, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Swarm2 = Swarm<f64, 2>;
/// A swarm in space, in `f64`.
///
/// ```
/// use kinstep_swarm::Swarm3;
///
/// let mut swarm = Swarm3::with_capacity(1000);
/// swarm.push([0.0; 3], [0.0; 3])?;
/// assert_eq!((swarm.len(), swarm.capacity()), (1, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Swarm3 = Swarm<f64, 3>;
/// A swarm in the plane, in `f32`.
///
/// ```
/// use kinstep_swarm::{LinearLaw, Swarm2f};
///
/// let mut swarm = Swarm2f::with_capacity(1);
/// swarm.push([0.0, 0.0], [3.0, 4.0])?;
/// swarm.step(&LinearLaw::free(), 0.5)?;
/// assert_eq!(swarm.positions()[0].y, 2.0_f32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Swarm2f = Swarm<f32, 2>;
/// A swarm in space, in `f32`.
///
/// ```
/// use kinstep_swarm::{LinearLaw, Swarm3f};
///
/// let mut swarm = Swarm3f::with_capacity(1);
/// swarm.push([0.0; 3], [3.0, 4.0, 0.0])?;
/// swarm.step(&LinearLaw::free(), 0.5)?;
/// assert_eq!(swarm.positions()[0].y, 2.0_f32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Swarm3f = Swarm<f32, 3>;

/// An upper bound of the absolute values of all components of positions and velocities.
#[derive(Debug, Clone, Copy)]
enum ComponentBound<T> {
    /// There is no bound, because the caller may have written to the states.
    Unknown,
    /// All components are finite.
    Finite,
    /// No component is larger than this number.
    AtMost(T),
}

/// A flow, the law and the step \[s\] for which it was computed.
#[derive(Debug, Clone)]
struct GroupFlow<T, const D: usize> {
    law: LinearLaw<T, D>,
    dt: T,
    flow: Flow<T, D>,
    bound: Bound<T>,
}

impl<T: Float, const D: usize> GroupFlow<T, D> {
    /// Whether the flow belongs to this law and step. Compares the bytes of their numbers.
    fn is_of(&self, law: &LinearLaw<T, D>, dt: T) -> bool {
        let same = |one: &[T], other: &[T]| cast_slice::<T, u8>(one) == cast_slice::<T, u8>(other);
        let known = &self.law;
        same(
            &[self.dt, known.damping, known.stiffness_per_mass],
            &[dt, law.damping, law.stiffness_per_mass],
        ) && same(known.constant.as_slice(), law.constant.as_slice())
            && same(known.ramp.as_slice(), law.ramp.as_slice())
            && same(known.gyration.as_slice(), law.gyration.as_slice())
            && same(known.tide.as_slice(), law.tide.as_slice())
    }
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Returns an empty swarm at time zero, for up to `capacity` bodies. The swarm has one group,
    /// of bodies of 1 kg.
    ///
    /// If there is not enough memory, the capacity is zero. Unlike a `World`, a swarm does not grow
    /// by itself: a full swarm rejects a body until [`reserve`](Self::reserve) increases its
    /// capacity.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::try_with_capacity(capacity)
            .unwrap_or_else(|_| Self::of(AlignedVec::empty(), AlignedVec::empty(), 0))
    }

    #[inline(never)]
    pub(crate) fn try_with_capacity(capacity: usize) -> Result<Self, SwarmError<T>> {
        let vectors = || AlignedVec::with_capacity(capacity);
        Ok(Self::of(vectors()?, vectors()?, capacity))
    }

    fn of(positions: AlignedVec<T, D>, velocities: AlignedVec<T, D>, capacity: usize) -> Self {
        Self {
            positions,
            velocities,
            next: None,
            capacity,
            groups: Groups::one(),
            clock: Clock::new(),
            flows: [None].into(),
            component_bound: ComponentBound::AtMost(T::zero()),
        }
    }

    /// Returns the maximum number of bodies of the swarm.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.values().len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.clock.time()
    }

    /// Returns the positions of all bodies \[m\], one group after the other.
    #[must_use]
    pub fn positions(&self) -> &[SVector<T, D>] {
        self.positions.values()
    }

    /// Returns the velocities of all bodies \[m/s\], in the order of
    /// [`positions`](Self::positions).
    #[must_use]
    pub fn velocities(&self) -> &[SVector<T, D>] {
        self.velocities.values()
    }

    /// Returns mutable positions and velocities. The next step checks all states.
    #[must_use]
    pub fn states_mut(&mut self) -> (&mut [SVector<T, D>], &mut [SVector<T, D>]) {
        self.component_bound = ComponentBound::Unknown;
        (self.positions.values_mut(), self.velocities.values_mut())
    }

    /// Reserves memory for `additional` more bodies, unless the capacity already suffices.
    ///
    /// ```
    /// use kinstep_swarm::Swarm2;
    ///
    /// let mut swarm = Swarm2::with_capacity(10);
    /// swarm.push([0.0, 0.0], [1.0, 0.0])?;
    /// swarm.reserve(20)?;
    /// assert_eq!(swarm.capacity(), 21);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn reserve(&mut self, additional: usize) -> Result<(), SwarmError<T>> {
        let capacity = self.len().saturating_add(additional);
        if capacity <= self.capacity {
            return Ok(());
        }
        (self.positions, self.velocities) = (
            self.positions.grown(capacity)?,
            self.velocities.grown(capacity)?,
        );
        self.capacity = capacity;
        self.next = None;
        Ok(())
    }
}

/// Two swarms are equal if bodies, groups and time are equal; the capacity does not matter.
impl<T: Float, const D: usize> PartialEq for Swarm<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.positions() == other.positions()
            && self.velocities() == other.velocities()
            && self.groups == other.groups
            && self.clock == other.clock
    }
}

/// Prints time, number of bodies, capacity and groups, but not the bodies, of which there may be
/// millions.
impl<T: Float, const D: usize> core::fmt::Debug for Swarm<T, D> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let groups = (0..self.groups.count()).map(|index| self.groups.group(index));
        (formatter.debug_struct("Swarm"))
            .field("time", &self.time())
            .field("bodies", &self.len())
            .field("capacity", &self.capacity)
            .field("groups", &groups.collect::<Vec<_>>())
            .finish()
    }
}

impl<T: Float, const D: usize> Clone for Swarm<T, D> {
    fn clone(&self) -> Self {
        Self {
            positions: self.positions.copied(self.capacity),
            velocities: self.velocities.copied(self.capacity),
            next: None,
            capacity: self.capacity,
            groups: self.groups.clone(),
            clock: self.clock,
            flows: self.flows.clone(),
            component_bound: self.component_bound,
        }
    }
}
