//! Adding and removing bodies and groups.

use super::{ComponentBound, Swarm, SwarmError};
use crate::flow::LinearLaw;
use crate::numbers::{Float, first_not_finite, larger};
use alloc::vec::Vec;
use core::ops::Range;
use nalgebra::SVector;

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Adds a group for bodies of this mass \[kg\]. Returns the index of the group; the first group is 0.
    ///
    /// # Errors
    /// Fails if the mass is not positive and finite.
    #[inline(never)]
    pub fn add_group(&mut self, mass: T) -> Result<usize, SwarmError<T>> {
        if !(mass.is_finite() && mass > T::zero()) {
            return Err(SwarmError::Mass { mass });
        }
        self.flows.push(None);
        Ok(self.groups.add(mass))
    }

    /// Removes all groups without bodies, except the first group. The indices of later groups
    /// decrease.
    ///
    /// ```
    /// use kinstep_swarm::Swarm;
    ///
    /// let mut swarm = Swarm::<f64, 2>::with_capacity(2);
    /// for mass in [0.145, 2.0] {
    ///     let group = swarm.add_group(mass)?;
    ///     swarm.push_into(group, [0.0, 1.0], [3.0, 4.0])?;
    /// }
    /// swarm.remove(0); // the body of 0.145 kg
    /// swarm.remove_empty_groups();
    /// let masses: Vec<f64> = swarm.groups().map(|group| group.mass).collect();
    /// assert_eq!(masses, [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)]
    pub fn remove_empty_groups(&mut self) {
        let kept: Vec<bool> = (self.groups())
            .map(|group| group.index == 0 || !group.bodies.is_empty())
            .collect();
        self.groups.keep(&kept);
        let mut kept = kept.iter();
        self.flows.retain(|_| kept.next() == Some(&true));
    }

    /// Returns all groups, in the order of their bodies.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<T>> + '_ {
        (0..self.groups.count()).map(|index| self.groups.group(index))
    }

    /// Adds a body to the first group, at a position \[m\] with a velocity \[m/s\]. Returns the index of the body.
    ///
    /// # Errors
    /// Fails if the swarm is full, or the state is not finite.
    pub fn push(
        &mut self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<usize, SwarmError<T>> {
        self.push_into(0, position, velocity)
    }

    /// Adds a body at the end of a group. In each later group, the first body moves to the end.
    ///
    /// # Errors
    /// Fails if there is no such group, the swarm is full, or the state is not finite.
    pub fn push_into(
        &mut self,
        group: usize,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<usize, SwarmError<T>> {
        self.insert(group, position.into(), velocity.into())
    }

    #[inline(never)]
    fn insert(
        &mut self,
        group: usize,
        position: SVector<T, D>,
        velocity: SVector<T, D>,
    ) -> Result<usize, SwarmError<T>> {
        let groups = self.groups.count();
        if group >= groups {
            return Err(SwarmError::NoSuchGroup { group, groups });
        }
        if let Some((axis, value)) = first_not_finite(&position) {
            return Err(SwarmError::Position { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&velocity) {
            return Err(SwarmError::Velocity { axis, value });
        }
        if self.len() == self.capacity {
            let capacity = self.capacity;
            return Err(SwarmError::Full { capacity });
        }
        self.positions.push(position);
        self.velocities.push(velocity);
        let (positions, velocities) = (self.positions.values_mut(), self.velocities.values_mut());
        let index = self.groups.insert(group, |from, to| {
            positions[to] = positions[from];
            velocities[to] = velocities[from];
        });
        (positions[index], velocities[index]) = (position, velocity);
        if let ComponentBound::AtMost(bound) = &mut self.component_bound {
            *bound = larger(*bound, larger(position.amax(), velocity.amax()));
        }
        Ok(index)
    }

    /// Removes the body at an index, and returns its position and velocity; `None` if there is no
    /// such body. The last body of the same group moves to this index. In each later group, the
    /// last body moves to the front.
    #[inline(never)]
    pub fn remove(&mut self, index: usize) -> Option<(SVector<T, D>, SVector<T, D>)> {
        let (positions, velocities) = (self.positions.values_mut(), self.velocities.values_mut());
        let removed = (*positions.get(index)?, *velocities.get(index)?);
        self.groups.remove(index, |from, to| {
            positions[to] = positions[from];
            velocities[to] = velocities[from];
        });
        self.positions.pop();
        self.velocities.pop();
        Some(removed)
    }

    /// Removes all bodies for which `keeps(position, velocity)` is false. The order of the other bodies may
    /// change.
    pub fn retain(&mut self, mut keeps: impl FnMut(&SVector<T, D>, &SVector<T, D>) -> bool) {
        for index in (0..self.len()).rev() {
            if !keeps(&self.positions()[index], &self.velocities()[index]) {
                self.remove(index);
            }
        }
    }

    /// Removes all bodies, but keeps groups and time.
    #[inline(never)]
    pub fn clear(&mut self) {
        self.positions.clear();
        self.velocities.clear();
        self.groups.clear();
        self.component_bound = ComponentBound::AtMost(T::zero());
    }
}

// Groups of bodies with one mass and one law, at consecutive indices of a swarm.

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
    /// Mass of each body of the group \[kg\].
    pub mass: T,
    /// Indices of the bodies of the group in the slices of the swarm.
    pub bodies: Range<usize>,
}

/// The law of each group of a swarm: one [`LinearLaw`] for all groups, or a function that returns
/// the law of a group.
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
    /// Returns the law of a group.
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

/// For each group the index after its last body, and the mass of its bodies.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Groups<T> {
    ends: Vec<usize>,
    masses: Vec<T>,
}

impl<T: Float> Groups<T> {
    /// Returns a single group, of bodies of 1 kg, without bodies.
    pub(super) fn one() -> Self {
        Self {
            ends: [0].into(),
            masses: [T::one()].into(),
        }
    }

    /// Creates groups from the mass and the number of bodies of each.
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

    fn add(&mut self, mass: T) -> usize {
        self.ends.push(self.ends.last().copied().unwrap_or(0));
        self.masses.push(mass);
        self.ends.len() - 1
    }

    /// Removes the groups whose entry is false; they must not have bodies.
    fn keep(&mut self, kept: &[bool]) {
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

    fn clear(&mut self) {
        self.ends.fill(0);
    }

    /// Makes a gap for one body at the end of a group. In each later group, the first body moves to
    /// the end. Calls `shift(from, to)` for each move, the last move first. Returns the index of
    /// the gap.
    fn insert(&mut self, group: usize, mut shift: impl FnMut(usize, usize)) -> usize {
        for later in (group + 1..self.ends.len()).rev() {
            let (start, end) = (self.ends[later - 1], self.ends[later]);
            if start < end {
                shift(start, end);
            }
            self.ends[later] += 1;
        }
        let index = self.ends[group];
        self.ends[group] += 1;
        index
    }

    /// Closes the gap of a removed body. The last body of the same group moves to the gap. In each
    /// later group, the last body moves to the front. Calls `shift(from, to)` for each move. The
    /// gap is then after the last body of all groups.
    fn remove(&mut self, index: usize, mut shift: impl FnMut(usize, usize)) {
        let mut gap = index;
        let group = self.ends.partition_point(|&end| end <= index);
        for end in &mut self.ends[group..] {
            *end -= 1;
            if gap < *end {
                shift(*end, gap);
            }
            gap = *end;
        }
    }
}
