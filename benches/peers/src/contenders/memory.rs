//! What the memory allows.

use std::hint::black_box;

use anyhow::Result;
use kinstep::Float;
use kinstep::nalgebra::{SVector, one};
use multiversion::multiversion;

use super::numbers;
use crate::contender::{Built, Contender};
use crate::scene::{Start, starts};

/// Bytes that the machine moves together.
const LINE: usize = 64;

/// Numbers from a boundary of the machine's memory lines on.
struct Aligned<T> {
    /// What stands before the boundary, then the numbers.
    buffer: Vec<T>,
    /// How many stand before the boundary.
    before: usize,
}

impl<T: Float> Aligned<T> {
    fn new(numbers: &[T]) -> Self {
        let mut buffer: Vec<T> = Vec::with_capacity(numbers.len() + LINE / size_of::<T>());
        let before = buffer.as_ptr().align_offset(LINE).min(LINE);
        buffer.resize(before, one());
        buffer.extend_from_slice(numbers);
        Self { buffer, before }
    }

    fn numbers(&mut self) -> &mut [T] {
        &mut self.buffer[self.before..]
    }
}

/// All numbers of all states, positions and velocities apart.
struct Memory<T, const D: usize> {
    positions: Aligned<T>,
    velocities: Aligned<T>,
}

pub(super) fn build<T: Float, const D: usize>(count: usize) -> Built {
    let aligned = |pick: fn(Start<T, D>) -> SVector<T, D>| {
        let all: Vec<T> = (starts(count))
            .flat_map(|start| <[T; D]>::from(pick(start)))
            .collect();
        Aligned::new(&all)
    };
    Ok(Box::new(Memory::<T, D> {
        positions: aligned(|start| start.position),
        velocities: aligned(|start| start.velocity),
    }))
}

impl<T: Float, const D: usize> Contender for Memory<T, D> {
    fn step(&mut self) -> Result<()> {
        // a factor that neither grows nor shrinks what it is applied to again and again
        let factor = black_box(-one::<T>());
        scale(self.positions.numbers(), self.velocities.numbers(), factor);
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        let Aligned { buffer, before } = &self.positions;
        numbers(&SVector::<T, D>::from_fn(|axis, _| buffer[before + axis]))
    }
}

/// `x *= factor`, along both at once: that is faster than one after the other, where they come from far.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn scale<T: Float>(positions: &mut [T], velocities: &mut [T], factor: T) {
    for (x, v) in positions.iter_mut().zip(velocities) {
        *x *= factor;
        *v *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::THROW;

    #[test]
    fn a_step_changes_every_number() {
        let mut memory = build::<f32, 3>(50).unwrap();
        memory.step().unwrap();
        assert_eq!(memory.first(), THROW[0].map(|x| -x));

        let [mut positions, mut velocities] = [1.0, 3.0].map(|x| Aligned::new(&[x; 50]));
        scale(positions.numbers(), velocities.numbers(), -2.0);
        assert_eq!(positions.numbers(), [-2.0; 50]);
        assert_eq!(velocities.numbers(), [-6.0; 50]);
    }

    #[test]
    fn numbers_start_on_a_line() {
        for count in [1, 17, 1000] {
            let mut aligned = Aligned::new(&vec![0.0_f32; count]);
            assert_eq!(aligned.numbers().as_ptr().align_offset(LINE), 0);
        }
    }
}
