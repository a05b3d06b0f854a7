//! What the memory allows.

use std::error::Error;
use std::hint::black_box;

use kinstep::Float;
use kinstep::nalgebra::one;
use multiversion::multiversion;

use super::numbers;
use crate::contender::{Built, Contender};
use crate::scene::{Start, starts};

/// How many numbers stand in a line.
const LANES: usize = 16;

/// Numbers from a boundary of the machine's memory lines on.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Line<T>([T; LANES]);

/// All numbers of all states, positions and velocities apart.
struct Memory<T, const D: usize> {
    positions: Vec<Line<T>>,
    velocities: Vec<Line<T>>,
}

pub(super) fn build<T: Float, const D: usize>(count: usize) -> Built {
    let lines = |pick: fn(&Start<T, D>) -> [T; D]| {
        let all: Vec<T> = (starts(count).flat_map(|start| pick(&start))).collect();
        all.chunks(LANES)
            .map(|chunk| {
                let mut line = Line([one(); LANES]);
                line.0[..chunk.len()].copy_from_slice(chunk);
                line
            })
            .collect()
    };
    Ok(Box::new(Memory::<T, D> {
        positions: lines(|start| start.position.into()),
        velocities: lines(|start| start.velocity.into()),
    }))
}

impl<T: Float, const D: usize> Contender for Memory<T, D> {
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        // a factor that neither grows nor shrinks what it is applied to again and again
        let factor = black_box(-one::<T>());
        scale(&mut self.positions, factor);
        scale(&mut self.velocities, factor);
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        let line = &self.positions[0].0;
        numbers::<T, D>(&kinstep::nalgebra::SVector::from_fn(|axis, _| line[axis]))
    }
}

/// `x *= factor`.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn scale<T: Float>(lines: &mut [Line<T>], factor: T) {
    for line in lines {
        for x in &mut line.0 {
            *x *= factor;
        }
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

        let mut lines = vec![Line([1.0_f64; LANES]); 3];
        scale(&mut lines, -2.0);
        assert!(lines.iter().all(|line| line.0 == [-2.0; LANES]));
    }
}
