//! States of bodies during a step: positions and velocities as struct of arrays, and bodies for forces to read.

use nalgebra::SVector;

use crate::body::Body;
use crate::numbers::{are_finite, flushed};
use crate::space::Real;

/// States of bodies during a step.
pub(crate) struct States<'a, T: Real<D>, const D: usize> {
    pub(crate) places: Places<'a>,
    pub(crate) positions: &'a mut [[T; D]],
    pub(crate) velocities: &'a mut [[T; D]],
    pub(crate) masses: &'a [T],
    /// The same bodies with their rotations. Their positions, velocities and masses are not valid until they are
    /// [written](Self::write_bodies).
    pub(crate) bodies: &'a mut [Body<T, D>],
}

/// World indices of the bodies of [`States`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Places<'a> {
    /// Neighbours, from this index on.
    From(usize),
    /// Any bodies, by index.
    Of(&'a [usize]),
}

impl Places<'_> {
    /// World index of the body at `index`.
    #[inline]
    pub(crate) fn at(self, index: usize) -> usize {
        match self {
            Self::From(first) => first + index,
            Self::Of(places) => places[index],
        }
    }
}

impl<T: Real<D>, const D: usize> States<'_, T, D> {
    /// Writes positions, velocities and masses to the bodies.
    pub(crate) fn write_bodies(&mut self) {
        let states = self.positions.iter().zip(&*self.velocities);
        let bodies = self.bodies.iter_mut();
        for ((body, (position, velocity)), mass) in bodies.zip(states).zip(self.masses) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Writes position, velocity and mass to one body.
    pub(crate) fn write_body(&mut self, index: usize) {
        let body = &mut self.bodies[index];
        body.position = SVector::from(self.positions[index]);
        body.velocity = SVector::from(self.velocities[index]);
        body.mass = self.masses[index];
    }

    /// Reads positions and velocities from the bodies.
    pub(crate) fn read_bodies(&mut self) {
        let states = self.positions.iter_mut().zip(&mut *self.velocities);
        for (body, (position, velocity)) in self.bodies.iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    /// Reads position and velocity from one body.
    pub(crate) fn read_body(&mut self, index: usize) {
        self.positions[index] = self.bodies[index].position.into();
        self.velocities[index] = self.bodies[index].velocity.into();
    }

    /// Sets position and velocity of a body at the end of a motion.
    pub(crate) fn set(&mut self, index: usize, position: SVector<T, D>, velocity: SVector<T, D>) {
        self.positions[index] = position.map(flushed).into();
        self.velocities[index] = velocity.map(flushed).into();
    }

    pub(crate) fn are_finite(&self) -> bool {
        are_finite(self.positions.as_flattened()) & are_finite(self.velocities.as_flattened())
    }
}
