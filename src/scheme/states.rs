//! Bodies on their way through a step: what moves as struct of arrays, and the bodies for forces to read.

use core::ops::Range;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use crate::body::Body;
use crate::space::{Real, flushed};

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

/// Number of partial sums.
const LANES: usize = 32;

/// Whether all numbers are finite.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn are_finite<T: RealField + Copy>(numbers: &[T]) -> bool {
    // 0 · x is 0 unless x is infinite or NaN, then it is NaN
    let zero = T::zero();
    let mut sums = [zero; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += chunk[lane] * zero;
        }
    }
    for (sum, number) in sums.iter_mut().zip(rest) {
        *sum += *number * zero;
    }
    // pairwise: a chain of additions would wait for each one
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            let other = sums[lane + width];
            sums[lane] += other;
        }
        width /= 2;
    }
    sums[0] == zero
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_that_is_not_finite_is_found_anywhere() {
        for count in [0, 1, LANES - 1, LANES, 3 * LANES + 5] {
            let mut numbers = vec![1e300; count];
            assert!(are_finite(&numbers));
            for place in 0..count {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let good = core::mem::replace(&mut numbers[place], bad);
                    assert!(!are_finite(&numbers), "{place} of {count}");
                    numbers[place] = good;
                }
            }
        }
    }
}
