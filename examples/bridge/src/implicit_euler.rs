//! Implicit Euler by Newton's method.
//!
//! ```text
//! Δ = x₁ - x₀:   m (Δ - h v₀)/h² = f(x₀ + Δ) + m g + load,   v₁ = Δ/h
//! tangent of a rod:   K = k (u uᵀ + (1 - l/r) (1 - u uᵀ))
//! ```

use anyhow::{Result, bail};
use kinstep::nalgebra::Matrix2;

use crate::banded::Banded;
use crate::method::Motion;
use crate::structure::{Bar, State, Structure, Vector};

/// A structure that moves by implicit Euler.
#[derive(Debug)]
pub struct ImplicitEuler {
    structure: Structure,
    state: State,
    /// Size of the structure \[m\].
    size: f64,
    matrix: Banded,
    /// Two entries for each node: the residual, then the change of Δ.
    residual: Vec<f64>,
    moves: Vec<Vector>,
    positions: Vec<Vector>,
    forces: Vec<Vector>,
}

/// Iterations of Newton's method, …
const ITERATIONS: u32 = 30;
/// … which ends at a change as small as this share of the size of the structure.
const SMALL: f64 = 1e-11;
/// A step that does not converge is halved so often at most.
const HALVINGS: u32 = 8;

impl ImplicitEuler {
    /// The structure at its start.
    pub fn new(structure: &Structure) -> Self {
        let nodes = structure.nodes();
        let positions = structure.start.positions.clone();
        let reach = |rod: &Bar| match rod.ends {
            [first, second] if first < nodes && second < nodes => first.abs_diff(second),
            _ => 0,
        };
        let reach = structure.rods.iter().map(reach).max().unwrap_or(0);
        let size = (positions.iter().chain(&structure.supports))
            .fold(0.0, |size: f64, place| size.max(place.norm()));
        Self {
            state: structure.start.clone(),
            size,
            matrix: Banded::zeros(2 * nodes, 2 * reach + 1),
            residual: vec![0.0; 2 * nodes],
            moves: vec![Vector::zeros(); nodes],
            forces: vec![Vector::zeros(); nodes],
            positions,
            structure: structure.clone(),
        }
    }

    /// One step, or two of half the length where Newton's method does not converge.
    fn step_or_halve(&mut self, h: f64, loads: &[Vector], halvings: u32) -> Result<()> {
        if self.newton(h, loads) {
            let moved = self.moves.iter().zip(&mut self.state.positions);
            for ((change, position), velocity) in moved.zip(&mut self.state.velocities) {
                *position += change;
                *velocity = change / h;
            }
            return Ok(());
        }
        if halvings == 0 {
            bail!("Newton's method does not converge");
        }
        self.step_or_halve(0.5 * h, loads, halvings - 1)?;
        self.step_or_halve(0.5 * h, loads, halvings - 1)
    }

    /// Solves for the displacements, and returns whether that converged.
    fn newton(&mut self, h: f64, loads: &[Vector]) -> bool {
        for (change, velocity) in self.moves.iter_mut().zip(&self.state.velocities) {
            *change = velocity * h;
        }
        for _ in 0..ITERATIONS {
            self.write_residual(h, loads);
            self.write_matrix(h);
            self.matrix.solve(&mut self.residual);
            let mut is_small = true;
            for (change, entries) in self.moves.iter_mut().zip(self.residual.chunks_exact(2)) {
                let correction = Vector::new(entries[0], entries[1]);
                *change -= correction;
                // a comparison with what is no number fails, and the iteration goes on
                is_small &= correction.norm() <= SMALL * self.size;
            }
            if is_small {
                return true;
            }
        }
        false
    }

    /// `m (Δ - h v₀)/h² - f(x₀ + Δ) - m g - load` at the present displacements.
    fn write_residual(&mut self, h: f64, loads: &[Vector]) {
        let places = self.state.positions.iter().zip(&self.moves);
        for (position, (start, change)) in self.positions.iter_mut().zip(places) {
            *position = start + change;
        }
        self.forces.copy_from_slice(loads);
        self.structure.add_forces(&self.positions, &mut self.forces);
        for (node, entries) in self.residual.chunks_exact_mut(2).enumerate() {
            let surplus = self.moves[node] - self.state.velocities[node] * h;
            let residual = surplus * (self.structure.masses[node] / (h * h)) - self.forces[node];
            entries.copy_from_slice(residual.as_slice());
        }
    }

    /// The derivative of the residual.
    fn write_matrix(&mut self, h: f64) {
        self.matrix.clear();
        for (node, mass) in self.structure.masses.iter().enumerate() {
            for row in [2 * node, 2 * node + 1] {
                self.matrix.add(row, row, mass / (h * h));
            }
        }
        let nodes = self.structure.nodes();
        for rod in &self.structure.rods {
            let along = self.structure.along(rod, &self.positions);
            let length = along.norm();
            let direction = along / length;
            let lengthwise = direction * direction.transpose();
            let across = (Matrix2::identity() - lengthwise) * (1.0 - rod.length / length);
            let tangent = (lengthwise + across) * rod.stiffness;
            let blocks = [(0, 0, 1.0), (0, 1, -1.0), (1, 0, -1.0), (1, 1, 1.0)];
            for (one, other, sign) in blocks {
                let (row, column) = (rod.ends[one], rod.ends[other]);
                if row < nodes && column < nodes {
                    self.matrix.add_block(row, column, tangent * sign);
                }
            }
        }
    }
}

impl Motion for ImplicitEuler {
    fn step(&mut self, h: f64, loads: &[Vector]) -> Result<()> {
        self.step_or_halve(h, loads, HALVINGS)
    }

    fn state(&self) -> State {
        self.state.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::{FRAME, PENDULUM};

    /// A node on a vertical spring of rest length l: `v₁ = (v₀ - h (g + k x₀/m)) / (1 + h² k/m)`, x its height above the rest.
    #[test]
    fn one_node_on_a_spring_is_the_formula() {
        let (mass, stiffness, h) = (2.0, 300.0, 0.1);
        let structure = Structure {
            masses: vec![mass],
            supports: vec![Vector::zeros()],
            rods: vec![Bar {
                ends: [1, 0],
                stiffness,
                length: 1.0,
            }],
            start: State::at_rest(vec![Vector::new(0.0, -1.1)]),
            cart: None,
        };
        let mut euler = ImplicitEuler::new(&structure);
        euler.step(h, &[Vector::new(0.0, -3.0)]).unwrap();
        let gravity = crate::structure::GRAVITY + 3.0 / mass;
        let square = stiffness / mass;
        let velocity = h * (0.1 * square - gravity) / (1.0 + h * h * square);
        let state = euler.state();
        // measured: 1e-16
        assert!((state.velocities[0].y - velocity).abs() < 1e-14);
        assert!((state.positions[0].y + 1.1 - h * velocity).abs() < 1e-14);
    }

    /// The end of a step satisfies the equation.
    #[test]
    fn a_step_of_the_pendulum_solves_its_equation() {
        let structure = PENDULUM.with_stiffness(100.0);
        let mut euler = ImplicitEuler::new(&structure);
        let loads = [Vector::zeros(); 3];
        for _ in 0..60 {
            let before = euler.state();
            euler.step(FRAME, &loads).unwrap();
            let after = euler.state();
            let mut forces = vec![Vector::zeros(); 3];
            structure.add_forces(&after.positions, &mut forces);
            for (node, force) in forces.iter().enumerate() {
                let change = (after.velocities[node] - before.velocities[node]) / FRAME;
                // rods of 11 MN/m turn rounding of positions into 1e-8 N; measured: 7e-9
                assert!((change - force).norm() < 1e-7, "{node}: {change} {force}");
            }
        }
    }
}
