//! Groups of bodies with one mass and one law, at consecutive indices of a swarm.

use alloc::vec::Vec;
use core::ops::Range;

use crate::flow::LinearLaw;
use crate::numbers::Float;

/// The bodies of one mass in a [`Swarm`](super::Swarm), at consecutive indices of its slices.
///
/// ```
/// use kinstep_swarm::Swarm2;
///
/// let mut swarm = Swarm2::with_capacity(2);
/// let light = swarm.add_group(0.1)?;
/// swarm.push_into(light, [0.0, 0.0], [1.0, 0.0])?;
/// let group = swarm.groups().last().unwrap();
/// assert_eq!((group.index, group.mass, group.bodies), (light, 0.1, 0..1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Group<T> {
    /// Index of the group.
    pub index: usize,
    /// Mass of each of its bodies \[kg\].
    pub mass: T,
    /// Indices of its bodies in the slices of the swarm.
    pub bodies: Range<usize>,
}

/// The law of each group of a swarm: one [`LinearLaw`] for all, or a function of the group.
///
/// ```
/// use kinstep_swarm::{Group, Swarm3};
/// use kinstep_swarm::LinearLaw;
///
/// // drag of 0.02 kg/s on bodies of 1 kg and of 0.1 kg
/// let mut swarm = Swarm3::with_capacity(2);
/// let light = swarm.add_group(0.1)?;
/// swarm.push([0.0; 3], [10.0, 0.0, 0.0])?;
/// swarm.push_into(light, [0.0; 3], [10.0, 0.0, 0.0])?;
/// swarm.step(&|group: &Group<f64>| LinearLaw::drag(0.02 / group.mass), 5.0)?;
/// assert!((swarm.velocities()[0].x - 10.0 * (-0.1_f64).exp()).abs() < 1e-14);
/// assert!((swarm.velocities()[1].x - 10.0 * (-1.0_f64).exp()).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Laws<T, const D: usize> {
    /// The law of a group.
    fn law(&self, group: &Group<T>) -> LinearLaw<T, D>;
}

impl<T: Float, const D: usize> Laws<T, D> for LinearLaw<T, D> {
    fn law(&self, _group: &Group<T>) -> LinearLaw<T, D> {
        *self
    }
}

impl<T, const D: usize, F: Fn(&Group<T>) -> LinearLaw<T, D>> Laws<T, D> for F {
    fn law(&self, group: &Group<T>) -> LinearLaw<T, D> {
        self(group)
    }
}

/// The end index and the mass of each group.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Groups<T> {
    ends: Vec<usize>,
    masses: Vec<T>,
}

impl<T: Float> Groups<T> {
    /// One group of bodies of 1 kg.
    pub(super) fn one() -> Self {
        Self {
            ends: [0].into(),
            masses: [T::one()].into(),
        }
    }

    /// Groups by their mass and number of bodies.
    #[cfg(feature = "serde")]
    pub(super) fn of(groups: &[(T, usize)]) -> Self {
        let ends = groups.iter().scan(0, |end, (_, count)| {
            *end += count;
            Some(*end)
        });
        Self {
            ends: ends.collect(),
            masses: groups.iter().map(|(mass, _)| *mass).collect(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn add(&mut self, mass: T) -> usize {
        self.ends.push(self.ends.last().copied().unwrap_or(0));
        self.masses.push(mass);
        self.ends.len() - 1
    }

    /// Removes the groups whose entry is false; they must have no bodies.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        let mut each = kept.iter();
        self.ends.retain(|_| each.next() == Some(&true));
        let mut each = kept.iter();
        self.masses.retain(|_| each.next() == Some(&true));
    }

    pub(super) fn group(&self, index: usize) -> Group<T> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Group {
            index,
            mass: self.masses[index],
            bodies: start..self.ends[index],
        }
    }

    pub(super) fn clear(&mut self) {
        self.ends.fill(0);
    }

    /// Makes a gap for one body at the end of a group: the first body of each later group moves to the end of that group.
    /// Calls `shift(from, to)` for each move, the last first. Returns the index of the gap.
    pub(super) fn insert(&mut self, group: usize, mut shift: impl FnMut(usize, usize)) -> usize {
        for later in (group + 1..self.ends.len()).rev() {
            let (start, end) = (self.ends[later - 1], self.ends[later]);
            if start < end {
                shift(start, end);
            }
            self.ends[later] += 1;
        }
        let place = self.ends[group];
        self.ends[group] += 1;
        place
    }

    /// Closes the gap of a removed body: the last body of its group gets its index, and the last body of
    /// each later group moves to the front of that group. Calls `shift(from, to)` for each move. The gap is
    /// then at the end of all groups.
    pub(super) fn remove(&mut self, place: usize, mut shift: impl FnMut(usize, usize)) {
        let mut gap = place;
        let group = self.ends.partition_point(|&end| end <= place);
        for end in &mut self.ends[group..] {
            *end -= 1;
            if gap < *end {
                shift(*end, gap);
            }
            gap = *end;
        }
    }
}
