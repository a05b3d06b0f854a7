//! Leapfrog with substeps as short as the stiffest rod needs, and the truth that all methods are measured by.

use anyhow::Result;

use crate::method::Motion;
use crate::structure::{State, Structure, Vector};

/// A structure that moves by symmetric substeps: leapfrog, or a composition of leapfrogs of higher order.
///
/// ```text
/// for each weight w:  x += w δ/2 v,  v += w δ a(x),  x += w δ/2 v
/// ```
#[derive(Debug)]
pub struct Leapfrog {
    structure: Structure,
    state: State,
    substeps: u32,
    /// Parts of a substep.
    weights: &'static [f64],
    forces: Vec<Vector>,
}

/// Ωδ of leapfrog: the largest frequency times the substep \[rad\].
const RESOLUTION: f64 = 0.5;
/// Ωδ of the truth. With 0.19 it ends elsewhere by 8e-8 m at most (the rope, Ωh = 1), 2e-10 m from Ωh = 100 on.
const FINE: f64 = 0.25;

/// Leapfrog itself.
static LEAPFROG: [f64; 1] = [1.0];
/// H. Yoshida: Construction of higher order symplectic integrators, Phys. Lett. A 150 (1990): sixth order, solution A.
static YOSHIDA: [f64; 7] = [
    W[2],
    W[1],
    W[0],
    1.0 - 2.0 * (W[0] + W[1] + W[2]),
    W[0],
    W[1],
    W[2],
];
const W: [f64; 3] = [
    -1.177_679_984_178_87,
    0.235_573_213_359_357,
    0.784_513_610_477_560,
];

impl Leapfrog {
    /// Leapfrog in substeps of Ωδ ≤ 0.5, in frames of this length \[s\].
    pub fn resolving(structure: &Structure, frame: f64) -> Self {
        let substeps = substeps(structure, frame, RESOLUTION);
        Self::new(structure, substeps, &LEAPFROG)
    }

    /// The truth: sixth order in substeps of Ωδ ≤ 0.25.
    pub fn truth(structure: &Structure, frame: f64) -> Self {
        Self::new(structure, substeps(structure, frame, FINE), &YOSHIDA)
    }

    /// So many substeps in a frame.
    fn new(structure: &Structure, substeps: u32, weights: &'static [f64]) -> Self {
        Self {
            state: structure.start.clone(),
            forces: vec![Vector::zeros(); structure.nodes()],
            structure: structure.clone(),
            substeps,
            weights,
        }
    }

    /// Evaluations of all forces in a frame.
    pub fn evaluations(&self) -> u32 {
        self.substeps * self.weights.len() as u32
    }

    fn drift(&mut self, h: f64) {
        let State {
            positions,
            velocities,
        } = &mut self.state;
        for (position, velocity) in positions.iter_mut().zip(velocities) {
            *position += *velocity * h;
        }
    }

    fn kick(&mut self, h: f64, loads: &[Vector]) {
        self.forces.copy_from_slice(loads);
        self.structure
            .add_forces(&self.state.positions, &mut self.forces);
        let nodes = self.structure.masses.iter().zip(&self.forces);
        for (velocity, (mass, force)) in self.state.velocities.iter_mut().zip(nodes) {
            *velocity += force * (h / mass);
        }
    }
}

/// Substeps of a frame that are as short as that.
fn substeps(structure: &Structure, frame: f64, resolution: f64) -> u32 {
    (structure.largest_frequency() * frame / resolution)
        .ceil()
        .max(1.0) as u32
}

impl Motion for Leapfrog {
    fn step(&mut self, h: f64, loads: &[Vector]) -> Result<()> {
        let substep = h / f64::from(self.substeps);
        // two drifts in a row are one
        let mut late = 0.0;
        for _ in 0..self.substeps {
            for weight in self.weights {
                let half = 0.5 * weight * substep;
                self.drift(late + half);
                self.kick(2.0 * half, loads);
                late = half;
            }
        }
        self.drift(late);
        Ok(())
    }

    fn state(&self) -> State {
        self.state.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::PENDULUM;

    /// Errors for half the substep are smaller by `2^order`.
    #[test]
    fn orders_are_two_and_six() {
        let structure = PENDULUM.with_stiffness(3.0);
        let loads = [Vector::zeros(); 3];
        let end = |substeps, weights| {
            let mut leapfrog = Leapfrog::new(&structure, substeps, weights);
            for _ in 0..30 {
                leapfrog.step(1.0 / 60.0, &loads).unwrap();
            }
            leapfrog.state()
        };
        let truth = end(100, &YOSHIDA);
        for (weights, substeps, order) in [(&LEAPFROG[..], 16, 2.0), (&YOSHIDA[..], 8, 6.0)] {
            let error = |substeps| end(substeps, weights).distance_to(&truth);
            let observed = (error(substeps) / error(2 * substeps)).log2();
            // measured: 1.99 and 6.00
            assert!((observed - order).abs() < 0.1, "{observed}");
        }
    }
}
