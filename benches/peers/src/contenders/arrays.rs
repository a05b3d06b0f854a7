//! Symplectic Euler over an array for each number of a state, as anyone would write it who knows how machines like it.

use anyhow::Result;
use multiversion::multiversion;

use crate::contender::{Built, Contender};
use crate::scene::{DRAG_RATE, DT, GRAVITY, Start, starts};

/// Positions and velocities along an axis.
struct Axis {
    positions: Vec<f32>,
    velocities: Vec<f32>,
}

struct Arrays {
    axes: [Axis; 3],
    euler: fn(&mut [f32], &mut [f32], f32),
}

/// Compiled as Rust compiles by default.
pub(super) fn build(count: usize) -> Built {
    Ok(Box::new(arrays(count, euler)))
}

/// Compiled for wide registers, too.
pub(super) fn wide(count: usize) -> Built {
    Ok(Box::new(arrays(count, wide_euler)))
}

fn arrays(count: usize, euler: fn(&mut [f32], &mut [f32], f32)) -> Arrays {
    let starts: Vec<Start<f32, 3>> = starts(count).collect();
    let axes = std::array::from_fn(|axis| Axis {
        positions: starts.iter().map(|start| start.position[axis]).collect(),
        velocities: starts.iter().map(|start| start.velocity[axis]).collect(),
    });
    Arrays { axes, euler }
}

impl Contender for Arrays {
    fn step(&mut self) -> Result<()> {
        for (axis, gravity) in self.axes.iter_mut().zip(GRAVITY) {
            (self.euler)(&mut axis.positions, &mut axis.velocities, gravity as f32);
        }
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        self.axes
            .iter()
            .map(|axis| axis.positions[0].into())
            .collect()
    }
}

/// `v += (g - γ v) h`, `x += v h`.
#[inline(always)]
fn euler(positions: &mut [f32], velocities: &mut [f32], gravity: f32) {
    let (h, rate) = (DT as f32, DRAG_RATE as f32);
    let (left, gained) = (1.0 - rate * h, gravity * h);
    for (x, v) in positions.iter_mut().zip(velocities) {
        *v = *v * left + gained;
        *x += *v * h;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn wide_euler(positions: &mut [f32], velocities: &mut [f32], gravity: f32) {
    euler(positions, velocities, gravity);
}
