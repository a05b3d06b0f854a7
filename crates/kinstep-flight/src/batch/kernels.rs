//! The vectorised loops over the flights of a batch.

use multiversion::multiversion;
use nalgebra::SVector;

use crate::flow::{Decay, Decays};

/// Number of flights per block. The decays of a block are computed first, one lane per flight, and
/// remain in cache for all axes.
const BLOCK: usize = 64;

/// The acceleration of all flights, `a = constant - rate v`.
#[derive(Clone, Copy)]
pub(super) struct UniformAir<const D: usize> {
    /// c \[m/s²\].
    pub(super) constant: SVector<f64, D>,
    /// γ \[1/s\].
    pub(super) rate: f64,
}

impl<const D: usize> UniformAir<D> {
    /// Returns the position `x₀ + v₀ S + c S₁` along an axis.
    #[inline(always)]
    fn position(&self, axis: usize, position: f64, velocity: f64, decay: &Decay<f64>) -> f64 {
        position + (velocity * decay.velocity + self.constant[axis] * decay.position)
    }

    /// Returns the velocity `v₀ e^(-γt) + c S` along an axis.
    #[inline(always)]
    fn velocity(&self, axis: usize, velocity: f64, decay: &Decay<f64>) -> f64 {
        velocity * decay.left + self.constant[axis] * decay.velocity
    }
}

/// The decays of a block of flights, as a struct of arrays.
struct DecayLanes {
    left: [f64; BLOCK],
    velocity: [f64; BLOCK],
    position: [f64; BLOCK],
}

impl DecayLanes {
    #[inline(always)]
    fn new(decays: &Decays<f64>, times: &[f64; BLOCK]) -> Self {
        let line = [0.0; BLOCK];
        let [mut left, mut velocity, mut position] = [line; 3];
        for flight in 0..BLOCK {
            let decay = decays.after(times[flight]);
            left[flight] = decay.left;
            velocity[flight] = decay.velocity;
            position[flight] = decay.position;
        }
        Self {
            left,
            velocity,
            position,
        }
    }

    #[inline(always)]
    fn of(&self, flight: usize) -> Decay<f64> {
        Decay {
            left: self.left[flight],
            velocity: self.velocity[flight],
            position: self.position[flight],
        }
    }
}

/// Computes the positions of all flights after their times. All slices have the same length.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn positions<const D: usize>(
    air: &UniformAir<D>,
    positions: &[SVector<f64, D>],
    velocities: &[SVector<f64, D>],
    times: &[f64],
    arrived: &mut [SVector<f64, D>],
) {
    let decays = Decays::new(air.rate);
    let (position_blocks, positions) = positions.as_chunks::<BLOCK>();
    let (velocity_blocks, velocities) = velocities.as_chunks::<BLOCK>();
    let (time_blocks, times) = times.as_chunks::<BLOCK>();
    let (arrived_blocks, arrived) = arrived.as_chunks_mut::<BLOCK>();
    let blocks = position_blocks.iter().zip(velocity_blocks);
    for (((positions, velocities), times), arrived) in blocks.zip(time_blocks).zip(arrived_blocks) {
        let lanes = DecayLanes::new(&decays, times);
        for flight in 0..BLOCK {
            let decay = lanes.of(flight);
            for axis in 0..D {
                let (x, v) = (positions[flight][axis], velocities[flight][axis]);
                arrived[flight][axis] = air.position(axis, x, v, &decay);
            }
        }
    }
    let rest = positions.iter().zip(velocities);
    for (((position, velocity), time), arrived) in rest.zip(times).zip(arrived) {
        let decay = decays.after(*time);
        for axis in 0..D {
            arrived[axis] = air.position(axis, position[axis], velocity[axis], &decay);
        }
    }
}

/// Computes the positions and velocities of all flights after their times. All slices have the same
/// length.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn states<const D: usize>(
    air: &UniformAir<D>,
    positions: &[SVector<f64, D>],
    velocities: &[SVector<f64, D>],
    times: &[f64],
    arrived_positions: &mut [SVector<f64, D>],
    arrived_velocities: &mut [SVector<f64, D>],
) {
    let decays = Decays::new(air.rate);
    let (position_blocks, positions) = positions.as_chunks::<BLOCK>();
    let (velocity_blocks, velocities) = velocities.as_chunks::<BLOCK>();
    let (time_blocks, times) = times.as_chunks::<BLOCK>();
    let (arrived_blocks, arrived_positions) = arrived_positions.as_chunks_mut::<BLOCK>();
    let (moving_blocks, arrived_velocities) = arrived_velocities.as_chunks_mut::<BLOCK>();
    let blocks = position_blocks.iter().zip(velocity_blocks).zip(time_blocks);
    let arrived_blocks = arrived_blocks.iter_mut().zip(moving_blocks);
    for (((positions, velocities), times), (arrived, moving)) in blocks.zip(arrived_blocks) {
        let lanes = DecayLanes::new(&decays, times);
        for flight in 0..BLOCK {
            let decay = lanes.of(flight);
            for axis in 0..D {
                let (x, v) = (positions[flight][axis], velocities[flight][axis]);
                arrived[flight][axis] = air.position(axis, x, v, &decay);
                moving[flight][axis] = air.velocity(axis, v, &decay);
            }
        }
    }
    let rest = positions.iter().zip(velocities).zip(times);
    let arrived = arrived_positions.iter_mut().zip(arrived_velocities);
    for (((position, velocity), time), (arrived, moving)) in rest.zip(arrived) {
        let decay = decays.after(*time);
        for axis in 0..D {
            let (x, v) = (position[axis], velocity[axis]);
            arrived[axis] = air.position(axis, x, v, &decay);
            moving[axis] = air.velocity(axis, v, &decay);
        }
    }
}
