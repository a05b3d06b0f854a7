//! Adds and removes bodies and groups.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::{ComponentBound, Group, Swarm, SwarmError};
use crate::numbers::{Float, first_not_finite, larger};

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Adds a group for bodies of this mass \[kg\]. Returns its index; the first group is 0.
    ///
    /// # Errors
    /// If the mass is not positive and finite.
    #[inline(never)]
    pub fn add_group(&mut self, mass: T) -> Result<usize, SwarmError<T>> {
        if !(mass.is_finite() && mass > T::zero()) {
            return Err(SwarmError::Mass { mass });
        }
        self.flows.push(None);
        Ok(self.groups.add(mass))
    }

    /// Removes all groups without bodies except the first. Later groups get smaller indices.
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

    /// All groups, in the order of their bodies.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<T>> + '_ {
        (0..self.groups.count()).map(|index| self.groups.group(index))
    }

    /// Adds a body to the first group, at a position \[m\] with a velocity \[m/s\]. Returns its index.
    ///
    /// # Errors
    /// If the swarm is full, or the state is not finite.
    pub fn push(
        &mut self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<usize, SwarmError<T>> {
        self.push_into(0, position, velocity)
    }

    /// Adds a body at the end of a group. The first body of each later group moves to the end of that group.
    ///
    /// # Errors
    /// If there is no such group, the swarm is full, or the state is not finite.
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
        let place = self.groups.insert(group, |from, to| {
            positions[to] = positions[from];
            velocities[to] = velocities[from];
        });
        (positions[place], velocities[place]) = (position, velocity);
        if let ComponentBound::AtMost(bound) = &mut self.component_bound {
            *bound = larger(*bound, larger(position.amax(), velocity.amax()));
        }
        Ok(place)
    }

    /// Removes the body at an index, and returns its position and velocity; `None` if there is no such body. The last body
    /// of its group gets this index; the last body of each later group moves to the front of that group.
    #[inline(never)]
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

    /// Removes all bodies for which `keeps(position, velocity)` is false. The order of the others may
    /// change.
    pub fn retain(&mut self, mut keeps: impl FnMut(&SVector<T, D>, &SVector<T, D>) -> bool) {
        for place in (0..self.len()).rev() {
            if !keeps(&self.positions()[place], &self.velocities()[place]) {
                self.remove(place);
            }
        }
    }

    /// Removes all bodies. Groups and time stay.
    #[inline(never)]
    pub fn clear(&mut self) {
        self.positions.clear();
        self.velocities.clear();
        self.groups.clear();
        self.component_bound = ComponentBound::AtMost(T::zero());
    }
}
