//! Bodies on their way through a step: what moves as struct of arrays, and the bodies for forces to read.

use core::ops::Range;

use nalgebra::SVector;

use crate::body::Body;
use crate::numbers::{are_finite, flushed};
use crate::space::Real;

/// Bodies on their way through a step.
pub(super) struct States<'a, T: Real<D>, const D: usize> {
    pub(super) positions: &'a mut [[T; D]],
    pub(super) velocities: &'a mut [[T; D]],
    pub(super) masses: &'a [T],
    /// The same bodies with their rotation. Positions, velocities and masses in them mean nothing until
    /// they are [written](Self::write_bodies).
    pub(super) bodies: &'a mut [Body<T, D>],
}

impl<T: Real<D>, const D: usize> States<'_, T, D> {
    /// The states in a range of indices.
    pub(super) fn part(&mut self, range: Range<usize>) -> States<'_, T, D> {
        States {
            positions: &mut self.positions[range.clone()],
            velocities: &mut self.velocities[range.clone()],
            masses: &self.masses[range.clone()],
            bodies: &mut self.bodies[range],
        }
    }

    /// Writes positions, velocities and masses to the bodies.
    pub(super) fn write_bodies(&mut self) {
        let states = self.positions.iter().zip(&*self.velocities);
        let bodies = self.bodies.iter_mut();
        for ((body, (position, velocity)), mass) in bodies.zip(states).zip(self.masses) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Reads positions and velocities from the bodies.
    pub(super) fn read_bodies(&mut self) {
        let states = self.positions.iter_mut().zip(&mut *self.velocities);
        for (body, (position, velocity)) in self.bodies.iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    /// Gives a body the state at the end of a motion from a position.
    pub(super) fn set(&mut self, index: usize, position: SVector<T, D>, velocity: SVector<T, D>) {
        self.positions[index] = position.map(flushed).into();
        self.velocities[index] = velocity.map(flushed).into();
    }

    pub(super) fn are_finite(&self) -> bool {
        are_finite(self.positions.as_flattened()) & are_finite(self.velocities.as_flattened())
    }
}
