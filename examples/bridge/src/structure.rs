//! Nodes, rods and supports in the plane: what all methods move, and its energy.

use kinstep::nalgebra::{DMatrix, Vector2};

use crate::cart::Cart;

/// A vector of the plane \[m\], \[m/s\] or \[N\].
pub type Vector = Vector2<f64>;

/// Gravity \[m/s²\], downwards.
pub const GRAVITY: f64 = 9.81;

/// Points with mass that rods tie to each other and to fixed points, under gravity.
///
/// ```text
/// m x'' = m g + load - Σ k (r - l) u      r: length of the rod now, u: unit vector along it
/// ```
#[derive(Debug, Clone)]
pub struct Structure {
    /// Masses of the nodes \[kg\].
    pub masses: Vec<f64>,
    /// Points that do not move \[m\].
    pub supports: Vec<Vector>,
    /// The rods, none of them damped.
    pub rods: Vec<Bar>,
    /// Positions and velocities at the start.
    pub start: State,
    /// What rolls over it.
    pub cart: Option<Cart>,
}

/// A rod: a spring with a rest length.
#[derive(Debug, Clone, Copy)]
pub struct Bar {
    /// Its ends: a node or, from the number of nodes on, a support.
    pub ends: [usize; 2],
    /// Stiffness k \[N/m\].
    pub stiffness: f64,
    /// Rest length l \[m\].
    pub length: f64,
}

/// Where the nodes are and how they move.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Positions \[m\].
    pub positions: Vec<Vector>,
    /// Velocities \[m/s\].
    pub velocities: Vec<Vector>,
}

impl State {
    /// Nodes at rest.
    pub fn at_rest(positions: Vec<Vector>) -> Self {
        let velocities = vec![Vector::zeros(); positions.len()];
        Self {
            positions,
            velocities,
        }
    }

    /// Distance between a node here and there, of the node that is farthest off \[m\]; infinite for what is no number.
    pub fn distance_to(&self, other: &Self) -> f64 {
        let pairs = self.positions.iter().zip(&other.positions);
        pairs.fold(0.0, |worst: f64, (one, other)| {
            let distance = (one - other).norm();
            if distance.is_nan() {
                f64::INFINITY
            } else {
                worst.max(distance)
            }
        })
    }
}

impl Structure {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.masses.len()
    }

    /// Where an end of a rod is \[m\].
    pub fn end(&self, positions: &[Vector], end: usize) -> Vector {
        match positions.get(end) {
            Some(position) => *position,
            None => self.supports[end - positions.len()],
        }
    }

    /// From the second end of a rod to its first \[m\].
    pub fn along(&self, rod: &Bar, positions: &[Vector]) -> Vector {
        self.end(positions, rod.ends[0]) - self.end(positions, rod.ends[1])
    }

    /// Adds the force of every rod on its ends, and the weight of every node, to `forces` \[N\].
    pub fn add_forces(&self, positions: &[Vector], forces: &mut [Vector]) {
        for (force, mass) in forces.iter_mut().zip(&self.masses) {
            force.y -= mass * GRAVITY;
        }
        for rod in &self.rods {
            let along = self.along(rod, positions);
            let length = along.norm();
            let pull = along * (rod.stiffness * (length - rod.length) / length);
            if let Some(force) = forces.get_mut(rod.ends[0]) {
                *force -= pull;
            }
            if let Some(force) = forces.get_mut(rod.ends[1]) {
                *force += pull;
            }
        }
    }

    /// Kinetic energy, energy of the rods and of height \[J\].
    pub fn energy(&self, state: &State) -> f64 {
        let nodes = (self.masses.iter())
            .zip(&state.positions)
            .zip(&state.velocities);
        let of_nodes: f64 = nodes
            .map(|((mass, position), velocity)| {
                mass * (0.5 * velocity.norm_squared() + GRAVITY * position.y)
            })
            .sum();
        let stretch = |rod: &Bar| self.along(rod, &state.positions).norm() - rod.length;
        let of_rods: f64 = (self.rods.iter())
            .map(|rod| 0.5 * rod.stiffness * stretch(rod).powi(2))
            .sum();
        of_nodes + of_rods
    }

    /// The weight of all nodes times one metre \[J\]: what energies are compared with.
    pub fn scale(&self) -> f64 {
        GRAVITY * self.masses.iter().sum::<f64>()
    }

    /// The largest frequency Ω of small oscillations about the start \[rad/s\]: `Ω²` is the largest eigenvalue of
    /// `M^(-1/2) (Σ k u uᵀ) M^(-1/2)`.
    pub fn largest_frequency(&self) -> f64 {
        let count = self.nodes();
        let mut matrix = DMatrix::zeros(2 * count, 2 * count);
        for rod in &self.rods {
            let direction = self.along(rod, &self.start.positions).normalize();
            let ends = (rod.ends.iter().zip([1.0, -1.0])).filter(|(end, _)| **end < count);
            let parts: Vec<(usize, Vector)> = ends
                .map(|(end, sign)| (*end, direction * (sign / self.masses[*end].sqrt())))
                .collect();
            for (row, one) in &parts {
                for (column, other) in &parts {
                    let mut block = matrix.fixed_view_mut::<2, 2>(2 * row, 2 * column);
                    block += one * other.transpose() * rod.stiffness;
                }
            }
        }
        matrix.symmetric_eigenvalues().max().sqrt()
    }

    /// The same with rods so stiff, all alike, that the largest frequency has this value \[rad/s\].
    pub fn with_largest_frequency(mut self, frequency: f64) -> Self {
        let factor = (frequency / self.largest_frequency()).powi(2);
        for rod in &mut self.rods {
            rod.stiffness *= factor;
        }
        self
    }

    /// Writes the load of the cart on each node \[N\] at a time \[s\].
    pub fn write_loads(&self, time: f64, loads: &mut [Vector]) {
        loads.fill(Vector::zeros());
        if let Some(cart) = &self.cart {
            cart.write_loads(time, loads);
        }
    }
}
