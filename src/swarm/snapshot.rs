//! Swarms that are written down and read again.

use alloc::vec::Vec;

use nalgebra::SVector;
use serde::{Deserialize, Serialize, Serializer};

use super::aligned_column::{AlignedColumn, flat_ref};
use super::largest_magnitude::largest_magnitude;
use super::{ComponentBound, Groups, Swarm};
use crate::clock::Clock;
use crate::space::{Float, larger};

/// How swarms are written now.
const VERSION: u32 = 1;

/// All that makes a swarm.
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

/// The same, as it is read.
#[derive(Deserialize)]
#[serde(
    rename = "Swarm",
    bound(deserialize = "T: nalgebra::Scalar + Deserialize<'de>")
)]
pub(super) struct ReadSwarm<T, const D: usize> {
    version: u32,
    capacity: usize,
    clock: Clock<T>,
    groups: Vec<(T, usize)>,
    positions: Vec<SVector<T, D>>,
    velocities: Vec<SVector<T, D>>,
}

/// Why what was read is no swarm.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub(super) enum SwarmReadError<T> {
    #[error("the swarm was written by version {version} of the format; this one reads {VERSION}")]
    Version { version: u32 },
    #[error("there are {positions} positions and {velocities} velocities: both must be as many")]
    Lengths { positions: usize, velocities: usize },
    #[error("the groups hold {grouped} bodies, and there are {bodies}")]
    Groups { grouped: usize, bodies: usize },
    #[error("there is no group; a swarm has one at least")]
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
    NoMemory(#[from] super::NoMemory),
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
    type Error = SwarmReadError<T>;

    fn try_from(read: ReadSwarm<T, D>) -> Result<Self, SwarmReadError<T>> {
        let ReadSwarm {
            version, capacity, ..
        } = read;
        let (bodies, velocities) = (read.positions.len(), read.velocities.len());
        if version != VERSION {
            return Err(SwarmReadError::Version { version });
        }
        if bodies != velocities {
            return Err(SwarmReadError::Lengths {
                positions: bodies,
                velocities,
            });
        }
        if capacity < bodies {
            return Err(SwarmReadError::Capacity { capacity, bodies });
        }
        if !read.clock.is_finite() {
            return Err(SwarmReadError::Time);
        }
        let groups = restored(&read.groups, bodies)?;
        let reach = largest_magnitude(flat_ref(&read.positions))
            .zip(largest_magnitude(flat_ref(&read.velocities)));
        let (position, velocity) = reach.ok_or(SwarmReadError::State)?;
        let mut swarm = Self::try_with_capacity(capacity)?;
        let fill = |column: &mut AlignedColumn<T, D>, values: &[SVector<T, D>]| {
            values.iter().for_each(|value| column.push(*value));
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

/// Groups of so many bodies in all.
fn restored<T: Float>(
    groups: &[(T, usize)],
    bodies: usize,
) -> Result<Groups<T>, SwarmReadError<T>> {
    let wrong = groups
        .iter()
        .position(|(mass, _)| !(mass.is_finite() && *mass > T::zero()));
    if let Some(group) = wrong {
        let (mass, _) = groups[group];
        return Err(SwarmReadError::Mass { group, mass });
    }
    if groups.is_empty() {
        return Err(SwarmReadError::NoGroup);
    }
    let grouped = groups
        .iter()
        .fold(0_usize, |sum, (_, count)| sum.saturating_add(*count));
    if grouped != bodies {
        return Err(SwarmReadError::Groups { grouped, bodies });
    }
    Ok(Groups::of(groups))
}
