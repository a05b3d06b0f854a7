//! Serialisation of swarms.

use alloc::vec::Vec;

use nalgebra::SVector;
use serde::{Deserialize, Serialize, Serializer};

use super::aligned_vec::{AlignedVec, flat_ref};
use super::{ComponentBound, Groups, Swarm};
use crate::clock::Clock;
use crate::numbers::{Float, larger, max_abs};

/// The version of the format that this crate writes and reads.
const VERSION: u32 = 1;

/// The form of a swarm that is serialised.
#[derive(Serialize)]
#[serde(rename = "Swarm", bound(serialize = "T: nalgebra::Scalar + Serialize"))]
struct WrittenSwarm<'a, T, const D: usize> {
    version: u32,
    capacity: usize,
    clock: &'a Clock<T>,
    /// Mass and number of bodies of each group.
    groups: Vec<(T, usize)>,
    positions: &'a [SVector<T, D>],
    velocities: &'a [SVector<T, D>],
}

/// The form of a swarm that is deserialised, before it is checked.
#[derive(Deserialize)]
#[serde(rename = "Swarm", bound = "T: crate::saved::SavedNumber")]
pub(super) struct ReadSwarm<T, const D: usize> {
    version: u32,
    capacity: usize,
    clock: Clock<T>,
    groups: Vec<(T, usize)>,
    positions: Vec<SVector<T, D>>,
    velocities: Vec<SVector<T, D>>,
}

/// Why deserialised data is not a valid swarm.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub(super) enum ReadError<T> {
    #[error("the swarm was written by version {version} of the format; this one reads {VERSION}")]
    Version { version: u32 },
    #[error(
        "there are {positions} positions and {velocities} velocities: the numbers must be equal"
    )]
    Lengths { positions: usize, velocities: usize },
    #[error("the groups hold {grouped} bodies, and there are {bodies}")]
    Groups { grouped: usize, bodies: usize },
    #[error("there is no group; a swarm has at least one")]
    NoGroup,
    #[error("the mass of group {group} is {mass} kg; it must be positive and finite")]
    Mass { group: usize, mass: T },
    #[error("there is room for {capacity} bodies, and there are {bodies}")]
    Capacity { capacity: usize, bodies: usize },
    #[error("a position or velocity is not finite")]
    State,
    #[error("the time is not finite")]
    Time,
    #[error(transparent)]
    NoMemory(#[from] super::SwarmError<T>),
}

impl<T: Float + Serialize, const D: usize> Serialize for Swarm<T, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenSwarm {
            version: VERSION,
            capacity: self.capacity,
            clock: &self.clock,
            groups: (self.groups())
                .map(|group| (group.mass, group.bodies.len()))
                .collect(),
            positions: self.positions(),
            velocities: self.velocities(),
        };
        written.serialize(serializer)
    }
}

impl<T: Float, const D: usize> TryFrom<ReadSwarm<T, D>> for Swarm<T, D> {
    type Error = ReadError<T>;

    fn try_from(read: ReadSwarm<T, D>) -> Result<Self, ReadError<T>> {
        let ReadSwarm {
            version, capacity, ..
        } = read;
        let (bodies, velocities) = (read.positions.len(), read.velocities.len());
        if version != VERSION {
            return Err(ReadError::Version { version });
        }
        if bodies != velocities {
            return Err(ReadError::Lengths {
                positions: bodies,
                velocities,
            });
        }
        if capacity < bodies {
            return Err(ReadError::Capacity { capacity, bodies });
        }
        if !read.clock.is_finite() {
            return Err(ReadError::Time);
        }
        let groups = checked(&read.groups, bodies)?;
        let largest = max_abs(flat_ref(&read.positions)).zip(max_abs(flat_ref(&read.velocities)));
        let (position, velocity) = largest.ok_or(ReadError::State)?;
        let mut swarm = Self::try_with_capacity(capacity)?;
        let fill = |vectors: &mut AlignedVec<T, D>, values: &[SVector<T, D>]| {
            values.iter().for_each(|value| vectors.push(*value));
        };
        fill(&mut swarm.positions, &read.positions);
        fill(&mut swarm.velocities, &read.velocities);
        swarm.flows.resize(groups.count(), None);
        swarm.groups = groups;
        swarm.clock = read.clock;
        swarm.component_bound = ComponentBound::AtMost(larger(position, velocity));
        Ok(swarm)
    }
}

/// Returns the groups, from masses and numbers of bodies, after a check that these numbers add up
/// to `bodies`.
fn checked<T: Float>(groups: &[(T, usize)], bodies: usize) -> Result<Groups<T>, ReadError<T>> {
    let is_mass = |mass: &T| mass.is_finite() && *mass > T::zero();
    if let Some(group) = groups.iter().position(|(mass, _)| !is_mass(mass)) {
        let (mass, _) = groups[group];
        return Err(ReadError::Mass { group, mass });
    }
    if groups.is_empty() {
        return Err(ReadError::NoGroup);
    }
    let counts = groups.iter().map(|(_, count)| *count);
    let grouped = counts.fold(0, usize::saturating_add);
    if grouped != bodies {
        return Err(ReadError::Groups { grouped, bodies });
    }
    Ok(Groups::of(groups))
}
